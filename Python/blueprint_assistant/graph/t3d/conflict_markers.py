"""Finds what git leaves in a text whose two sides were not merged. Used by the readers of T3D and BlueCode.

Both sides stand in such a text: read as one it would be a graph, or a program, that nobody made.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["CONFLICT_FIX", "conflict_marker"]

CONFLICT_FIX: Final = "Resolve the conflict: keep one side and take the marked lines out."

_SIGNS: Final = ("<<<<<<<", "|||||||", ">>>>>>>")
_MARKER: Final = re.compile(r"^(?:<{7}|\|{7}|>{7})(?=[ \t\r]|$)", re.MULTILINE)


def conflict_marker(text: str) -> int | None:
    """Where the first line begins that git put in, `|||||||` of the style diff3 included; None without one.

    `=======` alone is none: so headings are underlined.
    """
    # A long text is searched for three words first, which is many times faster than line by line.
    if not any(sign in text for sign in _SIGNS):
        return None
    found = _MARKER.search(text)
    return None if found is None else found.start()
