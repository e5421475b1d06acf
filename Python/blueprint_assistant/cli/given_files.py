"""The files that a command was given: patterns, standard input, their bytes.

Shared by the commands that look at files (`t3d`, `code`).
"""

from __future__ import annotations

import glob
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import ConfigurationError, TextError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["STDIN", "UnreadableFileError", "named_files", "read_bytes", "require_one_stdin"]

STDIN: Final = "-"


class UnreadableFileError(TextError):
    """A file that cannot be read at all."""

    code = "unreadable_file"


def named_files(patterns: Iterable[str]) -> Iterator[str]:
    """The files that were named. Where the shell left a pattern as it is (Windows), it is looked up here."""
    for pattern in patterns:
        found = sorted(glob.glob(pattern)) if pattern != STDIN and not Path(pattern).exists() else []  # noqa: PTH207 - patterns may be absolute
        yield from found or [pattern]


def require_one_stdin(files: Sequence[str]) -> None:
    """Refuse to read standard input twice. Raises ConfigurationError."""
    if files.count(STDIN) > 1:
        raise ConfigurationError("Standard input can be read only once.", "Name '-' once.")


def read_bytes(file: str, *, what: str = "T3D text") -> bytes:
    """All of a file, or of standard input for `-`. Raises UnreadableFileError; `what` it should hold."""
    if not file:
        raise _unreadable("its name is empty", what)
    if file == STDIN and sys.stdin is None:
        raise _unreadable("standard input is closed", what)
    try:
        return sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except OSError as error:
        raise _unreadable(error.strerror or str(error), what) from error
    except ValueError as error:  # a NUL in the name
        raise _unreadable(str(error), what) from error


def _unreadable(why: str, what: str) -> UnreadableFileError:
    return UnreadableFileError(f"The file cannot be read: {why}.", f"Name a file with {what}.")
