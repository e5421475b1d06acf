"""What a request asks for, as values. Phrases make them, steps are made of them.

Pure. Numbers are in Unreal's units: centimetres, degrees, seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = [
    "Behaviour",
    "Bob",
    "Destroy",
    "Move",
    "Print",
    "Request",
    "Rotate",
    "Trigger",
    "UndonePart",
    "VariableType",
    "WantedBlueprint",
    "WantedComponent",
    "WantedVariable",
]

VariableType = Literal[
    "bool",
    "int",
    "int64",
    "byte",
    "float",
    "string",
    "text",
    "name",
    "vector",
    "rotator",
    "transform",
    "color",
]
TargetMode = Literal["new", "existing", "either"]
EventName = Literal["ReceiveBeginPlay", "ReceiveTick", "ReceiveActorBeginOverlap", "ReceiveActorEndOverlap"]


@dataclass(frozen=True, slots=True)
class WantedBlueprint:
    """The Blueprint. `either` takes one that exists and creates it otherwise."""

    name: str
    mode: TargetMode = "new"
    parent_class: str = "Actor"
    folder: str = ""


@dataclass(frozen=True, slots=True)
class WantedComponent:
    """A component: the name of its class and its own name."""

    class_name: str
    name: str


@dataclass(frozen=True, slots=True)
class WantedVariable:
    """A member variable. `default` is text as a person writes it; empty for the type's own."""

    name: str
    type: VariableType
    default: str = ""


@dataclass(frozen=True, slots=True)
class Trigger:
    """When something happens: an event, so many seconds after it, and whether only for the player."""

    event: EventName
    delay_s: float = 0.0
    is_player_only: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """Moves every tick. `axis` is the actor's own, or the world's when `is_world`.

    `speed` is in units per second; `speed_variable` names the variable that holds it instead.
    """

    axis: Literal["X", "Y", "Z"]
    sign: Literal[1, -1]
    speed: float
    is_world: bool = False
    is_speed_assumed: bool = False
    speed_variable: str = ""


@dataclass(frozen=True, slots=True)
class Rotate:
    """Rotates every tick around an own axis; `rate_variable` names the variable with its rate."""

    axis: Literal["Roll", "Pitch", "Yaw"]
    degrees_per_s: float
    is_rate_assumed: bool = False
    rate_variable: str = ""


@dataclass(frozen=True, slots=True)
class Bob:
    """Goes `travel` units along an axis and back in `period_s` seconds, every tick."""

    axis: Literal["X", "Y", "Z"]
    travel: float
    period_s: float


@dataclass(frozen=True, slots=True)
class Print:
    """Shows a text."""

    text: str
    trigger: Trigger


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroys itself, or the other actor of an overlap."""

    what: Literal["self", "other"]
    trigger: Trigger


Behaviour = Move | Rotate | Bob | Print | Destroy


@dataclass(frozen=True, slots=True)
class UndonePart:
    """A part of the request that is not done, as written, and why."""

    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Request:
    """A whole request as it was understood. `target` is None when no Blueprint is meant."""

    target: WantedBlueprint | None
    components: tuple[WantedComponent, ...] = ()
    variables: tuple[WantedVariable, ...] = ()
    behaviours: tuple[Behaviour, ...] = ()
    left_out: tuple[UndonePart, ...] = ()
    assumed: tuple[str, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be added to the Blueprint."""
        return not (self.components or self.variables or self.behaviours)
