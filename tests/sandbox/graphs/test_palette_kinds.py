"""Every kind of node that the palette can make, with its class and pins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import NotModelledError

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor

# Name, class, visible pins (inputs, then outputs) [FIELD_NOTES pin table].
KINDS = [
    ("Utilities|FlowControl|Branch", "IfThenElse", "execute Condition then else"),
    ("Utilities|FlowControl|Sequence", "ExecutionSequence", "execute then_0 then_1"),
    ("Utilities|FlowControl|MultiGate", "MultiGate", "execute Reset IsRandom Loop StartIndex Out_0 Out_1"),
    ("Utilities|FlowControl|Switch|SwitchonInt", "SwitchInteger", "execute Selection Default"),
    ("Utilities|FlowControl|Switch|SwitchonString", "SwitchString", "execute Selection Default"),
    ("Utilities|FlowControl|Switch|SwitchonName", "SwitchName", "execute Selection Default"),
    ("Utilities|Select", "Select", "Option_0 Option_1 Index ReturnValue"),
    ("Utilities|AddRerouteNode...", "Knot", "InputPin OutputPin"),
    ("Utilities|Array|MakeArray", "MakeArray", "[0] Array"),
    ("Utilities|Set|MakeSet", "MakeSet", "[0] Set"),
    ("Utilities|Map|MakeMap", "MakeMap", "Key_0 Value_0 Map"),
    ("Utilities|Array|Get(aref)", "GetArrayItem", "Array Dimension_1 Output"),
    ("Utilities|Text|FormatText", "FormatText", "Format Result"),
    ("Variables|Getareferencetoself", "Self", "self"),
    (
        "Game|SpawnActorfromClass",
        "SpawnActorFromClass",
        "execute Class SpawnTransform CollisionHandlingOverride TransformScaleMethod Owner then ReturnValue",
    ),
    ("Game|ConstructObjectfromClass", "GenericCreateObject", "execute Class Outer then ReturnValue"),
    ("UserInterface|CreateWidget", "CreateWidget", "execute Class OwningPlayer then ReturnValue"),
    ("EventDispatchers|CreateEvent", "CreateDelegate", "self OutputDelegate"),
    ("Utilities|Casting|CastToPawn", "DynamicCast", "execute Object then CastFailed AsPawn"),
    ("Utilities|Casting|CastToPawnClass", "ClassDynamicCast", "execute Class then CastFailed AsPawn"),
    ("Utilities|Operators|Add", "PromotableOperator", "A B ReturnValue"),
    ("Utilities|Operators|Less(<)", "PromotableOperator", "A B ReturnValue"),
    ("Input|KeyboardEvents|E", "InputKey", "Pressed Released Key"),
    ("Utilities|AddTimeline...", "Timeline", None),
]


def shown(node: Any) -> str:
    return " ".join(str(pin.get_pin_name()).replace(" ", "_") for pin in node.list_all_pins())


@pytest.mark.parametrize(("name", "kind", "pins"), KINDS, ids=[row[0] for row in KINDS])
def test_the_palette_makes_the_node(unreal: Any, door: Any, name: str, kind: str, pins: str | None) -> None:
    node = door.nodes.create_node_from_name(name, unreal.Vector2D(3, 4), [])
    assert node.get_class().get_name() == f"K2Node_{kind}"
    assert node.get_node_pos() == unreal.IntPoint(3, 4)
    if pins is not None:
        # The editor lists the result of Select and makers where the engine allocates it.
        assert sorted(shown(node).split()) == sorted(pins.split())


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Utilities|Struct|MakeTimerHandle", "MakeStruct"),
        ("Utilities|Struct|BreakTimerHandle", "BreakStruct"),
    ],
)
def test_struct_nodes_come_with_a_context_pin(unreal: Any, door: Any, name: str, kind: str) -> None:
    timer = door.call("/Script/Engine.KismetSystemLibrary:K2_SetTimer").find_result_pin()
    assert door.nodes.create_node_from_name(name, unreal.Vector2D(), []) is None
    assert (
        door.nodes.create_node_from_name(name, unreal.Vector2D(), [timer]).get_class().get_name()
        == f"K2Node_{kind}"
    )


def test_structs_with_library_calls_have_no_struct_nodes(door: Any) -> None:
    trace = door.call("/Script/Engine.KismetSystemLibrary:LineTraceSingle").find_output_pin("OutHit")
    names = list(door.nodes.list_available_nodes([trace]))
    assert "Utilities|Struct|BreakHitResult" not in names
    assert "Collision|BreakHitResult" in names


def test_a_dispatcher_is_called_bound_and_unbound(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    assert library.add_event_dispatcher(door.asset, "OnOpened")
    library.add_event_dispatcher_parameter(
        door.asset, "OnOpened", "Speed", library.get_basic_type_by_name("int")
    )
    assert door.nodes.create_node_from_name("Default|CallOnOpened", unreal.Vector2D(), []) is None
    door.compile()
    call = door.nodes.create_node_from_name("Default|CallOnOpened", unreal.Vector2D(), [])
    assert shown(call).split()[-2:] == ["Speed", "then"]
    bind = door.nodes.create_node_from_name("Default|BindEventtoOnOpened", unreal.Vector2D(), [])
    assert bind.get_class().get_name() == "K2Node_AddDelegate"
    unbind = door.nodes.create_node_from_name("Default|UnbindEventfromOnOpened", unreal.Vector2D(), [])
    assert unbind.get_class().get_name() == "K2Node_RemoveDelegate"
    event = door.nodes.create_node_from_name("EventDispatchers|CreateEvent", unreal.Vector2D(), [])
    assert event.find_output_pin("OutputDelegate").try_create_connection(bind.find_input_pin("Delegate"))


def test_event_nodes_are_not_offered_in_functions(unreal: Any, door: Any) -> None:
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    for name in (
        "Input|KeyboardEvents|E",
        "Utilities|AddTimeline...",
        "Utilities|FlowControl|Delay",
        "AddEvent|EventEndPlay",
    ):
        assert script.create_node_from_name(name, unreal.Vector2D(), []) is None
        assert name not in script.list_available_nodes([])
        assert door.nodes.create_node_from_name(name, unreal.Vector2D(), []) is not None


def test_mappings_and_input_actions_of_the_project(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editor.input_actions["/Game/IA_Move.IA_Move"] = "axis2d"
    editor.action_mappings.append("Fire")
    editor.axis_mappings.append("Turn")
    move = door.nodes.create_node_from_name("Input|EnhancedActionEvents|IA_Move", unreal.Vector2D(), [])
    assert "Vector2D" in str(move.find_output_pin("ActionValue").get_pin_type_display_string())
    fire = door.nodes.create_node_from_name("Input|ActionEvents|Fire", unreal.Vector2D(), [])
    assert fire.get_class().get_name() == "K2Node_InputAction"
    turn = door.nodes.create_node_from_name("Input|AxisEvents|Turn", unreal.Vector2D(), [])
    assert turn.get_class().get_name() == "K2Node_InputAxisEvent"


def test_a_context_pin_decides_which_pin_is_wired(unreal: Any, door: Any) -> None:
    seconds = door.nodes.find_event_node("ReceiveTick").find_output_pin("DeltaSeconds")
    node = door.nodes.create_node_from_name("Utilities|FlowControl|Delay", unreal.Vector2D(), [seconds])
    assert node.find_input_pin("Duration").list_connected_pins() == [seconds]


def test_nothing_is_made_while_the_game_runs(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    nodes = door.nodes
    editor.is_in_pie = True
    assert nodes.create_node_from_name("Utilities|FlowControl|Branch", unreal.Vector2D(), []) is None
    assert len(nodes.list_available_nodes([])) == 0


def test_every_listed_name_of_a_sample_can_be_created(unreal: Any, door: Any) -> None:
    for name in list(door.nodes.list_available_nodes([]))[::97]:
        node = door.nodes.create_node_from_name(name, unreal.Vector2D(), [])
        assert node is not None, name
        assert len(node.list_all_pins()) > 0, name


def test_members_of_a_parent_blueprint_are_offered_as_own_ones(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    door.add_variable("bLocked", "bool")
    unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Unlock")
    door.compile()
    child = library.create_blueprint_asset_with_parent("/Game/BP_Gate", door.asset.generated_class())
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(child))
    getter = nodes.create_node_from_name("Variables|Default|GetLocked", unreal.Vector2D(), [])
    assert not getter.find_self_pin().is_valid()
    call = nodes.create_node_from_name("CallFunction|Unlock", unreal.Vector2D(), [])
    begin = nodes.find_event_node("ReceiveBeginPlay")
    assert begin.find_then_pin().try_create_connection(call.find_execute_pin())
    assert library.compile_blueprint(child) is True


def test_another_blueprints_dispatcher_is_bound_with_its_class(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    bell = library.create_blueprint_asset_with_parent("/Game/BP_Bell", unreal.Actor)
    library.add_event_dispatcher(bell, "OnRung")
    library.compile_blueprint(bell)
    name, owner = "Class|BPBell|BindEventtoOnRung", bell.generated_class()
    assert door.nodes.create_node_from_name(name, unreal.Vector2D(), []) is None
    bind = door.nodes.create_node_from_name(name, unreal.Vector2D(), [], owner)
    assert "BP_Bell" in str(bind.find_self_pin().get_pin_type_display_string())
    child = library.create_blueprint_asset_with_parent("/Game/BP_Gong", owner)
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(child))
    assert nodes.create_node_from_name("Default|CallOnRung", unreal.Vector2D(), []) is not None


def test_only_actors_have_timelines(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    part = library.create_blueprint_asset_with_parent("/Game/BP_Part", unreal.ActorComponent)
    nodes = unreal.BlueprintGraphEditor.get_graph_editor(library.find_event_graph(part))
    name = "Utilities|AddTimeline..."
    assert nodes.create_node_from_name(name, unreal.Vector2D(), []) is None
    assert name not in nodes.list_available_nodes([])
    assert name in door.nodes.list_available_nodes([])


def test_a_name_that_works_in_the_editor_and_not_here_says_so(unreal: Any, door: Any) -> None:
    with pytest.raises(NotModelledError):
        door.nodes.create_node_from_name("Utilities|String|EnumtoString", unreal.Vector2D(), [])


def test_assign_makes_the_event_and_binds_it(unreal: Any, door: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    library.add_event_dispatcher(door.asset, "OnOpened")
    library.add_event_dispatcher_parameter(
        door.asset, "OnOpened", "Speed", library.get_basic_type_by_name("int")
    )
    door.compile()
    before = len(door.nodes.list_all_nodes())
    bind = door.nodes.create_node_from_name("Default|AssignOnOpened", unreal.Vector2D(), [])
    assert bind.get_class().get_name() == "K2Node_AssignDelegate"
    assert len(door.nodes.list_all_nodes()) == before + 2
    event = bind.find_input_pin("Delegate").list_connected_pins()[0].get_owning_node()
    assert event.get_node_title().startswith("OnOpened_Event")
    assert event.find_output_pin("Speed").is_valid()
    script = unreal.BlueprintGraphEditor.get_graph_editor_by_name(door.asset, "UserConstructionScript")
    assert script.create_node_from_name("Default|AssignOnOpened", unreal.Vector2D(), []) is None
