"""Reads BlueCode from files, and shows people the place of an error in it."""

from __future__ import annotations

from typing import Final

from blueprint_assistant.cli.given_files import UnreadableFileError, read_bytes

__all__ = ["excerpt_at", "read_code", "shown_place"]

_WHAT: Final = "BlueCode"
_BEFORE: Final = 50
_AFTER: Final = 50
_LONGEST: Final = 120


def read_code(file: str) -> str:
    """The text of a file, or of standard input for `-`. Raises UnreadableFileError."""
    data = read_bytes(file, what=_WHAT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableFileError(
            f"The file is not UTF-8 text (byte {error.start}).", "Save it as UTF-8."
        ) from error


def excerpt_at(code: str, line: int) -> str:
    """The beginning of a line; empty without a place."""
    lines = code.splitlines() if line else []
    return lines[line - 1][:_LONGEST] if 0 < line <= len(lines) else ""


def shown_place(code: str, line: int, column: int) -> list[str]:
    """The line of an error, as much of it as fits, and a mark under the column; nothing without a place."""
    lines = code.splitlines() if line else []
    if not 0 < line <= len(lines):
        return []
    at = max(column, 1) - 1
    start = max(0, at - _BEFORE)
    # A tab takes one column here as in the error.
    shown = lines[line - 1][start : at + _AFTER].replace("\t", " ")
    number = f"{line:>5} | "
    return [number + shown.rstrip(), " " * (len(number) - 2) + "| " + " " * (at - start) + "^"]
