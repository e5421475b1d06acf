"""What becomes of each statement of a program, as bluecode_apply answers it (BC-151, BC-170, BC-171).

Outside uses planned_operations, done_fields and refused_fields. The evidence of nodes is read from the graph
as it is after the change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.program.statement_faults import faults_of
from blueprint_assistant.actions.protocol.call_results import node_results
from blueprint_assistant.editor.plan.edit_plan import names_of
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.decompile.source_map import NodeIds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.actions.program.plan_values import CodePlan, GraphPlan
    from blueprint_assistant.editor.plan.edit_plan import ApplyReport
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.merge.merge_report import MergeOperation, OperationKind

__all__ = ["done_fields", "planned_operations", "refused_fields"]

_NODE_WORDS: Final[dict[OperationKind, str]] = {
    "noop": "matched_node_id",
    "update": "target_node_id",
    "insert_before": "right_anchor_node_id",
    "append": "append_after_node_id",
    "remove": "target_node_id",
}
_UNSUPPORTED: Final = frozenset({"unsupported_statement", "parse_error", "text_error"})
_MATCH: Final = "semantic_match"


def planned_operations(plan: CodePlan, owner: Blueprint, code: str) -> list[dict[str, Any]]:
    """An operation for each statement, before it is done. `owner` is what was planned on.

    Nodes are known by their ids; the id of an anchor that is itself new is empty.
    """
    lines = code.splitlines()
    found: list[dict[str, Any]] = []
    for group in plan.graphs:
        if group.plan is None:
            continue
        graph = owner.find_graph(group.graph)
        ids = {} if graph is None else _ids_by_name(owner, group)
        for item in group.plan.operations:
            operation = _operation(item, ids, lines)
            operation["patch_index"] = len(found)
            if len(plan.graphs) > 1:
                operation["graph"] = group.graph
            found.append(operation)
    return found


def _ids_by_name(owner: Blueprint, group: GraphPlan) -> dict[str, str]:
    graph = find_graph(owner, group.graph)
    ids = NodeIds(graph)
    return {node.name: ids.of(node) for node in graph.nodes}


def _operation(item: MergeOperation, ids: dict[str, str], lines: Sequence[str]) -> dict[str, Any]:
    statement = lines[item.line - 1].strip() if 0 < item.line <= len(lines) else ""
    return {
        "op": item.kind,
        "path": item.path,
        "line": item.line,
        "statement": statement,
        "node": item.node,
        _NODE_WORDS[item.kind]: ids.get(item.node, ""),
    }


def done_fields(
    plan: CodePlan, operations: list[dict[str, Any]], reports: Sequence[ApplyReport], after: Blueprint
) -> dict[str, Any]:
    """The operations with what each came to, what was skipped, and that nothing failed."""
    results = _results(plan, reports, after)
    done = [
        {**item, "result": results[key]}
        if (key := (item.get("graph", _only_graph(plan)), item["path"])) in results
        else item
        for item in operations
    ]
    skipped = [
        {
            "path": item["path"],
            "statement": item["statement"],
            "reason": _MATCH,
            "node_id": item["matched_node_id"],
        }
        for item in done
        if item["op"] == "noop"
    ]
    notes = [note for group in plan.graphs for note in group.notes]
    notes += [note for report in reports for note in report.warnings]
    answer = {"operations": done, "skipped": skipped, "unsupported": [], "failures": []}
    return answer | ({"notes": notes} if notes else {})


def _only_graph(plan: CodePlan) -> str:
    return plan.graphs[0].graph if plan.graphs else ""


def _results(
    plan: CodePlan, reports: Sequence[ApplyReport], after: Blueprint
) -> dict[tuple[str, str], dict[str, Any]]:
    """The evidence of the node of each statement, by graph and path."""
    real = names_of(reports)
    found: dict[tuple[str, str], dict[str, Any]] = {}
    for group in plan.graphs:
        graph = after.find_graph(group.graph)
        if group.plan is None or graph is None:
            continue
        names = {path: real.get(key, key) for path, key in group.plan.nodes.items()}
        results = node_results(names.values(), graph, after, plan.catalog)
        found |= {(group.graph, path): results[name] for path, name in names.items() if name in results}
    return found


def refused_fields(error: AssistantError) -> dict[str, Any]:
    """What is wrong with a program that was not applied: nothing of it was done."""
    cause = error.__cause__
    is_told = bool(getattr(error, "faults", ()))
    faults = faults_of(cause if isinstance(cause, AssistantError) and not is_told else error)
    return {
        "operations": [],
        "skipped": [],
        "unsupported": [fault.fields() for fault in faults if fault.code in _UNSUPPORTED],
        "failures": [fault.fields() for fault in faults if fault.code not in _UNSUPPORTED],
    }
