"""What the editor takes and then does nothing, or fails while the game runs: refused with the remedy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

NEED = "\n\nfunc Need(A: int, B: float):\n  PrintString(A)\n"
BLINK = '\n\nevent Blink():\n  PrintString("a")\n'


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('SetTimer("Nope", 1.0, true)', "Write it in the same program: event Nope():"),
        ('SetTimer("Blimk", 1.0, true)' + BLINK, "Nearest: Blink."),
        ("SetTimer(event Nope, 1.0)", "Write it in the same program: event Nope():"),
        ("SetTimer(event Blimk, 1.0)" + BLINK, "Write: SetTimer(event Blink, 1.0)"),
        ("SetTimer(event Blink, 1.0)" + BLINK.replace("event", "func"), "Write delegate Blink."),
        ("bind OnTakeAnyDamage += event Hurt", "func Hurt(DamagedActor, Damage, "),
        ('K2_ClearTimer(self, "Nope")', "has no function or event 'Nope'"),
        ('if IsTimerActive(self, "Nope"):\n    pass', "has no function or event 'Nope'"),
        ('SetTimer("Need", 1.0)' + NEED, "event NeedNow(): with Need(0, 0.0) in it"),
        ("SetTimer(Need, 1.0)" + NEED, "has the inputs A, B"),
    ],
)
def test_what_names_no_function_or_event_that_can_be_called_is_refused(
    tools: Tools, code: str, told: str
) -> None:
    assert told in tools.refused("write_graph", blueprint="BP_Door", code=f"on BeginPlay():\n  {code}\n")


@pytest.mark.parametrize(
    "call",
    [
        'SetTimer("blink", 1.0)',
        'SetTimer("K2_DestroyActor", 1.0)',
        'SetTimer("ReceiveBeginPlay", 1.0)',
        'K2_SetTimer(GetPlayerPawn(0), "Unknown", 1.0)',
    ],
)
def test_what_the_blueprint_its_parents_or_another_object_has_may_be_named(tools: Tools, call: str) -> None:
    tools.do("write_graph", blueprint="BP_Door", code=f"on BeginPlay():\n  {call}{BLINK}")


def test_a_construction_script_spawns_no_actors(tools: Tools) -> None:
    spawn = "  let made = SpawnActor(Actor, GetActorTransform())\n"
    told = tools.refused("write_graph", blueprint="BP_Door", code=f"func ConstructionScript():\n{spawn}")
    assert "Write it in on BeginPlay():" in told
    tools.do("write_graph", blueprint="BP_Door", code=f"on BeginPlay():\n{spawn}")


@pytest.mark.parametrize("code", ["floating:\n  - return\n", "on BeginPlay():\n  return 5\n"])
def test_an_event_graph_has_no_return_with_a_node(tools: Tools, code: str) -> None:
    assert "return" in tools.refused("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize("code", ["GetActorLocation()", "MakeVector(1, 2, 3)", "1 + 2", "Clamp(5, 0, 3)"])
def test_a_value_that_nothing_takes_is_no_statement(tools: Tools, code: str) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=f"on BeginPlay():\n  {code}\n")
    assert "Line 2" in text
    assert "nothing takes" in text or "not a statement" in text, text


def test_a_value_that_nothing_takes_may_float(tools: Tools) -> None:
    code = "floating:\n  - GetActorLocation()\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert code in tools.do("read_graph", blueprint="BP_Door")


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("AddComponentByClass(PointLightComponent)", "as component Lamp: PointLight;"),
        ("GetEnhancedInputLocalPlayerSubsystem()", "Write GetSubsystem(EnhancedInputLocalPlayerSubsystem)."),
        (
            "AddMappingContext(None, 0)",
            "Write GetSubsystem(EnhancedInputLocalPlayerSubsystem).AddMappingContext(",
        ),
        ("LaunchCharacter((0, 0, 900), true, true)", "It is a function of Character, which nothing here is."),
        ("let made = GetClassDefaults(Actor)", "the user has to add the node Get Class Defaults"),
    ],
)
def test_a_node_that_is_no_function_is_told_with_what_does_it(tools: Tools, call: str, told: str) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=f"on BeginPlay():\n  {call}\n")
    assert told in text
    assert "Nearest" not in text
