"""The `run` command: the assistant on the stand-in editor, with a window or for one request without."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.cli.interruption import listening
from blueprint_assistant.cli.output_files import check_writable
from blueprint_assistant.cli.run_options import run_options
from blueprint_assistant.host.logging import start_logging
from blueprint_assistant.host.providers import build_provider
from blueprint_assistant.host.secrets import SecretStore

if TYPE_CHECKING:
    import argparse

    from blueprint_assistant.cli.terminal import Terminal

__all__ = ["run"]


def run(parsed: argparse.Namespace, terminal: Terminal) -> bool:
    """Open the window or do the request; whether all that was asked for is done.

    Raises ConfigurationError for wrong use, before there is a window.
    """
    with listening() as wish:
        options = run_options(parsed)
        start_logging(options.settings)
        check_writable(options.events, options.picture, options.t3d)
        provider = build_provider(options.settings, SecretStore())
        if options.prompt is None:
            from blueprint_assistant.cli.windowed import run_window  # noqa: PLC0415 - Qt is slow to import

            return run_window(options, provider, terminal, wish)
        # The whole assistant, before which a window is shown.
        from blueprint_assistant.cli.headless import run_prompt  # noqa: PLC0415

        return run_prompt(options, options.prompt, provider, terminal, wish)
