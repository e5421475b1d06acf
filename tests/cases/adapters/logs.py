"""Kinds about logs and secrets: log_redact."""

from __future__ import annotations

import errno
import logging
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import ConfigurationError, ProviderError
from blueprint_assistant.host.logging import FILE_NAME, start_logging
from blueprint_assistant.host.secrets import SecretStore
from blueprint_assistant.host.settings import Settings, load_settings, save_user_settings
from cases.adapters.missing import NoProductPartError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ADAPTERS"]

_log = logging.getLogger("blueprint_assistant.cases")


def log_redact(case: Mapping[str, Any]) -> dict[str, Any]:
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
    """The settings are the store that the product has; there is no memory of preferences yet."""
    if case["store"] != "any":
        raise NoProductPartError(f"a store of {case['store']}")
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
