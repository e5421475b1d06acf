"""The window without Unreal: Qt's loop ticks the sandbox editor and hands events to the window."""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.events import ErrorRaised, Notice, RevertFinished, TurnFinished
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.ui.application import make_application, run_until_closed
from blueprint_assistant.ui.window import AssistantWindow

if TYPE_CHECKING:
    from blueprint_assistant.cli.interruption import StopWish
    from blueprint_assistant.cli.standalone import StandAlone
    from blueprint_assistant.cli.terminal import Terminal
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.providers.base import Provider

__all__ = ["WindowRun", "run_window"]

_EVENTS_PER_TICK = 200
_STOP_WAIT_S = 2.0
_TICK_S = 0.004


def run_window(
    app: StandAlone, provider: Provider, terminal: Terminal, wish: StopWish, *, saves: bool
) -> bool:
    """Show the window until it is closed or a stop wish is made.

    With `saves`, each turn's changes go to the project folder; the value is whether the last
    ones did.
    """
    qt = make_application()
    run = WindowRun(app, provider, saves=saves)

    def tick() -> None:
        run.tick()
        if wish.is_made:
            run.window.close()

    run_until_closed(qt, run.window, tick)
    problem = run.finish()
    if problem is not None:
        terminal.complain(f"error ({problem.code}): {problem}")
    return problem is None


class WindowRun:
    """A window on a stand-alone run. Everything happens on the thread that made it."""

    def __init__(self, app: StandAlone, provider: Provider, *, saves: bool) -> None:
        """Build the window and show the project's Blueprints in it."""
        self._app = app
        self._saves = saves
        self._events: queue.SimpleQueue[ConversationEvent] = queue.SimpleQueue()
        app.subscribe(self._events.put)
        names = dict.fromkeys((provider.name, provider.model.display_name))
        self.window = AssistantWindow(app.commands, model_label=" · ".join(names), do_by_hand=app.do_by_hand)
        for problem in app.unreadable:
            self.window.post(Notice(problem))
        for path in app.list_blueprints():
            self._show(path)
        self._last_tick = time.monotonic()

    def _show(self, path: str) -> None:
        """Show a Blueprint as it is; one that cannot be read must not keep the window from opening."""
        try:
            self.window.graphs.show_blueprint(self._app.read(path))
        except AssistantError as error:
            self.window.post(ErrorRaised(error.code, str(error)))

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
            if isinstance(event, TurnFinished | RevertFinished):
                self._save()
            self.window.post(event)

    def finish(self) -> AssistantError | None:
        """Stop a turn that still runs and keep what it has done; the error when it could not be kept."""
        self._app.stop_turn()
        end = time.monotonic() + _STOP_WAIT_S
        while self._app.conversation.is_busy and time.monotonic() < end:
            self._app.tick(_TICK_S)
            time.sleep(_TICK_S)
        return self._save()

    def _save(self) -> AssistantError | None:
        """Keep what was changed, and say when that fails: the window would look as if all was well."""
        if not self._saves:
            return None
        try:
            saved = self._app.save()
        except AssistantError as error:
            self.window.post(ErrorRaised(error.code, str(error)))
            return error
        if saved:
            self.window.post(Notice(f"Saved {', '.join(saved)}."))
        return None
