"""Types of pins in the words that `graph.catalog.pin_types.parse_type` reads.

Outside uses TypeNames and declared_type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.pin_types import parse_type

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType

__all__ = ["TypeNames", "declared_type"]

_WORDS = {"real": "float"}
_OF_CLASSES = frozenset({"object", "class", "softobject", "softclass", "interface"})


def declared_type(kind: PinType | None, catalog: Catalog) -> str:
    """The word for a type of which a variable can be; empty for wildcards, delegates and none."""
    is_one = kind is not None and kind.category not in ("", "wildcard", "exec", "delegate", "mcdelegate")
    return TypeNames(catalog).of(kind) if kind is not None and is_one else ""


class TypeNames:
    """The shortest word for each type that is read back as the same."""

    def __init__(self, catalog: Catalog) -> None:
        """`catalog` knows the types that bare names mean."""
        self._catalog = catalog
        self._known: dict[PinType, str] = {}

    def of(self, kind: PinType) -> str:
        """The word for a type: `float`, `Actor`, `array:int`, `map:name,Vector`.

        Types without such a word (delegates, wildcards) are called by their category.
        """
        if kind not in self._known:
            self._known[kind] = self._say(kind)
        return self._known[kind]

    def _say(self, kind: PinType) -> str:
        word = self._terminal(kind.category, kind.subcategory_object)
        if kind.container == "none":
            return word
        if kind.container == "map" and kind.value is not None:
            return f"map:{word},{self._terminal(kind.value.category, kind.value.subcategory_object)}"
        return f"{kind.container}:{word}"

    def _terminal(self, category: str, ref: ObjectRef | None) -> str:
        if ref is None:
            return _WORDS.get(category, category)
        heads = {"struct": "struct:", "byte": "enum:"}
        head = f"{category}:" if category in _OF_CLASSES else heads.get(category, "")
        if not self._is_known(category, ref):
            return f"{head}{ref.path}"
        short = ref.name.removesuffix("_C")
        for word in (short, f"{head}{short}", ref.path):
            if self._means(word, category, ref):
                return word
        return f"{head}{ref.path}"

    def _is_known(self, category: str, ref: ObjectRef) -> bool:
        # Only what the catalogue has is asked by name: what it does not know costs a search for the nearest.
        if category == "struct":
            return self._catalog.struct(ref.path) is not None
        if category == "byte":
            return self._catalog.enum(ref.path) is not None
        return category in _OF_CLASSES and self._catalog.class_info(ref.path) is not None

    def _means(self, word: str, category: str, ref: ObjectRef) -> bool:
        try:
            found = parse_type(word, self._catalog)
        except AssistantError:
            return False
        other = found.subcategory_object
        return found.category == category and other is not None and other.path.lower() == ref.path.lower()
