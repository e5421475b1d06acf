"""What a reading leaves out, because writing the same text puts it there again."""

from __future__ import annotations

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.coverage import coverage_of
from blueprint_assistant.languages.decompile.decompiler import decompile
from languages.stepwise import written

BEGIN = "on BeginPlay()\n"


def _read(body: str, **variables: str) -> str:
    made = written(f"{BEGIN}  {body}\n", **variables)
    text = made.text
    assert coverage_of(decompile(made.graph, made.owner, default_catalog()), made.graph).is_whole
    assert written(text, **variables).text == text
    assert made.plan(text)[0].step_count == 0
    return text.partition("\n")[2].strip()


@pytest.mark.parametrize(
    "body",
    [
        "PrintString(Score)",
        "PrintString(GetActorLocation())",
        "Speed = Score",
        "SetActorScale3D(Speed)",
        'PrintString(Concat_StrStr("a", Score))',
    ],
)
def test_a_conversion_that_the_editor_puts_in_goes_without_saying(body: str) -> None:
    assert _read(body, Score="int", Speed="float") == body


@pytest.mark.parametrize(
    "body",
    [
        "PrintString(Conv_IntToString(5))",
        "Names = [Conv_IntToString(Score)]",
        'Score = Conv_StringToInt("5")',
        "PrintString(Conv_BoolToString(bReady))",
    ],
)
def test_a_conversion_that_would_not_come_back_is_said(body: str) -> None:
    said = _read(body, Score="int", Names="array:string", bReady="bool")
    assert ("Conv_" in said) == ("bReady" not in body)


def test_a_conversion_that_two_take_has_its_name() -> None:
    body = "let text = Conv_IntToString(Score)\n  PrintString(text)\n  PrintText(text)"
    assert "Conv_IntToString(Score)" in _read(body, Score="int")


def test_a_link_through_a_conversion_that_is_there_is_no_change() -> None:
    """BC-122: the value of a statement that is changed elsewhere keeps its conversion."""
    made = written(f"{BEGIN}  PrintString(Score)\n", Score="int")
    call = next(
        n.name for n in made.graph.nodes if n.find_property("FunctionReference") and n.find_pin("InString")
    )
    made.apply(f"{BEGIN}  PrintString(Score, Duration=9.0)\n", identities={"/body/0": call})
    assert made.text == f"{BEGIN}  PrintString(Score, Duration=9.0)\n"
    assert len(made.graph.nodes) == 4


def test_outputs_of_the_engines_events_are_told_when_something_takes_them() -> None:
    made = written(
        "on Tick(DeltaSeconds)\n  PrintString()\n\non ReceiveHit(Other)\n  Other.K2_DestroyActor()\n"
    )
    assert "on Tick()" in made.text
    made = written("event Hurt(Amount: float)\n  PrintString()\n")
    assert made.text == "event Hurt(Amount: float)\n  PrintString()\n", "what it declares is always said"


def test_an_asset_is_told_without_its_name_twice() -> None:
    body = 'node("SpawnSound2D", Sound="/Game/Sounds/S_Ding.S_Ding")'
    said = _read('SpawnSound2D("/Game/Sounds/S_Ding.S_Ding")')
    assert said == 'SpawnSound2D("/Game/Sounds/S_Ding")', body


def test_outputs_of_a_sequence_that_lead_nowhere_are_counted() -> None:
    body = 'sequence:\n    then 2:\n      PrintString("a")\n    then:\n      PrintString("b")'
    made = written(
        f'{BEGIN}  sequence:\n    then 2:\n      PrintString("a")\n    then 3:\n      PrintString("b")\n'
    )
    assert "then 2:" in made.text
    assert "then 3:" in made.text
    assert "pass" not in made.text, body


def test_a_loop_from_nothing_begins_at_zero() -> None:
    made = written(f"{BEGIN}  for i in 0..2:\n    PrintString(i)\n")
    assert "for i in 0..2:" in made.text


def test_an_f_string_is_told_as_one() -> None:
    assert _read('PrintString(f"{Score} points")', Score="int") == 'PrintString(f"{Score} points")'


def test_enumerators_are_compared_with_a_sign() -> None:
    body = 'if Mode == MOVE_Falling:\n    PrintString("down")'
    assert _read(body, Mode="EMovementMode").splitlines()[0] == "if Mode == MOVE_Falling:"


def test_what_the_flow_waits_for_is_told_as_awaited() -> None:
    """M8: `await` documents a call that takes time; with and without it the program is the same."""
    bare = f'{BEGIN}  Delay(2.0)\n  PrintString("done")\n'
    made = written(bare)
    assert made.text == bare.replace("Delay", "await Delay")
    assert parse_program(made.text) == parse_program(bare)
    assert print_program(parse_program(made.text)) == made.text
    assert made.plan(bare)[0].step_count == made.plan(made.text)[0].step_count == 0
