"""`BlueprintGraphEditor`: adds and removes the pins that nodes can have more or fewer of."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import added_pins
from blueprint_assistant.graph.model.blueprint import set_property
from blueprint_assistant.graph.model.object_references import quote
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.glue.binding import UnrealClass

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Direction, Node, Pin, Properties
    from unreal_sandbox.blueprints.blueprint_objects import NodeTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.graphs.graph_pins import BlueprintGraphPinBase

__all__: list[str] = []

graph_editor = UnrealClass("BlueprintGraphEditor")


@graph_editor.method()
def add_node_pin(editor: EditorState, subject: Any, node: NodeTarget) -> bool:
    """Add a pin, or a pair to a map; False for nodes that have none to add."""
    if editor.is_in_pie or not added_pins.can_add_pin(node.node):
        return False
    try:
        grown = added_pins.add_node_pin(node.node, editor.catalog, new_guid)
    except GraphError as error:
        editor.write_log("LogBlueprintEditorLib", "Warning", str(error))
        return False
    node.modify()
    node.graph.draft.replace(grown)
    return True


# Node class: the pattern of removable pins, their direction, how many must stay, the property
# that counts them. Which nodes give pins back, and that a Sequence keeps two, is the engine's
# behaviour from general knowledge.
_REMOVABLE: dict[str, tuple[str, Direction, int, str]] = {
    "K2Node_ExecutionSequence": (r"then_(\d+)", "output", 2, ""),
    "K2Node_MultiGate": (r"Out (\d+)", "output", 2, ""),
    "K2Node_SwitchInteger": (r"-?(\d+)", "output", 0, ""),
    "K2Node_SwitchString": (r"(?!Default$).*()", "output", 0, "PinNames"),
    "K2Node_SwitchName": (r"(?!Default$).*()", "output", 0, "PinNames"),
    "K2Node_MakeArray": (r"\[(\d+)\]", "input", 1, "NumInputs"),
    "K2Node_MakeSet": (r"\[(\d+)\]", "input", 1, "NumInputs"),
    "K2Node_Select": (r"Option (\d+)", "input", 2, "NumOptionPins"),
    "K2Node_PromotableOperator": (r"([A-Z])", "input", 2, "NumAdditionalInputs"),
    "K2Node_CommutativeAssociativeBinaryOperator": (r"([A-Z])", "input", 2, "NumAdditionalInputs"),
}


@graph_editor.method()
def remove_node_pin(editor: EditorState, subject: Any, node: NodeTarget, pin: BlueprintGraphPinBase) -> bool:
    """Remove a pin with its links; those behind it are numbered anew, so that older pins are stale.

    False when the node keeps it: the least number of pins, and those that are no additional ones.
    """
    found = pin._find()
    rule = _REMOVABLE.get(node.class_name())
    if found is None or found[0].key() != node.key() or rule is None or editor.is_in_pie:
        return False
    pattern, direction, least, counter = rule
    present = node.node
    own = [item for item in present.pins if _is_additional(item, pattern, direction)]
    if found[1] not in own or len(own) <= least:
        return False
    left = [item for item in own if item.id != found[1].id]
    renamed = {item.id: _renumbered(present, item, place, own) for place, item in enumerate(left)}
    pins = tuple(renamed.get(item.id, item) for item in present.pins if item.id != found[1].id)
    node.modify()
    properties = _counted(present.properties, counter, list(renamed.values()), least)
    node.graph.draft.replace(replace(present, pins=pins, properties=properties))
    return True


def _is_additional(pin: Pin, pattern: str, direction: Direction) -> bool:
    return pin.direction == direction and not pin.is_hidden and re.fullmatch(pattern, pin.name) is not None


def _renumbered(node: Node, pin: Pin, place: int, own: list[Pin]) -> Pin:
    """The pin with the name of the place that it moves to. Cases of strings and names keep theirs."""
    if node.class_name in {"K2Node_SwitchString", "K2Node_SwitchName"}:
        return pin
    return replace(pin, name=own[place].name)


def _counted(properties: Properties, counter: str, left: list[Pin], least: int) -> Properties:
    if counter == "PinNames":
        others = tuple(item for item in properties if not item[0].startswith("PinNames("))
        return (*others, *((f"PinNames({place})", quote(pin.name)) for place, pin in enumerate(left)))
    if not counter:
        return properties
    number = len(left) - least if counter == "NumAdditionalInputs" else len(left)
    return set_property(properties, counter, str(number) if number else None)
