"""The judges of the VALIDATION SET. What stands here is not looked at while anything is being tuned.

(See `authoring.validation`.) The names of the tests tell numbers alone.
"""

from __future__ import annotations

import pytest

from authoring.judging import is_right
from authoring.requests import chosen
from authoring_trials import REQUEST, built, judged, made_by
from tiers import thinned

REQUESTS = chosen(("validation",))
NUMBERS = [item.number for item in REQUESTS]


def _number(value: object) -> str:
    return str(value) if isinstance(value, int) else ""


SETUPS = list({item.on.name: item.on for item in REQUESTS}.values())


def test_both_sets_have_as_many_creations_and_edits_and_edits_are_of_other_blueprints() -> None:
    sizes = {
        (name, kind): len(chosen((name,), (kind,)))
        for name in ("tuning", "validation")
        for kind in ("create", "edit")
    }
    tuned, held = ({item.on.name for item in chosen((name,), ("edit",))} for name in ("tuning", "validation"))

    assert set(sizes.values()) == {20}
    assert not tuned & held
    assert len({item.text for item in chosen()}) == len({item.number for item in chosen()}) == 80


@pytest.mark.parametrize("number", thinned(NUMBERS[::2], 3, is_one_value=True))
def test_the_answer_is_right_for_its_request_and_wrong_for_all_others(number: int) -> None:
    request = REQUEST[number]
    made = made_by(request)
    others = [item for item in chosen(kinds=(request.kind,)) if item.on is request.on]

    assert [item.number for item in others if is_right(item, *made)] == [number]


@pytest.mark.parametrize("setup", thinned(SETUPS, 1, is_one_value=True), ids=lambda it: it.name)
def test_what_was_there_before_is_right_for_no_request(setup: object) -> None:
    requests = [item for item in REQUESTS if item.on is setup]
    made = built(requests[0].on, "")

    assert not any(is_right(item, *made) for item in requests)


OTHER_WAYS = [
    (21, "on BeginPlay():\n  PrintText(Label)"),
    (
        22,
        (
            "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Pawn as p:\n    if not bOpen:\n"
            "      bOpen = true"
        ),
    ),
    (23, "on AnyDamage(D):\n  Health -= 0.5 * D"),
    (24, "on BeginPlay():\n  Gain()\nevent Gain():\n  Score = Score + 1\n  Delay(0.5)\n  Gain()"),
    (25, "on BeginPlay():\n" + "".join(f'  PrintString("{left}")\n' for left in (5, 4, 3, 2, 1))),
    (26, 'on BeginPlay():\n  PrintString("odd" if Score % 2 == 1 else "even")'),
    (27, "on Zone.OnComponentEndOverlap(OtherActor):\n  Bulb.SetIntensity(0.0)"),
    (28, "on BeginPlay():\n  Bulb.Intensity = Power"),
    (
        29,
        (
            "on BeginPlay():\n  Blink()\nevent Blink():\n  Delay(1.0)\n  Bulb.SetVisibility(false)\n"
            "  Delay(1.0)\n  Bulb.SetVisibility(true)\n  Blink()"
        ),
    ),
    (32, "on Hit():\n  if Lives > 1:\n    Lives -= 1\n  else:\n    Lives = Lives - 1\n    DestroyActor()"),
    (33, "on BeginPlay():\n  for i in range(Names.length):\n    PrintString(Names[i])"),
    (35, "on ActorBeginOverlap(OtherActor):\n  AddActorWorldRotation(MakeRotator(Yaw=-180))"),
    (36, 'on Destroyed():\n  PrintString("Gone")'),
    (
        38,
        'on BeginPlay():\n  SetTimerByFunctionName("Up", 2.0)\nfunc Up():\n  AddActorLocalOffset((0, 0, 50))',
    ),
    (39, 'on ActorBeginOverlap(OtherActor):\n  DoOnce():\n    Completed:\n      PrintString("Found it")'),
    (40, 'on BeginPlay():\n  if bOpen:\n    Label = "Open"\n  else:\n    Label = "Shut"'),
    (
        64,
        "func Reload(Amount: int):\n  Ammo = Ammo + Amount\n  if Ammo > 12:\n    Ammo = 12\n  bArmed = true",
    ),
    (
        66,
        (
            'on Hit(Other):\n  bArmed = false\n  PrintString("jammed")\n  Delay(2.5)\n'
            "  Delay(2.5)\n  bArmed = true"
        ),
    ),
    (
        68,
        (
            "on Plate.OnComponentBeginOverlap(OtherActor):\n  Weight += 1\n"
            "  if Weight + 1 > Limit:\n    Collapse()"
        ),
    ),
    (
        69,
        (
            'event Collapse():\n  AddActorWorldOffset((0, 0, -200))\n  PrintString("crack")\n'
            "  Delay(1.0)\n  bBroken = true"
        ),
    ),
    (
        71,
        (
            "on Plate.OnComponentBeginOverlap(OtherActor):\n  Weight = Weight + 1\n  CheckLoad()\n"
            "func CheckLoad():\n  if not Weight <= Limit:\n    Collapse()"
        ),
    ),
    (
        75,
        (
            "on Tick(DeltaSeconds):\n  if Laps < 3:\n"
            "    AddActorWorldOffset(MakeVector(Speed * DeltaSeconds / 2, 0, 0))"
        ),
    ),
    (78, "on ActorEndOverlap(OtherActor):\n  Speed += Boost"),
    (80, "func NextLap():\n  if Laps > 0:\n    PrintString(str(Laps + 1))\n  Laps = Laps + 1"),
]


@pytest.mark.parametrize(("number", "code"), thinned(OTHER_WAYS, 2), ids=_number)
def test_another_way_is_accepted(number: int, code: str) -> None:
    assert judged(number, code) == []


WRONG = [
    (21, 'on BeginPlay():\n  PrintString("Label")'),
    (22, "on ActorBeginOverlap(OtherActor):\n  bOpen = true"),
    (23, "on AnyDamage(Damage):\n  Health = (Health - Damage) / 2.0"),
    (24, 'on BeginPlay():\n  SetTimerByFunctionName("Gain", 0.5)\nevent Gain():\n  Score = Score + 1'),
    (24, "on Tick():\n  Score = Score + 1"),
    (25, "on BeginPlay():\n  for i in 1..5:\n    PrintString(str(i))"),
    (26, 'on BeginPlay():\n  if Score % 2 == 1:\n    PrintString("even")\n  else:\n    PrintString("odd")'),
    (27, "on Zone.OnComponentBeginOverlap(OtherActor):\n  Bulb.SetVisibility(false)"),
    (28, "on BeginPlay():\n  Bulb.SetIntensity(300.0)"),
    (29, "on BeginPlay():\n  Delay(1.0)\n  Bulb.ToggleVisibility()"),
    (30, "on BeginPlay():\n  Jump()\n  Jump()"),
    (32, "on Hit():\n  Lives = Lives - 1\n  if Lives < 0:\n    DestroyActor()"),
    (33, "on BeginPlay():\n  for name, i in Names:\n    PrintString(str(i))"),
    (34, "func IsStrong() -> (bStrong: bool):\n  return Stamina >= 80.0"),
    (35, "on ActorBeginOverlap(OtherActor):\n  AddActorLocalRotation(MakeRotator(Roll=180))"),
    (36, 'on Destroyed():\n  PrintString("Gone")\non EndPlay():\n  PrintString("Gone")'),
    (37, "dispatcher Opened()\non BeginPlay():\n  broadcast Opened()"),
    (38, "on BeginPlay():\n  Delay(2.0)\n  AddActorWorldOffset((50, 0, 0))"),
    (39, 'on ActorBeginOverlap(OtherActor):\n  PrintString("Found it")'),
    (61, 'on BeginPlay():\n  SetTimerByFunctionName("Fire", 3.0)\n  PrintString("online")'),
    (62, "on BeginPlay():\n  pass"),
    (63, 'on Hit(Other):\n  bArmed = false\n  PrintString("jammed")\n  Ammo = Ammo - 2'),
    (64, "func Reload(Amount: int):\n  Ammo = Min(Ammo + Amount, 12)"),
    (65, "var Shells: int = 6"),
    (66, "on Hit(Other):\n  Delay(5.0)\n  bArmed = true"),
    (67, 'on Hit(Other):\n  if Other is Pawn as who:\n    bArmed = false\n  PrintString("jammed")'),
    (
        68,
        (
            "on Plate.OnComponentBeginOverlap(OtherActor):\n  Weight = Weight + 1\n"
            "  if Weight == 3:\n    Collapse()"
        ),
    ),
    (69, 'event Collapse():\n  PrintString("crack")\n  AddActorWorldOffset((0, 0, -200))\n  bBroken = true'),
    (
        70,
        (
            "on Plate.OnComponentBeginOverlap(OtherActor):\n  PrintString(str(Weight))\n"
            "  Weight += 1\n  if Weight > Limit:\n    Collapse()"
        ),
    ),
    (71, "func CheckLoad():\n  if Weight > Limit:\n    Collapse()"),
    (
        72,
        (
            'event Collapse():\n  for i in range(2):\n    PrintString("crack")\n'
            "    AddActorWorldOffset((0, 0, -200))\n  Delay(1.0)\n  bBroken = true"
        ),
    ),
    (
        74,
        (
            "on Plate.OnComponentBeginOverlap(OtherActor):\n  Weight = Weight + 1\n"
            "  if Weight > Limit and not bBroken:\n    Collapse()"
        ),
    ),
    (75, "on Tick(DeltaSeconds):\n  if Laps < 3:\n    AddActorWorldOffset(MakeVector(150, 0, 0))"),
    (76, "on ActorBeginOverlap(OtherActor):\n  NextLap()\n  Jump()\n  Crouch()"),
    (
        77,
        (
            "on Tick(DeltaSeconds):\n  if Laps <= 5:\n"
            "    AddActorWorldOffset(MakeVector(Speed * DeltaSeconds, 0, 0))"
        ),
    ),
    (79, "on ActorBeginOverlap(OtherActor):\n  NextLap()\n  Jump()\n  Jump()"),
    (80, "func NextLap():\n  Laps = Laps + 1\n  if Laps > 2:\n    PrintString(str(Laps))"),
]


@pytest.mark.parametrize(("number", "code"), thinned(WRONG, 2), ids=_number)
def test_a_wrong_answer_is_refused(number: int, code: str) -> None:
    assert judged(number, code)
