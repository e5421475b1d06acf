import subprocess
import sys
import textwrap
from types import ModuleType, SimpleNamespace

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from blueprint_assistant.host.qt import QtHost, QtUnavailableError, ensure_headless_app


def run_in_a_new_process(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"QT_QPA_PLATFORM": "offscreen", "HOME": "/nonexistent"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_application_of_the_process_is_reused_and_not_quit(qapp: QApplication) -> None:
    host = QtHost()
    assert host.ensure_app() is qapp
    assert ensure_headless_app() is qapp
    host.shutdown()
    assert QApplication.instance() is qapp


def test_a_shown_window_is_handed_to_the_editor_each_time(qtbot: QtBot) -> None:
    handles: list[int] = []
    host = QtHost(handles.append)
    host.ensure_app()
    window = QWidget()
    qtbot.addWidget(window)
    host.show(window)
    window.hide()
    host.show(window)
    assert window.isVisible()
    assert handles == [int(window.winId())] * 2


def test_the_pump_delivers_deferred_deletes_and_does_not_enter_itself(qapp: QApplication) -> None:
    host = QtHost()
    host.ensure_app()
    child = QObject(qapp)
    gone: list[str] = []
    child.destroyed.connect(lambda: (host.pump(1), gone.append("deleted")))
    child.deleteLater()
    host.pump(5)
    assert gone == ["deleted"]


def test_shutdown_deletes_our_windows_and_may_be_repeated(qtbot: QtBot) -> None:
    host = QtHost()
    host.ensure_app()
    window = QWidget()
    gone: list[str] = []
    window.destroyed.connect(lambda: gone.append("deleted"))
    host.show(window)
    qtbot.waitUntil(window.isVisible, timeout=60_000)
    host.shutdown()
    host.shutdown()
    host.pump(1)
    assert gone == ["deleted"]


def test_an_application_of_another_binding_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ModuleType("PyQt6.QtWidgets")
    other.QApplication = SimpleNamespace(instance=object)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "PyQt6.QtWidgets", other)
    with pytest.raises(QtUnavailableError, match="PyQt6"):
        QtHost().ensure_app()


def test_an_application_without_windows_is_refused() -> None:
    out = run_in_a_new_process("""
        from PySide6.QtCore import QCoreApplication
        app = QCoreApplication([])
        from blueprint_assistant.host.qt import QtHost, QtUnavailableError
        try:
            QtHost().ensure_app()
        except QtUnavailableError as error:
            print(error.code)
    """)
    assert out.strip() == "qt_unavailable"


def test_our_own_application_outlives_its_last_window_and_ends_with_shutdown() -> None:
    out = run_in_a_new_process("""
        from PySide6.QtWidgets import QWidget
        from blueprint_assistant.host.qt import QtHost
        host = QtHost()
        app = host.ensure_app()
        print(app.quitOnLastWindowClosed(), len(app.arguments()))
        app.aboutToQuit.connect(lambda: print("quit"))
        host.show(QWidget())
        host.pump(5)
        host.shutdown()
        print("end")
    """)
    assert out.split()[:2] == ["False", "1"]
    assert "end" in out
