"""What a call did to the project: the nodes, links, pins and events of a case. Outside uses touched_by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.declarations import dispatchers_of, functions_of
from blueprint_assistant.graph.kinds.common_specs import EventSpec
from blueprint_assistant.graph.kinds.node_factory import is_ghost, node_title, spec_of
from blueprint_assistant.languages.bluecode.parser import parse_program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, PinRef
    from cases.adapters.desk import Desk

__all__ = ["blueprint_of", "touched_by"]

_EVENT_KEYS = ("event", "event_name")
_PIN_KEYS = ("pin", "pin_name", "target_pin")
_OUR_ID = re.compile(r"N\d+")


def touched_by(desk: Desk, call: Mapping[str, Any], before: Mapping[str, Blueprint]) -> dict[str, Any]:
    """What came, went and stayed, by name, and what the call is about: its nodes, pin and events."""
    after = desk.blueprints()
    changed = list(_changed(before, after))
    named = list(_named(desk, call))
    path = blueprint_of(desk, call)
    owner = after.get(path)
    seen: dict[str, Any] = {
        "nodes_changed": [node_title(node).title for node in changed],
        "node_pins": [name for node in changed or named for name in _pin_names(node)],
        "pin_types_after": {pin.name: pin.type.category for node in named or changed for pin in node.pins},
        "event_nodes": 0 if owner is None else len(_events(owner, _events_named(call))),
        "blueprint_unchanged": before.get(path) == owner,
        "parent_after": None if owner is None else owner.parent_class,
        "compiles": owner is not None and owner.status != "error",
        "status_after": None if owner is None else owner.status,
        **_pin_facts(desk, call, before),
    }
    for what, names_of in _KINDS.items():
        old, new = names_of(before), names_of(after)
        seen |= {
            f"{what}_added": [name for key, name in new.items() if key not in old],
            f"{what}_removed": [name for key, name in old.items() if key not in new],
            f"{what}_kept": old.keys() <= new.keys(),
            f"{what}_unchanged": old == new,
            f"{what}_after": list(names_of({path: owner}).values()) if owner is not None else [],
        }
    return seen


def _pin_facts(desk: Desk, call: Mapping[str, Any], before: Mapping[str, Blueprint]) -> dict[str, Any]:
    """The pin that a call names, as it is now and whether it was so before."""
    args = call.get("args", {})
    wanted = next((args[key] for key in _PIN_KEYS if isinstance(args.get(key), str)), None)
    if wanted is None:
        return {}
    found: dict[str, Any] = {}
    for owner, graph, node in _places(desk, call):
        try:
            pin = match_pin(list(node.pins), wanted, "input")
        except AssistantError:
            continue
        earlier = before[owner.path].find_graph(graph.name)
        old = None if earlier is None else earlier.nodes_by_name.get(node.name)
        old_pin = None if old is None else old.pin_by_id(pin.id)
        found = {
            **dict.fromkeys(("pin_value_after", "pin_default_after", "value_after"), pin.default),
            "pin_type_after": pin.type.category,
            "pin_value_unchanged": old_pin is not None and old_pin.default == pin.default,
            "pin_links_after": len(graph.links_of(node.name, pin.id)),
        }
    return found


def blueprint_of(desk: Desk, call: Mapping[str, Any]) -> str:
    """The path of the Blueprint that a call is about; empty when it says none."""
    args = call.get("args", {})
    text = args.get("blueprint") or args.get("path") or args.get("name") or ""
    paths = desk.paths()
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
    return (node for _, _, node in _places(desk, call))


def _places(desk: Desk, call: Mapping[str, Any]) -> Iterator[tuple[Blueprint, Graph, Node]]:
    wanted = _ids_in(desk, call.get("args", {}))
    for item in desk.context.nodes.nodes:
        if item.id in wanted:
            owner = desk.blueprint(item.blueprint)
            graph = owner.find_graph(item.graph)
            if graph is not None and item.node in graph.nodes_by_name:
                yield owner, graph, graph.node(item.node)


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


# --- what Blueprints have --------------------------------------------------------------------------

Names = dict[tuple[str, ...], str]


def _node_names(blueprints: Mapping[str, Blueprint]) -> Names:
    return {
        (path, graph.name, node.name): node_title(node).title
        for path, graph in _graphs(blueprints)
        for node in graph.nodes
    }


def _link_names(blueprints: Mapping[str, Blueprint]) -> Names:
    found: Names = {}
    for path, graph in _graphs(blueprints):
        for link in graph.links:
            ends = [_end(graph, ref) for ref in (link.source, link.target)]
            key = (path, graph.name, link.source.node, link.source.pin, link.target.node, link.target.pin)
            found[key] = " -> ".join(ends)
    return found


def _end(graph: Graph, ref: PinRef) -> str:
    node, pin = graph.node(ref.node), graph.pin(ref)
    return f"{node_title(node).title}.{pin.name if pin else ref.pin}"


def _graphs(blueprints: Mapping[str, Blueprint]) -> Iterator[tuple[str, Graph]]:
    return ((path, graph) for path, owner in blueprints.items() for graph in owner.graphs)


def _members(read: Callable[[Blueprint], Iterable[Any]]) -> Callable[[Mapping[str, Blueprint]], Names]:
    def names_of(blueprints: Mapping[str, Blueprint]) -> Names:
        return {(path, item.name): item.name for path, owner in blueprints.items() for item in read(owner)}

    return names_of


def _assets(blueprints: Mapping[str, Blueprint]) -> Names:
    return {(path,): path for path in blueprints}


_KINDS: Mapping[str, Callable[[Mapping[str, Blueprint]], Names]] = {
    "nodes": _node_names,
    "links": _link_names,
    "graphs": _members(lambda owner: owner.graphs),
    "functions": _members(functions_of),
    "variables": _members(
        lambda owner: (item for item in owner.variables if item.type.category != "mcdelegate")
    ),
    "dispatchers": _members(dispatchers_of),
    "components": _members(lambda owner: owner.components),
    "blueprints": _assets,
}


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
