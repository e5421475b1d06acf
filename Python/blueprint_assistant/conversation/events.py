"""Everything that a conversation does, as frozen events. UI, CLI and log only subscribe.

`TextDelta` is the provider's own event, passed on without the markup of tool calls in it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from blueprint_assistant.providers.base import TextDelta

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.actions.manual_steps import ManualStep, ManualStepAnswer
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = [
    "AssistantText",
    "ContextUsage",
    "ConversationEvent",
    "ErrorRaised",
    "HandStepAsked",
    "HandStepEnded",
    "Notice",
    "ReversibleTurns",
    "RevertFinished",
    "RevertPlanned",
    "TextDelta",
    "ToolFinished",
    "ToolStarted",
    "TurnFinished",
    "TurnOffer",
    "TurnStarted",
    "TurnStopReason",
]

TurnStopReason = Literal["end", "refusal", "stopped", "limit", "error"]


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """The user sent a message and the loop begins."""

    text: str


@dataclass(frozen=True, slots=True)
class AssistantText:
    """One whole visible message of the assistant, equal to the deltas since the last one."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolStarted:
    """A tool call begins."""

    call_id: str
    name: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class HandStepAsked:
    """A tool waits for what only the user's hands can do. Comes again when the words change."""

    step: ManualStep


@dataclass(frozen=True, slots=True)
class HandStepEnded:
    """The wait is over: done, skipped, stopped or timed out."""

    answer: ManualStepAnswer


@dataclass(frozen=True, slots=True)
class ToolFinished:
    """A tool call ended. `blueprint` is the Blueprint after it, for the picture, when it has one.

    `has_changed` is false for a look and for what was so already. `was_stopped` is true for a
    call that Stop kept from being done: it is no failure.
    """

    call_id: str
    name: str
    ok: bool
    text: str
    elapsed_s: float
    blueprint: Blueprint | None = field(default=None, repr=False)
    has_changed: bool = False
    was_stopped: bool = False


@dataclass(frozen=True, slots=True)
class ContextUsage:
    """Tokens of the last request and of the conversation, and the model's window."""

    input_tokens: int
    output_tokens: int
    total_input_tokens: int
    total_output_tokens: int
    context_window: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know that is not an error."""

    text: str


@dataclass(frozen=True, slots=True)
class ErrorRaised:
    """The turn cannot go on: what failed and what to do."""

    code: str
    text: str


@dataclass(frozen=True, slots=True)
class TurnOffer:
    """A turn that changed Blueprints, by its number, the user's words in short, and their paths."""

    turn: int
    text: str
    blueprints: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReversibleTurns:
    """Which turn can be taken back now, and which one that was taken back can be done again."""

    undo: TurnOffer | None = None
    redo: TurnOffer | None = None


@dataclass(frozen=True, slots=True)
class RevertPlanned:
    """What taking a turn back, or doing it again, would do; nothing was touched yet.

    With conflicts it leaves the Blueprints where the artist changed the same things.
    """

    direction: Literal["undo", "redo"]
    turn: TurnOffer
    text: str
    can_run: bool
    has_conflicts: bool = False


@dataclass(frozen=True, slots=True)
class RevertFinished:
    """A turn was taken back, or done again: what is so now. `blueprints` as read, `gone` were deleted.

    Without `ok` nothing was changed, and an `ErrorRaised` before it has said why.
    """

    direction: Literal["undo", "redo"]
    turn: TurnOffer
    ok: bool
    text: str = ""
    blueprints: tuple[Blueprint, ...] = field(default=(), repr=False)
    gone: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnFinished:
    """The turn is over; always the last event of a turn."""

    reason: TurnStopReason


ConversationEvent = (
    TurnStarted
    | TextDelta
    | AssistantText
    | ToolStarted
    | HandStepAsked
    | HandStepEnded
    | ToolFinished
    | ContextUsage
    | Notice
    | ErrorRaised
    | ReversibleTurns
    | RevertPlanned
    | RevertFinished
    | TurnFinished
)
