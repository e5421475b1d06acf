"""The macros of the engine, for `machine`: loops and gates, as StandardMacros has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from authoring.values import CannotFollowError

if TYPE_CHECKING:
    from authoring.machine import Frame, Machine
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["run_macro"]


def run_macro(machine: Machine, frame: Frame, node: Node, name: str, entry: str) -> None:
    """Run a macro from one of its exec inputs. Raises CannotFollowError for an unknown one."""
    if entry == "Break":
        frame.broken.add(node.name)
        return
    match name:
        case "ForLoop" | "ForLoopWithBreak":
            _count(machine, frame, node)
        case "ForEachLoop" | "ForEachLoopWithBreak":
            _each(machine, frame, node)
        case "WhileLoop":
            while machine.inputs(frame, node)["Condition"]:
                machine.leave(frame, node, "LoopBody")
            machine.leave(frame, node, "Completed")
        case "IsValid":
            value = machine.inputs(frame, node)["InputObject"]
            machine.leave(frame, node, "Is Not Valid" if value is None else "Is Valid")
        case "DoOnce":
            _once(machine, frame, node, entry)
        case _:
            raise CannotFollowError(f"the macro {name}")


def _count(machine: Machine, frame: Frame, node: Node) -> None:
    given = machine.inputs(frame, node)
    frame.broken.discard(node.name)
    for index in range(given["FirstIndex"], given["LastIndex"] + 1):
        machine.keep(frame, node, Index=index)
        machine.leave(frame, node, "LoopBody")
        if node.name in frame.broken:
            break
    machine.leave(frame, node, "Completed")


def _each(machine: Machine, frame: Frame, node: Node) -> None:
    items: list[Any] = machine.inputs(frame, node)["Array"]
    frame.broken.discard(node.name)
    for index, item in enumerate(items):
        machine.keep(frame, node, **{"Array Element": item, "Array Index": index})
        machine.leave(frame, node, "LoopBody")
        if node.name in frame.broken:
            break
    machine.leave(frame, node, "Completed")


def _once(machine: Machine, frame: Frame, node: Node, entry: str) -> None:
    if entry == "Reset":
        frame.state.pop(node.name, None)
    elif node.name not in frame.state and not machine.inputs(frame, node).get("Start Closed"):
        frame.state[node.name] = True
        machine.leave(frame, node, "Completed")
