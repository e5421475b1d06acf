"""The node ids of a case beside those of the product, in every spelling of a GUID. Outside uses CaseIds."""

from __future__ import annotations

import re
from typing import Any

__all__ = ["CaseIds"]

_GUID = re.compile(r"[({]?(?<![0-9a-z])(?:[0-9a-f]-?){31}[0-9a-f](?![0-9a-z])[)}]?", re.IGNORECASE)
"""32 digits as one word, with dashes where Windows or Unreal put them, in brackets or without."""
_OURS = re.compile(r"\bN\d+\b")


class CaseIds:
    """Which node of ours each id of the case means."""

    def __init__(self) -> None:
        self._ours: dict[str, str] = {}
        self._spelled: dict[str, str] = {}

    def add(self, case_id: str, ours: str) -> None:
        """Note that an id of the case is that node of ours."""
        self._ours[_folded(case_id)] = ours
        self._spelled[ours] = case_id

    def in_ours(self, value: Any) -> Any:
        """A value of the case with our ids: whole ids, GUIDs in a text, and what lists and objects hold."""
        if isinstance(value, list):
            return [self.in_ours(item) for item in value]
        if isinstance(value, dict):
            return {key: self.in_ours(item) for key, item in value.items()}
        if not isinstance(value, str):
            return value
        whole = self._ours.get(_folded(value))
        return whole or _GUID.sub(lambda found: self._ours.get(_folded(found[0]), found[0]), value)

    def in_theirs(self, text: str) -> str:
        """A text of the product with the ids of the case."""
        return _OURS.sub(lambda found: self._spelled.get(found[0], found[0]), text)


def _folded(text: str) -> str:
    """An id without what its spellings differ in."""
    text = text.strip()
    return re.sub(r"[^0-9a-f]", "", text.lower()) if _GUID.fullmatch(text) else text
