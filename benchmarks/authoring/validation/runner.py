"""Edits of the VALIDATION SET: a runner. Outside uses RUNNER_EDITS.

Nobody looks at this Blueprint, its requests or what models make of them while anything is being tuned: see
the package's own words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    END,
    OVERLAP,
    PLAIN,
    TICK,
    call,
    overlap,
    tick,
    unoverlap,
    wait,
)
from authoring.setups import CHARACTER as CHARACTER_CLASS
from authoring.setups import Setup
from authoring.trial import Wanted, number, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["RUNNER_EDITS"]

RUNNER = Setup(
    "BP_Runner",
    """\
var Speed: float = 300
var Boost: float = 1.5
var Laps: int
on Tick(DeltaSeconds):
  if Laps < 3:
    AddActorWorldOffset(MakeVector(Speed * DeltaSeconds, 0, 0))
func NextLap():
  Laps = Laps + 1
  PrintString(str(Laps))
on ActorBeginOverlap(OtherActor):
  NextLap()
  Jump()
on ActorEndOverlap(OtherActor):
  Speed = Speed * Boost
""",
    CHARACTER_CLASS,
)
_JUMP = Wanted("jumps", "self")


def _expect_run(trial: Trial, share: float, laps: int = 3) -> None:
    for done in (0, laps - 1, laps, laps + 1):
        for seconds in ((0.5,), (0.5, 0.1)):
            way = 300 * share * sum(seconds) if done < laps else 0.0
            trial.after(*map(tick, seconds), Laps=done).does().moves(x=way).turns()


def _half_speed(trial: Trial) -> None:
    _expect_run(trial, 0.5)
    trial.after(unoverlap(PLAIN), Speed=100.0, Boost=2.0).does().leaves(Speed=200.0, Boost=2.0)


def _five_laps(trial: Trial) -> None:
    _expect_run(trial, 1.0, laps=5)


def _expect_lap(trial: Trial, *wanted: Wanted) -> None:
    for laps in (0, 4):
        outcome = trial.after(overlap(), wait(5), Laps=laps)
        outcome.does(prints(number(laps + 1)), *wanted).leaves(Laps=laps + 1)


def _crouches(trial: Trial) -> None:
    _expect_lap(trial, Wanted("crouches", "self"))


def _jumps_again(trial: Trial) -> None:
    _expect_lap(trial, _JUMP, Wanted("jumps", "self", 1))


def _adds_boost(trial: Trial) -> None:
    for speed, boost in ((300.0, 1.5), (100.0, 20.0)):
        trial.after(unoverlap(PLAIN), Speed=speed, Boost=boost).does().leaves(
            Speed=speed + boost, Boost=boost
        )


def _from_second(trial: Trial) -> None:
    for laps in (0, 1, 4):
        said = [prints(number(laps + 1))] if laps else []
        trial.after(call("NextLap"), Laps=laps).does(*said).leaves(Laps=laps + 1)
        trial.after(overlap(), Laps=laps).does(*said, _JUMP).leaves(Laps=laps + 1)


_EDITS = (
    AuthoringRequest(
        75,
        "value",
        "Run at half the pace.",
        """\
on Tick(DeltaSeconds):
  if Laps < 3:
    AddActorWorldOffset(MakeVector(Speed * 0.5 * DeltaSeconds, 0, 0))
""",
        _half_speed,
        (TICK, END),
        RUNNER,
        changes=("Speed",),
    ),
    AuthoringRequest(
        76,
        "removal",
        "Instead of jumping let it crouch.",
        """\
on ActorBeginOverlap(OtherActor):
  NextLap()
  Crouch()
""",
        _crouches,
        (OVERLAP,),
        RUNNER,
    ),
    AuthoringRequest(
        77,
        "value",
        "It stops after five laps, not three.",
        """\
on Tick(DeltaSeconds):
  if Laps < 5:
    AddActorWorldOffset(MakeVector(Speed * DeltaSeconds, 0, 0))
""",
        _five_laps,
        (TICK,),
        RUNNER,
    ),
    AuthoringRequest(
        78,
        "value",
        "Boost is to be added to Speed, not multiplied.",
        """\
on ActorEndOverlap(OtherActor):
  Speed = Speed + Boost
""",
        _adds_boost,
        (END,),
        RUNNER,
    ),
    AuthoringRequest(
        79,
        "addition",
        "A second after the jump it jumps again.",
        """\
on ActorBeginOverlap(OtherActor):
  NextLap()
  Jump()
  Delay(1.0)
  Jump()
""",
        _jumps_again,
        (OVERLAP,),
        RUNNER,
    ),
    AuthoringRequest(
        80,
        "condition",
        "Don't print the first lap, only the later ones.",
        """\
func NextLap():
  Laps = Laps + 1
  if Laps > 1:
    PrintString(str(Laps))
""",
        _from_second,
        ("NextLap", OVERLAP),
        RUNNER,
    ),
)
RUNNER_EDITS = tuple(replace(item, kind="edit", set="validation") for item in _EDITS)
