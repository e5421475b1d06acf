"""Read-only files and checkouts, by switches and by the permissions of the project folder's files."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["check_out", "is_read_only"]

_WRITE_BITS = 0o222


def is_read_only(editor: EditorState, asset: BlueprintAsset) -> bool:
    """Whether the file of an asset must not be written."""
    if _holds(editor.switches.read_only_packages, asset):
        return True
    if editor.storage is None:
        return False
    try:
        return not editor.storage.path_of(asset.path).stat().st_mode & _WRITE_BITS
    except OSError:  # no such file: nothing to protect
        return False


def check_out(editor: EditorState, asset: BlueprintAsset) -> bool:
    """Check an asset out; refused without source control and when somebody else has it."""
    switches = editor.switches
    if not switches.has_source_control:
        editor.write_log("LogSourceControl", "Error", "Source control is disabled.")
        return False
    if _holds(switches.checked_out_elsewhere, asset):
        editor.write_log("LogSourceControl", "Error", f"'{asset.path}' is checked out by another user.")
        return False
    switches.read_only_packages = {
        path for path in switches.read_only_packages if path.lower() != asset.path.lower()
    }
    return True


def _holds(packages: set[str], asset: BlueprintAsset) -> bool:
    return any(path.lower() == asset.path.lower() for path in packages)
