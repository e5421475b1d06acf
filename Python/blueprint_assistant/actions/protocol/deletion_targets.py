"""What a target of bluecode_delete means: a node, one link, or a variable.

Outside uses DeletionTarget, find_deletion_target and is_gone. A text that fits several of them is refused
with all (BC-192).
Pure; any thread.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal

from blueprint_assistant.actions.names.member_choice import BlueprintMember
from blueprint_assistant.actions.protocol.link_texts import EndText, is_link, read_end, read_link
from blueprint_assistant.actions.protocol.node_finder import AmbiguousNodeError, NoSuchNodeError
from blueprint_assistant.actions.tools.removal import NotLinkedError
from blueprint_assistant.editor.plan.edit_plan import DisconnectPinsStep, PinAt, RemoveNodesStep
from blueprint_assistant.editor.plan.member_steps import (
    RemoveDispatcherStep,
    RemoveLocalVariableStep,
    RemoveVariableStep,
)
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.languages.decompile.source_map import link_ends

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.actions.protocol.node_finder import NodeFinder
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Link, PinRef

__all__ = [
    "BadDeletionTargetError",
    "DeletionTarget",
    "NoSuchLinkError",
    "SeveralLinksError",
    "find_deletion_target",
    "is_gone",
]

_MEMBER_WORDS: Final = ("variable", "local variable", "local_variable", "dispatcher", "event dispatcher")
_NODE_WORDS: Final = ("node", "id", "node_id", "nodeId", "node_guid", "label", "alias", "name", "target")
_NAME_WORDS: Final = ("name", "variable", "variable_name", "id", "target")
_MOST_LISTED: Final = 12


class BadDeletionTargetError(ToolError):
    """A target is of no kind that can be deleted."""

    code = "parse_error"


class NoSuchLinkError(NotLinkedError):
    """The link is not there; `candidates` are those that the two nodes or pins have."""

    def __init__(self, link: str, there: Sequence[str]) -> None:
        """List what there is instead."""
        shown = ", ".join(there[:_MOST_LISTED])
        super().__init__(
            f"There is no link {link}.", f"There is: {shown}." if there else "There is none here."
        )
        self.candidates = tuple(there)


class SeveralLinksError(ToolError):
    """Several links are between two nodes, and pins were left out."""

    code = "ambiguous_target"

    def __init__(self, link: str, there: Sequence[str]) -> None:
        """List them."""
        super().__init__(
            f"'{link}' fits {len(there)} links.", "Name source_pin and target_pin, as in candidates."
        )
        self.candidates = tuple(there)


class NoSuchVariableError(ToolError):
    """There is no such variable."""

    code = "unknown_member"

    def __init__(self, name: str, owner: str, known: Sequence[str]) -> None:
        """List the nearest that there are."""
        self.candidates = nearest(name, known) or tuple(known[:_MOST_LISTED])
        shown = ", ".join(self.candidates)
        super().__init__(
            f"{owner} has no variable '{name[:120]}'.", f"It has: {shown}." if shown else "It has none."
        )


@dataclass(frozen=True, slots=True)
class DeletionTarget:
    """One thing that goes, and the step that takes it out. Equal things have equal keys."""

    kind: Literal["node", "connection", "variable"]
    key: tuple[str, ...]
    word: str
    step: EditOperation
    said: Mapping[str, Any]
    index: int = 0
    item: Any = field(default=None, compare=False)

    @property
    def is_of_graph(self) -> bool:
        """Whether it stands in a graph."""
        return self.kind != "variable"


def is_gone(one: DeletionTarget, owner: Blueprint, graph_name: str) -> bool:
    """Whether it is not there any more, in the Blueprint as it is now."""
    graph = owner.find_graph(graph_name)
    if one.kind == "variable":
        members = _members(owner, graph) if graph is not None else []
        return all(_member(member).key != one.key for member in members)
    if graph is None:
        return True
    if one.kind == "node":
        return one.key[1] not in graph.nodes_by_name
    return all(ends != one.key[1:] for _, ends in link_ends(graph))


def find_deletion_target(item: Any, finder: NodeFinder, owner: Blueprint, graph: Graph) -> DeletionTarget:
    """What a target means. Raises AssistantError with candidates when it is not one thing."""
    if is_link(item):
        return _connection(item, finder, graph)
    if isinstance(item, Mapping):
        kind = str(item.get("kind", "")).lower()
        if kind in _MEMBER_WORDS or (not kind and ("variable" in item or "variable_name" in item)):
            return _variable(_text(item, _NAME_WORDS), owner, graph)
        if kind in ("", "node", "label", "alias", "comment", "event"):
            node = finder.find(_text(item, _NODE_WORDS))
            return _node(node.name, finder, graph)
        raise BadDeletionTargetError(f"'{kind}' is no kind of target.", "Use node, connection or variable.")
    if not isinstance(item, str) or not item.strip():
        raise BadDeletionTargetError(
            f"{str(item)[:120]!r} is no target.", "Send a node id, a link or a variable's name."
        )
    return _named(item.strip(), finder, owner, graph)


def _text(item: Mapping[str, Any], words: tuple[str, ...]) -> str:
    found = next((str(item[word]).strip() for word in words if item.get(word) not in (None, "")), "")
    if not found:
        raise BadDeletionTargetError(
            f"{str(dict(item))[:120]} names nothing.", 'Send e.g. {"kind": "node", "id": "…"}.'
        )
    return found


# --- nodes and variables -----------------------------------------------------------------------------


def _named(text: str, finder: NodeFinder, owner: Blueprint, graph: Graph) -> DeletionTarget:
    """What a bare text means. An id or alias is a node's; a name must be that of one thing alone."""
    known = finder.by_id(text)
    if known is not None:
        return _node(known.name, finder, graph)
    nodes = finder.called(text)
    members = [member for member in _members(owner, graph) if member.name.lower() == text.lower()]
    if len(nodes) + len(members) > 1:
        things = [finder.candidate(node) for node in nodes]
        raise AmbiguousNodeError(text, [*things, *(_candidate(member) for member in members)])
    if members:
        return _member(members[0])
    try:
        return _node(finder.find(text).name, finder, graph)
    except NoSuchNodeError as error:
        members = _members(owner, graph)
        near = nearest(text, [member.name for member in members])
        things = [_candidate(member) for member in members if member.name in near]
        if not things:
            raise
        raise NoSuchNodeError(text, graph.name, [*error.things, *things]) from error


def _node(name: str, finder: NodeFinder, graph: Graph) -> DeletionTarget:
    said = finder.candidate(graph.node(name))
    return DeletionTarget(
        "node", ("node", name), str(said["title"]), RemoveNodesStep(graph.name, (name,)), said
    )


def _variable(name: str, owner: Blueprint, graph: Graph) -> DeletionTarget:
    members = _members(owner, graph)
    found = [member for member in members if member.name.lower() == name.lower()]
    if len(found) > 1:
        raise AmbiguousNodeError(name, [_candidate(member) for member in found])
    if not found:
        raise NoSuchVariableError(name, owner.path, [member.name for member in members])
    return _member(found[0])


def _members(owner: Blueprint, graph: Graph) -> list[BlueprintMember]:
    """The variables of a Blueprint, and those of the function that the graph is."""
    found = [
        BlueprintMember("event dispatcher" if item.type.category == "mcdelegate" else "variable", item.name)
        for item in owner.variables
    ]
    declared = function_of(graph, owner.path) if graph.kind == "function" else None
    if declared is not None:
        found += [
            BlueprintMember("local variable", item.name, graph.name) for item in declared.local_variables
        ]
    return found


def _candidate(member: BlueprintMember) -> dict[str, Any]:
    said = {"kind": member.word, "name": member.name}
    return said | ({"function": member.function} if member.function else {})


def _member(member: BlueprintMember) -> DeletionTarget:
    step: EditOperation
    match member.word:
        case "local variable":
            step = RemoveLocalVariableStep(member.function, member.name)
        case "event dispatcher":
            step = RemoveDispatcherStep(member.name)
        case _:
            step = RemoveVariableStep(member.name)
    key = ("variable", member.function, member.name)
    return DeletionTarget("variable", key, f"{member.word} {member.name}", step, _candidate(member))


# --- links -------------------------------------------------------------------------------------------


def _connection(item: Any, finder: NodeFinder, graph: Graph) -> DeletionTarget:
    """The one link that is meant: there must be just one between the pins that are named (BC-191)."""
    written = read_link(item)
    source = read_end(finder, written.source, written.source_pin)
    target = read_end(finder, written.target, written.target_pin)
    outputs = {pin.id for pin in source.pins("output", with_hidden=True)}
    inputs = {pin.id for pin in target.pins("input", with_hidden=True)}
    ends = dict(link_ends(graph))
    between = [link for link in ends if _joins(link, source, target)]
    found = [link for link in between if link.source.pin in outputs and link.target.pin in inputs]
    if not found:
        near = between or [
            link for link in ends if {link.source.node, link.target.node} & _names(source, target)
        ]
        raise NoSuchLinkError(str(written), [" -> ".join(ends[link]) for link in near])
    if len(found) > 1:
        raise SeveralLinksError(str(written), [" -> ".join(ends[link]) for link in found])
    return _broken(found[0], ends[found[0]], graph)


def _names(*ends: EndText) -> set[str]:
    return {end.node.name for end in ends}


def _joins(link: Link, source: EndText, target: EndText) -> bool:
    return (link.source.node, link.target.node) == (source.node.name, target.node.name)


def _broken(link: Link, ends: tuple[str, str], graph: Graph) -> DeletionTarget:
    step = DisconnectPinsStep(graph.name, _at(graph, link.source), "output", _at(graph, link.target))
    said = {"kind": "connection", "source": ends[0], "target": ends[1]}
    return DeletionTarget("connection", ("connection", *ends), " -> ".join(ends), step, said)


def _at(graph: Graph, ref: PinRef) -> PinAt:
    pin = graph.pin(ref)
    return PinAt(ref.node, "" if pin is None else pin.name)
