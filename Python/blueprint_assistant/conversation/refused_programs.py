"""What is said of a program that is refused once more for the same faults.

Outside uses RefusedPrograms and told_anew.
Small models send what was refused again as it is: each time something else is said, and less of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.actions.base import Remedy

__all__ = ["RefusedPrograms", "told_anew"]

_UNSAID: Final = re.compile(r"\s+|#[^\"']*$")
_REWRITTEN: Final = 2
_LEFT_OUT: Final = 3
_MOST_LINES: Final = 3


class RefusedPrograms:
    """Counts how often one after the other a program is wrong in the same way. One per turn."""

    def __init__(self) -> None:
        """Nothing was refused yet."""
        self._last: frozenset[str] = frozenset()
        self._times = 0
        self._is_known = False

    @property
    def is_hopeless(self) -> bool:
        """Whether all has been said."""
        return self._times > _LEFT_OUT

    @property
    def begins_anew(self) -> bool:
        """Whether the same was refused twice, and nobody knows a line that would be right, or too much."""
        return self._times == _REWRITTEN and not self._is_known

    @property
    def is_again(self) -> bool:
        """Whether the program is wrong as the one before was."""
        return self._times > 1

    def see(self, remedies: Sequence[Remedy]) -> str:
        """What to say in place of the error; empty to say the error itself. No remedies: it was not refused.

        The second time the lines alone as they would be right, the third time to leave them out.
        """
        faults = frozenset(_UNSAID.sub("", item.was) + item.what for item in remedies)
        self._times = self._times + 1 if faults and faults == self._last else 1
        self._last = faults
        self._is_known = any(item.right for item in remedies)
        if not any(item.was for item in remedies) or self._times not in (_REWRITTEN, _LEFT_OUT):
            return ""
        if self._times == _REWRITTEN and any(item.right for item in remedies):
            return "\n".join(_rewritten(remedies))
        lines = dict.fromkeys(item.was for item in remedies[:_MOST_LINES])
        block = " with all that stands under it" if any(line.endswith(":") for line in lines) else ""
        shown = "\n".join(f"  {line}" for line in lines)
        return (
            f"Nothing was written: the same as before.\nLeave out{block}\n{shown}\n"
            "and send the rest of the program, or answer in plain text."
        )


def told_anew(remedies: Sequence[Remedy]) -> str:
    """What a request ends with that is put again, without the programs that were refused."""
    said = " ".join(dict.fromkeys(item.what for item in remedies))
    has_condition = any(item.without for item in remedies)
    otherwise = "without a condition that is not asked for" if has_condition else "in another way"
    return f"(Not so: {said} Write it {otherwise}.)"


def _rewritten(remedies: Sequence[Remedy]) -> Iterator[str]:
    yield "Nothing was written: the same as before. Send the whole program again, but"
    for item in [item for item in remedies if item.right][:_MOST_LINES]:
        yield f"in place of\n  {item.was}\nwrite"
        yield from (f"  {line}" for line in _without_indent(item.right))


def _without_indent(lines: Sequence[str]) -> Iterator[str]:
    least = min(len(line) - len(line.lstrip()) for line in lines)
    yield from (line[least:] for line in lines)
