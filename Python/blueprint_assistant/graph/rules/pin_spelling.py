"""Pins by names as people and models spell them. Pure; for node tools and text forms alike.

Outside uses SPELLINGS in their order, each only where it gives one pin, and `spelled`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.name_lookup import fold_pin, without_b
from blueprint_assistant.graph.rules.pin_labels import label_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blueprint_assistant.graph.model.blueprint import Pin

__all__ = ["SPELLINGS", "spelled"]


def _folded_without_b(name: str) -> str:
    return fold_pin(without_b(name))


SPELLINGS: Final[tuple[Callable[[str], str], ...]] = (
    str,
    without_b,
    str.casefold,
    fold_pin,
    _folded_without_b,
)
"""How names are compared, the strictest first."""


def spelled(
    pins: Sequence[Pin],
    request: str,
    spelling: Callable[[str], str],
    label: Callable[[Pin], str] = label_of,
) -> list[Pin]:
    """The pins with that name, else those that the editor shows under it (`label`)."""
    wanted = spelling(request)
    by_name = [pin for pin in pins if spelling(pin.name) == wanted]
    return by_name or [pin for pin in pins if spelling(label(pin) or pin.name) == wanted]
