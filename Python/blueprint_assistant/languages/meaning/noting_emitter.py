"""An emitter that remembers what each node was made for. Part of `lower`; `changing_values` reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node, PinType
    from blueprint_assistant.languages.lower.emitter import Emitter
    from blueprint_assistant.languages.lower.scope import Output

__all__ = ["NotingEmitter"]


class NotingEmitter:
    """An emitter that remembers for which statement each node was made, and the data links."""

    def __init__(self, builder: Emitter) -> None:
        """All goes to `builder`; `current` is the `id` of the statement that is being built."""
        self._builder = builder
        self.current: Callable[[], int] = int
        self.by: dict[str, int] = {}
        """The statement that each node was made for."""
        self.of: dict[int, list[str]] = {}
        """The nodes of each statement."""
        self._given: dict[str, dict[str, str]] = {}
        self._takers: dict[str, list[str]] = {}

    def given(self, key: str) -> list[str]:
        """The nodes that a node takes values from."""
        return [*self._given.get(key, {}).values()]

    def source(self, key: str, pin: str) -> str:
        """The node that one input of a node takes its value from; empty for none."""
        return self._given.get(key, {}).get(pin.lower(), "")

    def takers(self, key: str) -> list[str]:
        """The nodes that take values from a node."""
        return self._takers.get(key, [])

    def add(self, spec: AnyNodeSpec) -> str:
        """Add a node for the statement that is being built."""
        key = self._builder.add(spec)
        if key not in self.by:
            self.by[key] = self.current()
            self.of.setdefault(self.by[key], []).append(key)
        return key

    def node(self, key: str) -> Node:
        """A node as it is now."""
        return self._builder.node(key)

    def asset(self, kind: PinType, name: str) -> str:
        """See `Emitter.asset`."""
        return self._builder.asset(kind, name)

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        """Link an output to an input."""
        self._builder.connect(source, target)
        pin = self.node(target[0]).find_pin(target[1], "input")
        if pin is None or not pin.is_exec:
            given = self._given.setdefault(target[0], {})
            name = target[1].lower()
            given[name if name not in given else f"{name} {len(given)}"] = source.node
            self._takers.setdefault(source.node, []).append(target[0])

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        """Break a link."""
        self._builder.disconnect(source, target)

    def set_default(self, key: str, pin: str, value: str) -> None:
        """Set the value of an input."""
        self._builder.set_default(key, pin, value)

    def entry(self, kind: str) -> str:
        """The entry, result or tunnel that is there."""
        key = self._builder.entry(kind)
        if key and self.current() and key not in self.of.setdefault(self.current(), []):
            self.of[self.current()].append(key)  # what a return gives its values to
        return key
