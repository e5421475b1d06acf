"""A program whose names keep their values, and whose loops wait. Outside uses with_kept_values.

`let old = Health` is a name for a Get node, which is asked at each use. Where the value may be another then,
the name becomes a variable that is set once; so does one that is declared, or set again. What the graph says
already stays as it is said.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.program.canonical_program import emptied
from blueprint_assistant.actions.program.made_variables import KEPT, EntryVariables, MadeVariables
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.actions.program.statement_faults import CodeFault
from blueprint_assistant.actions.program.value_statements import (
    all_statements,
    as_variable_type,
    changing_fault,
    declarations,
    declared_first,
    entry_key,
    may_change_later,
    named_value,
)
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.languages.ast.syntax_tree import Assign, Do, ForRange, Let, Loop, Program
from blueprint_assistant.languages.ast.used_names import custom_events
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.scope import Scope
from blueprint_assistant.languages.meaning.changing_values import Changing, ValueProbe, names_value
from blueprint_assistant.languages.meaning.kept_names import (
    as_name,
    is_set_again,
    kept_as,
    last_named,
    literal_type,
    parts_kept_as,
    put_instead,
    uses_part,
    value_of,
)
from blueprint_assistant.languages.meaning.latent_loops import LatentLoops

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.plan_values import GraphPlan
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Pin, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Statement

__all__ = ["KeptValues", "with_kept_values"]

_MOST_KEPT: Final = 20
_AGAIN: Final = "a mere name is worked out again at each use"
_NUMBERS: Final = ("real", "int", "int64", "byte")


@dataclass
class KeptValues:
    """The Blueprint with the variables that were made, the steps that make them, and what cannot be kept."""

    owner: Blueprint
    steps: list[EditOperation]
    faults: list[CodeFault] = field(default_factory=list)


def with_kept_values(  # noqa: PLR0913 - all that a program is written with
    context: ActionContext,
    owner: Blueprint,
    catalog: Catalog,
    groups: Iterable[GraphPlan],
    text_of: Callable[[Pin, str], str],
    *,
    adds: bool,
) -> KeptValues:
    """Let the names in the entries of each graph keep their values; the groups get these entries, and notes.

    With `adds` nothing that the graph says is taken out: what it says of a name cannot become a variable.
    """
    groups = list(groups)
    made = MadeVariables(context, owner, catalog)
    done = KeptValues(owner, made.steps)
    events = custom_events(Program(tuple(entry for group in groups for entry in group.entries)))
    for group in groups:
        keeping = _Keeping(made, catalog, group, events, text_of, adds=adds)
        keeping.keep()
        done.faults += keeping.faults
        group.entries = keeping.entries
        group.notes += keeping.notes
    done.owner = made.owner
    return done


class _Keeping:
    """The entries of one graph, one change after the other."""

    def __init__(  # noqa: PLR0913 - likewise
        self,
        made: MadeVariables,
        catalog: Catalog,
        group: GraphPlan,
        events: dict[str, str],
        text_of: Callable[[Pin, str], str],
        *,
        adds: bool,
    ) -> None:
        self._made, self._catalog, self._events, self._text_of = made, catalog, events, text_of
        self._adds = adds
        self._graph = find_graph(made.owner, group.graph)
        self._floating = group.floating
        self.entries = list(group.entries)
        self.notes: list[str] = []
        self.faults: list[CodeFault] = []
        self._hints: dict[tuple[str, str], str] = {}
        self._told: tuple[Entry, ...] | None = None

    def keep(self) -> None:
        """Change the entries so that each value is worked out once where it is named."""
        self.entries = [self._guarded(entry, self._declared) for entry in self.entries]
        self.entries = [self._guarded(entry, self._waiting) for entry in self.entries]
        for _ in range(_MOST_KEPT):
            if not any(map(self._has_names, self.entries)) or not self._keep_one():
                return

    def _guarded(self, entry: Entry, change: Callable[[Entry], Entry]) -> Entry:
        try:
            return change(entry)
        except AssistantError as error:
            self.faults.append(CodeFault(error.code, error.what, error.fix, entry.place.line))
            return entry

    # --- what is there -----------------------------------------------------------------------

    def _there(self, entry: Entry) -> Entry | None:
        """The entry as the graph says it, before the program."""
        return next((one for one in self._known if entry_key(one) == entry_key(entry)), None)

    @property
    def _known(self) -> tuple[Entry, ...]:
        if self._told is None:
            self._told = decompile(self._graph, self._made.owner, self._catalog).entries
        return self._told

    def _variables(self, entry: Entry) -> EntryVariables:
        return EntryVariables(self._made, entry, self._there(entry), self.notes.append)

    def _scope(self, entry: Entry) -> Scope:
        scope = Scope(self._made.owner, self._catalog)
        scope.events.update(self._events)
        functions = [
            item for item in functions_of(self._made.owner) if item.name.lower() == entry.name.lower()
        ]
        local = {item.name.lower(): item.name for one in functions for item in one.local_variables}
        scope.enter({}, (entry.name if functions else "", local))
        return scope

    # --- declared ----------------------------------------------------------------------------

    def _declared(self, entry: Entry) -> Entry:
        """The entry with what it declares as variables, or as names where these say the same."""
        entry = declared_first(entry)
        while True:
            scope = self._scope(entry)
            found = next((one for one in declarations(entry) if not self._is_meant(one, entry, scope)), None)
            if found is None:
                return entry
            name, place = found.target.name, found.place
            kind = found.declares if found.declares != "auto" else literal_type(found.value)
            if kind and found.value is not None and (found.is_variable or is_set_again(entry, found, name)):
                variable = self._variables(entry).variable(name, kind, place.line)
                entry = kept_as(entry, found, found.value, variable)
            else:
                self._hints[entry_key(entry)[1], name.lower()] = found.declares
                entry = put_instead(entry, found, as_name(found))

    def _is_meant(self, statement: Assign, entry: Entry, scope: Scope) -> bool:
        """Whether a declaration is of a variable that is there already: it sets that one."""
        name = statement.target.name
        is_parameter = any(item.name.lower() == name.lower() for item in entry.parameters)
        is_known = bool(scope.local_variable(name)) or self._is_member(name, scope)
        return is_known or is_parameter or statement.value is None

    def _is_member(self, name: str, scope: Scope) -> bool:
        """Whether a name is a variable of the Blueprint that was not made to keep a value."""
        own = self._made.owner.find_variable(name)
        return bool(scope.member(name)) and (own is None or own.category != KEPT)

    # --- loops -------------------------------------------------------------------------------

    def _waiting(self, entry: Entry) -> Entry:
        """The entry with its loops that wait as jumps; functions have none."""
        if entry.kind in ("function", "macro") or not any(
            isinstance(one, Loop) for one in all_statements(entry)
        ):
            return entry
        there = self._there(entry)
        labels = {
            one.label.lower()
            for other in (*self.entries, *self._known)
            for one in all_statements(other)
            if one.label
        }
        loops = LatentLoops(
            self._scope(entry), self._variables(entry), () if there is None else all_statements(there), labels
        )
        made = loops.entry(entry)
        self.notes += [
            f"Line {line}: a loop does not wait for {name}, so this one goes round by a jump."
            for line, name in loops.written
        ]
        self.faults += [
            CodeFault(one.error.code, one.error.what, one.error.fix, one.place.line) for one in loops.faults
        ]
        return made

    # --- values ------------------------------------------------------------------------------

    def _has_names(self, entry: Entry) -> bool:
        return any(map(may_change_later, all_statements(entry)))

    def _probe(self, entries: Iterable[Entry]) -> ValueProbe:
        owner = self._made.owner
        empty = emptied(find_graph(owner, self._graph.name))
        bare = owner.with_graph(empty)
        draft = PlanDraft(bare, self._catalog)
        probe = ValueProbe(owner, self._catalog, PlanEmitter(draft, bare, empty, text_of=self._text_of))
        probe.build(Program(tuple(entries), self._floating))
        return probe

    def _keep_one(self) -> bool:
        """Make the last value that may change a variable; whether there was one."""
        probe = self._probe(self.entries)
        for one in reversed(list(self._wanted(probe))):
            is_there = self._is_there(one.entry, one.statement)
            if is_there and self._changes_there(one.statement):
                continue
            if is_there and self._adds:
                self.faults.append(changing_fault(one))
                return False
            made = self._guarded(one.entry, partial(self._kept, one=one))
            if made is one.entry:
                return False
            self.entries = [made if entry is one.entry else entry for entry in self.entries]
            return True
        self._note_unused(probe)
        return False

    def _kept(self, entry: Entry, one: Changing) -> Entry:
        """The entry with a variable that keeps a value. Raises AssistantError."""
        statement, variables, line = one.statement, self._variables(entry), one.statement.place.line
        if isinstance(statement, ForRange):
            return last_named(entry, statement, f"{statement.name or 'index'}Last")
        value = value_of(statement)
        if one.type is not None and value is not None:
            variable = variables.variable(names_value(statement), as_variable_type(one.type), line, _AGAIN)
            return kept_as(entry, statement, value, variable)
        parts = [
            (part, variables.variable(wish, as_variable_type(kind), line, _AGAIN))
            for part, wish, kind in one.parts
            if uses_part(entry, part)
        ]
        return parts_kept_as(entry, statement, parts) if parts and isinstance(statement, Do) else entry

    def _wanted(self, probe: ValueProbe) -> Iterator[Changing]:
        """What is to be kept, in written order."""
        changing = {id(one.statement): one for one in probe.changing()}
        for entry in self.entries:
            for one in all_statements(entry):
                if id(one) in changing:
                    yield changing[id(one)]
                elif isinstance(one, Let | Do) and one.name:
                    kind = self._declared_type(entry, one, probe.type_of(one))
                    if kind is not None:
                        yield Changing(entry, one, kind, one.place.line)

    def _declared_type(self, entry: Entry, statement: Let | Do, kind: PinType | None) -> PinType | None:
        """The type of a name that has to be a variable, for it is set again or declared with another type."""
        name = statement.name
        if is_set_again(entry, statement, name) and not self._is_member(name, self._scope(entry)):
            words = literal_type(value_of(statement))
            return self._made.typed(words) if words else kind
        return None if kind is None else self._hinted(entry, name, kind)

    def _hinted(self, entry: Entry, name: str, kind: PinType) -> PinType | None:
        """The number type that a name was declared with, where its value is of another."""
        words = self._hints.get((entry_key(entry)[1], name.lower()), "")
        with suppress(AssistantError):
            meant = self._made.typed(words) if words not in ("", "auto") else kind
            is_number = meant.category in _NUMBERS and kind.category in _NUMBERS
            return meant if is_number and meant.category != kind.category else None
        return None

    def _is_there(self, entry: Entry, statement: Statement) -> bool:
        """Whether the graph gives a value the same name."""
        there = self._there(entry)
        return there is not None and any(
            named_value(one) == named_value(statement) for one in all_statements(there)
        )

    def _changes_there(self, statement: Statement) -> bool:
        """Whether the value may change in the graph as it is: then the program only repeats it."""
        return any(
            named_value(one.statement) == named_value(statement)
            for one in self._probe(self._known).changing()
        )

    def _note_unused(self, probe: ValueProbe) -> None:
        for statement in probe.unused():
            if not any(
                named_value(one) == named_value(statement)
                for known in self._known
                for one in all_statements(known)
            ):
                self.notes.append(
                    f"Line {statement.place.line}: nothing uses {statement.name}: its nodes float."
                )
