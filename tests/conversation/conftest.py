from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.manager import ConversationManager
from sandbox_project import SandboxProject, open_project
from scripted_provider import ScriptedProvider

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.settings import ConversationSettings
    from blueprint_assistant.graph.model.blueprint import Blueprint

DOOR = "/Game/BP_Door"


@dataclass
class Talk:
    """A conversation with a scripted model, and everything that it told."""

    provider: ScriptedProvider
    project: SandboxProject
    manager: ConversationManager
    events: list[ConversationEvent] = field(default_factory=list)

    def say(self, text: str) -> list[ConversationEvent]:
        """One whole turn; the events of that turn."""
        start = len(self.events)
        self.manager.send(text)
        self.project.tick_until(self.manager.wait)
        return self.events[start:]

    @property
    def door(self) -> Blueprint:
        return self.project.blueprint(DOOR)


@pytest.fixture
def project() -> Iterator[SandboxProject]:
    """A project with one empty Actor Blueprint, /Game/BP_Door."""
    with open_project() as opened:
        opened.create(DOOR)
        yield opened


@pytest.fixture
def start_talk(project: SandboxProject) -> Callable[..., Talk]:
    """Start a conversation: `start_talk(replies, settings=…, takes_tools=…)`."""

    def start(
        replies: list[Any], *, settings: ConversationSettings | None = None, takes_tools: bool = False
    ) -> Talk:
        provider = ScriptedProvider(replies, takes_tools=takes_tools)
        manager = ConversationManager(provider, ActionRegistry(), project.new_context(), settings=settings)
        talk = Talk(provider, project, manager)
        manager.subscribe(talk.events.append)
        return talk

    return start
