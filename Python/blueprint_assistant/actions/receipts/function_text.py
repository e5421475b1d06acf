"""Functions and events in one line, as the model reads them. Outside uses signature_text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import ParameterInfo as CatalogParameter
    from blueprint_assistant.graph.model.blueprint import Parameter, PinType

__all__ = ["call_text", "signature_text"]

_MAX_PARAMETERS = 8
_NAMED = frozenset({"struct", "object", "byte", "enum", "interface"})
"""Categories that say nothing beside the name of the struct, class or enum."""


def call_text(
    parameters: Iterable[CatalogParameter], hidden: Collection[str] = (), *, most: int = _MAX_PARAMETERS
) -> str:
    """`(Target: Actor, Speed: double) -> ReturnValue: bool`, without what the node hides.

    `most` is how many inputs, and how many outputs, are written out.
    """
    shown = [item for item in parameters if item.name not in hidden]
    inputs = [_text(item) for item in shown if item.direction == "in"]
    return _joined(inputs, [_text(item) for item in shown if item.direction != "in"], most)


def signature_text(inputs: Iterable[Parameter], outputs: Iterable[Parameter]) -> str:
    """The same for a function that a Blueprint declares."""
    return _joined([_text(item) for item in inputs], [_text(item) for item in outputs])


def _text(item: Parameter | CatalogParameter) -> str:
    return f"{item.name}: {_short(item.type)}"


def _short(kind: PinType) -> str:
    """`Vector` for `struct Vector`: a list of functions is read for names, not for categories."""
    if kind.container != "none" or kind.category not in _NAMED or kind.subcategory_object is None:
        return str(kind)
    return kind.subcategory_object.name


def _joined(inputs: list[str], outputs: list[str], most: int = _MAX_PARAMETERS) -> str:
    text = f"({_listed(inputs, most)})"
    return f"{text} -> {_listed(outputs, most)}" if outputs else text


def _listed(items: list[str], most: int) -> str:
    more = [f"{len(items) - most} more"] if len(items) > most else []
    return ", ".join([*items[:most], *more])
