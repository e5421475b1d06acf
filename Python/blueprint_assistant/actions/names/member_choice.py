"""Which member of a Blueprint a name means: variable, component, function, dispatcher, local variable.

Pure; outside uses find_member, find_function, find_local and BlueprintMember.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.actions.names.variable_choice import NAME_KEYS
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.callables import has_custom_event
from blueprint_assistant.graph.catalog.declarations import function_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Function, Graph, Variable

__all__ = [
    "BlueprintMember",
    "MemberWord",
    "UnknownMemberError",
    "find_function",
    "find_local",
    "find_member",
]

_MAX_LISTED = 20

MemberWord = Literal["variable", "component", "function", "event dispatcher", "local variable"]


class UnknownMemberError(ToolError):
    """A Blueprint has nothing of that name, or several things; the message lists what there is."""

    code = "unknown_member"


@dataclass(frozen=True, slots=True)
class BlueprintMember:
    """A member by kind and real name; `function` is what a local variable belongs to."""

    word: MemberWord
    name: str
    function: str = ""


def find_function(owner: Blueprint, text: str) -> tuple[str, Function]:
    """The name and declaration of the own function that a text means. Raises UnknownMemberError."""
    found = {graph.name: function_of(graph, owner.path) for graph in owner.graphs if graph.kind == "function"}
    known = {name: function for name, function in found.items() if function is not None}
    name = _match(text, known, f"{owner.path} has no function '{text}'.")
    return name, known[name]


def find_member(owner: Blueprint, text: str, function: str = "") -> BlueprintMember:
    """The member that a name means: of the Blueprint, or a local variable of `function`.

    Exact, then without letter case, blanks, underscores and the b of a bool. Raises UnknownMemberError.
    """
    if function:
        name, declared = find_function(owner, function)
        locals_ = [item.name for item in declared.local_variables]
        inputs = ", ".join(item.name for item in declared.inputs)
        hint = f" (its inputs: {inputs})" if inputs else ""
        wanted = _match(text, locals_, f"The function {name} has no local variable '{text}'{hint}.")
        return BlueprintMember("local variable", wanted, name)
    members = list(_members(owner))
    name = _match(text, [item.name for item in members], _missing(owner, text))
    same = [item for item in members if item.name == name]
    if len(same) > 1:
        shown = " and a ".join(item.word for item in same)
        raise UnknownMemberError(f"{owner.path} has a {shown} named '{name}'.", "Rename one by hand.")
    return same[0]


def find_local(owner: Blueprint, member: BlueprintMember) -> tuple[Graph, Variable]:
    """The graph and declaration of a local variable that `find_member` found."""
    graph = owner.find_graph(member.function)
    declared = None if graph is None else function_of(graph, owner.path)
    found = [] if declared is None else [v for v in declared.local_variables if v.name == member.name]
    if graph is None or not found:
        raise UnknownMemberError(f"{owner.path} has no local variable '{member.name}'.", "Read it again.")
    return graph, found[0]


def _members(owner: Blueprint) -> Iterator[BlueprintMember]:
    for variable in owner.variables:
        is_dispatcher = variable.type.category == "mcdelegate"
        yield BlueprintMember("event dispatcher" if is_dispatcher else "variable", variable.name)
    for component in owner.components:
        yield BlueprintMember("component", component.name)
    for graph in owner.graphs:
        if graph.kind == "function":
            yield BlueprintMember("function", graph.name)


def _missing(owner: Blueprint, text: str) -> str:
    what = f"{owner.path} has no variable, component, function or event dispatcher '{text}'"
    if has_custom_event(owner, text):
        return f"{what}: it is a custom event, a node of a graph."
    holders = [
        graph.name
        for graph in owner.graphs
        for declared in [function_of(graph, owner.path) if graph.kind == "function" else None]
        if declared is not None
        and any(item.name.lower() == text.lower() for item in declared.local_variables)
    ]
    return f"{what}: it is a local variable, give function_name {holders[0]}." if holders else f"{what}."


def _match(text: str, known: Iterable[str], missing: str) -> str:
    names = list(dict.fromkeys(known))
    for key in NAME_KEYS:
        found = [name for name in names if key(name) == key(text.strip())]
        if len(found) > 1:
            raise UnknownMemberError(f"'{text}' fits several members.", f"Use one of: {', '.join(found)}.")
        if found:
            return found[0]
    shown = ", ".join(nearest(text, names) or names[:_MAX_LISTED])
    raise UnknownMemberError(missing, f"It has: {shown}." if shown else "It has none.")
