"""Edits of the VALIDATION SET: a bridge. Outside uses BRIDGE_EDITS.

Nobody looks at this Blueprint, its requests or what models make of them while anything is being tuned: see
the package's own words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    call,
    touch,
    untouch,
    wait,
)
from authoring.setups import Setup
from authoring.trial import Wanted, number, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["BRIDGE_EDITS"]

BRIDGE = Setup(
    "BP_Bridge",
    """\
component Deck: StaticMesh as root
component Plate: BoxCollision under Deck
var Weight: int
var Limit: int = 3
var bBroken: bool
on Plate.OnComponentBeginOverlap(OtherActor):
  Weight = Weight + 1
  if Weight > Limit:
    Collapse()
on Plate.OnComponentEndOverlap(OtherActor):
  Weight = Weight - 1
event Collapse():
  PrintString("crack")
  Delay(1.0)
  AddActorWorldOffset((0, 0, -200))
  bBroken = true
on EndPlay():
  PrintString("bye")
""",
)
_LIMIT = 3
_STEPS, _GOES = "Plate.OnComponentBeginOverlap", "Plate.OnComponentEndOverlap"


def _expect_step(
    trial: Trial, weight: int, *, breaks: bool, said: tuple[Wanted, ...] = (), **variables: object
) -> None:
    wanted = [*said, *([prints("crack")] if breaks else [])]
    outcome = trial.after(touch("Plate"), wait(5), Weight=weight, **variables)
    outcome.does(*wanted, in_any_order=True).leaves(Weight=weight + 1)
    outcome.moves(z=-200 if breaks else 0).turns()


def _breaks_at_limit(trial: Trial) -> None:
    for weight, limit in ((0, 3), (1, 3), (2, 3), (3, 3), (0, 1)):
        _expect_step(trial, weight, breaks=weight + 1 >= limit, Limit=limit)


def _falls_first(trial: Trial) -> None:
    trial.after(call("Collapse"), wait(0.5)).does(prints("crack")).moves(z=-200).leaves(bBroken=False)
    trial.after(call("Collapse"), wait(5)).does(prints("crack")).moves(z=-200).leaves(bBroken=True)


def _says_weight(trial: Trial) -> None:
    for weight in (0, 2, 3):
        _expect_step(trial, weight, breaks=weight == _LIMIT, said=(prints(number(weight + 1)),))


def _check_load(trial: Trial) -> None:
    for weight, limit in ((0, 3), (3, 3), (2, 3), (1, 1)):
        _expect_step(trial, weight, breaks=weight + 1 > limit, Limit=limit)
    for weight in (2, 9):
        breaks = weight > _LIMIT
        outcome = trial.after(call("CheckLoad"), wait(5), Weight=weight)
        outcome.does(*([prints("crack")] if breaks else [])).moves(z=-200 if breaks else 0).leaves(
            Weight=weight
        )


def _crack_twice(trial: Trial) -> None:
    outcome = trial.after(call("Collapse"), wait(5))
    outcome.does(prints("crack"), prints("crack")).moves(z=-200).leaves(bBroken=True)
    trial.after(call("Collapse"), wait(0.9)).moves().leaves(bBroken=False)


def _deeper(trial: Trial) -> None:
    trial.after(call("Collapse"), wait(0.9)).does(prints("crack")).moves().leaves(bBroken=False)
    trial.after(call("Collapse"), wait(5)).does(prints("crack")).moves(z=-500).turns().leaves(bBroken=True)


def _once_broken(trial: Trial) -> None:
    for weight in (0, 3, 8):
        trial.after(touch("Plate"), wait(5), Weight=weight, bBroken=True).does().moves().leaves(Weight=weight)
        _expect_step(trial, weight, breaks=weight >= _LIMIT)
    trial.after(untouch("Plate"), Weight=2, bBroken=True).leaves(Weight=1)


_COLLAPSE = """\
event Collapse():
  PrintString("crack")
  Delay(1.0)
  AddActorWorldOffset((0, 0, {fall}))
  bBroken = true
"""
_EDITS = (
    AuthoringRequest(
        68,
        "condition",
        "It should already break when Weight reaches Limit.",
        """\
on Plate.OnComponentBeginOverlap(OtherActor):
  Weight = Weight + 1
  if Weight >= Limit:
    Collapse()
""",
        _breaks_at_limit,
        (_STEPS,),
        BRIDGE,
    ),
    AuthoringRequest(
        69,
        "order",
        "Let it fall before the wait, not after.",
        """\
event Collapse():
  PrintString("crack")
  AddActorWorldOffset((0, 0, -200))
  Delay(1.0)
  bBroken = true
""",
        _falls_first,
        ("Collapse", _STEPS),
        BRIDGE,
    ),
    AuthoringRequest(
        70,
        "addition",
        "Each time something steps on, show the Weight too.",
        """\
on Plate.OnComponentBeginOverlap(OtherActor):
  Weight = Weight + 1
  PrintString(str(Weight))
  if Weight > Limit:
    Collapse()
""",
        _says_weight,
        (_STEPS,),
        BRIDGE,
    ),
    AuthoringRequest(
        71,
        "function",
        "The test whether it is too heavy should be a function CheckLoad.",
        """\
on Plate.OnComponentBeginOverlap(OtherActor):
  Weight = Weight + 1
  CheckLoad()
func CheckLoad():
  if Weight > Limit:
    Collapse()
""",
        _check_load,
        (_STEPS,),
        BRIDGE,
    ),
    AuthoringRequest(
        72,
        "loop",
        "Say crack twice.",
        """\
event Collapse():
  for i in range(2):
    PrintString("crack")
  Delay(1.0)
  AddActorWorldOffset((0, 0, -200))
  bBroken = true
""",
        _crack_twice,
        ("Collapse", _STEPS),
        BRIDGE,
    ),
    AuthoringRequest(
        73,
        "value",
        "Drop it by 500, that is deeper.",
        _COLLAPSE.format(fall=-500),
        _deeper,
        ("Collapse", _STEPS),
        BRIDGE,
    ),
    AuthoringRequest(
        74,
        "condition",
        "Nothing happens on stepping on it once bBroken is true.",
        """\
on Plate.OnComponentBeginOverlap(OtherActor):
  if not bBroken:
    Weight = Weight + 1
    if Weight > Limit:
      Collapse()
""",
        _once_broken,
        (_STEPS,),
        BRIDGE,
    ),
)
BRIDGE_EDITS = tuple(replace(item, kind="edit", set="validation") for item in _EDITS)
