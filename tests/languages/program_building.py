"""Builds programs in Blueprints that are values: what the tests of writing stand on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    EditPlan,
    PinAt,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.simulation import simulate
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.project_catalog import with_blueprints
from blueprint_assistant.graph.kinds.common_specs import EventSpec
from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.lower.emitter import entry_kind
from blueprint_assistant.languages.lower.lowering import lower_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Node, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Program
    from blueprint_assistant.languages.lower.scope import Output

__all__ = ["DraftBuilder", "blueprint_with", "build", "built_text", "catalog_for", "catalog_with"]


class DraftBuilder:
    """The Builder of `languages` over a draft, for one graph. `main` is what `main()` enters."""

    def __init__(
        self, owner: Blueprint, graph: str, catalog: Catalog, main: str = "ReceiveBeginPlay"
    ) -> None:
        self.draft = PlanDraft(owner, catalog)
        self._graph = graph
        self._main = main
        self._count = 0

    @property
    def graph(self) -> Graph:
        """The graph as it is now."""
        return self.draft.graph(self._graph)

    def add(self, spec: AnyNodeSpec) -> str:
        self._count += 1
        key = f"key{self._count}"
        self.draft.add(AddNodeStep(self._graph, key, spec))
        return key

    def node(self, key: str) -> Node:
        return self.draft.node(self._graph, key)

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        step = ConnectPinsStep(self._graph, PinAt(source.node, source.pin), PinAt(*target))
        result = self.draft.add(step)
        if "replacing" in result.detail:
            raise GraphError(f"{source} to {target} replaces a link: {result.detail}")

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        start = PinAt(source.node, source.pin)
        self.draft.add(DisconnectPinsStep(self._graph, start, "output", PinAt(*target)))

    def set_default(self, key: str, pin: str, value: str) -> None:
        self.draft.add(SetPinDefaultStep(self._graph, PinAt(key, pin), value))

    def asset(self, kind: PinType, name: str) -> str:
        del kind, name
        return ""

    def entry(self, kind: str) -> str:
        if kind == "main":
            return self.add(EventSpec(self._main)) if self._graph == "EventGraph" else ""
        return next((node.name for node in self.graph.nodes if entry_kind(node) == kind), "")


def catalog_with(*blueprints: Blueprint, base: Catalog | None = None) -> Catalog:
    """The engine's catalogue with the classes and members of other Blueprints; parents before children."""
    catalog = base or default_catalog()
    for blueprint in blueprints:
        catalog = with_blueprints(_with_class(catalog, blueprint), [blueprint])
    return catalog


def catalog_for(owner: Blueprint, others: Sequence[Blueprint] = (), base: Catalog | None = None) -> Catalog:
    """The catalogue for writing in a Blueprint: it knows its class, and of others their members as well."""
    return _with_class(catalog_with(*others, base=base), owner)


def _with_class(catalog: Catalog, blueprint: Blueprint) -> Catalog:
    parent = catalog.class_info(blueprint.parent_class)
    if parent is None or catalog.class_info(blueprint.generated_class) is not None:
        return catalog
    own = replace(
        parent,
        path=blueprint.generated_class,
        name=f"{blueprint.name}_C",
        parent=parent.path,
        is_abstract=False,
        short_names=(),
        python_name="",
        interfaces=tuple(item.class_path for item in blueprint.interfaces),
    )
    return catalog.extended([own])


def blueprint_with(
    path: str, parent: str, steps: Iterable[EditOperation], catalog: Catalog | None = None
) -> Blueprint:
    """A Blueprint with an empty event graph and what the steps add."""
    made = Blueprint(path, parent, (Graph("EventGraph"),))
    operations = tuple(steps)
    if not operations:
        return made
    return simulate(made, EditPlan(path, "Prepare", operations), catalog or default_catalog()).after


def build(  # noqa: PLR0913, PLR0917 - what a program stands in
    program: Program,
    owner: Blueprint,
    graph: str,
    others: Sequence[Blueprint] = (),
    main: str = "ReceiveBeginPlay",
    base: Catalog | None = None,
) -> Graph:
    """The graph that a program makes in a Blueprint. Raises ProgramError."""
    catalog = catalog_for(owner, others, base)
    builder = DraftBuilder(owner, graph, catalog, main)
    lower_program(program, owner, catalog, builder)
    return builder.graph


def built_text(
    text: str, owner: Blueprint, graph: str = "EventGraph", *, main: str = "ReceiveBeginPlay"
) -> Graph:
    """The graph that a text makes in a Blueprint. Raises ProgramError and TextError."""
    return build(parse_program(text), owner, graph, main=main)
