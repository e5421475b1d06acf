"""What the tools do with the designer's widgets: use them, and leave them to the user."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

MENU = "/Game/UI/WBP_Menu"


@pytest.fixture
def menu(tools: Tools) -> Tools:
    """A menu with one button."""
    tools.project.create(MENU, "/Script/UMG.UserWidget")
    tools.project.sandbox.add_widget(MENU, "/Script/UMG.Button", "QuitButton")
    tools.do("compile_blueprint", blueprint="WBP_Menu")
    return tools


def test_widgets_are_shown(menu: Tools) -> None:
    text = menu.do("get_blueprint_info", blueprint="WBP_Menu")
    assert "widgets: QuitButton (Button under CanvasPanel_0)" in text


def test_a_click_is_bound_to_an_event(menu: Tools) -> None:
    menu.do(
        "build_graph",
        blueprint="WBP_Menu",
        nodes=[
            {"id": "made", "node_type": "Event", "event_name": "Construct"},
            {
                "id": "bind",
                "node_type": "BindDispatcher",
                "event_name": "OnClicked",
                "target_class": "Button",
            },
            {"id": "button", "node_type": "GetVariable", "variable_name": "quit button"},
            {"id": "clicked", "node_type": "CustomEvent", "event_name": "QuitClicked"},
        ],
        links=[
            "made.then -> bind.execute",
            "button.QuitButton -> bind.self",
            "clicked.OutputDelegate -> bind.Delegate",
        ],
    )
    assert "0 errors, 0 warnings" in menu.do("compile_blueprint", blueprint="WBP_Menu")


def test_a_widget_that_no_compile_has_seen_is_refused_with_what_to_do(menu: Tools) -> None:
    menu.project.sandbox.add_widget(MENU, "/Script/UMG.Button", "PlayButton")
    getter = {"blueprint": "WBP_Menu", "node_type": "GetVariable", "variable_name": "PlayButton"}
    assert "Compile the Blueprint first" in menu.refused("add_node", **getter)
    menu.do("compile_blueprint", blueprint="WBP_Menu")
    menu.do("add_node", **getter)


def test_another_blueprint_reads_a_widget(menu: Tools) -> None:
    menu.do(
        "add_node",
        blueprint="BP_Door",
        node_type="GetVariable",
        variable_name="QuitButton",
        target_class="WBP_Menu",
    )
    found = menu.node("N1").find_pin("QuitButton", "output")
    assert found is not None
    assert "Button" in str(found.type)


def test_a_bound_event_is_refused_with_what_to_do(menu: Tools) -> None:
    event = {"node_type": "ComponentEvent", "component_name": "QuitButton", "event_name": "OnClicked"}
    assert "BindDispatcher" in menu.refused("add_node", blueprint="WBP_Menu", **event)
    offered = menu.do("find_nodes", blueprint="WBP_Menu", query="quit button clicked")
    assert "node_type=BindDispatcher event_name=OnClicked target_class=Button" in offered
    assert "ComponentEvent" not in offered


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("add_component", {"component_type": "Button", "component_name": "PlayButton"}),
        ("add_component", {"component_type": "StaticMesh", "component_name": "Mesh"}),
        ("remove_component", {"component_name": "QuitButton"}),
        (
            "set_component_property",
            {"component_name": "QuitButton", "property_name": "IsFocusable", "value": "false"},
        ),
        ("rename_variable", {"old_name": "QuitButton", "new_name": "LeaveButton"}),
        ("add_variable", {"variable_name": "QuitButton", "variable_type": "int"}),
    ],
)
def test_what_the_designer_holds_is_left_to_the_user(
    menu: Tools, tool: str, arguments: dict[str, Any]
) -> None:
    menu.refused(tool, blueprint="WBP_Menu", **arguments)
