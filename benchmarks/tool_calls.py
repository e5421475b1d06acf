"""What tool calls cost on the editor's game thread: every tool, and one turn of 500 calls.

The assistant runs as it does in the editor: a turn on its own thread, jobs in ticks. Our own time is
that of a tick outside the editor's calls and Python's garbage collection, in processor time. An edit
tick carries out one change, which has to stay whole; the other ticks must stay under 8 ms.
python benchmarks/tool_calls.py [--short]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from _engine_clock import CollectionClock, TickTimes, watch_calls
from _tool_scenarios import BLUEPRINT, Ids, filled_blueprint, scenarios
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.events import ToolFinished, TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.host.collector import GarbageCollector
from sandbox_project import open_project
from scripted_provider import ScriptedProvider, call_text
from tool_scenarios import SCENARIOS
from tool_scenarios.stage import build_stage
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.actions.base import ActionContext, ActionResult
    from blueprint_assistant.editor.game_thread import GameThread
    from blueprint_assistant.host.assistant import Assistant

CLOCK = watch_calls()
COLLECTION = CollectionClock()
ASKED_MS = 8.0
TURN_CALLS = 500
CALLS_PER_REPLY = 10


class TickWatch:
    """The times of each tick that did something. `jobs` are the kinds of the jobs that ran in it."""

    def __init__(self, tick: Callable[..., None]) -> None:
        """Watch what the editor calls in each tick."""
        self.ticks: list[TickTimes] = []
        self._do_tick = tick
        self._jobs: list[str] = []
        self._is_ticking = False

    def note_jobs(self, game_thread: GameThread) -> None:
        """Hear of the jobs of a queue."""
        run = game_thread.run

        def noted(name: str, kind: Any, work: Callable[[], Any], **options: Any) -> Any:
            def work_and_tell() -> Any:
                self._jobs.append(kind)
                return work()

            return run(name, kind, work_and_tell, **options)

        game_thread.run = noted  # type: ignore[method-assign]

    def tick(self, *args: Any, **kwargs: Any) -> None:
        """One tick of the editor."""
        if self._is_ticking:  # a compile ticks in its middle: that is part of the tick around it
            self._do_tick(*args, **kwargs)
            return
        self._is_ticking = True
        try:
            self._timed_tick(*args, **kwargs)
        finally:
            self._is_ticking = False

    def _timed_tick(self, *args: Any, **kwargs: Any) -> None:
        self._jobs.clear()
        engine_s, collection_s, start = CLOCK.spent_s, COLLECTION.spent_s, time.thread_time()
        self._do_tick(*args, **kwargs)
        total_ms = (time.thread_time() - start) * 1000
        engine_ms = (CLOCK.spent_s - engine_s) * 1000
        collection_ms = (COLLECTION.spent_s - collection_s) * 1000
        if self._jobs or total_ms > 1:
            own_ms = total_ms - engine_ms - collection_ms
            self.ticks.append(TickTimes(own_ms, engine_ms, collection_ms, tuple(self._jobs)))


def call_and_tick(
    sandbox: SandboxEditor, context: ActionContext, tool: str, parameters: dict[str, Any]
) -> ActionResult:
    """One call on a thread of its own while the editor ticks."""
    results: list[ActionResult] = []
    worker = threading.Thread(target=lambda: results.append(ActionRegistry().call(tool, parameters, context)))
    worker.start()
    while worker.is_alive():
        sandbox.tick()
        worker.join(0.0005)
    return results[0]


class Desk:
    """The assistant in a sandbox editor, and the times of its ticks."""

    def __init__(self, sandbox: SandboxEditor, provider: ScriptedProvider) -> None:
        """`sandbox` is installed."""
        from blueprint_assistant.host.assistant import Assistant  # noqa: PLC0415 - needs `unreal`

        settings = ConversationSettings(max_iterations=TURN_CALLS)
        self.sandbox = sandbox
        self.assistant: Assistant = Assistant(provider, settings, clipboard=lambda: "")
        self.watch = TickWatch(self.assistant.tick)
        self.watch.note_jobs(self.assistant.game_thread)
        unreal = sandbox.install()
        unreal.register_slate_post_tick_callback(self.watch.tick)

    @property
    def context(self) -> ActionContext:
        """What the conversation's tools work with."""
        return self.assistant.conversation._context  # noqa: SLF001 - nobody else needs it

    def call(self, tool: str, parameters: dict[str, Any]) -> tuple[ActionResult, list[TickTimes]]:
        """One call; its result and its ticks."""
        self.watch.ticks = []
        return call_and_tick(self.sandbox, self.context, tool, parameters), self.watch.ticks

    def turn(self) -> Iterator[ToolFinished]:
        """One whole turn; the ends of its calls."""
        self.watch.ticks = []
        finished: list[ToolFinished] = []
        ended = threading.Event()

        def hear(event: object) -> None:
            if isinstance(event, ToolFinished):
                finished.append(event)
            if isinstance(event, TurnFinished):
                ended.set()

        self.assistant.conversation.subscribe(hear)
        self.assistant.conversation.send("go")
        while not ended.wait(0.0005):
            self.sandbox.tick()
        yield from finished


@dataclass(frozen=True, slots=True)
class Figures:
    """The calls of one tool: own and engine milliseconds of each, and its longest ticks."""

    own_ms: list[float]
    engine_ms: list[float]
    longest_read_ms: float
    longest_change_ms: float
    refused: int

    def line(self, name: str) -> str:
        """A row of the table."""
        own, engine = sorted(self.own_ms), sorted(self.engine_ms)
        high = own[min(len(own) - 1, int(len(own) * 0.99))]
        refused = f"   {self.refused} refused" if self.refused else ""
        return (
            f"{name:24}{len(own):4}{statistics.median(own):9.2f}{high:9.2f}{own[-1]:9.2f}"
            f"{statistics.median(engine):10.2f}{self.longest_read_ms:10.2f}{self.longest_change_ms:10.2f}{refused}"
        )


HEAD = (
    f"{'tool':24}{'n':>4}{'median':>9}{'p99':>9}{'worst':>9}{'engine':>10}{'look tick':>10}{'edit tick':>10}"
)


def longest(ticks: list[TickTimes], *, changes: bool) -> float:
    """Our own milliseconds of the longest tick that carried out a change, or of the longest other one."""
    return max(
        (tick.own_ms for tick in ticks if any(job != "read" for job in tick.jobs) == changes), default=0.0
    )


def measure_tools(nodes: int, samples: int) -> tuple[dict[str, Figures], list[str]]:
    """Every tool on a Blueprint with so many nodes; its figures, and what was refused."""
    found: dict[str, list[tuple[ActionResult, list[TickTimes]]]] = defaultdict(list)
    with SandboxEditor() as sandbox:
        desk = Desk(sandbox, ScriptedProvider([]))
        desk.assistant.editor.apply(filled_blueprint(nodes))
        ids = Ids(desk.context, desk.assistant.editor.read_blueprint(BLUEPRINT))
        for tool, make in scenarios(ids).items():
            for number in range(samples):
                found[tool].append(desk.call(tool.partition(" ")[0], make(number)))
                ids.learn(found[tool][-1][0])
        desk.assistant.stop()
    refusals = [
        f"{tool}: {result.text.splitlines()[0][:150]}"
        for tool, calls in found.items()
        for result in [next((item for item, _ in calls if not item.ok), None)]
        if result is not None
    ]
    return {tool: _figures(calls) for tool, calls in found.items()}, refusals


def _figures(calls: list[tuple[ActionResult, list[TickTimes]]]) -> Figures:
    ticks = [tick for _, found in calls for tick in found]
    return Figures(
        [sum(tick.own_ms for tick in found) for _, found in calls],
        [sum(tick.engine_ms for tick in found) for _, found in calls],
        longest(ticks, changes=False),
        longest(ticks, changes=True),
        sum(not result.ok for result, _ in calls),
    )


@contextmanager
def closing_with(collector: GarbageCollector) -> Iterator[None]:
    """Keep Python from ending objects of the editor on a worker, as the assistant does."""
    try:
        yield
    finally:
        collector.stop()


def measure_catalogue(scenarios_of_each: int) -> dict[str, Figures]:
    """The tests' catalogue of calls, in a project of several Blueprints; a fresh one for each tool."""
    found: dict[str, list[tuple[ActionResult, list[TickTimes]]]] = defaultdict(list)
    for tool in ActionRegistry().names:
        with open_project() as project, closing_with(GarbageCollector()):
            stage = build_stage(project)
            watch = TickWatch(project.game_thread.tick)
            watch.note_jobs(project.game_thread)
            project.game_thread.tick = watch.tick  # type: ignore[method-assign]
            for scenario in [item for item in SCENARIOS if item.tool == tool][:scenarios_of_each]:
                watch.ticks = []
                given = scenario.arguments(stage.ids)
                result = call_and_tick(project.sandbox, stage.context, tool, given)
                found[tool].append((result, watch.ticks))
    return {tool: _figures(calls) for tool, calls in found.items()}


def turn_script(calls: int) -> list[str]:
    """A turn as models write it: some nodes, then links and values with their ids, a compile now and then."""
    written: list[str] = []
    texts: list[str] = []
    for number in range(calls):
        node = 1 + number // 5
        match number % 5:
            case 0:
                text = call_text(
                    "add_node", blueprint=BLUEPRINT, node_type="PrintString", x=400 * node, y=800
                )
            case 1 if node > 1:
                text = call_text(
                    "connect_nodes",
                    source_node=f"N{node - 1}",
                    source_pin="then",
                    target_node=f"N{node}",
                    target_pin="execute",
                )
            case 2:
                text = call_text(
                    "set_pin_value", node_id=f"N{node}", pin_name="InString", value=f"Say {node}"
                )
            case 3 if number % 50 == 48:  # noqa: PLR2004 - the last of every tenth round
                text = call_text("compile_blueprint", blueprint=BLUEPRINT)
            case 3:
                text = call_text("set_pin_value", node_id=f"N{node}", pin_name="Duration", value=node)
            case _:
                text = call_text("get_blueprint_info", blueprint=BLUEPRINT)
        texts.append(text)
        if len(texts) == CALLS_PER_REPLY:
            written.append("\n".join(texts))
            texts = []
    return [*written, "\n".join([*texts, "Done."])]


def measure_turn(calls: int, nodes: int) -> str:
    """A turn of so many calls on a Blueprint that begins with so many nodes."""
    script = turn_script(calls)
    with SandboxEditor() as sandbox:
        desk = Desk(sandbox, ScriptedProvider(script, chunk_chars=400))
        desk.assistant.editor.apply(filled_blueprint(nodes))
        start = time.perf_counter()
        ended = list(desk.turn())
        elapsed_s = time.perf_counter() - start
        ticks = desk.watch.ticks
        desk.assistant.stop()
    failed = [item for item in ended if not item.ok]
    if failed:
        print(f"  failed: {failed[0].text[:200]}")
    other = longest(ticks, changes=False)
    over = sum(tick.own_ms > ASKED_MS and all(job == "read" for job in tick.jobs) for tick in ticks)
    changing = [tick.own_ms for tick in ticks if any(job != "read" for job in tick.jobs)]
    return (
        f"{len(ended)} calls ({len(failed)} failed) on {nodes} nodes, {elapsed_s:.1f} s: longest tick without"
        f" a change {other:.2f} ms of our own ({over} over {ASKED_MS:g} ms); a change: median"
        f" {statistics.median(changing):.2f}, worst {max(changing):.2f} ms; a garbage collection: worst"
        f" {max(tick.collection_ms for tick in ticks):.2f} ms"
    )


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="small graphs and few calls")
    parser.add_argument("--nodes", type=int, help="one size only, and no turn")
    options = parser.parse_args()
    sizes = (50, 200) if options.short else (50, 200, 1000)
    if options.nodes:
        sizes = (options.nodes,)
    measure_tools(10, 1)  # imports and the catalogue
    for nodes in sizes:
        figures, refusals = measure_tools(nodes, 2 if options.short else 12)
        print(f"\n{nodes} nodes: milliseconds of a call on the game thread, ours, then the editor's,")
        print(f"then our own part of the longest tick\n{HEAD}")
        print("\n".join(item.line(tool) for tool, item in figures.items()))
        print("\n".join(f"  {line}" for line in refusals))
    if not options.nodes:
        figures = measure_catalogue(1 if options.short else 100)
        print(f"\nthe catalogue of the tests\n{HEAD}")
        print("\n".join(item.line(tool) for tool, item in figures.items()))
        print(f"\n{measure_turn(50 if options.short else TURN_CALLS, 50)}")
        if not options.short:
            print(measure_turn(TURN_CALLS, 500))


if __name__ == "__main__":
    main()
