"""`EditorLoadingAndSavingUtils`, second part: reloading packages from disk, saving after a question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import AssistantError
from unreal_sandbox.assets.asset_text import parse_asset
from unreal_sandbox.assets.package_saving import save_assets
from unreal_sandbox.desk.editor_windows import ask
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.names_and_texts import Text

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import PackageTarget

__all__: list[str] = []

utils = UnrealClass("EditorLoadingAndSavingUtils")


def _assets(editor: EditorState, packages: list[PackageTarget | None]) -> list[BlueprintAsset]:
    found = [editor.find_blueprint(item.path()) for item in packages if item is not None]
    return [asset for asset in found if asset is not None]


@utils.method()
def reload_packages(
    editor: EditorState, packages_to_reload: list[PackageTarget | None], interaction_mode: Any
) -> tuple[bool, Text]:
    """Read packages from disk again: whether any was, and why not. Objects of theirs are stale then.

    Unsaved changes are lost after a question (INTERACTIVE), at once (ASSUME_POSITIVE), or keep the
    package as it is (ASSUME_NEGATIVE). Only for a project in a folder.
    """
    if editor.is_in_pie:
        return False, Text("Packages cannot be reloaded during play in editor.")
    if editor.storage is None:
        raise NotModelledError("Reloading packages of a project in memory is not modelled in the sandbox.")
    reloaded, reasons = 0, []
    for asset in _assets(editor, packages_to_reload):
        reason = "" if asset.is_on_disk else f"'{asset.path}' was never saved."
        if not reason and asset.is_dirty and not _may_lose_changes(editor, asset, interaction_mode.name):
            reason = f"'{asset.path}' has unsaved changes."
        if not reason:
            reason = _reload(editor, asset)
        reloaded += not reason
        reasons += [reason] if reason else []
    return bool(reloaded), Text("\n".join(reasons))


def _may_lose_changes(editor: EditorState, asset: BlueprintAsset, mode: str) -> bool:
    if mode != "INTERACTIVE":
        return mode == "ASSUME_POSITIVE"
    return ask(editor, "Reload packages", f"'{asset.path}' has unsaved changes. Reload it?") in {"YES", "OK"}


def _reload(editor: EditorState, asset: BlueprintAsset) -> str:
    """Put what the file holds in the place of an asset; why that could not be, or an empty text."""
    if editor.storage is None:
        return f"'{asset.path}' has no file."
    try:
        text = editor.storage.path_of(asset.path).read_text(encoding="utf-8-sig")
        fresh = parse_asset(text, editor.next_uid())
    except (AssistantError, OSError, ValueError) as error:
        return f"'{asset.path}' cannot be read: {error}"
    fresh.path = asset.path
    fresh.was_asked_for = True
    editor.transactions.forget(asset)
    editor.blueprints[asset.path.lower()] = fresh
    editor.classes_changed()
    return ""


@utils.method()
def unload_packages(editor: EditorState, packages_to_unload: list[PackageTarget | None]) -> tuple[bool, Text]:
    """Forget packages that have no unsaved changes: whether any was, and why not (assumed)."""
    unloaded, reasons = 0, []
    for asset in _assets(editor, packages_to_unload):
        if asset.is_dirty or not asset.is_on_disk or editor.storage is None:
            reasons.append(f"'{asset.path}' has unsaved changes.")
            continue
        reason = _reload(editor, asset)
        reasons += [reason] if reason else []
        unloaded += not reason
        editor.blueprints[asset.path.lower()].was_asked_for = False
    return bool(unloaded), Text("\n".join(reasons))


@utils.method()
def save_packages_with_dialog(
    editor: EditorState, packages_to_save: list[PackageTarget | None], only_dirty: bool
) -> bool:
    """Save packages when the user agrees in a modal dialog; False when not, and for a save that fails."""
    wanted = [item for item in _assets(editor, packages_to_save) if item.is_dirty or not only_dirty]
    return not wanted or (_agrees(editor) and save_assets(editor, wanted, only_if_dirty=only_dirty))


@utils.method()
def save_dirty_packages_with_dialog(
    editor: EditorState, save_map_packages: bool, save_content_packages: bool
) -> bool:
    """Save every dirty asset when the user agrees in a modal dialog."""
    wanted = [asset for asset in editor.blueprints.values() if asset.is_dirty and save_content_packages]
    return not wanted or (_agrees(editor) and save_assets(editor, wanted, only_if_dirty=True))


def _agrees(editor: EditorState) -> bool:
    return ask(editor, "Save content", "Select the content to save") in {"YES", "OK"}
