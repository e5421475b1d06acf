"""Hostile texts: an error that names the place, without Python's own limits being met."""

from __future__ import annotations

import pytest

from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.bluecode.lexer import MAX_CHARACTERS
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from tiers import thinned

_MANY = 5_000

_REFUSED = {
    "opened brackets": "X = " + "(" * _MANY,
    "nested brackets": "X = " + "(" * _MANY + ")" * _MANY,
    "nested calls": "X = " + "f(" * _MANY + ")" * _MANY,
    "nested containers": "X = " + "[{" * _MANY + "}]" * _MANY,
    "wrong brackets": "X = f(a]",
    "nots": "X = " + "not " * _MANY + "a",
    "signs": "X = " + "-" * _MANY + "a",
    "members": "X = a" + ".b" * _MANY,
    "items": "X = a" + "[0]" * _MANY,
    "mixed operators": "X = a" + "+b-c" * _MANY,
    "choices": "X = a" + " if a else a" * _MANY,
    "questions": "X = a" + " ? a : a" * _MANY,
    "elifs": "if a:\n  b()\n" + "elif a:\n  b()\n" * _MANY,
    "ifs on a line": "if a: " * _MANY + "b()",
    "labels on a line": "@a: " * _MANY,
    "many labels": "@a:\n" * _MANY,
    "nested ifs": "".join(" " * depth + "if a:\n" for depth in range(100)),
    "nested regions": "#[a]\n" * _MANY,
    "closed regions": "#[/]\n" * _MANY,
    "unclosed text": 'X = "' + "a" * _MANY,
    "unclosed long text": 'X = """' + "a\n" * _MANY,
    "unclosed name": "`" + "a" * _MANY,
    "only backslashes": 'X = "' + "\\" * (_MANY + 1),
    "tabs and blanks": "if a:\n \tb()",
    "tabs below blanks": "if a:\n  b()\nif a:\n\tb()",
    "a Cyrillic letter": "\u0420rint(1)",
    "curly quotes": "PrintString(\u201cHello\u201d)",
    "a bidirectional sign": "X = a\u202e",
    "NUL": "X = \0",
    "a number that is a name": "X = " + "1" * _MANY + "x",
    "a huge output number": "sequence:\n  then 999999999999:\n    a()",
    "a million characters": "a" * 1_000_000,
    "a hundred thousand lines": "PrintString(1)\n" * 100_000,
    "an unclosed brace": 'X = f"' + "{" * (_MANY + 1) + '"',
    "a fence only": "```\n" * _MANY,
}

_READ = {
    "a hundred elifs": "if a:\n  b()\n" + "elif a:\n  b()\n" * 100,
    "a long sum": "X = a" + "+b" * _MANY,
    "a long call": "f(" + "1," * _MANY + ")",
    "a long name": "a" * _MANY,
    "many lines": "f(1)\n" * _MANY,
    "many entries": "on A():\n" * _MANY,
    "many cases": "switch a:\n" + "  case 1:\n    b()\n" * _MANY,
    "many values in a text": 'X = f"' + "{a}" * _MANY + '"',
    "awaits": "X = " + "await " * _MANY + "a",
    "blanks": "X" + " " * 100_000 + "= 1",
    "blanks at the start": " " * 100_000 + "X = 1",
    "carriage returns": "f(1)\r" * _MANY,
    "a byte order mark": "\ufefff(1)",
    "blanks that do not break": "if a:\n\u00a0\u00a0f(\u00a01)",
}


@pytest.mark.parametrize("text", thinned(_REFUSED.values(), 9), ids=_REFUSED.keys())
def test_hostile_code_is_refused_with_a_remedy(text: str) -> None:
    with pytest.raises(BlueCodeError) as caught:
        parse_program(text)
    error = caught.value
    assert error.fix
    assert len(error.for_model()) < 600
    assert error.line or len(text) > MAX_CHARACTERS or "```" in text


@pytest.mark.parametrize("text", thinned(_READ.values(), 4), ids=_READ.keys())
def test_long_code_is_read_and_printed(text: str) -> None:
    program = parse_program(text)
    assert parse_program(print_program(program)) == program


def test_a_letter_of_another_alphabet_is_named_with_the_one_that_is_meant() -> None:
    with pytest.raises(BlueCodeError, match="Write Print;"):
        parse_program("\u0420rint(1)")


def test_a_name_of_another_alphabet_is_a_name() -> None:
    text = print_program(parse_program("\u0421\u043a\u043e\u0440\u043e\u0441\u0442\u044c = 1"))
    assert "\u0421\u043a\u043e\u0440\u043e\u0441\u0442\u044c = 1" in text
