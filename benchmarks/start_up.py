"""What starting costs: processor time until the window is painted, of `run --help` and of `t3d check`.

And how long a process lives after its window. Beside each figure stands its ratio to a bare window of
Python and PySide6 in the same run, which says the same on a slow and on a busy machine.
python benchmarks/start_up.py [--short]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WINDOW = (sys.executable, str(Path(__file__).with_name("_seen_window.py")))
TEXT = ROOT / "tests" / "data" / "t3d" / "door_blueprint.t3d"
ASKED_S = {"window": 1.5, "help": 0.5, "check": 0.5, "end": 2.0}


@dataclass(frozen=True, slots=True)
class WindowTimes:
    """Processor seconds until a window was painted, and seconds from its closing to the process's end."""

    painted_cpu_s: float
    end_s: float
    end_cpu_s: float


def environment() -> dict[str, str]:
    """The caller's own, without keys and settings, and off screen where there is no screen."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("BLUEPRINT_AI_")}
    kept.pop("ANTHROPIC_API_KEY", None)
    if not kept.get("DISPLAY") and not kept.get("WAYLAND_DISPLAY"):
        kept.setdefault("QT_QPA_PLATFORM", "offscreen")
    return kept | {"PYTHONPATH": str(ROOT / "Python")}


def open_window(*what: str) -> WindowTimes:
    """Open and close a window in a process of its own."""
    before = children_cpu_s()
    process = subprocess.Popen(  # noqa: S603 - our own program
        [*WINDOW, *what], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment()
    )
    told, _ = process.communicate(timeout=300)
    ended = time.time()
    lines = {line["what"]: line for line in map(json.loads, told.splitlines())}
    closed = lines["closed"]
    return WindowTimes(
        lines["painted"]["cpu_s"], ended - closed["at_s"], children_cpu_s() - before - closed["cpu_s"]
    )


def command_cpu_s(*command: str) -> float:
    """The processor time of a command that has to succeed."""
    before = children_cpu_s()
    subprocess.run(command, cwd=ROOT, env=environment(), check=True, capture_output=True)  # noqa: S603 - likewise
    return children_cpu_s() - before


def children_cpu_s() -> float:
    """The processor time of all processes that were started here and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def show(what: str, seconds: list[float], bare_s: float, asked_s: float, unit: str = "s of CPU") -> None:
    """Print a figure: its median, and as a ratio to the bare window."""
    middle = statistics.median(seconds)
    print(
        f"  {what:42} {middle:6.2f} {unit} (worst {max(seconds):.2f}, asked {asked_s:g}),"
        f" {middle / bare_s:5.2f} of a bare window"
    )


def main() -> None:
    """Measure each a few times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="each figure twice only")
    rounds = range(2 if parser.parse_args().short else 7)
    dev, module = str(ROOT / "dev.py"), (sys.executable, "-m", "blueprint_assistant")
    bare = [open_window("bare") for _ in rounds]
    loaded = [open_window("assistant", "loaded") for _ in rounds]
    at_once = [open_window("assistant", "at-once") for _ in rounds]
    bare_s = statistics.median(it.painted_cpu_s for it in bare)
    print(f"Start-up, {len(rounds)} rounds; a bare window is painted after {bare_s:.2f} s of CPU")
    windows = [it.painted_cpu_s for it in loaded + at_once]
    show("until the window is painted", windows, bare_s, ASKED_S["window"])
    helps = [command_cpu_s(sys.executable, dev, "run", "--help") for _ in rounds]
    show("dev.py run --help", helps, bare_s, ASKED_S["help"])
    checks = [command_cpu_s(*module, "t3d", "check", str(TEXT)) for _ in rounds]
    show("t3d check of one file", checks, bare_s, ASKED_S["check"])
    for what, times in (("the loaded assistant", loaded), ("one still loading", at_once)):
        show(f"from window to process gone, {what}", [it.end_s for it in times], bare_s, ASKED_S["end"], "s")
        show("  of it, processor time", [it.end_cpu_s for it in times], bare_s, ASKED_S["end"])


if __name__ == "__main__":
    main()
