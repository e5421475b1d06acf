"""Runs the graphs of a Blueprint and keeps what they do to the world. Outside uses Machine and Thing.

As the engine runs them: pure nodes are asked anew each time, outputs of others keep their last value, what
waits goes on later. What the machine does not know raises CannotFollowError, or is an effect `calls …`;
with an `imagination` it goes on (`imagination`).
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from authoring.running import evaluation
from authoring.running.entries import entries_of
from authoring.running.flow_nodes import step_of
from authoring.running.frames import Frame, Returned
from authoring.running.values import CannotFollowError, Thing, WithoutEndError
from authoring.running.world import World
from blueprint_assistant.graph.compare.semantics import is_reroute
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from authoring.running.entries import Entry
    from authoring.running.imagination import Imagination
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node, Pin

__all__ = ["Machine", "Thing"]

_MOST_STEPS = 5000
_DEEPEST = 60


class Machine(World):
    """One actor of the Blueprint's class in a world of its own, at a place, not turned."""

    def __init__(
        self,
        blueprint: Blueprint,
        catalog: Catalog,
        variables: Mapping[str, Any],
        imagination: Imagination | None = None,
        most_steps: int = _MOST_STEPS,
    ) -> None:
        """`variables` are the values at the start; others have their defaults."""
        super().__init__(blueprint, catalog, variables, imagination)
        self.entries = list(entries_of(blueprint))
        """Where execution can begin."""
        self._steps = self._depth = 0
        self._most_steps = most_steps
        self._frames = {graph.name: Frame(graph) for graph in blueprint.graphs}

    # --- from outside ----------------------------------------------------------------------------

    def fire(self, event: str, /, *, pin: str = "", **outputs: Any) -> None:
        """Let an event happen, by the name of its entry; a key by one of its exec outputs."""
        if self.is_destroyed:
            return
        if event == "ReceiveTick":
            self.frame_s = outputs.get("DeltaSeconds", 0.0)
        for entry in self.entries:
            if entry.name == event and not entry.is_function:
                self.begin(entry, outputs, pin)
        owner, _, delegate = event.rpartition(".")
        self.run_bound(owner or "self", delegate, list(outputs.values()))

    def begin(self, entry: Entry, outputs: Mapping[str, Any], pin: str = "") -> Mapping[str, Any]:
        """Run an entry, by its first exec output or that of a name; what it returns."""
        frame = Frame(entry.graph) if entry.is_function else self._frames[entry.graph.name]
        self.keep(frame, entry.node, outputs)
        ways = [item.name for item in entry.node.pins if item.is_exec and item.direction == "output"]
        if ways:
            self.run_from(frame, entry.node, pin or ways[0])
        return frame.results

    def run_from(self, frame: Frame, node: Node, way: str) -> None:
        """Run all that follows an exec output, as something of its own."""
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise WithoutEndError("calls without end")
            self.leave(frame, node, way)
        except Returned:
            pass
        except RecursionError:
            raise CannotFollowError("calls or values that are nested too deeply") from None
        finally:
            self._depth -= 1

    def call(self, name: str, *given: Any) -> list[Any]:
        """Call a function or custom event from outside; its inputs and what it gives back are in order."""
        return list(self.run_own_in_order(name, list(given)).values())

    # --- for nodes -------------------------------------------------------------------------------

    def inputs(self, frame: Frame, node: Node) -> dict[str, Any]:
        """The values of all data inputs of a node, in order, without its target and what is hidden."""
        return evaluation.inputs_of(self, frame, node)

    def target(self, frame: Frame, node: Node) -> Any:
        """What a call is for: the actor itself where nothing is linked."""
        return evaluation.target_of(self, frame, node)

    def output(self, frame: Frame, node: Node, pin: Pin) -> Any:
        """What an output pin gives."""
        return evaluation.output_of(self, frame, node, pin)

    def keep(self, frame: Frame, node: Node, outputs: Mapping[str, Any]) -> None:
        """Remember what a node gives."""
        frame.outputs.update({(node.name, name.lower()): value for name, value in outputs.items()})

    def assign(self, frame: Frame, node: Node, pin: str, value: Any) -> None:
        """Give the variable that is linked to an input another value, as an input by reference does."""
        target = node.find_pin(pin, "input")
        ends = frame.graph.links_of(node.name, target.id) if target is not None else ()
        source = frame.graph.nodes_by_name.get(ends[0].node) if ends else None
        match source and any_spec_of(source):
            case common_specs.VariableGetSpec(name):
                self.set_variable(name, value)
            case kinds.LocalVariableGetSpec(_, name):
                frame.state[name] = value
            case _:
                self.unknown(f"what {node.class_name} gives a value")
                self.note("gives a value", value)

    # --- running ---------------------------------------------------------------------------------

    def leave(self, frame: Frame, node: Node, pin: str = "then") -> None:
        """Go on where an exec output leads, until nothing follows."""
        self._run(frame, self._ways(frame, node, pin))

    def run_node(self, frame: Frame, node: Node, entry: str) -> None:
        """Run a node from one of its exec inputs, and all that follows."""
        with suppress(Returned):
            self._run(frame, [(node, entry)])

    def _run(self, frame: Frame, todo: list[tuple[Node, str]]) -> None:
        while todo:
            target, entry = todo.pop()
            self._steps += not is_reroute(target)
            if self._steps > self._most_steps:
                raise WithoutEndError("a loop without end")
            way = self._step(frame, target, entry)
            if way is not None:
                todo += self._ways(frame, target, way)

    def _step(self, frame: Frame, node: Node, entry: str) -> str | None:
        try:
            return step_of(self, frame, node, entry)
        except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
            what = f"{evaluation.label_of(node)} as it stands here ({type(error).__name__}: {error})"
            raise CannotFollowError(what) from error

    def _ways(self, frame: Frame, node: Node, pin: str) -> list[tuple[Node, str]]:
        output = node.find_pin(pin, "output")
        if output is None:
            raise CannotFollowError(f"a node {node.class_name} without a pin {pin}")
        found = []
        for end in frame.graph.links_of(node.name, output.id):
            target, entry = frame.graph.nodes_by_name.get(end.node), frame.graph.pin(end)
            if target is not None and entry is not None:
                found.append((target, entry.name))
        return found

    def is_own(self, function: str) -> bool:
        """Whether a function is the Blueprint's own, by its path."""
        owner, _ = evaluation.split_path(function)
        return owner in ("", self.me.class_path)

    def has_own(self, name: str) -> bool:
        """Whether the Blueprint has a function or custom event of that name."""
        return self._own(name) is not None

    def _own(self, name: str) -> Entry | None:
        return next(
            (
                item
                for item in self.entries
                if item.name.lower() == name.lower() and not item.is_of_the_engine
            ),
            None,
        )

    def run_own(self, name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """Run a function or custom event of the Blueprint itself; what it returns."""
        entry = self._own(name)
        if entry is None:
            self.unknown(f"a call of {name}, which is not there")
            self.note(f"calls {name}", self.me, given)
            return {}
        return self.begin(entry, given)

    def run_own_in_order(self, name: str, given: list[Any]) -> Mapping[str, Any]:
        """The same, with the inputs in order."""
        entry = self._own(name)
        pins = (
            []
            if entry is None
            else [
                pin.name
                for pin in entry.node.pins
                if pin.direction == "output" and not pin.is_exec and pin.type.category != "delegate"
            ]
        )
        return self.run_own(name, dict(zip(pins, given, strict=False)))

    def run_named(self, name: Any) -> None:
        """What a timer does: call a function or event by its name."""
        self.note("runs", name)
        if isinstance(name, str) and self.has_own(name):
            self.run_own(name, {})
        else:
            self.unknown(f"a call of {name}, which is not there")

    def run_bound(self, owner: str, delegate: str, given: list[Any]) -> None:
        """Call what is bound to a dispatcher or event, in the order of binding."""
        for name in list(self.bound.get((owner, delegate), ())):
            self.run_own_in_order(name, given)
