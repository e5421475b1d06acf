"""Function graphs: how they are made, named, renamed and removed.

A new function graph has an entry and nothing else; the result node comes with the first output
or with `add_return_node` [FIELD_NOTES trap 25].
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import (
    EXEC,
    FunctionFlag,
    Graph,
    Node,
    Pin,
    PinRef,
    set_property,
)
from blueprint_assistant.graph.model.graph_draft import GraphDraft
from blueprint_assistant.graph.model.object_references import (
    MemberReference,
    format_reference,
    member_reference,
    quote,
    unquote,
)
from unreal_sandbox.assets.asset_kinds import WIDGET_BLUEPRINT
from unreal_sandbox.blueprints.blueprint_asset import new_guid
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget
from unreal_sandbox.blueprints.function_signatures import compiled_signatures, is_function_library
from unreal_sandbox.blueprints.taken_names import is_member_name_taken
from unreal_sandbox.blueprints.user_pins import added_pin, is_editable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.model.blueprint import GraphKind
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = [
    "ENTRY_CLASS",
    "RESULT_CLASS",
    "add_function",
    "add_result_node",
    "can_be_deleted",
    "declaring_graph",
    "entry_of",
    "free_function_name",
    "graph_properties",
    "is_graph_name",
    "new_entry",
    "remove_graph_named",
    "rename_function",
    "results_of",
]

ENTRY_CLASS = "K2Node_FunctionEntry"
RESULT_CLASS = "K2Node_FunctionResult"
_NODE_PATH = "/Script/BlueprintGraph."
_SCHEMA = "\"/Script/CoreUObject.Class'/Script/BlueprintGraph.EdGraphSchema_K2'\""
_WIDGET_SCHEMA = "\"/Script/CoreUObject.Class'/Script/UMGEditor.WidgetGraphSchema'\""
_METADATA = '(Category=NSLOCTEXT("KismetSchema", "Default", "Default"))'
_USUAL_FLAGS = FunctionFlag.PUBLIC | FunctionFlag.BLUEPRINT_CALLABLE | FunctionFlag.BLUEPRINT_EVENT
# The characters that the engine keeps out of object names, without the blank: functions have some.
_NOT_IN_NAMES = frozenset("\"',/.:|&!~\n\r\t@#(){}[]=;^%$`\\")
_RESULT_DISTANCE = 256
_BUMP = 100


# --- looking ---------------------------------------------------------------------------------------


def entry_of(graph: GraphTarget) -> Node | None:
    """The entry node of a function or signature graph."""
    return next(iter(graph.draft.nodes_of_class(ENTRY_CLASS)), None)


def results_of(graph: GraphTarget) -> list[Node]:
    """The result nodes of a function graph."""
    return graph.draft.nodes_of_class(RESULT_CLASS)


def is_graph_name(name: str) -> bool:
    """Whether a graph can have the name: blanks are fine, what separates paths is not (assumed)."""
    return bool(name.strip()) and not any(letter in _NOT_IN_NAMES for letter in name)


def free_function_name(editor: EditorState, asset: BlueprintAsset, base: str) -> str:
    """`Fn`, or `Fn_0` when it is taken, also by a function that only the compiled class still has.

    So a function that was removed and is made again before a compile becomes `Fn_0` [FIELD_NOTES 3].
    """
    compiled = {item.name.lower() for item in compiled_signatures(asset)}

    def is_taken(name: str) -> bool:
        return name.lower() in compiled or is_member_name_taken(editor, asset, name)

    name, number = base, 0
    while is_taken(name):
        name, number = f"{base}_{number}", number + 1
    return name


# --- making ----------------------------------------------------------------------------------------


def graph_properties(asset: BlueprintAsset) -> tuple[tuple[str, str], ...]:
    """The lines of a new graph object."""
    return (("Schema", _WIDGET_SCHEMA if asset.asset_class == WIDGET_BLUEPRINT else _SCHEMA),)


def new_entry(name: str, flags: FunctionFlag = _USUAL_FLAGS) -> Node:
    """The entry of a function or dispatcher of the user's own."""
    return Node(
        f"{ENTRY_CLASS}_0",
        f"{_NODE_PATH}{ENTRY_CLASS}",
        new_guid(),
        pins=(Pin(new_guid(), "then", "output", EXEC),),
        properties=(
            ("MetaData", _METADATA),
            ("ExtraFlags", str(int(flags))),
            ("FunctionReference", format_reference(MemberReference(name))),
            ("bIsEditable", "True"),
        ),
    )


def declaring_graph(asset: BlueprintAsset, name: str, kind: GraphKind, nodes: Iterable[Node]) -> Graph:
    """A graph that declares a member."""
    return Graph(name, tuple(nodes), kind=kind, guid=new_guid(), properties=graph_properties(asset))


def add_function(editor: EditorState, asset: BlueprintAsset, base: str) -> GraphTarget | None:
    """A new function under the first free name; None, with a log line, when there can be none."""
    if editor.is_in_pie or not is_graph_name(base):
        editor.write_log("LogBlueprintEditorLib", "Error", f"Failed to add a function named '{base}'.")
        return None
    name = free_function_name(editor, asset, base)
    editor.mark_package_dirty(asset)
    flags = _USUAL_FLAGS | FunctionFlag.STATIC if is_function_library(asset) else _USUAL_FLAGS
    graph = declaring_graph(asset, name, "function", [new_entry(name, flags)])
    asset.add_graph(graph)
    return GraphTarget(editor, asset, graph.guid)


def add_result_node(graph: GraphTarget) -> Node | None:
    """A result node with the outputs that the function has; None outside function graphs.

    The first one is linked to an entry that leads nowhere yet, unless a switch says otherwise.
    """
    entry = entry_of(graph)
    if graph.kind != "function" or entry is None:
        return None
    others = results_of(graph)
    graph.modify()
    node = _result_node(graph, entry, others[0] if others else None)
    graph.draft.add(node)
    then, execute = entry.find_pin("then", "output"), node.find_pin("execute", "input")
    if others or then is None or execute is None or not graph.editor.switches.first_return_node_is_linked:
        return node
    source = PinRef(entry.name, then.id)
    if not graph.draft.links_of(source):
        graph.draft.connect(source, PinRef(node.name, execute.id))
    else:
        node = replace(node, y=node.y - _BUMP)
        graph.draft.replace(node)
    return node


def _result_node(graph: GraphTarget, entry: Node, like: Node | None) -> Node:
    node = Node(
        graph.draft.unique_name(RESULT_CLASS),
        f"{_NODE_PATH}{RESULT_CLASS}",
        new_guid(),
        entry.x + _RESULT_DISTANCE,
        entry.y,
        pins=(Pin(new_guid(), "execute", "input", EXEC),),
        properties=(("FunctionReference", entry.find_property("FunctionReference") or "()"),),
    )
    if is_editable(entry):
        node = replace(node, properties=(*node.properties, ("bIsEditable", "True")))
    for pin in () if like is None else like.pins:
        if pin.is_exec:
            continue
        if is_editable(entry):
            node = added_pin(graph.editor, node, pin.name, pin.type, "input")
        else:
            node = replace(node, pins=(*node.pins, replace(pin, id=new_guid())))
    return node


# --- removing and renaming -------------------------------------------------------------------------


def can_be_deleted(graph: GraphTarget) -> bool:
    """Whether the Blueprint allows it: not the main event graph, not the construction script."""
    shape = graph.asset.shapes[graph.name()]
    return graph.name() != "EventGraph" and ("bAllowDeletion", "False") not in shape.properties


def remove_graph_named(editor: EditorState, asset: BlueprintAsset, name: str) -> None:
    """Remove a graph. Calls of its function stay and break; the asset's editor is closed [api.json]."""
    editor.mark_package_dirty(asset)
    del asset.graphs[name]
    del asset.shapes[name]
    editor.open_editors = [path for path in editor.open_editors if path != asset.path]


def rename_function(editor: EditorState, graph: GraphTarget, name: str) -> None:
    """Give a graph another name, and everything of this Blueprint that refers to its function."""
    asset, old = graph.asset, graph.name()
    editor.mark_package_dirty(asset)
    asset.shapes = {
        name if key == old else key: replace(shape, name=name) if key == old else shape
        for key, shape in asset.shapes.items()
    }
    asset.graphs = {
        name if key == old else key: GraphDraft(replace(draft.freeze(), name=name)) if key == old else draft
        for key, draft in asset.graphs.items()
    }
    asset.messages = tuple(
        replace(message, graph=name) if message.graph == old else message for message in asset.messages
    )
    if graph.kind != "event":
        for draft in asset.graphs.values():
            for node in draft:
                renamed = _with_name(node, old, name, graph.guid)
                if renamed is not node:
                    draft.replace(renamed)


def _with_name(node: Node, old: str, new: str, guid: str) -> Node:
    """The node with its references to a function of the Blueprint under the new name."""
    if node.class_name == "K2Node_CreateDelegate":
        chosen = unquote(node.find_property("SelectedFunctionName") or "")
        if chosen.lower() != old.lower():
            return node
        return replace(node, properties=set_property(node.properties, "SelectedFunctionName", quote(new)))
    for key in ("FunctionReference", "VariableReference"):
        text = node.find_property(key)
        if text is None:
            continue
        reference = member_reference(text)
        is_own = reference.parent is None and reference.name.lower() == old.lower()
        if key == "FunctionReference" and is_own and reference.guid in ("", guid):
            changed = replace(reference, name=new)
        elif key == "VariableReference" and reference.scope.lower() == old.lower():
            changed = replace(reference, scope=new)
        else:
            continue
        return replace(node, properties=set_property(node.properties, key, format_reference(changed)))
    return node
