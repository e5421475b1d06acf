"""Whichever call of the editor fails during a plan on members, nothing stays changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CreateBlueprintStep,
    EditOperation,
    EditPlan,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AddFunctionStep,
    AddLocalVariableStep,
    AttachComponentStep,
    ChangeFunctionStep,
    ChangeLocalVariableStep,
    ChangeVariableStep,
    MakeRootStep,
    OverrideFunctionStep,
    RemoveComponentStep,
    RemoveDispatcherStep,
    RemoveFunctionStep,
    RemoveLocalVariableStep,
    RemoveVariableStep,
    RenameComponentStep,
    RenameFunctionStep,
    RenameVariableStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.plan.simulate.component_properties import CLASS_DEFAULTS
from blueprint_assistant.graph.kinds.common_specs import VariableGetSpec, VariableSetSpec
from blueprint_assistant.graph.model.blueprint import ObjectRef, Parameter, PinType, TerminalType
from blueprint_assistant.graph.t3d.graph_text import format_t3d
from tiers import is_deep, thinned

if TYPE_CHECKING:
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from unreal_sandbox import SandboxEditor

GRAPH = "EventGraph"
DOUBLE = PinType("real", "double")
BOOL = PinType("bool")
INTS = PinType("int", container="array")
COUNTS = PinType("string", container="map", value=TerminalType("int"))
HIT = PinType(
    "struct", subcategory_object=ObjectRef("/Script/Engine.HitResult", "/Script/CoreUObject.ScriptStruct")
)
_MOST_CALLS = 1000
_STRIDE = 4
"""Every fourth call is tried, beginning elsewhere for each kind of step: all of them take a minute."""
_FIRST_STRIDE = 37
"""The same for the first tier."""


@dataclass
class Failure:
    """Lets one call of the API fail, the one of a number, and only that one."""

    at: int
    calls: int = 0
    name: str = ""

    def enter_call(self, name: str) -> None:
        self.calls += 1
        if self.calls == self.at:
            self.name = name
            raise RuntimeError(f"{name} failed")


def text_of(editor: BlueprintEditor, path: str) -> str:
    blueprint = editor.read_blueprint(path)
    graphs = [format_t3d(graph, owner_path=path) for graph in blueprint.graphs]
    texts = [*graphs, repr(blueprint.variables), repr(blueprint.components), life_span(path)]
    return "\n".join(texts)


def life_span(path: str) -> str:
    """A class default that no Blueprint value holds."""
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    asset = unreal.EditorAssetLibrary.load_asset(path)
    return str(unreal.get_default_object(asset.generated_class()).get_editor_property("InitialLifeSpan"))


def build(editor: BlueprintEditor, path: str) -> None:
    editor.apply(
        EditPlan(
            path,
            "set up",
            (
                CreateBlueprintStep("/Script/Engine.GameModeBase"),
                AddVariableStep("Health", DOUBLE, "100"),
                AddVariableStep("Keys", INTS, "1,2"),
                AddVariableStep("Hit", HIT, "(Time=0.5)"),
                AddVariableStep("Spare", DOUBLE, "3"),
                AddComponentStep("Hinge", "/Script/Engine.SceneComponent"),
                AddComponentStep("Mesh", "/Script/Engine.StaticMeshComponent"),
                AddComponentStep("Box", "/Script/Engine.BoxComponent"),
                AddNodeStep(GRAPH, "set", VariableSetSpec("Health"), 300),
                AddNodeStep(GRAPH, "mesh", VariableGetSpec("Mesh"), 300, 300),
                AddFunctionStep("Open", (Parameter("Angle", DOUBLE),)),
                AddDispatcherStep("OnOpen", (Parameter("Angle", DOUBLE),)),
                AddLocalVariableStep("Open", "Pace", DOUBLE, "1"),
            ),
        )
    )


@pytest.mark.parametrize(
    "operation",
    thinned(
        thinned(
            [
                RenameVariableStep("Health", "Life"),
                ChangeVariableStep("Health", default="7", is_exposed_on_spawn=True, category="New"),
                ChangeVariableStep("Keys", default="3,4,5"),
                ChangeVariableStep("Hit", default="(Distance=3)"),
                ChangeVariableStep("Spare", type=COUNTS, default="a=1"),
                AddVariableStep("Counts", COUNTS, '{"a": 1}'),
                RemoveVariableStep("Spare"),
                RenameComponentStep("Mesh", "Panel"),
                RemoveComponentStep("Box"),
                AttachComponentStep("Box", "Mesh"),
                MakeRootStep("Mesh"),
                SetComponentPropertyStep("Mesh", "RelativeLocation", "1,2,3"),
                SetComponentPropertyStep("Mesh", "BodyInstance.CollisionEnabled", "NoCollision"),
                SetComponentPropertyStep(CLASS_DEFAULTS, "InitialLifeSpan", "5"),
                AddFunctionStep("Close", (Parameter("A", BOOL),), (Parameter("B", BOOL),), is_pure=True),
                ChangeFunctionStep("Open", (Parameter("B", BOOL),), access="private"),
                RenameFunctionStep("Open", "Swing"),
                RemoveFunctionStep("Open"),
                AddDispatcherStep("OnShut", (Parameter("A", BOOL),)),
                RemoveDispatcherStep("OnOpen"),
                AddLocalVariableStep("Open", "Step", DOUBLE, "45"),
                ChangeLocalVariableStep("Open", "Pace", "2"),
                RemoveLocalVariableStep("Open", "Pace"),
                OverrideFunctionStep("ChoosePlayerStart"),
            ],
            9,
            is_one_value=True,
        ),
        3,
        is_one_value=True,
    ),
    ids=lambda operation: type(operation).__name__,
)
def test_whichever_call_fails_nothing_stays_changed(
    editor: BlueprintEditor, sandbox: SandboxEditor, operation: EditOperation
) -> None:
    path = before = ""
    first = 1 + len(repr(operation)) % _STRIDE
    for number in range(first, _MOST_CALLS, _STRIDE if is_deep() else _FIRST_STRIDE):
        if not path:
            path = f"/Game/BP_Door{number}"
            build(editor, path)
            before = text_of(editor, path)
        failure = Failure(number)
        sandbox.enter_call = failure.enter_call  # type: ignore[method-assign]
        try:
            editor.apply(EditPlan(path, "AI: test", (operation,)))
        except Exception:  # noqa: BLE001 - whatever comes of it, what counts is the Blueprint
            del sandbox.enter_call
            assert text_of(editor, path) == before, f"call {number}, {failure.name}"
        else:
            del sandbox.enter_call
            if failure.calls < number:
                return
            path = ""  # a call whose failure means nothing, such as reading an old value
    pytest.fail("The plan never ended.")
