"""Kinds of node as one text, for nodes that no shorter words say: `node("MultiGate|3")`.

Outside uses `spec_text` and `spec_from_text`, which undo each other for every kind, and
`node_spec`, which also takes the names that people write. Part of `languages`.
"""

from __future__ import annotations

import re
from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Final, get_args, get_type_hints

from blueprint_assistant.errors import GraphError, nearest
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.foreign_graphs import foreign_class
from blueprint_assistant.graph.model.blueprint import Parameter, PinType

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

__all__ = ["UnknownNodeKindError", "UnmakeableNodeError", "is_spec_text", "spec_from_text", "spec_text"]

_KINDS: Final[dict[str, type]] = {
    name.removesuffix("Spec").lower(): getattr(module, name)
    for module in (common_specs, kinds)
    for name in module.__all__
    if name.endswith("Spec") and isinstance(getattr(module, name), type)
}
_MARK: Final = "|"
_ITEM: Final = ","
_PAIR: Final = ":"
_TYPES: Final = {"PinType": PinType, "Parameter": Parameter}


class UnknownNodeKindError(GraphError):
    """A text names no kind of node."""

    code = "unknown_node"


class UnmakeableNodeError(GraphError):
    """A node is named by its class alone, of which nothing is known here."""

    code = "unknown_node"

    def __init__(self, class_path: str) -> None:
        """Say that such a node can stay; of another kind of graph say what that is."""
        what = foreign_class(class_path)
        of = f": it is of {what}, no Blueprint graph" if what else ""
        super().__init__(
            f"No node of class '{class_path}' can be made from here{of}.",
            "Keep the line where the graph has the node, else take it out and copy the node itself.",
        )


@lru_cache(maxsize=50_000)  # a search asks for every node that the menu has
def spec_text(spec: AnyNodeSpec) -> str:
    """A spec as a text from which `spec_from_text` makes it again; defaults at the end are left out."""
    parts = [type(spec).__name__.removesuffix("Spec")]
    given = [(_written(getattr(spec, item.name)), item) for item in fields(spec) if item.compare]
    default = [_written(item.default) for _, item in given]
    while given and given[-1][0] == default[len(given) - 1]:
        given.pop()
    return _MARK.join([*parts, *(text for text, _ in given)])


def _written(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        items = (
            _PAIR.join(map(_escaped, item)) if isinstance(item, tuple) else _escaped(item) for item in value
        )
        return _ITEM.join(items)
    return "" if value is None else _escaped(str(value))


def _escaped(text: str) -> str:
    return re.sub(r"[%|,:\n]", lambda found: f"%{ord(found[0]):02X}", text) if _needs(text) else text


def _needs(text: str) -> bool:
    return bool(re.search(r"[%|,\n]", text)) or (_PAIR in text and not text.startswith("/"))


def _plain(text: str) -> str:
    return re.sub(r"%([0-9A-F]{2})", lambda found: chr(int(found[1], 16)), text)


def is_spec_text(text: str) -> bool:
    """Whether a text begins like that of a spec."""
    return text.partition(_MARK)[0].strip().lower() in _KINDS


def spec_from_text(text: str, catalog: Catalog) -> AnyNodeSpec:
    """The spec of a text. Raises UnknownNodeError, or an error of the value that is wrong."""
    word, *values = text.split(_MARK)
    if word.startswith("/"):
        raise UnmakeableNodeError(word)
    kind = _KINDS.get(word.strip().lower())
    if kind is None:
        close = ", ".join(nearest(word, [item.__name__.removesuffix("Spec") for item in _KINDS.values()]))
        raise UnknownNodeKindError(
            f"There is no kind of node '{word}'.", f"Nearest: {close}." if close else ""
        )
    known = [item for item in fields(kind) if item.compare]
    hints = get_type_hints(kind, localns=_TYPES)
    if len(values) > len(known):
        raise UnknownNodeKindError(f"{word} takes {len(known)} values.", "Leave out the rest.")
    given = {
        item.name: _read(value, hints[item.name], catalog) for item, value in zip(known, values, strict=False)
    }
    try:
        return kind(**given)  # type: ignore[no-any-return]
    except TypeError:
        names = ", ".join(item.name for item in known)
        raise UnknownNodeKindError(
            f"{word} lacks values: {names}.", f"Write them behind {word}|, in their order."
        ) from None


def _read(text: str, wanted: object, catalog: Catalog) -> object:
    if wanted is bool:
        return text.lower() == "true"
    if wanted is int:
        return int(text) if re.fullmatch(r"-?\d{1,9}", text) else 0
    if getattr(wanted, "__origin__", None) is tuple:
        is_pair = bool(getattr(get_args(wanted)[0], "__origin__", None) is tuple)
        items = text.split(_ITEM) if text else []
        if is_pair:
            return tuple(tuple(map(_plain, item.partition(_PAIR)[::2])) for item in items)
        return tuple(map(_plain, items))
    if PinType in get_args(wanted):
        return parse_type(_plain(text), catalog) if text else None
    return _plain(text)
