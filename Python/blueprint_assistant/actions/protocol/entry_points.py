"""The places of a Blueprint that a target can mean: its graphs, and the entries in them.

Part of `target_resolution`, which says what a target means; here is what there is, and what it is called.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.languages.decompile.entry_heads import TUNNEL, EntryHeads

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node
    from blueprint_assistant.languages.ast.syntax_tree import EntryKind

__all__ = ["EntryPoint", "entry_points_of"]

_EVENTS: Final = frozenset({"event", "custom_event", "component_event", "input"})
_WORD: Final = re.compile(
    r"(on\s+input|on|event|input|function|func|def|macro|graph)\s+(?=\S)", re.IGNORECASE
)
_KINDS: Final = {
    "function": "function",
    "func": "function",
    "def": "function",
    "macro": "macro",
    "graph": "graph",
}
_CONSTRUCTION: Final = "userconstructionscript"
_BINDING: Final = re.compile(r'(ObjectName|PropertyName|FunctionName)="((?:[^"\\]|\\.)*)"')


@dataclass(frozen=True)
class EntryPoint:
    """A graph with all its entries (`graph`), or one entry: its kind, its name and its node.

    `bound` are the widget properties that call a function, as `Widget.Property`.
    """

    kind: EntryKind | Literal["graph"]
    graph: str
    event: str
    component: str = ""
    node: str = ""
    guid: str = ""
    bound: tuple[str, ...] = ()

    @property
    def is_graph(self) -> bool:
        """Whether it is a graph with all its entries."""
        return self.kind == "graph"

    @property
    def name(self) -> str:
        """What the protocol calls it."""
        short = self.event.rpartition("/")[2] or self.event
        return f"{self.component}.{short}" if self.component else short

    @property
    def full_name(self) -> str:
        """A name that no place of another kind or graph has."""
        if self.component:
            return self.name
        return f"{self.graph}.{self.name}" if self.kind in _EVENTS else f"{self.kind} {self.name}"

    def is_called(self, text: str) -> bool:
        """Whether a text means it; blanks, letter case and a word like `on` before it do not matter."""
        word = _WORD.match(text.strip())
        kind = "" if word is None else " ".join(word[1].lower().split())
        plain = _plain(text.strip() if word is None else text.strip()[word.end() :])
        if kind in _KINDS and self.kind != _KINDS[kind]:
            return False
        if kind and kind not in _KINDS and self.kind not in _EVENTS:
            return False
        return plain in self._names

    def belongs_to(self, component: str) -> bool:
        """Whether it is an event of a component, or a function that one of its properties calls."""
        wanted = _plain(component)
        return bool(wanted) and wanted in {
            _plain(self.component),
            *(_plain(item.partition(".")[0]) for item in self.bound),
        }

    @cached_property
    def _names(self) -> frozenset[str]:
        full, short = _plain(self.event), _plain(self.event.rpartition("/")[2])
        own = {full, short, short.removeprefix("receive"), f"receive{short}"} - {"", "receive"}
        if full == _CONSTRUCTION:
            own.add("constructionscript")
        owners = {_plain(self.component)} if self.component else set()
        if not self.is_graph:
            owners.add(_plain(self.graph))
        bound = {_plain(item) for item in self.bound}
        bound |= {f"{item.partition('.')[0]}.{short}" for item in bound}
        guid = {self.guid.lower()} - {""}
        return frozenset(own | guid | bound | {f"{owner}.{name}" for owner in owners for name in own | guid})


def _plain(text: str) -> str:
    """A name for comparing. `Widget:Event` is `Widget.Event`."""
    return re.sub(r"\s", "", text.partition("(")[0]).replace(":", ".").lower()


def entry_points_of(owner: Blueprint, catalog: Catalog) -> tuple[EntryPoint, ...]:
    """All places, graph by graph, in the order of the Blueprint's own lists."""
    bound = _bindings(owner)
    found: list[EntryPoint] = []
    for graph in owner.graphs:
        found += _places_in(graph, catalog, bound)
    return tuple(found)


def _places_in(graph: Graph, catalog: Catalog, bound: dict[str, list[str]]) -> Iterator[EntryPoint]:
    if graph.kind in ("function", "macro"):
        start = next((node for node in graph.nodes if _begins(node)), None)
        yield EntryPoint(
            "function" if graph.kind == "function" else "macro",
            graph.name,
            graph.name,
            node="" if start is None else start.name,
            bound=tuple(bound.get(graph.name.lower(), ())),
        )
        return
    yield EntryPoint("graph", graph.name, graph.name)
    heads = EntryHeads(graph, catalog)
    for node in graph.nodes:
        if not _begins(node):
            continue
        kind, name, component = heads.words(node)
        if kind in _EVENTS:
            yield EntryPoint(kind, graph.name, name, component, node.name, node.guid)


def _begins(node: Node) -> bool:
    """Whether the flow can begin here: exec outputs and no exec input, or a function's or macro's start."""
    exec_pins = [pin for pin in node.pins if pin.is_exec]
    if node.class_name == TUNNEL and not exec_pins:
        return any(pin.direction == "output" for pin in node.pins)
    return bool(exec_pins) and all(pin.direction == "output" for pin in exec_pins)


def _bindings(owner: Blueprint) -> dict[str, list[str]]:
    """The `Widget.Property` texts by the lower-case name of the function that they call.

    A widget Blueprint's `Bindings` as the engine's headers declare them; no export at hand has any.
    """
    found: dict[str, list[str]] = {}
    for name, value in owner.properties:
        if name.partition("(")[0] != "Bindings":
            continue
        told = dict(_BINDING.findall(value))
        if {"ObjectName", "PropertyName", "FunctionName"} <= told.keys():
            place = f"{told['ObjectName']}.{told['PropertyName']}"
            found.setdefault(told["FunctionName"].lower(), []).append(place)
    return found
