"""Reads the members that a program declares. Outside uses read_declarations and Declaration.

`var Health: float = 100 in Combat`, `component Mesh: StaticMesh(CastShadow=false) under Root`,
`dispatcher OnDied(Killer: Actor)` and `implements BPI_Use` stand at the left margin. A `private var` is
not shown at instances, an `exposed var` is an input where the actor is spawned. Names are not looked up here.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BadDeclarationError", "Declaration", "literal_value", "read_declarations"]

_LINE: Final = re.compile(
    r"((?:(?:private|public|exposed)\s+)*)"
    r"(var|variable|component|dispatcher|event\s+dispatcher|implements)\s+(?![=(.])(.*)",
    re.IGNORECASE,
)
_VARIABLE: Final = re.compile(
    r"(?P<name>[^:=]+?)\s*:\s*(?P<type>[^=]+?)\s*(?:=\s*(?P<value>.+?))?"
    r"(?:\s+in\s+(?P<category>\w+|\"[^\"]*\"))?"
)
_COMPONENT: Final = re.compile(
    r"(?P<name>[^:=(]+?)\s*(?::\s*(?P<type>[^\s(]+))?\s*(?:\((?P<given>.*)\))?"
    r"\s*(?:under\s+(?P<parent>\S.*?)|as\s+(?P<root>root))?",
    re.IGNORECASE,
)
_DISPATCHER: Final = re.compile(r"(?P<name>[^:=(]+?)\s*(?:\((?P<inputs>.*)\))?")
_INTERFACE: Final = re.compile(r"(?P<name>[\w/.`]+)")
_FORMS: Final = {
    "implements": (_INTERFACE, "the name of an interface"),
    "var": (_VARIABLE, "a name, a colon and a type, then = and a value"),
    "component": (_COMPONENT, "a name, a colon and a class"),
    "dispatcher": (_DISPATCHER, "a name, and its inputs in brackets"),
}
_WORDS: Final = {"true": True, "false": False, "none": None, "null": None}
_OPEN, _CLOSED = "([{", ")]}"


class BadDeclarationError(ToolError):
    """A line that declares a member cannot be read, or is not so."""

    code = "bad_declaration"


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declared member. What is not given is empty; `given` are the properties of a component.

    `inputs` are those of a dispatcher, as written; `words` stand before a variable.
    """

    kind: str
    name: str
    type: str = ""
    value: str = ""
    parent: str = ""
    is_root: bool = False
    given: tuple[tuple[str, str], ...] = ()
    inputs: str = ""
    category: str = ""
    words: frozenset[str] = frozenset()
    line: int = 0


def read_declarations(code: str) -> tuple[tuple[Declaration, ...], str]:
    """The declarations of a program, and the program with blank lines in their place.

    Raises BadDeclarationError with the line.
    """
    found: list[Declaration] = []
    lines = code.splitlines()
    for number, line in enumerate(lines):
        made = _LINE.fullmatch(line.rstrip())
        if made is not None:
            kind = made[2].split()[-1].lower().replace("variable", "var")
            words = frozenset(made[1].lower().split())
            found.append(_declaration(kind, _without_comment(made[3]), words, number + 1))
            lines[number] = ""
    return tuple(found), "\n".join(lines)


def _declaration(kind: str, text: str, words: frozenset[str], line: int) -> Declaration:
    pattern, form = _FORMS[kind]
    if words and kind != "var":
        kinds = " or ".join(sorted(words))
        raise BadDeclarationError(f"Line {line}: only variables are {kinds}.", f"Behind {kind} stand {form}.")
    made = pattern.fullmatch(text.strip().removesuffix(";").removesuffix(":").rstrip())
    if made is None:
        raise BadDeclarationError(
            f"Line {line}: '{kind} {text}' cannot be read.", f"Behind {kind} stand {form}."
        )
    said = {name: (value or "").strip() for name, value in made.groupdict().items()}
    return Declaration(
        kind,
        said["name"].strip("`"),
        said.get("type", ""),
        said.get("value", ""),
        said.get("parent", "").strip("`"),
        is_root=bool(said.get("root")),
        given=tuple(_properties(said.get("given", ""), line)),
        inputs=said.get("inputs", ""),
        category=said.get("category", "").strip('"'),
        words=words,
        line=line,
    )


def _properties(text: str, line: int) -> Iterator[tuple[str, str]]:
    for part in _parts(text):
        name, sign, value = part.partition("=")
        if not sign or not name.strip() or not value.strip():
            raise BadDeclarationError(
                f"Line {line}: '{part.strip()}' gives no property a value.",
                "Write = and its value behind it, or leave it out.",
            )
        yield name.strip().strip("`"), value.strip()


def _parts(text: str) -> list[str]:
    """The text at its commas, but for those in quotes and brackets; blank parts left out."""
    parts, depth, quote = [""], 0, ""
    for sign in text:
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign in _OPEN:
            depth += 1
        elif sign in _CLOSED:
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append("")
            continue
        parts[-1] += sign
    return [part for part in parts if part.strip()]


def _without_comment(text: str) -> str:
    """The text up to a `#` outside quotes."""
    quote = ""
    for at, sign in enumerate(text):
        if quote:
            quote = "" if sign == quote else quote
        elif sign in "\"'":
            quote = sign
        elif sign == "#":
            return text[:at].rstrip()
    return text


def literal_value(text: str) -> Any:
    """The value that a literal means; any other text as it is."""
    text = text.strip()
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text.strip("`")
    return list(value) if isinstance(value, tuple) else value
