"""The command line: `run` with a prompt works without a window, without one it opens the window.

`t3d` looks at texts of graphs without an assistant.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from blueprint_assistant import __version__
from blueprint_assistant.cli.event_file import EventFile
from blueprint_assistant.cli.headless import check_writable, run_turn, write_picture, write_t3d
from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.cli.steps import StepPrinter
from blueprint_assistant.cli.t3d import add_t3d_command, run_t3d
from blueprint_assistant.cli.terminal import discard
from blueprint_assistant.errors import AssistantError, ConfigurationError
from blueprint_assistant.host.logging import start_logging
from blueprint_assistant.host.providers import build_provider
from blueprint_assistant.host.redaction import redact
from blueprint_assistant.host.secrets import SecretStore
from blueprint_assistant.host.settings import Settings, load_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]

EXIT_DONE = 0
EXIT_NOT_DONE = 1
EXIT_WRONG_USE = 2


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What `run` was asked for."""

    prompt: str | None
    project: Path | None
    events: Path | None
    picture: Path | None
    t3d: Path | None
    settings: Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 done, 1 not done, 2 wrong use or settings."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a Windows console may not know a character
    parser = _parser()
    parsed = parser.parse_args(arguments)
    try:
        if parsed.command == "t3d":
            return run_t3d(parsed)
        return _run(_options(parsed))
    except ConfigurationError as error:
        return _failed(f"error ({error.code}): {error}", EXIT_WRONG_USE)
    except AssistantError as error:
        return _failed(f"error ({error.code}): {error}", EXIT_NOT_DONE)
    except BrokenPipeError:  # `t3d … | head`: who reads has seen enough
        discard(sys.stdout)
        return EXIT_NOT_DONE
    except Exception:  # noqa: BLE001 - the outermost place: Python itself would print keys as well
        return _failed(f"error (internal_error): this is a bug.\n{traceback.format_exc()}", EXIT_NOT_DONE)


def _failed(text: str, code: int) -> int:
    print(redact(text), file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="blueprint_assistant", description="Blueprints from plain English.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser(
        "run", help="run the assistant on the stand-in editor, with or without a window"
    )
    run.add_argument("--prompt", metavar="TEXT", help="do this one request without a window, then exit")
    run.add_argument(
        "--project", type=Path, metavar="DIR", help="open the project in this folder and save it there"
    )
    run.add_argument(
        "--events", type=Path, metavar="FILE", help="write every event to this file, a JSON line each"
    )
    run.add_argument("--picture", type=Path, metavar="FILE", help="draw the graph into this PNG file")
    run.add_argument("--t3d", type=Path, metavar="FILE", help="write the graph as text that Unreal can paste")
    run.add_argument("--provider", choices=("auto", "offline", "claude"), help="who answers (default: auto)")
    run.add_argument("--model", metavar="ID", help="the model to ask")
    run.add_argument("--base-url", metavar="URL", help="the endpoint of the service, instead of its own")
    add_t3d_command(commands)
    return parser


def _options(parsed: argparse.Namespace) -> RunOptions:
    changes = {
        "provider": parsed.provider,
        "claude_model": parsed.model,
        "claude_base_url": parsed.base_url,
    }
    settings = load_settings(overrides={key: value for key, value in changes.items() if value is not None})
    return RunOptions(parsed.prompt, parsed.project, parsed.events, parsed.picture, parsed.t3d, settings)


def _run(options: RunOptions) -> int:
    start_logging(options.settings)
    check_writable(options.events, options.picture, options.t3d)
    provider = build_provider(options.settings, SecretStore())
    with StandAlone(options.project, provider, options.settings.conversation()) as app:
        if options.prompt is None:
            from blueprint_assistant.cli.windowed import run_window  # noqa: PLC0415 - Qt is slow to import

            run_window(app, provider, saves=options.project is not None)
            return EXIT_DONE
        return _run_prompt(app, options, options.prompt)


def _run_prompt(app: StandAlone, options: RunOptions, prompt: str) -> int:
    app.subscribe(StepPrinter(sys.stdout, sys.stderr))
    events = EventFile(options.events) if options.events else None
    if events is not None:
        app.subscribe(events)
    try:
        reason = run_turn(app, prompt)
    finally:
        if events is not None:
            events.close()
    _write_results(app, options)
    return EXIT_DONE if reason == "end" else EXIT_NOT_DONE


def _write_results(app: StandAlone, options: RunOptions) -> None:
    """Save and draw what the run changed, also after a turn that ended early."""
    if not app.changed:
        return
    if options.project is not None:
        print(f"  saved {', '.join(app.save())} in {options.project}")
    newest = app.changed[-1]
    if options.t3d is not None:
        print(f"  wrote {write_t3d(newest, options.t3d)}")
    if options.picture is not None:
        print(f"  drew  {write_picture(newest, options.picture)}")
