"""Makes the pictures of docs/images by driving the real window: python tools/screenshots.py [FOLDER].

The requests are answered by the offline recipes on the stand-in editor, so that anybody can make
the pictures again without a key, a network or Unreal. `--scale` is the pixel density.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Python"))

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    from blueprint_assistant.cli.windowed import WindowRun

ENEMY: Final = (
    "Create a Blueprint called BP_Enemy that is an Actor with a StaticMesh component "
    "and moves forward every tick."
)
COIN: Final = "Make BP_Coin, an Actor with a StaticMesh that rotates every tick and bobs up and down."
POEM: Final = "Write me a poem about spring."
DEADLINE_S: Final = 60.0
SLOW_S: Final = 0.12
CALM_S: Final = 2.2  # highlights and glides are over then


class Stage:
    """A window on a fresh project, with a hand on its clock and a camera."""

    def __init__(self, folder: Path, *, pace_s: float = 0.008) -> None:
        """Put the assistant on an empty project in memory; `pace_s` is the pause between words."""
        # Qt and the assistant read the environment when they are imported.
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415

        from blueprint_assistant.cli.standalone import StandAlone  # noqa: PLC0415
        from blueprint_assistant.cli.windowed import WindowRun  # noqa: PLC0415
        from blueprint_assistant.conversation.settings import ConversationSettings  # noqa: PLC0415
        from blueprint_assistant.providers.offline import OfflineProvider  # noqa: PLC0415
        from blueprint_assistant.ui.application import make_application  # noqa: PLC0415

        make_application()
        self._events: Callable[[], None] = QApplication.processEvents
        self._folder = folder
        provider = OfflineProvider(pace_s)
        self.app = StandAlone(None, provider, ConversationSettings())
        self.run: WindowRun = WindowRun(provider, saves=False)
        self.run.attach(self.app)
        self.run.window.show()
        self.wait(0.3)

    def wait(self, seconds: float) -> None:
        """Let editor and window live for a while."""
        end = time.monotonic() + seconds
        self.until(lambda: time.monotonic() >= end)

    def until(self, is_reached: Callable[[], bool]) -> None:
        """Let editor and window live until something is so; exits the program when it never is."""
        deadline = time.monotonic() + DEADLINE_S
        while not is_reached():
            if time.monotonic() > deadline:
                raise SystemExit("The window did not get there within a minute.")
            self.run.tick()
            self._events()
            time.sleep(0.004)

    def ask(self, text: str) -> None:
        """Type a message and press Enter, as a user does."""
        composer = self.run.window.chat.composer
        composer.set_text(text)
        composer.submit()
        self.until(lambda: self.run.window.chat.is_busy)

    def rest(self) -> None:
        """Wait for the end of the turn, and until the graph is calm."""
        self.until(lambda: not self.run.window.chat.is_busy)
        self.wait(CALM_S)

    def has_tool(self, name: str) -> bool:
        """Whether the transcript has a row of that tool."""
        transcript = self.run.window.chat.transcript
        return any(transcript.row(number).tool == name for number in range(transcript.rowCount()))

    def shoot(self, name: str, widget: QWidget | None = None) -> None:
        """Save what is seen."""
        target = self._folder / f"{name}.png"
        if not (widget or self.run.window).grab().save(str(target)):
            raise SystemExit(f"{target} cannot be written.")
        print(target)

    def close(self) -> None:
        """End the assistant, then the window."""
        self.app.stop_turn()
        self.app.close()
        self.run.window.close()
        self.run.window.deleteLater()
        self._events()


def take_pictures(folder: Path) -> None:
    """One stage per story."""
    stage = Stage(folder)
    stage.shoot("welcome")
    stage.ask(ENEMY)
    stage.rest()
    stage.shoot("window")
    stage.ask(POEM)
    stage.rest()
    stage.shoot("refusal")
    stage.close()

    stage = Stage(folder)
    stage.ask(COIN)
    stage.rest()
    stage.shoot("coin")
    stage.close()

    stage = Stage(folder, pace_s=SLOW_S)
    stage.ask(ENEMY)
    stage.until(lambda: stage.has_tool("connect_nodes"))
    stage.wait(SLOW_S)
    stage.shoot("working")
    stage.run.window.chat.composer.stop_button.click()
    stage.rest()
    stage.shoot("stopped")
    stage.close()


def main() -> None:
    """Read the command line, prepare Qt for pictures without a display, take them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "docs" / "images")
    parser.add_argument("--scale", default="2", help="pixels per logical pixel (1, 1.5, 2)")
    options = parser.parse_args()
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ["QT_SCALE_FACTOR"] = options.scale
    options.folder.mkdir(parents=True, exist_ok=True)
    take_pictures(options.folder)


if __name__ == "__main__":
    main()
