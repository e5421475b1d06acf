from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtGui import QGuiApplication

from blueprint_assistant.editor.game_thread import GameThread
from blueprint_assistant.errors import EditorError
from blueprint_assistant.host.clipboard import GameThreadClipboard
from blueprint_assistant.host.qt import clipboard_text, set_clipboard_text

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

DEADLINE_S = 30.0


def test_the_text_of_the_clipboard_is_read_on_the_game_thread_for_any_thread(qtbot: QtBot) -> None:
    assert qtbot is not None
    QGuiApplication.clipboard().setText("Begin Object … 门")
    game_thread = GameThread()
    threads: list[int] = []
    found: list[str] = []

    def read() -> str:
        threads.append(threading.get_ident())
        return clipboard_text()

    worker = threading.Thread(target=lambda: found.append(GameThreadClipboard(read, game_thread).read_text()))
    worker.start()
    waited = 0.0
    while worker.is_alive() and waited < DEADLINE_S:
        game_thread.tick(0.01)
        worker.join(0.01)
        waited += 0.01
    game_thread.stop()
    assert found == ["Begin Object … 门"]
    assert threads == [threading.get_ident()]


def test_an_empty_clipboard_is_an_empty_text(qtbot: QtBot) -> None:
    assert qtbot is not None
    QGuiApplication.clipboard().clear()
    assert clipboard_text() == ""


def test_a_text_is_written_on_the_game_thread_for_any_thread(qtbot: QtBot) -> None:
    assert qtbot is not None
    game_thread = GameThread()
    threads: list[int] = []

    def write(text: str) -> None:
        threads.append(threading.get_ident())
        set_clipboard_text(text)

    clipboard = GameThreadClipboard(clipboard_text, game_thread, write=write)
    worker = threading.Thread(target=lambda: clipboard.write_text("Begin Object … 门"))
    worker.start()
    waited = 0.0
    while worker.is_alive() and waited < DEADLINE_S:
        game_thread.tick(0.01)
        worker.join(0.01)
        waited += 0.01
    game_thread.stop()
    assert clipboard_text() == "Begin Object … 门"
    assert threads == [threading.get_ident()]


def test_a_clipboard_that_can_only_be_read_says_so() -> None:
    with pytest.raises(EditorError):
        GameThreadClipboard(str, GameThread()).write_text("x")
