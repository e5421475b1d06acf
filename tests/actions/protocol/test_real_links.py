"""What a reading prints of the links of real graphs can be sent: to delete each, and to connect it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.protocol.connect_tool import PlannedLinks
from blueprint_assistant.actions.protocol.deletion_targets import find_deletion_target, is_gone
from blueprint_assistant.actions.protocol.node_finder import NodeFinder
from blueprint_assistant.editor.plan.edit_plan import DisconnectPinsStep, EditPlan, PinAt
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.semantics import contracted_links
from blueprint_assistant.graph.model.blueprint import Blueprint
from blueprint_assistant.languages.bluecode.readout import connection_json, connections_of
from blueprint_assistant.languages.decompile.source_map import link_ends
from languages.flow_graphs import corpus_graphs
from real_texts import needs_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Link


def graphs() -> Iterator[tuple[str, Graph, Blueprint]]:
    for name, graph, known in corpus_graphs():
        yield name, graph, known or Blueprint("/Game/BP_Test", "/Script/Engine.Actor", (graph,))


def finder_of(graph: Graph, owner: Blueprint) -> NodeFinder:
    return NodeFinder(NodeTracker(), owner, graph, default_catalog())


def step_for(graph: Graph, link: Link) -> DisconnectPinsStep:
    ends = []
    for ref in (link.source, link.target):
        pin = graph.pin(ref)
        assert pin is not None
        ends.append(PinAt(ref.node, pin.name))
    return DisconnectPinsStep(graph.name, ends[0], "output", ends[1])


@needs_corpus
def test_each_link_of_every_real_graph_is_a_target_of_delete() -> None:
    """BC-044, BC-191: `delete_target` and `connect` of a reading mean that link, whatever pins are called."""
    links, lost = 0, list[tuple[str, Any, str]]()
    for name, graph, owner in graphs():
        finder = finder_of(graph, owner)
        wanted = {ends: step_for(graph, link) for link, ends in link_ends(graph)}
        for connection in connections_of(graph):
            links += 1
            said = connection_json(connection)
            for target in (said["delete_target"], said["connect"]):
                try:
                    doomed = find_deletion_target(target, finder, owner, graph)
                except AssistantError as error:
                    lost.append((name, target, str(error)))
                else:
                    assert doomed.step == wanted[connection.source, connection.target], (name, target)
    assert links > 1000
    assert lost == []


@needs_corpus
def test_a_link_that_is_deleted_goes_alone_and_can_be_connected_again() -> None:
    """BC-182, BC-191: over real graphs, every sixth link of each."""
    catalog = default_catalog()
    tried, refused = 0, 0
    for name, graph, owner in graphs():
        whole = {ends for _, ends in link_ends(graph)}
        if len(whole) != len(graph.links) or name.endswith(tuple(NO_BLUEPRINTS)):
            continue  # exec and data pins of one name: calls cannot tell them apart
        for _, ends in [item for item in link_ends(graph) if item[0] in set(contracted_links(graph))][::6]:
            link = " -> ".join(ends)
            doomed = find_deletion_target(link, finder_of(graph, owner), owner, graph)
            tried_out = simulate(owner, EditPlan(owner.path, "", (doomed.step,)), catalog)
            if tried_out.results[0].status != "done":
                continue  # as above, between other nodes
            after = tried_out.after.find_graph(graph.name)
            assert after is not None
            assert whole - {ends for _, ends in link_ends(after)} == {ends}, (name, link)
            assert is_gone(doomed, tried_out.after, graph.name)
            linking = PlannedLinks(finder_of(after, tried_out.after), tried_out.after, after, catalog)
            linking.try_item(link)
            tried, refused = tried + 1, refused + bool(linking.failures)
            assert len(linking.steps) == 1 or linking.failures, (name, link)
    assert tried > 200
    assert refused <= tried // 50, "real links that the rules refuse: classes that nobody knows"


NO_BLUEPRINTS = ("277-hexa-sphere-color.t3d", "344-material-fog.t3d")
"""Graphs of materials."""


@needs_corpus
def test_each_link_of_every_real_graph_is_there_for_connect() -> None:
    """BC-044, BC-182: what a reading says to connect is linked already."""
    catalog = default_catalog()
    made, lost = 0, list[tuple[str, Any, str]]()
    for name, graph, owner in graphs():
        linking = PlannedLinks(finder_of(graph, owner), owner, graph, catalog)
        working = {link: ends for link, ends in link_ends(graph) if link in set(contracted_links(graph))}
        for ends in working.values():
            linking.try_item(" -> ".join(ends))
        assert linking.steps == (), name
        lost += [(name, item["item"], item["error"]) for item in linking.failures]
        made += len(linking.wishes)
    assert made > 1000
    assert lost == []
