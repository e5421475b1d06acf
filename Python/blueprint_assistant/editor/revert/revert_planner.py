"""Finds out how Blueprints get back to what they were: which steps, what stays, what stands in the way.

Pure: the states are given. What only the editor knows (who uses an asset, what is not saved) comes as
`Surroundings`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.draft import PlanDraft
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from blueprint_assistant.editor.revert.merged_graphs import called
from blueprint_assistant.editor.revert.plan_between import plan_between
from blueprint_assistant.editor.revert.reversal import backwards
from blueprint_assistant.editor.revert.revert_plan import BlueprintRevert, RevertPlan
from blueprint_assistant.editor.revert.revert_words import describe_steps
from blueprint_assistant.editor.revert.three_way_merge import merge_three_ways
from blueprint_assistant.editor.revert.turn_recorder import content_of, with_same_values
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.facts import graph_facts
from blueprint_assistant.graph.kinds.node_factory import is_ghost

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.editor.revert.reversal import BlueprintChange, Reversal
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["Surroundings", "plan_revert"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the editor knows beside the Blueprints: the classes, unsaved packages, who uses an asset."""

    catalog_of: Callable[[Blueprint, Blueprint], Catalog]
    unsaved: frozenset[str] = frozenset()
    users_of: Callable[[str], tuple[str, ...]] = field(default=lambda _: ())


def plan_revert(
    reversal: Reversal,
    now: Mapping[str, Blueprint | None],
    around: Surroundings,
    *,
    despite_conflicts: bool = False,
) -> RevertPlan:
    """How each Blueprint gets to its goal from the state `now`, which has those that are there."""
    found = tuple(
        _revert_of(reversal.title, change, now.get(change.path), around, despite_conflicts=despite_conflicts)
        for change in reversal.changes
    )
    going = {item.path for item in found if item.action in ("edit", "delete")}
    is_by_history = bool(reversal.history.expected) and all(
        change.base is not None and _is_as_left(change.base, now.get(change.path))
        for change in reversal.changes
    )
    checked = tuple(
        _checked_deletion(item, around, going) if item.action == "delete" else item for item in found
    )
    if is_by_history:
        checked = tuple(_by_history(item) for item in checked)
    return RevertPlan(reversal.title, checked, is_by_history)


def _is_as_left(base: Blueprint, now: Blueprint | None) -> bool:
    return now is not None and content_of(base) == content_of(with_same_values(now, base))


def _by_history(item: BlueprintRevert) -> BlueprintRevert:
    """What steps cannot bring back the editor's undo may: it is tried first."""
    is_edited = item.action == "nothing" or (item.missing and not item.conflicts)
    return replace(item, action="edit") if is_edited else item


def _revert_of(
    title: str,
    change: BlueprintChange,
    now: Blueprint | None,
    around: Surroundings,
    *,
    despite_conflicts: bool,
) -> BlueprintRevert:
    if change.goal is None:
        return _deletion(change, now)
    if now is None:
        if change.base is None:
            steps = (f"create {change.path} anew, with all that was in it",)
            return BlueprintRevert(change.path, "create", steps, made_anew=(f"{change.path} and all in it",))
        note = "it is not there any more: deleted or renamed since"
        return BlueprintRevert(change.path, "leave", notes=(note,))
    if change.base is None:
        note = "an asset of that name is there again: it is left as it is"
        return BlueprintRevert(change.path, "leave", notes=(note,))
    return _edit(title, change, now, around, despite_conflicts=despite_conflicts)


def _deletion(change: BlueprintChange, now: Blueprint | None) -> BlueprintRevert:
    if now is None:
        return BlueprintRevert(change.path, "nothing", notes=("it is gone already",))
    if change.base is not None and not _says_the_same(change.base, now):
        note = "it was created, and you have changed it since: it is left"
        return BlueprintRevert(change.path, "leave", notes=(note,))
    notes = ("the editor's undo does not bring it back; undoing this revert builds it anew",)
    return BlueprintRevert(change.path, "delete", (f"delete the asset {change.path}",), notes=notes)


def _checked_deletion(item: BlueprintRevert, around: Surroundings, going: set[str]) -> BlueprintRevert:
    users = [path for path in around.users_of(item.path) if path not in going]
    if not users:
        return item
    note = f"it was created, and is used by {', '.join(users)}: it is left"
    return BlueprintRevert(item.path, "leave", notes=(note,))


def _says_the_same(one: Blueprint, other: Blueprint) -> bool:
    other = with_same_values(other, one)
    if content_of(one) == content_of(other):
        return True
    graphs = [{graph.name: graph_facts(graph) for graph in item.graphs} for item in (one, other)]
    members = [
        (
            {(item.name, item.type, item.default) for item in owner.variables},
            {(item.name, item.class_path, item.parent, item.properties) for item in owner.components},
        )
        for owner in (one, other)
    ]
    return graphs[0] == graphs[1] and members[0] == members[1]


def _edit(
    title: str,
    change: BlueprintChange,
    now: Blueprint,
    around: Surroundings,
    *,
    despite_conflicts: bool,
) -> BlueprintRevert:
    assert change.base is not None and change.goal is not None  # noqa: S101, PT018 - the caller has looked
    catalog = around.catalog_of(now, change.goal)
    try:
        goal = _in_names_of_base(change, catalog)
    except AssistantError as error:
        return BlueprintRevert(change.path, "leave", missing=(error.what,))
    merge = merge_three_ways(change.base, goal, now)
    conflicts = tuple(dict.fromkeys((*change.conflicts, *merge.conflicts)))
    steps = plan_between(now, merge.result, catalog, last=backwards(change.renames))
    notes = [f"{name} stays in use: no call greys it out again" for name in _woken_events(goal, now)]
    if change.path not in around.unsaved:
        notes.append("it was saved since: its file stays so until you save again")
    is_left = bool(steps.missing) or (bool(conflicts) and not despite_conflicts)
    operations = steps.operations
    if not operations and not steps.missing:
        notes = notes[:-1] if change.path not in around.unsaved else notes
        return BlueprintRevert(
            change.path, "nothing", kept=merge.kept, notes=tuple(notes) or ("it is so already",)
        )
    if change.goal.status.startswith("up_to_date"):
        operations = (*operations, CompileBlueprintStep())
    return BlueprintRevert(
        change.path,
        "leave" if is_left else "edit",
        describe_steps(operations, now),
        merge.kept,
        conflicts,
        steps.missing,
        steps.made_anew,
        tuple(notes),
        EditPlan(change.path, title, operations),
        merge.result,
        backwards(change.renames),
        has_overrides=steps.has_overrides,
    )


def _woken_events(goal: Blueprint, now: Blueprint) -> list[str]:
    """The events that were greyed out and are not so now; they do nothing while nothing is linked to them."""
    return [
        called(present)
        for graph in goal.graphs
        for node in graph.nodes
        if is_ghost(node)
        and (there := now.find_graph(graph.name)) is not None
        and (present := there.nodes_by_name.get(node.name)) is not None
        and not is_ghost(present)
    ]


def _in_names_of_base(change: BlueprintChange, catalog: Catalog) -> Blueprint:
    """The goal under the names that its members have now: they get their old ones last."""
    assert change.goal is not None  # noqa: S101 - the caller has looked
    if not change.renames:
        return change.goal
    draft = PlanDraft(change.goal, catalog)
    for step in change.renames:
        draft.add(step)
    return draft.blueprint
