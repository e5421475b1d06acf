"""One request without a window: send it, tick the editor until the turn is over, write the results."""

from __future__ import annotations

import queue
import time
from contextlib import closing
from typing import TYPE_CHECKING

from blueprint_assistant.cli.event_file import EventFile
from blueprint_assistant.cli.output_files import write_output
from blueprint_assistant.cli.standalone import StandAlone
from blueprint_assistant.cli.steps import StepPrinter
from blueprint_assistant.conversation.events import (
    ErrorRaised,
    HandStepAsked,
    RevertFinished,
    RevertPlanned,
    TurnFinished,
)
from blueprint_assistant.errors import AssistantError, ConfigurationError
from blueprint_assistant.graph.kinds.node_factory import is_ghost, node_title
from blueprint_assistant.graph.t3d.graph_text import format_t3d, pasteable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from blueprint_assistant.cli.interruption import StopWish
    from blueprint_assistant.cli.run_options import RunOptions
    from blueprint_assistant.cli.terminal import Terminal
    from blueprint_assistant.conversation.events import ConversationEvent, TurnStopReason
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.providers.base import Provider

__all__ = ["run_prompt", "run_turn", "write_picture", "write_t3d"]

_TICK_S = 1 / 120
_STOP_WAIT_S = 10.0
"""How long a stopped turn may take to end. It needs milliseconds, and what it waits on may hang."""


def run_prompt(
    options: RunOptions, prompt: str, provider: Provider, terminal: Terminal, wish: StopWish
) -> bool:
    """Do a request and write what was asked for; whether all of it worked. Raises ConfigurationError."""
    with StandAlone(options.project, provider, options.settings.conversation()) as app:
        for problem in app.unreadable:
            terminal.complain(f"warning: {problem}")
        return _run_in(app, options, prompt, terminal, wish)


def _run_in(app: StandAlone, options: RunOptions, prompt: str, terminal: Terminal, wish: StopWish) -> bool:
    app.subscribe(StepPrinter(terminal))
    if options.events is None:
        reason = run_turn(app, prompt, wish)
        is_complete = True
    else:
        with closing(EventFile(options.events)) as events:
            app.subscribe(events)
            reason = run_turn(app, prompt, wish)
        is_complete = events.problem is None
        if events.problem is not None:
            terminal.complain(f"error ({events.problem.code}): {events.problem}")
    is_written = _write_results(app, options, terminal)
    if options.is_dry_run and app.changed:
        is_written = take_back(app, wish) and is_written
    return reason == "end" and is_complete and is_written


def _write_results(app: StandAlone, options: RunOptions, terminal: Terminal) -> bool:
    """Save and draw what the run changed, also after a turn that ended early; whether all of it worked.

    Each result is written whatever became of the others.
    """
    is_written = True
    for write in _results(app, options):
        try:
            terminal.say(f"  {write()}")
        except AssistantError as error:
            terminal.complain(f"error ({error.code}): {error}")
            is_written = False
    return is_written


def _results(app: StandAlone, options: RunOptions) -> Iterator[Callable[[], str]]:
    """What writes each result that was asked for, and tells about it."""
    if not app.changed:
        return
    newest = app.changed[-1]
    project, t3d, picture = options.project, options.t3d, options.picture
    if project is not None and not options.is_dry_run:
        yield lambda: f"saved {', '.join(app.save())} in {project}"
    if t3d is not None:
        yield lambda: write_t3d(newest, t3d)
    if picture is not None:
        yield lambda: f"drew  {write_picture(newest, picture)}"


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
