"""Pins of UE 4.13 and older, which were objects: `Begin Object … Name="EdGraphPin_1"`.

Part of `graph.t3d.graph_text`. Their links name the other pin's object, so that name serves as the id.
"""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.object_references import split_fields
from blueprint_assistant.graph.t3d.pin_reader import PinReader, RawPin, made_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.graph.t3d.object_blocks import T3DBlock

__all__ = ["is_legacy_pin", "read_legacy_pins"]

_PIN = "EdGraphPin"
_INDEXED = re.compile(r"(\w++)\(\d++\)$")
_PIN_OBJECT = re.compile(r"""EdGraphPin'"?(?:[^'"]*:)?(?P<path>[^'"]+)"?'""")


def is_legacy_pin(block: T3DBlock) -> bool:
    """Whether a block inside a node is one of its pins."""
    return _PIN in block.name or block.class_path.rsplit(".", 1)[-1] == _PIN


def read_legacy_pins(blocks: Iterable[T3DBlock], node_name: str, order: Sequence[str]) -> list[RawPin]:
    """The pins of a node's blocks; each is declared in one block and filled in the same or another.

    `order` has their object names as the node lists them; the blocks may come in another order.
    """
    found: dict[str, list[T3DBlock]] = {}
    for block in blocks:
        found.setdefault(block.name, []).append(block)
    reader = PinReader()
    listed = [name for name in dict.fromkeys([*order, *found]) if name in found]
    return [_read_pin(reader, name, found[name], node_name) for name in listed]


def _read_pin(reader: PinReader, name: str, mentions: list[T3DBlock], node_name: str) -> RawPin:
    fields: dict[str, str] = {}
    links: list[tuple[str, str]] = []
    sub_pins: list[tuple[str, str]] = []
    for block in mentions:
        for line in block.lines:
            key, separator, value = line.text.partition("=")
            if not separator:
                continue
            match = _INDEXED.match(key)
            if match and match[1] == "LinkedTo":
                links += _linked(value, node_name)
            elif match and match[1] == "SubPins":
                sub_pins += _linked(value, node_name)
            elif key == "ParentPin":
                fields[key] = "".join(f"{node} {pin}" for node, pin in _linked(value, node_name))
            else:
                fields[key] = value
    fields["SubPins"] = f"({''.join(f'{node} {pin},' for node, pin in sub_pins)})"
    fields |= {f"PinType.{key}": value for key, value in split_fields(fields.pop("PinType", "()")) if key}
    raw = reader.read_fields(fields, node_name, partial(_object_id, node_name, name))
    return RawPin(raw.pin, tuple(links))


def _linked(value: str, node_name: str) -> list[tuple[str, str]]:
    match = _PIN_OBJECT.search(value)
    if match is None:
        return []
    node, _, pin = match["path"].rpartition(".")
    node = node.rsplit(".", 1)[-1] or node_name
    return [(node, _object_id(node, pin))]


def _object_id(node_name: str, pin_name: str) -> str:
    """The id that stands for a pin object."""
    return made_id(f"{node_name}.{pin_name}")
