"""The order of a graph's flow: it stands for exactly the links that are there, whatever the graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from blueprint_assistant.languages.decompile.control_flow import ControlFlow
from blueprint_assistant.languages.decompile.control_roles import flow_role
from blueprint_assistant.languages.decompile.structuring import FlowStop, Jump, PlacedNode, structure
from languages.flow_graphs import chain, corpus_graphs, exec_graphs
from real_texts import needs_corpus
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Graph
    from blueprint_assistant.languages.decompile.structuring import Outline, Strand

    Place = tuple[str, str]


class _Meaning:
    """The links that an outline stands for, by the rules in `languages.ast.syntax_tree` alone."""

    def __init__(self, flow: ControlFlow, outline: Outline) -> None:
        self._flow = flow
        self.links: list[tuple[Place, Place]] = []
        self.told: list[str] = []
        for name, strands in outline.entries:
            for pin, strand in strands:
                self._leads((name, pin), strand, None)
                self._strand(strand, None)
        for strand in outline.floating:
            self._strand(strand, None)

    def _leads(self, source: Place, strand: Strand, follow: Place | None) -> None:
        first = strand[0] if strand else None
        target = (
            follow if first is None else None if isinstance(first, FlowStop) else (first.node, first.enter)
        )
        if target is not None:
            self.links.append((source, target))

    def _strand(self, strand: Strand, follow: Place | None) -> None:
        for number, part in enumerate(strand):
            if not isinstance(part, PlacedNode):
                continue
            self.told.append(part.node)
            rest = strand[number + 1 :]
            behind = follow
            if rest:
                behind = None if isinstance(rest[0], FlowStop) else (rest[0].node, rest[0].enter)
            is_closed = flow_role(self._flow.nodes[part.node]) in ("sequence", "loop")
            for pin, arm in part.arms:
                self._leads((part.node, pin), arm, None if is_closed else behind)
                self._strand(arm, None if is_closed else behind)
            arms = dict(part.arms)
            for made in self._flow.exits(part.node):
                if made.pin.id not in arms:
                    self._leads((part.node, made.pin.id), rest, follow)


def _assert_it_says_the_graph(graph: Graph) -> Outline:
    flow = ControlFlow(graph)
    outline = structure(flow)
    meaning = _Meaning(flow, outline)
    assert sorted(meaning.links) == sorted(_links(flow))
    expected = [name for name in flow.nodes if flow.is_executed(name) and not flow.is_entry(name)]
    assert sorted(meaning.told) == sorted(expected), "each executed node is told once"
    return outline


def _links(flow: ControlFlow) -> Iterator[tuple[Place, Place]]:
    for name in flow.nodes:
        for made in flow.exits(name):
            if made.way is not None:
                yield (name, made.pin.id), (made.way.node, made.way.enter)


@given(exec_graphs())
def test_the_order_of_any_graph_stands_for_its_links(graph: Graph) -> None:
    """I11: the outline says exactly the exec links of the graph."""
    _assert_it_says_the_graph(graph)


@needs_corpus
def test_the_order_of_every_real_graph_stands_for_its_links() -> None:
    """I11: the same over all real graphs."""
    graphs = list(corpus_graphs())
    jumps = sum(len(_assert_it_says_the_graph(graph).jumped_to) for _, graph, _ in graphs)
    assert len(graphs) >= 326
    assert jumps <= 12, "real graphs need hardly a goto"


@pytest.mark.parametrize("kind", thinned(["call", "branch", "sequence", "loop"], 2, is_one_value=True))
def test_a_long_chain_is_told_without_deep_nesting(kind: str) -> None:
    outline = _assert_it_says_the_graph(chain(kind, 3000))
    assert _depth(outline.entries[0][1][0][1]) <= 41


def _depth(strand: Strand) -> int:
    arms = [arm for part in strand if isinstance(part, PlacedNode) for _, arm in part.arms]
    return 1 + max(map(_depth, arms), default=0)


@given(exec_graphs())
def test_the_order_does_not_depend_on_the_order_in_the_file(graph: Graph) -> None:
    """I4, BC-045: never by the order in the file."""
    backwards = type(graph)(graph.name, tuple(reversed(graph.nodes)), tuple(reversed(graph.links)))
    assert structure(ControlFlow(backwards)) == structure(ControlFlow(graph))


def test_a_jump_is_only_written_where_nothing_else_is_honest() -> None:
    outline = _assert_it_says_the_graph(chain("branch", 10))
    assert not any(isinstance(part, Jump) for _, strands in outline.entries for _, s in strands for part in s)
