from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools


def test_a_class_shows_its_own_functions_with_parameters_and_results(tools: Tools) -> None:
    lines = tools.do("get_class_functions", class_name="Pawn").splitlines()
    assert lines[0].startswith("Pawn: ")
    assert "AddMovementInput(WorldDirection: Vector, ScaleValue: float, bForce: bool)" in lines
    assert "GetController() -> ReturnValue: Controller [pure]" in lines
    assert not any("K2_DestroyActor" in line for line in lines)


def test_a_filter_knows_the_name_on_the_node_too(tools: Tools) -> None:
    for name in ("destroy actor", "DestroyActor", "K2_Destroy"):
        text = tools.do("get_class_functions", class_name="AActor", name_filter=name)
        assert "K2_DestroyActor()" in text


def test_parents_are_shown_on_request_and_pointed_at_otherwise(tools: Tools) -> None:
    text = tools.do("get_class_functions", class_name="Character", name_filter="destroyactor")
    assert text.startswith("Character: no functions with 'destroyactor' in the name.")
    assert text.endswith("Its parent classes have 1: set include_inherited.")
    inherited = tools.do(
        "get_class_functions", class_name="Character", name_filter="destroyactor", include_inherited="true"
    )
    assert "K2_DestroyActor()" in inherited


@pytest.mark.parametrize(("limit", "shown"), [(5, 5), ("5", 5), (5.0, 5), (0, 1), (-3, 1), (1000, 100)])
def test_a_limit_is_kept_and_told(tools: Tools, limit: Any, shown: int) -> None:
    text = tools.do("get_class_functions", class_name="Actor", include_inherited=True, max_results=limit)
    lines = text.splitlines()
    assert len(lines) == shown + 2
    assert lines[-1].startswith("… and ")


def test_thirty_are_shown_when_no_limit_is_given(tools: Tools) -> None:
    assert len(tools.do("get_class_functions", class_name="Actor").splitlines()) == 32


def test_a_blueprint_shows_its_own_functions_and_its_parents(tools: Tools) -> None:
    tools.do("add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="OpenDoor")
    tools.project.create("/Game/BP_Gate", "/Game/BP_Door.BP_Door_C")
    assert tools.do("get_class_functions", class_name="BP_Door").splitlines() == [
        "BP_Door: 1 functions",
        "OpenDoor()",
    ]
    text = tools.do("get_class_functions", class_name="BP_Gate", include_inherited=True, max_results=100)
    assert "OpenDoor()" in text
    assert "K2_DestroyActor()" in text


def test_an_unknown_class_is_refused_with_the_nearest(tools: Tools) -> None:
    assert "CharacterMovementComponent" in tools.refused(
        "get_class_functions", class_name="CharacterMovmentComponent"
    )
    assert "max_results" in tools.refused("get_class_functions", class_name="Actor", max_results="many")
