"""The Qt application of a run without Unreal, which has no event loop of its own to live in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

__all__ = ["is_on_screen", "make_application", "run_until_closed"]

_TICK_MS: Final = 8


def make_application() -> QApplication:
    """The process's application, made if there is none. It must exist before the first widget."""
    app = QApplication.instance()
    if isinstance(app, QApplication):
        return app
    app = QApplication(["Blueprint AI Assistant"])
    app.setApplicationDisplayName("Blueprint AI Assistant")
    return app


def run_until_closed(app: QApplication, window: QWidget, tick: Callable[[], None]) -> None:
    """Show a window and call `tick` between Qt's events until the last window is closed.

    Ctrl+Q closes it, as in any program of its own.
    """
    QShortcut(QKeySequence("Ctrl+Q"), window, window.close)
    timer = QTimer()
    timer.setInterval(_TICK_MS)
    timer.timeout.connect(tick)
    timer.start()
    window.show()
    app.exec()
    timer.stop()


def is_on_screen(window: QWidget) -> bool:
    """Whether some of a window can be seen by now."""
    return window.isVisible() and window.windowHandle().isExposed()
