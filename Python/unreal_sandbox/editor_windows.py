"""The editor's windows: play mode, open asset editors, Content Browser selection, dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.asset_registry import asset_data
from unreal_sandbox.binding import UnrealClass
from unreal_sandbox.blueprint_objects import BlueprintTarget
from unreal_sandbox.class_paths import is_child_of
from unreal_sandbox.classes import ClassTarget, GeneratedClassTarget
from unreal_sandbox.errors import NotModelledError

if TYPE_CHECKING:
    from unreal_sandbox.blueprint_asset import BlueprintAsset
    from unreal_sandbox.objects import Target
    from unreal_sandbox.state import EditorState

__all__: list[str] = []

levels = UnrealClass("LevelEditorSubsystem")
worlds = UnrealClass("UnrealEditorSubsystem")
asset_editors = UnrealClass("AssetEditorSubsystem")
browser = UnrealClass("EditorUtilityLibrary")
dialogs = UnrealClass("EditorDialog")


@levels.method()
def is_in_play_in_editor(editor: EditorState, subject: Target) -> bool:
    """Whether the game runs in the editor."""
    return editor.is_in_pie


@worlds.method()
def get_game_world(editor: EditorState, subject: Target) -> None:
    """None while no game runs. A world is not modelled."""
    if editor.is_in_pie:
        raise NotModelledError("The game world is not modelled in the sandbox.")


@asset_editors.method()
def open_editor_for_assets(
    editor: EditorState, subject: Target, assets: list[Target], opened_method: Any
) -> bool:
    """Open asset editors; whether every one is open."""
    opened = [item.asset.path for item in assets if isinstance(item, BlueprintTarget)]
    editor.open_editors += [path for path in opened if path not in editor.open_editors]
    return bool(opened) and len(opened) == len(assets)


@asset_editors.method()
def close_all_editors_for_asset(editor: EditorState, subject: Target, asset: Target) -> int:
    """Close the editors of an asset; how many were open."""
    if not isinstance(asset, BlueprintTarget) or asset.asset.path not in editor.open_editors:
        return 0
    editor.open_editors.remove(asset.asset.path)
    return 1


def _selected(editor: EditorState) -> list[BlueprintAsset]:
    found = [editor.find_blueprint(path) for path in editor.selected_assets]
    return [asset for asset in found if asset is not None]


@browser.method()
def get_selected_assets(editor: EditorState) -> list[Target]:
    """The assets selected in the Content Browser."""
    return [BlueprintTarget(editor, asset) for asset in _selected(editor)]


@browser.method()
def get_selected_asset_data(editor: EditorState) -> list[Any]:
    """The registry's entries of the selected assets."""
    return [asset_data(editor, asset) for asset in _selected(editor)]


@browser.method()
def get_selected_assets_of_class(editor: EditorState, asset_class: ClassTarget) -> list[Target]:
    """The selected assets of a class."""
    wanted = asset_class.represented
    return get_selected_assets(editor) if is_child_of(editor, "/Script/Engine.Blueprint", wanted) else []


@browser.method()
def get_selected_blueprint_classes(editor: EditorState) -> list[Target]:
    """The generated classes of the selected Blueprints."""
    return [GeneratedClassTarget(editor, asset) for asset in _selected(editor) if asset.compiled is not None]


@dialogs.method()
def show_message(
    editor: EditorState,
    title: Any,
    message: Any,
    message_type: Any,
    default_value: Any,
    message_category: Any,
) -> Any:
    """A modal message with the next scripted answer. In a tick callback the editor would crash."""
    if editor.ticks.depth:
        raise editor.crash("A dialog opened inside a tick callback crashes when it closes.")
    editor.shown_dialogs.append((str(title), str(message)))
    if editor.is_unattended:
        return default_value
    if not editor.dialog_answers:
        raise editor.crash(f"The dialog '{title}' waits for ever: no answer is scripted.")
    return getattr(editor.types.get("AppReturnType"), editor.dialog_answers.pop(0))
