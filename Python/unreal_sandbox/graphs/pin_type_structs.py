"""`EdGraphPinType`: opaque but for its text form, and the helpers that build pin types."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from blueprint_assistant.graph.model.blueprint import ObjectRef, PinType, TerminalType
from blueprint_assistant.graph.model.object_references import parse_object, split_fields, unquote
from blueprint_assistant.graph.model.pin_type_text import format_pin_type
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.structs import StructBase

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Container
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget
    from unreal_sandbox.glue.objects import StructTypeTarget

__all__ = ["EdGraphPinTypeBase", "pin_type_struct"]

library = UnrealClass("BlueprintEditorLibrary")

_CONTAINERS: dict[str, Container] = {"Array": "array", "Set": "set", "Map": "map", "None": "none"}
_CATEGORIES = frozenset(
    [
        "exec",
        "bool",
        "byte",
        "int",
        "int64",
        "real",
        "name",
        "string",
        "text",
        "struct",
        "object",
        "class",
        "softobject",
        "softclass",
        "interface",
        "delegate",
        "mcdelegate",
        "fieldpath",
        "wildcard",
        "enum",
    ]
)
_BASIC_TYPES = {
    "bool": PinType("bool"),
    "byte": PinType("byte"),
    "int": PinType("int"),
    "int64": PinType("int64"),
    "real": PinType("real", "double"),
    "name": PinType("name"),
    "string": PinType("string"),
    "text": PinType("text"),
}
_JSON_TYPES = {"bool": "boolean", "int": "integer", "int64": "integer", "byte": "integer", "real": "number"}


class EdGraphPinTypeBase(StructBase):
    """The wrapper of a pin type. Its fields are out of reach; take and give text."""

    __slots__ = ("_pin_type",)

    def __init__(self) -> None:
        super().__init__()
        self._pin_type = PinType("")

    def copy(self) -> Self:
        """A copy."""
        result = type(self)()
        result._pin_type = self._pin_type
        return result

    def assign(self, other: object) -> None:
        """Take over another pin type."""
        if not isinstance(other, EdGraphPinTypeBase):
            raise TypeError(f"EdGraphPinType: Cannot cast type '{type(other).__name__}' to 'EdGraphPinType'")
        self._pin_type = other._pin_type

    def export_text(self) -> str:
        """Every field that differs from the default, as `(PinCategory="real",…)`."""
        return format_pin_type(self._pin_type)

    def import_text(self, content: str) -> bool:
        """Fill from text; False, and nothing changed, when it is no pin type."""
        parsed = parse_pin_type(content)
        if parsed is None:
            return False
        self._pin_type = parsed
        return True

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EdGraphPinTypeBase):
            return NotImplemented
        return self._pin_type == other._pin_type

    __hash__ = StructBase.__hash__

    def __repr__(self) -> str:
        return f"<Struct 'EdGraphPinType' {self.export_text()}>"


def pin_type_struct(editor: EditorState, pin_type: PinType) -> Any:
    """A wrapper that holds a pin type."""
    result = editor.types.get("EdGraphPinType")()
    result._pin_type = pin_type
    return result


def parse_pin_type(text: str) -> PinType | None:
    """The pin type of a text form, or None when it has none."""
    text = text.strip()
    if not (text.startswith("(") and text.endswith(")")):
        return None
    fields = dict(split_fields(text))
    category = unquote(fields.get("PinCategory", "")).lower()
    if category not in _CATEGORIES:
        return None
    container = _CONTAINERS.get(fields.get("ContainerType", "None").removeprefix("EPinContainerType::"))
    if container is None:
        return None
    return PinType(
        category="byte" if category == "enum" else category,
        subcategory=_subcategory(category, unquote(fields.get("PinSubCategory", ""))),
        subcategory_object=parse_object(fields.get("PinSubCategoryObject", "")),
        container=container,
        value=_parse_terminal(fields.get("PinValueType", "")),
        member_reference=fields.get("PinSubCategoryMemberReference", ""),
        is_reference=_is_true(fields, "bIsReference"),
        is_const=_is_true(fields, "bIsConst"),
        is_weak_pointer=_is_true(fields, "bIsWeakPointer"),
        is_uobject_wrapper=_is_true(fields, "bIsUObjectWrapper"),
    )


def _subcategory(category: str, text: str) -> str:
    return (text or "double") if category == "real" else ("" if text == "None" else text)


def _is_true(fields: dict[str, str], name: str) -> bool:
    return fields.get(name, "").lower() == "true"


def _parse_terminal(text: str) -> TerminalType | None:
    fields = dict(split_fields(text))
    category = unquote(fields.get("TerminalCategory", "")).lower()
    if not category:
        return None
    return TerminalType(
        category,
        _subcategory(category, unquote(fields.get("TerminalSubCategory", ""))),
        parse_object(fields.get("TerminalSubCategoryObject", "")),
    )


# --- BlueprintEditorLibrary: types -------------------------------------------------------------


@library.method()
def get_basic_type_by_name(editor: EditorState, type_name: str) -> Any:
    """A basic type. Unknown words, float and double among them, give int and a log line."""
    found = _BASIC_TYPES.get(type_name.lower())
    if found is not None and found.category == "int64" and not editor.switches.int64_is_a_basic_type:
        found = None
    if found is None:
        editor.write_log(
            "LogBlueprintEditorLib",
            "Warning",
            f"Failed to find a basic pin type with the name '{type_name}', defaulting to int.",
        )
        found = _BASIC_TYPES["int"]
    return pin_type_struct(editor, found)


@library.method()
def get_struct_type(editor: EditorState, struct_type: StructTypeTarget) -> Any:
    """The type of a struct."""
    reference = ObjectRef(struct_type.path(), "/Script/CoreUObject.ScriptStruct")
    return pin_type_struct(editor, PinType("struct", subcategory_object=reference))


def _class_reference(target: ClassTarget) -> ObjectRef:
    return ObjectRef(target.represented, target.class_path())


@library.method()
def get_class_reference_type(editor: EditorState, class_type: ClassTarget) -> Any:
    """The type of a class reference."""
    return pin_type_struct(editor, PinType("class", subcategory_object=_class_reference(class_type)))


@library.method()
def get_object_reference_type(editor: EditorState, object_type: ClassTarget) -> Any:
    """The type of an object reference."""
    return pin_type_struct(editor, PinType("object", subcategory_object=_class_reference(object_type)))


@library.method()
def get_array_type(editor: EditorState, contained_type: EdGraphPinTypeBase) -> Any:
    """An array of a type."""
    return pin_type_struct(editor, replace(contained_type._pin_type, container="array"))


@library.method()
def get_set_type(editor: EditorState, contained_type: EdGraphPinTypeBase) -> Any:
    """A set of a type."""
    return pin_type_struct(editor, replace(contained_type._pin_type, container="set"))


@library.method()
def get_map_type(editor: EditorState, key_type: EdGraphPinTypeBase, value_type: EdGraphPinTypeBase) -> Any:
    """A map of two types."""
    value = value_type._pin_type
    terminal = TerminalType(value.category, value.subcategory, value.subcategory_object)
    return pin_type_struct(editor, replace(key_type._pin_type, container="map", value=terminal))


@library.method(accepts_none=("self_context",))
def pin_type_to_json_schema(
    editor: EditorState, pin_type: EdGraphPinTypeBase, self_context: ClassTarget | None
) -> str:
    """A JSON-schema text of a type."""
    return json_schema(pin_type._pin_type)


def json_schema(pin_type: PinType) -> str:
    """A JSON-schema text of a type."""
    inner: dict[str, Any] = {"type": _JSON_TYPES.get(pin_type.category, "string")}
    if pin_type.subcategory_object is not None:
        inner["description"] = pin_type.subcategory_object.path
    if pin_type.container in {"array", "set"}:
        inner = {"type": "array", "items": inner}
    elif pin_type.container == "map":
        inner = {"type": "object", "additionalProperties": inner}
    return json.dumps(inner)
