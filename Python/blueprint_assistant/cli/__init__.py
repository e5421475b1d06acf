"""The assistant's life without the editor: command line and window over the sandbox."""

from blueprint_assistant.cli.main import main

__all__ = ["main"]
