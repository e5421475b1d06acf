"""What a service writes, without our key in it and in whole characters. Outside uses AnswerText. Pure.

A service, or who stands between, may repeat the key that it was sent: it would end up in the
conversation, in Blueprints and in files.
"""

from __future__ import annotations

import re
from typing import Any, Final

__all__ = ["AnswerText", "has_half_character"]

_SHORTEST_SECRET: Final = 16
"""Shorter ones are the `local` and `test` of servers that want any text."""
_HIDDEN: Final = "[key]"
_HALF: Final = re.compile("[\ud800-\udfff]")


class AnswerText:
    """The text of one answer while it arrives in pieces."""

    def __init__(self, secret: str = "") -> None:
        """`secret` is the key."""
        self._secret = secret if len(secret) >= _SHORTEST_SECRET else ""
        self._held = ""

    def feed(self, text: str) -> str:
        """What can be shown now. An end that may go on, as the key or as a character, waits."""
        text = self.hide(self._held + text)
        begun = next((n for n in range(len(self._secret) - 1, 0, -1) if text.endswith(self._secret[:n])), 0)
        shown = len(text) - (begun or int("\ud800" <= text[-1:] <= "\udbff"))
        self._held = text[shown:]
        return _whole_characters(text[:shown])

    def release(self) -> str:
        """What was held back and did not go on."""
        held, self._held = self._held, ""
        return _whole_characters(held)

    def hide(self, text: str) -> str:
        """A finished text without the key."""
        return text.replace(self._secret, _HIDDEN) if self._secret else text

    def hide_inside(self, value: Any) -> Any:
        """A JSON value whose texts hold no key."""
        match value:
            case str():
                return self.hide(value)
            case dict():
                return {self.hide(name): self.hide_inside(item) for name, item in value.items()}
            case list():
                return [self.hide_inside(item) for item in value]
            case _:
                return value


def has_half_character(text: str) -> bool:
    r"""Whether the text holds a surrogate (`\ud83d` alone), which no file or request can hold."""
    return _HALF.search(text) is not None


def _whole_characters(text: str) -> str:
    """The text with halves of characters put together, or replaced where the other half is missing."""
    if not has_half_character(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
