"""How long Stop takes: from the command to the end of the turn, at many moments of a run.

python benchmarks/stop_latency.py [--short]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.events import ConversationEvent, TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.providers.offline import OfflineProvider

SENTENCE = (
    "Create a Blueprint called BP_Enemy that is an Actor with a StaticMesh component"
    " and moves forward every tick."
)


def measure(after_s: float) -> tuple[float, str]:
    """Start a run, stop it after a while; seconds until it ended, and how."""
    finished: list[tuple[float, str]] = []

    def watch(event: ConversationEvent) -> None:
        if isinstance(event, TurnFinished):
            finished.append((time.perf_counter(), event.reason))

    with StandAlone(None, OfflineProvider(), ConversationSettings()) as app:
        app.subscribe(watch)
        app.conversation.send(SENTENCE)
        start = time.perf_counter()
        stopped = 0.0
        while not finished:
            app.tick(0.008)
            time.sleep(0.004)
            if not stopped and time.perf_counter() - start >= after_s:
                stopped = time.perf_counter()
                app.stop_turn()
    at, reason = finished[0]
    return at - stopped, reason


def main() -> None:
    """Measure at moments spread over a run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="a few moments only")
    count = 8 if parser.parse_args().short else 40
    times = []
    for number in range(count):
        seconds, reason = measure(0.02 + number * 1.0 / count)
        if reason == "stopped":
            times.append(seconds * 1000)
    print(
        f"Stop, {len(times)} of {count} runs stopped midway: median {statistics.median(times):.1f} ms,"
        f" worst {max(times):.1f} ms (asked: 200 ms)"
    )


if __name__ == "__main__":
    main()
