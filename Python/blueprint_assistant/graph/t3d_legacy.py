"""Pins of UE 4.13 and older, which were objects: `Begin Object … Name="EdGraphPin_1"`.

Part of `graph.t3d`. Their links name the other pin's object, so that name serves as the id.
"""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from blueprint_assistant.graph.references import split_fields
from blueprint_assistant.graph.t3d_pins import RawPin, read_pin

if TYPE_CHECKING:
    from blueprint_assistant.graph.t3d_blocks import Block

__all__ = ["LEGACY_PIN", "read_legacy_pin"]

LEGACY_PIN = "EdGraphPin"

_INDEXED = re.compile(r"(\w+)\(\d+\)$")
_PIN_OBJECT = re.compile(r"""EdGraphPin'"?(?:[^'"]*:)?(?P<path>[^'"]+)"?'""")


def read_legacy_pin(name: str, mentions: list[Block], node_name: str) -> RawPin:
    """The pin of an object's blocks: a declaration and its fields, in one block or two."""
    fields: dict[str, str] = {}
    links: list[tuple[str, str]] = []
    for block in mentions:
        for line in block.lines:
            key, separator, value = line.text.partition("=")
            if not separator:
                continue
            match = _INDEXED.match(key)
            if match and match[1] == "LinkedTo":
                links += _linked(value, node_name)
            elif match is None or match[1] != "SubPins":
                fields[key] = value
    fields |= {f"PinType.{key}": value for key, value in split_fields(fields.pop("PinType", "()")) if key}
    if "PinFriendlyName" not in fields and "Direction" in fields:
        fields["Direction"] = fields["Direction"].strip('"')
    raw = read_pin(fields, node_name, pin_object_id(node_name, name))
    return RawPin(raw.pin, tuple(links))


def _linked(value: str, node_name: str) -> list[tuple[str, str]]:
    match = _PIN_OBJECT.search(value)
    if match is None:
        return []
    node, _, pin = match["path"].rpartition(".")
    node = node.rsplit(".", 1)[-1] or node_name
    return [(node, pin_object_id(node, pin))]


def pin_object_id(node_name: str, pin_name: str) -> str:
    """The id that stands for a pin object: always the same for the same two names."""
    text = f"{node_name}.{pin_name}"
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest().upper()
