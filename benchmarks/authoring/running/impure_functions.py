"""What the engine's calls do to the world of a `machine`. Outside uses FUNCTIONS and WAITS.

Each gets the machine, the frame and its node. Those of WAITS go on by themselves. Calls that are not here
are effects of their own (`calls Name`), which no request of ours asks for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from authoring.running.values import CannotFollowError, Thing

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from authoring.running.frames import Frame
    from authoring.running.machine import Machine
    from blueprint_assistant.graph.model.blueprint import Node

    Function = Callable[[Machine, Frame, Node], None]

__all__ = ["FUNCTIONS", "WAITS"]


def _print(machine: Machine, frame: Frame, node: Node) -> None:
    given = machine.inputs(frame, node)
    machine.note("prints", given["InText"] if "InText" in given else given["InString"], given)


def _destroy(machine: Machine, frame: Frame, node: Node) -> None:
    target = machine.target(frame, node)
    machine.note("destroys", target)
    machine.is_destroyed |= target == machine.me


def _of_character(what: str) -> Function:
    def act(machine: Machine, frame: Frame, node: Node) -> None:
        target = machine.target(frame, node)
        if target is not None:  # the engine skips a call of nothing, with an error in the log
            machine.note(what, target, machine.inputs(frame, node))

    return act


def _sound(machine: Machine, frame: Frame, node: Node) -> None:
    given = machine.inputs(frame, node)
    machine.note("plays", getattr(given["Sound"], "name", None), given)


def _play(machine: Machine, frame: Frame, node: Node) -> None:
    machine.note("plays", getattr(machine.target(frame, node), "name", None), machine.inputs(frame, node))


# --- waiting ---------------------------------------------------------------------------------------


def _delay(machine: Machine, frame: Frame, node: Node) -> None:
    waits = f"{node.name} waits"
    if not frame.state.get(waits):  # the engine ignores calls while one is waiting

        def go_on() -> None:
            frame.state[waits] = False
            machine.leave(frame, node)

        frame.state[waits] = True
        machine.later(machine.inputs(frame, node).get("Duration", 0.0), go_on)


def _retriggerable_delay(machine: Machine, frame: Frame, node: Node) -> None:
    turns = f"{node.name} turns"
    turn = frame.state[turns] = frame.state.get(turns, 0) + 1

    def go_on() -> None:
        if frame.state[turns] == turn:
            machine.leave(frame, node)

    machine.later(machine.inputs(frame, node)["Duration"], go_on)


def _timer(machine: Machine, frame: Frame, node: Node) -> None:
    given = machine.inputs(frame, node)
    _require_own(machine, given)
    name = given["FunctionName"] if "FunctionName" in given else given["Delegate"]
    seconds, is_looping = given["Time"], given["bLooping"]
    turn = machine.timers[name] = machine.timers.get(name, 0) + 1
    machine.keep(frame, node, {"ReturnValue": Thing(f"the timer of {name}", "")})
    if seconds <= 0:
        return  # the engine clears the timer
    machine.note("sets a looping timer" if is_looping else "sets a timer", name)

    def fire() -> None:
        if machine.timers[name] != turn:
            return
        machine.run_named(name)
        if is_looping:
            machine.later(seconds, fire)

    machine.later(seconds + given.get("InitialStartDelay", 0.0), fire)


def _clear_timer(machine: Machine, frame: Frame, node: Node) -> None:
    given = machine.inputs(frame, node)
    _require_own(machine, given)
    handle = given.get("Handle")
    name = given["FunctionName"] if "FunctionName" in given else getattr(handle, "name", "")
    name = name.removeprefix("the timer of ")
    machine.timers[name] = machine.timers.get(name, 0) + 1


def _require_own(machine: Machine, given: Mapping[str, Any]) -> None:
    if given.get("Object") not in (None, machine.me):
        raise CannotFollowError("a timer of another object")


# --- places ----------------------------------------------------------------------------------------


def _is_me(machine: Machine, target: Any) -> bool:
    """Whether it is the actor itself, or its root, that moves."""
    root = next((item.name for item in machine.blueprint.components if not item.parent), "")
    return target == machine.me or getattr(target, "name", "") in {root, "RootComponent"} - {""}


def _sum(one: tuple[float, ...], other: tuple[float, ...]) -> Any:
    return tuple(left + right for left, right in zip(one, other, strict=True))


def _move(machine: Machine, frame: Frame, node: Node) -> None:
    if not _is_me(machine, machine.target(frame, node)):
        _move_part(machine, frame, node, "RelativeLocation", "DeltaLocation")
        return
    if any(machine.rotation):
        raise CannotFollowError("a movement of an actor that is turned")
    machine.location = _sum(machine.location, machine.inputs(frame, node)["DeltaLocation"])


def _turn(machine: Machine, frame: Frame, node: Node) -> None:
    if not _is_me(machine, machine.target(frame, node)):
        _move_part(machine, frame, node, "RelativeRotation", "DeltaRotation")
        return
    machine.rotation = _turned(machine.rotation, machine.inputs(frame, node)["DeltaRotation"])


def _turned(rotation: tuple[float, ...], delta: tuple[float, ...]) -> Any:
    if len([at for at in range(3) if delta[at] or rotation[at]]) > 1:  # these do not add up
        raise CannotFollowError("a turn about several axes")
    return _sum(rotation, delta)


def _move_part(machine: Machine, frame: Frame, node: Node, name: str, pin: str) -> None:
    """A component that hangs on another one, which stands still and is not turned at the start."""
    part, delta = machine.target(frame, node), machine.inputs(frame, node)[pin]
    if (part, name) not in machine.properties and _is_placed(machine, part):
        raise CannotFollowError(f"where {part} is")
    now = machine.properties.get((part, name), (0.0, 0.0, 0.0))
    machine.set_property(part, name, _turned(now, delta) if name == "RelativeRotation" else _sum(now, delta))


def _is_placed(machine: Machine, part: Any) -> bool:
    component = machine.blueprint.find_component(getattr(part, "name", ""))
    return component is None or any(name.startswith("Relative") for name, _ in component.properties)


def _place(machine: Machine, frame: Frame, node: Node) -> None:
    if not _is_me(machine, machine.target(frame, node)):
        raise CannotFollowError(f"a movement of {machine.target(frame, node)}")
    given = machine.inputs(frame, node)
    machine.location = given.get("NewLocation", machine.location)
    machine.rotation = given.get("NewRotation", machine.rotation)


# --- properties --------------------------------------------------------------------------------------


def _setter(name: str, pin: str) -> Function:
    def set_it(machine: Machine, frame: Frame, node: Node) -> None:
        machine.set_property(machine.target(frame, node), name, machine.inputs(frame, node)[pin])

    return set_it


def _toggle_visibility(machine: Machine, frame: Frame, node: Node) -> None:
    target = machine.target(frame, node)
    machine.set_property(target, "bVisible", not machine.properties.get((target, "bVisible"), True))


# --- arrays ------------------------------------------------------------------------------------------


def _array(machine: Machine, frame: Frame, node: Node) -> tuple[list[Any], Any]:
    """The array that a node works on, and what it is given."""
    given = machine.inputs(frame, node)
    items = given.pop("TargetArray")
    if not isinstance(items, list):
        raise CannotFollowError("an array that is not known")
    return items, next(iter(given.values()), None)


def _array_add(machine: Machine, frame: Frame, node: Node) -> None:
    items, item = _array(machine, frame, node)
    items.append(item)
    machine.keep(frame, node, {"ReturnValue": len(items) - 1})


def _array_clear(machine: Machine, frame: Frame, node: Node) -> None:
    _array(machine, frame, node)[0].clear()


def _array_remove_item(machine: Machine, frame: Frame, node: Node) -> None:
    items, item = _array(machine, frame, node)
    machine.keep(frame, node, {"ReturnValue": item in items})
    items[:] = [one for one in items if one != item]


def _array_remove(machine: Machine, frame: Frame, node: Node) -> None:
    items, index = _array(machine, frame, node)
    if 0 <= index < len(items):
        del items[index]


WAITS = frozenset({"Delay", "RetriggerableDelay", "DelayUntilNextTick"})
"""Functions that go on later, by themselves."""

FUNCTIONS: Mapping[str, Function] = {
    "PrintString": _print,
    "PrintText": _print,
    "Delay": _delay,
    "DelayUntilNextTick": _delay,
    "RetriggerableDelay": _retriggerable_delay,
    "K2_DestroyActor": _destroy,
    "Jump": _of_character("jumps"),
    "StopJumping": _of_character("stops jumping"),
    "Crouch": _of_character("crouches"),
    "UnCrouch": _of_character("stands up"),
    "PlaySound2D": _sound,
    "PlaySoundAtLocation": _sound,
    "Play": _play,
    "K2_SetTimer": _timer,
    "K2_SetTimerDelegate": _timer,
    "K2_ClearTimer": _clear_timer,
    "K2_ClearAndInvalidateTimerHandle": _clear_timer,
    **{f"K2_Add{what}Offset": _move for what in ("ActorLocal", "ActorWorld", "Local", "World")},
    **{f"K2_Add{what}Rotation": _turn for what in ("ActorLocal", "ActorWorld", "Local", "World", "Relative")},
    "K2_AddRelativeLocation": _move,
    "K2_SetActorLocation": _place,
    "K2_SetActorRotation": _place,
    "K2_SetActorLocationAndRotation": _place,
    "K2_SetRelativeLocation": _setter("RelativeLocation", "NewLocation"),
    "K2_SetRelativeRotation": _setter("RelativeRotation", "NewRotation"),
    "SetRelativeScale3D": _setter("RelativeScale3D", "NewScale3D"),
    "SetActorScale3D": _setter("Scale3D", "NewScale3D"),
    "SetActorEnableCollision": _setter("bCollides", "bNewActorEnableCollision"),
    "SetIntensity": _setter("Intensity", "NewIntensity"),
    "SetLightColor": _setter("LightColor", "NewLightColor"),
    "SetVisibility": _setter("bVisible", "bNewVisibility"),
    "SetHiddenInGame": _setter("bHiddenInGame", "NewHidden"),
    "SetActorHiddenInGame": _setter("bHidden", "bNewHidden"),
    "ToggleVisibility": _toggle_visibility,
    "Array_Add": _array_add,
    "Array_Clear": _array_clear,
    "Array_RemoveItem": _array_remove_item,
    "Array_Remove": _array_remove,
}
