"""The delegates of `EditorUtilitySubsystem` that tell when play in editor begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["announce_play", "subsystem_fields"]

_SUBSYSTEM = "EditorUtilitySubsystem"
_EVENT_TYPE = "OnEditorUtilityPIEEvent"
_BEGIN, _END = "on_begin_pie", "on_end_pie"


def subsystem_fields(editor: EditorState, name: str) -> dict[str, Any]:
    """The property values of a subsystem, the same ones at every call: there is one of each."""
    fields = editor.subsystem_fields.setdefault(name, {})
    if name == _SUBSYSTEM and not fields:
        fields |= {event: editor.types.get(_EVENT_TYPE)() for event in (_BEGIN, _END)}
    return fields


def announce_play(editor: EditorState, *, has_begun: bool) -> None:
    """Broadcast the beginning or end of play, with whether it only simulates (assumed): False."""
    delegate = editor.subsystem_fields.get(_SUBSYSTEM, {}).get(_BEGIN if has_begun else _END)
    if delegate is not None:
        is_simulating = False
        delegate.broadcast(is_simulating)
