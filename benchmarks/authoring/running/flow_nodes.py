"""What the nodes do that are executed: each says by which exec output the machine goes on.

Outside uses step_of. A kind that is not known can only be imagined: then all of its ways are gone, one after
the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from authoring.running.evaluation import label_of, said_in, split_path
from authoring.running.frames import Returned
from authoring.running.impure_functions import FUNCTIONS, WAITS
from authoring.running.macros import run_macro
from authoring.running.values import CannotFollowError, Thing, has_term, term
from blueprint_assistant.graph.compare.semantics import is_reroute
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from authoring.running.frames import Frame
    from authoring.running.imagination import Imagination
    from authoring.running.machine import Machine
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["step_of"]

_THEN = "then"


def step_of(machine: Machine, frame: Frame, node: Node, entry: str) -> str | None:
    """Do what a node does; the exec output where it goes on, or None where it goes on by itself or ends."""
    match any_spec_of(node):
        case common_specs.CallFunctionSpec(function) | kinds.OperatorSpec(_, function):
            return _call(machine, frame, node, function)
        case common_specs.VariableSetSpec(name):
            value = machine.inputs(frame, node)[name]
            machine.set_variable(name, value)
            machine.keep(frame, node, {"Output_Get": value})
            return _THEN
        case kinds.OtherVariableSetSpec(_, name):
            machine.set_property(machine.target(frame, node), name, machine.inputs(frame, node)[name])
            return _THEN
        case kinds.LocalVariableSetSpec(_, name):
            frame.state[name] = machine.inputs(frame, node)[name]
            machine.keep(frame, node, {"Output_Get": frame.state[name]})
            return _THEN
        case kinds.FunctionResultSpec():
            frame.results = machine.inputs(frame, node)
            raise Returned
        case kinds.DelegateSpec() as spec:
            return _delegate(machine, frame, node, spec)
        case _:
            return _branch_off(machine, frame, node, entry)


# --- where it goes on ------------------------------------------------------------------------------


def _branch_off(machine: Machine, frame: Frame, node: Node, entry: str) -> str | None:
    match any_spec_of(node):
        case common_specs.BranchSpec():
            return _THEN if machine.truth(machine.inputs(frame, node)["Condition"]) else "else"
        case common_specs.SequenceSpec():
            *first, last = [pin.name for pin in node.pins if pin.direction == "output"]
            for pin in first:
                machine.leave(frame, node, pin)
            return last
        case kinds.CastSpec(class_path):
            return _cast(machine, frame, node, class_path)
        case kinds.MacroSpec(macro):
            return _macro(machine, frame, node, macro, entry)
        case (
            kinds.SwitchIntSpec() | kinds.SwitchStringSpec() | kinds.SwitchNameSpec() | kinds.SwitchEnumSpec()
        ):
            return _switch(machine, frame, node)
        case kinds.ValidatedGetSpec(name):
            value = machine.variables.get(name)
            machine.keep(frame, node, {name: value})
            is_valid = machine.truth(term("IsValid", value)) if has_term(value) else value is not None
            return _THEN if is_valid else "else"
        case kinds.SpawnActorSpec():
            return _spawn(machine, frame, node)
        case _ if is_reroute(node):
            return "OutputPin"
        case _:
            return _unknown(machine, frame, node, entry)


def _cast(machine: Machine, frame: Frame, node: Node, class_path: str) -> str | None:
    value = machine.inputs(frame, node)["Object"]
    is_one = machine.is_a(value, class_path)
    output = next(pin for pin in node.pins if pin.direction == "output" and pin.name.startswith("As"))
    machine.keep(frame, node, {output.name: value if is_one else None, "bSuccess": is_one})
    return _THEN if is_one else "CastFailed"


def _macro(machine: Machine, frame: Frame, node: Node, macro: str, entry: str) -> str | None:
    try:
        return run_macro(machine, frame, node, macro.rpartition(":")[2], entry)
    except CannotFollowError as error:
        if machine.imagination is None or not str(error).startswith("the macro"):
            raise
        return _unknown(machine, frame, node, entry)


def _switch(machine: Machine, frame: Frame, node: Node) -> str | None:
    selection = machine.inputs(frame, node)["Selection"]
    ways = [pin for pin in node.pins if pin.direction == "output" and pin.is_exec]
    if has_term(selection):
        return ways[machine.choice(selection, len(ways))].name
    cases = {pin.name.lower(): pin.name for pin in ways}
    wanted = str(selection).rpartition("::")[2].lower()
    return cases.get(wanted, cases.get("default"))


def _spawn(machine: Machine, frame: Frame, node: Node) -> str | None:
    given = said_in(machine, frame, node)
    kind = machine.inputs(frame, node).get("Class")
    machine.note("spawns", getattr(kind, "name", kind), given)
    machine.keep(frame, node, {"ReturnValue": Thing("what was spawned", getattr(kind, "class_path", ""))})
    return _THEN


# --- dispatchers -----------------------------------------------------------------------------------


def _delegate(machine: Machine, frame: Frame, node: Node, spec: kinds.DelegateSpec) -> str | None:
    target, given = machine.target(frame, node), machine.inputs(frame, node)
    owner = getattr(target, "name", None)
    if not isinstance(owner, str):
        machine.unknown(f"a dispatcher of {target}")
        action = "add" if spec.action == "assign" else spec.action
        machine.note(f"{action} {spec.delegate}", target, given)
        return _THEN
    bound = machine.bound.setdefault((owner, spec.delegate), [])
    match spec.action:
        case "add" | "assign":
            name = given["Delegate"]
            bound += [name] if name not in bound else []
        case "remove":
            bound[:] = [name for name in bound if name != given["Delegate"]]
        case "clear":
            bound.clear()
        case "call":
            machine.note("broadcasts", spec.delegate, given)
            machine.run_bound(owner, spec.delegate, list(given.values()))
    return _THEN


# --- calls -----------------------------------------------------------------------------------------


def _call(machine: Machine, frame: Frame, node: Node, path: str) -> str | None:
    _, name = split_path(path)
    if machine.is_own(path) and (machine.has_own(name) or machine.imagination is None):
        machine.keep(frame, node, machine.run_own(name, machine.inputs(frame, node)))
        return _THEN
    if name in FUNCTIONS:
        try:
            if machine.imagination is None or not has_term(_all_given(machine, frame, node)):
                FUNCTIONS[name](machine, frame, node)
                return None if name in WAITS else _THEN
        except (CannotFollowError, LookupError):
            if machine.imagination is None:
                raise
    return _unknown_call(machine, frame, node, name)


def _all_given(machine: Machine, frame: Frame, node: Node) -> list[Any]:
    return [machine.target(frame, node), machine.inputs(frame, node)]


def _unknown_call(machine: Machine, frame: Frame, node: Node, name: str) -> str | None:
    """An effect of its own, which no request asks for."""
    machine.note(f"calls {name}", machine.target(frame, node), said_in(machine, frame, node))
    if machine.imagination is not None:
        if name not in FUNCTIONS:
            machine.unknown(f"the function {name}")
        _imagine_outputs(machine.imagination, machine, frame, node, name)
    ways = [pin.name for pin in node.pins if pin.direction == "output" and pin.is_exec]
    is_waiting = any(pin.is_hidden and pin.name == "LatentInfo" for pin in node.pins)
    if machine.imagination is not None and (is_waiting or ways != [_THEN]):
        _go_all_ways(machine, frame, node, ways, is_waiting=is_waiting)
        return None
    return _THEN


# --- what is only imagined ---------------------------------------------------------------------------


def _unknown(machine: Machine, frame: Frame, node: Node, entry: str) -> None:
    imagination = machine.unknown(f"a node {label_of(node)}")
    machine.note(f"runs {label_of(node)}", entry, said_in(machine, frame, node))
    _imagine_outputs(imagination, machine, frame, node, label_of(node))
    ways = [pin.name for pin in node.pins if pin.direction == "output" and pin.is_exec]
    _go_all_ways(machine, frame, node, ways, is_waiting=False)


def _imagine_outputs(imagination: Imagination, machine: Machine, frame: Frame, node: Node, name: str) -> None:
    given = {
        pin.name: imagination.fresh(f"{name}.{pin.name}")
        for pin in node.pins
        if pin.direction == "output" and not pin.is_exec and not pin.parent_pin
    }
    machine.keep(frame, node, given)


def _go_all_ways(machine: Machine, frame: Frame, node: Node, ways: list[str], *, is_waiting: bool) -> None:
    for way in ways:
        if is_waiting:
            machine.later(1.0, lambda way=way: machine.leave(frame, node, way))
            continue
        if len(ways) > 1:
            machine.note("leaves by", way)
        machine.leave(frame, node, way)
