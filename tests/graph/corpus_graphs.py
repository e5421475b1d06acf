"""The K2 graphs of the corpus, read once for the tests that judge nodes and links."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.t3d.graph_text import decode_t3d, parse_blueprint_t3d, parse_t3d

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["CorpusGraph", "k2_graphs"]


@dataclass(frozen=True)
class CorpusGraph:
    """A graph, the file that it is from, and the engine that wrote it: `4`, `5.0`, `5.1+` or `export`.

    `siblings` are all graphs of its Blueprint, as far as the file has them; `owner` is that Blueprint
    itself, where the file has it.
    """

    file: str
    engine: str
    detail: str
    graph: Graph
    siblings: tuple[Graph, ...]
    owner: Blueprint | None = None

    @property
    def is_ue5(self) -> bool:
        return self.engine in ("5.1+", "export")


def k2_graphs(corpus: Path) -> list[CorpusGraph]:
    entries = json.loads((corpus / "t3d/index.json").read_text(encoding="utf-8"))
    found = []
    for entry in entries:
        if entry["graph"] != "k2":
            continue
        graph = parse_t3d(decode_t3d((corpus / "t3d" / entry["file"]).read_bytes()))
        found.append(CorpusGraph(entry["file"], entry["ue"], entry["ue_detail"], graph, (graph,)))
    for path in sorted((corpus / "exports").glob("*.copy")):
        owner = parse_blueprint_t3d(decode_t3d(path.read_bytes()))
        graphs = owner.graphs
        found += [CorpusGraph(path.name, "export", "5.x export", graph, graphs, owner) for graph in graphs]
    return found
