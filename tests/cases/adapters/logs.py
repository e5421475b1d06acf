"""Kinds about logs and secrets: log_redact."""

from __future__ import annotations

import errno
import logging
import os
import re
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.memory_store import MemoryStore, MemoryStoreError
from blueprint_assistant.errors import ConfigurationError, ProviderError
from blueprint_assistant.host.logging import FILE_NAME, start_logging
from blueprint_assistant.host.secrets import SecretStore
from blueprint_assistant.host.settings import Settings, load_settings, save_user_settings
from cases.adapters.members import require_known
from cases.adapters.missing import NoProductPartError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["ADAPTERS"]

_log = logging.getLogger("blueprint_assistant.cases")


_LOGGED = re.compile(
    r"settings\.\w+ = secret|(?:repr|str)\(\w+\)"
    r"|log (?:an? )?exception raised in request with headers in the message"
)
"""Steps that `log_redact` goes through whatever a case names of them."""
_FAULTS = re.compile(r"begin save of .*|fail at (?:write|flush|fsync|replace|rename)\b.*")


def _require_steps(script: Iterable[str], known: re.Pattern[str]) -> None:
    """Raise NoProductPartError for a step that would be passed over."""
    for step in script:
        if not known.fullmatch(step):
            raise NoProductPartError(f"the step '{step}'")


def log_redact(case: Mapping[str, Any]) -> dict[str, Any]:
    require_known(case, ("secrets", "record", "script"), "log_redact")
    _require_steps(case.get("script", ()), _LOGGED)
    store = SecretStore({"ANTHROPIC_API_KEY": case["secrets"][-1]})
    key = store.get("claude")
    with tempfile.TemporaryDirectory() as folder:
        writer = start_logging(Settings(), Path(folder))
        if "record" in case:
            record = dict(case["record"])
            _log.error("%s: %s", record.pop("message"), record)
        _log_failure(case["secrets"])
        writer.stop()
        text = (Path(folder) / FILE_NAME).read_text(encoding="utf-8")
    return {"log": text, "repr": f"{store!r} {store} {key!r} {key} {Settings()!r}"}


def _log_failure(secrets: list[str]) -> None:
    """An exception whose message holds request headers, as transport libraries raise them."""
    headers = {"authorization": f"Bearer {secrets[0]}", "x-api-key": secrets[-1]}
    try:
        raise ProviderError(f"request failed with {headers}")  # noqa: TRY301 - the traceback is the point
    except ProviderError:
        _log.exception("The request failed")


def file_store(case: Mapping[str, Any]) -> dict[str, Any]:
    """Memories have a store of their own; for any store the settings are it."""
    require_known(case, ("store", "case", "before", "script", "records", "damage"), "file_store")
    match case["store"]:
        case "memory" if "damage" in case:
            return _damaged_memories(case["records"], case["damage"])
        case "memory":
            return _shared_memories(case["script"])
        case "any":
            return _settings_under_faults(case)
        case other:
            raise NoProductPartError(f"a store of {other}")


def _settings_under_faults(case: Mapping[str, Any]) -> dict[str, Any]:
    _require_steps(case["script"], _FAULTS)
    faults = [step for step in case["script"] if step.startswith("fail at")]
    (before,) = case["before"]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "settings.json"
        save_user_settings({"claude_model": before}, file)
        states = [_save_with_fault(file, fault) for fault in faults]
    return {
        "after_each_failure": states,
        "no_exception_to_ui": all(state["was_told"] for state in states),
    }


def _damaged_memories(records: list[str], damage: Mapping[str, Any]) -> dict[str, Any]:
    """The file of some memories, cut off at its end, and what a later session has of it."""
    require_known(damage, ("cut_bytes_from_end",), "damage")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memories.json"
        store = _memories(file)
        for record in records:
            store.add(record)
        damaged = file.read_bytes()[: -damage["cut_bytes_from_end"]]
        file.write_bytes(damaged)
        left = _kept(_memories(file))
        is_there = any(entry.read_bytes() == damaged for entry in Path(folder).iterdir())
    return {**left, "original_bytes_not_lost": is_there}


_SESSION_STEP = re.compile(r"(?P<who>\w+) (?:loads|adds '(?P<text>.*)' and saves)")


def _shared_memories(script: Iterable[str]) -> dict[str, Any]:
    """Two sessions with one file, each with a store of its own."""
    stores: dict[str, MemoryStore] = {}
    _require_steps(script, _SESSION_STEP)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "memories.json"
        for step in script:
            found = _SESSION_STEP.fullmatch(step)
            assert found is not None
            store = stores.setdefault(found["who"], _memories(file))
            store.read() if found["text"] is None else store.add(found["text"])
        return {"after": _kept(_memories(file))}


def _memories(file: Path) -> MemoryStore:
    return MemoryStore(file, redact=str)


def _kept(store: MemoryStore) -> dict[str, Any]:
    try:
        return {"loads": True, "kept": [item.content for item in store.read()]}
    except MemoryStoreError as error:
        return {"loads": False, "kept": [], "error": str(error)}


def _save_with_fault(file: Path, fault: str) -> dict[str, Any]:
    """Save while a call of the system fails; what can be read afterwards."""

    def fail(*_arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    owner, name = (os, "fsync") if "replace" not in fault else (Path, "replace")
    original = getattr(owner, name)
    setattr(owner, name, fail)
    try:
        save_user_settings({"max_tokens": 1}, file)
        was_told = False
    except ConfigurationError:
        was_told = True
    finally:
        setattr(owner, name, original)
    kept = load_settings(environment={}, user_file=file)
    leftovers = [entry.name for entry in file.parent.iterdir() if entry != file]
    return {"loads": not leftovers, "kept": [kept.claude_model], "was_told": was_told}


ADAPTERS = {"log_redact": log_redact, "file_store": file_store}
