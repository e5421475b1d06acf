"""The clipboard for tools, which run on other threads than Qt. Outside uses GameThreadClipboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.game_thread import GameThread

__all__ = ["GameThreadClipboard"]


class GameThreadClipboard:
    """A `Clipboard` for any thread: each use is a job of the game thread, where Qt lives."""

    def __init__(
        self,
        read: Callable[[], str],
        game_thread: GameThread,
        *,
        write: Callable[[str], None] | None = None,
    ) -> None:
        """`read` gives the clipboard's text and `write` replaces it, on the game thread."""
        self._read = read
        self._write = write
        self._game_thread = game_thread

    def read_text(self) -> str:
        """The text on the clipboard. Raises the queue's errors when the editor does not get to it."""
        return self._game_thread.run("read the clipboard", "read", self._read)

    def write_text(self, text: str) -> None:
        """Put a text on the clipboard. Raises EditorError where it can only be read, and the queue's."""
        write = self._write
        if write is None:
            raise EditorError("The clipboard can only be read here.")
        self._game_thread.run("write the clipboard", "read", lambda: write(text))
