from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.model.blueprint import EXEC, Pin, PinType
from blueprint_assistant.ui.labels import display_name, pin_label, plain_text, trimmed_number


@pytest.mark.parametrize(
    ("name", "is_bool", "shown"),
    [
        ("bFromSweep", True, "From Sweep"),
        ("bPrintToScreen", True, "Print to Screen"),
        ("InString", False, "In String"),
        ("DrawScale3D", False, "Draw Scale 3D"),
        ("then_0", False, "Then 0"),
        ("S-R Distance", False, "S-R Distance"),
        ("[0]", False, "[0]"),
        ("移动速度", False, "移动速度"),
        ("", False, ""),
    ],
)
def test_names_are_spelled_as_the_editor_spells_them(name: str, is_bool: bool, shown: str) -> None:
    assert display_name(name, is_bool=is_bool) == shown


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ('NSLOCTEXT("K2Node", "Target", "Target")', "Target"),
        ('INVTEXT("say \\"hi\\"")', 'say "hi"'),
        ('"Z (Yaw)"', "Z (Yaw)"),
        (
            (
                'LOCGEN_FORMAT_NAMED(NSLOCTEXT("S", "F", "{Pin} {Proto}"), "Pin", '
                'INVTEXT("New Location"), "Proto", INVTEXT("X"))'
            ),
            "New Location X",
        ),
        ('LOCGEN_FORMAT_ORDERED(NSLOCTEXT("U", "P", "Parameter {0}"), 1)', "Parameter 1"),
        ('NSLOCTEXT("broken', 'NSLOCTEXT("broken'),
        ("plain", "plain"),
    ],
)
def test_text_values_are_read_in_every_form(raw: str, words: str) -> None:
    assert plain_text(raw) == words


@given(st.text())
def test_no_text_value_breaks_the_reader(raw: str) -> None:
    assert isinstance(plain_text(raw), str)
    assert isinstance(display_name(raw), str)


@given(st.integers(0, 200))
def test_deeply_nested_text_values_end(depth: int) -> None:
    assert isinstance(plain_text("INVTEXT(" * depth + '"x"' + ")" * depth), str)


@pytest.mark.parametrize(
    ("pin", "label"),
    [
        (Pin("1", "execute", "input", EXEC), ""),
        (Pin("1", "then", "output", EXEC), ""),
        (Pin("1", "then", "output", EXEC, friendly_name='NSLOCTEXT("K2Node", "true", "true")'), "True"),
        (Pin("1", "LoopBody", "output", EXEC), "Loop Body"),
        (Pin("1", "self", "input", PinType("object")), "Target"),
        (Pin("1", "self", "output", PinType("object")), "Self"),
        (Pin("1", "bSweep", "input", PinType("bool")), "Sweep"),
        (Pin("1", "bSweep", "input", PinType("real")), "B Sweep"),
        (Pin("1", "In", "input", PinType("real"), friendly_name='NSLOCTEXT("M", "Space", " ")'), ""),
    ],
)
def test_pins_are_labelled_as_in_the_editor(pin: Pin, label: str) -> None:
    assert pin_label(pin) == label


@pytest.mark.parametrize(
    ("text", "shown"),
    [("0.500000", "0.5"), ("10.000000", "10.0"), ("5", "5"), ("-0.25", "-0.25"), ("x", "x"), ("inf", "inf")],
)
def test_numbers_are_shown_without_trailing_zeros(text: str, shown: str) -> None:
    assert trimmed_number(text) == shown
