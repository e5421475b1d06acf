"""Builds the nodes of a program on a draft, one graph at a time. Outside uses PlanEmitter.

The Builder of `languages` over a `PlanDraft`: nothing is changed, the steps are kept. A link never
takes the place of another, as union demands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.asset_values import UnknownAssetError, WrongAssetError
from blueprint_assistant.actions.nodes.existing_nodes import existing_node
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    PinAt,
    RemoveNodesStep,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.node_classes import UNKNOWN_CLASS
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.kinds.specs import FormatTextSpec
from blueprint_assistant.graph.model.blueprint import Pin
from blueprint_assistant.graph.rules.node_rules import takes_many_targets
from blueprint_assistant.graph.rules.schema import Conversion
from blueprint_assistant.languages.lower.emitter import entry_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.editor.plan.draft import PlanDraft
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, PinType
    from blueprint_assistant.languages.lower.scope import Output

__all__ = ["PlanEmitter", "TakenPinError"]


_NUMBERS = ("real", "int", "int64", "byte", "float", "double")


class TakenPinError(GraphError):
    """A pin that takes one link has another one."""

    code = "taken_pin"


class PlanEmitter:
    """Keeps the steps that build a program in one graph. Steps of several builders share a draft."""

    def __init__(
        self,
        draft: PlanDraft,
        owner: Blueprint,
        graph: Graph,
        *,
        text_of: Callable[[Pin, str], str],
        prefix: str = "",
    ) -> None:
        """Start with the graph as it is in the draft; `prefix` keeps the keys of graphs apart.

        `text_of` brings the value of a pin into Unreal's text form.
        """
        self._draft = draft
        self._owner = owner
        self._graph = graph
        self._text_of = text_of
        self._prefix = prefix
        self._events: dict[AnyNodeSpec, str] = {}
        self._taken: dict[tuple[str, str, str], tuple[str, str]] = {}
        self.keys: dict[str, None] = {}
        """The keys of the nodes that are new or that an entry found."""
        for link in graph.links:
            ends = []
            for ref in (link.source, link.target):
                pin = graph.pin(ref)
                ends.append((ref.node, "" if pin is None else pin.name))
            self._keep(ends[0], ends[1])

    # --- the Builder protocol --------------------------------------------------------------------

    def add(self, spec: AnyNodeSpec) -> str:
        """Plan a new node, or find the event that is there. Raises PlanError and GraphError."""
        known = self._events.get(spec)
        if known is not None:
            return known
        existing = existing_node(spec, self._owner)
        if existing is not None:
            graph, node = existing
            if graph.name != self._graph.name:
                raise GraphError(f"That event is in {graph.name} already.", f"Write it there: {graph.name}.")
            key = node.name
        else:
            key = f"{self._prefix}new{len(self.keys) + 1}"
            while key in self._graph.nodes_by_name:
                key += "*"
            self._add(key, spec)
        if "Event" in type(spec).__name__:
            self._events[spec] = key
        self.keys[key] = None
        return key

    def _add(self, key: str, spec: AnyNodeSpec) -> None:
        """A new node. The arguments of Format Text come from its text, which the program sets later."""
        if not isinstance(spec, FormatTextSpec) or not spec.arguments:
            self._draft.add(AddNodeStep(self._graph.name, key, spec))
            return
        self._draft.add(AddNodeStep(self._graph.name, key, FormatTextSpec()))
        text = " ".join(f"{{{name}}}" for name in spec.arguments)
        self._draft.add(SetPinDefaultStep(self._graph.name, PinAt(key, "Format"), text))

    def node(self, key: str) -> Node:
        """The node as it is in the draft."""
        node = self._draft.node(self._graph.name, key)
        if node.class_path == UNKNOWN_CLASS:
            raise GraphError(
                f"The pins of {node_title(node).title} are not known before it is there.",
                "Add it with add_node first, then write the rest.",
            )
        return node

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        """Plan a link, unless it is there. Raises TakenPinError when it would replace another."""
        start = self._end(source.node, source.pin, "output")
        end = self._end(*target, "input")
        is_exec = self._pin(*start, "output").is_exec
        if not takes_many_targets(self.node(end[0]), self._pin(*end, "input")):
            place, other = ((*start, "output"), end) if is_exec else ((*end, "input"), start)
            taken = self._taken.get(place)
            if taken == other:
                return
            if taken is not None:
                raise TakenPinError(
                    f"{self._said(*place[:2])} is linked with {self._said(*taken)} already.",
                    "Nothing that is there is replaced: use mode replace, or disconnect it first.",
                )
        for step in self._links(start, end):
            self._draft.add(step)
        self._keep(start, end)

    def _links(self, start: tuple[str, str], end: tuple[str, str]) -> Iterator[ConnectPinsStep]:
        """The link, or those to and from a conversion: it is a node like others, and gets a place."""
        verdict = self._draft.schema.can_connect(
            self._pin(*start, "output"),
            self._pin(*end, "input"),
            source_node=self.node(start[0]),
            target_node=self.node(end[0]),
        )
        if not isinstance(verdict, Conversion):
            yield ConnectPinsStep(self._graph.name, PinAt(*start), PinAt(*end))
            return
        key = self.add(CallFunctionSpec(verdict.function))
        pins = [pin for pin in self.node(key).visible_pins if not pin.is_exec]
        into = next(pin.name for pin in pins if pin.direction == "input")
        out = next(pin.name for pin in pins if pin.direction == "output")
        yield ConnectPinsStep(self._graph.name, PinAt(*start), PinAt(key, into))
        yield ConnectPinsStep(self._graph.name, PinAt(key, out), PinAt(*end))

    def disconnect(self, source: Output, target: tuple[str, str]) -> None:
        """Plan breaking a link; nothing when there is none."""
        start, end = self._end(source.node, source.pin, "output"), self._end(*target, "input")
        ends = (((*start, "output"), end), ((*end, "input"), start))
        there = [place for place, other in ends if self._taken.get(place) == other]
        if not there:
            return
        for place in there:
            del self._taken[place]
        self._draft.add(DisconnectPinsStep(self._graph.name, PinAt(*start), "output", PinAt(*end)))

    def set_default(self, key: str, pin: str, value: str) -> None:
        """Plan the value of an input."""
        found = self._pin(key, pin, "input")
        text = self._text_of(found, value)
        if found.type.category in _NUMBERS and _is_zero(text) and _is_zero(found.default):
            return  # an empty number is zero, and editors write it either way
        self._draft.change(SetPinDefaultStep(self._graph.name, PinAt(key, found.name), text))

    def remove(self, keys: tuple[str, ...]) -> None:
        """Plan taking nodes out with their links."""
        names = {self._draft.name_of(key) for key in keys} | set(keys)
        self._draft.add(RemoveNodesStep(self._graph.name, tuple(map(self._draft.name_of, keys))))
        self._taken = {
            place: other
            for place, other in self._taken.items()
            if place[0] not in names and other[0] not in names
        }

    def asset(self, kind: PinType, name: str) -> str:
        """The path of the project's asset of that name, for a text that names assets."""
        try:
            text = self._text_of(Pin("", name, "input", kind), name)
        except WrongAssetError:
            raise
        except UnknownAssetError:
            return ""
        return "" if text == name else text

    def entry(self, kind: str) -> str:
        """The function's entry or result node, or `main`: there is none without an entry."""
        return next((node.name for node in self._graph.nodes if entry_kind(node) == kind), "")

    # --- pins --------------------------------------------------------------------------------------

    def _keep(self, start: tuple[str, str], end: tuple[str, str]) -> None:
        self._taken[*start, "output"] = end
        self._taken[*end, "input"] = start

    def _end(self, key: str, pin: str, direction: str) -> tuple[str, str]:
        return key, self._pin(key, pin, direction).name

    def _pin(self, key: str, name: str, direction: str) -> Pin:
        node = self.node(key)
        for pin in node.pins:
            if pin.direction == direction and pin.name == name:
                return pin
        known = [pin.name for pin in node.pins if pin.direction == direction and not pin.is_hidden]
        raise GraphError(
            f"{node_title(node).title} has no {direction} pin '{name}'.", f"Its pins: {', '.join(known)}."
        )

    def _said(self, key: str, pin: str) -> str:
        return f"{node_title(self.node(key)).title}.{pin}"


def _is_zero(text: str) -> bool:
    try:
        return float(text or 0) == 0
    except ValueError:
        return False
