"""What changed between two graphs, as a value that can be shown and carried out.

Outside uses `diff`, `apply_diff` and `GraphDiff`; `graph.compare.diff_text` puts it in words. A node stays
the same node by its GUID; nodes that were made anew are recognised by what they are and what
they are linked to (`graph.compare.node_matching`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Final, TypeVar

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.compare.node_matching import match_nodes, match_pins
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin, PinRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.graph.model.blueprint import Properties

_Item = TypeVar("_Item")

__all__ = [
    "DiffConflictError",
    "FieldChange",
    "GraphDiff",
    "NodeChange",
    "PinChange",
    "Relink",
    "apply_diff",
    "diff",
]


class DiffConflictError(GraphError):
    """A difference is carried out on another graph than the one that it starts from."""

    code = "diff_conflict"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A property or a field of a pin; an empty text where it is not written."""

    name: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class PinChange:
    """A pin that changed, came (no `before`) or went (no `after`)."""

    before: Pin | None
    after: Pin | None

    @property
    def pin(self) -> Pin:
        """The pin as it is now, or was."""
        pin = self.after or self.before
        assert pin is not None  # noqa: S101 - one of the two is always there
        return pin

    @property
    def fields(self) -> tuple[FieldChange, ...]:
        """What changed on a pin that stayed; its id does not count."""
        if self.before is None or self.after is None:
            return ()
        return tuple(
            FieldChange(name, _text(getattr(self.before, name)), _text(getattr(self.after, name)))
            for name in _PIN_FIELDS
            if getattr(self.before, name) != getattr(self.after, name)
        )


_PIN_FIELDS: Final = tuple(
    item.name for item in fields(Pin) if item.name not in ("id", "parent_pin", "sub_pins")
)


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class NodeChange:
    """One node that is still there but not the same: moved, renamed, or changed."""

    before: Node
    after: Node

    @property
    def is_moved(self) -> bool:
        """Whether it stands somewhere else."""
        return (self.before.x, self.before.y) != (self.after.x, self.after.y)

    @property
    def is_renamed(self) -> bool:
        """Whether the object has another name. Titles do not show it."""
        return self.before.name != self.after.name

    @property
    def properties(self) -> tuple[FieldChange, ...]:
        """Properties that changed, came or went, and the class of the node if it is another."""
        found = list(_property_changes(self.before.properties, self.after.properties))
        if self.before.class_path != self.after.class_path:
            found.insert(0, FieldChange("Class", self.before.class_path, self.after.class_path))
        if self.before.objects != self.after.objects:
            found.append(FieldChange("Objects", _names(self.before), _names(self.after)))
        if self.before.graph != self.after.graph:
            old, new = _revision(self.before), _revision(self.after)
            found.append(FieldChange("Graph", old, new if new != old else f"{new}, drawn otherwise"))
        return tuple(found)

    @property
    def pins(self) -> tuple[PinChange, ...]:
        """Pins that changed, went or came; not those that only have another id."""
        pairs = match_pins(self.before, self.after)
        after = {pin.id: pin for pin in self.after.pins}
        changes = [PinChange(pin, after.get(pairs.get(pin.id, ""))) for pin in self.before.pins]
        kept = set(pairs.values())
        changes += [PinChange(None, pin) for pin in self.after.pins if pin.id not in kept]
        return tuple(
            change for change in changes if change.before is None or change.after is None or change.fields
        )


def _names(node: Node) -> str:
    return ", ".join(made.name for made in node.objects)


def _revision(node: Node) -> str:
    """The revision of the graph in a collapsed node."""
    return "" if node.graph is None else str(revision(node.graph))


def _property_changes(before: Properties, after: Properties) -> Iterable[FieldChange]:
    """The differences by name; of several properties of one name, the first is compared with the first."""
    old, new = _numbered(before), _numbered(after)
    for place in dict.fromkeys((*old, *new)):
        if old.get(place) != new.get(place):
            yield FieldChange(place[0], old.get(place, ""), new.get(place, ""))


def _numbered(properties: Properties) -> dict[tuple[str, int], str]:
    counted: Counter[str] = Counter()
    table = {}
    for name, text in properties:
        table[name, counted[name]] = text
        counted[name] += 1
    return table


@dataclass(frozen=True, slots=True)
class Relink:
    """A link that was led to another pin: the data pin or exec pin that takes one link kept its place."""

    before: Link
    after: Link


@dataclass(frozen=True, slots=True)
class GraphDiff:
    """All that makes one graph of another.

    Links name nodes and pins as the graph does to which they belong: `unlinked` and `before`
    the old one, `linked` and `after` the new one. The rest is what only carrying it out needs:
    `header` (the graphs without nodes and links, when that differs) and the order of nodes and
    links where it is not the old one with the new ones at the end.
    """

    added: tuple[Node, ...] = ()
    removed: tuple[Node, ...] = ()
    changed: tuple[NodeChange, ...] = ()
    linked: tuple[Link, ...] = ()
    unlinked: tuple[Link, ...] = ()
    relinked: tuple[Relink, ...] = ()
    header: tuple[Graph, Graph] | None = None
    node_order: tuple[int, ...] = ()
    link_order: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        """Whether anything differs at all, be it the order of the links."""
        return self != GraphDiff()

    @property
    def moved(self) -> tuple[NodeChange, ...]:
        """The nodes that stand somewhere else."""
        return tuple(change for change in self.changed if change.is_moved)

    @property
    def renamed(self) -> tuple[NodeChange, ...]:
        """The nodes whose objects have other names."""
        return tuple(change for change in self.changed if change.is_renamed)


def diff(before: Graph, after: Graph) -> GraphDiff:
    """All that makes `after` of `before`; `apply_diff` carries it out. Linear in both graphs."""
    pairs = match_nodes(before, after)
    kept = set(pairs.values())
    changed = tuple(
        NodeChange(node, after.node(pairs[node.name]))
        for node in before.nodes
        if node.name in pairs and node != after.node(pairs[node.name])
    )
    removed = tuple(node for node in before.nodes if node.name not in pairs)
    added = tuple(node for node in after.nodes if node.name not in kept)
    translate = _Translation(changed)
    gone = {node.name for node in removed}
    unlinked, linked = _link_changes(before, after, translate, gone)
    staying = [link for link in unlinked if _single_end(before, link).node not in gone]
    relinked = _relinks(before, after, translate, staying, linked)
    pure = GraphDiff(
        added,
        removed,
        changed,
        _without(linked, (item.after for item in relinked)),
        _without(unlinked, (item.before for item in relinked)),
        relinked,
        _header_change(before, after),
    )
    rough = apply_diff(before, pure)
    return replace(
        pure,
        node_order=_order([node.name for node in rough.nodes], [node.name for node in after.nodes]),
        link_order=_order(rough.links, after.links),
    )


def apply_diff(before: Graph, change: GraphDiff) -> Graph:
    """The graph with a difference carried out. Raises DiffConflictError when it is not the old graph."""
    replaced = {item.before.name: item.after for item in change.changed}
    gone = {node.name for node in change.removed}
    for expected in (*change.removed, *(item.before for item in change.changed)):
        if before.nodes_by_name.get(expected.name) != expected:
            raise _conflict(f"node '{expected.name}' is not as it was")
    nodes = [replaced.get(node.name, node) for node in before.nodes if node.name not in gone]
    nodes += change.added
    dropped = Counter((*change.unlinked, *(item.before for item in change.relinked)))
    translate = _Translation(change.changed)
    links = []
    for link in before.links:
        if dropped[link]:
            dropped[link] -= 1
        else:
            links.append(translate.link(link))
    links += (*change.linked, *(item.after for item in change.relinked))
    if any(dropped.values()):
        raise _conflict("a link that goes is not there")
    if change.header is not None and change.header[0] != _header(before):
        raise _conflict(f"graph '{before.name}' is another one")
    header = before if change.header is None else change.header[1]
    return replace(header, nodes=_ordered(nodes, change.node_order), links=_ordered(links, change.link_order))


def _conflict(why: str) -> DiffConflictError:
    return DiffConflictError(f"The difference does not fit the graph: {why}.", "Compare the graphs again.")


def _header(graph: Graph) -> Graph:
    return replace(graph, nodes=(), links=())


def _header_change(before: Graph, after: Graph) -> tuple[Graph, Graph] | None:
    old, new = _header(before), _header(after)
    return None if old == new else (old, new)


class _Translation:
    """What links of the old graph are called in the new one."""

    def __init__(self, changed: Iterable[NodeChange]) -> None:
        self._changed = {item.before.name: item for item in changed}
        self._pins: dict[str, Mapping[str, str]] = {}

    def link(self, link: Link) -> Link:
        """A link between nodes that are still there."""
        return Link(self.ref(link.source), self.ref(link.target))

    def ref(self, ref: PinRef) -> PinRef:
        """A pin of a node that is still there; one that went keeps its id."""
        item = self._changed.get(ref.node)
        if item is None:
            return ref
        if ref.node not in self._pins:
            self._pins[ref.node] = match_pins(item.before, item.after)
        return PinRef(item.after.name, self._pins[ref.node].get(ref.pin, ref.pin))


def _link_changes(
    before: Graph, after: Graph, translate: _Translation, gone: set[str]
) -> tuple[list[Link], list[Link]]:
    """The links that went, in the old graph's words, and those that came, in the new one's."""
    present = Counter(after.links)
    unlinked = []
    for link in before.links:
        same = translate.link(link)
        if link.source.node not in gone and link.target.node not in gone and present[same]:
            present[same] -= 1
        else:
            unlinked.append(link)
    linked = []
    for link in reversed(after.links):
        if present[link]:
            present[link] -= 1
            linked.append(link)
    return unlinked, linked[::-1]


def _relinks(
    before: Graph, after: Graph, translate: _Translation, unlinked: list[Link], linked: list[Link]
) -> tuple[Relink, ...]:
    """Pairs of a link that went and one that came at the end that takes only one link.

    `unlinked` has only links whose single end is on a node that stayed.
    """
    came: dict[PinRef, list[Link]] = {}
    for link in linked:
        came.setdefault(_single_end(after, link), []).append(link)
    went: dict[PinRef, list[Link]] = {}
    for link in unlinked:
        went.setdefault(translate.ref(_single_end(before, link)), []).append(link)
    return tuple(
        Relink(links[0], came[ref][0])
        for ref, links in went.items()
        if len(links) == 1 and len(came.get(ref, ())) == 1
    )


def _single_end(graph: Graph, link: Link) -> PinRef:
    """The end that takes only one link: the input of data, the output of execution."""
    pin = graph.pin(link.source)
    return link.source if pin is not None and pin.is_exec else link.target


def _without(links: Iterable[Link], others: Iterable[Link]) -> tuple[Link, ...]:
    left = Counter(others)
    kept = []
    for link in links:
        if left[link]:
            left[link] -= 1
        else:
            kept.append(link)
    return tuple(kept)


def _order(rough: Iterable[object], wanted: Iterable[object]) -> tuple[int, ...]:
    """Where each wanted item stands in the rough order; empty when the orders are the same."""
    rough, wanted = list(rough), list(wanted)
    if rough == wanted:
        return ()
    places: dict[object, list[int]] = {}
    for place, item in enumerate(rough):
        places.setdefault(item, []).append(place)
    for found in places.values():
        found.reverse()
    return tuple(places[item].pop() for item in wanted)


def _ordered(items: list[_Item], order: tuple[int, ...]) -> tuple[_Item, ...]:
    return tuple(items[place] for place in order) if order else tuple(items)
