"""The steps that make one state of a graph of another: nodes, links, values, places. Part of `plan_between`.

Nodes that are gone are made anew from what they are; links come first, for they give open pins the
types that values are of (field notes 6).
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.comment_boxes import box_like
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    DisconnectPinsStep,
    MoveNodesStep,
    PinAt,
    PlanError,
    RemoveNodesStep,
    SetCommentTextStep,
    SetPinDefaultStep,
)
from blueprint_assistant.editor.plan.simulate.shaped_nodes import shapes
from blueprint_assistant.editor.plan.simulate.value_equality import normal_default
from blueprint_assistant.editor.revert.merged_graphs import called, node_keys
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec, EventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, is_ghost
from blueprint_assistant.graph.kinds.specs import CommentSpec, FormatTextSpec, SelectSpec
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.model.object_references import unquote
from blueprint_assistant.graph.rules.schema import Allowed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.editor.plan.draft import PlanDraft
    from blueprint_assistant.editor.plan.edit_plan import NodeOperation
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Link, Node, Pin
    from blueprint_assistant.graph.model.graph_draft import GraphDraft

__all__ = ["NodePlanBetween"]

_ENDS = ("K2Node_FunctionEntry", "K2Node_FunctionResult")
_COMMENT = "EdGraphNode_Comment"
_SET_BY_HAND = {
    "NodeComment": "the comment",
    "EnabledState": "the enabled state",
    "FunctionFlags": "the replication",
    "bCallInEditor": "Call In Editor",
    "bConsumeInput": "Consume Input",
    "bExecuteWhenPaused": "Execute When Paused",
    "bOverrideParentBinding": "Override Parent Binding",
}
_LOOKS = ("CommentColor", "FontSize", "NodeWidth", "NodeHeight", "MoveMode")


class NodePlanBetween:
    """Brings one graph after the other to what is wanted. `missing` says what no step does."""

    def __init__(self, plan: PlanDraft) -> None:
        """`plan` takes the steps in; its Blueprint has all members that the nodes need."""
        self._plan = plan
        self._keys = (f"back{number}" for number in itertools.count(1))
        self._names: dict[str, dict[str, str]] = {}
        self.made_anew: list[str] = []
        self.missing: list[str] = []

    def names_in(self, graph: str) -> Mapping[str, str]:
        """The names of the wanted nodes as the steps leave them, where they are others."""
        known = self._names.get(graph.lower(), {})
        return {name: self._plan.name_of(key) for name, key in known.items()}

    def approach(self, wanted: Graph) -> None:
        """Add the steps for one graph."""
        draft = self._plan.graph_drafts.get(wanted.name)
        if draft is None:
            return  # the comparison at the end says so
        _GraphApproach(self, wanted, draft).run()

    # --- for the approach of one graph -----------------------------------------------------------

    def add(self, step: NodeOperation) -> str:
        """Take a step in; the name of a node that it found instead of adding it. Refusals are kept."""
        try:
            result = self._plan.change(step)
        except PlanError as error:
            self.missing.append(error.what)
            return ""
        return result.node if result.status == "unchanged" else ""

    def new_key(self) -> str:
        """A key that no other step has."""
        return next(self._keys)

    def remember(self, graph: str, name: str, key: str) -> None:
        """A wanted node is the one of a key, or of a name."""
        self._names.setdefault(graph.lower(), {})[name] = key

    @property
    def plan(self) -> PlanDraft:
        """What takes the steps in."""
        return self._plan


class _GraphApproach:
    """The steps for one graph. `_at` has for each wanted node the name or key by which steps call it."""

    def __init__(self, steps: NodePlanBetween, wanted: Graph, draft: GraphDraft) -> None:
        self._steps = steps
        self._wanted = wanted
        self._draft = draft
        self._graph = wanted.name
        self._at: dict[str, str] = {}

    def run(self) -> None:
        self._match()
        self._remove()
        self._unlink()
        for node in self._wanted.nodes:
            if node.name not in self._at:
                self._make(node)
        # A class gives its node further pins, and some outputs their type; so does the text of Format Text.
        self._set_values(of_shape=True)
        self._link()
        self._set_values(of_shape=False)
        self._set_comments()
        self._place()

    def _match(self) -> None:
        """Which wanted node is there already: by GUID, and the ends of a function that was just made."""
        present, wanted = node_keys(self._draft.freeze()), node_keys(self._wanted)
        for key, node in wanted.items():
            if key in present and not self._is_remade(present[key], node):
                self._at[node.name] = present[key].name
        left = [node for key, node in present.items() if key not in wanted]
        for is_alike in (_are_same_event, _are_ends, _are_alike):
            for node in self._wanted.nodes:
                there = next((item for item in left if is_alike(item, node)), None)
                if node.name not in self._at and there is not None:
                    left.remove(there)
                    self._at[node.name] = self._in_use(there, node)
        for name, key in self._at.items():
            self._steps.remember(self._graph, name, key)

    def _in_use(self, there: Node, wanted: Node) -> str:
        """The name or key of a node that is there; an event that is greyed out but should not be is used."""
        spec = any_spec_of(wanted)
        if not is_ghost(there) or is_ghost(wanted) or spec is None:
            return there.name
        key = self._steps.new_key()
        return self._steps.add(AddNodeStep(self._graph, key, spec, wanted.x, wanted.y)) or key

    def _is_remade(self, present: Node, wanted: Node) -> bool:
        """A comment box that looks otherwise is made anew: its place and look are for good (API 6.3)."""
        if wanted.class_name != _COMMENT:
            return False
        looks = [[node.find_property(name) for name in _LOOKS] for node in (present, wanted)]
        return looks[0] != looks[1] or (present.x, present.y) != (wanted.x, wanted.y)

    # --- what goes -------------------------------------------------------------------------------

    def _remove(self) -> None:
        kept = {self._steps.plan.name_of(key) for key in self._at.values()}
        gone = tuple(node.name for node in self._draft if node.name not in kept)
        if gone:
            self._steps.add(RemoveNodesStep(self._graph, gone))

    def _unlink(self) -> None:
        wanted = {
            (*self._end(link.source), *self._end(link.target))
            for link in self._wanted.links
            if link.source.node in self._at and link.target.node in self._at
        }
        for link in self._draft.freeze().links:
            source, target = self._draft.pin(link.source), self._draft.pin(link.target)
            if source is None or target is None:
                continue
            if (link.source.node, source.name, link.target.node, target.name) not in wanted:
                ends = PinAt(link.source.node, source.name), PinAt(link.target.node, target.name)
                self._steps.add(DisconnectPinsStep(self._graph, ends[0], "output", ends[1]))

    def _end(self, ref: PinRef) -> tuple[str, str]:
        pin = self._wanted.pin(ref)
        return self._at[ref.node], "" if pin is None else pin.name

    # --- what comes back -------------------------------------------------------------------------

    def _make(self, node: Node) -> None:
        spec = any_spec_of(node)
        if spec is None:
            self._steps.missing.append(f"no call of the editor makes {called(node)}")
            return
        key = self._steps.new_key()
        before = len(self._steps.missing)
        if isinstance(spec, CommentSpec):
            found = self._steps.add(box_like(node, spec, self._graph, key))
        else:
            found = self._steps.add(AddNodeStep(self._graph, key, _as_added(spec), node.x, node.y))
        if len(self._steps.missing) > before:
            return
        self._at[node.name] = found or key
        self._steps.remember(self._graph, node.name, found or key)
        made = self._draft.node(self._steps.plan.name_of(self._at[node.name]))
        self._steps.missing += [
            f"{text} of {called(node)} cannot be set from Python" for text in _lost(node, made)
        ]
        if not found:
            ghost = ", no longer greyed out" if is_ghost(node) else ""
            self._steps.made_anew.append(f"{called(node)} in {self._graph}{ghost}")

    def _link(self) -> None:
        """Link what is to be linked, first what fits as it is: a link may settle the types of others."""
        waiting = [link for link in self._missing_links() if self._has_ends(link)]
        while waiting:
            fitting = next((link for link in waiting if self._fits(link)), waiting[0])
            waiting.remove(fitting)
            source, target = (PinAt(*self._end(ref)) for ref in (fitting.source, fitting.target))
            self._steps.add(ConnectPinsStep(self._graph, source, target))

    def _missing_links(self) -> Iterator[Link]:
        for link in self._wanted.links:
            source, target = (self._pin(ref) for ref in (link.source, link.target))
            if source is None or target is None or target[1] not in self._draft.links_of(source[1]):
                yield link

    def _has_ends(self, link: Link) -> bool:
        return link.source.node in self._at and link.target.node in self._at

    def _fits(self, link: Link) -> bool:
        source, target = (self._pin(ref) for ref in (link.source, link.target))
        if source is None or target is None:
            return False
        verdict = self._steps.plan.schema.can_connect(
            source[2],
            target[2],
            source_node=self._draft.node(source[0]),
            target_node=self._draft.node(target[0]),
        )
        return isinstance(verdict, Allowed)

    def _pin(self, ref: PinRef) -> tuple[str, PinRef, Pin] | None:
        """The pin as it is now that stands for a wanted one: its node's name, itself."""
        wanted, key = self._wanted.pin(ref), self._at.get(ref.node)
        if wanted is None or key is None:
            return None
        name = self._steps.plan.name_of(key)
        if name not in self._draft:
            return None
        found = self._draft.node(name).find_pin(wanted.name, wanted.direction)
        return None if found is None else (name, PinRef(name, found.id), found)

    def _set_values(self, *, of_shape: bool) -> None:
        for node in self._wanted.nodes:
            for pin in node.pins:
                is_shaping = pin.type.category == "class" or shapes(node, pin)
                if pin.direction == "input" and not pin.is_exec and is_shaping == of_shape:
                    self._set_value(node, pin)

    def _set_comments(self) -> None:
        for node in self._wanted.nodes:
            if node.class_name == _COMMENT and node.name in self._at:
                text = unquote(node.find_property("NodeComment") or "")
                self._steps.add(SetCommentTextStep(self._graph, self._at[node.name], text))

    def _set_value(self, node: Node, pin: Pin) -> None:
        ref = PinRef(node.name, pin.id)
        found = self._pin(ref)
        if found is None or found[2].is_hidden or self._wanted.linked_pins.get(ref):
            return
        schema = self._steps.plan.schema
        if normal_default(schema, found[2]) == normal_default(schema, pin):
            return
        value = pin.default or pin.autogenerated_default
        if not value and pin.type.category in ("object", "class", "interface"):
            value = "None"
        self._steps.add(SetPinDefaultStep(self._graph, PinAt(self._at[node.name], pin.name), value))

    def _place(self) -> None:
        places = tuple(
            (self._at[node.name], node.x, node.y)
            for node in self._wanted.nodes
            if node.name in self._at and self._has_moved(node)
        )
        if places:
            self._steps.add(MoveNodesStep(self._graph, places))

    def _has_moved(self, node: Node) -> bool:
        name = self._steps.plan.name_of(self._at[node.name])
        if name not in self._draft:
            return False
        present = self._draft.node(name)
        return present.class_name != _COMMENT and (present.x, present.y) != (node.x, node.y)


def _lost(node: Node, made: Node) -> list[str]:
    """What the artist set on a node and no call sets on the one that is made anew."""
    if is_ghost(node) or node.class_name == _COMMENT:
        return []
    return [
        words for name, words in _SET_BY_HAND.items() if node.find_property(name) != made.find_property(name)
    ]


def _as_added(spec: AnyNodeSpec) -> AnyNodeSpec:
    """What a node is when it comes: values and links make the rest of these kinds."""
    match spec:
        case FormatTextSpec():
            return FormatTextSpec()
        case SelectSpec(options):
            return SelectSpec(options)
        case _:
            return spec


def _are_same_event(there: Node, wanted: Node) -> bool:
    """An event is once in a Blueprint, so one of another GUID is the same."""
    spec = any_spec_of(wanted)
    return isinstance(spec, EventSpec | CustomEventSpec) and any_spec_of(there) == spec


def _are_ends(there: Node, wanted: Node) -> bool:
    """The entry and the result of a function come with it."""
    return there.class_name == wanted.class_name and wanted.class_name in _ENDS


def _are_alike(there: Node, wanted: Node) -> bool:
    """A node of that name that does the same, as in a Blueprint that was made anew."""
    is_same_kind = there.name == wanted.name and there.class_path == wanted.class_path
    return is_same_kind and wanted.class_name != _COMMENT and any_spec_of(there) == any_spec_of(wanted)
