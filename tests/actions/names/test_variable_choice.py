from __future__ import annotations

import pytest

from blueprint_assistant.actions.names.variable_choice import UnknownVariableNameError, match_variable

KNOWN = ["Max Health", "速度", "bIsOpen", "body"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Max Health", "Max Health"),
        ("max_health", "Max Health"),
        ("速度", "速度"),
        ("IsOpen", "bIsOpen"),
        ("Is Open", "bIsOpen"),
        ("Body", "body"),
    ],
)
def test_a_name_or_label_finds_the_variable(text: str, name: str) -> None:
    assert match_variable(text, KNOWN) == name


def test_an_unknown_name_is_refused_with_the_names() -> None:
    with pytest.raises(UnknownVariableNameError, match=r"Mana.*Max Health"):
        match_variable("Mana", KNOWN)
    with pytest.raises(UnknownVariableNameError, match="ody"):
        match_variable("ody", KNOWN)


def test_a_name_that_fits_two_variables_is_refused_with_both() -> None:
    with pytest.raises(UnknownVariableNameError, match="is_open, IsOpen"):
        match_variable("is open", ["is_open", "IsOpen"])
