"""The palette entries that only a context pin brings [FIELD_NOTES 2].

A struct pin brings its make, break and set nodes, an enum pin its comparison, an object pin the
members of its class. The declaring class brings the members of an engine class as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.kinds.specs import (
    BreakStructSpec,
    EnumEqualitySpec,
    MakeStructSpec,
    OtherVariableGetSpec,
    OtherVariableSetSpec,
    SetFieldsInStructSpec,
)
from unreal_sandbox.graphs.palette_delegates import delegate_entries
from unreal_sandbox.graphs.palette_entry import PaletteEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import PinType
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["class_members", "context_classes", "typed_entries"]


def context_classes(editor: EditorState, kinds: Iterable[PinType]) -> list[str]:
    """The classes of object pins with their ancestors, nearest first."""
    found: dict[str, None] = {}
    for kind in kinds:
        ref = kind.subcategory_object
        if kind.category in {"object", "interface"} and ref is not None:
            found.update(dict.fromkeys(editor.catalog.ancestors(ref.path)))
    return list(found)


def typed_entries(editor: EditorState, kinds: Iterable[PinType]) -> Iterator[PaletteEntry]:
    """What the structs and enums of context pins bring."""
    for kind in kinds:
        ref = kind.subcategory_object
        if kind.category == "struct" and ref is not None:
            yield from _struct_entries(editor, ref.path)
        elif kind.category == "byte" and ref is not None:
            yield PaletteEntry("Utilities|Enum", "Equal (Enum)", EnumEqualitySpec(ref.path))
            unequal = EnumEqualitySpec(ref.path, is_unequal=True)
            yield PaletteEntry("Utilities|Enum", "Not Equal (Enum)", unequal)


def _struct_entries(editor: EditorState, path: str) -> Iterator[PaletteEntry]:
    """Make and break nodes, where the struct has no library call for them."""
    info = editor.catalog.struct(path)
    if info is None:
        return
    title = display_name(info.name)
    if not info.native_make:
        yield PaletteEntry("Utilities|Struct", f"Make {title}", MakeStructSpec(info.path))
    if not info.native_break:
        yield PaletteEntry("Utilities|Struct", f"Break {title}", BreakStructSpec(info.path))
    fields = SetFieldsInStructSpec(info.path)
    yield PaletteEntry("Utilities|Struct", f"Set members in {title}", fields)


def class_members(editor: EditorState, class_path: str) -> Iterator[PaletteEntry]:
    """Properties and dispatchers of one engine class; their categories are assumed to be `Class|Name`."""
    catalog = editor.catalog
    info = catalog.class_info(class_path)
    if info is None or not class_path.startswith("/Script/"):
        return
    category = f"Class|{info.name}"
    for item in catalog.own_properties(class_path):
        title = display_name(item.name, is_bool=item.type.category == "bool")
        yield PaletteEntry(category, f"Get {title}", OtherVariableGetSpec(info.path, item.name), info.path)
        if not item.is_read_only:
            yield PaletteEntry(
                category, f"Set {title}", OtherVariableSetSpec(info.path, item.name), info.path
            )
    for delegate in catalog.delegates_of(class_path):
        if delegate.class_path == info.path:
            yield from delegate_entries(delegate.name, category, info.path, info.path, can_call=False)
