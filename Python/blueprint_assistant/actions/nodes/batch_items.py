"""What a model writes into build_graph: nodes with local names, links and values, in many forms.

Outside uses NodeItem, LinkItem, ValueItem and the `read_…` functions. Only reads; what the names
mean in a graph is decided in `batch_steps`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.arguments import ArgumentError, PinValue, read_arguments
from blueprint_assistant.actions.base import Effect  # noqa: TC001 - pydantic reads the annotations
from blueprint_assistant.actions.nodes.node_fields import NodeFields
from blueprint_assistant.actions.nodes.node_types import node_type_of

__all__ = [
    "LinkItem",
    "NodeItem",
    "ValueItem",
    "items_of",
    "read_link",
    "read_links",
    "read_node",
    "read_values",
]

_ARROW = re.compile(r"\s*(?:-+>|=+>|→)\s*")
_SOURCE_KEYS = ("from", "source", "src", "output")
_TARGET_KEYS = ("to", "target", "dst", "input")
_PAIR, _FOUR = 2, 4


class NodeItem(NodeFields):
    """One node of build_graph."""

    tool_name: ClassVar[str] = "a node of build_graph"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **NodeFields.aliases,
        "node_id": "id",
        "local_name": "id",
        "local_id": "id",
        "ref": "id",
        "alias": "id",
        "label": "id",
        "defaults": "values",
        "pins": "values",
        "pin_values": "values",
        "pin_defaults": "values",
        "parameters": "values",
        "params": "values",
    }

    id: str = Field(min_length=1, description="local name, for links")
    values: PinValue = Field(default=None, description="values of input pins, by name")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """As for add_node; what has no inputs of its own means the values of its pins by them."""
        kind = str(parameters.get("node_type", parameters.get("type", "")))
        given = dict(parameters)
        if node_type_of(kind) == "CustomEvent":
            for other in ("parameters", "params"):
                if other in given and "inputs" not in given:
                    given["inputs"] = given.pop(other)
        elif "inputs" in given:
            given["params"] = given.pop("inputs")
        return super().adapt(given)


@dataclass(frozen=True, slots=True)
class LinkItem:
    """A link as it was written: two nodes and two pins, by any name."""

    source: str
    source_pin: str
    target: str
    target_pin: str

    def __str__(self) -> str:
        """`a.then -> b.execute`."""
        return f"{self.source}.{self.source_pin} -> {self.target}.{self.target_pin}"


@dataclass(frozen=True, slots=True)
class ValueItem:
    """A value for an input pin."""

    node: str
    pin: str
    value: Any

    def __str__(self) -> str:
        """`a.InString`."""
        return f"{self.node}.{self.pin}"


def items_of(value: Any, what: str) -> list[Any]:
    """A list that came as one, as JSON text, or as a single item. Raises ArgumentError."""
    if value is None:
        return []
    if isinstance(value, str):
        text = value.strip()
        if not text:
            return []
        if text.startswith(("[", "{")):
            try:
                value = json.loads(text)
            except ValueError as error:
                raise ArgumentError(
                    f"The text of '{what}' is no JSON: {error}.", f"Send {what} as a list."
                ) from error
        else:
            return [line.strip() for line in re.split(r"[\n;]", text) if line.strip()]
    if isinstance(value, Mapping) and what == "nodes":
        if any(key in value for key in ("node_type", "type")):
            return [dict(value)]
        return [{"id": key, **item} if isinstance(item, Mapping) else item for key, item in value.items()]
    return list(value) if isinstance(value, list | tuple) else [value]


def read_node(item: Any) -> NodeItem:
    """One node. Raises ArgumentError."""
    if not isinstance(item, Mapping):
        raise ArgumentError(
            f"{_shown(item)} is no node.", 'Write it like {"id": "a", "node_type": "PrintString"}.'
        )
    return read_arguments(NodeItem, item)


def read_links(value: Any) -> list[Any]:
    """The links as a list; two texts that are no links by themselves are the ends of one."""
    items = items_of(value, "links")
    is_pair = len(items) == _PAIR and all(isinstance(item, str) and not _ARROW.search(item) for item in items)
    return [items] if is_pair else items


def read_link(item: Any) -> LinkItem:
    """A link as a text, as a pair, or as an object with `from` and `to` or the words of connect_nodes.

    Raises ArgumentError.
    """
    if isinstance(item, str):
        ends = _ARROW.split(item.strip())
        if len(ends) == _PAIR:
            return _link(ends[0], ends[1], item)
    if isinstance(item, list | tuple):
        if len(item) == _PAIR:
            return _link(item[0], item[1], item)
        if len(item) == _FOUR and all(isinstance(part, str) for part in item):
            return LinkItem(*(part.strip() for part in item))
    if isinstance(item, Mapping):
        return _link(_end(item, _SOURCE_KEYS, item), _end(item, _TARGET_KEYS, item), item)
    raise _no_link(item)


def _end(item: Mapping[str, Any], words: tuple[str, ...], whole: Any) -> Any:
    """One end of a link that is an object: `from`, or `from_node` with `from_pin`, and so on."""
    lowered = {str(key).lower(): value for key, value in item.items()}
    for word in words:
        names = (word, f"{word}_node", f"{word}_node_id", f"{word}_id")
        node = next((lowered[name] for name in names if name in lowered), None)
        if node is not None:
            pin = lowered.get(f"{word}_pin", lowered.get(f"{word}_pin_name"))
            return node if pin is None else {"node": node, "pin": pin}
    raise _no_link(whole)


def _link(source: Any, target: Any, whole: Any) -> LinkItem:
    return LinkItem(*_pin_of(source, whole), *_pin_of(target, whole))


def _pin_of(end: Any, whole: Any) -> tuple[str, str]:
    if isinstance(end, Mapping) and "node" in end and "pin" in end:
        return str(end["node"]).strip(), str(end["pin"]).strip()
    if isinstance(end, list | tuple) and len(end) == _PAIR:
        return str(end[0]).strip(), str(end[1]).strip()
    node, dot, pin = str(end).strip().partition(".")
    if not (dot and node.strip() and isinstance(end, str)):
        raise _no_link(whole)
    return node.strip(), pin.strip()


def _no_link(item: Any) -> ArgumentError:
    return ArgumentError(f"{_shown(item)} is no link.", "Write it like a.then -> b.execute.")


def read_values(value: Any) -> list[ValueItem]:
    """Values as `{"a.InString": "Hi"}`, `{"a": {"InString": "Hi"}}`, `["a.InString = Hi"]` or objects.

    Raises ArgumentError.
    """
    if isinstance(value, str) and value.strip().startswith("{"):
        value = items_of(value, "values")[0]
    if isinstance(value, Mapping) and not {"node", "pin"} <= {str(key).lower() for key in value}:
        return [item for key, inner in value.items() for item in _values_at(str(key), inner)]
    return [_value(item) for item in items_of(value, "values")]


def _values_at(key: str, inner: Any) -> list[ValueItem]:
    node, dot, pin = key.strip().partition(".")
    if dot:
        return [ValueItem(node, pin, inner)]
    if isinstance(inner, Mapping):
        return [ValueItem(node, str(name), value) for name, value in inner.items()]
    raise _no_value(f"{key}: {inner}")


def _value(item: Any) -> ValueItem:
    if isinstance(item, str):
        place, sign, text = item.partition("=")
        node, dot, pin = place.strip().partition(".")
        if sign and dot:
            return ValueItem(node, pin.strip(), text.strip())
    if isinstance(item, Mapping):
        lowered = {str(key).lower(): value for key, value in item.items()}
        owner = next((lowered[key] for key in ("node", "node_id", "id") if key in lowered), None)
        name = next((lowered[key] for key in ("pin", "pin_name", "name") if key in lowered), None)
        if owner is not None and "value" in lowered:
            node, _, pin = str(owner).partition(".")
            return ValueItem(node, pin if name is None else str(name), lowered["value"])
    raise _no_value(item)


def _no_value(item: Any) -> ArgumentError:
    return ArgumentError(f"{_shown(item)} is no value of a pin.", 'Write it like {"a.InString": "Hello"}.')


def _shown(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return f"'{text[:80]}…'" if len(text) > 80 else f"'{text}'"  # noqa: PLR2004 - as much as helps
