"""Reads and writes Unreal's text form of references: object references and member references.

Nodes keep their references as raw property text; this is what that text means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from blueprint_assistant.graph.model import ObjectRef

__all__ = [
    "MemberReference",
    "format_object",
    "format_reference",
    "member_reference",
    "parse_object",
    "quote",
    "split_fields",
    "unquote",
]

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


def member_reference(text: str) -> MemberReference:
    """The reference in a `FunctionReference`, `EventReference` or `VariableReference` property."""
    fields = dict(split_fields(text))
    return MemberReference(
        name=unquote(fields.get("MemberName", "")),
        parent=parse_object(fields.get("MemberParent", "")),
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
