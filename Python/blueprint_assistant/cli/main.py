"""The command line: `run` with a prompt works without a window, without one it opens the window.

`t3d` looks at texts of graphs without an assistant, `code` reads and writes them as BlueCode.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from blueprint_assistant import __version__
from blueprint_assistant.cli.code import add_code_command, run_code
from blueprint_assistant.cli.event_file import EventFile
from blueprint_assistant.cli.headless import (
    run_turn,
    take_back,
    write_picture,
    write_t3d,
)
from blueprint_assistant.cli.interruption import listening
from blueprint_assistant.cli.output_files import check_writable
from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.cli.steps import StepPrinter
from blueprint_assistant.cli.t3d import add_t3d_command, run_t3d
from blueprint_assistant.cli.terminal import Terminal, discard
from blueprint_assistant.errors import AssistantError, ConfigurationError
from blueprint_assistant.host.logging import start_logging
from blueprint_assistant.host.providers import build_provider
from blueprint_assistant.host.secrets import SecretStore
from blueprint_assistant.host.settings import Settings, load_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from blueprint_assistant.cli.interruption import StopWish

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
    is_dry_run: bool = False


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 done, 1 not done, 2 wrong use or settings."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a Windows console may not know a character
    terminal = Terminal(sys.stdout, sys.stderr)
    try:
        parsed = _parser().parse_args(arguments)
        if parsed.command == "t3d":
            return run_t3d(parsed)
        if parsed.command == "code":
            return run_code(parsed)
        with listening() as wish:
            return _run(_options(parsed), terminal, wish)
    except ConfigurationError as error:
        return _failed(terminal, f"error ({error.code}): {error}", EXIT_WRONG_USE)
    except AssistantError as error:
        return _failed(terminal, f"error ({error.code}): {error}", EXIT_NOT_DONE)
    except BrokenPipeError:  # `t3d … | head`: who reads has seen enough
        discard(sys.stdout)
        return EXIT_NOT_DONE
    except KeyboardInterrupt:  # while nothing listens for it, nothing is being changed
        return _failed(terminal, "Stopped.", EXIT_NOT_DONE)
    except Exception:  # noqa: BLE001 - the outermost place: Python itself would print keys as well
        text = f"error (internal_error): this is a bug.\n{traceback.format_exc()}"
        return _failed(terminal, text, EXIT_NOT_DONE)


def _failed(terminal: Terminal, text: str, code: int) -> int:
    terminal.complain(text)
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
        "--project", type=_path, metavar="DIR", help="open the project in this folder and save it there"
    )
    run.add_argument(
        "--events", type=_path, metavar="FILE", help="write every event to this file, a JSON line each"
    )
    run.add_argument(
        "--dry-run",
        action="store_true",
        help="with --prompt: take back at the end what the request changed, and keep nothing",
    )
    run.add_argument("--picture", type=_path, metavar="FILE", help="draw the graph into this PNG file")
    run.add_argument("--t3d", type=_path, metavar="FILE", help="write the graph as text to paste into Unreal")
    run.add_argument("--provider", choices=("auto", "offline", "claude"), help="who answers (default: auto)")
    run.add_argument("--model", metavar="ID", help="the model to ask")
    run.add_argument("--base-url", metavar="URL", help="the endpoint of the service, instead of its own")
    add_t3d_command(commands)
    add_code_command(commands)
    return parser


def _path(text: str) -> Path:
    """A path of the command line. An empty one would mean this folder: a variable that is not set."""
    if not text.strip():
        raise argparse.ArgumentTypeError("an empty path")
    return Path(text)


def _options(parsed: argparse.Namespace) -> RunOptions:
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


def _run(options: RunOptions, terminal: Terminal, wish: StopWish) -> int:
    start_logging(options.settings)
    check_writable(options.events, options.picture, options.t3d)
    provider = build_provider(options.settings, SecretStore())
    has_window = options.prompt is None
    with StandAlone(
        options.project,
        provider,
        options.settings.conversation(),
        clipboard=_clipboard_text if has_window else None,
        write_clipboard=_write_clipboard if has_window else None,
    ) as app:
        for problem in app.unreadable:
            terminal.complain(f"warning: {problem}")
        if options.prompt is None:
            from blueprint_assistant.cli.windowed import run_window  # noqa: PLC0415 - Qt is slow to import

            is_kept = run_window(app, provider, terminal, wish, saves=options.project is not None)
            return EXIT_DONE if is_kept else EXIT_NOT_DONE
        return _run_prompt(app, options, options.prompt, terminal, wish)


def _clipboard_text() -> str:
    """What the window's clipboard holds; a run without a window has none."""
    from blueprint_assistant.host.qt import clipboard_text  # noqa: PLC0415 - Qt is slow to import

    return clipboard_text()


def _write_clipboard(text: str) -> None:
    from blueprint_assistant.host.qt import set_clipboard_text  # noqa: PLC0415 - Qt is slow to import

    set_clipboard_text(text)


def _run_prompt(app: StandAlone, options: RunOptions, prompt: str, terminal: Terminal, wish: StopWish) -> int:
    app.subscribe(StepPrinter(terminal))
    if options.events is None:
        reason = run_turn(app, prompt, wish)
        is_complete = True
    else:
        with closing(EventFile(options.events)) as events:
            app.subscribe(events)
            reason = run_turn(app, prompt, wish)
        is_complete = events.problem is None
        if events.problem is not None:
            terminal.complain(f"error ({events.problem.code}): {events.problem}")
    is_written = _write_results(app, options, terminal)
    if options.is_dry_run and app.changed:
        is_written = take_back(app, wish) and is_written
    return EXIT_DONE if reason == "end" and is_complete and is_written else EXIT_NOT_DONE


def _write_results(app: StandAlone, options: RunOptions, terminal: Terminal) -> bool:
    """Save and draw what the run changed, also after a turn that ended early; whether all of it worked.

    Each result is written whatever became of the others.
    """
    is_written = True
    for write in _results(app, options):
        try:
            terminal.say(f"  {write()}")
        except AssistantError as error:
            terminal.complain(f"error ({error.code}): {error}")
            is_written = False
    return is_written


def _results(app: StandAlone, options: RunOptions) -> Iterator[Callable[[], str]]:
    """What writes each result that was asked for, and tells about it."""
    if not app.changed:
        return
    newest = app.changed[-1]
    project, t3d, picture = options.project, options.t3d, options.picture
    if project is not None and not options.is_dry_run:
        yield lambda: f"saved {', '.join(app.save())} in {project}"
    if t3d is not None:
        yield lambda: write_t3d(newest, t3d)
    if picture is not None:
        yield lambda: f"drew  {write_picture(newest, picture)}"
