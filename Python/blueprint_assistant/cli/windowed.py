"""The window without Unreal: Qt's loop ticks the sandbox editor and hands events to the window.

The window is shown first; the assistant behind it is loaded meanwhile and takes its place when it is there.
"""

from __future__ import annotations

import queue
import time
from collections import deque
from contextlib import ExitStack
from typing import TYPE_CHECKING

from blueprint_assistant.cli.assistant_loading import Opening
from blueprint_assistant.cli.early_messages import EarlyMessages
from blueprint_assistant.conversation.events import ErrorRaised, Notice, RevertFinished, TurnFinished
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.host.qt import clipboard_text, set_clipboard_text
from blueprint_assistant.ui.application import is_on_screen, make_application, run_until_closed
from blueprint_assistant.ui.window import AssistantWindow
from unreal_sandbox import ProjectFolder

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.cli.interruption import StopWish
    from blueprint_assistant.cli.run_options import RunOptions
    from blueprint_assistant.cli.standalone import StandAlone
    from blueprint_assistant.cli.terminal import Terminal
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.providers.base import Provider

__all__ = ["WindowRun", "run_window"]

_EVENTS_PER_TICK = 200
_STOP_WAIT_S = 2.0
_TICK_S = 0.004
_MOST_TICKS_UNSEEN = 60


def run_window(options: RunOptions, provider: Provider, terminal: Terminal, wish: StopWish) -> bool:
    """Show the window until it is closed or a stop wish is made.

    With a project, each turn's changes go to its folder; the value is whether the last ones did.
    Raises the sandbox's errors when the folder cannot be used, before there is a window.
    """
    with ExitStack() as stack:
        project = None if options.project is None else ProjectFolder(options.project)
        if project is not None:
            stack.callback(project.close)
        qt = make_application()
        run = WindowRun(provider, saves=project is not None)

        def open_app(kind: type[StandAlone]) -> None:
            app = stack.enter_context(
                kind(
                    project,
                    provider,
                    options.settings.conversation(),
                    clipboard=clipboard_text,
                    write_clipboard=set_clipboard_text,
                )
            )
            for problem in app.unreadable:
                terminal.complain(f"warning: {problem}")
            run.attach(app)

        start = _Start(run, open_app)

        def tick() -> None:
            start.tick()
            run.tick()
            if wish.is_made:
                run.window.close()

        run_until_closed(qt, run.window, tick)
        start.raise_error()
        problem = run.finish()
    if problem is not None:
        terminal.complain(f"error ({problem.code}): {problem}")
    return problem is None


class _Start:
    """Loads the assistant once the window is seen, and opens it once it is loaded."""

    def __init__(self, run: WindowRun, open_app: Callable[[type[StandAlone]], None]) -> None:
        self._run = run
        self._open_app = open_app
        self._opening: Opening | None = None
        self._ticks = 0
        self._is_over = False
        self._error: BaseException | None = None

    def tick(self) -> None:
        """Go a step further; an error closes the window."""
        if self._is_over:
            return
        try:
            self._is_over = self._has_opened()
        except BaseException as error:  # noqa: BLE001 - Qt would print it, and the window would stay dead
            self._is_over = True
            self._error = error
            self._run.window.close()

    def _has_opened(self) -> bool:
        if self._opening is None:
            self._ticks += 1
            # A window that nobody sees, on another desktop, opens its assistant all the same.
            if is_on_screen(self._run.window) or self._ticks > _MOST_TICKS_UNSEEN:
                self._opening = Opening()
            return False
        kind = self._opening.take()
        if kind is None:
            return False
        self._open_app(kind)
        return True

    def raise_error(self) -> None:
        """Raise what kept the assistant from being opened."""
        if self._error is not None:
            raise self._error


class WindowRun:
    """A window, and a stand-alone run behind it from `attach` on. All on the thread that made it."""

    def __init__(self, provider: Provider, *, saves: bool) -> None:
        """Build the window. With `saves` the changes of each turn are kept in the project."""
        self._app: StandAlone | None = None
        self._saves = saves
        self._events: queue.SimpleQueue[ConversationEvent] = queue.SimpleQueue()
        self._commands = EarlyMessages()
        self._unshown: deque[str] = deque()
        names = dict.fromkeys((provider.name, provider.model.display_name))
        self.window = AssistantWindow(
            self._commands, model_label=" · ".join(names), do_by_hand=self._do_by_hand
        )
        self._last_tick = time.monotonic()

    def attach(self, app: StandAlone) -> None:
        """Put the run behind the window: what was written meanwhile is sent, and its Blueprints are shown."""
        self._app = app
        app.subscribe(self._events.put)
        for problem in app.unreadable:
            self.window.post(Notice(problem))
        self._unshown.extend(app.list_blueprints())
        for text in self._commands.connect(app.commands):
            self.window.chat.submitted.emit(text)  # as if it were sent now: the window tells what refuses it

    def _do_by_hand(self) -> None:
        if self._app is not None:
            self._app.do_by_hand()

    def _show(self, app: StandAlone, path: str) -> None:
        """Show a Blueprint as it is; one that cannot be read must not keep the window from opening."""
        try:
            self.window.graphs.show_blueprint(app.read(path))
        except AssistantError as error:
            self.window.post(ErrorRaised(error.code, str(error)))

    def tick(self) -> None:
        """Tick the editor, then show what happened. A Blueprint of the project is shown in each."""
        now = time.monotonic()
        passed_s, self._last_tick = now - self._last_tick, now
        if self._app is None:
            return
        self._app.tick(passed_s)
        if self._unshown:
            self._show(self._app, self._unshown.popleft())
        for _ in range(_EVENTS_PER_TICK):
            try:
                event = self._events.get_nowait()
            except queue.Empty:
                return
            if isinstance(event, TurnFinished | RevertFinished):
                self._save(self._app)
            self.window.post(event)

    def finish(self) -> AssistantError | None:
        """Stop a turn that still runs and keep what it has done; the error when it could not be kept."""
        app = self._app
        if app is None:
            return None
        app.stop_turn()
        end = time.monotonic() + _STOP_WAIT_S
        while app.conversation.is_busy and time.monotonic() < end:
            app.tick(_TICK_S)
            time.sleep(_TICK_S)
        return self._save(app)

    def _save(self, app: StandAlone) -> AssistantError | None:
        """Keep what was changed, and say when that fails: the window would look as if all was well."""
        if not self._saves:
            return None
        try:
            saved = app.save()
        except AssistantError as error:
            self.window.post(ErrorRaised(error.code, str(error)))
            return error
        if saved:
            self.window.post(Notice(f"Saved {', '.join(saved)}."))
        return None
