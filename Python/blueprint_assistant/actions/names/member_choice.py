"""Which member of a Blueprint a name means, for what changes, renames or removes it.

An exact name of any kind of member wins, then one that differs in letter case alone. A name that only looks
like one (`Open` for `bOpen`, `is open` for `IsOpen`) changes nothing: it is refused with the member that
may be meant. Pure; outside uses find_member, find_function, find_local and BlueprintMember.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

from blueprint_assistant.actions.names.variable_choice import NAME_KEYS
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.callables import custom_event_names
from blueprint_assistant.graph.catalog.declarations import function_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from blueprint_assistant.graph.model.blueprint import Blueprint, Function, Graph, Variable

__all__ = [
    "BlueprintMember",
    "MemberWord",
    "UnknownMemberError",
    "find_function",
    "find_local",
    "find_member",
    "members_of",
]

_MAX_LISTED = 20
_NONE = "It has none yet: use add_variable, add_function or add_component."
_CERTAIN, _LOOSE = NAME_KEYS[:2], NAME_KEYS[2:]

MemberWord = Literal[
    "variable",
    "component",
    "function",
    "event dispatcher",
    "custom event",
    "macro",
    "interface",
    "local variable",
]


class UnknownMemberError(ToolError):
    """A Blueprint has nothing of that name, or several things; the message lists what there is."""

    code = "unknown_member"


@dataclass(frozen=True, slots=True)
class BlueprintMember:
    """A member by kind and real name; `function` is what a local variable belongs to."""

    word: MemberWord
    name: str
    function: str = ""

    def __str__(self) -> str:
        """`variable Health`, `local variable Step of Open`, for messages."""
        return f"{self.word} {self.name}{f' of {self.function}' if self.function else ''}"


def find_function(owner: Blueprint, text: str) -> tuple[str, Function]:
    """The name and declaration of the own function that a text means. Raises UnknownMemberError."""
    name = find_member(owner, text, only=("function",)).name
    graph = owner.find_graph(name)
    declared = None if graph is None else function_of(graph, owner.path)
    if declared is None:
        raise UnknownMemberError(f"The function {name} of {owner.path} has no entry.", "Read it again.")
    return name, declared


def find_member(
    owner: Blueprint, text: str, function: str = "", *, only: Sequence[MemberWord] = get_args(MemberWord)
) -> BlueprintMember:
    """The member that a name means: of the Blueprint, or a local variable of `function`.

    Raises UnknownMemberError with what may be meant; also when it is of none of the kinds in `only`.
    """
    if function:
        return _find_local(owner, text, function)
    text = text.strip()
    members, locals_ = list(members_of(owner)), list(_locals_of(owner))
    for key in _CERTAIN:
        # The members first: a local variable cannot have their names, but in old graphs.
        found = _called(text, members, key) or _called(text, locals_, key)
        if found:
            return _of_kind(owner, _the_one(owner, text, found), only)
    raise _none_such(owner, text, [one for one in (*members, *locals_) if one.word in only], only)


def find_local(owner: Blueprint, member: BlueprintMember) -> tuple[Graph, Variable]:
    """The graph and declaration of a local variable that `find_member` found."""
    graph = owner.find_graph(member.function)
    declared = None if graph is None else function_of(graph, owner.path)
    found = [] if declared is None else [v for v in declared.local_variables if v.name == member.name]
    if graph is None or not found:
        raise UnknownMemberError(f"{owner.path} has no local variable '{member.name}'.", "Read it again.")
    return graph, found[0]


def members_of(owner: Blueprint) -> Iterator[BlueprintMember]:
    """All that a Blueprint declares, but for the local variables of its functions."""
    for variable in owner.variables:
        is_dispatcher = variable.type.category == "mcdelegate"
        yield BlueprintMember("event dispatcher" if is_dispatcher else "variable", variable.name)
    for component in owner.components:
        yield BlueprintMember("component", component.name)
    for graph in owner.graphs:
        if graph.kind == "function":
            yield BlueprintMember("function", graph.name)
        elif graph.kind == "macro":
            yield BlueprintMember("macro", graph.name)
    for name in custom_event_names(owner):
        yield BlueprintMember("custom event", name)
    for interface in owner.interfaces:
        name = interface.class_path.rpartition(".")[2]
        yield BlueprintMember("interface", name.removesuffix("_C"))


def _locals_of(owner: Blueprint) -> Iterator[BlueprintMember]:
    for graph in owner.graphs:
        declared = function_of(graph, owner.path) if graph.kind == "function" else None
        for item in () if declared is None else declared.local_variables:
            yield BlueprintMember("local variable", item.name, graph.name)


def _find_local(owner: Blueprint, text: str, function: str) -> BlueprintMember:
    name, declared = find_function(owner, function)
    known = [BlueprintMember("local variable", item.name, name) for item in declared.local_variables]
    for key in _CERTAIN:
        found = _called(text.strip(), known, key)
        if found:
            return found[0]
    inputs = ", ".join(item.name for item in declared.inputs)
    hint = f" (its inputs: {inputs})" if inputs else ""
    raise _unknown(text, known, f"The function {name} has no local variable '{text}'{hint}.")


def _called(
    text: str, members: Sequence[BlueprintMember], key: Callable[[str], str]
) -> list[BlueprintMember]:
    return [one for one in members if key(one.name) == key(text)]


def _the_one(owner: Blueprint, text: str, found: Sequence[BlueprintMember]) -> BlueprintMember:
    if len(found) == 1:
        return found[0]
    if all(one.word == "local variable" for one in found):
        functions = ", ".join(one.function for one in found)
        raise UnknownMemberError(
            f"Several functions of {owner.path} have a local variable '{text}'.",
            f"Give function_name: one of {functions}.",
        )
    if len({one.name for one in found}) > 1:
        names = ", ".join(one.name for one in found)
        raise UnknownMemberError(f"'{text}' fits several members.", f"Use one of: {names}.")
    shown = " and a ".join(one.word for one in found)
    raise UnknownMemberError(f"{owner.path} has a {shown} named '{text}'.", "Rename one by hand.")


def _of_kind(owner: Blueprint, member: BlueprintMember, only: Sequence[MemberWord]) -> BlueprintMember:
    if member.word in only:
        return member
    of = f" of the function {member.function}" if member.function else ""
    hint = f" Give function_name {member.function}." if member.function and "variable" in only else ""
    raise UnknownMemberError(
        f"{owner.path} has no {_either(only)} '{member.name}': that is a {member.word}{of}.",
        f"{_listing([one for one in members_of(owner) if one.word in only])}{hint}",
    )


def _none_such(
    owner: Blueprint, text: str, known: Sequence[BlueprintMember], only: Sequence[MemberWord]
) -> UnknownMemberError:
    what = "member" if set(only) == set(get_args(MemberWord)) else _either(only)
    return _unknown(text, known, f"{owner.path} has no {what} '{text}'.")


def _unknown(text: str, known: Sequence[BlueprintMember], missing: str) -> UnknownMemberError:
    """The error; what only looks like the name is said as what may be meant."""
    for key in _LOOSE:
        alike = _called(text.strip(), known, key)
        if alike:
            meant = " or ".join(f"the {one}" for one in alike)
            return UnknownMemberError(missing, f"If {meant} is meant, give that name as it is written.")
    names = list(dict.fromkeys(one.name for one in known))
    near = nearest(text, names)
    return UnknownMemberError(missing, f"It has: {', '.join(near)}." if near else _listing(known))


def _listing(known: Sequence[BlueprintMember]) -> str:
    names = list(dict.fromkeys(one.name for one in known))
    return f"It has: {listed(names, _MAX_LISTED)}." if names else _NONE


def _either(words: Sequence[MemberWord]) -> str:
    return " or ".join(words)
