"""Creates Blueprints as the editor does: graphs, ghost events, default root, first compile."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.common_specs import EventSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import EXEC, Graph, Node, ObjectRef, Pin
from blueprint_assistant.graph.model.object_references import MemberReference, format_reference
from unreal_sandbox.assets.asset_kinds import WIDGET_BLUEPRINT, kind_for_parent
from unreal_sandbox.assets.plain_assets import other_assets
from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, ScsNode, new_guid
from unreal_sandbox.blueprints.compiler import compile_asset
from unreal_sandbox.components.native_components import has_native_root
from unreal_sandbox.desk.editor_windows import ask
from unreal_sandbox.glue.class_paths import is_child_of, known_class_path, native_parent

if TYPE_CHECKING:
    from unreal_sandbox.assets.asset_kinds import AssetKind
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["DEFAULT_ROOT", "create_blueprint", "default_root", "parent_refusal", "path_refusal"]

_ACTOR = "/Script/Engine.Actor"
_COMPONENT = "/Script/Engine.ActorComponent"
_USER_WIDGET = "/Script/UMG.UserWidget"
_GHOSTS = {
    _ACTOR: (("ReceiveBeginPlay", 0), ("ReceiveActorBeginOverlap", 208), ("ReceiveTick", 416)),
    _COMPONENT: (("ReceiveBeginPlay", 0), ("ReceiveTick", 208)),
    _USER_WIDGET: (("PreConstruct", 0), ("Construct", 208), ("Tick", 416)),
}
_GHOST_COMMENT = '"This node is disabled and will not be called.\\r\\nDrag off pins to build functionality."'
_GHOST_PROPERTIES = (
    ("EnabledState", "Disabled"),
    ("bCommentBubblePinned", "True"),
    ("bCommentBubbleVisible", "True"),
    ("NodeComment", _GHOST_COMMENT),
)
_SCHEMA = (("Schema", "\"/Script/CoreUObject.Class'/Script/BlueprintGraph.EdGraphSchema_K2'\""),)
_WIDGET_SCHEMA = (("Schema", "\"/Script/CoreUObject.Class'/Script/UMGEditor.WidgetGraphSchema'\""),)
_VALID_PATH = re.compile(r"/Game(?:/[^/.:\\*?\"<>|' ,&!~@#\n\r\t]+)+")
_NOT_BLUEPRINTABLE = (
    "/Script/CoreUObject.Class",
    "/Script/CoreUObject.Field",
    "/Script/CoreUObject.Package",
    "/Script/Engine.BlueprintCore",
    "/Script/Engine.EdGraph",
    "/Script/Engine.EdGraphNode",
)

DEFAULT_ROOT = "DefaultSceneRoot"


def create_blueprint(
    editor: EditorState, path: str, parent_class: str, kind: AssetKind | None = None
) -> BlueprintAsset | None:
    """A new Blueprint at a package path, compiled once; None with a log line when that cannot be.

    Without a kind the parent class decides between a Blueprint and a widget Blueprint.
    """
    editor.note_nested_change(f"'{path}' created")
    kind = kind or kind_for_parent(editor, parent_class)
    reason = path_refusal(editor, path) or parent_refusal(editor, parent_class, kind)
    if reason:
        if editor.switches.creating_over_asks and editor.find_blueprint(path) is not None:
            ask(editor, "Overwrite existing object", f"'{path}' exists. Overwrite it?")
        editor.write_log("LogBlueprintEditorLib", "Error", f"Failed to create '{path}': {reason}")
        return None
    asset = BlueprintAsset(
        editor.next_uid(),
        path,
        known_class_path(editor, parent_class) or parent_class,
        asset_class=kind.asset_class,
        blueprint_type=kind.blueprint_type,
    )
    editor.blueprints[path.lower()] = asset
    editor.classes_changed()
    if kind.has_event_graph:
        _add_first_graphs(editor, asset)
    compile_asset(editor, asset, is_first=True)
    return asset


def _add_first_graphs(editor: EditorState, asset: BlueprintAsset) -> None:
    schema = _WIDGET_SCHEMA if asset.asset_class == WIDGET_BLUEPRINT else _SCHEMA
    asset.add_graph(Graph("EventGraph", kind="event", guid=new_guid(), properties=schema))
    if is_child_of(editor, asset.parent_class, _ACTOR):
        asset.add_graph(_construction_script())
        if not has_native_root(editor, asset):
            asset.components = (default_root(),)
    _add_ghosts(editor, asset)


def path_refusal(editor: EditorState, path: str, *, may_replace_redirector: bool = False) -> str:
    """Why no asset can be made at a package path, or an empty text. A redirector takes one too (assumed)."""
    if editor.is_in_pie:
        return "the editor is in a play mode."
    if _VALID_PATH.fullmatch(path) is None:
        return "the path must be a package path under /Game without special characters."
    if editor.find_blueprint(path) is not None:
        return "an asset already exists at this path."
    if path.lower() in {other.lower() for other in other_assets(editor)}:
        return "an asset already exists at this path."
    if path.lower() in editor.redirectors and not may_replace_redirector:
        return "a redirector is at this path."
    if editor.storage is not None and path.lower() in editor.storage.unreadable:
        return "a file that cannot be read is at this path."
    return ""


def parent_refusal(editor: EditorState, parent_class: str, kind: AssetKind) -> str:
    """Why a class cannot be the parent of an asset of a kind, or an empty text."""
    known = known_class_path(editor, parent_class)
    info = editor.catalog.class_info(parent_class)
    is_engine_part = known is not None and any(
        is_child_of(editor, known, base) for base in _NOT_BLUEPRINTABLE
    )
    is_interface = info is not None and info.is_interface and kind.must_derive_from != parent_class
    is_foreign = bool(kind.must_derive_from) and not is_child_of(editor, parent_class, kind.must_derive_from)
    if known is None or is_engine_part or is_interface or is_foreign:
        return f"'{parent_class}' cannot be the parent of a Blueprint."
    return ""


def default_root() -> ScsNode:
    """The scene root that an Actor Blueprint has while nothing else is its root."""
    return ScsNode(DEFAULT_ROOT, "/Script/Engine.SceneComponent", new_guid())


def _construction_script() -> Graph:
    parent = ObjectRef(_ACTOR, "/Script/CoreUObject.Class")
    reference = format_reference(MemberReference("UserConstructionScript", parent))
    then = Pin(new_guid(), "then", "output", EXEC)
    entry = Node(
        "K2Node_FunctionEntry_0",
        "/Script/BlueprintGraph.K2Node_FunctionEntry",
        new_guid(),
        pins=(then,),
        properties=(("FunctionReference", reference),),
    )
    properties = (*_SCHEMA, ("bAllowDeletion", "False"))
    return Graph("UserConstructionScript", (entry,), kind="function", guid=new_guid(), properties=properties)


def _add_ghosts(editor: EditorState, asset: BlueprintAsset) -> None:
    base = next((path for path in _GHOSTS if is_child_of(editor, asset.parent_class, path)), None)
    if base is None:
        return
    owner = asset.as_model((), ())
    owner = replace(owner, parent_class=native_parent(editor, asset.parent_class))
    for number, (event, y) in enumerate(_GHOSTS[base]):
        node = make_node(
            EventSpec(event),
            owner=owner,
            catalog=editor.catalog,
            name=f"K2Node_Event_{number}",
            new_guid=new_guid,
            y=y,
        )
        asset.graphs["EventGraph"].add(replace(node, properties=(*node.properties, *_GHOST_PROPERTIES)))
