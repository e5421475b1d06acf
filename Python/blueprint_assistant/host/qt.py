"""The Qt application inside somebody else's process. Outside uses QtHost and the functions.

The editor owns the event loop: we never call `exec`, and share one application with every
other tool of the process. Game thread only. Knows nothing of our windows but that they are.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QCoreApplication, QEvent, QEventLoop
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from blueprint_assistant.errors import ConfigurationError, EditorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

__all__ = ["QtHost", "QtUnavailableError", "clipboard_text", "ensure_headless_app", "set_clipboard_text"]

_OWNER_PROPERTY = "BlueprintAIAssistantOwnsThis"
_OTHER_BINDINGS = ("PySide2", "PyQt6", "PyQt5")


class QtUnavailableError(ConfigurationError):
    """This process has a Qt application that our windows cannot live in."""

    code = "qt_unavailable"


class QtHost:
    """Shows windows and lets Qt do its work inside a foreign loop.

    `adopt_window` gets the native handle of each window when it is shown, so that the editor
    can own it (it then stays above the editor and minimises with it).
    """

    pump_events: ClassVar[bool] = sys.platform != "win32"
    """On Windows the editor's own message loop serves Qt's windows as well."""

    def __init__(self, adopt_window: Callable[[int], None] | None = None) -> None:
        """Touch nothing of Qt yet."""
        self._adopt_window = adopt_window
        self._app: QApplication | None = None
        self._windows: list[QWidget] = []
        self._is_pumping = False

    def ensure_app(self) -> QApplication:
        """The process's application, made if there is none.

        Raises QtUnavailableError when another Qt binding has one, or one without windows.
        """
        if self._app is None:
            self._app = _existing_app() or _own_app()
        return self._app

    def show(self, window: QWidget) -> None:
        """Show a top-level window, now or again, and bring it to the front.

        The window is kept alive until `shutdown`.
        """
        if window not in self._windows:
            self._windows.append(window)
        window.show()
        if self._adopt_window is not None:
            # The native handle exists once the window is shown, and a re-shown one may be new.
            self._adopt_window(int(window.winId()))
        window.raise_()
        window.activateWindow()

    def pump(self, budget_ms: int) -> None:
        """Let Qt do what waits, for at most about that long. Does nothing inside itself."""
        if self._app is None or self._is_pumping:
            return
        self._is_pumping = True
        try:
            if self.pump_events:
                self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, budget_ms)
            # Without a running `exec`, deferred deletes only happen when they are asked for.
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        finally:
            self._is_pumping = False

    def shutdown(self) -> None:
        """Delete our windows, then let go of the application, quitting it only if it is ours.

        May be called more than once.
        """
        windows, self._windows = self._windows, []
        for window in windows:
            window.hide()
            window.deleteLater()
        if windows:
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        app, self._app = self._app, None
        if app is not None and app.property(_OWNER_PROPERTY):
            app.quit()


def ensure_headless_app() -> QApplication:
    """An application for drawing pictures: the process's own, or one that needs no display."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        return app
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    return QApplication(["BlueprintAIAssistant"])


def clipboard_text() -> str:
    """The text on the system's clipboard; empty when it holds none or there is no application yet."""
    if not isinstance(QApplication.instance(), QGuiApplication):
        return ""
    return QGuiApplication.clipboard().text()


def set_clipboard_text(text: str) -> None:
    """Put a text on the system's clipboard. Raises EditorError when there is no application yet."""
    if not isinstance(QApplication.instance(), QGuiApplication):
        raise EditorError("There is no clipboard before the panel is open.")
    QGuiApplication.clipboard().setText(text)


def _existing_app() -> QApplication | None:
    for binding in _OTHER_BINDINGS:
        widgets = sys.modules.get(f"{binding}.QtWidgets")
        if widgets is not None and widgets.QApplication.instance() is not None:
            raise QtUnavailableError(
                f"Another tool in this editor runs Qt through {binding}, which cannot share it with PySide6.",
                "Disable that tool, restart the editor, and open the panel again.",
            )
    app = QApplication.instance()
    if app is None or isinstance(app, QApplication):
        return app
    raise QtUnavailableError(
        "Another tool in this editor made a Qt application without windows.",
        "Disable that tool, restart the editor, and open the panel again.",
    )


def _own_app() -> QApplication:
    # A list of our own: the editor's command line is not meant for Qt.
    app = QApplication(["BlueprintAIAssistant"])
    app.setProperty(_OWNER_PROPERTY, True)  # noqa: FBT003 - Qt's signature
    app.setQuitOnLastWindowClosed(False)  # closing the panel must not end the Qt of other tools
    return app
