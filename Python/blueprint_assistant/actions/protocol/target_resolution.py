"""What a target of the protocol means. Outside uses resolve_target, resolve_asset and ProtocolTarget.

A target is `Function`, `Event`, `Component.Event`, `/Game/Path/Asset:Graph` or `Asset:Component.Event`
(BC-011); what it leaves out comes from the scope of the conversation (BC-010, BC-012). What fits
several things is refused with all of them (BC-013). Looking changes nothing (BC-015).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.names.asset_paths import UnknownBlueprintNameError
from blueprint_assistant.actions.names.project_lookup import catalog_of, find_graph, read_blueprint
from blueprint_assistant.actions.protocol.entry_points import EntryPoint, entry_points_of
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError
from blueprint_assistant.languages.ast.syntax_tree import End

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Program

__all__ = [
    "AmbiguousTargetError",
    "NoTargetError",
    "ProtocolTarget",
    "UnknownTargetError",
    "resolve_asset",
    "resolve_target",
]

_EVENT_GRAPH: Final = "EventGraph"
_SHOWN: Final = 8


class AmbiguousTargetError(ToolError):
    """A target fits several things. `candidates` are all of them, each a target that fits one."""

    code = "ambiguous_target"

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        """List what the target may mean."""
        shown = ", ".join(candidates[:_SHOWN])
        super().__init__(f"'{text[:120]}' fits {len(candidates)} targets.", f"Use one of: {shown}.")
        self.candidates = tuple(candidates)


class UnknownTargetError(ToolError):
    """A Blueprint has no such function, event or graph. `candidates` are the nearest that it has."""

    code = "unknown_target"

    def __init__(self, text: str, owner: Blueprint, candidates: Sequence[str], fix: str = "") -> None:
        """List what there is instead."""
        shown = ", ".join(candidates[:_SHOWN]) or "none"
        what = f"{owner.path} has no function, event or graph '{text[:120]}'."
        super().__init__(what, f"It has: {shown}.{fix and ' '}{fix}")
        self.text = text
        self.owner = owner
        self.candidates = tuple(candidates)


class NoTargetError(ToolError):
    """A call names no Blueprint, and none is active."""

    code = "no_target"

    def __init__(self) -> None:
        """Say how one is named."""
        super().__init__(
            "No Blueprint is active.",
            "Give target, e.g. /Game/BP_Door:EventGraph, or use bluecode_set_function.",
        )


@dataclass(frozen=True, slots=True)
class ProtocolTarget:
    """A graph of a Blueprint, or one entry in it. `place` is None for a graph with all its entries.

    `spelled` is a name that means nothing else in the Blueprint.
    """

    owner: Blueprint
    graph: Graph
    place: EntryPoint | None
    spelled: str

    @property
    def function(self) -> str:
        """What the protocol calls it: `EventGraph`, `Open`, `LoginButton.OnClicked`."""
        return self.graph.name if self.place is None else self.place.name

    @property
    def text(self) -> str:
        """The target in full; it always means this one."""
        return f"{self.owner.path}:{self.spelled}"

    @property
    def component(self) -> str:
        """The component or widget whose event it is, or empty."""
        return "" if self.place is None else self.place.component

    @property
    def entry_node(self) -> str:
        """The name of the node where its flow begins; empty for a graph with all its entries."""
        return "" if self.place is None else self.place.node

    def settled(self, program: Program) -> Program:
        """A program in which `main` is the entry of the target (BC-014); others stay as they are.

        `main` of a whole graph stays `main`: whoever plans finds its only entry, or refuses. An `end` behind
        its statements is a word of structure, no wish to cut what is there (BC-021).
        """
        return replace(program, entries=tuple(map(self._settled, program.entries)))

    def _settled(self, entry: Entry) -> Entry:
        if entry.kind != "main":
            return entry
        if entry.body and isinstance(entry.body[-1], End) and not entry.body[-1].label:
            entry = replace(entry, body=entry.body[:-1])
        place = self.place
        if place is None or place.kind == "graph":
            return entry
        return replace(entry, kind=place.kind, name=place.event, owner=place.component)


def resolve_asset(context: ActionContext, text: str = "") -> Blueprint:
    """The Blueprint of a target, or the active one. Raises NoTargetError and what a wrong name raises.

    What stands behind the asset must be there, but may be several things.
    """
    asset, _, rest = (part.strip() for part in text.strip().partition(":"))
    if asset and (":" in text or "/" in asset or not context.scope.asset):
        return _checked(context, _blueprint(context, asset, ""), rest)
    if asset:
        try:
            return _blueprint(context, asset, "")
        except UnknownBlueprintNameError:
            pass  # a function or component of the active one
    if not context.scope.asset:
        raise NoTargetError
    return read_blueprint(context, context.scope.asset)


def _checked(context: ActionContext, owner: Blueprint, rest: str) -> Blueprint:
    if rest and owner.find_component(rest) is None:
        with suppress(AmbiguousTargetError):
            _in(context, owner, rest)
    return owner


def resolve_target(context: ActionContext, text: str = "") -> ProtocolTarget:
    """What a target means, as it is now.

    Raises NoTargetError, UnknownTargetError, AmbiguousTargetError, and what a wrong asset name raises.
    """
    asset, mark, name = (part.strip() for part in text.strip().partition(":"))
    scope = context.scope
    if not asset and not name:
        return _active(context)
    if mark and asset:
        return _in(context, _blueprint(context, asset, name), name or _EVENT_GRAPH)
    if "/" in asset:
        return _in(context, _blueprint(context, asset, ""), _EVENT_GRAPH)
    name = asset or name
    if not scope.asset:
        return _in(context, _blueprint(context, name, ""), _EVENT_GRAPH)
    owner = read_blueprint(context, scope.asset)
    try:
        return _in(context, owner, name, scope.component)
    except UnknownTargetError as error:
        try:
            other = _blueprint(context, name, "")
        except UnknownBlueprintNameError:
            raise error from None
    return _in(context, other, _EVENT_GRAPH)


def _active(context: ActionContext) -> ProtocolTarget:
    scope = context.scope
    if not scope.asset:
        raise NoTargetError
    owner = read_blueprint(context, scope.asset)
    return _in(context, owner, scope.function or _EVENT_GRAPH, scope.component)


def _blueprint(context: ActionContext, asset: str, rest: str) -> Blueprint:
    """The Blueprint of a name; several are refused as targets in full."""
    try:
        return read_blueprint(context, asset)
    except AmbiguousNameError as error:
        behind = f":{rest}" if rest else ""
        raise AmbiguousTargetError(
            f"{asset}{behind}", [f"{path}{behind}" for path in error.candidates]
        ) from error


def _in(context: ActionContext, owner: Blueprint, name: str, component: str = "") -> ProtocolTarget:
    """The target of a name in a Blueprint. Events of the active component win (BC-012)."""
    catalog = catalog_of(context, owner)
    places = entry_points_of(owner, catalog)
    found = [place for place in places if place.is_called(name)]
    own = [place for place in found if place.belongs_to(component)]
    if component and not own:
        own = [place for place in places if place.is_called(f"{component}.{name}")]
    return _only(owner, name, own or found, places)


def _only(
    owner: Blueprint, name: str, found: Sequence[EntryPoint], places: Sequence[EntryPoint]
) -> ProtocolTarget:
    if len(found) == 1:
        (place,) = found
        graph = find_graph(owner, place.graph)
        return ProtocolTarget(owner, graph, None if place.is_graph else place, _spelled(place, places))
    if found:
        raise AmbiguousTargetError(name, [f"{owner.path}:{_spelled(place, places)}" for place in found])
    known = list(dict.fromkeys(place.name for place in places))
    near = nearest(name.rpartition(".")[2] or name, known) or tuple(known)
    raise UnknownTargetError(name, owner, [f"{owner.path}:{item}" for item in near])


def _spelled(place: EntryPoint, places: Sequence[EntryPoint]) -> str:
    """The shortest name that means this place alone; equal entries of one graph are told by their nodes."""
    names = (place.name, place.full_name, place.guid)
    alone = (name for name in names if name and sum(item.is_called(name) for item in places) == 1)
    return next(alone, place.full_name)
