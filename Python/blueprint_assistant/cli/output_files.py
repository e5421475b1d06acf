"""The files into which results go: looked over before the work, written whole at its end."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError, ConfigurationError
from blueprint_assistant.files import write_whole

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["OutputFileError", "check_writable", "write_output"]


class OutputFileError(AssistantError):
    """A result could not be written to the file that was asked for."""

    code = "output_file"


def check_writable(*files: Path | None) -> None:
    """Raise ConfigurationError for an output file that cannot be written where it is to be."""
    named = [file for file in files if file is not None]
    for file in named:
        try:
            _refuse_bad_place(file)
        except OSError as error:
            raise ConfigurationError(
                f"'{file}' cannot be written: {error.strerror or error}.", "Name another file."
            ) from error
    places = [file.resolve() for file in named if file.is_file() or not file.exists()]
    if len(set(places)) < len(places):
        raise ConfigurationError("Two results cannot go into one file.", "Name a file for each.")


def _refuse_bad_place(file: Path) -> None:
    folder = file.absolute().parent
    if not folder.is_dir():
        raise ConfigurationError(f"There is no folder '{folder}' for '{file.name}'.", "Create it first.")
    if file.is_dir():
        raise ConfigurationError(f"'{file}' is a folder.", "Name a file.")
    # A file is replaced, which its folder must allow; what is no file (a pipe, a device) is written to.
    if not os.access(file if file.exists() and not file.is_file() else folder, os.W_OK):
        raise ConfigurationError(f"'{file}' may not be written.", "Name a file in a folder of your own.")


def write_output(file: Path, content: bytes) -> None:
    """Write a result. Raises OutputFileError; the old file is untouched then."""
    try:
        write_whole(file, content)
    except OSError as error:
        raise OutputFileError(
            f"'{file}' cannot be written: {error.strerror or error}.",
            "Name a file in a folder that you may write to, and free the disk if it is full.",
        ) from error
