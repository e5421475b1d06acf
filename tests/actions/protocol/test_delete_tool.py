"""Deleting through the protocol: confirmed, one thing for each target; what it did to the rest is told."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from actions.conftest import DOOR
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.languages.decompile.source_map import link_ends
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Node

TARGET = f"{DOOR}:EventGraph"
CODE = (
    "var Label: string\nvar Spare: int\nvar IsOpen: bool\n"
    'on BeginPlay():\n  PrintString(Label)\n  if IsOpen:\n    PrintString("open")\n  Delay(2.0)\n'
)


@pytest.fixture
def door(tools: Tools) -> Tools:
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    tools.do("write_graph", blueprint=DOOR, code=CODE)
    return tools


def asked(tools: Tools, *targets: Any, **more: Any) -> dict[str, Any]:
    more = {"target": TARGET, "confirm_delete": True, **more}
    answer: dict[str, Any] = json.loads(tools.call("bluecode_delete", targets=list(targets), **more).text)
    return answer


def refused(tools: Tools, *targets: Any, **more: Any) -> dict[str, Any]:
    """A call that must be refused and change nothing."""
    more = {"target": TARGET, "confirm_delete": True, **more}
    answer: dict[str, Any] = json.loads(tools.refused("bluecode_delete", targets=list(targets), **more))
    assert answer["deleted_count"] == 0
    return answer


def node(tools: Tools, title: str, number: int = 0) -> Node:
    return [item for item in tools.event_graph.nodes if node_title(item).title == title][number]


def getters(tools: Tools) -> list[Node]:
    """The getter of Label, then that of IsOpen."""
    return [item for item in tools.event_graph.nodes if item.class_name == "K2Node_VariableGet"]


def links(tools: Tools) -> set[str]:
    return {" -> ".join(ends) for _, ends in link_ends(tools.event_graph)}


def test_nothing_goes_without_confirmation_and_what_would_go_is_told(door: Tools) -> None:
    """BC-190."""
    branch = node(door, "Branch")
    answer = refused(door, branch.guid, "Spare", confirm_delete=False)
    assert answer["error_code"] == "confirm_delete_required"
    assert "confirm_delete=true" in answer["suggested_fix"]
    assert [item["kind"] for item in answer["would_delete"]] == ["node", "variable"]
    done = asked(door, branch.guid, "Spare")
    assert done["affected_edges"] == answer["affected_edges"]
    assert done["new_flow_summary"] == answer["new_flow_summary"]


TARGETS = [
    "{guid}",
    "{name}",
    "{n}",
    "MyBranch",
    "Branch",
    {"kind": "node", "id": "{guid}"},
    {"node_id": "{guid}"},
    {"kind": "node", "label": "Branch"},
]


@pytest.mark.parametrize("target", thinned(TARGETS, 3, is_one_value=True), ids=str)
def test_a_node_goes_by_id_alias_or_label(door: Tools, target: Any) -> None:
    """BC-190: and what it did to the flow is told."""
    branch = node(door, "Branch")
    known = door.context.nodes.id_of(DOOR, "EventGraph", branch)
    text = json.dumps(target).replace("{guid}", branch.guid).replace("{name}", branch.name)
    before = door.event_graph
    answer = asked(door, json.loads(text.replace("{n}", known)), aliases={"MyBranch": branch.guid})
    assert answer["ok"], answer
    assert answer["deleted_count"] == 1
    (operation,) = answer["operations"]
    assert (operation["kind"], operation["id"], operation["status"]) == ("node", branch.guid, "deleted")
    assert branch.guid not in {item.guid for item in door.event_graph.nodes}
    assert len(door.event_graph.nodes) == len(before.nodes) - 1
    assert answer["new_revision"] == str(revision(door.event_graph))


def test_the_edges_that_went_and_what_the_flow_is_then_are_told(door: Tools) -> None:
    """BC-192: affected_edges and new_flow_summary, as read back."""
    before = links(door)
    first, second = node(door, "Print String"), node(door, "Print String", 1)
    branch, getter = node(door, "Branch"), getters(door)[1]
    answer = asked(door, branch.guid)
    gone = {f"{item['source']} -> {item['target']}" for item in answer["affected_edges"]}
    assert gone == before - links(door) != set()
    assert all(item["delete_target"]["kind"] == "connection" for item in answer["affected_edges"])
    summary = answer["new_flow_summary"]
    (begin,) = [item for item in summary["entries"] if item["entry"] == "BeginPlay"]
    assert (begin["statements"], begin["before"]) == (1, 4)
    assert {item["title"] for item in summary["unreached"]} == {"Print String", "Delay"}
    assert second.guid in {item["id"] for item in summary["unreached"]}
    assert summary["open_outputs"] == [f"{first.guid}:then"]
    assert summary["open_inputs"] == [f"{second.guid}:execute"]
    assert getter.guid in {item.guid for item in door.event_graph.nodes}


def test_a_label_of_the_code_is_a_target(door: Tools) -> None:
    """BC-190: what the code calls a node, an entry or a value."""
    door.do(
        "write_graph",
        blueprint=DOOR,
        code="event Look()\n  @again:\n  Delay(1.0)\n  let hero = GetPlayerPawn(0)\n"
        "  PrintString(GetObjectName(hero))\n  PrintString(GetDisplayName(hero))\n  goto again\n",
    )
    code = door.do("read_graph", blueprint=DOOR)
    label, value = re.search(r"@(\w+):", code), re.search(r"let (\w+) = GetPlayerPawn", code)
    assert label is not None
    assert value is not None
    answer = asked(door, "Look", label[1], value[1])
    assert answer["ok"], answer
    assert [item["title"] for item in answer["operations"]] == ["Look", "Delay", "Get Player Pawn"]


CONNECTIONS = [
    "{begin}:then -> {print}:execute",
    {"kind": "connection", "source": "{begin}:then", "target": "{print}:execute"},
    {"source": "{begin}", "target": "{print}", "source_pin": "then", "target_pin": "execute"},
    {"kind": "connection", "source": "{begin}", "target": "{print}"},
    "{begin} -> {print}",
]


@pytest.mark.parametrize("target", thinned(CONNECTIONS, 3, is_one_value=True), ids=str)
def test_just_one_link_goes(door: Tools, target: Any) -> None:
    """BC-191: nodes and all other links stay."""
    begin, first = node(door, "Event BeginPlay"), node(door, "Print String")
    text = json.dumps(target).replace("{begin}", begin.guid).replace("{print}", first.guid)
    before, nodes = links(door), len(door.event_graph.nodes)
    answer = asked(door, json.loads(text))
    assert answer["ok"], answer
    assert before - links(door) == {f"{begin.guid}:then -> {first.guid}:execute"}
    assert len(door.event_graph.nodes) == nodes
    assert answer["operations"][0]["kind"] == "connection"


def test_of_several_links_between_two_nodes_one_must_be_named(door: Tools) -> None:
    """BC-191: the candidates are links that can be sent."""
    door.do(
        "write_graph",
        blueprint=DOOR,
        code="event Twice()\n  if IsOpen:\n    Delay(3.0)\n  else:\n    pass\n",
    )
    branch = node(door, "Branch", 1)
    delay = node(door, "Delay", 1)
    door.do(
        "connect_nodes",
        source_node=_id(door, branch),
        source_pin="else",
        target_node=_id(door, delay),
        target_pin="execute",
    )
    answer = refused(door, f"{branch.guid} -> {delay.guid}")
    assert answer["error_code"] == "ambiguous_target"
    candidates = answer["failures"][0]["candidates"]
    assert len(candidates) == 2
    assert asked(door, candidates[1])["ok"]
    assert candidates[0] in links(door)
    assert candidates[1] not in links(door)


def _id(tools: Tools, item: Node) -> str:
    return tools.context.nodes.id_of(DOOR, "EventGraph", item)


def test_a_link_that_is_not_there_is_told_with_those_that_are(door: Tools) -> None:
    """BC-191."""
    begin, branch = node(door, "Event BeginPlay"), node(door, "Branch")
    answer = refused(door, f"{begin.guid}:then -> {branch.guid}:execute")
    assert answer["error_code"] == "not_linked"
    assert (
        f"{begin.guid}:then -> {node(door, 'Print String').guid}:execute"
        in answer["failures"][0]["candidates"]
    )


def test_variables_go_and_one_in_use_is_refused(door: Tools) -> None:
    """BC-190, BC-192."""
    assert asked(door, {"kind": "variable", "name": "spare"})["deleted_count"] == 1
    assert [item.name for item in door.door.variables] == ["Label", "IsOpen"]
    answer = refused(door, {"kind": "variable", "name": "Label"})
    assert "in use" in answer["error"]
    assert refused(door, {"kind": "variable", "name": "Lable"})["failures"][0]["candidates"] == ["Label"]
    found = refused(door, "Lable")["failures"][0]["candidates"]
    assert {"kind": "variable", "name": "Label"} in found
    getter = getters(door)[0].guid
    assert asked(door, {"kind": "variable", "name": "Label"}, getter)["deleted_count"] == 2
    assert [item.name for item in door.door.variables] == ["IsOpen"]


def test_a_name_of_a_node_and_of_a_variable_is_refused_with_both(door: Tools) -> None:
    """BC-192: what fits several things is no target."""
    door.do("add_variable", blueprint=DOOR, variable_name="Delay", variable_type="float")
    answer = refused(door, "Delay")
    assert answer["error_code"] == "ambiguous_target"
    found = answer["failures"][0]["candidates"]
    assert [item["kind"] for item in found] == ["node", "variable"]
    assert asked(door, found[0])["ok"]
    assert asked(door, found[1])["ok"]


def test_several_nodes_of_one_title_are_refused_with_all(door: Tools) -> None:
    """BC-192."""
    answer = refused(door, "Print String")
    assert answer["error_code"] == "ambiguous_target"
    assert len(answer["failures"][0]["candidates"]) == 2


def test_one_wrong_target_keeps_all_and_all_that_is_wrong_is_told(door: Tools) -> None:
    """BC-192."""
    answer = refused(door, "Branch", "Nobody", {"kind": "class"}, "Branch -> Nobody", 7)
    assert [(item["index"], item["error_code"]) for item in answer["failures"]] == [
        (1, "unknown_node"),
        (2, "parse_error"),
        (3, "unknown_node"),
        (4, "parse_error"),
    ]


def test_the_same_thing_twice_is_one(door: Tools) -> None:
    """BC-192."""
    branch = node(door, "Branch")
    assert asked(door, branch.guid, branch.name, "Branch")["deleted_count"] == 1


def test_local_variables_and_the_entry_of_a_function(door: Tools) -> None:
    """BC-190."""
    door.do("write_graph", blueprint=DOOR, code="func Sum(A: int) -> (B: int)\n  return A + 1\n")
    door.do("add_variable", blueprint=DOOR, variable_name="Total", variable_type="int", function_name="Sum")
    target = f"{DOOR}:Sum"
    assert asked(door, "Total", target=target)["operations"][0]["kind"] == "local variable"
    graph = next(item for item in door.door.graphs if item.name == "Sum")
    entry = next(item for item in graph.nodes if item.class_name == "K2Node_FunctionEntry")
    answer = refused(door, entry.guid, target=target)
    assert "cannot be removed" in answer["error"]


def test_calls_of_an_event_that_goes_are_told(door: Tools) -> None:
    """BC-192."""
    door.do("write_graph", blueprint=DOOR, code="event Boom()\n  Delay(1.0)\non Tick(D):\n  Boom()\n")
    event = next(item for item in door.event_graph.nodes if item.class_name == "K2Node_CustomEvent")
    answer = asked(door, event.guid)
    assert any("still call Boom" in note for note in answer["notes"])


def test_other_blueprints_that_use_a_variable_are_named_before_and_after(door: Tools) -> None:
    door.do("create_blueprint", name="BP_Lamp")
    code = "var Door: BP_Door\non BeginPlay():\n  Door.Spare = 3\n"
    door.do("write_graph", blueprint="BP_Lamp", code=code)
    said = "1 node in BP_Lamp (Set Spare) uses Spare and would not compile."
    assert asked(door, "Spare", confirm_delete=False)["used_elsewhere"] == [said]
    assert said in asked(door, "Spare")["notes"]


def test_a_stale_revision_is_refused(door: Tools) -> None:
    """BC-190, I8."""
    answer = json.loads(
        door.refused(
            "bluecode_delete",
            target=TARGET,
            targets=["Branch"],
            confirm_delete=True,
            base_revision="bcrev:1-0",
        )
    )
    assert answer["error_code"] == "graph_revision_conflict"
