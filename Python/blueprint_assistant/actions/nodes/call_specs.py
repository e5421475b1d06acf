"""Functions that a model names, wherever they are declared. Part of `node_resolution`.

A name is looked up in the Blueprint itself, then its parent classes and the libraries, then its
components; what fits several functions is refused with all of them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.asset_paths import (
    UnknownBlueprintNameError,
    find_blueprint,
    generated_class_path,
)
from blueprint_assistant.actions.nodes.node_scope import BadNodeError, needed
from blueprint_assistant.actions.nodes.node_types import ASYNC_TYPES, OPERATOR_TYPES, node_type_of
from blueprint_assistant.graph.catalog.callables import callables_of
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError, UnknownFunctionError
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.kinds.call_nodes import COMPARISONS, PROMOTABLE, call_node_class, operation_of
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.function_calls import call_spec, is_message
from blueprint_assistant.graph.kinds.specs import AsyncTaskSpec, MessageSpec, OperatorSpec

if TYPE_CHECKING:
    from blueprint_assistant.actions.nodes.node_fields import NodeFields
    from blueprint_assistant.actions.nodes.node_scope import NodeScope
    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec

__all__ = ["call", "message", "operator", "with_operands"]

_USUAL_OPERANDS: Final = 2
_MOST_OPERANDS: Final = 26
"""They are called A to Z."""


def call(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A call of a function, a message to an interface, or an async action."""
    text = needed(fields, "function_name")
    other = scope.other_class(fields.target_class)
    if not other:
        other, text = _with_owner(text, scope)
    if other:
        return _called(scope.catalog_for(other).find_function(text, other), scope)
    own = _own_function(text, scope)
    if own:
        return CallFunctionSpec(f"{scope.owner.generated_class}:{own}")
    task = ASYNC_TYPES.get(node_type_of(text) or "")
    if task is not None:
        return AsyncTaskSpec(task)
    try:
        info = scope.catalog.find_function(text, scope.owner.parent_class)
    except UnknownFunctionError as error:
        info = _static_function(text, scope) or _component_function(text, scope, error)
    return _called(info, scope)


def _with_owner(text: str, scope: NodeScope) -> tuple[str, str]:
    """Another Blueprint's class and its function, where the name says both: `BP_Enemy.TakeHit`."""
    owner, _, name = text.strip().replace("::", ":").rpartition(":" if ":" in text else ".")
    try:
        blueprint = find_blueprint(owner, scope.context.editor.list_blueprints()) if owner else ""
    except UnknownBlueprintNameError:
        return "", text
    is_other = bool(blueprint) and blueprint != scope.owner.path
    return (generated_class_path(blueprint), name) if is_other else ("", text)


def _called(info: FunctionInfo, scope: NodeScope) -> AnyNodeSpec:
    """The node that calls a function of the catalogue in that Blueprint."""
    if is_message(info, scope.owner.parent_class, scope.catalog, of_engine=False):
        return MessageSpec(info.path)
    return call_spec(info, with_tasks=True)


def message(fields: NodeFields, scope: NodeScope) -> AnyNodeSpec:
    """A message to an interface: a call on any object, which does nothing where it has none."""
    text = needed(fields, "function_name")
    other = scope.other_class(fields.target_class)
    catalog = scope.catalog_for(other) if other else scope.catalog
    info = catalog.find_function(text, other)
    owner = catalog.class_info(info.class_path)
    if owner is None or not owner.is_interface:
        raise BadNodeError(
            f"{info.name} is a function of {info.class_name}, which is no interface.",
            "Use CallFunction, or give the interface as target_class.",
        )
    return MessageSpec(info.path)


def with_operands(
    spec: CallFunctionSpec | OperatorSpec, count: int, scope: NodeScope
) -> CallFunctionSpec | OperatorSpec:
    """The operator with that many inputs. Raises BadNodeError for what takes no more than it has."""
    if count <= _USUAL_OPERANDS:
        return spec
    if isinstance(spec, OperatorSpec):
        name, operation, takes_more = spec.operation, spec.operation, True
    else:
        info = scope.catalog.function(spec.function)
        name = spec.function.rpartition(":")[2]
        operation = "" if info is None else operation_of(info)
        takes_more = call_node_class(info) != "CallFunction"
    if not takes_more or operation in COMPARISONS:
        raise BadNodeError(f"{name} takes no further inputs.", "Leave count out.")
    if count > _MOST_OPERANDS:
        raise BadNodeError(f"{name} takes {_MOST_OPERANDS} inputs at most.", "Use several.")
    return replace(spec, operands=count)


def _own_function(text: str, scope: NodeScope) -> str:
    """The name of the Blueprint's own function or custom event that a text means, or nothing.

    Exact but for letter case first, then without blanks and underscores; several are refused.
    """
    own = scope.owner
    head, _, name = text.strip().replace("::", ":").replace(".", ":").rpartition(":")
    name = name if head.lower() in ("self", "this", own.name.lower(), own.generated_class.lower()) else text
    names = [item.name for item in callables_of(own) if item.entry is not None]
    names = list(dict.fromkeys([*names, *scope.new_events]))
    for key in (str.lower, fold):
        found = [item for item in names if key(item) == key(name)]
        if len(found) > 1:
            raise AmbiguousNameError(text, found)
        if found:
            return found[0]
    return ""


def _static_function(text: str, scope: NodeScope) -> FunctionInfo | None:
    """A function of any other class that needs no object, so that every Blueprint can call it."""
    try:
        info = scope.catalog.find_function(text)
    except (UnknownFunctionError, AmbiguousNameError):
        return None  # what several classes have needs one of them as its object
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
        return _called(scope.catalog.find_function(text, "/Script/Engine.KismetMathLibrary"), scope)
    except UnknownFunctionError as error:
        known = ", ".join([*OPERATOR_TYPES, "And", "Or", "Not"])
        raise BadNodeError(f"There is no operator '{text}'.", f"Use one of: {known}.") from error
