"""Variables that a statement reads later than it says: said beside what is done. Outside uses late_reads.

A call that is executed is done before the statement whose value it is: in `A + Bump()`, A is read after it.
"""

from __future__ import annotations

from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.ast.blocks import entry_blocks, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    Call,
    Identifier,
    fields_with_blocks,
    said_fields,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["late_reads"]


def late_reads(entries: Iterable[Entry], program: Iterable[Entry], owner: Blueprint) -> Iterator[str]:
    """A sentence for each variable that an own function changes before its statement reads it.

    `program` are all entries that are written, also those of other graphs.
    """
    changes = _changes(tuple(program), owner)
    for entry in entries:
        for statement in walk_blocks(entry_blocks(entry)):
            found: dict[tuple[str, str], None] = {}
            for part in _values(statement):
                _read(part, [], changes, found)
            for call, name in found:
                yield (
                    f"Line {statement.place.line}: {call} is done before {name} is read here, and changes "
                    f"it. Name what {name} was in the line before."
                )


def _changes(entries: tuple[Entry, ...], owner: Blueprint) -> Mapping[str, set[str]]:
    """The variables that each function changes, by itself or by what it calls, in small letters."""
    sets: dict[str, set[str]] = {}
    calls: dict[str, set[str]] = {}
    for graph in owner.graphs:
        specs = [any_spec_of(node) for node in graph.nodes]
        sets[graph.name.lower()] = {one.name.lower() for one in specs if isinstance(one, VariableSetSpec)}
        calls[graph.name.lower()] = {
            one.function.rpartition(":")[2].lower() for one in specs if isinstance(one, CallFunctionSpec)
        }
    for entry in entries:
        statements = [*walk_blocks(entry_blocks(entry))]
        name, targets = entry.name.lower(), [one.target for one in statements if isinstance(one, Assign)]
        sets[name] = {one.name.lower() for one in targets if isinstance(one, Identifier)}
        calls[name] = {_called(part) for one in statements for part in _parts(one) if isinstance(part, Call)}
    for _ in sets:
        for name, called in calls.items():
            sets[name] |= {one for other in called for one in sets.get(other, ())}
    return sets


def _read(
    part: Any, pending: list[str], changes: Mapping[str, set[str]], found: dict[tuple[str, str], None]
) -> None:
    """Go through a value in its written order; `pending` are the names that nothing executed has read yet."""
    before = len(pending)
    if isinstance(part, Identifier):
        pending.append(part.name)
        return
    for inner in _values(part, is_call=isinstance(part, Call)):
        _read(inner, pending, changes, found)
    changed = changes.get(_called(part)) if isinstance(part, Call) else None
    if changed is not None:
        found |= {(part.callee.name, name): None for name in pending[:before] if name.lower() in changed}
        del pending[before:]


def _called(call: Call) -> str:
    return call.callee.name.lower() if isinstance(call.callee, Identifier) else ""


def _values(part: Any, *, is_call: bool = False) -> Iterator[Any]:
    """The parts of a statement or value in written order, without its blocks and what it sets or calls."""
    if isinstance(part, tuple):
        yield from part
    elif is_dataclass(part) and not isinstance(part, type):
        for name in said_fields(type(part)):
            value = getattr(part, name)
            skipped = (is_call and name == "callee" and isinstance(value, Identifier)) or (
                isinstance(part, Assign) and name == "target"
            )
            of_block = name in fields_with_blocks(type(part))
            if not skipped and not of_block and not isinstance(value, str):
                yield value


def _parts(part: Any) -> Iterator[Any]:
    yield part
    for inner in _values(part):
        yield from _parts(inner)
