"""One turn of the real conversation, on a sandbox project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.manager import ConversationManager
from sandbox_project import open_project

if TYPE_CHECKING:
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.providers.base import Provider

__all__ = ["run_turn"]


def run_turn(provider: Provider, *blueprints: str) -> list[ConversationEvent]:
    """One turn on a project with these Blueprints; all its events."""
    events: list[ConversationEvent] = []
    with open_project() as project:
        for path in blueprints:
            project.create(path)
        manager = ConversationManager(provider, ActionRegistry(), project.new_context())
        manager.subscribe(events.append)
        manager.send("go on")
        project.tick_until(manager.wait)
    return events
