"""Plans on members, on the sandbox: what is done, what is refused, and that failures leave nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponent,
    AddNode,
    AddVariable,
    CompileBlueprint,
    ConnectPins,
    CreateBlueprint,
    EditOperation,
    EditPlan,
    PinAt,
    PlanError,
    SetPinDefault,
)
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcher,
    AddFunction,
    AddLocalVariable,
    AttachComponent,
    ChangeFunction,
    ChangeLocalVariable,
    ChangeVariable,
    MakeRoot,
    OverrideFunction,
    RemoveComponent,
    RemoveDispatcher,
    RemoveFunction,
    RemoveLocalVariable,
    RemoveVariable,
    RenameComponent,
    RenameFunction,
    RenameVariable,
    SetComponentProperty,
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
        AddVariable("Health", DOUBLE, "100", category="Stats"),
        AddNode(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
        AddNode(GRAPH, "set", VariableSetSpec("Health"), 300),
        AddNode(GRAPH, "get", VariableGetSpec("Health"), 600, 200),
        AddNode(GRAPH, "print", PRINT, 900),
        ConnectPins(GRAPH, PinAt("begin", "then"), PinAt("set", "execute")),
        ConnectPins(GRAPH, PinAt("set", "then"), PinAt("print", "execute")),
        ConnectPins(GRAPH, PinAt("get", "Health"), PinAt("print", "InString")),
        SetPinDefault(GRAPH, PinAt("set", "Health"), "50"),
    )


def test_a_renamed_variable_keeps_type_default_category_flags_and_nodes(
    editor: BlueprintEditor, door: str
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        ChangeVariable("Health", is_exposed_on_spawn=True, replication="replicated"),
    )
    report = apply(editor, door, RenameVariable("Health", "Life"), CompileBlueprint())
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
    apply(editor, door, AddVariable("Spot", transform))
    report = apply(editor, door, RenameVariable("Spot", "Place"))
    assert variable(report.after, "Place").type == transform
    assert not report.warnings


def test_a_variable_changes_its_type_default_category_and_flags(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddVariable("Count", DOUBLE, "5"))
    report = apply(
        editor,
        door,
        ChangeVariable("Count", type=PinType("int"), default="7", category="Stats"),
        ChangeVariable("Count", is_instance_editable=False),
    )
    changed = variable(report.after, "Count")
    assert (changed.type, changed.default, changed.category) == (PinType("int"), "7", "Stats")
    assert not changed.is_instance_editable
    again = apply(editor, door, ChangeVariable("Count", default="7", category="Stats"))
    assert not again.has_changed


def test_an_unused_variable_is_removed(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddVariable("Count", DOUBLE, "5"))
    assert apply(editor, door, RemoveVariable("Count")).after.find_variable("Count") is None


@pytest.mark.parametrize(
    ("operation", "says"),
    [
        (RemoveVariable("Health"), "in use: K2Node_VariableSet_0"),
        (RemoveVariable("Mana"), "no variable 'Mana'"),
        (RenameVariable("Health", "health"), "letter case"),
        (RenameVariable("Health", "Speed"), "already has a variable"),
        (RenameVariable("Health", "Tags"), "parent class"),
        (ChangeVariable("Health", type=PinType("int")), "in use"),
        (ChangeVariable("Health", default="much"), "much"),
        (ChangeVariable("Keys", default="(1,x)"), "Array of Integers"),
        (RenameVariable("OnOpen", "OnClose"), "dispatcher"),
    ],
)
def test_a_variable_step_that_cannot_be_done_is_refused_before_anything_is_touched(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, operation: EditOperation, says: str
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        AddVariable("Speed", DOUBLE),
        AddVariable("Keys", replace(PinType("int"), container="array")),
        AddDispatcher("OnOpen"),
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
        AddComponent("Hinge", SCENE),
        AddComponent("Mesh", MESH, parent="Hinge"),
        AddComponent("Lamp", "/Script/Engine.PointLightComponent"),
    )
    assert tree(report.after) == {"Hinge": "", "Mesh": "Hinge", "Lamp": "Hinge"}
    report = apply(editor, door, AddComponent("Base", SCENE, make_root=True))
    assert tree(report.after) == {"Base": "", "Hinge": "Base", "Mesh": "Hinge", "Lamp": "Hinge"}


def test_components_are_attached_renamed_and_removed(editor: BlueprintEditor, door: str) -> None:
    apply(
        editor,
        door,
        AddComponent("Hinge", SCENE),
        AddComponent("Mesh", MESH),
        AddComponent("Box", BOX),
        AddNode(GRAPH, "get", VariableGetSpec("Mesh")),
    )
    assert tree(apply(editor, door, AttachComponent("Box", "Mesh")).after)["Box"] == "Mesh"
    report = apply(editor, door, RenameComponent("Mesh", "Panel"), CompileBlueprint())
    assert report.compile is not None
    assert report.compile.is_clean
    assert tree(report.after) == {"Hinge": "", "Panel": "Hinge", "Box": "Panel"}
    assert tree(apply(editor, door, MakeRoot("Box")).after)["Box"] == ""
    assert "Hinge" not in tree(apply(editor, door, RemoveComponent("Hinge")).after)
    with pytest.raises(PlanError, match="in use"):
        apply(editor, door, RemoveComponent("Panel"))


def test_the_only_component_gives_way_to_the_default_root(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddComponent("Mesh", MESH))
    assert list(tree(apply(editor, door, RemoveComponent("Mesh")).after)) == ["DefaultSceneRoot"]


@pytest.mark.parametrize(
    ("name", "value", "stored"),
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
)
def test_a_component_property_is_set_and_read_back(
    editor: BlueprintEditor, door: str, name: str, value: str, stored: str
) -> None:
    apply(editor, door, AddComponent("Mesh", MESH))
    report = apply(editor, door, SetComponentProperty("Mesh", name, value))
    assert dict(component(report.after, "Mesh").properties)[name] == stored
    assert not apply(editor, door, SetComponentProperty("Mesh", name, value)).has_changed


@pytest.mark.parametrize(
    ("operation", "says"),
    [
        (RemoveComponent("CapsuleComponent"), "parent class"),
        (RenameComponent("Mesh", "Body"), "parent class"),
        (AttachComponent("Hat", "Hat"), "hangs under it"),
        (AttachComponent("Hat", "Nobody"), "no component"),
        (AttachComponent("Moves", "Hat"), "no place in the tree"),
        (MakeRoot("Hat"), "stays the root"),
        (SetComponentProperty("Hat", "Colour", "red"), "no property"),
        (SetComponentProperty("Hat", "Mobility", "Fast"), "Movable"),
        (SetComponentProperty("Hat", "OverrideMaterials", "(/Game/M_No.M_No)"), "no object"),
        (SetComponentProperty("Moves", "BodyInstance.CollisionEnabled", "QueryOnly"), "no property"),
    ],
)
def test_a_component_step_that_cannot_be_done_is_refused_before_anything_is_touched(
    editor: BlueprintEditor, operation: EditOperation, says: str
) -> None:
    hero = "/Game/BP_Hero"
    apply(
        editor,
        hero,
        CreateBlueprint("/Script/Engine.Character"),
        AddComponent("Hat", MESH),
        AddComponent("Moves", "/Script/Engine.RotatingMovementComponent"),
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
        AddFunction(
            "TakeHit",
            (Parameter("Amount", DOUBLE, "5"), Parameter("Silent", BOOL)),
            (Parameter("IsDead", BOOL),),
            access="protected",
        ),
        AddNode("TakeHit", "print", PRINT, 300),
        ConnectPins("TakeHit", PinAt("K2Node_FunctionEntry_0", "then"), PinAt("print", "execute")),
        ConnectPins("TakeHit", PinAt("print", "then"), PinAt("K2Node_FunctionResult_0", "execute")),
        SetPinDefault("TakeHit", PinAt("K2Node_FunctionResult_0", "IsDead"), "true"),
        CompileBlueprint(),
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
    step = AddFunction("GetSpeed", (), (Parameter("Speed", DOUBLE),), is_pure=True, is_const=True)
    made = function(apply(editor, door, step).after, "GetSpeed")
    assert made.is_pure
    assert made.is_const
    before = text_of(editor, door)
    assert not apply(editor, door, step).has_changed
    assert text_of(editor, door) == before
    with pytest.raises(PlanError, match="another signature"):
        apply(editor, door, AddFunction("GetSpeed"))


def test_a_function_is_changed_renamed_and_removed(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddFunction("Open"))
    report = apply(
        editor,
        door,
        ChangeFunction("Open", (Parameter("Angle", DOUBLE),), (Parameter("Done", BOOL),), access="private"),
    )
    changed = function(report.after, "Open")
    assert [item.name for item in (*changed.inputs, *changed.outputs)] == ["Angle", "Done"]
    assert changed.access == "private"
    report = apply(editor, door, RenameFunction("Open", "Swing"))
    assert report.after.find_graph("Open") is None
    report = apply(editor, door, RemoveFunction("Swing"))
    assert report.after.find_graph("Swing") is None
    # The same name can be used again at once.
    assert apply(editor, door, AddFunction("Swing")).has_changed


def test_local_variables_are_declared_changed_and_removed(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddFunction("Open"))
    report = apply(editor, door, AddLocalVariable("Open", "Angle", DOUBLE, "45"))
    assert float(function(report.after, "Open").local_variables[0].default) == 45
    report = apply(editor, door, ChangeLocalVariable("Open", "Angle", "90"))
    assert float(function(report.after, "Open").local_variables[0].default) == 90
    report = apply(editor, door, RemoveLocalVariable("Open", "Angle"))
    assert function(report.after, "Open").local_variables == ()


def test_a_dispatcher_has_its_inputs_and_goes_again(editor: BlueprintEditor, door: str) -> None:
    report = apply(editor, door, AddDispatcher("OnOpen", (Parameter("Angle", DOUBLE),)))
    assert variable(report.after, "OnOpen").type.category == "mcdelegate"
    assert [item.name for item in function(report.after, "OnOpen").inputs] == ["Angle"]
    assert not apply(editor, door, AddDispatcher("OnOpen", (Parameter("Angle", DOUBLE),))).has_changed
    report = apply(editor, door, RemoveDispatcher("OnOpen"))
    assert report.after.find_variable("OnOpen") is None


def test_a_function_of_the_parent_class_is_overridden(editor: BlueprintEditor) -> None:
    hero = "/Game/BP_Hero"
    apply(editor, hero, CreateBlueprint("/Script/Engine.Character"))
    report = apply(editor, hero, OverrideFunction("CanJumpInternal"))
    assert function(report.after, "CanJumpInternal").declared_in == "/Script/Engine.Character"
    assert not apply(editor, hero, OverrideFunction("CanJumpInternal")).has_changed
    with pytest.raises(PlanError, match="event"):
        apply(editor, hero, OverrideFunction("ReceiveTick"))


@pytest.mark.parametrize(
    ("operation", "says"),
    [
        (RemoveFunction("Open"), "in use"),
        (ChangeFunction("Open", (Parameter("Angle", DOUBLE),)), "in use"),
        (RemoveFunction("Close"), "no function"),
        (AddFunction("1st"), "digit"),
        (AddFunction("Shut", (Parameter("A", BOOL), Parameter("a", BOOL))), "taken"),
        (AddFunction("Shut", (Parameter("A", PinType("exec")),)), "exec"),
        (AddFunction("Health"), "already has a variable"),
        (AddFunction("GetActorForwardVector"), "parent class"),
        (AddLocalVariable("Open", "Health", BOOL), "already has a variable"),
        (RenameFunction("Open", "Health"), "already has a variable"),
    ],
)
def test_a_function_step_that_cannot_be_done_is_refused_before_anything_is_touched(
    editor: BlueprintEditor, door: str, operation: EditOperation, says: str
) -> None:
    apply(editor, door, AddVariable("Health", DOUBLE), AddFunction("Open"))
    apply(editor, door, AddNode(GRAPH, "call", CallFunctionSpec(f"{door}.BP_Door_C:Open")))
    before = text_of(editor, door)
    with pytest.raises(PlanError, match=says):
        apply(editor, door, operation)
    assert text_of(editor, door) == before


# --- failures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "operation",
    [
        RenameVariable("Health", "Life"),
        ChangeVariable("Health", default="7", is_exposed_on_spawn=True, category="New"),
        ChangeVariable("Spare", type=PinType("int")),
        RemoveVariable("Spare"),
        RenameComponent("Mesh", "Panel"),
        RemoveComponent("Mesh"),
        MakeRoot("Mesh"),
        SetComponentProperty("Mesh", "RelativeLocation", "1,2,3"),
        SetComponentProperty("Mesh", "BodyInstance.CollisionProfileName", "NoCollision"),
        AddFunction("Close", (Parameter("A", BOOL),), (Parameter("B", BOOL),)),
        ChangeFunction("Open", (Parameter("A", BOOL),)),
        RenameFunction("Open", "Swing"),
        RemoveFunction("Open"),
        AddDispatcher("OnShut", (Parameter("A", BOOL),)),
        RemoveDispatcher("OnOpen"),
        AddLocalVariable("Open", "Angle", DOUBLE, "45"),
        ChangeLocalVariable("Open", "Step", "9"),
        RemoveLocalVariable("Open", "Step"),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_a_later_step_that_fails_takes_the_member_step_back(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, operation: EditOperation
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        AddVariable("Spare", DOUBLE, "3"),
        AddComponent("Hinge", SCENE),
        AddComponent("Mesh", MESH),
        AddFunction("Open"),
        AddDispatcher("OnOpen", (Parameter("Angle", DOUBLE),)),
        AddLocalVariable("Open", "Step", DOUBLE, "2"),
        SetComponentProperty("Mesh", "RelativeLocation", "5,5,5"),
    )
    before = text_of(editor, door)
    sandbox.switches = replace(sandbox.switches, vector_pins_take_literals=False)
    with pytest.raises(PlanError, match="something else than planned"):
        apply(
            editor,
            door,
            operation,
            AddNode(GRAPH, "move", MOVE, 900),
            SetPinDefault(GRAPH, PinAt("move", "DeltaLocation"), "1,2,3"),
        )
    assert text_of(editor, door) == before
    if isinstance(operation, SetComponentProperty) and operation.property == "RelativeLocation":
        report = apply(editor, door, SetComponentProperty("Mesh", "RelativeLocation", "5,5,5"))
        assert not report.has_changed


@pytest.mark.parametrize(
    "operation",
    [
        RenameVariable("Spare", "Other"),
        ChangeVariable("Health", default="7", is_exposed_on_spawn=True),
        RemoveVariable("Spare"),
        RemoveComponent("Mesh"),
        SetComponentProperty("Mesh", "RelativeLocation", "1,2,3"),
        AddFunction("Close", (Parameter("A", BOOL),), (Parameter("B", BOOL),)),
        AddDispatcher("OnShut", (Parameter("A", BOOL),)),
    ],
    ids=lambda operation: type(operation).__name__,
)
def test_a_step_is_taken_back_where_undo_leaves_graphs_out(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str, operation: EditOperation
) -> None:
    with_used_health(editor, door)
    apply(
        editor,
        door,
        AddVariable("Spare", DOUBLE, "3"),
        AddComponent("Hinge", SCENE),
        AddComponent("Mesh", MESH),
    )
    before = editor.read_blueprint(door)
    sandbox.switches = replace(sandbox.switches, vector_pins_take_literals=False, records_graph_edits=False)
    with pytest.raises(PlanError, match="something else than planned"):
        apply(
            editor,
            door,
            operation,
            AddNode(GRAPH, "move", MOVE, 900),
            SetPinDefault(GRAPH, PinAt("move", "DeltaLocation"), "1,2,3"),
        )
    after = editor.read_blueprint(door)
    assert [graph.name for graph in after.graphs] == [graph.name for graph in before.graphs]
    assert {item.name: item.default for item in after.variables} == {
        item.name: item.default for item in before.variables
    }
    assert tree(after) == tree(before)


def test_nodes_of_the_same_kind_in_two_graphs_are_told_apart(editor: BlueprintEditor, door: str) -> None:
    apply(editor, door, AddNode(GRAPH, "old", PRINT))
    report = apply(
        editor,
        door,
        AddFunction("Open"),
        AddNode("Open", "one", PRINT, 300),
        AddNode(GRAPH, "two", PRINT, 300),
        SetPinDefault("Open", PinAt("one", "InString"), "one"),
        SetPinDefault(GRAPH, PinAt("two", "InString"), "two"),
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
        RenameVariable("Health", "Life"),
        AddComponent("Mesh", MESH),
        SetComponentProperty("Mesh", "Mobility", "Movable"),
        AddFunction("Open", (Parameter("Angle", DOUBLE),), (Parameter("Done", BOOL),)),
        ChangeFunction("Open", (Parameter("Speed", DOUBLE),)),
        CompileBlueprint(),
    )
    assert report.compile is not None
    assert report.compile.is_clean
