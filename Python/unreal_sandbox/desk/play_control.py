"""The worlds of the editor and the start of play: `LevelEditorSubsystem`, `UnrealEditorSubsystem`.

Worlds are opaque: they can be asked for, named and passed on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.objects import Target, TransientTarget

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["answer_play_request"]

levels = UnrealClass("LevelEditorSubsystem")
worlds = UnrealClass("UnrealEditorSubsystem")


@levels.method()
def is_in_play_in_editor(editor: EditorState, subject: Target) -> bool:
    """Whether the game runs in the editor."""
    return editor.is_in_pie


@levels.method()
def editor_request_begin_play(editor: EditorState, subject: Target) -> None:
    """Ask for play; it begins with the next frame and nothing is returned [FIELD_NOTES 9]."""
    editor.play_request = True


@levels.method()
def editor_play_simulate(editor: EditorState, subject: Target) -> None:
    """Ask for a simulation; to scripts it is play."""
    editor.play_request = True


@levels.method()
def editor_request_end_play(editor: EditorState, subject: Target) -> None:
    """Ask for the end of play; it comes with the next frame."""
    editor.play_request = False


def answer_play_request(editor: EditorState) -> None:
    """Begin or end play when a script asked for it in an earlier frame."""
    request, editor.play_request = editor.play_request, None
    if request is not None:
        editor.is_in_pie = request


def _world(editor: EditorState, name: str) -> TransientTarget:
    return TransientTarget(editor, "/Script/Engine.World", name)


@worlds.method()
def get_editor_world(editor: EditorState, subject: Target) -> Target:
    """The world that is being edited."""
    return _world(editor, "Untitled")


@worlds.method()
def get_game_world(editor: EditorState, subject: Target) -> Target | None:
    """The world of the game that runs in the editor, None while none does."""
    return _world(editor, "UEDPIE_0_Untitled") if editor.is_in_pie else None
