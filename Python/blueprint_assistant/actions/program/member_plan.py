"""The steps that make the members that a program declares. Outside uses with_members and simulated.

What is there already is no step; another type is refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.parameter_lists import read_parameters
from blueprint_assistant.actions.names.project_lookup import catalog_with, find_class
from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.actions.names.typed_values import typed_text
from blueprint_assistant.actions.program.declared_members import BadDeclarationError, literal_value
from blueprint_assistant.actions.program.interface_steps import require_implemented
from blueprint_assistant.editor.plan.edit_plan import AddComponentStep, AddVariableStep, EditPlan
from blueprint_assistant.editor.plan.member_steps import (
    AddDispatcherStep,
    AttachComponentStep,
    ChangeVariableStep,
    MakeRootStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.plan.simulate.component_properties import known_property, match_property
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.program.declared_members import Declaration
    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["simulated", "with_members"]

_COMPONENT_BASE: Final = "/Script/Engine.ActorComponent"


def with_members(
    context: ActionContext, owner: Blueprint, declared: tuple[Declaration, ...], catalog: Catalog
) -> tuple[Blueprint, list[EditOperation]]:
    """The Blueprint with what a program declares, and the steps that make it so.

    Raises BadDeclarationError with the line.
    """
    makers = {
        "var": _variable,
        "component": _component,
        "dispatcher": _dispatcher,
        "implements": _interface,
    }
    steps: list[EditOperation] = []
    for item in declared:
        try:
            owner, made = simulated(owner, list(makers[item.kind](context, owner, item)), catalog)
        except BadDeclarationError:
            raise
        except AssistantError as error:
            what = re.sub(r"^Step \d+ of \d+: ", "", error.what)
            raise BadDeclarationError(f"Line {item.line}: {what}", error.fix) from error
        steps += made
    return owner, steps


def simulated(
    owner: Blueprint, steps: list[EditOperation], catalog: Catalog
) -> tuple[Blueprint, list[EditOperation]]:
    """The Blueprint after steps, and those of them that change something."""
    if not steps:
        return owner, steps
    done = simulate(owner, EditPlan(owner.path, "", tuple(steps)), catalog)
    pairs = zip(steps, done.results, strict=True)
    return done.after, [step for step, result in pairs if result.status == "done"]


def _variable(context: ActionContext, owner: Blueprint, item: Declaration) -> Iterator[EditOperation]:
    kind = find_type(context, item.type)
    default = typed_text(context, kind, literal_value(item.value)) if item.value else None
    there = owner.find_variable(item.name)
    name = item.name if there is None else there.name
    if there is None:
        yield AddVariableStep(name, kind, default, item.category)
    elif there.type != kind:
        raise BadDeclarationError(
            f"Line {item.line}: {owner.path} has a variable {name} already: {there.type}.",
            "Use that one, choose another name, or change it first: "
            f"set_variable_defaults with variable_name {name} and variable_type {item.type}.",
        )
    is_exposed = True if "exposed" in item.words else None
    is_editable = False if "private" in item.words else True if is_exposed or "public" in item.words else None
    category = item.category or None if there is not None else None
    if (there is not None and (default is not None or category)) or item.words:
        yield ChangeVariableStep(
            name,
            default=None if there is None else default,
            category=category,
            is_instance_editable=is_editable,
            is_exposed_on_spawn=is_exposed,
        )


def _component(context: ActionContext, owner: Blueprint, item: Declaration) -> Iterator[EditOperation]:
    there = owner.find_component(item.name)
    path = find_class(context, item.type, _COMPONENT_BASE) if item.type or there is None else there.class_path
    if there is None:
        yield AddComponentStep(item.name, path, item.parent, item.is_root)
    else:
        if not catalog_with(context, there.class_path).is_child_of(there.class_path, path):
            raise BadDeclarationError(
                f"Line {item.line}: {owner.path} has a component {there.name} already: "
                f"{there.class_path.rpartition('.')[2]}.",
                "Use that one, or choose another name.",
            )
        path = there.class_path
        if item.parent:
            yield AttachComponentStep(there.name, item.parent)
        elif item.is_root:
            yield MakeRootStep(there.name)
    catalog = catalog_with(context, path)
    for text, value in item.given:
        name = match_property(catalog, path, text)
        kind = known_property(catalog, path, name).type
        shown = typed_text(context, kind, literal_value(value))
        yield SetComponentPropertyStep(item.name if there is None else there.name, name, shown)


def _interface(context: ActionContext, owner: Blueprint, item: Declaration) -> Iterator[EditOperation]:
    """No step makes it: it must be there."""
    require_implemented(context, owner, item)
    yield from ()


def _dispatcher(context: ActionContext, owner: Blueprint, item: Declaration) -> Iterator[EditOperation]:
    there = owner.find_variable(item.name)
    name = item.name if there is None else there.name
    yield AddDispatcherStep(name, tuple(read_parameters(context, item.inputs, "inputs")))
