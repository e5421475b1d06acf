"""Plans on members, on the sandbox: what is done, what is refused, and that failures leave nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditOperation,
    EditPlan,
    PinAt,
    PlanError,
    SetPinDefaultStep,
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
from blueprint_assistant.editor.plan.simulate.simulated_members import replication_of
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import spec_of
from blueprint_assistant.graph.model.blueprint import ObjectRef, Parameter, PinType
from blueprint_assistant.graph.t3d.graph_text import format_t3d
from tiers import thinned

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Function, Variable
    from unreal_sandbox import SandboxEditor
    from unreal_sandbox.desk.editor_language import Language

GRAPH = "EventGraph"
DOUBLE = PinType("real", "double")
BOOL = PinType("bool")
MESH = "/Script/Engine.StaticMeshComponent"
SCENE = "/Script/Engine.SceneComponent"
BOX = "/Script/Engine.BoxComponent"
PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
MOVE = CallFunctionSpec("/Script/Engine.Actor:K2_AddActorWorldOffset")


def apply(editor: BlueprintEditor, path: str, *operations: EditOperation) -> ApplyReport:
    return editor.apply(EditPlan(path, "AI: test", operations))


def text_of(editor: BlueprintEditor, path: str) -> str:
    """Everything of a Blueprint as text, to compare byte by byte."""
    blueprint = editor.read_blueprint(path)
    graphs = [format_t3d(graph, owner_path=path) for graph in blueprint.graphs]
    return "\n".join([*graphs, repr(blueprint.variables), repr(blueprint.components)])


def variable(blueprint: Blueprint, name: str) -> Variable:
    found = blueprint.find_variable(name)
    assert found is not None
    return found


def component(blueprint: Blueprint, name: str) -> Component:
    found = blueprint.find_component(name)
    assert found is not None
    return found


def function(blueprint: Blueprint, name: str) -> Function:
    graph = blueprint.find_graph(name)
    assert graph is not None
    found = function_of(graph)
    assert found is not None
    return found


def tree(blueprint: Blueprint) -> dict[str, str]:
    return {item.name: item.parent for item in blueprint.components}


# --- variables -----------------------------------------------------------------------------------


def with_used_health(editor: BlueprintEditor, path: str) -> None:
    apply(
        editor,
        path,
        AddVariableStep("Health", DOUBLE, "100", category="Stats"),
        AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
        AddNodeStep(GRAPH, "set", VariableSetSpec("Health"), 300),
        AddNodeStep(GRAPH, "get", VariableGetSpec("Health"), 600, 200),
        AddNodeStep(GRAPH, "print", PRINT, 900),
        ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("set", "execute")),
        ConnectPinsStep(GRAPH, PinAt("set", "then"), PinAt("print", "execute")),
        ConnectPinsStep(GRAPH, PinAt("get", "Health"), PinAt("print", "InString")),
        SetPinDefaultStep(GRAPH, PinAt("set", "Health"), "50"),
    )


def test_a_renamed_variable_keeps_type_default_category_flags_and_nodes(
    editor: BlueprintEditor, door: str
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        ChangeVariableStep("Health", is_exposed_on_spawn=True, replication="replicated"),
    )
    report = apply(editor, door, RenameVariableStep("Health", "Life"), CompileBlueprintStep())
    assert report.compile is not None
    assert report.compile.is_clean
    after = report.after
    assert after.find_variable("Health") is None
    life = variable(after, "Life")
    assert (life.type, float(life.default), life.category) == (DOUBLE, 100, "Stats")
    assert life.is_exposed_on_spawn
    assert replication_of(life) == "replicated"
    graph = after.find_graph(GRAPH)
    assert graph is not None
    specs = [spec_of(node) for node in graph.nodes]
    assert VariableSetSpec("Life") in specs
    assert VariableGetSpec("Life") in specs
    assert len(graph.links) == 4
    setter = next(node for node in graph.nodes if spec_of(node) == VariableSetSpec("Life"))
    pin = setter.find_pin("Life", "input")
    assert pin is not None
    assert float(pin.default_value) == 50
    assert not report.warnings


def test_a_renamed_variable_keeps_a_default_that_has_no_text(editor: BlueprintEditor, door: str) -> None:
    transform = PinType("struct", "", ObjectRef("/Script/CoreUObject.Transform"))
    apply(editor, door, AddVariableStep("Spot", transform))
    report = apply(editor, door, RenameVariableStep("Spot", "Place"))
    assert variable(report.after, "Place").type == transform
    assert not report.warnings


def test_a_variable_changes_its_type_default_category_and_flags(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddVariableStep("Count", DOUBLE, "5"))
    report = apply(
        editor,
        door,
        ChangeVariableStep("Count", type=PinType("int"), default="7", category="Stats"),
        ChangeVariableStep("Count", is_instance_editable=False),
    )
    changed = variable(report.after, "Count")
    assert (changed.type, changed.default, changed.category) == (PinType("int"), "7", "Stats")
    assert not changed.is_instance_editable
    again = apply(editor, door, ChangeVariableStep("Count", default="7", category="Stats"))
    assert not again.has_changed


def test_an_unused_variable_is_removed(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddVariableStep("Count", DOUBLE, "5"))
    assert apply(editor, door, RemoveVariableStep("Count")).after.find_variable("Count") is None


@pytest.mark.parametrize(
    ("operation", "says"),
    thinned(
        [
            (RemoveVariableStep("Health"), "in use: K2Node_VariableSet_0"),
            (RemoveVariableStep("Mana"), "no variable 'Mana'"),
            (RenameVariableStep("Health", "health"), "letter case"),
            (RenameVariableStep("Health", "Speed"), "already has a variable"),
            (RenameVariableStep("Health", "Tags"), "parent class"),
            (ChangeVariableStep("Health", type=PinType("int")), "in use"),
            (ChangeVariableStep("Health", default="much"), "much"),
            (ChangeVariableStep("Keys", default="(1,x)"), "Array of Integers"),
            (RenameVariableStep("OnOpen", "OnClose"), "dispatcher"),
        ],
        4,
    ),
)
def test_a_variable_step_that_cannot_be_done_is_refused_before_anything_is_touched(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, operation: EditOperation, says: str
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        AddVariableStep("Speed", DOUBLE),
        AddVariableStep("Keys", replace(PinType("int"), container="array")),
        AddDispatcherStep("OnOpen"),
    )
    editor.save(door)
    before = text_of(editor, door)
    with pytest.raises(PlanError, match=says):
        apply(editor, door, operation)
    assert text_of(editor, door) == before
    assert not sandbox.dirty_packages


# --- components ----------------------------------------------------------------------------------


def test_a_component_is_added_under_a_parent_or_as_root(editor: BlueprintEditor, door: str) -> None:
    report = apply(
        editor,
        door,
        AddComponentStep("Hinge", SCENE),
        AddComponentStep("Mesh", MESH, parent="Hinge"),
        AddComponentStep("Lamp", "/Script/Engine.PointLightComponent"),
    )
    assert tree(report.after) == {"Hinge": "", "Mesh": "Hinge", "Lamp": "Hinge"}
    report = apply(editor, door, AddComponentStep("Base", SCENE, make_root=True))
    assert tree(report.after) == {"Base": "", "Hinge": "Base", "Mesh": "Hinge", "Lamp": "Hinge"}


def test_components_are_attached_renamed_and_removed(editor: BlueprintEditor, door: str) -> None:
    apply(
        editor,
        door,
        AddComponentStep("Hinge", SCENE),
        AddComponentStep("Mesh", MESH),
        AddComponentStep("Box", BOX),
        AddNodeStep(GRAPH, "get", VariableGetSpec("Mesh")),
    )
    assert tree(apply(editor, door, AttachComponentStep("Box", "Mesh")).after)["Box"] == "Mesh"
    report = apply(editor, door, RenameComponentStep("Mesh", "Panel"), CompileBlueprintStep())
    assert report.compile is not None
    assert report.compile.is_clean
    assert tree(report.after) == {"Hinge": "", "Panel": "Hinge", "Box": "Panel"}
    assert tree(apply(editor, door, MakeRootStep("Box")).after)["Box"] == ""
    assert "Hinge" not in tree(apply(editor, door, RemoveComponentStep("Hinge")).after)
    with pytest.raises(PlanError, match="in use"):
        apply(editor, door, RemoveComponentStep("Panel"))


def test_the_only_component_gives_way_to_the_default_root(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddComponentStep("Mesh", MESH))
    assert list(tree(apply(editor, door, RemoveComponentStep("Mesh")).after)) == ["DefaultSceneRoot"]


@pytest.mark.parametrize(
    ("name", "value", "stored"),
    thinned(
        [
            ("RelativeLocation", "0,0,100", "0.000000,0.000000,100.000000"),
            ("RelativeRotation", "(Pitch=0,Yaw=90,Roll=0)", "0.000000,90.000000,0.000000"),
            ("bHiddenInGame", "true", "true"),
            ("Mobility", "Movable", "Movable"),
            ("BoundsScale", "2", "2.000000"),
            ("CustomDepthStencilValue", "3", "3"),
            ("WireframeColorOverride", "(R=255,G=0,B=0,A=255)", "(B=0,G=0,R=255,A=255)"),
            ("bGenerateOverlapEvents", "true", "true"),
            ("BodyInstance.CollisionProfileName", "overlapall", "OverlapAll"),
            ("BodyInstance.CollisionEnabled", "QueryOnly", "QueryOnly"),
            ("BodyInstance.CollisionResponseToAllChannels", "Overlap", "ECR_Overlap"),
            ("BodyInstance.bSimulatePhysics", "true", "true"),
            ("BodyInstance.bNotifyRigidBodyCollision", "true", "true"),
        ],
        5,
    ),
)
def test_a_component_property_is_set_and_read_back(
    editor: BlueprintEditor, door: str, name: str, value: str, stored: str
) -> None:
    apply(editor, door, AddComponentStep("Mesh", MESH))
    report = apply(editor, door, SetComponentPropertyStep("Mesh", name, value))
    assert dict(component(report.after, "Mesh").properties)[name] == stored
    assert not apply(editor, door, SetComponentPropertyStep("Mesh", name, value)).has_changed


@pytest.mark.parametrize(
    ("operation", "says"),
    thinned(
        [
            (RemoveComponentStep("CapsuleComponent"), "parent class"),
            (RenameComponentStep("Mesh", "Body"), "parent class"),
            (AttachComponentStep("Hat", "Hat"), "hangs under it"),
            (AttachComponentStep("Hat", "Nobody"), "no component"),
            (AttachComponentStep("Moves", "Hat"), "no place in the tree"),
            (MakeRootStep("Hat"), "stays the root"),
            (SetComponentPropertyStep("Hat", "Colour", "red"), "no property"),
            (SetComponentPropertyStep("Hat", "Mobility", "Fast"), "Movable"),
            (SetComponentPropertyStep("Hat", "OverrideMaterials", "(/Game/M_No.M_No)"), "no object"),
            (SetComponentPropertyStep("Moves", "BodyInstance.CollisionEnabled", "QueryOnly"), "no property"),
        ],
        4,
    ),
)
def test_a_component_step_that_cannot_be_done_is_refused_before_anything_is_touched(
    editor: BlueprintEditor, operation: EditOperation, says: str
) -> None:
    hero = "/Game/BP_Hero"
    apply(
        editor,
        hero,
        CreateBlueprintStep("/Script/Engine.Character"),
        AddComponentStep("Hat", MESH),
        AddComponentStep("Moves", "/Script/Engine.RotatingMovementComponent"),
    )
    before = text_of(editor, hero)
    with pytest.raises(PlanError, match=says):
        apply(editor, hero, operation)
    assert text_of(editor, hero) == before


# --- functions -----------------------------------------------------------------------------------


def test_a_function_gets_its_whole_signature_and_a_body_in_the_same_plan(
    editor: BlueprintEditor, door: str
) -> None:
    report = apply(
        editor,
        door,
        AddFunctionStep(
            "TakeHit",
            (Parameter("Amount", DOUBLE, "5"), Parameter("Silent", BOOL)),
            (Parameter("IsDead", BOOL),),
            access="protected",
        ),
        AddNodeStep("TakeHit", "print", PRINT, 300),
        ConnectPinsStep("TakeHit", PinAt("K2Node_FunctionEntry_0", "then"), PinAt("print", "execute")),
        ConnectPinsStep("TakeHit", PinAt("print", "then"), PinAt("K2Node_FunctionResult_0", "execute")),
        SetPinDefaultStep("TakeHit", PinAt("K2Node_FunctionResult_0", "IsDead"), "true"),
        CompileBlueprintStep(),
    )
    assert report.compile is not None
    assert report.compile.is_clean
    made = function(report.after, "TakeHit")
    assert [(item.name, item.type) for item in made.inputs] == [("Amount", DOUBLE), ("Silent", BOOL)]
    assert float(made.inputs[0].default) == 5
    assert [(item.name, item.type) for item in made.outputs] == [("IsDead", BOOL)]
    assert made.access == "protected"


def test_a_pure_function_is_made_and_making_it_again_changes_nothing(
    editor: BlueprintEditor, door: str
) -> None:
    step = AddFunctionStep("GetSpeed", (), (Parameter("Speed", DOUBLE),), is_pure=True, is_const=True)
    made = function(apply(editor, door, step).after, "GetSpeed")
    assert made.is_pure
    assert made.is_const
    before = text_of(editor, door)
    assert not apply(editor, door, step).has_changed
    assert text_of(editor, door) == before
    with pytest.raises(PlanError, match="another signature"):
        apply(editor, door, AddFunctionStep("GetSpeed"))


def test_a_function_is_changed_renamed_and_removed(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddFunctionStep("Open"))
    report = apply(
        editor,
        door,
        ChangeFunctionStep(
            "Open", (Parameter("Angle", DOUBLE),), (Parameter("Done", BOOL),), access="private"
        ),
    )
    changed = function(report.after, "Open")
    assert [item.name for item in (*changed.inputs, *changed.outputs)] == ["Angle", "Done"]
    assert changed.access == "private"
    report = apply(editor, door, RenameFunctionStep("Open", "Swing"))
    assert report.after.find_graph("Open") is None
    report = apply(editor, door, RemoveFunctionStep("Swing"))
    assert report.after.find_graph("Swing") is None
    # The same name can be used again at once.
    assert apply(editor, door, AddFunctionStep("Swing")).has_changed


def test_local_variables_are_declared_changed_and_removed(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddFunctionStep("Open"))
    report = apply(editor, door, AddLocalVariableStep("Open", "Angle", DOUBLE, "45"))
    assert float(function(report.after, "Open").local_variables[0].default) == 45
    report = apply(editor, door, ChangeLocalVariableStep("Open", "Angle", "90"))
    assert float(function(report.after, "Open").local_variables[0].default) == 90
    report = apply(editor, door, RemoveLocalVariableStep("Open", "Angle"))
    assert function(report.after, "Open").local_variables == ()


def test_a_dispatcher_has_its_inputs_and_goes_again(editor: BlueprintEditor, door: str) -> None:
    report = apply(editor, door, AddDispatcherStep("OnOpen", (Parameter("Angle", DOUBLE),)))
    assert variable(report.after, "OnOpen").type.category == "mcdelegate"
    assert [item.name for item in function(report.after, "OnOpen").inputs] == ["Angle"]
    assert not apply(editor, door, AddDispatcherStep("OnOpen", (Parameter("Angle", DOUBLE),))).has_changed
    report = apply(editor, door, RemoveDispatcherStep("OnOpen"))
    assert report.after.find_variable("OnOpen") is None


def test_a_function_of_the_parent_class_is_overridden(editor: BlueprintEditor) -> None:
    hero = "/Game/BP_Hero"
    apply(editor, hero, CreateBlueprintStep("/Script/Engine.Character"))
    report = apply(editor, hero, OverrideFunctionStep("CanJumpInternal"))
    assert function(report.after, "CanJumpInternal").declared_in == "/Script/Engine.Character"
    assert not apply(editor, hero, OverrideFunctionStep("CanJumpInternal")).has_changed
    with pytest.raises(PlanError, match="event"):
        apply(editor, hero, OverrideFunctionStep("ReceiveTick"))


@pytest.mark.parametrize(
    ("operation", "says"),
    [
        (RemoveFunctionStep("Open"), "in use"),
        (ChangeFunctionStep("Open", (Parameter("Angle", DOUBLE),)), "in use"),
        (RemoveFunctionStep("Close"), "no function"),
        (AddFunctionStep("1st"), "digit"),
        (AddFunctionStep("Shut", (Parameter("A", BOOL), Parameter("a", BOOL))), "taken"),
        (AddFunctionStep("Shut", (Parameter("A", PinType("exec")),)), "exec"),
        (AddFunctionStep("Health"), "already has a variable"),
        (AddFunctionStep("GetActorForwardVector"), "parent class"),
        (AddLocalVariableStep("Open", "Health", BOOL), "already has a variable"),
        (RenameFunctionStep("Open", "Health"), "already has a variable"),
    ],
)
def test_a_function_step_that_cannot_be_done_is_refused_before_anything_is_touched(
    editor: BlueprintEditor, door: str, operation: EditOperation, says: str
) -> None:
    apply(editor, door, AddVariableStep("Health", DOUBLE), AddFunctionStep("Open"))
    apply(editor, door, AddNodeStep(GRAPH, "call", CallFunctionSpec(f"{door}.BP_Door_C:Open")))
    before = text_of(editor, door)
    with pytest.raises(PlanError, match=says):
        apply(editor, door, operation)
    assert text_of(editor, door) == before


# --- failures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "operation",
    thinned(
        thinned(
            [
                RenameVariableStep("Health", "Life"),
                ChangeVariableStep("Health", default="7", is_exposed_on_spawn=True, category="New"),
                ChangeVariableStep("Spare", type=PinType("int")),
                RemoveVariableStep("Spare"),
                RenameComponentStep("Mesh", "Panel"),
                RemoveComponentStep("Mesh"),
                MakeRootStep("Mesh"),
                SetComponentPropertyStep("Mesh", "RelativeLocation", "1,2,3"),
                SetComponentPropertyStep("Mesh", "BodyInstance.CollisionProfileName", "NoCollision"),
                AddFunctionStep("Close", (Parameter("A", BOOL),), (Parameter("B", BOOL),)),
                ChangeFunctionStep("Open", (Parameter("A", BOOL),)),
                RenameFunctionStep("Open", "Swing"),
                RemoveFunctionStep("Open"),
                AddDispatcherStep("OnShut", (Parameter("A", BOOL),)),
                RemoveDispatcherStep("OnOpen"),
                AddLocalVariableStep("Open", "Angle", DOUBLE, "45"),
                ChangeLocalVariableStep("Open", "Step", "9"),
                RemoveLocalVariableStep("Open", "Step"),
            ],
            7,
            is_one_value=True,
        ),
        3,
        is_one_value=True,
    ),
    ids=lambda operation: type(operation).__name__,
)
def test_a_later_step_that_fails_takes_the_member_step_back(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, operation: EditOperation
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        AddVariableStep("Spare", DOUBLE, "3"),
        AddComponentStep("Hinge", SCENE),
        AddComponentStep("Mesh", MESH),
        AddFunctionStep("Open"),
        AddDispatcherStep("OnOpen", (Parameter("Angle", DOUBLE),)),
        AddLocalVariableStep("Open", "Step", DOUBLE, "2"),
        SetComponentPropertyStep("Mesh", "RelativeLocation", "5,5,5"),
    )
    before = text_of(editor, door)
    sandbox.switches = replace(sandbox.switches, vector_pins_take_literals=False)
    with pytest.raises(PlanError, match="something else than planned"):
        apply(
            editor,
            door,
            operation,
            AddNodeStep(GRAPH, "move", MOVE, 900),
            SetPinDefaultStep(GRAPH, PinAt("move", "DeltaLocation"), "1,2,3"),
        )
    assert text_of(editor, door) == before
    if isinstance(operation, SetComponentPropertyStep) and operation.property == "RelativeLocation":
        report = apply(editor, door, SetComponentPropertyStep("Mesh", "RelativeLocation", "5,5,5"))
        assert not report.has_changed


@pytest.mark.parametrize(
    "operation",
    thinned(
        [
            RenameVariableStep("Spare", "Other"),
            ChangeVariableStep("Health", default="7", is_exposed_on_spawn=True),
            RemoveVariableStep("Spare"),
            RemoveComponentStep("Mesh"),
            SetComponentPropertyStep("Mesh", "RelativeLocation", "1,2,3"),
            AddFunctionStep("Close", (Parameter("A", BOOL),), (Parameter("B", BOOL),)),
            AddDispatcherStep("OnShut", (Parameter("A", BOOL),)),
        ],
        3,
        is_one_value=True,
    ),
    ids=lambda operation: type(operation).__name__,
)
def test_a_step_is_taken_back_where_undo_leaves_graphs_out(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, operation: EditOperation
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        AddVariableStep("Spare", DOUBLE, "3"),
        AddComponentStep("Hinge", SCENE),
        AddComponentStep("Mesh", MESH),
    )
    before = editor.read_blueprint(door)
    sandbox.switches = replace(sandbox.switches, vector_pins_take_literals=False, records_graph_edits=False)
    with pytest.raises(PlanError, match="something else than planned"):
        apply(
            editor,
            door,
            operation,
            AddNodeStep(GRAPH, "move", MOVE, 900),
            SetPinDefaultStep(GRAPH, PinAt("move", "DeltaLocation"), "1,2,3"),
        )
    after = editor.read_blueprint(door)
    assert [graph.name for graph in after.graphs] == [graph.name for graph in before.graphs]
    assert {item.name: item.default for item in after.variables} == {
        item.name: item.default for item in before.variables
    }
    assert tree(after) == tree(before)


def test_nodes_of_the_same_kind_in_two_graphs_are_told_apart(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddNodeStep(GRAPH, "old", PRINT))
    report = apply(
        editor,
        door,
        AddFunctionStep("Open"),
        AddNodeStep("Open", "one", PRINT, 300),
        AddNodeStep(GRAPH, "two", PRINT, 300),
        SetPinDefaultStep("Open", PinAt("one", "InString"), "one"),
        SetPinDefaultStep(GRAPH, PinAt("two", "InString"), "two"),
    )
    assert (report.node_of("one"), report.node_of("two")) == (
        "K2Node_CallFunction_0",
        "K2Node_CallFunction_1",
    )


@pytest.mark.parametrize("language", ["it", "zh", "ko"])
def test_members_are_changed_in_every_language(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, language: Language
) -> None:
    sandbox.language = language
    with_used_health(editor, door)
    report = apply(
        editor,
        door,
        RenameVariableStep("Health", "Life"),
        AddComponentStep("Mesh", MESH),
        SetComponentPropertyStep("Mesh", "Mobility", "Movable"),
        AddFunctionStep("Open", (Parameter("Angle", DOUBLE),), (Parameter("Done", BOOL),)),
        ChangeFunctionStep("Open", (Parameter("Speed", DOUBLE),)),
        CompileBlueprintStep(),
    )
    assert report.compile is not None
    assert report.compile.is_clean
