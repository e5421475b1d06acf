"""Turns a BlueCode program into the steps that work it into a Blueprint. Outside uses plan_code.

Nothing is changed here: members are simulated, nodes are rehearsed, graph by graph. Agent worker thread.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.actions.asset_paths import generated_class_path
from blueprint_assistant.actions.code_canonical import canonical_entry
from blueprint_assistant.actions.code_members import function_step, member_steps, read_declarations
from blueprint_assistant.actions.link_ends import pin_text
from blueprint_assistant.actions.new_places import with_places
from blueprint_assistant.actions.parameter_lists import read_parameters
from blueprint_assistant.actions.project import catalog_with, find_graph
from blueprint_assistant.actions.rehearsed_builder import RehearsedBuilder
from blueprint_assistant.editor.plan import EditPlan
from blueprint_assistant.editor.rehearsal import Rehearsal
from blueprint_assistant.editor.simulation import simulate
from blueprint_assistant.errors import AssistantError, GraphError, TextError, ToolError
from blueprint_assistant.graph.nodes import is_ghost
from blueprint_assistant.graph.specs import CustomEventSpec
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.planning import PlanOptions, merge_mode, plan_program
from blueprint_assistant.languages.scope import Output
from blueprint_assistant.languages.standing import Ground
from blueprint_assistant.languages.telling import tell
from blueprint_assistant.languages.tree import Program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.editor.plan import EditOperation, NodeOperation
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint, Graph, Pin
    from blueprint_assistant.languages.planning import ProgramPlan
    from blueprint_assistant.languages.tree import Entry

__all__ = ["CodePlan", "GraphPlan", "NotWrittenError", "plan_code"]

_EVENT_GRAPH = "EventGraph"
_CONSTRUCTION = "UserConstructionScript"
_ENDS = ("K2Node_FunctionEntry", "K2Node_FunctionResult")
_EXCERPT_CHARS = 160


class NotWrittenError(ToolError):
    """A program cannot be written; nothing was changed."""

    code = "not_written"


@dataclass
class GraphPlan:
    """What is done in one graph. `keys` are those of the nodes that the program names or adds."""

    graph: str
    entries: list[Entry]
    keys: list[str] = field(default_factory=list)
    steps: tuple[NodeOperation, ...] = ()
    plan: ProgramPlan | None = None

    @property
    def kept(self) -> int:
        """How many statements were there already."""
        return 0 if self.plan is None else sum(item.kind == "noop" for item in self.plan.operations)


@dataclass(frozen=True, slots=True)
class CodePlan:
    """All that a program asks for. `members` come first; the graphs are those of the Blueprint after them."""

    members: tuple[EditOperation, ...]
    graphs: tuple[GraphPlan, ...]
    catalog: Catalog


def plan_code(  # noqa: PLR0913, PLR0917 - what a call of the tool says
    context: ActionContext,
    owner: Blueprint,
    code: str,
    graph_name: str = "",
    mode: str = "",
    plan_hash: str = "",
) -> CodePlan:
    """The plan of a program. Raises NotWrittenError, with the line and what to do."""
    declared, text = read_declarations(code)
    try:
        program = parse_program(text)
    except TextError as error:
        raise _with_excerpt(error, code) from error
    if not declared and not program.entries and not program.floating:
        raise NotWrittenError("There is no code.", "Write e.g. on BeginPlay(): with statements below it.")
    catalog = catalog_with(context, owner.parent_class, *_named_classes(context, owner, code))
    members = [*member_steps(context, owner, declared)]
    owner, members = _simulated(owner, members, catalog)
    entries = [_settled(entry, owner, catalog, graph_name) for entry in program.entries]
    new = [entry for entry in entries if entry.kind == "function" and owner.find_graph(entry.name) is None]
    made: list[EditOperation] = [function_step(context, entry) for entry in new]
    owner, made = _simulated(owner, made, catalog)
    groups = _grouped(entries, owner, graph_name)
    if program.floating:
        name = find_graph(owner, graph_name or _EVENT_GRAPH).name
        groups.setdefault(name, GraphPlan(name, []))
    plans = _rehearsed(
        context, owner, catalog, groups, code, program, PlanOptions(merge_mode(mode), plan_hash=plan_hash)
    )
    return CodePlan((*members, *made), plans, catalog)


def _simulated(
    owner: Blueprint, steps: list[EditOperation], catalog: Catalog
) -> tuple[Blueprint, list[EditOperation]]:
    """The Blueprint after steps, and those of them that change something."""
    if not steps:
        return owner, steps
    done = simulate(owner, EditPlan(owner.path, "", tuple(steps)), catalog)
    pairs = zip(steps, done.results, strict=True)
    return done.after, [step for step, result in pairs if result.status == "done"]


def _named_classes(context: ActionContext, owner: Blueprint, code: str) -> Iterable[str]:
    """The project's Blueprint classes that the program or a member names."""
    held = [item.type.subcategory_object for item in owner.variables if item.type.subcategory_object]
    text = " ".join([code, *(ref.path for ref in held), *(item.class_path for item in owner.components)])
    words = {word.lower().removesuffix("_c") for word in re.findall(r"\w+", text)}
    for path in context.editor.list_blueprints():
        if path.rpartition("/")[2].lower() in words and path != owner.path:
            yield generated_class_path(path)


# --- entries -------------------------------------------------------------------------------------


def _settled(entry: Entry, owner: Blueprint, catalog: Catalog, graph_name: str) -> Entry:
    """An entry with what its name and the graph say of its kind."""
    if entry.kind == "main":
        return _main(entry, owner, graph_name)
    if entry.kind not in ("function", "routine", "event", "macro"):
        return entry
    found = _graph_of(owner, entry.name)
    if found is not None:
        return replace(entry, kind="function", name=found.name)
    if entry.kind == "macro":
        raise NotWrittenError(
            f"Line {entry.place.line}: there is no macro {entry.name}, and none can be made from here.",
            "Write a function: func Name(A: float):",
        )
    if entry.kind == "function" and not entry.parameters and not entry.results:
        return _event_or_function(entry, owner, catalog)
    if entry.kind == "routine" and entry.results:
        return replace(entry, kind="function")
    return entry


def _event_or_function(entry: Entry, owner: Blueprint, catalog: Catalog) -> Entry:
    """`func BeginPlay()` means the event: a function of that name could not be made."""
    try:
        return replace(entry, kind="event", name=catalog.find_event(entry.name, owner.parent_class).name)
    except AssistantError:
        return entry


def _main(entry: Entry, owner: Blueprint, graph_name: str) -> Entry:
    graph = find_graph(owner, graph_name or _EVENT_GRAPH)
    if graph.kind == "function":
        return replace(entry, kind="function", name=graph.name)
    raise NotWrittenError(
        f"Line {entry.place.line}: no event or function stands above these statements.",
        "Write on BeginPlay(): above them and indent them. Variables: var Name: type = value.",
    )


def _graph_of(owner: Blueprint, name: str) -> Graph | None:
    """The function's graph of that name; `ConstructionScript` is what the editor's title says."""
    wanted = {name.replace(" ", "").lower()}
    if "constructionscript" in wanted:
        wanted.add(_CONSTRUCTION.lower())
    return next(
        (item for item in owner.graphs if item.kind == "function" and item.name.lower() in wanted), None
    )


def _grouped(entries: Iterable[Entry], owner: Blueprint, graph_name: str) -> dict[str, GraphPlan]:
    groups: dict[str, GraphPlan] = {}
    given = find_graph(owner, graph_name) if graph_name else None
    events = given.name if given is not None and given.kind == "event" else ""
    for entry in entries:
        name = entry.name if entry.kind == "function" else events or find_graph(owner, _EVENT_GRAPH).name
        group = groups.setdefault(name, GraphPlan(name, []))
        said = [(one.kind, one.owner.lower(), one.name.lower()) for one in group.entries]
        if (entry.kind, entry.owner.lower(), entry.name.lower()) in said:
            raise NotWrittenError(
                f"Line {entry.place.line}: {entry.name} stands here twice.", "Write its statements once."
            )
        group.entries.append(entry)
    return groups


# --- graphs --------------------------------------------------------------------------------------


def _rehearsed(  # noqa: PLR0913, PLR0917 - all that a program is written with
    context: ActionContext,
    owner: Blueprint,
    catalog: Catalog,
    groups: dict[str, GraphPlan],
    code: str,
    program: Program,
    options: PlanOptions,
) -> tuple[GraphPlan, ...]:
    """Rehearse the program in each graph, custom events of all graphs first: others may call them."""
    rehearsal = Rehearsal(owner, catalog)
    floating = program.floating
    text_of = partial(_pin_text, context)
    for group in groups.values():
        builder = RehearsedBuilder(rehearsal, owner, find_graph(owner, group.graph), text_of=text_of)
        for entry in group.entries:
            if entry.kind == "custom_event" and _is_new_event(entry, owner):
                inputs = [{"name": item.name, "type": item.type} for item in entry.parameters]
                builder.add(CustomEventSpec(entry.name, tuple(read_parameters(context, inputs, "inputs"))))
                group.keys += builder.keys
    known = rehearsal.owner
    for number, group in enumerate(groups.values()):
        builder = RehearsedBuilder(
            rehearsal, known, find_graph(known, group.graph), text_of=text_of, prefix=f"g{number}"
        )
        graph = _without_return(find_graph(known, group.graph), builder, rehearsal)
        ground = Ground(graph, known, catalog)
        try:
            group.entries = [*_as_told(group.entries, ground, text_of)]
            wanted = Program(tuple(group.entries), floating if group.graph == _EVENT_GRAPH else ())
            group.plan = plan_program(wanted, ground, builder, options)
        except GraphError as error:
            raise _with_excerpt(error, code) from error
        group.keys = list(dict.fromkeys([*group.keys, *builder.keys]))
    for group in groups.values():
        _place(group, owner, rehearsal)
    return tuple(groups.values())


def _as_told(entries: Iterable[Entry], ground: Ground, text_of: Callable[[Pin, str], str]) -> Iterator[Entry]:
    """The entries, in canonical words where the graph has statements of the same one already."""
    existing = tell(ground.graph, ground.owner, ground.catalog)
    there = {_plain(entry) for entry in existing.entries if entry.body or entry.arms}
    for entry in entries:
        yield canonical_entry(entry, ground, text_of) if _plain(entry) in there else entry


def _plain(entry: Entry) -> tuple[str, str]:
    return entry.owner.lower(), entry.name.lower().removeprefix("receive")


def _pin_text(context: ActionContext, pin: Pin, value: str) -> str:
    return pin_text(pin, value, context)


def _is_untouched(graph: Graph) -> bool:
    """Whether a function holds nothing but its entry and its result."""
    return graph.kind == "function" and all(node.class_name in _ENDS for node in graph.nodes)


def _without_return(graph: Graph, builder: RehearsedBuilder, rehearsal: Rehearsal) -> Graph:
    """An untouched function without the return that the editor linked to its entry; others as they are."""
    if not _is_untouched(graph):
        return graph
    for link in graph.links:
        source, target = graph.pin(link.source), graph.pin(link.target)
        if source is not None and target is not None and source.is_exec:
            builder.disconnect(Output(link.source.node, source.name), (link.target.node, target.name))
    return rehearsal.graph(graph.name)


def _is_new_event(entry: Entry, owner: Blueprint) -> bool:
    names = {
        str(node.find_property("CustomFunctionName")).strip('"').lower()
        for graph in owner.graphs
        for node in graph.nodes
        if node.class_name == "K2Node_CustomEvent"
    }
    return entry.name.lower() not in names


def _place(group: GraphPlan, owner: Blueprint, rehearsal: Rehearsal) -> None:
    before, after = find_graph(owner, group.graph), rehearsal.graph(group.graph)
    steps = [step for step in rehearsal.steps if step.graph == group.graph]
    new = {rehearsal.name_of(key): key for key in group.keys}
    for node in before.nodes:
        exits = [pin for pin in node.pins if pin.is_exec and pin.direction == "output"]
        if is_ghost(node) and any(after.links_of(node.name, pin.id) for pin in exits):
            new[node.name] = node.name
    group.steps = with_places(before, after, new, steps)


def _with_excerpt(error: AssistantError, code: str) -> NotWrittenError:
    """The error with the line that it is about."""
    what = f"Nothing was written. {error.what}"
    line = getattr(error, "line", 0)
    lines = code.splitlines()
    if not 0 < line <= len(lines):
        return NotWrittenError(what, error.fix)
    excerpt = lines[line - 1].strip()
    return NotWrittenError(f"{what}\n  {excerpt[:_EXCERPT_CHARS]}\n", error.fix)
