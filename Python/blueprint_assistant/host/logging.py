"""Writes the assistant's log: a rotating file without keys in it. Outside uses start_logging and log_file.

Records are made final (text, traceback, no key) on the thread that logs; one thread writes.
Nothing here touches `unreal`: inside the editor `mirror` gets warnings and errors as text.
"""

from __future__ import annotations

import atexit
import copy
import logging
import logging.handlers
import queue
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.host.redaction import redact
from blueprint_assistant.host.user_folders import log_folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from blueprint_assistant.host.settings import Settings

__all__ = ["FILE_NAME", "LogWriter", "RedactingQueueHandler", "start_logging"]

FILE_NAME = "BlueprintAIAssistant.log"
_FILE_BYTES = 2_000_000
_OLD_FILES = 3
_LOGGERS = ("blueprint_assistant", "unreal_sandbox")
# What the SDKs log can hold request headers; only their warnings are of use to our users.
_SDK_LOGGERS = ("anthropic", "httpx2", "httpcore2")
_FORMAT = "%(asctime)s %(levelname)-7s %(threadName)s %(name)s: %(message)s"

_log = logging.getLogger(__name__)


class RedactingQueueHandler(logging.handlers.QueueHandler):
    """Puts records into the queue as plain text from which every key is gone, tracebacks too."""

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """A copy of the record that other handlers do not see."""
        plain = copy.copy(record)
        text = record.getMessage()
        if record.exc_info:
            text = f"{text}\n{logging.Formatter().formatException(record.exc_info)}"
        if record.stack_info:
            text = f"{text}\n{record.stack_info}"
        plain.msg = redact(text)
        plain.args = plain.exc_info = plain.exc_text = plain.stack_info = None
        return plain


class _MirrorHandler(logging.Handler):
    """Hands warnings and errors on as text, on the writing thread."""

    def __init__(self, mirror: Callable[[int, str], None]) -> None:
        super().__init__(logging.WARNING)
        self._mirror = mirror

    def emit(self, record: logging.LogRecord) -> None:
        self._mirror(record.levelno, record.getMessage())


class _LogFile(logging.handlers.RotatingFileHandler):
    """The file. A full disk costs records, not the run: Python's would fill stderr with them."""

    _has_failed = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: ARG002, N802 - Python's own method
        """Say it once, to whoever else listens; a later record may find room again."""
        if not self._has_failed:
            self._has_failed = True
            _log.warning("The log cannot be written to %s: %s", self.baseFilename, sys.exc_info()[1])

    def close(self) -> None:
        """Close it, although what is left cannot be written."""
        with suppress(OSError):
            super().close()


class _Listener(logging.handlers.QueueListener):
    """The writing thread, with a name."""

    def start(self) -> None:
        super().start()
        if self._thread is not None:
            self._thread.name = "blueprint-assistant-log"


@dataclass(eq=False)
class LogWriter:
    """The running log. `file` is None when it cannot be written; `stop` writes what is left."""

    file: Path | None
    _handler: RedactingQueueHandler
    _listener: _Listener

    def stop(self) -> None:
        """Write what is queued, close the file, and leave the loggers as they were. May be called again."""
        global _running  # noqa: PLW0603 - loggers are the process's own, so there is one writer at a time
        if _running is not self:
            return
        _running = None
        atexit.unregister(self.stop)
        for name in (*_LOGGERS, *_SDK_LOGGERS):
            logger = logging.getLogger(name)
            logger.removeHandler(self._handler)
            logger.propagate = True
            logger.setLevel(logging.NOTSET)
        self._listener.stop()
        for handler in self._listener.handlers:
            handler.close()


_running: LogWriter | None = None


def start_logging(
    settings: Settings, folder: Path | None = None, mirror: Callable[[int, str], None] | None = None
) -> LogWriter:
    """Begin to write `BlueprintAIAssistant.log` in a folder, the user's own when none is named.

    A folder that cannot be written costs the file, not the run. `mirror` gets the level and
    text of warnings and errors on the writing thread. An earlier writer is stopped.
    """
    global _running  # noqa: PLW0603 - as above
    if _running is not None:
        _running.stop()
    folder = folder or log_folder()
    file_handler, problem = _file_handler(folder)
    handlers: list[logging.Handler] = [] if file_handler is None else [file_handler]
    if mirror is not None:
        handlers.append(_MirrorHandler(mirror))
    records: queue.SimpleQueue[logging.LogRecord] = queue.SimpleQueue()
    handler = RedactingQueueHandler(records)
    listener = _Listener(records, *handlers, respect_handler_level=True)
    for name in (*_LOGGERS, *_SDK_LOGGERS):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.setLevel(settings.log_level if name in _LOGGERS else logging.WARNING)
        logger.propagate = False  # handlers of other programs in the editor would see keys
    listener.start()
    writer = LogWriter(None if file_handler is None else folder / FILE_NAME, handler, listener)
    _running = writer
    atexit.register(writer.stop)
    if problem:
        _log.warning("There is no log file: %s", problem)
    return writer


def _file_handler(folder: Path) -> tuple[logging.Handler | None, str]:
    """The handler that writes the file, or why there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handler = _LogFile(
            folder / FILE_NAME,
            maxBytes=_FILE_BYTES,
            backupCount=_OLD_FILES,
            encoding="utf-8",
            errors="backslashreplace",
        )
    except OSError as error:
        return None, f"{folder / FILE_NAME} cannot be written ({error.strerror or error})"
    handler.setFormatter(logging.Formatter(_FORMAT))
    return handler, ""
