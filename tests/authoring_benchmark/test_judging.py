"""The judge of the benchmark: right graphs pass however they are made, wrong ones fail, with the reason."""

from __future__ import annotations

import pytest

from authoring.judging import faults_of, is_right
from authoring.requests import chosen
from authoring.setups import CRATE, set_up
from authoring_trials import REQUEST, built, judged, made_by
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from sandbox_project import open_project
from tiers import thinned

CREATIONS = [item.number for item in chosen(("tuning",), ("create",))]


@pytest.mark.parametrize("number", thinned(CREATIONS, 4, is_one_value=True))
def test_the_answer_to_a_request_is_right_for_it_and_wrong_for_all_others(number: int) -> None:
    made = made_by(REQUEST[number])
    others = [item for item in chosen(kinds=("create",)) if item.on is REQUEST[number].on]

    assert [item.number for item in others if is_right(item, *made)] == [number]


def test_an_empty_blueprint_answers_no_request() -> None:
    made = built(CRATE, "")

    assert not any(is_right(item, *made) for item in REQUEST.values() if item.on is CRATE)


OTHER_WAYS = {
    "a variable for the text": (1, 'on BeginPlay():\n  Label = "Hello World"\n  PrintString(Label)'),
    "two delays": (2, 'on BeginPlay():\n  PrintString("A")\n  Delay(1.0)\n  Delay(1.0)\n  PrintString("B")'),
    "a custom event": (
        2,
        'on BeginPlay():\n  PrintString("A")\n  Delay(2.0)\n  Second()\nevent Second():\n  PrintString("B")',
    ),
    "a sequence": (
        2,
        (
            'on BeginPlay():\n  sequence:\n    then:\n      PrintString("A")\n'
            '    then:\n      Delay(2.0)\n      PrintString("B")'
        ),
    ),
    "a world offset": (3, "on Tick():\n  AddActorWorldOffset((10, 0, 0))"),
    "a new location": (3, "on Tick():\n  SetActorLocation(GetActorLocation() + MakeVector(10, 0, 0))"),
    "forward": (3, "on Tick():\n  AddActorWorldOffset(GetActorForwardVector() * 10.0)"),
    "self": (4, "on ActorBeginOverlap(OtherActor):\n  self.DestroyActor()"),
    "a not": (
        6,
        'on BeginPlay():\n  if not bOpen:\n    PrintString("closed")\n  else:\n    PrintString("open")',
    ),
    "a select": (6, 'on BeginPlay():\n  PrintString("open" if bOpen else "closed")'),
    "five prints": (7, "on BeginPlay():\n" + "".join(f'  PrintString("{number}")\n' for number in range(5))),
    "a while": (7, "on BeginPlay():\n  while Score < 5:\n    PrintString(str(Score))\n    Score = Score + 1"),
    "zero at least": (
        8,
        "on AnyDamage(D):\n  Health = FMax(Health - D, 0.0)\n  if Health == 0.0:\n    DestroyActor()",
    ),
    "a check first": (
        8,
        (
            "on AnyDamage(Damage):\n  if Health > Damage:\n    Health = Health - Damage\n"
            "  else:\n    Health = 0.0\n    DestroyActor()"
        ),
    ),
    "a function": (
        8,
        (
            "on AnyDamage(Damage):\n  Hurt(Damage)\nfunc Hurt(Amount: float):\n  Health = Health - Amount\n"
            "  if not Health > 0.0:\n    DestroyActor()"
        ),
    ),
    "print first": (9, 'on ActorBeginOverlap():\n  PrintString("Got it")\n  Score += 1'),
    "a timer by event": (
        11,
        "on BeginPlay():\n  SetTimerByEvent(delegate Pulse, Time=1.0, bLooping=true)",
    ),
    "hidden in game": (
        14,
        "on BeginPlay():\n  Bulb.SetHiddenInGame(true)\n  Delay(3.0)\n  Bulb.SetHiddenInGame(false)",
    ),
    "added to itself": (15, "func Double(N: int) -> (Result: int):\n  return N + N"),
    "an own check": (
        16,
        "on Hit():\n  Health = Health - 5.0\n  if Health < 0:\n    Health = 0.0",
    ),
    "a random index": (17, "on BeginPlay():\n  Score = RandomInteger(6) + 1"),
    "both ways": (
        18,
        "on input F():\n  Pressed:\n    if bOpen:\n      bOpen = false\n    else:\n      bOpen = true",
    ),
    "with a word before it": (
        19,
        (
            "on Zone.OnComponentBeginOverlap(OtherActor):\n  Visits = Visits + 1\n"
            '  PrintString(f"Visits: {Visits}")'
        ),
    ),
    "a while of its own": (
        20,
        (
            "event Alarm():\n  Score = 0\n  while Score < 5:\n"
            '    PrintString("Wake up")\n    Score = Score + 1'
        ),
    ),
    "a variable speed": (
        12,
        (
            "var Speed: float = 90.0\non Tick(DeltaSeconds):\n"
            "  AddActorWorldRotation(MakeRotator(Yaw=DeltaSeconds * Speed))"
        ),
    ),
}


@pytest.mark.parametrize(("number", "code"), thinned(OTHER_WAYS.values(), 6), ids=OTHER_WAYS)
def test_another_way_to_do_the_same_is_accepted(number: int, code: str) -> None:
    assert judged(number, code) == []


WRONG = {
    "another text": (1, 'on BeginPlay():\n  PrintString("Hello")', "instead of"),
    "printed twice": (1, 'on BeginPlay():\n  PrintString("Hello World")\n  PrintString("Hello World")', ""),
    "printed each tick": (1, 'on Tick():\n  PrintString("Hello World")', "does nothing"),
    "printed at the start and each tick": (
        1,
        'on BeginPlay():\n  PrintString("Hello World")\non Tick():\n  PrintString("Hello World")',
        "nobody asked for",
    ),
    "an event that nothing calls": (
        1,
        'on BeginPlay():\n  PrintString("Hello World")\nevent Other():\n  PrintString("x")',
        "nobody asked for",
    ),
    "a variable that nothing uses": (
        1,
        'var Greeting: string = "Hello"\non BeginPlay():\n  PrintString("Hello World")',
        "nothing uses the new Greeting",
    ),
    "a function that was there": (
        1,
        'on BeginPlay():\n  PrintString("Hello World")\nfunc Pulse():\n  PrintString("x")',
        "nobody asked for a change of Pulse",
    ),
    "a second": (2, 'on BeginPlay():\n  PrintString("A")\n  Delay(1.0)\n  PrintString("B")', "at 1 s"),
    "no wait": (2, 'on BeginPlay():\n  PrintString("A")\n  PrintString("B")', "at 0 s"),
    "a wait beside": (
        2,
        (
            'on BeginPlay():\n  sequence:\n    then:\n      PrintString("A")\n      Delay(2.0)\n'
            '    then:\n      PrintString("B")'
        ),
        "at 0 s",
    ),
    "by the second": (
        3,
        "on Tick(DeltaSeconds):\n  AddActorLocalOffset(MakeVector(10 * DeltaSeconds, 0, 0))",
        "",
    ),
    "along Y": (3, "on Tick():\n  AddActorLocalOffset((0, 10, 0))", "moved by"),
    "once": (3, "on BeginPlay():\n  AddActorLocalOffset((10, 0, 0))", "moved by"),
    "only one kind": (
        4,
        "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Pawn as pawn:\n    DestroyActor()",
        "a plain actor",
    ),
    "the other one": (
        4,
        "on ActorBeginOverlap(OtherActor):\n  OtherActor.DestroyActor()",
        "destroys a plain",
    ),
    "both": (4, "on ActorBeginOverlap(OtherActor):\n  DestroyActor()\n  OtherActor.DestroyActor()", ""),
    "only the default": (5, "var Health: float = 100.0", "Health"),
    "more health": (5, "on BeginPlay():\n  Health = Health + 50.0", "Health is 200"),
    "the wrong way round": (
        6,
        'on BeginPlay():\n  if bOpen:\n    PrintString("closed")\n  else:\n    PrintString("open")',
        "bOpen True",
    ),
    "always the second": (
        6,
        'on BeginPlay():\n  if bOpen:\n    PrintString("open")\n  PrintString("closed")',
        "",
    ),
    "up to 3": (7, "on BeginPlay():\n  for i in 0..3:\n    PrintString(str(i))", "instead of"),
    "from 1": (7, "on BeginPlay():\n  for i in 1..4:\n    PrintString(str(i))", "instead of"),
    "less than zero": (
        8,
        "on AnyDamage(Damage):\n  Health = Health - Damage\n  if Health < 0:\n    DestroyActor()",
        "at Health 30",
    ),
    "destroyed always": (8, "on AnyDamage(Damage):\n  Health = Health - Damage\n  DestroyActor()", ""),
    "healed": (
        8,
        "on AnyDamage(Damage):\n  Health = Health + Damage\n  if Health <= 0:\n    DestroyActor()",
        "Health is",
    ),
    "a damage of its own": (
        8,
        "on AnyDamage(Damage):\n  Health = Health - 30.0\n  if Health <= 0:\n    DestroyActor()",
        "at Health 0.5",
    ),
    "no score": (9, 'on ActorBeginOverlap(OtherActor):\n  PrintString("Got it")', "Score is 0"),
    "only for pawns": (
        9,
        (
            "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Pawn as pawn:\n    Score = Score + 1\n"
            '    PrintString("Got it")'
        ),
        "a plain actor",
    ),
    "any pawn ignored": (
        10,
        (
            "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Character as who:\n    who.Jump()\n"
            '  PrintString("ignored")'
        ),
        "a character",
    ),
    "nothing printed": (
        10,
        "on ActorBeginOverlap(OtherActor):\n  if OtherActor is Character as who:\n    who.Jump()",
        "a plain actor",
    ),
    "once only": (
        11,
        'on BeginPlay():\n  SetTimerByFunctionName(FunctionName="Pulse", Time=1.0)',
        "sets a timer",
    ),
    "each two seconds": (
        11,
        'on BeginPlay():\n  SetTimerByFunctionName(FunctionName="Pulse", Time=2.0, bLooping=true)',
        "at 2 s",
    ),
    "called at once": (11, "on BeginPlay():\n  Pulse()", "does nothing"),
    "shown at once": (
        14,
        "on BeginPlay():\n  Bulb.SetVisibility(false)\n  Bulb.SetVisibility(true)",
        "at 0 s",
    ),
    "only hidden": (14, "on BeginPlay():\n  Bulb.SetVisibility(false)", "hides 'Bulb' at 0 s instead of"),
    "the post": (
        14,
        "on BeginPlay():\n  Post.SetVisibility(false)\n  Delay(3.0)\n  Post.SetVisibility(true)",
        "hides 'Post'",
    ),
    "squared": (15, "func Double(N: int) -> (Result: int):\n  return N * N", "it gives"),
    "a function of another name": (15, "func Twice(N: int) -> (Result: int):\n  return N * 2", "Double"),
    "below zero": (16, "on Hit():\n  Health = Health - 5.0", "Health is -2"),
    "no six": (17, "on BeginPlay():\n  Score = RandomIntegerInRange(1, 5)", "Score is 5 instead of 6"),
    "another key": (18, "on input G():\n  Pressed:\n    bOpen = not bOpen", "bOpen is"),
    "when it is let go too": (
        18,
        "on input F():\n  Pressed:\n    bOpen = not bOpen\n  Released:\n    bOpen = not bOpen",
        "bOpen is",
    ),
    "the number before": (
        19,
        ("on Zone.OnComponentBeginOverlap(OtherActor):\n  PrintString(str(Visits))\n  Visits = Visits + 1"),
        "the number 1",
    ),
    "six times": (20, 'event Alarm():\n  for i in 0..5:\n    PrintString("Wake up")', "instead of"),
    "by itself": (20, 'on BeginPlay():\n  for i in 1..5:\n    PrintString("Wake up")', "Alarm"),
    "another axis": (
        12,
        "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Roll=90 * DeltaSeconds))",
        "turned by",
    ),
    "by the tick": (12, "on Tick(DeltaSeconds):\n  AddActorLocalRotation(MakeRotator(Yaw=90))", "turned by"),
}


@pytest.mark.parametrize(("number", "code", "reason"), thinned(WRONG.values(), 11), ids=WRONG)
def test_a_wrong_answer_is_refused_with_the_reason(number: int, code: str, reason: str) -> None:
    faults = judged(number, code)

    assert faults
    assert reason in " ".join(faults)


def test_a_node_that_nothing_leads_to_is_a_fault() -> None:
    with open_project() as project:
        set_up(project)
        before, context, registry = project.blueprint(CRATE.path), project.new_context(), ActionRegistry()
        for tool, parameters in (
            ("write_graph", {"code": REQUEST[1].answer}),
            ("add_node", {"node_type": "CallFunction", "function_name": "PrintString"}),
        ):
            assert registry.call(tool, {"blueprint": CRATE.path, **parameters}, context).ok
        report = project.editor.apply(EditPlan(CRATE.path, "compile", (CompileBlueprintStep(),))).compile
        assert report is not None
        (fault,) = faults_of(REQUEST[1], before, project.blueprint(CRATE.path), report)
    assert "does nothing" in fault
