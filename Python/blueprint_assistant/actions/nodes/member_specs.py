"""Variables and event dispatchers that a model names, own and of other classes. Part of `node_resolution`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from blueprint_assistant.actions.names.variable_choice import UnknownVariableNameError, match_variable
from blueprint_assistant.actions.nodes.node_scope import BadNodeError, needed
from blueprint_assistant.actions.nodes.node_types import DISPATCHER_TYPES
from blueprint_assistant.errors import nearest
from blueprint_assistant.graph.catalog.callables import callables_of
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.catalog.pin_types import object_type
from blueprint_assistant.graph.kinds.common_specs import VariableGetSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.specs import (
    CreateDelegateSpec,
    DelegateSpec,
    LocalVariableGetSpec,
    LocalVariableSetSpec,
    OtherVariableGetSpec,
    OtherVariableSetSpec,
    ValidatedGetSpec,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.actions.nodes.node_fields import NodeFields
    from blueprint_assistant.actions.nodes.node_scope import NodeScope
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec, DelegateAction
    from blueprint_assistant.graph.model.blueprint import Blueprint, PinType

__all__ = ["create_event", "dispatcher", "get_variable", "set_variable", "validated_get"]


def get_variable(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A getter: of a local variable, an own variable or component, or one of another class."""
    wanted = fields.variable_name or fields.component_name or needed(fields, "variable_name")
    other = scope.other_class(fields.target_class)
    if other:
        name, kind = _of_class(wanted, other, scope)
        return OtherVariableGetSpec(other, name, kind)
    local = _local(wanted, scope)
    if local is not None:
        return LocalVariableGetSpec(scope.graph.name, *local)
    return VariableGetSpec(match_variable(wanted, _own_names(scope), scope.owner.path))


def set_variable(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A setter; components cannot be set."""
    wanted = needed(fields, "variable_name")
    other = scope.other_class(fields.target_class)
    if other:
        name, kind = _of_class(wanted, other, scope)
        return OtherVariableSetSpec(other, name, kind)
    local = _local(wanted, scope)
    if local is not None:
        return LocalVariableSetSpec(scope.graph.name, *local)
    name = match_variable(wanted, _own_names(scope), scope.owner.path)
    if scope.owner.find_component(name) is not None:
        raise BadNodeError(
            f"{name} is a component and cannot be set.", "Use GetVariable and call its functions."
        )
    return VariableSetSpec(name)


def validated_get(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A getter that branches on whether the reference is valid."""
    wanted = fields.variable_name or fields.component_name or needed(fields, "variable_name")
    other = scope.other_class(fields.target_class)
    if other:
        name, kind = _of_class(wanted, other, scope)
        return ValidatedGetSpec(name, other, kind)
    return ValidatedGetSpec(match_variable(wanted, _own_names(scope), scope.owner.path))


def _own_names(scope: NodeScope) -> list[str]:
    """Variables and components, and the properties that the Blueprint inherits."""
    owner = scope.owner
    names = [item.name for item in owner.variables if item.type.category != "mcdelegate"]
    names += [item.name for item in owner.components]
    names += [item.name for item in scope.catalog.properties_of(owner.parent_class)]
    return list(dict.fromkeys(names))


def _local(wanted: str, scope: NodeScope) -> tuple[str, PinType] | None:
    """The local variable or input of the function whose graph it is; nothing where none is meant."""
    function = function_of(scope.graph) if scope.graph.kind == "function" else None
    if function is None:
        return None
    types = {item.name: item.type for item in function.inputs}
    types |= {item.name: item.type for item in function.local_variables}
    try:
        name = match_variable(wanted, list(types), scope.graph.name)
    except UnknownVariableNameError:
        return None
    return name, types[name]


def _of_class(wanted: str, class_path: str, scope: NodeScope) -> tuple[str, PinType | None]:
    """The variable of another class that a name means, with its type where only a Blueprint knows it."""
    blueprint = _blueprint_of(class_path, scope)
    if blueprint is None:
        known = [item.name for item in scope.catalog.properties_of(class_path)]
        return match_variable(wanted, known, class_path), None
    types = {item.name: object_type(item.class_path) for item in blueprint.components}
    types |= {item.name: item.type for item in blueprint.variables}
    try:
        name = match_variable(wanted, list(types), blueprint.path)
    except UnknownVariableNameError as error:
        if blueprint.parent_class == class_path:
            raise
        try:
            return _of_class(wanted, blueprint.parent_class, scope)
        except UnknownVariableNameError:
            raise error from None
    return name, replace(types[name], is_uobject_wrapper=False)


def _blueprint_of(class_path: str, scope: NodeScope) -> Blueprint | None:
    """The Blueprint that generates a class, None for the engine's."""
    package = class_path.partition(".")[0]
    editor = scope.context.editor
    return editor.read_blueprint(package) if package in editor.list_blueprints() else None


# --- event dispatchers ---------------------------------------------------------------------------


def dispatcher(fields: NodeFields, scope: NodeScope, node_type: str) -> AnyNodeSpec:
    """Bind, unbind or call an event dispatcher, own or of another class."""
    wanted = fields.event_name or fields.variable_name or needed(fields, "event_name")
    action = cast("DelegateAction", DISPATCHER_TYPES[node_type])
    other = scope.other_class(fields.target_class)
    if other:
        return _delegate_of(action, wanted, other, scope)
    own = [item.name for item in scope.owner.variables if item.type.category == "mcdelegate"]
    inherited = [item.name for item in scope.catalog.delegates_of(scope.owner.parent_class)]
    name = _one_of(wanted, [*own, *inherited], scope.owner.path)
    return (
        DelegateSpec(action, name)
        if name in own
        else _delegate_of(action, name, scope.owner.parent_class, scope)
    )


def _delegate_of(action: DelegateAction, wanted: str, class_path: str, scope: NodeScope) -> DelegateSpec:
    """The dispatcher of another class, at the class that declares it: there the editor's menu has it."""
    declared = {
        item.name: item.class_path
        for item in reversed(scope.catalog_for(class_path).delegates_of(class_path))
    }
    name = _one_of(wanted, list(declared), class_path)
    return DelegateSpec(action, name, declared[name])


def _one_of(wanted: str, names: Sequence[str], owner: str) -> str:
    known = list(dict.fromkeys(names))
    for key in (str, fold):
        found = [name for name in known if key(name) == key(wanted)]
        if len(found) > 1:
            raise AmbiguousNameError(wanted, found)
        if found:
            return found[0]
    near = ", ".join(nearest(wanted, known) or known[:8])
    fix = f"It has: {near}." if near else "It has none yet: add one first."
    raise BadNodeError(f"{owner} has no event dispatcher '{wanted}'.", fix)


def create_event(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A function or custom event of the Blueprint as a delegate; left open without a name."""
    wanted = fields.function_name or fields.event_name
    if not wanted:
        return CreateDelegateSpec()
    names = [*(item.name for item in callables_of(scope.owner)), *scope.new_events]
    return CreateDelegateSpec(_one_function(wanted, names, scope))


def _one_function(wanted: str, names: list[str], scope: NodeScope) -> str:
    found = [name for name in dict.fromkeys(names) if fold(name) == fold(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousNameError(wanted, found)
    shown = ", ".join(nearest(wanted, names) or names[:8]) or "none yet"
    raise BadNodeError(f"{scope.owner.path} has no function or custom event '{wanted}'.", f"It has: {shown}.")
