"""The wrong statements of a program, found in one go and told together. Part of `lowering`.

After a statement that cannot be built the others are tried all the same, linked to nothing: what was
done until then is thrown away anyhow. What is wrong only because an earlier statement is, is not told.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import bare, parts_of
from blueprint_assistant.languages.ast.syntax_tree import (
    NO_PLACE,
    Assign,
    Do,
    Entry,
    Goto,
    Handler,
    Identifier,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.errors import AssistantError
    from blueprint_assistant.languages.ast.syntax_tree import Place, Statement
    from blueprint_assistant.languages.lower.emitter import ProgramError

__all__ = ["Blame", "Diagnostics"]

_MOST: Final = 20
"""So many are kept: who reads them shows fewer."""
_BY_LINKS: Final = frozenset(
    {
        "would_replace_link",
        "taken_pin",
        "ambiguous_append_point",
        "exec_output_in_use",
        "unreachable_statement",
    }
)
"""Errors of links that are not what they would be when nothing were wrong before."""


class Diagnostics:
    """Keeps the errors of the statements of one program."""

    def __init__(self) -> None:
        """Nothing is wrong yet."""
        self._found: list[ProgramError] = []
        self._unsure: set[str] = set()

    def __bool__(self) -> bool:
        """Whether anything is wrong."""
        return bool(self._found)

    @property
    def is_full(self) -> bool:
        """Whether so much is wrong that nothing more is looked for."""
        return len(self._found) >= _MOST

    def add(self, part: Statement | Entry, error: ProgramError) -> None:
        """Note what is wrong with a statement or an entry's head, unless another error is the reason."""
        if not self._is_consequence(part, error) and len(self._found) < _MOST:
            self._found.append(error)
        self._unsure.update(name.lower() for name in _given_by(part))

    def add_late(self, error: ProgramError) -> None:
        """Note what was found wrong at the end with a value, where nothing else is."""
        if not self._found:
            self._found.append(error)

    def _is_consequence(self, part: Statement | Entry, error: ProgramError) -> bool:
        if any(str(known.error) == str(error.error) for known in self._found):
            return True
        if self._found and error.error.code in _BY_LINKS:
            return True
        return not isinstance(part, Entry) and any(name.lower() in self._unsure for name in _named_in(part))

    def check(self) -> None:
        """Raises ProgramError with all that is wrong, in the order of the lines."""
        if self._found:
            first, *others = sorted(self._found, key=lambda error: (error.line, error.column))
            raise first.with_others(others)


class Blame:
    """The part of a statement that an error is about: the innermost that was being built."""

    def __init__(self) -> None:
        """Nothing went wrong yet."""
        self._last: tuple[AssistantError | None, Place] = None, NO_PLACE

    @contextmanager
    def on(self, place: Place) -> Iterator[None]:
        """Errors that come out of this are about the part at `place`, unless they are about one in it."""
        try:
            yield
        except Exception as error:
            if place.line and not self._is_known(error):
                self._last = error, place  # type: ignore[assignment]
            raise

    def place(self, error: AssistantError, otherwise: Place) -> Place:
        """Where an error is; `otherwise` when no part of the statement is known for it."""
        return self._last[1] if self._is_known(error) else otherwise

    def _is_known(self, error: BaseException | None) -> bool:
        while error is not None:
            if error is self._last[0]:
                return True
            error = error.__cause__
        return False


def _given_by(part: Statement | Entry) -> tuple[str, ...]:
    """The names that mean something after a part, when it can be built."""
    if isinstance(part, Entry):
        return part.name, *(item.name for item in part.parameters)
    given = (*names_of(part), *(part.names if isinstance(part, Do) else ()))
    return (
        (*given, part.target.name)
        if isinstance(part, Assign) and isinstance(part.target, Identifier)
        else given
    )


def _named_in(statement: Statement) -> Iterator[str]:
    for part in parts_of(bare(statement)):
        if isinstance(part, Identifier | Handler):
            yield part.name
        elif isinstance(part, Goto):
            yield part.to
