"""The steps of a plan that concern nodes, tried on values. Part of `simulation`.

Which nodes the editor can build at all is told by `buildable_nodes`. Pure; any thread.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from blueprint_assistant.editor.plan.buildable_nodes import (
    can_be_pasted,
    paste_only,
    refusal_in_construction,
    refusal_of,
)
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    MoveNodesStep,
    OperationResult,
    PinAt,
    PlanError,
    RemoveNodesStep,
    SetCommentTextStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.simulate.node_bubbles import enabled, with_bubble
from blueprint_assistant.editor.plan.simulate.shaped_nodes import reshaped, shapes
from blueprint_assistant.editor.plan.simulate.value_equality import same_default
from blueprint_assistant.errors import nearest
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.catalog.widget_tree import has_widgets
from blueprint_assistant.graph.kinds.common_specs import (
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, is_ghost, make_node, node_class
from blueprint_assistant.graph.kinds.node_kinds import is_set_by_hand
from blueprint_assistant.graph.kinds.specs import (
    CommentSpec,
    ComponentEventSpec,
    FunctionResultSpec,
    LocalVariableGetSpec,
    LocalVariableSetSpec,
    TimelineSpec,
)
from blueprint_assistant.graph.model.blueprint import Direction, Node, Pin, PinRef, set_property
from blueprint_assistant.graph.model.object_references import quote, unquote
from blueprint_assistant.graph.rules.inference import settle_from
from blueprint_assistant.graph.rules.member_names import parameter_problem
from blueprint_assistant.graph.rules.node_rules import drops_value
from blueprint_assistant.graph.rules.pin_defaults import localized
from blueprint_assistant.graph.rules.schema import Allowed, Conversion, Refused

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.editor.plan.simulate.simulated_blueprint import SimulatedBlueprint
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.graph.model.graph_draft import GraphDraft
    from blueprint_assistant.graph.rules.schema import Breaks

__all__ = ["apply_to_nodes", "color_text"]

_DECLARING = ("K2Node_FunctionEntry", "K2Node_FunctionResult", "K2Node_CustomEvent", "K2Node_Tunnel")
"""The nodes that say what a graph's callers look like."""
_STAYS = {
    "K2Node_FunctionEntry": "the entry of its function: remove the function instead",
    "K2Node_Tunnel": "the entry or exit of its graph",
}
_COMMENT = "EdGraphNode_Comment"


def apply_to_nodes(state: SimulatedBlueprint, operation: NodeOperation) -> OperationResult:
    """Try one step. Raises PlanError or a GraphError with the reason why it is refused."""
    match operation:
        case AddNodeStep():
            return _add_node(state, operation)
        case ConnectPinsStep():
            return _connect(state, operation)
        case DisconnectPinsStep():
            return _disconnect(state, operation)
        case SetPinDefaultStep():
            return _set_default(state, operation)
        case RemoveNodesStep():
            return _remove(state, operation)
        case MoveNodesStep():
            return _move(state, operation)
        case AddCommentStep():
            return _add_comment(state, operation)
        case SetCommentTextStep():
            return _set_comment_text(state, operation)
        case _:
            assert_never(operation)


# --- adding --------------------------------------------------------------------------------------


def _add_node(state: SimulatedBlueprint, operation: AddNodeStep) -> OperationResult:
    draft, spec = state.draft(operation.graph), operation.spec
    _require_new_key(state, draft, operation.key)
    _refuse_comment(state, operation)
    existing = _existing_event(draft, spec)
    if existing is not None:
        state.keep_node(operation.key, operation.graph, existing.name)
        if not is_ghost(existing):
            return OperationResult("unchanged", "the event is in the graph already", existing.name)
        draft.replace(enabled(existing))
        return OperationResult("done", "the greyed-out event is in use now", existing.name)
    reason = refusal_of(spec, draft.kind, state.catalog)
    reason = reason or refusal_in_construction(spec, operation.graph)
    reason = reason or (None if state.may_paste else paste_only(spec))
    if reason is not None:
        raise PlanError(*reason)
    _require_member(state, spec)
    spec = _typed(draft, spec)
    node = _made(state, draft, spec, x=operation.x, y=operation.y)
    if isinstance(spec, FunctionResultSpec):
        node = _with_outputs(state, draft, node)
    draft.add(with_bubble(node, operation.comment) if operation.comment else node)
    state.keep_node(operation.key, operation.graph, node.name)
    return OperationResult("done", "", node.name)


def _refuse_comment(state: SimulatedBlueprint, operation: AddNodeStep) -> None:
    if operation.comment and not (state.may_paste and can_be_pasted(operation.spec)):
        raise PlanError(
            "The comment of such a node can only be typed.", "Leave it out, then use set_node_comment."
        )


def _typed(draft: GraphDraft, spec: AnyNodeSpec) -> AnyNodeSpec:
    """The spec of a local variable with its type, which the function's own entry knows."""
    if not isinstance(spec, LocalVariableGetSpec | LocalVariableSetSpec) or spec.type is not None:
        return spec
    function = function_of(draft.outline(*_DECLARING))
    if function is None:
        return spec
    types = {item.name: item.type for item in function.inputs}
    types |= {item.name: item.type for item in function.local_variables}
    name = next((item for item in types if item.lower() == spec.name.lower()), None)
    return spec if name is None else replace(spec, name=name, type=types[name])


def _with_outputs(state: SimulatedBlueprint, draft: GraphDraft, result: Node) -> Node:
    """A further result node with the outputs that the function has, and none of the first one's values."""
    first = next(iter(draft.nodes_of_class(result.class_name)), None)
    if first is None:
        return result
    known = {pin.name for pin in result.pins}
    added = [
        replace(
            pin,
            id=state.new_guid(),
            default_value=pin.autogenerated_default,
            default_object="",
            default_text="",
        )
        for pin in first.pins
        if pin.name not in known
    ]
    return replace(result, pins=(*result.pins, *added))


def _require_new_key(state: SimulatedBlueprint, draft: GraphDraft, key: str) -> None:
    if key in state.nodes or key in draft:
        raise PlanError(f"The key '{key}' is used twice.", "Give each new node its own key.")


def _made(state: SimulatedBlueprint, draft: GraphDraft, spec: AnyNodeSpec, *, x: int = 0, y: int = 0) -> Node:
    class_name = node_class(spec, state.catalog).rsplit(".", 1)[-1]
    return make_node(
        spec,
        owner=_with_declarations(state),
        catalog=state.catalog,
        name=draft.unique_name(class_name),
        new_guid=state.new_guid,
        x=x,
        y=y,
    )


def _with_declarations(state: SimulatedBlueprint) -> Blueprint:
    """The Blueprint with what its graphs declare now: steps before may have added to it."""
    graphs = tuple(draft.outline(*_DECLARING) for draft in state.drafts.values())
    return replace(state.owner, graphs=graphs)


def _require_member(state: SimulatedBlueprint, spec: AnyNodeSpec) -> None:
    owner = state.owner
    if isinstance(spec, VariableGetSpec | VariableSetSpec):
        known = [item.name for item in owner.variables]
        if isinstance(spec, VariableGetSpec):
            known += [item.name for item in owner.components]
        inherited = [item.name for item in state.catalog.properties_of(owner.parent_class)]
        if spec.name.lower() not in {name.lower() for name in (*known, *inherited)}:
            close = ", ".join(nearest(spec.name, [*known, *inherited]) or known[:10])
            raise PlanError(
                f"{owner.name} has no variable '{spec.name}'.",
                f"It has: {close}." if close else "Add it first.",
            )
    if isinstance(spec, ComponentEventSpec) and has_widgets(owner):
        raise PlanError(
            f"No call of the editor makes bound events of widgets ({spec.delegate} of {spec.component}).",
            f"Use BindDispatcher with event_name {spec.delegate} and the widget's class as target_class at "
            "Event Construct, or let the user add the event in the designer.",
        )
    if isinstance(spec, ComponentEventSpec) and owner.find_component(spec.component) is None:
        names = ", ".join(item.name for item in owner.components)
        raise PlanError(
            f"{owner.name} has no component '{spec.component}'.", f"It has: {names or 'no components'}."
        )
    if isinstance(spec, CustomEventSpec):
        state.require_new_name(spec.name, "event")
        problem = next(
            filter(None, (parameter_problem(item.name, is_output=False) for item in spec.inputs)), ""
        )
        if problem:
            raise PlanError(problem, "")
    if isinstance(spec, TimelineSpec):
        state.require_new_name(spec.name, "variable", beside="timelines")


def _existing_event(draft: GraphDraft, spec: AnyNodeSpec) -> Node | None:
    """The node that already overrides or binds the event: there can be one per Blueprint."""
    if not isinstance(spec, EventSpec | ComponentEventSpec):
        return None
    of_class = "K2Node_Event" if isinstance(spec, EventSpec) else "K2Node_ComponentBoundEvent"
    return next((node for node in draft.nodes_of_class(of_class) if any_spec_of(node) == spec), None)


def color_text(color: tuple[float, float, float, float]) -> str:
    """A colour as Unreal writes it."""
    red, green, blue, alpha = color
    return f"(R={red:.6f},G={green:.6f},B={blue:.6f},A={alpha:.6f})"


def _add_comment(state: SimulatedBlueprint, operation: AddCommentStep) -> OperationResult:
    draft = state.draft(operation.graph)
    _require_new_key(state, draft, operation.key)
    if operation.width < 1 or operation.height < 1:
        raise PlanError("A comment box cannot be that small.", "Give a width and a height above 0.")
    spec = CommentSpec(operation.text, operation.width, operation.height)
    node = _made(state, draft, spec, x=operation.x, y=operation.y)
    properties = node.properties
    if operation.color is not None:
        properties = set_property(properties, "CommentColor", color_text(operation.color))
    if operation.font_size is not None:
        properties = set_property(properties, "FontSize", str(operation.font_size))
    draft.add(replace(node, properties=properties))
    state.keep_node(operation.key, operation.graph, node.name)
    return OperationResult("done", "", node.name)


def _set_comment_text(state: SimulatedBlueprint, operation: SetCommentTextStep) -> OperationResult:
    draft = state.draft(operation.graph)
    node = draft.node(state.nodes.get(operation.node, operation.node))
    if node.class_name != _COMMENT:
        raise PlanError(
            f"{operation.node} is no comment box, and the comment of a node cannot be set from Python.",
            "Put a comment box around the node.",
        )
    if unquote(node.find_property("NodeComment") or "") == operation.text:
        return OperationResult("unchanged", "", node.name)
    properties = set_property(node.properties, "NodeComment", quote(operation.text))
    draft.replace(replace(node, properties=properties))
    return OperationResult("done", "", node.name)


# --- links ---------------------------------------------------------------------------------------


def _connect(state: SimulatedBlueprint, operation: ConnectPinsStep) -> OperationResult:
    draft = state.draft(operation.graph)
    source_node, source = _find(state, draft, operation.source, "output")
    target_node, target = _find(state, draft, operation.target, "input")
    source_ref, target_ref = PinRef(source_node.name, source.id), PinRef(target_node.name, target.id)
    if target_ref in draft.links_of(source_ref):
        return OperationResult("unchanged", "they are linked already")
    verdict = state.schema.can_connect(source, target, source_node=source_node, target_node=target_node)
    match verdict:
        case Refused(reason):
            raise PlanError(f"{operation.source} cannot be linked to {operation.target}: {reason}", "")
        case Conversion(function):
            replaced = _connect_through(state, draft, function, source_ref, target_ref)
            detail = f"through {function.rsplit(':', 1)[-1]}"
        case Allowed(breaks):
            replaced = _make_room(draft, source_ref, target_ref, breaks)
            _join(state, draft, source_ref, target_ref)
            detail = ""
        case _:
            assert_never(verdict)
    if replaced:
        detail = f"{detail}, replacing the link to {', '.join(replaced)}".lstrip(", ")
    return OperationResult("done", detail)


def _connect_through(
    state: SimulatedBlueprint, draft: GraphDraft, function: str, source: PinRef, target: PinRef
) -> list[str]:
    node = _made(state, draft, CallFunctionSpec(function))
    draft.add(node)
    inner = next(pin for pin in node.visible_pins if pin.direction == "input" and not pin.is_exec)
    outer = next(pin for pin in node.visible_pins if pin.direction == "output" and not pin.is_exec)
    replaced = _make_room(draft, source, target, "target")
    _join(state, draft, source, PinRef(node.name, inner.id))
    _join(state, draft, PinRef(node.name, outer.id), target)
    return replaced


def _join(state: SimulatedBlueprint, draft: GraphDraft, source: PinRef, target: PinRef) -> None:
    """Link two pins; the types that this settles on their nodes are settled, a ghost is one no longer."""
    first = draft.node(source.node)
    if is_ghost(first) and first.class_name == "K2Node_Event" and not is_set_by_hand(first):
        draft.replace(enabled(first))
    draft.connect(source, target)
    settle_from(draft, source.node, state.catalog)
    settle_from(draft, target.node, state.catalog)


def _make_room(draft: GraphDraft, source: PinRef, target: PinRef, breaks: Breaks) -> list[str]:
    """Break what a new link replaces: an exec output has one link, a data input too."""
    if breaks == "nothing":
        return []
    crowded = source if breaks == "source" else target
    replaced = [
        f"{other.node}.{pin.name}"
        for other in draft.links_of(crowded)
        if (pin := draft.pin(other)) is not None
    ]
    draft.disconnect(crowded)
    return replaced


def _disconnect(state: SimulatedBlueprint, operation: DisconnectPinsStep) -> OperationResult:
    draft = state.draft(operation.graph)
    node, pin = _find(state, draft, operation.pin, operation.direction)
    ref = PinRef(node.name, pin.id)
    linked = draft.links_of(ref)
    if operation.other is not None:
        opposite: Direction = "input" if operation.direction == "output" else "output"
        other_node, other_pin = _find(state, draft, operation.other, opposite)
        other = PinRef(other_node.name, other_pin.id)
        linked = (other,) if other in linked else ()
    if not linked:
        return OperationResult("unchanged", "they are not linked" if operation.other else "it has no links")
    for end in linked:
        draft.disconnect(ref, end)
    return OperationResult("done", f"{len(linked)} link" + ("s" if len(linked) > 1 else ""), node.name)


# --- values, places, removal ---------------------------------------------------------------------


def _set_default(state: SimulatedBlueprint, operation: SetPinDefaultStep) -> OperationResult:
    draft = state.draft(operation.graph)
    node, pin = _find(state, draft, operation.pin, "input")
    if pin.is_exec:
        raise PlanError(f"{operation.pin} is an exec pin and holds no value.", "Link it instead.")
    if draft.links_of(PinRef(node.name, pin.id)):
        raise PlanError(
            f"{operation.pin} is linked, so its default is not used.", "Change what it is linked to."
        )
    if pin.default_is_ignored:
        raise PlanError(
            f"{operation.pin} takes a reference: a value on it has no effect.", "Link a node that makes it."
        )
    value = state.schema.validate_default(pin.type, operation.value)
    if same_default(state.schema, pin.type, pin.default, value):
        return OperationResult("unchanged", f"it is '{pin.default}' already", node.name)
    if drops_value(node, pin):
        raise PlanError(
            f"{operation.pin} keeps no value: the editor drops one on the first input of an operator.",
            "Give the value to B, or link A.",
        )
    draft.replace_pin(node.name, _with_default(pin, value))
    if shapes(node, pin):
        draft.replace(reshaped(draft.node(node.name), state.owner, state.catalog, state.new_guid))
    settle_from(draft, node.name, state.catalog)
    return OperationResult("done", value, node.name)


def _with_default(pin: Pin, value: str) -> Pin:
    """The pin with its default in the field that Unreal keeps it in for that type."""
    category = pin.type.category
    if category in {"object", "class", "interface"}:
        return replace(pin, default_value="", default_object="" if value == "None" else value)
    if category == "text":
        return replace(pin, default_text=localized(pin, value))
    return replace(pin, default_value=value)


def _remove(state: SimulatedBlueprint, operation: RemoveNodesStep) -> OperationResult:
    draft = state.draft(operation.graph)
    names = dict.fromkeys(state.nodes.get(item, item) for item in operation.nodes)
    for name in names:
        node = draft.node(name)
        if node.class_name in _STAYS:
            raise PlanError(f"Node {name} cannot be removed: it is {_STAYS[node.class_name]}.", "")
    for name in names:
        draft.remove(name)
    state.forget_nodes(operation.graph, names)
    return OperationResult("done", f"{len(names)} removed")


def _move(state: SimulatedBlueprint, operation: MoveNodesStep) -> OperationResult:
    draft = state.draft(operation.graph)
    has_moved = False
    for key, x, y in operation.places:
        node = draft.node(state.nodes.get(key, key))
        if (node.x, node.y) == (x, y) and state.was_there(operation.graph):
            continue
        if node.class_name == _COMMENT:
            raise PlanError(
                f"{key} is a comment box, which cannot be moved from Python.",
                "Remove it and add it anew.",
            )
        draft.replace(replace(node, x=x, y=y))
        has_moved = True
    return OperationResult("done" if has_moved else "unchanged")


def _find(state: SimulatedBlueprint, draft: GraphDraft, at: PinAt, direction: Direction) -> tuple[Node, Pin]:
    node = draft.node(state.nodes.get(at.node, at.node))
    pin = node.find_pin(at.pin, direction)
    if pin is None or pin.is_hidden:
        known = [item.name for item in node.visible_pins if item.direction == direction]
        raise PlanError(
            f"Node {at.node} has no {direction} pin '{at.pin}'.",
            f"It has: {', '.join(known) or 'none'}.",
        )
    return node, pin
