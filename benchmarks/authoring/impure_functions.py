"""What the engine's calls do to the world of a `machine`. Outside uses FUNCTIONS.

Each gets the machine, the frame and its node, and says whether it goes on by itself. Calls that are not
here are effects of their own (`calls Name`), which no request of ours asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from authoring.values import CannotFollowError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from authoring.machine import Frame, Machine
    from blueprint_assistant.graph.model.blueprint import Node

    Function = Callable[[Machine, Frame, Node], bool]

__all__ = ["FUNCTIONS"]


def _print(machine: Machine, frame: Frame, node: Node) -> bool:
    given = machine.inputs(frame, node)
    machine.note("prints", given["InText"] if "InText" in given else given["InString"])
    return False


def _delay(machine: Machine, frame: Frame, node: Node) -> bool:
    waits = f"{node.name} waits"
    if not frame.state.get(waits):  # the engine ignores calls while one is waiting

        def go_on() -> None:
            frame.state[waits] = False
            machine.leave(frame, node)

        frame.state[waits] = True
        machine.later(machine.inputs(frame, node)["Duration"], go_on)
    return True


def _destroy(machine: Machine, frame: Frame, node: Node) -> bool:
    machine.note("destroys", machine.target(frame, node))
    return False


def _jump(machine: Machine, frame: Frame, node: Node) -> bool:
    target = machine.target(frame, node)
    if target is not None:  # the engine skips a call of nothing, with an error in the log
        machine.note("jumps", target)
    return False


def _require_me(machine: Machine, frame: Frame, node: Node) -> None:
    """Movement is only followed of the actor itself, or of its root. Raises CannotFollowError."""
    target = machine.target(frame, node)
    root = next((item.name for item in machine.blueprint.components if not item.parent), "")
    if target != machine.me and getattr(target, "name", "") not in {root, "RootComponent"} - {""}:
        raise CannotFollowError(f"a movement of {target}")


def _sum(one: tuple[float, ...], other: tuple[float, ...]) -> Any:
    return tuple(left + right for left, right in zip(one, other, strict=True))


def _move(machine: Machine, frame: Frame, node: Node) -> bool:
    _require_me(machine, frame, node)
    if any(machine.rotation):
        raise CannotFollowError("a movement of an actor that is turned")
    machine.location = _sum(machine.location, machine.inputs(frame, node)["DeltaLocation"])
    return False


def _turn(machine: Machine, frame: Frame, node: Node) -> bool:
    _require_me(machine, frame, node)
    delta = machine.inputs(frame, node)["DeltaRotation"]
    axes = [at for at in range(3) if delta[at] or machine.rotation[at]]
    if len(axes) > 1:  # turns about several axes do not add up
        raise CannotFollowError("a turn about several axes")
    machine.rotation = _sum(machine.rotation, delta)
    return False


def _place(machine: Machine, frame: Frame, node: Node) -> bool:
    _require_me(machine, frame, node)
    given = machine.inputs(frame, node)
    machine.location = given.get("NewLocation", machine.location)
    machine.rotation = given.get("NewRotation", machine.rotation)
    return False


def _timer(machine: Machine, frame: Frame, node: Node) -> bool:
    given = machine.inputs(frame, node)
    if given.get("Object") not in (None, machine.me):
        raise CannotFollowError("a timer of another object")
    name = given["FunctionName"] if "FunctionName" in given else given["Delegate"]
    seconds, is_looping = given["Time"], given["bLooping"]
    if seconds <= 0:
        return False  # the engine clears the timer
    machine.note("sets a looping timer" if is_looping else "sets a timer", name)

    def fire() -> None:
        machine.run_named(name)
        if is_looping:
            machine.later(seconds, fire)

    machine.later(seconds + given.get("InitialStartDelay", 0.0), fire)
    return False


FUNCTIONS: Mapping[str, Function] = {
    "PrintString": _print,
    "PrintText": _print,
    "Delay": _delay,
    "K2_DestroyActor": _destroy,
    "Jump": _jump,
    "K2_SetTimer": _timer,
    "K2_SetTimerDelegate": _timer,
    **{f"K2_Add{what}Offset": _move for what in ("ActorLocal", "ActorWorld", "Local", "World")},
    **{f"K2_Add{what}Rotation": _turn for what in ("ActorLocal", "ActorWorld", "Local", "World")},
    "K2_SetActorLocation": _place,
    "K2_SetActorRotation": _place,
    "K2_SetActorLocationAndRotation": _place,
}
