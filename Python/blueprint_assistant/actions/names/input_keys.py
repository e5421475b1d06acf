"""The keys of keyboard, mouse and gamepad by what people call them. Outside uses keys_named, key_of_event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.key_names import key_name
from blueprint_assistant.graph.catalog.name_lookup import fold, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["key_of_event", "keys_named"]

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


_PRESSING: Final = frozenset({"key", "input", "press", "pressed", "down", "on", "button"})
_RELEASING: Final = frozenset({"release", "released", "up"})


def key_of_event(name: str, given: Sequence[str], keys: Sequence[str]) -> tuple[str, str]:
    """The key and the way of what an event is called after, `KeyPressed(F)` or `FPressed()`: F, Pressed.

    `given` are the names in its brackets. Empty when it names no key, or nothing but words for keys.
    """
    words = words_of(name)
    rest = [word for word in words if word not in _PRESSING | _RELEASING]
    own = "".join(rest) if len(rest) < len(words) and not given else ""
    named = own or (given[0] if len(given) == 1 and not rest else "")
    found = keys_named(named, keys) if named else []
    if len(found) != 1:
        return "", ""
    return found[0], "Pressed" if _RELEASING.isdisjoint(words) else "Released"
