"""The events of a run as lines in a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.cli.event_file import EventFile
from blueprint_assistant.conversation.events import ErrorRaised, ToolFinished, TurnFinished
from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.graph.model import Blueprint

if TYPE_CHECKING:
    from pathlib import Path


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
