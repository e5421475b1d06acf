"""What real models wrote when they were asked for BlueCode: read, or refused with line and remedy."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from blueprint_assistant.languages.ast.syntax_tree import Do, If
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program

_FILE = Path(__file__).parent.parent / "data" / "authored_bluecode.jsonl"
_OUTPUTS = [json.loads(line) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def _id(output: dict[str, object]) -> str:
    return f"{output['model']}-{output['form']}-{output['task']}"


@pytest.mark.parametrize("output", _OUTPUTS, ids=_id)
def test_an_output_of_a_real_model_is_read_as_one_event_and_printed_back(output: dict[str, str]) -> None:
    program = parse_program(output["output"])
    assert parse_program(print_program(program)) == program
    # Two events when the model wrote the callback too; never a stray block of statements.
    assert {entry.kind for entry in program.entries} <= {"event", "routine"}
    assert all(entry.body for entry in program.entries)


def _output(form: str, task: int, model: str) -> str:
    return next(
        item["output"]
        for item in _OUTPUTS
        if item["form"] == form and item["task"] == task and model in item["model"]
    )


def test_a_repeated_request_between_two_fences_is_left_out() -> None:
    program = parse_program(_output("py", 11, "1.5B"))
    assert [entry.name for entry in program.entries] == ["BeginPlay", "Pulse"]


def test_a_cast_with_arms_takes_an_else_at_either_indentation() -> None:
    for model in ("1.5B", "0.5B"):
        (entry,) = parse_program(_output("bluecode", 10, model)).entries
        (cast,) = entry.body
        assert isinstance(cast, If)
        assert cast.cast_to is not None
        assert cast.cast_to.name == "Pawn"
        (failed,) = cast.otherwise
        assert isinstance(failed, Do)
