"""Turns the items of build_graph into the steps of one plan, or into what is wrong with each.

Outside uses BatchSteps. Every step is tried as it is found, so that a pin is looked up on
the node as it will be then; nothing is changed here.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.asset_paths import find_blueprint, generated_class_path
from blueprint_assistant.actions.names.link_ends import match_ends, pin_text
from blueprint_assistant.actions.names.pin_choice import match_pin
from blueprint_assistant.actions.names.project_lookup import LiveNode, catalog_of, find_nodes
from blueprint_assistant.actions.nodes.batch_items import (
    LinkItem,
    NodeItem,
    ValueItem,
    read_link,
    read_node,
    read_values,
)
from blueprint_assistant.actions.nodes.existing_nodes import existing_node, refuse_comment
from blueprint_assistant.actions.nodes.node_resolution import choose_node, first_values
from blueprint_assistant.actions.nodes.node_scope import NodeScope
from blueprint_assistant.actions.nodes.node_types import node_type_of
from blueprint_assistant.actions.nodes.unused_fields import unused_fields
from blueprint_assistant.actions.placement.new_places import with_places
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, ConnectPinsStep, PinAt, SetPinDefaultStep
from blueprint_assistant.editor.plan.menu_entries import project_classes_of
from blueprint_assistant.errors import AssistantError, ToolError
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec
from blueprint_assistant.graph.kinds.node_classes import UNKNOWN_CLASS
from blueprint_assistant.graph.rules.node_rules import takes_many_targets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Pin

__all__ = ["BadItemError", "BatchSteps"]


class BadItemError(ToolError):
    """One item of build_graph cannot be done."""

    code = "bad_item"


class BatchSteps:
    """The items of one call: local names, problems by item, and the steps that do them."""

    def __init__(self, owner: Blueprint, graph: Graph, catalog: Catalog, context: ActionContext) -> None:
        """Nothing is to be built yet."""
        self._owner = owner
        self._graph = graph
        self.catalog = catalog
        self._context = context
        self._draft = PlanDraft(owner, catalog)
        self._specs: dict[str, AnyNodeSpec] = {}
        self._items: dict[str, NodeItem] = {}
        self._keys: dict[str, str] = {}
        self._failed: set[str] = set()
        self._values: list[ValueItem] = []
        self._taken: dict[tuple[str, str], str] = {}
        self.problems: list[str] = []
        self.waiting = 0
        """How many items were not looked at, because a node that they need is refused."""

    @property
    def names(self) -> Mapping[str, str]:
        """The key or real name of each node that can be built, by its local name."""
        return self._keys

    # --- nodes ---------------------------------------------------------------------------------

    def add_nodes(self, items: Iterable[Any], values: Any = None) -> None:
        """Choose and try the nodes; custom events first, since others may call them."""
        for number, item in enumerate(items, start=1):
            with_id = item.get("id") if isinstance(item, dict) else None
            self._attempt(f"node {with_id or number}", partial(self._read, item))
        kinds = ("CustomEvent", "Event")
        is_event = {key: node_type_of(item.node_type) in kinds for key, item in self._items.items()}
        ordered = sorted(self._items.values(), key=lambda item: not is_event[item.id.lower()])
        scope = NodeScope(self._owner, self._graph, self.catalog, self._context)
        for item in ordered:
            if not is_event[item.id.lower()]:
                scope = replace(scope, new_events=self._new_events())
            self._attempt_node(item, partial(self._choose, item, scope))
        # The rules must know the classes of all nodes before the first is tried.
        classes = [path for spec in self._specs.values() for path in project_classes_of(spec)]
        classes += self._named_in_values(values)
        self.catalog = catalog_of(self._context, self._owner, *classes)
        self._draft = PlanDraft(self._owner, self.catalog)
        chosen = [item for item in self._items.values() if item.id.lower() in self._specs]
        for item in sorted(chosen, key=lambda item: not self._is_custom_event(item)):
            self._attempt_node(item, partial(self._add, item))

    def _is_custom_event(self, item: NodeItem) -> bool:
        return isinstance(self._specs.get(item.id.lower()), CustomEventSpec)

    def _new_events(self) -> tuple[str, ...]:
        return tuple(spec.name for spec in self._specs.values() if isinstance(spec, CustomEventSpec))

    @property
    def unused(self) -> list[str]:
        """What the items say that their nodes do not have."""
        return [f"{item.id}: {note}" for item in self._items.values() for note in unused_fields(item)]

    def _named_in_values(self, values: Any) -> Iterable[str]:
        """The Blueprint classes that values may name: nodes get pins from them."""
        known = self._context.editor.list_blueprints()
        for item in (*self._values, *_readable(values)):
            with suppress(AssistantError):
                if isinstance(item.value, str):
                    yield generated_class_path(find_blueprint(item.value, known))

    def _attempt_node(self, item: NodeItem, do: Callable[[], None]) -> None:
        if not self._attempt(f"node {item.id}", do):
            self._failed.add(item.id.lower())

    def _read(self, item: Any) -> None:
        try:
            node = read_node(item)
        except AssistantError:
            if isinstance(item, dict) and item.get("id"):
                self._failed.add(str(item["id"]).strip().lower())
            raise
        if node.id.lower() in self._items:
            raise BadItemError(f"Two nodes have the id '{node.id}'.", "Give each another.")
        if any(tracked.id.lower() == node.id.lower() for tracked in self._context.nodes.nodes):
            self._failed.add(node.id.lower())
            raise BadItemError(
                f"{node.id} is the id of a node that is there.", "Give new nodes other ids, e.g. print1."
            )
        self._items[node.id.lower()] = node
        given = [] if node.values is None else read_values({node.id: node.values})
        self._values += given
        if not any(item.pin.lower() == "format" for item in given):
            self._values += [ValueItem(node.id, pin, value) for pin, value in first_values(node)]

    def _choose(self, item: NodeItem, scope: NodeScope) -> None:
        self._specs[item.id.lower()] = choose_node(item, scope)

    def _add(self, item: NodeItem) -> None:
        spec = self._specs[item.id.lower()]
        existing = existing_node(spec, self._owner)
        if existing is not None:
            graph, node = existing
            if graph.name != self._graph.name:
                raise BadItemError(f"That event is in {graph.name} already.", "Build there.")
            refuse_comment(node, item.comment)
            self._keys[item.id.lower()] = node.name
            return
        key = item.id if item.id not in self._graph.nodes_by_name else f"{item.id}*"
        self._draft.add(AddNodeStep(self._graph.name, key, spec, item.x or 0, item.y or 0, item.comment))
        self._keys[item.id.lower()] = key

    # --- links and values ------------------------------------------------------------------------

    def add_links_and_values(self, links: Iterable[Any], values: Any) -> None:
        """What gives nodes their pins first; then links, and the values that they leave open last."""
        found: list[LinkItem] = []
        for item in links:
            self._attempt("link", partial(_read_into, found, item))
        if values is not None:
            self._attempt("values", lambda: self._values.extend(read_values(values)))
        shaping = [item for item in self._values if self._shapes_its_node(item)]
        for value in shaping:
            self._try_item(f"value {value}", (value.node,), partial(self._set, value))
        for link in self._in_order(found):
            self._try_item(f"link {link}", (link.source, link.target), partial(self._link, link))
        for value in self._values:
            if value not in shaping:
                self._try_item(f"value {value}", (value.node,), partial(self._set, value))

    def _shapes_its_node(self, item: ValueItem) -> bool:
        """Whether other pins come from a value: from a class, and from the text of Format Text."""
        try:
            live = self._live(item.node)
            pin = self._value_pin(live, item)
        except AssistantError:
            return False
        is_format = live.node.class_name == "K2Node_FormatText" and pin.name == "Format"
        return is_format or pin.type.category in ("class", "softclass")

    def _in_order(self, links: list[LinkItem]) -> list[LinkItem]:
        """Exec links, then data links along the flow of data: types are settled from their sources on."""
        sources: dict[str, list[str]] = {}
        data = [link for link in links if not self._is_exec(link)]
        for link in data:
            sources.setdefault(link.target.lower(), []).append(link.source.lower())
        depths: dict[str, int] = {}

        def depth(node: str) -> int:
            """How many data links lead to a node; a ring of them counts once."""
            if node not in depths:
                depths[node] = 0
                depths[node] = 1 + max((depth(other) for other in sources.get(node, ())), default=-1)
            return depths[node]

        ordered = sorted(data, key=lambda link: depth(link.source.lower()))
        return [*(link for link in links if link not in data), *ordered]

    def _is_exec(self, link: LinkItem) -> bool:
        try:
            _, output, _, _ = self._ends(link)
        except AssistantError:
            return False
        return output.is_exec

    def _ends(self, link: LinkItem) -> tuple[LiveNode, Pin, LiveNode, Pin]:
        return match_ends(self._live(link.source), link.source_pin, self._live(link.target), link.target_pin)

    def _link(self, link: LinkItem) -> None:
        source, output, target, input_pin = self._ends(link)
        ends = PinAt(self._key(source), output.name), PinAt(self._key(target), input_pin.name)
        if not takes_many_targets(target.node, input_pin):
            self._take(ends[0] if output.is_exec else ends[1], link, is_exec=output.is_exec)
        self._draft.add(ConnectPinsStep(self._graph.name, *ends))

    def _take(self, end: PinAt, link: LinkItem, *, is_exec: bool) -> None:
        """Refuse a second link where a pin takes one."""
        other = self._taken.setdefault((end.node, end.pin.lower()), str(link))
        if other != str(link):
            way = "a Sequence" if is_exec else "one source"
            raise BadItemError(f"{end} takes one link, and {other} is it.", f"Use {way}.")

    def _set(self, item: ValueItem) -> None:
        live = self._live(item.node)
        pin = self._value_pin(live, item)
        text = pin_text(pin, item.value, self._context)
        other = self._taken.setdefault((self._key(live), f"={pin.name.lower()}"), str(item))
        if other != str(item):
            raise BadItemError(f"{item} means the same pin as {other}.", "Give it one value.")
        self._draft.add(SetPinDefaultStep(self._graph.name, PinAt(self._key(live), pin.name), text))

    @staticmethod
    def _value_pin(live: LiveNode, item: ValueItem) -> Pin:
        return match_pin(live.node.pins, item.pin, "input", node=live.label, kind="data")

    # --- names -----------------------------------------------------------------------------------

    def _key(self, live: LiveNode) -> str:
        return self._keys.get(live.id.lower(), live.node.name)

    def _live(self, name: str) -> LiveNode:
        """The node of a local name or of an id that is known, as it is in the draft."""
        local = name.strip().lower()
        key = self._keys.get(local)
        if key is not None:
            node = self._draft.node(self._graph.name, key)
            if node.class_path == UNKNOWN_CLASS:
                raise BadItemError(
                    f"The pins of {name} are not known before it is there.", "Add it first, then link it."
                )
            return LiveNode(self._items[local].id, self._owner, self._graph, node)
        (live,) = find_nodes(self._context, name)
        if live.blueprint.path != self._owner.path or live.graph.name != self._graph.name:
            raise BadItemError(
                f"{live.label} is in {live.graph.name} of {live.blueprint.path}.",
                f"Link nodes of {self._graph.name} of {self._owner.path}.",
            )
        return replace(live, node=self._draft.node(self._graph.name, live.node.name))

    # --- results ---------------------------------------------------------------------------------

    def steps(self) -> tuple[NodeOperation, ...]:
        """The steps, with places for the nodes that were given none."""
        graph = self._draft.graph(self._graph.name)
        new = {
            self._draft.name_of(key): key
            for local, key in self._keys.items()
            if (item := self._items[local]).x is None or item.y is None
        }
        return with_places(self._graph, graph, new, self._draft.node_steps)

    def _try_item(self, what: str, needs: tuple[str, ...], do: Callable[[], None]) -> None:
        if any(name.strip().lower() in self._failed for name in needs):
            self.waiting += 1
            return
        self._attempt(what, do)

    def _attempt(self, what: str, do: Callable[[], object]) -> bool:
        """Do it; a refusal becomes a problem of the item."""
        try:
            do()
        except AssistantError as error:
            self.problems.append(f"{what}: {error}")
            return False
        return True


def _readable(values: Any) -> list[ValueItem]:
    """The values as far as they can be read; what is wrong with the others is told later."""
    try:
        return [] if values is None else read_values(values)
    except AssistantError:
        return []


def _read_into(found: list[LinkItem], item: Any) -> None:
    found.append(read_link(item))
