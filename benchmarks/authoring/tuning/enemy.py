"""Edits of the tuning set: an enemy. Outside uses ENEMY_EDITS."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    BEGIN,
    DAMAGE,
    OVERLAP,
    TICK,
    begin,
    damage,
    overlap,
    tick,
    wait,
)
from authoring.setups import Setup
from authoring.trial import Wanted, number, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["ENEMY_EDITS"]

ENEMY = Setup(
    "BP_Enemy",
    """\
var Health: float = 60
var Score: int
var Value: int = 3
on BeginPlay():
  PrintString("ready")
  Health = 100.0
on Tick(DeltaSeconds):
  AddActorLocalRotation(MakeRotator(Yaw=90 * DeltaSeconds))
on AnyDamage(Damage):
  Health = Health - Damage
  PrintString(str(Health))
  if Health <= 0:
    PrintString("dead")
    DestroyActor()
on ActorBeginOverlap(OtherActor):
  Score = Score + 10
""",
)
_LOW = 20
_DEATH = prints("dead"), Wanted("destroys", "self")
_HITS = (100.0, 30.0), (50.0, 30.0), (49.0, 30.0), (30.0, 30.0), (20.0, 30.0)


def _faster(trial: Trial) -> None:
    for seconds in ((0.5,), (0.5, 0.1)):
        trial.after(*map(tick, seconds)).does().moves().turns(yaw=180 * sum(seconds))


def _silent(trial: Trial) -> None:
    for health in (60.0, 5.0):
        trial.after(begin(), wait(5), Health=health).does().leaves(Health=100.0)


def _by_value(trial: Trial) -> None:
    for score, value in ((0, 3), (5, 40), (2, 10)):
        trial.after(overlap(), Score=score, Value=value).does().leaves(Score=score + value, Value=value)


def _below_20(trial: Trial) -> None:
    for health, amount in _HITS:
        left = health - amount
        said = [prints(number(left))] if left < _LOW else []
        wanted = [*said, *(_DEATH if left <= 0 else [])]
        trial.after(damage(amount), Health=health).does(*wanted).leaves(Health=left)


def _thrice(trial: Trial) -> None:
    for health, amount in _HITS:
        left = health - amount
        death = [prints("dead")] * 3 + [Wanted("destroys", "self")] if left <= 0 else []
        trial.after(damage(amount), Health=health).does(prints(number(left)), *death).leaves(Health=left)


def _as_before(trial: Trial, name: str = "Health") -> None:
    for health, amount in _HITS:
        left = health - amount
        outcome = trial.after(damage(amount), **{name: health})
        outcome.does(prints(number(left)), *(_DEATH if left <= 0 else [])).leaves(**{name: left})


def _take_hit(trial: Trial) -> None:
    _as_before(trial)
    trial.expect_only_calls(DAMAGE, "TakeHit")


def _hit_points(trial: Trial) -> None:
    trial.expect_member("HitPoints", instead_of="Health")
    _as_before(trial, "HitPoints")
    trial.after(begin()).does(prints("ready")).leaves(HitPoints=100.0)


_EDITS = (
    AuthoringRequest(
        41,
        "value",
        "Make it turn twice as fast.",
        """\
on Tick(DeltaSeconds):
  AddActorLocalRotation(MakeRotator(Yaw=180 * DeltaSeconds))
""",
        _faster,
        (TICK,),
        ENEMY,
    ),
    AuthoringRequest(
        42,
        "removal",
        "Remove the print at the start.",
        """\
on BeginPlay():
  Health = 100.0
""",
        _silent,
        (BEGIN,),
        ENEMY,
    ),
    AuthoringRequest(
        43,
        "value",
        "Use Value instead of 10.",
        """\
on ActorBeginOverlap(OtherActor):
  Score = Score + Value
""",
        _by_value,
        (OVERLAP,),
        ENEMY,
    ),
    AuthoringRequest(
        44,
        "condition",
        "Print the Health only when it is below 20.",
        """\
on AnyDamage(Damage):
  Health = Health - Damage
  if Health < 20:
    PrintString(str(Health))
  if Health <= 0:
    PrintString("dead")
    DestroyActor()
""",
        _below_20,
        (DAMAGE,),
        ENEMY,
    ),
    AuthoringRequest(
        45,
        "loop",
        "Print dead three times.",
        """\
on AnyDamage(Damage):
  Health = Health - Damage
  PrintString(str(Health))
  if Health <= 0:
    for i in range(3):
      PrintString("dead")
    DestroyActor()
""",
        _thrice,
        (DAMAGE,),
        ENEMY,
    ),
    AuthoringRequest(
        46,
        "function",
        "Put everything that happens on damage into a function TakeHit.",
        """\
on AnyDamage(Damage):
  TakeHit(Damage)
func TakeHit(Amount: float):
  Health = Health - Amount
  PrintString(str(Health))
  if Health <= 0:
    PrintString("dead")
    DestroyActor()
""",
        _take_hit,
        (DAMAGE,),
        ENEMY,
    ),
    AuthoringRequest(
        47,
        "rename",
        "Rename Health to HitPoints.",
        (("rename_variable", {"variable_name": "Health", "new_name": "HitPoints"}),),
        _hit_points,
        (),
        ENEMY,
        renames={"Health": "HitPoints"},
    ),
)
ENEMY_EDITS = tuple(replace(item, kind="edit") for item in _EDITS)
