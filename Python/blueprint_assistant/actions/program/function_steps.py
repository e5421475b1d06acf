"""The steps that make the functions of a program, and give those that are there its inputs and outputs.

Outside uses with_functions. Where a program may only add, what its head leaves out stays and is told.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.signature_change import same_type, with_signature
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.uses_elsewhere import other_uses, uses_text
from blueprint_assistant.actions.program.declared_members import BadDeclarationError
from blueprint_assistant.actions.program.local_steps import local_steps
from blueprint_assistant.actions.program.member_plan import simulated
from blueprint_assistant.editor.plan.member_steps import AddFunctionStep, ChangeFunctionStep
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.model.blueprint import Parameter
from blueprint_assistant.languages.ast.blocks import parts_of
from blueprint_assistant.languages.ast.syntax_tree import Identifier, Let, Return
from blueprint_assistant.languages.ast.type_names import TypeNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.bound_functions import BoundFunctions
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Function, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from blueprint_assistant.languages.ast.syntax_tree import EntryParameter as Declared

__all__ = ["FunctionPlan", "with_functions"]

_RESULT: Final = "returnvalue"
"""What `-> int` names its output."""


@dataclass
class FunctionPlan:
    """The Blueprint with the functions that a program has, the steps that make it so, what to know of them.

    Calls that were made anew have the names that they had: `keys` are what later steps of the same plan
    have to call them by, graph by graph.
    """

    after: Blueprint
    steps: list[EditOperation] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    keys: dict[str, dict[str, str]] = field(default_factory=dict)


def with_functions(  # noqa: PLR0913 - a program, and how it is meant
    context: ActionContext,
    owner: Blueprint,
    entries: Iterable[Entry],
    catalog: Catalog,
    bound: BoundFunctions,
    *,
    code: str = "",
    may_take_out: bool = True,
) -> FunctionPlan:
    """Plan the functions of a program. Raises BadDeclarationError with the line.

    Those that are `bound` to delegates take what these give. Inputs and outputs of a written head (of
    `code`, where it is given) are the new ones; calls in the Blueprint follow. Unless it `may_take_out`,
    they are only added to.
    """
    plan = FunctionPlan(owner)
    heads = code.splitlines()
    said = _Heads(context, catalog, plan, bound, may_take_out=may_take_out)
    for entry in entries:
        if entry.kind != "function":
            continue
        line = entry.place.line
        head = heads[line - 1] if 0 < line <= len(heads) else "("
        try:
            said.add(entry, has_signature="(" in head and not _IS_MAIN(head))
            plan.after, made = simulated(plan.after, [*local_steps(context, plan.after, entry)], catalog)
        except BadDeclarationError:
            raise
        except AssistantError as error:
            what = re.sub(r"^Step \d+ of \d+: ", "", error.what)
            raise BadDeclarationError(f"Line {line}: {what}", error.fix) from error
        plan.steps += made
    return plan


_IS_MAIN: Final = re.compile(r"\s*main\b", re.IGNORECASE).match


class _Heads:
    """What the heads of functions make of a plan, one after the other."""

    def __init__(
        self,
        context: ActionContext,
        catalog: Catalog,
        plan: FunctionPlan,
        bound: BoundFunctions,
        *,
        may_take_out: bool,
    ) -> None:
        self._context = context
        self._catalog = catalog
        self._plan = plan
        self._bound = bound
        self._may_take_out = may_take_out

    def add(self, entry: Entry, *, has_signature: bool) -> None:
        """Make one function, or give it the inputs and outputs of its head."""
        plan, owner = self._plan, self._plan.after
        graph = owner.find_graph(entry.name)
        if graph is None:
            self._refuse_inherited(owner, entry)
            outputs = tuple(self._typed(entry, item) for item in entry.results)
            step = AddFunctionStep(entry.name, self._new_inputs(entry), outputs, is_pure=entry.is_pure)
            self._do(step)
            return
        there = function_of(graph, owner.path)
        if there is None or there.declared_in or not has_signature:
            return  # what a parent or interface declares is not the program's to change
        if entry.is_pure and not there.is_pure:
            self._do(ChangeFunctionStep(graph.name, is_pure=True))
            owner = plan.after
        sides = self._as_said(entry, there) if self._may_take_out else self._added_to(entry, there)
        changed = with_signature(owner, self._catalog, graph.name, *sides)
        if not changed.steps:
            return
        plan.after = changed.after
        plan.steps += changed.steps
        plan.notes += changed.lost
        uses = other_uses(self._context, owner, graph.name)
        plan.notes += (
            [f"{uses_text(uses, graph.name)}, which does not follow there: mend it."] if uses else []
        )
        for name, keys in changed.keys.items():
            plan.keys.setdefault(name, {}).update(keys)

    def _do(self, step: EditOperation) -> None:
        self._plan.after, made = simulated(self._plan.after, [step], self._catalog)
        self._plan.steps += made

    def _new_inputs(self, entry: Entry) -> tuple[Parameter, ...]:
        """The inputs of a new function; of those without a type what its delegate gives."""
        given = self._bound.given(entry.name)
        kinds = given if len(given) == len(entry.parameters) else [None] * len(entry.parameters)
        pairs = zip(entry.parameters, kinds, strict=True)
        return self._bound.typed(entry.name, [self._typed(entry, item, kind) for item, kind in pairs])

    def _refuse_inherited(self, owner: Blueprint, entry: Entry) -> None:
        """Raise BadDeclarationError for what the parent has: a function is overridden, an event written."""
        events = self._catalog.events_of(owner.parent_class)
        info = next((item for item in events if item.name.lower() == entry.name.lower()), None)
        if info is None:
            return
        parent = owner.parent_class.rpartition(".")[2].removesuffix("_C")
        names = ", ".join(item.name for item in info.parameters)
        raise BadDeclarationError(
            f"Line {entry.place.line}: {info.name} is a function of the parent {parent}.",
            f"Use override_function with function_name {info.name} first, then write this again."
            if info.opens_function
            else f"It has no outputs, so it is an event: write on {info.name}({names}):",
        )

    # --- the signature is the written one ------------------------------------------------------

    def _as_said(self, entry: Entry, there: Function) -> tuple[tuple[Parameter, ...], tuple[Parameter, ...]]:
        inputs = tuple(self._said(entry, entry.parameters, there.inputs))
        self._refuse_used(entry, there, inputs)
        returns = any(isinstance(part, Return) and part.values for part in parts_of(entry.body))
        if not entry.results and returns:
            return inputs, there.outputs  # what is returned says that they are meant
        return inputs, tuple(self._said(entry, entry.results, there.outputs))

    def _said(
        self, entry: Entry, said: Sequence[Declared], there: Sequence[Parameter]
    ) -> Iterator[Parameter]:
        """The parameters of a head; what is there already under that name and type, as it is there."""
        for item in said:
            same = _of_name(item, said, there)
            if same is None:
                yield self._typed(entry, item)
            else:
                yield same if self._is_of_type(entry, item, same) else self._retyped(entry, item, same)

    def _retyped(self, entry: Entry, item: Declared, same: Parameter) -> Parameter:
        return Parameter(same.name, self._typed(entry, item).type)

    def _refuse_used(self, entry: Entry, there: Function, inputs: Sequence[Parameter]) -> None:
        """Raise BadDeclarationError for a body that uses an input which the head leaves out."""
        kept = {item.name.lower() for item in inputs}
        named = {part.name.lower() for part in parts_of(entry.body) if isinstance(part, Identifier)}
        own = {part.name.lower() for part in parts_of(entry.body) if isinstance(part, Let)}
        own |= {item.name.lower() for item in entry.local_variables}
        used = [item for item in there.inputs if item.name.lower() in named - kept - own]
        if used:
            words = TypeNames(self._context.catalog)
            shown = ", ".join(f"{item.name}: {words.of(item.type)}" for item in (*inputs, *used))
            raise BadDeclarationError(
                f"Line {entry.place.line}: the head of {entry.name} leaves out its input {used[0].name}, "
                "and its statements use it.",
                f"Write func {entry.name}({shown}){self._results(entry, there)}:",
            )

    def _results(self, entry: Entry, there: Function) -> str:
        words = TypeNames(self._context.catalog)
        said = [f"{item.name}: {item.type}" for item in entry.results]
        shown = said or [f"{item.name}: {words.of(item.type)}" for item in there.outputs]
        return f" -> ({', '.join(shown)})" if shown else ""

    # --- the program only adds -----------------------------------------------------------------

    def _added_to(self, entry: Entry, there: Function) -> tuple[tuple[Parameter, ...], tuple[Parameter, ...]]:
        sides = (
            (entry.parameters, there.inputs, "input"),
            (entry.results, there.outputs, "output"),
        )
        inputs, outputs = (
            (*present, *self._missing(entry, said, present, word)) for said, present, word in sides
        )
        for said, present, word in sides:
            left = [one.name for one in present if all(_of_name(item, said, (one,)) is None for item in said)]
            if left and (said or word == "input"):
                self._plan.notes.append(
                    f"The {word}{'s' if len(left) > 1 else ''} {', '.join(left)} of {there.name}, which "
                    "the code leaves out, stayed: this mode takes nothing out."
                )
        return inputs, outputs

    def _missing(
        self, entry: Entry, said: Sequence[Declared], there: Sequence[Parameter], word: str
    ) -> Iterator[Parameter]:
        """The parameters that are not there. Raises BadDeclarationError for one of another type."""
        for item in said:
            same = _of_name(item, said, there)
            if same is None:
                yield self._typed(entry, item)
            elif not self._is_of_type(entry, item, same):
                raise BadDeclarationError(
                    f"Line {entry.place.line}: {entry.name} has an {word} {same.name} already: {same.type}.",
                    "Use that one, or choose another name.",
                )

    # --- types ---------------------------------------------------------------------------------

    def _is_of_type(self, entry: Entry, item: Declared, same: Parameter) -> bool:
        if not item.type or item.type == TypeNames(self._context.catalog).of(same.type):
            return True
        # Its name as read may be one that is known nowhere.
        return same_type(self._typed(entry, item).type, same.type)

    def _typed(self, entry: Entry, item: Declared, otherwise: PinType | None = None) -> Parameter:
        """The parameter; one without a type is of the type `otherwise`, where that is known."""
        if not item.type and otherwise is not None:
            return Parameter(item.name, otherwise)
        if not item.type:
            raise BadDeclarationError(
                f"Line {entry.place.line}: the type of {item.name} is not known.",
                f"Write func {entry.name}({item.name}: float).",
            )
        return Parameter(item.name, find_type(self._context, item.type))


def _of_name(item: Declared, said: Sequence[Declared], there: Sequence[Parameter]) -> Parameter | None:
    """The parameter that a head names; an output without a name is the only one that there is."""
    found = next((one for one in there if one.name.lower() == item.name.lower()), None)
    if found is None and item.name.lower() == _RESULT and len(there) == len(said) == 1:
        return there[0]
    return found
