"""`unreal.ScopedSlowTask`: a context manager whose progress dialog runs Slate ticks of its own.

Once the dialog shows, every progress frame runs nested ticks, so that callbacks are entered in
the middle of whoever reports progress [api.json, HOSTING 4.1].
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from unreal_sandbox.glue.names_and_texts import Text, description

if TYPE_CHECKING:
    from types import TracebackType

    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.namespace import Types

__all__ = ["slow_task_type"]


class ScopedSlowTask:
    """A long operation. Off the game thread every member raises, as any call does."""

    __slots__ = ("_desc", "_enabled", "_has_dialog", "_is_open")
    __module__ = "unreal"
    _types: Types

    def __init__(self, work: float, desc: Text | str = "", enabled: bool = True) -> None:
        if isinstance(work, bool) or not isinstance(work, int | float):
            raise TypeError(f"NativizeProperty: Cannot nativize '{type(work).__name__}' as 'float' (work)")
        self._desc = description(desc)
        self._enabled = bool(enabled)
        self._is_open = self._has_dialog = False

    def _editor(self) -> EditorState:
        editor = self._types.editor()
        editor.check_game_thread("ScopedSlowTask")
        editor.enter_call("ScopedSlowTask")
        return editor

    def make_dialog(self, can_cancel: bool = False, allow_in_pie: bool = False) -> None:
        """Show the dialog now; not while the game plays, unless that is allowed."""
        editor = self._editor()
        if self._is_open and self._enabled and (allow_in_pie or not editor.is_in_pie):
            self._has_dialog = True
            editor.pump_slate()

    def make_dialog_delayed(self, delay: float, can_cancel: bool = False, allow_in_pie: bool = False) -> None:
        """Show the dialog after some seconds. Here they are over at the next progress frame (assumed)."""
        editor = self._editor()
        if self._is_open and self._enabled and (allow_in_pie or not editor.is_in_pie):
            self._has_dialog = True

    def enter_progress_frame(self, work: float = 1.0, desc: Text | str = "") -> None:
        """Report progress; with the dialog on screen this runs nested ticks."""
        editor = self._editor()
        description(desc)
        if self._has_dialog:
            editor.pump_slate()

    def should_cancel(self) -> bool:
        """Whether the user pressed Cancel in the dialog."""
        editor = self._editor()
        return self._has_dialog and editor.is_progress_cancelled

    def __enter__(self) -> Self:
        self._editor()
        self._is_open = True
        return self

    def __exit__(
        self,
        type: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[False]:
        self._is_open = self._has_dialog = False
        return False


def slow_task_type(types: Types) -> Any:
    """The type for one engine version's namespace."""
    body = {"__slots__": (), "__module__": "unreal", "_types": types}
    return type("ScopedSlowTask", (ScopedSlowTask,), body)
