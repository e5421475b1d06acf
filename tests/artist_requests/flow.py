"""Where execution and data go in a set of Blueprints, as a reader follows them. Outside uses Flow.

Execution follows exec links, and goes on where a node only names what runs next: the function or
custom event that is called, the event that a timer or a dispatcher calls. Data is followed back
through nodes, reroutes and variables.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from artist_requests.node_words import is_like
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.compare.semantics import is_reroute
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Pin

__all__ = ["Flow", "Place", "Step"]

_CALLS_ITS_FUNCTION = "calls"
"""The name of the way from a node to what it only names."""


@dataclass(frozen=True, slots=True)
class Place:
    """A node of a project."""

    blueprint: str
    graph: str
    node: str


@dataclass(frozen=True, slots=True)
class Step:
    """A node on a path, as a pattern, and the exec pin that the path leaves it by (any without one)."""

    pattern: str
    pin: str = ""

    @classmethod
    def read(cls, text: str) -> Step:
        """`branch [True]`, `call Actor.SetActorRotation`."""
        pattern, bracket, pin = text.partition(" [")
        pin = pin.removesuffix("]").lower() if bracket else ""
        return cls(pattern, {"true": "then", "false": "else"}.get(pin, pin))

    def allows(self, pin: str) -> bool:
        """Whether a path may leave by a pin."""
        return not self.pin or pin.lower().replace(" ", "") == self.pin.replace(" ", "")


@dataclass(frozen=True, slots=True)
class _Source:
    """Where the value of an input pin comes from."""

    pin: str
    place: Place
    output: str


class Flow:
    """The Blueprints of a project as one net. Immutable."""

    def __init__(self, blueprints: Iterable[Blueprint]) -> None:
        """Looks at the Blueprints as they are now."""
        self._blueprints = {item.path: item for item in blueprints}
        self._nodes: dict[Place, Node] = {}
        self._graphs: dict[Place, Graph] = {}
        for blueprint in self._blueprints.values():
            for graph in blueprint.graphs:
                for node in graph.nodes:
                    place = Place(blueprint.path, graph.name, node.name)
                    self._nodes[place], self._graphs[place] = node, graph
        self._specs = {place: any_spec_of(node) for place, node in self._nodes.items()}

    def places(self, pattern: str, blueprint: str = "", graph: str = "") -> list[Place]:
        """The nodes that match a pattern, of one Blueprint or graph where these are given."""
        return [
            place
            for place, node in self._nodes.items()
            if blueprint in {"", place.blueprint, place.blueprint.rsplit("/", 1)[-1]}
            and graph.lower() in {"", place.graph.lower()}
            and is_like(node, pattern)
        ]

    def node(self, place: Place) -> Node:
        """The node there."""
        return self._nodes[place]

    # --- execution -------------------------------------------------------------------------------

    @cached_property
    def ways(self) -> Mapping[Place, tuple[tuple[str, Place], ...]]:
        """For each node where execution goes on, with the pin it leaves by. Do not change it."""
        found: dict[Place, list[tuple[str, Place]]] = defaultdict(list)
        for source, target, output, _ in self._links(lambda pin: pin.is_exec):
            found[source].append((output.name, target))
        for source, target in self._named_ways():
            found[source].append((_CALLS_ITS_FUNCTION, target))
        return {place: tuple(ways) for place, ways in found.items()}

    def has_path(self, steps: list[Step], blueprint: str = "", *, directly: bool = False) -> bool:
        """Whether execution gets from the first step to the second, on to the third, and so on.

        `directly` asks for nodes that are linked one after the other, with nothing between.
        """
        here = set(self.places(steps[0].pattern, blueprint))
        for current, following in pairwise(steps):
            wanted = set(self.places(following.pattern))
            here = (self._next(here, current) if directly else self.reached(here, current)) & wanted
        return bool(here)

    def _next(self, here: Iterable[Place], step: Step) -> set[Place]:
        """The nodes that are linked to these."""
        ways = (way for place in here for way in self.ways.get(place, ()))
        return {target for pin, target in ways if pin != _CALLS_ITS_FUNCTION and step.allows(pin)}

    def is_guarded(self, source: Step, target: Step, guard: Step, blueprint: str = "") -> bool:
        """Whether every path from source to target leaves a guard by its pin; false without a path."""
        start, goal = set(self.places(source.pattern, blueprint)), set(self.places(target.pattern))
        guards = set(self.places(guard.pattern))
        if not goal & self.reached(start, source):
            return False
        return not goal & self.reached(start, source, lambda at, pin: at in guards and guard.allows(pin))

    def reached(
        self,
        start: Iterable[Place],
        first: Step | None = None,
        is_closed: Callable[[Place, str], bool] | None = None,
    ) -> set[Place]:
        """All nodes that execution reaches from these, which it leaves by the first step's pin.

        `is_closed` says of a node and its pin that no path may leave there.
        """
        seen: set[Place] = set()
        waiting = [
            target
            for place in start
            for pin, target in self.ways.get(place, ())
            if (first is None or first.allows(pin)) and not (is_closed and is_closed(place, pin))
        ]
        while waiting:
            place = waiting.pop()
            if place in seen:
                continue
            seen.add(place)
            waiting += [
                target
                for pin, target in self.ways.get(place, ())
                if not (is_closed and is_closed(place, pin))
            ]
        return seen

    def _links(self, wanted: Callable[[Pin], bool]) -> Iterator[tuple[Place, Place, Pin, Pin]]:
        for blueprint in self._blueprints.values():
            for graph in blueprint.graphs:
                for link in graph.links:
                    output, target = graph.pin(link.source), graph.pin(link.target)
                    if output is not None and target is not None and wanted(output):
                        start = Place(blueprint.path, graph.name, link.source.node)
                        end = Place(blueprint.path, graph.name, link.target.node)
                        yield start, end, output, target

    def _named_ways(self) -> Iterator[tuple[Place, Place]]:
        """From calls, timers and dispatchers to the functions and events that they run."""
        for place, spec in self._specs.items():
            match spec:
                case common_specs.CallFunctionSpec(function):
                    yield from ((place, entry) for entry in self._entries(self._full(function, place)))
                    yield from ((place, entry) for entry in self._timed(place))
                case kinds.DelegateSpec("call", name, class_path):
                    own = class_path or self._blueprints[place.blueprint].generated_class
                    yield from ((place, event) for event in self._bound(name, own))
                case kinds.DelegateSpec("add" | "assign", name, class_path) if not self._is_ours(class_path):
                    # Nobody in the project calls it: the engine does, some time after the binding.
                    yield from ((place, event) for event in self._delegates(place))
                case kinds.AsyncActionSpec():
                    yield from ((place, event) for event in self._delegates(place))
                case _:
                    continue

    def _is_ours(self, class_path: str) -> bool:
        return not class_path or any(item.generated_class == class_path for item in self._blueprints.values())

    def _full(self, function: str, place: Place) -> str:
        """The path of a function that a node names; one without a class is of the Blueprint itself."""
        own = self._blueprints[place.blueprint].generated_class
        return f"{own}{function}" if function.startswith(":") else function

    def _entries(self, function: str) -> list[Place]:
        """The entries and custom events of a function of the project, what overrides it included."""
        owner, _, name = function.rpartition(":")
        return [
            place
            for place, spec in self._specs.items()
            if (_entry_name(spec).lower() == name.lower() and self._is_or_derives(place.blueprint, owner))
            or (spec == common_specs.EventSpec(name) and self._is_or_derives(place.blueprint, owner))
        ]

    def _is_or_derives(self, path: str, owner: str) -> bool:
        """Whether a Blueprint generates a class, or derives from the Blueprint that does."""
        by_class = {item.generated_class.lower(): item for item in self._blueprints.values()}
        current: Blueprint | None = self._blueprints[path]
        while current is not None and current.generated_class.lower() != owner.lower():
            current = by_class.get(current.parent_class.lower())
        return current is not None

    def _timed(self, place: Place) -> list[Place]:
        """What a timer runs: an event linked to it, or a function by its name."""
        name = self._nodes[place].find_pin("FunctionName", "input")
        by_name = []
        if name is not None and name.default_value:
            own = self._blueprints[place.blueprint].generated_class
            by_name = self._entries(f"{own}:{name.default_value}")
        return [*by_name, *self._delegates(place)]

    def _bound(self, dispatcher: str, class_path: str) -> Iterator[Place]:
        """The events that are bound to a dispatcher of a class, anywhere in the project."""
        for place, spec in self._specs.items():
            match spec:
                case kinds.DelegateSpec("add" | "assign", name, path) if name == dispatcher:
                    own = path or self._blueprints[place.blueprint].generated_class
                    if own == class_path:
                        yield from self._delegates(place)
                case kinds.ComponentEventSpec(_, delegate) if delegate == dispatcher:
                    yield place
                case _:
                    continue

    def _delegates(self, place: Place) -> list[Place]:
        """The events linked to a node's delegate pins, through Create Event too."""
        return [event for target, event in self._delegate_links if target == place]

    @cached_property
    def _delegate_links(self) -> tuple[tuple[Place, Place], ...]:
        found: list[tuple[Place, Place]] = []
        ends = [
            (source, target)
            for source, target, *_ in self._links(lambda pin: pin.type.category == "delegate")
        ]
        bends = {target: source for source, target in ends if is_reroute(self._nodes[target])}
        for start, target in ends:
            source = start
            while source in bends:
                source = bends[source]
            spec = self._specs[source]
            if isinstance(spec, kinds.CreateDelegateSpec):
                own = self._blueprints[source.blueprint].generated_class
                found += [(target, entry) for entry in self._entries(f"{own}:{spec.function}")]
            else:
                found.append((target, source))
        return tuple(found)

    # --- data ------------------------------------------------------------------------------------

    @cached_property
    def _sources(self) -> Mapping[Place, tuple[_Source, ...]]:
        """For each node where the values of its input pins come from."""
        found: dict[Place, list[_Source]] = defaultdict(list)
        for source, target, output, pin in self._links(lambda pin: not pin.is_exec):
            found[target].append(_Source(pin.name, source, output.name))
        return {place: tuple(sources) for place, sources in found.items()}

    def feeds(self, source: str, target: str, pin: str = "", blueprint: str = "") -> bool:
        """Whether a value of a node like `source` gets into a node like `target`, at a pin of it."""
        goals = set(self.places(source))
        seen: set[_Source] = set()
        waiting = [item for start in self.places(target, blueprint) for item in self._into(start, pin)]
        while waiting:
            item = waiting.pop()
            if item.place in goals:
                return True
            if item not in seen:
                seen.add(item)
                waiting += self._into(item.place)
                waiting += self._handed_on(item)
        return False

    def _into(self, place: Place, pin: str = "") -> list[_Source]:
        """What is linked to a node, at one pin or any."""
        return [item for item in self._sources.get(place, ()) if not pin or fold(item.pin) == fold(pin)]

    def _handed_on(self, item: _Source) -> list[_Source]:
        """Where a value comes from that is no matter of links: setters, calls, results."""
        spec = self._specs[item.place]
        match spec:
            case common_specs.VariableGetSpec(name):
                own = (place for place in self._specs if place.blueprint == item.place.blueprint)
                setters = (place for place in own if _sets(self._specs[place], name))
                return [source for place in setters for source in self._into(place, name)]
            case common_specs.CustomEventSpec() | kinds.FunctionEntrySpec():
                calls = self._callers.get(item.place, ())
                return [source for place in calls for source in self._into(place, item.output)]
            case common_specs.CallFunctionSpec(function):
                entries = self._entries(self._full(function, item.place))
                ends = [place for entry in entries for place in self._results(entry)]
                return [source for place in ends for source in self._into(place, item.output)]
            case _:
                return []

    @cached_property
    def _callers(self) -> Mapping[Place, tuple[Place, ...]]:
        found: dict[Place, list[Place]] = defaultdict(list)
        for place, spec in self._specs.items():
            if isinstance(spec, common_specs.CallFunctionSpec):
                for entry in self._entries(self._full(spec.function, place)):
                    found[entry].append(place)
        for place, target in self._named_ways():
            if isinstance(self._specs[place], kinds.DelegateSpec):
                found[target].append(place)
        return {place: tuple(calls) for place, calls in found.items()}

    def _results(self, entry: Place) -> list[Place]:
        """The result nodes of a function."""
        return [
            place
            for place, spec in self._specs.items()
            if (place.blueprint, place.graph) == (entry.blueprint, entry.graph)
            and isinstance(spec, kinds.FunctionResultSpec)
        ]

    # --- what does nothing -----------------------------------------------------------------------

    def loose(self, blueprint: str) -> list[Place]:
        """The nodes of a Blueprint that never run: no event reaches them, or nothing uses their value."""
        starts = [place for place, spec in self._specs.items() if _starts(spec)]
        live = {place for place in starts if self.ways.get(place) or self._is_used(place)}
        live |= self.reached(starts)
        live |= {
            place
            for place, node in self._nodes.items()
            if place in live and any(pin.is_exec for pin in node.pins)
        }
        waiting = list(live)
        while waiting:
            for source in self._into(waiting.pop()):
                if source.place not in live and not self._needs_a_run(source.place):
                    live.add(source.place)
                    waiting.append(source.place)
        return [
            place
            for place, node in self._nodes.items()
            if place.blueprint == blueprint
            and place not in live
            and node.pins
            and not is_reroute(node)
            and not (_starts(self._specs[place]) and not self.ways.get(place))
        ]

    def _is_used(self, place: Place) -> bool:
        return any(source == place for _, source in self._delegate_links)

    def _needs_a_run(self, place: Place) -> bool:
        """Whether a node gives its values only where execution passes it."""
        return any(pin.is_exec and pin.direction == "input" for pin in self._nodes[place].pins)


def _starts(spec: AnyNodeSpec | None) -> bool:
    """Whether execution begins at such a node."""
    return isinstance(spec, kinds.AnyEventSpec) and not isinstance(spec, kinds.FunctionResultSpec)


def _sets(spec: AnyNodeSpec | None, name: str) -> bool:
    return isinstance(spec, common_specs.VariableSetSpec) and spec.name == name


def _entry_name(spec: AnyNodeSpec | None) -> str:
    match spec:
        case common_specs.CustomEventSpec(name) | kinds.FunctionEntrySpec(name):
            return name
        case _:
            return ""
