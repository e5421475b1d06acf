"""Tools that wait for the user's hands, in whole turns: worker thread, queue, editor adapter, sandbox."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.cli.stand_in_artist import do_step
from blueprint_assistant.conversation.events import (
    HandStepAsked,
    HandStepEnded,
    ToolFinished,
    TurnFinished,
)
from blueprint_assistant.conversation.manager import ConversationManager
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.errors import ConfigurationError
from conversation.conftest import Talk
from scripted_provider import ScriptedProvider, call_text
from users_hands import graph_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.actions.manual_steps import ManualStep
    from blueprint_assistant.conversation.events import ConversationEvent
    from sandbox_project import SandboxProject

    StartTalk = Callable[..., Talk]

SENTENCE = "Click in EventGraph of BP_Door and press Ctrl+V (Cmd+V on a Mac)."
PATIENT = ConversationSettings(hand_wait_s=60.0, hand_look_s=0.01)
ASLEEP = ConversationSettings(hand_wait_s=3600.0, hand_look_s=3600.0)
"""Whoever does not wake it waits until the test gives up."""
HURRIED = ConversationSettings(hand_wait_s=0.05, hand_look_s=0.01)

SWING = call_text(
    "build_graph",
    blueprint="BP_Door",
    nodes=[
        {"id": "start", "node_type": "Event", "event_name": "BeginPlay"},
        {"id": "swing", "node_type": "Timeline", "event_name": "Swing", "comment": "opens the door"},
        {"id": "turn", "node_type": "CallFunction", "function_name": "K2_SetActorRotation"},
        {"id": "hit", "node_type": "CustomEvent", "event_name": "Hit", "inputs": "Damage: float"},
    ],
    links=["start.then -> swing.Play", "swing.Update -> turn.execute"],
)
COMPILE = call_text("compile_blueprint", blueprint="BP_Door")
SWITCH = call_text("add_node", blueprint="BP_Door", node_type="SwitchName", names=["red", "green"])


def turn(talk: Talk, text: str, act: Callable[[ManualStep], object]) -> list[ConversationEvent]:
    """A whole turn in which the user does `act` once for each step that waits."""
    start, seen = len(talk.events), list[Any]()
    talk.manager.send(text)

    def wait(seconds: float) -> bool:
        step = talk.manager.manual_steps.step
        if step is not None and step not in seen:
            seen.append(step)
            act(step)
        return talk.manager.wait(seconds)

    talk.project.tick_until(wait)
    return talk.events[start:]


def finished(events: list[ConversationEvent]) -> list[ToolFinished]:
    return [event for event in events if isinstance(event, ToolFinished)]


def hand_events(events: list[ConversationEvent]) -> list[object]:
    return [
        event.step.sentence if isinstance(event, HandStepAsked) else event.answer
        for event in events
        if isinstance(event, HandStepAsked | HandStepEnded)
    ]


def test_the_user_pastes_and_the_same_call_goes_on_to_a_graph_that_compiles(start_talk: StartTalk) -> None:
    talk = start_talk([SWING, COMPILE, "The door swings."], settings=PATIENT)
    events = turn(talk, "Let the door swing.", lambda step: do_step(talk.project.sandbox, step))
    assert hand_events(events) == [SENTENCE, "done"]
    built, compiled = finished(events)
    assert built.ok, built.text
    assert built.has_changed
    assert built.text.startswith("Built 4 nodes, 2 links in EventGraph")
    assert compiled.text == "Compiled /Game/BP_Door: up to date, 0 errors, 0 warnings."
    graph = talk.door.find_graph("EventGraph")
    assert graph is not None
    assert len(graph.links) == 2
    assert talk.manager.manual_steps.step is None


def test_waiting_reads_and_marks_nothing_as_changed(start_talk: StartTalk) -> None:
    talk = start_talk([SWITCH, "Not now."], settings=HURRIED)
    before = talk.project.state()
    events = turn(talk, "go", lambda _: None)
    assert hand_events(events) == [SENTENCE, "timed_out"]
    (result,) = finished(events)
    assert not result.ok
    assert not result.has_changed
    assert "nobody did it while the tool waited" in result.text
    assert "Nothing was changed." in result.text
    assert talk.project.state() == before


def test_stop_ends_the_wait_at_once(start_talk: StartTalk) -> None:
    talk = start_talk([SWITCH], settings=ASLEEP)
    events = turn(talk, "go", lambda _: talk.manager.stop())
    assert hand_events(events) == [SENTENCE, "stopped"]
    (result,) = finished(events)
    assert result.was_stopped
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].reason == "stopped"


def test_skip_ends_the_wait_at_once_and_the_model_is_told(start_talk: StartTalk) -> None:
    talk = start_talk([SWITCH, "Then not."], settings=ASLEEP)
    events = turn(talk, "go", lambda _: talk.manager.manual_steps.skip())
    assert hand_events(events) == [SENTENCE, "skipped"]
    assert "the user skipped it" in talk.provider.requests[-1].messages[-1].text
    assert isinstance(events[-1], TurnFinished)
    assert events[-1].reason == "end"


def test_what_is_pasted_after_the_turn_is_found_in_the_next_one(start_talk: StartTalk) -> None:
    talk = start_talk([SWING, "Please paste it.", SWING, COMPILE, "It swings."], settings=HURRIED)
    steps: list[ManualStep] = []
    turn(talk, "Let the door swing.", steps.append)
    talk.project.sandbox.paste(graph_path(steps[0]), steps[0].clipboard)
    events = turn(talk, "I pasted it.", steps.append)
    assert len(steps) == 1
    assert hand_events(events) == []
    assert [result.ok for result in finished(events)] == [True, True]
    assert finished(events)[0].text.startswith("Built 2 nodes, 2 links")


def test_a_paste_into_the_wrong_graph_is_told_while_it_waits(start_talk: StartTalk) -> None:
    function = call_text("add_function", blueprint="BP_Door", function_name="Open")
    talk = start_talk([function, SWITCH, "Done."], settings=PATIENT)

    def act(step: ManualStep) -> None:
        where = "Open" if step.sentence == SENTENCE else step.graph
        talk.project.sandbox.paste(graph_path(step, where), step.clipboard)

    events = turn(talk, "go", act)
    asked = hand_events(events)
    assert asked[0] == SENTENCE
    assert str(asked[1]).startswith("That was Open: press Ctrl+Z there.")
    assert asked[2:] == ["done"]
    assert finished(events)[-1].ok


def test_a_comment_is_typed_in_the_middle_of_a_turn(start_talk: StartTalk) -> None:
    add = call_text("add_node", blueprint="BP_Door", node_type="PrintString")
    comment = call_text("set_node_comment", node_id="N1", comment="Says hello")
    talk = start_talk([add, comment, "Done."], settings=PATIENT)
    events = turn(talk, "go", lambda step: do_step(talk.project.sandbox, step))
    assert finished(events)[-1].text == "N1 Print String has that comment now."


def test_a_conversation_that_begins_anew_has_forgotten_what_it_pasted(start_talk: StartTalk) -> None:
    talk = start_talk([SWITCH, "Done.", SWITCH, "Done."], settings=PATIENT)
    turn(talk, "go", lambda step: do_step(talk.project.sandbox, step))
    talk.manager.clear()
    events = turn(talk, "again", lambda step: do_step(talk.project.sandbox, step))
    # The same words mean the node that is there: nobody can know of a second wish.
    assert "(was there already)" in finished(events)[-1].text


@pytest.mark.parametrize("given", [{"hand_wait_s": -1.0}, {"hand_look_s": 0.0}])
def test_a_wait_cannot_be_negative(given: dict[str, float]) -> None:
    with pytest.raises(ConfigurationError):
        ConversationSettings(**given)  # type: ignore[arg-type]


def test_what_was_pasted_in_a_turn_goes_when_the_turn_is_taken_back(project: SandboxProject) -> None:
    provider = ScriptedProvider([SWING, "It swings."])
    manager = ConversationManager(
        provider,
        ActionRegistry(),
        project.new_context(),
        settings=PATIENT,
        reverter=project.reverter,
    )
    talk = Talk(provider, project, manager)
    manager.subscribe(talk.events.append)
    before = talk.door.find_graph("EventGraph")
    turn(talk, "Let the door swing.", lambda step: do_step(project.sandbox, step))
    assert talk.door.find_graph("EventGraph") != before
    manager.revert()
    project.tick_until(manager.wait)
    after = talk.door.find_graph("EventGraph")
    assert before is not None
    assert after is not None
    assert {node.name for node in after.nodes} == {node.name for node in before.nodes}
    assert after.links == ()
