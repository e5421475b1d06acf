"""The tools for members that are there or inherited: remove_member, change_function, override_function,
change_component, and add_dispatcher.
"""  # noqa: D205 - one list

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.member_choice import (
    BlueprintMember,
    UnknownMemberError,
    find_function,
    find_member,
)
from blueprint_assistant.actions.names.parameter_lists import (
    Parameters,
    read_access,
    read_parameters,
    signature_lines,
)
from blueprint_assistant.actions.names.project_lookup import catalog_of, read_blueprint
from blueprint_assistant.actions.receipts.member_results import apply_step, result_of
from blueprint_assistant.actions.receipts.node_text import class_name, describe_node, shortened
from blueprint_assistant.actions.tools.add_function import AddFunction
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.tools.component_changes import find_component
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AttachComponentStep,
    ChangeFunctionStep,
    MakeRootStep,
    OverrideFunctionStep,
    RemoveComponentStep,
    RemoveDispatcherStep,
    RemoveFunctionStep,
    RemoveLocalVariableStep,
    RemoveVariableStep,
)
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import UnknownEventError

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.member_steps import MemberOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, EventInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["AddDispatcher", "ChangeComponent", "ChangeFunction", "OverrideFunction", "RemoveMember"]

_FUNCTION_ALIASES = {**BLUEPRINT_ALIASES, "name": "function_name", "function": "function_name"}


class RemoveMember(Action):
    """Remove a variable, function, event dispatcher or local variable (function_name) that no node uses."""

    tool_name: ClassVar[str] = "remove_member"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("remove_variable", "delete_variable", "remove_function", "delete_function", "delete_member"),
        *("remove_dispatcher", "remove_event_dispatcher", "delete_event_dispatcher"),
        *("remove_local_variable", "delete_local_variable"),
    )
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "member_name",
        "member": "member_name",
        "variable": "member_name",
        "variable_name": "member_name",
        "local_variable": "member_name",
        "dispatcher": "member_name",
        "dispatcher_name": "member_name",
        "function": "function_name",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    member_name: str = Field(min_length=1, description="member to remove")
    function_name: str = Field(default="", description="function of a local variable")

    @classmethod
    def adapt(cls, parameters: dict[str, Any]) -> dict[str, Any]:
        """A function alone is what is to be removed."""
        given = {cls.aliases.get(key.lower(), key.lower()) for key in parameters}
        if "member_name" in given or "function_name" not in given:
            return parameters
        return {
            "member_name" if cls.aliases.get(key.lower(), key.lower()) == "function_name" else key: value
            for key, value in parameters.items()
        }

    def run(self, context: ActionContext) -> ActionResult:
        """Remove it, or say where it is in use."""
        owner = read_blueprint(context, self.blueprint)
        member = find_member(owner, self.member_name, self.function_name)
        title = f"AI: remove {member.word} {member.name}"
        report = apply_step(context, owner, title, _removal(member))
        gone = owner.find_variable(member.name) if member.word == "variable" else None
        # An undo of the editor does not bring a class default back: the model shall know what it was.
        value = f" = {shortened(gone.default)}" if gone is not None and gone.default else ""
        shown = f" ({gone.type}{value})" if gone is not None else ""
        return result_of(report, f"Removed {report.results[0].detail}{shown} from {owner.path}.")


def _removal(member: BlueprintMember) -> MemberOperation:
    match member.word:
        case "variable":
            return RemoveVariableStep(member.name)
        case "component":
            return RemoveComponentStep(member.name)
        case "function":
            return RemoveFunctionStep(member.name)
        case "event dispatcher":
            return RemoveDispatcherStep(member.name)
        case _:
            return RemoveLocalVariableStep(member.function, member.name)


class ChangeFunction(Action):
    """Add inputs or outputs to a function, or change pure, const or access. Rename with rename_variable."""

    tool_name: ClassVar[str] = "change_function"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("update_function", "modify_function", "add_function_input", "add_function_output"),
        *("add_function_parameter", "set_function_flags"),
    )
    limits: ClassVar[str] = (
        "Inputs, outputs and pure of a function that is called stay: its calls would not follow."
    )
    aliases: ClassVar[Mapping[str, str]] = {
        **AddFunction.aliases,
        "new_inputs": "inputs",
        "new_outputs": "outputs",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    function_name: str = Field(min_length=1, description="function of that Blueprint")
    inputs: Parameters = Field(default=None, description="inputs to add, each with name and type")
    outputs: Parameters = Field(default=None, description="outputs to add, each with name and type")
    is_pure: bool | None = Field(default=None, description="no exec pins")
    is_const: bool | None = Field(default=None, description="changes nothing of its object")
    access_specifier: str = Field(default="", description="Public, Protected or Private")

    def run(self, context: ActionContext) -> ActionResult:
        """Change what was given, in one step; its entry and result get ids."""
        owner = read_blueprint(context, self.blueprint)
        name, _ = find_function(owner, self.function_name)
        step = ChangeFunctionStep(
            name,
            tuple(read_parameters(context, self.inputs, "inputs")),
            tuple(read_parameters(context, self.outputs, "outputs")),
            is_pure=self.is_pure,
            is_const=self.is_const,
            access=read_access(self.access_specifier) if self.access_specifier else None,
        )
        if step == ChangeFunctionStep(name):
            raise ToolError(
                "There is nothing to change.",
                "Give inputs, outputs, is_pure, is_const or access_specifier; rename with rename_variable.",
            )
        report = apply_step(context, owner, f"AI: change function {name}", step)
        if not report.has_changed:
            return result_of(report, f"Function {name} is so already; nothing was changed.")
        lines = signature_lines(report.after, name, context)
        return result_of(report, f"Changed function {name} of {owner.path}.", *lines)


class OverrideFunction(Action):
    """Override a parent's function that has outputs. Events are written: on Event():."""

    tool_name: ClassVar[str] = "override_function"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = ("add_override", "add_function_override", "override_parent")
    aliases: ClassVar[Mapping[str, str]] = _FUNCTION_ALIASES

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    function_name: str = Field(min_length=1, description="function of the parent class")

    def run(self, context: ActionContext) -> ActionResult:
        """Override it; the call of the parent is in the new graph already."""
        owner = read_blueprint(context, self.blueprint)
        catalog = catalog_of(context, owner)
        info = _inherited(catalog, owner.parent_class, self.function_name)
        if not info.opens_function:
            raise ToolError(
                f"'{info.display}' has no outputs: it is an event, a node of the event graph.",
                f"Use add_node with node_type Event and event_name {info.name}.",
            )
        step = OverrideFunctionStep(info.name)
        report = apply_step(context, owner, f"AI: override {info.name}", step)
        done = f"Overrode {info.name} in {owner.path}; its graph calls the parent."
        head = done if report.has_changed else f"{info.name} is overridden already; nothing was changed."
        graph = report.after.find_graph(info.name)
        nodes = () if graph is None else graph.nodes
        ids = [(context.nodes.id_of(owner.path, info.name, node), node) for node in nodes]
        return result_of(report, head, *(describe_node(node_id, node, catalog) for node_id, node in ids))


def _inherited(catalog: Catalog, parent: str, text: str) -> EventInfo:
    """What can be overridden under a name. Raises UnknownMemberError with the functions of the parent."""
    try:
        return catalog.find_event(text, parent)
    except UnknownEventError as error:
        known = [item.name for item in catalog.events_of(parent) if item.opens_function]
        shown = ", ".join(nearest(text, known) or known[:12])
        kind = class_name(parent)
        raise UnknownMemberError(
            f"{kind} has no function '{text}' to override.",
            f"It has: {shown}." if shown else f"{kind} has none with outputs; for events use add_node Event.",
        ) from error


class AddDispatcher(Action):
    """Add an event dispatcher. In code: broadcast OnDied(), bind OnDied += event X."""

    tool_name: ClassVar[str] = "add_dispatcher"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("add_event_dispatcher", "create_event_dispatcher", "create_dispatcher", "add_delegate"),
    )
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "name": "dispatcher_name",
        "dispatcher": "dispatcher_name",
        "event_name": "dispatcher_name",
        "event_dispatcher": "dispatcher_name",
        "parameters": "inputs",
        "params": "inputs",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    dispatcher_name: str = Field(min_length=1, description="name of the new dispatcher")
    inputs: Parameters = Field(default=None, description="parameters, each with name and type")

    def run(self, context: ActionContext) -> ActionResult:
        """Add it, unless an equal one is there."""
        owner = read_blueprint(context, self.blueprint)
        inputs = tuple(read_parameters(context, self.inputs, "inputs"))
        step = AddDispatcherStep(self.dispatcher_name, inputs)
        title = f"AI: add event dispatcher {self.dispatcher_name}"
        report = apply_step(context, owner, title, step)
        shown = ", ".join(f"{item.name}: {item.type}" for item in inputs)
        what = f"event dispatcher {self.dispatcher_name}({shown})"
        if not report.has_changed:
            return result_of(report, f"The {what} exists already; nothing was changed.")
        return result_of(report, f"Added {what} to {owner.path}.")


class ChangeComponent(Action):
    """Attach a component to another, or make it the root. Rename with rename_variable."""

    tool_name: ClassVar[str] = "change_component"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("attach_component", "reparent_component", "set_root_component", "move_component"),
    )
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "component": "component_name",
        "name": "component_name",
        "parent": "parent_component",
        "new_parent": "parent_component",
        "attach_to": "parent_component",
        "root": "is_root",
        "make_root": "is_root",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    component_name: str = Field(min_length=1, description="component of that Blueprint")
    parent_component: str = Field(default="", description="component to attach to")
    is_root: bool = Field(default=False, description="true makes it the root")

    def run(self, context: ActionContext) -> ActionResult:
        """Change its place in the tree."""
        owner = read_blueprint(context, self.blueprint)
        component = find_component(owner, self.component_name)
        if self.is_root == bool(self.parent_component):
            raise ToolError(
                "A component cannot be the root and have a parent." if self.is_root else "No place is given.",
                "Give parent_component or is_root.",
            )
        parent = "" if self.is_root else self._parent(owner)
        step = MakeRootStep(component.name) if self.is_root else AttachComponentStep(component.name, parent)
        place = "as root" if self.is_root else f"under {parent}"
        report = apply_step(context, owner, f"AI: put {component.name} {place}", step)
        if not report.has_changed:
            return result_of(report, f"{report.results[0].detail}; nothing was changed.")
        tree = ", ".join(
            f"{item.name} under {item.parent}" if item.parent else item.name
            for item in report.after.components
        )
        return result_of(report, f"{owner.path}: {report.results[0].detail}. Components: {tree}.")

    def _parent(self, owner: Blueprint) -> str:
        names = {item.name.lower() for item in owner.components}
        if self.parent_component.lower() == "root" and "root" not in names:
            root = next((item.name for item in owner.components if not item.parent), "")
            return root or find_component(owner, self.parent_component).name
        return find_component(owner, self.parent_component).name
