"""The lock of a project folder: held by the operating system, so it ends with its process."""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
from contextlib import suppress
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

# What the systems say of a lock that somebody holds; anything else (ENOLCK of a network drive) is another
# trouble.
_TAKEN = frozenset({errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK})

# Windows locks bytes so that nobody can read them: one far behind the text is taken.
_WINDOWS_LOCKED_BYTE = 1 << 30


class ProjectLock:
    """An exclusive lock on a file that says who holds it. A dead process holds nothing."""

    def __init__(self, path: Path) -> None:
        """Take the lock. Raises ProjectLockedError with the holder's name, or OSError."""
        stream = path.open("a+b")
        self._stream: BinaryIO | None = stream
        try:
            _lock(stream)
            self._write_holder(stream)
        except OSError as error:
            self._stream = None
            with suppress(OSError), stream:  # closing writes what a full disk did not take
                if error.errno in _TAKEN:
                    raise ProjectLockedError(
                        f"The project {path.parent} is open in another editor: {_holder(stream)}.",
                        "Close that editor, or choose another project folder.",
                    ) from None
            raise

    def _write_holder(self, stream: BinaryIO) -> None:
        started = datetime.now(UTC).isoformat(timespec="seconds")
        holder = {"process": os.getpid(), "host": socket.gethostname(), "since": started}
        stream.seek(0)
        stream.truncate()
        stream.write(json.dumps(holder).encode())
        stream.flush()

    def release(self) -> None:
        """Give the lock free. The file stays: removing it would let two holders pass each other."""
        stream, self._stream = self._stream, None
        if stream is not None:
            with suppress(OSError), stream:  # the folder may be gone by now
                stream.seek(0)
                stream.truncate()


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
