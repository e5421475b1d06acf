"""Steps by hand in a stand-alone run, where no editor is there to press Ctrl+V in."""

from __future__ import annotations

import io
import json
import time
from typing import TYPE_CHECKING

from blueprint_assistant.actions.manual_steps import ManualStep
from blueprint_assistant.cli.event_file import EventFile
from blueprint_assistant.cli.headless import run_turn
from blueprint_assistant.cli.interruption import StopWish
from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.cli.steps import StepPrinter
from blueprint_assistant.cli.terminal import Terminal
from blueprint_assistant.conversation.events import HandStepAsked, HandStepEnded
from blueprint_assistant.conversation.settings import ConversationSettings
from scripted_provider import ScriptedProvider, call_text

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = ConversationSettings(hand_look_s=0.01)
CREATE = call_text("create_blueprint", name="BP_Door")


def run(*replies: str) -> tuple[str, StandAlone]:
    """One headless turn; what it printed, and the run, closed."""
    out = io.StringIO()
    with StandAlone(None, ScriptedProvider([*replies, "Done."]), SETTINGS) as app:
        app.subscribe(StepPrinter(Terminal(out, out)))
        assert run_turn(app, "go", StopWish()) == "end"
    return out.getvalue(), app


def test_the_command_line_pastes_itself_and_says_so() -> None:
    event = call_text(
        "add_node", blueprint="BP_Door", node_type="CustomEvent", event_name="Hit", inputs="Damage: float"
    )
    text, app = run(CREATE, event)
    assert "by hand Click in EventGraph of BP_Door and press Ctrl+V" in text
    assert "Done: the stand-in editor did it itself." in text
    assert "ok      add_node: N1: Hit (K2Node_CustomEvent)" in text
    assert [item.path for item in app.changed] == ["/Game/BP_Door"]


def test_a_comment_is_typed_by_the_stand_in_too() -> None:
    add = call_text("add_node", blueprint="BP_Door", node_type="PrintString")
    text, _ = run(CREATE, add, call_text("set_node_comment", node_id="N1", comment="Says hello"))
    assert "ok      set_node_comment: N1 Print String has that comment now." in text


def test_what_the_stand_in_has_no_way_to_do_is_skipped_and_told() -> None:
    tracks = call_text("add_node", blueprint="BP_Door", node_type="Timeline", name="Swing", tracks=["Alpha"])
    text, _ = run(CREATE, tracks)
    assert "by hand Double-click the timeline in BP_Door and add a float track Alpha to Swing" in text
    assert "Skipped: the stand-in editor has no way to do it." in text
    assert "failed  add_node: unfinished: Pasted: N1 Swing." in text


def test_a_step_is_a_line_of_the_event_file(tmp_path: Path) -> None:
    file = EventFile(tmp_path / "events.jsonl")
    file(HandStepAsked(ManualStep("paste", "/Game/BP_Door", "EventGraph", "Click …", "Begin Object")))
    file(HandStepEnded("skipped"))
    file.close()
    lines = (tmp_path / "events.jsonl").read_text(encoding="utf-8").splitlines()
    asked, ended = (json.loads(line) for line in lines)
    assert (asked["event"], asked["step"]["kind"], asked["step"]["sentence"]) == (
        "HandStepAsked",
        "paste",
        "Click …",
    )
    assert (ended["event"], ended["answer"]) == ("HandStepEnded", "skipped")


def test_a_run_that_ends_while_a_tool_waits_leaves_no_thread_behind() -> None:
    patient = ConversationSettings(hand_wait_s=3600.0, hand_look_s=3600.0)
    tracks = call_text("add_node", blueprint="BP_Door", node_type="PureCast", target_class="Pawn")
    with StandAlone(None, ScriptedProvider([CREATE, tracks, "Done."]), patient) as app:
        app.conversation.send("go")
        deadline = time.monotonic() + 60
        while app.conversation.manual_steps.step is None and time.monotonic() < deadline:
            app.tick(0.01)
            app.conversation.wait(0.001)
        assert app.conversation.manual_steps.step is not None
    assert app.conversation.wait(0)
