"""The older tools that make a function node by node (BC-004). Outside uses STEP_ACTIONS.

Nobody is shown them; who calls them by name gets what the protocol does for the same: a step is a statement
behind the cursor, a prepared value a statement that no flow runs. All else is bluecode_apply's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.names.typed_values import VALUE_FORMS
from blueprint_assistant.actions.names.value_texts import value_text
from blueprint_assistant.actions.protocol.answers import TARGET_ALIASES, ProtocolAction, answered
from blueprint_assistant.actions.protocol.apply_tool import BluecodeApply
from blueprint_assistant.actions.protocol.connect_tool import BluecodeConnect
from blueprint_assistant.actions.protocol.node_finder import NodeFinder
from blueprint_assistant.actions.protocol.target_resolution import ProtocolTarget, resolve_target
from blueprint_assistant.errors import ToolError
from blueprint_assistant.languages.bluecode.statement_places import StatementPlaces

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["STEP_ACTIONS"]

Inputs = Annotated[dict[str, Any], WithJsonSchema({"type": "object"})]
_INDENT: Final = "  "


class CursorError(ToolError):
    """No statement can be put behind a node."""

    code = "bad_cursor"


class AddStep(ProtocolAction):
    """Add a node by its menu name behind the cursor, and move the cursor to it."""

    tool_name: ClassVar[str] = "add_step"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **TARGET_ALIASES,
        "step": "name",
        "node": "name",
        "args": "inputs",
    }

    name: str = Field(min_length=1, description="menu name of the node")
    inputs: Inputs = Field(default={}, description="values by pin; {expression} for code")

    def answer(self, context: ActionContext) -> ActionResult:
        """Write it as a statement; the cursor stays where it was when that is refused."""
        target = resolve_target(context, self.target)
        statement = _statement("node", self.name, self.inputs)
        node = _at_cursor(context, target)
        place = _behind(context, target, node, statement) if node is not None else None
        if place is None:
            writing = BluecodeApply(target=target.text, code=f"main()\n{_INDENT}{statement}\n", mode="append")
        else:
            writing = BluecodeApply(target=f"{target.owner.path}:{target.graph.name}", code=place)
        return _moved(context, writing.run(context))


class PrepareValue(ProtocolAction):
    """Add a node without exec pins by its menu name; nothing takes its value yet."""

    tool_name: ClassVar[str] = "prepare_value"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **TARGET_ALIASES,
        "value": "name",
        "node": "name",
        "args": "inputs",
    }

    name: str = Field(min_length=1, description="menu name of the node")
    inputs: Inputs = Field(default={}, description="values by pin; {expression} for code")

    def answer(self, context: ActionContext) -> ActionResult:
        """Write it as a statement that no flow runs."""
        target = resolve_target(context, self.target)
        code = f"floating:\n{_INDENT}- {_statement('value', self.name, self.inputs)}\n"
        where = f"{target.owner.path}:{target.graph.name}"
        return BluecodeApply(target=where, code=code, mode="append").run(context)


class ConnectDataToPin(ProtocolAction):
    """Link an output pin to an input pin, as Node:Pin."""

    tool_name: ClassVar[str] = "connect_data_to_pin"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        **TARGET_ALIASES,
        "from": "source",
        "to": "pin",
        "target_pin": "pin",
    }

    source: str = Field(min_length=1, description="Node:Pin")
    pin: str = Field(min_length=1, description="Node:Pin")

    def answer(self, context: ActionContext) -> ActionResult:
        """Link them by the rules of bluecode_connect."""
        items = [{"source": self.source, "target": self.pin}]
        return BluecodeConnect(target=self.target, connects=items).run(context)


class SetCursorNode(ProtocolAction):
    """Choose the node behind which add_step puts the next one; without a node: the end."""

    tool_name: ClassVar[str] = "set_cursor_node"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {**TARGET_ALIASES, "node_id": "node", "id": "node"}

    node: str = Field(default="", description="id or name")

    def answer(self, context: ActionContext) -> ActionResult:
        """Look it up and remember it. Changes nothing."""
        target = resolve_target(context, self.target)
        context.scope.cursor = ""
        if self.node:
            finder = NodeFinder(context.nodes, target.owner, target.graph, catalog_of(context, target.owner))
            found = finder.find(self.node)
            context.scope.cursor = finder.id_of(found)
        return answered({"ok": True, "target": target.text, "cursor": context.scope.cursor}, target.owner)


# --- statements ----------------------------------------------------------------------------------


def _statement(word: str, name: str, inputs: Mapping[str, Any]) -> str:
    pins = (f"{_pin(pin)}={_text(value)}" for pin, value in inputs.items())
    return f"{word}({', '.join([_quoted(name), *pins])})"


def _pin(name: str) -> str:
    return name if re.fullmatch(r"[^\W\d]\w*", name) else f"`{name.replace('`', '')}`"


def _text(value: Any) -> str:
    """A value in code. Texts are texts; an object says what else they are (BC-131)."""
    if isinstance(value, dict):
        expression = value.get("expression")
        if isinstance(expression, str) and "\n" not in expression:
            return expression
        given = next((value[form] for form in VALUE_FORMS if form in value and len(value) == 1), None)
        return _quoted(value_text(value)) if given is None else _text(given)
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "None"}[value]
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return str(value) if isinstance(value, int | float) else _quoted(str(value))


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


# --- the cursor ----------------------------------------------------------------------------------


def _at_cursor(context: ActionContext, target: ProtocolTarget) -> Node | None:
    """The node of the cursor; None for the end, and where it is in another graph."""
    cursor = context.scope.cursor
    nodes = (node for node in target.graph.nodes if cursor and cursor in (node.guid, node.name))
    return next(nodes, None)


def _behind(context: ActionContext, target: ProtocolTarget, node: Node, statement: str) -> str:
    """The code of a graph with a statement behind a node; in its first way when it has several."""
    places = StatementPlaces(target.graph, target.owner, catalog_of(context, target.owner))
    place = places.of(node.name)
    if place is None or not place.line or "#" in place.path or place.path.startswith("/floating"):
        raise CursorError(
            f"No flow runs {node.name}: nothing can stand behind it.",
            "Use set_cursor_node with another node.",
        )
    lines = places.code.splitlines()
    line = lines[place.line - 1]
    depth = len(line) - len(line.lstrip())
    opens = line.rstrip().endswith(":") or depth == 0
    lines.insert(place.line, " " * (depth + len(_INDENT) * opens) + statement)
    return "\n".join(lines) + "\n"


def _moved(context: ActionContext, done: ActionResult) -> ActionResult:
    """The answer, with the cursor at the node that was made."""
    answer = json.loads(done.text)
    made = [
        item["result"]["node_id"]
        for item in answer.get("operations", ())
        if item.get("op") in ("append", "insert_before") and "result" in item
    ]
    if done.has_changed and made:
        context.scope.cursor = made[0]
        return replace(done, text=json.dumps(answer | {"cursor": made[0]}, ensure_ascii=False))
    return done


STEP_ACTIONS: tuple[type[Action], ...] = (AddStep, PrepareValue, ConnectDataToPin, SetCursorNode)
"""What is called by other names: set_edit_function, get_variables, get_function_nodes."""
