"""The two pins of a link that a model names. Outside uses match_ends and pin_text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.pin_choice import PinKind, has_exact_name, match_pin
from blueprint_assistant.actions.names.project_lookup import LiveNode
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.names.value_texts import value_text

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.model.blueprint import Direction, Pin

__all__ = ["Ends", "match_ends", "pin_text"]

Ends = tuple[LiveNode, "Pin", LiveNode, "Pin"]
"""Node and output pin, node and input pin."""


def match_ends(source: LiveNode, source_pin: str, target: LiveNode, target_pin: str) -> Ends:
    """Both ends of a link, turned round where source and target were beyond doubt given the other way.

    The kind of a pin that is certain helps to find the other. Raises UnknownPinError or
    AmbiguousPinError.
    """
    ends = (source, source_pin, target, target_pin)
    if _is_reversed(*ends):
        ends = (target, target_pin, source, source_pin)
    output, input_pin = _match_pins(*ends)
    return ends[0], output, ends[2], input_pin


def _is_reversed(source: LiveNode, source_pin: str, target: LiveNode, target_pin: str) -> bool:
    """Whether source and target were given the wrong way round, beyond doubt by their exact names."""
    source_pins, target_pins = source.node.pins, target.node.pins
    return (
        has_exact_name(source_pins, source_pin, "input")
        and has_exact_name(target_pins, target_pin, "output")
        and not has_exact_name(source_pins, source_pin, "output")
        and not has_exact_name(target_pins, target_pin, "input")
    )


def _match_pins(source: LiveNode, source_pin: str, target: LiveNode, target_pin: str) -> tuple[Pin, Pin]:
    certain_target = _exactly(target, target_pin, "input")
    output = _match(source, source_pin, "output", _kind(certain_target))
    return output, _match(target, target_pin, "input", _kind(output))


def _exactly(live: LiveNode, name: str, direction: Direction) -> Pin | None:
    return live.node.find_pin(name, direction) if has_exact_name(live.node.pins, name, direction) else None


def _kind(pin: Pin | None) -> PinKind | None:
    if pin is None:
        return None
    return "exec" if pin.is_exec else "data"


def _match(live: LiveNode, name: str, direction: Direction, kind: PinKind | None) -> Pin:
    return match_pin(live.node.pins, name, direction, node=live.label, kind=kind)


def pin_text(pin: Pin, value: Any, context: ActionContext) -> str:
    """The text for a pin: lists and objects by its type, paths for the names of assets and classes."""
    holds_nothing = pin.is_exec or pin.type.container != "none" or pin.type.category == "wildcard"
    return value_text(value) if holds_nothing else typed_text(context, pin.type, value)
