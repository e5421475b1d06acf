"""Ctrl+V in a graph: which copied nodes arrive, under which names, where, and linked how.

`paste` is for the control side; scripts have no such call. Sources are the numbered points of the
notes on pasting [PASTE n]; most of what goes wrong leaves no message.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.model.object_references import quote, unquote
from unreal_sandbox.blueprints.blueprint_asset import CompilerMessage, new_guid
from unreal_sandbox.blueprints.taken_names import is_member_name_taken, unique_member_name
from unreal_sandbox.graphs.graph_clipboard import read_clipboard
from unreal_sandbox.graphs.linking import settle_node
from unreal_sandbox.graphs.node_class_names import is_k2_class
from unreal_sandbox.graphs.node_skeletons import skeleton
from unreal_sandbox.graphs.paste_rules import admitted
from unreal_sandbox.graphs.pasted_links import pasted_links
from unreal_sandbox.graphs.rebuilt_nodes import rebuilt

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import Graph, Node, Properties
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, MessageSeverity
    from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
    from unreal_sandbox.graphs.graph_clipboard import CopiedNode

__all__ = ["paste_text"]

_STALE = ("ErrorType", "ErrorMsg", "bHasCompilerMessage")
_SEVERITIES: dict[str, MessageSeverity] = {"1": "error", "3": "warning", "4": "note"}
_DEFAULT_SIZE = {"NodeWidth": "400", "NodeHeight": "100"}
_NAMED = {"K2Node_CustomEvent": "CustomFunctionName", "K2Node_Timeline": "TimelineName"}


def paste_text(graph: GraphTarget, text: str, at: tuple[int, int]) -> tuple[str, ...]:
    """Paste a text with its middle at a point; the names of the nodes that arrived.

    One undo step [PASTE 42]. Nothing arrives during play in editor, or of a text that holds no
    nodes of Blueprint graphs.
    """
    editor = graph.editor
    copied = read_clipboard(text)
    ours = [item for item in copied if is_k2_class(item.node.class_path)]
    if editor.is_in_pie or graph.kind == "delegate" or (copied and not ours):
        editor.write_log("LogBlueprint", "Warning", "The copied nodes cannot be pasted in this graph.")
        return ()
    arriving = [item for copy in ours if (item := admitted(graph, copy)) is not None]
    if not arriving:
        return ()
    editor.transactions.begin("Paste")
    try:
        graph.modify()
        return _put(graph, arriving, at)
    finally:
        editor.transactions.end()


def _put(graph: GraphTarget, arriving: list[CopiedNode], at: tuple[int, int]) -> tuple[str, ...]:
    dx, dy = _offset([item.node for item in arriving], at)
    owner = skeleton(graph.editor, graph.asset)
    free = _Names(graph, (item.node.name for item in arriving))
    names = []
    for item in arriving:
        node = rebuilt(graph, item.node, owner)
        node = _renamed(graph, node, free.name_for(node))
        _keep_messages(graph, node)
        node = _with_new_guids(replace(node, x=node.x + dx, y=node.y + dy))
        graph.draft.add(replace(node, properties=_stored(node)))
        names.append(node.name)
    _link(graph, arriving, names)
    return tuple(names)


def _offset(nodes: list[Node], at: tuple[int, int]) -> tuple[int, int]:
    """How far the group moves: the average of its positions comes to the point [PASTE 38]."""
    count = len(nodes)
    return (
        at[0] - round(sum(node.x for node in nodes) / count),
        at[1] - round(sum(node.y for node in nodes) / count),
    )


# --- identity ------------------------------------------------------------------------------------


class _Names:
    """Free object names: those of the text are kept when they are free [PASTE 9], and left to their nodes."""

    def __init__(self, graph: GraphTarget, text: Iterable[str]) -> None:
        self._graph = graph
        self._text = set(text)
        self._next: dict[str, int] = {}

    def name_for(self, node: Node) -> str:
        """The name under which a node arrives. What became another class gets a new one."""
        was_event = node.class_name == "K2Node_CustomEvent" and node.name.startswith("K2Node_Event_")
        if node.name not in self._graph.draft and not was_event:
            return node.name
        number = self._next.get(node.class_name, 0)
        while (name := f"{node.class_name}_{number}") in self._graph.draft or name in self._text:
            number += 1
        self._next[node.class_name] = number + 1
        return name


def _renamed(graph: GraphTarget, node: Node, name: str) -> Node:
    """The node under its name; a taken name of an event or timeline is changed too."""
    key = _NAMED.get(node.class_name)
    if key is None:
        return replace(node, name=name)
    asset, editor = graph.asset, graph.editor
    member = unquote(node.find_property(key) or "")
    if member and is_member_name_taken(editor, asset, member):
        member = unique_member_name(editor, asset, member)
    return replace(node, name=name, properties=_with_member(node.properties, key, member))


def _with_member(properties: Properties, key: str, member: str) -> Properties:
    """The properties with another value of a name, in the quotes that it had."""
    return tuple(
        (label, (quote(member) if text.startswith('"') else member) if label == key else text)
        for label, text in properties
    )


def _with_new_guids(node: Node) -> Node:
    """Node GUIDs are always made anew, also inside collapsed nodes [PASTE 9; inside: assumed]."""
    inner = node.graph
    return replace(node, guid=new_guid(), graph=None if inner is None else _inner_with_new_guids(inner))


def _inner_with_new_guids(graph: Graph) -> Graph:
    nodes = tuple(_with_new_guids(node) for node in graph.nodes)
    return replace(graph, nodes=nodes, guid=new_guid())


def _stored(node: Node) -> Properties:
    """The properties as the graph keeps them: default sizes of comments are not written back."""
    is_comment = node.class_name == "EdGraphNode_Comment"
    return tuple(
        (name, text)
        for name, text in node.properties
        if name not in _STALE and not (is_comment and _DEFAULT_SIZE.get(name) == text)
    )


def _keep_messages(graph: GraphTarget, node: Node) -> None:
    """Old messages of copied nodes show until the next compile [PASTE 41]."""
    texts = dict(node.properties)
    severity = _SEVERITIES.get(texts.get("ErrorType", ""))
    if severity is not None and "ErrorMsg" in texts:
        asset: BlueprintAsset = graph.asset
        message = CompilerMessage(severity, unquote(texts["ErrorMsg"]), graph.name(), node.name)
        asset.messages = (*asset.messages, message)


# --- links ---------------------------------------------------------------------------------------


def _link(graph: GraphTarget, arriving: list[CopiedNode], names: list[str]) -> None:
    nodes = [graph.draft.node(name) for name in names]
    one_sided = graph.editor.switches.pasted_one_sided_links_stay
    for source, target in pasted_links(arriving, nodes, keeps_one_sided=one_sided):
        graph.draft.connect(source, target)
    _settle_all(graph, names)


def _settle_all(graph: GraphTarget, names: Iterable[str]) -> None:
    """Let types run through the pasted nodes until none changes [PASTE 30]."""
    waiting = dict.fromkeys(names)
    for _ in range(64 * len(waiting)):  # a bound: types settle once, operators widen a few times
        name = next(iter(waiting), None)
        if name is None:
            return
        del waiting[name]
        before = graph.draft.node(name)
        settle_node(graph, name)
        after = graph.draft.node(name)
        if after is not before:
            for pin in after.pins:
                waiting.update((ref.node, None) for ref in graph.draft.links_of(PinRef(name, pin.id)))
