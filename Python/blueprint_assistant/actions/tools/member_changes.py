"""The tools change_function, override_function, change_component, and add_dispatcher."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.followers import bring_along, can_follow
from blueprint_assistant.actions.names.member_choice import UnknownMemberError, find_function
from blueprint_assistant.actions.names.parameter_lists import (
    Parameters,
    read_access,
    read_parameters,
    signature_lines,
)
from blueprint_assistant.actions.names.project_lookup import catalog_of, read_blueprint
from blueprint_assistant.actions.names.signature_change import follow_remade, same_type, with_signature
from blueprint_assistant.actions.names.surroundings import Surroundings
from blueprint_assistant.actions.names.uses_elsewhere import refuse_uses_elsewhere
from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.actions.receipts.member_results import apply_step, result_of
from blueprint_assistant.actions.receipts.node_text import class_name, describe_node
from blueprint_assistant.actions.tools.add_function import AddFunction
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.tools.component_changes import find_component
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AttachComponentStep,
    ChangeFunctionStep,
    MakeRootStep,
    OverrideFunctionStep,
)
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import UnknownEventError

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, EventInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint, Function

__all__ = ["AddDispatcher", "ChangeComponent", "ChangeFunction", "OverrideFunction"]

_BREAKS, _PINS = "would not compile", "would have to get its pins"
_FUNCTION_ALIASES = {**BLUEPRINT_ALIASES, "name": "function_name", "function": "function_name"}


class ChangeFunction(Action):
    """Add inputs or outputs to a function, or change pure, const or access. Rename with rename_variable."""

    tool_name: ClassVar[str] = "change_function"
    effect: ClassVar[Effect] = "mutate"
    other_names: ClassVar[tuple[str, ...]] = (
        *("update_function", "modify_function", "add_function_input", "add_function_output"),
        *("add_function_parameter", "set_function_flags"),
    )
    limits: ClassVar[str] = (
        "Pure of a function that is called stays: its calls would not follow. "
        "Inputs and outputs are taken away in code: write_graph with the new head."
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
    even_if_used: bool = Field(default=False, description="also when other Blueprints cannot follow")

    def run(self, context: ActionContext) -> ActionResult:
        """Change what was given, in one step; its entry and result get ids."""
        owner = read_blueprint(context, self.blueprint)
        name, there = find_function(owner, self.function_name)
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
        steps, lost = _steps(context, owner, there, step)
        effect = self._effect(there, steps)
        around = Surroundings.of(context.editor, owner.path) if effect else None
        notes = [] if around is None else self._of_others(context, owner, there, around, effect)
        report = apply_step(context, owner, f"AI: change function {name}", *steps)
        follow_remade(context, owner, report)
        if not report.has_changed:
            return result_of(report, f"Function {name} is so already; nothing was changed.")
        if around is not None and effect == _PINS:
            notes += bring_along(context, around, name, name)
        lines = signature_lines(report.after, name, context)
        count = sum(isinstance(one, AddNodeStep) for one in report.plan.operations)
        calls = f"; {counted(count, 'call')} of it made anew" if count else ""
        shown = [f"Note: {note}" for note in [*lost, *notes]]
        return result_of(report, f"Changed function {name} of {owner.path}{calls}.", *lines, *shown)

    def _effect(self, there: Function, steps: tuple[EditOperation, ...]) -> str:
        """What becomes of the nodes of other Blueprints that call it; empty when nothing does."""
        changes = [one for one in steps if isinstance(one, ChangeFunctionStep)]
        access = read_access(self.access_specifier) if self.access_specifier else there.access
        if access not in ("public", there.access) or any(
            one.is_pure not in (None, there.is_pure) for one in changes
        ):
            return _BREAKS
        return _PINS if any(one.new_inputs or one.new_outputs for one in changes) else ""

    def _of_others(
        self, context: ActionContext, owner: Blueprint, there: Function, around: Surroundings, effect: str
    ) -> list[str]:
        """Notes on other Blueprints that use it. Raises UsedElsewhereError when that is not meant."""
        is_protected = self.access_specifier.strip().lower() == "protected"
        return refuse_uses_elsewhere(
            context,
            owner,
            there.name,
            even_if_used=self.even_if_used,
            # What derives from it may call what is protected.
            heirs_may=is_protected and effect == _BREAKS and self.is_pure in (None, there.is_pure),
            effect=effect,
            around=around,
            follows=can_follow if effect == _PINS else None,
        )


def _steps(
    context: ActionContext, owner: Blueprint, there: Function, step: ChangeFunctionStep
) -> tuple[tuple[EditOperation, ...], tuple[str, ...]]:
    """The steps, with the calls made anew where they would not follow, and what of those is lost."""
    known = {item.name.lower(): item for item in (*there.inputs, *there.outputs)}
    is_plain = all(
        item.name.lower() not in known or same_type(item.type, known[item.name.lower()].type)
        for item in (*step.new_inputs, *step.new_outputs)
    )
    new = [
        tuple(i for i in side if i.name.lower() not in known) for side in (step.new_inputs, step.new_outputs)
    ]
    if there.declared_in or not is_plain or not any(new):
        return (step,), ()  # refused with its reason, or nothing that calls have to follow
    changed = with_signature(
        owner, catalog_of(context, owner), there.name, (*there.inputs, *new[0]), (*there.outputs, *new[1])
    )
    rest = replace(step, new_inputs=(), new_outputs=())
    # Flags with the parameters: they are one step of the editor's undo either way.
    flags = () if rest == ChangeFunctionStep(step.name) else (rest,)
    return (*changed.steps, *flags), changed.lost


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
