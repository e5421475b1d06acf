from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.base import ActionContext
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.manager import ConversationManager
from blueprint_assistant.graph.catalog import default_catalog
from blueprint_assistant.graph.model import Blueprint, Graph
from scripted_provider import ScriptedProvider
from value_editor import ValueEditor

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.settings import ConversationSettings

DEADLINE_S = 20.0


@dataclass
class Talk:
    """A conversation with a scripted model, and everything that it told."""

    provider: ScriptedProvider
    editor: ValueEditor
    manager: ConversationManager
    events: list[ConversationEvent] = field(default_factory=list)

    def say(self, text: str) -> list[ConversationEvent]:
        """One whole turn; the events of that turn."""
        start = len(self.events)
        self.manager.send(text)
        assert self.manager.wait(DEADLINE_S)
        return self.events[start:]

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]


@pytest.fixture
def start_talk() -> Callable[..., Talk]:
    """Start a conversation: `start_talk(replies, settings=…, takes_tools=…)`."""

    def start(
        replies: list[Any], *, settings: ConversationSettings | None = None, takes_tools: bool = False
    ) -> Talk:
        catalog = default_catalog()
        door = Blueprint("/Game/BP_Door", "/Script/Engine.Actor", graphs=(Graph("EventGraph"),))
        editor = ValueEditor(catalog, door)
        provider = ScriptedProvider(replies, takes_tools=takes_tools)
        context = ActionContext(editor, catalog, NodeTracker())
        manager = ConversationManager(provider, ActionRegistry(), context, settings=settings)
        talk = Talk(provider, editor, manager)
        manager.subscribe(talk.events.append)
        return talk

    return start
