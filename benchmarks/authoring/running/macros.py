"""The macros of the engine, for `machine`: loops and gates, as StandardMacros has them.

Outside uses run_macro.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from authoring.running.values import CannotFollowError, has_term, term

if TYPE_CHECKING:
    from collections.abc import Iterable

    from authoring.running.frames import Frame
    from authoring.running.machine import Machine
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["run_macro"]

_MOST_IMAGINED = 3
"""Rounds of a loop whose bounds are not known."""


def run_macro(machine: Machine, frame: Frame, node: Node, name: str, entry: str) -> str | None:
    """Run a macro from one of its exec inputs; the exec output by which it goes on, if any.

    Raises CannotFollowError for an unknown one.
    """
    if entry == "Break":
        frame.broken.add(node.name)
        return None
    given = machine.inputs(frame, node)
    match name:
        case "ForLoop" | "ForLoopWithBreak":
            return _rounds(machine, frame, node, ({"Index": index} for index in _counted(machine, given)))
        case "ForEachLoop" | "ForEachLoopWithBreak":
            return _rounds(machine, frame, node, _each(enumerate(_items(machine, given))))
        case "ReverseForEachLoop":
            items = reversed(list(enumerate(_items(machine, given))))
            return _rounds(machine, frame, node, _each(items, "ArrayElement", "ArrayIndex"))
        case "WhileLoop":
            return _while(machine, frame, node)
        case "DoOnce" | "Do N" | "FlipFlop" | "Gate":
            return _with_state(machine, frame, node, name, entry)
        case _:
            return _chosen(machine, frame, node, name)


def _chosen(machine: Machine, frame: Frame, node: Node, name: str) -> str | None:
    given = machine.inputs(frame, node)
    match name:
        case "IsValid":
            value = given["InputObject"]
            is_valid = machine.truth(term("IsValid", value)) if has_term(value) else value is not None
            return "Is Valid" if is_valid else "Is Not Valid"
        case "CompareInt":
            return _compared(machine, given)
        case "IncrementInt" | "IncrementFloat" | "DecrementInt" | "DecrementFloat":
            return _counted_on(machine, frame, node, 1 if name.startswith("Inc") else -1)
        case "Switch Has Authority":
            return "Authority"  # a game for one
        case _:
            raise CannotFollowError(f"the macro {name}")


# --- loops -----------------------------------------------------------------------------------------


def _counted(machine: Machine, given: dict[str, Any]) -> Iterable[int]:
    first, last = given["FirstIndex"], given["LastIndex"]
    if has_term([first, last]):
        return range(machine.choice([first, last], _MOST_IMAGINED) + 1)
    return range(first, last + 1)


def _items(machine: Machine, given: dict[str, Any]) -> list[Any]:
    items = given["Array"]
    if isinstance(items, list):
        return items
    count = machine.choice(items, _MOST_IMAGINED) + 1
    return [term("item of", items, index) for index in range(count)]


def _each(
    items: Iterable[tuple[int, Any]], element: str = "Array Element", place: str = "Array Index"
) -> Iterable[dict[str, Any]]:
    return ({element: item, place: index} for index, item in items)


def _rounds(machine: Machine, frame: Frame, node: Node, rounds: Iterable[dict[str, Any]]) -> str:
    frame.broken.discard(node.name)
    for outputs in rounds:
        machine.keep(frame, node, outputs)
        machine.leave(frame, node, "LoopBody")
        if node.name in frame.broken:
            break
    return "Completed"


def _while(machine: Machine, frame: Frame, node: Node) -> str:
    rounds = 0
    while machine.truth(condition := machine.inputs(frame, node)["Condition"]):
        machine.leave(frame, node, "LoopBody")
        rounds += 1
        if has_term(condition) and rounds >= _MOST_IMAGINED:
            break
    return "Completed"


# --- numbers -----------------------------------------------------------------------------------------


def _compared(machine: Machine, given: dict[str, Any]) -> str:
    one, other = given["Input"], given["CompareWith"]
    if has_term([one, other]):
        return "<=>"[machine.choice([one, other], 3)].replace("=", "==")
    return "<" if one < other else "==" if one == other else ">"


def _counted_on(machine: Machine, frame: Frame, node: Node, step: int) -> str:
    before = machine.inputs(frame, node)["Value"]
    after = term("add", before, step) if has_term(before) else before + step
    machine.assign(frame, node, "Value", after)
    machine.keep(frame, node, {"Result": after})
    return next(pin.name for pin in node.pins if pin.is_exec and pin.direction == "output")


# --- what remembers --------------------------------------------------------------------------------


def _with_state(machine: Machine, frame: Frame, node: Node, name: str, entry: str) -> str | None:
    match name:
        case "DoOnce":
            return _once(machine, frame, node, entry)
        case "Do N":
            return _n_times(machine, frame, node, entry)
        case "FlipFlop":
            is_a = not frame.state.get(node.name, False)
            frame.state[node.name] = is_a
            machine.keep(frame, node, {"IsA": is_a})
            return "A" if is_a else "B"
        case _:
            return _gate(machine, frame, node, entry)


def _once(machine: Machine, frame: Frame, node: Node, entry: str) -> str | None:
    if entry == "Reset":
        frame.state[node.name] = "open"
        return None
    is_closed_first = machine.truth(machine.inputs(frame, node).get("Start Closed"))
    if frame.state.get(node.name, "closed" if is_closed_first else "open") == "closed":
        return None
    frame.state[node.name] = "closed"
    return "Completed"


def _n_times(machine: Machine, frame: Frame, node: Node, entry: str) -> str | None:
    if entry == "Reset":
        frame.state[node.name] = 0
        return None
    most = machine.inputs(frame, node)["n"]
    done = frame.state.get(node.name, 0)
    if machine.truth(term("is less", done, most)) if has_term(most) else done < most:
        frame.state[node.name] = done + 1
        machine.keep(frame, node, {"Counter": done + 1})
        return "Exit"
    return None


def _gate(machine: Machine, frame: Frame, node: Node, entry: str) -> str | None:
    is_closed_first = machine.truth(machine.inputs(frame, node).get("bStartClosed"))
    is_open = frame.state.get(node.name, not is_closed_first)
    match entry:
        case "Enter":
            return "Exit" if is_open else None
        case "Toggle":
            frame.state[node.name] = not is_open
        case _:
            frame.state[node.name] = entry == "Open"
    return None
