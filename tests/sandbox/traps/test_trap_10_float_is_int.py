"""Trap 10: `get_basic_type_by_name("float")` gives an int and a log line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


@pytest.mark.parametrize("name", ["float", "double", "reall", "Vector", ""])
def test_an_unknown_word_is_an_int_and_only_the_log_says_so(
    editor: SandboxEditor, unreal: Any, name: str
) -> None:
    lines = len(editor.log)
    kind = unreal.BlueprintEditorLibrary.get_basic_type_by_name(name)
    assert kind.export_text().startswith('(PinCategory="int"')
    assert len(editor.log) == lines + 1


def test_a_variable_of_it_is_an_int(unreal: Any, door: Any) -> None:
    assert door.add_variable("Speed", "float")
    kind = unreal.BlueprintEditorLibrary.get_member_variable_type(door.asset, "Speed")
    assert kind.export_text().startswith('(PinCategory="int"')


@pytest.mark.parametrize("name", ["bool", "byte", "int", "real", "name", "string", "text"])
def test_the_legal_words_are_what_they_say(editor: SandboxEditor, unreal: Any, name: str) -> None:
    lines = len(editor.log)
    kind = unreal.BlueprintEditorLibrary.get_basic_type_by_name(name)
    assert kind.export_text().startswith(f'(PinCategory="{name}"')
    assert len(editor.log) == lines
