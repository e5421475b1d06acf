"""Revision, shape, difference and layout of the real texts; skipped without BLUEPRINT_CORPUS."""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.declarations import all_graphs
from blueprint_assistant.graph.compare.graph_diff import apply_diff, diff
from blueprint_assistant.graph.compare.isomorphism import isomorphic, isomorphism_hash
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.compare.semantics import is_comment, working_nodes
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.t3d.graph_text import (
    decode_t3d,
    format_graph_export,
    format_t3d,
    parse_blueprint_t3d,
    parse_t3d,
)
from graph.layout.test_arrange import arranged, covering, straight
from graph.variations import drawn_otherwise, made_again
from tiers import deep

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from blueprint_assistant.graph.model.blueprint import Graph, Link

pytestmark = deep  # all of the corpus


@pytest.fixture(scope="module")
def texts(corpus: Path) -> dict[str, Graph]:
    return {
        path.name: parse_t3d(decode_t3d(path.read_bytes())) for path in sorted((corpus / "t3d").glob("*.t3d"))
    }


@pytest.fixture(scope="module")
def real(corpus: Path, texts: dict[str, Graph]) -> dict[str, Graph]:
    """All graphs: those of the clipboard, and those of the exported Blueprints."""
    found = dict(texts)
    for path in sorted((corpus / "exports").glob("*.copy")):
        for outer in parse_blueprint_t3d(decode_t3d(path.read_bytes())).graphs:
            found |= {f"{path.name}:{graph.name}": graph for graph in all_graphs(outer)}
    assert len(found) > 320
    return found


def test_printing_and_parsing_changes_neither_revision_nor_shape(texts: dict[str, Graph]) -> None:
    for name, graph in texts.items():
        for printed in (format_t3d(graph), format_t3d(graph, "/Game/BP_Any")):
            back = parse_t3d(printed)
            assert revision(back) == revision(graph), name
            assert isomorphism_hash(back) == isomorphism_hash(graph), name
        exported = parse_t3d(format_graph_export(replace(graph, name="EventGraph"), "/Game/BP_Any"))
        assert isomorphism_hash(exported) == isomorphism_hash(graph), name


def test_each_sample_is_found_again_when_made_again_under_other_names(real: dict[str, Graph]) -> None:
    for number, (name, graph) in enumerate(real.items()):
        other, names = made_again(graph, number)
        assert isomorphism_hash(other) == isomorphism_hash(graph), name
        mapping = isomorphic(graph, other)
        assert mapping is not None, name
        assert set(mapping) == {node.name for node in working_nodes(graph)}, name
        kinds = {node.name: node.class_path for node in other.nodes}
        assert all(kinds[mapping[node.name]] == node.class_path for node in working_nodes(graph)), name
        assert set(mapping.values()) <= set(names.values())


def test_layout_comments_and_reroutes_of_real_graphs_leave_revision_and_shape_alone(
    real: dict[str, Graph],
) -> None:
    for number, (name, graph) in enumerate(real.items()):
        other = drawn_otherwise(graph, number)
        assert revision(other) == revision(graph), name
        assert isomorphism_hash(other) == isomorphism_hash(graph), name


def test_samples_of_one_shape_are_isomorphic_and_no_others(texts: dict[str, Graph]) -> None:
    by_shape: dict[str, list[str]] = {}
    for name, graph in texts.items():
        by_shape.setdefault(isomorphism_hash(graph), []).append(name)
    # Comments alone do nothing, and some texts are one node copied in editors of two languages.
    assert len(by_shape) > 300
    for names in by_shape.values():
        for one, other in itertools.pairwise(names):
            assert isomorphic(texts[one], texts[other]) is not None
    ones = [names[0] for names in by_shape.values()]
    for one, other in itertools.pairwise(ones):
        assert isomorphic(texts[one], texts[other]) is None


def test_differences_of_real_graphs_are_carried_out_exactly(real: dict[str, Graph]) -> None:
    for (name, graph), (_, next_graph) in itertools.pairwise(real.items()):
        for other in (next_graph, drawn_otherwise(graph, 1), made_again(graph, 2)[0]):
            assert apply_diff(graph, diff(graph, other)) == other, name


def test_a_sample_made_again_differs_in_names_and_places_only(real: dict[str, Graph]) -> None:
    for number, (name, graph) in enumerate(real.items()):
        change = diff(graph, made_again(graph, number)[0])
        working = {node.name for node in working_nodes(graph)}
        renamed = {item.before.name for item in change.renamed}
        # Equal nodes that hang on nothing cannot be told apart: which is which is nobody's loss.
        lost = {node.name for node in change.removed} & working
        linked = {ref.node for link in graph.links for ref in (link.source, link.target)}
        assert not lost & linked or len(lost) <= 2, (name, sorted(lost))
        assert renamed | lost >= working, name


def test_real_graphs_laid_out_anew_cover_nothing_and_run_straight(real: dict[str, Graph]) -> None:
    total = 0
    for name, graph in real.items():
        bare = replace(graph, nodes=tuple(node for node in graph.nodes if not is_comment(node)))
        new = {node.name for node in bare.nodes}
        after = arranged(bare, new)
        assert not list(covering(after, new)), name
        links = list(_first_links(after))
        assert all(straight(after, link) for link in links), name
        total += len(links)
    assert total > 500


def test_half_of_a_real_graph_finds_its_place_beside_the_other_half(real: dict[str, Graph]) -> None:
    for name, graph in real.items():
        new = {node.name for node in graph.nodes[::2] if not is_comment(node)}
        after = arranged(graph, new)
        old = replace(after, nodes=tuple(node for node in after.nodes if not is_comment(node)))
        assert not list(covering(old, new)), name
        assert all(after.node(node.name) == node for node in graph.nodes if node.name not in new)


def _first_links(graph: Graph) -> Iterator[Link]:
    """The link of each node's first linked exec output, where nothing else leads to its target."""
    flow = [link for link in graph.links if (pin := graph.pin(link.source)) is not None and pin.is_exec]
    arriving = Counter(link.target.node for link in flow)
    for node in graph.nodes:
        outputs = (link for pin in node.pins for link in flow if link.source == PinRef(node.name, pin.id))
        first = next(outputs, None)
        if first is not None and arriving[first.target.node] == 1:
            yield first
