"""What is done to a Blueprint to see what it does: which entries are run, and with which values.

Outside uses acts_of, Act and Case.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from authoring.running.evaluation import label_of
from authoring.running.frames import Frame
from authoring.running.values import Thing, parsed, term
from blueprint_assistant.graph.kinds.node_factory import is_ghost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from authoring.running.entries import Entry
    from authoring.running.machine import Machine
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, PinType

    Do = Callable[[Machine], Mapping[str, Any]]

__all__ = ["Act", "Case", "acts_of"]

_LIFE = "a life"
_TICKS = (0.1, 0.25)


# --- cases -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """With which values events come, and variables begin."""

    name: str
    value: Callable[[str, PinType], Any]
    is_any: bool = False


_EXAMPLES: Mapping[str, Any] = {
    "bool": True,
    "int": 3,
    "int64": 3,
    "real": 12.5,
    "string": "text",
    "name": "Name",
    "text": "text",
}


def _example(_name: str, kind: PinType) -> Any:
    if kind.container != "none":
        return parsed(kind, "")
    if kind.category == "object" and kind.subcategory_object is not None:
        return Thing("something", kind.subcategory_object.path)
    return _EXAMPLES.get(kind.category, parsed(kind, ""))


_PLAIN = Case("some values", _example)
_EMPTY = Case("no values", lambda _, kind: parsed(kind, ""))
_ANY = Case("any values", lambda name, _: term(f"any {name}"), is_any=True)
_CASES = (_PLAIN, _EMPTY, _ANY)


@dataclass(frozen=True, slots=True)
class Act:
    """What is done in a run: to which entry, with which values, by which of its ways (if it has several)."""

    entry: str
    case: Case
    way: str
    do: Do


# --- what is done ------------------------------------------------------------------------------------


def acts_of(blueprint: Blueprint, entries: list[Entry]) -> Iterator[Act]:
    """Every entry by each of its ways with all kinds of values; then all events in turn, as in a life.

    Of copied pieces without entries also what nothing leads to, and what nothing asks.
    """
    for entry in entries:
        ways = _ways(entry.node)
        for way in ways:
            for case in _CASES:
                yield Act(entry.name, case, way if len(ways) > 1 else "", _fires(entry, way, case))
    for graph, node in _lone_starts(blueprint, entries):
        for case in (_PLAIN, _ANY):
            yield Act(f"from {label_of(node)}", case, "", _starts(graph, node))
    if not entries:
        for graph, node in _lone_values(blueprint):
            yield Act(f"the value of {label_of(node)}", _ANY, "", _gives(graph, node))
    if len(entries) > 1:
        for case in (_PLAIN, _ANY):
            yield Act(_LIFE, case, "", _lives(entries, case))


def _ways(node: Node) -> list[str]:
    ways = [pin.name for pin in node.pins if pin.is_exec and pin.direction == "output"]
    return ways or [""]


def _fires(entry: Entry, way: str, case: Case) -> Do:
    def act(machine: Machine) -> Mapping[str, Any]:
        return dict(machine.begin(entry, _given(entry, case), way))

    return act


def _given(entry: Entry, case: Case) -> dict[str, Any]:
    pins = [
        pin
        for pin in entry.node.pins
        if pin.direction == "output"
        and not pin.is_exec
        and not pin.parent_pin
        and pin.type.category != "delegate"
    ]
    return {pin.name: case.value(f"{entry.name} {number}", pin.type) for number, pin in enumerate(pins)}


def _lives(entries: list[Entry], case: Case) -> Do:
    """Begin, and then each other event of the engine twice, with ticks between."""

    def act(machine: Machine) -> Mapping[str, Any]:
        first = [item for item in entries if item.name == "ReceiveBeginPlay"]
        others = sorted(
            (item for item in entries if item.is_of_the_engine and item not in first),
            key=lambda item: item.name,
        )
        ticks = [item for item in others if item.name == "ReceiveTick"]
        for entry in first:
            machine.begin(entry, {})
        for entry in [*others, *others]:
            for way in _ways(entry.node):
                if entry not in ticks:
                    machine.begin(entry, _given(entry, case), way)
                for tick in ticks:
                    for seconds in _TICKS:
                        machine.begin(tick, {"DeltaSeconds": seconds})
                machine.advance(1.0)
        return {}

    return act


def _lone_starts(blueprint: Blueprint, entries: list[Entry]) -> Iterator[tuple[Graph, Node]]:
    """Executed nodes that nothing leads to, as copied nodes may be."""
    begun = {entry.node for entry in entries}
    for graph in blueprint.graphs:
        for node in graph.nodes:
            ins = [pin for pin in node.pins if pin.is_exec and pin.direction == "input"]
            is_led_to = any(graph.links_of(node.name, pin.id) for pin in ins)
            if ins and not is_led_to and node not in begun and not is_ghost(node):
                yield graph, node


def _starts(graph: Graph, node: Node) -> Do:
    def act(machine: Machine) -> Mapping[str, Any]:
        entry = next(pin.name for pin in node.pins if pin.is_exec and pin.direction == "input")
        frame = Frame(graph)
        machine.run_node(frame, node, entry)
        return frame.results

    return act


def _lone_values(blueprint: Blueprint) -> Iterator[tuple[Graph, Node]]:
    """Pure nodes that nothing asks, which is all there is in some copied pieces."""
    for graph in blueprint.graphs:
        for node in graph.nodes:
            outputs = [pin for pin in node.pins if pin.direction == "output"]
            is_pure = outputs and not any(pin.is_exec for pin in node.pins)
            if is_pure and not any(graph.links_of(node.name, pin.id) for pin in outputs):
                yield graph, node


def _gives(graph: Graph, node: Node) -> Do:
    def act(machine: Machine) -> Mapping[str, Any]:
        outputs = [
            pin for pin in node.pins if pin.direction == "output" and not pin.is_hidden and not pin.sub_pins
        ]
        return {pin.name: machine.output(Frame(graph), node, pin) for pin in outputs}

    return act
