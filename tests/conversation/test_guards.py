from __future__ import annotations

from blueprint_assistant.conversation.guards import RepetitionGuard, call_key


def test_equal_calls_have_equal_keys_whatever_the_order_of_arguments() -> None:
    assert call_key("add", {"a": 1, "b": [2]}) == call_key("add", {"b": [2], "a": 1})
    assert call_key("add", {"a": 1}) != call_key("add", {"a": "1"})


def test_the_third_equal_batch_without_a_change_stops() -> None:
    guard = RepetitionGuard()
    assert [guard.judge(["x", "y"], has_changed=False) for _ in range(3)] == ["fine", "warn", "stop"]


def test_a_change_or_another_batch_starts_the_count_again() -> None:
    guard = RepetitionGuard()
    verdicts = [
        guard.judge(["x"], has_changed=False),
        guard.judge(["x"], has_changed=True),
        guard.judge(["x"], has_changed=False),
        guard.judge(["z"], has_changed=False),
        guard.judge(["x"], has_changed=False),
    ]
    assert "stop" not in verdicts


def test_going_to_and_fro_is_a_repetition_too() -> None:
    guard = RepetitionGuard()
    verdicts = [guard.judge([key], has_changed=False) for key in "ababab"]
    assert verdicts == ["fine", "fine", "fine", "warn", "warn", "stop"]


def test_many_successful_calls_of_one_tool_with_other_arguments_are_normal_work() -> None:
    guard = RepetitionGuard()
    assert {guard.judge([call_key("add_node", {"x": x})], has_changed=True) for x in range(20)} == {"fine"}
