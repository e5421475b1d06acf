"""The steps of a plan in words for the artist, and a revert as the lines shown before and after it."""

from __future__ import annotations

from collections.abc import Iterable  # noqa: TC003 - used in a type alias
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan import edit_plan as steps
from blueprint_assistant.editor.plan import member_steps as members
from blueprint_assistant.editor.revert.merged_graphs import called

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.editor.plan.edit_plan import EditOperation
    from blueprint_assistant.editor.revert.revert_plan import BlueprintRevert, RevertPlan, RevertReport
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["describe_plan", "describe_report", "describe_steps"]

_SHOWN = 12


def describe_steps(operations: Iterable[EditOperation], now: Blueprint) -> tuple[str, ...]:
    """One line for each kind of step in a graph, one for each step on members."""
    operations = tuple(operations)
    lines: list[str] = []
    for graph in dict.fromkeys(item.graph for item in operations if isinstance(item, steps.NodeOperation)):
        lines += _node_lines(
            [item for item in operations if isinstance(item, steps.NodeOperation) and item.graph == graph],
            graph,
            now,
        )
    lines += [line for item in operations if (line := _member_line(item))]
    return tuple(lines)


def _node_lines(operations: list[steps.NodeOperation], graph: str, now: Blueprint) -> Iterator[str]:
    present = now.find_graph(graph)
    nodes = {} if present is None else present.nodes_by_name
    keys = {
        item.key: item for item in operations if isinstance(item, steps.AddNodeStep | steps.AddCommentStep)
    }
    removed = [
        called(nodes[name]) if name in nodes else name
        for item in operations
        if isinstance(item, steps.RemoveNodesStep)
        for name in item.nodes
    ]
    if removed:
        yield f"{graph}: remove {_listed(removed)}"
    put_back = [_spec_words(item) for item in keys.values()]
    if put_back:
        yield f"{graph}: put back {_listed(put_back)}"
    broken = sum(isinstance(item, steps.DisconnectPinsStep) for item in operations)
    if broken:
        yield f"{graph}: break {_count(broken, 'link')}"
    linked = sum(isinstance(item, steps.ConnectPinsStep) for item in operations)
    if linked:
        yield f"{graph}: link {_count(linked, 'pair')} of pins again"
    for item in operations:
        match item:
            case steps.SetPinDefaultStep(_, pin, value) if pin.node in nodes:
                yield f"{graph}: set {called(nodes[pin.node])}.{pin.pin} back to '{value}'"
            case steps.SetCommentTextStep(_, node, text) if node in nodes:
                yield f"{graph}: set the text of the comment box back to '{text}'"
            case steps.MoveNodesStep(_, places):
                yield f"{graph}: move {_count(len(places), 'node')} back"
            case _:
                pass


def _spec_words(item: steps.AddNodeStep | steps.AddCommentStep) -> str:
    if isinstance(item, steps.AddCommentStep):
        return f"the comment box '{item.text}'"
    name = type(item.spec).__name__.removesuffix("Spec")
    detail = next(
        (
            str(value).rsplit(":", 1)[-1].rsplit(".", 1)[-1]
            for key in ("function", "name", "event", "delegate", "macro", "class_path", "struct", "enum")
            if (value := getattr(item.spec, key, ""))
        ),
        "",
    )
    return f"{name} {detail}".strip()


def _member_line(item: EditOperation) -> str:  # noqa: C901, PLR0912 - a table
    match item:
        case steps.AddVariableStep(name):
            return f"put back the variable {name}"
        case members.RemoveVariableStep(name):
            return f"remove the variable {name}"
        case members.ChangeVariableStep(name):
            return f"set the variable {name} back"
        case members.RenameVariableStep(name, new_name) | members.RenameComponentStep(name, new_name):
            return f"rename {name} back to {new_name}"
        case members.RenameFunctionStep(name, new_name):
            return f"rename the function {name} back to {new_name}"
        case steps.AddComponentStep(name):
            return f"put back the component {name}"
        case members.RemoveComponentStep(name):
            return f"remove the component {name}"
        case members.AttachComponentStep(name, parent):
            return f"hang {name} under {parent} again"
        case members.MakeRootStep(name):
            return f"make {name} the root again"
        case members.SetComponentPropertyStep(component, name, value):
            return f"set {component}.{name} back to '{value}'"
        case members.AddFunctionStep(name) | members.OverrideFunctionStep(name):
            return f"put back the function {name}"
        case members.RemoveFunctionStep(name):
            return f"remove the function {name}"
        case members.ChangeFunctionStep(name):
            return f"set the function {name} back"
        case members.RemoveParametersStep(function, names):
            return f"take {_listed(list(names))} away from the function {function}"
        case members.AddDispatcherStep(name):
            return f"put back the event dispatcher {name}"
        case members.RemoveDispatcherStep(name):
            return f"remove the event dispatcher {name}"
        case members.AddLocalVariableStep(function, name):
            return f"put back the local variable {name} of {function}"
        case members.ChangeLocalVariableStep(function, name):
            return f"set the local variable {name} of {function} back"
        case members.RemoveLocalVariableStep(function, name):
            return f"remove the local variable {name} of {function}"
        case _:
            return ""


def _listed(words: list[str]) -> str:
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return ", ".join(words[:_SHOWN]) + more


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


# --- before and after ----------------------------------------------------------------------------


def describe_plan(plan: RevertPlan) -> str:
    """What a revert will do, as lines. Nothing was touched yet."""
    lines: list[str] = []
    for item in plan.blueprints:
        lines += [f"{item.path}:", *(f"  {line}" for line in _lines_of(item, plan))]
    if plan.is_by_history and any(item.action == "edit" for item in plan.blueprints):
        lines.append("Tried first: the editor's own undo, which brings everything back exactly.")
    return "\n".join(lines) or "There is nothing to take back."


def _lines_of(item: BlueprintRevert, plan: RevertPlan) -> Iterator[str]:
    if item.action == "leave":
        yield "is left as it is:"
    shown = item.steps[:_SHOWN]
    if item.action != "leave":
        yield from shown
        if len(item.steps) > _SHOWN:
            yield f"… and {len(item.steps) - _SHOWN} more steps"
    yield from (f"in the way: {text}" for text in item.conflicts[:_SHOWN])
    if item.missing:
        only = "only the editor's undo can do it" if plan.is_by_history else "cannot be brought back"
        yield from (f"{only}: {text}" for text in item.missing[:_SHOWN])
    if item.made_anew and item.action == "edit":
        when = "if the editor's undo fails, " if plan.is_by_history else ""
        yield f"{when}made anew, nodes under other names: {_listed(list(item.made_anew))}"
    if item.kept:
        yield f"stays: {_listed(list(item.kept))}"
    yield from item.notes


def describe_report(report: RevertReport) -> str:
    """What a revert has done, as lines; what is so now was read back."""
    lines = [f"{blueprint.path} is as it was before." for blueprint in report.blueprints]
    lines += [f"{path} was deleted." for path in report.gone]
    if report.made_anew and not report.was_by_history:
        lines.append(f"Made anew, nodes under other names: {_listed(list(report.made_anew))}.")
    lines += report.left
    return "\n".join(lines)
