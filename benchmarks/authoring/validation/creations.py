"""Creations of the VALIDATION SET. Outside uses VALIDATION_CREATIONS.

Nobody looks at these requests or what models make of them while anything is being tuned: see the
package's own words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    BEGIN,
    CHARACTER,
    DAMAGE,
    HIT,
    OTHERS,
    OVERLAP,
    PAWN,
    PLAYED,
    begin,
    call,
    damage,
    fire,
    hit,
    overlap,
    play,
    touch,
    untouch,
    wait,
)
from authoring.setups import GUARD, LANTERN
from authoring.trial import Wanted, number, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["VALIDATION_CREATIONS"]

_STRONG = 80.0
_DESTROYED, _ENDED = "ReceiveDestroyed", "ReceiveEndPlay"
_LIGHTS = ("hides", "shows", "sets Bulb.Intensity", "sets Bulb.bVisible")


def _label(trial: Trial) -> None:
    for text in ("Keep out", ""):
        trial.after(begin(), wait(10), Label=text).does(prints(text)).leaves(Label=text)


def _pawn_opens(trial: Trial) -> None:
    for other in OTHERS:
        trial.after(overlap(other), bOpen=False).does().leaves(bOpen=other in (PAWN, CHARACTER))


def _half(trial: Trial) -> None:
    for health, amount, left in ((50.0, 30.0, 35.0), (10.0, 1.0, 9.5)):
        trial.after(damage(amount), Health=health).does().leaves(Health=left)


def _count_up(trial: Trial) -> None:
    early, later, last = (
        trial.after(begin(), play(seconds)).does().machine.variables["Score"] for seconds in (0.3, 1.3, 3.3)
    )
    is_in_time = (later - early, last - later) == (2, 4) and early in (0, 1)
    trial.after(begin()).is_so(is_in_time, f"Score is {early}, {later}, {last} after 0.3, 1.3 and 3.3 s")


def _count_down(trial: Trial) -> None:
    trial.after(begin(), wait(10)).does(*(prints(number(left)) for left in (5, 4, 3, 2, 1)))


def _even(trial: Trial) -> None:
    for score in (0, 1, 4, 7):
        trial.after(begin(), Score=score).does(prints("odd" if score % 2 else "even")).leaves(Score=score)


def _switched_off(trial: Trial) -> None:
    for other in OTHERS:
        trial.after(untouch("Zone", other)).does(apart=_LIGHTS).shows(Bulb=False)
    trial.after(touch("Zone")).shows(Bulb=True)


def _as_strong(trial: Trial) -> None:
    for power in (300.0, 45.0):
        trial.after(begin(), Power=power).does(Wanted("sets Bulb.Intensity", power))


def _blink(trial: Trial) -> None:
    for at_s in (1, 2, 3, 4):
        before = trial.after(begin(), play(at_s - 0.5)).does(apart=_LIGHTS).machine.effects
        after = trial.after(begin(), play(at_s + 0.5)).machine.effects
        changes = [len([item for item in found if item.what in _LIGHTS]) for found in (before, after)]
        trial.after(begin()).is_so(changes[1] == changes[0] + 1, f"the Bulb does not change at {at_s} s")


def _two_jumps(trial: Trial) -> None:
    trial.after(begin(), wait(10)).does(Wanted("jumps", "self"), Wanted("jumps", "self", 1))


def _thud(trial: Trial) -> None:
    trial.after(fire("OnLanded")).does(prints("Thud"))


def _lives(trial: Trial) -> None:
    for lives in (3, 2, 1):
        outcome = trial.after(hit(), Lives=lives).leaves(Lives=lives - 1)
        outcome.does(*([Wanted("destroys", "self")] if lives == 1 else []))


def _names(trial: Trial) -> None:
    for names in (["Ada", "Bo"], ["Cy"], []):
        trial.after(begin(), wait(10), Names=names).does(*map(prints, names)).leaves(Names=names)


def _strong(trial: Trial) -> None:
    for stamina in (100.0, 80.0, 81.0, 3.0):
        trial.after(call("IsStrong"), Stamina=stamina).does().gives(stamina > _STRONG)


def _around(trial: Trial) -> None:
    for other in OTHERS:
        outcome = trial.after(overlap(other)).does().moves()
        pitch, yaw, roll = outcome.machine.rotation
        outcome.is_so((pitch, yaw % 360, roll) == (0, 180, 0), f"it is turned by {outcome.machine.rotation}")


def _gone(trial: Trial) -> None:
    trial.after(fire(_ENDED), fire(_DESTROYED)).does(prints("Gone"))


def _opened(trial: Trial) -> None:
    for other in OTHERS:
        trial.after(overlap(other)).does(Wanted("broadcasts", "Opened"))
    trial.expect_member("Opened")


def _rise(trial: Trial) -> None:
    trial.after(begin(), wait(1.9)).does().stands_still()
    trial.after(begin(), wait(10)).does().moves(z=50).turns()


def _once(trial: Trial) -> None:
    trial.after(overlap()).does(prints("Found it"))
    trial.after(overlap(), wait(3), overlap(PAWN), overlap()).does(prints("Found it"))


def _state(trial: Trial) -> None:
    for is_open in (True, False):
        outcome = trial.after(begin(), wait(10), bOpen=is_open).does()
        outcome.leaves(Label="Open" if is_open else "Shut", bOpen=is_open)


_REQUESTS = (
    AuthoringRequest(
        21,
        "print",
        "As soon as the level runs, put the Label on the screen.",
        """\
on BeginPlay():
  PrintString(Label)
""",
        _label,
        (BEGIN,),
    ),
    AuthoringRequest(
        22,
        "object",
        "If a Pawn overlaps it, bOpen becomes true. Other things don't matter.",
        """\
on ActorBeginOverlap(OtherActor):
  if OtherActor is Pawn as visitor:
    bOpen = true
""",
        _pawn_opens,
        (OVERLAP,),
    ),
    AuthoringRequest(
        23,
        "value",
        "Any damage takes only half of its amount away from Health.",
        """\
on AnyDamage(Damage):
  Health = Health - Damage / 2.0
""",
        _half,
        (DAMAGE,),
    ),
    AuthoringRequest(
        24,
        "time",
        "Score goes up by 1 every half a second.",
        """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Gain", Time=0.5, bLooping=true)
event Gain():
  Score = Score + 1
""",
        _count_up,
        PLAYED,
    ),
    AuthoringRequest(
        25,
        "loop",
        "Count down from 5 to 1 on the screen at the start.",
        """\
on BeginPlay():
  for i in 0..4:
    PrintString(str(5 - i))
""",
        _count_down,
        (BEGIN,),
    ),
    AuthoringRequest(
        26,
        "condition",
        "At the start say even or odd, whichever the Score is.",
        """\
on BeginPlay():
  if Score % 2 == 0:
    PrintString("even")
  else:
    PrintString("odd")
""",
        _even,
        (BEGIN,),
    ),
    AuthoringRequest(
        27,
        "component",
        "The Bulb goes dark once somebody has left the Zone.",
        """\
on Zone.OnComponentEndOverlap(OtherActor):
  Bulb.SetVisibility(false)
""",
        _switched_off,
        ("Zone.OnComponentEndOverlap",),
        LANTERN,
    ),
    AuthoringRequest(
        28,
        "component",
        "Give the Bulb the intensity that is in Power when the game starts.",
        """\
on BeginPlay():
  Bulb.SetIntensity(Power)
""",
        _as_strong,
        (BEGIN,),
        LANTERN,
    ),
    AuthoringRequest(
        29,
        "time",
        "Make the Bulb blink: on for a second, off for a second, and so on.",
        """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Blink", Time=1.0, bLooping=true)
event Blink():
  Bulb.ToggleVisibility()
""",
        _blink,
        PLAYED,
        LANTERN,
    ),
    AuthoringRequest(
        30,
        "time",
        "It should jump when the game begins and once more a second later.",
        """\
on BeginPlay():
  Jump()
  Delay(1.0)
  Jump()
""",
        _two_jumps,
        (BEGIN,),
        GUARD,
    ),
    AuthoringRequest(
        31,
        "print",
        "Print Thud when it lands.",
        """\
on OnLanded():
  PrintString("Thud")
""",
        _thud,
        ("OnLanded",),
        GUARD,
    ),
    AuthoringRequest(
        32,
        "condition",
        "Each time it is hit it loses one of its Lives. With none left it is destroyed.",
        """\
on Hit(Other):
  Lives = Lives - 1
  if Lives <= 0:
    DestroyActor()
""",
        _lives,
        (HIT,),
        GUARD,
    ),
    AuthoringRequest(
        33,
        "loop",
        "Print all the Names one after the other when the game starts.",
        """\
on BeginPlay():
  for name in Names:
    PrintString(name)
""",
        _names,
        (BEGIN,),
        GUARD,
    ),
    AuthoringRequest(
        34,
        "function",
        "I want a function IsStrong that tells me whether Stamina is more than 80.",
        """\
func IsStrong() -> (bStrong: bool):
  return Stamina > 80.0
""",
        _strong,
        (),
        GUARD,
        makes=("IsStrong",),
    ),
    AuthoringRequest(
        35,
        "movement",
        "Let it face the other way (half a turn) whenever somebody overlaps it.",
        """\
on ActorBeginOverlap(OtherActor):
  AddActorLocalRotation(MakeRotator(Yaw=180))
""",
        _around,
        (OVERLAP,),
    ),
    AuthoringRequest(
        36,
        "print",
        "Print Gone when the actor is taken out of the game.",
        """\
on EndPlay():
  PrintString("Gone")
""",
        _gone,
        (_ENDED, _DESTROYED),
    ),
    AuthoringRequest(
        37,
        "function",
        "Add an event dispatcher Opened and call it when something overlaps.",
        """\
dispatcher Opened()
on ActorBeginOverlap(OtherActor):
  broadcast Opened()
""",
        _opened,
        (OVERLAP,),
    ),
    AuthoringRequest(
        38,
        "movement",
        "Two seconds after the start it rises by 50, just once.",
        """\
on BeginPlay():
  Delay(2.0)
  AddActorWorldOffset((0, 0, 50))
""",
        _rise,
        (BEGIN,),
    ),
    AuthoringRequest(
        39,
        "condition",
        "Print Found it, but only the first time something overlaps.",
        """\
on ActorBeginOverlap(OtherActor):
  if not bOpen:
    bOpen = true
    PrintString("Found it")
""",
        _once,
        (OVERLAP,),
    ),
    AuthoringRequest(
        40,
        "value",
        "Label shall be Open or Shut from the start on, depending on bOpen.",
        """\
on BeginPlay():
  Label = "Open" if bOpen else "Shut"
""",
        _state,
        (BEGIN,),
    ),
)
VALIDATION_CREATIONS = tuple(replace(item, set="validation") for item in _REQUESTS)
