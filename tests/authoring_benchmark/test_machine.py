"""The machine runs nodes as the engine does: cases of what artists use, by what comes of them."""

from __future__ import annotations

import pytest

from authoring.happenings import begin, call, fire, overlap, play, tick, wait
from authoring.setups import CRATE, GUARD, LANTERN
from authoring.trial import Trial, Wanted, prints
from authoring_trials import built
from tiers import thinned

CASES = {
    "a pure node is asked once for one executed node": (
        CRATE,
        "on BeginPlay():\n  let drawn = RandomIntegerInRange(0, 9)\n  PrintString(str(drawn - drawn))",
        lambda trial: trial.after(begin(), drawn=[0.1, 0.9]).does(prints("0")),
    ),
    "and anew for the next one": (
        CRATE,
        (
            "on BeginPlay():\n  PrintString(str(RandomIntegerInRange(0, 9)))\n"
            "  PrintString(str(RandomIntegerInRange(0, 9)))"
        ),
        lambda trial: trial.after(begin(), drawn=[0.1, 0.9]).does(prints("1"), prints("9")),
    ),
    "arrays are changed in place, and copied by a Set node": (
        GUARD,
        (
            "var Others: array:string\non BeginPlay():\n  Others = Names\n"
            '  Names.append("c")\n  PrintString(str(Names.length + Others.length * 10))'
        ),
        lambda trial: trial.after(begin(), Names=["a", "b"]).does(prints("23")).leaves(Others=["a", "b"]),
    ),
    "what waits ends with the actor": (
        CRATE,
        'on BeginPlay():\n  Delay(1.0)\n  PrintString("late")\non ActorBeginOverlap():\n  DestroyActor()',
        lambda trial: trial.after(begin(), overlap(), wait(5)).does(Wanted("destroys", "self")),
    ),
    "a delay that waits is not begun again": (
        CRATE,
        'on ActorBeginOverlap():\n  Delay(1.0)\n  PrintString("late")',
        lambda trial: trial.after(overlap(), wait(0.5), overlap(), wait(5)).does(prints("late", 1)),
    ),
    "a timer ends when it is cleared": (
        CRATE,
        (
            'on BeginPlay():\n  SetTimerByFunctionName("Pulse", 1.0, true)\n  Delay(2.5)\n'
            '  ClearTimerByFunctionName(FunctionName="Pulse")'
        ),
        lambda trial: trial.after(begin(), wait(9)).does(
            Wanted("sets a looping timer", "Pulse"), Wanted("runs", "Pulse", 1), Wanted("runs", "Pulse", 2)
        ),
    ),
    "a flip-flop takes turns": (
        CRATE,
        (
            "on ActorBeginOverlap():\n  FlipFlop():\n    A:\n"
            '      PrintString("a")\n    B:\n      PrintString("b")'
        ),
        lambda trial: trial.after(overlap(), overlap(), overlap()).does(
            prints("a"), prints("b"), prints("a")
        ),
    ),
    "a switch goes to its case, else to the default": (
        CRATE,
        (
            "on BeginPlay():\n  switch Score:\n    case 0:\n      pass\n    case 1:\n"
            '      PrintString("one")\n    default:\n      PrintString("other")'
        ),
        lambda trial: (
            trial.after(begin(), Score=1).does(prints("one")),
            trial.after(begin(), Score=5).does(prints("other")),
        ),
    ),
    "what is bound to a dispatcher runs when it is called": (
        CRATE,
        (
            "dispatcher Rang()\non BeginPlay():\n  bind Rang += event Hear\n"
            'event Hear():\n  PrintString("ring")\nevent Ring():\n  broadcast Rang()'
        ),
        lambda trial: trial.after(begin(), call("Ring")).does(Wanted("broadcasts", "Rang"), prints("ring")),
    ),
    "time goes on by frames": (
        CRATE,
        "on Tick(DeltaSeconds):\n  Health = Health + DeltaSeconds",
        lambda trial: (
            trial.after(play(2), Health=0.0).leaves(Health=2.0),
            trial.after(tick(0.5), Health=0.0).leaves(Health=0.5),
        ),
    ),
    "a component is hidden by either of two properties": (
        LANTERN,
        (
            "on BeginPlay():\n  Bulb.SetHiddenInGame(true)\n"
            "  Bulb.SetVisibility(false)\n  Bulb.SetVisibility(true)"
        ),
        lambda trial: trial.after(begin()).does(Wanted("hides", "Bulb")).shows(Bulb=False),
    ),
    "a variable of something else is not the actor's own": (
        LANTERN,
        "on Zone.OnComponentBeginOverlap(OtherActor):\n  Bulb.Intensity = Power",
        lambda trial: (
            trial.after(fire("Zone.OnComponentBeginOverlap"), Power=7.0)
            .does(Wanted("sets Bulb.Intensity", 7.0))
            .leaves(Power=7.0)
        ),
    ),
}


@pytest.mark.parametrize(("setup", "code", "check"), thinned(CASES.values(), 3), ids=CASES)
def test_what_comes_of_a_program(setup: object, code: str, check: object) -> None:
    _, after, compiled = built(setup, code)
    trial = Trial(after)
    check(trial)

    assert compiled.is_clean
    assert trial.faults == []
