"""The tool write_graph: BlueCode worked into the graphs of a Blueprint, and compiled."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, WithJsonSchema

from blueprint_assistant.actions.add_node import PASTED, node_notes
from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.blueprints import BLUEPRINT_ALIASES, compile_text
from blueprint_assistant.actions.carrying_out import Order, carry_out
from blueprint_assistant.actions.code_lines import CodeLines
from blueprint_assistant.actions.code_writing import NotWrittenError, plan_code
from blueprint_assistant.actions.hand_steps import UnfinishedError
from blueprint_assistant.actions.paste_plans import require_paste
from blueprint_assistant.actions.project import find_graph, read_blueprint
from blueprint_assistant.editor.plan import (
    AddComponent,
    AddNode,
    AddVariable,
    CompileBlueprint,
    ConnectPins,
    EditPlan,
    PlanError,
    SetPinDefault,
)
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.titles import node_title

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.actions.code_writing import CodePlan, GraphPlan
    from blueprint_assistant.editor.plan import ApplyReport, CompileReport, EditOperation
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint

__all__ = ["Code", "WriteGraph", "code_text"]

_MOST_NOTES = 5

Code = Annotated[Any, WithJsonSchema({"type": "string"})]
"""A program; a list of its lines means the same."""


class WriteGraph(Action):
    """Write BlueCode into a Blueprint, several events and functions in one call, and compile it. What is
    there already stays: statements of the code that are there are found, new ones are put in. Missing
    functions (func Name(A: float) -> (B: bool):) and variables (lines var Name: type = value) are made.
    """  # noqa: D205 - one paragraph, which the model reads as one line

    tool_name: ClassVar[str] = "write_graph"
    effect: ClassVar[Effect] = "mutate"
    by_hand_since: ClassVar[str] = "5.6"
    limits: ClassVar[str] = (
        f"{PASTED} Only mode replace takes statements out, those of the events that the code names."
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
        default="union", description="replace writes the named events anew; append adds at the end"
    )
    graph_name: str = Field(default="", description="only for statements without on or func")

    def run(self, context: ActionContext) -> ActionResult:
        """Plan all of it; do it when all is right, then compile."""
        owner = read_blueprint(context, self.blueprint)
        plan = plan_code(context, owner, code_text(self.code), self.graph_name, self.mode)
        call = f"write_graph {owner.path} {self.model_dump_json()}"
        try:
            reports = _carried_out(context, owner, plan, call)
        except PlanError as error:
            raise NotWrittenError(f"Nothing was written. {error.what}", error.fix) from error
        after = reports[-1].after if reports else owner
        has_changed = any(report.has_changed for report in reports)
        lines = [_summary(plan, reports, owner.path)]
        lines += [f"Note: {note}" for note in _notes(plan, reports, after)]
        compiled = reports[-1].compile if reports else None
        if compiled is None and (has_changed or after.status != "up_to_date"):
            after, compiled = _compile(context, lines, after)
            has_changed = True
        if compiled is None:
            return ActionResult(ok=True, text="\n".join(lines), blueprint=after)
        context.nodes.keep_places(after.path)  # what is done stays where it is
        lines.append(compile_text(after, compiled, context, CodeLines(context, after, plan).of))
        ok = compiled.status != "error"
        return ActionResult(ok=ok, text="\n".join(lines), has_changed=has_changed, blueprint=after)


def code_text(code: Any) -> str:
    """The program. What models send with escaped line ends or as a list of lines is read as meant."""
    if isinstance(code, list) and all(isinstance(line, str) for line in code):
        return "\n".join(code)
    if not isinstance(code, str):
        raise NotWrittenError("The code is no text.", "Send it as one text with line ends.")
    is_escaped = "\n" not in code.strip() and "\\n" in code
    return code.replace("\\n", "\n").replace('\\"', '"') if is_escaped else code


def _carried_out(context: ActionContext, owner: Blueprint, plan: CodePlan, call: str) -> list[ApplyReport]:
    """Members and nodes as one plan; where the user must paste, members first, then graph by graph."""
    steps = tuple(step for group in plan.graphs for step in group.steps)
    names = ", ".join(group.graph for group in plan.graphs) or "members"
    title = f"AI: write {names}"
    if not steps and not plan.members:
        return []
    has_hands = context.clipboard is not None or context.artist is not None
    by_hand = any(map(require_paste, steps)) or not context.editor.status().can_edit_graphs
    if not steps or not (has_hands and by_hand):
        # In one plan, so that nothing is kept when the editor fails at any of it.
        return [
            context.editor.apply(EditPlan(owner.path, title, (*plan.members, *steps, CompileBlueprint())))
        ]
    return _by_hand(context, owner, plan, call)


def _by_hand(context: ActionContext, owner: Blueprint, plan: CodePlan, call: str) -> list[ApplyReport]:
    """Members first, then graph by graph. Raises UnfinishedError when some of it is done."""
    reports: list[ApplyReport] = []
    if plan.members:
        reports.append(context.editor.apply(EditPlan(owner.path, "AI: write members", plan.members)))
    for group in plan.graphs:
        if not group.steps:
            continue
        before = reports[-1].after if reports else owner
        edit = EditPlan(owner.path, f"AI: write {group.graph}", group.steps)
        try:
            reports.append(carry_out(context, Order(edit, before, plan.catalog, f"{call} {group.graph}")))
        except UnfinishedError:
            raise
        except AssistantError as error:
            if not any(report.has_changed for report in reports):
                raise
            done = ", ".join(report.plan.title.removeprefix("AI: write ") for report in reports)
            raise UnfinishedError(
                f"Written: {done}. {group.graph} is open. {error.what}", error.fix, before
            ) from error
    return reports


def _compile(
    context: ActionContext, lines: Sequence[str], owner: Blueprint
) -> tuple[Blueprint, CompileReport]:
    """Compile what was there, or was pasted. Raises UnfinishedError."""
    plan = EditPlan(owner.path, f"AI: compile {owner.path}", (CompileBlueprint(),))
    try:
        report = context.editor.apply(plan)
    except AssistantError as error:
        raise UnfinishedError(f"{lines[0]} It is not compiled. {error.what}", error.fix, owner) from error
    if report.compile is None:
        raise UnfinishedError(f"{lines[0]} The compiler said nothing.", "Use compile_blueprint.", owner)
    return report.after, report.compile


# --- what the receipt says -------------------------------------------------------------------------


def _summary(plan: CodePlan, reports: Sequence[ApplyReport], path: str) -> str:
    entries = [entry.name for group in plan.graphs for entry in group.entries]
    what = ", ".join(dict.fromkeys(entries)) or "members"
    kept = sum(group.kept for group in plan.graphs)
    there = f"; {_counted(kept, 'statement')} there already" if kept else ""
    if not any(report.has_changed for report in reports):
        return f"All of it is in {path} already ({what})."
    done = [
        step
        for report in reports
        for step, result in zip(report.plan.operations, report.results, strict=True)
        if result.status == "done"
    ]
    kinds = ((AddNode, "node"), (ConnectPins, "link"), (SetPinDefault, "value"))
    numbers = [(sum(isinstance(step, kind) for step in done), word) for kind, word in kinds]
    counts = ", ".join(_counted(number, word) for number, word in numbers if number)
    made = ", ".join(filter(None, map(_member, done)))
    return (
        f"Wrote {what} in {path}"
        f"{f': {counts} new' if counts else ''}{f'; made {made}' if made else ''}{there}."
    )


def _member(step: EditOperation) -> str:
    match step:
        case AddVariable(name, kind):
            return f"variable {name} ({kind})"
        case AddComponent(name, path):
            return f"component {name} ({path.rpartition('.')[2]})"
        case _ if type(step).__name__ == "AddFunction":
            return f"function {step.name}"  # type: ignore[union-attr]
        case _ if type(step).__name__ == "ChangeVariable":
            return f"default of {step.name}"  # type: ignore[union-attr]
        case _:
            return ""


def _counted(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _notes(plan: CodePlan, reports: Sequence[ApplyReport], after: Blueprint) -> list[str]:
    """What is still open: targets that only a link can give, and types that nothing has told."""
    notes = [note for report in reports for note in report.warnings]
    real = {
        step.key: result.node
        for report in reports
        for step, result in zip(report.plan.operations, report.results, strict=True)
        if isinstance(step, AddNode)
    }
    for group in plan.graphs:
        notes += _open_ends(group, real, after, plan.catalog)
    left = len(notes) - _MOST_NOTES
    return [*notes[:_MOST_NOTES], *([f"{left} more such notes."] if left > 0 else [])]


def _open_ends(
    group: GraphPlan, real: Mapping[str, str], after: Blueprint, catalog: Catalog
) -> Iterable[str]:
    graph = find_graph(after, group.graph)
    for key in group.keys:
        node = graph.nodes_by_name.get(real.get(key, key))
        if node is None:
            continue
        title = node_title(node, catalog).title
        target = node.find_pin("self", "input")
        if target is not None and not graph.links_of(node.name, target.id):
            yield from (f"{title}: {note}" for note in node_notes(node, after, catalog))
        linked = [pin for pin in node.pins if graph.links_of(node.name, pin.id)]
        if any(pin.type.category == "wildcard" for pin in linked):
            yield f"{title}: its type is still undetermined (wildcard)."
