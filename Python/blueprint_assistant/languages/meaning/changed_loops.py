"""Loops over items whose body changes how many items there are. A check of statements.

A loop that makes longer what it runs over never ends; one that takes items out passes the next ones over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.languages.ast.blocks import has_break, inner_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    Collection,
    Do,
    ForEach,
    Identifier,
    Member,
    Return,
)
from blueprint_assistant.languages.meaning.called_names import own_variable
from blueprint_assistant.languages.meaning.statement_checks import Suspect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Block, Expression, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["ChangedLoopError", "check_changed_loops"]

_Change = Literal["longer", "shorter", "empty"]
_WORDS: Final[dict[str, _Change]] = {
    **dict.fromkeys(("add", "append", "push", "extend", "insert", "appendarray", "addunique"), "longer"),
    **dict.fromkeys(
        ("remove", "removeitem", "removeindex", "removeat", "pop", "splice", "discard"), "shorter"
    ),
    **dict.fromkeys(("clear", "empty"), "empty"),
}
_ARRAY: Final = "array_"


class ChangedLoopError(GraphError):
    """The body of a loop changes the array that it runs over."""

    code = "changed_in_loop"


def check_changed_loops(statement: Statement, scope: Scope) -> Iterator[Suspect]:
    """What is wrong with a loop over items, at the statement that changes these."""
    if not isinstance(statement, ForEach):
        return
    items = own_variable(statement.items, scope)
    found = _first_change(statement.body, items, scope, is_reverse=statement.is_reverse) if items else None
    if found is not None:
        place = found[0].place if found[0].place.line else statement.place
        yield Suspect(statement, _error(statement, items, found[1]), place)


def _error(loop: ForEach, items: str, change: _Change) -> ChangedLoopError:
    head = f"for {loop.name or 'item'}{f', {loop.index}' if loop.index else ''} in"
    if change == "longer":
        return ChangedLoopError(
            f"The loop makes {items} longer while it runs over it: it never ends.",
            f"Run over a copy: let {items}Before = {items} before the loop, and {head} {items}Before:",
        )
    if change == "empty":
        return ChangedLoopError(
            f"The loop empties {items} while it runs over it: no other item comes.",
            f"Write {items}.clear() behind the loop.",
        )
    return ChangedLoopError(
        f"The loop takes items out of {items} while it runs over it: the next one is passed over.",
        f"Write {head} reversed({items}):",
    )


def _first_change(
    block: Block, items: str, scope: Scope, *, is_reverse: bool
) -> tuple[Statement, _Change] | None:
    """The first statement that changes how many items there are, and how.

    Not one after which the loop is left. Backwards, items that are put in or taken out leave the others in
    their places.
    """
    for number, statement in enumerate(block):
        if any(isinstance(one, Return) for one in block[number:]) or has_break(block[number:]):
            return None
        change = _change(statement, items, scope)
        if change is not None and not (is_reverse and change != "empty"):
            return statement, change
        for inner in inner_blocks(statement).values():
            found = _first_change(inner, items, scope, is_reverse=is_reverse)
            if found is not None:
                return found
    return None


def _change(statement: Statement, items: str, scope: Scope) -> _Change | None:
    if isinstance(statement, Assign) and isinstance(statement.value, Collection):
        is_emptied = not statement.value.items and own_variable(statement.target, scope) == items
        return "empty" if is_emptied else None
    if not isinstance(statement, Do):
        return None
    call, callee = statement.call, statement.call.callee
    word, target = fold(callee.name), _target(callee)
    if isinstance(callee, Identifier) and callee.name.lower().startswith(_ARRAY):
        word = fold(callee.name[len(_ARRAY) :])
        target = call.arguments[0].value if call.arguments else None
    return _WORDS.get(word) if target is not None and own_variable(target, scope) == items else None


def _target(callee: Identifier | Member) -> Expression | None:
    return callee.of if isinstance(callee, Member) else None
