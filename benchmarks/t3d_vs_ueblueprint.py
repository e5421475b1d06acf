"""Reading copied nodes: our reader beside the npm package ueblueprint, and what our own costs.

Both read the texts of the folder that BLUEPRINT_CORPUS names, or else the project's own samples. Then
ours reads 1,000 and 10,000 nodes, and its memory is measured. ueblueprint is installed with
`python3 tools/peers.py install ueblueprint`; where it or Node is not there, its part is skipped.

python benchmarks/t3d_vs_ueblueprint.py [--short]
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import subprocess
import sys
import time
import tracemalloc
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import peers
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Link, Node, PinRef
from blueprint_assistant.graph.t3d.graph_text import T3DError, decode_t3d, format_t3d, parse_t3d

ROOT = Path(__file__).resolve().parents[1]
WANTED_SPEED, WANTED_GROWTH, WANTED_MEMORY = 1.5, 11.0, 12.0
PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")


@dataclass(frozen=True)
class Result:
    """How a reader fared: texts read, size of all texts, seconds of its best round."""

    read: int
    texts: int
    megabytes: float
    seconds: float

    @property
    def speed(self) -> float:
        """Megabytes in a second."""
        return self.megabytes / self.seconds

    def __str__(self) -> str:
        """One line of the table."""
        return f"{self.read:4} of {self.texts} texts   {self.speed:6.1f} MB/s"


def files() -> list[Path]:
    """The texts of copied nodes."""
    corpus = os.environ.get("BLUEPRINT_CORPUS")
    folder = Path(corpus) / "t3d" if corpus else ROOT / "tests/data/t3d"
    if not corpus:
        print("BLUEPRINT_CORPUS names no folder of real texts: the project's own samples are read")
    found = sorted(folder.glob("*.t3d"))
    # Exported assets are another form, which ueblueprint does not read.
    return [path for path in found if b"Class=/Script/Engine.Blueprint " not in path.read_bytes()[:200]]


def ours(paths: list[Path], rounds: int) -> Result:
    """Our reader, best of some rounds after one that does not count."""
    texts = [decode_t3d(path.read_bytes()).replace("\r\n", "\n") for path in paths]
    size = sum(len(text.encode()) for text in texts) / 1e6
    seconds, read = [], 0
    for _ in range(rounds + 1):
        start, read = time.perf_counter(), 0
        for text in texts:
            try:
                parse_t3d(text)
            except T3DError as error:
                print(f"refused: {error}")
            else:
                read += 1
        seconds.append(time.perf_counter() - start)
    return Result(read, len(texts), size, min(seconds[1:]))


def theirs(paths: list[Path], rounds: int) -> Result:
    """The other reader under Node, likewise. Raises MissingPeerError."""
    package = peers.find("ueblueprint")
    script = Path(__file__).with_name("ueblueprint_reader.mjs")
    command = ["node", str(script), str(package), str(rounds + 1)]
    names = json.dumps([str(path) for path in paths])
    done = subprocess.run(  # noqa: S603 - our own script and the pinned package
        command, input=names, capture_output=True, text=True, timeout=600, check=False
    )
    if done.returncode:
        raise peers.MissingPeerError(f"ueblueprint did not run: {done.stderr[-400:]}")
    found = json.loads(done.stdout)
    return Result(found["read"], len(paths), found["bytes"] / 1e6, min(found["seconds"][1:]))


def chain(length: int) -> str:
    """The text of that many Print String nodes, each linked with the next, all ids their own."""
    catalog, owner = default_catalog(), Blueprint("/Game/BP_Bench", "/Script/Engine.Actor")
    numbers = itertools.count(1)

    def new_guid() -> str:
        return f"{next(numbers):032X}"

    model = make_node(PRINT, owner=owner, catalog=catalog, name="", new_guid=new_guid)
    nodes = [
        replace(
            model,
            name=f"K2Node_CallFunction_{number}",
            guid=new_guid(),
            x=300 * number,
            pins=tuple(replace(pin, id=new_guid()) for pin in model.pins),
        )
        for number in range(length)
    ]
    links = (Link(_pin(one, "then"), _pin(other, "execute")) for one, other in itertools.pairwise(nodes))
    return format_t3d(Graph("EventGraph", tuple(nodes), tuple(links)), "/Game/BP_Bench")


def _pin(node: Node, name: str) -> PinRef:
    pin = node.find_pin(name)
    if pin is None:
        raise LookupError(name)
    return PinRef(node.name, pin.id)


def seconds_for(text: str, rounds: int) -> float:
    """Processor time of reading, best of some rounds."""
    found = []
    for _ in range(rounds):
        start = time.process_time()
        parse_t3d(text)
        found.append(time.process_time() - start)
    return min(found)


def peak_memory(text: str) -> float:
    """The most memory that reading takes beside the text, in multiples of the text."""
    tracemalloc.start()
    graph = parse_t3d(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    del graph
    return peak / len(text.encode())


def compare(paths: list[Path], rounds: int) -> None:
    """Print the speed of both readers."""
    own = ours(paths, rounds)
    print(f"ours          {own}")
    try:
        other = theirs(paths, rounds)
    except peers.MissingPeerError as missing:
        print(f"ueblueprint   SKIPPED: {missing}")
        return
    print(f"ueblueprint   {other}")
    ratio = own.speed / other.speed
    print(f"ratio         {ratio:.2f} times as fast per megabyte (at least {WANTED_SPEED} wanted)")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="fewer rounds")
    rounds = 2 if parser.parse_args().short else 7
    compare(files(), rounds)
    small, large = chain(1000), chain(10_000)
    seconds_for(small, 1)
    one, ten = seconds_for(small, rounds), seconds_for(large, max(2, rounds // 2))
    print(
        f"growth        1,000 nodes {one * 1000:.0f} ms, 10,000 nodes {ten * 1000:.0f} ms:"
        f" {ten / one:.1f} times (at most {WANTED_GROWTH:.0f} wanted)"
    )
    print(
        f"peak memory   {peak_memory(large):.1f} times the text of 10,000 nodes,"
        f" {len(large) / 1e6:.0f} MB (below {WANTED_MEMORY:.0f} wanted)"
    )


if __name__ == "__main__":
    main()
