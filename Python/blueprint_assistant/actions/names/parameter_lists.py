"""The parameters of functions and dispatchers in the forms that models send, and what results say of them.

Outside uses Parameters, read_parameters, read_access and signature_lines.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import WithJsonSchema

from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.value_texts import value_text
from blueprint_assistant.actions.receipts.node_text import describe_node, pin_lines
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.model.blueprint import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan.member_steps import Access
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["BadParameterError", "Parameters", "read_access", "read_parameters", "signature_lines"]

Parameters = Annotated[
    Any,
    WithJsonSchema(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "type": {"type": "string"},
                    "default": {"type": "string"},
                },
                "required": ["name", "type"],
            },
        }
    ),
]
"""Parameters of a function: a list of name and type; `Amount: float, Target: Actor` means the same."""

_NAME_KEYS = ("name", "parameter_name", "param_name", "parameter")
_TYPE_KEYS = ("type", "parameter_type", "param_type", "variable_type")
_DEFAULT_KEYS = ("default", "default_value", "value")


class BadParameterError(ToolError):
    """A parameter of a function that cannot be read."""

    code = "bad_parameter"


def read_access(text: str) -> Access:
    """The access that a word means. Raises BadParameterError."""
    match text.strip().lower():
        case "public" | "":
            return "public"
        case "protected":
            return "protected"
        case "private":
            return "private"
        case _:
            raise BadParameterError(f"'{text}' is no access specifier.", "Use Public, Protected or Private.")


def read_parameters(context: ActionContext, given: Any, what: str) -> Iterator[Parameter]:
    """The parameters in any of their forms. Raises BadParameterError, BadTypeError."""
    for name, type_text, default in _read(given, what):
        if not name or not type_text:
            raise BadParameterError(
                f"An entry of {what} has no {'type' if name else 'name'}.",
                'Write each as {"name": "Amount", "type": "float"}.',
            )
        yield Parameter(name, find_type(context, type_text), default)


def _read(given: Any, what: str) -> Iterator[tuple[str, str, str]]:
    match given:
        case None | "" | []:
            return
        case str():
            for part in _split(given):
                yield _from_text(part, what)
        case dict() if _first(given, _NAME_KEYS) and _first(given, _TYPE_KEYS):
            yield _from_fields(given)
        case dict() if set(given) & {*_NAME_KEYS, *_TYPE_KEYS}:
            raise BadParameterError(
                f"An entry of {what} has no {'type' if _first(given, _NAME_KEYS) else 'name'}.",
                'Write each as {"name": "Amount", "type": "float"}.',
            )
        case dict():
            for name, kind in given.items():
                yield (str(name).strip(), *_kind_of(kind))
        case list() | tuple():
            for item in given:
                yield from _read(item, what)
        case _:
            raise BadParameterError(
                f"{what} cannot be read.", 'Write them as [{"name": "Amount", "type": "float"}].'
            )


def _first(fields: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    found = next((fields[key] for key in keys if fields.get(key) not in (None, "")), "")
    return value_text(found).strip()


def _from_fields(fields: Mapping[str, Any]) -> tuple[str, str, str]:
    return _first(fields, _NAME_KEYS), _first(fields, _TYPE_KEYS), _first(fields, _DEFAULT_KEYS)


def _kind_of(kind: Any) -> tuple[str, str]:
    if isinstance(kind, Mapping):
        return _first(kind, _TYPE_KEYS), _first(kind, _DEFAULT_KEYS)
    return value_text(kind).strip(), ""


def _split(text: str) -> list[str]:
    """The parts between commas that stand in no brackets: a map type has one inside."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "<([") - (letter in ">)]")
        if letter in ",;\n" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def _from_text(text: str, what: str) -> tuple[str, str, str]:
    """`Amount: float = 5`, or `float Amount` as in C++."""
    declaration, _, default = (part.strip() for part in text.partition("="))
    name, colon, kind = (part.strip() for part in declaration.partition(":"))
    if colon and name and kind and " " not in name:
        return name, kind, default
    kind, _, name = (part.strip() for part in declaration.rpartition(" "))
    if kind and not colon:
        return name, kind, default
    raise BadParameterError(
        f"'{text}' in {what} is no parameter.", "Write it as Amount: float, or with name and type."
    )


def signature_lines(blueprint: Blueprint, function: str, context: ActionContext) -> list[str]:
    """The entry and result node with their ids and pins."""
    graph = blueprint.find_graph(function)
    if graph is None:
        raise ToolError(f"After the change {blueprint.path} has no function '{function}'.", "Add it again.")
    catalog = catalog_of(context, blueprint)
    lines = []
    for node in graph.nodes:
        if node.class_name in ("K2Node_FunctionEntry", "K2Node_FunctionResult"):
            node_id = context.nodes.id_of(blueprint.path, graph.name, node)
            lines.append(describe_node(node_id, node, catalog))
            lines += [f"  {line}" for line in pin_lines(node)]
    return lines
