"""Kinds about the panel: ui_script on the real panel in the sandbox, render and render_stream."""

from __future__ import annotations

import os
import re
import socket
import tempfile
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded: there may be no display

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QApplication

from blueprint_assistant.conversation.events import AssistantText, TextDelta, TurnFinished, TurnStarted
from blueprint_assistant.ui.chat import rich_text
from cases.adapters.missing import NoProductPartError
from providers.wire import STREAM_HEAD, message_end, message_start, running_wire, sse, text_block, tool_block
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from PySide6.QtGui import QTextDocument

    from blueprint_assistant.host.panel import Panel
    from blueprint_assistant.ui.window import AssistantWindow
    from providers.wire import Wire

__all__ = ["ADAPTERS"]

_ROOT = Path(__file__).resolve().parents[3]
_WIDTH = 400.0
_MOST_TICKS = 30_000


class _PaintCounter(QObject):
    """Counts how often a widget is drawn."""

    count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.count += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


class _Desk:
    """A person at an editor with the panel: carries out the steps of a script, and remembers."""

    def __init__(self, sandbox: SandboxEditor, wire: Wire, threads: dict[str, set[str]]) -> None:
        from blueprint_assistant.host import bootstrap  # noqa: PLC0415 - imports `unreal`

        self.sandbox = sandbox
        self.wire = wire
        self.threads = threads
        self.bootstrap = bootstrap
        self.sent: list[str] = []
        self.checks: list[dict[str, Any]] = []
        self.streamed = ""
        self.paints = _PaintCounter()
        self.most_ticks_registered = 0
        self._scrolled_to = 0
        bootstrap.start(str(_ROOT))
        self.tick()

    # --- what there is -------------------------------------------------------------------

    @property
    def panel(self) -> Panel:
        panel: Panel = self.bootstrap._session._plugin._panel
        return panel

    @property
    def window(self) -> AssistantWindow:
        return self.panel._window

    def tick(self, count: int = 1) -> None:
        for _ in range(count):
            self.sandbox.tick()
            registered = len(self.sandbox.ticks.callbacks["post"])
            self.most_ticks_registered = max(self.most_ticks_registered, registered)

    def _idle(self, is_done: Callable[[], bool] = lambda: True) -> None:
        """Tick until the panel has shown what is there, and what was asked for is done."""
        for _ in range(_MOST_TICKS):
            self.tick()
            if self.panel._events.empty() and is_done():
                break
            threading.Event().wait(0.002)
        self.tick(3)

    # --- steps ---------------------------------------------------------------------------

    def open_panel(self) -> None:
        self.sandbox.click("LevelEditor.MainMenu.Tools", "BlueprintAIAssistant.OpenPanel")
        self.tick()
        self.window.chat.submitted.connect(self.sent.append)
        self.window.chat.view.viewport().installEventFilter(self.paints)

    def close_panel(self) -> None:
        self.window.close()
        self.tick()

    def ticks(self, count: str) -> None:
        self.tick(int(count))

    def use_model_reply(self) -> None:
        call = {"blueprint": "/Game/BP_Door", "variable_name": "Speed", "variable_type": "float"}
        text = str(call).replace("'", '"')
        self.wire.answers[:] = [
            [STREAM_HEAD + sse(message_start(), *tool_block("a", "add_variable", text, index=0),
                               *message_end("tool_use"))],
            [STREAM_HEAD + sse(message_start(), *text_block("Done."), *message_end("end_turn"))],
        ]  # fmt: skip

    def send_message(self) -> None:
        if self.bootstrap._session._plugin is None:
            self.open_panel()
        self.window.chat.composer.set_text("Add the variable.")
        self.window.chat.composer.submit()

    def run_until_idle(self) -> None:
        self._idle(lambda: self.panel._assistant.conversation.wait(0))

    def stream(self, count: str, text: str) -> None:
        """As a model's answer arrives: deltas through the panel's own queue, in a running turn."""
        text = text.replace("\\n", "\n")
        events = self.panel._events
        if not self.window.chat.is_busy:
            events.put(TurnStarted("go on"))
        for _ in range(int(count)):
            events.put(TextDelta(text))
        self.streamed = text * int(count)
        events.put(AssistantText(self.streamed))
        self._idle()

    def fill_history(self, count: str) -> None:
        """Lines of an earlier turn, then a turn that is still running."""
        events = self.panel._events
        events.put(TurnStarted("before"))
        for number in range(int(count)):
            events.put(AssistantText(f"line {number}"))
        events.put(TurnFinished("end"))
        events.put(TurnStarted("go on"))
        self._idle()

    def scroll_to(self, place: str) -> None:
        bar = self.window.chat.view.verticalScrollBar()
        bar.setValue(bar.minimum() if place == "top" else bar.maximum())
        self.tick(3)
        self._scrolled_to = bar.value()

    def check(self) -> None:
        bar = self.window.chat.view.verticalScrollBar()
        place = "bottom" if bar.value() == bar.maximum() else "elsewhere"
        self.checks.append({"scroll": "unchanged" if bar.value() == self._scrolled_to else place})

    def ime(self, preedit: str, committed: str) -> None:
        event = QInputMethodEvent(preedit, [])
        event.setCommitString(committed)
        QApplication.sendEvent(self.window.chat.composer.box, event)

    def press_enter(self) -> None:
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            key = QKeyEvent(kind, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r")
            QApplication.sendEvent(self.window.chat.composer.box, key)

    def seen(self) -> dict[str, Any]:
        """The state at the end."""
        plugin = self.bootstrap._session._plugin
        rows = self.window.chat.transcript if plugin is not None and plugin._panel is not None else None
        texts = [rows.row(number) for number in range(rows.rowCount())] if rows is not None else []
        errors = [line for line in self.sandbox.log if line.severity == "Error"]
        return {
            "tick_callbacks_registered": self.most_ticks_registered,
            "errors": len(errors) + len(self.sandbox.violations),
            "qapplications": int(QApplication.instance() is not None),
            "windows_visible": sum(
                item.isVisible() and item.objectName() == "window" for item in QApplication.topLevelWidgets()
            ),
            "unreal_calls_threads": sorted(self.threads["unreal"]),
            "network_threads": sorted(self.threads["network"]),
            "tool_executed": sum(row.kind == "tool" for row in texts),
            "messages_sent": self.sent,
            "renders": self.paints.count,
            "final_text_equals_stream": any(row.text.strip() == self.streamed.strip() for row in texts),
            "checks": self.checks,
        }


_STEPS: tuple[tuple[str, Callable[..., None]], ...] = (
    (
        r"fake_unreal_with_tick_callbacks|fake_unreal_recording_thread_ids|create_qapplication_first",
        lambda _: None,
    ),
    (r"open_panel", _Desk.open_panel),
    (r"close_panel", _Desk.close_panel),
    (r"tick x(\d+)", _Desk.ticks),
    (r"fake_model_reply:one tool call add_variable", _Desk.use_model_reply),
    (r"send_message", _Desk.send_message),
    (r"run_until_idle", _Desk.run_until_idle),
    (r"stream_deltas:(\d+) x '(.*)'", _Desk.stream),
    (r"fill_history:(\d+) lines", _Desk.fill_history),
    (r"scroll_to:(top|bottom)", _Desk.scroll_to),
    (r"check", _Desk.check),
    (r"ime_preedit:(.*)", lambda desk, text: desk.ime(text, "")),
    (r"ime_commit:(.*)", lambda desk, text: desk.ime("", text)),
    (r"key:Enter(?:_consumed_by_ime)?", _Desk.press_enter),
)


def ui_script(case: Mapping[str, Any]) -> dict[str, Any]:
    script = case["script"]
    if "create_qapplication_first" in script:
        _app()
    with _desk() as desk:
        for text in script:
            _step(desk, text)
        return desk.seen()


def _step(desk: _Desk, text: str) -> None:
    for pattern, act in _STEPS:
        found = re.fullmatch(pattern, text, re.DOTALL)
        if found:
            act(desk, *found.groups())
            return
    raise NoProductPartError(f"the step '{text}'")


def _app() -> QApplication:
    app = QApplication.instance() or QApplication(["cases"])
    assert isinstance(app, QApplication)
    return app


@contextmanager
def _desk() -> Iterator[_Desk]:
    """An editor with the plugin, a service on a loopback port, and a record of which thread did what."""
    threads: dict[str, set[str]] = {"unreal": set(), "network": set()}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        wire = stack.enter_context(running_wire())
        stack.enter_context(_environment(folder, wire.url))
        stack.enter_context(_recorded(threads))
        sandbox = stack.enter_context(SandboxEditor(folder / "Project"))
        _make_door()
        yield _Desk(sandbox, wire, threads)


@contextmanager
def _environment(folder: Path, url: str) -> Iterator[None]:
    """The settings that a user would set for a service of their own."""
    ours = {
        "BLUEPRINT_AI_PROVIDER": "claude",
        "BLUEPRINT_AI_CLAUDE_BASE_URL": url,
        "BLUEPRINT_AI_MAX_RETRIES": "0",
        "ANTHROPIC_API_KEY": "sk-ant-test-cases",
        "XDG_CONFIG_HOME": str(folder),
    }
    before = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _recorded(threads: dict[str, set[str]]) -> Iterator[None]:
    """Note the threads of every call of `unreal` and of every connection. The main thread is `main`."""

    def name() -> str:
        current = threading.current_thread()
        return "main" if current is threading.main_thread() else current.name

    check, connect = SandboxEditor.check_game_thread, socket.socket.connect

    def noted_check(self: SandboxEditor, *arguments: Any) -> Any:
        threads["unreal"].add(name())
        return check(self, *arguments)

    def noted_connect(self: socket.socket, *arguments: Any) -> Any:
        threads["network"].add(name())
        return connect(self, *arguments)

    SandboxEditor.check_game_thread = noted_check  # type: ignore[method-assign]
    socket.socket.connect = noted_connect  # type: ignore[method-assign]
    try:
        yield
    finally:
        SandboxEditor.check_game_thread = check  # type: ignore[method-assign]
        socket.socket.connect = connect  # type: ignore[method-assign]


def _make_door() -> None:
    from blueprint_assistant.editor.plan.edit_plan import CreateBlueprintStep, EditPlan  # noqa: PLC0415
    from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor  # noqa: PLC0415
    from blueprint_assistant.graph.catalog.engine_catalog import default_catalog  # noqa: PLC0415

    plan = EditPlan("/Game/BP_Door", "set up", (CreateBlueprintStep("/Script/Engine.Actor"),))
    UnrealEditor(default_catalog()).apply(plan)


# --- rendering ---------------------------------------------------------------------------------


def render(case: Mapping[str, Any]) -> dict[str, Any]:
    _app()
    shown = []
    is_code = False
    for message in case["messages"]:
        if message["role"] == "assistant":
            document = rich_text.markdown_document(message["content"], _WIDTH)
            is_code = is_code or _has_code(document, message["content"])
        else:
            document = rich_text.plain_document(message["content"], _WIDTH)
        shown.append(document.toPlainText())
    return {"visible": "\n".join(shown), "assistant_not_in_code_block": not is_code}


def render_stream(case: Mapping[str, Any]) -> dict[str, Any]:
    _app()
    text, after = "", {}
    for number, chunk in enumerate(case["chunks"], 1):
        text += chunk
        document = rich_text.markdown_document(text, _WIDTH)
        after[str(number)] = {
            "visible": document.toPlainText(),
            "code_block_open": rich_text._is_code(document.lastBlock()),
        }
    whole = rich_text.markdown_document("".join(case["chunks"]), _WIDTH).toPlainText()
    return {
        "after_chunk": after,
        "ever_visible": "\n".join(str(state["visible"]) for state in after.values()),
        "final_equals_full_render": after[str(len(after))]["visible"] == whole,
    }


def _has_code(document: QTextDocument, text: str) -> bool:
    """Whether any of a text's lines is shown as code."""
    block = document.begin()
    while block.isValid():
        if block.text() and block.text() in text and rich_text._is_code(block):
            return True
        block = block.next()
    return False


ADAPTERS = {"ui_script": ui_script, "render": render, "render_stream": render_stream}
