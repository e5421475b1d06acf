"""The twenty creations of the tuning set. Outside uses TUNING_CREATIONS.

The first twelve are those of the measurement by which the form of BlueCode was chosen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    BEGIN,
    CHARACTER,
    DAMAGE,
    END,
    HIT,
    OTHERS,
    OVERLAP,
    TICK,
    begin,
    call,
    damage,
    hit,
    overlap,
    press,
    tick,
    touch,
    unoverlap,
    wait,
)
from authoring.setups import LANTERN
from authoring.trial import Wanted, number, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["TUNING_CREATIONS"]


def _hello(trial: Trial) -> None:
    trial.after(begin(), wait(10)).does(prints("Hello World"))


def _wait(trial: Trial) -> None:
    trial.after(begin(), wait(10)).does(prints("A"), prints("B", 2))


def _move(trial: Trial) -> None:
    for seconds in ((0.5,), (0.5, 0.1, 0.1), (0.1, 0.02, 0.02)):
        trial.after(*map(tick, seconds)).does().moves(10 * len(seconds)).turns()


def _destroy(trial: Trial) -> None:
    for other in OTHERS:
        trial.after(overlap(other)).does(Wanted("destroys", "self"))


def _set_health(trial: Trial) -> None:
    for health in (50.0, 0.0, 150.0):
        trial.after(begin(), Health=health).does().leaves(Health=100.0)


def _open(trial: Trial) -> None:
    for is_open in (True, False):
        outcome = trial.after(begin(), wait(10), bOpen=is_open)
        outcome.does(prints("open" if is_open else "closed")).leaves(bOpen=is_open)


def _numbers(trial: Trial) -> None:
    trial.after(begin(), wait(10)).does(*(prints(str(index)) for index in range(5)))


def _damage(trial: Trial) -> None:
    for health, amount in ((100.0, 30.0), (30.0, 30.0), (20.0, 30.0), (0.5, 0.25)):
        left = health - amount
        outcome = trial.after(damage(amount), Health=health)
        outcome.does(*([Wanted("destroys", "self")] if left <= 0 else []))
        # A Health that never falls below zero is as good.
        is_at_zero = outcome.machine.variables["Health"] == 0
        outcome.leaves(Health=max(left, 0.0) if is_at_zero else left)


def _score(trial: Trial) -> None:
    for other in OTHERS:
        for score in (0, 7):
            trial.after(overlap(other), Score=score).does(prints("Got it")).leaves(Score=score + 1)


def _jump(trial: Trial) -> None:
    for other in OTHERS:
        wanted = Wanted("jumps", other) if other == CHARACTER else prints("ignored")
        trial.after(overlap(other)).does(wanted)


def _timer(trial: Trial) -> None:
    runs = (Wanted("runs", "Pulse", second) for second in (1, 2, 3))
    trial.after(begin(), wait(3.5)).does(Wanted("sets a looping timer", "Pulse"), *runs)


def _turn(trial: Trial) -> None:
    for seconds in ((0.5,), (0.5, 0.1), (0.5, 0.1, 0.02)):
        trial.after(*map(tick, seconds)).does().moves().turns(yaw=90 * sum(seconds))


def _goodbye(trial: Trial) -> None:
    for other in OTHERS:
        trial.after(unoverlap(other)).does(prints("Bye"))


def _hide(trial: Trial) -> None:
    trial.after(begin(), wait(10)).does(Wanted("hides", "Bulb"), Wanted("shows", "Bulb", 3))


def _double(trial: Trial) -> None:
    for value in (0, 4, -7):
        trial.after(call("Double", value)).does().gives(2 * value)


def _hit(trial: Trial) -> None:
    for health, left in ((50.0, 45.0), (5.0, 0.0), (3.0, 0.0)):
        trial.after(hit(), Health=health).does().leaves(Health=left)


def _dice(trial: Trial) -> None:
    for drawn, value in ((0.0, 1), (0.5, 4), (0.999, 6)):
        trial.after(begin(), drawn=[drawn]).does().leaves(Score=value)


def _flip(trial: Trial) -> None:
    for is_open in (True, False):
        trial.after(press("F"), bOpen=is_open).does().leaves(bOpen=not is_open)


def _visits(trial: Trial) -> None:
    for visits in (0, 3):
        outcome = trial.after(touch("Zone"), Visits=visits)
        outcome.does(prints(number(visits + 1))).leaves(Visits=visits + 1)


def _alarm(trial: Trial) -> None:
    trial.after(call("Alarm"), wait(10)).does(*[prints("Wake up")] * 5)


TUNING_CREATIONS = (
    AuthoringRequest(
        1,
        "print",
        "When the game starts, print Hello World.",
        """\
on BeginPlay():
  PrintString("Hello World")
""",
        _hello,
        (BEGIN,),
    ),
    AuthoringRequest(
        2,
        "time",
        "When play begins print A, wait two seconds, then print B.",
        """\
on BeginPlay():
  PrintString("A")
  Delay(2.0)
  PrintString("B")
""",
        _wait,
        (BEGIN,),
    ),
    AuthoringRequest(
        3,
        "movement",
        "Move forward 10 units along X every tick.",
        """\
on Tick(DeltaSeconds):
  AddActorLocalOffset(MakeVector(10, 0, 0))
""",
        _move,
        (TICK,),
    ),
    AuthoringRequest(
        4,
        "object",
        "When another actor overlaps this one, destroy this actor.",
        """\
on ActorBeginOverlap(OtherActor):
  DestroyActor()
""",
        _destroy,
        (OVERLAP,),
    ),
    AuthoringRequest(
        5,
        "value",
        "On begin play set Health to 100.",
        """\
on BeginPlay():
  Health = 100.0
""",
        _set_health,
        (BEGIN,),
    ),
    AuthoringRequest(
        6,
        "condition",
        "When play begins, print open if bOpen is true, otherwise print closed.",
        """\
on BeginPlay():
  if bOpen:
    PrintString("open")
  else:
    PrintString("closed")
""",
        _open,
        (BEGIN,),
    ),
    AuthoringRequest(
        7,
        "loop",
        "On begin play, print the numbers 0 to 4.",
        """\
on BeginPlay():
  for i in 0..4:
    PrintString(str(i))
""",
        _numbers,
        (BEGIN,),
    ),
    AuthoringRequest(
        8,
        "condition",
        "When taking damage, subtract the damage from Health, "
        "and if Health is zero or less destroy the actor.",
        """\
on AnyDamage(Damage):
  Health = Health - Damage
  if Health <= 0:
    DestroyActor()
""",
        _damage,
        (DAMAGE,),
    ),
    AuthoringRequest(
        9,
        "value",
        "When something overlaps, add 1 to Score and print Got it.",
        """\
on ActorBeginOverlap(OtherActor):
  Score = Score + 1
  PrintString("Got it")
""",
        _score,
        (OVERLAP,),
    ),
    AuthoringRequest(
        10,
        "object",
        "When a Character overlaps, make it jump; when something else overlaps, print ignored.",
        """\
on ActorBeginOverlap(OtherActor):
  if OtherActor is Character as who:
    who.Jump()
  else:
    PrintString("ignored")
""",
        _jump,
        (OVERLAP,),
    ),
    AuthoringRequest(
        11,
        "time",
        "On begin play start a timer that calls the function Pulse every second, looping.",
        """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Pulse", Time=1.0, bLooping=true)
""",
        _timer,
        (BEGIN,),
    ),
    AuthoringRequest(
        12,
        "movement",
        "Every tick rotate the actor around the vertical axis, 90 degrees per second.",
        """\
on Tick(DeltaSeconds):
  AddActorLocalRotation(MakeRotator(Yaw=90 * DeltaSeconds))
""",
        _turn,
        (TICK,),
    ),
    AuthoringRequest(
        13,
        "print",
        "Print Bye as soon as an actor stops overlapping it.",
        """\
on ActorEndOverlap(OtherActor):
  PrintString("Bye")
""",
        _goodbye,
        (END,),
    ),
    AuthoringRequest(
        14,
        "time",
        "Hide the Bulb when the game starts and show it again after three seconds.",
        """\
on BeginPlay():
  Bulb.SetVisibility(false)
  Delay(3.0)
  Bulb.SetVisibility(true)
""",
        _hide,
        (BEGIN,),
        LANTERN,
    ),
    AuthoringRequest(
        15,
        "function",
        "Make a function Double that takes a whole number and gives back twice as much.",
        """\
func Double(Number: int) -> (Result: int):
  return Number * 2
""",
        _double,
        (),
        makes=("Double",),
    ),
    AuthoringRequest(
        16,
        "value",
        "When something hits it, take 5 off Health, but never let it go below 0.",
        """\
on Hit(Other):
  Health = FMax(Health - 5.0, 0.0)
""",
        _hit,
        (HIT,),
    ),
    AuthoringRequest(
        17,
        "value",
        "At the start roll a dice: Score is a random number from 1 to 6.",
        """\
on BeginPlay():
  Score = RandomIntegerInRange(1, 6)
""",
        _dice,
        (BEGIN,),
    ),
    AuthoringRequest(
        18,
        "input",
        "Pressing F flips bOpen.",
        """\
on input F():
  Pressed:
    bOpen = not bOpen
""",
        _flip,
        ("key F",),
    ),
    AuthoringRequest(
        19,
        "component",
        "Whenever something walks into Zone, add one to Visits and print how many there are.",
        """\
on Zone.OnComponentBeginOverlap(OtherActor):
  Visits = Visits + 1
  PrintString(str(Visits))
""",
        _visits,
        ("Zone.OnComponentBeginOverlap",),
        LANTERN,
    ),
    AuthoringRequest(
        20,
        "loop",
        "I need a custom event Alarm. It prints Wake up five times.",
        """\
event Alarm():
  for i in 1..5:
    PrintString("Wake up")
""",
        _alarm,
        (),
        makes=("Alarm",),
    ),
)
