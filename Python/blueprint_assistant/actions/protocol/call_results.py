"""What the writing tools of the protocol say of what came of a call. Outside uses its functions.

`node_results` is the evidence of nodes (BC-170), `lost_links` and `flow_summary` say what became of the
rest of a graph (BC-192), `failed` what a failure in the editor left (BC-160 to BC-162). All of it is read
from Blueprints as they are, never from what was planned. Agent worker thread.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.actions.manual_steps import UnfinishedError
from blueprint_assistant.actions.names.project_lookup import find_graph
from blueprint_assistant.actions.program.statement_faults import NotWrittenError
from blueprint_assistant.actions.receipts.open_ends import UNDETERMINED, open_target, undetermined_pins
from blueprint_assistant.actions.receipts.reachability import never_executed
from blueprint_assistant.editor.revert.equivalence import says_the_same
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.rules.schema import Schema
from blueprint_assistant.languages.ast.paths import walk_statements
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.bluecode.readout import connection_json, connections_of, pins_json
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.decompile.source_map import NodeIds, pin_evidence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Pin
    from blueprint_assistant.languages.bluecode.readout import Connection

__all__ = ["failed", "flow_summary", "lost_links", "node_results", "pin_counts"]

_ROLLED_BACK: Final = "bluecode_apply_failed_rolled_back"
_NOT_VERIFIED: Final = "bluecode_apply_rollback_verification_failed"
_NOT_UNDONE: Final = "not_undone"
_MOST_LISTED: Final = 40


# --- nodes -----------------------------------------------------------------------------------------


def node_results(
    names: Iterable[str], graph: Graph, owner: Blueprint, catalog: Catalog
) -> dict[str, dict[str, Any]]:
    """The evidence of nodes by their names: what each is, and its pins as hints show them (BC-170)."""
    ids, pins = NodeIds(graph), pin_evidence(graph, catalog)
    found: dict[str, dict[str, Any]] = {}
    for name in dict.fromkeys(names):
        node = graph.nodes_by_name.get(name)
        if node is None:
            continue
        shown = pins_json(pins[name])
        found[name] = {
            "nodeId": ids.of(node),
            "node_id": ids.of(node),
            "title": node_title(node, catalog).title,
            "node_class": node.class_name,
            "node_class_path": node.class_path,
            "is_exec": any(pin.is_exec and not pin.is_hidden for pin in node.pins),
            "pin_counts": pin_counts(node),
            **shown,
            "input_warnings": _warnings(node, graph, owner, catalog),
        }
    return found


def pin_counts(node: Node) -> dict[str, int]:
    """How many pins a node shows, by what they carry and in which direction."""
    shown = [pin for pin in node.pins if not pin.is_hidden]
    counted = Counter(f"{'exec' if pin.is_exec else 'data'}_{pin.direction}s" for pin in shown)
    return {name: counted[name] for name in ("exec_inputs", "exec_outputs", "data_inputs", "data_outputs")}


def _warnings(node: Node, graph: Graph, owner: Blueprint, catalog: Catalog) -> list[str]:
    """What is still open on the inputs of a node."""
    pins = (pin for pin in undetermined_pins(node, graph) if pin.direction == "input")
    return [
        *open_target(node, graph, owner, catalog),
        *(f"{pin.name}: its type {UNDETERMINED}" for pin in pins),
    ]


# --- what became of a graph ------------------------------------------------------------------------


def lost_links(before: Graph, after: Graph) -> list[dict[str, object]]:
    """The links of a graph that are gone, as connections; pin ids do not count."""
    there = {(item.source, item.target) for item in connections_of(after)}
    return [connection_json(item) for item in connections_of(before) if _ends(item) not in there]


def _ends(connection: Connection) -> tuple[str, str]:
    return connection.source, connection.target


def flow_summary(before: Graph, after: Graph, owner: Blueprint, catalog: Catalog) -> dict[str, Any]:
    """How a graph flows now: its entries with their statements, and what a change left open.

    `unreached` are nodes that no entry leads to any more, `open_outputs` exec outputs and `open_inputs`
    inputs that have lost their last link.
    """
    told, old = (decompile(graph, owner, catalog) for graph in (after, before))
    counts = {_entry_id(entry): count for entry, count in _statement_counts(old)}
    ids = NodeIds(after)
    known = {node.name for node in never_executed(before)}
    unreached = [node for node in never_executed(after) if node.name not in known]
    return {
        "entries": [
            {
                "entry": f"{entry.owner}.{entry.name}" if entry.owner else entry.name,
                "statements": count,
                "before": counts.get(_entry_id(entry), 0),
            }
            for entry, count in _statement_counts(told)
        ],
        "unreached": [
            {"id": ids.of(node), "title": node_title(node, catalog).title}
            for node in unreached[:_MOST_LISTED]
        ],
        "open_outputs": _opened(before, after, "output")[:_MOST_LISTED],
        "open_inputs": _opened(before, after, "input")[:_MOST_LISTED],
    }


def _statement_counts(program: Program) -> list[tuple[Any, int]]:
    return [(entry, sum(1 for _ in walk_statements(Program((entry,), ())))) for entry in program.entries]


def _entry_id(entry: Any) -> str:
    return str(entry.origin.nodes[0]) if entry.origin.nodes else f"{entry.owner}.{entry.name}"


def _opened(before: Graph, after: Graph, direction: str) -> list[str]:
    """The pins that had a link and have none, but for data outputs, which nothing waits for."""
    ids, found = NodeIds(after), list[str]()
    for node in after.nodes:
        old = before.nodes_by_name.get(node.name)
        if old is None:
            continue
        for pin in node.pins:
            is_data_output = direction == "output" and not pin.is_exec
            if pin.direction != direction or is_data_output or after.links_of(node.name, pin.id):
                continue
            was = _same_pin(old, pin)
            if was is not None and before.links_of(old.name, was.id):
                found.append(f"{ids.of(node)}:{pin.name}")
    return found


def _same_pin(node: Node, pin: Pin) -> Pin | None:
    """The pin of the same name: an editor may give pins other ids when it makes a node's pins anew."""
    return next(
        (item for item in node.pins if item.direction == pin.direction and item.name == pin.name), None
    )


# --- failures --------------------------------------------------------------------------------------


def failed(
    context: ActionContext, before: Blueprint, graph: str, error: AssistantError, *, is_apply: bool = False
) -> dict[str, Any]:
    """The answer for a change that failed while it was made: what there is now, read anew.

    `rolled_back` says that nothing of it has stayed, `rollback_verified` that all is as it was, ids of nodes
    and pins included. An apply that failed has the codes of the protocol, and its own as `cause_code`.
    """
    cause = error.__cause__ if isinstance(error, NotWrittenError) else error
    code = cause.code if isinstance(cause, AssistantError) else error.code
    answer: dict[str, Any] = {
        "ok": False,
        "error_code": code,
        "error": error.what,
        "suggested_fix": error.fix,
    }
    if isinstance(error, UnfinishedError):
        return answer | {"rolled_back": False, "rollback_verified": False}
    answer |= _state_left(context, before, graph, has_stayed=code == _NOT_UNDONE)
    has_begun = code == _NOT_UNDONE or getattr(cause, "is_taken_back", False)
    if has_begun and (is_apply or not answer["rollback_verified"]):
        answer["cause_code"] = code
        answer["error_code"] = _ROLLED_BACK if answer["rollback_verified"] else _NOT_VERIFIED
    return answer


def _state_left(context: ActionContext, before: Blueprint, graph: str, *, has_stayed: bool) -> dict[str, Any]:
    """`has_stayed` is what the editor says: it has compared what it took back with what it found itself."""
    left = {"base_revision": str(revision(find_graph(before, graph))), "rolled_back": not has_stayed}
    try:
        now = context.editor.read_blueprint(before.path)
    except AssistantError as error:
        return left | {"rollback_verified": False, "rollback_note": f"It cannot be read now: {error.what}"}
    there = now.find_graph(graph)
    left["restored_revision"] = "" if there is None else str(revision(there))
    if replace(now, status="unknown") == replace(before, status="unknown"):  # an undo need not bring it back
        return left | {"rolled_back": True, "rollback_verified": True}
    if has_stayed:
        note = "Not all of it could be taken back: look at the Blueprint, Edit > Undo takes back the rest."
    elif says_the_same(now, before, Schema(context.catalog)):
        note = "It says the same as before, but nodes were made anew: read their ids again."
    else:
        note = "Of this call nothing has stayed, but somebody else has changed it meanwhile: read it again."
    return left | {"rollback_verified": False, "rollback_note": note}
