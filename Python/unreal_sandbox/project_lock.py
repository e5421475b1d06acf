"""The lock of a project folder: held by the operating system, so it ends with its process."""

from __future__ import annotations

import json
import os
import socket
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO

from unreal_sandbox.errors import ProjectLockedError

if TYPE_CHECKING:
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["ProjectLock"]

# Windows locks bytes so that nobody can read them: one far behind the text is taken.
_WINDOWS_LOCKED_BYTE = 1 << 30


class ProjectLock:
    """An exclusive lock on a file that says who holds it. A dead process holds nothing."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises ProjectLockedError with the holder's name, or OSError."""
        self._stream: BinaryIO | None = path.open("a+b")
        try:
            _lock(self._stream)
        except OSError:
            holder = _holder(self._stream)
            self._stream.close()
            self._stream = None
            raise ProjectLockedError(
                f"The project {path.parent} is open in another editor: {holder}.",
                "Close that editor, or choose another project folder.",
            ) from None
        self._write_holder(self._stream)

    def _write_holder(self, stream: BinaryIO) -> None:
        started = datetime.now(UTC).isoformat(timespec="seconds")
        holder = {"process": os.getpid(), "host": socket.gethostname(), "since": started}
        stream.seek(0)
        stream.truncate()
        stream.write(json.dumps(holder).encode())
        stream.flush()

    def release(self) -> None:
        """Give the lock free. The file stays: removing it would let two holders pass each other."""
        if self._stream is not None:
            self._stream.seek(0)
            self._stream.truncate()
            self._stream.close()
            self._stream = None


def _lock(stream: BinaryIO) -> None:
    if sys.platform == "win32":
        stream.seek(_WINDOWS_LOCKED_BYTE)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _holder(stream: BinaryIO) -> str:
    stream.seek(0)
    try:
        holder = json.loads(stream.read(4096))
        return f"process {holder['process']} on {holder['host']}, since {holder['since']}"
    except (ValueError, KeyError, TypeError):
        return "a process that did not leave its name"
