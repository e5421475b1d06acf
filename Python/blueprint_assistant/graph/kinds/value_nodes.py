"""The parts of nodes that make and take apart values: containers, structs, enums.

Part of `graph.kinds.node_factory`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.graph.catalog.engine_catalog import subcategory_object
from blueprint_assistant.graph.catalog.name_lookup import spaced, without_b
from blueprint_assistant.graph.catalog.pin_types import fresh_default
from blueprint_assistant.graph.kinds.node_parts import WILDCARD, BadSpecError, near
from blueprint_assistant.graph.kinds.specs import (
    BreakStructSpec,
    EnumEqualitySpec,
    EnumLiteralSpec,
    GetArrayItemSpec,
    MakeArraySpec,
    MakeMapSpec,
    MakeSetSpec,
    MakeStructSpec,
    SetFieldsInStructSpec,
)
from blueprint_assistant.graph.model.blueprint import PinType, TerminalType
from blueprint_assistant.graph.model.object_references import quote

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import PropertyInfo, StructInfo
    from blueprint_assistant.graph.kinds.node_parts import NodeDraft, Parts
    from blueprint_assistant.graph.kinds.specs import AnyValueSpec
    from blueprint_assistant.graph.model.blueprint import Container, Pin, Properties

__all__ = ["value_parts"]

_SHOWN = "bShowPin=True,bCanToggleVisibility=True"
_SHOWN_MEMBERS = 2
_MANY_MEMBERS = 5


def value_parts(spec: AnyValueSpec, make: NodeDraft) -> Parts:
    """Properties and pins of a value's node. Raises a GraphError for what is not there."""
    match spec:
        case MakeArraySpec(inputs):
            return _container("Array", "array", inputs, make)
        case MakeSetSpec(inputs):
            return _container("Set", "set", inputs, make)
        case MakeMapSpec(inputs):
            return _make_map(inputs, make)
        case GetArrayItemSpec(by_reference):
            return _array_item(make, by_reference=by_reference)
        case MakeStructSpec(struct):
            return _make_struct(struct, make)
        case BreakStructSpec(struct):
            return _break_struct(struct, make)
        case SetFieldsInStructSpec(struct, fields):
            return _set_fields(struct, fields, make)
        case EnumLiteralSpec(path):
            kind, enum = make.enum(path)
            pins = [make.value("Enum", "input", kind), make.pin("ReturnValue", "output", kind)]
            return (("Enum", make.reference(enum.path)),), pins
        case EnumEqualitySpec(path, _):
            kind = make.enum(path)[0] if path else WILDCARD
            pins = [make.pin("ReturnValue", "output", PinType("bool"))]
            return (), [*pins, make.value("A", "input", kind), make.value("B", "input", kind)]
        case _:
            assert_never(spec)


# --- containers ----------------------------------------------------------------------------------


def _count(inputs: int) -> Properties:
    return (("NumInputs", str(inputs)),) if inputs != 1 else ()


def _container(name: str, container: Container, inputs: int, make: NodeDraft) -> Parts:
    numbers = make.counted(inputs, 0, f"Make {name}")
    made = make.pin(name, "output", replace(WILDCARD, container=container))
    return _count(inputs), [made, *(make.pin(f"[{number}]", "input", WILDCARD) for number in numbers)]


def _make_map(inputs: int, make: NodeDraft) -> Parts:
    kind = PinType("wildcard", container="map", value=TerminalType("wildcard"))
    pins = [make.pin("Map", "output", kind)]
    for number in make.counted(inputs, 0, "Make Map"):
        pins += [make.pin(f"{side} {number}", "input", WILDCARD) for side in ("Key", "Value")]
    return _count(inputs), pins


def _array_item(make: NodeDraft, *, by_reference: bool) -> Parts:
    pins = [
        make.pin("Array", "input", replace(WILDCARD, container="array")),
        make.value("Dimension 1", "input", PinType("int")),
        make.pin("Output", "output", replace(WILDCARD, is_reference=by_reference)),
    ]
    return () if by_reference else (("bReturnByRefDesired", "False"),), pins


# --- structs -------------------------------------------------------------------------------------


def _struct(path: str, make: NodeDraft, call: str) -> tuple[StructInfo, PinType]:
    """The struct and its type. Raises BadSpecError for one with a library call of its own."""
    struct = make.catalog.struct(path)
    if struct is None:
        raise BadSpecError(
            f"The members of '{path}' are not known here.",
            "Use a struct of the engine, or copy the node's text.",
        )
    native = struct.native_make if call == "Make" else struct.native_break
    if native and call:
        raise BadSpecError(f"{struct.name} has no {call} node.", f"Call {native} instead.")
    return struct, PinType("struct", subcategory_object=subcategory_object("struct", struct.path))


def _members(struct: StructInfo) -> list[PropertyInfo]:
    return [member for member in struct.members if not member.is_hidden]


def _struct_properties(struct: StructInfo, make: NodeDraft, *, is_make: bool) -> Properties:
    members = _members(struct)
    shown = [
        (
            f"ShowPinForProperties({number})",
            f"(PropertyName={quote(member.name)},PropertyFriendlyName={quote(_label(member))},{_SHOWN})",
        )
        for number, member in enumerate(members)
    ]
    advanced = (("AdvancedPinDisplay", "Hidden"),) if len(members) >= _MANY_MEMBERS else ()
    mark = (("bMadeAfterOverridePinRemoval", "True"),)
    return (*(mark if is_make else ()), *shown, ("StructType", make.reference(struct.path)), *advanced)


def _label(member: PropertyInfo) -> str:
    return spaced(without_b(member.name) if member.type.category == "bool" else member.name)


def _is_folded(number: int, count: int) -> bool:
    """Five members or more hide all but the first two behind the arrow (UE 5 clipboard texts)."""
    return count >= _MANY_MEMBERS and number >= _SHOWN_MEMBERS


def _member_default(member: PropertyInfo, make: NodeDraft) -> str:
    """A member's default as properties are exported: `False`, where pins have `false`."""
    if member.type.container != "none":
        return ""
    default = member.default or fresh_default(member.type, make.catalog)
    return default.capitalize() if member.type.category == "bool" else default


def _member_inputs(members: list[PropertyInfo], make: NodeDraft) -> list[Pin]:
    return [
        make.pin(
            member.name,
            "input",
            member.type,
            default=_member_default(member, make),
            friendly_name=quote(_label(member)),
            is_advanced=_is_folded(number, len(members)),
            default_is_ignored=member.type.container != "none",
        )
        for number, member in enumerate(members)
    ]


def _make_struct(path: str, make: NodeDraft) -> Parts:
    struct, kind = _struct(path, make, "Make")
    made = make.pin(struct.name, "output", kind)
    return _struct_properties(struct, make, is_make=True), [made, *_member_inputs(_members(struct), make)]


def _break_struct(path: str, make: NodeDraft) -> Parts:
    struct, kind = _struct(path, make, "Break")
    members = _members(struct)
    pins = [make.pin(struct.name, "input", replace(kind, is_reference=True, is_const=True))]
    pins += [
        make.pin(
            member.name,
            "output",
            member.type,
            friendly_name=quote(_label(member)),
            is_advanced=_is_folded(number, len(members)),
        )
        for number, member in enumerate(members)
    ]
    return _struct_properties(struct, make, is_make=False), pins


def _set_fields(path: str, fields: tuple[str, ...], make: NodeDraft) -> Parts:
    struct, kind = _struct(path, make, "")
    members = {member.name.lower(): member for member in _members(struct)}
    for name in fields:
        if name.lower() not in members:
            raise BadSpecError(
                f"{struct.name} has no member '{name}'.",
                f"Nearest: {', '.join(near(name, [item.name for item in members.values()]))}.",
            )
    chosen = [members[name.lower()] for name in fields]
    reference = replace(kind, is_reference=True)
    pins = [
        make.exec_in(),
        make.exec_out(),
        make.pin("StructRef", "input", reference),
        make.pin("StructOut", "output", reference),
        *_member_inputs(chosen, make),
    ]
    shown = tuple(
        (f"ShowPinForProperties({number})", f"(PropertyName={quote(member.name)},bShowPin=True)")
        for number, member in enumerate(chosen)
    )
    return (*shown, ("StructType", make.reference(struct.path))), pins
