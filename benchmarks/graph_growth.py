"""How the graph room grows: reading hostile texts, printing, comparing, fingerprints and layout.

Each is measured at two sizes. Four times the size may take about four times as long; what takes
more than twice its share fails the run (a quadratic step takes four times its share). Then what
the first answer costs a fresh process. python benchmarks/graph_growth.py [--short]
"""

from __future__ import annotations

import argparse
import gc
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from blueprint_assistant.graph.compare.graph_diff import diff
from blueprint_assistant.graph.compare.isomorphism import isomorphic, isomorphism_hash
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.layout.arrange import arrange
from blueprint_assistant.graph.model.blueprint import Graph
from blueprint_assistant.graph.t3d.graph_text import (
    T3DError,
    format_graph_export,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
)
from graph.hostile_texts import HOSTILE
from graph.large_graphs import LARGE, repeated
from graph.variations import drawn_otherwise, made_again

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = 2.0
"""Times the share of its size that the large one may take."""
FLOOR_S = 0.01
"""What is shorter counts as this long: the clock says little about it."""
HUGE = 64_000_000
"""The size at which texts are read once more; lines over the reader's limit are refused at once there."""
WANTED_MS, WANTED_MB = 150, 60
MOVER = parse_t3d((ROOT / "tests/data/t3d/moving_actor.t3d").read_text(encoding="utf-8"))

FIRST_ANSWERS = {
    "catalogue": """
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
started = time.process_time()
default_catalog().find_function("Print String")
""",
    "catalogue, all of it": """
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
started = time.process_time()
for info in default_catalog().classes:
    default_catalog().functions_of(info.path)
""",
    "names of the sandbox": """
from unreal_sandbox.glue.manifest import load_manifest
started = time.process_time()
load_manifest("5.8")
""",
}
REPORT = """
elapsed_ms = 1000 * (time.process_time() - started)
status = pathlib.Path("/proc/self/status")
lines = status.read_text().splitlines() if status.exists() else []
print(elapsed_ms, next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0))
"""


@dataclass(frozen=True)
class Work:
    """Something to measure: what is made of a size, which does not count, and what is done with it."""

    name: str
    make: Callable[[int], Any]
    do: Callable[[Any], object]
    small: int
    large: int
    unit: str = "nodes"

    def seconds(self, size: int, rounds: int) -> float:
        """Processor time, best of some rounds, each with a value that knows nothing of the others."""
        return min(timed(self.do, self.make(size)) for _ in range(rounds))


@dataclass(frozen=True)
class Growth:
    """What was measured."""

    work: Work
    small_s: float
    large_s: float
    huge_s: float = 0.0

    @property
    def ratio(self) -> float:
        """How many times as long the large one takes."""
        return self.large_s / max(self.small_s, FLOOR_S)

    @property
    def share(self) -> float:
        """The ratio, in multiples of what its size would explain; 1 is linear."""
        return self.ratio * self.work.small / self.work.large

    @property
    def is_bad(self) -> bool:
        """Whether it grows faster than its size."""
        return self.share > ALLOWED

    def __str__(self) -> str:
        """One line of the table."""
        work = self.work
        sizes = f"{work.small:>10,} -> {work.large:>10,} {work.unit:5}"
        times = f"{self.small_s:8.3f} s {self.large_s:8.3f} s {self.ratio:6.1f} {self.share:6.2f}"
        huge = f" {self.huge_s:8.1f} s {HUGE / 1e6 / self.huge_s:7.2f} MB/s" if self.huge_s else ""
        return f"{work.name:58} {sizes} {times}{huge}{'   TOO FAST A GROWTH' if self.is_bad else ''}"


def timed(do: Callable[[Any], object], value: object) -> float:
    """Processor time of one call, collections of Python's garbage not counted."""
    gc.collect()
    gc.disable()
    try:
        started = time.process_time()
        do(value)
        return time.process_time() - started
    finally:
        gc.enable()


def measured(work: Work) -> Growth:
    """Two rounds; what looks bad is measured again, since a busy machine is no fault of the code."""
    growth = Growth(work, work.seconds(work.small, 2), work.seconds(work.large, 2))
    for _ in range(3):
        if growth.is_bad:
            small, large = work.seconds(work.small, 2), work.seconds(work.large, 2)
            growth = Growth(work, min(small, growth.small_s), min(large, growth.large_s))
    return growth


# --- what is measured ----------------------------------------------------------------------------


def read(text: str) -> None:
    """What both readers do with a text, be it a refusal."""
    for parse in (parse_t3d, parse_blueprint_t3d):
        try:
            parse(text)
        except T3DError:
            continue


def texts(small: int, large: int) -> Iterator[Work]:
    """The hostile texts."""
    for name, make in HOSTILE.items():
        yield Work(f"read: {name}", make, read, small, large, "chars")


def movers(size: int) -> Graph:
    """Copies of a small real graph, as many nodes in all."""
    return repeated(MOVER, size // len(MOVER.nodes))


def with_ids(make: Callable[[int], Graph], size: int) -> Graph:
    """The graph with a GUID for each node."""
    graph = make(size)
    nodes = (replace(node, guid=f"{number:032X}") for number, node in enumerate(graph.nodes, start=1))
    return replace(graph, nodes=tuple(nodes))


def graphs(make: Callable[[int], Graph], form: str, small: int, large: int) -> Iterator[Work]:
    """What is done with whole graphs."""
    graph = partial(with_ids, make)
    yield Work(f"print: {form}", graph, format_t3d, small, large)
    yield Work(f"print an export: {form}", graph, print_export, small, large)
    yield Work(f"revision: {form}", graph, revision, small, large)
    yield Work(f"shape: {form}", graph, isomorphism_hash, small, large)
    yield Work(f"compare, moved and rerouted: {form}", partial(redrawn, graph), compare, small, large)
    yield Work(f"compare, made again: {form}", partial(remade, graph), compare, small, large)
    yield Work(f"pair, made again: {form}", partial(remade, graph), pair, small, large)
    yield Work(f"arrange: {form}", make, arrange_all, small, large)
    yield Work(f"arrange beside as many: {form}", partial(half_placed, make), arrange_half, small, large)


Pair = tuple[Graph, Graph]


def redrawn(make: Callable[[int], Graph], size: int) -> Pair:
    """A graph before and after nodes were moved and links rerouted."""
    graph = make(size)
    return graph, drawn_otherwise(graph, 1)


def remade(make: Callable[[int], Graph], size: int) -> Pair:
    """A graph and the same with other names and ids."""
    graph = make(size)
    return graph, made_again(graph, 1)[0]


def half_placed(make: Callable[[int], Graph], size: int) -> tuple[Graph, list[str]]:
    """A graph in which every second node is new, and those."""
    graph = make(size)
    names = [node.name for node in graph.nodes]
    places = arrange(graph, names)
    nodes = (replace(node, x=places[node.name][0], y=places[node.name][1]) for node in graph.nodes)
    return replace(graph, nodes=tuple(nodes)), names[1::2]


def print_export(graph: Graph) -> str:
    """The text of one exported graph."""
    return format_graph_export(graph, "/Game/BP_Bench")


def compare(pair: Pair) -> object:
    """The difference of two graphs."""
    return diff(*pair)


def pair(pair: Pair) -> object:
    """Which node is which."""
    return isomorphic(*pair)


def arrange_all(graph: Graph) -> object:
    """Places for all nodes."""
    return arrange(graph, [node.name for node in graph.nodes])


def arrange_half(given: tuple[Graph, list[str]]) -> object:
    """Places for the new ones."""
    return arrange(*given)


# --- tables --------------------------------------------------------------------------------------


def fresh(name: str) -> str:
    """The line of what a fresh process needs for its first answer: best time and most memory of three."""
    runs = []
    for _ in range(3):
        done = subprocess.run(  # noqa: S603 - our own script in our own interpreter
            [sys.executable, "-c", f"import pathlib, time\n{FIRST_ANSWERS[name]}\n{REPORT}"],
            cwd=ROOT / "Python",
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        runs.append([float(figure) for figure in done.stdout.split()])
    ms, mb = min(run[0] for run in runs), max(run[1] for run in runs)
    return f"{name:58} {ms:7.0f} ms {f'{mb:7.1f} MB' if mb else ''}"


def main() -> int:
    """Measure and print; 1 when something grows faster than its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="small texts and graphs only")
    is_short = parser.parse_args().short
    works = [
        *texts(*((125_000, 500_000) if is_short else (4_000_000, 16_000_000))),
        *graphs(movers, "copies of a small graph", 1_000, 10_000),
    ]
    for form, make in LARGE.items():
        works += graphs(make, form, *((500, 2_000) if is_short else (1_000, 10_000)))
    timed(read, HOSTILE["equal nodes that link"](10_000))  # what the first call prepares
    print(f"{'':58} {'size':>30} {'small':>10} {'large':>10} {'ratio':>6} {'share':>6}   64 MB")
    found = []
    for work in works:
        growth = measured(work)
        if work.unit == "chars" and not is_short:
            growth = replace(growth, huge_s=timed(work.do, work.make(HUGE)))
        print(growth, flush=True)
        found.append(growth)
    print(f"\nworst share (1 is linear, at most {ALLOWED} allowed)")
    for growth in sorted(found, key=lambda growth: -growth.share)[:5]:
        print(growth)
    print(f"\nfirst answer of a fresh process (at most {WANTED_MS} ms and {WANTED_MB} MB wanted)")
    for name in FIRST_ANSWERS:
        print(fresh(name))
    return int(any(growth.is_bad for growth in found))


if __name__ == "__main__":
    sys.exit(main())
