"""The adapters of tool calls: one call to a described state, scripts of calls, and programs."""

from __future__ import annotations

from typing import Any

import pytest

from cases.run_cases import CaseResult, run_case
from tiers import thinned

DOOR = "/Game/BP_Door"
BEGIN, PRINT, BRANCH = "7C3E5A1B4D2F40988B6A0C9D1E2F3A4B", "0F1E2D3C4B5A69788796A5B4C3D2E1F0", "branch"
NODES = [
    {"id": BEGIN, "title": "Event BeginPlay", "class": "K2Node_Event"},
    {
        "id": PRINT,
        "title": "Print String",
        "class": "K2Node_CallFunction",
        "pins": [{"name": "InString", "direction": "in", "type": "string", "default": "old"}],
    },
    {"id": BRANCH, "title": "Branch", "class": "K2Node_IfThenElse"},
]
GRAPH = {"EventGraph": {"nodes": NODES, "links": [[f"{BEGIN}.then", f"{PRINT}.execute"]]}}


def put(kind: str, given: dict[str, Any], expect: dict[str, Any]) -> CaseResult:
    return run_case({"id": "own", "area": "blueprint", "kind": kind, "input": given, "expect": expect})


def guard(tool: str, args: dict[str, Any], expect: dict[str, Any], **state: Any) -> CaseResult:
    editor = state.pop("editor", {})
    blueprints = {DOOR: {"parent_class": "Actor", **state}}
    given = {"tool": tool, "args": {"blueprint": DOOR, **args}, "state": {"blueprints": blueprints, **editor}}
    return put("tool_guard", given, expect)


def passes(result: CaseResult) -> bool:
    assert result.passes, f"{result.problems} {result.got}"
    return True


# --- one call to a state ---------------------------------------------------------------------------


@pytest.mark.parametrize("word", thinned(["playing", "is_in_pie", "play_in_editor"], 1))
def test_a_playing_editor_refuses_and_can_be_looked_at_all_the_same(word: str) -> None:
    refused = {"ok": False, "must_mention": ["play"], "asset_unchanged": True}
    assert passes(guard("compile", {}, refused, editor={word: True}))


def test_components_may_be_objects_and_what_is_there_is_reused() -> None:
    mesh = {"Mesh": {"class": "StaticMeshComponent", "properties": {"RelativeLocation": "(X=1,Y=2,Z=3)"}}}
    args = {"component_type": "StaticMesh", "component_name": "Mesh"}
    assert passes(
        guard("add_component", args, {"ok": True, "reused": True, "components_added": 0}, components=mesh)
    )
    new = guard("add_component", args, {"ok": True, "reused": True})
    assert new.problems == ("reused is false, expected true",)


def test_members_are_told_by_name_and_by_number() -> None:
    args = {"name": "Speed", "type": "float"}
    health = [{"name": "Health", "type": "float", "default": 5}]
    expect = {"ok": True, "variables_added": ["Speed"], "variables_after": 2, "nodes_unchanged": True}
    assert passes(guard("add_variable", args, expect, variables=health))
    assert not guard("add_variable", args, {"variables_added": 2}, variables=health).passes


def test_pins_links_and_nodes_of_a_case_are_there_and_looked_at_afterwards() -> None:
    args = {"node": PRINT, "pin": "In String", "value": "new"}
    expect = {
        "ok": True,
        "pin_value_after": "new",
        "pin_types_after": {"InString": "string"},
        "links_after": 1,
    }
    assert passes(guard("set_pin_default", args, expect, graphs=GRAPH))
    args = {"node": PRINT, "pin": "Duration", "value": "long"}
    assert passes(guard("set_pin_default", args, {"ok": False, "pin_value_unchanged": True}, graphs=GRAPH))


def test_what_a_state_or_a_fake_says_and_nobody_can_bring_about_fails_the_case() -> None:
    assert not guard("compile", {}, {"ok": True}, editor={"weather": "rain"}).passes
    assert not guard("compile", {}, {"ok": True}, editor={"fake": {"compile_melts": True}}).passes
    strange = [{"id": "x", "title": "Fancy", "class": "K2Node_Fancy"}]
    assert not guard("compile", {}, {"ok": True}, graphs={"EventGraph": strange}).passes
    assert not guard("frobnicate", {}, {"ok": False}).passes


# --- node ids --------------------------------------------------------------------------------------


def test_a_node_is_found_by_its_guid_in_every_spelling_and_by_label() -> None:
    spellings = [
        BEGIN.lower(),
        "{7C3E5A1B-4D2F-4098-8B6A-0C9D1E2F3A4B}",
        "7c3e5a1b-4d2f4098-8b6a0c9d-1e2f3a4b",
        f"{BEGIN} Event BeginPlay",
        "N1 Event BeginPlay",
    ]
    found = {"nodes": NODES, "table": [*spellings, "N3 Print String", "Branch"]}
    rows = [{"node": BEGIN}] * len(spellings)
    assert passes(put("node_lookup", found, {"table": [*rows, {"error": True}, {"error": True}]}))
    assert not put("node_lookup", {"nodes": NODES, "table": [PRINT]}, {"table": [{"node": BEGIN}]}).passes


@pytest.mark.parametrize(
    ("title", "class_name"),
    thinned(
        [
            ("Cast To Character", "K2Node_DynamicCast"),
            ("For Each Loop", "K2Node_MacroInstance"),
            ("Timeline", "K2Node_Timeline"),
            ("Fire", "K2Node_CustomEvent"),
            ("Set Health", "K2Node_VariableSet"),
            ("Switch on Int", "K2Node_SwitchInteger"),
        ],
        2,
    ),
)
def test_nodes_of_any_class_can_be_part_of_a_state(title: str, class_name: str) -> None:
    node = {"id": "it", "title": title, "class": class_name}
    assert passes(put("node_lookup", {"nodes": [node], "table": ["it"]}, {"table": [{"node": "it"}]}))


# --- scripts and programs ----------------------------------------------------------------------------

SPEED = {
    "tool": "add_variable",
    "args": {"blueprint": DOOR, "variable_name": "Speed", "variable_type": "float"},
}
WRITE = {
    "tool": "write_graph",
    "args": {"blueprint": DOOR, "code": "on BeginPlay():\n  PrintString(Speed)\n"},
}


def script(expect: dict[str, Any], **given: Any) -> CaseResult:
    return put("tool_script", {"blueprints": {DOOR: "/Script/Engine.Actor"}, **given}, expect)


def test_a_script_prepares_calls_and_looks_again() -> None:
    compiled = {"tool": "compile_blueprint", "args": {"blueprint": DOOR}}
    expect = {
        "ok": True,
        "after_ok": True,
        "event_graph_mentions": "printstring(speed)",
        "event_nodes": 1,
        "node_pins_include": ["InString"],
        "nothing_changed": False,
        "must_not_mention": ["error at"],
    }
    assert passes(script(expect, before=[SPEED], call=WRITE, after=[compiled]))
    assert script({"event_nodes": 2}, before=[SPEED], call=WRITE).problems == (
        "event_nodes is 1, expected 2",
    )


def test_a_refused_call_changes_nothing() -> None:
    assert passes(script({"ok": False, "must_mention": ["Speed"], "nothing_changed": True}, call=WRITE))


def test_the_editor_begins_to_play_when_all_is_prepared() -> None:
    expect = {"ok": False, "must_mention": ["play"], "nothing_changed": True}
    assert passes(script(expect, before=[SPEED], call=WRITE, playing=True))


def test_a_script_whose_preparation_is_refused_is_no_refusal_of_its_call() -> None:
    result = script({"ok": False}, before=[WRITE], call=SPEED)
    assert not result.passes
    assert "SetUpError" in result.got


def test_a_program_is_written_and_read_back() -> None:
    code = "func Hit(Amount: float):\n  Health = Health - Amount\n"
    given = {"blueprint": DOOR, "variables": [["Health", "float", 100]], "code": code, "graph_name": "Hit"}
    expect = {"ok": True, "functions_added": ["Hit"], "read_back_contains_any": ["- Amount", "never"]}
    assert passes(put("code_write", given, expect))
    assert not put("code_write", given, {"read_back_contains_any": ["never"]}).passes
    assert not put("code_write", given, {"read_back_not_contains": ["Amount"]}).passes
    assert not put("code_write", {**given, "speed": 3}, {"ok": True}).passes


def test_what_no_call_makes_is_pasted_by_the_person_at_the_desk() -> None:
    given = {"blueprint": DOOR, "code": "event Fire(Power: float):\n  PrintString(Power)\n"}
    assert passes(put("code_write", given, {"ok": True, "event_graph_mentions": "event Fire(Power: float)"}))


def test_a_table_puts_every_row_to_a_state_of_its_own() -> None:
    rows = ["on BeginPlay():\n  Health = 1\n", "on BeginPlay():\n  PrintString(Mana)\n"]
    given = {"blueprint": DOOR, "variables": ["Health"], "table": rows}
    expect = {"table": [{"ok": True}, {"ok": False, "must_mention": ["Mana"]}]}
    assert passes(put("code_write", given, expect))
    assert not put("code_write", given, {"table": [{"ok": True}, {"ok": True}]}).passes


def test_the_tools_of_the_protocol_can_be_called_too() -> None:
    call = {"tool": "bluecode_read_events", "args": {"blueprint_path": DOOR}}
    assert passes(script({"nothing_changed": True, "must_not_mention": ["unknown_tool"]}, call=call))
