"""Which node a statement is, and what it is made as: hints, handles, properties, aliases, partial values."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.nodes.menu_handles import handle_of, signature_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from protocol_tools import asked
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.graph.model.blueprint import Node

TARGET = "/Game/BP_Door:EventGraph"
BEGIN = "on BeginPlay():\n"
MAPS = ("source_map", "action_hints", "expression_hints", "action_hints_by_line")
CALL = "/Script/BlueprintGraph.K2Node_CallFunction"
SYSTEM = "/Script/Engine.KismetSystemLibrary"


def applied(tools: Tools, code: str, **hints: Any) -> dict[str, Any]:
    answer = asked(tools, "bluecode_apply", target=TARGET, code=code, **hints)
    assert answer["ok"], answer
    return answer


def kinds(answer: dict[str, Any]) -> list[str]:
    return [item["op"] for item in answer["operations"]]


def refused(tools: Tools, code: str, **hints: Any) -> dict[str, Any]:
    """What a call is refused with; nothing is changed by it."""
    before = tools.project.state()
    answer = asked(tools, "bluecode_apply", target=TARGET, code=code, **hints)
    assert not answer["ok"], answer
    assert tools.project.state() == before
    return answer


def prints(*texts: str) -> str:
    return BEGIN + "".join(f'  PrintString("{text}")\n' for text in texts)


def calls(tools: Tools, function: str = "PrintString") -> list[Node]:
    return [
        node
        for node in tools.event_graph.nodes
        if f'MemberName="{function}"' in (node.find_property("FunctionReference") or "")
    ]


def read(tools: Tools) -> dict[str, Any]:
    return asked(tools, "bluecode_read_function", target=TARGET, detail="roundtrip")


# --- what was read, given back ---------------------------------------------------------------------


@pytest.mark.parametrize("given", [*([name] for name in MAPS), [*MAPS, "base_revision"]], ids="+".join)
def test_each_map_is_taken_back_as_it_was_given(protocol: Tools, given: list[str]) -> None:
    """BC-072: each alone and all at once; nothing is done."""
    applied(protocol, prints("one", "two"))
    reading = read(protocol)
    before = protocol.project.state()
    answer = applied(protocol, reading["code"], **{name: reading[name] for name in given})
    assert set(kinds(answer)) == {"noop"}
    assert protocol.project.state() == before


@pytest.mark.parametrize("given", ["source_map", "action_hints_by_line"])
def test_a_changed_statement_is_the_node_that_stood_in_its_place(protocol: Tools, given: str) -> None:
    """BC-072, BC-101: by path, or by the ordinal on its line; as text or as an object."""
    applied(protocol, prints("one", "two"))
    reading = read(protocol)
    node = calls(protocol)[1].name
    code = reading["code"].replace("two", "three")
    answer = applied(protocol, code, **{given: json.dumps(reading[given])})
    assert kinds(answer) == ["noop", "update"]
    assert [item["node"] for item in answer["operations"]][1] == node
    assert len(calls(protocol)) == 2


def test_lines_of_another_number_hold_for_unchanged_statements_only(protocol: Tools) -> None:
    """BC-075, BC-101: the same text keeps its node wherever it stands; what is new is no other node."""
    applied(protocol, prints("one", "two"))
    reading = read(protocol)
    more = 'PrintString("two")\n  PrintString("three")'
    code = reading["code"].replace("one", "zero").replace('PrintString("two")', more)
    hints = {"action_hints_by_line": reading["action_hints_by_line"], "source_map": reading["source_map"]}
    answer = applied(protocol, code, **hints)
    assert sorted(kinds(answer)) == ["append", "insert_before", "noop"]
    assert len(calls(protocol)) == 4


# --- which node it is ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "key", ['PrintString("new")', 'PrintString( "new" )', "PrintString", "printstring", "Print String"]
)
def test_a_hint_is_found_by_text_by_tokens_and_by_the_name_called(protocol: Tools, key: str) -> None:
    """BC-102, BC-073: whatever the key, the node that it names is changed."""
    applied(protocol, prints("one", "two"))
    node = calls(protocol)[1]
    answer = applied(protocol, prints("new"), action_hints={key: {"node_id": node.guid}})
    assert kinds(answer) == ["update"]
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["one", "new"]  # type: ignore[union-attr]


@pytest.mark.parametrize("key", ["K2_SetActorLocation", "SetActorLocation", "Set Actor Location"])
def test_a_name_is_a_key_in_code_and_as_the_editor_shows_it(protocol: Tools, key: str) -> None:
    """BC-102: the name of the node that a call is, and its normalised form."""
    applied(protocol, BEGIN + "  SetActorLocation((1, 2, 3))\n")
    hint = {key: {"node_id": calls(protocol, "K2_SetActorLocation")[0].guid}}
    answer = applied(protocol, BEGIN + "  SetActorLocation((4, 5, 6))\n", action_hints=hint)
    assert kinds(answer) == ["update"]


def test_letter_case_of_texts_counts_in_keys(protocol: Tools) -> None:
    """BC-102, BC-085: a hint for "One" is none for "one"."""
    applied(protocol, prints("a"))
    hint = {'PrintString("ONE")': {"target_node_id": calls(protocol)[0].guid}}
    assert kinds(applied(protocol, prints("one"), action_hints=hint)) == ["append"]
    empty = {'PrintString("")': {"target_node_id": calls(protocol)[0].guid}}
    assert kinds(applied(protocol, prints("two"), action_hints=empty)) == ["append"]


def test_a_read_hint_under_another_statement_says_that_this_is_the_node(protocol: Tools) -> None:
    """BC-073, BC-103: wrapped as other tools wrap it."""
    applied(protocol, prints("one", "two"))
    hint = read(protocol)["action_hints"]['PrintString("two")']
    for form in (hint, {"hint": hint}, {"actions": [hint]}):
        answer = applied(protocol, prints("x"), action_hints={'PrintString("x")': form}, dry_run=True)
        assert kinds(answer) == ["update"]


def test_one_node_for_several_statements_is_refused_with_their_lines(protocol: Tools) -> None:
    """BC-100, BC-105."""
    applied(protocol, prints("one"))
    hint = {"PrintString": {"node_id": calls(protocol)[0].guid}}
    answer = refused(protocol, prints("two", "three"), action_hints=hint)
    assert answer["error_code"] == "ambiguous_hint"
    assert answer["candidates"] == ["line 2", "line 3"]


def test_a_node_that_is_named_comes_before_what_says_the_same(protocol: Tools) -> None:
    """BC-100 (1): the named node is the one, though another says the same already."""
    applied(protocol, prints("one", "two"))
    second = calls(protocol)[1]
    hint = {'PrintString("one")': {"target_node_id": second.guid}}
    assert kinds(applied(protocol, prints("one"), action_hints=hint)) == ["update"]
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["one", "one"]  # type: ignore[union-attr]


def test_a_node_that_is_not_there_or_of_another_kind_is_refused(protocol: Tools) -> None:
    """BC-100 (1)."""
    applied(protocol, prints("one"))
    gone = {'PrintString("x")': {"node_id": "0" * 31 + "1"}}
    assert refused(protocol, prints("x"), action_hints=gone)["error_code"] == "unknown_node"
    other = {"Delay(2)": {"node_id": calls(protocol)[0].guid}}
    answer = refused(protocol, BEGIN + "  Delay(2)\n", action_hints=other)
    assert answer["error_code"] == "another_kind_of_node"
    assert answer["line"] == 2


def test_a_label_says_which_statement_it_is(protocol: Tools) -> None:
    """BC-100 (1): the statement that a label stands at in the graph."""
    code = BEGIN + '  @Again:\n  PrintString("one")\n  Delay(1)\n  goto Again\n'
    applied(protocol, code)
    told = read(protocol)["code"]
    assert told.count("PrintString") == 1
    answer = applied(protocol, told.replace('"one"', '"two"'))
    assert "update" in kinds(answer)
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["two"]  # type: ignore[union-attr]


def test_a_call_with_the_values_that_both_write_is_the_same_call(protocol: Tools) -> None:
    """BC-100 (3): one value more changes the node; the same with one less changes nothing."""
    applied(protocol, BEGIN + '  PrintString("one")\n')
    assert kinds(applied(protocol, BEGIN + '  PrintString("one", Duration=5.0)\n')) == ["update"]
    assert len(calls(protocol)) == 1
    assert kinds(applied(protocol, BEGIN + '  PrintString("one")\n')) == ["noop"]
    # Another value of a pin that both write: another call (5).
    assert kinds(applied(protocol, BEGIN + '  PrintString("one", Duration=9.0)\n')) == ["append"]
    assert len(calls(protocol)) == 2


def test_what_names_a_result_stays_its_node_when_it_gets_a_value_more(protocol: Tools) -> None:
    """BC-100 (3): the statements that use the name are the ones that are there."""
    code = BEGIN + "  let hit = SphereOverlapActors(SphereRadius=50.0)\n  PrintString(hit)\n"
    code = code.replace("PrintString(hit)", "SetActorHiddenInGame(hit)")
    applied(protocol, code)
    before = len(protocol.event_graph.nodes)
    more = code.replace("50.0", "50.0, SpherePos=(1, 2, 3)")
    assert kinds(applied(protocol, more)) == ["update", "noop"]
    assert len(protocol.event_graph.nodes) == before


def test_two_that_may_be_it_are_none(protocol: Tools) -> None:
    """BC-100 (5): not certain, so it is added and nothing is overwritten."""
    applied(protocol, BEGIN + '  PrintString("a", Duration=1.0)\n  PrintString("a", Duration=3.0)\n')
    answer = applied(protocol, BEGIN + '  PrintString("a", bPrintToLog=false)\n')
    assert kinds(answer) == ["append"]
    assert len(calls(protocol)) == 3


def test_a_node_of_its_kind_between_the_same_neighbours_stands_for_one_that_is_gone(
    protocol: Tools,
) -> None:
    """BC-100 (4): the nodes were made again, so that none has the id that was read."""
    applied(protocol, prints("one", "two", "three"))
    reading = read(protocol)
    hints = reading["source_map"]
    for hint in hints.values():
        hint["node_id"] = hint["node_guid"] = hint["node_id"][::-1]
    code = reading["code"].replace("two", "TWO")
    assert kinds(applied(protocol, code, source_map=hints, dry_run=True)) == ["noop", "update", "noop"]
    # Two in a row: it cannot be said which is which.
    code = code.replace("three", "THREE")
    assert kinds(applied(protocol, code, source_map=hints, dry_run=True)) == ["noop", "append", "append"]


def test_in_mode_replace_a_named_node_is_kept_wherever_it_goes(protocol: Tools) -> None:
    """BC-073: what moves keeps its node."""
    applied(protocol, prints("one", "two"))
    reading = read(protocol)
    names = [node.name for node in calls(protocol)]
    source_map = reading["source_map"]
    swapped = dict(source_map)
    paths = [path for path, hint in source_map.items() if "PrintString" in hint["statement"]]
    swapped[paths[0]], swapped[paths[1]] = source_map[paths[1]], source_map[paths[0]]
    code = reading["code"].replace("one", "TWO").replace('"two"', '"ONE"')
    applied(protocol, code, source_map=swapped, mode="replace")
    assert [node.name for node in calls(protocol)] == names
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["ONE", "TWO"]  # type: ignore[union-attr]
    # Without any hint, what says the same keeps its node.
    applied(protocol, read(protocol)["code"].replace("ONE", "x").replace("TWO", "ONE"), mode="replace")
    assert [node.name for node in calls(protocol)] == names
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["ONE", "x"]  # type: ignore[union-attr]


# --- what it is made as ----------------------------------------------------------------------------


def action(function: str) -> dict[str, str]:
    """A hint as a search gives it."""
    spec = CallFunctionSpec(function)
    handle = handle_of(spec, default_catalog())
    return {"action_handle": handle, "node_class_path": CALL, "signature": signature_of(spec)}


@pytest.mark.parametrize("code", ['node("My Node", "hello")', 'MyNode("hello")', 'MyNode(InString="hello")'])
def test_a_handle_says_what_a_call_is_whatever_it_is_called(protocol: Tools, code: str) -> None:
    """BC-103: by the map of handles or in a hint."""
    key = "My Node"
    handle = action(f"{SYSTEM}:PrintString")["action_handle"]
    for hints in ({"action_handles": {key: handle}}, {"action_hints": {key: {"handle": handle}}}):
        assert kinds(applied(protocol, f"{BEGIN}  {code}\n", **hints, dry_run=True)) == ["append"]
    applied(protocol, f"{BEGIN}  {code}\n", action_handles={key: handle})
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["hello"]  # type: ignore[union-attr]


def test_a_search_result_is_a_hint_as_it_is(protocol: Tools) -> None:
    """BC-103, BC-106: what bluecode_search_nodes finds is given back unchanged."""
    found = asked(protocol, "bluecode_search_nodes", target=TARGET, query="Print String")
    item = next(one for one in found["nodes"] if one["signature"].endswith(":PrintString"))
    applied(protocol, BEGIN + '  Anything("x")\n', action_hints={"Anything": item})
    assert len(calls(protocol)) == 1


def test_a_dead_handle_means_its_exact_class_and_signature_or_nothing(protocol: Tools) -> None:
    """BC-104: the name of the call is never guessed from, though it is that of a function."""
    dead = action(f"{SYSTEM}:PrintString") | {"action_handle": "bpact:" + "0" * 24}
    code = BEGIN + '  PrintText("x")\n'
    applied(protocol, code, action_hints={"PrintText": dead})
    assert (len(calls(protocol)), len(calls(protocol, "PrintText"))) == (1, 0)
    for hint in ({"action_handle": dead["action_handle"]}, dead | {"node_class_path": CALL + "X"}):
        answer = refused(protocol, BEGIN + '  PrintString("y")\n', action_hints={"PrintString": hint})
        assert answer["error_code"] == "stale_action_handle"
        assert answer["line"] == 2


def test_equal_names_without_evidence_are_refused_with_all_of_them(protocol: Tools) -> None:
    """BC-105: a class, a signature or a handle says which."""
    code = BEGIN + "  Activate()\n"
    hint = {"Activate": {"node_class": "K2Node_CallFunction"}}
    answer = refused(protocol, code, action_hints=hint)
    assert answer["error_code"] == "ambiguous_action"
    assert len(answer["candidates"]) > 1
    handle = answer["candidates"][0].split()[0]
    assert kinds(applied(protocol, code, action_handles={"Activate": handle}, dry_run=True)) == ["append"]
    hint["Activate"]["member_class"] = "/Script/Engine.ActorComponent"
    assert kinds(applied(protocol, code, action_hints=hint, dry_run=True)) == ["append"]


def test_a_class_can_be_said_for_a_function(protocol: Tools) -> None:
    """BC-103, BC-022: member_classes."""
    code = BEGIN + "  Activate()\n"
    applied(protocol, code, member_classes={"Activate": "ActorComponent"}, dry_run=True)
    answer = refused(protocol, code, member_classes={"Activate": "KismetMathLibrary"})
    assert answer["error_code"] == "unknown_action"


def test_values_inside_obey_hints_like_statements(protocol: Tools) -> None:
    """BC-134: by the whole value or by the name of the call; a dead handle is no other node."""
    code = BEGIN + "  PrintString(MyText(42))\n"
    handle = action("/Script/Engine.KismetStringLibrary:Conv_IntToString")["action_handle"]
    for key in ("MyText(42)", "MyText"):
        applied(protocol, code, expression_hints={key: {"handle": handle}}, dry_run=True)
    applied(protocol, code, action_handles={"MyText": handle})
    assert calls(protocol, "Conv_IntToString")[0].find_pin("InInt").default == "42"  # type: ignore[union-attr]
    dead = {"Conv_IntToString(7)": {"handle": "bpact:dead"}}
    answer = refused(protocol, BEGIN + "  PrintString(Conv_IntToString(7))\n", expression_hints=dead)
    assert answer["error_code"] == "stale_action_handle"


def test_a_value_that_is_said_to_be_a_node_is_linked_to_it(protocol: Tools) -> None:
    """BC-134, BC-073: no second node is made for it."""
    applied(protocol, BEGIN + "  PrintString(GetGameName())\n")
    name = calls(protocol, "GetGameName")[0]
    code = BEGIN + "  PrintWarning(GetGameName())\n"
    applied(protocol, code, expression_hints={"GetGameName()": {"node_id": name.guid}})
    assert len(calls(protocol, "PrintWarning")) == 1
    assert len(calls(protocol, "GetGameName")) == 1


def test_evidence_of_all_maps_counts_together(protocol: Tools) -> None:
    """BC-101: handles come before hints, hints before properties, and each adds what the others leave out."""
    right = action(f"{SYSTEM}:PrintString")["action_handle"]
    wrong = action(f"{SYSTEM}:PrintText")["action_handle"]
    code = BEGIN + '  Say("x")\n'
    applied(protocol, code, action_handles={"Say": right}, action_hints={"Say": {"handle": wrong}})
    assert (len(calls(protocol)), len(calls(protocol, "PrintText"))) == (1, 0)
    node = calls(protocol)[0].guid
    more = BEGIN + '  Say("y")\n'
    answer = applied(protocol, more, action_handles={"Say": right}, action_hints={"Say": {"node_id": node}})
    assert kinds(answer) == ["update"]


# --- properties and aliases ------------------------------------------------------------------------


def test_properties_decide_the_pins_before_they_are_fed(protocol: Tools) -> None:
    """BC-141, BC-142: the cases of the switch are those after its properties."""
    code = 'var Mood: string\non BeginPlay():\n  switch Mood:\n    case "a":\n      PrintString("a")\n'
    properties = {"switch Mood:": {"bIsCaseSensitive": True}}
    answer = asked(
        protocol, "bluecode_apply", target=TARGET, code=code, node_properties=properties, dry_run=True
    )
    assert answer["ok"], answer
    plain = asked(protocol, "bluecode_apply", target=TARGET, code=code, dry_run=True)
    assert answer["plan_hash"] != plain["plan_hash"]  # BC-152: properties count


def test_properties_that_a_node_does_not_have_fail_the_whole(protocol: Tools) -> None:
    """BC-141: with each property and the reason."""
    code = prints("x")
    for hints in (
        {"node_properties": {"PrintString": {"Colour": 3}}},
        {"action_hints": {"PrintString": {"properties": {"Colour": 3}}}},
    ):
        answer = refused(protocol, code, **hints)
        assert answer["error_code"] == "node_property_failed"
        assert "Colour" in answer["error"]
        assert answer["line"] == 2


def test_names_of_statements_are_answered_with_their_nodes(protocol: Tools) -> None:
    """BC-140: alias in the call, the map of aliases, and let; what is there already has one as well."""
    code = BEGIN + '  PrintString("a", alias=First)\n  let d = Delay(1)\n  PrintString("b")\n'
    answer = applied(protocol, code, aliases={'PrintString("b")': "Last"})
    first, last = (node.guid for node in calls(protocol))
    assert answer["aliases"]["First"] == first
    assert answer["aliases"]["Last"] == last
    assert set(answer["aliases"]) == {"First", "Last", "d"}
    again = applied(protocol, code, aliases={'PrintString("b")': "Last"})
    assert set(kinds(again)) == {"noop"}
    assert again["aliases"] == answer["aliases"]


@pytest.mark.parametrize(
    "hints",
    [
        {"source_map": "[]"},
        {"action_hints": {"PrintString": 3}},
        {"action_hints_by_line": {"first": []}},
        {"action_hints": {"PrintString": {"actions": [{}, {}]}}},
        {"action_handles": {"PrintString": ""}},
        {"node_properties": {"PrintString": "x"}},
        {"aliases": ["x"]},
        {"member_classes": "{"},
    ],
    ids=str,
)
def test_a_map_that_is_none_is_refused(protocol: Tools, hints: dict[str, Any]) -> None:
    """BC-072, BC-103."""
    assert refused(protocol, prints("x"), **hints)["error_code"] == "invalid_hint"


# --- values that cannot be given -------------------------------------------------------------------


@pytest.mark.parametrize(
    "value",
    thinned(
        [
            "Nothing",
            "MakeVector(1, 2, 3).Q",
            "Colour=3",
            "UnknownCall(1)",
            "bPrintToScreen=MakeVector(1, 2, 3)",
            'true, true, (0, 0, 0, 1), 2.0, "key", 7',
        ],
        3,
        is_one_value=True,
    ),
)
def test_a_value_that_fails_fails_all_unless_partial_is_allowed(protocol: Tools, value: str) -> None:
    """BC-123, BC-135: then it alone is left out whole, and said with its statement."""
    code = BEGIN + f'  PrintString("a", {value})\n  PrintString("b")\n'
    refused(protocol, code)
    nodes = len(protocol.event_graph.nodes)
    answer = applied(protocol, code, allow_partial=True)
    first, second = answer["operations"]
    assert [item["line"] for item in first["input_warnings"]] == [2]
    assert "input_warnings" not in second or not second["input_warnings"]
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["a", "b"]  # type: ignore[union-attr]
    assert len(protocol.event_graph.nodes) == nodes + 2


def test_partial_leaves_the_other_values_in_their_places(protocol: Tools) -> None:
    """BC-123: a value by place keeps its pin."""
    code = BEGIN + '  PrintString("a", Nothing, false, Duration=Nothing, Key="k")\n'
    answer = applied(protocol, code, allow_partial=True)
    node = calls(protocol)[0]
    assert len(answer["operations"][0]["input_warnings"]) == 2
    found = {name: node.find_pin(name).default for name in ("bPrintToScreen", "bPrintToLog", "Key")}  # type: ignore[union-attr]
    assert found == {"bPrintToScreen": "true", "bPrintToLog": "false", "Key": "k"}


def test_partial_is_no_leave_for_statements_that_cannot_be(protocol: Tools) -> None:
    """BC-123: an unknown call stays an error, and a link that would be replaced is never broken."""
    refused(protocol, BEGIN + "  UnknownCall(1)\n", allow_partial=True)
    applied(protocol, "var A: string\nvar B: string\n" + BEGIN + "  PrintString(A)\n")
    hint = {"PrintString": {"node_id": calls(protocol)[0].guid}}
    code = BEGIN + "  PrintString(B, Duration=4.0)\n"
    refused(protocol, code, action_hints=hint)
    applied(protocol, code, action_hints=hint, allow_partial=True)
    (node,) = calls(protocol)
    assert float(node.find_pin("Duration").default) == 4  # type: ignore[union-attr]
    assert "A" in read(protocol)["code"]
    assert "PrintString(B" not in read(protocol)["code"]


def test_what_the_dry_run_told_is_what_is_done(protocol: Tools) -> None:
    """BC-150, BC-152, I6: with hints of every kind; the hash stands for them as well."""
    applied(protocol, prints("one", "two"))
    reading = read(protocol)
    code = (
        reading["code"].replace("two", "TWO").replace('PrintString("one")', 'PrintString("one")\n  Say("x")')
    )
    hints = {
        "code": code,
        "action_handles": {"Say": action(f"{SYSTEM}:PrintString")["action_handle"]},
        "action_hints": {'PrintString("TWO")': {"target_node_id": calls(protocol)[1].guid}},
        "base_revision": reading["base_revision"],
        "target": TARGET,
    }
    dry = asked(protocol, "bluecode_apply", dry_run=True, **hints)
    assert kinds(dry) == ["noop", "insert_before", "update"]
    without = {**hints, "action_hints": {}}
    refusal = asked(protocol, "bluecode_apply", plan_hash=dry["plan_hash"], **without)
    assert refusal["error_code"] == "plan_mismatch"
    done = asked(protocol, "bluecode_apply", plan_hash=dry["plan_hash"], **hints)
    assert done["ok"], done
    told = ("op", "path", "line", "node", "statement")
    assert [[item[key] for key in told] for item in done["operations"]] == [
        [item[key] for key in told] for item in dry["operations"]
    ]
    assert done["merge_report"] == dry["merge_report"]
    assert done["plan_hash"] == dry["plan_hash"]
    assert [item.find_pin("InString").default for item in calls(protocol)] == ["one", "TWO", "x"]  # type: ignore[union-attr]


def test_a_function_that_only_returns_is_what_a_new_one_does(protocol: Tools) -> None:
    """I1: what was read of an empty function is there already."""
    tools = protocol
    applied(tools, "func Lift(Height: float) -> (Done: bool):\n  return\n")
    target = "/Game/BP_Door:Lift"
    before = tools.project.state()
    reading = asked(tools, "bluecode_read_function", target=target, detail="roundtrip")
    hints = {name: reading[name] for name in MAPS}
    answer = asked(tools, "bluecode_apply", target=target, code=reading["code"], **hints)
    assert answer["ok"], answer
    assert set(kinds(answer)) == {"noop"}
    assert tools.project.state() == before


def test_a_hint_that_fits_nothing_is_told(protocol: Tools) -> None:
    """BC-102: of those that only a caller writes; what was read may be of more than is written."""
    hints = {
        "node_properties": {"switch Mood:": {"bIsCaseSensitive": True}},
        "action_handles": {
            "Prinnt": "bpact:0",
            "PrintString": action(f"{SYSTEM}:PrintString")["action_handle"],
        },
        "aliases": {"Delay": "Wait"},
        "action_hints": {"Delay(1)": {"statement": "Delay(1)", "node_id": "0"}},
    }
    answer = applied(protocol, prints("x"), **hints)
    assert answer["unused_hints"] == [
        "action_handles: Prinnt",
        "node_properties: switch Mood:",
        "aliases: Delay",
    ]
