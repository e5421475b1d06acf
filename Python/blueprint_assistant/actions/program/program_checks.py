"""What a program says that the editor takes and that does something else.

Outside uses program_faults and program_suspects.
Only what is new is refused: what a graph does already, a program may repeat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.program.statement_faults import CodeFault
from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import entry_blocks, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import End, Goto, Program, Return
from blueprint_assistant.languages.ast.used_names import declared_events
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.scope import PARAMETER, Output, Scope
from blueprint_assistant.languages.meaning.called_names import calls_in, waits
from blueprint_assistant.languages.meaning.changed_loops import check_changed_loops
from blueprint_assistant.languages.meaning.endless_calls import endless_calls
from blueprint_assistant.languages.meaning.endless_loops import check_loops
from blueprint_assistant.languages.meaning.frame_times import check_frame_times
from blueprint_assistant.languages.meaning.named_functions import check_named_functions
from blueprint_assistant.languages.meaning.statement_checks import suspects

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Statement
    from blueprint_assistant.languages.meaning.statement_checks import Suspect

    Check = Callable[[Statement, Scope], Iterator[Suspect]]

__all__ = ["LOOP_CHECKS", "NAME_CHECKS", "program_faults", "program_suspects"]

LOOP_CHECKS: Final = (check_loops, check_changed_loops)
TIME_CHECKS: Final = (check_frame_times,)
NAME_CHECKS: Final = (check_named_functions,)
"""They need to know all that the Blueprint has."""


def program_faults(
    groups: Iterable[tuple[str, Iterable[Entry]]], owner: Blueprint, catalog: Catalog, *, adds: bool
) -> list[CodeFault]:
    """The faults of the entries of each graph, by its name. `owner` has the members that they need.

    With `adds` the entries are put into what is there, which may end their flow before.
    """
    checks = (*NAME_CHECKS, *LOOP_CHECKS, *TIME_CHECKS)
    return [*map(_fault, program_suspects(groups, owner, catalog, adds=adds, checks=checks))]


def program_suspects(
    groups: Iterable[tuple[str, Iterable[Entry]]],
    owner: Blueprint,
    catalog: Catalog,
    *,
    adds: bool,
    checks: Iterable[Check],
) -> list[Suspect]:
    """The same as statements with their errors, for the checks that are chosen."""
    parts = [(graph, tuple(entries)) for graph, entries in groups]
    every = tuple(entry for _, entries in parts for entry in entries)
    checking = _Checking(owner, catalog, declared_events(Program(every)), tuple(checks))
    found = [(graph, one) for graph, entries in parts for one in checking.statements(entries)]
    alone = [entry for entry in every if not (adds and checking.may_stop(entry))]
    found += [(parts[0][0], one) for one in endless_calls(alone, checking.scope(), checking.entry_of)]
    return [one for graph, one in found if not checking.is_there(graph, one)]


def _fault(one: Suspect) -> CodeFault:
    error = one.error
    return CodeFault(
        error.code, error.what, error.fix, one.place.line, one.place.column, tuple(error.candidates)
    )


class _Checking:
    """The checks of one program, and what the graphs do already."""

    def __init__(
        self, owner: Blueprint, catalog: Catalog, events: dict[str, str], checks: tuple[Check, ...]
    ) -> None:
        self._owner, self._catalog, self._events = owner, catalog, events
        self._checks = checks
        self._told: dict[str, tuple[Entry, ...]] = {}

    def scope(self, entry: Entry | None = None) -> Scope:
        """What names mean in an entry: those that it gives are no members."""
        made = Scope(self._owner, self._catalog)
        made.events.update(self._events)
        if entry is None:
            return made
        given = {name: "" for one in walk_blocks(entry_blocks(entry)) for name in names_of(one) if name}
        given |= {item.name: PARAMETER for item in entry.parameters if item.name not in given}
        functions = [item for item in functions_of(self._owner) if item.name.lower() == entry.name.lower()]
        local = {item.name.lower(): item.name for one in functions for item in one.local_variables}
        made.enter(
            {name: Output(node, name) for name, node in given.items()},
            (entry.name if functions else "", local),
        )
        return made

    def statements(self, entries: Iterable[Entry]) -> Iterator[Suspect]:
        for entry in entries:
            yield from suspects(entry, self.scope(entry), self._checks)

    def is_there(self, graph: str, one: Suspect) -> bool:
        """Whether a graph does already what is wrong."""
        there = self._entries(graph)
        calls = endless_calls(there, self.scope(), self.entry_of)
        known = [*self.statements(there), *calls]
        return any(known_one.error.what == one.error.what for known_one in known)

    def may_stop(self, entry: Entry) -> bool:
        """Whether what an entry does now may end its flow, or let it wait, before it comes to its end."""
        there = self.entry_of(entry.name)
        if there is None or all(isinstance(one, Return) for one in there.body):
            return False  # a new function begins with a return, which the program takes the place of
        scope = self.scope()
        return any(
            isinstance(one, Return | End | Goto) or any(waits(call, scope) for call in calls_in(one))
            for one in walk_blocks(entry_blocks(there))
        )

    def entry_of(self, name: str) -> Entry | None:
        """What a function or custom event of the Blueprint does now."""
        own = find_callable(self._owner, name)
        if own is None:
            return None
        return next((one for one in self._entries(own.graph.name) if one.name.lower() == name.lower()), None)

    def _entries(self, graph: str) -> tuple[Entry, ...]:
        if graph not in self._told:
            there = find_graph(self._owner, graph)
            self._told[graph] = decompile(there, self._owner, self._catalog).entries
        return self._told[graph]
