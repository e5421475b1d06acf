"""Functions that a model names, wherever they are declared. Part of `node_choice`.

A name is looked up in the Blueprint itself, then its parent classes and the libraries, then its
components; what fits several functions is refused with all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.asset_paths import (
    UnknownBlueprintNameError,
    find_blueprint,
    generated_class_path,
)
from blueprint_assistant.actions.chosen_events import custom_events
from blueprint_assistant.actions.node_scope import BadNodeError, needed
from blueprint_assistant.actions.node_types import OPERATOR_TYPES, node_type_of
from blueprint_assistant.graph.any_specs import AsyncActionSpec, MessageSpec, OperatorSpec
from blueprint_assistant.graph.call_nodes import PROMOTABLE, own_entry
from blueprint_assistant.graph.catalog import AmbiguousNameError, UnknownFunctionError
from blueprint_assistant.graph.lookup import fold
from blueprint_assistant.graph.specs import CallFunctionSpec

if TYPE_CHECKING:
    from blueprint_assistant.actions.node_fields import NodeFields
    from blueprint_assistant.actions.node_scope import NodeScope
    from blueprint_assistant.graph.any_specs import AnyNodeSpec
    from blueprint_assistant.graph.catalog import FunctionInfo

__all__ = ["call", "call_spec", "operator"]


def call(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A call of a function, a message to an interface, or an async action."""
    text = needed(fields, "function_name")
    other = scope.other_class(fields.target_class)
    if not other:
        other, text = _with_owner(text, scope)
    if other:
        return call_spec(scope.catalog_for(other).find_function(text, other), scope)
    own = _own_function(text, scope)
    if own:
        return CallFunctionSpec(f"{scope.owner.generated_class}:{own}")
    try:
        info = scope.catalog.find_function(text, scope.owner.parent_class)
    except UnknownFunctionError as error:
        info = _static_function(text, scope) or _component_function(text, scope, error)
    return call_spec(info, scope)


def _with_owner(text: str, scope: NodeScope) -> tuple[str, str]:
    """Another Blueprint's class and its function, where the name says both: `BP_Enemy.TakeHit`."""
    owner, _, name = text.strip().replace("::", ":").rpartition(":" if ":" in text else ".")
    try:
        blueprint = find_blueprint(owner, scope.context.editor.list_blueprints()) if owner else ""
    except UnknownBlueprintNameError:
        return "", text
    is_other = bool(blueprint) and blueprint != scope.owner.path
    return (generated_class_path(blueprint), name) if is_other else ("", text)


def call_spec(info: FunctionInfo, scope: NodeScope) -> AnyNodeSpec:
    """The node that calls a function of the catalogue in that Blueprint."""
    if info.is_async_factory:
        return AsyncActionSpec(info.path)
    owner = scope.catalog.class_info(info.class_path)
    is_interface = owner is not None and owner.is_interface and not info.is_static
    if is_interface and not scope.catalog.is_child_of(scope.owner.parent_class, info.class_path):
        return MessageSpec(info.path)
    return CallFunctionSpec(info.path)


def _own_function(text: str, scope: NodeScope) -> str:
    """The name of the Blueprint's own function or custom event that a text means, or nothing.

    Exact but for letter case first, then without blanks and underscores; several are refused.
    """
    own = scope.owner
    head, _, name = text.strip().replace("::", ":").replace(".", ":").rpartition(":")
    name = name if head.lower() in ("self", "this", own.name.lower(), own.generated_class.lower()) else text
    names = [graph.name for graph in own.graphs if graph.kind == "function"]
    names += [*custom_events(scope.owner), *scope.new_events]
    callable_ones = dict.fromkeys(
        item for item in names if item in scope.new_events or own_entry(own, item) is not None
    )
    for key in (str.lower, fold):
        found = [item for item in callable_ones if key(item) == key(name)]
        if len(found) > 1:
            raise AmbiguousNameError(text, found)
        if found:
            return found[0]
    return ""


def _static_function(text: str, scope: NodeScope) -> FunctionInfo | None:
    """A function of any other class that needs no object, so that every Blueprint can call it."""
    try:
        info = scope.catalog.find_function(text)
    except UnknownFunctionError:
        return None
    return info if info.is_static or info.is_async_factory else None


def _component_function(text: str, scope: NodeScope, unknown: UnknownFunctionError) -> FunctionInfo:
    """A function of one of the Blueprint's components, when only one function can be meant."""
    found: dict[str, FunctionInfo] = {}
    for class_path in dict.fromkeys(item.class_path for item in scope.owner.components):
        try:
            info = scope.catalog.find_function(text, class_path)
        except UnknownFunctionError:
            continue
        found[info.path] = info
    if len(found) == 1:
        return next(iter(found.values()))
    if found:
        raise AmbiguousNameError(text, list(found))
    raise unknown


def operator(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """An operator of any types, or the Boolean one or typed function that a name means."""
    text = needed(fields, "function_name")
    node_type = node_type_of(text) or ""
    name = OPERATOR_TYPES.get(node_type) or next(
        (known for known in PROMOTABLE if known.lower() == text.lower()), ""
    )
    if name:
        return OperatorSpec(name)
    try:
        return call_spec(scope.catalog.find_function(text, "/Script/Engine.KismetMathLibrary"), scope)
    except UnknownFunctionError as error:
        known = ", ".join([*OPERATOR_TYPES, "And", "Or", "Not"])
        raise BadNodeError(f"There is no operator '{text}'.", f"Use one of: {known}.") from error
