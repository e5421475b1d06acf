"""Functions that set the names of their outputs, as `Total = 2 * Base`. Outside uses with_returned_results.

Blueprints give outputs back at a Return node alone. What sets them last on a way is that node; a function
that is to give something and has no way that gives it would give nothing, without a word of the compiler.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.statement_faults import CodeFault, not_written
from blueprint_assistant.languages.ast.blocks import entry_blocks, parts_of, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import Argument, Assign, Identifier, If, Return
from blueprint_assistant.languages.decompile.decompiler import decompile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry

__all__ = ["with_returned_results"]


def with_returned_results(
    entries: Iterable[Entry], owner: Blueprint, catalog: Catalog, code: str
) -> list[Entry]:
    """The entries with Return nodes for outputs that are set by name.

    Raises NotWrittenError for a declared function that gives nothing back, unless it does not now either.
    """
    found = [_returning(entry, owner) if entry.results else entry for entry in entries]
    silent = [entry for entry in found if entry.results and _gives_nothing(entry)]
    faults = [_fault(entry) for entry in silent if not _is_silent_now(entry, owner, catalog)]
    if faults:
        raise not_written(faults, code)
    return found


def _returning(entry: Entry, owner: Blueprint) -> Entry:
    members = {item.name.lower() for item in owner.variables}
    members |= {item.name.lower() for item in owner.components}
    locals_ = {item.name.lower() for item in entry.local_variables}
    outputs = {item.name.lower(): item.name for item in entry.results}
    named = {name: own for name, own in outputs.items() if name not in members | locals_}
    changed = replace(entry, body=_tail(entry.body, named))
    # Half of it would be worse than the error that says which name means nothing.
    return entry if any(_is_set(part, named) for part in walk_blocks(entry_blocks(changed))) else changed


def _tail(block: Block, outputs: dict[str, str]) -> Block:
    """A block whose last statements set outputs, with a return in their place."""
    count = 0
    while count < len(block) and _is_set(block[-1 - count], outputs):
        count += 1
    if count:
        return (*block[:-count], *_returns(block[-count:], outputs))
    if block and isinstance(block[-1], If):
        last = block[-1]
        then, otherwise = _tail(last.then, outputs), _tail(last.otherwise, outputs)
        return (*block[:-1], replace(last, then=then, otherwise=otherwise))
    return block


def _returns(block: Block, outputs: dict[str, str]) -> Block:
    """The statements as one Return; as they are when one of them needs another."""
    given: dict[str, Argument] = {}
    for statement in block:
        if not isinstance(statement, Assign) or statement.value is None:
            return block
        name = statement.target.name.lower()
        if name in given or _uses(statement.value, given):
            return block
        given[name] = Argument(statement.value, outputs[name])
    values = tuple(given.values())
    if [item.pin for item in values] == list(outputs.values()):
        values = tuple(replace(item, pin="") for item in values)
    return (Return(values, place=block[0].place),)


def _is_set(statement: object, outputs: dict[str, str]) -> bool:
    return (
        isinstance(statement, Assign)
        and isinstance(statement.target, Identifier)
        and statement.target.name.lower() in outputs
        and not statement.declares
    )


def _uses(value: object, names: Collection[str]) -> bool:
    return any(isinstance(part, Identifier) and part.name.lower() in names for part in parts_of(value))


def _gives_nothing(entry: Entry) -> bool:
    """Whether a function does something and has no Return; one without statements is but declared."""
    statements = [*walk_blocks(entry_blocks(entry))]
    return bool(statements) and not any(isinstance(one, Return) for one in statements)


def _is_silent_now(entry: Entry, owner: Blueprint, catalog: Catalog) -> bool:
    """Whether the Blueprint has the function, and that gives nothing back as it is."""
    graph = next((item for item in owner.graphs if item.kind == "function" and item.name == entry.name), None)
    return graph is not None and any(map(_gives_nothing, decompile(graph, owner, catalog).entries))


def _fault(entry: Entry) -> CodeFault:
    gives = ", ".join(item.name for item in entry.results)
    last = next(reversed([*_lines(entry)]), entry.place.line)
    what = f"{entry.name} is to give {gives}, and no line returns it."
    return CodeFault("no_return", what, f"End it with return and the value for {gives}.", last)


def _lines(entry: Entry) -> Iterator[int]:
    yield from (one.place.line for one in entry.body if one.place.line)
