"""How long BlueCode is for each working node of real graphs, and what its text is made of.

A model pays for the code with each request: each word of it should say something. Tokens are estimated as a
quarter of the characters; comments and reroutes are no working nodes. Needs a corpus of copied graphs.
Half of those are a single node, whose text is mostly its entry: graphs of some size are told apart.
BLUEPRINT_CORPUS=… python benchmarks/text_sizes.py [--short] [--show GRAPH]
"""

from __future__ import annotations

import argparse
import re
import statistics
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from blueprint_assistant.cli.copied_owner import owner_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.semantics import is_comment, is_reroute
from blueprint_assistant.graph.kinds.foreign_graphs import foreign_graph
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from graph.corpus_graphs import k2_graphs
from real_texts import CORPUS

CHARS_PER_TOKEN = 4
SHOWN = 10
SOME = 5
"""Nodes of a graph that has some size."""
KINDS: dict[str, str] = {
    "indentation": r"^[ ]+",
    "node(…) and value(…) texts": r"\b(?:node|value)\(\"(?:[^\"\\]|\\.)*\"",
    "paths": r"`/[^`]*`|\"/[^\"]*\"",
    "long texts": r"\"(?:[^\"\\]|\\.){12,}\"",
    "short texts": r"\"(?:[^\"\\]|\\.)*\"",
    "zeros behind the point": r"(?<=\d)\.0\b",
    "numbers": r"\b\d+(?:\.(?!0\b)\d+)?",
    "marks": r"^[ ]*@\S+(?= )",
    "labels and goto": r"@\w+:|\bgoto [\w.]+",
    "let … =": r"\blet \w+ = |\blet \([^)]*\) = ",
    "await": r"\bawait ",
    "Receive, K2_": r"\bReceive(?=[A-Z])|\bK2_",
    "pass, end": r"\b(?:pass|end)\b",
    "flow words": r"\b(?:if|elif|else|for|in|while|switch|case|default|sequence|then|return|break|is|as)\b:?",
    "names of inputs": r"\b\w+=(?!=)|`[^`]*`=",
    "blanks": r" ",
    "line feeds": r"\n",
    "names": r"`[^`]*`|\w+",
    "signs": r".",
}
"""Kinds of text, each by its pattern; what stands earlier counts first."""
_PART = re.compile("|".join(f"({pattern})" for pattern in KINDS.values()), re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Measured:
    """A graph's text and its working nodes."""

    name: str
    text: str
    nodes: int

    @property
    def per_node(self) -> float:
        """Tokens for each node."""
        return len(self.text) / CHARS_PER_TOKEN / self.nodes


def measured() -> list[Measured]:
    """All Blueprint graphs of engine 5 in the corpus that have a working node."""
    found = []
    catalog = default_catalog()
    for item in k2_graphs(CORPUS):
        if not item.is_ue5 or foreign_graph(item.graph):
            continue
        nodes = sum(not is_comment(node) and not is_reroute(node) for node in item.graph.nodes)
        if not nodes:
            continue
        owner = item.owner or owner_of(item.graph, "", catalog)
        graph = item.graph if item.owner is not None else owner.graphs[0]
        text = print_program(decompile(graph, owner, catalog))
        found.append(Measured(f"{item.file}:{graph.name}", text, nodes))
    return found


def made_of(text: str) -> Counter[str]:
    """The characters of a text by kind."""
    kinds, count = tuple(KINDS), Counter[str]()
    for part in _PART.finditer(text):
        count[kinds[(part.lastindex or 1) - 1]] += len(part[0])
    return count


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", default="", metavar="GRAPH", help="print the text of graphs so called")
    parser.add_argument("--short", action="store_true", help="the figures without the longest graphs")
    options = parser.parse_args()
    show = options.show
    if not (CORPUS / "t3d").is_dir():
        print("There is no corpus: name its folder by BLUEPRINT_CORPUS.")
        return 0
    graphs = measured()
    if show:
        for one in graphs:
            if show in one.name:
                print(f"# {one.name}: {one.nodes} nodes, {one.per_node:.1f} tokens each\n{one.text}")
        return 0
    characters, nodes = sum(len(one.text) for one in graphs), sum(one.nodes for one in graphs)
    median = statistics.median(one.per_node for one in graphs)
    sized = [one for one in graphs if one.nodes >= SOME]
    of_sized = statistics.median(one.per_node for one in sized)
    print(f"{len(graphs)} graphs, {nodes} nodes, {characters} characters (tokens = characters / 4)")
    print(
        f"tokens per node: {characters / CHARS_PER_TOKEN / nodes:.2f} in all, {median:.2f} median of graphs,"
    )
    print(f"{of_sized:.2f} median of the {len(sized)} graphs with at least {SOME} nodes\n")
    total: Counter[str] = sum((made_of(one.text) for one in graphs), Counter())
    print("kind of text                    share  tokens per node")
    for kind, count in total.most_common():
        print(f"{kind:30}{count / characters:7.1%}{count / CHARS_PER_TOKEN / nodes:10.2f}")
    if options.short:
        return 0
    print("\nthe longest for each node")
    for one in sorted(graphs, key=lambda item: item.per_node, reverse=True)[:SHOWN]:
        most = ", ".join(
            f"{kind} {count / len(one.text):.0%}" for kind, count in made_of(one.text).most_common(4)
        )
        print(f"{one.per_node:7.1f}  {one.name} ({one.nodes} nodes): {most}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
