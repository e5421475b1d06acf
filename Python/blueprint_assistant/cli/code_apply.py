"""Works a program into the graphs of a T3D text. Outside uses apply_code.

The steps are those that a tool call would make, tried on the text's Blueprint: union, so that
nothing of the text goes and no link is replaced (BC-080 to BC-084). Members are not made here.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.placement.new_places import with_places
from blueprint_assistant.actions.program.plan_emitter import PlanEmitter
from blueprint_assistant.actions.program.program_checks import LOOP_CHECKS, NAME_CHECKS, program_suspects
from blueprint_assistant.actions.program.told_entries import told_entries
from blueprint_assistant.cli.copied_owner import COPIED_GRAPH, owner_of
from blueprint_assistant.cli.own_calls import without_own_classes
from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, MoveNodesStep
from blueprint_assistant.errors import GraphError, nearest
from blueprint_assistant.graph.kinds.foreign_graphs import ForeignGraphError, foreign_graph
from blueprint_assistant.graph.rules.link_check import catalog_for
from blueprint_assistant.graph.t3d.graph_text import format_blueprint_t3d, format_t3d
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.meaning.latent_loops import check_waiting_loops
from blueprint_assistant.languages.merge.program_plan import plan_program
from blueprint_assistant.languages.merge.statement_keys import GraphContext

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.cli.t3d_text import T3DText
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan

__all__ = ["Applied", "apply_code"]

_OF_GRAPHS: Final = ("function", "macro")


class UnclearGraphError(GraphError):
    """It is not clear into which graph of the text an entry goes. `candidates` are its graphs."""

    code = "unknown_target"

    def __init__(self, what: str, graphs: tuple[str, ...]) -> None:
        """Say which graphs there are."""
        super().__init__(what, f"Graphs of the text: {', '.join(graphs) or 'none'}.")
        self.candidates = graphs


@dataclass(frozen=True, slots=True)
class Applied:
    """What came of it: for each graph its plan and how it is before and after, and the new text."""

    plans: tuple[tuple[ProgramPlan, Graph, Graph], ...]
    text: str


def apply_code(program: Program, text: T3DText, catalog: Catalog, *, parent: str, graph: str = "") -> Applied:
    """Work a program into a text. Raises GraphError and EditorError; nothing is half-done.

    `parent` is the parent class of copied nodes, which do not say theirs; empty for one that fits.
    `graph` is where events and `main` go, the event graph when it is empty.
    """
    owner = text.blueprint or owner_of(text.graphs[0], parent, catalog)
    catalog = catalog_for(owner, catalog)
    if text.blueprint is None:
        program = without_own_classes(program, owner, catalog)
    groups = _grouped(program, owner, graph)
    _refuse_what_does_something_else(groups, owner, catalog, is_whole=text.blueprint is not None)
    draft = PlanDraft(owner, catalog, new_guid=_guids(text.source.text))
    plans = []
    for name, part in groups.items():
        before = _graph(owner, name)
        foreign = foreign_graph(before)
        if foreign:
            raise ForeignGraphError(foreign)
        plan = _work(part, draft, before, catalog)
        plans.append((plan, before, draft.graph(name)))
    return Applied(tuple(plans), _printed(text, draft.blueprint))


def _refuse_what_does_something_else(
    groups: dict[str, Program], owner: Blueprint, catalog: Catalog, *, is_whole: bool
) -> None:
    """Raise ProgramError for what is built and does not do what it says, as it is refused in the editor.

    Copied nodes do not say what else their Blueprint has.
    """
    checks = (*(NAME_CHECKS if is_whole else ()), *LOOP_CHECKS, check_waiting_loops)
    parts = [(name, part.entries) for name, part in groups.items() if owner.find_graph(name) is not None]
    found = program_suspects(parts, owner, catalog, adds=True, checks=checks) if parts else []
    errors = [ProgramError(one.error, one.place.line, one.place.column) for one in found]
    if errors:
        raise errors[0].with_others(errors[1:])


def _work(program: Program, draft: PlanDraft, before: Graph, catalog: Catalog) -> ProgramPlan:
    owner = draft.blueprint
    builder = PlanEmitter(draft, owner, before, text_of=_as_written, prefix=f"{before.name} ")
    ground = GraphContext(before, owner, catalog)
    plan = plan_program(_as_told(program, ground), ground, builder)
    new = {draft.name_of(key): key for key in builder.keys}
    _place(draft, before, new)
    return plan


def _as_told(program: Program, ground: GraphContext) -> Program:
    """The program in the words in which the text is read, but for what cannot be built to see how."""
    told = zip(program.entries, told_entries(program.entries, ground, _as_written), strict=True)
    entries = (entry if isinstance(as_read, GraphError) else as_read for entry, as_read in told)
    return replace(program, entries=tuple(entries))


def _place(draft: PlanDraft, before: Graph, new: dict[str, str]) -> None:
    """Put the new nodes where there is room; those of the text stay where they are."""
    after = draft.graph(before.name)
    places: list[tuple[str, int, int]] = []
    for step in with_places(before, after, new, draft.node_steps):
        if isinstance(step, AddNodeStep) and step.graph == before.name:
            places.append((draft.name_of(step.key), step.x, step.y))
        elif isinstance(step, MoveNodesStep) and step.graph == before.name:
            places += step.places
    there = before.nodes_by_name
    made = [name for name in after.nodes_by_name if name not in there and name not in new]
    places = [place for place in places if place[0] not in made]
    if places:
        draft.add(MoveNodesStep(before.name, tuple(places)))


def _as_written(pin: Pin, value: str) -> str:
    """The value of a pin; the rules bring it into Unreal's form. Names of assets are not looked up."""
    del pin
    return value


def _guids(text: str) -> Callable[[], str]:
    """Ids that are the same whenever the same is done with the same text, so that results compare."""
    space, numbers = uuid.uuid5(uuid.NAMESPACE_OID, text), count(1)

    def new_guid() -> str:
        return uuid.uuid5(space, str(next(numbers))).hex.upper()

    return new_guid


def _printed(text: T3DText, owner: Blueprint) -> str:
    if text.blueprint is not None:
        return format_blueprint_t3d(owner, source=text.source)
    copied = text.graphs[0]
    return format_t3d(replace(owner.graphs[0], name=copied.name, kind=copied.kind), source=text.source)


# --- which graph ---------------------------------------------------------------------------------


def _grouped(program: Program, owner: Blueprint, graph: str) -> dict[str, Program]:
    """The parts of a program by the names of the graphs that they go into.

    What no entry leads to goes where the entry above it goes: so it is printed of several graphs.
    """
    groups: dict[str, Program] = {}
    heads: list[tuple[int, str]] = []
    for entry in program.entries:
        home = _home(entry, owner) or _chosen(owner, graph)
        heads.append((entry.place.line, home))
        there = groups.get(home, Program())
        groups[home] = replace(there, entries=(*there.entries, entry))
    for block in program.floating:
        above = [home for line, home in heads if block and line < block[0].place.line]
        home = above[-1] if above and not graph else _chosen(owner, graph)
        there = groups.get(home, Program())
        groups[home] = replace(there, floating=(*there.floating, block))
    return groups


def _chosen(owner: Blueprint, graph: str) -> str:
    if graph:
        return _graph(owner, graph).name
    events = [item.name for item in owner.graphs if item.kind == "event"]
    names = [item.name for item in owner.graphs]
    if len(events) > 1 and COPIED_GRAPH in events:
        return COPIED_GRAPH
    if len(events) == 1 or len(names) == 1:
        return (events or names)[0]
    raise UnclearGraphError("It is not clear which graph is meant. Name it with --graph.", tuple(names))


def _home(entry: Entry, owner: Blueprint) -> str:
    """The graph of a function or macro, which has its own; empty for other entries."""
    of_name = owner.find_graph(entry.name) if entry.name else None
    if of_name is not None and of_name.kind in _OF_GRAPHS and entry.kind in (*_OF_GRAPHS, "routine"):
        return of_name.name
    if entry.kind in _OF_GRAPHS:
        names = tuple(item.name for item in owner.graphs)
        near = nearest(entry.name, names) or names
        error = UnclearGraphError(f"The text has no {entry.kind} graph '{entry.name}'.", near)
        raise ProgramError(error, entry.place.line, entry.place.column)
    return ""


def _graph(owner: Blueprint, name: str) -> Graph:
    found = owner.find_graph(name)
    if found is None:
        raise UnclearGraphError(f"The text has no graph '{name}'.", tuple(item.name for item in owner.graphs))
    return found
