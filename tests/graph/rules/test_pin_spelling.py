"""One way to know a pin by its name, for node tools and text forms."""

from __future__ import annotations

import pytest

from blueprint_assistant.actions.names.pin_choice import UnknownPinError, match_pin
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.model.blueprint import Blueprint, Node
from blueprint_assistant.graph.rules.pin_spelling import SPELLINGS, spelled
from blueprint_assistant.languages.lower.pin_lookup import named_pin


def print_string() -> Node:
    return make_node(
        CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString"),
        owner=Blueprint("/Game/BP_Door", "/Script/Engine.Actor"),
        catalog=default_catalog(),
        name="Print",
        new_guid=lambda: "0" * 32,
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("InString", "InString"),
        ("instring", "InString"),
        ("In String", "InString"),
        ("in_string", "InString"),
        ("PrintToScreen", "bPrintToScreen"),
        ("print to screen", "bPrintToScreen"),
        ("Text_Color", "TextColor"),
    ],
)
def test_tools_and_text_forms_know_a_pin_by_the_same_spellings(written: str, meant: str) -> None:
    """BC-130: internal or display name; letter case, blanks, `_` and the `b` of Booleans do not count."""
    node = print_string()
    assert named_pin(node, written).name == meant
    assert match_pin(node.pins, written, "input").name == meant


def test_neither_guesses() -> None:
    """A name that no pin has is refused by both."""
    node = print_string()
    with pytest.raises(AssistantError) as by_text:
        named_pin(node, "Loudness")
    with pytest.raises(UnknownPinError) as by_tool:
        match_pin(node.pins, "Loudness", "input", is_strict=True)
    assert by_text.value.code == by_tool.value.code == "unknown_pin"


def test_the_strictest_spelling_that_fits_one_pin_counts() -> None:
    node = print_string()
    assert [len(spelled(node.pins, "instring", spelling)) for spelling in SPELLINGS] == [0, 0, 1, 1, 1]
