"""How a link is written in the protocol, and which nodes and pins its ends mean. Pure.

Outside uses LinkText, is_link, read_link, read_end and EndText. A link is `Node:Pin -> Node:Pin` or an object
with source and target; pins may be left out, or be words like `result` that only say a direction (BC-180,
BC-181).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.actions.receipts.node_text import pin_word
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.rules.pin_labels import label_of

if TYPE_CHECKING:
    from blueprint_assistant.actions.protocol.node_finder import NodeFinder
    from blueprint_assistant.graph.model.blueprint import Direction, Node, Pin

__all__ = ["BadLinkError", "EndText", "LinkText", "is_link", "read_end", "read_link"]

_ARROW: Final = re.compile(r"\s*(?:->|=>|→)\s*")
_ROLE_WORDS: Final = frozenset({"result", "output", "value", "input", "out", "in"})
_SOURCE_WORDS: Final = ("source", "from")
_TARGET_WORDS: Final = ("target", "to")
_NODE_WORDS: Final = ("node", "node_id", "id", "endpoint")


class BadLinkError(ToolError):
    """An item is no link."""

    code = "parse_error"


@dataclass(frozen=True, slots=True)
class LinkText:
    """A link as it was written; a pin that has a field of its own stands there."""

    source: str
    target: str
    source_pin: str = ""
    target_pin: str = ""

    def __str__(self) -> str:
        """The link as one text."""
        ends = (
            f"{node}:{pin}" if pin else node
            for node, pin in ((self.source, self.source_pin), (self.target, self.target_pin))
        )
        return " -> ".join(ends)


@dataclass(frozen=True, slots=True)
class EndText:
    """An end of a link: a node, and the text of a pin; None when none is named."""

    node: Node
    pin: str | None
    id: str

    def pins(self, direction: Direction, *, with_hidden: bool = False) -> list[Pin]:
        """The pins that the end may mean: those that are named, else all that can be linked.

        Several pins of a node may have one name: what they are linked to tells them apart then. Raises
        UnknownPinError or AmbiguousPinError.
        """
        pins = [pin for pin in self.node.pins if pin.direction == direction]
        pins = [pin for pin in pins if with_hidden or not pin.is_hidden]
        if self.pin is not None:
            named = self._named(pins)
            if named:
                return named
            if self.pin and self.pin.casefold() not in _ROLE_WORDS:
                return [match_pin(self.node.pins, self.pin, direction, node=self.id, is_strict=True)]
        return [pin for pin in pins if not pin.is_not_connectable and not pin.is_orphaned]

    def _named(self, pins: list[Pin]) -> list[Pin]:
        """The pins of just that name, else of that label; names may be blanks or nothing at all."""
        wanted = _plain(self.pin or "")
        exact = [pin for pin in pins if pin.name == self.pin] or [
            pin for pin in pins if _plain(pin.name) == wanted
        ]
        return exact or [pin for pin in pins if wanted and _plain(label_of(pin)) == wanted]

    def has(self, direction: Direction) -> bool:
        """Whether the named pin is one of that direction, by its exact name."""
        return bool(self.pin) and any(
            pin.direction == direction and not pin.is_hidden and _plain(pin.name) == _plain(self.pin or "")
            for pin in self.node.pins
        )

    def at(self, pin: Pin) -> str:
        """`id:pin`, as a text that means this pin."""
        return f"{self.id}:{pin.name if pin.name.strip() else pin_word(pin)}"


def _plain(name: str) -> str:
    return name.strip().casefold()


def is_link(item: Any) -> bool:
    """Whether an item means a link rather than a node or a member."""
    if isinstance(item, Mapping):
        kind = str(item.get("kind", "")).lower()
        return kind in ("connection", "link", "edge") or (
            not kind and _first(item, _SOURCE_WORDS) is not None
        )
    return isinstance(item, str) and _ARROW.search(item) is not None


def read_link(item: Any) -> LinkText:
    """The link that an item means. Raises BadLinkError."""
    if isinstance(item, str):
        parts = _ARROW.split(item.strip())
        if len(parts) == 2 and all(parts):  # noqa: PLR2004 - two ends
            return LinkText(parts[0], parts[1])
    elif isinstance(item, Mapping):
        if isinstance(item.get("connect"), str):
            return read_link(item["connect"])
        ends = [_end_text(_first(item, words)) for words in (_SOURCE_WORDS, _TARGET_WORDS)]
        if all(node for node, _ in ends):
            (source, output), (target, entry) = ends
            output = output or str(_first(item, ("source_pin", "from_pin")) or "")
            entry = entry or str(_first(item, ("target_pin", "to_pin")) or "")
            return LinkText(source, target, output, entry)
    raise BadLinkError(
        f"{str(item)[:120]!r} is no link.",
        'Write "Node:Pin -> Node:Pin" or {"source": "Node:Pin", "target": "Node:Pin"}.',
    )


def _first(item: Mapping[str, Any], words: tuple[str, ...]) -> Any:
    return next((item[word] for word in words if item.get(word) not in (None, "")), None)


def _end_text(value: Any) -> tuple[str, str]:
    """Node and pin of an end that is a text or an object."""
    if isinstance(value, Mapping):
        return str(_first(value, _NODE_WORDS) or ""), str(_first(value, ("pin", "pin_name")) or "")
    return ("", "") if value is None else (str(value).strip(), "")


def read_end(finder: NodeFinder, text: str, pin: str = "") -> EndText:
    """The node and the pin text of an end. Raises NoSuchNodeError and AmbiguousNodeError.

    Names of nodes may have colons and dots in them: the longest one that is a node is meant.
    """
    if pin:
        node = finder.find(text)
        return EndText(node, pin.strip(), finder.id_of(node))
    splits = _splits(text)
    for look in (finder.by_id, finder.by_name):
        for left, right in splits:
            found = look(left)
            if found is not None:
                return EndText(found, right, finder.id_of(found))
    node = finder.find(splits[-1][0])
    return EndText(node, splits[-1][1], finder.id_of(node))


def _splits(text: str) -> list[tuple[str, str | None]]:
    """The text as node alone, then as node and pin, the longest node first."""
    marks = [match.start() for match in re.finditer(":", text)] or [
        match.start() for match in re.finditer(r"\.", text)
    ]
    pairs = [(text[:mark].strip(), text[mark + 1 :].strip()) for mark in reversed(marks)]
    return [(text, None), *pairs]
