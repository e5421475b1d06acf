"""One request without a window: send it, tick the editor until the turn is over, write the results."""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING

from blueprint_assistant.cli.output_files import write_output
from blueprint_assistant.conversation.events import (
    ErrorRaised,
    HandStepAsked,
    RevertFinished,
    RevertPlanned,
    TurnFinished,
)
from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.graph.kinds.node_factory import is_ghost, node_title
from blueprint_assistant.graph.t3d.graph_text import format_t3d, pasteable

if TYPE_CHECKING:
    from pathlib import Path

    from blueprint_assistant.cli.interruption import StopWish
    from blueprint_assistant.cli.standalone import StandAlone
    from blueprint_assistant.conversation.events import ConversationEvent, TurnStopReason
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

__all__ = ["run_turn", "write_picture", "write_t3d"]

_TICK_S = 1 / 120
_STOP_WAIT_S = 10.0
"""How long a stopped turn may take to end. It needs milliseconds, and what it waits on may hang."""


def run_turn(app: StandAlone, prompt: str, wish: StopWish) -> TurnStopReason:
    """Run one turn to its end and return how it ended. A stop wish ends it after the running step."""
    # Not a SimpleQueue: in CPython 3.11 a signal at the end of its timeout makes it wait for ever.
    events: queue.Queue[ConversationEvent] = queue.Queue()
    app.subscribe(events.put)
    app.conversation.send(prompt)
    last = time.monotonic()
    give_up_at = float("inf")
    while last < give_up_at:
        if wish.is_made and give_up_at == float("inf"):
            app.stop_turn()
            give_up_at = last + _STOP_WAIT_S
        now = time.monotonic()
        app.tick(now - last)
        last = now
        try:
            event = events.get(timeout=_TICK_S)
        except queue.Empty:
            continue
        if isinstance(event, HandStepAsked):
            app.do_by_hand()
        if isinstance(event, TurnFinished):
            return event.reason
    return "stopped"


def take_back(app: StandAlone, wish: StopWish) -> bool:
    """Take back what the turn changed, after telling what will be done; whether nothing of it is left."""
    events: queue.Queue[ConversationEvent] = queue.Queue()
    app.subscribe(events.put)
    app.conversation.plan_revert()
    planned = _next_of(app, events, RevertPlanned, wish)
    if not isinstance(planned, RevertPlanned):
        return False
    app.conversation.revert()
    done = _next_of(app, events, RevertFinished, wish)
    return isinstance(done, RevertFinished) and done.ok


def _next_of(
    app: StandAlone,
    events: queue.Queue[ConversationEvent],
    kind: type[ConversationEvent],
    wish: StopWish,
) -> ConversationEvent | None:
    """Tick until there is an event of a kind, or an error; None when a stop wish is made before that."""
    while not wish.is_made:
        app.tick(_TICK_S)
        try:
            event = events.get(timeout=_TICK_S)
        except queue.Empty:
            continue
        if isinstance(event, kind | ErrorRaised):
            return event
    return None


def write_t3d(blueprint: Blueprint, file: Path) -> str:
    """Write what of the event graph can be pasted, for Ctrl+V; returns a sentence about it.

    Where nothing can be pasted there is no text, and no file.
    """
    graph = _main_graph(blueprint)
    found = pasteable(graph, blueprint.generated_class)
    left_out = [node_title(node).title for node in found.left_out if not is_ghost(node)]
    rest = f"; to be added by hand: {', '.join(left_out)}" if left_out else ""
    where = f"{blueprint.path}:{graph.name}"
    if not found.graph.nodes:
        return f"did not write {file}: nothing in {where} can be pasted{rest}"
    write_output(file, format_t3d(found.graph).encode())
    return f"wrote {file}: {len(found.graph.nodes)} nodes of {where} as T3D text{rest}"


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
