"""The events of a run as lines in a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blueprint_assistant.cli.event_file import EventFile
from blueprint_assistant.conversation.events import ErrorRaised, ToolFinished, ToolStarted, TurnFinished
from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.graph.model.blueprint import Blueprint


def test_each_event_is_one_json_line_in_order(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    events = EventFile(file)
    events(
        ToolFinished(
            "c1", "add_node", ok=True, text="Grün → N1", elapsed_s=0.5, blueprint=Blueprint("/Game/A", "")
        )
    )
    events(TurnFinished("end"))
    events.close()
    events(TurnFinished("end"))
    first, second = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert (first["event"], first["text"], first["blueprint"]) == ("ToolFinished", "Grün → N1", "/Game/A")
    assert (second["event"], second["reason"]) == ("TurnFinished", "end")


def test_a_key_in_an_event_does_not_reach_the_file(tmp_path: Path) -> None:
    file = tmp_path / "events.jsonl"
    events = EventFile(file)
    events(ErrorRaised("authentication", "The service refused sk-ant-api03-abcdefghijklmnop"))
    events.close()
    assert "abcdefghijklmnop" not in file.read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_refused_with_its_name(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"events\.jsonl"):
        EventFile(tmp_path / "missing" / "events.jsonl")


@pytest.mark.parametrize(
    "text", ['api_key=abcd"efgh', 'password: abcd\\"efgh', "token \x00\x1b", "half \ud83d"]
)
def test_a_line_stays_json_whatever_is_hidden_or_odd_in_it(tmp_path: Path, text: str) -> None:
    file = tmp_path / "events.jsonl"
    events = EventFile(file)
    events(ToolStarted("c1", "add_node", {text: [text, {"inner": text}]}))
    events(ErrorRaised("code", text))
    events.close()
    assert events.problem is None
    first, second = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert next(iter(first["parameters"])) == second["text"]
    assert "abcd" not in second["text"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_a_full_disk_ends_the_file_and_says_so() -> None:
    events = EventFile(Path("/dev/full"))
    for _ in range(3):
        events(TurnFinished("end"))
    events.close()
    assert events.problem is not None
    assert events.problem.code == "events_lost"
    assert "No space left on device" in str(events.problem)
