"""The two tunnels of a macro or collapsed graph, where no flow shows them. Part of `languages`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.syntax_tree import Entry, Origin
from blueprint_assistant.languages.decompile.entry_heads import TUNNEL

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.languages.decompile.control_flow import ControlFlow
    from blueprint_assistant.languages.decompile.entry_heads import EntryHeads

__all__ = ["is_tunnel", "loose_tunnels", "with_blank_tunnels"]


def is_tunnel(node: Node) -> bool:
    """Whether a macro or collapsed graph is entered or left there."""
    return node.class_name == TUNNEL


def loose_tunnels(flow: ControlFlow) -> tuple[Node | None, Node | None]:
    """The tunnels without exec pins through which values come in and go out; None for one not there."""
    tunnels = [node for node in flow.nodes.values() if is_tunnel(node) and not flow.is_executed(node.name)]
    given = next((node for node in tunnels if _has_pins(node, "output")), None)
    return given, next((node for node in tunnels if _has_pins(node, "input")), None)


def with_blank_tunnels(entries: tuple[Entry, ...], flow: ControlFlow, heads: EntryHeads) -> tuple[Entry, ...]:
    """The entries, where a tunnel without pins is part of the macro's head: nothing goes through it."""
    blank = tuple(name for name, node in flow.nodes.items() if is_tunnel(node) and not node.pins)
    if not blank:
        return entries
    number = next((n for n, one in enumerate(entries) if is_tunnel(flow.nodes[one.origin.nodes[0]])), None)
    if number is None:
        kind, title, owner = heads.words(flow.nodes[blank[0]])
        return (*entries, Entry(kind, title, owner, origin=Origin(blank)))
    head = entries[number]
    origin = replace(head.origin, nodes=(*head.origin.nodes, *blank))
    return (*entries[:number], replace(head, origin=origin), *entries[number + 1 :])


def _has_pins(node: Node, direction: str) -> bool:
    return any(pin.direction == direction for pin in node.pins)
