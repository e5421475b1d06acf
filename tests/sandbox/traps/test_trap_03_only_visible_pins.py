"""Trap 3: hidden pins are not there for scripts: Target of static libraries, latent info, world context."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.functions import DELAY, PRINT

TRACE = "/Script/Engine.KismetSystemLibrary:LineTraceSingle"


def names_of(node: Any) -> list[str]:
    return [str(pin.get_pin_name()) for pin in node.list_all_pins()]


@pytest.mark.parametrize(
    ("path", "hidden"),
    [
        (DELAY, ["self", "LatentInfo", "WorldContextObject"]),
        (PRINT, ["self", "WorldContextObject"]),
        (TRACE, ["self", "WorldContextObject"]),
    ],
)
def test_hidden_pins_of_calls_are_not_listed_or_found(door: Any, path: str, hidden: list[str]) -> None:
    call = door.call(path)
    for name in hidden:
        assert name not in names_of(call)
        assert not call.find_input_pin(name).is_valid()


@pytest.mark.parametrize(
    ("name", "hidden"),
    [
        ("Utilities|FlowControl|Switch|SwitchonInt", "NotEqual_IntInt"),
        ("Utilities|FlowControl|Switch|SwitchonString", "NotEqual_StriStri"),
        ("Utilities|Casting|CastToPawn", "bSuccess"),
        ("Utilities|Operators|Less(<)", "ErrorTolerance"),
    ],
)
def test_hidden_pins_of_other_nodes_are_not_either(unreal: Any, door: Any, name: str, hidden: str) -> None:
    node = door.nodes.create_node_from_name(name, unreal.Vector2D(), [])
    assert hidden not in names_of(node)
    assert not node.find_input_pin(hidden).is_valid()
    assert not node.find_output_pin(hidden).is_valid()


def test_a_target_that_is_shown_is_listed(door: Any) -> None:
    assert "self" in names_of(door.call("/Script/Engine.Actor:K2_DestroyActor"))


def test_inputs_come_first_and_execute_is_one(unreal: Any, door: Any) -> None:
    switch = door.nodes.create_node_from_name(
        "Utilities|FlowControl|Switch|SwitchonInt", unreal.Vector2D(), []
    )
    assert names_of(switch)[:2] == ["execute", "Selection"]
    assert "Default" in names_of(switch)[2:]
