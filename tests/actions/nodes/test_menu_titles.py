"""Any entry of the node menu is added by its title, as node_type or as the name of a MenuEntry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

DOOR = "BP_Door"


@pytest.fixture
def door(tools: Tools) -> Tools:
    """A Blueprint with a component, a variable, a dispatcher, and another Blueprint beside it."""
    tools.do("add_component", blueprint=DOOR, component_type="Box", component_name="Zone")
    tools.do("add_variable", blueprint=DOOR, variable_name="Open Speed", variable_type="float")
    tools.do("add_dispatcher", blueprint=DOOR, dispatcher_name="OnOpened")
    tools.do("create_blueprint", name="BP_Key", parent_class="Actor")
    return tools


@pytest.mark.parametrize(
    ("title", "class_name"),
    thinned(
        thinned(
            thinned(
                [
                    ("Cast To Pawn", "K2Node_DynamicCast"),
                    ("Cast To BP_Key", "K2Node_DynamicCast"),
                    ("Utilities|Casting|Cast To Pawn Class", "K2Node_ClassDynamicCast"),
                    ("Debug Key F1", "K2Node_InputDebugKey"),
                    ("Get MouseX", "K2Node_GetInputAxisKeyValue"),
                    ("Gamepad_LeftX", "K2Node_InputAxisKeyEvent"),
                    ("Space Bar", "K2Node_InputKey"),
                    ("Switch on EMovementMode", "K2Node_SwitchEnum"),
                    ("Utilities|FlowControl|Switch|Switch on Int", "K2Node_SwitchInteger"),
                    ("Literal enum EMovementMode", "K2Node_EnumLiteral"),
                    ("ForEach EMovementMode", "K2Node_ForEachElementInEnum"),
                    ("Get (a ref)", "K2Node_GetArrayItem"),
                    ("Do Once MultiInput", "K2Node_DoOnceMultiInput"),
                    ("Break Hit Result", "K2Node_CallFunction"),
                    ("Event BeginPlay", "K2Node_Event"),
                    ("BeginPlay", "K2Node_Event"),
                    ("AddEvent|EventTick", "K2Node_Event"),
                    ("On Component Begin Overlap (Zone)", "K2Node_ComponentBoundEvent"),
                    ("Get Open Speed", "K2Node_VariableGet"),
                    ("Set Open Speed", "K2Node_VariableSet"),
                    ("Call OnOpened", "K2Node_CallDelegate"),
                    ("Bind Event to OnOpened", "K2Node_AddDelegate"),
                    ("Unbind all Events from OnOpened", "K2Node_ClearDelegate"),
                    ("DestroyActor", "K2Node_CallFunction"),
                    ("Transformation|Set Actor Location", "K2Node_CallFunction"),
                    ("Get EnhancedInputLocalPlayerSubsystem", "K2Node_GetSubsystemFromPC"),
                    ("For Each Loop", "K2Node_MacroInstance"),
                    ("Increment Int", "K2Node_MacroInstance"),
                ],
                10,
            ),
            4,
        ),
        3,
    ),
)
def test_a_title_of_the_node_menu_makes_its_node(door: Tools, title: str, class_name: str) -> None:
    door.do("add_node", blueprint=DOOR, node_type=title)
    assert door.node("N1").class_name == class_name
    door.do(
        "build_graph", blueprint=DOOR, nodes=[{"id": "a", "node_type": "MenuEntry", "function_name": title}]
    )
    assert door.node("N2" if "Event" not in class_name and "Key" not in class_name else "N1")


@pytest.mark.parametrize(("title", "is_unequal"), [("Equal (Enum)", False), ("Not Equal (Enum)", True)])
def test_values_of_an_enum_are_compared(door: Tools, title: str, is_unequal: bool) -> None:
    door.do("add_node", blueprint=DOOR, node_type=title, type_name="EMovementMode")
    assert door.node("N1").class_name.endswith("EnumInequality" if is_unequal else "EnumEquality")


def test_a_title_that_fits_several_nodes_is_refused_with_all_of_them(door: Tools) -> None:
    door.do("add_variable", blueprint=DOOR, variable_name="MouseX", variable_type="float")
    text = door.refused("add_node", blueprint=DOOR, node_type="Get MouseX")
    assert "node_type=InputKeyValue event_name=MouseX" in text
    assert "node_type=GetVariable variable_name=MouseX" in text


@pytest.mark.parametrize(
    ("given", "mentioned"),
    thinned(
        [
            ({"node_type": "MenuEntry"}, "function_name"),
            ({"node_type": "MenuEntry", "function_name": "Zyxwv"}, "Zyxwv"),
            ({"node_type": "DebugKey", "event_name": "MouseX"}, "axis"),
            ({"node_type": "InputKeyValue", "event_name": "SpaceBar"}, "pressed"),
            ({"node_type": "GetSubsystemFromPC", "target_class": "WaterSubsystem"}, "local player"),
        ],
        2,
    ),
)
def test_what_is_no_entry_is_refused(door: Tools, given: dict[str, Any], mentioned: str) -> None:
    assert mentioned in door.refused("add_node", blueprint=DOOR, **given)


def test_a_player_controller_has_its_local_subsystems_without_another(door: Tools) -> None:
    door.do("create_blueprint", name="BP_Control", parent_class="PlayerController")
    kind = {"node_type": "GetSubsystem", "target_class": "EnhancedInputLocalPlayerSubsystem"}
    door.do("add_node", blueprint="BP_Control", **kind)
    assert door.node("N1").class_name == "K2Node_GetSubsystem"
    door.do(
        "add_node", blueprint="BP_Control", node_type="GetSubsystemFromPC", target_class=kind["target_class"]
    )
    assert door.node("N2").class_name == "K2Node_GetSubsystemFromPC"


@pytest.mark.parametrize(
    "query",
    thinned(["debug key", "compare enum", "mouse axis value", "array reference"], 2, is_one_value=True),
)
def test_seldom_types_are_found(door: Tools, query: str) -> None:
    found = door.do("find_nodes", query=query, kind="node")
    assert "node_type=" in found
    door_types = ("DebugKey", "EnumEqual", "InputKeyValue", "GetArrayItemRef")
    assert any(f"node_type={name}" in found for name in door_types), found


# --- entries that only the editor knows --------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "class_name"),
    [
        ("工具|流程控制|分支", "K2Node_IfThenElse"),
        ("分支", "K2Node_IfThenElse"),
    ],
)
def test_an_entry_of_the_editors_own_menu_is_added_and_read_back(
    door: Tools, title: str, class_name: str
) -> None:
    """In another language no title is known here: what comes of it is what the editor shows then."""
    door.project.sandbox.language = "zh"
    text = door.do("add_node", blueprint=DOOR, node_type="MenuEntry", function_name=title, x=320, y=64)
    node = door.node("N1")
    assert (node.class_name, node.x, node.y) == (class_name, 320, 64)
    assert "in: execute, Condition (bool)" in text
    door.do("set_pin_value", node_id="N1", pin_name="Condition", value=True)
    assert len(door.project.undo_history()) >= 2


def test_the_category_decides_between_entries_of_one_title(door: Tools) -> None:
    """Which of both is meant is only told by the editor: the node is what it makes."""
    title = "Bitwise AND"
    assert "fits 2 names" in door.refused("add_node", blueprint=DOOR, node_type=title)
    door.do("add_node", blueprint=DOOR, node_type=f"Math|Integer64|{title}")
    assert "And_Int64Int64" in str(door.node("N1").properties)
    door.do("add_node", blueprint=DOOR, node_type=f"Math|Integer|{title}")
    assert "And_IntInt" in str(door.node("N2").properties)


def test_the_pins_of_such_a_node_are_known_when_it_is_there(door: Tools) -> None:
    node = {"id": "and", "node_type": "Math|Integer64|Bitwise AND"}
    text = door.refused("build_graph", blueprint=DOOR, nodes=[node], values={"and.A": 3})
    assert "The pins of and are not known before it is there. Add it first, then link it." in text
    door.do("build_graph", blueprint=DOOR, nodes=[node])
    door.do("set_pin_value", node_id="N1", pin_name="A", value=3)


def test_an_entry_that_is_not_there_is_refused_with_entries_like_it(door: Tools) -> None:
    text = door.refused("add_node", blueprint=DOOR, node_type="MenuEntry", function_name="Actor Locatio")
    assert "Transformation|SetActorLocation" in text


@pytest.mark.parametrize(
    ("query", "language", "line"),
    [
        ("set actor location", "en", 'node_type=MenuEntry function_name="Transformation|SetActorLocation"'),
        ("流程控制 分支", "zh", 'node_type=MenuEntry function_name="工具|流程控制|分支"'),
    ],
)
def test_the_editors_own_menu_is_searched_in_its_language(
    door: Tools, query: str, language: Any, line: str
) -> None:
    door.project.sandbox.language = language
    before = door.project.state()
    found = door.do("find_nodes", query=query, blueprint=DOOR, kind="menu")
    assert found.splitlines()[0] == line
    assert door.project.state() == before
    assert "Give blueprint" in door.refused("find_nodes", query=query, kind="menu")
    assert "Nothing on the node menu" in door.do("find_nodes", query="zyxwv", blueprint=DOOR, kind="menu")
