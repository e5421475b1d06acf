"""What the tools need from a clipboard. Outside uses Clipboard.

The one implementation over Qt is in `host`: tools run on the agent's thread and know no window
system.
"""

from __future__ import annotations

from typing import Protocol

__all__ = ["Clipboard"]


class Clipboard(Protocol):
    """The system's clipboard, for any thread."""

    def read_text(self) -> str:
        """The text on the clipboard, empty when there is none. Raises EditorError when it cannot be read."""
        ...

    def write_text(self, text: str) -> None:
        """Put a text on the clipboard. Raises EditorError when that is not possible."""
        ...
