"""One request without a window: send it, tick the editor until the turn is over, write the results."""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.events import TurnFinished
from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.graph.t3d import format_t3d

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.cli.standalone import StandAlone
    from blueprint_assistant.conversation.events import ConversationEvent, TurnStopReason
    from blueprint_assistant.graph.model import Blueprint, Graph

__all__ = ["check_writable", "run_turn", "write_picture", "write_t3d"]

_TICK_S = 1 / 120


def run_turn(app: StandAlone, prompt: str) -> TurnStopReason:
    """Run one turn to its end and return how it ended. Ctrl+C stops the agent."""
    events: queue.SimpleQueue[ConversationEvent] = queue.SimpleQueue()
    app.subscribe(events.put)
    app.conversation.send(prompt)
    last = time.monotonic()
    while True:
        try:
            now = time.monotonic()
            app.tick(now - last)
            last = now
            event = events.get(timeout=_TICK_S)
        except queue.Empty:
            continue
        except KeyboardInterrupt:
            app.stop_turn()
            continue
        if isinstance(event, TurnFinished):
            return event.reason


def check_writable(*files: Path | None) -> None:
    """Raise ConfigurationError for an output file whose folder is missing or not writable."""
    for file in files:
        if file is None:
            continue
        folder = file.absolute().parent
        if not folder.is_dir():
            raise ConfigurationError(f"There is no folder '{folder}' for '{file.name}'.", "Create it first.")
        if file.is_dir():
            raise ConfigurationError(f"'{file}' is a folder.", "Name a file.")


def write_t3d(blueprint: Blueprint, file: Path) -> str:
    """Write the event graph as clipboard text; returns a sentence about it."""
    graph = _main_graph(blueprint)
    _write(file, format_t3d(graph, owner_path=blueprint.path).encode())
    return f"{file}: {len(graph.nodes)} nodes of {blueprint.path}:{graph.name} as T3D text"


def write_picture(blueprint: Blueprint, file: Path) -> str:
    """Draw the event graph into a PNG; returns a sentence about it."""
    # Qt is slow to import and a run without a picture does not need it.
    from blueprint_assistant.host.qt import ensure_headless_app  # noqa: PLC0415
    from blueprint_assistant.ui.picture import render_graph  # noqa: PLC0415

    app = ensure_headless_app()
    graph = _main_graph(blueprint)
    picture = render_graph(graph, file)
    del app
    return f"{file}: {picture.width} x {picture.height} pixels of {blueprint.path}:{graph.name}"


def _main_graph(blueprint: Blueprint) -> Graph:
    """The event graph, or the first graph of a Blueprint without one."""
    graph = blueprint.find_graph("EventGraph") or next(iter(blueprint.graphs), None)
    if graph is None:
        raise ConfigurationError(f"{blueprint.path} has no graph to write.", "Leave out --t3d and --picture.")
    return graph


def _write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise ConfigurationError(f"'{file}' cannot be written: {error.strerror or error}.") from error
