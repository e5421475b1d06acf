"""The steps that make the functions of a program, and give those that are there new inputs and outputs.

Outside uses with_functions. An input of another type is refused; what a program leaves out stays.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.program.declared_members import BadDeclarationError
from blueprint_assistant.actions.program.local_steps import local_steps
from blueprint_assistant.actions.program.member_plan import simulated
from blueprint_assistant.editor.plan.member_steps import AddFunctionStep, ChangeFunctionStep
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.model.blueprint import Parameter
from blueprint_assistant.languages.ast.type_names import TypeNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.bound_functions import BoundFunctions
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from blueprint_assistant.languages.ast.syntax_tree import EntryParameter as Declared

__all__ = ["with_functions"]

_RESULT: Final = "returnvalue"
"""What `-> int` names its output."""


def with_functions(
    context: ActionContext,
    owner: Blueprint,
    entries: Iterable[Entry],
    catalog: Catalog,
    bound: BoundFunctions,
) -> tuple[Blueprint, list[EditOperation]]:
    """The Blueprint with the functions that a program has, and the steps that make it so.

    Those that are `bound` to delegates take what these give. Raises BadDeclarationError with the line.
    """
    steps: list[EditOperation] = []
    for entry in entries:
        if entry.kind != "function":
            continue
        try:
            owner, made = simulated(owner, _steps(context, owner, entry, bound), catalog)
            steps += made
            owner, made = simulated(owner, [*local_steps(context, owner, entry)], catalog)
        except BadDeclarationError:
            raise
        except AssistantError as error:
            what = re.sub(r"^Step \d+ of \d+: ", "", error.what)
            raise BadDeclarationError(f"Line {entry.place.line}: {what}", error.fix) from error
        steps += made
    return owner, steps


def _steps(
    context: ActionContext, owner: Blueprint, entry: Entry, bound: BoundFunctions
) -> list[EditOperation]:
    graph = owner.find_graph(entry.name)
    if graph is None:
        given = bound.given(entry.name)
        kinds = given if len(given) == len(entry.parameters) else [None] * len(entry.parameters)
        pairs = zip(entry.parameters, kinds, strict=True)
        takes = bound.typed(entry.name, [_typed(context, entry, item, kind) for item, kind in pairs])
        gives = [_typed(context, entry, item) for item in entry.results]
        return [AddFunctionStep(entry.name, takes, tuple(gives), is_pure=entry.is_pure)]
    there = function_of(graph, owner.path)
    if there is None or there.declared_in:
        return []  # what a parent or interface declares is not the program's to change
    inputs = _missing(context, entry, entry.parameters, there.inputs, "input")
    outputs = _missing(context, entry, entry.results, there.outputs, "output")
    pure = True if entry.is_pure and not there.is_pure else None
    if not (inputs or outputs or pure):
        return []
    return [ChangeFunctionStep(graph.name, tuple(inputs), tuple(outputs), is_pure=pure)]


def _missing(
    context: ActionContext,
    entry: Entry,
    said: Sequence[Declared],
    there: Sequence[Parameter],
    word: str,
) -> list[Parameter]:
    """The parameters that are said and not there. Raises BadDeclarationError for one of another type."""
    known = {item.name.lower(): item for item in there}
    found: list[Parameter] = []
    for item in said:
        same = known.get(item.name.lower())
        if same is None and item.name.lower() == _RESULT and len(there) == len(said) == 1:
            same = there[0]
        if same is None:
            found.append(_typed(context, entry, item))
        elif item.type and item.type != TypeNames(context.catalog).of(same.type):
            kind = _typed(context, entry, item).type  # its name as read may be one that is known nowhere
            if not _is_same(kind, same.type):
                raise BadDeclarationError(
                    f"Line {entry.place.line}: {entry.name} has an {word} {same.name} already: {same.type}.",
                    "Use that one, or choose another name.",
                )
    return found


def _typed(
    context: ActionContext, entry: Entry, item: Declared, otherwise: PinType | None = None
) -> Parameter:
    """The parameter; one without a type is of the type `otherwise`, where that is known."""
    if not item.type and otherwise is not None:
        return Parameter(item.name, otherwise)
    if not item.type:
        raise BadDeclarationError(
            f"Line {entry.place.line}: the type of {item.name} is not known.",
            f"Write func {entry.name}({item.name}: float).",
        )
    return Parameter(item.name, find_type(context, item.type))


def _is_same(one: PinType, other: PinType) -> bool:
    """Whether two types are one in words: by reference or not, single or double precision."""
    return _words(one) == _words(other)


def _words(kind: PinType) -> tuple[object, ...]:
    inner = kind.value
    return (
        kind.category,
        kind.subcategory_object,
        kind.container,
        None if inner is None else (inner.category, inner.subcategory_object),
    )
