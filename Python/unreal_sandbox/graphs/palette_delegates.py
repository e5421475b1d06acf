"""The palette entries of event dispatchers, and Assign, which makes a node and the event bound to it.

Names are from nodes.json, which infers them, and from the titles of such nodes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import display_name
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.specs import DelegateSpec
from unreal_sandbox.blueprints.taken_names import unique_member_name
from unreal_sandbox.blueprints.user_pins import added_pin
from unreal_sandbox.graphs.graph_editor import add_node
from unreal_sandbox.graphs.linking import connect
from unreal_sandbox.graphs.palette_entry import PaletteEntry

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.kinds.specs import DelegateAction
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget, NodeTarget

__all__ = ["assigned", "delegate_entries"]

_WORDS: tuple[tuple[DelegateAction, str], ...] = (
    ("call", "Call {}"),
    ("add", "Bind Event to {}"),
    ("assign", "Assign {}"),
    ("remove", "Unbind Event from {}"),
    ("clear", "Unbind all Events from {}"),
)


def delegate_entries(
    name: str, category: str, owner: str, class_path: str, *, can_call: bool = True
) -> Iterator[PaletteEntry]:
    """What can be done with a dispatcher. `class_path` is empty for the graph's own one.

    The engine's own dispatchers are not offered for a call.
    """
    for action, words in _WORDS:
        if can_call or action != "call":
            spec = DelegateSpec(action, name, class_path)
            title = words.format(display_name(name))
            yield PaletteEntry(category, title, spec, owner, needs_event_graph=action == "assign")


def assigned(graph: GraphTarget, spec: DelegateSpec) -> NodeTarget | None:
    """The node that binds, with a custom event of the right signature linked to it.

    The event's name and place are those of the engine (general knowledge of it).
    """
    editor = graph.editor
    info = editor.catalog.delegate(spec.class_path or graph.asset.class_path, spec.delegate)
    bind = add_node(graph, spec) if info is not None else None
    if bind is None or info is None:
        return None
    event = add_node(graph, CustomEventSpec(unique_member_name(editor, graph.asset, f"{info.name}_Event")))
    if event is None:
        return bind
    node = replace(event.node, x=bind.node.x - 150, y=bind.node.y + 150)
    for item in info.parameters:
        node = added_pin(editor, node, item.name, item.type, "output")
    graph.draft.replace(node)
    output, entry = node.find_pin("OutputDelegate", "output"), bind.node.find_pin("Delegate", "input")
    if output is not None and entry is not None:
        connect(editor, (event, output), (bind, entry))
    return bind
