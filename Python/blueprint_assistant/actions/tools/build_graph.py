"""The tool build_graph: nodes, links and values in one call and one plan."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.manual.apply_plan import PlanRequest, apply_plan
from blueprint_assistant.actions.names.project_lookup import catalog_of, find_graph, read_blueprint
from blueprint_assistant.actions.nodes.batch_items import items_of, read_links
from blueprint_assistant.actions.nodes.batch_steps import BatchSteps
from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.actions.receipts.open_ends import open_ends
from blueprint_assistant.actions.tools.add_node import PASTED
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.editor.plan.edit_plan import (
    AddNodeStep,
    ConnectPinsStep,
    EditPlan,
    PlanError,
    SetPinDefaultStep,
)
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.kinds.node_titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["BuildGraph", "NotBuiltError"]

_MOST_ITEMS = 500
_MOST_PROBLEMS = 8
_MOST_NOTES = 5
_PROBLEM_CHARS = 260

BatchItemsField = Annotated[Any, WithJsonSchema({"type": "array", "items": {"type": "object"}})]
Links = Annotated[Any, WithJsonSchema({"type": "array", "items": {"type": "string"}})]
Values = Annotated[Any, WithJsonSchema({"type": "object"})]


class NotBuiltError(ToolError):
    """Items of build_graph are wrong, so that nothing was built."""

    code = "not_built"


class BuildGraph(Action):
    """Add several nodes, link them and set values in one step: all of it is done, or nothing. Each node has
    an id of your choice and the parameters of add_node; links and values name nodes by these ids, or nodes
    that are there by theirs (N1, …). Example: nodes [{"id": "start", "node_type": "Event", "event_name":
    "BeginPlay"}, {"id": "hi", "node_type": "PrintString"}], links ["start.then -> hi.execute"], values
    {"hi.InString": "Hello"}.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "build_graph"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    limits: ClassVar[str] = PASTED
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "graph": "graph_name",
        "connections": "links",
        "edges": "links",
        "wires": "links",
        "defaults": "values",
        "pin_values": "values",
        "pin_defaults": "values",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    nodes: BatchItemsField = Field(
        default=None, description="objects with id, node_type and the rest of add_node"
    )
    links: Links = Field(default=None, description="texts such as a.then -> b.execute")
    values: Values = Field(default=None, description='values of pins: {"a.InString": "Hello"}')
    graph_name: str = Field(default="EventGraph", description="graph, EventGraph when left out")

    def run(self, context: ActionContext) -> ActionResult:
        """Try every item; build when all are right, else say what is wrong with each."""
        nodes, links = items_of(self.nodes, "nodes"), read_links(self.links)
        if len(nodes) + len(links) > _MOST_ITEMS:
            raise NotBuiltError(
                f"{len(nodes) + len(links)} nodes and links are too many at once.",
                f"Build at most {_MOST_ITEMS} in one call.",
            )
        owner = read_blueprint(context, self.blueprint)
        graph = find_graph(owner, self.graph_name or "EventGraph")
        catalog = catalog_of(context, owner)
        building = BatchSteps(owner, graph, catalog, context)
        building.add_nodes(nodes, self.values)
        building.add_links_and_values(links, self.values)
        catalog = building.catalog
        if building.problems:
            raise _not_built(building)
        steps = building.steps()
        if not steps and not building.names:
            raise NotBuiltError("There is nothing to build.", "Give nodes, links or values.")
        title = f"AI: build {counted(len(nodes), 'node')} in {graph.name}"
        if not steps:
            report = None
        else:
            call = f"build_graph {owner.path} {graph.name} {self.model_dump_json()}"
            report = _apply(context, PlanRequest(EditPlan(owner.path, title, steps), owner, catalog, call))
            owner = report.after
        after = find_graph(owner, graph.name)
        made = {} if report is None else report.names
        # A local name means a node that the plan added, or one that was there.
        names = {local: made.get(key, key) for local, key in building.names.items()}
        lines = [_summary(report, f"{graph.name} of {owner.path}")]
        if names:
            lines.append(f"Nodes: {', '.join(_named(names, after, owner.path, catalog, context))}.")
        lines += _inserted(graph, after, names, owner.path, catalog, context)
        notes = [*building.unused, *_notes(report, names, after, catalog)]
        lines += [f"Note: {note}" for note in notes]
        has_changed = report is not None and report.has_changed
        return ActionResult(ok=True, text="\n".join(lines), has_changed=has_changed, blueprint=owner)


def _not_built(building: BatchSteps) -> NotBuiltError:
    shown = [_shortened(problem) for problem in building.problems[:_MOST_PROBLEMS]]
    left = len(building.problems) - len(shown)
    more = [f"and {left} more"] if left > 0 else []
    waiting = f" {building.waiting} more depend on them and were not looked at." if building.waiting else ""
    count = counted(len(building.problems), "item")
    return NotBuiltError(
        "\n- ".join([f"Nothing was built, because {count} cannot be done:", *shown, *more]),
        f"\nAll other items are right.{waiting} Correct these and send the whole call again.",
    )


def _shortened(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _PROBLEM_CHARS else f"{text[:_PROBLEM_CHARS]}…"


def _apply(context: ActionContext, order: PlanRequest) -> ApplyReport:
    try:
        return apply_plan(context, order)
    except PlanError as error:
        raise NotBuiltError(f"Nothing was built. {error.what}", error.fix) from error


def _summary(report: ApplyReport | None, where: str) -> str:
    """How many nodes, links and values are new, and how many were so already."""
    if report is None or not report.has_changed:
        return f"All of it is in {where} already."
    kinds = ((AddNodeStep, "node"), (ConnectPinsStep, "link"), (SetPinDefaultStep, "value"))
    done = {word: sum(isinstance(step, kind) for step in report.done) for kind, word in kinds}
    there = sum(result.status == "unchanged" for result in report.results)
    counts = ", ".join(counted(number, word) for word, number in done.items() if number)
    return f"Built {counts} in {where}{f'; {there} more were so already' if there else ''}."


def _named(
    names: Mapping[str, str], graph: Graph, path: str, catalog: Catalog, context: ActionContext
) -> Iterable[str]:
    """`start = N1 Event BeginPlay` for every local name."""
    for local, name in names.items():
        node = graph.node(name)
        yield f"{local} = {context.nodes.id_of(path, graph.name, node)} {node_title(node, catalog).title}"


def _inserted(  # noqa: PLR0913, PLR0917 - a graph before and after with all that tells its nodes
    before: Graph, after: Graph, names: Mapping[str, str], path: str, catalog: Catalog, context: ActionContext
) -> list[str]:
    """The conversion nodes that links needed."""
    known = {*before.nodes_by_name, *names.values()}
    found = [
        f"{context.nodes.id_of(path, after.name, node)} {node_title(node, catalog).title}"
        for node in after.nodes
        if node.name not in known
    ]
    return [f"Conversions inserted by links: {', '.join(found)}."] if found else []


def _notes(report: ApplyReport | None, names: Mapping[str, str], after: Graph, catalog: Catalog) -> list[str]:
    """What is still open: targets that only a link can give, and types that nothing has told."""
    if report is None:
        return []
    notes = []
    for local, name in names.items():
        open_here = open_ends(after.node(name), after, report.after, catalog)
        notes += [f"{local}: {note}" for note in open_here]
    left = len(notes) - _MOST_NOTES
    return [*notes[:_MOST_NOTES], *([f"{left} more such notes."] if left > 0 else []), *report.warnings]
