"""How BlueCode grows: reading graphs, printing, parsing, building, merging a line, hostile texts.

Each is measured at two sizes; what takes more than twice the share that its size explains fails the
run. Then the times for 1,000 nodes beside what is wanted, and how many tokens a node takes in real
texts: a quarter of the characters, and by a tokenizer if one is installed.
python benchmarks/bluecode_growth.py [--short]
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.errors import TextError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Variable
from blueprint_assistant.graph.rules.link_check import catalog_for
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.bluecode.readout import readout_json
from blueprint_assistant.languages.bluecode.readout import readout_of as read_graph
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.merge.program_plan import plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext
from graph.corpus_graphs import k2_graphs
from graph_growth import ALLOWED, Growth, Work, measured
from languages.needed_blueprint import around
from languages.plugin_facts import catalog_of
from real_texts import CORPUS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.languages.ast.syntax_tree import Program

GRAPH: Final = "EventGraph"
SMALL, MIDDLE, LARGE = 100, 1_000, 4_000
WANTED_S: Final = 0.3
"""For reading 1,000 nodes, and for planning a change of one line in them."""
WANTED_TOKENS: Final = 5.0
SMALLEST_REAL: Final = 4
"""Graphs of fewer nodes are mostly their entry: they say little about a node."""
WORD: Final = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]+`|\w+')
NODES_PER_ROUND: Final = 10
ROUND: Final = """\
  if Speed > {number}.0:
    PrintString("fast {number}")
    AddActorWorldOffset(GetActorForwardVector() * (Speed * {number}.5))
  else:
    Speed = Speed + 1.0
"""


def program_text(nodes: int) -> str:
    """A program of about that many nodes, no two rounds of which say the same."""
    rounds = max(1, nodes // NODES_PER_ROUND)
    body = (ROUND.format(number=number) for number in range(1, rounds + 1))
    return f"on Tick(DeltaSeconds)\n{''.join(body)}"


def changed_text(text: str) -> str:
    """The program with a line more in its middle."""
    lines = text.splitlines(keepends=True)
    middle = next(n for n in range(len(lines) // 2, len(lines)) if lines[n].startswith("  if"))
    return "".join([*lines[:middle], '  PrintString("new")\n', *lines[middle:]])


def empty_owner() -> Blueprint:
    """A Blueprint with an empty event graph."""
    speed = Variable("Speed", parse_type("float", default_catalog()), guid="A" * 32)
    return Blueprint("/Game/BP_Bench", "/Script/Engine.Actor", (Graph(GRAPH),), (speed,))


@cache
def catalog() -> Catalog:
    """The catalogue, with the Blueprint's own class."""
    return catalog_for(empty_owner(), default_catalog())


def worked_into(owner: Blueprint, program: Program) -> Blueprint:
    """The Blueprint after a program was planned and tried on it, as a tool does."""
    draft, graph = PlanDraft(owner, catalog()), owner.graphs[0]
    builder = PlanEmitter(draft, owner, graph, text_of=lambda _pin, value: value)
    plan_program(program, GraphContext(graph, owner, catalog()), builder)
    return draft.blueprint


@cache
def built(nodes: int) -> Blueprint:
    """A Blueprint with about that many nodes."""
    return worked_into(empty_owner(), parse_program(program_text(nodes)))


def fresh(owner: Blueprint) -> Blueprint:
    """The same Blueprint, whose graph knows nothing that was looked up before."""
    return replace(owner, graphs=tuple(replace(graph) for graph in owner.graphs))


# --- growth --------------------------------------------------------------------------------------


def read(owner: Blueprint) -> str:
    """A graph as text."""
    return print_program(decompile(owner.graphs[0], owner, catalog()))


def read_as(owner: Blueprint, detail: str) -> dict[str, object]:
    """A graph as the answer of a tool, with all that the detail asks for."""
    return readout_json(read_graph(owner.graphs[0], owner, catalog(), detail=detail))


def told(nodes: int) -> Program:
    """The program of a graph of about that many nodes."""
    owner = built(nodes)
    return decompile(owner.graphs[0], owner, catalog())


def change(given: tuple[Blueprint, str]) -> Blueprint:
    """One line more, from its text to the tried plan."""
    owner, text = given
    return worked_into(owner, parse_program(text))


def works(small: int, large: int) -> Iterator[Work]:
    """What is measured."""
    yield Work("read a graph as code", lambda size: fresh(built(size)), read, small, large)
    for detail in ("roundtrip", "debug"):
        yield Work(
            f"read as {detail}",
            lambda size: fresh(built(size)),
            partial(read_as, detail=detail),
            small,
            large,
        )
    yield Work("print", told, print_program, small, large)
    yield Work("parse", program_text, parse_program, small, large)
    yield Work(
        "build in an empty graph",
        lambda size: parse_program(program_text(size)),
        lambda program: worked_into(empty_owner(), program),
        small,
        large,
    )
    yield Work(
        "parse and merge a change of one line",
        lambda size: (fresh(built(size)), changed_text(program_text(size))),
        change,
        small,
        large,
    )
    yield Work(
        "merge what is there already",
        lambda size: (fresh(built(size)), program_text(size)),
        change,
        small,
        large,
    )


HOSTILE: Final[dict[str, Callable[[int], str]]] = {
    "open brackets": lambda size: "a = " + "(" * size,
    "open brackets, one a line": lambda size: "a = " + "(\n" * (size // 2),
    "calls in calls": lambda size: "f(" * (size // 3) + ")" * (size // 3),
    "one long sum": lambda size: "a = 1" + " + 1" * (size // 4),
    "one long chain of members": lambda size: "a = b" + ".c" * (size // 2),
    "not not not": lambda size: f"a = {'not ' * (size // 4)}b",
    "a text that is not closed": lambda size: f'a = "{"x" * size}',
    "quotes of all kinds": lambda size: "\"'`" * (size // 3),
    "steps of indentation": lambda size: "".join(
        f"{' ' * depth}if a:\n" for depth in range(int((2 * size) ** 0.5))
    ),
    "tabs and blanks": lambda size: "if a:\n\tb()\n        c()\n" * (size // 24),
    "labels and jumps": lambda size: "@l:\na()\ngoto l\n" * (size // 16),
    "comments": lambda size: "# a\n// b\n" * (size // 9),
    "prose": lambda size: "This is what I made for you: a door. " * (size // 37),
    "letters that look like others": lambda size: "\u0440\u0430\u0441\u0435 = 1\n" * (size // 9),
}
"""What is to be refused, or read, in a moment. Sizes are in characters."""


def parse_or_refuse(text: str) -> None:
    """What a text of anybody goes through."""
    with suppress(TextError):
        parse_program(text)


def hostile_works(small: int, large: int) -> Iterator[Work]:
    """Reading of texts that nobody would write."""
    for name, make in HOSTILE.items():
        yield Work(f"hostile: {name}", make, parse_or_refuse, small, large, "chars")


def _shown_wanted(sizes: dict[str, Growth]) -> Iterator[str]:
    read_all = ("read a graph as code", "read as roundtrip", "read as debug")
    for name in (*read_all, "parse and merge a change of one line"):
        seconds = sizes[name].small_s
        fits = "as wanted" if seconds <= WANTED_S else f"wanted: {1000 * WANTED_S:.0f} ms"
        yield f"{name:58} {1000 * seconds:7.0f} ms   {fits}"


# --- tokens --------------------------------------------------------------------------------------


def tokenizers() -> dict[str, Callable[[str], float]]:
    """Ways to count tokens: the estimate, and what is installed and needs no network."""
    found: dict[str, Callable[[str], float]] = {"characters / 4": lambda text: len(text) / 4}
    try:
        encoding = import_module("bpe_openai").get_encoding("o200k_base")  # its vocabulary is in the package
    except ImportError:
        print("pip install bpe-openai==0.1.4 to count real tokens")
        return found
    return {**found, "o200k_base": lambda text: len(encoding.encode(text))}


def real_texts() -> Iterator[tuple[str, int]]:
    """The code of every real graph and how many nodes that has, as an editor with its plugins reads it."""
    for item in k2_graphs(CORPUS):
        graph = item.graph
        if len(graph.nodes) >= SMALLEST_REAL and any("K2Node" in node.class_name for node in graph.nodes):
            place = around(graph, item.owner, catalog_of(graph))
            yield print_program(decompile(graph, place.owner, place.catalog)), len(graph.nodes)


def words_and_values(text: str) -> str:
    """The names and literals of a text alone: what no other spelling makes shorter."""
    return " ".join(WORD.findall(text))


def tokens_per_node() -> Iterator[str]:
    """The lines of the table over real graphs."""
    texts = list(real_texts())
    nodes = sum(number for _, number in texts)
    for name, count_of in tokenizers().items():
        each = sorted(count_of(text) / number for text, number in texts)
        bare = statistics.median(count_of(words_and_values(text)) / number for text, number in texts)
        tenths = statistics.quantiles(each, n=10)
        total = sum(count_of(text) for text, _ in texts) / nodes
        yield (
            f"{name:15} {len(texts)} graphs, {nodes:,} nodes: median {statistics.median(each):.1f} "
            f"(names and literals alone {bare:.1f}), tenth {tenths[0]:.1f}, nine tenths {tenths[-1]:.1f}, "
            f"all together {total:.1f} a node (median of {WANTED_TOKENS:.0f} wanted)"
        )


def main() -> int:
    """Measure and print; 1 when something grows faster than its size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="up to 1,000 nodes only")
    is_short = parser.parse_args().short
    read(built(100))  # what the first call prepares
    print(f"{'':58} {'size':>30} {'small':>10} {'large':>10} {'ratio':>6} {'share':>6}")
    found: list[Growth] = []
    for work in hostile_works(100_000, 400_000):
        found.append(measured(work))
        print(found[-1], flush=True)
    for small, large in [(SMALL, MIDDLE)] if is_short else [(SMALL, MIDDLE), (MIDDLE, LARGE)]:
        for work in works(small, large):
            found.append(measured(work))
            print(found[-1], flush=True)
    print(f"\nworst share (1 is linear, at most {ALLOWED} allowed)")
    print(max(found, key=lambda growth: growth.share))
    at_thousand = {
        growth.work.name: replace(growth, small_s=growth.large_s) if growth.work.large == MIDDLE else growth
        for growth in found
    }
    print(f"\nfor 1,000 nodes (at most {1000 * WANTED_S:.0f} ms wanted)")
    for line in _shown_wanted(at_thousand):
        print(line)
    print("\ntokens of the code, for each node of the graph")
    has_corpus = any((CORPUS / "t3d").glob("*.t3d"))
    for line in tokens_per_node() if has_corpus else ["no real texts here: set BLUEPRINT_CORPUS"]:
        print(line)
    return int(any(growth.is_bad for growth in found))


if __name__ == "__main__":
    sys.exit(main())
