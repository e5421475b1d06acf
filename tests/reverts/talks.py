"""A conversation whose turns are taken back, for tests; `DOOR` is the artist's own Blueprint in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from blueprint_assistant.conversation.events import RevertFinished, RevertPlanned, ToolFinished
from blueprint_assistant.editor.plan.edit_plan import (
    AddCommentStep,
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    EditPlan,
    PinAt,
    SetPinDefaultStep,
)
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec
from blueprint_assistant.graph.model.blueprint import PinType

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.manager import ConversationManager
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from sandbox_project import SandboxProject
    from scripted_provider import ScriptedProvider

__all__ = ["DOOR", "GRAPH", "PRINT", "Talk", "build_door"]

DOOR, GRAPH = "/Game/BP_Door", "EventGraph"
PRINT = "/Script/Engine.KismetSystemLibrary:PrintString"


@dataclass
class Talk:
    """A conversation with a scripted model about a project, and everything that it told."""

    provider: ScriptedProvider
    project: SandboxProject
    manager: ConversationManager
    context: ActionContext
    events: list[ConversationEvent] = field(default_factory=list)

    def say(self, text: str) -> list[ConversationEvent]:
        """One whole turn, all of whose calls must work."""
        events = self._wait(lambda: self.manager.send(text))
        failed = [item.text for item in events if isinstance(item, ToolFinished) and not item.ok]
        assert failed == [], failed
        return events

    def plan(self, direction: Any = "undo") -> RevertPlanned:
        """What a revert would do."""
        (event,) = self._wait(lambda: self.manager.plan_revert(direction))
        assert isinstance(event, RevertPlanned), event
        return event

    def revert(self, direction: Any = "undo", *, despite_conflicts: bool = False) -> RevertFinished:
        """A revert that works."""
        events = self.try_revert(direction, despite_conflicts=despite_conflicts)
        (done,) = [item for item in events if isinstance(item, RevertFinished)]
        assert done.ok, events
        return done

    def try_revert(
        self, direction: Any = "undo", *, despite_conflicts: bool = False
    ) -> list[ConversationEvent]:
        """A revert, and all that is told of it."""
        return self._wait(lambda: self.manager.revert(direction, despite_conflicts=despite_conflicts))

    def _wait(self, start: Callable[[], None]) -> list[ConversationEvent]:
        first = len(self.events)
        start()
        self.project.tick_until(self.manager.wait)
        return self.events[first:]

    def graph(self, name: str = GRAPH, path: str = DOOR) -> Graph:
        found = self.project.blueprint(path).find_graph(name)
        assert found is not None
        return found

    def node(self, class_name: str, name: str = GRAPH, path: str = DOOR) -> str:
        """The name of the only node of a class."""
        (found,) = [item.name for item in self.graph(name, path).nodes if item.class_name == class_name]
        return found

    @property
    def door(self) -> Blueprint:
        return self.project.blueprint(DOOR)


def build_door(project: SandboxProject) -> None:
    """The artist's own Blueprint, saved: BeginPlay prints hello, in a comment box."""
    project.create(DOOR)
    project.editor.apply(
        EditPlan(
            DOOR,
            "The artist's own",
            (
                AddVariableStep("Health", PinType("real", "double"), "100"),
                AddComponentStep("Mesh", "/Script/Engine.StaticMeshComponent"),
                AddNodeStep(GRAPH, "begin", EventSpec("ReceiveBeginPlay")),
                AddNodeStep(GRAPH, "print", CallFunctionSpec(PRINT), 300),
                AddCommentStep(GRAPH, "box", "Greeting", -50, -50, 700, 300, (1.0, 0.0, 0.0, 1.0), 24),
                ConnectPinsStep(GRAPH, PinAt("begin", "then"), PinAt("print", "execute")),
                SetPinDefaultStep(GRAPH, PinAt("print", "InString"), "hello"),
                CompileBlueprintStep(),
            ),
        )
    )
    project.editor.save(DOOR)
