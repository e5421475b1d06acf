"""Calls of pure functions in the world of a `machine`, of which some ask the world or chance.

Outside uses called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from authoring.running.pure_functions import knows, outputs_of
from authoring.running.values import CannotFollowError, Thing, has_term, term, triple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from authoring.running.world import World

__all__ = ["called"]


def called(world: World, name: str, target: Any, given: Mapping[str, Any], output: str) -> Any:
    """What an output of a pure function gives; a term where that cannot be worked out but imagined."""
    try:
        if not has_term([dict(given), target]):
            return _known(world, name, target, given)[output]
    except (CannotFollowError, KeyError) as error:
        if world.imagination is None:
            raise CannotFollowError(f"the function {name}") from error
    if not _is_known(name):
        world.unknown(f"the function {name}")
    of = [] if target == world.me else [target]
    return term(name if output == "ReturnValue" else f"{name}.{output}", *of, dict(given))


def _is_known(name: str) -> bool:
    """Whether it can be said what a pure function gives, if its inputs can."""
    return name in {*_DRAWN, *_PLACES, *_TIMES} or knows(name)


def _known(world: World, name: str, target: Any, given: Mapping[str, Any]) -> Mapping[str, Any]:
    if name in _DRAWN:
        return {"ReturnValue": _DRAWN[name](world.draw(), given)}
    if name in _PLACES:
        if target != world.me or any(world.rotation):
            raise CannotFollowError(f"{name} of something else, or of an actor that is turned")
        return {"ReturnValue": _PLACES[name](world)}
    if name in _TIMES:
        return {"ReturnValue": _TIMES[name](world)}
    if name == "IsVisible":
        return {"ReturnValue": world.is_shown(target)}
    return outputs_of(name, given)


_PLACES: Mapping[str, Callable[[World], Any]] = {
    "K2_GetActorLocation": lambda world: world.location,
    "K2_GetActorRotation": lambda world: world.rotation,
    "GetActorForwardVector": lambda _: triple(1.0),
    "GetActorRightVector": lambda _: triple(0.0, 1.0),
    "GetActorUpVector": lambda _: triple(0.0, 0.0, 1.0),
}
_TIMES: Mapping[str, Callable[[World], Any]] = {
    "GetGameTimeInSeconds": lambda world: world.now_s,
    "GetWorldDeltaSeconds": lambda world: world.frame_s,
    "GetPlayerPawn": lambda _: Thing("the player", "/Script/Engine.Character"),
    "GetPlayerCharacter": lambda _: Thing("the player", "/Script/Engine.Character"),
}
_HALF = 0.5
_DRAWN: Mapping[str, Callable[[float, Mapping[str, Any]], Any]] = {
    "RandomBool": lambda drawn, _: drawn >= _HALF,
    "RandomFloat": lambda drawn, _: drawn,
    "RandomInteger": lambda drawn, given: int(drawn * given["Max"]),
    "RandomFloatInRange": lambda drawn, given: given["Min"] + drawn * (given["Max"] - given["Min"]),
    "RandomIntegerInRange": lambda drawn, given: (
        given["Min"] + int(drawn * (given["Max"] + 1 - given["Min"]))
    ),
    "RandomBoolWithWeight": lambda drawn, given: drawn < given["Weight"],
}
