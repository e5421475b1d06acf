"""The links of a graph while it is changed, found by either end. Part of `reusing_emitter`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.languages.lower.scope import Output

__all__ = ["Input", "LinkIndex", "Wire"]

Input = tuple[str, str]
"""A node and the name of its input pin."""
Wire = tuple["Output", Input]


class LinkIndex:
    """Links in the order in which they came. The cost of a look-up is that of what it finds."""

    def __init__(self, wires: Iterable[Wire] = ()) -> None:
        """Begin with these."""
        self._all: dict[Wire, None] = {}
        self._from: dict[Output, dict[Wire, None]] = {}
        self._into: dict[Input, dict[Wire, None]] = {}
        for wire in wires:
            self.add(wire)

    def __iter__(self) -> Iterator[Wire]:
        """All links."""
        return iter(self._all)

    def __contains__(self, wire: Wire) -> bool:
        """Whether a link is there."""
        return wire in self._all

    def add(self, wire: Wire) -> None:
        """Note a link."""
        source, target = wire
        self._all[wire] = None
        self._from.setdefault(source, {})[wire] = None
        self._into.setdefault(target, {})[wire] = None

    def discard(self, wire: Wire) -> None:
        """Forget a link, if it is there."""
        if self._all.pop(wire, wire) is None:
            source, target = wire
            del self._from[source][wire], self._into[target][wire]

    def out_of(self, source: Output) -> list[Wire]:
        """The links of an output."""
        return list(self._from.get(source, ()))

    def into(self, target: Input) -> list[Wire]:
        """The links into an input."""
        return list(self._into.get(target, ()))
