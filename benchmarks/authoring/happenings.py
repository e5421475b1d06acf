"""What happens to an actor in a trial, in order: events, calls and time. Outside uses all of it.

A happening is a function of a `machine`; its text tells a reader what it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from authoring.running.values import Thing, shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from authoring.running.machine import Machine

__all__ = [
    "BEGIN",
    "CHARACTER",
    "DAMAGE",
    "END",
    "HIT",
    "OTHERS",
    "OVERLAP",
    "PAWN",
    "PLAIN",
    "PLAYED",
    "TICK",
    "Happening",
    "begin",
    "call",
    "damage",
    "fire",
    "hit",
    "overlap",
    "play",
    "press",
    "tick",
    "touch",
    "unoverlap",
    "untouch",
    "wait",
]

BEGIN, TICK, HIT, DAMAGE = "ReceiveBeginPlay", "ReceiveTick", "ReceiveHit", "ReceiveAnyDamage"
OVERLAP, END = "ReceiveActorBeginOverlap", "ReceiveActorEndOverlap"
PLAYED = BEGIN, TICK
"""What a thing that goes on by itself may be made of."""

PAWN = Thing("a pawn", "/Script/Engine.Pawn")
CHARACTER = Thing("a character", "/Script/Engine.Character")
PLAIN = Thing("a plain actor", "/Script/Engine.Actor")
OTHERS = (PLAIN, PAWN, CHARACTER)


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happens; what it gives back counts where it is the last one."""

    text: str
    act: Callable[[Machine], list[Any] | None]


def fire(event: str, /, pin: str = "", **outputs: Any) -> Happening:
    """An event of the engine, a component or a key, by the name of its entry."""
    given = ", ".join(map(shown, outputs.values()))
    return Happening(
        f"{event.removeprefix('Receive')}({given})", lambda machine: machine.fire(event, pin=pin, **outputs)
    )


def begin() -> Happening:
    """The game begins."""
    return fire(BEGIN)


def tick(seconds: float) -> Happening:
    """One frame."""
    return fire(TICK, DeltaSeconds=seconds)


def overlap(other: Thing = PLAIN) -> Happening:
    """Something overlaps the actor."""
    return fire(OVERLAP, OtherActor=other)


def unoverlap(other: Thing = PLAIN) -> Happening:
    """Something no longer overlaps the actor."""
    return fire(END, OtherActor=other)


def touch(component: str, other: Thing = PLAIN) -> Happening:
    """Something overlaps a component."""
    return fire(f"{component}.OnComponentBeginOverlap", OverlappedComponent=None, OtherActor=other)


def untouch(component: str, other: Thing = PLAIN) -> Happening:
    """Something no longer overlaps a component."""
    return fire(f"{component}.OnComponentEndOverlap", OverlappedComponent=None, OtherActor=other)


def hit(other: Thing = PLAIN) -> Happening:
    """Something bumps into the actor."""
    return fire(HIT, MyComp=None, Other=other)


def damage(amount: float) -> Happening:
    """The actor is damaged."""
    return fire(DAMAGE, Damage=amount, DamageType=None, InstigatedBy=None, DamageCauser=PAWN)


def press(key: str) -> Happening:
    """A key goes down, and up again."""

    def act(machine: Machine) -> None:
        machine.fire(f"key {key}", pin="Pressed")
        machine.fire(f"key {key}", pin="Released")

    return Happening(f"pressing {key}", act)


def call(name: str, *given: Any) -> Happening:
    """A function or custom event is called from outside."""
    return Happening(f"{name}({', '.join(map(shown, given))})", lambda machine: machine.call(name, *given))


def wait(seconds: float) -> Happening:
    """Time passes without frames."""
    return Happening(f"{seconds:g} s", lambda machine: machine.advance(seconds))


def play(seconds: float, frame_s: float = 0.05) -> Happening:
    """Time passes, frame by frame."""

    def act(machine: Machine) -> None:
        for _ in range(round(seconds / frame_s)):
            machine.advance(frame_s)
            machine.fire(TICK, DeltaSeconds=frame_s)

    return Happening(f"{seconds:g} s of play", act)
