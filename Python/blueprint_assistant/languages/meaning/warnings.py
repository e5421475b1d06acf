"""What a program does not do although it looks so: said beside what is done. Pure; outside: `warnings_of`.

Loops of the editor are done at once: a call that takes time inside one holds nothing up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.languages.ast.blocks import entry_blocks, inner_blocks
from blueprint_assistant.languages.ast.syntax_tree import BooleanLiteral, Do, Identifier, Loop, While
from blueprint_assistant.languages.lower.dialect_names import is_parent
from blueprint_assistant.languages.lower.parent_calls import is_idle_parent_call
from blueprint_assistant.languages.lower.scope import Scope

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Block, Call, Entry

__all__ = ["warnings_of"]

_TIMER = "Use SetTimer(event Name, 1.0, true), or @again: … goto again."


def warnings_of(
    entries: Iterable[Entry], owner: Blueprint, catalog: Catalog, *, are_new: bool
) -> Iterator[str]:
    """A sentence for each statement that does not do what other languages do, with its line.

    `are_new`: the graph of the entries is made for them.
    """
    scope = Scope(owner, catalog)
    for entry in entries:
        if are_new:
            yield from _of_function(entry, scope)
        for block in entry_blocks(entry):
            yield from _of_block(block, scope, is_in_loop=False)


def _of_function(entry: Entry, scope: Scope) -> Iterator[str]:
    """What is said of a function that is called as an event is shown: the engine calls the event."""
    if entry.kind != "function":
        return
    try:
        event = find_event_for(entry.name, scope.owner, scope.catalog)
    except AssistantError:
        return
    if event.name.lower() != entry.name.lower():
        yield f"{entry.name} is a function here, which the engine does not call: the event is {event.name}."


def _of_block(block: Block, scope: Scope, *, is_in_loop: bool) -> Iterator[str]:
    for statement in block:
        line = f"Line {statement.place.line}" if statement.place.line else "A statement"
        if isinstance(statement, Do) and is_in_loop and _waits(statement.call, scope):
            yield f"{line}: a loop does not wait for {statement.call.callee.name}. {_TIMER}"
        if (
            isinstance(statement, Do)
            and is_parent(statement.call, scope)
            and is_idle_parent_call(statement.call, scope.owner, scope.catalog)
        ):
            parent = scope.owner.parent_class.rpartition(".")[2]
            yield f"{line} is left out: {parent} is a class of the engine, whose event runs by itself."
        if isinstance(statement, While) and statement.condition == BooleanLiteral(is_true=True):
            yield f"{line}: this loop never ends, and the engine stops it. {_TIMER}"
        is_loop = isinstance(statement, Loop)
        for inner in inner_blocks(statement).values():
            yield from _of_block(inner, scope, is_in_loop=is_in_loop or is_loop)


def _waits(call: Call, scope: Scope) -> bool:
    callee = call.callee
    if not isinstance(callee, Identifier):
        return False
    word = {"sleep": "Delay", "wait": "Delay"}.get(callee.name.lower(), callee.name)
    try:
        info = scope.catalog.known_function(word, scope.owner.parent_class)
    except AssistantError:
        return False
    return info is not None and info.is_latent
