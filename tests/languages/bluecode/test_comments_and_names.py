"""What is not said: comments end with their line, plain names stand without quotes."""

from __future__ import annotations

import pytest

from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program

CODE = 'on Tick(DeltaSeconds)\n  Score = 1{}\n  Score = "#2 // no comment"\nevent Other()\n  pass\n'


@pytest.mark.parametrize("comment", ["", "  # why", "\n# a line", "\n  // a line", "\n#", ";  # why"])
def test_a_comment_ends_with_its_line(comment: str) -> None:
    """BC-020: `#` and `//` lines are skipped, the lines behind them are not."""
    assert parse_program(f"# above\n{CODE.format(comment)}# below") == parse_program(CODE.format(""))


def test_plain_names_are_printed_bare_and_look_alikes_are_not() -> None:
    plain = "on Tick(DeltaSeconds)\n  PrintString(Name)\n"
    assert print_program(parse_program(plain)) == plain
    assert print_program(parse_program("on Tick()\n  `P\u0440int`(1)\n")).count("`") == 2
