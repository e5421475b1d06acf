"""Says whether a Blueprint does what a request asks for, and nothing else. Outside uses faults_of.

It is compiled and run: different graphs that do the same are all right, and one that does it in most
cases is wrong. What a person would not leave behind is a fault too: nodes that do nothing, other
events, members that nothing uses, changed values of those that were there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from artist_requests.flow import Flow, Place
from authoring.machine import Machine
from authoring.values import CannotFollowError, Thing
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.compare.isomorphism import isomorphism_hash
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, is_ghost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blueprint_assistant.editor.plan.edit_plan import CompileReport
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["faults_of"]

_PAWN = Thing("a pawn", "/Script/Engine.Pawn")
_CHARACTER = Thing("a character", "/Script/Engine.Character")
_CRATE = Thing("a plain actor", "/Script/Engine.Actor")
_EVENTS = "EventGraph"
_OTHERS = (_CRATE, _PAWN, _CHARACTER)


@dataclass
class _Trial:
    """One look at a Blueprint: the machines that it ran on, and what was found."""

    blueprint: Blueprint
    faults: list[str] = field(default_factory=list)

    def machine(self, **variables: Any) -> Machine:
        """A new actor, with these values of variables."""
        return Machine(self.blueprint, default_catalog(), variables)

    def expect(self, machine: Machine, when: str, *wanted: tuple[Any, ...]) -> None:
        """Effects in this order, and no others: what they are, to what, and when (0 unless given)."""
        found = [(item.what, item.detail, round(item.at_s, 4)) for item in machine.effects]
        asked = [(what, detail, float(at[0]) if at else 0.0) for what, detail, *at in wanted]
        if found != asked:
            self.faults.append(f"{when}: it {_told(found)} instead of {_told(asked)}")

    def expect_value(self, machine: Machine, when: str, name: str, wanted: float) -> None:
        """The value of a variable."""
        if machine.variables[name] != wanted:
            self.faults.append(f"{when}: {name} is {machine.variables[name]} instead of {wanted}")

    def expect_still(self, machine: Machine, when: str) -> None:
        """The actor neither moved nor turned, and no variable has another value than at the start."""
        if any(machine.moved) or any(machine.rotation):
            self.faults.append(f"{when}: the actor moves")


def _told(effects: Iterable[tuple[str, Any, float]]) -> str:
    return ", ".join(f"{what} {_name(detail)} at {at:g} s" for what, detail, at in effects) or "does nothing"


def _name(detail: Any) -> str:
    return detail.name if isinstance(detail, Thing) else repr(detail)


# --- the requests --------------------------------------------------------------------------------


def _hello(trial: _Trial) -> None:
    machine = trial.machine()
    machine.fire("ReceiveBeginPlay")
    machine.advance(10)
    trial.expect(machine, "BeginPlay", ("prints", "Hello World"))


def _wait(trial: _Trial) -> None:
    machine = trial.machine()
    machine.fire("ReceiveBeginPlay")
    machine.advance(10)
    trial.expect(machine, "BeginPlay", ("prints", "A"), ("prints", "B", 2))


def _move(trial: _Trial) -> None:
    machine = trial.machine()
    for delta_s, ticks in ((0.5, 1), (0.1, 2), (0.02, 3)):
        machine.fire("ReceiveTick", DeltaSeconds=delta_s)
        if not _is_near(machine.moved, (10.0 * ticks, 0.0, 0.0)):
            trial.faults.append(f"after {ticks} ticks the actor moved by {machine.moved}")
            break
    if any(machine.rotation):
        trial.faults.append("the actor turns")
    trial.expect(machine, "Tick")


def _destroy(trial: _Trial) -> None:
    for other in _OTHERS:
        machine = trial.machine()
        machine.fire("ReceiveActorBeginOverlap", OtherActor=other)
        trial.expect(machine, f"overlap with {other.name}", ("destroys", machine.me))


def _set_health(trial: _Trial) -> None:
    for health in (50.0, 0.0, 150.0):
        machine = trial.machine(Health=health)
        machine.fire("ReceiveBeginPlay")
        trial.expect(machine, "BeginPlay")
        trial.expect_value(machine, "BeginPlay", "Health", 100.0)


def _open(trial: _Trial) -> None:
    for is_open in (True, False):
        machine = trial.machine(bOpen=is_open)
        machine.fire("ReceiveBeginPlay")
        machine.advance(10)
        trial.expect(machine, f"bOpen {is_open}", ("prints", "open" if is_open else "closed"))
        trial.expect_value(machine, "BeginPlay", "bOpen", is_open)


def _numbers(trial: _Trial) -> None:
    machine = trial.machine()
    machine.fire("ReceiveBeginPlay")
    machine.advance(10)
    trial.expect(machine, "BeginPlay", *(("prints", str(number)) for number in range(5)))


def _damage(trial: _Trial) -> None:
    for health, damage in ((100.0, 30.0), (30.0, 30.0), (20.0, 30.0), (0.5, 0.25)):
        machine = trial.machine(Health=health)
        machine.fire(
            "ReceiveAnyDamage", Damage=damage, InstigatedBy=None, DamageCauser=_PAWN, DamageType=None
        )
        when, left = f"{damage} damage at Health {health}", health - damage
        trial.expect(machine, when, *([("destroys", machine.me)] if left <= 0 else []))
        # A Health that never falls below zero is as good.
        wanted = max(left, 0.0) if machine.variables["Health"] == 0 else left
        trial.expect_value(machine, when, "Health", wanted)


def _score(trial: _Trial) -> None:
    for other in _OTHERS:
        for score in (0, 7):
            machine = trial.machine(Score=score)
            machine.fire("ReceiveActorBeginOverlap", OtherActor=other)
            trial.expect(machine, f"overlap with {other.name}", ("prints", "Got it"))
            trial.expect_value(machine, f"overlap with {other.name}", "Score", score + 1)


def _jump(trial: _Trial) -> None:
    for other in _OTHERS:
        machine = trial.machine()
        machine.fire("ReceiveActorBeginOverlap", OtherActor=other)
        wanted = ("jumps", other) if other == _CHARACTER else ("prints", "ignored")
        trial.expect(machine, f"overlap with {other.name}", wanted)


def _timer(trial: _Trial) -> None:
    machine = trial.machine()
    machine.fire("ReceiveBeginPlay")
    machine.advance(3.5)
    wanted = [("sets a looping timer", "Pulse"), *(("runs", "Pulse", second) for second in (1, 2, 3))]
    trial.expect(machine, "3.5 s after BeginPlay", *wanted)


def _turn(trial: _Trial) -> None:
    machine, elapsed = trial.machine(), 0.0
    for delta_s in (0.5, 0.1, 0.02):
        machine.fire("ReceiveTick", DeltaSeconds=delta_s)
        elapsed += delta_s
        if not _is_near(machine.rotation, (0.0, 90.0 * elapsed, 0.0)):
            trial.faults.append(f"after {elapsed:g} s the actor is turned by {machine.rotation}")
            break
    if any(machine.moved):
        trial.faults.append("the actor moves")
    trial.expect(machine, "Tick")


def _is_near(found: Iterable[float], wanted: Iterable[float]) -> bool:
    return all(math.isclose(one, other, abs_tol=1e-6) for one, other in zip(found, wanted, strict=True))


_BEGIN, _TICK, _OVERLAP, _DAMAGE = (
    "ReceiveBeginPlay",
    "ReceiveTick",
    "ReceiveActorBeginOverlap",
    "ReceiveAnyDamage",
)
_JUDGES: Mapping[int, tuple[str, Callable[[_Trial], None]]] = {
    1: (_BEGIN, _hello),
    2: (_BEGIN, _wait),
    3: (_TICK, _move),
    4: (_OVERLAP, _destroy),
    5: (_BEGIN, _set_health),
    6: (_BEGIN, _open),
    7: (_BEGIN, _numbers),
    8: (_DAMAGE, _damage),
    9: (_OVERLAP, _score),
    10: (_OVERLAP, _jump),
    11: (_BEGIN, _timer),
    12: (_TICK, _turn),
}


def faults_of(number: int, before: Blueprint, after: Blueprint, compiled: CompileReport) -> list[str]:
    """What is wrong with the answer to a request; empty when a person would accept it."""
    if not compiled.is_clean:
        said = [f"{item.severity}: {item.text}" for item in compiled.messages] or [compiled.status]
        return [f"it does not compile cleanly: {'; '.join(said)}"]
    event, judge = _JUDGES[number]
    trial = _Trial(after)
    try:
        judge(trial)
        if event != _BEGIN:
            _expect_quiet_start(trial)
    except CannotFollowError as error:
        trial.faults.append(f"nobody asked for {error}")
    return [*trial.faults, *_leftovers(before, after, event)]


def _expect_quiet_start(trial: _Trial) -> None:
    machine = trial.machine()
    machine.fire(_BEGIN)
    machine.advance(10)
    trial.expect(machine, "BeginPlay")
    trial.expect_still(machine, "BeginPlay")


# --- what else is there --------------------------------------------------------------------------


def _leftovers(before: Blueprint, after: Blueprint, event: str) -> list[str]:
    """What a person would not leave behind, or did not want touched."""
    flow = Flow([after])
    faults = [f"{place.node} in {place.graph} does nothing" for place in flow.loose(after.path)]
    faults += [
        f"nobody asked for {place.node} in {place.graph}, or nothing calls it"
        for place in _entries(before, after)
        if not _is_wanted(place, flow, event)
    ]
    return [*faults, *_changed_graphs(before, after), *_changed_members(before, after)]


def _entries(before: Blueprint, after: Blueprint) -> Iterable[Place]:
    """The events of the event graph, and the entries of new functions."""
    known = {graph.name for graph in before.graphs} - {_EVENTS}
    for graph in after.graphs:
        for node in graph.nodes:
            spec = any_spec_of(node)
            is_entry = isinstance(spec, kinds.AnyEventSpec) and not isinstance(spec, kinds.FunctionResultSpec)
            if is_entry and graph.name not in known and not is_ghost(node):
                yield Place(after.path, graph.name, node.name)


def _is_wanted(place: Place, flow: Flow, event: str) -> bool:
    spec = any_spec_of(flow.node(place))
    if isinstance(spec, common_specs.EventSpec):
        return spec.name == event or not flow.ways.get(place)
    called = {target for ways in flow.ways.values() for _, target in ways}
    return isinstance(spec, common_specs.CustomEventSpec | kinds.FunctionEntrySpec) and place in called


def _changed_graphs(before: Blueprint, after: Blueprint) -> Iterable[str]:
    """Graphs that were there and are no part of a request."""
    for graph in before.graphs:
        now = after.find_graph(graph.name)
        if graph.name != _EVENTS and (now is None or isomorphism_hash(now) != isomorphism_hash(graph)):
            yield f"nobody asked for a change of {graph.name}"


def _changed_members(before: Blueprint, after: Blueprint) -> Iterable[str]:
    for variable in before.variables:
        now = after.find_variable(variable.name)
        if now is None or (now.type, now.default) != (variable.type, variable.default):
            yield f"nobody asked for another {variable.name}"
    known = {item.name for item in (*before.variables, *before.components)}
    new = [item.name for item in (*after.variables, *after.components) if item.name not in known]
    for name in new:
        if not any(_uses(node, name) for graph in after.graphs for node in graph.nodes):
            yield f"nothing uses the new {name}"


def _uses(node: Node, name: str) -> bool:
    match any_spec_of(node):
        case common_specs.VariableGetSpec(used) | common_specs.VariableSetSpec(used):
            return used == name
        case _:
            return False
