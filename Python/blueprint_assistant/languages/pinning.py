"""Finds the pins that a program names, in the ways in which names are written. Part of `languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError, nearest
from blueprint_assistant.graph.titles import node_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.model import Direction, Node, Pin, PinType

__all__ = [
    "AmbiguousPinNameError",
    "PinTypeError",
    "UnknownPinNameError",
    "exec_names",
    "first_exec",
    "main_output",
    "named_exec",
    "named_pin",
    "shown_inputs",
    "shown_outputs",
]

_OTHER_NAMES: Final = {"target": "self", "result": "ReturnValue", "return": "ReturnValue"}
_FORWARD: Final = {
    "true": "then",
    "false": "else",
    "valid": "Is Valid",
    "invalid": "Is Not Valid",
    "success": "then",
}
_MOST_LISTED: Final = 16


class UnknownPinNameError(GraphError):
    """A node has no pin of that name; the message lists those that it has."""

    code = "unknown_pin"


class AmbiguousPinNameError(GraphError):
    """A name fits several pins of a node."""

    code = "ambiguous_pin"


class PinTypeError(GraphError):
    """A value is of a type that an input does not take; the message lists the inputs."""

    code = "pin_type_mismatch"

    def __init__(self, node: Node, pin: str, kind: PinType, reason: str) -> None:
        """Say which input of which node refuses what, and why."""
        shown = ", ".join(f"{item.name} ({item.type})" for item in shown_inputs(node)[:_MOST_LISTED])
        super().__init__(
            f"{node_title(node).title} takes no {kind} for {pin}: {reason}",
            f"Its inputs: {shown}. Name the one that is meant, or convert the value.",
        )


def named_pin(node: Node, name: str, direction: Direction = "input", *, of: str = "The node") -> Pin:
    """The data pin of a name. Raises UnknownPinNameError or AmbiguousPinNameError with the pins."""
    pins = [pin for pin in node.pins if pin.direction == direction and not pin.is_exec]
    found = _find(pins, name)
    if found is None and name.lower() in _OTHER_NAMES:
        found = _find(pins, _OTHER_NAMES[name.lower()])
    if found is not None:
        return found
    shown = {pin.name: f"{pin.name} ({pin.type})" for pin in pins if not pin.is_hidden}
    raise UnknownPinNameError(f"{of} has no {direction} '{name}'.", _use_one_of(name, shown))


def _find(pins: Sequence[Pin], name: str) -> Pin | None:
    """The one pin of a name; shown ones before hidden ones."""
    shown = [pin for pin in pins if not pin.is_hidden]
    for fold in (str, str.lower, _folded, _without_b):
        wanted = fold(name)
        for candidates in (shown, pins):
            found = [pin for pin in candidates if fold(pin.name) == wanted]
            if len(found) == 1:
                return found[0]
            if found and candidates is shown:
                names = ", ".join(pin.name for pin in found)
                raise AmbiguousPinNameError(f"'{name}' fits several pins: {names}.", "Write one of them.")
    return _labelled(shown, name)


def _labelled(pins: Sequence[Pin], name: str) -> Pin | None:
    """The one pin that the editor shows under that name."""
    found = [pin for pin in pins if _folded(_label(pin)) == _folded(name)]
    return found[0] if len(found) == 1 else None


def _label(pin: Pin) -> str:
    said = re.search(r'"([^"]*)"\)$', pin.friendly_name)
    return said[1] if said else pin.friendly_name


def named_exec(node: Node, name: str, direction: Direction) -> str:
    """The exec pin of a name. Raises UnknownPinNameError with the exec pins that there are."""
    pins = [pin for pin in node.pins if pin.is_exec and pin.direction == direction]
    other = _FORWARD.get(name.lower(), "")
    found = _find(pins, name) or (_find(pins, other) if other else None)
    if found is None:
        shown = {pin.name: pin.name for pin in pins}
        raise UnknownPinNameError(f"There is no exec {direction} '{name}'.", _use_one_of(name, shown))
    return found.name


def exec_names(node: Node, direction: Direction) -> list[str]:
    """The exec pins of one direction, in order."""
    return [pin.name for pin in node.pins if pin.is_exec and pin.direction == direction]


def first_exec(node: Node, direction: Direction) -> str:
    """The first exec pin of one direction. Raises GraphError for a node without."""
    names = exec_names(node, direction)
    if not names:
        raise GraphError("The node has no exec pins.", "Use its value where it is needed.")
    return names[0]


def main_output(node: Node) -> Pin:
    """What a node's name alone means: its only output, or ReturnValue. Raises GraphError."""
    data = [pin for pin in node.pins if pin.direction == "output" and not pin.is_exec and not pin.is_hidden]
    named = [pin for pin in data if pin.name.lower() == "returnvalue"]
    if len(data) != 1 and not named:
        shown = ", ".join(pin.name for pin in data) or "none"
        raise GraphError(f"The node has {len(data)} outputs.", f"Name one of them with a dot: {shown}.")
    return (named or data)[0]


def shown_inputs(node: Node) -> list[Pin]:
    """The data inputs that are shown, in order."""
    return [pin for pin in node.pins if pin.direction == "input" and not pin.is_exec and not pin.is_hidden]


def shown_outputs(node: Node) -> list[Pin]:
    """The data outputs that are shown, in order."""
    return [pin for pin in node.pins if pin.direction == "output" and not pin.is_exec and not pin.is_hidden]


def _use_one_of(name: str, shown: dict[str, str]) -> str:
    first = [shown[item] for item in nearest(name, list(shown))]
    ordered = [*first, *(text for text in shown.values() if text not in first)]
    return f"Use one of: {', '.join(ordered[:_MOST_LISTED])}." if ordered else "It has none."


def _folded(name: str) -> str:
    return re.sub(r"[\s_]", "", name.lower())


def _without_b(name: str) -> str:
    return _folded(name[1:] if re.match(r"b[A-Z]", name) else name)
