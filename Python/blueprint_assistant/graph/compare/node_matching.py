"""Tells which node and pin of one graph is which of another. Part of `graph.compare.graph_diff`.

Evidence is taken in this order: the node's GUID, name and kind, a kind that only one node has,
links to nodes that are known already, and last the name and class.
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.isomorphism import node_colours
from blueprint_assistant.graph.compare.semantics import contracted_links, pin_keys

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.graph.compare.semantics import PinKey
    from blueprint_assistant.graph.model.blueprint import Graph, Node, PinRef

    Around = dict[str, dict[tuple[PinKey, PinKey], str | None]]

__all__ = ["match_nodes", "match_pins"]


def match_nodes(before: Graph, after: Graph) -> dict[str, str]:
    """The name in `after` of each node of `before` that is still there. Linear in both graphs."""
    matching = _Matching(before, after)
    matching.by(_guid, _guid)
    is_one_history = bool(matching.pairs)
    if matching.is_done:
        return matching.pairs
    old, new = node_colours(before), node_colours(after)
    matching.by(lambda node: (node.name, old.get(node.name)), lambda node: (node.name, new.get(node.name)))
    matching.by(lambda node: old.get(node.name), lambda node: new.get(node.name))
    matching.along_links()

    def name_and_class(node: Node) -> object:
        # Of two versions of one graph, a node with another GUID is another node, whatever its name.
        return None if is_one_history and _guid(node) else (node.name, node.class_path)

    matching.by(name_and_class, name_and_class)
    return matching.pairs


def match_pins(before: Node, after: Node) -> dict[str, str]:
    """The id in `after` of each pin of `before`: by id, then by direction, name and place."""
    ids_after = {pin.id for pin in after.pins}
    pairs = {pin.id: pin.id for pin in before.pins if pin.id in ids_after}
    if len(pairs) == len(before.pins):
        return pairs
    ids = {key: pin_id for pin_id, key in pin_keys(after).items() if pin_id not in pairs}
    for pin_id, key in pin_keys(before).items():
        if pin_id not in pairs and key in ids:
            pairs[pin_id] = ids.pop(key)
    return pairs


def _guid(node: Node) -> str | None:
    return node.guid if node.guid.strip("0") else None


class _Matching:
    """Pairs found so far, and what is left on either side."""

    def __init__(self, before: Graph, after: Graph) -> None:
        self._before = before
        self._after = after
        self._left = dict(before.nodes_by_name)
        self._right = dict(after.nodes_by_name)
        self.pairs: dict[str, str] = {}

    @property
    def is_done(self) -> bool:
        """Whether no node is left on one of the sides."""
        return not self._left or not self._right

    def by(self, text_before: Callable[[Node], object], text_after: Callable[[Node], object]) -> None:
        """Pair the nodes of which both sides say the same; None, or what fits several, tells nothing."""
        left, right = _single(self._left.values(), text_before), _single(self._right.values(), text_after)
        for text, name in left.items():
            if text in right:
                self._pair(name, right[text])

    def along_links(self) -> None:
        """Pair nodes of one class that hang on the same pins of nodes that are paired."""
        before, after = _around(self._before), _around(self._after)
        waiting = deque(self.pairs.items())
        while waiting:
            one, other = waiting.popleft()
            there = after.get(other, {})
            for pins, left in before.get(one, {}).items():
                right = there.get(pins)
                if left is None or right is None or left not in self._left or right not in self._right:
                    continue
                if self._left[left].class_path == self._right[right].class_path:
                    self._pair(left, right)
                    waiting.append((left, right))

    def _pair(self, one: str, other: str) -> None:
        self.pairs[one] = other
        del self._left[one], self._right[other]


def _single(nodes: Iterable[Node], text_of: Callable[[Node], object]) -> dict[object, str]:
    """The node of each text that only one node has."""
    texts = {node.name: text_of(node) for node in nodes}
    count = Counter(texts.values())
    return {text: name for name, text in texts.items() if text is not None and count[text] == 1}


def _around(graph: Graph) -> Around:
    """For each node, the node at the other end of a pair of pins; None where there are several."""
    keys = {node.name: pin_keys(node) for node in graph.nodes}

    def key(ref: PinRef) -> PinKey | None:
        return keys.get(ref.node, {}).get(ref.pin)

    around: Around = {}
    for link in contracted_links(graph):
        source, target = key(link.source), key(link.target)
        if source is None or target is None:
            continue
        for here, there, pins in (
            (link.source.node, link.target.node, (source, target)),
            (link.target.node, link.source.node, (target, source)),
        ):
            table = around.setdefault(here, {})
            table[pins] = None if pins in table else there
    return around
