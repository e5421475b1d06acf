"""Inputs by their names alone: the project says which asset it is and what its value is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

HERO = "/Game/BP_Hero"


@pytest.fixture(autouse=True)
def inputs(tools: Tools) -> None:
    tools.project.create(HERO, "/Script/Engine.Character")
    tools.project.sandbox.input_actions |= {
        "/Game/Controls/IA_Move.IA_Move": "axis2d",
        "/Game/Controls/IA_Zoom.IA_Zoom": "axis1d",
        "/Game/Controls/IA_Jump.IA_Jump": "bool",
    }
    tools.project.sandbox.action_mappings += ["Fire", "Alt"]


def read(tools: Tools) -> str:
    return tools.do("read_graph", blueprint=HERO).replace("`", "")


PROGRAMS = {
    "a name alone": (
        "on IA_Jump:\n  Jump()\n",
        "on input /Game/Controls/IA_Jump()\n  Triggered:\n    Jump()",
    ),
    "a value of two axes": (
        "on IA_Move(ActionValue):\n  AddMovementInput(GetActorForwardVector(), ActionValue.Y)\n",
        "IA_Move(ActionValue: Vector2D)\n  Triggered:\n    AddMovementInput(",
    ),
    "a value by another name": (
        "on input IA_Zoom(Value):\n  Started:\n    AddMovementInput(GetActorForwardVector(), Value)\n",
        "IA_Zoom(ActionValue: float)\n  Started:\n    AddMovementInput(GetActorForwardVector(), ActionValue)",
    ),
    "no value": (
        "on input IA_Move():\n  Completed:\n    Jump()\n",
        "IA_Move(ActionValue: Vector2D)\n  Completed:",
    ),
    "ways under an event": ("on IA_Jump():\n  Started:\n    Jump()\n", "IA_Jump()\n  Started:\n    Jump()"),
    "an event of an action": ("event IA_Jump():\n  Jump()\n", "on input /Game/Controls/IA_Jump()"),
    "without the prefix": ("on input Jump:\n  Jump()\n", "on input /Game/Controls/IA_Jump()"),
    "a mapping": ("on input Fire():\n  Jump()\n", "on input Fire()\n  Pressed:"),
    "a mapping that is called like a key": ("on input Alt():\n  Jump()\n", "on input Alt()\n  Pressed:"),
    "a key by its habit": ("on input space:\n  Jump()\n", "on input SpaceBar()\n  Pressed:"),
}


@pytest.mark.parametrize(("code", "told"), thinned(PROGRAMS.values(), 2), ids=PROGRAMS.keys())
def test_an_input_is_what_the_project_calls_so(tools: Tools, code: str, told: str) -> None:
    assert "0 errors" in tools.do("write_graph", blueprint=HERO, code=code)
    assert told in read(tools)
    tools.done_before("write_graph", blueprint=HERO, code=code)


@pytest.mark.parametrize(
    ("code", "said"),
    thinned(
        [
            (
                "on input IA_Nope():\n  Jump()\non IA_Never:\n  Jump()\n",
                ("IA_Nope", "IA_Never", "It has: IA_"),
            ),
            ("on IA_Move(ActionValue: float):\n  Jump()\n", ("on input IA_Move(ActionValue: Vector2D):",)),
            ("on input Nothing:\n  Jump()\n", ("no Input Action 'Nothing'", "IA_Jump")),
        ],
        2,
    ),
)
def test_an_input_that_there_is_not_is_told_with_those_that_there_are(
    tools: Tools, code: str, said: tuple[str, ...]
) -> None:
    text = tools.refused("write_graph", blueprint=HERO, code=code)
    assert all(part in text for part in said), text


def test_an_event_of_the_class_is_no_input(tools: Tools) -> None:
    tools.project.sandbox.input_actions["/Game/Controls/OnJumped.OnJumped"] = "bool"
    tools.do("write_graph", blueprint=HERO, code="on OnJumped():\n  StopJumping()\n")
    assert "on OnJumped()" in read(tools)


def test_add_node_takes_the_type_of_the_asset(tools: Tools) -> None:
    text = tools.do("add_node", blueprint=HERO, node_type="InputAction", event_name="IA_Move")
    assert "ActionValue (struct Vector2D)" in text
    graph = tools.project.blueprint(HERO).find_graph("EventGraph")
    assert graph is not None
    made = [any_spec_of(node) for node in graph.nodes]
    assert kinds.EnhancedInputActionSpec("/Game/Controls/IA_Move.IA_Move", "axis2d") in made


@pytest.mark.parametrize(
    ("head", "read"),
    [
        ("on Input(F)", "on input F()"),
        ("on KeyPressed(SpaceBar)", "on input SpaceBar()"),
        ("on FPressed()", "on input F()"),
        ("on KeyReleased(Space)", "on input SpaceBar()\n  Released:"),
    ],
)
def test_an_event_that_is_called_after_a_key_is_that_key(tools: Tools, head: str, read: str) -> None:
    tools.do("write_graph", blueprint="BP_Door", code=f"{head}:\n  SetLifeSpan(3)\n")
    assert read in tools.do("read_graph", blueprint="BP_Door")


@pytest.mark.parametrize("head", ["on Input(Fire)", "on Pressed()", "on F(Value)"])
def test_an_event_that_names_no_key_is_refused(tools: Tools, head: str) -> None:
    tools.refused("write_graph", blueprint="BP_Door", code=f"{head}:\n  SetLifeSpan(3)\n")
