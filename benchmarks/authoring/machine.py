"""Runs the graphs of a Blueprint and keeps what they do to the world. Outside uses Machine, Effect and Thing.

As the engine runs them: pure nodes are asked anew each time, outputs of others keep their last value, what
waits goes on later. What the machine does not know raises CannotFollowError, or is an effect `calls …`.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from authoring.impure_functions import FUNCTIONS
from authoring.macros import run_macro
from authoring.pure_functions import outputs_of
from authoring.values import CannotFollowError, Thing, as_text, parsed, part_of, triple
from blueprint_assistant.graph.compare.semantics import is_reroute
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Pin

__all__ = ["Effect", "Frame", "Machine", "Thing"]

_MOST_STEPS = 5000
_DEEPEST = 100
_START = triple(100.0, 200.0, 300.0)


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that a graph did: when, what (`prints`, `destroys`, `jumps`, `calls …`), and to what."""

    at_s: float
    what: str
    detail: Any = ""


@dataclass
class Frame:
    """A running function, or the event graph: the values that its nodes gave last."""

    graph: Graph
    outputs: dict[tuple[str, str], Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    state: dict[str, Any] = field(default_factory=dict)


class _Returned(Exception):  # noqa: N818 - an outcome
    """A function met its Return node."""


class Machine:
    """One actor of the Blueprint's class in a world of its own, at a place, not turned."""

    def __init__(self, blueprint: Blueprint, catalog: Catalog, variables: Mapping[str, Any]) -> None:
        """`variables` are the values at the start; others have their defaults."""
        self.blueprint = blueprint
        self.me = Thing("self", blueprint.generated_class)
        self.variables = {item.name: parsed(item.type, item.default) for item in blueprint.variables}
        self.variables.update(variables)
        self.effects: list[Effect] = []
        self.location = _START
        self.rotation = triple()
        self.now_s = 0.0
        self._catalog = catalog
        self._later: list[tuple[float, int, Callable[[], None]]] = []
        self._count = self._steps = self._depth = 0
        self._frames = {graph.name: Frame(graph) for graph in blueprint.graphs}

    # --- from outside ----------------------------------------------------------------------------

    @property
    def moved(self) -> tuple[float, ...]:
        """How far the actor is from where it began."""
        return tuple(now - start for now, start in zip(self.location, _START, strict=True))

    def fire(self, event: str, **outputs: Any) -> None:
        """Let an event of the engine happen."""
        for frame in self._frames.values():
            if frame.graph.kind != "event":
                continue
            for node in frame.graph.nodes:
                if any_spec_of(node) == common_specs.EventSpec(event):
                    self._enter(frame, node, outputs)

    def advance(self, seconds: float) -> None:
        """Let time pass, and what waits for it happen."""
        end_s = self.now_s + seconds
        while self._later and self._later[0][0] <= end_s:
            self.now_s, _, work = heapq.heappop(self._later)
            work()
        self.now_s = end_s

    # --- for nodes -------------------------------------------------------------------------------

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Do something after a time."""
        self._count += 1
        heapq.heappush(self._later, (self.now_s + max(seconds, 0.0), self._count, work))

    def note(self, what: str, detail: Any = "") -> None:
        """Keep an effect."""
        self.effects.append(Effect(self.now_s, what, detail))

    def is_a(self, value: Any, class_path: str) -> bool:
        """Whether a value is an object of a class."""
        if not isinstance(value, Thing):
            return False
        if value == self.me and class_path != self.me.class_path:
            return self._catalog.is_child_of(self.blueprint.parent_class, class_path)
        return value.class_path == class_path or self._catalog.is_child_of(value.class_path, class_path)

    def leave(self, frame: Frame, node: Node, pin: str = "then") -> None:
        """Go on where an exec output leads."""
        output = node.find_pin(pin, "output")
        if output is None:
            raise CannotFollowError(f"a node {node.class_name} without a pin {pin}")
        for end in frame.graph.links_of(node.name, output.id):
            target, entry = frame.graph.node(end.node), frame.graph.pin(end)
            if entry is not None:
                self._run(frame, target, entry.name)

    def value(self, frame: Frame, node: Node, pin: Pin) -> Any:
        """What an input pin gets."""
        if pin.sub_pins:
            parts = {part_of(sub.name): self.value(frame, node, sub) for sub in _parts(node, pin)}
            return triple(*(parts[at] for at in range(3)))
        ends = frame.graph.links_of(node.name, pin.id)
        if not ends:
            return parsed(pin.type, pin.default)
        source, output = frame.graph.node(ends[0].node), frame.graph.pin(ends[0])
        if output is None:
            raise CannotFollowError("a link that leads nowhere")
        return self._output(frame, source, output)

    def inputs(self, frame: Frame, node: Node) -> dict[str, Any]:
        """The values of all data inputs of a node, in order, without its target and what is hidden."""
        return {
            pin.name: self.value(frame, node, pin)
            for pin in node.pins
            if pin.direction == "input" and not pin.is_exec and not pin.is_hidden and pin.name != "self"
            if not pin.parent_pin
        }

    def target(self, frame: Frame, node: Node) -> Any:
        """What a call is for: the actor itself where nothing is linked."""
        pin = node.find_pin("self", "input")
        if pin is None or not frame.graph.links_of(node.name, pin.id):
            return self.me
        return self.value(frame, node, pin)

    # --- running ---------------------------------------------------------------------------------

    def _enter(self, frame: Frame, node: Node, outputs: Mapping[str, Any]) -> None:
        self._keep(frame, node, outputs)
        self._depth += 1
        if self._depth > _DEEPEST:
            raise CannotFollowError("calls without end")
        try:
            self.leave(frame, node)
        except _Returned:
            pass
        finally:
            self._depth -= 1

    def _keep(self, frame: Frame, node: Node, outputs: Mapping[str, Any]) -> None:
        frame.outputs.update({(node.name, name.lower()): value for name, value in outputs.items()})

    def keep(self, frame: Frame, node: Node, **outputs: Any) -> None:
        """Remember what a node gives."""
        self._keep(frame, node, outputs)

    def _run(self, frame: Frame, node: Node, entry: str) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise CannotFollowError("a loop without end")
        spec = any_spec_of(node)
        match spec:
            case common_specs.CallFunctionSpec(function) | kinds.OperatorSpec(_, function):
                self._call(frame, node, function)
            case common_specs.VariableSetSpec(name):
                value = self.inputs(frame, node)[name]
                self.variables[name] = value
                self.keep(frame, node, Output_Get=value)
                self.leave(frame, node)
            case kinds.LocalVariableSetSpec(_, name):
                frame.state[name] = self.inputs(frame, node)[name]
                self.keep(frame, node, Output_Get=frame.state[name])
                self.leave(frame, node)
            case kinds.FunctionResultSpec():
                frame.results = self.inputs(frame, node)
                raise _Returned
            case _:
                self._branch_off(frame, node, entry)

    def _branch_off(self, frame: Frame, node: Node, entry: str) -> None:
        """Run a node that says where execution goes on."""
        match any_spec_of(node):
            case common_specs.BranchSpec():
                self.leave(frame, node, "then" if self.inputs(frame, node)["Condition"] else "else")
            case common_specs.SequenceSpec():
                for pin in node.pins:
                    if pin.direction == "output":
                        self.leave(frame, node, pin.name)
            case kinds.CastSpec(class_path):
                self._cast(frame, node, class_path)
            case kinds.MacroSpec(macro):
                run_macro(self, frame, node, macro.rpartition(":")[2], entry)
            case _ if is_reroute(node):
                self.leave(frame, node, "OutputPin")
            case _:
                raise CannotFollowError(f"a node {node.class_name}")

    def _cast(self, frame: Frame, node: Node, class_path: str) -> None:
        value = self.inputs(frame, node)["Object"]
        is_one = self.is_a(value, class_path)
        output = next(pin for pin in node.pins if pin.direction == "output" and pin.name.startswith("As"))
        self._keep(frame, node, {output.name: value if is_one else None, "bSuccess": is_one})
        self.leave(frame, node, "then" if is_one else "CastFailed")

    def _call(self, frame: Frame, node: Node, path: str) -> None:
        owner, _, name = path.rpartition(":")
        if owner in ("", self.me.class_path):
            self._keep(frame, node, self._own(name, self.inputs(frame, node)))
        elif name in FUNCTIONS:
            if FUNCTIONS[name](self, frame, node):
                return  # it goes on by itself, later
        else:
            self.note(f"calls {name}", self.target(frame, node))
        self.leave(frame, node)

    def _own(self, name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Run a function or custom event of the Blueprint itself; what it returns."""
        graph = self.blueprint.find_graph(name)
        if graph is not None:
            entry = next(
                node for node in graph.nodes if isinstance(any_spec_of(node), kinds.FunctionEntrySpec)
            )
            frame = Frame(graph)
            self._enter(frame, entry, given)
            return frame.results
        for frame in self._frames.values():
            for node in frame.graph.nodes:
                if any_spec_of(node) == common_specs.CustomEventSpec(name):
                    self._enter(frame, node, given)
                    return {}
        raise CannotFollowError(f"a call of {name}, which is not there")

    def run_named(self, name: str) -> None:
        """What a timer does: call a function or event by its name."""
        self.note("runs", name)
        self._own(name, {})

    # --- values ----------------------------------------------------------------------------------

    def _output(self, frame: Frame, node: Node, pin: Pin) -> Any:
        if pin.parent_pin:
            whole = node.pin_by_id(pin.parent_pin) or node.find_pin(pin.parent_pin, "output")
            if whole is None:
                raise CannotFollowError("a split pin without its whole")
            return self._output(frame, node, whole)[part_of(pin.name)]
        if pin.type.category == "delegate":
            return _delegate(node)
        known = (node.name, pin.name.lower())
        if known in frame.outputs:
            return frame.outputs[known]
        if any(item.is_exec for item in node.pins):
            return parsed(pin.type, "")  # it has not run yet
        return self._pure(frame, node, pin)

    def _pure(self, frame: Frame, node: Node, pin: Pin) -> Any:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise CannotFollowError("values without end")
        match any_spec_of(node):
            case common_specs.VariableGetSpec(name) if name in self.variables:
                return self.variables[name]
            case common_specs.VariableGetSpec(name):
                return Thing(name, str(pin.type.subcategory_object and pin.type.subcategory_object.path))
            case kinds.LocalVariableGetSpec(_, name):
                return frame.state.get(name, parsed(pin.type, ""))
            case kinds.SelfSpec():
                return self.me
            case common_specs.CallFunctionSpec(function) | kinds.OperatorSpec(_, function):
                return self._pure_call(frame, node, function, pin)
            case _ if is_reroute(node):
                return next(iter(self.inputs(frame, node).values()))
            case _:
                return self._pure_form(frame, node, pin)

    def _pure_form(self, frame: Frame, node: Node, pin: Pin) -> Any:
        """What a pure node gives that is no variable and no call."""
        match any_spec_of(node):
            case kinds.CastSpec(class_path):
                value = self.inputs(frame, node)["Object"]
                is_one = self.is_a(value, class_path)
                return is_one if pin.name == "bSuccess" else value if is_one else None
            case kinds.FormatTextSpec():
                return _formatted(self.inputs(frame, node))
            case kinds.MakeStructSpec() | kinds.BreakStructSpec() as spec:
                name = f"{type(spec).__name__[:-10]}{spec.struct.rpartition('.')[2]}"
                outputs = outputs_of(name, self.inputs(frame, node))
                return outputs.get(pin.name, outputs.get("ReturnValue"))
            case kinds.SelectSpec():
                return self._selected(frame, node)
            case _:
                raise CannotFollowError(f"a node {node.class_name}")

    def _pure_call(self, frame: Frame, node: Node, function: str, pin: Pin) -> Any:
        owner, _, name = function.rpartition(":")
        if owner in ("", self.me.class_path):
            return self._own(name, self.inputs(frame, node))[pin.name]
        state: Mapping[str, Any] = {
            "K2_GetActorLocation": self.location,
            "K2_GetActorRotation": self.rotation,
            "GetActorForwardVector": triple(1.0),
            "GetActorRightVector": triple(0.0, 1.0),
            "GetActorUpVector": triple(0.0, 0.0, 1.0),
        }
        if name in state:
            if self.target(frame, node) != self.me or any(self.rotation):
                raise CannotFollowError(f"{name} of something else, or of an actor that is turned")
            return state[name]
        return outputs_of(name, self.inputs(frame, node))[pin.name]

    def _selected(self, frame: Frame, node: Node) -> Any:
        given = self.inputs(frame, node)
        index = int(given.pop("Index"))
        return list(given.values())[index]


def _parts(node: Node, pin: Pin) -> list[Pin]:
    return [item for item in node.pins if item.parent_pin in (pin.id, pin.name) and item.direction == "input"]


def _delegate(node: Node) -> str:
    """The name of what a delegate pin stands for."""
    match any_spec_of(node):
        case (
            common_specs.CustomEventSpec(name) | common_specs.EventSpec(name) | kinds.CreateDelegateSpec(name)
        ):
            return name
        case _:
            raise CannotFollowError(f"a delegate of {node.class_name}")


def _formatted(given: Mapping[str, Any]) -> str:
    text = str(given["Format"])
    for name, value in given.items():
        if name != "Format":
            text = text.replace(f"{{{name}}}", as_text(value))
    return text
