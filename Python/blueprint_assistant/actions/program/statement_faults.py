"""What is wrong with a program, statement by statement, for models and for tools (1.18 of the protocol).

Outside uses CodeFault, NotWrittenError, faults_of and not_written. All wrong statements are told in one go.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from textwrap import dedent
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.actions.base import Remedy
from blueprint_assistant.errors import AssistantError, TextError, ToolError
from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.lower.emitter import ProgramError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from blueprint_assistant.actions.offered_programs import Offer

__all__ = [
    "CodeFault",
    "NotWrittenError",
    "faults_of",
    "first_at_each_place",
    "not_written",
    "without_consequences",
]

_MOST_TOLD: Final = 5
_EXCERPT_CHARS: Final = 120
_BEFORE: Final = 60
_AT_LINE: Final = re.compile(r"Line (\d+): ")


@dataclass(frozen=True, slots=True)
class CodeFault:
    """One wrong statement. `line` and `column` count from 1, 0 when the fault has no place."""

    code: str
    what: str
    fix: str
    line: int = 0
    column: int = 0
    candidates: tuple[str, ...] = ()
    pins: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    """The lines that would be right in its place, where that is certain."""
    others: tuple[str, ...] = ()
    """Lines of which one is meant, where that is not certain."""

    @property
    def right(self) -> tuple[str, ...]:
        """The lines to write in its place: those that are certain, else the likeliest; empty for none."""
        certain = tuple(line for line in self.mended if not _AT_LINE.match(line))
        return certain or self.others[:1]

    def told(self, lines: Sequence[str]) -> str:
        """The fault for a model: what and where, the line with a caret, what to write."""
        parts = [f"{self._sentence()} ({self.code})", *_pointed(lines, self.line, self.column)]
        if self.others:
            return "\n".join(
                [*parts, "  Write what is meant:", *(f"    {line.strip()}" for line in self.others)]
            )
        if self.mended:
            was = lines[self.line - 1] if 0 < self.line <= len(lines) else ""
            return "\n".join([*parts, *_written(self.mended, was)])
        return "\n".join([*parts, f"  {self.fix}"] if self.fix else parts)

    def _sentence(self) -> str:
        if self.line and self.code == BlueCodeError.code:
            return f"{self.what.rstrip('.')} (line {self.line}, column {self.column})."
        return f"Line {self.line}: {self.what}" if self.line else self.what

    def fields(self) -> dict[str, Any]:
        """The fault as values: those that it has."""
        found: dict[str, Any] = {"error_code": self.code, "error": self.what}
        if self.line:
            found |= {"line": self.line, "column": self.column}
        for name in ("candidates", "pins"):
            if getattr(self, name):
                found[name] = list(getattr(self, name))
        return found | ({"suggested_fix": self.fix} if self.fix else {})


_OF_NOTHING: Final = (
    "unknown_name",
    "unknown_function",
    "unknown_class",
    "unknown_pin",
    "hopeless_cast",
    "plan_refused",
)
"""What is wrong with a condition that somebody made up: it asks for what is not there."""


class NotWrittenError(ToolError):
    """A program cannot be written; nothing was changed. `faults` are what is wrong with it.

    `offer` is what would be written in its place, where that is certain.
    """

    code = "not_written"

    def __init__(
        self,
        what: str,
        fix: str = "",
        faults: Iterable[CodeFault] = (),
        lines: Sequence[str] = (),
        *,
        offer: Offer | None = None,
    ) -> None:
        """Keep the faults, and the lines of the program, beside what is said of them."""
        super().__init__(what, fix)
        self.faults = tuple(faults)
        self.offer = offer
        self._lines = lines

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """The wrong lines, each with what would be right."""
        return tuple(
            Remedy(
                fault.line,
                self._lines[fault.line - 1].strip(),
                fault.what,
                fault.right,
                _without_condition(self._lines, fault.line) if fault.code in _OF_NOTHING else "",
            )
            for fault in self.faults
            if 0 < fault.line <= len(self._lines)
        )


def faults_of(error: AssistantError) -> tuple[CodeFault, ...]:
    """The faults that an error of reading or building a program stands for."""
    if isinstance(error, NotWrittenError) and error.faults:
        return error.faults
    return tuple(map(_fault, getattr(error, "errors", (error,))))


def _fault(error: AssistantError) -> CodeFault:
    cause = error.error if isinstance(error, ProgramError) else error
    what = getattr(cause, "reason", cause.what).rstrip()
    what = what if what.endswith((".", "!", "?")) else f"{what}."
    place = error if isinstance(error, ProgramError | TextError) else None
    line, column = (place.line, place.column) if place is not None else (getattr(error, "line", 0), 0)
    said = _AT_LINE.match(what)
    if said is not None and not line:
        line, what = int(said[1]), what[said.end() :]
    return CodeFault(cause.code, what, cause.fix, line, column, cause.candidates, cause.pins)


def not_written(faults: Iterable[CodeFault], code: str, offer: Offer | None = None) -> NotWrittenError:
    """The error that tells the faults, each once and in the order of the lines."""
    found = sorted(dict.fromkeys(faults), key=lambda fault: (fault.line, fault.column))
    lines = code.splitlines()
    told = [fault.told(lines) for fault in found[:_MOST_TOLD]]
    if len(found) > _MOST_TOLD:
        told.append(f"{len(found) - _MOST_TOLD} more faults: mend these first.")
        offer = None  # only what was told can be agreed to
    said = ["Sent once more as it is, it is written so."] if offer is not None else []
    text = "\n".join(["Nothing was written.", *told, *said])
    return NotWrittenError(text, faults=found, lines=lines, offer=offer)


def first_at_each_place(faults: Iterable[CodeFault]) -> list[CodeFault]:
    """The faults but those at the place of an earlier one: what is wrong there has been told."""
    told: dict[object, CodeFault] = {}
    for number, one in enumerate(faults):
        told.setdefault((one.line, one.column) if one.column else number, one)
    return [*told.values()]


def without_consequences(
    faults: Iterable[CodeFault], unread: Iterable[TextError], code: str
) -> Iterator[CodeFault]:
    """The faults but those of names that stand in lines which cannot be read: these may give them."""
    lines = code.splitlines()
    words = {
        word.lower()
        for error in unread
        if 0 < error.line <= len(lines)
        for word in re.findall(r"\w+", lines[error.line - 1])
    }
    for fault in faults:
        named = re.search(r"'([^']+)'", fault.what)
        if named is None or not {word.lower() for word in re.findall(r"\w+", named[1])} <= words:
            yield fault


def _without_condition(lines: Sequence[str], line: int) -> str:
    """The program with the block of an `if` in its place; empty for other lines (from 1) and with an else."""
    own, *rest = lines[line - 1 :]
    indent = len(own) - len(own.lstrip())
    block = list(takewhile(lambda text: not text.strip() or len(text) - len(text.lstrip()) > indent, rest))
    behind = rest[len(block) :]
    has_else = bool(behind) and behind[0].strip().startswith(("else", "elif"))
    if not own.strip().startswith("if ") or not "".join(block).strip() or has_else:
        return ""
    inner = [" " * indent + text for text in dedent("\n".join(block)).split("\n") if text.strip()]
    return "\n".join([*lines[: line - 1], *inner, *behind])


def _written(mended: Sequence[str], was: str) -> list[str]:
    """The lines to write: one behind the word, several below it, then those of other places."""
    own = [line for line in mended if not _AT_LINE.match(line)]
    others = [f"  {line}" for line in mended if _AT_LINE.match(line)]
    if len(own) == 1 and own[0].strip() == was.strip():
        return ["  Indent it like what stands above it:", f"    {own[0]}", *others]
    if len(own) == 1:
        return [f"  Write: {own[0].strip()}", *others]
    return ["  Write:", *(f"    {line}" for line in own), *others]


def _pointed(lines: Sequence[str], line: int, column: int) -> list[str]:
    """The line, and a caret under the column; nothing without a place."""
    if not 0 < line <= len(lines):
        return []
    text = "".join(sign if sign.isprintable() else " " for sign in lines[line - 1])
    at = max(column, 1) - 1
    indent = len(text) - len(text.lstrip())
    start = indent if at - indent <= _EXCERPT_CHARS - _BEFORE // 2 else at - _BEFORE
    shown = text[start : start + _EXCERPT_CHARS].rstrip()
    if not column or at <= indent:
        return [f"    {shown}"]
    return [f"    {shown}", "    " + " " * (at - start) + "^"]
