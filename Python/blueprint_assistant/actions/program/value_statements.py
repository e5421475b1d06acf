"""The statements of an entry that name or declare values, as who keeps these looks at them. Pure.

Outside: `kept_values`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.statement_faults import CodeFault
from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import entry_blocks, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import Assign, Do, ForRange, Identifier, Let, NumberLiteral

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import PinType
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Expression, Statement
    from blueprint_assistant.languages.meaning.changing_values import Changing

__all__ = [
    "all_statements",
    "as_variable_type",
    "changing_fault",
    "declarations",
    "declared_first",
    "entry_key",
    "may_change_later",
    "named_value",
]


def all_statements(entry: Entry) -> Iterator[Statement]:
    """The statements of an entry, outer before inner."""
    return walk_blocks(entry_blocks(entry))


def entry_key(entry: Entry) -> tuple[str, str]:
    """What tells an entry from others, with or without the engine's `Receive`."""
    return entry.owner.lower(), entry.name.lower().removeprefix("receive")


def named_value(statement: Statement) -> tuple[object, Expression] | None:
    """A name and its value, however the statement gives it; of a loop its numbers."""
    if isinstance(statement, ForRange):
        return statement.first, statement.last
    if isinstance(statement, Do) and statement.names:
        return statement.names, statement.call
    if isinstance(statement, Let) and statement.name:
        return statement.name.lower(), statement.value
    if isinstance(statement, Do) and statement.name:
        return statement.name.lower(), statement.call
    return None


def declarations(entry: Entry) -> Iterator[Assign]:
    """The statements that declare a name."""
    return (
        one
        for one in all_statements(entry)
        if isinstance(one, Assign) and one.declares and isinstance(one.target, Identifier)
    )


def declared_first(entry: Entry) -> Entry:
    """An event with what it declares at its beginning as statements: only functions have local variables."""
    if entry.kind == "function" or not entry.local_variables:
        return entry
    sets = {one.target.name.lower(): one for one in entry.body if isinstance(one, Assign)}
    typed = {item.name.lower(): item.type for item in entry.local_variables}
    first = tuple(
        Assign(
            Identifier(item.name, place=item.place),
            item.value,
            declares=item.type,
            is_variable=True,
            place=item.place,
        )
        for item in entry.local_variables
        if item.value is not None and item.name.lower() not in sets
    )
    body = tuple(
        replace(one, declares=typed[one.target.name.lower()], is_variable=True)
        if isinstance(one, Assign) and one.target.name.lower() in typed
        else one
        for one in entry.body
    )
    return replace(entry, body=(*first, *body), local_variables=())


def as_variable_type(kind: PinType) -> PinType:
    """The type of a variable that holds a value."""
    return replace(kind, is_reference=False, is_const=False)


def may_change_later(statement: Statement) -> bool:
    """Whether a statement names a value, or has one that is asked for in each round."""
    if isinstance(statement, ForRange):
        return not isinstance(statement.last, NumberLiteral | Identifier)
    return isinstance(statement, Let | Do) and bool(
        statement.name or (isinstance(statement, Do) and statement.names)
    )


def changing_fault(one: Changing) -> CodeFault:
    """The fault of a name that the graph has: nothing there is taken out, so it cannot become a variable."""
    name = next(iter(filter(None, names_of(one.statement))), "")
    return CodeFault(
        "changing_value",
        f"{name} is worked out again at each use, and may be another at line {one.line}.",
        f"Write let {name}Now = {name} below it, and use {name}Now from line {one.line} on.",
        one.statement.place.line,
    )
