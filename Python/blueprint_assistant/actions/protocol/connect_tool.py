"""The tool that adds links of a graph one by one. Outside uses BluecodeConnect.

Union alone: a link that is there is success, one that would take the place of another is refused
(BC-180 to BC-182). All items are tried before the first is done; when one is wrong, none is.
"""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.base import ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.nodes.batch_items import items_of
from blueprint_assistant.actions.protocol.answers import TARGET_ALIASES, ProtocolAction, answered
from blueprint_assistant.actions.protocol.call_results import failed
from blueprint_assistant.actions.protocol.link_texts import EndText, read_end, read_link
from blueprint_assistant.actions.protocol.opened_targets import opened_target
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import ConnectPinsStep, EditPlan, PinAt
from blueprint_assistant.errors import AssistantError, ToolError
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.compare.semantics import contracted_links
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.model.blueprint import Link, PinRef
from blueprint_assistant.graph.rules.schema import Allowed, Conversion, Refused
from blueprint_assistant.languages.bluecode.readout import Connection, connection_json
from blueprint_assistant.languages.decompile.source_map import NodeIds, link_ends

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.actions.protocol.node_finder import NodeFinder
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Pin
    from blueprint_assistant.graph.rules.schema import ConnectResult

__all__ = [
    "Aliases",
    "AmbiguousEndError",
    "BluecodeConnect",
    "PlannedLinks",
    "WouldBreakLinkError",
    "failure_of",
]

LinkItemsField = Annotated[Any, WithJsonSchema({"type": "array", "items": {"type": "string"}})]
Aliases = Annotated[dict[str, str], WithJsonSchema({"type": "object"})]

_MOST_CHARS: Final = 300
_OF_TYPES: Final = frozenset(
    {
        *("exec_with_data", "container", "map_value", "category", "struct", "enum", "class", "cast_needed"),
        *("interface", "reference_kind", "signature", "index", "item_container", "key_type", "operator"),
    }
)


class LinkRefusedError(ToolError):
    """The rules of the graph do not allow a link."""

    code = "link_refused"


class PinTypesError(ToolError):
    """The types of two pins do not fit."""

    code = "pin_type_mismatch"


class AmbiguousEndError(ToolError):
    """Pins were left out, and there is not just one that is meant. `candidates` can be sent as they are."""

    code = "ambiguous_pin"

    def __init__(self, link: str, candidates: Sequence[str]) -> None:
        """List the links that may be meant."""
        super().__init__(
            f"'{link}' fits {len(candidates)} pairs of pins.", "Name the pins, as in candidates."
        )
        self.candidates = tuple(candidates)


class WouldBreakLinkError(ToolError):
    """A link would take the place of others. `things` are those, as bluecode_delete takes them."""

    code = "would_replace_link"

    def __init__(self, pin: str, there: Sequence[Mapping[str, Any]]) -> None:
        """Say which links are in the way."""
        shown = ", ".join(f"{item['source']} -> {item['target']}" for item in there)
        super().__init__(f"{pin} is linked already: {shown}.", "Nothing is replaced: delete that link first.")
        self.candidates = tuple(f"{item['source']} -> {item['target']}" for item in there)
        self.things = tuple(there)


class ExecInUseError(WouldBreakLinkError):
    """The same for the flow: an exec output leads to one place."""

    code = "exec_output_in_use"


class BluecodeConnect(ProtocolAction):
    """Add links "Node:Pin -> Node:Pin"; nodes by id, alias or name, a pin that is the only one may be left
    out. Links that are there stay; none is replaced.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "bluecode_connect"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    aliases: ClassVar[Mapping[str, str]] = {
        **TARGET_ALIASES,
        "connections": "connects",
        "links": "connects",
        "expected_revision": "base_revision",
        "aliases": "node_aliases",
    }

    connects: LinkItemsField = Field(description='"A:then -> B:execute" or {"source", "target"}')
    node_aliases: Aliases = Field(default={}, description="aliases that bluecode_apply answered")
    base_revision: str = Field(default="", description="revision that the ids were read at")

    def answer(self, context: ActionContext) -> ActionResult:
        """Link them all or none, and say what each item came to."""
        found = opened_target(context, self.target, self.base_revision, self.node_aliases)
        owner, graph, catalog, finder = found.owner, found.graph, found.catalog, found.finder
        items = items_of(self.connects, "connects")
        if not items:
            raise ToolError("There is nothing to connect.", 'Send ["Node:Pin -> Node:Pin"].')
        linking = PlannedLinks(finder, owner, graph, catalog)
        for item in items:
            linking.try_item(item)
        if linking.failures:
            return answered(_refusal(linking, owner, graph), owner, ok=False)
        return _done(context, linking, owner, graph)


def _refusal(linking: PlannedLinks, owner: Blueprint, graph: Graph) -> dict[str, Any]:
    first = linking.failures[0]
    return {
        "ok": False,
        **{key: first[key] for key in ("error_code", "error", "suggested_fix")},
        "target": f"{owner.path}:{graph.name}",
        "base_revision": str(revision(graph)),
        "operations": [],
        "failures": linking.failures,
    }


def _done(context: ActionContext, linking: PlannedLinks, owner: Blueprint, graph: Graph) -> ActionResult:
    steps = linking.steps
    after, notes, has_changed = owner, list[str](), False
    if steps:
        title = (
            f"AI: link {steps[0].source} to {steps[0].target}"
            if len(steps) == 1
            else f"AI: {len(steps)} links"
        )
        plan = EditPlan(owner.path, title, steps)
        try:
            report = apply_plan(context, PlanRequest(plan, owner, linking.catalog))
        except AssistantError as error:
            answer = failed(context, owner, graph.name, error)
            now = getattr(error, "blueprint", None)
            return replace(answered(answer, now, ok=False), has_changed=now is not None)
        after, notes, has_changed = report.after, list(report.warnings), report.has_changed
    there = find_graph(after, graph.name)
    operations = [item.read_in(graph, there, linking.catalog) for item in linking.wishes]
    is_done = all(item["status"] != "not_linked" for item in operations)
    answer = {
        "ok": is_done,
        "target": f"{owner.path}:{graph.name}",
        "base_revision": str(revision(graph)),
        "new_revision": str(revision(there)),
        "operations": operations,
        "failures": [],
    }
    if notes:
        answer["notes"] = notes
    return replace(answered(answer, after, ok=is_done), has_changed=has_changed)


def failure_of(number: int, item: Any, error: AssistantError) -> dict[str, Any]:
    """What was wrong with one item of a call; `index` counts from 0."""
    shown = item if len(str(item)) <= _MOST_CHARS else f"{str(item)[:_MOST_CHARS]}…"
    found = {"index": number, "item": shown, "error_code": error.code, "error": error.what}
    candidates = getattr(error, "things", error.candidates)
    if candidates:
        found["candidates"] = list(candidates)
    return found | {"suggested_fix": error.fix}


@dataclass(frozen=True, slots=True)
class _Wish:
    """A link that is to be there. Names of nodes are those of the graph; `is_new` before it was made."""

    source: tuple[str, str]
    target: tuple[str, str]
    kind: str
    is_new: bool

    def read_in(self, before: Graph, after: Graph, catalog: Catalog) -> dict[str, Any]:
        """The operation as it came out, by what is in the graph."""
        ids = NodeIds(after)
        ends = [f"{ids.of(after.node(node))}:{pin}" for node, pin in (self.source, self.target)]
        found: dict[str, Any] = {"op": "connect", "source": ends[0], "target": ends[1], "kind": self.kind}
        between = [
            node
            for node in after.nodes
            if node.name not in before.nodes_by_name and self._leads_through(after, node.name)
        ]
        is_linked = bool(between) or not self.is_new or self._is_direct(after)
        found["status"] = ("linked" if is_linked else "not_linked") if self.is_new else "already_linked"
        if between:
            found["through"] = [
                {"node_id": ids.of(node), "title": node_title(node, catalog).title} for node in between
            ]
        return found

    def _is_direct(self, graph: Graph) -> bool:
        ids = NodeIds(graph)
        wanted = tuple(f"{ids.of(graph.node(node))}:{pin}" for node, pin in (self.source, self.target))
        return any(ends == wanted for _, ends in link_ends(graph))

    def _leads_through(self, graph: Graph, name: str) -> bool:
        ends = {link.target.node for link in graph.links if link.source.node == name}
        starts = {link.source.node for link in graph.links if link.target.node == name}
        return self.source[0] in starts and self.target[0] in ends


class PlannedLinks:
    """The links of one call, each tried on what those before it made."""

    def __init__(self, finder: NodeFinder, owner: Blueprint, graph: Graph, catalog: Catalog) -> None:
        self._finder = finder
        self._name = graph.name
        self._draft = PlanDraft(owner, catalog)
        self._schema = self._draft.schema
        self.catalog = catalog
        self.wishes: list[_Wish] = []
        self.failures: list[dict[str, Any]] = []
        self._count = 0

    @property
    def steps(self) -> tuple[ConnectPinsStep, ...]:
        """The steps for the links that are not there yet."""
        return tuple(step for step in self._draft.steps if isinstance(step, ConnectPinsStep))

    def try_item(self, item: Any) -> None:
        """Try one item; what is wrong with it is kept."""
        number, self._count = self._count, self._count + 1
        try:
            self._link(item)
        except AssistantError as error:
            self.failures.append(failure_of(number, item, error))

    def _link(self, item: Any) -> None:
        written = read_link(item)
        graph = self._draft.graph(self._name)
        source = self._end(graph, written.source, written.source_pin)
        target = self._end(graph, written.target, written.target_pin)
        if source.has("input") and target.has("output") and not (source.has("output") or target.has("input")):
            source, target = target, source  # the wrong way round, beyond doubt
        output, entry = self._pins(str(written), source, target)
        link = Link(PinRef(source.node.name, output.id), PinRef(target.node.name, entry.id))
        verdict = self._schema.can_link(graph, link.source, link.target)
        is_there = _is_there(graph, link, verdict)
        if not is_there:
            _refuse(graph, link, verdict, f"{source.at(output)} -> {target.at(entry)}")
            ends = PinAt(source.node.name, output.name), PinAt(target.node.name, entry.name)
            self._draft.add(ConnectPinsStep(self._name, *ends))
        kind = "exec" if output.is_exec else "data"
        names = (source.node.name, output.name), (target.node.name, entry.name)
        self.wishes.append(_Wish(*names, kind, is_new=not is_there))

    def _end(self, graph: Graph, text: str, pin: str) -> EndText:
        """The end as it is now: links before it may have settled types on its node."""
        found = read_end(self._finder, text, pin)
        return replace(found, node=graph.node(found.node.name))

    def _pins(self, written: str, source: EndText, target: EndText) -> tuple[Pin, Pin]:
        """The two pins: those that are named, or the only ones that fit each other."""
        outputs, inputs = source.pins("output"), target.pins("input")
        if len(outputs) == len(inputs) == 1:
            return outputs[0], inputs[0]
        pairs = {
            (output, entry): self._schema.can_connect(
                output, entry, source_node=source.node, target_node=target.node
            )
            for output in outputs
            for entry in inputs
        }
        fitting = [pair for pair, verdict in pairs.items() if isinstance(verdict, Allowed)]
        fitting = fitting or [pair for pair, verdict in pairs.items() if isinstance(verdict, Conversion)]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise PinTypesError(
                f"No output of {source.id} fits an input of {target.id}.",
                f"Outputs: {_listed(outputs)}. Inputs: {_listed(inputs)}.",
            )
        raise AmbiguousEndError(
            written, [f"{source.at(one)} -> {target.at(other)}" for one, other in fitting]
        )


def _refuse(graph: Graph, link: Link, verdict: ConnectResult, said: str) -> None:
    """Raise when a link is not allowed, or would take the place of another (BC-182)."""
    if isinstance(verdict, Refused):
        kind = PinTypesError if verdict.kind in _OF_TYPES else LinkRefusedError
        raise kind(f"{said} is not possible: {verdict.reason}", "Use other pins, or a node that converts.")
    if verdict.breaks == "nothing":
        return
    is_flow = verdict.breaks == "source"
    crowded = link.source if is_flow else link.target
    if graph.links_of(crowded.node, crowded.pin):
        there = [
            connection_json(Connection(source, target, "exec" if is_flow else "data"))
            for known, (source, target) in link_ends(graph)
            if crowded in (known.source, known.target)
        ]
        taken = said.split(" -> ")[0 if is_flow else 1]
        raise (ExecInUseError if is_flow else WouldBreakLinkError)(taken, there)


def _is_there(graph: Graph, link: Link, verdict: ConnectResult) -> bool:
    """Whether the pins are linked: at once, through reroutes, or through the conversion that they need."""
    links = contracted_links(graph)
    if link in links:
        return True
    if not isinstance(verdict, Conversion):
        return False
    between = [item.source.node for item in links if item.target == link.target]
    return any(
        any_spec_of(graph.node(name)) == CallFunctionSpec(verdict.function)
        and any(item.source == link.source and item.target.node == name for item in links)
        for name in between
    )


def _listed(pins: Sequence[Pin]) -> str:
    return ", ".join(f"{pin.name} ({pin.type})" for pin in pins) or "none"
