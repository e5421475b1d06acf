"""Reads and writes Unreal's text form of references: object references and member references.

Nodes keep their references as raw property text; this is what that text means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from blueprint_assistant.graph.model.blueprint import ObjectRef

__all__ = [
    "MemberReference",
    "Spelling",
    "absolute_references",
    "format_object",
    "format_reference",
    "full_class",
    "member_reference",
    "modern_references",
    "parse_object",
    "quote",
    "relative_references",
    "respelled",
    "split_fields",
    "unquote",
]

Spelling = Literal["5.1", "5.2"]
"""The first engine version that writes object references so: UE 5.1 quotes the path, 5.2 all of it."""

_KEPT_REFERENCES = 4096

_ESCAPED = {"\\": "\\\\", '"': '\\"', "'": "\\'", "\r": "\\r", "\n": "\\n", "\t": "\\t"}
_UNESCAPED = {"n": "\n", "r": "\r", "t": "\t", '"': '"', "'": "'", "\\": "\\"}
_SPECIAL = re.compile(r"[\\\"'\r\n\t]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def quote(text: str) -> str:
    """A string as Unreal writes it: in quotes, with quotes, backslashes and line breaks escaped."""
    return '"' + _SPECIAL.sub(lambda match: _ESCAPED[match[0]], text) + '"'


def unquote(text: str) -> str:
    """The string behind quotes and escapes; a text without quotes is returned as it is."""
    if len(text) < 2 or text[0] != '"' or text[-1] != '"':  # noqa: PLR2004 - two quotes
        return text
    inner = text[1:-1]
    return _ESCAPE.sub(lambda match: _UNESCAPED.get(match[1], match[0]), inner) if "\\" in inner else inner


_OBJECT = re.compile(r"""^"?(?P<kind>[^"'()=,]*?)'"?(?P<path>.*?)"?'"?$""", re.DOTALL)


def parse_object(text: str) -> ObjectRef | None:
    """The object that a reference names, in the spelling of any engine version; None for None."""
    text = text.strip()
    if text in ("", "None", '"None"'):
        return None
    match = _OBJECT.match(text)
    if match is None:
        return ObjectRef(unquote(text))
    # UE 4 wrote some structs of CoreUObject as members of its Object file.
    path = match["path"].replace("/Script/CoreUObject.Object:", "/Script/CoreUObject.")
    return ObjectRef(path, match["kind"])


def format_object(ref: ObjectRef | None) -> str:
    """A reference as UE 5.2 and later write it: all of it quoted, the class in front."""
    if ref is None:
        return "None"
    return f"\"{ref.class_path}'{ref.path}'\"" if ref.class_path else quote(ref.path)


_SHORT_CLASSES = {
    "Class": "/Script/CoreUObject.Class",
    "ScriptStruct": "/Script/CoreUObject.ScriptStruct",
    "Enum": "/Script/CoreUObject.Enum",
    "Package": "/Script/CoreUObject.Package",
    "Function": "/Script/CoreUObject.Function",
    "Blueprint": "/Script/Engine.Blueprint",
    "BlueprintGeneratedClass": "/Script/Engine.BlueprintGeneratedClass",
    "AnimBlueprintGeneratedClass": "/Script/Engine.AnimBlueprintGeneratedClass",
    "EdGraph": "/Script/Engine.EdGraph",
    "UserDefinedStruct": "/Script/Engine.UserDefinedStruct",
    "UserDefinedEnum": "/Script/Engine.UserDefinedEnum",
    "WidgetBlueprintGeneratedClass": "/Script/UMG.WidgetBlueprintGeneratedClass",
}


def full_class(kind: str) -> str:
    """The path of a class that UE 5.0 and older name without its module; others as they are."""
    return _SHORT_CLASSES.get(kind, kind)


_STRING = r'"(?:[^"\\]++|\\.)*+"?'  # an open one ends with the text, or reading were quadratic
_KIND = r"(?P<kind>/[\w/.]++|[A-Za-z_]\w*+)"
_OLDER = re.compile(
    rf"""{_STRING}|(?<![\w/.]){_KIND}'(?:"(?P<path>[^"']*+)"|(?P<bare>[^"',()]*+))'""", re.DOTALL
)
_NEWER = re.compile(rf"""\"{_KIND}'(?P<path>[^"'\\]*+)'"|{_STRING}""", re.DOTALL)


def modern_references(text: str) -> str:
    """A property's text with the references of UE 5.1 and older spelled as 5.2 and later do.

    What stands inside quoted strings is left alone.
    """
    return _OLDER.sub(_in_outer_quotes, text) if "'" in text else text


def _in_outer_quotes(match: re.Match[str]) -> str:
    kind = match["kind"]
    if kind is None:
        return match[0]
    path = match["path"] if match["path"] is not None else match["bare"]
    path = path.replace("/Script/CoreUObject.Object:", "/Script/CoreUObject.")
    return f"\"{full_class(kind)}'{path}'\""


def respelled(line: str, spelling: Spelling) -> str:
    """A line of our making, which has the references of UE 5.2, as another version writes it."""
    return _NEWER.sub(_in_inner_quotes, line) if spelling == "5.1" and "'" in line else line


def _in_inner_quotes(match: re.Match[str]) -> str:
    return match[0] if match["kind"] is None else f"{match['kind']}'\"{match['path']}\"'"


def absolute_references(text: str, package: str) -> str:
    """A text in which objects of an asset's own package are named by their full path.

    Exports name them `BP_Door_C` and pins `/Game/BP_Door.BP_Door_C`; both mean the same object.
    """

    def absolute(match: re.Match[str]) -> str:
        if match["kind"] is None or "/" in match["path"]:
            return match[0]
        return f"\"{match['kind']}'{package}.{match['path']}'\""

    return _NEWER.sub(absolute, text) if package and "'" in text else text


def relative_references(text: str, package: str) -> str:
    """A text in which objects of a package are named as exports of that package do."""

    def relative(match: re.Match[str]) -> str:
        if match["kind"] is None or not match["path"].startswith(f"{package}."):
            return match[0]
        return f"\"{match['kind']}'{match['path'].removeprefix(f'{package}.')}'\""

    return _NEWER.sub(relative, text) if package and package in text else text


def split_fields(text: str) -> list[tuple[str, str]]:
    """The fields of a struct text `(Name=value,…)` as raw texts; a field without `=` has no name.

    Commas and brackets inside quotes or nested brackets do not separate. Empty fields (the
    comma before the closing bracket) are left out.
    """
    text = text.strip()
    if text.startswith("(") and text.endswith(")"):
        text = text[1:-1]
    fields: list[tuple[str, str]] = []
    for part in _split(text):
        name, separator, value = part.partition("=")
        is_named = separator and _NAME.fullmatch(name.strip()) is not None
        if part.strip():
            fields.append((name.strip(), value.strip()) if is_named else ("", part.strip()))
    return fields


_NAME = re.compile(r"[A-Za-z_][\w. ]*(?:\([^)]*\))?")
_PIECE = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[(),]|[^"(),]++', re.DOTALL)


def _split(text: str) -> list[str]:
    parts: list[str] = []
    current: list[str] = []
    depth = 0
    for piece in _PIECE.findall(text):
        if piece == "," and depth == 0:
            parts.append("".join(current))
            current = []
            continue
        depth += (piece == "(") - (piece == ")")
        current.append(piece)
    parts.append("".join(current))
    return parts


@dataclass(frozen=True, slots=True)
class MemberReference:
    """A reference to a function, event, variable or delegate of a class.

    `parent` is None and `is_self` true for members of the Blueprint itself; `scope` is the
    function of a local variable.
    """

    name: str
    parent: ObjectRef | None = None
    guid: str = ""
    is_self: bool = False
    scope: str = ""

    @property
    def parent_path(self) -> str:
        """The path of the class, empty for the Blueprint's own members."""
        return "" if self.parent is None else self.parent.path


@lru_cache(maxsize=_KEPT_REFERENCES)
def member_reference(text: str) -> MemberReference:
    """The reference in a `FunctionReference`, `EventReference` or `VariableReference` property.

    Asked again and again of the same nodes, which hold it as text.
    """
    fields = dict(split_fields(text))
    return MemberReference(
        name=unquote(fields.get("MemberName", "")),
        # UE 4.13 and older name the class in a field of its own.
        parent=parse_object(fields.get("MemberParent") or fields.get("MemberParentClass", "")),
        guid=fields.get("MemberGuid", ""),
        is_self=fields.get("bSelfContext", "").lower() == "true",
        scope=unquote(fields.get("MemberScope", "")),
    )


def format_reference(reference: MemberReference) -> str:
    """The text form that UE 5.2 and later write."""
    fields: list[str] = []
    if reference.parent is not None:
        fields.append(f"MemberParent={format_object(reference.parent)}")
    if reference.scope:
        fields.append(f"MemberScope={quote(reference.scope)}")
    if reference.name:
        fields.append(f"MemberName={quote(reference.name)}")
    if reference.guid:
        fields.append(f"MemberGuid={reference.guid}")
    if reference.is_self:
        fields.append("bSelfContext=True")
    return f"({','.join(fields)})"
