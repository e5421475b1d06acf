"""The tool write_graph: BlueCode worked into the graphs of a Blueprint, and compiled."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.project_lookup import find_graph, read_blueprint
from blueprint_assistant.actions.names.signature_change import with_node_names
from blueprint_assistant.actions.program.apply_code import apply_code, written_summary
from blueprint_assistant.actions.program.conflict_notes import merge_notes
from blueprint_assistant.actions.program.interface_steps import with_interfaces
from blueprint_assistant.actions.program.node_lines import CodeLines
from blueprint_assistant.actions.program.plan_values import CodeRequest
from blueprint_assistant.actions.program.repairs.mended_lines import plan_or_mend
from blueprint_assistant.actions.program.shown_code import other_entries
from blueprint_assistant.actions.program.statement_changes import program_changes
from blueprint_assistant.actions.program.statement_faults import NotWrittenError
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.actions.receipts.open_ends import open_ends
from blueprint_assistant.actions.tools.add_node import PASTED
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES, compile_text
from blueprint_assistant.actions.tools.rename_member import RenameVariable
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.languages.merge.program_plan import PlanOptions, merge_mode

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.actions.program.apply_code import AppliedCode
    from blueprint_assistant.actions.program.plan_values import CodePlan, GraphPlan
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["Code", "WriteGraph", "code_text"]

_MOST_NOTES = 12
_MOST_LINES = 6

Code = Annotated[Any, WithJsonSchema({"type": "string"})]
"""A program; a list of its lines means the same."""


class WriteGraph(Action):
    """Write BlueCode into a Blueprint, several events and functions in one call, and compile it. Each of
    them becomes what the code says; others stay. Made where missing: functions
    (func Name(A: float) -> (B: bool):), variables (var Name: type = value), components
    (component Name: Class(Property=value)), dispatchers (dispatcher Name(A: float)). #[text] above an
    event: a comment box.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "write_graph"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    limits: ClassVar[str] = (
        f"{PASTED} Takes out only what the model was shown; the result names what else stands there."
    )
    other_names: ClassVar[tuple[str, ...]] = ("write_code", "write_bluecode", "apply_code", "edit_graph")
    aliases: ClassVar[Mapping[str, str]] = {
        **BLUEPRINT_ALIASES,
        "graph": "graph_name",
        "function_name": "graph_name",
        "bluecode": "code",
        "text": "code",
        "source": "code",
        "program": "code",
        "content": "code",
        "script": "code",
    }

    blueprint: str = Field(min_length=1, description="Blueprint name or path")
    code: Code = Field(description="BlueCode: on BeginPlay(): and statements, indented")
    mode: str = Field(
        default="update",
        description="update; union takes nothing out, append adds at the end, replace writes anew",
    )
    graph_name: str = Field(default="", description="only for statements without on or func")

    def run(self, context: ActionContext) -> ActionResult:
        """Plan all of it; do it when all is right, then compile."""
        code = code_text(self.code)
        read = read_blueprint(context, self.blueprint)
        offer = context.offered.take(read.path, code)
        if offer is not None and all(offer.renamed):
            old, new = offer.renamed
            return RenameVariable(blueprint=read.path, old_name=old, new_name=new).run(context)
        code = offer.corrected if offer is not None else code
        owner = with_interfaces(context, read, code)
        options = PlanOptions(merge_mode(self.mode))
        order = CodeRequest(code, self.graph_name, options, is_for_known=True)
        try:
            plan = plan_or_mend(context, owner, order)
        except NotWrittenError as error:
            if error.offer is not None:
                context.offered.make(owner.path, error.offer)
            raise
        call = f"write_graph {owner.path} {self.model_dump_json()}"
        done = apply_code(context, owner, plan, call)
        after, compiled = done.after, done.compiled
        lines = [written_summary(plan, done.reports, owner.path)]
        if offer is not None:
            told = [f"`{line}`" for line in offer.told]
            lines.append(f"Written as it was told: {listed(told, _MOST_LINES)}.")
        if not done.has_changed:
            entries = [entry for group in plan.graphs for entry in group.entries]
            if others := other_entries(context, done.after, entries):
                lines.append(f"As it was, for it is not in your code: {listed(others, _MOST_LINES, '; ')}.")
        lines += _changes(context, owner, plan, done)
        lines += [f"Note: {note}" for note in _notes(plan, done)]
        if compiled is None:
            if done.has_changed:
                lines.append("It is not compiled: this engine has no call for that. The user compiles it.")
            return ActionResult(ok=True, text="\n".join(lines), has_changed=done.has_changed, blueprint=after)
        lines.append(compile_text(after, compiled, context, CodeLines(after, plan, done.names).of))
        ok = compiled.status != "error"
        return ActionResult(ok=ok, text="\n".join(lines), has_changed=done.has_changed, blueprint=after)


def code_text(code: Any) -> str:
    """The program. What models send with escaped line ends or as a list of lines is read as meant."""
    if isinstance(code, list) and all(isinstance(line, str) for line in code):
        return "\n".join(code)
    if not isinstance(code, str):
        raise NotWrittenError("The code is no text.", "Send it as one text with line ends.")
    is_escaped = "\n" not in code.strip() and "\\n" in code
    return code.replace("\\n", "\n").replace('\\"', '"') if is_escaped else code


# --- what the receipt says -------------------------------------------------------------------------


def _changes(context: ActionContext, owner: Blueprint, plan: CodePlan, done: AppliedCode) -> Iterator[str]:
    """What became of the statements that were there; from now on the model knows it."""
    before = _with_remade(owner, plan, done.names)
    for group in plan.graphs:
        found = program_changes(before, done.after, group, done.names, plan.catalog)
        yield from found.lines()
        graph = done.after.find_graph(group.graph)
        if graph is not None:
            context.known.see_nodes(done.after, graph, found.said, is_certain=True)


def _with_remade(owner: Blueprint, plan: CodePlan, real: Mapping[str, str]) -> Blueprint:
    """The Blueprint before, its calls that were made anew under the names of the new ones."""
    graphs = []
    for graph in owner.graphs:
        names = {old: real[key] for old, key in plan.remade.get(graph.name, {}).items() if key in real}
        graphs.append(with_node_names(graph, names) if names else graph)
    return replace(owner, graphs=tuple(graphs))


def _notes(plan: CodePlan, done: AppliedCode) -> list[str]:
    """What is still open: targets that only a link can give, and types that nothing has told."""
    notes = [*merge_notes((one.graph, one.plan) for one in plan.graphs if one.plan is not None)]
    notes += [note for report in done.reports for note in report.warnings]
    names = done.names
    for group in plan.graphs:
        notes += group.notes
        notes += _left_open(group, names, done.after, plan.catalog)
    left = len(notes) - _MOST_NOTES
    return [*notes[:_MOST_NOTES], *([f"{left} more such notes."] if left > 0 else [])]


def _left_open(
    group: GraphPlan, real: Mapping[str, str], after: Blueprint, catalog: Catalog
) -> Iterable[str]:
    graph = find_graph(after, group.graph)
    for key in group.keys:
        node = graph.nodes_by_name.get(real.get(key, key))
        if node is not None:
            title = node_title(node, catalog).title
            yield from (f"{title}: {note}" for note in open_ends(node, graph, after, catalog))
