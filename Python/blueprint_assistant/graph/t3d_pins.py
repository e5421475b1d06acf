"""Pins in T3D text: `CustomProperties Pin (…)`, in the fields of every engine version from 4.14.

Part of `graph.t3d`. What is not modelled stays in `Pin.extra` as raw text and is written back.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model import Container, ObjectRef, Pin, PinType, TerminalType
from blueprint_assistant.graph.references import format_object, parse_object, quote, split_fields, unquote

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.t3d_blocks import Line

__all__ = ["RawPin", "full_reference", "pin_text", "pin_type_from_fields", "read_fields", "read_pin"]

PREFIX = "CustomProperties Pin "

_NAME = re.compile(r"\s*([\w.]+)=")
_PLAIN = re.compile(r"""(?:"(?:[^"\\]++|\\.)*+"|[^"(),]++)++""", re.DOTALL)
_BRACKETED = re.compile(r"""(?:"(?:[^"\\]++|\\.)*+"|[^"()]++)++""", re.DOTALL)

MAX_BRACKETS = 64

Fields = dict[str, str]


@dataclass(frozen=True, slots=True)
class RawPin:
    """A pin as read, with its links still by name: `(node, pin)` pairs, possibly to absent nodes."""

    pin: Pin
    links: tuple[tuple[str, str], ...] = ()


def read_fields(line: Line, start: int) -> Fields:
    """The fields of the bracket that opens at `start`, as raw texts in written order.

    Raises T3DError with the column where the text stops making sense.
    """
    text = line.text
    if start >= len(text) or text[start] != "(":
        raise line.error("A pin has no opening bracket", "Copy the nodes again.", offset=start)
    fields: Fields = {}
    position = start + 1
    while position < len(text) and text[position] != ")":
        if text[position] in ", ":
            position += 1
            continue
        match = _NAME.match(text, position)
        if match is None:
            raise line.error("A pin field has no name", "Copy the nodes again.", offset=position)
        end = _value_end(line, match.end())
        fields[match[1]] = text[match.end() : end].strip()
        position = end
    if position >= len(text):
        raise line.error(
            "A pin is cut off: its bracket does not close", "Copy it again, whole.", offset=start
        )
    return fields


def _value_end(line: Line, position: int) -> int:
    """Where the value that starts at `position` ends: at a comma or bracket of this level."""
    text = line.text
    while position < len(text) and text[position] not in ",)":
        if text[position] == "(":
            position = _bracket_end(line, position)
            continue
        match = _PLAIN.match(text, position)
        if match is None:
            raise line.error("A quoted text does not end", "Copy the nodes again.", offset=position)
        position = match.end()
    return position


def _bracket_end(line: Line, position: int) -> int:
    """The position behind the bracket that closes the one at `position`."""
    text, start, depth = line.text, position, 0
    while position < len(text):
        char = text[position]
        if char in "()":
            depth += 1 if char == "(" else -1
            position += 1
            if depth == 0:
                return position
            if depth > MAX_BRACKETS:
                raise line.error("Brackets are nested too deeply", "This is not a pin.", offset=position - 1)
            continue
        match = _BRACKETED.match(text, position)
        if match is None:
            raise line.error("A quoted text does not end", "Copy the nodes again.", offset=position)
        position = match.end()
    raise line.error("A bracket does not close", "Copy the nodes again, whole.", offset=start)


_SHORT_CLASSES = {
    "Class": "/Script/CoreUObject.Class",
    "ScriptStruct": "/Script/CoreUObject.ScriptStruct",
    "Enum": "/Script/CoreUObject.Enum",
    "Package": "/Script/CoreUObject.Package",
    "Function": "/Script/CoreUObject.Function",
    "BlueprintGeneratedClass": "/Script/Engine.BlueprintGeneratedClass",
    "WidgetBlueprintGeneratedClass": "/Script/UMG.WidgetBlueprintGeneratedClass",
    "UserDefinedStruct": "/Script/Engine.UserDefinedStruct",
    "UserDefinedEnum": "/Script/Engine.UserDefinedEnum",
}


def full_reference(text: str) -> ObjectRef | None:
    """The object of a reference, its class by full path even where an old text names it short."""
    ref = parse_object(text)
    if ref is None:
        return None
    # Quotes cannot be part of a path: they are left of a broken reference.
    path, kind = ref.path.replace('"', "").replace("'", ""), ref.class_path.replace('"', "")
    return ObjectRef(path, _SHORT_CLASSES.get(kind, kind))


_CONTAINERS: dict[str, Container] = {"": "none", "none": "none", "array": "array", "set": "set", "map": "map"}


def pin_type_from_fields(fields: Fields, prefix: str = "PinType.") -> tuple[PinType, set[str]]:
    """The type in a pin's or variable's fields, and the names of the fields that it holds."""
    used = {prefix + name for name in _TYPE_FIELDS if prefix + name in fields}

    def text(name: str) -> str:
        return unquote(fields.get(prefix + name, ""))

    category, subcategory = text("PinCategory"), text("PinSubCategory")
    if category == "float":
        # UE 5 reads a Blueprint's old float as a double.
        category, subcategory = "real", subcategory or "double"
    container = _CONTAINERS.get(fields.get(prefix + "ContainerType", "").lower())
    if container is None:
        container = "none"
        used.discard(prefix + "ContainerType")
    if _flag(fields, prefix + "bIsArray"):
        container = "array"
    reference = fields.get(prefix + "PinSubCategoryMemberReference", "")
    pin_type = PinType(
        category,
        subcategory,
        full_reference(fields.get(prefix + "PinSubCategoryObject", "")),
        container,
        _value_type(fields.get(prefix + "PinValueType", "")),
        "" if reference == "()" else reference,
        is_reference=_flag(fields, prefix + "bIsReference"),
        is_const=_flag(fields, prefix + "bIsConst"),
        is_weak_pointer=_flag(fields, prefix + "bIsWeakPointer"),
        is_uobject_wrapper=_flag(fields, prefix + "bIsUObjectWrapper"),
    )
    return pin_type, used


_TYPE_FIELDS = (
    "PinCategory",
    "PinSubCategory",
    "PinSubCategoryObject",
    "PinSubCategoryMemberReference",
    "PinValueType",
    "ContainerType",
    "bIsArray",
    "bIsReference",
    "bIsConst",
    "bIsWeakPointer",
    "bIsUObjectWrapper",
)


def _value_type(text: str) -> TerminalType | None:
    fields = dict(split_fields(text)) if text not in ("", "()") else {}
    if not fields:
        return None
    category = unquote(fields.get("TerminalCategory", ""))
    subcategory = unquote(fields.get("TerminalSubCategory", ""))
    if category == "float":
        category, subcategory = "real", subcategory or "double"
    return TerminalType(category, subcategory, full_reference(fields.get("TerminalSubCategoryObject", "")))


def _flag(fields: Fields, name: str) -> bool:
    return fields.get(name, "").lower() in ("true", "1")


_PIN_FLAGS = {
    "bHidden": "is_hidden",
    "bNotConnectable": "is_not_connectable",
    "bDefaultValueIsReadOnly": "default_is_read_only",
    "bDefaultValueIsIgnored": "default_is_ignored",
    "bAdvancedView": "is_advanced",
    "bOrphanedPin": "is_orphaned",
}
_STRINGS = ("PinToolTip", "DefaultValue", "AutogeneratedDefaultValue", "DefaultObject")
_SINGLE_PRECISION = "PinType.bSerializeAsSinglePrecisionFloat"
_NO_GUID = "0" * 32


def read_pin(fields: Fields, node_name: str, pin_id: str) -> RawPin:
    """The pin of some fields. `pin_id` stands in where the text gives none."""
    pin_type, used = pin_type_from_fields(fields)
    used |= {"PinId", "PinName", "PinFriendlyName", "Direction", "LinkedTo", "DefaultTextValue", *_PIN_FLAGS}
    strings = {name: unquote(fields.get(name, "")) for name in _STRINGS}
    # A text that our quoting would not give back (or an explicit empty one) is kept as it is.
    used |= {name for name, value in strings.items() if value and quote(value) == fields[name]}
    strings = {name: value if name in used else "" for name, value in strings.items()}
    if fields.get(_SINGLE_PRECISION, "False") == "False":
        used.add(_SINGLE_PRECISION)
    parent, sub_pins = _family(fields, node_name, used)
    used.add("PersistentGuid")
    pin = Pin(
        id=fields.get("PinId", "") or pin_id,
        name=unquote(fields.get("PinName", "")),
        direction="output" if "Output" in fields.get("Direction", "") else "input",
        type=pin_type,
        default_value=strings["DefaultValue"],
        autogenerated_default=strings["AutogeneratedDefaultValue"],
        default_object=strings["DefaultObject"],
        default_text=fields.get("DefaultTextValue", ""),
        friendly_name=fields.get("PinFriendlyName", ""),
        tooltip=strings["PinToolTip"],
        parent_pin=parent,
        sub_pins=sub_pins,
        persistent_guid=fields.get("PersistentGuid", _NO_GUID),
        extra=tuple((name, value) for name, value in fields.items() if name not in used),
        **{attribute: _flag(fields, name) for name, attribute in _PIN_FLAGS.items()},
    )
    return RawPin(pin, tuple(_pin_pairs(fields.get("LinkedTo", ""))))


def _family(fields: Fields, node_name: str, used: set[str]) -> tuple[str, tuple[str, ...]]:
    """Parent and sub pins, by id. They are kept raw when they name another node."""
    parents = _pin_pairs(fields.get("ParentPin", ""))
    children = _pin_pairs(fields.get("SubPins", ""))
    if all(node == node_name for node, _ in (*parents, *children)):
        used |= {"ParentPin", "SubPins"}
        return parents[0][1] if parents else "", tuple(pin for _, pin in children)
    return "", ()


def _pin_pairs(text: str) -> list[tuple[str, str]]:
    """`(Node Pin,Node Pin,)` or `Node Pin` as pairs; node names may hold blanks."""
    pairs: list[tuple[str, str]] = []
    for part in text.strip("()").split(","):
        node, _, pin = part.strip().rpartition(" ")
        if node and pin:
            pairs.append((node.strip().strip('"'), pin))
    return pairs


def pin_text(pin: Pin, node_name: str, links: Iterable[tuple[str, str]]) -> str:
    """The `CustomProperties Pin (…)` line of a pin, as UE 5.2 and later write it."""
    extra = dict(pin.extra)
    fields = [*_identity_fields(pin), *_type_fields(pin.type, extra.pop(_SINGLE_PRECISION, "False"))]
    fields += _value_fields(pin)
    dangling = _pin_pairs(extra.pop("LinkedTo", ""))
    pairs = [*links, *dangling]
    if pairs:
        fields.append(("LinkedTo", _pairs_text(pairs)))
    if pin.sub_pins:
        fields.append(("SubPins", _pairs_text((node_name, item) for item in pin.sub_pins)))
    if pin.parent_pin:
        fields.append(("ParentPin", f"{node_name} {pin.parent_pin}"))
    fields.append(("PersistentGuid", pin.persistent_guid))
    fields += [(name, str(bool(getattr(pin, attribute)))) for name, attribute in _PIN_FLAGS.items()]
    placed = _placed(fields, extra)
    return f"{PREFIX}({','.join(f'{name}={value}' for name, value in placed)},)"


def _pairs_text(pairs: Iterable[tuple[str, str]]) -> str:
    return f"({''.join(f'{node} {pin},' for node, pin in pairs)})"


def _identity_fields(pin: Pin) -> list[tuple[str, str]]:
    fields = [("PinId", pin.id)]
    if pin.name:
        fields.append(("PinName", quote(pin.name)))
    if pin.friendly_name:
        fields.append(("PinFriendlyName", pin.friendly_name))
    if pin.tooltip:
        fields.append(("PinToolTip", quote(pin.tooltip)))
    if pin.direction == "output":
        fields.append(("Direction", '"EGPD_Output"'))
    return fields


def _type_fields(pin_type: PinType, single_precision: str) -> list[tuple[str, str]]:
    fields = [
        ("PinCategory", quote(pin_type.category)),
        ("PinSubCategory", quote(pin_type.subcategory)),
        ("PinSubCategoryObject", format_object(pin_type.subcategory_object)),
        ("PinSubCategoryMemberReference", pin_type.member_reference or "()"),
        ("PinValueType", _terminal_text(pin_type.value)),
        ("ContainerType", pin_type.container.capitalize()),
        ("bIsReference", str(pin_type.is_reference)),
        ("bIsConst", str(pin_type.is_const)),
        ("bIsWeakPointer", str(pin_type.is_weak_pointer)),
        ("bIsUObjectWrapper", str(pin_type.is_uobject_wrapper)),
        ("bSerializeAsSinglePrecisionFloat", single_precision),
    ]
    return [(f"PinType.{name}", value) for name, value in fields]


def _terminal_text(value: TerminalType | None) -> str:
    if value is None:
        return "()"
    fields = [f"TerminalCategory={quote(value.category)}"]
    if value.subcategory:
        fields.append(f"TerminalSubCategory={quote(value.subcategory)}")
    if value.subcategory_object is not None:
        fields.append(f"TerminalSubCategoryObject={format_object(value.subcategory_object)}")
    return f"({','.join(fields)})"


def _value_fields(pin: Pin) -> list[tuple[str, str]]:
    values = [
        ("DefaultValue", quote(pin.default_value) if pin.default_value else ""),
        ("AutogeneratedDefaultValue", quote(pin.autogenerated_default) if pin.autogenerated_default else ""),
        ("DefaultObject", quote(pin.default_object) if pin.default_object else ""),
        ("DefaultTextValue", pin.default_text),
    ]
    return [(name, value) for name, value in values if value]


_AFTER: dict[str, str] = {
    "DefaultValue": "PinType.bSerializeAsSinglePrecisionFloat",
    "AutogeneratedDefaultValue": "DefaultValue",
    "PinToolTip": "PinName",
}
"""Where a field stands that was kept raw although we model it."""


def _placed(fields: list[tuple[str, str]], extra: Fields) -> list[tuple[str, str]]:
    """The fields with the raw ones in their usual places, unknown ones at the end."""
    placed = list(fields)
    for name, value in extra.items():
        anchor: str | None = _AFTER.get(name)
        names = [key for key, _ in placed]
        while anchor is not None and anchor not in names:
            anchor = _AFTER.get(anchor)
        at = names.index(anchor) + 1 if anchor is not None else len(placed)
        placed.insert(at, (name, value))
    return placed
