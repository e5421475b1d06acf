"""The real program, started as a user starts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).parents[2]
SENTENCE = (
    "Create a Blueprint called BP_Enemy that is an Actor with a StaticMesh component"
    " and moves forward every tick."
)
HANG_S = 100
"""Nothing takes so long, however busy the machine is: what does hangs."""
_RUN = ("-m", "blueprint_assistant", "run")


@dataclass
class Program:
    """Starts `python -m blueprint_assistant run …` in a folder of its own."""

    folder: Path
    environment: dict[str, str]

    def start(self, *arguments: str, command: Sequence[str] = _RUN, **options: Any) -> subprocess.Popen[str]:
        """The running program. It hears signals, whatever a shell made this process ignore."""
        if os.name == "posix":
            options.setdefault("preexec_fn", _hear_signals)
        return subprocess.Popen(
            [sys.executable, *command, *arguments],
            **{
                "cwd": self.folder,
                "env": self.environment,
                "stdout": subprocess.PIPE,
                "stderr": subprocess.PIPE,
                "text": True,
                "encoding": "utf-8",
                **options,
            },
        )

    def run(self, *arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """The program at its end."""
        with self.start(*arguments, **options) as process:
            try:
                out, err = process.communicate(timeout=HANG_S)
            except subprocess.TimeoutExpired:
                process.kill()
                raise
        return subprocess.CompletedProcess(process.args, process.returncode, out or "", err or "")


def _hear_signals() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def clean_environment(home: Path) -> dict[str, str]:
    """An environment without keys and settings, whose user's own folders are in `home`."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith(("ANTHROPIC_", "BLUEPRINT_AI_"))
    }
    return {
        **kept,
        "PYTHONPATH": str(ROOT / "Python"),
        "QT_QPA_PLATFORM": "offscreen",
        "XDG_STATE_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
    }
