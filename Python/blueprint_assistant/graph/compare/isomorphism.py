"""Tells whether two graphs are made alike, whatever their nodes are called and wherever they stand.

Outside uses `isomorphism_hash` and `isomorphic`. Both rest on colour refinement (Weisfeiler and Lehman):
nodes start with the colour of what they are, and are told apart by the colours that their pins
are linked to until nothing changes. It is done by splitting cells of an ordered partition, which
takes `links * log(nodes)` steps where recolouring in rounds takes as many rounds as a chain is long.

networkx was looked at and not taken: its hash knows no parallel edges and its search is recursive
and does not refine; loading it takes 0.1 s and 23 MB.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict, deque
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.compare.revision import digest_of
from blueprint_assistant.graph.compare.semantics import (
    contracted_links,
    node_statement,
    pin_keys,
    pin_statement,
    working_nodes,
)
from blueprint_assistant.graph.model.blueprint import PinRef

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from blueprint_assistant.graph.compare.semantics import NodeStatement, PinKey
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin

    DefaultOf = Callable[[Pin], str]

__all__ = ["TooSymmetricError", "isomorphic", "isomorphism_hash", "node_colours"]

_VERSION: Final = 1
_MAX_WASTED: Final = 500_000
"""How many links may be looked at for wrong guesses: a second or two."""
_GUID: Final = re.compile(r"\b[0-9A-Fa-f]{32}\b|\b[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\b")
_REFERENCE: Final = re.compile(r"""(?<=\w)'"?([^'"]+)"?'""")
_OBJECT_NAME: Final = re.compile(r"""^(Begin Object\b.*?\bName=)("[^"]*"|\S+)""", re.MULTILINE)


class TooSymmetricError(GraphError):
    """Two graphs look alike everywhere, and trying out which node is which takes too long."""

    code = "too_symmetric"


def isomorphism_hash(graph: Graph, *, default_of: DefaultOf | None = None) -> str:
    """What a graph is made of and how it is linked, as `shape:1-…`; the name of the graph is left out.

    GUIDs, pin ids, names of objects, layout, comments and reroutes do not count, nor the default
    of a linked pin. `default_of` normalises a pin's default, so that two spellings of one value
    are the same. Graphs of different shape have different hashes but for rare symmetric ones,
    which only `isomorphic` tells apart.
    """
    shape = _shape_of(graph, default_of)
    partition = _Partition(shape)
    partition.refine(range(len(partition.cells)))
    cells = tuple(
        (shape.colours[one], str(len(cell)), tuple(sorted(partition.surroundings(one))))
        for cell in partition.cells
        for one in (min(cell),)
    )
    # Two rings of three look like one of six from every node, so the connected parts count too.
    parts = sorted(tuple(map(str, _cells_of(part, partition))) for part in _components(shape))
    return f"shape:{_VERSION}-{digest_of((cells, tuple(parts)))}"


def node_colours(graph: Graph) -> dict[str, str]:
    """For each node that does something a text that is the same for nodes of the same kind.

    Kind means class, properties, pins and the defaults of unlinked inputs, without ids and names.
    """
    shape = _shape_of(graph, None)
    return dict(zip(shape.names, shape.colours, strict=True))


def isomorphic(a: Graph, b: Graph, *, default_of: DefaultOf | None = None) -> dict[str, str] | None:
    """Which node of `b` each node of `a` is, or None when the graphs are not made alike.

    What counts is what counts for `isomorphism_hash`; comments and reroutes have no partner. Raises
    TooSymmetricError rather than search for hours; no graph that people make comes near.
    """
    shape = _joined(_shape_of(a, default_of), _shape_of(b, default_of))
    partition = _Partition(shape)
    partition.refine(range(len(partition.cells)))
    if not partition.is_balanced:
        return None
    pairs = _pair_components(shape, partition)
    if pairs is None:
        return None
    return {shape.names[one]: shape.names[other] for one, other in sorted(pairs)}


# --- what is compared ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """Nodes as numbers. `links` has for each node the label and other end of each of its links.

    Of two joined graphs, the nodes from `first_of_b` on are those of the second.
    """

    names: Sequence[str]
    colours: Sequence[str]
    links: Sequence[Sequence[tuple[str, int]]]
    first_of_b: int | None = None


def _shape_of(graph: Graph, default_of: DefaultOf | None) -> _Shape:
    nodes = working_nodes(graph)
    numbers = {node.name: number for number, node in enumerate(nodes)}
    keys = [pin_keys(node) for node in nodes]
    links: list[list[tuple[str, int]]] = [[] for _ in nodes]
    own_links: defaultdict[int, list[str]] = defaultdict(list)
    linked: set[PinRef] = set()
    for link in contracted_links(graph):
        source, target = numbers.get(link.source.node), numbers.get(link.target.node)
        if source is None or target is None:
            continue
        linked.update((link.source, link.target))
        label = _label(keys[source].get(link.source.pin), keys[target].get(link.target.pin))
        if source == target:
            # To its cell it would look like a link to any other node there.
            own_links[source].append(label)
            continue
        links[source].append((f">{label}", target))
        links[target].append((f"<{label}", source))
    masked = _mask(nodes)
    colours = [
        _colour(node, pins, linked, default_of or (lambda pin: pin.default), masked)
        for node, pins in zip(nodes, keys, strict=True)
    ]
    for number, labels in own_links.items():
        colours[number] = digest_of((colours[number], *sorted(labels)))
    return _Shape([node.name for node in nodes], colours, links)


def _label(*ends: PinKey | None) -> str:
    """Which pins a link joins, as a text."""
    return json.dumps(ends)


def _joined(a: _Shape, b: _Shape) -> _Shape:
    size = len(a.names)
    moved = [[(label, other + size) for label, other in links] for links in b.links]
    return _Shape([*a.names, *b.names], [*a.colours, *b.colours], [*a.links, *moved], size)


def _colour(
    node: Node,
    keys: dict[str, PinKey],
    linked: Collection[PinRef],
    default_of: DefaultOf,
    masked: Callable[[str], str],
) -> str:
    def default(pin: Pin) -> NodeStatement:
        has_value = pin.direction == "input" and not pin.is_exec and PinRef(node.name, pin.id) not in linked
        return (masked(default_of(pin)),) if has_value else ()

    pins = tuple(pin_statement(pin, keys, default(pin), masked=masked) for pin in node.pins)
    inner = "" if node.graph is None else isomorphism_hash(node.graph, default_of=default_of)
    return digest_of(node_statement(node, pins, inner, masked=masked))


def _mask(nodes: Iterable[Node]) -> Callable[[str], str]:
    """Takes ids and the names of objects of this graph out of a text."""
    local = set()
    for node in nodes:
        local.add(node.name)
        for made in node.objects:
            local.add(made.name)
            local.update(name.strip('"') for _, name in _OBJECT_NAME.findall(made.text))

    def reference(match: re.Match[str]) -> str:
        # A path without a root names an object of the same text.
        is_local = not match[1].startswith("/") or not local.isdisjoint(re.split(r"[./:]", match[1]))
        return "'here'" if is_local else match[0]

    def masked(text: str) -> str:
        text = _GUID.sub("", text)
        if "'" in text:
            text = _REFERENCE.sub(reference, text)
        return _OBJECT_NAME.sub(r"\1", text) if "Begin Object" in text else text

    return masked


# --- colour refinement ---------------------------------------------------------------------------


class _Queue:
    """Numbers in the order in which they came, each at most once; can tell whether one waits."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._order = deque(numbers)
        self._waiting = set(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def __contains__(self, number: object) -> bool:
        return number in self._waiting

    def push(self, number: int) -> None:
        self._order.append(number)
        self._waiting.add(number)

    def pop(self) -> int:
        number = self._order.popleft()
        self._waiting.remove(number)
        return number


class _Partition:
    """Nodes in cells. Nodes of different cells are known to differ.

    The numbers of the cells depend on the shape only, never on the order of nodes and links.
    Splits are remembered and can be taken back.
    """

    def __init__(self, shape: _Shape, start: Iterable[Collection[int]] | None = None) -> None:
        """Start with a cell for each colour, or with the given cells, which must be stable."""
        self._shape = shape
        if start is None:
            numbered = sorted(range(len(shape.colours)), key=shape.colours.__getitem__)
            start = (list(cell) for _, cell in groupby(numbered, key=shape.colours.__getitem__))
        self.cells: list[set[int]] = [set(cell) for cell in start]
        self._parents: list[int] = []
        self._cell_of = {node: number for number, cell in enumerate(self.cells) for node in cell}
        self.is_balanced = all(self._has_balance(cell) for cell in self.cells)
        self.looked_at = 0
        """How many links refining has looked at."""

    def refine(self, splitters: Iterable[int]) -> None:
        """Split until the nodes of each cell are linked alike; stops when the balance is lost."""
        waiting = _Queue(splitters)
        while waiting and self.is_balanced:
            seen: dict[int, list[str]] = {}
            for node in self.cells[waiting.pop()]:
                self.looked_at += len(self._shape.links[node])
                for label, other in self._shape.links[node]:
                    seen.setdefault(other, []).append(label)
            touched: dict[int, list[int]] = {}
            for node in seen:
                touched.setdefault(self._cell_of[node], []).append(node)
            for cell in sorted(touched):
                self._split(cell, touched[cell], seen, waiting)

    def single_out(self, a: int, b: int) -> None:
        """Put two nodes of one cell into a cell of their own, and refine."""
        self.refine([self._move({a, b}, self._cell_of[a])])

    def partners(self, cell: int) -> Iterator[int]:
        """The nodes of the second graph in a cell; the first is found without sorting the cell."""
        members = self.cells[cell].copy()
        last = max(members)
        yield last
        first_of_b = self._shape.first_of_b or 0
        yield from sorted(node for node in members if first_of_b <= node < last)

    def pair_off(self, cell: int) -> None:
        """Make pairs of the nodes of a cell in which each is as good as the other."""
        members = sorted(self.cells[cell])
        half = len(members) // 2
        for one, other in zip(members[1:half], members[half + 1 :], strict=True):
            self._move({one, other}, cell)

    def take_back(self, size: int) -> None:
        """Undo the newest splits until there are that many cells."""
        while len(self.cells) > size:
            members, parent = self.cells.pop(), self._parents.pop()
            self.cells[parent] |= members
            self._cell_of.update(dict.fromkeys(members, parent))
        self.is_balanced = True

    def surroundings(self, node: int) -> Iterator[tuple[str, str]]:
        """The label and the cell at the other end of each link of a node."""
        return ((label, str(self._cell_of[other])) for label, other in self._shape.links[node])

    def cell_of(self, node: int) -> int:
        """The number of a node's cell."""
        return self._cell_of[node]

    def _split(self, cell: int, touched: list[int], seen: dict[int, list[str]], waiting: _Queue) -> None:
        """Divide a cell by how its nodes are linked to a splitter; those not linked stay."""
        groups: dict[tuple[str, ...], set[int]] = {}
        for node in touched:
            groups.setdefault(tuple(sorted(seen[node])), set()).add(node)
        ordered = [groups[signature] for signature in sorted(groups)]
        if len(touched) == len(self.cells[cell]):
            ordered = ordered[1:]
        parts = [cell, *(self._move(group, cell) for group in ordered)]
        if cell not in waiting:
            # The nodes are known to be linked alike to all parts together, so one may be left out.
            parts.remove(max(parts, key=lambda part: len(self.cells[part])))
        else:
            parts.remove(cell)
        for part in parts:
            waiting.push(part)

    def _move(self, members: set[int], parent: int) -> int:
        number = len(self.cells)
        self.cells.append(members)
        self._parents.append(parent)
        self.cells[parent] -= members
        self._cell_of.update(dict.fromkeys(members, number))
        self.is_balanced = self.is_balanced and self._has_balance(members)
        return number

    def _has_balance(self, members: Collection[int]) -> bool:
        first = self._shape.first_of_b
        return first is None or sum(node < first for node in members) * 2 == len(members)


# --- which node is which -------------------------------------------------------------------------


def _pair_components(shape: _Shape, partition: _Partition) -> list[tuple[int, int]] | None:
    """Pairs of nodes, one connected part of the graphs after the other.

    Parts that are alike are interchangeable, so the first partner that fits is the right one.
    """
    waiting: dict[tuple[int, ...], list[list[int]]] = {}
    parts = list(_components(shape))
    first_of_b = shape.first_of_b or 0
    for part in parts:
        if part[0] >= first_of_b:
            waiting.setdefault(_cells_of(part, partition), []).append(part)
    pairs: list[tuple[int, int]] = []
    waste = _Waste()
    for part in parts:
        if part[0] >= first_of_b:
            continue
        partners = waiting.get(_cells_of(part, partition), [])
        for number, partner in enumerate(partners):
            found = _pair_nodes(shape, [*part, *partner], partition, waste)
            if found is not None:
                pairs += found
                del partners[number]
                break
        else:
            return None
    return pairs


def _components(shape: _Shape) -> Iterator[list[int]]:
    """The connected parts, each from its lowest node on."""
    seen: set[int] = set()
    for start in range(len(shape.names)):
        if start in seen:
            continue
        seen.add(start)
        part = [start]
        for node in part:
            fresh = {other for _, other in shape.links[node]} - seen
            seen |= fresh
            part += sorted(fresh)
        yield part


def _cells_of(part: list[int], partition: _Partition) -> tuple[int, ...]:
    return tuple(sorted(partition.cell_of(node) for node in part))


@dataclass(slots=True)
class _Waste:
    """Counts the links that were looked at in vain during a whole search."""

    count: int = 0

    def add(self, links: int) -> None:
        self.count += links + 1
        if self.count > _MAX_WASTED:
            raise TooSymmetricError(
                "The two graphs are too symmetric to find out which node is which.",
                "Compare their shape hashes, or smaller parts of them.",
            )


def _pair_nodes(
    shape: _Shape, nodes: list[int], known: _Partition, waste: _Waste
) -> list[tuple[int, int]] | None:
    """Pairs for two connected parts whose cells are balanced: guess, refine, take back when wrong."""
    by_cell = sorted(nodes, key=lambda node: (known.cell_of(node), node))
    cells = [list(cell) for _, cell in groupby(by_cell, key=known.cell_of)]
    partition = _Partition(shape, cells)
    guesses: list[_Guess] = []
    cell = 0
    while (cell := _first_open(partition, cell)) < len(partition.cells):
        guesses.append(_Guess(cell, partition))
        while guesses and not guesses[-1].next(partition, waste):
            guesses.pop()
        if not guesses:
            return None
        cell = guesses[-1].cell
    pairs = [sorted(members) for members in partition.cells]
    return [(one, other) for one, other in pairs]


def _first_open(partition: _Partition, start: int) -> int:
    """The first cell from `start` on that holds more than a pair."""
    return next(
        (number for number in range(start, len(partition.cells)) if len(partition.cells[number]) != 2),  # noqa: PLR2004 - one node of each graph
        len(partition.cells),
    )


class _Guess:
    """The partners to try for one node of a cell."""

    def __init__(self, cell: int, partition: _Partition) -> None:
        self.cell = cell
        self._size = len(partition.cells)
        self._node = min(partition.cells[cell])
        self._partners = partition.partners(cell)

    def next(self, partition: _Partition, waste: _Waste) -> bool:
        """Try partners until one fits; False when none is left."""
        for partner in self._partners:
            partition.take_back(self._size)
            before = partition.looked_at
            partition.single_out(self._node, partner)
            if partition.is_balanced:
                if len(partition.cells) == self._size + 1:
                    # Nothing else tells the pair from the rest, so all of the cell are linked to the same.
                    partition.pair_off(self.cell)
                return True
            waste.add(partition.looked_at - before)
        partition.take_back(self._size)
        return False
