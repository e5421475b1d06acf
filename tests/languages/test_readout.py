"""Reading a graph as code: what each detail says, and what never changes the code."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Link, PinRef
from blueprint_assistant.languages.ast.paths import walk
from blueprint_assistant.languages.bluecode.readout import UnknownDetailError, readout_json, readout_of
from blueprint_assistant.languages.decompile.source_map import hints_of
from languages.flow_graphs import corpus_graphs
from real_texts import needs_corpus

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.kinds.node_factory import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node

OWNER = Blueprint("/Game/BP_Door", "/Script/Engine.Actor")
CATALOG = default_catalog()
PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")


def _guids() -> Callable[[], str]:
    numbers = iter(range(1, 100_000))
    return lambda: f"{next(numbers):032X}"


def _graph(*specs: AnyNodeSpec) -> Graph:
    """An exec chain of nodes in the given order."""
    new_guid = _guids()
    nodes = [
        make_node(spec, owner=OWNER, catalog=CATALOG, name=f"Node_{number}", new_guid=new_guid)
        for number, spec in enumerate(specs)
    ]
    links = []
    for one, other in itertools.pairwise(nodes):
        source, target = one.find_pin("then", "output"), other.find_pin("execute", "input")
        assert source is not None
        assert target is not None
        links.append(Link(PinRef(one.name, source.id), PinRef(other.name, target.id)))
    return Graph("EventGraph", tuple(nodes), tuple(links))


HELLO = _graph(EventSpec("ReceiveBeginPlay"), PRINT, PRINT)


def test_a_semantic_reading_has_code_and_no_hints() -> None:
    """BC-002, BC-041."""
    answer = readout_json(readout_of(HELLO, OWNER, CATALOG))
    assert answer["detail"] == "semantic"
    assert answer["protocol_version"] == "2"
    assert answer["function"] == "EventGraph"
    assert str(answer["base_revision"]).startswith("bcrev:")
    assert answer["code"] == "on BeginPlay()\n  PrintString()\n  PrintString()\n"
    assert answer["statement_count"] == 2
    assert not {"source_map", "action_hints", "connections", "nodes"} & set(answer)


def test_a_detail_that_there_is_not_is_refused_by_its_code() -> None:
    """BC-040."""
    with pytest.raises(UnknownDetailError) as caught:
        readout_of(HELLO, OWNER, CATALOG, detail="full")
    assert caught.value.code == "invalid_bluecode_detail"


def test_equal_statements_have_their_own_places_in_the_source_map() -> None:
    """BC-042, BC-070."""
    answer = readout_json(readout_of(HELLO, OWNER, CATALOG, detail="roundtrip"))
    source_map = answer["source_map"]
    assert isinstance(source_map, dict)
    first, second = source_map["/body/0"], source_map["/body/1"]
    assert first["statement"] == second["statement"] == "PrintString()"
    assert first["node_guid"] == HELLO.node("Node_1").guid
    assert second["node_guid"] == HELLO.node("Node_2").guid
    assert first["semantic_key"] == "call:/Script/Engine.KismetSystemLibrary::PrintString"
    assert first["action_descriptor"]["member_name"] == "PrintString"
    by_line = answer["action_hints_by_line"]
    assert isinstance(by_line, dict)
    assert by_line["3"][0]["node_id"] == second["node_id"]
    assert "PrintString()" in answer["action_hints"]  # type: ignore[operator]
    assert "connections" not in answer


@pytest.mark.parametrize("detail", ["semantic", "roundtrip"])
def test_connections_are_read_when_they_are_asked_for(detail: str) -> None:
    """BC-043, BC-044."""
    answer = readout_json(readout_of(HELLO, OWNER, CATALOG, detail=detail, include_connections=True))
    connections = answer["connections"]
    assert isinstance(connections, list)
    guids = [HELLO.node(f"Node_{number}").guid for number in range(3)]
    assert [item["connect"] for item in connections] == [
        f"{guids[0]}:then -> {guids[1]}:execute",
        f"{guids[1]}:then -> {guids[2]}:execute",
    ]
    assert connections[0]["kind"] == "exec"
    assert connections[0]["delete_target"]["target"] == f"{guids[1]}:execute"


def test_debug_shows_pins_and_links() -> None:
    """BC-043."""
    answer = readout_json(readout_of(HELLO, OWNER, CATALOG, detail="debug"))
    assert len(answer["connections"]) == 2  # type: ignore[arg-type]
    assert set(answer["nodes"]) == {"Node_0", "Node_1", "Node_2"}  # type: ignore[call-overload]


@needs_corpus
def test_every_real_part_has_a_path_of_its_own_and_every_node_a_line() -> None:
    """BC-070, BC-074, BC-076."""
    for name, graph, owner in corpus_graphs():
        reading = readout_of(graph, owner, CATALOG, detail="roundtrip")
        paths = [spot.path for spot in walk(reading.program)]
        assert len(paths) == len(set(paths)), name
        assert len(reading.source_map) == len(list(hints_of(reading.program, graph, CATALOG))), name
        for path, item in reading.source_map.items():
            if "body" in path or "floating" in path:
                assert item.line, (name, path)
            assert item.statement or not item.line, (name, path)


# --- what never changes the code (I5, I13, BC-045, BC-047) ---------------------------------------


def _moved(graph: Graph) -> Graph:
    nodes = tuple(replace(node, x=-17 * number, y=1000 - node.y) for number, node in enumerate(graph.nodes))
    return replace(graph, nodes=nodes)


def _shuffled(graph: Graph) -> Graph:
    nodes, links = list(graph.nodes), list(graph.links)
    chance = random.Random(4)
    chance.shuffle(nodes)
    chance.shuffle(links)
    return replace(graph, nodes=tuple(nodes), links=tuple(links))


def _with_comment(graph: Graph) -> Graph:
    return replace(graph, nodes=(*graph.nodes, _made(kinds.CommentSpec("Around", 900, 900), "NewComment")))


def _with_reroutes(graph: Graph) -> Graph:
    """A reroute in every link."""
    nodes, links = list(graph.nodes), []
    for number, link in enumerate(graph.links):
        knot = _made(kinds.KnotSpec(), f"NewKnot_{number}")
        enter, leave = knot.find_pin("InputPin"), knot.find_pin("OutputPin")
        assert enter is not None
        assert leave is not None
        nodes.append(knot)
        links += [
            Link(link.source, PinRef(knot.name, enter.id)),
            Link(PinRef(knot.name, leave.id), link.target),
        ]
    return replace(graph, nodes=tuple(nodes), links=tuple(links))


def _made(spec: AnyNodeSpec, name: str) -> Node:
    return make_node(spec, owner=OWNER, catalog=CATALOG, name=name, new_guid=_guids())


@needs_corpus
def test_a_change_of_looks_changes_neither_code_nor_revision() -> None:
    """I5, I13, BC-045, BC-047, BC-060."""
    for name, graph, owner in corpus_graphs():
        other = _moved(_shuffled(_with_comment(_with_reroutes(graph))))
        before, after = readout_of(graph, owner, CATALOG), readout_of(other, owner, CATALOG)
        assert after.code == before.code, name
        assert after.base_revision == before.base_revision, name


@pytest.mark.parametrize("change", [_moved, _shuffled, _with_comment, _with_reroutes])
def test_no_single_change_of_looks_changes_code_or_revision(change: Callable[[Graph], Graph]) -> None:
    """I5, BC-047."""
    before, after = readout_of(HELLO, OWNER, CATALOG), readout_of(change(HELLO), OWNER, CATALOG)
    assert after.code == before.code
    assert after.base_revision == before.base_revision


_SCRIPT = """
from hashlib import sha256
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.languages.bluecode.readout import readout_of, readout_json
from languages.flow_graphs import corpus_graphs
catalog = default_catalog()
texts = [repr(readout_json(readout_of(graph, owner, catalog, detail="debug")))
         for number, (_, graph, owner) in enumerate(corpus_graphs()) if number % 15 == 0]
print(sha256("".join(texts).encode()).hexdigest())
"""


@needs_corpus
def test_readings_are_the_same_in_every_process() -> None:
    """I13."""
    tests = Path(__file__).parents[1]
    path = os.pathsep.join([str(tests), str(tests.parent / "Python")])
    digests = {
        subprocess.run(
            [sys.executable, "-c", _SCRIPT],
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
            timeout=120,
        ).stdout
        for seed in ("1", "77")
    }
    assert len(digests) == 1
