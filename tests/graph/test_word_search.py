from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.catalog.word_search import WordSearch, search_words

THINGS = ("SetActorLocation", "K2_DestroyActor", "PlaySoundAtLocation", "Delay", "Sin", "Add")


def best(text: str) -> str:
    scores = WordSearch((name,) for name in THINGS).rank(text)
    return THINGS[max(scores, key=lambda number: scores[number])] if scores else ""


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("set actor location", "SetActorLocation"),
        ("setactorloc", "SetActorLocation"),
        ("locaton of actor", "SetActorLocation"),
        ("destroy", "K2_DestroyActor"),
        ("kill actors", "K2_DestroyActor"),
        ("sounds", "PlaySoundAtLocation"),
        ("wait", "Delay"),
        ("sin", "Sin"),
        ("add", "Add"),
        ("", ""),
        ("???", ""),
        ("zebra crossing", ""),
    ],
)
def test_the_best_is_what_the_words_mean(text: str, name: str) -> None:
    assert best(text) == name


@given(st.text(max_size=300))
def test_any_text_is_searched_and_scores_are_bounded(text: str) -> None:
    scores = WordSearch((name,) for name in THINGS).rank(text)
    assert all(0 <= number < len(THINGS) and 0.4 < score <= 2 for number, score in scores.items())


@given(st.sampled_from(THINGS), st.sampled_from([str.lower, str.upper, lambda name: name.replace("A", " a")]))
def test_a_name_finds_itself_in_any_spelling(name: str, spelling: object) -> None:
    assert best(spelling(name)) == name  # type: ignore[operator]


def test_nothing_is_found_in_nothing() -> None:
    assert WordSearch(()).rank("set") == {}


def test_words_that_say_nothing_are_left_out_unless_there_are_no_others() -> None:
    assert search_words("the locations of an Actor") == ["location", "actor"]
    assert search_words("of the") == ["of", "the"]
