"""What the entries of a program are in a Blueprint: events or functions. Outside uses settled_entry."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.program.statement_faults import CodeFault, not_written
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.callables import has_custom_event
from blueprint_assistant.graph.catalog.name_lookup import fold_spaces
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    BooleanLiteral,
    Identifier,
    NumberLiteral,
    Program,
    StringLiteral,
)
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.bluecode.printer import print_expression, print_program
from blueprint_assistant.languages.decompile.decompiler import decompile

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, EventInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["AMBIGUOUS_PLACE", "settled_entry"]

AMBIGUOUS_PLACE: Final = "ambiguous_append_point"
"""The code of the error for statements above which no event or function stands."""

_EVENT_GRAPH: Final = "EventGraph"
_MOST_HEADS: Final = 4
_CONSTRUCTION: Final = "UserConstructionScript"
_CONSTRUCTORS: Final = ("__init__", "constructor")


def settled_entry(  # noqa: PLR0913 - all that says what an entry is
    entry: Entry,
    owner: Blueprint,
    catalog: Catalog,
    graph_name: str,
    code: str,
    *,
    called: Collection[str] = (),
) -> Entry:
    """An entry with what its name and the graph say of its kind. Raises NotWrittenError with its line.

    `called` is what the program calls by the name alone, in lower case.
    """
    if entry.kind == "main":
        return _main(entry, owner, catalog, graph_name, code)
    if entry.kind not in ("function", "routine", "event", "custom_event", "macro"):
        return entry
    found = _graph_of(owner, entry.name)
    if found is not None:
        return replace(entry, kind="function", name=found.name)
    name = entry.name.lower()
    if entry.kind == "custom_event":
        # A custom event of an event's name would never run: the event is meant, unless there is one.
        # Inputs of its own make it another one.
        is_own = has_custom_event(owner, name) or any(item.type for item in entry.parameters)
        event = _as_event(entry, owner, catalog, with_inputs=is_own)
        is_own = has_custom_event(owner, name) or (event is not None and _is_run(entry, event, called))
        return entry if event is None or is_own else event
    if name in _CONSTRUCTORS:
        what = "A Blueprint has no constructor in its graphs."
        fix = "Write defaults as var lines at the left margin, and the rest in func ConstructionScript():"
        raise _wrong(entry, "unsupported_statement", what, fix, code)
    if entry.kind == "macro":
        what = f"There is no macro {entry.name}, and none can be made from here."
        raise _wrong(
            entry, "unsupported_statement", what, f"Write it as a function: func {entry.name}():", code
        )
    if entry.kind in ("function", "routine"):
        return _function_or_event(entry, owner, catalog, called)
    return entry


def _function_or_event(entry: Entry, owner: Blueprint, catalog: Catalog, called: Collection[str]) -> Entry:
    """What `func`, `def` and heads of other languages begin."""
    if entry.kind == "function" and not entry.results and has_custom_event(owner, entry.name):
        # Nothing can be called like an event that is there: it is the one that is meant.
        return replace(entry, kind="custom_event")
    is_declared = bool(entry.results) or any(item.type for item in entry.parameters)
    # `func BeginPlay()` means the event, unless it is called: the event's own name is another then.
    event = None if entry.results else _as_event(entry, owner, catalog)
    if event is not None and entry.kind == "function" and _is_function(entry, event, owner, catalog, called):
        return entry
    if event is not None and entry.kind == "routine" and _is_run(entry, event, called) and not is_declared:
        return replace(entry, kind="custom_event")
    if event is not None:
        return event if entry.kind == "function" else entry
    if entry.kind == "function":
        return entry
    # No call of the editor makes inputs of a custom event, but those of a function.
    if is_declared:
        return replace(entry, kind="function")
    component, mark, _ = entry.name.partition("_On")
    is_of_component = bool(mark) and owner.find_component(component) is not None
    return entry if is_of_component else replace(entry, kind="custom_event")


def _is_run(entry: Entry, event: Entry, called: Collection[str]) -> bool:
    """Whether the program runs what only resembles the name of an event, as `Start` does BeginPlay."""
    is_alike = fold_spaces(entry.name) != fold_spaces(event.name).removeprefix("receive")
    return is_alike and entry.name.lower() != event.name.lower() and entry.name.lower() in called


def _is_function(
    entry: Entry, event: Entry, owner: Blueprint, catalog: Catalog, called: Collection[str]
) -> bool:
    """Whether a function that is called as an event is shown is one all the same: nothing calls events."""
    name = entry.name.lower()
    if name == event.name.lower():
        return False
    gives = find_event_for(event.name, owner, catalog).parameters
    names = {item.name.lower() for item in gives}
    has_others = any(item.type and item.name.lower() not in names for item in entry.parameters)
    is_longer = len(entry.parameters) > len(gives)
    return has_others or is_longer or name in called or name in _called_in(owner)


def _called_in(owner: Blueprint) -> set[str]:
    """What the graphs of a Blueprint call by functions of its own, in lower case."""
    own = owner.generated_class.lower()
    paths = (
        spec.function.lower().rpartition(":")
        for graph in owner.graphs
        for node in graph.nodes
        if isinstance(spec := any_spec_of(node), CallFunctionSpec)
    )
    return {name for path, _, name in paths if path in ("", own)}


def _as_event(entry: Entry, owner: Blueprint, catalog: Catalog, *, with_inputs: bool = False) -> Entry | None:
    """The entry as the event of the parent class or of an interface that is called so, or None.

    `with_inputs`: only when the event has all inputs that the entry names.
    """
    try:
        found = find_event_for(entry.name, owner, catalog)
    except AssistantError:
        return None
    if with_inputs and not _has_inputs(found, entry, TypeNames(catalog)):
        return None
    return replace(entry, kind="event", name=found.name)


def _has_inputs(event: EventInfo, entry: Entry, types: TypeNames) -> bool:
    """Whether an event has what an entry declares: by its name, or at its place by its type."""
    names = {item.name.lower() for item in event.parameters}
    kinds = [types.of(item.type).lower() for item in event.parameters]
    return all(
        item.name.lower() in names or item.type.lower() in kinds[number : number + 1]
        for number, item in enumerate(entry.parameters)
    )


def _main(entry: Entry, owner: Blueprint, catalog: Catalog, graph_name: str, code: str) -> Entry:
    graph = find_graph(owner, graph_name or _EVENT_GRAPH)
    if graph.kind == "function":
        return replace(entry, kind="function", name=graph.name)
    raise _wrong(
        entry,
        AMBIGUOUS_PLACE,
        "No event or function stands above these statements.",
        _where_to_stand(entry, owner, graph, catalog),
        code,
    )


def _where_to_stand(entry: Entry, owner: Blueprint, graph: Graph, catalog: Catalog) -> str:
    """The heads that statements at the margin may belong under: the events that the Blueprint has."""
    declared = _declaration(entry, owner)
    if declared:
        return f"A variable is made so: {declared}. What sets it stands indented under an event."
    heads = [*_heads(graph, owner, catalog)]
    if len(heads) == 1:
        return f"Write {heads[0]} above them and indent them."
    if not heads:
        return (
            "Write their event above them, on BeginPlay():, on Tick(DeltaSeconds): or other, and indent them."
        )
    return f"Write their event above them and indent them. The Blueprint has {', '.join(heads[:_MOST_HEADS])}"


def _heads(graph: Graph, owner: Blueprint, catalog: Catalog) -> Iterator[str]:
    """The first lines of the entries that have statements, as a program writes them."""
    for entry in decompile(graph, owner, catalog).entries:
        if entry.body or entry.arms:
            line = print_program(Program((entry,))).partition("\n")[0]
            yield f"{line.replace('on Receive', 'on ', 1)}:"


def _declaration(entry: Entry, owner: Blueprint) -> str:
    """The line that makes a variable, where a plain value is given to a name that the Blueprint has not."""
    first = entry.body[0] if entry.body else None
    if not isinstance(first, Assign):
        return ""
    target = first.target
    if not isinstance(target, Identifier):
        return ""
    name = target.name
    value = first.value
    is_there = owner.find_component(name) or any(
        item.name.lower() == name.lower() for item in owner.variables
    )
    if is_there or not isinstance(value, NumberLiteral | StringLiteral | BooleanLiteral):
        return ""
    text = print_expression(value)
    kinds = {StringLiteral: "string", BooleanLiteral: "bool"}
    kind = kinds.get(type(value), "float" if "." in text else "int")
    return f"var {name}: {kind} = {text}"


def _wrong(entry: Entry, error_code: str, what: str, fix: str, code: str) -> AssistantError:
    return not_written([CodeFault(error_code, what, fix, entry.place.line, entry.place.column)], code)


def _graph_of(owner: Blueprint, name: str) -> Graph | None:
    """The function's graph of that name; `ConstructionScript` is what the editor's title says."""
    wanted = {fold_spaces(name)}
    if "constructionscript" in wanted:
        wanted.add(_CONSTRUCTION.lower())
    return next(
        (item for item in owner.graphs if item.kind == "function" and item.name.lower() in wanted), None
    )
