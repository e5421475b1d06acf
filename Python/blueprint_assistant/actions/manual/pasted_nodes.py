"""Recognises pasted nodes in a graph, and tells what became of them on the way.

Outside uses find_pasted, find_alike and losses_of. Pure; any thread. The engine keeps pin ids and
changes node GUIDs, names that are taken, and everything that a signature says otherwise [PASTE 9, 10, 20-23].
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.simulate.node_bubbles import bubble_text
from blueprint_assistant.graph.catalog.declarations import custom_event_of
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.kinds.specs import CommentSpec, OperatorSpec, TimelineSpec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["find_alike", "find_pasted", "losses_of"]

_COMMENT = "EdGraphNode_Comment"


def find_pasted(graph: Graph, wanted: Mapping[str, Node]) -> dict[str, tuple[str, ...]]:
    """The nodes of a graph that came of texts, by key: several when they were pasted again.

    A node is told by the ids of its pins; a comment box, which has none, by its text.
    """
    holders: dict[str, dict[str, None]] = {}
    boxes: dict[str, dict[str, None]] = {}
    for node in graph.nodes:
        if node.class_name == _COMMENT:
            boxes.setdefault(bubble_text(node), {})[node.name] = None
        for pin in node.pins:
            holders.setdefault(pin.id, {})[node.name] = None
    found = {}
    for key, node in wanted.items():
        names: dict[str, None] = {}
        for pin in node.pins:
            names |= holders.get(pin.id, {})
        if node.class_name == _COMMENT:
            names = boxes.get(bubble_text(node), {})
        if names:
            found[key] = tuple(names)
    return found


def find_alike(graph: Graph, wanted: Mapping[str, Node], earlier: Mapping[str, Node]) -> dict[str, str]:
    """The nodes of a graph that were pasted for an earlier call and are what is wanted now, by key."""
    there = {names[0] for names in find_pasted(graph, earlier).values()}
    found: dict[str, str] = {}
    for key, node in wanted.items():
        for name in sorted(there - set(found.values())):
            other = graph.node(name)
            if not any(losses_of(node, other)) and bubble_text(node) == bubble_text(other):
                found[key] = name
                break
    return found


def losses_of(wanted: Node, found: Node) -> Iterable[str]:
    """What a pasted node has not kept and no call can mend, each as the end of a sentence."""
    if wanted.class_name != found.class_name:
        yield f"is a {found.class_name} instead of a {wanted.class_name}"
        return
    if _meaning(wanted) != _meaning(found):
        yield f"stands for something else: {node_title(found).title}"
    lost = [
        pin.name
        for pin in wanted.visible_pins
        if (there := found.find_pin(pin.name, pin.direction)) is None or there.is_orphaned
    ]
    if lost:
        yield f"lost the pin{'s' if len(lost) > 1 else ''} {', '.join(lost)}"
    mine, theirs = custom_event_of(wanted), custom_event_of(found)
    if mine is not None and theirs is not None:
        if [(item.name, item.type) for item in mine.inputs] != [
            (item.name, item.type) for item in theirs.inputs
        ]:
            yield "has other inputs"
        if mine.flags != theirs.flags:
            yield "has another replication"
    if bubble_text(wanted) and bubble_text(wanted) != bubble_text(found):
        yield "has another comment"


def _meaning(node: Node) -> object:
    """What a node stands for, without what a paste or a link decides."""
    spec = any_spec_of(node)
    if isinstance(spec, TimelineSpec):
        # The editor names a pasted timeline itself where it likes; tracks are added later.
        return TimelineSpec("")
    if isinstance(spec, OperatorSpec):
        return replace(spec, function="")
    if isinstance(spec, CommentSpec):
        return CommentSpec("")
    return spec
