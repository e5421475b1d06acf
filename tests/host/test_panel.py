"""The panel on a sandbox editor, with a service on a loopback port: all the real parts together."""

import importlib
import logging
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from providers.wire import (
    STREAM_HEAD,
    Wire,
    answer,
    error_body,
    message_end,
    message_start,
    running_wire,
    sse,
    text_block,
    tool_block,
)
from unreal_sandbox import SandboxEditor

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 60.0
"""Nothing takes so long, however busy the machine is: what does hangs."""
CREATE = '{"name": "BP_Door", "parent_class": "Actor"}'


@pytest.fixture
def wire() -> Iterator[Wire]:
    with running_wire() as server:
        yield server


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[SandboxEditor]:
    with SandboxEditor(tmp_path / "Project") as sandbox:
        yield sandbox


@pytest.fixture
def threads_before() -> set[threading.Thread]:
    """What other tests may have left to end by itself: a request in its last pause."""
    return set(threading.enumerate())


@pytest.fixture
def panel(
    editor: SandboxEditor,
    wire: Wire,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Any]:
    """A panel whose project says where the service is. `qtbot` made the application before it."""
    assert qtbot is not None
    assert editor.project_dir == tmp_path / "Project"
    for variable in ("BLUEPRINT_AI_PROVIDER", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-test-0123456789")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    config = tmp_path / "Project" / "Config"
    config.mkdir(parents=True, exist_ok=True)
    (config / "DefaultBlueprintAIAssistant.ini").write_text(
        f"[BlueprintAIAssistant]\nProvider=claude\nClaudeBaseUrl={wire.url}\nMaxRetries=0\n", encoding="utf-8"
    )
    importlib.import_module("anthropic")  # seconds on a busy machine, and at the first request
    built = importlib.import_module("blueprint_assistant.host.panel").Panel(ROOT)
    yield built
    built.stop()


def tick_until(editor: SandboxEditor, panel: Any, is_done: Callable[[], bool]) -> None:
    end = time.monotonic() + DEADLINE_S
    while not is_done():
        assert time.monotonic() < end, f"This did not happen within {DEADLINE_S:.0f} seconds."
        editor.tick()
        panel.tick(1 / 60)
        threading.Event().wait(0.002)


def shown(panel: Any) -> str:
    text: str = panel._window.chat.transcript.plain_text()
    return text


def test_a_turn_goes_from_the_window_to_the_editor_and_back(
    editor: SandboxEditor, panel: Any, wire: Wire
) -> None:
    wire.answers[:] = [
        [STREAM_HEAD + sse(message_start(), *tool_block("a", "create_blueprint", CREATE, index=0),
                           *message_end("tool_use"))],
        [STREAM_HEAD + sse(message_start(), *text_block("BP_Door is there."), *message_end("end_turn"))],
    ]  # fmt: skip
    panel.show()
    panel._window.chat.composer.set_text("Make a door.")
    panel._window.chat.composer.submit()
    tick_until(editor, panel, lambda: "BP_Door is there." in shown(panel) and not panel._window.chat.is_busy)
    assert "/Game/BP_Door" in [asset.path for asset in editor.blueprints.values()]
    assert "create_blueprint" in shown(panel)
    assert editor.violations == []
    sent = wire.requests[-1][1]["messages"][-1]["content"]
    assert [block["type"] for block in sent] == ["tool_result"]


def test_an_error_of_the_service_is_a_row_and_never_shows_the_key(
    editor: SandboxEditor, panel: Any, wire: Wire, tmp_path: Path
) -> None:
    said = error_body("authentication_error", "invalid x-api-key sk-ant-test-0123456789")
    wire.answers[:] = [answer("401 Unauthorized", said)]
    panel._window.chat.composer.set_text("Make a door.")
    panel._window.chat.composer.submit()
    tick_until(
        editor,
        panel,
        lambda: bool(wire.requests) and not panel._window.chat.is_busy and "401" in shown(panel),
    )
    transcript = shown(panel)
    panel.stop()
    log = (tmp_path / "Project" / "Saved" / "Logs" / "BlueprintAIAssistant.log").read_text(encoding="utf-8")
    for text in (transcript, log, shown_text(editor)):
        assert "sk-ant-test" not in text


def shown_text(editor: SandboxEditor) -> str:
    return "\n".join(line.text for line in editor.log)


def test_stop_ends_the_turn_while_the_service_is_silent(
    editor: SandboxEditor, panel: Any, wire: Wire
) -> None:
    wire.answers[:] = [[STREAM_HEAD + sse(message_start(), *text_block("Let me")[:2]), 2 * DEADLINE_S]]
    panel._window.chat.composer.set_text("Make a door.")
    panel._window.chat.composer.submit()
    tick_until(editor, panel, lambda: "Let me" in shown(panel))
    panel._window.chat.composer.stop_button.click()
    tick_until(editor, panel, lambda: not panel._window.chat.is_busy)
    assert wire.hung_up.wait(DEADLINE_S)
    assert "Stopped." in shown(panel)


def test_warnings_of_any_thread_reach_the_editors_log_from_the_game_thread(
    editor: SandboxEditor, panel: Any
) -> None:
    log = logging.getLogger("blueprint_assistant.tests")
    worker = threading.Thread(target=log.warning, args=("coped with %s", "sk-ant-test-0123456789"))
    worker.start()
    worker.join()
    tick_until(editor, panel, lambda: "coped with [hidden]" in shown_text(editor))
    (line,) = [line for line in editor.log if "coped" in line.text]
    assert line.severity == "Warning"
    assert editor.violations == []


def test_a_tick_inside_a_tick_only_reaches_the_queue(editor: SandboxEditor, panel: Any) -> None:
    queue = panel._assistant.game_thread
    nested: list[int] = []

    def job() -> None:
        before = queue.health.nested_ticks
        panel.tick(0.0)  # as a progress dialog makes the editor do
        nested.append(queue.health.nested_ticks - before)

    worker = threading.Thread(target=lambda: queue.run("nest", "read", job, timeout_s=DEADLINE_S))
    worker.start()
    tick_until(editor, panel, lambda: bool(nested))
    worker.join(DEADLINE_S)
    assert nested == [1]


def test_after_stop_nothing_of_it_runs_on(
    threads_before: set[threading.Thread], editor: SandboxEditor, panel: Any
) -> None:
    panel.stop_working()
    panel.stop()
    panel.stop()
    names = [thread.name for thread in set(threading.enumerate()) - threads_before]
    assert [name for name in names if name.startswith("blueprint-assistant")] == []
    assert editor.violations == []


def test_clear_begins_a_new_conversation(editor: SandboxEditor, panel: Any, wire: Wire) -> None:
    wire.answers[:] = [
        [STREAM_HEAD + sse(message_start(), *text_block("Hello."), *message_end("end_turn"))],
    ]
    for text in ("first", "second"):
        panel._window.chat.composer.set_text(text)
        panel._window.chat.composer.submit()
        tick_until(editor, panel, lambda: "Hello." in shown(panel) and not panel._window.chat.is_busy)
        panel._window.chat.clear_requested.emit()
        assert shown(panel) == ""
    said = [message["content"][0]["text"] for message in wire.requests[-1][1]["messages"]]
    assert said == ["second"]
