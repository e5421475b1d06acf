"""Law I12: a program tells every node and every link of its graph, each in one place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import VariableGetSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.decompile.coverage import coverage_of
from blueprint_assistant.languages.decompile.decompiler import decompile
from languages.flow_graphs import corpus_graphs
from real_texts import needs_corpus

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Link

_PLAIN = VariableGetSpec | kinds.LocalVariableGetSpec | kinds.SelfSpec


def _other_links_of_one_output(graph: Graph) -> set[Link]:
    """Links beside the one of an exec output. No editor makes them; one text of the corpus has such."""
    exec_links: dict[object, list[Link]] = {}
    for link in graph.links:
        pin = graph.pin(link.source)
        if pin is not None and pin.is_exec:
            exec_links.setdefault(link.source, []).append(link)
    return {link for links in exec_links.values() if len(links) > 1 for link in links}


@needs_corpus
def test_every_node_and_link_of_every_real_graph_is_told_exactly_once() -> None:
    """I12, BC-046."""
    catalog = default_catalog()
    nodes = links = impossible = 0
    for name, graph, owner in corpus_graphs():
        found = coverage_of(decompile(graph, owner, catalog, is_once=True), graph)
        spare = _other_links_of_one_output(graph)
        assert not found.missing_nodes, name
        assert not found.repeated_nodes, name
        assert set(found.missing_links) < spare or not found.missing_links, name
        assert not found.repeated_links, name
        assert not found.unknown_links, name
        nodes, links = nodes + found.covered_nodes, links + found.covered_links
        impossible += len(found.missing_links)
    assert nodes > 1800
    assert links > 1500
    assert impossible <= 1, "links of an exec output that has another"


@needs_corpus
def test_in_the_short_form_only_plain_getters_are_told_more_than_once() -> None:
    catalog = default_catalog()
    for name, graph, owner in corpus_graphs():
        found = coverage_of(decompile(graph, owner, catalog), graph)
        assert not found.missing_nodes, name
        for repeated in found.repeated_nodes:
            assert isinstance(any_spec_of(graph.node(repeated)), _PLAIN), name
