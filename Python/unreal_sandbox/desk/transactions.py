"""The undo buffer: what changed between opening and closing a transaction, per Blueprint.

Transactions nest into the outermost one. `cancel` drops the record and keeps the changes. Undo
restores exactly the parts that changed. Asset creation, deletion and saves are not recorded.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.model.blueprint import Graph
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, BlueprintContent
    from unreal_sandbox.desk.switches import Switches

__all__ = ["AssetChange", "Transaction", "UndoBuffer"]


@dataclass(frozen=True, slots=True)
class AssetChange:
    """One Blueprint before and after a transaction."""

    asset: BlueprintAsset
    before: BlueprintContent
    after: BlueprintContent


@dataclass(frozen=True, slots=True)
class Transaction:
    """A closed transaction as the undo history shows it."""

    title: str
    changes: tuple[AssetChange, ...]


@dataclass
class UndoBuffer:
    """Open transaction, undo and redo stacks of one editor."""

    is_alive: Callable[[BlueprintAsset], bool]
    switches: Switches
    depth: int = 0
    done: list[Transaction] = field(default_factory=list)
    undone: list[Transaction] = field(default_factory=list)
    _title: str = ""
    _is_cancelled: bool = False
    _before: dict[int, tuple[BlueprintAsset, BlueprintContent]] = field(default_factory=dict)

    def begin(self, title: str) -> int:
        """Open a transaction, or join the open one; the nesting depth before."""
        if self.depth == 0:
            self._title = title
            self._is_cancelled = False
            self._before.clear()
        self.depth += 1
        return self.depth - 1

    def end(self) -> int:
        """Close the innermost level; closing the outermost one records what changed."""
        if self.depth == 0:
            return -1
        self.depth -= 1
        if self.depth == 0:
            self._close()
        return self.depth

    def cancel(self) -> None:
        """Drop the record of the open transaction. Changes already made stay."""
        self._is_cancelled = True
        self._before.clear()

    @property
    def touched(self) -> tuple[BlueprintAsset, ...]:
        """The assets that the open transaction has recorded."""
        return tuple(asset for asset, _ in self._before.values())

    def record(self, asset: BlueprintAsset) -> None:
        """Call before a change: keeps the state on the first touch in the open transaction."""
        if self.depth and not self._is_cancelled and asset.uid not in self._before:
            self._before[asset.uid] = (asset, self._content(asset))

    def undo(self) -> bool:
        """Take the last transaction back; whether there was one. Refused inside a transaction."""
        if self.depth or not self.done:
            return False
        transaction = self.done.pop()
        for change in transaction.changes:
            self._restore(change.asset, change.after, change.before)
        self.undone.append(transaction)
        return True

    def redo(self) -> bool:
        """Do the last undone transaction again; whether there was one."""
        if self.depth or not self.undone:
            return False
        transaction = self.undone.pop()
        for change in transaction.changes:
            self._restore(change.asset, change.before, change.after)
        self.done.append(transaction)
        return True

    def forget(self, asset: BlueprintAsset) -> None:
        """Drop what is known of a deleted asset."""
        self._before.pop(asset.uid, None)

    def clear(self) -> None:
        """Forget every step and what the open transaction has seen so far."""
        self.done.clear()
        self.undone.clear()
        self._before.clear()

    def _content(self, asset: BlueprintAsset) -> BlueprintContent:
        content = asset.content()
        return content if self.switches.records_graph_edits else replace(content, graphs=())

    def _close(self) -> None:
        changes = []
        for asset, before in self._before.values():
            after = self._content(asset)
            if after != before:
                changes.append(AssetChange(asset, before, after))
        self._before.clear()
        if not self._is_cancelled and changes:
            self.done.append(Transaction(self._title, tuple(changes)))
            self.undone.clear()

    def _restore(self, asset: BlueprintAsset, now: BlueprintContent, wanted: BlueprintContent) -> None:
        if not self.is_alive(asset):
            return
        _restore_graphs(asset, now.graphs, wanted.graphs)
        if now.variables != wanted.variables:
            asset.variables = wanted.variables
        if now.components != wanted.components:
            asset.components = wanted.components
            asset.tree_generation += 1
        if now.overrides != wanted.overrides:
            asset.overrides = wanted.overrides
        if now.interfaces != wanted.interfaces:
            asset.interfaces = wanted.interfaces
        if now.defaults != wanted.defaults:
            asset.defaults = dict(wanted.defaults)
        asset.mark_changed()


def _restore_graphs(asset: BlueprintAsset, now: tuple[Graph, ...], wanted: tuple[Graph, ...]) -> None:
    """Put back the graphs that differ; graphs that the transaction did not touch stay."""
    present = {graph.name: graph for graph in now}
    target = {graph.name: graph for graph in wanted}
    for name in present.keys() - target.keys():
        asset.graphs.pop(name, None)
        asset.shapes.pop(name, None)
    for name, graph in target.items():
        if present.get(name) != graph:
            asset.add_graph(graph)
    order = [name for name in target if name in asset.graphs]
    order += [name for name in asset.graphs if name not in target]
    asset.graphs = {name: asset.graphs[name] for name in order}
    asset.shapes = {name: asset.shapes[name] for name in order}
