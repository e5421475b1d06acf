"""A service that sends what no model should: clear tool errors, nothing changed, the next turn works."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from pydantic import SecretStr

from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.conversation.events import AssistantText, ErrorRaised, ToolFinished, TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.providers.claude.claude_provider import ClaudeProvider
from end_to_end.scripted_service import Service, answer, call, running_service, text
from tiers import thinned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from end_to_end.program import Program

KEY = "sk-ant-SECRET-0123456789abcdefSECRET"
DONE = answer(text("done"))
DOOR_NAME = {"name": "BP_Door"}
DOOR = answer(call("create_blueprint", DOOR_NAME))
PRINT = answer(call("add_node", {"blueprint": "BP_Door", "node_type": "PrintString"}))


@dataclass
class Desk:
    """A project that talks to the scripted service, and what happened."""

    app: StandAlone
    service: Service
    events: list[ConversationEvent]

    def turn(self, *answers: bytes) -> list[ToolFinished]:
        """Send a message; the results of the calls."""
        self.service.answers[:] = answers
        self.events.clear()
        self.app.conversation.send("go on")
        for _ in range(20_000):
            self.app.tick(0.002)
            if self.app.conversation.wait(0.002):
                break
        assert isinstance(self.events[-1], TurnFinished)
        return [event for event in self.events if isinstance(event, ToolFinished)]

    def blueprints(self) -> tuple[Blueprint, ...]:
        return self.app.read_all()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with running_service(DONE) as service:
        provider = ClaudeProvider(SecretStr(KEY), "claude-x", service.url, max_retries=0)
        with StandAlone(tmp_path / "outer" / "demo", provider, ConversationSettings()) as app:
            made = Desk(app, service, [])
            app.subscribe(made.events.append)
            made.turn(DOOR, PRINT, DONE)
            yield made
            app.save()
    beside = [file for file in tmp_path.rglob("*") if file.is_file() and "demo" not in file.parts]
    assert beside == [], "nothing is written outside the project folder"


def nested(levels: int) -> str:
    return '{"name": ' + "[" * levels + "]" * levels + "}"


BAD_CALLS: dict[str, tuple[str, str | dict[str, Any]]] = {
    "path traversal": ("create_blueprint", {"name": "../../x"}),
    "path traversal under Game": ("create_blueprint", {"name": "/Game/../../x"}),
    "the engine's folder": ("create_blueprint", {"name": "/Engine/X"}),
    "another folder": ("create_blueprint", {"name": "BP_X", "path": "../.."}),
    "a drive": ("create_blueprint", {"name": "C:\\x"}),
    "a NUL": ("create_blueprint", {"name": "a\x00b"}),
    "an escape sequence": ("create_blueprint", {"name": "\x1b[31mX"}),
    "turned text": ("create_blueprint", {"name": "BP_\u202eX"}),
    "a device of Windows": ("create_blueprint", {"name": "NUL"}),
    "a folder that is a device": ("create_blueprint", {"name": "/Game/con/BP_X"}),
    "no name to Unreal": ("create_blueprint", {"name": "None"}),
    "signs only": ("create_blueprint", {"name": "___"}),
    "10,000 characters": ("create_blueprint", {"name": "x" * 10_000}),
    "a list": ("create_blueprint", {"name": ["BP_X"]}),
    "not a number": ("add_node", '{"blueprint": "BP_Door", "node_type": "Branch", "x": NaN}'),
    "an infinite number": ("add_node", '{"blueprint": "BP_Door", "node_type": "Branch", "x": 1e999}'),
    "a huge number": ("add_node", {"blueprint": "BP_Door", "node_type": "Branch", "x": 10**15, "y": 0}),
    "5,000 digits": ("add_node", '{"blueprint": "BP_Door", "node_type": "Branch", "x": ' + "9" * 5000 + "}"),
    "nesting": ("create_blueprint", nested(30)),
    "deep nesting": ("create_blueprint", nested(600)),
    "very deep nesting": ("create_blueprint", nested(100_000)),
    "no JSON": ("create_blueprint", '{"name": "BP_'),
    "no object": ("create_blueprint", "[1, 2]"),
    "half a character": ("set_pin_value", '{"node_id": "N1", "pin_name": "InString", "value": "\\ud83d"}'),
    "a NUL as value": ("set_pin_value", {"node_id": "N1", "pin_name": "InString", "value": "a\x00b"}),
    "a value of 200,000 characters": (
        "set_pin_value",
        {"node_id": "N1", "pin_name": "InString", "value": "z" * 200_000},
    ),
    "an endless class as default": (
        "add_variable",
        {
            "blueprint": "BP_Door",
            "variable_name": "Kind",
            "variable_type": "class:Actor",
            "default_value": "x" * 90_000,
        },
    ),
    "a variable with a NUL": (
        "add_variable",
        {"blueprint": "BP_Door", "variable_name": "a\x00b", "variable_type": "float"},
    ),
    "a variable with a dot": (
        "add_variable",
        {"blueprint": "BP_Door", "variable_name": "a.b", "variable_type": "float"},
    ),
    "an invisible variable": (
        "add_variable",
        {"blueprint": "BP_Door", "variable_name": "\u200b", "variable_type": "float"},
    ),
    "a long variable": (
        "add_variable",
        {"blueprint": "BP_Door", "variable_name": "v" * 2000, "variable_type": "float"},
    ),
    "a component with a slash": (
        "add_component",
        {"blueprint": "BP_Door", "component_type": "StaticMesh", "component_name": "a/b"},
    ),
    "a long component": (
        "add_component",
        {"blueprint": "BP_Door", "component_type": "StaticMesh", "component_name": "c" * 300},
    ),
    "an event with a slash": (
        "add_node",
        {"blueprint": "BP_Door", "node_type": "CustomEvent", "event_name": "a/b"},
    ),
    "an endless class": (
        "add_component",
        {"blueprint": "BP_Door", "component_type": "y" * 1_000_000, "component_name": "C"},
    ),
    "an endless function": (
        "add_node",
        {"blueprint": "BP_Door", "node_type": "CallFunction", "function_name": "y" * 1_000_000},
    ),
    "an unknown tool": ("delete_everything", {"really": True}),
    "an endless tool": ("y" * 1_000_000, {}),
    "a tool without a name": ("", {}),
    "a thousand unknown parameters": ("create_blueprint", {f"p{number}": number for number in range(1000)}),
}


@pytest.mark.parametrize("kind", thinned(BAD_CALLS, 6))
def test_a_call_that_cannot_be_done_gets_a_short_clear_error_and_changes_nothing(
    desk: Desk, kind: str
) -> None:
    before = desk.blueprints()
    (finished,) = desk.turn(answer(call(*BAD_CALLS[kind])), DONE)
    assert not finished.ok
    assert "internal_error" not in finished.text
    assert len(finished.text) < 3000
    assert finished.text.isprintable() or "\n" in finished.text
    assert finished.elapsed_s < 5
    assert desk.blueprints() == before
    # The history with this call in it is what every later request sends.
    assert desk.turn(answer(call("get_blueprint_info", {"blueprint": "BP_Door"})), DONE)[0].ok
    assert not [event for event in desk.events if isinstance(event, ErrorRaised)]


def test_many_calls_in_one_answer_all_get_their_result(desk: Desk) -> None:
    calls = [call(f"tool_{number}", {"x": number}, index=number) for number in range(500)]
    results = desk.turn(answer(*calls), DONE)
    assert len(results) == 500
    sent = desk.service.requests[-1]["messages"][-1]["content"]
    assert [block["type"] for block in sent] == ["tool_result"] * 500


def test_two_calls_with_one_id_are_told_apart(desk: Desk) -> None:
    first = call("create_blueprint", {"name": "BP_A"}, index=1, call_id="same")
    second = call("create_blueprint", {"name": "BP_B"}, index=2, call_id="same")
    assert [event.ok for event in desk.turn(answer(first, second), DONE)] == [True, True]
    results = desk.service.requests[-1]["messages"][-1]["content"]
    assert ["Created" in block["content"] for block in results] == [True, True]
    assert len({block["tool_use_id"] for block in results}) == 2


def test_halves_of_characters_are_put_together_or_replaced(desk: Desk) -> None:
    desk.turn(answer(text("party \ud83c", "\udf89 and ", "half \ud83d", " of one")))
    said = [event.text for event in desk.events if isinstance(event, AssistantText)]
    assert said == ["party 🎉 and half \ufffd of one"]


def test_odd_events_are_no_reason_to_fail(desk: Desk) -> None:
    odd = [
        {"type": "content_block_start", "index": None, "content_block": None},
        {"type": "content_block_delta", "index": [1], "delta": {"type": "input_json_delta"}},
        {"type": "content_block_start", "index": {"a": 1}, "content_block": {"type": "tool_use", "id": 5}},
        {"type": "something_new"},
    ]
    (finished,) = desk.turn(answer(odd), DONE)
    assert "unknown_tool" in finished.text


def test_an_answer_without_end_is_given_up(desk: Desk) -> None:
    desk.turn(answer(text(*["endless " * 100_000] * 30)))
    (error,) = [event for event in desk.events if isinstance(event, ErrorRaised)]
    assert error.code == "incomplete"
    assert "does not end" in error.text
    assert desk.turn(DONE) == []
    assert desk.events[-1] == TurnFinished("end")


def test_a_service_that_repeats_the_key_is_not_passed_on(program: Program) -> None:
    door = {"blueprint": "BP_Door"}
    member = {**door, "variable_type": "string"}
    script = [
        answer(text(f"your key is {KEY}, ", *KEY, " and so on"), call("create_blueprint", DOOR_NAME)),
        answer(call("add_node", {**door, "node_type": "PrintString"})),
        answer(call("set_pin_value", {"node_id": "N1", "pin_name": "InString", "value": KEY})),
        answer(
            call("add_variable", {**member, "variable_name": "K", "default_value": [KEY]}),
            call("add_variable", {**door, "variable_name": "L", "variable_type": KEY}, index=2),
            call("add_variable", '{"variable_name": "' + KEY, index=3),
        ),
        answer(text(f"{KEY[:-1]} done")),
    ]
    with running_service(*script) as service:
        done = program.run(
            "--prompt", f"use {KEY}", "--project", "demo", "--events", "e.jsonl", "--t3d", "e.t3d",
            "--provider", "claude", "--base-url", f"{service.url}/{KEY}",
            env={**program.environment, "ANTHROPIC_API_KEY": KEY, "BLUEPRINT_AI_LOG_LEVEL": "DEBUG"},
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "your key is [key], [key] and so on" in done.stdout
    assert KEY not in done.stdout + done.stderr
    written = [file for file in program.folder.rglob("*") if file.is_file()]
    assert {file.name for file in written} >= {"e.jsonl", "e.t3d", "BlueprintAIAssistant.log"}
    assert [file for file in written if KEY.encode() in file.read_bytes()] == []
    events = (program.folder / "e.jsonl").read_text(encoding="utf-8").splitlines()
    assert all(json.loads(line) for line in events)
