from typing import Any

import pytest

from cases.comparison import problems_of, same
from cases.rules import RULES


def passes(expect: dict[str, Any], outcome: dict[str, Any]) -> bool:
    return not problems_of({"expect": expect}, outcome)


def test_only_written_members_are_compared_and_silence_about_one_is_a_mismatch() -> None:
    assert passes({"stop": "end"}, {"stop": "end", "text": "more"})
    assert not passes({"stop": "end"}, {"text": "more"})
    assert not passes({"never_heard_of": 1}, {"stop": "end"})


def test_one_of_several_expectations_is_enough() -> None:
    case = {"expect_any": [{"ok": True, "nodes_added": 1}, {"ok": False}]}
    assert not problems_of(case, {"ok": False})
    assert not problems_of(case, {"ok": True, "nodes_added": 1})
    assert problems_of(case, {"ok": True, "nodes_added": 2})


@pytest.mark.parametrize(
    ("left", "right", "is_same"),
    [
        (320, 320.0, True),
        (1, True, False),
        (True, True, True),
        (None, False, False),
        ({"a": [1, {"b": 2.0}]}, {"a": [1.0, {"b": 2}]}, True),
        ({"a": 1}, {"a": 1, "b": 2}, False),
        ([1, 2], [2, 1], False),
        ("1", 1, False),
    ],
)
def test_json_values_are_equal_as_json_is(left: object, right: object, is_same: bool) -> None:
    assert same(left, right) is is_same


@pytest.mark.parametrize(
    ("expect", "outcome", "is_right"),
    [
        ({"error": True}, {"error": "unknown pin"}, True),
        ({"error": True}, {"pin": "then"}, False),
        ({"error": True}, {"error": ""}, False),
        ({"error": None}, {"error": None}, True),
        ({"error": None}, {"error": "x"}, False),
        ({"error": "unknown_tool"}, {"error": "no such tool", "error_class": "unknown_tool"}, True),
        ({"error": "unknown_tool"}, {"error": "no such tool", "error_class": "other"}, False),
        ({"path": "/Game/A", "or_error": True}, {"error": "refused"}, True),
        ({"path": "/Game/A", "or_error": True}, {"path": "/Game/A"}, True),
        ({"path": "/Game/A", "or_error": True}, {"path": "/Game/B"}, False),
        ({"path": "/Game/A"}, {"error": "refused"}, False),
        ({"ok": True, "or_error": ["colour"]}, {"error": "no parameter 'Colour'"}, True),
        ({"ok": True, "or_error": ["colour"]}, {"error": "wrong", "ok": False}, False),
        ({"ok_if": {"name": "5"}, "or_error": ["name"]}, {"accepted": {"name": "5", "x": 1}}, True),
        ({"ok_if": {"name": "5"}, "or_error": ["name"]}, {"accepted": {"name": 5}}, False),
        ({"ok_if": {"name": "5"}, "or_error": ["name"]}, {"error": "the Name is a number"}, True),
        ({"ok_if": {"name": "5"}, "or_error": ["name"]}, {"error": "something else"}, False),
    ],
)
def test_errors_count_where_the_case_lets_them(
    expect: dict[str, Any], outcome: dict[str, Any], is_right: bool
) -> None:
    assert passes(expect, outcome) is is_right


@pytest.mark.parametrize(
    ("expect", "outcome", "is_right"),
    [
        ({"must_mention": ["BP_Door", "speed"]}, {"error": "bp_door has no Speed"}, True),
        ({"must_mention": ["BP_Door", "speed"]}, {"error": "bp_door"}, False),
        ({"must_mention": ["warning"]}, {"text": "1 Warning"}, True),
        ({"must_mention_any": ["a gun", "not in"]}, {"text": "It is Not In this graph"}, True),
        ({"must_mention_any": ["a gun", "not in"]}, {"text": "nothing of the kind"}, False),
        ({"warning_must_mention_any": ["wildcard"]}, {"text": "its type is Wildcard"}, True),
        ({"warning_must_mention_any": ["wildcard"]}, {"error": "wildcard"}, False),
        ({"contains": "Vector"}, {"text": "struct vector"}, True),
        ({"contains_any": ["float", "real"]}, {"text": "real"}, True),
        ({"contains_any": ["float", "real"]}, {"text": "int"}, False),
        ({"message_contains": "Unexpected endpoint"}, {"message": "says: Unexpected\n endpoint."}, True),
        ({"message_contains": "Unexpected endpoint"}, {"message": "no"}, False),
        ({"prose_contains": ["a", "b"]}, {"prose": "a b"}, True),
        ({"prose_contains": ["a", "c"]}, {"prose": "a b"}, False),
        ({"prose_excludes": ["<tool"]}, {"prose": "text"}, True),
        ({"prose_excludes": ["<tool"]}, {"prose": "text <tool_call>"}, False),
        ({"log_excludes": ["sk-1"], "log_includes": ["401"]}, {"log": "401 [hidden]"}, True),
        ({"log_excludes": ["sk-1"]}, {"log": "401 sk-1"}, False),
        ({"log_includes": ["402"]}, {"log": "401"}, False),
        ({"repr_excludes": ["sk-1"]}, {}, False),
        ({"prose": "a b c"}, {"prose": "  a\n b \t c\n"}, True),
        ({"prose": ""}, {"prose": "\n"}, True),
        ({"prose": "a b"}, {"prose": "ab"}, False),
        ({"visible": "a b", "never_visible": ["<to"]}, {"visible": "a  b"}, True),
        ({"never_visible": ["<to"]}, {"visible": "a <tool"}, False),
    ],
)
def test_texts_are_compared_as_the_format_says(
    expect: dict[str, Any], outcome: dict[str, Any], is_right: bool
) -> None:
    assert passes(expect, outcome) is is_right


@pytest.mark.parametrize(
    ("expect", "outcome", "is_right"),
    [
        ({"pin_any": ["A", "B"]}, {"pin": "B"}, True),
        ({"pin_any": ["A", "B"]}, {"pin": "C"}, False),
        ({"pin_any": ["A", "B"]}, {"error": "no"}, False),
        ({"models_any": [["m1"], []]}, {"models": []}, True),
        ({"requests_max": 1}, {"requests": 1}, True),
        ({"requests_max": 1}, {"requests": 2}, False),
        ({"kept_min": 1}, {"kept": 1}, True),
        ({"kept_min": 1}, {"kept": 0}, False),
        ({"kept_min": 1}, {}, False),
        ({"flagged": True, "flagged_at_step_max": 12}, {"flagged": True, "flagged_at_step": 6}, True),
        ({"stop_any": ["error", "incomplete"]}, {"stop": "incomplete"}, True),
        ({"not_stop": "end"}, {"stop": "length"}, True),
        ({"not_stop": "end"}, {"stop": "end"}, False),
        ({"not": ["auth"]}, {"error_class": "auth"}, False),
        ({"result_pins_include": ["A"]}, {"result_pins": ["A", "B"]}, True),
        ({"result_pins_include": ["A", "C"]}, {"result_pins": ["A", "B"]}, False),
        ({"wait_s": 7, "tolerance_s": 2}, {"wait_s": 8.5}, True),
        ({"wait_s": 7, "tolerance_s": 2}, {"wait_s": 9.5}, False),
        ({"wait_s": 7, "tolerance_s": 2}, {"wait_s": 6.5}, False),
        ({"wait_s": 5}, {"wait_s": 5.0}, True),
        ({"wait_s": "default_backoff"}, {"wait_s": 0.5}, True),
        ({"wait_s": "default_backoff"}, {}, False),
        ({"context_tokens": 100, "tolerance": 0}, {"context_tokens": 100}, True),
        ({"context_tokens": 100, "tolerance": 0}, {"context_tokens": 101}, False),
        ({"event": None, "custom_event_or_error": True}, {"error": "no such event"}, True),
        ({"event": None, "custom_event_or_error": True}, {"event": "ReceiveTick"}, False),
        ({"event": "ReceiveTick"}, {"event": "ReceiveTick"}, True),
    ],
)
def test_bounds_lists_and_waits_are_compared_as_the_format_says(
    expect: dict[str, Any], outcome: dict[str, Any], is_right: bool
) -> None:
    assert passes(expect, outcome) is is_right


@pytest.mark.parametrize(
    ("expect", "value", "is_right"),
    [
        ({"value": "true"}, "true", True),
        ({"value": "true"}, "True", False),
        ({"value": "1,2"}, "1.0, 2.00", True),
        ({"value": "100"}, "10", False),
        ({"value": ""}, "", True),
        ({"numbers": [1.5]}, "1.500000", True),
        ({"numbers": [1, 0.5, 0.25, 1]}, "(R=1.0,G=0.5,B=0.25,A=1)", True),
        ({"numbers": [1000]}, "1e3", True),
        ({"numbers": [2]}, "2,3", False),
        ({"pitch": 0, "yaw": 90, "roll": 0, "pin_form": "positional"}, "0, 90.0, 0", True),
        ({"pitch": 0, "yaw": 90, "roll": 0}, "90,0,0", False),
        ({"pin_form": "positional"}, "(Pitch=0,Yaw=90,Roll=0)", False),
        ({"pin_form": "keyed_xyz"}, "(X=1,Y=2,Z=3)", True),
        ({"pin_form": "keyed_xyz"}, "1,2,3", False),
    ],
)
def test_values_of_pins_are_compared_by_text_number_and_form(
    expect: dict[str, Any], value: str, is_right: bool
) -> None:
    assert passes(expect, {"value": value}) is is_right


def test_calls_are_compared_in_order_with_the_ids_that_are_given() -> None:
    first = {"id": "a", "name": "compile", "parameters": {"x": 320}}
    second = {"id": "b", "name": "compile", "parameters": {"x": 1}}
    wanted = [{"name": "compile", "parameters": {"x": 320.0}}]
    assert passes({"calls": wanted}, {"calls": [first]})
    assert not passes({"calls": wanted}, {"calls": [first, second]})
    assert not passes({"calls": [{"id": "b", **wanted[0]}]}, {"calls": [first]})
    assert not passes({"calls": []}, {})
    assert passes(
        {"calls_in_order": [["compile", {"x": 320}], ["compile", {"x": 1}]]}, {"calls": [first, second]}
    )
    assert not passes({"calls_in_order": [["compile", {"x": 1}]]}, {"calls": [first]})


def test_every_row_of_a_table_counts_and_the_wrong_one_is_named() -> None:
    expect = {"table": [{"pin": "A"}, {"error": True, "must_mention": ["B"]}]}
    assert passes(expect, {"table": [{"pin": "A"}, {"error": "no b"}]})
    problems = problems_of({"expect": expect}, {"table": [{"pin": "A"}, {"pin": "C"}]})
    assert "row 2" in problems[0]
    assert not passes(expect, {"table": [{"pin": "A"}]})


def test_kept_texts_must_be_there_in_order() -> None:
    messages = [{"role": "user", "content": [{"type": "text", "text": 'say "hi"'}]}, {"content": "then ü"}]
    assert passes({"content_kept": ['say "hi"', "then ü"]}, {"messages": messages})
    assert not passes({"content_kept": ["then ü", 'say "hi"']}, {"messages": messages})
    assert not passes({"content_kept": ["lost"]}, {"messages": messages})
    assert passes({"rules": ["content_kept"]}, {"messages": messages, "input_texts": ["then ü"]})


def test_states_on_the_way_are_compared_too() -> None:
    chunks = {"2": {"visible": "int a;", "code_block_open": True}}
    expect = {"after_chunk": {"2": {"visible_contains": ["int a;"], "code_block_open": True}}}
    assert passes(expect, {"after_chunk": chunks})
    assert not passes(expect, {"after_chunk": {"2": {"visible": "int b;", "code_block_open": True}}})
    assert not passes(expect, {"after_chunk": {}})
    assert passes({"visible_never_contains": ["```"]}, {"ever_visible": "int a;"})
    assert not passes({"visible_never_contains": ["```"]}, {"ever_visible": "```int a;"})
    assert not passes({"visible_never_contains": ["```"]}, {})
    kept = {"after_each_failure": {"loads": True, "kept_includes": ["a"]}}
    assert passes(
        kept, {"after_each_failure": [{"loads": True, "kept": ["a"]}, {"loads": True, "kept": ["a"]}]}
    )
    assert not passes(
        kept, {"after_each_failure": [{"loads": True, "kept": ["a"]}, {"loads": True, "kept": []}]}
    )
    assert not passes(kept, {"after_each_failure": []})
    assert passes({"after": {"kept_includes": ["a"]}}, {"after": {"kept": ["a", "b"]}})
    assert not passes({"after": {"kept_includes": ["c"]}}, {"after": {"kept": ["a", "b"]}})
    assert passes({"network_threads_not": ["main"]}, {"network_threads": ["claude"]})
    assert not passes({"network_threads_not": ["main"]}, {"network_threads": ["main"]})


@pytest.mark.parametrize(
    ("expect", "outcome", "is_right"),
    [
        ({"exit_not": 0}, {"exit": 1}, True),
        ({"exit_not": 0}, {"exit": 0}, False),
        ({"exit_not": [1, 2]}, {"exit": 2}, False),
        ({"exit_not": 0}, {}, False),
        ({"not_tool": "compile"}, {"tool": "add_node"}, True),
        ({"not_tool": "compile"}, {"tool": "compile"}, False),
        ({"not_tool": "compile"}, {}, False),
        ({"path_must_not_be": "/Game/A"}, {"path": "/Game/A"}, False),
        ({"must_not_mention": ["Vector_Down"]}, {"error": "no Countdown"}, True),
        ({"must_not_mention": ["Vector_Down"]}, {"text": "Nearest: vector_down"}, False),
        ({"must_not_mention": ["Vector_Down"]}, {"ok": True}, False),
        ({"not": ["auth"]}, {}, False),
        ({"not_stop": "end"}, {}, False),
        ({"never_visible": ["<to"]}, {}, False),
        ({"read_back_contains_any": ["a  = b", "c"]}, {"read_back": "x: a = b"}, True),
        ({"read_back_contains_any": ["a = b"]}, {"read_back": "a = c"}, False),
        ({"read_back_contains_any": ["a = b"]}, {}, False),
        ({"read_back_not_contains": "a = b"}, {"read_back": "a = c"}, True),
        ({"read_back_not_contains": "a = b"}, {}, False),
        ({"graph_mentions": "flash"}, {"graph": "on Flash()"}, True),
        ({"graph_mentions": ["flash", "blink"]}, {"graph": "on Flash()"}, False),
        ({"graph_not_mentions": "flash"}, {"graph": "on Flash()"}, False),
        ({"node_pins_include": ["Power"]}, {"node_pins": ["Power", "then"]}, True),
        ({"node_pins_exclude": ["Power"]}, {"node_pins": ["Power"]}, False),
        ({"name_pattern": "^[a-z_]+$"}, {"name": "list_assets"}, True),
        ({"name_pattern": "^[a-z_]+$"}, {"name": "List Assets"}, False),
        ({"nodes_added": 2}, {"nodes_added": ["A", "B"]}, True),
        ({"nodes_added": 2}, {"nodes_added": ["A"]}, False),
        ({"nodes_added_max": 1}, {"nodes_added": ["A", "B"]}, False),
        ({"pin_types_after": {"A": "int"}}, {"pin_types_after": {"A": "int", "B": "bool"}}, True),
        ({"pin_types_after": {"C": "int"}}, {"pin_types_after": {"A": "int"}}, False),
    ],
)
def test_what_must_not_be_is_looked_for_and_silence_is_no_proof_of_it(
    expect: dict[str, Any], outcome: dict[str, Any], is_right: bool
) -> None:
    assert passes(expect, outcome) is is_right


def call(call_id: str) -> dict[str, Any]:
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [{"id": call_id, "function": {"arguments": "{}"}}],
    }


def answer(call_id: str) -> dict[str, Any]:
    return {"role": "tool", "tool_call_id": call_id, "content": "ok"}


USER = {"role": "user", "content": "hi"}
SYSTEM = {"role": "system", "content": "S"}
REPLY = {"role": "assistant", "content": "ok"}


def use(call_id: str) -> dict[str, Any]:
    return {"role": "assistant", "content": [{"type": "tool_use", "id": call_id, "name": "x", "input": {}}]}


def result(call_id: str, *, first: bool = True) -> dict[str, Any]:
    blocks = [{"type": "tool_result", "tool_use_id": call_id, "content": "ok"}, {"type": "text", "text": "t"}]
    return {"role": "user", "content": blocks if first else blocks[::-1]}


CALLED = {"type": "function_call", "call_id": "a"}
ANSWERED = {"type": "function_call_output", "call_id": "a"}
THOUGHT = {"type": "reasoning"}


@pytest.mark.parametrize(
    ("rule", "kept", "broken"),
    [
        ("unique_ids", [call("a"), call("b")], [call("a"), call("a")]),
        ("unique_ids", [use("a")], [use("")]),
        ("chat_pairs", [USER, call("a"), answer("a"), REPLY], [USER, call("a"), USER, answer("a")]),
        ("chat_pairs", [USER], [USER, answer("a")]),
        ("chat_pairs", [], [call("a")]),
        ("pairs_complete", [call("a"), answer("a")], [call("a")]),
        ("window_not_opened_by_tool", [SYSTEM, USER], [SYSTEM, answer("a")]),
        ("system_first", [SYSTEM, SYSTEM, USER], [USER, SYSTEM]),
        ("single_leading_system", [SYSTEM, USER], [SYSTEM, USER, SYSTEM]),
        ("single_leading_system", [SYSTEM], [USER]),
        ("first_is_user", [SYSTEM, USER], [SYSTEM, REPLY]),
        ("arguments_are_strings", [call("a")], [{"tool_calls": [{"function": {"arguments": {}}}]}]),
        ("content_is_string", [USER], [{"role": "assistant", "content": None}]),
        ("no_same_role_neighbours", [USER, REPLY, USER], [USER, USER]),
        ("no_same_role_neighbours", [call("a"), answer("a"), answer("b")], [REPLY, REPLY]),
        ("claude_pairs", [use("a"), result("a")], [use("a"), USER, result("a")]),
        ("claude_pairs", [USER], [USER, result("a")]),
        ("claude_pairs", [use("a"), result("a")], [use("a")]),
        ("claude_tool_results_first", [result("a")], [result("a", first=False)]),
        ("claude_no_blank_text", [USER, result("a")], [{"role": "user", "content": " \n"}]),
        (
            "claude_no_blank_text",
            [],
            [
                {
                    "content": [
                        {"type": "tool_result", "tool_use_id": "a", "content": [{"type": "text", "text": ""}]}
                    ]
                }
            ],
        ),
        ("claude_last_is_user", [REPLY, USER], [USER, REPLY]),
        ("responses_pairs", [CALLED, ANSWERED], [ANSWERED, CALLED]),
        ("responses_pairs", [], [CALLED]),
        ("responses_no_tool_role", [CALLED], [answer("a")]),
        ("responses_reasoning_followed", [THOUGHT, CALLED, THOUGHT, REPLY], [THOUGHT, USER]),
        ("responses_reasoning_followed", [], [THOUGHT]),
    ],
)
def test_a_rule_holds_for_a_right_list_and_fails_for_a_broken_one(
    rule: str, kept: list[dict[str, Any]], broken: list[dict[str, Any]]
) -> None:
    assert RULES[rule](kept)
    assert not RULES[rule](broken)
