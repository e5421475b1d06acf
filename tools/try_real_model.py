"""Asks a real small model for the same Blueprint again and again, and writes down what happened.

    python tools/try_real_model.py [--times 10] [--tool-mode auto|text] [--out FILE.md]

The model is the one of `python3 dev.py peers install model`, behind llama.cpp's own server; the
assistant runs as a process of its own, as a user starts it. Nothing is judged by the model's
words: the Blueprint that it left is read again.
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[1]
PEERS = Path(os.environ.get("BLUEPRINT_PEERS", ROOT / ".cache" / "peers"))
SENTENCE = (
    "Create a Blueprint called BP_Enemy that is an Actor with a StaticMesh component"
    " and moves forward every tick."
)
LIMITS = {"BLUEPRINT_AI_MAX_ITERATIONS": "12", "BLUEPRINT_AI_MAX_TOKENS": "400"}


@dataclass(frozen=True, slots=True)
class Try:
    """What one run left: how the turn ended, its calls, and what is in the Blueprint."""

    seconds: float
    end: str
    calls: Counter[str]
    failed: Counter[str]
    requests: int
    has_blueprint: bool
    has_mesh: bool
    has_tick: bool
    moves: bool
    last_text: str


def main() -> None:
    """Start the server, run the tries, print and write the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--tool-mode", default="auto", choices=("auto", "native", "text"))
    parser.add_argument("--out", type=Path, help="append the table to this file")
    options = parser.parse_args()
    port = free_port()
    weights = PEERS / "model" / "qwen2.5-coder-0.5b-instruct.gguf"
    python = PEERS / "venv" / "bin" / "python"
    script = ROOT / "tests" / "peers" / "model_server.py"
    with subprocess.Popen(
        [python, script, weights, str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        try:
            wait_until_ready(port)
            tries = [try_once(port, options.tool_mode) for _ in range(options.times)]
        finally:
            server.terminate()
    table = as_table(tries)
    print(table)
    if options.out is not None:
        with options.out.open("a", encoding="utf-8") as file:
            file.write(f"\n### Calls: {options.tool_mode}\n\n{table}\n")


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_ready(port: int) -> None:
    """Poll the server's health for at most a minute."""
    for _ in range(240):
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=2) as answer:
                if answer.status == 200:  # noqa: PLR2004 - HTTP's OK
                    return
        except (URLError, OSError):
            time.sleep(0.25)
    raise SystemExit("The model server did not get ready within a minute.")


def try_once(port: int, tool_mode: str) -> Try:
    """One run in an empty project folder."""
    with tempfile.TemporaryDirectory() as folder:
        events = Path(folder) / "events.jsonl"
        environment = {
            **os.environ,
            **LIMITS,
            "PYTHONPATH": str(ROOT / "Python"),
            "ANTHROPIC_API_KEY": "local",
            "ANTHROPIC_BASE_URL": f"http://127.0.0.1:{port}",
            "BLUEPRINT_AI_TOOL_MODE": tool_mode,
        }
        started = time.monotonic()
        command = [sys.executable, "-m", "blueprint_assistant", "run", "--prompt", SENTENCE]
        command += ["--provider", "claude", "--model", "qwen2.5-coder-0.5b"]
        command += ["--project", folder, "--events", str(events)]
        subprocess.run(command, env=environment, capture_output=True, timeout=600, check=False)
        seconds = time.monotonic() - started
        lines = [json.loads(line) for line in events.read_text(encoding="utf-8").splitlines()]
        content = "".join(item.read_text(encoding="utf-8") for item in Path(folder).rglob("*.blueprint.txt"))
    return judge(lines, content, seconds)


def judge(events: list[dict[str, Any]], content: str, seconds: float) -> Try:
    """Read off a run what it did."""
    finished = [event for event in events if event["event"] == "ToolFinished"]
    texts = [
        event["text"] for event in events if event["event"] in {"AssistantText", "Notice", "ErrorRaised"}
    ]
    return Try(
        seconds=seconds,
        end=next((event["reason"] for event in events if event["event"] == "TurnFinished"), "none"),
        calls=Counter(event["name"] for event in finished if event["ok"]),
        failed=Counter(event["name"] for event in finished if not event["ok"]),
        requests=sum(event["event"] == "ContextUsage" for event in events),
        has_blueprint="BP_Enemy" in content,
        has_mesh="StaticMeshComponent" in content,
        has_tick='MemberName="ReceiveTick"' in content and "EnabledState" not in _tick_node(content),
        moves=any(
            name in content for name in ("AddActorWorldOffset", "AddActorLocalOffset", "K2_SetActorLocation")
        ),
        last_text=" ".join((texts or [""])[-1].split())[:110],
    )


def _tick_node(content: str) -> str:
    """The lines of the node that overrides Event Tick."""
    start = content.find('MemberName="ReceiveTick"')
    return content[start : content.find("End Object", start)]


def as_table(tries: list[Try]) -> str:
    """The tries as Markdown."""
    rows = [
        (
            "| # | s | requests | ended by | calls that worked | calls that failed"
            " | Blueprint | mesh | tick | moves | its last words |"
        ),
        "|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for number, item in enumerate(tries, start=1):
        facts = (item.has_blueprint, item.has_mesh, item.has_tick, item.moves)
        cells = [
            number,
            f"{item.seconds:.0f}",
            item.requests,
            item.end,
            _counts(item.calls),
            _counts(item.failed),
        ]
        cells += ["yes" if fact else "no" for fact in facts]
        cells.append(item.last_text.replace("|", "/"))
        rows.append(f"| {' | '.join(str(cell) for cell in cells)} |")
    return "\n".join(rows)


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counter.items()) or "none"


if __name__ == "__main__":
    main()
