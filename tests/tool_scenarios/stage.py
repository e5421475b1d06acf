"""`Stage`: a project with Blueprints of all sorts, in which every scenario can be played.

/Game/Doors/BP_Door     an Actor with components, variables, functions, a dispatcher, events,
                        comments, nodes of many kinds; compiled, saved
/Game/Doors/BP_Gate     a child of it that the user works on: unsaved, with a step in the undo history
/Game/BP_Switch         an Actor that the door refers to
and a mesh, a material, an input action
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.memory_store import MemoryStore
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditPlan,
    PinAt,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    AddLocalVariableStep,
)
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.model.blueprint import ObjectRef, Parameter, PinType
from sandbox_project import open_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext, ActionResult
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from sandbox_project import SandboxProject
    from tool_scenarios.scenario import Scenario

__all__ = ["DOOR", "GATE", "SWITCH", "Stage", "StageClipboard", "open_stage"]

DOOR, GATE, SWITCH = "/Game/Doors/BP_Door", "/Game/Doors/BP_Gate", "/Game/BP_Switch"
GRAPH = "EventGraph"
BOOL, DOUBLE, INT = PinType("bool"), PinType("real", "double"), PinType("int")
PRINT = "/Script/Engine.KismetSystemLibrary:PrintString"
SCENE, BOX = "/Script/Engine.SceneComponent", "/Script/Engine.BoxComponent"


class StageClipboard:
    """A clipboard with the text of the last copy."""

    def __init__(self) -> None:
        """Nothing is copied yet."""
        self.text = ""

    def read_text(self) -> str:
        """What was copied."""
        return self.text

    def write_text(self, text: str) -> None:
        """Put a text on it."""
        self.text = text


@dataclass
class Stage:
    """The project, the tools, and the ids of the nodes by the stage's names for them."""

    project: SandboxProject
    context: ActionContext
    registry: ActionRegistry
    clipboard: StageClipboard
    ids: dict[str, str]

    def run(self, scenario: Scenario) -> ActionResult:
        """Make the scenario's call."""
        return self.registry.call(scenario.tool, scenario.arguments(self.ids), self.context)


@contextmanager
def open_stage() -> Iterator[Stage]:
    """The project, built and at rest. Raises at its end what `open_project` finds wrong."""
    with open_project() as project:
        yield build_stage(project)


def build_stage(project: SandboxProject) -> Stage:
    """Build the Blueprints in an empty project."""
    project.sandbox.other_assets |= {
        "/Game/Meshes/SM_Door": "/Script/Engine.StaticMesh",
        "/Game/Materials/M_Wood": "/Script/Engine.Material",
    }
    project.sandbox.input_actions["/Game/Input/IA_Jump.IA_Jump"] = "bool"
    _apply(project, SWITCH, _switch())
    _apply(project, DOOR, _door_members())
    door = _apply(project, DOOR, _door_nodes())
    _apply(project, GATE, (CreateBlueprintStep(f"{DOOR}.BP_Door_C"), CompileBlueprintStep()))
    for path in (SWITCH, DOOR, GATE):
        project.editor.save(path)
    project.sandbox.transactions.clear()
    _apply(
        project, GATE, (AddNodeStep(GRAPH, "hi", CallFunctionSpec(PRINT), 400, 0),), title="Add Print String"
    )

    clipboard = StageClipboard()
    memories = MemoryStore(None, redact=str)
    memories.add("The user likes short names.")
    context = replace(project.new_context(), clipboard=clipboard, memories=memories)
    stage = Stage(project, context, ActionRegistry(), clipboard, _ids(context, door))
    clipboard.text = _copied(project, door, "branch", "print")
    return stage


def _apply(
    project: SandboxProject, path: str, steps: tuple[EditOperation, ...], title: str = "set up"
) -> ApplyReport:
    return project.editor.apply(EditPlan(path, title, steps))


def _switch() -> tuple[EditOperation, ...]:
    return (
        CreateBlueprintStep("/Script/Engine.Actor"),
        AddVariableStep("IsOn", BOOL, "true"),
        AddFunctionStep("Press", (Parameter("Force", DOUBLE),), (Parameter("Done", BOOL),)),
        AddDispatcherStep("OnPressed"),
        AddNodeStep(GRAPH, "toggle", CustomEventSpec("Toggle"), 0, 600),
        CompileBlueprintStep(),
    )


def _door_members() -> tuple[EditOperation, ...]:
    switch = PinType(
        "object",
        subcategory_object=ObjectRef("/Script/Engine.BlueprintGeneratedClass", f"{SWITCH}.BP_Switch_C"),
    )
    return (
        CreateBlueprintStep("/Script/Engine.Actor"),
        AddComponentStep("Frame", SCENE),
        AddComponentStep("Panel", "/Script/Engine.StaticMeshComponent", "Frame"),
        AddComponentStep("Handle", SCENE, "Panel"),
        AddComponentStep("Zone", BOX, "Frame"),
        AddComponentStep("Spare", "/Script/Engine.PointLightComponent"),
        AddVariableStep("Health", DOUBLE, "100", category="Stats"),
        AddVariableStep("IsOpen", BOOL),
        AddVariableStep("Opener", switch),
        AddVariableStep("Label", PinType("string"), "Front door"),
        AddVariableStep("Unused", INT, "3"),
        AddFunctionStep("Open", (Parameter("Angle", DOUBLE),), (Parameter("Success", BOOL),)),
        AddFunctionStep("Shake"),
        AddLocalVariableStep("Open", "Step", DOUBLE, "45"),
        AddDispatcherStep("OnOpened", (Parameter("Angle", DOUBLE),)),
        CompileBlueprintStep(),
    )


def _door_nodes() -> tuple[EditOperation, ...]:
    call_open = CallFunctionSpec(f"{DOOR}.BP_Door_C:Open")
    return (
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay"), 0, 0),
        AddNodeStep(GRAPH, "branch", BranchSpec(), 300, 0),
        AddNodeStep(GRAPH, "is_open", VariableGetSpec("IsOpen"), 100, 150),
        AddNodeStep(GRAPH, "print", CallFunctionSpec(PRINT), 600, 0),
        AddNodeStep(GRAPH, "set_health", VariableSetSpec("Health"), 600, 200),
        AddNodeStep(GRAPH, "both", SequenceSpec(2), 0, 400),
        AddNodeStep(GRAPH, "hit", kinds.ComponentEventSpec("Zone", "OnComponentBeginOverlap"), 0, 700),
        AddNodeStep(GRAPH, "call_open", call_open, 400, 700),
        AddNodeStep(GRAPH, "shut", CustomEventSpec("Shut"), 0, 1000),
        AddNodeStep(GRAPH, "spawn", kinds.SpawnActorSpec(f"{SWITCH}.BP_Switch_C"), 400, 1000),
        AddNodeStep(
            GRAPH, "place", CallFunctionSpec("/Script/Engine.KismetMathLibrary:MakeTransform"), 100, 1100
        ),
        AddNodeStep(GRAPH, "cast", kinds.CastSpec(f"{SWITCH}.BP_Switch_C"), 800, 1000),
        AddNodeStep(GRAPH, "panel", VariableGetSpec("Panel"), 100, 1200),
        AddNodeStep(GRAPH, "idle", CallFunctionSpec(PRINT), 900, 400),
        AddCommentStep(GRAPH, "box", "Start", -100, -100, 1000, 450, (1.0, 0.0, 0.0, 1.0), 30),
        ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("branch", "execute")),
        ConnectPinsStep(GRAPH, PinAt("is_open", "IsOpen"), PinAt("branch", "Condition")),
        ConnectPinsStep(GRAPH, PinAt("branch", "then"), PinAt("print", "execute")),
        ConnectPinsStep(GRAPH, PinAt("branch", "else"), PinAt("set_health", "execute")),
        ConnectPinsStep(GRAPH, PinAt("hit", "then"), PinAt("call_open", "execute")),
        ConnectPinsStep(GRAPH, PinAt("shut", "then"), PinAt("spawn", "execute")),
        ConnectPinsStep(GRAPH, PinAt("place", "ReturnValue"), PinAt("spawn", "SpawnTransform")),
        ConnectPinsStep(GRAPH, PinAt("spawn", "then"), PinAt("cast", "execute")),
        ConnectPinsStep(GRAPH, PinAt("spawn", "ReturnValue"), PinAt("cast", "Object")),
        SetPinDefaultStep(GRAPH, PinAt("print", "InString"), "Welcome"),
        SetPinDefaultStep(GRAPH, PinAt("set_health", "Health"), "50"),
        CompileBlueprintStep(),
    )


def _ids(context: ActionContext, door: ApplyReport) -> dict[str, str]:
    """An id for each node that the plan added, in the order of the plan."""
    graph = door.after.find_graph(GRAPH)
    assert graph is not None
    keys = [item.key for item in door.plan.operations if isinstance(item, AddNodeStep | AddCommentStep)]
    return {key: context.nodes.id_of(DOOR, GRAPH, graph.node(door.node_of(key))) for key in keys}


def _copied(project: SandboxProject, door: ApplyReport, *keys: str) -> str:
    """Ctrl+C on nodes of the door."""
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    names = {door.node_of(key) for key in keys}
    asset = unreal.EditorAssetLibrary.load_asset(DOOR)
    hands = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, GRAPH)
    return project.sandbox.copy([item for item in hands.list_all_nodes() if str(item.get_name()) in names])
