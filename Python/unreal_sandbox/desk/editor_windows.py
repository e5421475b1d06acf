"""The editor's windows: open asset editors, dialogs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
from unreal_sandbox.glue.binding import UnrealClass

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = ["ask"]

asset_editors = UnrealClass("AssetEditorSubsystem")
dialogs = UnrealClass("EditorDialog")


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
    name = ask(editor, str(title), str(message))
    return default_value if name is None else getattr(editor.types.get("AppReturnType"), name)


@dialogs.method()
def show_suppressable_warning_dialog(
    editor: EditorState,
    title: Any,
    message: Any,
    ini_setting_name: str,
    ini_setting_file_name_override: str,
    default_value: bool,
) -> bool:
    """A modal warning that the user can switch off; True when the next scripted answer is yes or OK."""
    name = ask(editor, str(title), str(message))
    return default_value if name is None else name in {"YES", "OK"}


def ask(editor: EditorState, title: str, message: str) -> str | None:
    """The next scripted answer to a modal dialog; None when nobody is there to ask."""
    if editor.ticks.depth:
        raise editor.crash("A dialog opened inside a tick callback crashes when it closes.")
    editor.shown_dialogs.append((title, message))
    if editor.is_unattended:
        return None
    if not editor.dialog_answers:
        raise editor.crash(f"The dialog '{title}' waits for ever: no answer is scripted.")
    return editor.dialog_answers.pop(0)
