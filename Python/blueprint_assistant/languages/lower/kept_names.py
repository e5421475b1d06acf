"""Names of values turned into variables, in the tree of an entry. Part of `lower`.

Whoever asks has made the variables.
"""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import blocks_of, entry_blocks, map_blocks, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    BooleanLiteral,
    Call,
    Do,
    Identifier,
    Let,
    NumberLiteral,
    StringLiteral,
    said_fields,
)

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Expression, Statement

__all__ = ["as_name", "is_set_again", "kept_as", "literal_type", "put_instead", "value_of"]


def value_of(statement: Let | Do | Assign) -> Expression | None:
    """The value that a statement names."""
    return statement.call if isinstance(statement, Do) else statement.value


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
    name = _named(statement)
    place = statement.place
    made = Assign(Identifier(variable, place=place), value, label=statement.label, place=place)
    return _changed(entry, _Renaming(statement, made, name, variable))


def put_instead(entry: Entry, statement: Statement, instead: Statement) -> Entry:
    """The entry with another statement in the place of one."""
    return _changed(entry, _Renaming(statement, instead, "", ""))


def _changed(entry: Entry, renaming: _Renaming) -> Entry:
    arms = tuple(replace(arm, block=renaming.block(arm.block) or arm.block) for arm in entry.arms)
    return replace(entry, body=renaming.block(entry.body) or entry.body, arms=arms)


def _named(statement: Statement) -> str:
    if isinstance(statement, Assign) and isinstance(statement.target, Identifier):
        return statement.target.name
    return next(iter(names_of(statement)), "")


class _Renaming:
    """Puts another statement in the place of one, and another name behind it, until it is given anew."""

    def __init__(self, statement: Statement, instead: Statement, name: str, variable: str) -> None:
        self._statement, self._instead = statement, instead
        self._name, self._variable = name.lower(), variable

    def block(self, block: Block) -> Block | None:
        """The block with it; None when the statement is not in it."""
        for number, one in enumerate(block):
            made = self._instead if one is self._statement else self._inside(one)
            if made is not None:
                return (*block[:number], made, *self._behind(block[number + 1 :]))
        return None

    def _inside(self, statement: Statement) -> Statement | None:
        changed = [self.block(block) for _, block in blocks_of(statement)]
        if all(block is None for block in changed):
            return None
        waiting = iter(changed)
        return map_blocks(statement, lambda block: next(waiting) or block)

    def _behind(self, block: Block) -> Block:
        if self._name == self._variable.lower():
            return block
        made: list[Statement] = []
        for number, one in enumerate(block):
            is_anew = self._name in (name.lower() for name in names_of(one))
            if is_anew and not isinstance(one, Assign):
                return (*made, *block[number:])
            made.append(self._renamed(one))
        return tuple(made)

    def _renamed(self, part: Any) -> Any:
        if isinstance(part, Identifier):
            return replace(part, name=self._variable) if part.name.lower() == self._name else part
        if isinstance(part, tuple):
            return tuple(map(self._renamed, part))
        if not is_dataclass(part) or isinstance(part, type):
            return part
        inner = {name: getattr(part, name) for name in said_fields(type(part))}
        changed = {name: made for name, value in inner.items() if (made := self._renamed(value)) != value}
        return replace(part, **changed) if changed else part
