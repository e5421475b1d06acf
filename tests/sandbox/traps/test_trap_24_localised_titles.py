"""Trap 24: titles, categories and type texts are in the editor's language; palette names have no blanks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from unreal_sandbox import SandboxEditor


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", ("Branch", "Utilities|Flow Control", "Boolean")),
        ("it", ("Ramo", "Utilità|Controllo Di Flusso", "Booleano")),
        ("zh", ("分支", "工具|流程控制", "布尔")),
        ("ko", ("분기", "유틸리티|흐름 제어", "부울")),
    ],
)
def test_a_branch_is_called_as_the_language_says(
    editor: SandboxEditor, door: Any, language: Any, shown: tuple[str, str, str]
) -> None:
    editor.language = language
    branch = door.nodes.add_branch_node()
    kind = str(branch.find_condition_pin().get_pin_type_display_string())
    assert (branch.get_node_title(), branch.get_node_category(), kind) == shown
    assert branch.get_class().get_name() == "K2Node_IfThenElse"
    assert str(branch.find_condition_pin().get_pin_name()) == "Condition"


@pytest.mark.parametrize("language", ["en", "it", "zh", "ko"])
def test_the_title_of_a_custom_event_has_two_lines(editor: SandboxEditor, door: Any, language: Any) -> None:
    editor.language = language
    title = door.nodes.add_custom_event_node("Open").get_node_title()
    first, second = title.split("\n")
    assert first == "Open"
    assert (second == "Custom Event") is (language == "en")


def test_a_language_is_only_half_there(editor: SandboxEditor, door: Any) -> None:
    editor.language = "it"
    getter = door.call("/Script/Engine.GameplayStatics:GetPlayerController")
    assert getter.get_node_title() == "Ottieni Player Controller"
    assert door.call("/Script/Engine.Actor:K2_DestroyActor").get_node_title().startswith("Destroy Actor")


def test_palette_names_have_no_blanks(door: Any) -> None:
    assert not [name for name in door.nodes.list_available_nodes([]) if " " in name]


def test_array_get_is_called_get(door: Any) -> None:
    assert door.call("/Script/Engine.KismetArrayLibrary:Array_Get").get_node_title() == "Get"
