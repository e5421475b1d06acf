"""The programs of docs/bluecode.md are BlueCode, as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program

PAGE = Path(__file__).parents[2] / "docs" / "bluecode.md"
PROGRAMS = re.findall(r"^```bluecode\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("text", PROGRAMS, ids=range(len(PROGRAMS)))
def test_a_documented_program_is_read_and_printed_for_good(text: str) -> None:
    """BC-020, I4: every program of the page is read; printing it again changes nothing."""
    program = parse_program(text)
    assert program.entries
    printed = print_program(program)
    assert parse_program(printed) == program
    assert print_program(parse_program(printed)) == printed


def test_the_page_shows_every_statement_form() -> None:
    page = "\n".join(PROGRAMS)
    forms = [
        "let",
        "if",
        "elif",
        "else:",
        "for i in 0..",
        "for name, i in",
        "while",
        "switch",
        "case",
        "default:",
    ]
    forms += [
        "sequence:",
        "then:",
        "goto",
        "@again:",
        "bind",
        "broadcast",
        "#[",
        "floating:",
        "func",
    ]
    forms += ["return", "end", "pass", "break", "on input", "event", "node(", "is Character as hero"]
    assert [form for form in forms if form not in page] == []
