"""Nodes that are made anew, for no call renames them: what the new ones have not is told."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import set_property

if TYPE_CHECKING:
    from actions.conftest import Tools

OPEN = "func Open(Angle: float):\n  PrintString(Angle)\n"
CALLS = "on BeginPlay():\n  Open(90.0)\n  Shut()\n"


def mark(tools: Tools, function: str, name: str, value: str) -> None:
    """Give a call a property as the artist does by hand."""
    draft = tools.project.sandbox.blueprints["/game/bp_door"].graphs["EventGraph"]
    calls = (item for item in tools.event_graph.nodes if item.class_name == "K2Node_CallFunction")
    node = next(item for item in calls if f'"{function}"' in str(item.find_property("FunctionReference")))
    draft.replace(replace(node, properties=set_property(node.properties, name, value)))


def test_a_comment_or_a_state_that_a_node_made_anew_has_not_is_told(tools: Tools) -> None:
    tools.do("write_graph", blueprint="BP_Door", code=f'{OPEN}\nevent Shut():\n  PrintString("b")\n\n{CALLS}')
    mark(tools, "Open", "NodeComment", '"half way"')
    text = tools.do("write_graph", blueprint="BP_Door", code=OPEN.replace("float", "float, Time: float"))
    assert "Open was made anew without its comment 'half way': use set_node_comment." in text
    mark(tools, "Open", "NodeComment", '"again"')
    text = tools.do("change_function", blueprint="BP_Door", function_name="Open", inputs="Who: Actor")
    assert "without its comment 'again'" in text
    mark(tools, "Shut", "NodeComment", '"at night"')
    mark(tools, "Shut", "EnabledState", "Disabled")
    text = tools.do("rename_variable", blueprint="BP_Door", old_name="Shut", new_name="Close")
    assert "without its comment 'at night'" in text
    assert "was disabled and was made anew enabled" in text
