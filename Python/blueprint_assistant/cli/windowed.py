"""The window without Unreal: Qt's loop ticks the sandbox editor and hands events to the window."""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.events import ErrorRaised, Notice, TurnFinished
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.ui.application import make_application, run_until_closed
from blueprint_assistant.ui.window import AssistantWindow

if TYPE_CHECKING:
    from blueprint_assistant.cli.standalone import StandAlone
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.providers.base import Provider

__all__ = ["WindowRun", "run_window"]

_EVENTS_PER_TICK = 200


def run_window(app: StandAlone, provider: Provider, *, saves: bool) -> None:
    """Show the window until it is closed. With `saves`, each turn's changes go to the project folder."""
    qt = make_application()
    run = WindowRun(app, provider, saves=saves)
    run_until_closed(qt, run.window, run.tick)
    app.stop_turn()


class WindowRun:
    """A window on a stand-alone run. Everything happens on the thread that made it."""

    def __init__(self, app: StandAlone, provider: Provider, *, saves: bool) -> None:
        """Build the window and show the project's Blueprints in it."""
        self._app = app
        self._saves = saves
        self._events: queue.SimpleQueue[ConversationEvent] = queue.SimpleQueue()
        app.subscribe(self._events.put)
        names = dict.fromkeys((provider.name, provider.model.display_name))
        self.window = AssistantWindow(app.commands, model_label=" · ".join(names))
        for blueprint in app.read_all():
            self.window.graphs.show_blueprint(blueprint)
        self._last_tick = time.monotonic()

    def tick(self) -> None:
        """Tick the editor, then show what happened."""
        now = time.monotonic()
        self._app.tick(now - self._last_tick)
        self._last_tick = now
        for _ in range(_EVENTS_PER_TICK):
            try:
                event = self._events.get_nowait()
            except queue.Empty:
                return
            if isinstance(event, TurnFinished):
                self._save()
            self.window.post(event)

    def _save(self) -> None:
        """Keep what the turn changed, and say when that fails: the window would look as if all was well."""
        if not self._saves or not self._app.changed:
            return
        try:
            saved = self._app.save()
        except AssistantError as error:
            self.window.post(ErrorRaised(error.code, str(error)))
        else:
            self.window.post(Notice(f"Saved {', '.join(saved)}."))
