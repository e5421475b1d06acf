"""Property values: Unreal's text form on our side, `unreal` values on the editor's.

Used for class defaults, which Python reads and writes as values while pins use text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.name_lookup import fold_underscores
from blueprint_assistant.graph.model.object_references import unquote
from blueprint_assistant.graph.rules.container_values import (
    container_text,
    element_texts,
    inner_types,
    pair_texts,
)
from blueprint_assistant.graph.rules.schema import Schema
from blueprint_assistant.graph.rules.transform_values import transform_parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.model.blueprint import PinType

_ENUM_SCRIPT_NAMES = {"ECollisionResponse": "CollisionResponseType"}
"""Enums that scripts know by another name than the C++ one without its E."""

__all__ = ["enumerator_value", "property_text", "text_of", "value_of"]

_AXIS = re.compile(r"[A-Za-z]\w*=")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def value_of(pin_type: PinType, text: str, base: Any = None) -> Any:
    """The value to hand to `set_editor_property` for a text that was validated before.

    Members that the text of a struct leaves out are those of `base`, the present value (a copy).
    Raises PlanError for types that Python cannot set.
    """
    if pin_type.container != "none":
        return _container(pin_type, text)
    if pin_type.category in _BY_CATEGORY or pin_type.category == "struct":
        if pin_type.category == "byte" and pin_type.subcategory_object is not None:
            return enumerator_value(pin_type, text)
        make = _BY_CATEGORY.get(pin_type.category)
        if make is not None:
            return make(text)
        if pin_type.category == "struct" and pin_type.subcategory_object is not None:
            return _struct(pin_type.subcategory_object.name, text, base)
    raise PlanError(
        f"The default of a variable of type {pin_type} cannot be set from Python.",
        "Leave the default out and set it in the Details panel.",
    )


def _container(pin_type: PinType, text: str) -> Any:
    """A list or dict: the glue makes the typed container of it, a set of a list too."""
    key, value = inner_types(pin_type)
    if value is None:
        return [value_of(key, unquote(item)) for item in element_texts(text)]
    return {value_of(key, unquote(k)): value_of(value, unquote(v)) for k, v in pair_texts(text)}


def enumerator_value(pin_type: PinType, text: str) -> Any:
    """The entry of an enum of the engine: `QueryOnly` is `unreal.CollisionEnabled.QUERY_ONLY`."""
    path = pin_type.subcategory_object.path if pin_type.subcategory_object is not None else ""
    name = path.rsplit(".", 1)[-1]
    names = (_ENUM_SCRIPT_NAMES.get(name, ""), re.sub(r"^E(?=[A-Z])", "", name))
    found = (getattr(unreal, item, None) for item in names if item and path.startswith("/Script/"))
    kind: Any = next((item for item in found if item is not None), None)
    wanted = fold_underscores(text)
    for key in () if kind is None else dir(kind):
        entry = getattr(kind, key)
        if isinstance(entry, kind) and fold_underscores(str(entry.name)) == wanted:
            return entry
    raise PlanError(
        f"The value '{text}' of the enum {name} cannot be set from Python.", "Set it in the Details panel."
    )


def property_text(pin_type: PinType, value: Any) -> str:
    """The text form of a value of a known type."""
    if pin_type.container != "none":
        return _container_text(pin_type, value)
    if isinstance(value, unreal.EnumBase):
        return _enumerator_name(pin_type, str(value.name))
    text = text_of(value)
    if not text and pin_type.category == "struct" and pin_type.container == "none":
        return str(value.export_text())
    return text


def _container_text(pin_type: PinType, value: Any) -> str:
    key, inner = inner_types(pin_type)
    schema = Schema(default_catalog())

    def one(kind: PinType, item: Any) -> str:
        return schema.validate_value(kind, property_text(kind, item))

    if inner is None:
        return container_text(pin_type, [one(key, item) for item in value])
    return container_text(pin_type, [(one(key, k), one(inner, v)) for k, v in value.items()])


def _enumerator_name(pin_type: PinType, script_name: str) -> str:
    """The C++ name of an enumerator: scripts write `QUERY_ONLY` for `QueryOnly`."""
    path = pin_type.subcategory_object.path if pin_type.subcategory_object is not None else ""
    info = default_catalog().enum(path)
    wanted = fold_underscores(script_name)
    names = () if info is None else (item.name for item in info.items)
    return next((name for name in names if fold_underscores(name) == wanted), script_name)


def text_of(value: Any) -> str:
    """The text form of a value that `get_editor_property` gave; empty when it has none."""
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | str):
        return str(value)
    if isinstance(value, float):
        return f"{value:.6f}"
    return _engine_text(value)


def _engine_text(value: Any) -> str:
    if isinstance(value, unreal.Name | unreal.Text):
        return str(value)
    if isinstance(value, unreal.Vector):
        return _numbers(value.x, value.y, value.z)
    if isinstance(value, unreal.Rotator):
        return _numbers(value.pitch, value.yaw, value.roll)
    if isinstance(value, unreal.LinearColor):
        return f"(R={value.r:.6f},G={value.g:.6f},B={value.b:.6f},A={value.a:.6f})"
    if isinstance(value, unreal.Object):
        return str(value.get_path_name())
    return ""


def _numbers(*numbers: float) -> str:
    return ",".join(f"{number:.6f}" for number in numbers)


def _struct(name: str, text: str, base: Any) -> Any:
    numbers = [float(found) for found in _NUMBER.findall(text)]
    match name, numbers:
        case "Vector", [x, y, z]:
            return unreal.Vector(x, y, z)
        case "Vector2D", [x, y]:
            return unreal.Vector2D(x, y)
        case "Rotator", [pitch, yaw, roll]:
            # Positional order is roll, pitch, yaw (API notes 3): always keywords.
            return unreal.Rotator(pitch=pitch, yaw=yaw, roll=roll)
        case "LinearColor", [r, g, b, a]:
            return unreal.LinearColor(r, g, b, a)
        case "Transform", _:
            return _transform(text)
        case _:
            return _imported_struct(name, text, base)


def _transform(text: str) -> Any:
    """By its constructor: the text form of pins is none that `import_text` is known to read."""
    place, rotation, scale = transform_parts(text) or ("", "", "")
    (x, y, z), (pitch, yaw, roll), (sx, sy, sz) = (
        [float(found) for found in _NUMBER.findall(_AXIS.sub("", part))] for part in (place, rotation, scale)
    )
    return unreal.Transform(
        location=unreal.Vector(x, y, z),
        rotation=unreal.Rotator(pitch=pitch, yaw=yaw, roll=roll),
        scale=unreal.Vector(sx, sy, sz),
    )


def _imported_struct(name: str, text: str, base: Any) -> Any:
    kind = getattr(unreal, name, None)
    value = base if isinstance(base, unreal.StructBase) else None if kind is None else kind()
    if value is None or not value.import_text(text):
        raise PlanError(
            f"The value '{text}' of the struct {name} cannot be set from Python.",
            "Set it in the Details panel.",
        )
    return value


def _object(text: str) -> Any:
    if text in {"", "None"}:
        return None
    found = unreal.load_object(None, text)
    if found is None:
        raise PlanError(f"There is no object '{text}'.", "Give the path of an asset that exists.")
    return found


def _class(text: str) -> Any:
    if text in {"", "None"}:
        return None
    found = unreal.load_class(None, text)
    if found is None:
        raise PlanError(f"There is no class '{text}'.", "Give the path of a class that exists.")
    return found


_BY_CATEGORY: dict[str, Callable[[str], Any]] = {
    "bool": lambda text: text.lower() == "true",
    "byte": int,
    "int": int,
    "int64": int,
    "real": float,
    "string": str,
    "name": lambda text: unreal.Name(text),  # noqa: PLW0108 - looked up late: the module is the editor's
    "text": lambda text: unreal.Text(text),  # noqa: PLW0108 - likewise
    "object": _object,
    "class": _class,
    # A script holds the object or class itself; the glue makes a soft reference of it (assumed).
    "softobject": _object,
    "softclass": _class,
    "interface": _object,
}
