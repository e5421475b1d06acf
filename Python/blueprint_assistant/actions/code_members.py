"""The members that a program declares, and functions that are not there yet.

Outside uses read_declarations, member_steps and function_step. `var Health: float = 100` and
`component Mesh: StaticMesh under Root` stand at the left margin. What is there already is no step;
another type is refused.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.actions.project import find_class
from blueprint_assistant.actions.type_names import find_type
from blueprint_assistant.actions.typed_values import typed_text
from blueprint_assistant.editor.member_operations import AddFunction, ChangeVariable
from blueprint_assistant.editor.plan import AddComponent, AddVariable
from blueprint_assistant.errors import AssistantError, ToolError
from blueprint_assistant.graph.model import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan import EditOperation
    from blueprint_assistant.graph.model import Blueprint
    from blueprint_assistant.languages.tree import Entry

__all__ = ["BadDeclarationError", "Declaration", "function_step", "member_steps", "read_declarations"]

_COMPONENT_BASE: Final = "/Script/Engine.ActorComponent"
_LINE: Final = re.compile(r"(var|variable|component)\s+(?![=(.])(.*)", re.IGNORECASE)
_VARIABLE: Final = re.compile(r"(?P<name>[^:=]+?)\s*:\s*(?P<type>[^=]+?)\s*(?:=\s*(?P<value>.+?))?\s*;?")
_COMPONENT: Final = re.compile(r"(?P<name>[^:=]+?)\s*:\s*(?P<type>\S+)(?:\s+under\s+(?P<parent>\S.*?))?\s*;?")
_WORDS: Final = {"true": True, "false": False, "none": None, "null": None}


class BadDeclarationError(ToolError):
    """A line that declares a member cannot be read, or is not so."""

    code = "bad_declaration"


@dataclass(frozen=True, slots=True)
class Declaration:
    """One declared member. `value` and `parent` are empty when they are not given."""

    kind: str
    name: str
    type: str
    value: str = ""
    parent: str = ""
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
            found.append(_declaration(made[1].lower(), _without_comment(made[2]), number + 1))
            lines[number] = ""
    return tuple(found), "\n".join(lines)


def _declaration(word: str, text: str, line: int) -> Declaration:
    kind = "component" if word == "component" else "var"
    made = (_COMPONENT if kind == "component" else _VARIABLE).fullmatch(text.strip())
    if made is None:
        form = "component Name: Class under Parent" if kind == "component" else "var Name: type = value"
        raise BadDeclarationError(f"Line {line}: '{word} {text}' cannot be read.", f"Write {form}.")
    given = {name: value or "" for name, value in made.groupdict().items()}
    return Declaration(
        kind,
        given["name"].strip(),
        given["type"].strip(),
        given.get("value", ""),
        given.get("parent", ""),
        line,
    )


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


def member_steps(
    context: ActionContext, owner: Blueprint, declared: tuple[Declaration, ...]
) -> Iterator[EditOperation]:
    """The steps that make what is not there yet. Raises BadDeclarationError."""
    for item in declared:
        try:
            yield from (
                _component(context, owner, item)
                if item.kind == "component"
                else _variable(context, owner, item)
            )
        except BadDeclarationError:
            raise
        except AssistantError as error:
            raise BadDeclarationError(f"Line {item.line}: {error.what}", error.fix) from error


def _variable(context: ActionContext, owner: Blueprint, item: Declaration) -> Iterator[EditOperation]:
    kind = find_type(context, item.type)
    default = typed_text(context, kind, _value(item.value)) if item.value else None
    there = owner.find_variable(item.name)
    if there is None:
        yield AddVariable(item.name, kind, default)
    elif there.type != kind:
        raise BadDeclarationError(
            f"Line {item.line}: {owner.path} has a variable {there.name} already: {there.type}.",
            "Use that one, or choose another name.",
        )
    elif default is not None:
        yield ChangeVariable(there.name, default=default)


def _component(context: ActionContext, owner: Blueprint, item: Declaration) -> Iterator[EditOperation]:
    path = find_class(context, item.type, _COMPONENT_BASE)
    there = owner.find_component(item.name)
    if there is None:
        yield AddComponent(item.name, path, item.parent)
    elif there.class_path.lower() != path.lower():
        raise BadDeclarationError(
            f"Line {item.line}: {owner.path} has a component {there.name} already: "
            f"{there.class_path.rpartition('.')[2]}.",
            "Use that one, or choose another name.",
        )


def _value(text: str) -> Any:
    """The value that a literal means; any other text as it is."""
    text = text.strip()
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return text.strip("`")
    return list(value) if isinstance(value, tuple) else value


def function_step(context: ActionContext, entry: Entry) -> AddFunction:
    """The step that makes the function of an entry. Raises BadDeclarationError."""
    return AddFunction(
        entry.name,
        tuple(_parameters(context, entry, is_input=True)),
        tuple(_parameters(context, entry, is_input=False)),
    )


def _parameters(context: ActionContext, entry: Entry, *, is_input: bool) -> Iterator[Parameter]:
    for item in entry.parameters if is_input else entry.results:
        if not item.type:
            raise BadDeclarationError(
                f"Line {entry.place.line}: the type of {item.name} is not known.",
                f"Write func {entry.name}({item.name}: float).",
            )
        try:
            yield Parameter(item.name, find_type(context, item.type))
        except AssistantError as error:
            raise BadDeclarationError(f"Line {entry.place.line}: {error.what}", error.fix) from error
