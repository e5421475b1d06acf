"""Edits of the tuning set: a chest. Outside uses CHEST_EDITS."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    CHARACTER,
    OTHERS,
    PAWN,
    PLAIN,
    call,
    touch,
    untouch,
    wait,
)
from authoring.setups import Setup
from authoring.trial import Wanted, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["CHEST_EDITS"]

CHEST = Setup(
    "BP_Chest",
    """\
component Base: StaticMesh as root
component Lid: StaticMesh under Base
component Trigger: BoxCollision under Base
var bLocked: bool
var bOpen: bool
var Coins: int = 2
on Trigger.OnComponentBeginOverlap(OtherActor):
  if OtherActor is Character as visitor:
    if not bLocked:
      Delay(0.5)
      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())
      Lid.SetRelativeRotation((0, 70, 0))
      bOpen = true
on Trigger.OnComponentEndOverlap(OtherActor):
  bOpen = false
  Lid.SetRelativeRotation((0, 0, 0))
event Unlock():
  bLocked = false
  PrintString("click")
""",
    assets={"/Game/Audio/S_Creak": "SoundWave"},
)
_COMES, _LEAVES = "Trigger.OnComponentBeginOverlap", "Trigger.OnComponentEndOverlap"
_TILTED = "sets Lid.RelativeRotation"


def _is_tilted(rotation: object) -> bool:
    return isinstance(rotation, tuple) and sorted(rotation) == [0.0, 0.0, 70.0]


_is_tilted.__doc__ = "a turn by 70"


def _opening(at_s: float = 0.5) -> list[Wanted]:
    return [Wanted("plays", "S_Creak", at_s), Wanted(_TILTED, _is_tilted, at_s)]


def _expect_opening(trial: Trial, *wanted: Wanted, openers: tuple[object, ...] = (CHARACTER,)) -> None:
    """These effects and no others for who may open it, nothing for others and when it is locked."""
    for other in OTHERS:
        is_opener = other in openers
        trial.after(touch("Trigger", other), wait(5)).does(*(wanted if is_opener else ())).leaves(
            bOpen=is_opener, bLocked=False
        )
        trial.after(touch("Trigger", other), wait(5), bLocked=True).does().leaves(bOpen=False)


def _sound_first(trial: Trial) -> None:
    _expect_opening(trial, Wanted("plays", "S_Creak"), Wanted(_TILTED, _is_tilted, 0.5))


def _two_seconds(trial: Trial) -> None:
    _expect_opening(trial, *_opening(2.0))


def _any_pawn(trial: Trial) -> None:
    _expect_opening(trial, *_opening(), openers=(PAWN, CHARACTER))


def _stays_open(trial: Trial) -> None:
    trial.after(untouch("Trigger"), wait(5), bOpen=True).does().leaves(bOpen=True)
    trial.after(touch("Trigger", CHARACTER), wait(5), untouch("Trigger", CHARACTER), wait(5)).does(
        *_opening()
    ).leaves(bOpen=True)


def _coins(trial: Trial) -> None:
    _expect_opening(trial, *_opening())
    for coins in (2, 0):
        trial.after(touch("Trigger", CHARACTER), wait(5), Coins=coins).leaves(Coins=coins + 5)
        trial.after(touch("Trigger", CHARACTER), wait(5), Coins=coins, bLocked=True).leaves(Coins=coins)
        trial.after(touch("Trigger", PLAIN), wait(5), Coins=coins).leaves(Coins=coins)


def _says_locked(trial: Trial) -> None:
    for is_locked in (True, False):
        outcome = trial.after(touch("Trigger", CHARACTER), wait(5), bLocked=is_locked)
        outcome.does(*([prints("Locked")] if is_locked else _opening())).leaves(bOpen=not is_locked)
    trial.after(touch("Trigger", PLAIN), wait(5)).does()


def _no_unlock(trial: Trial) -> None:
    outcome = trial.after(wait(0))
    if outcome.machine.has_own("Unlock"):
        trial.after(call("Unlock"), wait(5), bLocked=True).does().leaves(bLocked=True)


_EDITS = (
    AuthoringRequest(
        48,
        "order",
        "Move the sound before the delay.",
        """\
on Trigger.OnComponentBeginOverlap(OtherActor):
  if OtherActor is Character as visitor:
    if not bLocked:
      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())
      Delay(0.5)
      Lid.SetRelativeRotation((0, 70, 0))
      bOpen = true
""",
        _sound_first,
        (_COMES,),
        CHEST,
    ),
    AuthoringRequest(
        49,
        "value",
        "It should wait two seconds before it opens.",
        """\
on Trigger.OnComponentBeginOverlap(OtherActor):
  if OtherActor is Character as visitor:
    if not bLocked:
      Delay(2.0)
      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())
      Lid.SetRelativeRotation((0, 70, 0))
      bOpen = true
""",
        _two_seconds,
        (_COMES,),
        CHEST,
    ),
    AuthoringRequest(
        50,
        "condition",
        "Also open it when it is any other Pawn.",
        """\
on Trigger.OnComponentBeginOverlap(OtherActor):
  if OtherActor is Pawn as visitor:
    if not bLocked:
      Delay(0.5)
      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())
      Lid.SetRelativeRotation((0, 70, 0))
      bOpen = true
""",
        _any_pawn,
        (_COMES,),
        CHEST,
    ),
    AuthoringRequest(
        51,
        "removal",
        "It shall stay open when they walk away.",
        """\
on Trigger.OnComponentEndOverlap(OtherActor):
  pass
""",
        _stays_open,
        (_LEAVES,),
        CHEST,
    ),
    AuthoringRequest(
        52,
        "addition",
        "Give 5 Coins each time it opens.",
        """\
on Trigger.OnComponentBeginOverlap(OtherActor):
  if OtherActor is Character as visitor:
    if not bLocked:
      Delay(0.5)
      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())
      Lid.SetRelativeRotation((0, 70, 0))
      bOpen = true
      Coins = Coins + 5
""",
        _coins,
        (_COMES,),
        CHEST,
    ),
    AuthoringRequest(
        53,
        "condition",
        "If it is locked, print Locked.",
        """\
on Trigger.OnComponentBeginOverlap(OtherActor):
  if OtherActor is Character as visitor:
    if not bLocked:
      Delay(0.5)
      PlaySoundAtLocation("/Game/Audio/S_Creak", GetActorLocation())
      Lid.SetRelativeRotation((0, 70, 0))
      bOpen = true
    else:
      PrintString("Locked")
""",
        _says_locked,
        (_COMES,),
        CHEST,
    ),
    AuthoringRequest(
        54,
        "removal",
        "Take the event Unlock out.",
        """\
event Unlock():
  pass
""",
        _no_unlock,
        ("Unlock",),
        CHEST,
    ),
)
CHEST_EDITS = tuple(replace(item, kind="edit") for item in _EDITS)
