"""Dominators of a flow graph with one root. Pure; Cooper, Harvey and Kennedy's scheme (2001).

scipy and networkx have it too; they are far heavier than these lines to load into an editor.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

__all__ = ["DominatorTree"]

_T = TypeVar("_T", bound="Hashable")


class DominatorTree(Generic[_T]):
    """Which node of a region is on every way to which other. All nodes must be reachable from the root."""

    def __init__(self, root: _T, successors: Callable[[_T], Sequence[_T]]) -> None:
        """Look at the region once: successors may repeat a node; their order decides ties."""
        self.root = root
        self.order = _reverse_postorder(root, successors)
        """The nodes so that each stands after one that leads to it; without loops after all of them."""
        self._number = {node: number for number, node in enumerate(self.order)}
        self.predecessors: dict[_T, list[_T]] = {node: [] for node in self.order}
        for node in self.order:
            for other in successors(node):
                self.predecessors[other].append(node)
        self.parent = self._parents()
        self.children: dict[_T, list[_T]] = {node: [] for node in self.order}
        for node in self.order[1:]:
            self.children[self.parent[node]].append(node)
        self._first, self._last = self._spans()

    def dominates(self, one: _T, other: _T) -> bool:
        """Whether every way from the root to `other` passes `one`. A node dominates itself."""
        return self._first[one] <= self._first[other] <= self._last[one]

    def span(self, node: _T) -> tuple[int, int]:
        """The numbers of what a node dominates, first and last; `place` gives a node's own."""
        return self._first[node], self._last[node]

    def place(self, node: _T) -> int:
        """The number of a node in the tree."""
        return self._first[node]

    def _parents(self) -> dict[_T, _T]:
        numbers, parents = self._number, [0] + [-1] * (len(self.order) - 1)
        entering = [[numbers[other] for other in self.predecessors[node]] for node in self.order]
        is_stable = False
        while not is_stable:
            is_stable = True
            for number in range(1, len(parents)):
                known = [other for other in entering[number] if parents[other] >= 0]
                found = known[0]
                for other in known[1:]:
                    found = _meet(parents, found, other)
                if parents[number] != found:
                    parents[number] = found
                    is_stable = False
        return {node: self.order[parents[number]] for number, node in enumerate(self.order)}

    def _spans(self) -> tuple[dict[_T, int], dict[_T, int]]:
        first: dict[_T, int] = {}
        last: dict[_T, int] = {}
        waiting: list[tuple[_T, bool]] = [(self.root, False)]
        while waiting:
            node, is_done = waiting.pop()
            if is_done:
                last[node] = len(first) - 1
                continue
            first[node] = len(first)
            waiting.append((node, True))
            waiting.extend((child, False) for child in reversed(self.children[node]))
        return first, last


def _meet(parents: list[int], one: int, other: int) -> int:
    """The nearest node that dominates both."""
    while one != other:
        if one > other:
            one = parents[one]
        else:
            other = parents[other]
    return one


def _reverse_postorder(root: _T, successors: Callable[[_T], Iterable[_T]]) -> list[_T]:
    seen = {root}
    finished: list[_T] = []
    waiting: list[tuple[_T, Iterator[_T]]] = [(root, iter(successors(root)))]
    while waiting:
        node, rest = waiting[-1]
        following = next((other for other in rest if other not in seen), None)
        if following is None:
            finished.append(node)
            waiting.pop()
        else:
            seen.add(following)
            waiting.append((following, iter(successors(following))))
    finished.reverse()
    return finished
