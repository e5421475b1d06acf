"""References in the spelling of every engine version, and what must not be taken for one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.model.object_references import (
    absolute_references,
    modern_references,
    quote,
    relative_references,
    respelled,
)

NEW = '(MemberParent="/Script/CoreUObject.Class\'/Script/Engine.Actor\'",MemberName="Go")'


@pytest.mark.parametrize(
    "old",
    [
        NEW,
        '(MemberParent=/Script/CoreUObject.Class\'"/Script/Engine.Actor"\',MemberName="Go")',
        '(MemberParent=Class\'"/Script/Engine.Actor"\',MemberName="Go")',
        "(MemberParent=Class'/Script/Engine.Actor',MemberName=\"Go\")",
    ],
)
def test_references_of_every_version_are_spelled_as_the_newest(old: str) -> None:
    assert modern_references(old) == NEW


def test_a_class_that_is_named_short_and_known_to_nobody_stays_short() -> None:
    assert modern_references("SoundCue'\"/Game/A.A\"'") == "\"SoundCue'/Game/A.A'\""


def test_a_struct_that_was_a_member_of_the_object_file_is_found_where_it_is_now() -> None:
    old = "ScriptStruct'/Script/CoreUObject.Object:Vector'"
    assert modern_references(old) == "\"/Script/CoreUObject.ScriptStruct'/Script/CoreUObject.Vector'\""


def test_the_older_spelling_has_the_quotes_inside() -> None:
    assert respelled(NEW, "5.1") == (
        '(MemberParent=/Script/CoreUObject.Class\'"/Script/Engine.Actor"\',MemberName="Go")'
    )
    assert respelled(NEW, "5.2") == NEW


@given(st.text(max_size=30))
def test_words_in_quotes_are_never_taken_for_references(words: str) -> None:
    text = f"(Comment={quote(words)},Class={quote(words)})"
    assert modern_references(text) == text
    assert respelled(text, "5.1") == text


@given(st.text(alphabet="ab'\"\\(),=/. :", max_size=30))
def test_spelling_a_text_again_changes_nothing_more(text: str) -> None:
    once = modern_references(text)
    assert modern_references(once) == once


def test_a_comment_that_was_not_escaped_is_left_alone() -> None:
    text = "\"don't, it's 'Class'here\""
    assert modern_references(text) == text


def test_objects_of_the_own_package_are_named_short_or_full() -> None:
    short = "(A=\"/Script/Engine.EdGraph'X_C:EventGraph'\",B=\"/Script/Engine.Class'/Game/Y.Y_C'\")"
    full = "(A=\"/Script/Engine.EdGraph'/Game/X.X_C:EventGraph'\",B=\"/Script/Engine.Class'/Game/Y.Y_C'\")"
    assert absolute_references(short, "/Game/X") == full
    assert relative_references(full, "/Game/X") == short
    assert absolute_references(short, "") == short
