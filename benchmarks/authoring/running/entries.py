"""Where execution begins in a Blueprint, by name. Outside uses Entry, entries_of and name_of_entry.

An event of the engine is called as the engine does (`ReceiveTick`), one of a component `Zone.OnHit`, a
key `key F`; custom events and functions have their own names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, is_ghost

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["EVENT_GRAPHS", "Entry", "entries_of", "name_of_entry"]

EVENT_GRAPHS = ("event", "fragment")
"""The kinds of graph whose entries are events."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A node that execution begins at."""

    name: str
    graph: Graph
    node: Node

    @property
    def is_function(self) -> bool:
        """Whether it is called and may give something back."""
        return isinstance(any_spec_of(self.node), kinds.FunctionEntrySpec)

    @property
    def leads_somewhere(self) -> bool:
        """Whether anything follows it."""
        return any(
            self.graph.links_of(self.node.name, pin.id)
            for pin in self.node.pins
            if pin.is_exec and pin.direction == "output"
        )

    @property
    def is_of_the_engine(self) -> bool:
        """Whether the engine calls it, without anybody else's doing."""
        return not isinstance(any_spec_of(self.node), kinds.FunctionEntrySpec | common_specs.CustomEventSpec)


def entries_of(blueprint: Blueprint) -> Iterator[Entry]:
    """All events and functions, in the order of the graphs. Disabled events are none."""
    for graph in blueprint.graphs:
        for node in graph.nodes:
            name = name_of_entry(node)
            is_here = graph.kind in EVENT_GRAPHS or isinstance(any_spec_of(node), kinds.FunctionEntrySpec)
            if name and is_here and graph.kind != "delegate" and not is_ghost(node):
                yield Entry(name, graph, node)


def name_of_entry(node: Node) -> str:
    """What the entry that begins at a node is called; empty for other nodes."""
    match any_spec_of(node):
        case (
            common_specs.EventSpec(name) | common_specs.CustomEventSpec(name) | kinds.FunctionEntrySpec(name)
        ):
            return name
        case kinds.ComponentEventSpec(component, delegate):
            return f"{component}.{delegate}"
        case kinds.InputKeySpec(key):
            return f"key {key}"
        case kinds.InputKeyAxisSpec(key):
            return f"key axis {key}"
        case kinds.InputActionSpec(name):
            return f"action {name}"
        case kinds.InputAxisSpec(name):
            return f"axis {name}"
        case kinds.EnhancedInputActionSpec(action):
            return f"action {action.rpartition('.')[2]}"
        case _:
            return ""
