"""An Anthropic event stream as our events. Outside uses `AnswerReader`.

Pure: takes the decoded JSON of each server-sent event. Tool calls come out at the end only,
when the service has said that its answer is complete, so that a cut call is never run.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.providers.answer_text import AnswerText, has_half_character
from blueprint_assistant.providers.base import (
    IncompleteStreamError,
    ProviderEvent,
    Stop,
    StopReason,
    TextDelta,
    ToolCall,
    Usage,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["AnswerReader"]

_STOP_REASONS: dict[str, StopReason] = {
    "end_turn": "end",
    "stop_sequence": "end",
    "tool_use": "tool_calls",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
    "refusal": "refusal",
    "pause_turn": "pause",
}
_EXCERPT = 80
_LONGEST_NAME = 128
"""Of a tool: the service itself takes no longer one."""
_LONGEST_ANSWER = 20_000_000
"""Characters. A service that goes on for ever must not fill the memory."""
_MAX_DEPTH = 100


@dataclass
class _CallBlock:
    id: str
    name: str
    given: Any
    fragments: list[str] = field(default_factory=list)


class AnswerReader:
    """Reads the events of one answer. Not safe to share between threads."""

    def __init__(self, secret: str = "") -> None:
        """Start before the first event. `secret` is the key: a service that repeats it is not passed on."""
        self._plain = AnswerText(secret)
        self._calls: dict[str, _CallBlock] = {}
        self._usage: dict[str, int] = {}
        self._stop_reason = ""
        self._is_complete = False
        self._chars = 0
        self.has_started = False

    def feed(self, event: Mapping[str, Any]) -> TextDelta | None:
        """Take one event in; the text that it adds. Unknown kinds of event are skipped.

        Raises IncompleteStreamError when the answer is longer than any model's.
        """
        self.has_started = self.has_started or event.get("type") == "message_start"
        match event.get("type"):
            case "message_start":
                self._count(_mapping(event.get("message")).get("usage"))
            case "content_block_start":
                return self._start_block(str(event.get("index")), _mapping(event.get("content_block")))
            case "content_block_stop":
                return _delta(self._plain.release())
            case "content_block_delta":
                return self._add(str(event.get("index")), _mapping(event.get("delta")))
            case "message_delta":
                self._count(event.get("usage"))
                self._stop_reason = _mapping(event.get("delta")).get("stop_reason") or self._stop_reason
            case "message_stop":
                self._is_complete = True
            case _:
                pass
        return None

    def finish(self) -> tuple[ProviderEvent, ...]:
        """The calls, the usage and the stop, once the stream has ended.

        Raises IncompleteStreamError when the service never said that the answer is complete.
        """
        if not self._is_complete and not self._stop_reason:
            raise IncompleteStreamError(
                "The answer stopped arriving before the model had finished.",
                "Nothing of its last step was run. Send the message again.",
            )
        calls = tuple(_tool_call(number, block) for number, block in enumerate(self._calls.values(), 1))
        stop = Stop(self._reason(has_calls=bool(calls)))
        rest = _delta(self._plain.release())
        text = () if rest is None else (rest,)
        return (*text, *(self._without_secret(call) for call in calls), self._total(), stop)

    def _start_block(self, index: str, block: Mapping[str, Any]) -> TextDelta | None:
        if block.get("type") == "tool_use":
            name, call_id = str(block.get("name") or "")[:_LONGEST_NAME], str(block.get("id") or "")
            self._calls[index] = _CallBlock(call_id, name, block.get("input"))
            self._measure(call_id)
        return self._text(block.get("text")) if block.get("type") == "text" else None

    def _add(self, index: str, delta: Mapping[str, Any]) -> TextDelta | None:
        if delta.get("type") == "input_json_delta" and index in self._calls:
            self._calls[index].fragments.append(self._measure(str(delta.get("partial_json") or "")))
        return self._text(delta.get("text")) if delta.get("type") == "text_delta" else None

    def _text(self, text: Any) -> TextDelta | None:
        return _delta(self._plain.feed(self._measure(str(text or ""))))

    def _without_secret(self, call: ToolCall) -> ToolCall:
        hidden = self._plain
        parameters = hidden.hide_inside(dict(call.parameters))
        return replace(call, parameters=parameters, arguments_error=hidden.hide(call.arguments_error))

    def _measure(self, text: str) -> str:
        self._chars += len(text) + 1
        if self._chars > _LONGEST_ANSWER:
            raise IncompleteStreamError(
                "The answer does not end: it has more characters than a model writes.",
                "Nothing of its last step was run. Check which service answers at the base URL.",
            )
        return text

    def _count(self, usage: Any) -> None:
        """Keep the newest figure of each kind: message_delta repeats them as totals."""
        for name, count in _mapping(usage).items():
            if isinstance(count, int) and not isinstance(count, bool):
                self._usage[name] = count

    def _total(self) -> Usage:
        """All input counts: the service reports cached and uncached input apart."""
        kinds = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens")
        return Usage(sum(self._usage.get(kind, 0) for kind in kinds), self._usage.get("output_tokens", 0))

    def _reason(self, *, has_calls: bool) -> StopReason:
        reason = _STOP_REASONS.get(self._stop_reason, "end")
        if reason in ("end", "tool_calls"):
            return "tool_calls" if has_calls else "end"
        return reason


def _tool_call(number: int, block: _CallBlock) -> ToolCall:
    call_id = block.id or f"call_{number}"
    text = "".join(block.fragments).strip()
    try:
        parameters = json.loads(text) if text else block.given or {}
    except (ValueError, RecursionError) as error:
        return ToolCall(call_id, block.name, {}, _unreadable(text, str(error)))
    problem = "they are not a JSON object" if not isinstance(parameters, dict) else _unusable(parameters)
    if problem:
        return ToolCall(call_id, block.name, {}, _unreadable(text, problem))
    return ToolCall(call_id, block.name, parameters)


def _unusable(parameters: dict[str, Any]) -> str:
    """Why a value cannot be sent back to the service, as every later request does; empty if it can."""
    level: list[Any] = [parameters]
    for _ in range(_MAX_DEPTH):
        inner: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                inner += [*value, *value.values()]
            elif isinstance(value, list):
                inner += value
            elif isinstance(value, float) and not math.isfinite(value):
                return f"{value} is no number in JSON"
            elif isinstance(value, str) and has_half_character(value):
                return "a text holds half of a character"
        if not inner:
            return ""
        level = inner
    return "they are nested too deeply"


def _delta(text: str) -> TextDelta | None:
    return TextDelta(text) if text else None


def _unreadable(text: str, reason: str) -> str:
    excerpt = text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"
    return f"The arguments cannot be read as JSON: {reason}. They were: {excerpt}"


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
