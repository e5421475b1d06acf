"""Comment boxes: of a graph editor, and of the library that words and colours them.

They are no K2 nodes: they are not among the nodes of a graph, survive the removal of all of them
[FIELD_NOTES 12], and cannot be moved or resized [API 6.3, 14].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.kinds.specs import CommentSpec
from blueprint_assistant.graph.model.object_references import quote, split_fields, unquote
from unreal_sandbox.blueprints.blueprint_objects import NodeTarget
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.graphs.graph_editor import put_node
from unreal_sandbox.graphs.linking import node_target
from unreal_sandbox.graphs.node_skeletons import build_node

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target
    from unreal_sandbox.graphs.graph_editor import GraphEditorTarget

__all__: list[str] = []

graph_editor = UnrealClass("BlueprintGraphEditor")
library = UnrealClass("BlueprintEditorLibrary")

_COMMENT = "EdGraphNode_Comment"
_NEVER_DRAWN = (220, 120)
"""What a node is taken to measure that was never drawn (assumed; the engine estimates as well)."""


def _add(subject: GraphEditorTarget, text: str, place: tuple[int, int], size: tuple[int, int]) -> NodeTarget:
    graph = subject.graph
    spec = CommentSpec(text, *size)
    node = build_node(graph, spec, x=place[0], y=place[1])
    return put_node(graph, node)


@graph_editor.method()
def add_comment_node(
    editor: EditorState, subject: GraphEditorTarget, comment_text: str, location: Any, size: Any
) -> NodeTarget | None:
    """Add a comment box; where it stands and its size are chosen here once and for all."""
    if editor.is_in_pie:
        return None
    return _add(
        subject, comment_text, (int(location.x), int(location.y)), (max(int(size.x), 1), max(int(size.y), 1))
    )


@graph_editor.method()
def add_comment_to_nodes(
    editor: EditorState,
    subject: GraphEditorTarget,
    comment_text: str,
    nodes: list[NodeTarget | None],
    padding: int,
) -> NodeTarget | None:
    """Add a comment box around nodes; None when none of them is in the graph."""
    graph = subject.graph
    own = [item.node for item in nodes if item is not None and item.graph.key() == graph.key()]
    if not own or editor.is_in_pie:
        return None
    left, top = min(node.x for node in own), min(node.y for node in own)
    right = max(node.x + _size(node)[0] for node in own)
    bottom = max(node.y + _size(node)[1] for node in own)
    place = (left - padding, top - padding)
    return _add(subject, comment_text, place, (right - left + 2 * padding, bottom - top + 2 * padding))


@graph_editor.method()
def list_comment_nodes(editor: EditorState, subject: GraphEditorTarget) -> list[NodeTarget]:
    """The comment boxes; none while the game runs in the editor."""
    if editor.is_in_pie:
        return []
    return [node_target(subject.graph, node) for node in subject.graph.draft if node.class_name == _COMMENT]


@graph_editor.method()
def remove_comment_node(editor: EditorState, subject: GraphEditorTarget, comment_node: Target) -> None:
    """Remove a comment box of this graph; the nodes in it stay."""
    is_own = isinstance(comment_node, NodeTarget) and comment_node.graph.key() == subject.graph.key()
    if is_own and not editor.is_in_pie:
        subject.graph.modify()
        subject.graph.draft.remove(comment_node.name())


# --- words and colour ----------------------------------------------------------------------------


@library.method()
def get_comment_text(editor: EditorState, comment_node: NodeTarget) -> str:
    """The text of a comment box."""
    return unquote(comment_node.node.find_property("NodeComment") or "")


@library.method()
def set_comment_text(editor: EditorState, comment_node: NodeTarget, new_text: str) -> None:
    """Change the text of a comment box."""
    comment_node.change_property("NodeComment", quote(new_text))


@library.method()
def get_comment_color(editor: EditorState, comment_node: NodeTarget) -> Any:
    """The colour; white as long as nobody chose one."""
    text = comment_node.node.find_property("CommentColor") or "(R=1,G=1,B=1,A=1)"
    parts = dict(split_fields(text))
    numbers = [float(parts.get(name, 1.0)) for name in ("R", "G", "B", "A")]
    return editor.types.get("LinearColor")(*numbers)


@library.method()
def set_comment_color(editor: EditorState, comment_node: NodeTarget, color: Any) -> None:
    """Set the colour."""
    text = f"(R={color.r:.6f},G={color.g:.6f},B={color.b:.6f},A={color.a:.6f})"
    comment_node.change_property("CommentColor", text)


# --- what stands inside --------------------------------------------------------------------------


@library.method()
def get_nodes_in_comment(editor: EditorState, comment_node: NodeTarget) -> list[NodeTarget]:
    """The K2 nodes that stand wholly inside the box; comments inside are left out.

    Membership is by position here, as a manual move makes it; nodes that were never drawn are
    taken to have the estimated size.
    """
    if editor.is_in_pie:
        return []
    graph = comment_node.graph
    box = comment_node.node
    return [node_target(graph, node) for node in _inside(box, graph.draft)]


def _inside(box: Node, nodes: Iterable[Node]) -> list[Node]:
    width, height = _size(box)
    found = []
    for node in nodes:
        own_width, own_height = _size(node)
        is_inside = box.x <= node.x and node.x + own_width <= box.x + width
        is_inside = is_inside and box.y <= node.y and node.y + own_height <= box.y + height
        if is_inside and node.class_name.startswith("K2Node"):
            found.append(node)
    return found


def _size(node: Node) -> tuple[int, int]:
    sizes = [node.find_property(name) or "0" for name in ("NodeWidth", "NodeHeight")]
    width, height = (int(float(size)) for size in sizes)
    return (width or _NEVER_DRAWN[0], height or _NEVER_DRAWN[1])
