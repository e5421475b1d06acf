"""The tool for functions: add_function, with inputs and outputs in the forms that models send."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.node_text import describe_node, pin_lines
from blueprint_assistant.actions.project import catalog_of, read_blueprint
from blueprint_assistant.actions.type_names import find_type
from blueprint_assistant.actions.values import value_text
from blueprint_assistant.editor.member_operations import AddFunction as AddFunctionStep
from blueprint_assistant.editor.plan import EditPlan
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.model import Parameter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.editor.member_operations import Access
    from blueprint_assistant.graph.model import Blueprint

__all__ = ["AddFunction", "BadParameterError"]

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


class AddFunction(Action):
    """Add a function to a Blueprint, with inputs and outputs. Link from its entry node's then pin."""

    tool_name: ClassVar[str] = "add_function"
    effect: ClassVar[Effect] = "mutate"
    limits: ClassVar[str] = "No call of the editor sets the category of a function: the result says so."
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "function_name",
        "function": "function_name",
        "pure": "is_pure",
        "const": "is_const",
        "access": "access_specifier",
        "visibility": "access_specifier",
        "parameters": "inputs",
        "params": "inputs",
        "returns": "outputs",
        "return_values": "outputs",
        "return_type": "outputs",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    function_name: str = Field(min_length=1, description="name of the new function")
    inputs: Parameters = Field(default=None, description="inputs, each with name and type")
    outputs: Parameters = Field(default=None, description="outputs, each with name and type")
    is_pure: bool = Field(default=False, description="true for a function without exec pins")
    is_const: bool = Field(default=False, description="true when it changes nothing of its object")
    access_specifier: str = Field(default="Public", description="Public, Protected or Private")
    category: str = Field(default="", description="cannot be set from here")

    def run(self, context: ActionContext) -> ActionResult:
        """Add it, unless an equal one is there; its nodes get ids."""
        owner = read_blueprint(context, self.blueprint)
        step = AddFunctionStep(
            self.function_name,
            tuple(_parameters(context, self.inputs, "inputs")),
            tuple(_parameters(context, self.outputs, "outputs")),
            is_pure=self.is_pure,
            is_const=self.is_const,
            access=_access(self.access_specifier),
        )
        report = context.editor.apply(EditPlan(owner.path, f"AI: add function {self.function_name}", (step,)))
        if report.has_changed:
            head = f"Added function {self.function_name} to {owner.path}."
        else:
            head = f"Function {self.function_name} exists already in {owner.path}; nothing was changed."
        notes = list(report.warnings)
        if self.category:
            notes.append("the category cannot be set from Python: set it in the function's Details panel.")
        lines = [head, *_node_lines(report.after, self.function_name, context)]
        lines += [f"Note: {note}" for note in notes]
        return ActionResult(
            ok=True, text="\n".join(lines), has_changed=report.has_changed, blueprint=report.after
        )


def _access(text: str) -> Access:
    match text.strip().lower():
        case "public" | "":
            return "public"
        case "protected":
            return "protected"
        case "private":
            return "private"
        case _:
            raise BadParameterError(f"'{text}' is no access specifier.", "Use Public, Protected or Private.")


def _parameters(context: ActionContext, given: Any, what: str) -> Iterator[Parameter]:
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


def _node_lines(blueprint: Blueprint, function: str, context: ActionContext) -> list[str]:
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
