"""Which links of a pasted text are made, by the names and pin ids that the text gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import PinRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Node, Pin
    from unreal_sandbox.graphs.graph_clipboard import CopiedNode

__all__ = ["pasted_links"]

Pair = tuple[PinRef, PinRef]


def pasted_links(copied: list[CopiedNode], nodes: list[Node], *, keeps_one_sided: bool) -> list[Pair]:
    """Output and input of each link that holds between the pasted `nodes`, the copies in order.

    Left out without a word: links to nodes that are not in the text, or are in the graph already
    [PASTE 7, 19], links that only one pin records [PASTE 13, a switch], and what can be no link:
    two pins of one direction, a node with itself, exec with data, a second link of an exec output
    or of a data input, a ring of reroutes [PASTE 16: rejected or reported; left out is assumed].
    """
    first_of = _first_of_each_name(copied)
    made: list[Pair] = []
    taken: set[PinRef] = set()
    for pair in _recorded(copied, first_of, keeps_one_sided=keeps_one_sided):
        ends = _ends(pair, nodes)
        if ends is None:
            continue
        (source, output), (target, entry) = ends
        single = source if output.is_exec else target
        if output.is_exec != entry.is_exec or single in taken or (source, target) in made:
            continue
        taken.add(single)
        made.append((source, target))
    return _without_rings(made, nodes)


PinPlace = tuple[int, str]
"""The number of a copied node and a pin id."""


def _first_of_each_name(copied: list[CopiedNode]) -> dict[str, int]:
    """Which copy a name in a link means: of two with one name the first [PASTE 15: ambiguous]."""
    found: dict[str, int] = {}
    for number, item in enumerate(copied):
        found.setdefault(item.node.name, number)
    return found


def _recorded(
    copied: list[CopiedNode], first_of: dict[str, int], *, keeps_one_sided: bool
) -> Iterator[tuple[PinPlace, PinPlace]]:
    """The links in the order of the text, each once, as they stand on its pins."""
    stated: dict[tuple[PinPlace, PinPlace], None] = {}
    for number, item in enumerate(copied):
        for pin_id, ends in item.links.items():
            for name, end in ends:
                if name in first_of:
                    stated[(number, pin_id), (first_of[name], end)] = None
    seen = set[tuple[PinPlace, PinPlace]]()
    for one, other in stated:
        if (other, one) in seen or not (keeps_one_sided or (other, one) in stated):
            continue
        seen.add((one, other))
        yield one, other


def _ends(
    pair: tuple[PinPlace, PinPlace], nodes: list[Node]
) -> tuple[tuple[PinRef, Pin], tuple[PinRef, Pin]] | None:
    """Output and input with their pins; None where a pin was lost or the two do not fit."""
    (first, first_id), (second, second_id) = pair
    one, other = nodes[first].pin_by_id(first_id), nodes[second].pin_by_id(second_id)
    if one is None or other is None or first == second or one.direction == other.direction:
        return None
    here, there = (PinRef(nodes[first].name, one.id), one), (PinRef(nodes[second].name, other.id), other)
    return (here, there) if one.direction == "output" else (there, here)


def _without_rings(links: list[Pair], nodes: list[Node]) -> list[Pair]:
    """The links without those that close a ring of reroutes only."""
    reroutes = {node.name for node in nodes if node.class_name == "K2Node_Knot"}
    after: dict[str, set[str]] = {}
    kept = []
    for source, target in links:
        if {source.node, target.node} <= reroutes:
            if _leads(after, target.node, source.node):
                continue
            after.setdefault(source.node, set()).add(target.node)
        kept.append((source, target))
    return kept


def _leads(after: dict[str, set[str]], start: str, end: str) -> bool:
    waiting, seen = [start], set[str]()
    while waiting:
        name = waiting.pop()
        if name == end:
            return True
        if name not in seen:
            seen.add(name)
            waiting += after.get(name, ())
    return False
