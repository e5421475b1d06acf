"""Puts a graph's exec links in order: what stands after what, and in whose block. Outside uses `structure`.

The dominator tree decides (Ramsey, Beyond Relooper, 2022): what only one place leads to stands
right there; what several ways lead to stands after the construct that they begin in. Nothing is
copied and no variable is added: what does not fit is a jump.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.decompile.regions import FlowRegions

if TYPE_CHECKING:
    from blueprint_assistant.languages.decompile.control_flow import ControlFlow, Exit, FlowLink
    from blueprint_assistant.languages.decompile.regions import FlowRegion

__all__ = ["FlowStop", "Jump", "Outline", "PlacedNode", "Strand", "structure"]

_DEEPEST: Final = 40
"""How many blocks stand in one another before the next is told further down, behind a jump."""


@dataclass(frozen=True, slots=True)
class PlacedNode:
    """A node at its place. `arms` are its blocks by output pin id: all outputs of a choice, bodies of a loop.

    A node without arms goes on with what stands next, as does a loop when it has completed.
    """

    node: str
    enter: str
    arms: tuple[tuple[str, Strand], ...] = ()


@dataclass(frozen=True, slots=True)
class Jump:
    """The flow goes on elsewhere: at the exec input `enter` of a node. `source` is where it comes from."""

    source: tuple[str, str]
    node: str
    enter: str


@dataclass(frozen=True, slots=True)
class FlowStop:
    """The flow ends: the outputs that would go on here are not linked."""


Strand = tuple["PlacedNode | Jump | FlowStop", ...]
"""What stands one after the other in a block."""


@dataclass(frozen=True, slots=True)
class Outline:
    """The order of a whole graph: by entry node its outputs' strands; then what no entry leads to."""

    entries: tuple[tuple[str, tuple[tuple[str, Strand], ...]], ...]
    floating: tuple[Strand, ...]
    jumped_to: frozenset[str]
    """The nodes that some jump goes to."""


def structure(flow: ControlFlow) -> Outline:
    """The order of a graph's executed nodes; each stands in it once."""
    return _Structuring(flow).outline()


class _Structuring:
    def __init__(self, flow: ControlFlow) -> None:
        self._flow = flow
        self._regions = FlowRegions(flow)
        self._jumped_to: set[str] = set()
        self._late: list[str] = []

    def outline(self) -> Outline:
        entries = tuple((name, self._entry(name)) for name in self._flow.entries)
        floating = tuple(self._whole(name) for name in self._regions.floating)
        return Outline(entries, floating, frozenset(self._jumped_to))

    def _entry(self, name: str) -> tuple[tuple[str, Strand], ...]:
        strands = []
        for made in self._flow.exits(name):
            region = self._regions.arms[name, made.pin.id]
            strand = self._strand((name, made), region, None, 0)
            strands.append((made.pin.id, self._with_late(strand)))
        return tuple(strands)

    def _whole(self, root: str) -> Strand:
        """What stands under a root that nothing leads to."""
        return self._with_late(self._told_from(root, self._regions.of[root], None, 0))

    def _with_late(self, strand: Strand) -> Strand:
        """The strand, and behind it what stood too deep to be told in its place."""
        parts = list(strand)
        while self._late:
            name = self._late.pop()
            if parts and not isinstance(parts[-1], Jump | FlowStop):
                parts.append(FlowStop())
            parts += self._told_from(name, self._regions.of[name], None, 0)
        return tuple(parts)

    def _strand(self, source: tuple[str, Exit], region: FlowRegion, follow: str | None, depth: int) -> Strand:
        """What an output leads to, up to `follow`, which stands behind the block."""
        name, made = source
        parts: list[PlacedNode | Jump | FlowStop] = []
        start = self._go_on(name, made, region, follow, parts, depth)
        return (*parts, *(self._told_from(start, region, follow, depth) if start else ()))

    def _go_on(  # noqa: PLR0913, PLR0917 - a link, and all that decides how it is told
        self,
        name: str,
        made: Exit | None,
        region: FlowRegion,
        follow: str | None,
        parts: list[PlacedNode | Jump | FlowStop],
        depth: int,
    ) -> str:
        """The node to tell next after an output; else the jump or stop is added, or nothing for `follow`."""
        way = None if made is None else made.way
        if way is None or made is None:
            if follow is not None:
                parts.append(FlowStop())
            return ""
        is_jump = self._regions.is_jump(name, way)
        if not is_jump and way.node == follow:
            return ""
        is_here = not is_jump and self._is_told_here(name, way, region)
        if is_here and depth < _DEEPEST:
            return way.node
        if is_here:
            self._late.append(way.node)
        self._jumped_to.add(way.node)
        parts.append(Jump((name, made.pin.id), way.node, way.enter))
        return ""

    def _is_told_here(self, name: str, way: FlowLink, region: FlowRegion) -> bool:
        """Whether the node stands where this link leads to it: no other link does, or a region begins."""
        if way.node in region.inline:
            return region.tree is not None and region.tree.parent[way.node] == name
        return way.node == region.root and self._regions.of.get(name) is not region

    def _told_from(self, start: str, region: FlowRegion, follow: str | None, depth: int) -> Strand:
        """A node and all that stands behind it in its block."""
        parts: list[PlacedNode | Jump | FlowStop] = []
        waiting: list[str] = []
        name = start
        while True:
            waiting += reversed(region.merges.get(name, []))
            behind = waiting[-1] if waiting else follow
            name = self._tell(name, region, behind, parts, depth)
            if not name:
                if not waiting:
                    return tuple(parts)
                name = waiting.pop()

    def _tell(
        self,
        name: str,
        region: FlowRegion,
        behind: str | None,
        parts: list[PlacedNode | Jump | FlowStop],
        depth: int,
    ) -> str:
        """Add one node; the node that stands right after it, or empty."""
        regions, exits = self._regions, self._flow.exits(name)
        role, enter = regions.role[name], regions.enter[name]
        if role in {"sequence", "loop"}:
            closed = [made for made in exits if (name, made.pin.id) in regions.arms]
            arms = tuple(
                (made.pin.id, self._strand((name, made), regions.arms[name, made.pin.id], None, depth + 1))
                for made in closed
            )
            parts.append(PlacedNode(name, enter, arms))
            if role == "sequence":
                return ""
            onward = [made for made in exits if made not in closed]
            return self._go_on(name, onward[0] if onward else None, region, behind, parts, depth)
        if role in {"step", "result"}:
            parts.append(PlacedNode(name, enter))
            return self._go_on(name, exits[0] if exits else None, region, behind, parts, depth)
        inner = behind if behind is not None and region.leads_to(name, behind) else None
        arms = tuple((made.pin.id, self._strand((name, made), region, inner, depth + 1)) for made in exits)
        parts.append(PlacedNode(name, enter, arms))
        if inner is None and behind is not None:
            parts.append(FlowStop())
        return ""
