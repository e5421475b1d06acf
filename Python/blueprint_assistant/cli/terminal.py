"""What people at a terminal read: no key, no control character, no error when nobody listens any more.

Texts come from models, services and files. An escape sequence in one of them could clear the
screen or write to the clipboard, so it is shown and not sent. Outside uses Terminal,
prepare_streams, discard and visible.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from io import TextIOWrapper
from typing import TextIO

from blueprint_assistant.host.redaction import redact

__all__ = ["Terminal", "discard", "prepare_streams", "visible"]

# All but line break and tab, and what turns the direction of the text around it.
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def prepare_streams(*streams: TextIO | None) -> None:
    """Let streams take every character: a terminal by a sign for those it has not, all else as UTF-8.

    What goes into a file or to another program is read there, where a sign in the place of a
    letter would be lost data.
    """
    for stream in streams:
        if not isinstance(stream, TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")  # a Windows console may not know a character
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")


class Terminal:
    """Two streams, `out` for what happens and `err` for what went wrong. Any thread.

    A stream that cannot be written (its reader has gone, its disk is full) is given up: the
    work goes on without it.
    """

    def __init__(self, out: TextIO | None, err: TextIO | None) -> None:
        """Write to these streams; None, as for a program that was started without one, takes nothing."""
        self._out = out
        self._err = err

    def say(self, text: str, *, end: str = "\n") -> None:
        """Show what happens."""
        self._out = _written(self._out, text + end)

    def complain(self, text: str) -> None:
        """Show what went wrong."""
        self._err = _written(self._err, f"{text}\n")


def _written(stream: TextIO | None, text: str) -> TextIO | None:
    """Write to a stream; the stream, or None when it is of no use any more."""
    if stream is None:
        return None
    try:
        stream.write(visible(redact(text)))
        stream.flush()
    except (OSError, ValueError):  # ValueError: closed
        discard(stream)
        return None
    return stream


def visible(text: str) -> str:
    """The text with its control characters written out."""
    return _UNSAFE.sub(_shown, text)


def _shown(match: re.Match[str]) -> str:
    return match[0].encode("unicode_escape").decode("ascii") if match[0] != "\r" else ""


def discard(stream: TextIO) -> None:
    """Send what is left of a broken stream nowhere: Python would try again at its end, and complain."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
