"""Questions about classes by path, across the engine's classes and the project's Blueprints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["is_child_of", "known_class_path", "native_parent", "parent_blueprints"]


def native_parent(editor: EditorState, class_path: str) -> str:
    """The first engine class among a class and its ancestors."""
    seen = set()
    while class_path.startswith("/Game/") and class_path not in seen:
        seen.add(class_path)
        asset = editor.find_blueprint(class_path)
        if asset is None:
            break
        class_path = asset.parent_class
    return class_path


def parent_blueprints(editor: EditorState, asset: BlueprintAsset) -> list[BlueprintAsset]:
    """The Blueprints that a Blueprint derives from, nearest first."""
    found: list[BlueprintAsset] = []
    parent = editor.find_blueprint(asset.parent_class)
    while parent is not None and parent not in found:
        found.append(parent)
        parent = editor.find_blueprint(parent.parent_class)
    return found


def is_child_of(editor: EditorState, class_path: str, base: str) -> bool:
    """Whether a class is another one or derives from it, across Blueprint classes."""
    seen = set()
    while class_path.startswith("/Game/") and class_path not in seen:
        if class_path.lower() == base.lower():
            return True
        seen.add(class_path)
        asset = editor.find_blueprint(class_path)
        if asset is None:
            return False
        class_path = asset.parent_class
    return editor.catalog.is_child_of(class_path, base)


def known_class_path(editor: EditorState, path: str) -> str | None:
    """The exact path of a class that exists, engine or Blueprint, or None."""
    if path.startswith("/Script/"):
        info = editor.catalog.class_info(path)
        if info is not None:
            return info.path
        entry = next((item for item in editor.types.manifest.classes.values() if item.path == path), None)
        return entry.path if entry is not None and entry.kind == "class" else None
    asset = editor.find_blueprint(path)
    if asset is None or not path.lower().endswith("_c") or asset.class_path.lower() != path.lower():
        return None
    return asset.class_path
