"""What bluecode_apply answers: each statement with the node that it came to, and what was not done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from actions.conftest import DOOR
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.languages.decompile.source_map import link_ends
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

TARGET = f"{DOOR}:EventGraph"


@pytest.fixture
def protocol(tools: Tools) -> Tools:
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    tools.do("write_graph", blueprint=DOOR, code="var Score: int\nvar IsOpen: bool\n")
    return tools


def asked(tools: Tools, tool: str, **parameters: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(tools.call(tool, target=TARGET, **parameters).text)
    return answer


def applied(tools: Tools, code: str, **more: Any) -> dict[str, Any]:
    answer = asked(tools, "bluecode_apply", code=code, **more)
    assert answer["ok"], answer
    return answer


STATEMENTS = {
    'PrintString("one")': "K2Node_CallFunction",
    "Score = 3": "K2Node_VariableSet",
    "if IsOpen:\n    Delay(1.0)": "K2Node_IfThenElse",
    "for i in 0..3:\n    PrintString(i)": "K2Node_MacroInstance",
    "let hero = GetPlayerPawn(0)\n  PrintString(GetObjectName(hero))": "K2Node_CallFunction",
    "sequence:\n    then:\n      Delay(1.0)\n    then:\n      Delay(2.0)": "K2Node_ExecutionSequence",
    "switch Score:\n    case 0:\n      Delay(1.0)\n    default:\n      pass": "K2Node_SwitchInteger",
    "if GetPlayerPawn(0) is Character as hero:\n    hero.Jump()": "K2Node_DynamicCast",
    "bind OnGone += event Gone": "K2Node_AddDelegate",
    "broadcast OnGone()": "K2Node_CallDelegate",
}


@pytest.mark.parametrize(
    "statement", thinned(STATEMENTS, 3, is_one_value=True), ids=lambda text: text.split("\n")[0]
)
def test_every_statement_answers_the_node_that_it_came_to(protocol: Tools, statement: str) -> None:
    """BC-170: id, title, class, pins, in the shape of the hints of a reading."""
    protocol.do("add_dispatcher", blueprint=DOOR, dispatcher_name="OnGone")
    extra = "event Gone()\n  end\n" if "event Gone" in statement else ""
    answer = applied(protocol, f"{extra}on BeginPlay()\n  {statement}\n")
    operations = [item for item in answer["operations"] if item["statement"] in statement]
    assert operations
    result = operations[0]["result"]
    assert result["node_class"] == STATEMENTS[statement]
    node = next(node for node in protocol.event_graph.nodes if node.guid == result["node_id"])
    assert result["nodeId"] == node.guid
    assert result["node_class_path"] == node.class_path
    assert result["title"]
    assert result["is_exec"] is any(pin.is_exec for pin in node.pins)
    shown = [pin for pin in node.pins if not pin.is_hidden]
    assert sum(result["pin_counts"].values()) == len(shown)
    assert result["input_warnings"] == []
    reading = asked(protocol, "bluecode_read_function", detail="debug")
    hints = [*reading["action_hints"].values(), *reading["action_hints_by_line"].values()]
    flat = [hint for item in hints for hint in (item if isinstance(item, list) else [item])]
    same = [hint for hint in flat if hint["node_id"] == node.guid]
    assert same
    assert (same[0]["inputs"], same[0]["outputs"]) == (result["inputs"], result["outputs"])


def test_the_pins_say_all_that_a_link_needs(protocol: Tools) -> None:
    """BC-170: names, label, direction, category, class, default, endpoint and links."""
    answer = applied(protocol, 'on BeginPlay()\n  PrintString("one")\n  K2_DestroyActor()\n')
    first, second = (item["result"] for item in answer["operations"])
    pins = {pin["name"]: pin for pin in (*first["inputs"], *first["outputs"])}
    assert pins["InString"] == {
        "name": "InString",
        "direction": "input",
        "type": "string",
        "category": "string",
        "default": "one",
        "endpoint": f"{first['node_id']}:InString",
    }
    assert pins["then"]["links"] == [f"{second['node_id']}:execute"]
    target = next(pin for pin in second["inputs"] if pin["name"] == "self")
    assert (target["friendly_name"], target["sub_type"]) == ("Target", "/Script/Engine.Actor")
    ends = {" -> ".join(ends) for _, ends in link_ends(protocol.event_graph)}
    assert f"{pins['then']['endpoint']} -> {pins['then']['links'][0]}" in ends


def test_the_endpoints_of_an_apply_can_be_connected_at_once(protocol: Tools) -> None:
    """BC-170, BC-180: without reading the graph again."""
    answer = applied(protocol, "floating:\n  - MakeLiteralInt(5)\non BeginPlay()\n  PrintString()\n")
    results = {item["result"]["title"]: item["result"] for item in answer["operations"]}
    source = results["Make Literal Int"]["outputs"][0]["endpoint"]
    target = next(pin for pin in results["Print String"]["inputs"] if pin["name"] == "InString")["endpoint"]
    assert asked(protocol, "bluecode_connect", connects=[f"{source} -> {target}"])["ok"]


def test_of_equal_statements_each_has_its_own_node(protocol: Tools) -> None:
    """BC-170: by where it stands, not by what it says."""
    answer = applied(protocol, 'on BeginPlay()\n  PrintString("x")\n  PrintString("x")\n')
    one, other = (item["result"]["node_id"] for item in answer["operations"])
    again = applied(protocol, 'on BeginPlay()\n  PrintString("x")\n', mode="append")
    (third,) = (item["result"]["node_id"] for item in again["operations"])
    assert len({one, other, third}) == 3
    chain = [
        item["result"]["node_id"]
        for item in applied(protocol, "on BeginPlay()\n" + '  PrintString("x")\n' * 3)["operations"]
    ]
    assert chain == [one, other, third]


def test_what_was_there_is_skipped_with_its_node(protocol: Tools) -> None:
    """BC-171."""
    first = applied(protocol, 'on BeginPlay()\n  PrintString("one")\n')
    assert (first["skipped"], first["unsupported"], first["failures"]) == ([], [], [])
    answer = applied(protocol, 'on BeginPlay()\n  PrintString("zero")\n  PrintString("one")\n')
    (skipped,) = answer["skipped"]
    assert skipped == {
        "path": "/body/1",
        "statement": 'PrintString("one")',
        "reason": "semantic_match",
        "node_id": first["operations"][0]["result"]["node_id"],
    }
    assert answer["base_revision"] == first["new_revision"] != answer["new_revision"]
    assert answer["new_revision"] == str(revision(protocol.event_graph))


def test_operations_name_their_anchors(protocol: Tools) -> None:
    """BC-151: the node that a statement is, that it changes, before or behind which it goes."""
    made = applied(protocol, 'on BeginPlay()\n  PrintString("one")\n  PrintString("three")\n')
    one, three = (item["result"]["node_id"] for item in made["operations"])
    code = (
        'on BeginPlay()\n  PrintString("one")\n  PrintString("two")\n  PrintString("three")\n  Delay(1.0)\n'
    )
    dry = asked(protocol, "bluecode_apply", code=code, dry_run=True)["operations"]
    assert [(item["op"], item["patch_index"], item["statement"]) for item in dry] == [
        ("noop", 0, 'PrintString("one")'),
        ("insert_before", 1, 'PrintString("two")'),
        ("noop", 2, 'PrintString("three")'),
        ("append", 3, "Delay(1.0)"),
    ]
    assert dry[0]["matched_node_id"] == one
    assert dry[1]["right_anchor_node_id"] == three
    assert dry[3]["append_after_node_id"] == three
    assert not any("result" in item for item in dry)
    done = applied(protocol, code)["operations"]
    assert [{**item, "result": 0} for item in dry] == [{**item, "result": 0} for item in done]


def test_what_is_wrong_is_told_apart_and_nothing_is_done(protocol: Tools) -> None:
    """BC-171: unsupported lines and failures."""
    before = protocol.project.state()
    answer = asked(protocol, "bluecode_apply", code="on BeginPlay()\n  PrintStrin('x')\n  Score = Scor\n")
    assert not answer["ok"]
    assert [(item["line"], bool(item["suggested_fix"])) for item in answer["failures"]] == [
        (2, True),
        (3, True),
    ]
    assert answer["unsupported"] == answer["operations"] == []
    answer = asked(protocol, "bluecode_apply", code="on BeginPlay()\n  try:\n    Delay(1.0)\n")
    assert [item["line"] for item in answer["unsupported"]] == [2]
    assert answer["failures"] == []
    assert protocol.project.state() == before


def test_an_input_that_waits_for_a_link_is_warned_of(protocol: Tools) -> None:
    """BC-170: input_warnings."""
    code = "on BeginPlay()\n  StaticMeshComponent.SetStaticMesh()\n"
    answer = asked(protocol, "bluecode_apply", code=code)
    (operation,) = answer["operations"]
    assert any("StaticMeshComponent" in text for text in operation["result"]["input_warnings"])


def test_every_statement_has_its_node_in_every_mode_and_graph(protocol: Tools) -> None:
    """BC-170: what is changed, replaced or put into blocks, and functions beside events."""
    applied(protocol, 'on BeginPlay()\n  PrintString("a")\n  if IsOpen:\n    PrintString("b")\n')
    code = 'on BeginPlay()\n  PrintString("a")\n  if IsOpen:\n    PrintString("c")\n    Delay(2.0)\n'
    replaced = applied(protocol, code, mode="replace")
    deeper = code + "    for i in 0..2:\n      PrintString(i)\n  else:\n    Delay(5.0)\n"
    merged = applied(protocol, deeper)
    function = "func F(A: int) -> (B: int)\n  if A > 2:\n    return 5\n  return A\n"
    both = applied(protocol, f"{function}event Boo()\n  let x = F(3)\n  PrintString(x)\n")
    for answer in (replaced, merged, both):
        for operation in answer["operations"]:
            graph = protocol.door.find_graph(operation.get("graph", "EventGraph"))
            assert graph is not None
            node = next(node for node in graph.nodes if node.guid == operation["result"]["node_id"])
            assert _CLASSES[operation["statement"].split("(")[0].split(" ")[0]] in node.class_name
    assert [item["op"] for item in replaced["operations"][:3]] == ["noop", "noop", "update"]
    assert len({item["result"]["node_id"] for item in merged["operations"]}) == 7


_CLASSES = {
    "PrintString": "CallFunction",
    "Delay": "CallFunction",
    "let": "CallFunction",
    "if": "IfThenElse",
    "for": "MacroInstance",
    "return": "FunctionResult",
}
