"""A call of the protocol that fails in the editor: the graph with all that is its own is what it was."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from actions.conftest import DOOR
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from tiers import thinned
from unreal_sandbox.desk.fault_injection import FaultInjection
from users_hands import UsersClipboard, UsersHands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from actions.conftest import Tools

TARGET = f"{DOOR}:EventGraph"


@pytest.fixture
def swing(tools: Tools) -> Tools:
    """A Blueprint with a timeline, which the user pasted, between BeginPlay and a Print String."""
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    hands = UsersHands(tools.project.sandbox)
    tools.context = replace(tools.context, artist=hands, clipboard=UsersClipboard())
    tools.do(
        "build_graph",
        blueprint=DOOR,
        nodes=[
            {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
            {"id": "swing", "node_type": "Timeline", "event_name": "Swing"},
            {"id": "hi", "node_type": "PrintString"},
        ],
        links=["start.then -> swing.Play", "swing.Finished -> hi.execute"],
    )
    tools.do("compile_blueprint", blueprint=DOOR)
    # What a compile leaves in an export is made anew by each.
    tools.project.sandbox.switches.exports_hold_compiler_leftovers = False
    return tools


def exported(tools: Tools) -> bytes:
    return tools.project.unreal_editor.look_at(DOOR).exported


def failing(tools: Tools, name: str, tool: str, **parameters: Any) -> dict[str, Any]:
    """The answer of a call in which a call of the editor does its work and raises then."""
    sandbox = tools.project.sandbox
    sandbox.faults = FaultInjection(fault="raises_afterwards", faulty_calls=range(1), fault_in=name)
    result = tools.call(tool, target=TARGET, **parameters)
    sandbox.faults = FaultInjection()
    assert not result.ok
    assert not result.has_changed
    answer: dict[str, Any] = json.loads(result.text)
    return answer


CALLS: list[tuple[str, str, dict[str, Any]]] = [
    ("remove_nodes", "bluecode_delete", {"targets": ["Swing"], "confirm_delete": True}),
    ("compile_blueprint", "bluecode_apply", {"code": "on BeginPlay()\n  end\n", "mode": "replace"}),
    ("compile_blueprint", "bluecode_apply", {"code": "event Stop()\n  Delay(1.0)\n"}),
    ("try_create_connection", "bluecode_connect", {"connects": ["Print String -> Swing:Reverse"]}),
]


@pytest.mark.parametrize(("fails", "tool", "parameters"), thinned(CALLS, 3), ids=lambda item: str(item)[:40])
def test_a_timeline_survives_a_restore(
    swing: Tools, fails: str, tool: str, parameters: dict[str, Any]
) -> None:
    """BC-162: what a graph owns besides its nodes, under the same names and ids."""
    before = exported(swing)
    assert b"T\x00i\x00m\x00e\x00l\x00i\x00n\x00e" in before
    answer = failing(swing, fails, tool, **parameters)
    assert (answer["rolled_back"], answer["rollback_verified"]) == (True, True), answer
    assert exported(swing) == before
    done = swing.call(tool, target=TARGET, **parameters)
    assert done.ok, done.text
    assert exported(swing) != before


def test_members_that_a_call_made_go_with_it(swing: Tools) -> None:
    """BC-162: variables, components and functions that were created during the call."""
    before, members = exported(swing), swing.door.variables
    code = (
        "var Angle: float = 5.0\ncomponent Lamp: PointLight\n"
        "func Half(X: float) -> (Y: float)\n  return X * 0.5\n"
    )
    answer = failing(swing, "compile_blueprint", "bluecode_apply", code=code)
    assert answer["error_code"] == "bluecode_apply_failed_rolled_back"
    assert answer["rollback_verified"] is True
    assert exported(swing) == before
    assert swing.door.variables == members
    assert swing.call("bluecode_apply", target=TARGET, code=code).ok


def test_an_editor_that_is_busy_is_no_failed_change(swing: Tools) -> None:
    """Nothing was begun, so that nothing had to be taken back."""
    swing.project.sandbox.is_in_pie = True
    answer = json.loads(
        swing.call("bluecode_connect", target=TARGET, connects=["Print String -> Swing:Reverse"]).text
    )
    swing.project.sandbox.is_in_pie = False
    assert answer["error_code"] == "editor_error"
    assert "rolled_back" not in answer


@contextmanager
def meanwhile(tools: Tools, work: Callable[[], object]) -> Iterator[None]:
    """The user does something right before the editor is looked at for a change that was planned."""
    sandbox = tools.project.sandbox
    enter, seen = sandbox.enter_call, list[str]()

    def entered(name: str) -> None:
        seen.append(name)
        if name.endswith("is_in_play_in_editor") and seen.count(name) == _READS + 1:
            work()
        enter(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sandbox, "enter_call", entered)
        yield
    assert seen.count("LevelEditorSubsystem.is_in_play_in_editor") > _READS


_READS = 1
"""How often a call reads the Blueprint before it changes it."""


def test_what_the_user_did_meanwhile_stays_and_is_not_taken_for_a_rest(swing: Tools) -> None:
    """BC-161: the call is gone whole; the graph is another one than was read, and so it is told."""
    delay = swing.do("add_node", blueprint=DOOR, node_type="Delay").split(":")[0].split()[-1]
    name, sandbox = swing.node(delay).name, swing.project.sandbox
    sandbox.faults = FaultInjection(
        fault="raises", faulty_calls=range(1), fault_in="BlueprintGraphPin.try_create_connection"
    )
    with meanwhile(swing, lambda: swing.project.delete_node(DOOR, "EventGraph", name)):
        result = swing.call("bluecode_connect", target=TARGET, connects=["Print String -> Swing:Reverse"])
    sandbox.faults = FaultInjection()
    answer = json.loads(result.text)
    assert (answer["rolled_back"], answer["rollback_verified"]) == (True, False), answer
    assert "somebody else" in answer["rollback_note"]
    assert answer["restored_revision"] != answer["base_revision"]
    assert name not in swing.event_graph.nodes_by_name
