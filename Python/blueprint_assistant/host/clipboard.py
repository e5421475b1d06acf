"""The clipboard for tools, which run on other threads than Qt. Outside uses GameThreadClipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.game_thread import GameThread

__all__ = ["GameThreadClipboard"]


class GameThreadClipboard:
    """A `Clipboard` for any thread: each read is a job of the game thread, where Qt lives."""

    def __init__(self, read: Callable[[], str], game_thread: GameThread) -> None:
        """`read` gives the clipboard's text, on the game thread."""
        self._read = read
        self._game_thread = game_thread

    def read_text(self) -> str:
        """The text on the clipboard. Raises the queue's errors when the editor does not get to it."""
        return self._game_thread.run("read the clipboard", "read", self._read)
