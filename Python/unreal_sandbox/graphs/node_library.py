"""`BlueprintEditorLibrary`: pins, title, category, position and size of a node; comment boxes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from unreal_sandbox.desk.editor_language import localised_category
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.graphs.graph_pins import find_pin, invalid_pin, pin_struct, visible
from unreal_sandbox.graphs.localised_titles import node_category, title_text

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Direction, Pin
    from unreal_sandbox.blueprints.blueprint_objects import NodeTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.graphs.pin_type_structs import EdGraphPinTypeBase

__all__: list[str] = []

library = UnrealClass("BlueprintEditorLibrary")

_LOG = "LogBlueprintEditorLib"


def _structs(node: NodeTarget, direction: Direction | None = None) -> list[Any]:
    return [pin_struct(node, pin) for pin in visible(node.node, direction)]


@library.method()
def list_all_pins(editor: EditorState, node: NodeTarget, direction: Any) -> list[Any]:
    """The visible pins, inputs first."""
    if direction is None:
        return _structs(node)
    return _structs(node, "output" if direction.name == "EGPD_OUTPUT" else "input")


@library.method()
def list_input_pins(editor: EditorState, node: NodeTarget) -> list[Any]:
    """The visible inputs."""
    return _structs(node, "input")


@library.method()
def list_output_pins(editor: EditorState, node: NodeTarget) -> list[Any]:
    """The visible outputs."""
    return _structs(node, "output")


def _by_index(node: NodeTarget, index: int, direction: Direction, kind: EdGraphPinTypeBase) -> Any:
    pins = visible(node.node, direction)
    if 0 <= index < len(pins) and _has_type(pins[index], kind):
        return pin_struct(node, pins[index])
    return invalid_pin(node.editor)


def _has_type(pin: Pin, kind: EdGraphPinTypeBase) -> bool:
    """Whether a pin has the wished type; an empty type is no wish."""
    return not kind._pin_type.category or kind._pin_type == pin.type


def _by_name(node: NodeTarget, name: str, direction: Direction, kind: EdGraphPinTypeBase) -> Any:
    for pin in visible(node.node, direction):
        if pin.name.lower() == name.lower() and _has_type(pin, kind):
            return pin_struct(node, pin)
    return invalid_pin(node.editor)


@library.method()
def find_input_pin_by_index(
    editor: EditorState,
    node: NodeTarget,
    index: int,
    type: EdGraphPinTypeBase,
) -> Any:
    """A visible input by index, or an invalid pin."""
    return _by_index(node, index, "input", type)


@library.method()
def find_input_pin(
    editor: EditorState,
    node: NodeTarget,
    pin_name: str,
    type: EdGraphPinTypeBase,
) -> Any:
    """A visible input by internal name, or an invalid pin."""
    return _by_name(node, pin_name, "input", type)


@library.method()
def find_output_pin_by_index(
    editor: EditorState,
    node: NodeTarget,
    index: int,
    type: EdGraphPinTypeBase,
) -> Any:
    """A visible output by index, or an invalid pin."""
    return _by_index(node, index, "output", type)


@library.method()
def find_output_pin(
    editor: EditorState,
    node: NodeTarget,
    pin_name: str,
    type: EdGraphPinTypeBase,
) -> Any:
    """A visible output by internal name, or an invalid pin."""
    return _by_name(node, pin_name, "output", type)


def _expected(editor: EditorState, node: NodeTarget, name: str, direction: Direction) -> Any:
    pin = find_pin(node, name, direction)
    if pin._owner is None:
        editor.write_log(_LOG, "Warning", f"Node '{node.name()}' has no pin '{name}'.")
    return pin


@library.method()
def find_execute_pin(editor: EditorState, node: NodeTarget) -> Any:
    """The input `execute`."""
    return _expected(editor, node, "execute", "input")


@library.method()
def find_then_pin(editor: EditorState, node: NodeTarget) -> Any:
    """The output `then`; a miss is logged."""
    return _expected(editor, node, "then", "output")


@library.method()
def find_else_pin(editor: EditorState, node: NodeTarget) -> Any:
    """The output `else` of a Branch."""
    return _expected(editor, node, "else", "output")


@library.method()
def find_condition_pin(editor: EditorState, node: NodeTarget) -> Any:
    """The input `Condition` of a Branch."""
    return _expected(editor, node, "Condition", "input")


@library.method()
def find_self_pin(editor: EditorState, node: NodeTarget) -> Any:
    """The Target pin, when it is visible."""
    return find_pin(node, "self", "input")


def _only_data_pin(node: NodeTarget, direction: Direction) -> Any:
    pins = [
        pin for pin in visible(node.node, direction) if not pin.is_exec and pin.type.category != "delegate"
    ]
    return pin_struct(node, pins[0]) if len(pins) == 1 else invalid_pin(node.editor)


@library.method()
def find_result_pin(editor: EditorState, node: NodeTarget) -> Any:
    """The only data output, invalid when there are several."""
    return _only_data_pin(node, "output")


@library.method()
def find_data_input_pin(editor: EditorState, node: NodeTarget) -> Any:
    """The only data input, invalid when there are several."""
    return _only_data_pin(node, "input")


@library.method()
def set_node_pos(editor: EditorState, node: NodeTarget, pos: Any) -> None:
    """Move a node."""
    present = node.node
    if (present.x, present.y) != (pos.x, pos.y) and not editor.is_in_pie:
        node.modify()
        node.graph.draft.replace(replace(present, x=pos.x, y=pos.y))


@library.method()
def get_node_pos(editor: EditorState, node: NodeTarget) -> Any:
    """The position."""
    return editor.types.get("IntPoint")(node.node.x, node.node.y)


@library.method()
def get_node_size(editor: EditorState, node: NodeTarget) -> Any:
    """The stored size; zero here, for nothing is ever drawn, except for comment boxes."""
    properties = dict(node.node.properties)
    width, height = properties.get("NodeWidth", "0"), properties.get("NodeHeight", "0")
    return editor.types.get("Vector2D")(float(width), float(height))


@library.method()
def get_node_title(editor: EditorState, node: NodeTarget) -> str:
    """The title in the editor's language; custom events have two lines."""
    return title_text(editor, node.node)


@library.method()
def get_node_category(editor: EditorState, node: NodeTarget) -> str:
    """The palette category in the editor's language; empty for own functions [FIELD_NOTES 2: `|Fn_0`]."""
    return localised_category(editor.language, node_category(editor, node.node))
