"""What a call did to the project: the nodes, links, pins and events of a case. Outside uses touched_by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.kinds.common_specs import EventSpec
from blueprint_assistant.graph.kinds.node_factory import is_ghost, spec_of
from blueprint_assistant.languages.bluecode.parser import parse_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
    from cases.adapters.desk import Desk

__all__ = ["blueprint_of", "touched_by"]

_EVENT_KEYS = ("event", "event_name")
_OUR_ID = re.compile(r"N\d+")


def touched_by(desk: Desk, call: Mapping[str, Any], before: Mapping[str, Blueprint]) -> dict[str, Any]:
    """Counts of what came, and the pins and events of the nodes or the graph that the call is about."""
    after = desk.project.blueprints()
    nodes = list(_changed(before, after)) or list(_named(desk, call))
    owner = after.get(blueprint_of(desk, call))
    return {
        "nodes_added": _count(after, "nodes") - _count(before, "nodes"),
        "links_added": _count(after, "links") - _count(before, "links"),
        "blueprints_added": len(after) - len(before),
        "node_pins": [name for node in nodes for name in _pin_names(node)],
        "event_nodes": 0 if owner is None else len(_events(owner, _events_named(call))),
    }


def blueprint_of(desk: Desk, call: Mapping[str, Any]) -> str:
    """The path of the Blueprint that a call is about; empty when it says none."""
    args = call.get("args", {})
    text = args.get("blueprint") or args.get("path") or args.get("name") or ""
    paths = desk.project.editor.list_blueprints()
    exact = [path for path in paths if text and path in (text, f"/Game/{text}")]
    named = [path for path in paths if text and path.rpartition("/")[2] == text]
    if exact or named:
        return (exact or named)[0]
    tracked = [item for item in desk.context.nodes.nodes if item.id in _ids_in(desk, args)]
    return tracked[0].blueprint if tracked else ""


# --- nodes ---------------------------------------------------------------------------------------


def _changed(before: Mapping[str, Blueprint], after: Mapping[str, Blueprint]) -> Iterator[Node]:
    """The nodes that are new or other than before."""
    old = {
        (path, graph.name, node.name): node
        for path, owner in before.items()
        for graph in owner.graphs
        for node in graph.nodes
    }
    for path, owner in after.items():
        for graph in owner.graphs:
            yield from (node for node in graph.nodes if old.get((path, graph.name, node.name)) != node)


def _named(desk: Desk, call: Mapping[str, Any]) -> Iterator[Node]:
    """The nodes whose ids a call names."""
    wanted = _ids_in(desk, call.get("args", {}))
    for item in desk.context.nodes.nodes:
        if item.id in wanted:
            graph = desk.editor.read_blueprint(item.blueprint).find_graph(item.graph)
            if graph is not None and item.node in graph.nodes_by_name:
                yield graph.node(item.node)


def _ids_in(desk: Desk, value: Any) -> set[str]:
    return {found for text in _texts(desk.our_id(value)) for found in _OUR_ID.findall(text)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)


def _pin_names(node: Node) -> Iterator[str]:
    return (pin.name for pin in node.pins if not pin.is_hidden)


def _count(blueprints: Mapping[str, Blueprint], what: str) -> int:
    return sum(len(getattr(graph, what)) for item in blueprints.values() for graph in item.graphs)


# --- events --------------------------------------------------------------------------------------


def _events_named(call: Mapping[str, Any]) -> set[str]:
    """The events that a call names, in its arguments or as entries of its program."""
    return {_plain(text) for text in _event_texts(call.get("args", {}))}


def _event_texts(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _event_texts(item)
    if not isinstance(value, dict):
        return
    for key, item in value.items():
        if key in _EVENT_KEYS and isinstance(item, str):
            yield item
        elif key == "code" and isinstance(item, str):
            yield from _entries(item)
        else:
            yield from _event_texts(item)


def _entries(code: str) -> list[str]:
    try:
        return [entry.name for entry in parse_program(code).entries]
    except AssistantError:
        return []


def _plain(event: str) -> str:
    return (
        re.sub(r"[\s_]", "", event).lower().removeprefix("event").removeprefix("receive").removeprefix("on")
    )


def _events(owner: Blueprint, named: set[str]) -> list[Node]:
    """The overrides of the named events, awake or not; all that are awake when none is named."""
    nodes = [(node, spec_of(node)) for node in _nodes(owner.graphs)]
    events = [(node, spec.name) for node, spec in nodes if isinstance(spec, EventSpec)]
    if named:
        return [node for node, name in events if _plain(name) in named]
    return [node for node, _ in events if not is_ghost(node)]


def _nodes(graphs: Iterable[Graph]) -> Iterator[Node]:
    return (node for graph in graphs for node in graph.nodes)
