from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.conversation.json_text import JsonScanner, JsonTextError, read_json

_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=20,
)


@given(_VALUES)
def test_valid_json_reads_as_the_standard_library_reads_it(value: object) -> None:
    text = json.dumps(value)
    assert read_json(text) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ('{"a": "x,}",}', {"a": "x,}"}),
        ("{'a': True, 'b': None, 'c': False}", {"a": True, "b": None, "c": False}),
        ("{a: 1, b_2: 'it\\'s'}", {"a": 1, "b_2": "it's"}),
        ('{"a": \\n[320, 64]\\n}', {"a": [320, 64]}),
        ('{"a": "line one\nline two"}', {"a": "line one\nline two"}),
        ('{"a": "\\_ and \\P",}', {"a": "\\_ and \\P"}),
        ('{"a": "\\ud83d\\ude00",}', {"a": "😀"}),
        ("[-1.5e3, 0, true]", [-1500.0, 0, True]),
    ],
)
def test_a_slip_with_one_meaning_is_mended(text: str, value: object) -> None:
    assert read_json(text) == value


@pytest.mark.parametrize(
    "text",
    [
        '{"path": "/Game/Ol',
        '{"a": "say "hi" now"}',
        '{"a": }',
        '{"a": 1 "b": 2}',
        '{"a": foo bar}',
        '{"a": 12abc}',
        '{"a": 1, "a": 2}',
        '{"a": 1, "a": 2,}',
        '{"a": NaN}',
        '{"a": 1} and more',
        '{"a": "\\ud83d"}',
        '{"a": "\\u12"}',
        "{",
        "",
        "[" * 5000 + "]" * 5000,
        "1" * 10_000,
    ],
)
def test_what_has_no_single_meaning_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(JsonTextError, match=r"line 1|half of a character"):
        read_json(text)


def test_missing_closers_are_added_only_where_that_is_allowed() -> None:
    text = '{"name": "x", "parameters": {"a": [1'
    assert read_json(text, may_close=True) == {"name": "x", "parameters": {"a": [1]}}
    with pytest.raises(JsonTextError):
        read_json(text)


def test_a_cut_string_is_refused_even_where_closers_may_be_added() -> None:
    with pytest.raises(JsonTextError, match="does not end"):
        read_json('{"path": "/Game/Ol', may_close=True)


def test_the_place_counts_lines_and_columns_from_one() -> None:
    with pytest.raises(JsonTextError) as caught:
        read_json('{"a": 1,\n "b": oops}')
    assert (caught.value.line, caught.value.column) == (2, 7)


@given(st.dictionaries(st.text(max_size=8), _VALUES, max_size=4), st.integers(min_value=1, max_value=9))
def test_the_scanner_finds_the_end_of_a_value_however_the_text_arrives(value: object, size: int) -> None:
    text = json.dumps(value, ensure_ascii=False)
    followed = f"{text}</tool_call> and {{more}}"
    scanner = JsonScanner(0)
    for end in range(0, len(followed) + size, size):
        if scanner.scan(followed[:end]):
            break
    assert scanner.end == len(text)


def test_the_scanner_stops_at_a_tag_outside_strings_but_not_inside() -> None:
    inside = JsonScanner(0)
    inside.scan('{"a": "</tool_call>"}')
    assert inside.end is not None
    outside = JsonScanner(0)
    outside.scan('{"a": 1</tool_call>')
    assert outside.end is None
    assert outside.stopped_at == 7
