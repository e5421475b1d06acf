"""The graph of each behaviour. Outside uses `draw`.

Functions are named as the engine names them (UE 5.8 Blueprint catalogue); every speed is
multiplied by DeltaSeconds, and speeds are variables, so that an artist can change them later.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, assert_never

from blueprint_assistant.providers.recipes.intents import (
    Behaviour,
    Bob,
    Destroy,
    Move,
    Print,
    Rotate,
    WantedVariable,
)
from blueprint_assistant.providers.recipes.sketch import COLUMN, Sketch
from blueprint_assistant.providers.recipes.words import number_text

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

__all__ = ["Drawing", "draw"]

_TICK = "ReceiveTick"
_ORDER = ("ReceiveBeginPlay", "ReceiveActorBeginOverlap", "ReceiveActorEndOverlap", _TICK)


@dataclass
class Drawing:
    """The sketch of all behaviours and the variables that they add to those of the request."""

    sketch: Sketch = field(default_factory=Sketch)
    variables: list[WantedVariable] = field(default_factory=list)


def draw(behaviours: Sequence[Behaviour], taken: Container[str]) -> Drawing:
    """Draw behaviours, event by event. `taken` holds the variable names that are in use, small letters."""
    artist = _Artist(taken)
    actions = [item for item in behaviours if isinstance(item, Print | Destroy)]
    if any(item.trigger.is_player_only for item in actions) and any(map(_is_each_tick, behaviours)):
        artist.make_room_for_player_checks()
    for item in behaviours:
        match item:
            case Move():
                artist.move(item)
            case Rotate():
                artist.rotate(item)
            case Bob():
                artist.bob(item)
            case Print() | Destroy():
                pass
            case _:
                assert_never(item)
    for event in _ORDER:
        artist.react(event, [item for item in actions if item.trigger.event == event])
    return artist.drawing


def _call(owner: str, function: str) -> dict[str, Any]:
    return {"node_type": "CallFunction", "function_name": function, "target_class": owner}


def _math(function: str) -> dict[str, Any]:
    return _call("KismetMathLibrary", function)


def _get(variable: str) -> dict[str, Any]:
    return {"node_type": "GetVariable", "variable_name": variable}


class _Artist:
    """Draws one behaviour after the other into one sketch."""

    def __init__(self, taken: Container[str]) -> None:
        self.drawing = Drawing()
        self._taken = taken
        self._sketch = self.drawing.sketch

    def _speed_variable(self, name: str, value: float) -> str:
        """A float variable with that default; one of the same name and value is shared."""
        default = number_text(value)
        number, wanted = 1, name
        while True:
            mine = next((item for item in self.drawing.variables if item.name == wanted), None)
            if mine is not None and mine.default == default:
                return wanted
            if mine is None and wanted.lower() not in self._taken:
                self.drawing.variables.append(WantedVariable(wanted, "float", default))
                return wanted
            number += 1
            wanted = f"{name}{number}"

    # --- every tick ----------------------------------------------------------------------

    def move(self, motion: Move) -> None:
        """Event Tick, Add Actor World Offset by direction x (speed x DeltaSeconds)."""
        sketch = self._sketch
        speed = motion.speed_variable or self._speed_variable("MoveSpeed", motion.speed)
        is_negated = motion.sign < 0 and not motion.is_world
        shift = 200 if is_negated else 0
        offset = sketch.exec_node(_TICK, _call("Actor", "K2_AddActorWorldOffset"), room=700 + shift)
        product = sketch.beside(offset, _math("Multiply_VectorFloat"), 220, 230)
        direction = self._direction(motion, offset, 490 + shift)
        if is_negated:
            turned = sketch.beside(offset, _math("NegateVector"), 430, 230)
            sketch.link(direction, "ReturnValue", turned, "A")
            direction = turned
        scaled = self._per_second(offset, _get(speed), speed, 430 + shift, 380)
        sketch.link(direction, "ReturnValue", product, "A")
        sketch.link(scaled, "ReturnValue", product, "B")
        sketch.link(product, "ReturnValue", offset, "DeltaLocation")

    def _direction(self, motion: Move, user: str, left: int) -> str:
        if not motion.is_world:
            name = {"X": "GetActorForwardVector", "Y": "GetActorRightVector", "Z": "GetActorUpVector"}
            return self._sketch.beside(user, _call("Actor", name[motion.axis]), left, 230)
        node = self._sketch.beside(user, _math("MakeVector"), left, 230)
        self._sketch.value(node, motion.axis, number_text(motion.sign))
        return node

    def _per_second(self, user: str, source: dict[str, Any], pin: str, left: int, below: int) -> str:
        """`source.pin x DeltaSeconds`, its key; the source stands left of it."""
        scaled = self._sketch.beside(user, _math("Multiply_DoubleDouble"), left, below)
        value = self._sketch.beside(user, source, left + 190, below + 60)
        self._sketch.link(self._sketch.event(_TICK), "DeltaSeconds", scaled, "A")
        self._sketch.link(value, pin, scaled, "B")
        return scaled

    def rotate(self, motion: Rotate) -> None:
        """Event Tick, Add Actor Local Rotation by (rate x DeltaSeconds) around one axis."""
        sketch = self._sketch
        rate = motion.rate_variable or self._speed_variable("RotationSpeed", motion.degrees_per_s)
        turn = sketch.exec_node(_TICK, _call("Actor", "K2_AddActorLocalRotation"), room=750)
        rotator = sketch.beside(turn, _math("MakeRotator"), 290, 230)
        scaled = self._per_second(turn, _get(rate), rate, 500, 270)
        sketch.link(scaled, "ReturnValue", rotator, motion.axis)
        sketch.link(rotator, "ReturnValue", turn, "DeltaRotation")

    def bob(self, motion: Bob) -> None:
        """Event Tick, Add Actor Offset by sin(time x BobSpeed) x BobStrength x DeltaSeconds.

        A velocity of that form goes 2 x strength / speed away from the start and comes back.
        """
        sketch = self._sketch
        radians_per_s = 2 * math.pi / motion.period_s
        speed = self._speed_variable("BobSpeed", radians_per_s)
        strength = self._speed_variable("BobStrength", motion.travel * radians_per_s / 2)
        function = "K2_AddActorWorldOffset" if motion.axis == "Z" else "K2_AddActorLocalOffset"
        offset = sketch.exec_node(_TICK, _call("Actor", function), room=1500)
        vector = sketch.beside(offset, _math("MakeVector"), 280, 230)
        step = sketch.beside(offset, _math("Multiply_DoubleDouble"), 480, 270)
        swing = sketch.beside(offset, _math("Multiply_DoubleDouble"), 680, 270)
        sine = sketch.beside(offset, _math("Sin"), 880, 270)
        angle = sketch.beside(offset, _math("Multiply_DoubleDouble"), 1080, 270)
        time = sketch.beside(offset, _call("Actor", "GetGameTimeSinceCreation"), 1430, 270)
        get_speed = sketch.beside(offset, _get(speed), 1270, 400)
        get_strength = sketch.beside(offset, _get(strength), 910, 400)
        sketch.link(time, "ReturnValue", angle, "A")
        sketch.link(get_speed, speed, angle, "B")
        sketch.link(angle, "ReturnValue", sine, "A")
        sketch.link(sine, "ReturnValue", swing, "A")
        sketch.link(get_strength, strength, swing, "B")
        sketch.link(swing, "ReturnValue", step, "A")
        sketch.link(sketch.event(_TICK), "DeltaSeconds", step, "B")
        sketch.link(step, "ReturnValue", vector, motion.axis)
        sketch.link(vector, "ReturnValue", offset, "DeltaLocation")

    def make_room_for_player_checks(self) -> None:
        """The check of the player stands below the overlap's row, which is the row above Event Tick."""
        self._sketch.lower(_TICK, 112)

    # --- when something happens ------------------------------------------------------------

    def react(self, event: str, actions: Sequence[Print | Destroy]) -> None:
        """All actions of one event: those for anyone, then, behind a Branch, those for the player."""
        for_anyone = [item for item in actions if not item.trigger.is_player_only]
        for_player = [item for item in actions if item.trigger.is_player_only]
        waits = any(_waits(item) for item in for_anyone)
        if for_anyone and for_player and waits:
            # A Delay would hold up what comes after it, so each group gets an output of its own.
            fork = self._sketch.fork(event)
            self._chain(event, for_anyone)
            self._sketch.go_on_at(event, fork, "then_1")
        else:
            self._chain(event, for_anyone)
        if for_player:
            self._player_branch(event)
            self._chain(event, for_player)

    def _chain(self, event: str, actions: Sequence[Print | Destroy]) -> None:
        """Actions in the order of their times, with a Delay wherever time has to pass."""
        passed = 0.0
        for item in sorted(actions, key=_sort_key):
            if _waits(item) and item.trigger.delay_s > passed:
                delay = self._sketch.exec_node(event, {"node_type": "Delay"})
                self._sketch.value(delay, "Duration", number_text(item.trigger.delay_s - passed))
                passed = item.trigger.delay_s
            self._act(event, item)

    def _act(self, event: str, item: Print | Destroy) -> None:
        sketch = self._sketch
        if isinstance(item, Print):
            node = sketch.exec_node(event, {"node_type": "PrintString"})
            sketch.value(node, "InString", item.text)
        elif item.what == "self" and item.trigger.delay_s:
            node = sketch.exec_node(event, _call("Actor", "SetLifeSpan"))
            sketch.value(node, "InLifespan", number_text(item.trigger.delay_s))
        else:
            node = sketch.exec_node(event, _call("Actor", "K2_DestroyActor"))
            if item.what == "other":
                sketch.link(sketch.event(event), "OtherActor", node, "self")

    def _player_branch(self, event: str) -> None:
        """Go on only when the other actor is the player's pawn."""
        sketch = self._sketch
        branch = sketch.exec_node(event, {"node_type": "Branch"}, room=2 * COLUMN)
        same = sketch.beside(branch, _math("EqualEqual_ObjectObject"), 200, 136)
        pawn = sketch.beside(branch, _call("GameplayStatics", "GetPlayerPawn"), 530, 140)
        sketch.link(sketch.event(event), "OtherActor", same, "A")
        sketch.link(pawn, "ReturnValue", same, "B")
        sketch.link(same, "ReturnValue", branch, "Condition")


def _is_each_tick(item: Behaviour) -> bool:
    return isinstance(item, Move | Rotate | Bob) or item.trigger.event == _TICK


def _waits(item: Print | Destroy) -> bool:
    """Whether a Delay is needed; destroying itself later is a life span instead."""
    is_life_span = isinstance(item, Destroy) and item.what == "self"
    return item.trigger.delay_s > 0 and not is_life_span


def _sort_key(item: Print | Destroy) -> tuple[float, int]:
    """By time; at one time texts first, then the other actor's end, its own end last."""
    if isinstance(item, Print):
        return item.trigger.delay_s, 0
    if item.what == "other":
        return item.trigger.delay_s, 1
    return (0.0, 1) if item.trigger.delay_s else (item.trigger.delay_s, 2)
