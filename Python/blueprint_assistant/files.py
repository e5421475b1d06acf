"""Writes a file whole or not at all. Outside uses write_whole. Standard library only, any thread."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, content: bytes) -> None:
    """Put this content in the place of a file: a reader finds the old one or the new one, never half.

    A link stays a link, an old file's permissions stay. What is no file (`/dev/null`, a pipe) is
    written to and never replaced. Raises OSError, and the old file is untouched then.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        target.write_bytes(content)
        return
    # A name of its own and not the file's with an ending: that may be as long as names can be.
    unfinished = target.with_name(f".unfinished-{os.getpid()}")
    try:
        with unfinished.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())  # else a power cut may leave the new name with nothing behind it
        if target.exists():
            shutil.copymode(target, unfinished)
        unfinished.replace(target)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
