"""`SystemLibrary`, `MathLibrary`, `PythonScriptLibrary`: the process, classes, undo, Python text."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unreal_sandbox.desk import undo_commands
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.path_library import relative_to_binary

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget
    from unreal_sandbox.glue.objects import Target

__all__ = ["run_python"]

system = UnrealClass("SystemLibrary")
math = UnrealClass("MathLibrary")
python = UnrealClass("PythonScriptLibrary")


@system.method()
def get_engine_version(editor: EditorState) -> str:
    """The full version text."""
    return editor.full_version


@system.method()
def get_command_line(editor: EditorState) -> str:
    """The command line of the process."""
    return editor.command_line


@system.method()
def is_unattended(editor: EditorState) -> bool:
    """Whether nobody is there to answer."""
    return editor.is_unattended


@system.method(accepts_none=("object",), stale_as_none=("object",))
def is_valid(editor: EditorState, object: Target | None) -> bool:
    """Whether an object is usable."""
    return object is not None


@system.method(accepts_none=("class_",), stale_as_none=("class_",))
def is_valid_class(editor: EditorState, class_: ClassTarget | None) -> bool:
    """Whether a class is usable."""
    return class_ is not None


@system.method()
def get_platform_user_dir(editor: EditorState) -> str:
    """The user's documents folder."""
    return f"{Path.home()}/Documents/"


@system.method()
def get_path_name(editor: EditorState, object: Target) -> str:
    """The path of an object."""
    return object.path()


@system.method()
def get_object_name(editor: EditorState, object: Target) -> str:
    """The name of an object."""
    return object.name()


@system.method()
def get_display_name(editor: EditorState, object: Target) -> str:
    """The name of an object for people."""
    return object.name()


@system.method()
def get_class_display_name(editor: EditorState, class_: ClassTarget) -> str:
    """The name of a class for people."""
    return class_.name()


@system.method()
def get_outer_object(editor: EditorState, object: Target) -> Target | None:
    """The owner of an object."""
    return object.outer()


@system.method()
def get_class_top_level_asset_path(editor: EditorState, class_: ClassTarget) -> Any:
    """The class path for registry filters."""
    package, _, name = class_.represented.rpartition(".")
    return editor.types.get("TopLevelAssetPath")(package, name)


@system.method()
def get_project_directory(editor: EditorState) -> str:
    """The project folder."""
    return relative_to_binary(editor, "")


@system.method()
def get_project_saved_directory(editor: EditorState) -> str:
    """The Saved folder."""
    return relative_to_binary(editor, "Saved")


@system.method()
def get_project_content_directory(editor: EditorState) -> str:
    """The Content folder."""
    return relative_to_binary(editor, "Content")


@system.method()
def get_game_name(editor: EditorState) -> str:
    """The project name."""
    return editor.project_dir.name if editor.project_dir is not None else "Sandbox"


_CULTURES = {"en": "en", "it": "it", "zh": "zh-Hans", "ko": "ko"}


@system.method()
def get_default_language(editor: EditorState) -> str:
    """The editor's language."""
    return _CULTURES[editor.language]


@system.method()
def get_default_locale(editor: EditorState) -> str:
    """The editor's locale."""
    return _CULTURES[editor.language]


@system.method()
def collect_garbage(editor: EditorState) -> None:
    """Nothing to collect: stale handles are stale at once."""


# --- undo --------------------------------------------------------------------------------------


@system.method()
def begin_transaction(
    editor: EditorState, context: str, description: Any, primary_object: Target | None
) -> int:
    """Open an undo transaction, or join the open one."""
    return editor.transactions.begin(str(description))


@system.method()
def end_transaction(editor: EditorState) -> int:
    """Close the innermost undo transaction."""
    return editor.transactions.end()


@system.method()
def cancel_transaction(editor: EditorState, index: int) -> None:
    """Stop recording; changes already made stay."""
    undo_commands.cancel_transaction(editor)


@system.method(accepts_none=("object",))
def transact_object(editor: EditorState, object: Target | None) -> None:
    """Record an object before changing it."""
    if object is not None:
        object.modify()


@system.method(accepts_none=("world_context_object",))
def execute_console_command(
    editor: EditorState, world_context_object: Target | None, command: str, specific_player: Target | None
) -> None:
    """Run a console command: TRANSACTION UNDO and REDO, and `py`; others only get a log line."""
    words = command.strip().upper().split()
    if words == ["TRANSACTION", "UNDO"]:
        undo_commands.undo_or_redo(editor, "UNDO")
    elif words == ["TRANSACTION", "REDO"]:
        undo_commands.undo_or_redo(editor, "REDO")
    elif command.strip().lower().startswith("py "):
        run_python(editor, command.strip()[3:])
    else:
        editor.write_log("LogConsoleResponse", "Display", f"Command not recognized: {command}")


# --- MathLibrary -------------------------------------------------------------------------------


@math.method()
def class_is_child_of(editor: EditorState, test_class: ClassTarget, parent_class: ClassTarget) -> bool:
    """Whether a class is another one or derives from it."""
    return is_child_of(editor, test_class.represented, parent_class.represented)


@math.method(accepts_none=("a", "b"))
def equal_equal_class_class(editor: EditorState, a: ClassTarget | None, b: ClassTarget | None) -> bool:
    """Whether two classes are the same."""
    return (a.key() if a else None) == (b.key() if b else None)


@math.method(accepts_none=("a", "b"))
def not_equal_class_class(editor: EditorState, a: ClassTarget | None, b: ClassTarget | None) -> bool:
    """Whether two classes differ."""
    return not equal_equal_class_class(editor, a, b)


# --- Python text -------------------------------------------------------------------------------


def run_python(editor: EditorState, text: str) -> bool:
    """Run Python text in the console's namespace; an error is logged and gives False."""
    try:
        exec(compile(text, "<string>", "exec"), editor.console_globals)  # noqa: S102 - the console does this
    except Exception:  # noqa: BLE001 - the editor logs whatever the text raises
        editor.write_log("LogPython", "Error", traceback.format_exc())
        return False
    return True


@python.method()
def execute_python_command(editor: EditorState, python_command: str) -> bool:
    """Run Python text."""
    return run_python(editor, python_command)


@python.method()
def is_python_available(editor: EditorState) -> bool:
    """True."""
    return True


@python.method()
def is_python_initialized(editor: EditorState) -> bool:
    """True."""
    return True


@python.method()
def is_python_configured(editor: EditorState) -> bool:
    """True."""
    return True
