"""Variables in T3D text: the `NewVariables(i)=(…)` of an asset and `LocalVariables(i)=(…)` of a function.

Part of `graph.t3d.graph_text`. Flags are the public property flags of the engine (seen in UE 5.3 exports).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import PropertyFlag, Variable
from blueprint_assistant.graph.model.object_references import (
    absolute_references,
    quote,
    relative_references,
    split_fields,
    unquote,
)
from blueprint_assistant.graph.model.pin_type_text import format_pin_type
from blueprint_assistant.graph.t3d.pin_reader import pin_type_from_fields

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType, Properties

__all__ = ["format_variable", "number_of", "read_pin_type", "read_variable", "text_value"]

_DEFAULT_CATEGORY = 'NSLOCTEXT("KismetSchema", "Default", "Default")'
_MAX_DIGITS = 20


def number_of(text: str) -> int:
    """A decimal number as assets store flags; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS else 0


def text_value(raw: str) -> str:
    """The words of a text value: `NSLOCTEXT("","key","words")`, `INVTEXT("words")` or quoted."""
    head, separator, rest = raw.partition("(")
    if head in ("NSLOCTEXT", "LOCTEXT", "INVTEXT") and separator and rest.endswith(")"):
        parts = split_fields(f"({rest}")
        return unquote(parts[-1][1]) if parts else ""
    return unquote(raw)


def read_pin_type(text: str) -> PinType:
    """The type in a struct text: `(PinCategory="real",PinSubCategory="double")`."""
    return pin_type_from_fields(dict(split_fields(text)))[0]


_TOOLTIP = "tooltip"
_MODELLED = frozenset(
    {
        *("VarName", "VarGuid", "VarType", "FriendlyName", "PropertyFlags", "RepNotifyFunc"),
        *("ReplicationCondition", "MetaDataArray", "DefaultValue"),
    }
)


def read_variable(text: str, package: str = "") -> Variable:
    """The variable of a struct text; `package` is the path of the asset that has it."""
    fields = dict(split_fields(absolute_references(text, package)))
    bits = number_of(fields.get("PropertyFlags", "0"))
    metadata = _read_metadata(fields.get("MetaDataArray", ""))
    names = {name.lower() for name, _ in metadata}
    raw_category = fields.get("Category", "")
    category = text_value(raw_category)
    is_usual = raw_category == _category_text(category)
    return Variable(
        name=unquote(fields.get("VarName", "")),
        type=read_pin_type(fields.get("VarType", "()")),
        default=unquote(fields.get("DefaultValue", "")),
        category=category,
        tooltip=next((value for name, value in metadata if name.lower() == _TOOLTIP), ""),
        guid=fields.get("VarGuid", ""),
        is_instance_editable=bool(bits & PropertyFlag.EDIT)
        and not bits & PropertyFlag.DISABLE_EDIT_ON_INSTANCE,
        is_exposed_on_spawn=bool(bits & PropertyFlag.EXPOSE_ON_SPAWN) or "exposeonspawn" in names,
        flags=PropertyFlag(bits),
        friendly_name=unquote(fields.get("FriendlyName", "")),
        rep_notify=unquote(fields.get("RepNotifyFunc", "")),
        replication_condition=fields.get("ReplicationCondition", ""),
        metadata=tuple((name, value) for name, value in metadata if name.lower() != _TOOLTIP or not value),
        extra=tuple(
            (name, value)
            for name, value in fields.items()
            if name not in _MODELLED and not (name == "Category" and is_usual)
        ),
    )


def _read_metadata(text: str) -> list[tuple[str, str]]:
    entries = (dict(split_fields(item)) for _, item in split_fields(text))
    return [(unquote(entry.get("DataKey", "")), unquote(entry.get("DataValue", ""))) for entry in entries]


def _category_text(category: str) -> str:
    """How a category is printed when nothing else is known: the schema's own, or one without key."""
    if category in ("", "Default"):
        return _DEFAULT_CATEGORY if category else ""
    return f'NSLOCTEXT("", "", {quote(category)})'


def format_variable(variable: Variable, package: str = "") -> str:
    """The struct text of a variable, fields in the engine's order. What is empty is not written."""
    extra = dict(variable.extra)
    category = extra.pop("Category", "")
    if text_value(category) != variable.category:
        category = _category_text(variable.category)
    fields = [
        ("VarName", quote(variable.name)),
        ("VarGuid", variable.guid),
        ("VarType", format_pin_type(variable.type)),
        ("FriendlyName", quote(variable.friendly_name) if variable.friendly_name else ""),
        ("Category", category),
        ("PropertyFlags", str(int(variable.flags or _usual_flags(variable)))),
        ("RepNotifyFunc", quote(variable.rep_notify) if variable.rep_notify else ""),
        ("ReplicationCondition", variable.replication_condition),
        ("MetaDataArray", _metadata_text(variable)),
        ("DefaultValue", quote(variable.default) if variable.default else ""),
        *extra.items(),
    ]
    text = f"({','.join(f'{name}={value}' for name, value in fields if value)})"
    return relative_references(text, package)


def _metadata_text(variable: Variable) -> str:
    metadata: Properties = variable.metadata
    if variable.tooltip:
        metadata = ((_TOOLTIP, variable.tooltip), *metadata)
    entries = (
        f"(DataKey={quote(name)},DataValue={quote(value)})" if value else f"(DataKey={quote(name)})"
        for name, value in metadata
    )
    text = ",".join(entries)
    return f"({text})" if text else ""


def _usual_flags(variable: Variable) -> PropertyFlag:
    """The flags of a variable that was made here."""
    flags = PropertyFlag.EDIT | PropertyFlag.BLUEPRINT_VISIBLE
    if not variable.is_instance_editable:
        flags |= PropertyFlag.DISABLE_EDIT_ON_INSTANCE
    if variable.is_exposed_on_spawn:
        flags |= PropertyFlag.EXPOSE_ON_SPAWN
    return flags
