"""What plain English means to the recipes: many wordings, one meaning each."""

from __future__ import annotations

from pathlib import Path

import pytest

from blueprint_assistant.providers.recipes.intents import (
    Behaviour,
    Bob,
    Destroy,
    Move,
    Print,
    Request,
    Rotate,
    Trigger,
)
from blueprint_assistant.providers.recipes.understanding import understand
from blueprint_assistant.providers.recipes.words import number_text


def told(request: Request) -> list[str]:
    """A request as short lines, so that many can be compared."""
    target = request.target
    lines = []
    if target is not None:
        folder = f"{target.folder}/" if target.folder else ""
        lines.append(f"{target.mode} {folder}{target.name} {target.parent_class}")
    lines += [f"{item.class_name} {item.name}" for item in request.components]
    lines += [f"{item.type} {item.name}={item.default}" for item in request.variables]
    return lines + [behaviour(item) for item in request.behaviours]


def behaviour(item: Behaviour) -> str:
    if isinstance(item, Move):
        sign = "+" if item.sign > 0 else "-"
        world = " world" if item.is_world else ""
        return f"move {sign}{item.axis}{world} {item.speed_variable or number_text(item.speed)}"
    if isinstance(item, Rotate):
        return f"rotate {item.axis} {item.rate_variable or number_text(item.degrees_per_s)}"
    if isinstance(item, Bob):
        return f"bob {item.axis} {number_text(item.travel)} in {number_text(item.period_s)}"
    what = f"print {item.text!r}" if isinstance(item, Print) else f"destroy {item.what}"
    assert isinstance(item, Print | Destroy)
    return f"{what} {when(item.trigger)}"


def when(trigger: Trigger) -> str:
    event = trigger.event.removeprefix("Receive").removeprefix("Actor")
    delay = f"+{number_text(trigger.delay_s)}" if trigger.delay_s else ""
    return f"{event}{delay}{' player' if trigger.is_player_only else ''}"


ENEMY = ["new BP_Enemy Actor", "StaticMeshComponent StaticMesh", "move +X 300"]


def samples(name: str) -> list[str]:
    file = Path(__file__).parents[1] / "data" / "recipes" / name
    return file.read_text(encoding="utf-8").splitlines()


ONE_MEANING = samples("one_meaning.txt")


@pytest.mark.parametrize("sentence", ONE_MEANING)
def test_the_same_enemy_in_many_wordings(sentence: str) -> None:
    request = understand(sentence)

    assert told(request) == ENEMY
    assert not request.left_out


def test_letter_case_only_matters_in_names() -> None:
    for sentence in ONE_MEANING[:8]:
        assert told(understand(sentence.upper()))[1:] == ENEMY[1:]
    assert told(understand("create a blueprint called bp_enemy with a mesh"))[0] == "new bp_enemy Actor"


def wordings() -> list[tuple[str, list[str]]]:
    lines = [line for line in samples("wordings.txt") if line and not line.startswith("#")]
    pairs = zip(lines[::2], lines[1::2], strict=True)
    return [(sentence.replace(" / ", "\n"), meaning.strip().split("; ")) for sentence, meaning in pairs]


@pytest.mark.parametrize(("sentence", "meaning"), wordings())
def test_wordings(sentence: str, meaning: list[str]) -> None:
    request = understand(sentence)

    assert told(request) == meaning
    assert not request.left_out


def test_it_means_the_blueprint_that_was_talked_of_last() -> None:
    request = understand("Add a light to it and make it rotate", "/Game/Props/BP_Lamp")

    assert told(request) == [
        "existing /Game/Props/BP_Lamp Actor",
        "PointLightComponent PointLight",
        "rotate Yaw 90",
    ]


def test_what_was_not_said_is_told_as_assumed() -> None:
    request = understand("Create BP_X that moves and rotates and prints 'a' and has a light and Score = 3")

    text = "; ".join(request.assumed)
    for words in ("moves forward", "300 units", "90 degrees", "Begin Play", "point light", "Score is an int"):
        assert words in text


def test_mended_spelling_is_told() -> None:
    assert "'forwrd' was read as 'forward'" in understand("Create BP_X that moves forwrd").assumed


def test_names_are_never_mended() -> None:
    assert told(understand("Create a Blueprint called Forwad with a float called Camra"))[:2] == [
        "new Forwad Actor",
        "float Camra=",
    ]
