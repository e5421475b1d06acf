"""Joins nodes that were read one by one into a graph: unique names, links from both sides.

Part of `graph.t3d.graph_text`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin, PinRef

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from blueprint_assistant.graph.model.blueprint import Direction

__all__ = ["RawNode", "joined"]


_End = tuple[str, str]
"""A node's name and a pin's id."""

_Ends = tuple[str, str, str, str]
"""Source and target of a link."""


@dataclass(slots=True)
class RawNode:
    """A node whose name may not be unique, with the links that its pins name: `(node, pin id)` by pin id."""

    node: Node
    links: Mapping[str, tuple[_End, ...]]
    directions: dict[str, Direction] = field(init=False)
    """The direction of each pin, by its id."""

    def __post_init__(self) -> None:
        """Look the directions up once: a node that does not change is joined again and again."""
        self.directions = {pin.id: pin.direction for pin in self.node.pins}


def joined(nodes: Sequence[RawNode], graph: Graph) -> Graph:
    """The graph with these nodes. Links to what is not among them stay as raw `LinkedTo` in the pin."""
    return _Joiner(nodes).graph(graph)


@dataclass(slots=True, eq=False)
class _Place:
    """A node among the others. One text may hold several pastes of the same names."""

    raw: RawNode
    paste: int
    name: str
    pins: dict[str, Direction]
    loose: dict[str, list[_End]] | None = None
    """Links that lead nowhere, by pin id."""


class _Joiner:
    """Makes few objects that last, so that long texts do not keep the garbage collection busy."""

    def __init__(self, nodes: Sequence[RawNode]) -> None:
        self._places: list[_Place] = []
        self._first: dict[str, _Place] = {}
        self._again: dict[str, list[_Place]] = {}
        """The places of names that occur more than once, the first one too."""
        for raw in nodes:
            self._add(raw)
        self._by_pin: dict[_End, _Place] = {}
        if self._again:
            self._tell_pastes_apart()

    def _add(self, raw: RawNode) -> None:
        name = raw.node.name
        place = _Place(raw, 0, name, raw.directions)
        self._places.append(place)
        first = self._first.setdefault(name, place)
        if first is not place:
            pastes = self._again.setdefault(name, [first])
            place.paste = len(pastes)
            pastes.append(place)

    def _tell_pastes_apart(self) -> None:
        taken = set(self._first)
        next_number: dict[str, int] = {}
        for place in self._places:
            for pin in place.pins:
                self._by_pin.setdefault((place.name, pin), place)
            if place.paste:
                place.name = _free_name(place.name, taken, next_number)

    def _find(self, source: _Place, link: _End) -> _Place | None:
        """The node that a link means: by name and pin id, of the same paste where several fit."""
        name, pin_id = link
        pastes = self._again.get(name)
        place = self._first.get(name)
        if pastes is not None:
            place = pastes[source.paste] if source.paste < len(pastes) else None
        elif source.paste:
            place = None
        if place is not None and pin_id in place.pins:
            return place
        return self._by_pin.get(link)

    def graph(self, graph: Graph) -> Graph:
        """Every link is there once, in node and pin order of its source."""
        found: dict[_Ends, None] = {}
        for place in self._places:
            self._add_links(found, place, "output")
        both_sided = len(found)
        for place in self._places:
            self._add_links(found, place, "input")
        ends = self._in_order(found) if len(found) > both_sided else list(found)
        made = tuple(
            Link(PinRef(source, output), PinRef(target, input_)) for source, output, target, input_ in ends
        )
        return replace(graph, nodes=tuple(_finished(place) for place in self._places), links=made)

    def _add_links(self, found: dict[_Ends, None], place: _Place, direction: Direction) -> None:
        """Add what the pins of one direction record, unless their other ends have recorded it."""
        for pin_id, links in place.raw.links.items():
            if place.pins[pin_id] != direction:
                continue
            for link in links:
                other = self._find(place, link)
                if other is None or other.pins[link[1]] == direction:
                    place.loose = place.loose or {}
                    place.loose.setdefault(pin_id, []).append(link)
                elif direction == "output":
                    found[place.name, pin_id, other.name, link[1]] = None
                else:
                    found[other.name, link[1], place.name, pin_id] = None

    def _in_order(self, ends: Iterable[_Ends]) -> list[_Ends]:
        """Links that only their target recorded among the others, in the order of their sources."""
        pins = ((place.name, pin_id) for place in self._places for pin_id in place.pins)
        order = {pin: number for number, pin in enumerate(pins)}
        return sorted(ends, key=lambda pair: order[pair[:2]])


def _free_name(name: str, taken: set[str], next_number: dict[str, int]) -> str:
    """A name of the same stem that no node has, which is then taken."""
    stem = name.rstrip("0123456789").removesuffix("_")
    number = next_number.get(stem, 0)
    while (free := f"{stem}_{number}") in taken:
        number += 1
    next_number[stem] = number + 1
    taken.add(free)
    return free


def _finished(place: _Place) -> Node:
    """The node with its own name and pins; links that lead nowhere are kept as text."""
    node, loose = place.raw.node, place.loose
    pins = node.pins
    if loose:
        pins = tuple(_with_loose(pin, loose[pin.id]) if pin.id in loose else pin for pin in pins)
    elif place.name == node.name:
        return node
    return replace(node, name=place.name, pins=pins)


def _with_loose(pin: Pin, links: Sequence[_End]) -> Pin:
    text = "".join(f"{node} {pin_id}," for node, pin_id in dict.fromkeys(links))
    return replace(pin, extra=(*pin.extra, ("LinkedTo", f"({text})")))
