"""The objects that menus put into a context: the edited Blueprint, selected assets and components."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_entries import asset_data
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.objects import Target, TransientTarget

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["context_objects"]

blueprint_context = UnrealClass("BlueprintEditorToolMenuContext")
browser_context = UnrealClass("ContentBrowserAssetContextMenuContext")
tree_context = UnrealClass("SubobjectEditorMenuContext")


def context_objects(editor: EditorState, menu: str, blueprint: str) -> tuple[Target, ...]:
    """What a click in a menu gives: by the menu's name, and the Blueprint whose editor it is in."""
    if blueprint:
        target = TransientTarget(editor, "/Script/Kismet.BlueprintEditorToolMenuContext", "Context_0")
        target.fields["blueprint"] = blueprint
        tree = TransientTarget(editor, "/Script/SubobjectEditor.SubobjectEditorMenuContext", "Context_1")
        return (target, tree) if editor.selected_subobjects else (target,)
    if menu.lower().startswith("contentbrowser."):
        path = "/Script/ContentBrowser.ContentBrowserAssetContextMenuContext"
        target = TransientTarget(editor, path, "Context_0")
        found = [editor.find_blueprint(item) for item in editor.selected_assets]
        target.fields["selected_assets"] = [asset_data(editor, item) for item in found if item is not None]
        return (target,)
    return ()


@blueprint_context.method()
def get_blueprint_obj(editor: EditorState, subject: TransientTarget) -> BlueprintTarget | None:
    """The Blueprint whose editor the menu is in."""
    asset = editor.find_blueprint(subject.fields["blueprint"])
    return None if asset is None else BlueprintTarget(editor, asset)


def _selected(editor: EditorState) -> list[Target]:
    found = [editor.find_blueprint(path) for path in editor.selected_assets]
    return [BlueprintTarget(editor, asset) for asset in found if asset is not None]


@browser_context.method()
def get_selected_objects(editor: EditorState, subject: Target) -> list[Target]:
    """The selected assets that are loaded."""
    return [item for item in _selected(editor) if isinstance(item, BlueprintTarget) and item.asset.is_loaded]


@browser_context.method()
def load_selected_objects_if_needed(editor: EditorState, subject: Target) -> list[Target]:
    """The selected assets, loaded."""
    for item in _selected(editor):
        if isinstance(item, BlueprintTarget):
            item.asset.was_asked_for = True
    return _selected(editor)


@browser_context.method()
def load_selected_objects(editor: EditorState, subject: Target, load_tags: Any) -> list[Target]:
    """The selected assets, loaded."""
    return load_selected_objects_if_needed(editor, subject)


@tree_context.method("get_selected_objects")
def tree_get_selected_objects(editor: EditorState, subject: Target) -> list[Target]:
    """The templates that are selected in the component tree."""
    found = [editor.find_object(path) for path in editor.selected_subobjects]
    return [target for target in found if target is not None]
