"""Variables that a program needs and does not declare: what keeps a value, what counts a loop that waits.

Outside uses MadeVariables. In a function it is a local variable; an event has none, so the Blueprint gets
one of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.program.member_plan import simulated
from blueprint_assistant.editor.plan.edit_plan import AddVariableStep
from blueprint_assistant.editor.plan.member_steps import AddLocalVariableStep
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.languages.ast.blocks import entry_blocks, parts_of
from blueprint_assistant.languages.ast.syntax_tree import Assign, Identifier

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, PinType, Variable
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["KEPT", "EntryVariables", "MadeVariables"]

KEPT: Final = "Kept Values"
"""The category of the Blueprint's variables that are made so: by it they are known again."""
_MOST: Final = 50


class MadeVariables:
    """The variables that one program gets. `owner` has them, `steps` make them."""

    def __init__(self, context: ActionContext, owner: Blueprint, catalog: Catalog) -> None:
        """Nothing is made yet."""
        self.owner = owner
        self.steps: list[EditOperation] = []
        self._context, self._catalog = context, catalog
        self._given: set[tuple[str, str]] = set()

    def variable(self, entry: Entry, there: Entry | None, wish: str, kind: PinType) -> tuple[str, bool]:
        """The name of a variable for one value of an entry, and whether it is new: else the entry has it.

        `there` is the entry as the graph says it. Raises AssistantError when none can be made.
        """
        known = next(self._known(entry, there, wish, kind), None)
        if known is not None:
            self._given.add((known.place, known.name.lower()))
            return known.name, False
        taken = {item.name.lower() for item in entry.parameters}
        error: AssistantError | None = None
        for number in range(1, _MOST):
            name = wish if number == 1 else f"{wish}{number}"
            if name.lower() in taken:
                continue
            try:
                self.owner, made = simulated(self.owner, [_step(entry, name, kind)], self._catalog)
            except AssistantError as failed:
                error = error or failed
                continue
            if made:  # else one of that name and type is there for another purpose
                self.steps += made
                self._given.add((_place(entry), name.lower()))
                return name, True
        raise error or AssistantError(f"There is no free name like {wish}.", "Choose another name.")

    def typed(self, words: str) -> PinType:
        """The type that words mean. Raises AssistantError."""
        return find_type(self._context, words)

    def _known(self, entry: Entry, there: Entry | None, wish: str, kind: PinType) -> Iterator[_Known]:
        """The variables that were made for such a value before: the entry sets them."""
        pattern = re.compile(rf"{re.escape(wish)}\d*", re.IGNORECASE)
        place = _place(entry)
        sets = set() if there is None else {name.lower() for name in _set_in(there)}
        for item in self._variables(entry):
            is_free = item.name.lower() in sets and (place, item.name.lower()) not in self._given
            if is_free and item.type == kind and pattern.fullmatch(item.name):
                yield _Known(place, item.name)

    def _variables(self, entry: Entry) -> list[Variable]:
        if entry.kind != "function":
            return [item for item in self.owner.variables if item.category == KEPT]
        found = [item for item in functions_of(self.owner) if item.name.lower() == entry.name.lower()]
        return [item for function in found for item in function.local_variables]


@dataclass(frozen=True, slots=True)
class _Known:
    place: str
    name: str


@dataclass(frozen=True, slots=True)
class EntryVariables:
    """The variables of one entry, for who rewrites it; `note` is told name and line of each new one."""

    made: MadeVariables
    entry: Entry
    there: Entry | None
    note: Callable[[str], None]

    def variable(self, wish: str, kind: PinType | str, line: int, why: str = "") -> str:
        """The name of a variable of a type for a value that a line names. Raises AssistantError."""
        meant = self.made.typed(kind) if isinstance(kind, str) else kind
        name, is_new = self.made.variable(self.entry, self.there, wish, meant)
        if is_new:
            self.note(f"Made variable {name} for line {line}{f': {why}' if why else ''}.")
        return name


def _place(entry: Entry) -> str:
    return entry.name.lower() if entry.kind == "function" else ""


def _step(entry: Entry, name: str, kind: PinType) -> EditOperation:
    if entry.kind == "function":
        return AddLocalVariableStep(entry.name, name, kind)
    return AddVariableStep(name, kind, None, KEPT)


def _set_in(entry: Entry) -> Iterator[str]:
    for part in parts_of(entry_blocks(entry)):
        if isinstance(part, Assign) and isinstance(part.target, Identifier):
            yield part.target.name
