"""A bare name is the one asset of the project that is called so and that the input takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

BEGIN = "var Sound: SoundBase\non BeginPlay():\n"


@pytest.fixture(autouse=True)
def assets(tools: Tools) -> None:
    tools.project.sandbox.other_assets |= {
        "/Game/Sounds/S_Open": "/Script/Engine.SoundWave",
        "/Game/Sounds/S_Ding": "/Script/Engine.SoundWave",
        "/Game/Old/S_Ding": "/Script/Engine.SoundWave",
        "/Game/Old/S_Open": "/Script/Engine.Material",
        "/Game/Anim/AM_Attack": "/Script/Engine.AnimMontage",
    }


def test_a_bare_name_is_the_asset_that_fits(tools: Tools) -> None:
    lines = "  PlaySound2D(S_Open)\n  Sound = S_Open\n  PlaySound2D(Sound=s_open)\n"
    tools.do("write_graph", blueprint="BP_Door", code=BEGIN + lines)
    told = tools.do("read_graph", blueprint="BP_Door")
    assert told.count('"/Game/Sounds/S_Open"') == 3
    tools.done_before("write_graph", blueprint="BP_Door", code=BEGIN + lines)


@pytest.mark.parametrize(
    ("line", "said"),
    thinned(
        [
            ("PlaySound2D(S_Ding)", ("/Game/Old/S_Ding", "/Game/Sounds/S_Ding")),
            ("PlaySound2D(AM_Attack)", ("is a AnimMontage, no SoundBase",)),
            ("PlayMontage(AM_Attack)", ("MontageToPlay=AM_Attack",)),
            ("PrintString(AM_Attack)", ("is the asset /Game/Anim/AM_Attack", "where an input takes one")),
            ("PlaySound2D(S_Nope)", ("no variable, component or value 'S_Nope'",)),
        ],
        2,
    ),
)
def test_a_name_that_is_no_one_asset_for_the_input_is_refused(
    tools: Tools, line: str, said: tuple[str, ...]
) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=f"{BEGIN}  {line}\n")
    assert all(part in text for part in said), text


def test_a_variable_of_that_name_is_the_variable(tools: Tools) -> None:
    code = "var AM_Attack: AnimMontage\non BeginPlay():\n  IsValid(AM_Attack)\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert "/Game/Anim" not in tools.do("read_graph", blueprint="BP_Door")
