"""A process with a window that tells when it was painted and closed: what `start_up.py` measures.

python _seen_window.py bare
python _seen_window.py assistant at-once|loaded
It prints JSON lines, then ends by itself.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Python"))

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

_LOADER = "blueprint-assistant-loading"
_LOOK_EVERY_MS = 50


def tell(what: str) -> None:
    """Print what happened, the processor time of this process until now, and the time of day."""
    print(json.dumps({"what": what, "cpu_s": time.process_time(), "at_s": time.time()}), flush=True)


class Watch(QObject):
    """Tells of the first window that is painted, and closes it when it is time to."""

    def __init__(self, app: QApplication, *, waits_for_loading: bool) -> None:
        """Watch the application's events until a window is painted."""
        super().__init__()
        self._app = app
        self._waits = waits_for_loading
        self._has_loaded = False
        app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        """Tell when a window is painted."""
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget) and watched.isWindow():
            self._app.removeEventFilter(self)
            tell("painted")
            QTimer.singleShot(0, self._close)
        return False

    def _close(self) -> None:
        if self._waits and not self._is_loaded():
            QTimer.singleShot(_LOOK_EVERY_MS, self._close)
            return
        self._app.closeAllWindows()
        tell("closed")

    def _is_loaded(self) -> bool:
        is_loading = any(thread.name == _LOADER for thread in threading.enumerate())
        was_loading, self._has_loaded = self._has_loaded, self._has_loaded or is_loading
        return was_loading and not is_loading


def main() -> None:
    """Show the window that was asked for."""
    kind, *rest = sys.argv[1:]
    app = QApplication(["Blueprint AI Assistant"])
    watch = Watch(app, waits_for_loading=rest == ["loaded"])
    if kind == "bare":
        window = QWidget()
        window.resize(1360, 820)
        window.show()
        app.exec()
        del watch
        return
    # Loaded here, for the time that it takes is what is measured.
    from blueprint_assistant.cli import main as run_command  # noqa: PLC0415
    from blueprint_assistant.cli.process_end import leave  # noqa: PLC0415

    leave(run_command(["run", "--provider", "offline"]))


if __name__ == "__main__":
    main()
