"""A desk: the whole assistant on an editor with faults, and what must hold after a turn there."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.conversation.events import ErrorRaised, ToolFinished, TurnFinished
from blueprint_assistant.conversation.settings import ConversationSettings
from blueprint_assistant.graph.compare.facts import graph_facts
from blueprint_assistant.providers.offline import OfflineProvider
from end_to_end.test_command_line import assert_moves_forward_by_delta_seconds
from unreal_sandbox import FaultInjection, SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.host.assistant import Assistant

__all__ = [
    "CALM",
    "ENEMY",
    "Desk",
    "assert_done",
    "assert_project_is_whole",
    "assert_said_clearly",
    "assert_truth",
    "content",
]

DEADLINE_S = 60.0
"""More than any turn needs; one that reaches it hangs."""
CALM = FaultInjection()
ENEMY = "/Game/BP_Enemy"


@dataclass
class Desk:
    """An assistant on an editor with faults, ticked as the editor ticks."""

    sandbox: SandboxEditor
    hold: Callable[[], str] | None = None
    events: list[ConversationEvent] = field(default_factory=list)
    user_acts: list[Callable[[], object]] = field(default_factory=list)
    """What the user, or another plugin, does between all frames."""

    def __post_init__(self) -> None:
        unreal: Any = self.sandbox.install()
        from blueprint_assistant.host.assistant import Assistant  # noqa: PLC0415 - needs `unreal`

        self.assistant: Assistant = Assistant(
            OfflineProvider(pace_s=0), ConversationSettings(), hold=self.hold
        )
        self.assistant.conversation.subscribe(self.events.append)
        unreal.register_slate_post_tick_callback(self.assistant.tick)

    def run(self, sentence: str, *, after: int = 0, happens: Callable[[], None] | None = None) -> None:
        """One turn to its end; something `happens` once as many tool calls are over."""
        self.assistant.conversation.send(sentence)
        give_up_at = time.monotonic() + DEADLINE_S
        while self.assistant.conversation.is_busy:
            assert time.monotonic() < give_up_at, "The turn hangs."
            if happens is not None and len(self.results) >= after:
                happens()
                happens = None
            self.sandbox.tick()
            for act in self.user_acts:
                act()
            self.assistant.conversation.wait(0.001)
        # It is idle a moment before its last event, so that who reads that may go on at once.
        assert self.assistant.conversation.wait(DEADLINE_S)

    def close(self) -> None:
        """End it all. After a crash only what is no part of the editor can still be ended."""
        if self.sandbox.has_crashed:
            self.assistant.stop_working()
            assert self.assistant.conversation.wait(DEADLINE_S)
        else:
            self.assistant.stop()
        self.sandbox.shutdown()
        self.sandbox.uninstall()

    @property
    def results(self) -> list[ToolFinished]:
        return [event for event in self.events if isinstance(event, ToolFinished)]

    def read_all(self) -> dict[str, Blueprint]:
        """What is really there, read on a calm day."""
        self.sandbox.faults = CALM
        editor = self.assistant.editor
        return {path: editor.read_blueprint(path) for path in editor.list_blueprints()}


# --- what must hold ----------------------------------------------------------------------------


def content(blueprint: Blueprint) -> object:
    """What somebody who looks at a Blueprint sees of it."""
    graphs = {graph.name: graph_facts(graph) for graph in blueprint.graphs}
    members = tuple(replace(item, default="") for item in blueprint.variables)
    return blueprint.parent_class, graphs, members, blueprint.components


def assert_done(desk: Desk) -> None:
    finished = desk.events[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.reason == "end"
    assert [result.text for result in desk.results if not result.ok] == []
    there = desk.read_all()
    assert list(there) == [ENEMY]
    assert there[ENEMY].status == "up_to_date"
    assert [item.class_path for item in there[ENEMY].components] == ["/Script/Engine.StaticMeshComponent"]
    event_graph = there[ENEMY].find_graph("EventGraph")
    assert event_graph is not None
    assert_moves_forward_by_delta_seconds(event_graph)


def assert_truth(desk: Desk) -> None:
    """What was said is what is there: every change that was reported, and no other."""
    finished = desk.events[-1]
    assert isinstance(finished, TurnFinished)
    said: dict[str, Blueprint] = {}
    for result in desk.results:
        if result.has_changed and result.blueprint is not None:
            said[result.blueprint.path] = result.blueprint
    there = desk.read_all()
    assert there.keys() == said.keys()
    for path, blueprint in said.items():
        assert content(there[path]) == content(blueprint)
    if any(not result.ok for result in desk.results) or finished.reason != "end":
        assert_said_clearly(desk)
    assert desk.sandbox.violations == []


def assert_said_clearly(desk: Desk) -> None:
    """A failure has words for the model and for the user, and none of them is a traceback."""
    texts = [result.text for result in desk.results if not result.ok]
    texts += [event.text for event in desk.events if isinstance(event, ErrorRaised)]
    assert texts
    assert all(text.strip() and "Traceback" not in text for text in texts)


def assert_project_is_whole(desk: Desk, project: Path) -> None:
    """After a crash the folder opens again, and nobody was told that all went well."""
    desk.close()
    finished = desk.events[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.reason != "end" or not all(result.ok for result in desk.results)
    with SandboxEditor(project) as again:
        assert again.storage is not None
        assert again.storage.unreadable == {}
