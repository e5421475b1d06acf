"""The user edits between the model's reading and its writing: nothing of theirs is lost (1.20)."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    EditPlan,
    PinAt,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.editor.plan.edit_plan import EditOperation

DOOR = "/Game/BP_Door"
GRAPH = "EventGraph"
PRINT = "/Script/Engine.KismetSystemLibrary:PrintString"


def prints(*texts: str) -> str:
    return "on BeginPlay():\n" + "".join(f'  PrintString("{text}")\n' for text in texts)


def said(tools: Tools) -> list[str]:
    """What the event prints, in the order of the flow, read past all tools that the model uses."""
    fresh = tools.project.new_context()
    text = ActionRegistry().call("read_graph", {"blueprint": DOOR}, fresh).text
    return re.findall(r'PrintString\("(\w+)"', text)


def node_saying(tools: Tools, text: str) -> str:
    return next(
        node.name for node in tools.event_graph.nodes if any(pin.default_value == text for pin in node.pins)
    )


def hands(tools: Tools, *steps: EditOperation) -> None:
    """The user's own edit: no tool of the model knows of it."""
    tools.project.editor.apply(EditPlan(DOOR, "by the user", steps))


def user_deletes(tools: Tools, text: str) -> None:
    tools.project.delete_node(DOOR, GRAPH, node_saying(tools, text))


def user_changes(tools: Tools, text: str, other: str) -> None:
    hands(tools, SetPinDefaultStep(GRAPH, PinAt(node_saying(tools, text), "InString"), other))


def user_prints(tools: Tools, text: str, *, behind: str, before: str = "") -> None:
    first = PinAt(node_saying(tools, behind), "then")
    steps: list[EditOperation] = [AddNodeStep(GRAPH, "new", CallFunctionSpec(PRINT))]
    steps.append(SetPinDefaultStep(GRAPH, PinAt("new", "InString"), text))
    if before:
        other = PinAt(node_saying(tools, before), "execute")
        steps.append(DisconnectPinsStep(GRAPH, first, "output", other))
        steps.append(ConnectPinsStep(GRAPH, PinAt("new", "then"), other))
    steps.append(ConnectPinsStep(GRAPH, first, PinAt("new", "execute")))
    hands(tools, *steps)


@pytest.fixture
def read(tools: Tools) -> Tools:
    """The door prints a and b, and the model has read that."""
    tools.do("write_graph", blueprint=DOOR, code=prints("a", "b"))
    tools.do("read_graph", blueprint=DOOR)
    return tools


def test_what_the_user_put_in_stays_and_comes_first(read: Tools) -> None:
    user_prints(read, "mine", behind="a", before="b")
    text = read.do("write_graph", blueprint=DOOR, code=prints("a", "x", "b"))
    assert said(read) == ["a", "mine", "x", "b"]
    assert "The user changed EventGraph since you read it; all of that is kept." in text


def test_what_the_user_changed_is_not_written_a_second_time(read: Tools) -> None:
    user_changes(read, "a", "better")
    read.do("write_graph", blueprint=DOOR, code=prints("a", "b", "c"))
    assert said(read) == ["better", "b", "c"]


def test_what_the_user_deleted_does_not_come_back_and_the_model_hears_of_it(read: Tools) -> None:
    user_deletes(read, "b")
    text = read.do("write_graph", blueprint=DOOR, code=prints("a", "b", "c"))
    assert said(read) == ["a", "c"]
    assert 'Left out, the user has deleted it: PrintString("b"). read_graph first' in text
    read.do("read_graph", blueprint=DOOR)
    read.do("write_graph", blueprint=DOOR, code=prints("a", "b", "c"))
    assert said(read) == ["a", "b", "c"]


def test_asked_to_do_it_again_the_model_puts_back_what_the_user_deleted(read: Tools) -> None:
    """Code that says nothing else than what was known is meant as it stands."""
    user_deletes(read, "b")
    read.do("write_graph", blueprint=DOOR, code=prints("a", "b"))
    assert said(read) == ["a", "b"]


def test_a_place_that_is_no_more_is_a_conflict_and_nothing_changes(read: Tools) -> None:
    a, b = node_saying(read, "a"), node_saying(read, "b")
    event = next(node.name for node in read.event_graph.nodes if "BeginPlay" in str(node.properties))
    hands(
        read,
        DisconnectPinsStep(GRAPH, PinAt(a, "then"), "output", PinAt(b, "execute")),
        DisconnectPinsStep(GRAPH, PinAt(event, "then"), "output", PinAt(a, "execute")),
        ConnectPinsStep(GRAPH, PinAt(event, "then"), PinAt(b, "execute")),
        ConnectPinsStep(GRAPH, PinAt(b, "then"), PinAt(a, "execute")),
    )
    text = read.refused("write_graph", blueprint=DOOR, code=prints("a", "x", "b"))
    assert "merge_conflict" in text
    assert "moved what it stands between" in text
    assert "read_graph" in text
    read.do("read_graph", blueprint=DOOR)
    read.do("write_graph", blueprint=DOOR, code=prints("b", "x", "a"))
    assert said(read) == ["b", "x", "a"]


def test_an_event_that_the_user_changed_is_not_written_anew_unseen(read: Tools) -> None:
    user_prints(read, "mine", behind="b")
    text = read.refused("write_graph", blueprint=DOOR, code=prints("c"), mode="replace")
    assert 'The user has added PrintString("mine"), which this would take out.' in text
    assert said(read) == ["a", "b", "mine"]
    read.do("read_graph", blueprint=DOOR)
    read.do("write_graph", blueprint=DOOR, code=prints("c", "mine"), mode="replace")
    assert said(read) == ["c", "mine"]


def test_what_the_model_changes_itself_is_known_to_it(read: Tools) -> None:
    """Its own edits with other tools are no edits of the user."""
    info = read.do("get_blueprint_info", blueprint=DOOR, include_nodes=True)
    ids = {item.node: item.id for item in read.context.nodes.nodes}
    assert info
    read.do("delete_node", node_id=ids[node_saying(read, "b")])
    text = read.do("write_graph", blueprint=DOOR, code=prints("a", "b", "c"))
    assert said(read) == ["a", "b", "c"]
    assert "Left out" not in text
    assert "The user changed" not in text


def test_moving_nodes_is_no_change(read: Tools) -> None:
    read.do("arrange_graph", blueprint=DOOR)
    text = read.do("write_graph", blueprint=DOOR, code=prints("a", "b", "c"))
    assert "The user changed" not in text


def test_a_graph_that_was_never_read_is_written_as_it_stands(tools: Tools) -> None:
    tools.do("write_graph", blueprint=DOOR, code=prints("a"))
    user_prints(tools, "mine", behind="a")
    tools.context.known.clear()
    text = tools.do("write_graph", blueprint=DOOR, code=prints("a", "b"))
    assert "The user changed" not in text
    assert sorted(said(tools)) == ["a", "b", "mine"]


FUNCTION = """\
func Grade(Points: int) -> (Good: bool):
  PrintString("grading")
  if Points > 10:
    PrintString("good")
    return true
  return false
"""


def test_a_function_that_the_user_changed_is_merged_as_well(tools: Tools) -> None:
    """Its returns stay what they are, each once."""
    tools.do("write_graph", blueprint=DOOR, code=FUNCTION)
    graph = tools.door.find_graph("Grade")
    assert graph is not None
    node = next(node for node in graph.nodes if any(pin.default_value == "good" for pin in node.pins))
    results = [node.name for node in graph.nodes if node.class_name == "K2Node_FunctionResult"]
    hands(tools, SetPinDefaultStep("Grade", PinAt(node.name, "InString"), "excellent"))
    more = FUNCTION.replace("  if Points", '  PrintString("more")\n  if Points')
    text = tools.do("write_graph", blueprint=DOOR, code=more)
    assert "The user changed Grade since you read it" in text
    code = tools.do("read_graph", blueprint=DOOR, graph_name="Grade")
    assert re.findall(r'PrintString\("(\w+)"', code) == ["grading", "more", "excellent"]
    after = tools.door.find_graph("Grade")
    assert after is not None
    assert [one.name for one in after.nodes if one.class_name == "K2Node_FunctionResult"] == results
    assert "All of it is in" in tools.do(
        "write_graph", blueprint=DOOR, code=more.replace("good", "excellent")
    )


# --- the protocol --------------------------------------------------------------------------------


def asked(tools: Tools, tool: str, **parameters: Any) -> dict[str, Any]:
    registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    answer: dict[str, Any] = json.loads(registry.call(tool, parameters, tools.context).text)
    return answer


TARGET = f"{DOOR}:{GRAPH}"


def test_a_stale_revision_is_merged_when_the_caller_says_so(read: Tools) -> None:
    """BC-080, 1.20: `on_conflict` merges on the reading of `base_revision`."""
    known = asked(read, "bluecode_read_function", target=TARGET)["base_revision"]
    user_prints(read, "mine", behind="a", before="b")
    code = prints("a", "x", "b")
    refused = asked(read, "bluecode_apply", target=TARGET, code=code, base_revision=known)
    assert refused["error_code"] == "graph_revision_conflict"
    done = asked(read, "bluecode_apply", target=TARGET, code=code, base_revision=known, on_conflict="fail")
    assert done["ok"], done
    assert done["conflicts"] == []
    assert said(read) == ["a", "mine", "x", "b"]


def test_conflicts_are_reported_with_what_it_was_is_and_would_be(read: Tools) -> None:
    """1.20: never resolved by silence."""
    answer = asked(read, "bluecode_read_function", target=TARGET, detail="roundtrip")
    user_changes(read, "a", "ours")
    before = read.project.state()
    call = {
        "target": TARGET,
        "code": prints("theirs", "b", "c"),
        "base_revision": answer["base_revision"],
        "mode": "replace",
    }
    refused = asked(read, "bluecode_apply", **call, on_conflict="fail")
    assert refused["error_code"] == "merge_conflict"
    (conflict,) = refused["conflicts"]
    assert [conflict[key] for key in ("kind", "base", "ours")] == [
        "changed",
        'PrintString("a")',
        'PrintString("ours")',
    ]
    assert read.project.state() == before
    done = asked(read, "bluecode_apply", **call, on_conflict="report_and_apply_rest")
    assert done["ok"]
    assert len(done["conflicts"]) == 1
    assert said(read) == ["ours", "b"]


def test_a_reading_that_is_not_known_any_more_cannot_be_merged(read: Tools) -> None:
    """I8: what it was written for cannot be told."""
    known = asked(read, "bluecode_read_function", target=TARGET)["base_revision"]
    read.context.known.clear()
    user_changes(read, "a", "ours")
    answer = asked(
        read, "bluecode_apply", target=TARGET, code=prints("x"), base_revision=known, on_conflict="fail"
    )
    assert answer["error_code"] == "graph_revision_conflict"


def test_the_last_eight_readings_of_a_graph_are_known(read: Tools) -> None:
    read.context.known.clear()
    texts = ["a", *(f"a{number}" for number in range(9))]
    known = []
    for old, new in pairwise(texts):
        user_changes(read, old, new)
        known.append(asked(read, "bluecode_read_function", target=TARGET)["base_revision"])
    door = read.door
    assert [read.context.known.at(door, GRAPH, one) is not None for one in known] == [False] + [True] * 8


def test_undone_and_asked_for_anew_with_something_more_all_of_it_is_written(read: Tools) -> None:
    """Who undoes all of an event and asks for it again does not want half of it."""
    hands(read, RemoveNodesStep(GRAPH, (node_saying(read, "a"), node_saying(read, "b"))))
    text = read.do("write_graph", blueprint=DOOR, code=prints("a", "b", "c"))
    assert said(read) == ["a", "b", "c"]
    assert "The user had deleted what BeginPlay repeats; it is written again." in text


def test_of_a_blueprint_that_was_made_anew_nothing_is_known(read: Tools) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    assert unreal.EditorAssetLibrary.delete_asset(DOOR)
    read.do("create_blueprint", name="BP_Door", parent_class="Actor")
    text = read.do("write_graph", blueprint=DOOR, code=prints("a", "c"))
    assert said(read) == ["a", "c"]
    assert "The user" not in text


def test_a_mapped_statement_that_the_user_changed_too_is_a_conflict_of_one_pin(read: Tools) -> None:
    """1.20, BC-075: with its source map the program changes a node; another pin of it is the user's."""
    answer = asked(read, "bluecode_read_function", target=TARGET, detail="roundtrip")
    user_changes(read, "a", "ours")
    call = {
        "target": TARGET,
        "base_revision": answer["base_revision"],
        "source_map": answer["source_map"],
        "on_conflict": "fail",
    }
    code = answer["code"]
    refused = asked(read, "bluecode_apply", code=code.replace('"a"', '"theirs"'), **call)
    assert refused["error_code"] == "merge_conflict", refused
    (conflict,) = refused["conflicts"]
    assert [conflict[key] for key in ("base", "ours", "theirs")] == [
        f'PrintString("{text}")' for text in ("a", "ours", "theirs")
    ]
    assert conflict["path"].endswith("/body/0")
    done = asked(read, "bluecode_apply", code=code.replace('("a")', '("a", Duration=7.0)'), **call)
    assert done["ok"], done
    assert said(read) == ["ours", "b"]
    node = read.event_graph.node(node_saying(read, "ours"))
    assert [float(pin.default_value) for pin in node.pins if pin.name == "Duration"] == [7.0]
