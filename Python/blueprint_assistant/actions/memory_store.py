"""Facts that outlive a conversation: short sentences in one file of the project. Outside uses MemoryStore.

The file is read anew for every call, so that two editors and a user with a text editor may all
change it, and is written whole or not at all. Keys never get into it. Any thread.
"""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["MAX_CONTENT_CHARS", "MAX_MEMORIES", "Memory", "MemoryStore", "MemoryStoreError"]

MAX_CONTENT_CHARS = 500
"""Of one memory: every one of them stands in every prompt."""
MAX_MEMORIES = 50
_MAX_FILE_BYTES = 1_000_000
_ID = re.compile(r"M?(\d{1,9})", re.IGNORECASE)


class MemoryStoreError(ToolError):
    """Memories cannot be read, kept or found."""

    code = "memory_error"


@dataclass(frozen=True, slots=True)
class Memory:
    """One fact. `created_at` is a time of day in UTC, in ISO 8601."""

    id: str
    content: str
    created_at: str


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class MemoryStore:
    """The memories of one project, in `file` or, without one, as long as this object lives."""

    def __init__(
        self, file: Path | None, *, redact: Callable[[str], str], now: Callable[[], str] = _now
    ) -> None:
        """`redact` takes keys out of a text."""
        self._file = file
        self._redact = redact
        self._now = now
        self._lock = threading.Lock()
        self._kept: tuple[Memory, ...] = ()
        self._highest = 0

    def read(self) -> tuple[Memory, ...]:
        """All memories, oldest first. Raises MemoryStoreError for a file that cannot be read."""
        if self._file is None:
            return self._kept
        content = _content(self._file)
        return () if content is None else tuple(_memory(row) for row in content.get("memories", []))

    def add(self, content: str) -> tuple[Memory, bool]:
        """Keep a fact; the memory, and whether it is new. One that is there already stays as it is.

        Raises MemoryStoreError when it is too long, too many are kept, or the file cannot be written.
        """
        text = self._redact(" ".join(content.split()))
        if len(text) > MAX_CONTENT_CHARS:
            raise MemoryStoreError(
                f"A memory has at most {MAX_CONTENT_CHARS} characters, this one has {len(text)}.",
                "Keep the fact alone.",
            )
        with self._lock:
            known = self.read()
            same = next((item for item in known if item.content.casefold() == text.casefold()), None)
            if same is not None:
                return same, False
            if len(known) >= MAX_MEMORIES:
                raise MemoryStoreError(
                    f"There are {MAX_MEMORIES} memories already, and no room for more.",
                    "Remove one with remove_memory, then save this one.",
                )
            # A removed memory's id means nothing else in this run: an old mention of it stays wrong.
            self._highest = max([self._highest, *(_number(item.id) for item in known)]) + 1
            memory = Memory(f"M{self._highest}", text, self._now())
            self._write((*known, memory))
            return memory, True

    def remove(self, memory_id: str) -> Memory:
        """Forget one. Raises MemoryStoreError for an unknown id, with those that there are."""
        match = _ID.fullmatch(memory_id.strip().strip("[]\"'`"))
        wanted = f"M{int(match[1])}" if match else memory_id
        with self._lock:
            known = self.read()
            found = next((item for item in known if item.id == wanted), None)
            if found is None:
                raise MemoryStoreError(f"There is no memory '{memory_id[:80]}'.", _listing(memory_id, known))
            self._highest = max(_number(item.id) for item in known)
            self._write(tuple(item for item in known if item != found))
            return found

    def _write(self, memories: tuple[Memory, ...]) -> None:
        if self._file is None:
            self._kept = memories
            return
        rows = [{"id": item.id, "content": item.content, "created_at": item.created_at} for item in memories]
        text = json.dumps({"memories": rows}, ensure_ascii=False, indent=2) + "\n"
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self._file, text.encode())
        except OSError as error:
            raise MemoryStoreError(
                f"The memories cannot be written to {self._file}: {error.strerror or error}.",
                "Nothing was changed. The user has to look at that folder.",
            ) from error


def _content(file: Path) -> dict[str, Any] | None:
    """What a file holds; None when there is none. Raises MemoryStoreError: it is never overwritten then."""
    try:
        if not file.is_file():
            return None
        if file.stat().st_size > _MAX_FILE_BYTES:
            raise ValueError("it is too large")  # noqa: TRY301 - one sentence for all that is wrong with it
        content = json.loads(file.read_text(encoding="utf-8-sig"))
        _check(content)
    except (OSError, ValueError, RecursionError) as error:
        raise MemoryStoreError(
            f"The memories in {file} cannot be read ({_reason(error)}); the file is left as it is.",
            "The user has to mend or move that file.",
        ) from error
    known: dict[str, Any] = content
    return known


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    if isinstance(error, json.JSONDecodeError):
        return f"no JSON in line {error.lineno}"
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)


def _check(content: Any) -> None:
    """Raise ValueError for JSON that holds no memories."""
    rows = content.get("memories", []) if isinstance(content, dict) else None
    if not isinstance(rows, list):
        raise ValueError("it holds no list of memories")  # noqa: TRY004 - what is wrong is the file
    for row in rows:
        if not isinstance(row, dict) or not all(isinstance(row.get(key), str) for key in ("id", "content")):
            raise ValueError("a memory has no id or no content")
        if _ID.fullmatch(row["id"]) is None:
            raise ValueError(f"'{row['id'][:20]}' is no id")


def _memory(row: dict[str, Any]) -> Memory:
    return Memory(f"M{_number(row['id'])}", row["content"], str(row.get("created_at", "")))


def _number(memory_id: str) -> int:
    match = _ID.fullmatch(memory_id)
    return int(match[1]) if match else 0


def _listing(wanted: str, known: tuple[Memory, ...]) -> str:
    if not known:
        return "There are none: save_memory makes them."
    near = nearest(wanted, [item.content for item in known], limit=3)
    shown = [item for item in known if item.content in near] or known
    return f"Use an id: {'; '.join(f'{item.id} {item.content[:60]}' for item in shown[:10])}."
