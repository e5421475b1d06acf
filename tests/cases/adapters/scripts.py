"""Kinds that call tools one after the other on a sandbox project: tool_script and code_write."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from cases.adapters.desk import open_desk
from cases.adapters.editor_state import looked_at
from cases.adapters.members import as_list, require_known
from cases.adapters.touched import blueprint_of, touched_by

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from blueprint_assistant.actions.base import ActionResult
    from cases.adapters.desk import Desk

__all__ = ["ADAPTERS"]

_SCRIPT = ("state", "before", "call", "after")
_CODE = (
    "blueprint",
    "parent_class",
    "variables",
    "components",
    "code",
    "mode",
    "graph_name",
    "write_to",
    "before",
)
_MORE = re.compile(r"^More: read_graph with first_line (\d+)\.$", re.MULTILINE)


class SetUpError(Exception):
    """A call that only prepares a case was refused: the case itself was not put to the product."""


def tool_script(case: Mapping[str, Any]) -> dict[str, Any]:
    script = {name: case[name] for name in _SCRIPT if name in case}
    state = {name: value for name, value in case.items() if name not in script}
    with open_desk() as desk:
        desk.bring_to({**state, **case.get("state", {})})
        _prepare(desk, case.get("before", ()))
        return _judged(desk, case["call"], case)


def code_write(case: Mapping[str, Any]) -> dict[str, Any]:
    """The same with write_graph, on one Blueprint, which is read afterwards."""
    require_known(case, _CODE, "code_write")
    path = case["blueprint"]
    args = {"blueprint": path, "code": case["code"]}
    args |= {
        ours: case[name] for name, ours in (("mode", "mode"), ("write_to", "graph_name")) if name in case
    }
    with open_desk() as desk:
        desk.bring_to({"blueprints": {path: {key: case[key] for key in _STATE if key in case}}})
        _prepare(desk, case.get("before", ()))
        seen = _judged(desk, {"tool": "write_graph", "args": args}, {})
        return {**seen, **_read_back(desk, path, case.get("graph_name", ""))}


_STATE = ("parent_class", "variables", "components")


def _prepare(desk: Desk, calls: Iterable[Mapping[str, Any]]) -> None:
    for call in calls:
        result = _run(desk, call)
        if not result.ok:
            raise SetUpError(f"{call['tool']} of `before` was refused: {result.text}")


def _run(desk: Desk, call: Mapping[str, Any]) -> ActionResult:
    require_known(call, ("tool", "args"), "a call")
    return desk.call(call["tool"], call.get("args", {}))


def _judged(desk: Desk, call: Mapping[str, Any], case: Mapping[str, Any]) -> dict[str, Any]:
    """What the call that is judged did, and whether the calls after it work."""
    before, state = desk.blueprints(), desk.state()
    result = _run(desk, call)
    text = desk.in_words_of_case(result.text)
    seen = {
        "ok": result.ok,
        "text": text,
        "error": "" if result.ok else text,
        "nothing_changed": desk.state() == state,
        **touched_by(desk, call, before),
        **_event_graph(desk, blueprint_of(desk, call)),
    }
    after = [_run(desk, step) for step in as_list(case.get("after"))]
    if after:
        seen["after_ok"] = all(step.ok for step in after)
        seen["after_text"] = desk.in_words_of_case("\n".join(step.text for step in after))
    return seen


def _event_graph(desk: Desk, path: str) -> dict[str, str]:
    """The event graph as code, of the Blueprint that the call was about, before anything else is called."""
    text = _read(desk, path, "") if path else None
    return {} if text is None else {"event_graph": text}


def _read_back(desk: Desk, path: str, graph: str) -> dict[str, str]:
    text = _read(desk, path, graph)
    return {} if text is None else {"read_back": text}


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


ADAPTERS = {"tool_script": tool_script, "code_write": code_write}
