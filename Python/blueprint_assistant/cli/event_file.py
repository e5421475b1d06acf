"""Writes a conversation's events to a file, one JSON object per line, as they happen, without keys."""

from __future__ import annotations

import json
import threading
import time
from contextlib import suppress
from dataclasses import asdict, fields
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.manual_steps import ManualStep
from blueprint_assistant.conversation.events import TurnOffer
from blueprint_assistant.errors import AssistantError, ConfigurationError
from blueprint_assistant.graph.model.blueprint import Blueprint
from blueprint_assistant.host.redaction import redact

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.conversation.events import ConversationEvent

__all__ = ["EventFile", "EventFileError", "event_to_json"]


class EventFileError(AssistantError):
    """The file was opened and could not be written to its end: events are missing in it."""

    code = "events_lost"


def event_to_json(event: ConversationEvent) -> dict[str, Any]:
    """An event as plain JSON values; a Blueprint becomes its path."""
    values: dict[str, Any] = {"event": type(event).__name__}
    for item in fields(event):
        value = getattr(event, item.name)
        values[item.name] = _plain(value)
    return values


def _plain(value: Any) -> Any:
    if isinstance(value, Blueprint):
        return value.path
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return asdict(value) if isinstance(value, ManualStep | TurnOffer) else value


def _without_keys(value: Any) -> Any:
    """The value with every key in its texts hidden: in the finished line that could cut an escape in two."""
    match value:
        case str():
            return redact(value)
        case dict():
            return {_without_keys(name): _without_keys(item) for name, item in value.items()}
        case list() | tuple():
            return [_without_keys(item) for item in value]
        case _:
            return value


class EventFile:
    """A subscriber that appends each event to a file. Any thread.

    A write that fails ends the file, not the turn: `problem` then says so.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, replacing an old one. Raises ConfigurationError when it cannot be written."""
        self._path = path
        self.problem: EventFileError | None = None
        try:
            # Half a character, as a model may send it, becomes the escape that JSON has for it.
            self._file = path.open("w", encoding="utf-8", errors="backslashreplace")
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
        line = json.dumps(_without_keys(values), ensure_ascii=False, default=str)
        with self._lock:
            if self._file.closed:
                return
            try:
                self._file.write(line + "\n")
                self._file.flush()
            except OSError as error:
                self._give_up(error)

    def close(self) -> None:
        """Close the file; later events are dropped. Never raises."""
        with self._lock:
            try:
                self._file.close()
            except OSError as error:
                self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.problem = EventFileError(
            f"The events could not all be written to '{self._path}': {error.strerror or error}.",
            "What was done to the project is not affected.",
        )
        with suppress(OSError):  # it tries once more to write what it holds
            self._file.close()
