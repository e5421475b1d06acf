"""The tools of the BlueCode protocol that read: functions, variables and events (BC-040 to BC-050)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar, Final

from pydantic import Field

from blueprint_assistant.actions.base import ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import catalog_of
from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.program.value_statements import entry_key
from blueprint_assistant.actions.protocol.answers import ProtocolAction, answered
from blueprint_assistant.actions.protocol.target_resolution import resolve_asset, resolve_target
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.graph.catalog.own_events import events_for
from blueprint_assistant.graph.compare.node_uses import nodes_in
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.bluecode.readout import readout_json, readout_of
from blueprint_assistant.languages.decompile.decompiler import decompile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, EventInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Graph, Variable
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["BluecodeReadEvents", "BluecodeReadFunction", "BluecodeReadVariables"]

_MOST_AVAILABLE: Final = 60
_LONG: Final = 11_000
"""Of an answer in characters: a conversation cuts longer ones."""
_SEVERAL: Final = 2
_MOST_NAMED: Final = 20
_READS: Final = (common_specs.VariableGetSpec, kinds.ValidatedGetSpec, kinds.LocalVariableGetSpec)
_WRITES: Final = (common_specs.VariableSetSpec, kinds.LocalVariableSetSpec)


class BluecodeReadFunction(ProtocolAction):
    """Read a function, event or graph: code and base_revision. detail roundtrip adds source map and hints,
    debug all pins.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "bluecode_read_function"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    other_names: ClassVar[tuple[str, ...]] = ("get_function_nodes",)

    detail: str = Field(default="semantic", description="semantic, roundtrip or debug")
    include_connections: bool = Field(default=False, description="true adds the links")

    def answer(self, context: ActionContext) -> ActionResult:
        """Read it (BC-040 to BC-044). A function or event is read as `main` (BC-014)."""
        target = resolve_target(context, self.target)
        found = readout_of(
            target.graph,
            target.owner,
            catalog_for_code(context, target.owner),
            detail=self.detail,
            include_connections=self.include_connections,
            entry=target.entry_node,
        )
        context.known.see(target.owner, target.graph)
        said = readout_json(found) | {"function": target.function}
        if target.place is not None and target.place.kind == "function":
            said |= _locals_json(target.owner, target.graph.name, catalog_of(context, target.owner))
        answer = answered({"target": target.text, **said}, target.owner)
        entries = [_name_of(entry) for entry in found.program.entries if entry.body or entry.arms]
        if len(answer.text) <= _LONG or len(entries) < _SEVERAL:
            return answer
        # In front, where it is read even when the answer is cut.
        note = f"Long: its entries can be targets: {', '.join(entries[:_MOST_NAMED])}."
        return answered({"target": target.text, "note": note, **said}, target.owner)


class BluecodeReadVariables(ProtocolAction):
    """Read the variables of a Blueprint, and the local ones of a function: name, type, default, uses."""

    tool_name: ClassVar[str] = "bluecode_read_variables"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    other_names: ClassVar[tuple[str, ...]] = ("get_variables",)

    target: str = Field(default="", description="Asset or Asset:Function; empty: active one")

    def answer(self, context: ActionContext) -> ActionResult:
        """Read them (BC-048)."""
        owner = resolve_asset(context, self.target)
        types = TypeNames(catalog_of(context, owner))
        uses = _uses(owner)
        rows = [_variable_json(item, types, uses, "") for item in owner.variables]
        answer: dict[str, Any] = {"target": owner.path, "variables": rows}
        locals_of = {
            function.name: [
                _variable_json(item, types, uses, function.name) for item in function.local_variables
            ]
            for function in functions_of(owner)
            if function.local_variables and self._is_asked(function.name)
        }
        if locals_of:
            answer["local_variables"] = locals_of
        return answered(answer, owner)

    def _is_asked(self, function: str) -> bool:
        name = self.target.partition(":")[2].strip()
        return name.lower() in ("", function.lower())


_Uses = Counter[tuple[str, str, str, str]]
"""How many nodes of a graph read or write a variable: function (of locals), name, graph, kind of use."""


def _uses(owner: Blueprint) -> _Uses:
    found: _Uses = Counter()
    for graph in owner.graphs:
        for node in nodes_in(graph):
            spec = any_spec_of(node)
            if not isinstance(spec, _READS + _WRITES) or str(getattr(spec, "class_path", "")):
                continue
            use = "reads" if isinstance(spec, _READS) else "writes"
            function = str(getattr(spec, "function", "")).lower()
            found[function, spec.name.lower(), graph.name, use] += 1
    return found


def _variable_json(item: Variable, types: TypeNames, uses: _Uses, function: str) -> dict[str, Any]:
    key = (function.lower(), item.name.lower())
    own = {place[2:]: count for place, count in uses.items() if place[:2] == key}
    return {
        "name": item.name,
        "type": types.of(item.type),
        "default": item.default,
        "references": {
            "count": sum(own.values()),
            "reads": sum(count for (_, use), count in own.items() if use == "reads"),
            "writes": sum(count for (_, use), count in own.items() if use == "writes"),
            "graphs": sorted({graph for graph, _ in own}),
        },
    }


class BluecodeReadEvents(ProtocolAction):
    """Read the events of a target: those that are bound, with parameters, and those that can be added."""

    tool_name: ClassVar[str] = "bluecode_read_events"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"

    target: str = Field(default="", description="Asset, Asset:Graph or Asset:Component; empty: active one")

    def answer(self, context: ActionContext) -> ActionResult:
        """Read them (BC-048). Of a component only its own."""
        owner = resolve_asset(context, self.target)
        catalog = catalog_of(context, owner)
        name = self.target.partition(":")[2].strip()
        component = owner.find_component(name) if name else owner.find_component(context.scope.component)
        graphs = [item for item in owner.graphs if item.kind == "event"]
        if name and component is None:
            graphs = [resolve_target(context, self.target).graph]
        entries = [(graph, entry) for graph in graphs for entry in decompile(graph, owner, catalog).entries]
        if component is not None:
            entries = [row for row in entries if row[1].owner.lower() == component.name.lower()]
        answer: dict[str, Any] = {
            "target": owner.path if component is None else f"{owner.path}:{component.name}",
            "events": [_event_json(graph, entry) for graph, entry in entries],
        }
        available = _available(owner, catalog, [entry for _, entry in entries], component)
        answer["available"] = available[:_MOST_AVAILABLE]
        if len(available) > _MOST_AVAILABLE:
            answer["more_available"] = len(available) - _MOST_AVAILABLE
        return answered(answer, owner)


def _locals_json(owner: Blueprint, function: str, catalog: Catalog) -> dict[str, Any]:
    """The local variables of a function, which its `main` uses and does not declare."""
    types = TypeNames(catalog)
    found = [
        {"name": item.name, "type": types.of(item.type), "default": item.default}
        for declared in functions_of(owner)
        if declared.name == function
        for item in declared.local_variables
    ]
    return {"local_variables": found} if found else {}


def _name_of(entry: Entry) -> str:
    return f"{entry.owner}.{entry.name}" if entry.owner else entry.name


def _event_json(graph: Graph, entry: Entry) -> dict[str, Any]:
    return {
        "name": _name_of(entry),
        "kind": entry.kind,
        "graph": graph.name,
        "parameters": [item.name for item in entry.parameters],
        "is_empty": not entry.body and not entry.arms,
    }


def _available(
    owner: Blueprint, catalog: Catalog, there: list[Entry], component: Component | None
) -> list[str]:
    """The events that are not bound yet: those of the class, then those of its components."""
    bound = {entry_key(entry) for entry in there if entry.body or entry.arms}
    found = [("", item.name) for item in _class_events(owner, catalog)] if component is None else []
    for item in owner.components if component is None else (component,):
        found += [(item.name, event.name) for event in catalog.delegates_of(item.class_path)]
    return [
        f"{place}.{name}" if place else name
        for place, name in found
        if (place.lower(), name.lower().removeprefix("receive")) not in bound
    ]


def _class_events(owner: Blueprint, catalog: Catalog) -> Iterator[EventInfo]:
    return (item for item in events_for(owner, catalog) if not item.opens_function)
