"""What the `run` command was asked for, settings included. Outside uses RunOptions and run_options."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.host.settings import load_settings

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from blueprint_assistant.host.settings import Settings

__all__ = ["RunOptions", "run_options"]


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What `run` was asked for."""

    prompt: str | None
    project: Path | None
    events: Path | None
    picture: Path | None
    t3d: Path | None
    settings: Settings
    is_dry_run: bool = False


def run_options(parsed: argparse.Namespace) -> RunOptions:
    """The options of a parsed command line. Raises ConfigurationError."""
    changes = {
        "provider": parsed.provider,
        "claude_model": parsed.model,
        "claude_base_url": parsed.base_url,
    }
    settings = load_settings(overrides={key: value for key, value in changes.items() if value is not None})
    prompt = None if parsed.prompt is None else _readable(parsed.prompt)
    if parsed.dry_run and prompt is None:
        raise ConfigurationError("--dry-run needs a request.", "Give one with --prompt.")
    return RunOptions(
        prompt, parsed.project, parsed.events, parsed.picture, parsed.t3d, settings, parsed.dry_run
    )


def _readable(argument: str) -> str:
    """An argument as text: where the locale knows no UTF-8, Python hands its bytes on undecoded."""
    return os.fsencode(argument).decode("utf-8", "replace")
