"""`BlueprintGraphEditor`: finds, lists, adds and removes the nodes of one graph."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.specs import OtherVariableGetSpec, OtherVariableSetSpec
from blueprint_assistant.graph.model.blueprint import Node
from blueprint_assistant.graph.model.object_references import member_reference
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget, GraphTarget, NodeTarget
from unreal_sandbox.blueprints.function_signatures import find_known_function
from unreal_sandbox.blueprints.taken_names import is_member_name_taken, is_no_name, unique_member_name
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.objects import TransientTarget
from unreal_sandbox.graphs.graph_pins import find_pin, invalid_pin
from unreal_sandbox.graphs.linking import node_target
from unreal_sandbox.graphs.node_skeletons import build_node, next_position

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget

__all__ = ["GraphEditorTarget", "add_node", "put_node"]

graph_editor = UnrealClass("BlueprintGraphEditor")

_CALL = "/Script/BlueprintGraph.K2Node_CallFunction"
_UNDELETABLE = frozenset({"K2Node_FunctionEntry"})
_EVENT_NAME = re.compile(r"[^\W\d][\w ]*")


class GraphEditorTarget(TransientTarget):
    """A BlueprintGraphEditor object, bound to one graph."""

    __slots__ = ("graph",)

    def __init__(self, editor: EditorState, graph: GraphTarget) -> None:
        super().__init__(
            editor, "/Script/BlueprintEditorLibrary.BlueprintGraphEditor", "BlueprintGraphEditor"
        )
        self.graph = graph

    def key(self) -> tuple[object, ...]:
        """Every editor object is its own, even of the same graph."""
        return ("graph editor", id(self))


# --- getting one -------------------------------------------------------------------------------


@graph_editor.method(accepts_none=("graph",))
def get_graph_editor(editor: EditorState, graph: GraphTarget | None) -> GraphEditorTarget | None:
    """An editor of a graph; None for no graph."""
    return None if graph is None else GraphEditorTarget(editor, graph)


@graph_editor.method()
def get_graph_editor_by_name(
    editor: EditorState, blueprint: BlueprintTarget, graph_name: str
) -> GraphEditorTarget | None:
    """An editor of the graph of that name; logs an error and gives None when there is none."""
    graph = GraphTarget.by_name(editor, blueprint.asset, graph_name)
    if graph is None:
        editor.write_log(
            "LogBlueprintEditorLib", "Error", f"Graph '{graph_name}' not found in '{blueprint.name()}'."
        )
        return None
    return GraphEditorTarget(editor, graph)


@graph_editor.method()
def get_graph(editor: EditorState, subject: GraphEditorTarget) -> GraphTarget | None:
    """The graph being edited."""
    return subject.graph


# --- listing -----------------------------------------------------------------------------------


@graph_editor.method()
def list_all_nodes(editor: EditorState, subject: GraphEditorTarget) -> list[NodeTarget]:
    """Every K2 node; comments are not among them."""
    return subject.graph.nodes()


@graph_editor.method()
def list_nodes_of_class(
    editor: EditorState, subject: GraphEditorTarget, class_: ClassTarget
) -> list[NodeTarget]:
    """The K2 nodes of a class or of one derived from it."""
    return [item for item in subject.graph.nodes() if _is_node_of(editor, item, class_.represented)]


def _is_node_of(editor: EditorState, node: NodeTarget, class_path: str) -> bool:
    name = class_path.rsplit(".", 1)[-1]
    return is_child_of(editor, node.class_path(), class_path) or editor.types.is_a(node, name)


def _nodes_with(subject: GraphEditorTarget, severity: str) -> list[NodeTarget]:
    graph = subject.graph.name()
    names = {
        message.node
        for message in subject.graph.asset.messages
        if message.graph == graph and message.severity == severity
    }
    return [item for item in subject.graph.nodes() if item.name() in names]


@graph_editor.method()
def list_nodes_with_errors(editor: EditorState, subject: GraphEditorTarget) -> list[NodeTarget]:
    """The nodes with an error of the last compile."""
    return _nodes_with(subject, "error")


@graph_editor.method()
def list_nodes_with_warnings(editor: EditorState, subject: GraphEditorTarget) -> list[NodeTarget]:
    """The nodes with a warning of the last compile."""
    return _nodes_with(subject, "warning")


@graph_editor.method()
def list_nodes_with_notes(editor: EditorState, subject: GraphEditorTarget) -> list[NodeTarget]:
    """The nodes with a note of the last compile."""
    return _nodes_with(subject, "note")


@graph_editor.method()
def find_event_node(editor: EditorState, subject: GraphEditorTarget, event_name: str) -> NodeTarget | None:
    """The override of an engine event by C++ name, ghosts too; None outside event graphs."""
    if subject.graph.kind != "event" or editor.is_in_pie:
        return None
    for node in subject.graph.draft:
        text = node.find_property("EventReference")
        if text is not None and member_reference(text).name.lower() == event_name.lower():
            return node_target(subject.graph, node)
    return None


@graph_editor.method()
def find_graph_entry_pin(editor: EditorState, subject: GraphEditorTarget) -> Any:
    """The exec output of the function entry; invalid in event graphs."""
    for item in subject.graph.nodes():
        if item.class_name() == "K2Node_FunctionEntry":
            return find_pin(item, "then", "output")
    return invalid_pin(editor)


# --- adding ------------------------------------------------------------------------------------


def add_node(graph: GraphTarget, spec: AnyNodeSpec, *, needs_graphs: bool = False) -> NodeTarget | None:
    """Add the node of a spec at the next free field; None when it cannot be built."""
    if graph.editor.is_in_pie:
        return None
    x, y = next_position(graph)
    try:
        node = build_node(graph, spec, x=x, y=y, needs_graphs=needs_graphs)
    except GraphError as error:
        graph.editor.write_log("LogBlueprintEditorLib", "Warning", str(error))
        return None
    return put_node(graph, node)


def put_node(graph: GraphTarget, node: Node) -> NodeTarget:
    """Add a node that is ready."""
    graph.modify()
    graph.draft.add(node)
    return node_target(graph, node)


@graph_editor.method()
def add_branch_node(editor: EditorState, subject: GraphEditorTarget) -> NodeTarget | None:
    """Add a Branch."""
    return add_node(subject.graph, BranchSpec())


@graph_editor.method()
def add_custom_event_node(
    editor: EditorState, subject: GraphEditorTarget, event_name: str
) -> NodeTarget | None:
    """Add a custom event; a bad or taken name becomes a generated one. None in function graphs."""
    if subject.graph.kind != "event":
        editor.write_log("LogBlueprintEditorLib", "Warning", "Custom events belong in event graphs.")
        return None
    asset = subject.graph.asset
    name = event_name
    if _EVENT_NAME.fullmatch(name) is None or is_no_name(name) or is_member_name_taken(editor, asset, name):
        name = unique_member_name(editor, asset, "CustomEvent")
    return add_node(subject.graph, CustomEventSpec(name))


@graph_editor.method()
def add_call_function_node(
    editor: EditorState, subject: GraphEditorTarget, function_path: str
) -> NodeTarget | None:
    """Add a call. A bad path gives a node without pins that stays in the graph (a switch: None)."""
    graph = subject.graph
    path = _function_path(editor, graph, function_path)
    if path is not None:
        info = editor.catalog.function(path)
        if info is not None and info.is_latent and graph.kind != "event":
            editor.write_log(
                "LogBlueprintEditorLib", "Warning", f"'{info.name}' is latent: event graphs only."
            )
            return None
        added = add_node(graph, CallFunctionSpec(path), needs_graphs=info is None)
        if added is not None:
            return added
    if not editor.switches.bad_function_gives_ghost_node or editor.is_in_pie:
        return None
    x, y = next_position(graph)
    name = graph.draft.unique_name("K2Node_CallFunction")
    return put_node(graph, Node(name, _CALL, new_guid(), x, y))


def _function_path(editor: EditorState, graph: GraphTarget, text: str) -> str | None:
    """The path of a function that exists: of any class by path, own and inherited ones by bare name.

    Blueprint functions are those of the last compile [FIELD_NOTES 3, 4].
    """
    asset = graph.asset
    if "/" in text:
        found = editor.catalog.function(text)
        if found is None or not (editor.switches.old_function_names_work or _is_named(found.path, text)):
            return None
        return found.path
    if find_known_function(editor, asset, text) is not None:
        return f"{asset.class_path}:{text}"
    for parent in editor.catalog.ancestors(asset.parent_class):
        found = editor.catalog.function(f"{parent}:{text}")
        if found is not None:
            return found.path
    return None


def _is_named(path: str, text: str) -> bool:
    """Whether a text ends in the name of the function at a path, which an old name does not."""
    return re.split("[:.]", text)[-1].lower() == path.rpartition(":")[2].lower()


@graph_editor.method()
def add_get_member_variable_node(
    editor: EditorState, subject: GraphEditorTarget, member_name: str, class_path: str
) -> NodeTarget | None:
    """Add a getter of a member that the last compile knows; None for an unknown one.

    With the path of another class the getter has a Target.
    """
    if _is_of_another_class(subject.graph, class_path):
        return add_node(subject.graph, OtherVariableGetSpec(class_path, member_name))
    return add_node(subject.graph, VariableGetSpec(member_name))


@graph_editor.method()
def add_set_member_variable_node(
    editor: EditorState, subject: GraphEditorTarget, member_name: str, class_path: str
) -> NodeTarget | None:
    """Add a setter of a member that the last compile knows; None for an unknown one."""
    if _is_of_another_class(subject.graph, class_path):
        return add_node(subject.graph, OtherVariableSetSpec(class_path, member_name))
    return add_node(subject.graph, VariableSetSpec(member_name))


def _is_of_another_class(graph: GraphTarget, class_path: str) -> bool:
    return bool(class_path) and class_path.lower() != graph.asset.class_path.lower()


# --- removing ----------------------------------------------------------------------------------


@graph_editor.method()
def remove_nodes(editor: EditorState, subject: GraphEditorTarget, nodes: list[NodeTarget | None]) -> None:
    """Remove nodes with their links; function entries stay."""
    graph = subject.graph
    if editor.is_in_pie:
        return
    for item in nodes:
        if item is None or item.graph.key() != graph.key() or item.name() not in graph.draft:
            continue
        if item.class_name() in _UNDELETABLE:
            continue
        graph.modify()
        graph.draft.remove(item.name())


@graph_editor.method()
def remove_member_variable(editor: EditorState, subject: GraphEditorTarget, member_name: str) -> bool:
    """Remove a member variable of the Blueprint; nodes that use it stay and break."""
    asset = subject.graph.asset
    variable = asset.find_variable(member_name)
    if variable is None or editor.is_in_pie:
        return False
    subject.graph.modify()
    asset.variables = tuple(item for item in asset.variables if item.guid != variable.guid)
    asset.defaults.pop(variable.name, None)
    return True
