"""What the parts of `EditorAssetLibrary` and `EditorAssetSubsystem` share: registration and look-up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.object_lookup import find_asset_target

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = ["both", "complain", "find", "is_refused", "library", "package_path", "subsystem"]

library = UnrealClass("EditorAssetLibrary")
subsystem = UnrealClass("EditorAssetSubsystem")


def both(function: Callable[..., Any]) -> Callable[..., Any]:
    """Register a function for the library and, with the subsystem as subject, for the subsystem."""

    def of_subsystem(editor: EditorState, subject: Target, *arguments: Any) -> Any:
        return function(editor, *arguments)

    name = function.__name__
    library.method(name)(function)
    subsystem.method(name)(of_subsystem)
    return function


def complain(editor: EditorState, reason: str) -> bool:
    """Write why a call failed; False, what such a call gives."""
    editor.write_log("LogEditorAssetSubsystem", "Error", reason)
    return False


def is_refused(editor: EditorState) -> bool:
    """Whether assets cannot be handled now: in play mode nothing is found ([FIELD_NOTES 9])."""
    if editor.is_in_pie:
        editor.write_log("LogEditorScripting", "Error", "The Editor is currently in a play mode.")
    return editor.is_in_pie


def find(editor: EditorState, path: str) -> BlueprintAsset | None:
    """The asset at a package or object path, over redirectors; None in play mode and while scanning."""
    if is_refused(editor):
        return None
    found = find_asset_target(editor, path)
    return None if found is None else found.asset


def package_path(path: str) -> str:
    """The package of a package or object path; an object of another name is no asset: empty."""
    folder, _, last = path.rstrip("/").rpartition("/")
    name, dot, object_name = last.partition(".")
    return "" if dot and object_name != name else f"{folder}/{name}"
