from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.manager import ConversationManager
from reverts.talks import Talk, build_door
from sandbox_project import open_project
from scripted_provider import ScriptedProvider

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sandbox_project import SandboxProject


@pytest.fixture
def project() -> Iterator[SandboxProject]:
    """A project with the artist's own /Game/BP_Door, saved: BeginPlay prints hello, and a comment box."""
    with open_project() as opened:
        build_door(opened)
        yield opened


@pytest.fixture
def start_talk(project: SandboxProject) -> Callable[..., Talk]:
    """Start a conversation: `start_talk(replies)`."""

    def start(replies: list[Any]) -> Talk:
        provider = ScriptedProvider(replies)
        context = project.new_context()
        manager = ConversationManager(provider, ActionRegistry(), context, reverter=project.reverter)
        talk = Talk(provider, project, manager, context)
        manager.subscribe(talk.events.append)
        return talk

    return start
