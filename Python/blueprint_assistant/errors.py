"""Every error that the assistant raises, by who has to act on it.

`AssistantError` carries what failed, on what, and what to do next; `code` never changes its
meaning, so that the model, the log and the tests can rely on it. Rooms define their own
specific errors as subclasses of the families below.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "AssistantError",
    "ConfigurationError",
    "EditorError",
    "GraphError",
    "ProviderError",
    "TextError",
    "ToolError",
    "nearest",
]


class AssistantError(Exception):
    """The base of all our errors: `what` failed and how to `fix` it, each one sentence."""

    code: ClassVar[str] = "error"
    candidates: tuple[str, ...] = ()
    """What could be meant instead, the most likely first."""
    pins: tuple[str, ...] = ()
    """The pins, with their types, of the call that it is about."""
    is_taken_back: bool = False
    """It came up while a change was made, of which nothing has stayed."""

    def __init__(self, what: str, fix: str = "") -> None:
        """Keep both sentences; `str()` shows them one after the other."""
        super().__init__(what, fix)
        self.what = what
        self.fix = fix

    def __str__(self) -> str:
        """Both sentences, for people."""
        return f"{self.what} {self.fix}".strip()

    def for_model(self) -> str:
        """Both sentences behind the code, as a tool result shows them to the model."""
        return f"{self.code}: {self}"


class GraphError(AssistantError):
    """A graph rule or a catalogue look-up refuses: better arguments help."""

    code = "graph_error"


class TextError(AssistantError):
    """A text cannot be read. `line` and `column` count from 1; `excerpt` is that line."""

    code = "text_error"

    def __init__(
        self, what: str, fix: str = "", *, line: int = 0, column: int = 0, excerpt: str = ""
    ) -> None:
        """Add the place to the sentence when it is known."""
        place = f" (line {line}, column {column})" if line else ""
        super().__init__(f"{what.rstrip('.')}{place}.", fix)
        self.line = line
        self.column = column
        self.excerpt = excerpt


class EditorError(AssistantError):
    """The editor refuses, is busy, or did something else than asked."""

    code = "editor_error"


class ProviderError(AssistantError):
    """The model service failed. `retry_after_s` is set when it named a waiting time."""

    code = "provider_error"

    def __init__(self, what: str, fix: str = "", *, retry_after_s: float | None = None) -> None:
        """Keep the waiting time beside the two sentences."""
        super().__init__(what, fix)
        self.retry_after_s = retry_after_s


class ToolError(AssistantError):
    """A tool call is wrong or cannot be done: the model reads this and tries again."""

    code = "tool_error"


class ConfigurationError(AssistantError):
    """A setting, a key or a folder is missing or wrong: the user acts."""

    code = "configuration_error"


_LONGEST_NAME = 200


def nearest(wanted: str, known: Iterable[str], limit: int = 5) -> tuple[str, ...]:
    """The known names most like `wanted`, best first, compared without letter case.

    Falls back to names that contain the wanted text; empty when nothing is near, and for a
    text that is far too long for a name: comparing takes time with the square of the length.
    """
    if len(wanted) > _LONGEST_NAME:
        return ()
    names = list(dict.fromkeys(known))
    by_lower = {name.lower(): name for name in names}
    close = [by_lower[match] for match in get_close_matches(wanted.lower(), by_lower, n=limit, cutoff=0.55)]
    if len(close) < limit and wanted:
        close += [name for name in names if wanted.lower() in name.lower() and name not in close]
    return tuple(close[:limit])
