"""A difference of two graphs in words: short lines for people and the model, plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.compare.graph_diff import GraphDiff, NodeChange, PinChange, Relink
    from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, PinRef

__all__ = ["describe_diff", "diff_as_json"]

_LONGEST_VALUE: Final = 80
_UNSET: Final = "nothing"


def describe_diff(change: GraphDiff, before: Graph, after: Graph, *, limit: int = 200) -> str:
    """One line per change; empty when only GUIDs, pin ids or the order of nodes, pins and links differ.

    `+` came, `-` went, `~` changed, `>` moved. Nodes are named by title and object name, so that
    both a person and a program find them. `limit` is the number of lines; the last tells of more.
    """
    lines = list(_lines(change, before, after))
    if len(lines) > limit:
        lines = [*lines[: limit - 1], f"… and {len(lines) - limit + 1} more changes"]
    return "\n".join(lines)


def diff_as_json(change: GraphDiff, before: Graph, after: Graph) -> dict[str, Any]:
    """The difference as values for JSON; nodes by object name, pins as `node.pin`.

    `header` has what differs of the graph itself: name, kind, its own lines.
    """
    return {
        "added": [_node_as_json(node) for node in change.added],
        "removed": [_node_as_json(node) for node in change.removed],
        "changed": [_change_as_json(item) for item in change.changed if item.properties or item.pins],
        "moved": [
            {
                "node": item.after.name,
                "from": [item.before.x, item.before.y],
                "to": [item.after.x, item.after.y],
            }
            for item in change.moved
        ],
        "renamed": [{"from": item.before.name, "to": item.after.name} for item in change.renamed],
        "linked": [_link_as_json(link, after) for link in change.linked],
        "unlinked": [_link_as_json(link, before) for link in change.unlinked],
        "relinked": [
            {"before": _link_as_json(item.before, before), "after": _link_as_json(item.after, after)}
            for item in change.relinked
        ],
        "header": [_field_as_json(*item) for item in _header_fields(change)],
    }


# --- lines ---------------------------------------------------------------------------------------


def _lines(change: GraphDiff, before: Graph, after: Graph) -> Iterator[str]:
    for name, old, new in _header_fields(change):
        yield f"~ graph: {name} {_value(old)} -> {_value(new)}"
    for node in change.removed:
        yield f"- {_called(node)}"
    for node in change.added:
        yield f"+ {_called(node)}"
    for item in change.changed:
        yield from _change_lines(item)
    for link in change.unlinked:
        yield f"- link {_link(link, before)}"
    for link in change.linked:
        yield f"+ link {_link(link, after)}"
    for relink in change.relinked:
        yield f"~ link {_relink(relink, before, after)}"


def _change_lines(change: NodeChange) -> Iterator[str]:
    name = _called(change.after)
    parts = [f"{item.name} {_value(item.before)} -> {_value(item.after)}" for item in change.properties]
    parts += [text for item in change.pins for text in _pin_changes(item)]
    if change.is_renamed:
        parts.append(f"was {change.before.name}")
    if parts:
        yield f"~ {name}: {'; '.join(parts)}"
    if change.is_moved:
        old, new = change.before, change.after
        yield f"> {name}: moved from {old.x}, {old.y} to {new.x}, {new.y}"


def _pin_changes(change: PinChange) -> Iterator[str]:
    name = change.pin.name or "unnamed"
    if change.before is None:
        yield f"{change.pin.direction} pin {name} came ({change.pin.type})"
    elif change.after is None:
        yield f"{change.pin.direction} pin {name} went"
    for item in change.fields:
        field = "" if item.name == "default_value" else f" {item.name.replace('_', ' ')}"
        yield f"{name}{field} {_value(item.before)} -> {_value(item.after)}"


def _value(text: str) -> str:
    if not text:
        return _UNSET
    text = " ".join(text.split())
    return f"'{text}'" if len(text) <= _LONGEST_VALUE else f"'{text[: _LONGEST_VALUE - 1]}…'"


def _called(node: Node) -> str:
    title = " ".join(node_title(node).title.split())
    return f"{title} ({node.name})" if title else node.name


def _link(link: Link, graph: Graph) -> str:
    return f"{_end(link.source, graph)} -> {_end(link.target, graph)}"


def _relink(relink: Relink, before: Graph, after: Graph) -> str:
    return f"{_link(relink.after, after)}; was {_link(relink.before, before)}"


def _end(ref: PinRef, graph: Graph) -> str:
    node = graph.nodes_by_name.get(ref.node)
    return f"{ref.node if node is None else _called(node)}.{_pin_name(ref, graph)}"


def _pin_name(ref: PinRef, graph: Graph) -> str:
    pin = graph.pin(ref)
    return ref.pin if pin is None else pin.name or "unnamed"


def _header_fields(change: GraphDiff) -> Iterator[tuple[str, str, str]]:
    if change.header is None:
        return
    old, new = change.header
    for name in ("name", "kind", "guid", "class_path"):
        if getattr(old, name) != getattr(new, name):
            yield name, getattr(old, name), getattr(new, name)
    before, after = dict(old.properties), dict(new.properties)
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield name, before.get(name, ""), after.get(name, "")


# --- JSON ----------------------------------------------------------------------------------------


def _node_as_json(node: Node) -> dict[str, Any]:
    return {"node": node.name, "class": node.class_path, "title": node_title(node).title}


def _change_as_json(change: NodeChange) -> dict[str, Any]:
    return {
        **_node_as_json(change.after),
        "properties": [_field_as_json(item.name, item.before, item.after) for item in change.properties],
        "pins": [_pin_as_json(item) for item in change.pins],
    }


def _pin_as_json(change: PinChange) -> dict[str, Any]:
    what = "changed" if change.before and change.after else "removed" if change.before else "added"
    return {
        "pin": change.pin.name,
        "direction": change.pin.direction,
        "change": what,
        "fields": [_field_as_json(item.name, item.before, item.after) for item in change.fields],
    }


def _field_as_json(name: str, before: str, after: str) -> dict[str, str]:
    return {"field": name, "before": before, "after": after}


def _link_as_json(link: Link, graph: Graph) -> dict[str, str]:
    return {
        "from": f"{link.source.node}.{_pin_name(link.source, graph)}",
        "to": f"{link.target.node}.{_pin_name(link.target, graph)}",
    }
