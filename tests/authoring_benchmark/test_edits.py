"""The judges of edits: what must have changed has changed, and everything else does what it did."""

from __future__ import annotations

import pytest

from authoring.judging import faults_of, is_right
from authoring.requests import chosen
from authoring.tuning.chest import CHEST
from authoring.tuning.enemy import ENEMY
from authoring.tuning.meter import METER
from authoring_trials import REQUEST, built, judged, made_by
from tiers import thinned

EDITS = [item.number for item in chosen(("tuning",), ("edit",))]


@pytest.mark.parametrize("number", thinned(EDITS[::2], 2, is_one_value=True))
def test_the_answer_to_an_edit_is_right_for_it_and_wrong_for_all_others(number: int) -> None:
    made = made_by(REQUEST[number])
    others = [item for item in chosen(kinds=("edit",)) if item.on is REQUEST[number].on]

    assert [item.number for item in others if is_right(item, *made)] == [number]


@pytest.mark.parametrize(
    "setup", thinned((ENEMY, CHEST, METER), 1, is_one_value=True), ids=lambda it: it.name
)
def test_what_was_there_before_is_right_for_no_edit(setup: object) -> None:
    edits = [item for item in chosen(kinds=("edit",)) if item.on is setup]
    made = built(edits[0].on, "")

    assert not any(is_right(item, *made) for item in edits)


COMES = """\
on Trigger.OnComponentBeginOverlap(OtherActor):
  if OtherActor is {opener} as visitor:
    if not bLocked:
{body}
"""
OPENING = """\
      Delay({wait})
      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())
      Lid.SetRelativeRotation((0, 70, 0))
      bOpen = true"""


def comes(body: str = OPENING, opener: str = "Character", wait: float = 0.5) -> str:
    return COMES.format(opener=opener, body=body.format(wait=wait))


START = """\
on BeginPlay():
  for i in 1..{last}:
    PrintString(str(i))
  SetTimerByFunctionName(FunctionName="Refill", Time={seconds}, bLooping=true)
"""

OTHER_WAYS = {
    "value: times two": (
        41,
        "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Yaw=90 * DeltaSeconds * 2))",
    ),
    "value: twice": (
        41,
        (
            "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Yaw=90 * DeltaSeconds))\n"
            "  AddActorWorldRotation(MakeRotator(Yaw=90 * DeltaSeconds))"
        ),
    ),
    "value: turned round": (43, "on ActorBeginOverlap(OtherActor):\n  Score = Value + Score"),
    "removal: of the whole": (51, "on Trigger.OnComponentEndOverlap(OtherActor):\n  end"),
    "condition: as an else": (
        44,
        (
            "on AnyDamage(Damage):\n  Health = Health - Damage\n  if Health >= 20:\n    pass\n  else:\n"
            '    PrintString(str(Health))\n  if Health <= 0:\n    PrintString("dead")\n    DestroyActor()'
        ),
    ),
    "condition: before": (
        53,
        (
            "on Trigger.OnComponentBeginOverlap(OtherActor):\n  if OtherActor is Character as visitor:\n"
            '    if bLocked:\n      PrintString("Locked")\n    else:\n' + OPENING.format(wait=0.5)
        ),
    ),
    "order: two delays": (
        48,
        comes(
            '      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())\n      Delay(0.25)\n'
            "      Delay(0.25)\n      Lid.SetRelativeRotation((0, 70, 0))\n      bOpen = true"
        ),
    ),
    "loop: written three times": (
        45,
        (
            "on AnyDamage(Damage):\n  Health = Health - Damage\n  PrintString(str(Health))\n"
            '  if Health <= 0:\n    PrintString("dead")\n    PrintString("dead")\n    PrintString("dead")\n'
            "    DestroyActor()"
        ),
    ),
    "order: by a timer": (
        48,
        comes(
            '      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())\n'
            '      SetTimerByFunctionName("Swing", 0.5)'
        )
        + "func Swing():\n  Lid.SetRelativeRotation((0, 70, 0))\n  bOpen = true",
    ),
    "function: with another name for its input": (
        46,
        (
            "on AnyDamage(Damage):\n  TakeHit(Damage)\nfunc TakeHit(Points: float):\n"
            "  Health -= Points\n  PrintString(str(Health))\n  if not Health > 0:\n"
            '    PrintString("dead")\n    DestroyActor()'
        ),
    ),
    "function: added before it is doubled": (
        57,
        "func Cost(Base: float) -> (Total: float):\n  return (Base + 0.5) * 2.0",
    ),
    "addition: coins first": (52, comes(OPENING.replace("      Delay", "      Coins += 5\n      Delay"))),
    "rename: by another tool's name": (
        47,
        ("rename_variable", {"old_name": "Health", "new_name": "HitPoints"}),
    ),
    "text: by a variable": (
        60,
        (
            "func Spend(Amount: float):\n  if Energy < Amount:\n"
            '    PrintString("rest first")\n  else:\n    Energy = Energy - Amount'
        ),
    ),
}


@pytest.mark.parametrize(("number", "code"), thinned(OTHER_WAYS.values(), 2), ids=OTHER_WAYS)
def test_another_way_to_make_the_edit_is_accepted(number: int, code: str) -> None:
    assert judged(number, code) == []


WRONG = {
    "value: half": (
        41,
        "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Yaw=45 * DeltaSeconds))",
        "turned by",
    ),
    "value: by the tick": (
        41,
        "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Yaw=180))",
        "turned by",
    ),
    "value: another variable": (43, "on ActorBeginOverlap(OtherActor):\n  Score = Score + Score", "Score is"),
    "value: only up to 4": (55, START.format(last=4, seconds=2.0), "the number 5"),
    "removal: all of it": (42, "on BeginPlay():\n  pass", "Health is"),
    "removal: the other one": (42, 'on BeginPlay():\n  PrintString("ready")', "prints 'ready'"),
    "removal: the timer as well": (59, "on BeginPlay():\n  pass", "sets a looping timer"),
    "condition: 20 as well": (
        44,
        (
            "on AnyDamage(Damage):\n  Health = Health - Damage\n  if Health <= 20:\n"
            '    PrintString(str(Health))\n  if Health <= 0:\n    PrintString("dead")\n    DestroyActor()'
        ),
        "Health 50.0",
    ),
    "condition: the rest as well": (
        44,
        (
            "on AnyDamage(Damage):\n  Health = Health - Damage\n  if Health < 20:\n"
            "    PrintString(str(Health))"
        ),
        "instead of",
    ),
    "condition: everybody": (
        50,
        (
            "on Trigger.OnComponentBeginOverlap(OtherActor):\n  if not bLocked:\n"
            + OPENING.format(wait=0.5).replace("      ", "    ")
        ),
        "a plain actor",
    ),
    "order: without the wait": (48, comes(OPENING.partition("\n")[2]), "at 0 s"),
    "order: all of it before": (48, comes(OPENING.partition("\n")[2] + "\n      Delay(0.5)"), "at 0 s"),
    "loop: all of it": (
        45,
        (
            "on AnyDamage(Damage):\n  Health = Health - Damage\n  for i in range(3):\n"
            '    PrintString(str(Health))\n  if Health <= 0:\n    PrintString("dead")\n    DestroyActor()'
        ),
        "instead of",
    ),
    "loop: twice": (
        45,
        (
            "on AnyDamage(Damage):\n  Health = Health - Damage\n  PrintString(str(Health))\n"
            '  if Health <= 0:\n    for i in range(2):\n      PrintString("dead")\n    DestroyActor()'
        ),
        "instead of",
    ),
    "function: only a copy": (
        46,
        (
            "on AnyDamage(Damage):\n  Health = Health - Damage\n  PrintString(str(Health))\n"
            '  if Health <= 0:\n    PrintString("dead")\n    DestroyActor()\n'
            "func TakeHit(Amount: float):\n  Health = Health - Amount"
        ),
        "nothing calls it",
    ),
    "function: half of it": (
        46,
        (
            "on AnyDamage(Damage):\n  TakeHit(Damage)\n  if Health <= 0:\n"
            '    PrintString("dead")\n    DestroyActor()\n'
            "func TakeHit(Amount: float):\n  Health = Health - Amount\n  PrintString(str(Health))"
        ),
        "does more than call TakeHit",
    ),
    "rename: a second variable": (47, "var HitPoints: float = 60", "Health is still there"),
    "rename: another one": (
        47,
        ("rename_variable", {"variable_name": "Score", "new_name": "HitPoints"}),
        "Health is still there",
    ),
    "addition: when it is locked too": (
        52,
        comes(OPENING + "\n    Coins = Coins + 5"),
        "Coins is 7 instead of 2",
    ),
    "addition: once only": (52, comes(OPENING + "\n      Coins = 5"), "Coins is 5 instead of 7"),
    "text: both": (
        60,
        (
            "func Spend(Amount: float):\n  if Energy >= Amount:\n    Energy = Energy - Amount\n  else:\n"
            '    PrintString("too tired")\n    PrintString("rest first")'
        ),
        "too tired",
    ),
    "text: always": (
        60,
        (
            "func Spend(Amount: float):\n  if Energy >= Amount:\n    Energy = Energy - Amount\n"
            '  PrintString("rest first")'
        ),
        "rest first",
    ),
    "another event is changed": (
        41,
        (
            "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Yaw=180 * DeltaSeconds))\n"
            'on BeginPlay():\n  PrintString("ready")\n  Health = 200.0'
        ),
        "nobody asked for a change of ReceiveBeginPlay",
    ),
    "another event is emptied": (
        43,
        "on ActorBeginOverlap(OtherActor):\n  Score = Score + Value\non Tick():\n  pass",
        "nobody asked for a change of ReceiveTick",
    ),
    "another event is made": (
        43,
        'on ActorBeginOverlap(OtherActor):\n  Score = Score + Value\non EndPlay():\n  PrintString("x")',
        "nobody asked for ReceiveEndPlay",
    ),
}


@pytest.mark.parametrize(("number", "code", "reason"), thinned(WRONG.values(), 3), ids=WRONG)
def test_a_wrong_edit_is_refused_with_the_reason(number: int, code: str, reason: str) -> None:
    faults = judged(number, code)

    assert faults
    assert reason in " ".join(faults)


@pytest.mark.parametrize("number", thinned((41, 44, 45, 43, 46), 1, is_one_value=True))
def test_an_edit_that_leaves_the_old_statements_beside_the_new_is_wrong(number: int) -> None:
    answer = REQUEST[number].answer
    assert isinstance(answer, str)

    assert faults_of(REQUEST[number], *built(ENEMY, answer, "union"))
