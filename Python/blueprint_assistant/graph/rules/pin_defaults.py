"""Checks the value that someone wants on a pin and brings it into the editor's text form.

Part of `graph.rules.schema`. Forms are those of UE 5 clipboard texts: six decimals, bare triples for
vectors and rotators, `(R=…)` for colours, enumerators without their enum.
"""

from __future__ import annotations

import hashlib
import math
import re
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog, object_path
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.catalog.pin_types import type_display
from blueprint_assistant.graph.model.blueprint import ObjectRef
from blueprint_assistant.graph.model.object_references import quote, split_fields, unquote
from blueprint_assistant.graph.rules.color_values import (
    hex_bytes,
    hex_color,
    is_of_one,
    named_bytes,
    named_color,
)
from blueprint_assistant.graph.rules.text_values import shown_words
from blueprint_assistant.graph.rules.transform_values import transform_parts

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Pin, PinType

__all__ = [
    "TRANSFORM",
    "BadDefaultError",
    "localized",
    "pin_with_default",
    "transform_default",
    "validate_default",
]

MAX_LENGTH = 100_000
_UNWRITABLE = re.compile("[\0\ud800-\udfff]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class BadDefaultError(GraphError):
    """A pin cannot hold that value. `fix` has the form that it takes."""

    code = "bad_default"


def validate_default(pin_type: PinType, text: str, catalog: Catalog | None = None) -> str:
    """The value as the editor stores it; empty for no object. Raises BadDefaultError.

    Numbers get six decimals, enums accept their display names, vectors and rotators
    `x,y,z`, `(X=…,Y=…,Z=…)` and lists. Enums and classes are looked up in `catalog`, by default
    the engine's; what it does not know is taken as it is.
    """
    if pin_type.is_exec:
        raise BadDefaultError("An exec pin holds no value.", "Connect it.")
    if pin_type.container != "none":
        raise BadDefaultError(
            f"A pin of type {type_display(pin_type)} holds no value.",
            "Connect it, for example to Make Array.",
        )
    if pin_type.is_reference and not pin_type.is_const:
        raise BadDefaultError("A pin that takes a reference holds no value.", "Connect a variable.")
    if len(text) > MAX_LENGTH:
        raise BadDefaultError(f"The value has {len(text):,} characters.", f"Use up to {MAX_LENGTH:,}.")
    check = _CHECKS.get(pin_type.category)
    if check is None:
        raise BadDefaultError(f"A pin of type {type_display(pin_type)} holds no value.", "Connect it.")
    if unwritable := _UNWRITABLE.search(text):
        raise BadDefaultError(
            f"The value has {unwritable[0]!r} in it, which no text in Unreal can hold.",
            "Leave out null characters and halves of surrogate pairs.",
        )
    return check(pin_type, text, catalog or default_catalog())


def pin_with_default(pin: Pin, text: str, catalog: Catalog | None = None) -> Pin:
    """The pin with a value, in the field in which its type keeps it. Raises BadDefaultError."""
    if pin.direction == "output":
        raise BadDefaultError(f"'{pin.name}' is an output: it holds no value.", "Set an input pin.")
    if pin.default_is_ignored:
        raise BadDefaultError(
            f"'{pin.name}' takes a reference: a value on it has no effect.", "Connect a node that makes it."
        )
    value = validate_default(pin.type, text, catalog)
    if pin.type.category in ("object", "class", "interface"):
        return replace(pin, default_object=value)
    if pin.type.category == "text":
        return replace(pin, default_text=localized(pin, value))
    return replace(pin, default_value=value)


def localized(pin: Pin, words: str) -> str:
    """What a text pin holds of a validated value: the words with a key, as the editor writes them.

    The editor makes a new key on every change; ours depends on place and text only.
    """
    if not words or _MADE_TEXT.match(words):
        return words
    key = hashlib.md5(f"{pin.id}{words}".encode(), usedforsecurity=False).hexdigest().upper()
    return f'NSLOCTEXT("", "{key}", {quote(words)})'


def _bad(pin_type: PinType, text: str, form: str) -> BadDefaultError:
    shown = text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 - one line
    return BadDefaultError(f"'{shown}' is no value of type {type_display(pin_type)}.", f"Write {form}.")


def _bool(pin_type: PinType, text: str, _: Catalog) -> str:
    value = {"true": "true", "1": "true", "yes": "true", "false": "false", "0": "false", "no": "false"}
    found = value.get(text.strip().lower())
    if found is None:
        raise _bad(pin_type, text, "true or false")
    return found


_RANGES = {"byte": (0, 255), "int": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}
_INTEGER = re.compile(r"[+-]?\d{1,20}(?:\.0*)?")


def _integer(pin_type: PinType, text: str, _: Catalog) -> str:
    low, high = _RANGES[pin_type.category]
    form = f"a whole number from {low} to {high}"
    if not text.strip().isascii() or not _INTEGER.fullmatch(text.strip()):
        raise _bad(pin_type, text, form)
    number = int(text.strip().partition(".")[0])
    if not low <= number <= high:
        raise _bad(pin_type, text, form)
    return str(number)


_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,3})?[fF]?", re.ASCII)


def _number(text: str) -> float | None:
    text = text.strip()
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text.rstrip("fF"))
    return value if math.isfinite(value) else None


def _six_decimals(value: float) -> str:
    text = f"{value:.6f}"
    if value and not text.strip("-0."):
        text = f"{value:.17f}".rstrip("0")
    return text.removeprefix("-") if not text.strip("-0.") else text


_LARGEST_FLOAT = 3.4028234663852886e38


def _real(pin_type: PinType, text: str, _: Catalog) -> str:
    value = _number(text)
    if value is None:
        raise _bad(pin_type, text, "a number such as 2.5")
    if pin_type.subcategory == "float" and abs(value) > _LARGEST_FLOAT:
        raise _bad(pin_type, text, "a number from -3.4e38 to 3.4e38: the pin has single precision")
    return _six_decimals(value)


def _byte_or_enum(pin_type: PinType, text: str, catalog: Catalog) -> str:
    ref = pin_type.subcategory_object
    if ref is None:
        return _integer(pin_type, text, catalog)
    wanted = re.split(r"::|\.", unquote(text.strip()))[-1]
    enum = catalog.enum(ref.path)
    if enum is None:
        if not re.fullmatch(r"\w+", wanted):
            raise _bad(pin_type, text, "the name of an enumerator")
        return wanted
    for spelling in (str.lower, fold):
        for item in enum.items:
            if spelling(wanted) in (spelling(item.name), spelling(item.display)):
                return item.name
    names = [item.name for item in enum.items]
    shown = () if wanted.isdecimal() else nearest(wanted, names)
    shown = shown or tuple(names[:10])
    raise _bad(pin_type, text, f"one of: {', '.join(shown)}")


def _name(pin_type: PinType, text: str, _: Catalog) -> str:
    name = text.strip()
    if len(name) > 1023 or _CONTROL.search(name):  # noqa: PLR2004 - the longest name that Unreal keeps
        raise _bad(pin_type, text, "a name of up to 1023 characters on one line")
    return "None" if name.lower() in ("", "none") else name


def _raw(_pin_type: PinType, text: str, _: Catalog) -> str:
    return text


_MADE_TEXT = re.compile(r"\s*(?:LOCTABLE|LOCGEN_[A-Z_]+)\(")
_TEXT_MACRO = re.compile(r"\s*(?:NSLOCTEXT|LOCTEXT|INVTEXT|LOCTABLE|LOCGEN_[A-Z_]+)\(")


def _text(pin_type: PinType, text: str, _: Catalog) -> str:
    """What a text shows. Its namespace and key are not part of the value: the editor makes new ones.

    One that is made of others or read from a table stays as it is written. What begins like one of
    these forms and is none would be shown to players as it is, so it is refused.
    """
    text = shown_words(text)
    if _MADE_TEXT.match(text) and text.rstrip().endswith(")") and _is_balanced(text):
        return text.strip()
    if _TEXT_MACRO.match(text):
        raise _bad(pin_type, text, 'the words alone, or NSLOCTEXT("Namespace", "Key", "Words")')
    return text


_TRIPLES = {
    "/Script/CoreUObject.Vector": ("X", "Y", "Z"),
    "/Script/CoreUObject.Rotator": ("Pitch", "Yaw", "Roll"),
}
_TUPLES = {
    "/Script/CoreUObject.Vector2D": ("X", "Y"),
    "/Script/CoreUObject.Vector3f": ("X", "Y", "Z"),
    **{f"/Script/Engine.Vector_NetQuantize{kind}": ("X", "Y", "Z") for kind in ("", "10", "100", "Normal")},
    "/Script/CoreUObject.Vector4": ("X", "Y", "Z", "W"),
    "/Script/CoreUObject.Quat": ("X", "Y", "Z", "W"),
    "/Script/CoreUObject.LinearColor": ("R", "G", "B", "A"),
}
_WHOLE_TUPLES = {
    "/Script/CoreUObject.IntPoint": ("X", "Y"),
    "/Script/CoreUObject.IntVector": ("X", "Y", "Z"),
    "/Script/CoreUObject.Color": ("R", "G", "B", "A"),
}
_GAMEPLAY_TAG = "/Script/GameplayTags.GameplayTag"
_COLOR = "/Script/CoreUObject.LinearColor"
TRANSFORM = "/Script/CoreUObject.Transform"
_TO_ROUND = str.maketrans("[]{}", "()()")
_STRUCT = "/Script/CoreUObject.ScriptStruct"
_VECTOR_REF, _ROTATOR_REF = (
    ObjectRef(f"/Script/CoreUObject.{name}", _STRUCT) for name in ("Vector", "Rotator")
)
_SHORT_AXES = {"P": "Pitch", "Y": "Yaw", "R": "Roll"}


def _struct(pin_type: PinType, text: str, catalog: Catalog) -> str:
    ref = pin_type.subcategory_object
    path = "" if ref is None else ref.path
    if path in _TRIPLES:
        values = _components(pin_type, text, _TRIPLES[path])
        return ",".join(_six_decimals(value) for value in values)
    if path in _TUPLES:
        names = _TUPLES[path]
        color = (named_color(text) or hex_color(text)) if path == _COLOR else None
        fields = zip(names, color or _components(pin_type, text, names), strict=True)
        return f"({','.join(f'{name}={_six_decimals(value)}' for name, value in fields)})"
    if path in _WHOLE_TUPLES:
        return _whole_tuple(pin_type, text, _WHOLE_TUPLES[path])
    if path == TRANSFORM and "|" in text:
        return transform_default(pin_type, text)
    if path == "/Script/InputCore.Key":
        return _key(pin_type, text, catalog)
    if path == _GAMEPLAY_TAG and re.fullmatch(r"[\w\-]+(?:\.[\w\-]+)*", text.strip()):
        return f"(TagName={quote(text.strip())})"
    return _struct_text(pin_type, text, catalog)


def _whole_tuple(pin_type: PinType, text: str, names: tuple[str, ...]) -> str:
    """Whole numbers by name. A colour is stored in the engine's order, blue first."""
    is_color = "R" in names
    low, high = (0, 255) if is_color else _RANGES["int"]
    values = (named_bytes(text) or hex_bytes(text)) if is_color else None
    if values is None:
        values = _components(pin_type, text, names, full=255.0 if is_color else 1.0)
        if is_color and is_of_one(text):
            values = _components(pin_type, text, names)
            values = [round(value * 255) if 0 <= value <= 1 else -1.0 for value in values]
    if any(value != int(value) or not low <= value <= high for value in values):
        raise _bad(pin_type, text, f"whole numbers from {low} to {high}")
    by_name = dict(zip(names, values, strict=True))
    order = ("B", "G", "R", "A") if is_color else names
    return f"({','.join(f'{name}={int(by_name[name])}' for name in order)})"


def transform_default(pin_type: PinType, text: str) -> str:
    """Location, rotation and scale in any spelling, as the editor keeps them on pins.

    Raises BadDefaultError.
    """
    parts = transform_parts(_field_text(text))
    form = "Location, Rotation and Scale as (Location=(X=0,Y=0,Z=0),Rotation=(Pitch=0,Yaw=90,Roll=0))"
    if parts is None:
        raise _bad(pin_type, text, form)
    vector, rotator = (replace(pin_type, subcategory_object=ref) for ref in (_VECTOR_REF, _ROTATOR_REF))
    kinds = ((vector, "Vector"), (rotator, "Rotator"), (vector, "Vector"))
    try:
        numbers = [
            _components(kind, part, _TRIPLES[f"/Script/CoreUObject.{name}"])
            for (kind, name), part in zip(kinds, parts, strict=True)
        ]
    except BadDefaultError:
        raise _bad(pin_type, text, form) from None
    return "|".join(",".join(_six_decimals(number) for number in part) for part in numbers)


def _field_text(text: str) -> str:
    """JSON as the fields of a struct."""
    text = text.strip()
    if text.startswith("{"):
        text = text.replace('"', "").replace("'", "").replace(":", "=").translate(_TO_ROUND)
    return text


_CALL = re.compile(r"(?P<module>unreal\.)?F?(?P<name>[A-Za-z]\w*)\((?P<inner>[^()]*)\)")
_WORDED = re.compile(r"\b([A-Za-z]+)\s*[: ]\s*([-+]?[\d.])")
"""`Yaw 90` and `Yaw: 90`, as people say it."""
_SPACED = re.compile(r"[\w.+\-]+=\S+(?:\s+[\w.+\-]+=\S+)+")


def _as_fields(pin_type: PinType, text: str) -> str:
    """The text without what stands around its numbers: a call, JSON, or blanks for commas.

    `unreal.Rotator(1, 2, 3)` is roll first where texts are pitch first, so it is refused.
    """
    text = text.strip()
    call = _CALL.fullmatch(text)
    ref = pin_type.subcategory_object
    if call is not None and ref is not None and call["name"].lower() == ref.name.lower():
        text = call["inner"]
        if call["module"] and ref.name == "Rotator" and "=" not in text:
            raise _bad(pin_type, call[0], "its fields by name, such as (Pitch=0,Yaw=90,Roll=0)")
    if text.startswith("{"):
        text = text.replace('"', "").replace("'", "").replace(":", "=")
    text = _WORDED.sub(r"\1=\2", text)
    if _SPACED.fullmatch(text):
        text = ",".join(text.split())
    return text.strip("()[]{} ")


def _components(pin_type: PinType, text: str, names: tuple[str, ...], *, full: float = 1.0) -> list[float]:
    """The numbers of a vector-like value in any of its spellings. An alpha may be left out: it is `full`."""
    bare, named_form = ",".join(["1.0"] * len(names)), ",".join(f"{name}=1.0" for name in names)
    form = f"{','.join(names)} as numbers such as {bare}, or ({named_form})"
    fields = split_fields(f"({_as_fields(pin_type, text)})")
    short = _SHORT_AXES if "Pitch" in names else {}
    if any(name for name, _ in fields):
        named = {short.get(name.strip().upper(), name.strip().capitalize()): value for name, value in fields}
        if len(named) != len(fields) or not set(named) <= set(names):
            raise _bad(pin_type, text, form)
        texts = [named.get(name, str(full) if name == "A" else "0.0") for name in names]
    else:
        texts = [value for _, value in fields]
        if len(texts) == len(names) - 1 and names[-1] == "A":
            texts.append(str(full))
    values = [_number(item) for item in texts]
    if len(values) != len(names) or None in values:
        raise _bad(pin_type, text, form)
    return [value for value in values if value is not None]


def _key(pin_type: PinType, text: str, catalog: Catalog) -> str:
    name = text.strip()
    if name.startswith("("):
        name = unquote(dict(split_fields(name)).get("KeyName", ""))
    for key in catalog.keys:
        if fold(key) == fold(name):
            return key
    near = nearest(name, catalog.keys) or catalog.keys[:8]
    raise _bad(pin_type, text, f"the name of a key: {', '.join(near)}")


def _struct_text(pin_type: PinType, text: str, catalog: Catalog) -> str:
    value = text.strip()
    is_bracketed = value.startswith("(") and value.endswith(")")
    if not is_bracketed or not _is_balanced(value) or any(not name for name, _ in split_fields(value)):
        raise _bad(pin_type, text, "its fields as (Field=value,Field=value)")
    _check_fields(pin_type, value, catalog)
    return value


_FEW = 12
_PARTLY_KNOWN = frozenset({"/Script/CoreUObject.Plane"})
"""Structs that have more fields than the catalogue lists."""


def _check_fields(pin_type: PinType, text: str, catalog: Catalog) -> None:
    """Raise BadDefaultError when a field is none of the struct or holds no value of its type.

    Values keep their spelling. Of a struct that the catalogue does not know nothing is said.
    """
    ref = pin_type.subcategory_object
    struct = None if ref is None else catalog.struct(ref.path)
    if struct is None or not struct.members or struct.path in _PARTLY_KNOWN:
        return
    members = {member.name.lower(): member for member in struct.members}
    for name, value in split_fields(text):
        member = members.get(re.sub(r"[\[(]\d+[\])]$", "", name.strip()).lower())
        if member is None:
            known = [item.name for item in struct.members]
            near = known if len(known) <= _FEW else nearest(name.strip(), known) or known[:_FEW]
            raise _bad(pin_type, text, f"its own fields, not '{name.strip()}': {', '.join(near)}")
        if not _is_field_value(member.type, unquote(value.strip()), catalog):
            raise _bad(pin_type, text, f"a value of type {type_display(member.type)} for '{member.name}'")


def _is_field_value(kind: PinType, text: str, catalog: Catalog) -> bool:
    """Whether the text of a field could be of its type; types that write many forms are not judged."""
    if kind.container != "none":
        return text.startswith("(") or not text
    if kind.category == "bool":
        return text.lower() in ("true", "false", "0", "1", "yes", "no")
    if kind.category in _RANGES and kind.subcategory_object is None:
        # Unsigned numbers are written too, so there is no range.
        return _INTEGER.fullmatch(text) is not None
    if kind.category == "real":
        return _number(text) is not None
    if kind.category == "struct" and text.startswith("("):
        _struct_text(kind, text, catalog)
    return True


_BALANCED = re.compile(r'"(?:[^"\\]|\\.)*+"|[()"]', re.DOTALL)


def _is_balanced(text: str) -> bool:
    depth = 0
    for match in _BALANCED.finditer(text):
        piece = match[0]
        if piece == '"':
            return False
        depth += (piece == "(") - (piece == ")")
        if depth < 0:
            return False
    return depth == 0


_PATH = re.compile(r"/[\w.\-]+(?:/[\w. \-]+)*(?:\.[\w \-]+)?(?::[\w. \-]+)?")


_CLASSED = re.compile(r"""\s*["']?(?:/Script/\w+\.)?(?P<name>\w+)'""")
_CLASS_OBJECTS = ("/Script/CoreUObject.Class", "/Script/Engine.Blueprint")


def _check_named_class(pin_type: PinType, text: str, bases: tuple[str, ...], catalog: Catalog) -> None:
    """Raise BadDefaultError when `Class'path'` names a class that is none of the bases."""
    match = _CLASSED.match(text)
    if match is None:
        return
    try:
        named = catalog.find_class(match["name"])
    except GraphError:
        return
    wanted = [info for info in map(catalog.class_info, bases) if info is not None]
    if wanted and not any(catalog.is_child_of(named.path, base.path) for base in wanted):
        raise _bad(pin_type, text, f"the path of an object of class {wanted[0].name}, not {named.name}")


def _object(pin_type: PinType, text: str, catalog: Catalog) -> str:
    path = object_path(text)
    if path in ("", "None"):
        return ""
    ref = pin_type.subcategory_object
    if ref is not None and pin_type.category != "interface":
        _check_named_class(pin_type, text, (ref.path,), catalog)
        is_class = path.startswith("/Script/") and catalog.class_info(path) is not None
        if is_class and not catalog.is_child_of(_CLASS_OBJECTS[0], ref.path):
            raise _bad(pin_type, text, "the path of an object: this is a class, as Class pins take it")
    if not _PATH.fullmatch(path):
        raise _bad(pin_type, text, "the path of an asset such as /Game/Meshes/SM_Cube.SM_Cube, or None")
    name = path.rsplit("/", 1)[-1]
    return path if "." in name else f"{path}.{name}"


def _class(pin_type: PinType, text: str, catalog: Catalog) -> str:
    path = object_path(text)
    if path in ("", "None"):
        return ""
    _check_named_class(pin_type, text, _CLASS_OBJECTS, catalog)
    ref = pin_type.subcategory_object
    base = "" if ref is None or catalog.class_info(ref.path) is None else ref.path
    try:
        info = catalog.class_info(path) if "/" in path else catalog.find_class(path, base)
    except GraphError as error:
        raise BadDefaultError(error.what, error.fix) from error
    if info is None:
        return _project_class(pin_type, text, path)
    if base and not catalog.is_child_of(info.path, base):
        raise _bad(pin_type, text, f"{ref.name if ref else 'a class'} or a class derived from it")
    return info.path


def _project_class(pin_type: PinType, text: str, path: str) -> str:
    """The path of a class that the catalogue does not know: a Blueprint's, or a project module's."""
    if not _PATH.fullmatch(path):
        raise _bad(pin_type, text, "a class such as Actor, /Script/Engine.Pawn or /Game/BP_Door.BP_Door_C")
    if path.startswith("/Script/"):
        return path
    package, _, asset = path.partition(".")
    asset = asset or package.rsplit("/", 1)[-1]
    return f"{package}.{asset.removesuffix('_C')}_C"


_CHECKS: dict[str, Callable[[PinType, str, Catalog], str]] = {
    "bool": _bool,
    "byte": _byte_or_enum,
    "int": _integer,
    "int64": _integer,
    "real": _real,
    "name": _name,
    "string": _raw,
    "text": _text,
    "struct": _struct,
    "object": _object,
    "softobject": _object,
    "interface": _object,
    "class": _class,
    "softclass": _class,
}
