"""The steps that give a function other inputs and outputs; its calls in the Blueprint are made anew.

No call of the editor changes a parameter or its place: it is taken away and added, and calls keep the pins
that they have (field notes 4). Pure; outside uses `with_signature` and `follow_remade`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.remade_nodes import key_of, lost_marks, old_name_of
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    PinAt,
    PlanError,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.member_steps import ChangeFunctionStep, RemoveParametersStep
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.rules.schema import Conversion

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport, EditOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Parameter, Pin, PinType

__all__ = ["ChangedSignature", "follow_remade", "same_type", "with_node_names", "with_signature"]

_BESIDE = 64
_ENDS = ("K2Node_FunctionEntry", "K2Node_FunctionResult")


@dataclass(frozen=True, slots=True)
class ChangedSignature:
    """The Blueprint with the signature, and the steps to it.

    Calls have the names that they had; `keys` are what later steps of the same plan have to call them by,
    graph by graph. `lost` are inputs of calls whose values and links do not fit any more, and what else the
    calls had, as sentences.
    """

    after: Blueprint
    steps: tuple[EditOperation, ...]
    lost: tuple[str, ...] = ()
    keys: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def with_signature(
    owner: Blueprint,
    catalog: Catalog,
    function: str,
    inputs: Sequence[Parameter],
    outputs: Sequence[Parameter],
) -> ChangedSignature:
    """Give a function exactly these inputs and outputs, in this order; no steps where it has them.

    Raises PlanError for what cannot be: a delegate of it, a call in a collapsed graph.
    """
    graph = owner.find_graph(function)
    there = None if graph is None else function_of(graph, owner.path)
    if graph is None or there is None:
        raise PlanError(f"{owner.name} has no function '{function}'.", "Read the Blueprint again.")
    into, out = _Change.between(there.inputs, inputs), _Change.between(there.outputs, outputs)
    if not (into or out):
        return ChangedSignature(owner, ())
    change = _SignatureChange(owner, catalog, graph, into, out)
    change.work()
    lost = dict.fromkeys((*change.lost, *lost_marks(owner, change.draft.steps)))
    return ChangedSignature(change.after(), change.draft.steps, tuple(lost), change.keys())


def same_type(one: PinType, other: PinType) -> bool:
    """Whether two types are one in words: by reference or not, single or double precision."""
    return _words(one) == _words(other)


def _words(kind: PinType) -> tuple[object, ...]:
    inner = kind.value
    return (
        kind.category,
        kind.subcategory_object,
        kind.container,
        None if inner is None else (inner.category, inner.subcategory_object),
    )


def follow_remade(context: ActionContext, before: Blueprint, report: ApplyReport) -> None:
    """Let the ids of nodes that were made anew mean the new ones."""
    for step in report.plan.operations:
        graph = before.find_graph(step.graph) if isinstance(step, AddNodeStep) else None
        after = report.after.find_graph(step.graph) if isinstance(step, AddNodeStep) else None
        if not isinstance(step, AddNodeStep) or graph is None or after is None:
            continue
        old = graph.nodes_by_name.get(old_name_of(step.key))
        new = after.nodes_by_name.get(report.names.get(step.key, ""))
        if old is not None and new is not None:
            context.nodes.follow(before.path, graph.name, old, new)


@dataclass(frozen=True, slots=True)
class _Change:
    """What goes and comes of one side of a signature; `names` are the new names of pins, by the old."""

    gone: tuple[str, ...]
    new: tuple[Parameter, ...]
    names: Mapping[str, str | None]

    @classmethod
    def between(cls, old: Sequence[Parameter], new: Sequence[Parameter]) -> _Change:
        """What is the same from the first one on stays; the rest goes and comes in its order."""
        kept = 0
        while kept < min(len(old), len(new)) and _is_same(old[kept], new[kept]):
            kept += 1
        names: dict[str, str | None] = {item.name.lower(): None for item in old[kept:]}
        wanted = {item.name.lower(): item.name for item in new}
        names |= {name: wanted[name] for name in names if name in wanted}
        names |= {before.name.lower(): after.name for before, after in _renamed(old, new)}
        return cls(tuple(item.name for item in old[kept:]), tuple(new[kept:]), names)

    def __bool__(self) -> bool:
        return bool(self.gone or self.new)

    def name(self, pin: str) -> str | None:
        """What a pin is called now; None when it is gone."""
        return self.names.get(pin.lower(), pin)


def _renamed(old: Sequence[Parameter], new: Sequence[Parameter]) -> Iterator[tuple[Parameter, Parameter]]:
    """Parameters that have another name alone: in the same place, or the only ones of their type.

    What is linked to the old one is meant for the new one.
    """
    names = [{item.name.lower() for item in side} for side in (old, new)]
    gone = [item for item in old if item.name.lower() not in names[1]]
    come = [item for item in new if item.name.lower() not in names[0]]
    for before in gone:
        alike = [item for item in come if same_type(item.type, before.type)]
        rivals = [item for item in gone if same_type(item.type, before.type)]
        place = old.index(before)
        if place < len(new) and new[place] in alike:
            yield before, new[place]
        elif len(alike) == len(rivals) == 1:
            yield before, alike[0]


def _is_same(one: Parameter, other: Parameter) -> bool:
    return one.name.lower() == other.name.lower() and same_type(one.type, other.type)


class _SignatureChange:
    """The steps of one change, each tried as it is added."""

    def __init__(self, owner: Blueprint, catalog: Catalog, graph: Graph, into: _Change, out: _Change) -> None:
        self._owner, self._graph, self._into, self._out = owner, graph, into, out
        self.draft = PlanDraft(owner, catalog)
        self.lost: list[str] = []
        self._conversions: list[tuple[str, str]] = []
        own = {f":{graph.name}".lower(), f"{owner.generated_class}:{graph.name}".lower()}
        self._calls = {
            one.name: {
                node.name: spec
                for node in one.nodes
                if isinstance(spec := any_spec_of(node), CallFunctionSpec) and spec.function.lower() in own
            }
            for one in owner.graphs
        }

    def work(self) -> None:
        """Take the calls out, change the function, put the calls in again with what was linked to them."""
        name = self._graph.name
        for place, calls in self._calls.items():
            if calls:
                self.draft.add(RemoveNodesStep(place, tuple(calls)))
        gone = (*self._into.gone, *self._out.gone)
        if gone:
            self.draft.add(RemoveParametersStep(name, gone))
        if self._into.new or self._out.new:
            self.draft.add(ChangeFunctionStep(name, self._into.new, self._out.new))
        for graph in self._owner.graphs:
            for node, spec in self._calls[graph.name].items():
                there = graph.node(node)
                key = key_of(graph.name, node)
                self.draft.add(AddNodeStep(graph.name, key, spec, there.x, there.y))
        for graph in self._owner.graphs:
            if self._calls[graph.name] or graph is self._graph:
                self._relink(graph)
                idle = self._feeding_gone(graph)
                if idle:
                    self.draft.add(RemoveNodesStep(graph.name, tuple(idle)))

    def after(self) -> Blueprint:
        """The Blueprint after the steps, its calls called as they were."""
        names = self.draft.nodes
        graphs = []
        for graph in self.draft.blueprint.graphs:
            old = self._owner.find_graph(graph.name)
            calls = {names[key_of(graph.name, name)]: name for name in self._calls.get(graph.name, ())}
            guids = {} if old is None else {name: old.node(name).guid for name in calls.values()}
            graphs.append(with_node_names(graph, calls, guids) if calls else graph)
        return replace(self.draft.blueprint, graphs=tuple(graphs))

    def keys(self) -> dict[str, dict[str, str]]:
        """The keys of the new nodes by graph, and by what `after` calls them."""
        found = {graph: {name: key_of(graph, name) for name in calls} for graph, calls in self._calls.items()}
        for graph, key in self._conversions:
            found.setdefault(graph, {})[self.draft.name_of(key)] = key
        return {graph: keys for graph, keys in found.items() if keys}

    # --- links and values ----------------------------------------------------------------------

    def _relink(self, graph: Graph) -> None:
        for link in graph.links:
            source = self._renamed(graph, link.source, "output")
            target = self._renamed(graph, link.target, "input")
            if source is None and target is None:
                continue
            ends = (source or self._same(graph, link.source), target or self._same(graph, link.target))
            if all(end.pin for end in ends):
                self._link(ConnectPinsStep(graph.name, *ends))
            elif not ends[0].pin and ends[1].pin and link.source.node in self._calls[graph.name]:
                self._lose(graph, ends[1], f"had a value of {self._graph.name} that is gone")
        for node in graph.nodes:
            if self._is_changed(graph, node):
                self._give_values(graph, node)

    def _link(self, step: ConnectPinsStep) -> None:
        """Link two pins again, through a conversion where a type is another now; or say what is open."""
        draft, graph = self.draft, self._owner.find_graph(step.graph)
        source_node, target_node = (
            draft.node(step.graph, step.source.node),
            draft.node(step.graph, step.target.node),
        )
        source, target = (
            source_node.find_pin(step.source.pin, "output"),
            target_node.find_pin(step.target.pin, "input"),
        )
        if source is None or target is None or graph is None:
            return
        verdict = draft.schema.can_connect(source, target, source_node=source_node, target_node=target_node)
        if isinstance(verdict, Conversion):
            # A node of its own: the editor's would have a name that no later step knows.
            key = key_of(step.graph, f"conversion {len(self._conversions) + 1}")
            spec = CallFunctionSpec(verdict.function)
            draft.add(AddNodeStep(step.graph, key, spec, target_node.x - _BESIDE, target_node.y + _BESIDE))
            self._conversions.append((step.graph, key))
            pins = [pin for pin in draft.node(step.graph, key).visible_pins if not pin.is_exec]
            entry, result = (
                next(pin.name for pin in pins if pin.direction == end) for end in ("input", "output")
            )
            draft.change(ConnectPinsStep(step.graph, step.source, PinAt(key, entry)))
            draft.change(ConnectPinsStep(step.graph, PinAt(key, result), step.target))
            return
        try:
            draft.change(step)
        except PlanError:
            self._lose(graph, step.target, "does not fit what it was linked to any more")

    def _lose(self, graph: Graph, at: PinAt, why: str) -> None:
        node = graph.nodes_by_name.get(old_name_of(at.node) or at.node)
        title = "a node" if node is None else node_title(node).title.replace("\n", " ")
        self.lost.append(f"{at.pin} of {title} in {graph.name} {why}: give it another value.")

    def _feeding_gone(self, graph: Graph) -> list[str]:
        """The nodes whose values went to parameters that are gone, and nowhere else."""
        gone = {
            link.target
            for link in graph.links
            if (end := self._renamed(graph, link.target, "input")) is not None and not end.pin
        }
        found: dict[str, None] = {}
        while True:
            more = [
                node.name
                for node in graph.nodes
                if node.name not in found
                and not self._is_changed(graph, node)
                and not any(pin.is_exec for pin in node.pins)
                and (ends := [end for pin in node.pins for end in _ends_of(graph, node, pin)])
                and all(end in gone or end.node in found for end in ends)
            ]
            if not more:
                return list(found)
            found |= dict.fromkeys(more)

    def _give_values(self, graph: Graph, node: Node) -> None:
        for pin in node.visible_pins:
            is_open = pin.direction == "input" and not pin.is_exec and not graph.links_of(node.name, pin.id)
            at = self._renamed(graph, PinRef(node.name, pin.id), "input") if is_open else None
            if at is not None and at.pin and pin.default and pin.default != pin.autogenerated_default:
                try:
                    self.draft.change(SetPinDefaultStep(graph.name, at, pin.default))
                except PlanError:
                    self._lose(graph, at, f"cannot hold {pin.default} any more")

    def _is_changed(self, graph: Graph, node: Node) -> bool:
        is_end = graph is self._graph and node.class_name in _ENDS
        return is_end or node.name in self._calls[graph.name]

    def _renamed(self, graph: Graph, end: PinRef, direction: str) -> PinAt | None:
        """A pin of a call, entry or result by its name now, empty when it is gone; None for other pins."""
        node, pin = graph.node(end.node), graph.pin(end)
        if pin is None or not self._is_changed(graph, node):
            return None
        is_call = node.name in self._calls[graph.name]
        side = self._into if (direction == "input") == is_call else self._out
        name = pin.name if pin.is_exec else side.name(pin.name)
        if not is_call and (pin.is_exec or pin.name.lower() not in side.names):
            return None  # an end keeps its links but for those of parameters that went
        return PinAt(key_of(graph.name, node.name) if is_call else node.name, name or "")

    def _same(self, graph: Graph, end: PinRef) -> PinAt:
        pin = graph.pin(end)
        return PinAt(end.node, "" if pin is None else pin.name)


def _ends_of(graph: Graph, node: Node, pin: Pin) -> tuple[PinRef, ...]:
    return graph.links_of(node.name, pin.id) if pin.direction == "output" else ()


def with_node_names(graph: Graph, names: Mapping[str, str], guids: Mapping[str, str] | None = None) -> Graph:
    """A graph some nodes of which have other names, and other ids where `guids` has them by the new names."""

    def end(ref: PinRef) -> PinRef:
        return replace(ref, node=names.get(ref.node, ref.node))

    nodes = []
    for node in graph.nodes:
        name = names.get(node.name, node.name)
        guid = (guids or {}).get(name, node.guid) if node.name in names else node.guid
        nodes.append(node if name == node.name else replace(node, name=name, guid=guid))
    links = tuple(replace(link, source=end(link.source), target=end(link.target)) for link in graph.links)
    return replace(graph, nodes=tuple(nodes), links=links)
