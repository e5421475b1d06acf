"""Kinds that call tools one after the other on a sandbox project: tool_script and code_write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from cases.adapters.desk import open_desk
from cases.adapters.editor_state import looked_at
from cases.adapters.faked_engine import fake_engine
from cases.adapters.members import SetUpError, as_list, require_known
from cases.adapters.project_state import BLUEPRINT_FACTS
from cases.adapters.tables import for_each_row
from cases.adapters.touched import blueprint_of, touched_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.actions.base import ActionResult
    from cases.adapters.desk import Desk

__all__ = ["ADAPTERS"]

_SCRIPT = ("state", "before", "call", "after")
_CODE = ("blueprint", "code", "mode", "graph_name")
_FACTS = tuple(name for name in BLUEPRINT_FACTS if name not in _CODE)
_MORE = re.compile(r"^More: read_graph with first_line (\d+)\.$", re.MULTILINE)


def tool_script(case: Mapping[str, Any]) -> dict[str, Any]:
    state = {name: value for name, value in case.items() if name not in _SCRIPT}
    state |= case.get("state", {})
    call = case["call"]
    with open_desk() as desk:
        desk.bring_to(state)
        _prepare(desk, case.get("before", ()))
        fake_engine(desk, state, blueprint_of(desk, call))
        graph = next((call["args"][name] for name in _GRAPHS if call.get("args", {}).get(name)), "")
        return _judged(desk, call, case.get("after"), graph)


_GRAPHS = ("graph_name", "graph", "function_name")


def code_write(case: Mapping[str, Any]) -> dict[str, Any]:
    """The same with write_graph, on one Blueprint, which is read afterwards."""
    path = case["blueprint"]
    described = {name: case[name] for name in _FACTS if name in case}
    state = {name: value for name, value in case.items() if name not in (*_SCRIPT, *_CODE, *_FACTS)}
    blueprints = {**state.pop("blueprints", {}), path: described}
    args = {"blueprint": path, "code": case["code"]} | ({"mode": case["mode"]} if "mode" in case else {})
    with open_desk() as desk:
        desk.bring_to({**state, "blueprints": blueprints})
        _prepare(desk, case.get("before", ()))
        fake_engine(desk, state, path)
        call = {"tool": "write_graph", "args": args}
        return _judged(desk, call, case.get("after"), case.get("graph_name", ""))


def _prepare(desk: Desk, calls: Iterable[Mapping[str, Any]]) -> None:
    for call in calls:
        result = _run(desk, call)
        if not result.ok:
            raise SetUpError(f"{call['tool']} of `before` was refused: {result.text}")


def _run(desk: Desk, call: Mapping[str, Any]) -> ActionResult:
    require_known(call, ("tool", "args"), "a call")
    return desk.call(call["tool"], call.get("args", {}))


def _judged(desk: Desk, call: Mapping[str, Any], after: Any, graph: str) -> dict[str, Any]:
    """What the call that is judged did, and whether the calls after it work.

    `graph` is the one that is read back, the event graph when it is empty.
    """
    before, state = desk.blueprints(), desk.state()
    result = _run(desk, call)
    text = desk.in_words_of_case(result.text)
    seen = {
        "ok": result.ok,
        "text": text,
        "error": "" if result.ok else text,
        "nothing_changed": desk.state() == state,
        **touched_by(desk, call, before),
    }
    path = blueprint_of(desk, call)
    read = {"event_graph": _read(desk, path, ""), "read_back": _read(desk, path, graph)} if path else {}
    seen |= {name: text for name, text in read.items() if text is not None}
    done = [_run(desk, step) for step in as_list(after)]
    if done:
        seen["after_ok"] = all(step.ok for step in done)
        seen["after"] = desk.in_words_of_case("\n".join(step.text for step in done))
    return seen


def _read(desk: Desk, path: str, graph: str) -> str | None:
    """All of what read_graph says, part by part; None when it refuses.

    Nobody's conversation reads it: what the model was shown decides what a later write does.
    """
    context = desk.project.new_context()
    parts: list[str] = []
    first = 1
    while True:
        args = {"blueprint": path, "graph_name": graph, "first_line": first}
        with looked_at(desk.project.sandbox):
            result = ActionRegistry().call("read_graph", args, context)
        if not result.ok:
            return None
        parts.append(result.text)
        more = _MORE.search(result.text)
        if more is None:
            return "\n".join(parts)
        first = int(more[1])


ADAPTERS = {
    "tool_script": for_each_row(tool_script, "call", ("call", "before", "after", "blueprints", "state")),
    "code_write": for_each_row(
        code_write, "code", ("code", "graph_name", "mode", "variables", "before", "after")
    ),
}
