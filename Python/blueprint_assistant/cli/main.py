"""The command line: `run` with a prompt works without a window, without one it opens the window.

`t3d` looks at texts of graphs without an assistant, `code` reads and writes them as BlueCode.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from blueprint_assistant.cli.command_parsers import command_parser
from blueprint_assistant.cli.terminal import Terminal, discard, prepare_streams
from blueprint_assistant.errors import AssistantError, ConfigurationError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

__all__ = ["main"]

EXIT_DONE = 0
EXIT_NOT_DONE = 1
EXIT_WRONG_USE = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code: 0 done, 1 not done, 2 wrong use or settings."""
    prepare_streams(sys.stdout, sys.stderr)
    terminal = Terminal(sys.stdout, sys.stderr)
    try:
        return _run(command_parser().parse_args(arguments), terminal)
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
        import traceback  # noqa: PLC0415 - only when something is wrong

        text = f"error (internal_error): this is a bug.\n{traceback.format_exc()}"
        return _failed(terminal, text, EXIT_NOT_DONE)


def _run(parsed: argparse.Namespace, terminal: Terminal) -> int:
    # Each command loads what it needs: the others would take many times as long as most of them.
    match parsed.command:
        case "t3d":
            from blueprint_assistant.cli.t3d import run_t3d  # noqa: PLC0415 - see above

            return run_t3d(parsed)
        case "code":
            from blueprint_assistant.cli.code import run_code  # noqa: PLC0415 - see above

            return run_code(parsed)
        case _:
            from blueprint_assistant.cli.run import run  # noqa: PLC0415 - see above

            return EXIT_DONE if run(parsed, terminal) else EXIT_NOT_DONE


def _failed(terminal: Terminal, text: str, code: int) -> int:
    terminal.complain(text)
    return code
