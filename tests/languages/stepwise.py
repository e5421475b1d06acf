"""A builder that tries each step on a Blueprint, and graphs made from text with it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    PinAt,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Variable
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.lower.emitter import entry_kind
from blueprint_assistant.languages.merge.program_plan import PlanOptions, plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node, PinType
    from blueprint_assistant.languages.lower.scope import Output
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

__all__ = ["Stepwise", "Untouched", "Written", "written"]


class Stepwise:
    """A `RemovingEmitter` over a draft. `main` is the key of what `main` means."""

    def __init__(self, owner: Blueprint, graph: str = "EventGraph", main: str = "") -> None:
        self._graph = graph
        self.draft = PlanDraft(owner, default_catalog())
        self._count = 0
        self._main = main

    def add(self, spec: AnyNodeSpec) -> str:
        self._count += 1
        key = f"new{self._count}"
        self.draft.add(AddNodeStep(self._graph, key, spec))
        return key

    def node(self, key: str) -> Node:
        return self.draft.node(self._graph, key)

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        self.draft.add(ConnectPinsStep(self._graph, PinAt(source.node, source.pin), PinAt(*target)))

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        self.draft.add(
            DisconnectPinsStep(self._graph, PinAt(source.node, source.pin), "output", PinAt(*target))
        )

    def set_default(self, key: str, pin: str, value: str) -> None:
        self.draft.add(SetPinDefaultStep(self._graph, PinAt(key, pin), value))

    def remove(self, keys: tuple[str, ...]) -> None:
        self.draft.add(RemoveNodesStep(self._graph, keys))

    def asset(self, kind: PinType, name: str) -> str:
        del kind, name
        return ""

    def entry(self, kind: str) -> str:
        if kind == "main":
            return self._main
        nodes = self.draft.graph(self._graph).nodes
        return next((node.name for node in nodes if entry_kind(node) == kind), "")


class Written:
    """A Blueprint, into one graph of which programs are worked."""

    def __init__(self, owner: Blueprint, graph: str = "EventGraph") -> None:
        self.owner = owner
        self._graph = graph

    @property
    def graph(self) -> Graph:
        return next(graph for graph in self.owner.graphs if graph.name == self._graph)

    @property
    def text(self) -> str:
        return print_program(decompile(self.graph, self.owner, default_catalog()))

    def use(self, graph: Graph) -> None:
        graphs = (graph if one.name == graph.name else one for one in self.owner.graphs)
        self.owner = replace(self.owner, graphs=tuple(graphs))

    def plan(self, text: str, **options: Any) -> tuple[ProgramPlan, Stepwise]:
        """A dry run: the plan, and the builder on which its steps were tried."""
        builder = Stepwise(self.owner, self._graph)
        ground = GraphContext(self.graph, self.owner, default_catalog())
        return plan_program(parse_program(text), ground, builder, PlanOptions(**options)), builder

    def apply(self, text: str, **options: Any) -> ProgramPlan:
        """Work a program into the graph."""
        plan, builder = self.plan(text, **options)
        self.use(builder.draft.graph(self._graph))
        return plan


def written(text: str = "", **variables: str) -> Written:
    """A Blueprint with these variables whose event graph says `text`."""
    catalog = default_catalog()
    members = tuple(Variable(name, parse_type(kind, catalog)) for name, kind in variables.items())
    made = Written(Blueprint("/Game/BP_Test", "/Script/Engine.Actor", (Graph("EventGraph"),), members))
    if text:
        made.apply(text)
    return made


class Untouched:
    """A builder that can build nothing."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = {node.name: node for node in graph.nodes}

    def node(self, key: str) -> Node:
        return self._nodes[key]

    def asset(self, kind: PinType, name: str) -> str:
        del kind, name
        return ""

    def entry(self, kind: str) -> str:
        return next((name for name, node in self._nodes.items() if entry_kind(node) == kind), "")

    def add(self, spec: AnyNodeSpec) -> str:
        raise AssertionError(spec)

    def connect(self, *ends: object) -> None:
        raise AssertionError(ends)

    def disconnect(self, *ends: object) -> None:
        raise AssertionError(ends)

    def set_default(self, *value: object) -> None:
        raise AssertionError(value)

    def remove(self, keys: tuple[str, ...]) -> None:
        raise AssertionError(keys)
