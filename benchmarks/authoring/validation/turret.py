"""Edits of the VALIDATION SET: a turret. Outside uses TURRET_EDITS.

Nobody looks at this Blueprint, its requests or what models make of them while anything is being tuned: see
the package's own words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    BEGIN,
    CHARACTER,
    HIT,
    OTHERS,
    PAWN,
    begin,
    call,
    hit,
    wait,
)
from authoring.setups import Setup
from authoring.trial import Wanted, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["TURRET_EDITS"]

TURRET = Setup(
    "BP_Turret",
    """\
component Stand: StaticMesh as root
component Muzzle: PointLight under Stand
var Ammo: int = 6
var bArmed: bool = true
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Fire", Time=1.5, bLooping=true)
  PrintString("online")
func Fire():
  if bArmed and Ammo > 0:
    Ammo = Ammo - 1
    PlaySoundAtLocation("/Game/Audio/S_Shot", GetActorLocation())
    Muzzle.SetIntensity(900.0)
  else:
    PrintString("empty")
on Hit(Other):
  bArmed = false
  PrintString("jammed")
func Reload(Amount: int):
  Ammo = Ammo + Amount
  bArmed = true
""",
    assets={"/Game/Audio/S_Shot": "SoundWave"},
)
_FLASH = Wanted("sets Muzzle.Intensity", 900.0)
_SHOT = Wanted("plays", "S_Shot"), _FLASH


def _expect_fire(trial: Trial, cost: int = 1, name: str = "Ammo") -> None:
    for ammo, is_armed in ((6, True), (2, True), (0, True), (6, False)):
        is_ready = is_armed and ammo > 0
        outcome = trial.after(call("Fire"), bArmed=is_armed, **{name: ammo})
        outcome.does(*(_SHOT if is_ready else [prints("empty")]))
        outcome.leaves(bArmed=is_armed, **{name: ammo - cost if is_ready else ammo})


def _expect_start(trial: Trial, *said: Wanted, every_s: float = 1.5) -> None:
    """Nothing else at the start, and shots in time; no matter what of it comes first."""
    first = [Wanted("sets a looping timer", "Fire"), *said]
    trial.after(begin(), wait(every_s - 0.1)).does(*first, in_any_order=True)
    trial.after(begin(), wait(3.2)).leaves(Ammo=6 - int(3.2 / every_s))


def _slower(trial: Trial) -> None:
    _expect_start(trial, prints("online"), every_s=3.0)


def _not_online(trial: Trial) -> None:
    _expect_start(trial)


def _two_each(trial: Trial) -> None:
    _expect_fire(trial, cost=2)
    trial.after(begin(), wait(3.2)).leaves(Ammo=2)
    trial.after(begin()).does(Wanted("sets a looping timer", "Fire"), prints("online"))


def _at_most_12(trial: Trial) -> None:
    for ammo, amount, left in ((0, 5, 5), (6, 6, 12), (10, 9, 12)):
        outcome = trial.after(call("Reload", amount), Ammo=ammo, bArmed=False)
        outcome.does().leaves(Ammo=left, bArmed=True)


def _shells(trial: Trial) -> None:
    trial.expect_member("Shells", instead_of="Ammo")
    _expect_fire(trial, name="Shells")
    trial.after(call("Reload", 4), Shells=1).does().leaves(Shells=5, bArmed=True)


def _armed_again(trial: Trial) -> None:
    trial.after(hit(), wait(4.9)).does(prints("jammed")).leaves(bArmed=False)
    trial.after(hit(), wait(5.1)).does(prints("jammed")).leaves(bArmed=True)


def _only_pawns(trial: Trial) -> None:
    for other in OTHERS:
        is_pawn = other in (PAWN, CHARACTER)
        trial.after(hit(other), wait(5)).does(*([prints("jammed")] if is_pawn else [])).leaves(
            bArmed=not is_pawn
        )


_FIRE = """\
func Fire():
  if bArmed and Ammo > 0:
    Ammo = Ammo - {cost}
    PlaySoundAtLocation("/Game/Audio/S_Shot", GetActorLocation())
    Muzzle.SetIntensity(900.0)
  else:
    PrintString("empty")
"""
_EDITS = (
    AuthoringRequest(
        61,
        "value",
        "Let it shoot every three seconds.",
        """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Fire", Time=3.0, bLooping=true)
  PrintString("online")
""",
        _slower,
        (BEGIN,),
        TURRET,
    ),
    AuthoringRequest(
        62,
        "removal",
        "It must not print online any more.",
        """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Fire", Time=1.5, bLooping=true)
""",
        _not_online,
        (BEGIN,),
        TURRET,
    ),
    AuthoringRequest(
        63,
        "value",
        "Each shot should use up 2 Ammo.",
        _FIRE.format(cost=2),
        _two_each,
        ("Fire", BEGIN),
        TURRET,
    ),
    AuthoringRequest(
        64,
        "function",
        "After a Reload there are never more than 12 Ammo.",
        """\
func Reload(Amount: int):
  Ammo = Min(Ammo + Amount, 12)
  bArmed = true
""",
        _at_most_12,
        ("Reload",),
        TURRET,
    ),
    AuthoringRequest(
        65,
        "rename",
        "Call the variable Ammo Shells from now on.",
        (("rename_variable", {"variable_name": "Ammo", "new_name": "Shells"}),),
        _shells,
        (),
        TURRET,
        renames={"Ammo": "Shells"},
    ),
    AuthoringRequest(
        66,
        "addition",
        "Five seconds after it has jammed it is armed again.",
        """\
on Hit(Other):
  bArmed = false
  PrintString("jammed")
  Delay(5.0)
  bArmed = true
""",
        _armed_again,
        (HIT,),
        TURRET,
    ),
    AuthoringRequest(
        67,
        "condition",
        "It jams only if a Pawn hits it.",
        """\
on Hit(Other):
  if Other is Pawn as who:
    bArmed = false
    PrintString("jammed")
""",
        _only_pawns,
        (HIT,),
        TURRET,
    ),
)
TURRET_EDITS = tuple(replace(item, kind="edit", set="validation") for item in _EDITS)
