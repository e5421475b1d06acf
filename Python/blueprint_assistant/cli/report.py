"""Prints what a command found in each file: sentences for people, or JSON objects for programs.

Shared by the commands that look at files (`t3d`, `code`).
"""

from __future__ import annotations

import json
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.cli.terminal import Terminal, discard, visible
from blueprint_assistant.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["EXIT_FINE", "EXIT_FOUND_SOMETHING", "Report", "UnwritableOutputError"]

EXIT_FINE: Final = 0
EXIT_FOUND_SOMETHING: Final = 1


class UnwritableOutputError(AssistantError):
    """The results cannot be printed: the disk that takes them is full."""

    code = "unwritable_output"


@dataclass(frozen=True, slots=True)
class Report:
    """Prints the results."""

    is_json: bool

    def add(self, values: dict[str, Any], *lines: str) -> None:
        """One file's result: as values, or as lines for people."""
        if self.is_json:
            _print(json.dumps(values))  # ASCII: a Windows pipe may know no more
        else:
            for line in lines:
                _print(line)

    def add_text(self, text: str) -> None:
        """A text that is the whole result: to a file or another program it goes as it is."""
        if sys.stdout is None or sys.stdout.isatty():
            _print(text.removesuffix("\n"))
        else:
            _print_exactly(text)

    def failed(self, file: str, error: AssistantError, *lines: str, **values: Any) -> None:
        """A file that could not be done. `lines` show people where."""
        text = " ".join(str(error).split())
        if self.is_json:
            self.add({"file": file, "ok": False, "error": text, **values})
        else:
            Terminal(None, sys.stderr).complain("\n".join((f"FAILED {file}: {text}", *lines)))


def _print(line: str) -> None:
    """Print a result; names in it come from files, so nothing in them may work on the terminal."""
    with _write_errors_said():
        print(visible(line), flush=True)


def _print_exactly(text: str) -> None:
    """Print a text with its own line ends and control characters, as UTF-8."""
    with _write_errors_said():
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()


@contextmanager
def _write_errors_said() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        discard(sys.stdout)
        raise UnwritableOutputError(
            f"The results cannot be printed: {error.strerror or error}.", "Print them to somewhere else."
        ) from error
