"""The keys of keyboard, mouse and gamepad by the names that people give them. Outside uses keys_named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.key_names import key_name
from blueprint_assistant.graph.catalog.name_lookup import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["keys_named"]

_HABITS: Final = {
    "space": "SpaceBar",
    "esc": "Escape",
    "return": "Enter",
    "ctrl": "LeftControl",
    "control": "LeftControl",
    "shift": "LeftShift",
    "alt": "LeftAlt",
    "lmb": "LeftMouseButton",
    "rmb": "RightMouseButton",
    "mmb": "MiddleMouseButton",
    "leftclick": "LeftMouseButton",
    "rightclick": "RightMouseButton",
}


def keys_named(text: str, keys: Sequence[str]) -> list[str]:
    """Those of the engine's `keys` that a name means: several, one, or none."""
    wanted = fold(text).removesuffix("key") or fold(text)
    named = [key for key in keys if fold(key) in (fold(text), wanted)]
    named = named or [key for key in keys if key_name(key).lower() == text.strip().lower()]
    return named or [_HABITS[word] for word in (wanted,) if word in _HABITS]
