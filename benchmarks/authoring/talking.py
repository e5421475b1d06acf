"""Leads one turn on a sandbox project as a user would, and keeps what happened.

Outside uses talk, Limits and Talk. Nothing is judged here. The project is open and set up before,
and is looked at afterwards.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.events import (
    AssistantText,
    ContextUsage,
    ErrorRaised,
    Notice,
    ToolFinished,
    ToolStarted,
    TurnFinished,
)
from blueprint_assistant.conversation.manager import ConversationManager
from blueprint_assistant.conversation.settings import ConversationSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.settings import ToolMode
    from blueprint_assistant.providers.base import Message, Provider
    from sandbox_project import SandboxProject

__all__ = ["Limits", "MadeCall", "Talk", "talk"]

_FRAME_S = 0.002
_WRITING = "write_graph"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one turn may spend. After `attempts` programs the user presses Stop; 0 for no such end.

    With `until_written` the user presses Stop as soon as one is written, changes something and compiles.
    """

    attempts: int = 0
    until_written: bool = False
    requests: int = 40
    answer_tokens: int = 2000
    seconds: float = 900.0
    tool_mode: ToolMode = "auto"


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A tool call of the model, and its result."""

    tool: str
    parameters: Mapping[str, Any]
    ok: bool
    text: str
    has_changed: bool


@dataclass
class Talk:
    """A turn: its calls in order, what the model said, what it cost, and how it ended."""

    calls: list[MadeCall] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    end: str = ""
    messages: tuple[Message, ...] = ()

    @property
    def attempts(self) -> int:
        """How often a program was sent."""
        return sum(call.tool == _WRITING for call in self.calls)

    @property
    def failed(self) -> list[str]:
        """The calls that were refused, with what they said."""
        return [f"{call.tool}: {call.text}" for call in self.calls if not call.ok]

    @property
    def told(self) -> tuple[tuple[str, str], ...]:
        """Tools with the texts of their results."""
        return tuple((call.tool, call.text) for call in self.calls)


def talk(project: SandboxProject, provider: Provider, message: str, limits: Limits | None = None) -> Talk:
    """Send the message, wait for the end of the turn, and say what happened.

    The calling thread is the project's game thread. A turn longer than `limits.seconds` is stopped.
    """
    limits = limits or Limits()
    settings = ConversationSettings(
        max_iterations=limits.requests, max_tokens=limits.answer_tokens, tool_mode=limits.tool_mode
    )
    manager = ConversationManager(provider, ActionRegistry(), project.new_context(), settings=settings)
    listener = _Listener(manager, limits)
    manager.subscribe(listener.hear)
    started = time.monotonic()
    manager.send(message)
    while not manager.wait(_FRAME_S):
        if time.monotonic() - started > limits.seconds:
            manager.stop()
        project.sandbox.tick()
    listener.talk.seconds = time.monotonic() - started
    listener.talk.messages = manager.messages
    return listener.talk


class _Listener:
    """Writes a turn down as it happens, on its thread."""

    def __init__(self, manager: ConversationManager, limits: Limits) -> None:
        self.talk = Talk()
        self._manager = manager
        self._limits = limits
        self._started: dict[str, ToolStarted] = {}

    def hear(self, event: ConversationEvent) -> None:
        """Take one event."""
        talk = self.talk
        match event:
            case ToolStarted():
                self._started[event.call_id] = event
            case ToolFinished():
                self._finish(event)
            case ContextUsage():
                talk.requests += 1
                talk.input_tokens, talk.output_tokens = event.total_input_tokens, event.total_output_tokens
            case AssistantText(text):
                talk.said.append(text)
            case Notice(text) | ErrorRaised(_, text):
                talk.notices.append(text)
            case TurnFinished(reason):
                talk.end = reason
            case _:
                pass

    def _finish(self, event: ToolFinished) -> None:
        if event.was_stopped:
            return
        start = self._started.get(event.call_id)
        parameters = {} if start is None else start.parameters
        self.talk.calls.append(MadeCall(event.name, parameters, event.ok, event.text, event.has_changed))
        is_written = self._limits.until_written and event.name == _WRITING and event.ok and event.has_changed
        if is_written or (self._limits.attempts and self.talk.attempts >= self._limits.attempts):
            self._manager.stop()
