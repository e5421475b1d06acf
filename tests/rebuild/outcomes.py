"""Which graphs are rebuilt, and what came of each."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.semantics import working_nodes
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.specs import CommentSpec
from graph.corpus_graphs import k2_graphs
from real_texts import CORPUS
from rebuild.node_words import NoWordsError
from rebuild.rebuilding import ROUTES, rebuilt
from rebuild.split_pins import has_split_pins, with_make_and_break
from rebuild.tool_calls import RefusedError
from sandbox.replay_causes import CAUSES, changed, needed_causes, without_split_pins
from sandbox.replay_compare import explain, same
from sandbox.replay_reach import out_of_reach
from sandbox_project import open_project

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["BY_PASTE", "Outcome", "Sample", "corpus_samples", "outcome_of"]

SPLIT = "split struct pins are out of reach of the API: a Make or Break node does the same"
BY_PASTE = (
    "inputs of custom events are out of reach [API 14]",
    "tracks of timelines are out of reach [API 14]",
    "names of switch cases are out of reach",
    "no call makes a validated get",
)
"""What no call makes, and the artist pastes."""


ASSIGN = "Assign is a Bind that brings an event along, which is there already"
SINGLE = "a float of a Blueprint made in UE 4 is a single one, and new ones are doubles"
TELLING: dict[str, Callable[[Graph], Graph]] = {
    ASSIGN: lambda graph: replace(graph, nodes=tuple(_bound(node) for node in graph.nodes)),
    SINGLE: lambda graph: replace(graph, nodes=tuple(_doubled(node) for node in graph.nodes)),
}
"""What tools are told otherwise, as changes that take the difference away."""


def _bound(node: Node) -> Node:
    return replace(node, class_path=node.class_path.replace("K2Node_AssignDelegate", "K2Node_AddDelegate"))


def _doubled(node: Node) -> Node:
    pins = (
        replace(pin, type=replace(pin.type, subcategory="double")) if pin.type.category == "real" else pin
        for pin in node.pins
    )
    texts = tuple((key, text.replace('"float"', '"double"')) for key, text in node.properties)
    return replace(node, pins=tuple(pins), properties=texts)


@dataclass(frozen=True, slots=True)
class Sample:
    """A graph to be rebuilt. `left_out` says why some nodes of the original are not in it."""

    key: tuple[str, str]
    graph: Graph
    left_out: tuple[str, ...] = ()
    is_split: bool = False

    @property
    def name(self) -> str:
        return "/".join(part for part in self.key if part)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a sample on one route."""

    sample: Sample
    route: str
    calls: int = 0
    tokens: int = 0
    is_compiled: bool = False
    causes: tuple[str, ...] = ()
    fault: str = ""

    @property
    def key(self) -> tuple[str, str]:
        return self.sample.name, self.route


@cache
def corpus_samples() -> tuple[tuple[Sample, ...], tuple[Sample, ...]]:
    """The UE 5 graphs that can be rebuilt whole, and the others without what is of another project."""
    whole, parts = [], []
    for item in k2_graphs(CORPUS):
        if item.engine == "4" or not working_nodes(item.graph):
            continue
        graph = with_make_and_break(item.graph)
        part, reasons = _without_foreign(graph)
        key = (item.file.partition(".")[0], item.graph.name if item.engine == "export" else "")
        is_split = has_split_pins(item.graph)
        if not reasons:
            whole.append(Sample(key, graph, (), is_split))
        elif working_nodes(part):
            parts.append(Sample(key, part, reasons, is_split))
    return tuple(whole), tuple(parts)


def _without_foreign(graph: Graph) -> tuple[Graph, tuple[str, ...]]:
    """The graph without the nodes that neither calls nor a paste can make here, and why these cannot."""
    reasons = {node.name: out_of_reach(graph, node) for node in graph.nodes}
    gone = {name: reason for name, reason in reasons.items() if reason and reason not in BY_PASTE}
    kept = tuple(node for node in graph.nodes if node.name not in gone)
    links = tuple(link for link in graph.links if not {link.source.node, link.target.node} & set(gone))
    return replace(graph, nodes=kept, links=links), tuple(gone.values())


def _comments(graph: Graph) -> list[str]:
    """What the comment boxes say; positions do not matter here."""
    found = (any_spec_of(node) for node in graph.nodes)
    return sorted(spec.text.replace("\r\n", "\n").strip() for spec in found if isinstance(spec, CommentSpec))


def outcome_of(sample: Sample, route: str, folder: Path) -> Outcome:
    """Rebuild a sample in a project of its own and compare."""
    assert route in ROUTES
    try:
        with open_project() as project:
            made = rebuilt(project, without_split_pins(sample.graph), route, folder)
    except (RefusedError, NoWordsError) as error:
        return Outcome(sample, route, fault=str(error))
    found = Outcome(sample, route, made.calls, made.tokens, made.is_compiled)
    if _comments(sample.graph) != _comments(made.graph):
        return replace(found, fault="the comment boxes differ")
    split = (SPLIT,) if sample.is_split else ()
    for told in (), (ASSIGN,), (SINGLE,), (ASSIGN, SINGLE):
        graph, built = sample.graph, made.graph
        for cause in told:
            graph, built = TELLING[cause](graph), TELLING[cause](built)
        if same(graph, built):
            return replace(found, causes=(*split, *told))
        if same(changed(graph, CAUSES), changed(built, CAUSES)):
            return replace(found, causes=(*split, *told, *needed_causes(graph, built)))
    lines = explain(changed(graph, CAUSES), changed(built, CAUSES))
    return replace(found, fault="; ".join(lines[:3]) or "the links differ")
