"""A program for a graph that has changed since: what it changes is worked into the graph as it is now.

Part of `languages`; `planning` asks it. Base is the graph that the program was written for, ours the
graph as it is. What only one side changed is taken; what both did differently is a conflict (1.20).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.semantics import contracted_links, node_statement, pin_keys, pin_statement
from blueprint_assistant.languages.grounded import Identities
from blueprint_assistant.languages.merging import Merging
from blueprint_assistant.languages.standing import entry_blocks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from blueprint_assistant.graph.any_specs import AnyNodeSpec
    from blueprint_assistant.graph.model import Graph, Node
    from blueprint_assistant.languages.merge_report import MergeOperation
    from blueprint_assistant.languages.scope import Output
    from blueprint_assistant.languages.standing import Ground
    from blueprint_assistant.languages.tree import Block, Entry, Program, Statement

__all__ = ["Conflict", "MergeConflictError", "rebase"]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A statement that changes a node which the graph has changed or lost since."""

    path: str
    line: int
    node: str
    ours: Literal["deleted", "changed"]

    def __str__(self) -> str:
        """One line for a message."""
        where = f"line {self.line}" if self.line else self.path
        return f"{where} changes node {self.node}, which was {self.ours} since"


class MergeConflictError(GraphError):
    """Both sides changed the same. `conflicts` says what."""

    code = "merge_conflict"

    def __init__(self, conflicts: Sequence[Conflict]) -> None:
        """Say all of them."""
        super().__init__("; ".join(map(str, conflicts)) + ".", "Read the graph again and write these anew.")
        self.conflicts = tuple(conflicts)


def rebase(
    program: Program, base: Ground, ours: Ground, identities: Identities
) -> tuple[Identities, list[Conflict]]:
    """What a program that was written for `base` means on `ours`, and what of it cannot be done there.

    What it only repeats is what it is now: kept where ours changed it, left out where ours deleted it.
    """
    operations = _Comparing(base, _Still(base.graph), identities=identities).merge(program).operations
    found, conflicts = _settled(operations, _said(base.graph), _said(ours.graph))
    if not conflicts:
        return found, conflicts
    # Both may have changed a node to say the same.
    known = Identities(settled=found.settled)
    now = _Comparing(ours, _Still(ours.graph), identities=known).merge(program).operations
    agreed = {operation.path for operation in now if operation.kind == "noop"}
    found = replace(found, dropped=found.dropped - {one.path for one in conflicts if one.path in agreed})
    return found, [one for one in conflicts if one.path not in agreed]


class _Still:
    """A builder on a graph of the past: nothing is built there."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = {node.name: node for node in graph.nodes}

    def add(self, spec: AnyNodeSpec) -> str:
        raise NotImplementedError(spec)

    def node(self, key: str) -> Node:
        return self._nodes[key]

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        """Nothing."""

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        """Nothing."""

    def set_default(self, key: str, pin: str, value: str) -> None:
        """Nothing."""

    def entry(self, kind: str) -> str:
        return next((name for name, node in self._nodes.items() if node.class_name == kind), "")


class _Comparing(Merging):
    """Says what would become of each statement, and builds nothing."""

    def _block(self, block: Block) -> None:
        del block

    def _update(self, statement: Statement, new: Statement) -> None:
        self._note("update", new, statement.origin.nodes[0])

    def _entry_node(self, entry: Entry) -> str:
        del entry
        return ""

    def _name_entry(self, entry: Entry, key: str) -> None:
        if key:
            super()._name_entry(entry, key)

    def _build_entry(self, entry: Entry, key: str) -> None:
        for block in entry_blocks(entry):
            self._note_all(block, "append", key)


def _settled(
    operations: Sequence[MergeOperation], before: Mapping[str, object], now: Mapping[str, object]
) -> tuple[Identities, list[Conflict]]:
    settled: dict[str, str] = {}
    dropped: set[str] = set()
    conflicts: list[Conflict] = []
    for operation in operations:
        node, path = operation.node, operation.path
        if operation.kind == "noop" and node:
            if node in now:
                settled[path] = node
            else:
                dropped.add(path)
        elif operation.kind == "update" and before.get(node) != now.get(node):
            dropped.add(path)
            state: Literal["deleted", "changed"] = "changed" if node in now else "deleted"
            conflicts.append(Conflict(path, operation.line, node, state))
    for operation in operations:
        inside = next((path for path in sorted(dropped) if operation.path.startswith(f"{path}/")), "")
        if inside and operation.kind != "noop" and operation.path not in dropped:
            node = next(one.node for one in operations if one.path == inside)
            conflicts.append(Conflict(operation.path, operation.line, node, "deleted"))
            dropped.add(operation.path)
    updates = {operation.path: operation.node for operation in operations if operation.kind == "update"}
    named = {path: node for path, node in updates.items() if path not in dropped}
    return Identities(named=named, settled=settled, dropped=frozenset(dropped)), conflicts


def _said(graph: Graph) -> dict[str, object]:
    """What each node of a graph says, with the data that it takes; where the flow leads does not count."""
    nodes = {node.name: node for node in graph.nodes}
    taken: dict[str, list[object]] = {name: [] for name in nodes}
    for link in contracted_links(graph):
        pin = nodes[link.target.node].pin_by_id(link.target.pin)
        source = nodes[link.source.node].pin_by_id(link.source.pin)
        if pin is not None and source is not None and not pin.is_exec:
            taken[link.target.node].append((pin.name, link.source.node, source.name))
    return {name: (_node(node), tuple(sorted(taken[name], key=repr))) for name, node in nodes.items()}


def _node(node: Node) -> object:
    keys = pin_keys(node)
    pins = tuple(
        pin_statement(pin, keys, (pin.default_value, pin.default_object, pin.default_text))
        for pin in node.pins
    )
    return node_statement(node, pins, "")
