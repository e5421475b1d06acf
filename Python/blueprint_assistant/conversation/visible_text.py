"""The visible part of a reply while it grows. Outside uses VisibleText.

White space is held back until something follows it, so that removed markup leaves no holes.
"""

from __future__ import annotations

__all__ = ["VisibleText"]


class VisibleText:
    """Collects visible text; where markup was removed, a gap becomes one space or one empty line."""

    def __init__(self) -> None:
        """Nothing is visible yet."""
        self._parts: list[str] = []
        self._taken = 0
        self._space: list[str] = []
        self._has_gap = False

    @property
    def is_empty(self) -> bool:
        """Whether nothing is visible yet, white space aside."""
        return not self._parts

    @property
    def whole(self) -> str:
        """All visible text so far, equal to what `take` has returned and would return."""
        return "".join(self._parts)

    def add(self, text: str) -> None:
        """More visible text."""
        body = text.strip()
        if not body:
            self._space.append(text)
            return
        begin = len(text) - len(text.lstrip())
        if self._parts:
            self._parts.append(self._joint(text[:begin]))
        self._parts.append(body)
        self._space = [text[begin + len(body) :]]
        self._has_gap = False

    def mark_gap(self) -> None:
        """Markup was removed here."""
        self._has_gap = True

    def take(self) -> str:
        """What became visible since the last call."""
        new = "".join(self._parts[self._taken :])
        self._taken = len(self._parts)
        return new

    def _joint(self, space: str) -> str:
        whole = "".join(self._space) + space
        if not self._has_gap:
            return whole
        return "\n\n" if "\n" in whole else " "
