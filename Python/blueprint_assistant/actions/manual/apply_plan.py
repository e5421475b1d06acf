"""Carries out the plan of a tool: by calls of the editor, by a paste before them, or by hand.

Outside uses apply_plan and PlanRequest. What no call makes is pasted by the artist first, so that nothing is
changed when that does not happen; what is left is one plan of calls, or on engines without
calls for graphs one list of things to do. Agent worker thread.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.manual.manual_requests import ManualStepRequests
from blueprint_assistant.actions.manual.open_steps import open_steps, sentence_for, shown_graph, undone_steps
from blueprint_assistant.actions.manual.paste_plans import pasted_keys, require_paste, settled, with_names
from blueprint_assistant.actions.manual.pasted_nodes import find_alike, find_pasted, losses_of
from blueprint_assistant.actions.manual.pasted_text import node_text, text_part
from blueprint_assistant.actions.manual_steps import (
    ManualStep,
    NotDoneYetError,
    UnfinishedError,
    WaitingPaste,
)
from blueprint_assistant.actions.names.project_lookup import catalog_of, find_graph
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.editor.game_thread import JobWithdrawnError
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddNodeStep,
    ApplyReport,
    EditPlan,
    MoveNodesStep,
    NodeOperation,
    NoGraphCallsError,
    OperationResult,
    PlanError,
    RemoveNodesStep,
)
from blueprint_assistant.errors import AssistantError, EditorError
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.kinds.specs import TimelineSpec

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping
    from typing import NoReturn

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.manual.pasted_text import PastedPart
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["PlanRequest", "apply_plan"]

_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class PlanRequest:
    """A plan of steps on nodes, and the Blueprint that it was made for.

    `catalog` has the classes that its nodes name, where these are more than the Blueprint's parents.
    `call` is the text of the tool call: nodes that were pasted for the same one are found again.
    """

    plan: EditPlan
    before: Blueprint
    catalog: Catalog | None = None
    call: str = ""

    @property
    def steps(self) -> tuple[NodeOperation, ...]:
        """The steps."""
        return tuple(step for step in self.plan.operations if isinstance(step, NodeOperation))


def apply_plan(context: ActionContext, order: PlanRequest) -> ApplyReport:
    """Do it, and report what is there then, as read back.

    Raises NotDoneYetError when the artist did not do his part, so that nothing was changed;
    UnfinishedError when some of it is done; and what the editor raises.
    """
    has_hands = context.clipboard is not None or context.artist is not None
    if not any(require_paste(step) for step in order.steps):
        try:
            return context.editor.apply(order.plan)
        except NoGraphCallsError:
            if not has_hands:
                raise
        return _ByHand(context, order, has_calls=False).carry_out()
    if not has_hands:
        return context.editor.apply(order.plan)  # which refuses it, and says what else to do
    status = context.editor.status()
    if status.busy:
        raise EditorError(
            f"'{order.plan.title}' is not possible now: {status.busy}.",
            "Nothing was changed. Try again after that.",
        )
    return _ByHand(context, order, has_calls=status.can_edit_graphs).carry_out()


class _ByHand:
    """One plan that calls alone cannot carry out."""

    def __init__(self, context: ActionContext, order: PlanRequest, *, has_calls: bool) -> None:
        self._context = context
        self._order = order
        self._catalog = order.catalog or catalog_of(context, order.before)
        self._has_calls = has_calls
        self._asking = ManualStepRequests(context, order.before)
        self._notes: list[str] = []
        self._fresh: dict[str, None] = {}
        """The keys of the nodes that were pasted in this call."""
        self._alike: dict[str, str] = {}
        """The names of nodes that were pasted for an earlier call, by key."""
        self._names: dict[str, str] = {}
        """The real names of the pasted nodes by key, conversions between them included."""

    @property
    def _now(self) -> Blueprint:
        return self._asking.now

    def carry_out(self) -> ApplyReport:
        keys = pasted_keys(self._order.before, self._catalog, self._order.steps, has_calls=self._has_calls)
        if keys:
            self._paste(keys)
            self._add_tracks()
        report = self._finish(keys)
        self._context.pastes.finish(self._order.call)
        return report

    # --- the paste -----------------------------------------------------------------------------

    def _paste(self, keys: frozenset[str]) -> None:
        """Have the nodes pasted that are not there from an earlier time."""
        steps = self._order.steps
        graph = next(
            item.graph
            for item in steps
            if isinstance(item, AddNodeStep | AddCommentStep) and item.key in keys
        )
        seed = self._context.pastes.seed(self._order.call)
        part = text_part(self._now, graph, self._catalog, steps=steps, keys=keys, seed=seed)
        found = find_pasted(find_graph(self._now, graph), part.nodes)
        self._alike = self._pasted_for_others(graph, part, found)
        known = {*found, *self._alike}
        missing = {key: node for key, node in part.nodes.items() if key not in known}
        if missing:
            self._ask(graph, part, missing)
        self._learn(graph, part)

    def _ask(self, graph: str, part: PastedPart, missing: Mapping[str, Node]) -> None:
        """Have them pasted; what is not pasted now may be later, and asked for in other words then."""
        what = listed([node_title(node, self._catalog).title for node in missing.values()], _MOST_NAMED)
        waiting = WaitingPaste(self._order.call, f"{self._now.path}:{graph}", missing)
        self._context.pastes.wait_for(waiting)
        self._asking.to_paste(graph, node_text(part.part(missing)), missing, what)
        self._context.pastes.settle(waiting)
        self._fresh = dict.fromkeys(missing)

    def _pasted_for_others(self, graph: str, part: PastedPart, known: Collection[str]) -> dict[str, str]:
        """The other nodes that an earlier call in other words asked for, and that were pasted since."""
        there, pastes = find_graph(self._now, graph), self._context.pastes
        missing = {key: node for key, node in part.nodes.items() if key not in known}
        alike: dict[str, str] = {}
        own = set(find_pasted(there, {key: part.nodes[key] for key in known}).values())
        for earlier in pastes.waiting(f"{self._now.path}:{graph}"):
            found = {} if alike else find_alike(there, missing, earlier.nodes)
            if found and earlier.call != self._order.call:
                pastes.finish(earlier.call)
            if found or own & set(find_pasted(there, earlier.nodes).values()):
                pastes.settle(earlier)
            alike |= found
        return alike

    def _learn(self, graph: str, part: PastedPart) -> None:
        """Note the real names, of several copies the first ones. Raises when not all came as they should."""
        there = find_graph(self._now, graph)
        found = find_pasted(there, part.nodes) | {key: (name,) for key, name in self._alike.items()}
        self._names = {key: names[0] for key, names in found.items()}
        copies = [name for names in found.values() for name in names[1:]]
        if copies:
            ids = self._ids(graph, copies)
            self._notes.append(f"it was pasted more than once: {ids} are copies, delete them.")
        self._notes += self._strays(graph, part)
        losses = []
        for key, wanted in part.nodes.items():
            title = node_title(wanted, self._catalog).title
            if key not in found:
                losses.append(f"{title} did not arrive")
            elif key in self._fresh:
                arrived = there.node(self._names[key])
                losses += [f"{title} {loss}" for loss in losses_of(wanted, arrived)]
                self._notes += _renamed(wanted, arrived)
        if losses:
            why = f"The paste came out otherwise: {listed(losses, _MOST_NAMED, '; ')}."
            self._take_back(graph, why, "Use other nodes.")

    def _strays(self, graph: str, part: PastedPart) -> list[str]:
        """Notes on what was pasted into other graphs on the way."""
        notes = []
        for other in self._now.graphs:
            if other.name.lower() != graph.lower() and self._fresh:
                names = [name for found in find_pasted(other, part.nodes).values() for name in found]
                ids = self._ids(other.name, names)
                notes += (
                    [f"it was pasted into {other.name} too: {ids} are copies, delete them."] if ids else []
                )
        return notes

    def _take_back(self, graph: str, why: str, fix: str) -> NoReturn:
        """Remove what was pasted in this call, where that is possible."""
        self._asking.read_again()  # the artist may have undone the paste meanwhile
        there = find_graph(self._now, graph).nodes_by_name
        names = tuple(
            name for key in self._fresh if (name := self._names.get(key)) is not None and name in there
        )
        if not names:
            raise PlanError(f"{why} Nothing was changed.", fix)
        ids = self._ids(graph, names)
        if self._has_calls:
            plan = EditPlan(self._now.path, "AI: take back what was pasted", (RemoveNodesStep(graph, names),))
            try:
                self._context.editor.apply(plan)
            except AssistantError:
                fix = f"Ask the user to undo the paste (Ctrl+Z). {fix}"
            else:
                raise PlanError(f"{why} What was pasted was taken out again; nothing is changed.", fix)
        raise UnfinishedError(
            f"{why} The paste left {ids} in the graph; nothing else was changed.",
            f"Ask the user to click in {shown_graph(graph)} and press Ctrl+Z. {fix}",
            self._now,
        )

    def _add_tracks(self) -> None:
        """Have the tracks of pasted timelines added: they are no part of a text, nor of any call."""
        wanted = {
            self._names[step.key]: (step.graph, step.spec)
            for step in self._order.steps
            if isinstance(step, AddNodeStep)
            and isinstance(step.spec, TimelineSpec)
            and step.key in self._names
        }

        def missing(now: Blueprint) -> list[str]:
            return [
                f"a {kind} track {track} to {node_title(node, self._catalog).title}"
                for name, (graph, spec) in wanted.items()
                if (node := find_graph(now, graph).nodes_by_name.get(name)) is not None
                for track, kind in spec.tracks
                if node.find_pin(track, "output") is None
            ]

        def say(now: Blueprint) -> str:
            tracks = listed(missing(now), _MOST_NAMED)
            return f"Double-click the timeline in {now.name} and add {tracks}, with its curve."

        if not missing(self._now):
            return
        graph = next(iter(wanted.values()))[0]
        step = ManualStep("other", self._now.path, graph, say(self._now))
        why = self._asking.to_do(step, lambda now: not missing(now), say)
        if why:
            self._stay_open(why, say(self._now))

    # --- what is left --------------------------------------------------------------------------

    def _finish(self, keys: frozenset[str]) -> ApplyReport:
        """Do what is left through calls or by hand, and put all results together."""
        left = {
            number: with_names(step, self._names)
            for number, step in enumerate(self._order.steps)
            if not (isinstance(step, AddNodeStep | AddCommentStep) and step.key in keys)
        }
        done = self._by_calls(left) if self._has_calls else self._by_hand(left)
        results = settled(self._now, self._catalog, left)
        for number, step in enumerate(self._order.steps):
            if isinstance(step, AddNodeStep | AddCommentStep) and step.key in keys:
                is_fresh = step.key in self._fresh
                results[number] = OperationResult(
                    "done" if is_fresh else "unchanged", "", self._names[step.key]
                )
            elif number not in done and self._is_fresh(step):
                results[number] = replace(results[number], status="done")
        results |= done
        ordered = tuple(results[number] for number in range(len(self._order.steps)))
        return ApplyReport(self._order.plan, ordered, self._order.before, self._now, tuple(self._notes))

    def _is_fresh(self, step: NodeOperation) -> bool:
        """Whether a link or value came with this call's paste."""
        named = [getattr(step, end).node for end in ("source", "target", "pin") if hasattr(step, end)]
        return bool(named) and all(name in self._fresh for name in named)

    def _by_calls(self, left: Mapping[int, NodeOperation]) -> dict[int, OperationResult]:
        """Apply what is not so yet as one plan; its results by number of the step."""
        try:
            todo = undone_steps(self._now, self._catalog, left)
            if not todo:
                return {}
            if self._asking.was_stopped:
                raise JobWithdrawnError("Stopped by the user.")
            steps = (*todo.values(), *self._moves(left))
            made = self._context.editor.apply(EditPlan(self._now.path, self._order.plan.title, steps))
        except PlanError as error:
            graph = next(step.graph for step in self._order.steps)
            self._take_back(graph, error.what, error.fix)
        except AssistantError as error:
            if not self._fresh:
                raise
            self._stay_open(error.what, error.fix)
        self._asking.now = made.after
        self._notes += made.warnings
        return dict(zip(todo, made.results, strict=False))  # the moves are no step of the plan

    def _moves(self, left: Mapping[int, NodeOperation]) -> list[NodeOperation]:
        """Bring what was pasted to where it is planned, beside new nodes that calls make."""
        if not any(isinstance(step, AddNodeStep) for step in left.values()):
            return []
        places = [
            (self._names[step.key], step.x, step.y, step.graph)
            for step in self._order.steps
            if isinstance(step, AddNodeStep) and step.key in self._fresh
        ]
        return [MoveNodesStep(places[0][3], tuple(place[:3] for place in places))] if places else []

    def _by_hand(self, left: Mapping[int, NodeOperation]) -> dict[int, OperationResult]:
        """Have what is not so yet done by the artist; a result for each step that he did."""
        catalog, steps = self._catalog, tuple(left.values())

        def still(now: Blueprint) -> list[NodeOperation]:
            return open_steps(now, catalog, steps)

        def say(now: Blueprint) -> str:
            return sentence_for(now, catalog, steps)

        first = still(self._now)
        if not first:
            return {}
        step = ManualStep("other", self._now.path, first[0].graph, say(self._now))
        why = self._asking.to_do(step, lambda now: not still(now), say)
        if why:
            has_begun = bool(self._fresh) or still(self._now) != first
            if has_begun:
                self._stay_open(why, say(self._now))
            raise NotDoneYetError(
                f"{why}. This engine has no calls for graphs (Unreal 5.8 has), so the user does it: "
                f"{step.sentence} Nothing was changed.",
                "When it is done, send the same call again.",
            )
        return {number: OperationResult("done") for number, item in left.items() if item in first}

    def _stay_open(self, why: str, what: str) -> NoReturn:
        graph = next(step.graph for step in self._order.steps)
        ids = self._ids(graph, self._names.values())
        raise UnfinishedError(
            f"{f'Pasted: {ids}. ' if ids else ''}The rest is open. {why.rstrip('.')}.",
            f"{what} Then send the same call again: what is there is found.",
            self._now,
        )

    def _ids(self, graph: str, names: Iterable[str]) -> str:
        """The nodes with their ids: `N5 Switch on String`."""
        found = find_graph(self._now, graph)
        return listed(
            [
                f"{self._context.nodes.id_of(self._now.path, found.name, node)} "
                f"{node_title(node, self._catalog).title}"
                for name in names
                if (node := found.nodes_by_name.get(name)) is not None
            ],
            _MOST_NAMED,
        )


def _renamed(wanted: Node, arrived: Node) -> list[str]:
    """A note on a timeline that the editor named otherwise, as it does with a taken name."""
    names = [node.find_property("TimelineName") for node in (wanted, arrived)]
    return [] if names[0] == names[1] else [f"the editor named the timeline {names[1]}."]
