"""A pin type as Unreal's struct text: `(PinCategory="real",PinSubCategory="double")`.

The form of `EdGraphPinType.import_text` and of a variable's `VarType`: what equals the
default is not written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.object_references import format_object, quote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType, TerminalType

__all__ = ["format_pin_type", "format_terminal"]


def format_pin_type(pin_type: PinType) -> str:
    """The text of a pin type."""
    fields = _type_fields("Pin", pin_type.category, pin_type.subcategory, pin_type.subcategory_object)
    if pin_type.member_reference:
        fields.append(f"PinSubCategoryMemberReference={pin_type.member_reference}")
    if pin_type.value is not None:
        fields.append(f"PinValueType={format_terminal(pin_type.value)}")
    if pin_type.container != "none":
        fields.append(f"ContainerType={pin_type.container.capitalize()}")
    flags = (
        ("bIsReference", pin_type.is_reference),
        ("bIsConst", pin_type.is_const),
        ("bIsWeakPointer", pin_type.is_weak_pointer),
        ("bIsUObjectWrapper", pin_type.is_uobject_wrapper),
    )
    return _struct_text(fields, flags)


def format_terminal(value: TerminalType) -> str:
    """The text of the value side of a map type."""
    fields = _type_fields("Terminal", value.category, value.subcategory, value.subcategory_object)
    flags = (
        ("bTerminalIsConst", value.is_const),
        ("bTerminalIsWeakPointer", value.is_weak_pointer),
        ("bTerminalIsUObjectWrapper", value.is_uobject_wrapper),
    )
    return _struct_text(fields, flags)


def _struct_text(fields: list[str], flags: Iterable[tuple[str, bool]]) -> str:
    """The fields, and the flags that are set."""
    return f"({','.join([*fields, *(f'{name}=True' for name, is_set in flags if is_set)])})"


def _type_fields(prefix: str, category: str, subcategory: str, ref: ObjectRef | None) -> list[str]:
    sub = "PinSub" if prefix == "Pin" else "TerminalSub"
    fields = [f"{prefix}Category={quote(category)}"] if category else []
    if subcategory:
        fields.append(f"{sub}Category={quote(subcategory)}")
    if ref is not None:
        fields.append(f"{sub}CategoryObject={format_object(ref)}")
    return fields
