from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication

from blueprint_assistant.actions.manual_steps import ManualStep
from blueprint_assistant.conversation.events import (
    AssistantText,
    ContextUsage,
    ConversationEvent,
    ErrorRaised,
    HandStepAsked,
    HandStepEnded,
    Notice,
    ReversibleTurns,
    RevertFinished,
    RevertPlanned,
    TextDelta,
    ToolFinished,
    ToolStarted,
    TurnFinished,
    TurnOffer,
    TurnStarted,
)
from blueprint_assistant.ui.theme import apply_theme, style_sheet
from blueprint_assistant.ui.window import AssistantWindow
from drawn_graphs import moving_enemy

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from drawn_graphs import GraphBuilder


class Recorder:
    """A conversation that writes down what it is asked for."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.stops = 0
        self.clears = 0
        self.asked: list[str] = []
        self.skips = 0
        self.copies = 0

    def send(self, text: str) -> None:
        self.sent.append(text)

    def stop(self) -> None:
        self.stops += 1

    def clear(self) -> None:
        self.clears += 1

    def plan_revert(self, direction: str) -> None:
        self.asked.append(f"plan {direction}")

    def revert(self, direction: str, *, despite_conflicts: bool = False) -> None:
        self.asked.append(f"{direction} {'despite conflicts' if despite_conflicts else ''}".strip())

    def skip_hand_step(self) -> None:
        self.skips += 1

    def copy_hand_step(self) -> None:
        self.copies += 1


@pytest.fixture
def conversation() -> Recorder:
    return Recorder()


@pytest.fixture
def window(qtbot: QtBot, conversation: Recorder) -> AssistantWindow:
    window = AssistantWindow(conversation, model_label="Offline recipes")
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    return window


def kinds(window: AssistantWindow) -> list[str]:
    transcript = window.chat.transcript
    return [transcript.row(number).kind for number in range(transcript.rowCount())]


def test_a_typed_message_reaches_the_conversation(
    qtbot: QtBot, window: AssistantWindow, conversation: Recorder
) -> None:
    qtbot.keyClicks(window.chat.composer.box, "make a coin")
    qtbot.keyClick(window.chat.composer.box, Qt.Key.Key_Return)
    assert conversation.sent == ["make a coin"]


def test_an_example_is_put_into_the_box_to_be_sent(
    qtbot: QtBot, window: AssistantWindow, conversation: Recorder
) -> None:
    qtbot.mouseClick(window.chat.welcome.examples[0], Qt.MouseButton.LeftButton)
    assert not conversation.sent
    qtbot.keyClick(window.chat.composer.box, Qt.Key.Key_Return)
    assert conversation.sent[0].startswith("Create a Blueprint called BP_Enemy")


def test_a_turn_is_shown_as_it_happens(window: AssistantWindow, builder: GraphBuilder) -> None:
    moving_enemy(builder)
    window.post(TurnStarted("make an enemy"))
    assert window.chat.is_busy
    assert window.chat.status.state.whole_text == "Thinking…"
    window.post(TextDelta("I will "))
    window.post(TextDelta("do it."))
    window.post(AssistantText("I will do it."))
    window.post(ToolStarted("c1", "create_blueprint", {"name": "BP_Enemy"}))
    assert window.chat.status.state.whole_text == "Running create_blueprint…"
    window.post(ToolFinished("c1", "create_blueprint", True, "Created.", 0.1, builder.blueprint()))  # noqa: FBT003
    window.post(ContextUsage(1200, 0, 1200, 0, 200_000))
    window.post(AssistantText("Done."))
    window.post(TurnFinished("end"))
    assert kinds(window) == ["user", "assistant", "tool", "assistant"]
    assert window.chat.transcript.row(1).text == "I will do it."
    assert not window.chat.is_busy
    assert window.chat.status.state.whole_text == "Ready"
    assert window.chat.status.usage.text() == "Context: 1.2K / 200K (0.6 %)"
    view = window.graphs.view("/Game/BP_Enemy", "EventGraph")
    assert view is not None
    assert view.graph_scene.node_item("move") is not None


def test_every_event_is_understood(window: AssistantWindow, builder: GraphBuilder) -> None:
    moving_enemy(builder)
    events: tuple[ConversationEvent, ...] = (
        TurnStarted("x"),
        TextDelta("a"),
        AssistantText("a"),
        ToolStarted("c", "t", {}),
        HandStepAsked(ManualStep("paste", "/Game/A", "EventGraph", "Press Ctrl+V.")),
        HandStepEnded("done"),
        ToolFinished("c", "t", True, "", 0.0),  # noqa: FBT003
        ContextUsage(1, 1, 1, 1, 10),
        Notice("n"),
        ErrorRaised("code", "text"),
        ReversibleTurns(TurnOffer(1, "x", ("/Game/A",))),
        RevertPlanned("undo", TurnOffer(1, "x", ("/Game/A",)), "/Game/A:", can_run=True),
        RevertFinished("undo", TurnOffer(1, "x", ("/Game/A",)), ok=True, text="done"),
        TurnFinished("error"),
    )
    assert {type(event) for event in events} == set(get_args(ConversationEvent))
    for event in events:
        window.post(event)
    assert window.chat.status.state.whole_text == "Stopped by an error"


def test_the_graph_grows_while_the_agent_works(window: AssistantWindow, builder: GraphBuilder) -> None:
    graph = moving_enemy(builder)
    for number in range(1, len(graph.nodes) + 1):
        part = replace(graph, nodes=graph.nodes[:number], links=graph.links if number == 4 else ())
        blueprint = replace(builder.owner, graphs=(part,), status="dirty")
        window.post(ToolStarted(f"c{number}", "add_node", {}))
        window.post(ToolFinished(f"c{number}", "add_node", True, "ok", 0.0, blueprint))  # noqa: FBT003
        shown = window.graphs.current_view().graph_scene
        assert len([node for node in builder.nodes if shown.node_item(node)]) == number
    assert len(window.graphs.current_view().graph_scene.link_items) == 2


def test_stop_reaches_the_conversation_from_both_buttons(
    qtbot: QtBot, window: AssistantWindow, conversation: Recorder
) -> None:
    window.post(TurnStarted("x"))
    qtbot.mouseClick(window.chat.composer.stop_button, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(window.chat.header.stop_button, Qt.MouseButton.LeftButton)
    assert conversation.stops == 2
    assert window.chat.status.state.whole_text == "Stopping…"
    window.post(ToolStarted("c", "add_node", {}))
    window.post(TurnFinished("stopped"))
    assert window.chat.transcript.row(1).state == "stopped"
    assert kinds(window)[-1] == "notice"
    assert not window.chat.is_busy


def test_clear_forgets_and_welcomes_again(
    qtbot: QtBot, window: AssistantWindow, conversation: Recorder
) -> None:
    assert not window.chat.header.clear_button.isEnabled()
    window.post(TurnStarted("x"))
    assert not window.chat.header.clear_button.isEnabled()
    window.post(TurnFinished("end"))
    qtbot.mouseClick(window.chat.header.clear_button, Qt.MouseButton.LeftButton)
    assert conversation.clears == 1
    assert not kinds(window)
    assert window.chat.welcome.isVisible()


def test_closing_hides_or_ends_as_told(qtbot: QtBot, conversation: Recorder) -> None:
    kept = AssistantWindow(conversation, on_close="hide")
    ended = AssistantWindow(conversation, on_close="close")
    for window in (kept, ended):
        qtbot.addWidget(window)
        window.show()
    with qtbot.assertNotEmitted(kept.closed):
        assert not kept.close()
    assert not kept.isVisible()
    kept.show()
    assert kept.isVisible()
    with qtbot.waitSignal(ended.closed):
        assert ended.close()


def test_the_division_of_the_window_is_remembered(qtbot: QtBot, conversation: Recorder) -> None:
    first = AssistantWindow(conversation)
    second = AssistantWindow(conversation)
    for window in (first, second):
        qtbot.addWidget(window)
        window.resize(780, 560)  # the off-screen platform has a small screen
        window.show()
    first._splitter.setSizes([420, 360])
    assert second.restore_state(first.save_state())
    assert abs(second._splitter.sizes()[0] - first._splitter.sizes()[0]) < 4


@pytest.mark.parametrize("state", [b"", b"{}", b"[]", b"\xff\xfe", b'{"version": 9}', b'{"version": 1}'])
def test_a_state_that_cannot_be_read_changes_nothing(window: AssistantWindow, state: bytes) -> None:
    before = window.save_state()
    assert not window.restore_state(state)
    assert window.save_state() == before


def test_the_theme_stays_on_our_widget(qapp: QApplication, window: AssistantWindow) -> None:
    assert window.styleSheet() == style_sheet()
    assert not qapp.styleSheet()
    assert qapp.palette().window().color() != window.palette().window().color()
    apply_theme(window)
    assert not qapp.styleSheet()


def test_every_button_says_what_it_is(window: AssistantWindow) -> None:
    for button in window.findChildren(QAbstractButton):
        if button.objectName().startswith("qt_") or "Scroll" in type(button).__name__:
            continue
        if button.parent() is not None and "QTabBar" in type(button.parent()).__name__:
            continue
        assert button.accessibleName() or button.text(), button


def test_tab_goes_from_the_box_through_the_chat(qtbot: QtBot, window: AssistantWindow) -> None:
    window.post(TurnStarted("x"))
    window.post(TurnFinished("end"))
    window.chat.composer.set_text("again")
    window.chat.composer.box.setFocus()
    seen = []
    for _ in range(3):
        focused = window.focusWidget()
        seen.append(focused)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert seen == [window.chat.composer.box, window.chat.composer.send_button, window.chat.view]


def test_odd_texts_do_not_widen_the_window(qtbot: QtBot, window: AssistantWindow) -> None:
    width = window.chat.width()
    window.set_model("模型 " * 60)
    window.post(TurnStarted("很长的请求🎉" * 200))
    window.post(ToolStarted("c", "add_node" * 20, {"value": "日本語🎉" * 100}))
    window.post(ErrorRaised("x", "E" * 3000))
    qtbot.wait(1)
    assert window.chat.width() == width
