"""Writes a conversation's events to a file, one JSON object per line, as they happen, without keys."""

from __future__ import annotations

import json
import threading
import time
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.graph.model import Blueprint
from blueprint_assistant.host.redaction import redact

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.conversation.events import ConversationEvent

__all__ = ["EventFile", "event_to_json"]


def event_to_json(event: ConversationEvent) -> dict[str, Any]:
    """An event as plain JSON values; a Blueprint becomes its path."""
    values: dict[str, Any] = {"event": type(event).__name__}
    for item in fields(event):
        value = getattr(event, item.name)
        values[item.name] = value.path if isinstance(value, Blueprint) else value
    return values


class EventFile:
    """A subscriber that appends each event to a file. Any thread."""

    def __init__(self, path: Path) -> None:
        """Open the file, replacing an old one. Raises ConfigurationError when it cannot be written."""
        try:
            self._file = path.open("w", encoding="utf-8")
        except OSError as error:
            raise ConfigurationError(
                f"The events cannot be written to '{path}': {error.strerror or error}.",
                "Name a file in a folder that you may write.",
            ) from error
        self._lock = threading.Lock()
        self._started = time.monotonic()

    def __call__(self, event: ConversationEvent) -> None:
        """Write one line with the seconds since the file was opened."""
        values = {"at_s": round(time.monotonic() - self._started, 3), **event_to_json(event)}
        line = redact(json.dumps(values, ensure_ascii=False, default=str))
        with self._lock:
            if not self._file.closed:
                self._file.write(line + "\n")
                self._file.flush()

    def close(self) -> None:
        """Close the file; later events are dropped."""
        with self._lock:
            self._file.close()
