from __future__ import annotations

from typing import Any

import pytest

from blueprint_assistant.actions.names.value_texts import BadValueError, value_text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (True, "true"),
        (5, "5"),
        (2.5, "2.5"),
        (0.0000001, "0.0000001"),
        (1e20, "100000000000000000000"),
        ("  Hi ", "  Hi "),
        (None, ""),
        ([1, 0.5, -2], "1,0.5,-2"),
        ({"X": 1, "Y": 2}, "(X=1,Y=2)"),
        ([[1, 2], [3, 4]], "(1,2),(3,4)"),
    ],
)
def test_json_values_become_unreals_text(value: Any, text: str) -> None:
    assert value_text(value) == text


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}])
def test_what_has_no_text_form_is_refused(value: Any) -> None:
    with pytest.raises(BadValueError):
        value_text(value)
