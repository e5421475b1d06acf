"""The tools that there are, how they are described, and the one place where a call is run.

Outside uses ActionRegistry. Every error becomes a result that the model can act on.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.arguments import read_arguments
from blueprint_assistant.actions.base import ActionResult
from blueprint_assistant.actions.known_graphs import KnowingEditor
from blueprint_assistant.actions.manual_steps import UnfinishedError
from blueprint_assistant.actions.names.new_names import NamingEditor
from blueprint_assistant.actions.program.statement_faults import NotWrittenError
from blueprint_assistant.actions.tools.add_function import AddFunction
from blueprint_assistant.actions.tools.add_members import AddComponent, AddVariable
from blueprint_assistant.actions.tools.add_node import AddNode
from blueprint_assistant.actions.tools.arrange_graph import ArrangeGraph
from blueprint_assistant.actions.tools.blueprints import CompileBlueprint, CreateBlueprint, GetBlueprintInfo
from blueprint_assistant.actions.tools.build_graph import BuildGraph
from blueprint_assistant.actions.tools.comments import AddCommentBox, SetNodeComment
from blueprint_assistant.actions.tools.component_changes import RemoveComponent, SetComponentProperty
from blueprint_assistant.actions.tools.find_nodes import FindNodes
from blueprint_assistant.actions.tools.find_references import FindReferences
from blueprint_assistant.actions.tools.get_class_functions import GetClassFunctions
from blueprint_assistant.actions.tools.get_selected_nodes import GetSelectedNodes
from blueprint_assistant.actions.tools.links_and_values import ConnectNodes, SetPinValue
from blueprint_assistant.actions.tools.member_changes import (
    AddDispatcher,
    ChangeComponent,
    ChangeFunction,
    OverrideFunction,
)
from blueprint_assistant.actions.tools.memories import RemoveMemory, SaveMemory
from blueprint_assistant.actions.tools.project_assets import (
    GetOpenBlueprint,
    GetProjectStructure,
    ListAssets,
    OpenBlueprint,
)
from blueprint_assistant.actions.tools.read_graph import ReadGraph
from blueprint_assistant.actions.tools.removal import DeleteNode, DisconnectNodes
from blueprint_assistant.actions.tools.remove_member import RemoveMember
from blueprint_assistant.actions.tools.rename_member import RenameVariable
from blueprint_assistant.actions.tools.variable_changes import SetVariableDefaults
from blueprint_assistant.actions.tools.write_graph import WriteGraph
from blueprint_assistant.errors import AssistantError, ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_tool

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.actions.base import Action, ActionContext

__all__ = ["ALL_ACTIONS", "ActionRegistry", "ToolDescription", "UnknownToolError"]

_log = logging.getLogger(__name__)

ALL_ACTIONS: tuple[type[Action], ...] = (
    ReadGraph,
    WriteGraph,
    CreateBlueprint,
    AddComponent,
    SetComponentProperty,
    RemoveComponent,
    ChangeComponent,
    AddVariable,
    SetVariableDefaults,
    RenameVariable,
    RemoveMember,
    AddFunction,
    ChangeFunction,
    OverrideFunction,
    AddDispatcher,
    AddNode,
    ConnectNodes,
    SetPinValue,
    DisconnectNodes,
    DeleteNode,
    SetNodeComment,
    AddCommentBox,
    ArrangeGraph,
    BuildGraph,
    CompileBlueprint,
    GetBlueprintInfo,
    FindNodes,
    FindReferences,
    GetClassFunctions,
    GetSelectedNodes,
    GetOpenBlueprint,
    OpenBlueprint,
    ListAssets,
    GetProjectStructure,
    SaveMemory,
    RemoveMemory,
)


class UnknownToolError(ToolError):
    """There is no tool of that name."""

    code = "unknown_tool"


@dataclass(frozen=True, slots=True)
class ToolDescription:
    """A tool for a model: `parameters` is the JSON schema of its parameters object."""

    name: str
    description: str
    parameters: Mapping[str, Any]


class ActionRegistry:
    """The actions of one assistant, by tool name. Immutable."""

    def __init__(
        self, actions: Iterable[type[Action]] = ALL_ACTIONS, hidden: Iterable[type[Action]] = ()
    ) -> None:
        """No action may take an earlier one's name. `hidden` ones can be called, but are not shown."""
        self._actions: dict[str, type[Action]] = {}
        shown = tuple(actions)
        for action in (*shown, *hidden):
            if action.tool_name in self._actions:
                raise ValueError(f"There are two tools named '{action.tool_name}'.")
            self._actions[action.tool_name] = action
        self._shown = {action.tool_name: action for action in shown}

    @property
    def names(self) -> tuple[str, ...]:
        """The tool names, in the order in which they are shown to the model."""
        return tuple(self._shown)

    def resolve(self, name: str) -> type[Action]:
        """The action of a name; letter case and separators do not matter. Raises UnknownToolError.

        Weak models copy the documented form as the name, `add_node(blueprint, …)`: what stands in
        the brackets is no part of it.
        """
        exact = self._actions.get(name)
        if exact is not None:
            return exact
        name = name.partition("(")[0].strip()
        spelled = [known for known in self._actions if fold_tool(known) == fold_tool(name)]
        spelled = spelled or [
            known
            for known, action in self._actions.items()
            if any(fold_tool(other) == fold_tool(name) for other in action.other_names)
        ]
        if len(spelled) == 1:
            return self._actions[spelled[0]]
        near = nearest(name, self._shown, limit=3)
        hint = f"Nearest: {', '.join(near)}. " if near else ""
        raise UnknownToolError(
            f"There is no tool {name[:60]!r}.", f"{hint}The tools are: {', '.join(self._shown)}."
        )

    def documentation(self) -> str:
        """One line per tool: `- add_node(blueprint, node_type; optional x, y) - Add …`."""
        return "\n".join(_documentation_line(action) for action in self._shown.values())

    def schemas(self) -> tuple[ToolDescription, ...]:
        """The tools with the JSON schemas of their parameters."""
        return self._schemas

    @cached_property
    def _schemas(self) -> tuple[ToolDescription, ...]:
        return tuple(
            ToolDescription(name, _description(action), _schema(action))
            for name, action in self._shown.items()
        )

    def required(self, name: str) -> tuple[str, ...]:
        """The parameters that every call of a tool has, in order."""
        action = self._actions.get(name)
        fields = {} if action is None else action.model_fields
        return tuple(key for key, field in fields.items() if field.is_required())

    def form(self, name: str, values: Mapping[str, Any] | None = None) -> str:
        """How a call of a tool is written, with its required parameters; empty for unknown tools.

        `values` are those that are known already.
        """
        if name not in self._actions:
            return ""
        parameters = dict.fromkeys(self.required(name), "…") | dict(values or {})
        return json.dumps({"name": name, "parameters": parameters}, ensure_ascii=False)

    def parameter_types(self) -> dict[str, dict[str, str]]:
        """The JSON type of each parameter, by tool and parameter, for calls that come without types.

        Of hidden tools, too: a model may know them from elsewhere.
        """
        return self._parameter_types

    @cached_property
    def _parameter_types(self) -> dict[str, dict[str, str]]:
        return {
            name: {key: item["type"] for key, item in _schema(action)["properties"].items()}
            for name, action in self._actions.items()
        }

    def required_parameters(self) -> dict[str, tuple[str, ...]]:
        """The parameters that each tool needs, in the order of its line in the documentation."""
        return {
            name: tuple(key for key, field in action.model_fields.items() if field.is_required())
            for name, action in self._actions.items()
        }

    def call(self, name: str, parameters: Mapping[str, Any], context: ActionContext) -> ActionResult:
        """Run a tool. Never raises: errors are results, those that nobody expected are logged."""
        editor = NamingEditor(KnowingEditor(context.editor, context.known))
        context = replace(context, editor=editor)
        try:
            return read_arguments(self.resolve(name), parameters).run(context)
        except UnfinishedError as error:
            return ActionResult(ok=False, text=error.for_model(), has_changed=True, blueprint=error.blueprint)
        except NotWrittenError as error:
            return ActionResult(ok=False, text=error.for_model(), remedies=error.remedies)
        except AssistantError as error:
            return ActionResult(ok=False, text=error.for_model())
        except Exception as error:  # noqa: BLE001 - the outermost place of a call: the conversation goes on
            _log.exception("The tool %s failed", name)
            text = (
                f"internal_error: {name} failed: {type(error).__name__}. Do not call it the same way again."
            )
            return ActionResult(ok=False, text=text)


def _description(action: type[Action]) -> str:
    """The docstring as one line."""
    return " ".join((action.__doc__ or "").split())


def _documentation_line(action: type[Action]) -> str:
    fields = action.model_fields
    required = ", ".join(name for name, field in fields.items() if field.is_required())
    optional = ", ".join(name for name, field in fields.items() if not field.is_required())
    # A mark on the name itself (`path?`) ends up in the calls of small models: measured, in 5 of
    # 20 replies of Qwen2.5-Coder 0.5B, against none with this form.
    parameters = "; ".join(part for part in (required, optional and f"optional {optional}") if part)
    return f"- {action.tool_name}({parameters}) - {_description(action)}"


def _schema(action: type[Action]) -> dict[str, Any]:
    """The JSON schema of the parameters, without what models do not need."""
    schema = action.model_json_schema()
    properties = {name: _clean(item) for name, item in schema.get("properties", {}).items()}
    return {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
    }


def _clean(item: Mapping[str, Any]) -> dict[str, Any]:
    """A property without titles, bounds, `null` alternatives, and defaults that go without saying.

    What a call may hold is checked when it comes, with better errors than a service gives.
    """
    options = [option for option in item.get("anyOf", []) if option.get("type") != "null"]
    flat = {**(options[0] if len(options) == 1 else {}), **item}
    flat.pop("anyOf", None)
    default = flat.get("default")
    if not default or str(default) in flat.get("description", ""):
        flat.pop("default", None)
    return {key: value for key, value in flat.items() if key not in _NOT_SAID}


_NOT_SAID = frozenset({"title", "minLength", "minimum", "maximum", "ge", "le"})
