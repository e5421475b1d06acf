from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.actions.names.pin_choice import AmbiguousPinError, UnknownPinError, match_pin
from blueprint_assistant.actions.receipts.node_text import describe_pin, pin_label
from blueprint_assistant.graph.model.blueprint import Direction, Pin, PinType


def pin(name: str, direction: Direction, category: str, label: str = "") -> Pin:
    friendly = f'NSLOCTEXT("K2Node", "{label}", "{label}")' if label else ""
    return Pin(name, name, direction, PinType(category), friendly_name=friendly)


BRANCH = [
    pin("execute", "input", "exec"),
    pin("Condition", "input", "bool"),
    pin("then", "output", "exec", "true"),
    pin("else", "output", "exec", "false"),
]
PRINT = [
    pin("execute", "input", "exec"),
    pin("then", "output", "exec"),
    pin("self", "input", "object", "Target"),
    pin("InString", "input", "string"),
    pin("bPrintToScreen", "input", "bool"),
    pin("bPrintToLog", "input", "bool"),
]
GETTER = [pin("Health", "output", "real")]
SEQUENCE = [
    pin("execute", "input", "exec"),
    pin("then_0", "output", "exec", "Then 0"),
    pin("then_1", "output", "exec", "Then 1"),
]
TICK = [
    pin("OutputDelegate", "output", "delegate"),
    pin("then", "output", "exec"),
    pin("DeltaSeconds", "output", "real"),
]


@pytest.mark.parametrize(
    ("pins", "request_", "direction", "name"),
    [
        (BRANCH, "True", "output", "then"),
        (BRANCH, "no", "output", "else"),
        (BRANCH, "condition", "input", "Condition"),
        (BRANCH, "exec", "input", "execute"),
        (PRINT, "Completed", "output", "then"),
        (PRINT, "Target", "input", "self"),
        (PRINT, "Print to Log", "input", "bPrintToLog"),
        (PRINT, "print_to_screen", "input", "bPrintToScreen"),
        (PRINT, "text", "input", "InString"),
        (PRINT, 'InString (string)="Hello"', "input", "InString"),
        (PRINT, "N3.InString", "input", "InString"),
        (GETTER, "value", "output", "Health"),
        (SEQUENCE, "Then 1", "output", "then_1"),
        (SEQUENCE, "out 0", "output", "then_0"),
        (TICK, "exec", "output", "then"),
        (TICK, "Delta Time", "output", "DeltaSeconds"),
        (TICK, "anything", "output", "DeltaSeconds"),
    ],
)
def test_the_names_that_models_use_find_the_pin(
    pins: list[Pin], request_: str, direction: Direction, name: str
) -> None:
    assert match_pin(pins, request_, direction).name == name


@pytest.mark.parametrize(
    ("pins", "request_", "direction", "shown"),
    [
        (BRANCH, "Condition", "output", "then [true], else [false]"),
        (BRANCH, "exec", "output", "then"),
        (PRINT, "InStrng", "input", "InString (string)"),
        (SEQUENCE, "then_5", "output", "then_0"),
        (GETTER, "then", "output", "pure node"),
        (GETTER, "Health", "input", "no input pins"),
    ],
)
def test_a_miss_lists_the_pins_that_there_are(
    pins: list[Pin], request_: str, direction: Direction, shown: str
) -> None:
    with pytest.raises(UnknownPinError) as caught:
        match_pin(pins, request_, direction, node="N1 Thing")
    assert shown in str(caught.value)
    assert "N1 Thing" in str(caught.value)


def test_the_nearest_pin_stands_first_in_the_list() -> None:
    with pytest.raises(UnknownPinError, match="Its input pins: InString"):
        match_pin(PRINT, "InStrng", "input")


def test_a_name_that_fits_two_pins_is_refused_with_both() -> None:
    twins = [pin("In_Value", "input", "int"), pin("InValue", "input", "int")]
    assert match_pin(twins, "InValue", "input").name == "InValue"
    with pytest.raises(AmbiguousPinError, match=r"In_Value.*InValue"):
        match_pin(twins, "in value", "input")


def test_an_exact_name_wins_over_another_pins_label() -> None:
    pins = [pin("A", "input", "int", "B"), pin("B", "input", "int", "A")]
    assert match_pin(pins, "A", "input").name == "A"


def test_the_kind_of_the_other_end_decides_what_the_only_pin_is() -> None:
    pins = [pin("execute", "input", "exec"), pin("Duration", "input", "real")]
    assert match_pin(pins, "Wait", "input", kind="exec").name == "execute"
    assert match_pin(pins, "Wait", "input", kind="data").name == "Duration"


def test_a_slip_for_another_pin_never_becomes_the_only_exec_pin() -> None:
    with pytest.raises(UnknownPinError, match="InString"):
        match_pin(PRINT, "InStrng", "input", kind="exec")


def test_a_part_of_a_struct_is_explained() -> None:
    pins = [pin("Delta", "input", "struct"), pin("Other", "input", "struct")]
    with pytest.raises(UnknownPinError, match="Make or Break"):
        match_pin(pins, "Delta.X", "input")


def test_hidden_pins_are_never_found() -> None:
    hidden = Pin("a", "WorldContextObject", "input", PinType("object"), is_hidden=True)
    with pytest.raises(UnknownPinError):
        match_pin([hidden], "WorldContextObject", "input")


@pytest.mark.parametrize(
    ("friendly", "label"),
    [
        ('NSLOCTEXT("K2Node", "true", "true")', "true"),
        ('LOCTEXT("a", "Say \\"hi\\"")', 'Say "hi"'),
        ('INVTEXT("Wert")', "Wert"),
        ('"Plain"', "Plain"),
        ("bare", "bare"),
        ("", "Name"),
    ],
)
def test_labels_are_read_out_of_unreals_text_forms(friendly: str, label: str) -> None:
    assert pin_label(Pin("a", "Name", "input", PinType("int"), friendly_name=friendly)) == label


@given(st.sampled_from([BRANCH, PRINT, SEQUENCE, TICK]), st.data())
def test_what_is_shown_of_a_pin_finds_it_again(pins: list[Pin], data: st.DataObject) -> None:
    chosen = data.draw(st.sampled_from(pins))
    assert match_pin(pins, chosen.name, chosen.direction) is chosen
    assert match_pin(pins, describe_pin(chosen), chosen.direction) is chosen


@given(st.text(), st.sampled_from(["input", "output"]))
def test_any_request_gives_a_pin_of_the_direction_or_a_refusal(text: str, direction: Direction) -> None:
    try:
        found = match_pin(PRINT, text, direction)
    except (UnknownPinError, AmbiguousPinError):
        return
    assert found.direction == direction
