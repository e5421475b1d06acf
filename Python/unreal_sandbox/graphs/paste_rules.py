"""Which pasted nodes a graph takes, and what the editor makes of those that it does not.

None for a node that is left out: hardly any of these leaves a message.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.math_operators import operation_name
from blueprint_assistant.graph.kinds.node_factory import spec_of
from blueprint_assistant.graph.model.blueprint import Node, PinType, set_property
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_reference,
    member_reference,
    parse_object,
    quote,
)
from blueprint_assistant.graph.model.pin_type_text import format_pin_type
from unreal_sandbox.blueprints.taken_names import is_member_name_taken, own_function_names
from unreal_sandbox.glue.class_paths import is_child_of, native_parent
from unreal_sandbox.graphs.node_class_names import EVENT_GRAPH_ONLY, is_k2_class, is_known_class
from unreal_sandbox.graphs.rebuilt_nodes import USER_PIN

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
    from unreal_sandbox.graphs.graph_clipboard import CopiedNode

__all__ = ["admitted"]

_NEVER = frozenset({"K2Node_FunctionEntry", "K2Node_Tunnel"})
_CALLS = frozenset({"K2Node_CallFunction"})
_LATENT = frozenset({"K2Node_AsyncAction", "K2Node_BaseAsyncTask", "K2Node_PlayMontage", "K2Node_AIMoveTo"})
_REFERENCES = ("FunctionReference", "VariableReference", "DelegateReference", "EventReference")
_DUMMY = "/Script/Engine.EdGraphNode"
_UNQUOTED = re.compile(r"^\s*FunctionReference=\(MemberParent=(?!\")", re.MULTILINE)


def admitted(graph: GraphTarget, copied: CopiedNode) -> CopiedNode | None:
    """The copy as the graph takes it, or None. Raises FatalEditorError for what kills the editor."""
    node = copied.node
    if not is_k2_class(node.class_path) or not _belongs(graph, node):
        return None
    if not is_known_class(node.class_path):
        # A class that is not there came back as an empty dummy [PASTE 3]; its class is assumed.
        return replace(copied, node=Node(node.name, _DUMMY, node.guid, node.x, node.y), links={})
    node = _with_known_action(graph, _own_members(graph, node))
    copied = replace(copied, node=node)
    if node.class_name == "K2Node_PromotableOperator":
        return _operator(graph, copied)
    if node.class_name == "K2Node_Event":
        return _event(graph, copied)
    return _call(graph, copied) if node.class_name in _CALLS else copied


def _belongs(graph: GraphTarget, node: Node) -> bool:
    """Whether nodes of that kind are taken by graphs of this kind [PASTE 5]."""
    name = node.class_name
    if name in _NEVER:
        return False
    if name in EVENT_GRAPH_ONLY:
        return graph.kind == "event"
    if name == "K2Node_FunctionResult":
        return graph.kind == "function"
    return not (name in _LATENT and graph.kind == "function")


def _own_members(graph: GraphTarget, node: Node) -> Node:
    """References to the target's own class become self references [PASTE 35]."""
    own = graph.asset.class_path.lower()
    properties = node.properties
    for key in _REFERENCES:
        text = node.find_property(key)
        reference = member_reference(text or "")
        if text is not None and reference.parent_path.lower() == own:
            own_reference = replace(reference, parent=None, is_self=True)
            properties = set_property(properties, key, format_reference(own_reference))
    return node if properties is node.properties else replace(node, properties=properties)


def _with_known_action(graph: GraphTarget, node: Node) -> Node:
    """An input node whose action is not in the project has none ("must exist" [PASTE 5]; how: assumed)."""
    if node.class_name != "K2Node_EnhancedInputAction":
        return node
    ref = parse_object(node.find_property("InputAction") or "")
    known = {path.lower() for path in graph.editor.input_actions}
    if ref is not None and ref.path.lower() in known:
        return node
    return replace(node, properties=set_property(node.properties, "InputAction", None))


# --- calls ---------------------------------------------------------------------------------------


def _call(graph: GraphTarget, copied: CopiedNode) -> CopiedNode | None:
    """A plain call, when its function is there and fits the graph [PASTE 2, 5, 21]."""
    node, editor = copied.node, graph.editor
    if not node.pins and editor.switches.pasted_calls_need_a_pin:
        return None
    reference = member_reference(node.find_property("FunctionReference") or "")
    info = _function(graph, reference)
    if info is not None:
        is_late = info.is_latent and graph.kind == "function"
        return None if is_late else copied
    if reference.name.lower() in own_function_names(graph.asset) or _other_has(graph, reference):
        return copied
    if reference.is_self:
        # It may be a custom event of the same text, so it arrives; compiling finds it missing.
        return copied
    if editor.switches.pasted_unknown_functions_vanish:
        return None
    return replace(copied, node=replace(node, pins=()), links={})


def _function(graph: GraphTarget, reference: MemberReference) -> FunctionInfo | None:
    """The engine's function that a reference means. Of a library it needs the class [PASTE 33]."""
    catalog = graph.editor.catalog
    if reference.parent is not None:
        paths = catalog.ancestors(reference.parent_path) or (reference.parent_path,)
    else:
        paths = catalog.ancestors(native_parent(graph.editor, graph.asset.parent_class))
    for path in paths:
        info = catalog.function(f"{path}:{reference.name}")
        if info is not None and info.name.lower() == reference.name.lower():
            return info
    return None


def _other_has(graph: GraphTarget, reference: MemberReference) -> bool:
    """Whether another Blueprint, or a parent, declares the function."""
    path = reference.parent_path or graph.asset.parent_class
    holder, seen = graph.editor.find_blueprint(path), set[str]()
    while holder is not None and holder.path not in seen:
        if reference.name.lower() in own_function_names(holder):
            return True
        seen.add(holder.path)
        holder = graph.editor.find_blueprint(holder.parent_class)
    return False


def _operator(graph: GraphTarget, copied: CopiedNode) -> CopiedNode:
    """A promotable operator [PASTE 6, 32]."""
    node = copied.node
    spec = spec_of(node)
    function = spec.function.rpartition(":")[2] if isinstance(spec, CallFunctionSpec) else ""
    if "BooleanAND" in (operation_name(node), function):
        raise graph.editor.crash("A pasted promotable operator of BooleanAND brings the editor down.")
    if _UNQUOTED.search(copied.text) is None:
        return copied
    # Read wrongly, it lost its class: wildcards, and a reference that names no function of one.
    reference = member_reference(node.find_property("FunctionReference") or "")
    emptied = format_reference(MemberReference(reference.name))
    pins = tuple(pin if pin.is_hidden else replace(pin, type=PinType("wildcard")) for pin in node.pins)
    properties = set_property(node.properties, "FunctionReference", emptied)
    return replace(copied, node=replace(node, pins=pins, properties=properties))


# --- events --------------------------------------------------------------------------------------


def _event(graph: GraphTarget, copied: CopiedNode) -> CopiedNode:
    """An engine event, which hardly ever arrives as itself.

    One that the Blueprint has already, as a ghost too, comes as a broken custom event [PASTE 37].
    What happens to one that it lacks nobody reports: a switch.
    """
    reference = member_reference(copied.node.find_property("EventReference") or "")
    is_known = is_child_of(graph.editor, graph.asset.class_path, reference.parent_path)
    is_free = not _has_event(graph, reference.name) and is_known
    if is_free and graph.editor.switches.pasted_absent_events_arrive:
        return copied
    return _as_custom_event(graph, copied, reference.name)


def _has_event(graph: GraphTarget, name: str) -> bool:
    for draft in graph.asset.graphs.values():
        for node in draft:
            text = node.find_property("EventReference")
            if text is not None and member_reference(text).name.lower() == name.lower():
                return True
    return False


def _as_custom_event(graph: GraphTarget, copied: CopiedNode, name: str) -> CopiedNode:
    """The broken custom event: a name of its own, the event's outputs, no link (all assumed)."""
    node = copied.node
    wanted, number = f"{name}_Event", 0
    while is_member_name_taken(graph.editor, graph.asset, wanted):
        wanted, number = f"{name}_Event_{number}", number + 1
    made = Node(
        node.name,
        "/Script/BlueprintGraph.K2Node_CustomEvent",
        node.guid,
        node.x,
        node.y,
        node.pins,
        (("CustomFunctionName", quote(wanted)), *_user_pins(node)),
    )
    return replace(copied, node=made, links={})


def _user_pins(node: Node) -> list[tuple[str, str]]:
    pins = [pin for pin in node.pins if not pin.is_exec and pin.type.category != "delegate"]
    return [
        (
            USER_PIN,
            f"(PinName={quote(pin.name)},PinType={format_pin_type(pin.type)},DesiredPinDirection=EGPD_Output)",
        )
        for pin in pins
    ]
