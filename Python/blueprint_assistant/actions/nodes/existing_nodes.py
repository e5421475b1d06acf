"""Events and timelines that a Blueprint has already. Outside uses existing_node and refuse_comment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.nodes.node_scope import BadNodeError
from blueprint_assistant.editor.plan.simulate.node_bubbles import bubble_text
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import (
    ComponentEventSpec,
    EnhancedInputActionSpec,
    InputKeySpec,
    TimelineSpec,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = ["existing_node", "refuse_comment"]

_ONE_EACH = CustomEventSpec | ComponentEventSpec | EnhancedInputActionSpec | InputKeySpec | TimelineSpec


def existing_node(spec: AnyNodeSpec, owner: Blueprint) -> tuple[Graph, Node] | None:
    """The node that is that event already: there can be one of each per Blueprint."""
    if not isinstance(spec, _ONE_EACH):
        return None
    wanted = _event_key(spec)
    for graph in owner.graphs:
        for node in graph.nodes:
            known = any_spec_of(node)
            if known is not None and _event_key(known) == wanted and _has_tracks(known, spec):
                return graph, node
    return None


def _has_tracks(known: AnyNodeSpec, wanted: AnyNodeSpec) -> bool:
    """Whether a timeline has the tracks that are wanted; other nodes have none."""
    if not isinstance(known, TimelineSpec) or not isinstance(wanted, TimelineSpec):
        return True
    there = {(name.lower(), kind) for name, kind in known.tracks}
    return {(name.lower(), kind) for name, kind in wanted.tracks} <= there


def refuse_comment(node: Node, comment: str) -> None:
    """Refuse to pass over a comment that a node is to have which is there. Raises BadNodeError."""
    if comment.strip() and bubble_text(node) != comment.strip():
        raise BadNodeError(
            "That node is there already, and its comment is another one.",
            "Leave the comment out, then use set_node_comment.",
        )


def _event_key(spec: AnyNodeSpec) -> tuple[str, ...]:
    """What makes an event the same event; names have no letter case."""
    match spec:
        case CustomEventSpec(name):
            return "custom", name.lower()
        case ComponentEventSpec(component, delegate):
            return "component", component.lower(), delegate.lower()
        case EnhancedInputActionSpec(action):
            return "action", action.lower()
        case InputKeySpec(key, is_debug):
            return "key", key.lower(), str(is_debug)
        case TimelineSpec(name):
            return "timeline", name.lower()
        case _:
            return ("other",)
