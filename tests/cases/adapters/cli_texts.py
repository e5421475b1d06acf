"""The files of a case of t3d_cli: what stands for its placeholders.

`FILE` is a text of copied nodes, `FILE2`, … are others like it, `ADD` and its like programs; any other
word in capitals is a file that the command is to write.

Outside uses texts_of, placeholders_of and PLACEHOLDER.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.nodes.node_scope import NodeScope
from blueprint_assistant.graph.t3d.graph_text import format_t3d
from cases.adapters.conflicts import node_named, with_conflict
from cases.adapters.described_graphs import sketch_of, sketch_of_node
from cases.adapters.desk import EVENT_GRAPH, open_desk
from cases.adapters.members import SetUpError, UnknownMemberError, require_known
from cases.adapters.property_changes import read_changes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cases.adapters.desk import Desk

__all__ = ["PLACEHOLDER", "placeholders_of", "texts_of"]

PLACEHOLDER = re.compile(r"[A-Z][A-Z0-9_]*")
_PLAIN_GRAPH = {"event": "BeginPlay", "call": "PrintString", "InString": "Hello"}
_DEFAULT_PROGRAM = 'on BeginPlay():\n  PrintString("new")\n'
_OWNER = "/Game/BP_Door"


def placeholders_of(case: Mapping[str, Any]) -> list[str]:
    """The placeholders of a command, and the one that stands for standard input."""
    words = [word.rpartition("=")[2] for word in (*case["command"], case.get("stdin", ""))]
    return list(dict.fromkeys(word for word in words if PLACEHOLDER.fullmatch(word)))


def texts_of(case: Mapping[str, Any]) -> list[dict[str, str]]:
    """The texts of the placeholders, for each run: one, or two that are compared."""
    given = [name for name in placeholders_of(case) if not _is_new(name, case)]
    with open_desk() as desk:
        desk.bring_to({"blueprints": {_OWNER: "/Script/Engine.Actor"}})
        if "compare_with" not in case:
            return [{name: _file_text(name, case, desk) for name in given}]
        first = {name: _file_text(name, case, desk) for name in given if not name.startswith("FILE")}
        before, after = _compared(case["compare_with"], _scope(desk))
    if "FILE2" in given:
        return [{**first, "FILE": before, "FILE2": after}]
    return [{**first, "FILE": before}, {**first, "FILE": after}]


def _scope(desk: Desk) -> NodeScope:
    return NodeScope(desk.blueprint(_OWNER), desk.graph(_OWNER), desk.catalog, desk.context)


def _is_new(name: str, case: Mapping[str, Any]) -> bool:
    """Whether a placeholder stands for a file that the command is to write."""
    return name not in case and not name.startswith("FILE") and name != "ADD"


def _file_text(name: str, case: Mapping[str, Any], desk: Desk) -> str:
    given = case.get(name)
    if isinstance(given, str):
        return given
    if not name.startswith("FILE"):
        return _DEFAULT_PROGRAM
    if "conflict" not in case or name != "FILE":
        return _graph_text(case.get("graph", _PLAIN_GRAPH), given or {}, desk)
    node = "" if "graph" in case else node_named(case["conflict"])
    text = _graph_text(node or case.get("graph", _PLAIN_GRAPH), {}, desk)
    return with_conflict(text, case["conflict"])


def _graph_text(described: Any, further: Mapping[str, Any], desk: Desk) -> str:
    """Copied nodes, described in words, by event, call and values, or by a program that makes them."""
    if isinstance(described, str):
        return sketch_of_node(described, _scope(desk)).text()
    described = {**described, **further}
    if "code" not in described:
        return sketch_of(described, _scope(desk)).text()
    require_known(described, ("code", "variables"), "a graph")
    path = "/Game/BP_Copied"
    desk.bring_to({"blueprints": {path: {"variables": described.get("variables")}}})
    result = desk.call("write_graph", {"blueprint": path, "code": described["code"]})
    if not result.ok:
        raise SetUpError(f"the code of the graph was refused: {result.text}")
    return format_t3d(desk.graph(path, EVENT_GRAPH), path)


def _compared(described: Mapping[str, Any], scope: NodeScope) -> tuple[str, str]:
    """The same graph twice, with one property before and after."""
    require_known(described, ("node", "property"), "compare_with")
    sides: list[str] = []
    changes = read_changes(described["property"])
    for is_after in (False, True):
        sketch = sketch_of_node(described["node"], scope)
        for change in changes:
            value = change.after if is_after else change.before
            if change.pin:
                sketch.set_pin_field(sketch.main, change.pin, change.name, value)
            else:
                sketch.set_property(sketch.main, change.name, value)
        sides.append(sketch.text())
    if sides[0] == sides[1]:
        raise UnknownMemberError(f"{described['property']} changes nothing of {described['node']}")
    return sides[0], sides[1]
