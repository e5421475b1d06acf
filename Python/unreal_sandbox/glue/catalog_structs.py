"""Structs of the engine that only the catalogue knows: their members, and their text form.

Text is the engine's usual one, `(Member=value,…)`; members that a text leaves out keep their values,
an unknown one is refused (assumed). `Key` is written as its bare name [FIELD_NOTES 5].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from blueprint_assistant.graph.model.object_references import quote, split_fields, unquote
from unreal_sandbox.glue.objects import python_property_name
from unreal_sandbox.glue.property_text import property_from_text, property_to_text
from unreal_sandbox.glue.structs import StructBase

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import PropertyInfo, StructInfo
    from unreal_sandbox.glue.namespace import Types

__all__ = ["CatalogStructBase", "catalog_struct"]

_QUOTED = frozenset({"string", "name", "text"})
_KEY = "/Script/InputCore.Key"


class CatalogStructBase(StructBase):
    """A struct value whose members are those of the catalogue."""

    __slots__ = ()
    _members: ClassVar[dict[str, PropertyInfo]] = {}
    _path: ClassVar[str] = ""

    def _default(self, name: str) -> Any:
        member = self._members[name]
        return property_from_text(self._types.editor(), member.type, member.default, member.name)

    def _convert(self, name: str, value: Any) -> Any:
        member, editor = self._members[name], self._types.editor()
        text = property_to_text(editor, member.type, value, member.name)
        return property_from_text(editor, member.type, text, member.name)

    def export_text(self) -> str:
        """`(Member=value,…)` with all members."""
        texts = [f"{item.name}={self._member_text(name)}" for name, item in self._members.items()]
        if self._path == _KEY:
            return unquote(texts[0].partition("=")[2])
        return f"({','.join(texts)})"

    def _member_text(self, name: str) -> str:
        member = self._members[name]
        text = property_to_text(self._types.editor(), member.type, self._values[name], member.name)
        return quote(text) if member.type.category in _QUOTED and member.type.container == "none" else text

    def import_text(self, content: str) -> bool:
        """Read such a text; False, and nothing changed, when it is none."""
        text = content.strip()
        if self._path == _KEY and not text.startswith("("):
            text = f"(KeyName={quote(text)})"
        if not (text.startswith("(") and text.endswith(")")):
            return False
        by_name = {item.name.lower(): name for name, item in self._members.items()}
        values: dict[str, Any] = {}
        for field, value in split_fields(text):
            name = by_name.get(field.strip().lower())
            if name is None:
                return False
            member = self._members[name]
            try:
                values[name] = property_from_text(
                    self._types.editor(), member.type, unquote(value.strip()), member.name
                )
            except (ValueError, RuntimeError):
                return False
        self._values.update(values)
        return True


def catalog_struct(types: Types, info: StructInfo, name: str) -> Any | None:
    """The type of a struct of the engine; None where the catalogue does not know its members."""
    members = {python_property_name(item.name): item for item in info.members if not item.is_hidden}
    if not members:
        return None
    body: dict[str, Any] = {
        "__slots__": (),
        "__module__": "unreal",
        "_types": types,
        "_fields": dict.fromkeys(members, ""),
        "_members": members,
        "_path": info.path,
    }
    for member in members:
        body[member] = _member_property(member)
    return type(name, (CatalogStructBase,), body)


def _member_property(name: str) -> property:
    def read(self: CatalogStructBase) -> Any:
        value = self._values[name]
        return value.copy() if isinstance(value, StructBase) else value

    def write(self: CatalogStructBase, value: Any) -> None:
        self._values[name] = self._convert(name, value)

    return property(read, write)
