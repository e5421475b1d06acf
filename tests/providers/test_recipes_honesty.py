"""What the recipes leave out, and that they never do the opposite of what was asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.providers.recipes.understanding import understand

if TYPE_CHECKING:
    from blueprint_assistant.providers.recipes.intents import Request


def left_out(request: Request) -> list[str]:
    return [item.text for item in request.left_out]


@pytest.mark.parametrize(
    "sentence",
    [
        "write me a poem",
        "make me a sandwich",
        "Make me a sandwich with cheese.",
        "delete everything",
        "Delete BP_Enemy",
        "remove the static mesh from BP_Enemy",
        "rename BP_A to BP_B",
        "BP_Enemy",
        "fix BP_Enemy",
        "make BP_X explode",
        "Make BP_X not move",
        "hello",
        "asdf qwer",
        "",
        "???",
        "12345",
        "How do I make a blueprint move forward?",
        "Is BP_Enemy moving forward?",
        "What is a pawn?",
        "tell me about BP_Enemy",
        "Erstelle ein Blueprint namens BP_Feind",
        "创建一个会前进的蓝图",
        "Add a float",
        "If the player is near, move forward",
        "don't create a blueprint",
        "explain how Event Tick works",
    ],
)
def test_a_request_without_anything_known_means_no_blueprint(sentence: str) -> None:
    assert understand(sentence).target is None


@pytest.mark.parametrize(
    "sentence",
    [
        "Create BP_A that does not move",
        "Create BP_A that doesn't move forward",
        "Create BP_A that never rotates",
        "Create BP_A without moving forward",
        "Create BP_A that stops moving",
        "Create BP_A that moves forward unless blocked",
        "Create BP_A that moves forward, unless it is blocked",
        "Create BP_A that moves and spins unless it is blocked",
        "Create BP_A that moves forward if health is above 0",
        "Create BP_A. If health is below 0, destroy itself.",
        "Create BP_A. If health is below 0 destroy itself and print 'dead'.",
        "Create BP_A that moves towards the player",
        "Create BP_A that moves forward for 5 seconds",
        "Create BP_A that moves forward until it hits a wall",
        "Create BP_A that moves from left to right",
        "Create BP_A that moves forward when something touches it",
        "Create BP_A that rotates towards the mouse",
        'Create BP_A that prints "tick" every 2 seconds',
        "Create BP_A that prints its name",
        "Create BP_A that shows a health bar",
        "Create BP_A that destroys the player",
        "Create BP_A that destroys itself",
        "Create BP_A that turns on the light",
        "Create BP_A that jumps when I press space",
        "Create BP_A that moves forward or backward",
        "Create BP_A that moves forward only once",
        "Create BP_A and when the player is near it moves forward",
    ],
)
def test_a_part_that_could_be_turned_round_is_left_out_whole(sentence: str) -> None:
    request = understand(sentence)

    assert request.target is not None
    assert not request.behaviours
    assert request.left_out


@pytest.mark.parametrize(
    ("sentence", "kept", "lost"),
    [
        ("Create BP_A with a jetpack and a static mesh", ["StaticMesh"], ["a jetpack"]),
        ("Create BP_A with a red point light", ["PointLight"], ["red"]),
        ("Create BP_A with no camera and a mesh", ["StaticMesh"], ["no camera"]),
        ("Create BP_A with a mesh and teach it to dance", ["StaticMesh"], ["teach it to dance"]),
    ],
)
def test_what_is_known_is_done_and_the_rest_is_quoted(
    sentence: str, kept: list[str], lost: list[str]
) -> None:
    request = understand(sentence)

    assert [item.name for item in request.components] == kept
    assert left_out(request) == lost


def test_a_condition_leaves_what_is_outside_its_sentence_alone() -> None:
    request = understand("Create BP_A. If health is below 0, destroy itself. It moves left.")

    assert len(request.behaviours) == 1
    assert left_out(request) == ["If health is below 0, destroy itself"]


def test_a_negation_leaves_the_other_parts_alone() -> None:
    request = understand("Create BP_A that does not move but rotates")

    assert len(request.behaviours) == 1
    assert left_out(request) == ["does not move"]


def test_a_second_blueprint_is_left_out_with_all_that_follows() -> None:
    request = understand("Create BP_A with a mesh and BP_B with a light. It moves forward.")

    assert request.target is not None
    assert request.target.name == "BP_A"
    assert [item.name for item in request.components] == ["StaticMesh"]
    assert not request.behaviours
    assert left_out(request) == ["BP_B, a light, It moves forward"]


def test_quoted_text_is_never_read_as_a_request() -> None:
    request = understand('Create BP_A that prints "move forward, rotate and destroy itself after 5 seconds"')

    assert len(request.behaviours) == 1
    assert not request.left_out


def test_a_value_that_does_not_fit_its_type_is_left_out() -> None:
    request = understand("Create BP_A with an int variable Score = 1.5")

    assert request.variables[0].default == ""
    assert left_out(request) == ["'1.5' is no int value"]


_SALAD = """
create a blueprint called BP_X with and that , . : ( ) " ' mesh light box component float variable = 5 -3.5
moves forward up down rotates around z axis bobs prints hello when something player touches it destroys
itself the other after 2 seconds every tick if unless not is true named Foo /Game/A 1,2,3 (1,2,3) per second
degrees one hundred of at by to on begin play add BP_Y make give speed default overlap ? ! ; - + \u27e60\u27e7
"""
_WORDS = st.sampled_from(_SALAD.split())


@given(st.lists(_WORDS, max_size=40).map(" ".join))
def test_word_salad_is_read_without_an_error(text: str) -> None:
    understand(text)


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    understand(text)


@pytest.mark.parametrize(
    "word", ["a ", "if ", "move ", "1 ", "one hundred ", "x", '"', "(", "box ", "when it ", "the very "]
)
def test_a_long_clause_without_sense_is_left_out_whole(word: str) -> None:
    request = understand(f"create BP_X that moves {word * (4000 // len(word))}")

    assert request.target is not None
    assert request.target.name == "BP_X"
    assert not request.behaviours
    assert len(request.left_out) == 1
