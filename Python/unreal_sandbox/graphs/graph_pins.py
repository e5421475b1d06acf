"""`BlueprintGraphPin`: a value that names a pin and finds it anew on every use.

A failed look-up gives an invalid pin, never None; its methods do nothing. When a node was rebuilt
so that the index now holds another name, an old pin is invalid too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from blueprint_assistant.graph.model.blueprint import PinRef
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.structs import StructBase
from unreal_sandbox.graphs import linking
from unreal_sandbox.graphs.pin_type_structs import json_schema, pin_type_struct
from unreal_sandbox.graphs.pin_values import read_value, write_value
from unreal_sandbox.graphs.type_text import type_display

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Direction, Node, Pin
    from unreal_sandbox.blueprints.blueprint_objects import NodeTarget
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["BlueprintGraphPinBase", "find_pin", "invalid_pin", "pin_struct", "visible"]

library = UnrealClass("BlueprintGraphPinLibrary")


class BlueprintGraphPinBase(StructBase):
    """The wrapper: owner, direction, index among the owner's pins of that direction, and name."""

    __slots__ = ("_direction", "_index", "_owner", "_pin_name", "_rebuilds")
    _owner: NodeTarget | None
    _direction: Direction
    _index: int
    _pin_name: str
    _rebuilds: int
    """How often the owner had been rebuilt when the pin was looked up."""

    def __init__(self) -> None:
        super().__init__()
        self._owner = None
        self._direction = "input"
        self._index = -1
        self._pin_name = "None"
        self._rebuilds = 0

    def _find(self) -> tuple[NodeTarget, Pin] | None:
        """The pin as it is now with its owner, or None when it is gone."""
        if self._owner is None or not _is_there(self._owner):
            return None
        pins = [pin for pin in self._owner.node.pins if pin.direction == self._direction]
        if not 0 <= self._index < len(pins):
            return None
        found = pins[self._index]
        if self._rebuilds != _rebuilds(self._owner):
            habit = self._owner.editor.switches.pins_after_rebuild
            if habit == "invalid":
                return None
            if habit == "elsewhere":
                return self._owner, found
        return (self._owner, found) if found.name == self._pin_name else None

    def copy(self) -> Self:
        """A copy."""
        result = type(self)()
        result._owner, result._direction = self._owner, self._direction
        result._index, result._pin_name = self._index, self._pin_name
        result._rebuilds = self._rebuilds
        return result

    def assign(self, other: object) -> None:
        """Take over another pin."""
        if not isinstance(other, BlueprintGraphPinBase):
            raise TypeError(
                f"BlueprintGraphPin: Cannot cast type '{type(other).__name__}' to 'BlueprintGraphPin'"
            )
        self._owner, self._direction = other._owner, other._direction
        self._index, self._pin_name = other._index, other._pin_name
        self._rebuilds = other._rebuilds

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, BlueprintGraphPinBase):
            return NotImplemented
        return self._identity() == other._identity()

    __hash__ = StructBase.__hash__

    def _identity(self) -> tuple[object, ...]:
        owner = None if self._owner is None else self._owner.key()
        return (owner, self._direction, self._index, self._pin_name)

    def __repr__(self) -> str:
        return "<Struct 'BlueprintGraphPin' {}>"


def _is_there(owner: NodeTarget) -> bool:
    return linking.is_alive(owner)


def _rebuilds(owner: NodeTarget) -> int:
    return owner.graph.asset.rebuilt_nodes.get(owner.guid, 0)


def pin_struct(owner: NodeTarget, pin: Pin) -> Any:
    """The wrapper of a pin of a node."""
    result = owner.editor.types.get("BlueprintGraphPin")()
    result._owner = owner
    result._direction = pin.direction
    same = [item for item in owner.node.pins if item.direction == pin.direction]
    result._index = next(number for number, item in enumerate(same) if item.id == pin.id)
    result._pin_name = pin.name
    result._rebuilds = _rebuilds(owner)
    return result


def invalid_pin(editor: EditorState) -> Any:
    """What a failed look-up gives."""
    return editor.types.get("BlueprintGraphPin")()


def visible(node: Node, direction: Direction | None = None) -> list[Pin]:
    """The pins that scripts see: inputs, then outputs, hidden ones left out."""
    return [pin for pin in node.visible_pins if direction in (None, pin.direction)]


def find_pin(owner: NodeTarget, name: str, direction: Direction) -> Any:
    """The visible pin of that name, or an invalid one."""
    for pin in visible(owner.node, direction):
        if pin.name.lower() == name.lower():
            return pin_struct(owner, pin)
    return invalid_pin(owner.editor)


# --- BlueprintGraphPinLibrary ------------------------------------------------------------------


@library.method()
def is_valid(editor: EditorState, pin: BlueprintGraphPinBase) -> bool:
    """Whether the pin is there."""
    return pin._find() is not None


@library.method()
def is_same_native_pin(editor: EditorState, pin: BlueprintGraphPinBase, other: BlueprintGraphPinBase) -> bool:
    """Whether both name the same pin that is there."""
    found = pin._find()
    return found is not None and pin == other


@library.method()
def set_pin_value(editor: EditorState, pin: BlueprintGraphPinBase, value: str) -> bool:
    """Set the literal. False also when it already was so; a true result proves little."""
    found = pin._find()
    return found is not None and write_value(editor, found[0], found[1], value)


@library.method()
def get_pin_value(editor: EditorState, pin: BlueprintGraphPinBase) -> str:
    """The literal, in the spelling that the editor reads back."""
    found = pin._find()
    return "" if found is None else read_value(editor, *found)


@library.method()
def try_create_connection(
    editor: EditorState, pin: BlueprintGraphPinBase, other: BlueprintGraphPinBase
) -> bool:
    """Link two pins in either order; may replace links and insert a conversion node."""
    first, second = pin._find(), other._find()
    if first is None or second is None:
        return False
    return linking.connect(editor, first, second)


@library.method()
def can_create_connection(
    editor: EditorState, pin: BlueprintGraphPinBase, other: BlueprintGraphPinBase
) -> bool:
    """Whether `try_create_connection` would link them."""
    first, second = pin._find(), other._find()
    return first is not None and second is not None and linking.can_connect(editor, first, second)


@library.method()
def break_pin_links(editor: EditorState, pin: BlueprintGraphPinBase) -> bool:
    """Break every link; whether there was one."""
    found = pin._find()
    return found is not None and linking.disconnect(editor, found)


@library.method()
def break_single_pin_link(
    editor: EditorState, pin: BlueprintGraphPinBase, other: BlueprintGraphPinBase
) -> bool:
    """Break one link; whether there was one."""
    found, end = pin._find(), other._find()
    return found is not None and end is not None and linking.disconnect(editor, found, end)


@library.method()
def get_pin_name(editor: EditorState, pin: BlueprintGraphPinBase) -> str:
    """The internal name; the name None of an invalid pin."""
    found = pin._find()
    return "None" if found is None else found[1].name or "None"


@library.method()
def get_pin_direction(editor: EditorState, pin: BlueprintGraphPinBase) -> Any:
    """Input or output."""
    kind = editor.types.get("EdGraphPinDirection")
    return kind.EGPD_OUTPUT if pin._direction == "output" else kind.EGPD_INPUT


@library.method()
def get_pin_type_as_json_schema(editor: EditorState, pin: BlueprintGraphPinBase) -> str:
    """A JSON-schema text of the type."""
    found = pin._find()
    return "" if found is None else json_schema(found[1].type)


@library.method()
def get_pin_type_display_string(editor: EditorState, pin: BlueprintGraphPinBase) -> str:
    """The type for people, in the editor's language."""
    found = pin._find()
    return "" if found is None else type_display(editor, found[1].type)


@library.method()
def get_pin_type(editor: EditorState, pin: BlueprintGraphPinBase) -> Any:
    """The type."""
    found = pin._find()
    if found is None:
        return editor.types.get("EdGraphPinType")()
    return pin_type_struct(editor, found[1].type)


@library.method()
def get_owning_node(editor: EditorState, pin: BlueprintGraphPinBase) -> NodeTarget | None:
    """The node, or None for an invalid pin."""
    found = pin._find()
    return None if found is None else found[0]


@library.method()
def list_connected_pins(editor: EditorState, pin: BlueprintGraphPinBase) -> list[Any]:
    """The pins linked to this one, oldest link first."""
    found = pin._find()
    if found is None:
        return []
    owner, native = found
    graph = owner.graph
    ends = []
    for ref in graph.draft.links_of(PinRef(owner.name(), native.id)):
        node = graph.draft.node(ref.node)
        end = node.pin_by_id(ref.pin)
        if end is not None and node.class_name.startswith("K2Node"):
            ends.append(pin_struct(linking.node_target(graph, node), end))
    return ends
