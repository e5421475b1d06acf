"""Names of values turned into variables, in the tree of an entry. Part of `lower`.

Whoever asks has made the variables.
"""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import (
    blocks_of,
    entry_blocks,
    map_blocks,
    parts_of,
    walk_blocks,
)
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    BooleanLiteral,
    Call,
    Do,
    ForRange,
    Identifier,
    Let,
    Member,
    NumberLiteral,
    StringLiteral,
    said_fields,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Expression, Statement

__all__ = [
    "as_name",
    "is_set_again",
    "kept_as",
    "last_named",
    "literal_type",
    "parts_kept_as",
    "put_instead",
    "uses_part",
    "value_of",
]


def value_of(statement: Let | Do | Assign) -> Expression | None:
    """The value that a statement names; None where it names several."""
    if isinstance(statement, Do):
        return None if statement.names else statement.call
    return statement.value


def as_name(statement: Assign) -> Let | Do:
    """`int n = Health` as a name for its value."""
    name, value = statement.target.name, statement.value
    if isinstance(value, Call):
        return Do(value, name, label=statement.label, place=statement.place)
    assert value is not None  # noqa: S101 - only a set without a value has none, and that declares nothing
    return Let(name, value, label=statement.label, place=statement.place)


def literal_type(value: Expression | None) -> str:
    """The type of a plain value in words; empty for all else."""
    match value:
        case NumberLiteral(text):
            return "float" if set(text) & set(".eE") else "int"
        case BooleanLiteral():
            return "bool"
        case StringLiteral():
            return "string"
        case _:
            return ""


def is_set_again(entry: Entry, statement: Statement, name: str) -> bool:
    """Whether another statement of an entry sets what one names."""
    return any(
        isinstance(one, Assign)
        and one is not statement
        and isinstance(one.target, Identifier)
        and one.target.name.lower() == name.lower()
        for one in walk_blocks(entry_blocks(entry))
    )


def kept_as(entry: Entry, statement: Statement, value: Expression, variable: str) -> Entry:
    """The entry with a variable set to a value where a statement named it, and read where the name was."""
    place = statement.place
    made = Assign(Identifier(variable, place=place), value, label=statement.label, place=place)
    return _changed(entry, _Renaming(statement, (made,), {(_named(statement).lower(), ""): variable}))


def parts_kept_as(entry: Entry, statement: Do, parts: Sequence[tuple[Identifier | Member, str]]) -> Entry:
    """The entry with variables set to outputs of a call behind it, and read where the outputs were."""
    place = statement.place
    names = tuple(f"{name}Given" if name else "" for name in statement.names)
    given = {name: f"{name}Given" for name in statement.names}
    sets = tuple(
        Assign(
            Identifier(variable, place=place),
            replace(part, name=given[part.name]) if isinstance(part, Identifier) else part,
            place=place,
        )
        for part, variable in parts
    )
    renamed = {key: variable for part, variable in parts if (key := _key(part)) is not None}
    return _changed(entry, _Renaming(statement, (replace(statement, names=names), *sets), renamed))


def last_named(entry: Entry, loop: ForRange, name: str) -> Entry:
    """The entry with a name for the last number of a loop, before it."""
    place = loop.place
    first = Let(name, loop.last, label=loop.label, place=place)
    made = replace(loop, last=Identifier(name, place=place), label="")
    return _changed(entry, _Renaming(loop, (first, made), {}))


def put_instead(entry: Entry, statement: Statement, instead: Statement) -> Entry:
    """The entry with another statement in the place of one."""
    return _changed(entry, _Renaming(statement, (instead,), {}))


def uses_part(entry: Entry, part: Identifier | Member) -> bool:
    """Whether an entry has an output of a call somewhere."""
    return any(_key(one) == _key(part) for one in parts_of(entry_blocks(entry)))


def _key(part: object) -> tuple[str, str] | None:
    """What a name, or a member of a name, is found by; None for all else."""
    if isinstance(part, Identifier):
        return part.name.lower(), ""
    if isinstance(part, Member) and isinstance(part.of, Identifier):
        return part.of.name.lower(), part.name.lower()
    return None


def _changed(entry: Entry, renaming: _Renaming) -> Entry:
    arms = tuple(replace(arm, block=renaming.block(arm.block) or arm.block) for arm in entry.arms)
    return replace(entry, body=renaming.block(entry.body) or entry.body, arms=arms)


def _named(statement: Statement) -> str:
    if isinstance(statement, Assign) and isinstance(statement.target, Identifier):
        return statement.target.name
    return next(iter(names_of(statement)), "")


class _Renaming:
    """Puts others in the place of a statement, and other names behind it, until they are given anew."""

    def __init__(self, statement: Statement, instead: Block, renamed: Mapping[tuple[str, str], str]) -> None:
        self._statement, self._instead = statement, instead
        self._names = {key: name for key, name in renamed.items() if key != (name.lower(), "")}

    def block(self, block: Block) -> Block | None:
        """The block with it; None when the statement is not in it."""
        for number, one in enumerate(block):
            inner = self._inside(one)
            made = self._instead if one is self._statement else (inner,) if inner is not None else ()
            if made:
                return (*block[:number], *made, *self._behind(block[number + 1 :]))
        return None

    def _inside(self, statement: Statement) -> Statement | None:
        changed = [self.block(block) for _, block in blocks_of(statement)]
        if all(block is None for block in changed):
            return None
        waiting = iter(changed)
        return map_blocks(statement, lambda block: next(waiting) or block)

    def _behind(self, block: Block) -> Block:
        if not self._names:
            return block
        made: list[Statement] = []
        for number, one in enumerate(block):
            given = {name.lower() for name in names_of(one) if name}
            if not isinstance(one, Assign) and any(name in given for name, _ in self._names):
                return (*made, *block[number:])
            made.append(self._renamed(one))
        return tuple(made)

    def _renamed(self, part: Any) -> Any:
        key = _key(part)
        if key in self._names:
            return Identifier(self._names[key], place=part.place)
        if isinstance(part, tuple):
            return tuple(map(self._renamed, part))
        if not is_dataclass(part) or isinstance(part, type):
            return part
        inner = {name: getattr(part, name) for name in said_fields(type(part))}
        changed = {name: made for name, value in inner.items() if (made := self._renamed(value)) != value}
        return replace(part, **changed) if changed else part
