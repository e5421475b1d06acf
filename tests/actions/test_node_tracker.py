from __future__ import annotations

from dataclasses import replace

import pytest

from blueprint_assistant.actions.node_tracker import NodeTracker, UnknownNodeError
from blueprint_assistant.graph.model.blueprint import Node

BRANCH = Node("K2Node_IfThenElse_0", "/Script/BlueprintGraph.K2Node_IfThenElse", "A" * 32)
SEQUENCE = Node("K2Node_ExecutionSequence_0", "/Script/BlueprintGraph.K2Node_ExecutionSequence", "B" * 32)


def tracker() -> NodeTracker:
    nodes = NodeTracker()
    nodes.id_of("/Game/BP_Door", "EventGraph", BRANCH)
    nodes.id_of("/Game/BP_Door", "EventGraph", SEQUENCE)
    return nodes


def test_ids_count_up_and_stay_with_their_node() -> None:
    nodes = tracker()
    assert nodes.id_of("/game/bp_door", "eventgraph", BRANCH) == "N1"
    assert nodes.id_of("/Game/BP_Gate", "EventGraph", BRANCH) == "N3"


@pytest.mark.parametrize(
    "text", ["N2", "n2", " N2 ", "2", '"N2"', "N2: Sequence", "Node 2", "N2 (Sequence)", "N2 Sequence"]
)
def test_an_id_is_found_however_it_is_written(text: str) -> None:
    assert tracker().resolve(text).node == SEQUENCE.name


@pytest.mark.parametrize("text", ["N9", "N0", "", "K2Node_CallFunction_99", "N99999999999999"])
def test_an_unknown_id_lists_the_known_nodes_with_titles(text: str) -> None:
    with pytest.raises(UnknownNodeError, match="N1 Branch, N2 Sequence"):
        tracker().resolve(text)


def test_a_title_is_no_id_but_the_message_names_the_node_that_has_it() -> None:
    with pytest.raises(UnknownNodeError, match="Nodes with that title: N1"):
        tracker().resolve("branch")


def test_an_id_beside_the_title_of_another_node_means_neither() -> None:
    with pytest.raises(UnknownNodeError, match="Nodes with that title: N1"):
        tracker().resolve("N2 Branch")


def test_without_nodes_the_message_says_where_ids_come_from() -> None:
    with pytest.raises(UnknownNodeError, match="add_node"):
        NodeTracker().resolve("N1")


def test_a_later_node_of_the_same_name_is_another_node() -> None:
    nodes = tracker()
    later = replace(BRANCH, guid="C" * 32)
    assert not nodes.resolve("N1").is_same(later)
    assert nodes.id_of("/Game/BP_Door", "EventGraph", later) == "N3"


def test_clearing_starts_again_at_n1() -> None:
    nodes = tracker()
    nodes.clear()
    assert nodes.nodes == ()
    assert nodes.id_of("/Game/BP_Door", "EventGraph", SEQUENCE) == "N1"
