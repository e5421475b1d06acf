"""Whichever call of the editor fails while a graph is built, nothing of it stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

    from actions.conftest import Tools

_MOST_CALLS = 10_000
_FEWEST_CALLS = 30
_STEP = 3
"""Every third call fails in turn: neighbours are of the same loop."""

NODES = [
    {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
    {"id": "opened", "node_type": "CustomEvent", "event_name": "Opened"},
    {"id": "open", "node_type": "CallFunction", "function_name": "Opened"},
    {"id": "loop", "node_type": "ForLoop", "values": {"LastIndex": 3}},
    {"id": "both", "node_type": "Sequence"},
    {"id": "text", "node_type": "FormatText", "names": ["Index"]},
    {"id": "print", "node_type": "PrintText"},
]
LINKS = [
    "start.then -> both.execute",
    "both.then_0 -> open.execute",
    "both.then_1 -> loop.execute",
    "loop.LoopBody -> print.execute",
    "loop.Index -> text.Index",
    "text.Result -> print.InText",
]


def test_a_failure_of_any_call_leaves_the_project_as_it_was(
    tools: Tools, monkeypatch: pytest.MonkeyPatch
) -> None:
    sandbox = tools.project.sandbox
    enter = sandbox.enter_call
    count, failing = 0, -1

    def entered(where: str) -> None:
        nonlocal count
        count += 1
        if count == failing:
            raise RuntimeError(f"{where} failed")
        enter(where)

    monkeypatch.setattr(sandbox, "enter_call", entered)
    before = tools.project.state()
    for number in range(1, _MOST_CALLS, _STEP):
        count, failing = 0, number
        result = tools.call("build_graph", blueprint="BP_Door", nodes=NODES, links=LINKS)
        failing = -1
        if result.ok:
            break
        assert not result.has_changed
        assert tools.project.state() == before, (number, result.text)
    assert _FEWEST_CALLS < number < _MOST_CALLS - _STEP
    assert len(tools.links()) == len(LINKS)
