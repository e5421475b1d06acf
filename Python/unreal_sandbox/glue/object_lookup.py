"""Finds objects by path, as load_object, find_object and text references do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.assets.plain_assets import plain_asset
from unreal_sandbox.assets.redirectors import follow
from unreal_sandbox.blueprints.blueprint_objects import (
    BlueprintTarget,
    GraphTarget,
    NodeTarget,
    TemplateTarget,
)
from unreal_sandbox.glue.classes import default_object_of, find_class_target
from unreal_sandbox.glue.objects import EnumTypeTarget, FunctionTarget, PackageTarget, StructTypeTarget

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = ["find_asset_target", "find_object_target"]


def find_object_target(editor: EditorState, path: str) -> Target | None:
    """The object at a full path, or None. Blueprint packages also by package path alone."""
    if "'" in path:
        path = path.rsplit("'", 2)[-2]
    if path.startswith("/Script/"):
        return _find_native(editor, path)
    asset = editor.find_blueprint(path)
    if asset is None:
        return plain_asset(editor, path)
    asset.was_asked_for = True
    _, _, inside = path.rpartition("/")
    _, _, object_name = inside.partition(".")
    return _find_in_asset(editor, asset, object_name)


def _find_native(editor: EditorState, path: str) -> Target | None:
    if "." not in path:
        return PackageTarget(editor, path)
    owner, separator, member = path.partition(":")
    if separator:
        function = editor.catalog.function(path)
        same = function is not None and function.name.lower() == member.lower()
        return FunctionTarget(editor, function.path) if function is not None and same else None
    name = owner.rsplit(".", 1)[-1]
    if name.lower().startswith("default__"):
        found = find_class_target(editor, f"{owner.rsplit('.', 1)[0]}.{name[len('Default__') :]}")
        return None if found is None else default_object_of(found)
    found = find_class_target(editor, owner)
    if found is not None:
        return found
    struct = editor.catalog.struct(owner)
    if struct is not None and struct.path.lower() == owner.lower():
        return StructTypeTarget(editor, struct.path)
    enum = editor.catalog.enum(owner)
    if enum is not None and enum.path.lower() == owner.lower():
        return EnumTypeTarget(editor, enum.path)
    return None


def _find_in_asset(editor: EditorState, asset: BlueprintAsset, name: str) -> Target | None:
    head, _, rest = name.partition(":")
    lower = head.lower()
    if lower in {"", asset.name.lower()}:
        return BlueprintTarget(editor, asset) if not rest else _find_graph_part(editor, asset, rest)
    if lower == f"default__{asset.name}_c".lower():
        of_class = find_class_target(editor, asset.class_path)
        return None if of_class is None else default_object_of(of_class)
    if lower != f"{asset.name}_c".lower():
        return None
    if not rest:
        return find_class_target(editor, asset.class_path)
    component = asset.find_component(rest.removesuffix("_GEN_VARIABLE"))
    return None if component is None else TemplateTarget(editor, asset, component.guid)


def _find_graph_part(editor: EditorState, asset: BlueprintAsset, rest: str) -> Target | None:
    graph_name, _, node_name = rest.partition(".")
    graph = GraphTarget.by_name(editor, asset, graph_name)
    if graph is None or not node_name:
        return graph
    if node_name not in graph.draft:
        return None
    return NodeTarget(graph, node_name, graph.draft.node(node_name).guid)


def find_asset_target(
    editor: EditorState, path: str, *, follow_redirectors: bool = True
) -> BlueprintTarget | None:
    """The asset at a package or object path; None too while the registry is still scanning."""
    if editor.is_loading_assets or ":" in path:
        return None
    folder, _, last = path.rpartition("/")
    name, _, object_name = last.partition(".")
    if object_name and object_name.lower() != name.lower():
        return None
    package = f"{folder}/{name}"
    asset = editor.find_blueprint(package)
    if asset is None and follow_redirectors:
        asset = follow(editor, package)
    if asset is None:
        return None
    asset.was_asked_for = True
    return BlueprintTarget(editor, asset)
