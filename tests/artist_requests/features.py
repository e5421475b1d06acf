"""What a finished Blueprint must have, as small checks on its values. Outside uses Feature and Built.

Every check names the need of the request that it shows. Nodes are named by the words of
`node_words`, with `*`; a step of a path may name the pin it is left by: `branch [True]`.
"""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from artist_requests.flow import Flow, Step
from artist_requests.looks import overlaps
from blueprint_assistant.graph.catalog.declarations import comments_of, dispatchers_of, functions_of
from blueprint_assistant.graph.catalog.engine_catalog import Catalog, default_catalog
from blueprint_assistant.graph.catalog.name_lookup import fold
from blueprint_assistant.graph.model.blueprint import Blueprint, Component  # noqa: TC001 - pydantic reads the annotations

__all__ = ["Built", "Feature", "HasComponent"]


@dataclass(frozen=True)
class Built:
    """The project at one time. Its components have the properties that checks ask for, and no others.

    `told` are the tools that were called, with the texts of their results.
    """

    blueprints: Mapping[str, Blueprint]
    catalog: Catalog = field(default_factory=default_catalog)
    told: tuple[tuple[str, str], ...] = ()

    @cached_property
    def flow(self) -> Flow:
        """Execution and data of all Blueprints."""
        return Flow(self.blueprints.values())

    def find(self, name: str) -> Blueprint | None:
        """The Blueprint of a name or path."""
        return next((item for item in self.blueprints.values() if name in (item.name, item.path)), None)

    def is_a(self, class_path: str, name: str) -> bool:
        """Whether a class is, or derives from, the class of that name."""
        bare = name.rsplit(".", 1)[-1].removesuffix("_C").lower()
        current, depth = class_path, 0
        while current and depth < 50:
            if current.rsplit(".", 1)[-1].removesuffix("_C").lower() == bare:
                return True
            info, own = self.catalog.class_info(current), self.find(current.partition(".")[0])
            current = info.parent if info is not None else "" if own is None else own.parent_class
            depth += 1
        return False


class _Check(BaseModel):
    """A feature. `held_before` marks what the project has from the start, such as what a plan must find."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    need: str = Field(min_length=1)
    blueprint: str = ""
    held_before: bool = False

    def holds(self, built: Built) -> bool:
        """Whether the project has it."""
        raise NotImplementedError

    def _places(self, built: Built, pattern: str, graph: str = "") -> bool:
        return bool(built.flow.places(pattern, self.blueprint, graph))


class HasBlueprint(_Check):
    """The Blueprint is there and derives from a class."""

    check: Literal["blueprint"]
    parent: str = "Object"

    def holds(self, built: Built) -> bool:
        """Whether it is."""
        found = built.find(self.blueprint)
        return found is not None and built.is_a(found.parent_class, self.parent)


class HasComponent(_Check):
    """A component of a class, perhaps with a name, a parent, and values of its properties."""

    check: Literal["component"]
    type: str
    name: str = ""
    parent: str = ""
    properties: Mapping[str, str] = {}

    def holds(self, built: Built) -> bool:
        """Whether there is such a component."""
        found = built.find(self.blueprint)
        return found is not None and any(self._fits(item, built) for item in found.components)

    def _fits(self, component: Component, built: Built) -> bool:
        if not built.is_a(component.class_path, self.type):
            return False
        if self.name and component.name != self.name:
            return False
        if self.parent and component.parent != self.parent:
            return False
        values = dict(component.properties)
        return all(_same(values.get(name, ""), wanted) for name, wanted in self.properties.items())


class HasVariable(_Check):
    """A variable of a type (`real`, `bool`, `object BP_Door_C`, …), perhaps with a default."""

    check: Literal["variable"]
    name: str
    type: str
    default: str | None = None
    is_instance_editable: bool | None = None

    def holds(self, built: Built) -> bool:
        """Whether there is such a variable."""
        owner = built.find(self.blueprint)
        found = None if owner is None else owner.find_variable(self.name)
        if found is None or self.type.lower() not in str(found.type).lower():
            return False
        if self.is_instance_editable not in (None, found.is_instance_editable):
            return False
        return self.default is None or _same(found.default, self.default)


class HasDispatcher(_Check):
    """An event dispatcher with these inputs."""

    check: Literal["dispatcher"]
    name: str
    inputs: tuple[str, ...] = ()

    def holds(self, built: Built) -> bool:
        """Whether there is such a dispatcher."""
        owner = built.find(self.blueprint)
        known = () if owner is None else dispatchers_of(owner)
        return any(
            item.name == self.name and self.inputs == tuple(given.name for given in item.inputs)
            for item in known
        )


class HasFunction(_Check):
    """A function with these inputs and outputs."""

    check: Literal["function"]
    name: str
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    def holds(self, built: Built) -> bool:
        """Whether there is such a function."""
        owner = built.find(self.blueprint)
        known = () if owner is None else functions_of(owner)
        return any(
            item.name == self.name
            and self.inputs == tuple(given.name for given in item.inputs)
            and self.outputs == tuple(given.name for given in item.outputs)
            for item in known
        )


class HasNode(_Check):
    """At least so many nodes like a pattern."""

    check: Literal["node"]
    node: str
    graph: str = ""
    at_least: int = 1

    def holds(self, built: Built) -> bool:
        """Whether there are."""
        return len(built.flow.places(self.node, self.blueprint, self.graph)) >= self.at_least


class HasNoNode(_Check):
    """No node like a pattern that does anything: execution leaves none of them."""

    check: Literal["no_node"]
    node: str

    def holds(self, built: Built) -> bool:
        """Whether there is none."""
        flow = built.flow
        return not any(flow.ways.get(place) for place in flow.places(self.node, self.blueprint))


class HasPath(_Check):
    """Execution gets from each step to the next, across calls, timers and dispatchers.

    `directly` asks for exec links with nothing between.
    """

    check: Literal["path"]
    steps: tuple[str, ...] = Field(min_length=2)
    directly: bool = False

    def holds(self, built: Built) -> bool:
        """Whether it does."""
        steps = [Step.read(text) for text in self.steps]
        return built.flow.has_path(steps, self.blueprint, directly=self.directly)


class IsGuarded(_Check):
    """Execution gets from a node to another, and never but through a third (`branch [True]`)."""

    check: Literal["guarded"]
    source: str
    target: str
    by: str

    def holds(self, built: Built) -> bool:
        """Whether every path leads through it."""
        source, target, guard = (Step.read(text) for text in (self.source, self.target, self.by))
        return built.flow.is_guarded(source, target, guard, self.blueprint)


class HasData(_Check):
    """A value gets from a node into a pin of another, through whatever is between."""

    check: Literal["data"]
    source: str
    target: str
    pin: str = ""

    def holds(self, built: Built) -> bool:
        """Whether it does."""
        return built.flow.feeds(self.source, self.target, self.pin, self.blueprint)


class HasValue(_Check):
    """An input pin of a node like a pattern has a value set."""

    check: Literal["value"]
    node: str
    pin: str
    value: str

    def holds(self, built: Built) -> bool:
        """Whether it has."""
        nodes = (built.flow.node(place) for place in built.flow.places(self.node, self.blueprint))
        pins = (pin for node in nodes for pin in node.pins if pin.direction == "input")
        return any(fold(pin.name) == fold(self.pin) and _same(pin.default, self.value) for pin in pins)


class IsApart(_Check):
    """The nodes of a graph do not lie on one another."""

    check: Literal["apart"]
    graph: str = "EventGraph"

    def holds(self, built: Built) -> bool:
        """Whether none covers another."""
        owner = built.find(self.blueprint)
        graph = None if owner is None else owner.find_graph(self.graph)
        return graph is not None and not any(overlaps(graph))


class IsTold(_Check):
    """A result of a tool holds all these texts: for requests that ask for facts."""

    check: Literal["told"]
    tool: str
    texts: tuple[str, ...] = Field(min_length=1)

    def holds(self, built: Built) -> bool:
        """Whether a single result does."""
        return any(
            tool == self.tool and all(text in result for text in self.texts) for tool, result in built.told
        )


class HasComment(_Check):
    """A comment box that says something."""

    check: Literal["comment"]
    text: str

    def holds(self, built: Built) -> bool:
        """Whether there is one."""
        owner = built.find(self.blueprint)
        graphs = () if owner is None else owner.graphs
        return any(self.text.lower() in item.text.lower() for graph in graphs for item in comments_of(graph))


class AnyOf(_Check):
    """One of several ways in which the need can be met: a macro or a Branch, an event or a delegate."""

    check: Literal["any"]
    ways: tuple[Feature, ...] = Field(min_length=2)

    def holds(self, built: Built) -> bool:
        """Whether one of them holds."""
        return any(way.holds(built) for way in self.ways)


Feature = Annotated[
    AnyOf
    | HasBlueprint
    | HasComponent
    | HasVariable
    | HasDispatcher
    | HasFunction
    | HasNode
    | HasNoNode
    | HasPath
    | IsGuarded
    | HasData
    | HasValue
    | HasComment
    | IsApart
    | IsTold,
    Field(discriminator="check"),
]


def _same(text: str, wanted: str) -> bool:
    """Whether a value is the wanted one: as a number, as a path of an asset, or as a text."""
    if text == wanted:
        return True
    try:
        return float(text) == float(wanted)
    except ValueError:
        pass
    if "/" in wanted:
        return text.strip("'\"").rsplit("'", 1)[-1].partition(".")[0] == wanted.partition(".")[0]
    return fold(text) == fold(wanted)
