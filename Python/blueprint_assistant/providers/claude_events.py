"""An Anthropic event stream as our events. Outside uses `AnswerReader`.

Pure: takes the decoded JSON of each server-sent event. Tool calls come out at the end only,
when the service has said that its answer is complete, so that a cut call is never run.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

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


@dataclass
class _CallBlock:
    id: str
    name: str
    given: Any
    fragments: list[str] = field(default_factory=list)


class AnswerReader:
    """Reads the events of one answer. Not safe to share between threads."""

    def __init__(self) -> None:
        """Start before the first event."""
        self._calls: dict[Any, _CallBlock] = {}
        self._usage: dict[str, int] = {}
        self._stop_reason = ""
        self._is_complete = False
        self.has_started = False

    def feed(self, event: Mapping[str, Any]) -> TextDelta | None:
        """Take one event in; the text that it adds. Unknown kinds of event are skipped."""
        self.has_started = self.has_started or event.get("type") == "message_start"
        match event.get("type"):
            case "message_start":
                self._count(_mapping(event.get("message")).get("usage"))
            case "content_block_start":
                return self._start_block(event.get("index"), _mapping(event.get("content_block")))
            case "content_block_delta":
                return self._add(event.get("index"), _mapping(event.get("delta")))
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
        return (*calls, self._total(), Stop(self._reason(has_calls=bool(calls))))

    def _start_block(self, index: Any, block: Mapping[str, Any]) -> TextDelta | None:
        if block.get("type") == "tool_use":
            name, call_id = str(block.get("name") or ""), str(block.get("id") or "")
            self._calls[index] = _CallBlock(call_id, name, block.get("input"))
        text = block.get("text") if block.get("type") == "text" else None
        return TextDelta(str(text)) if text else None

    def _add(self, index: Any, delta: Mapping[str, Any]) -> TextDelta | None:
        if delta.get("type") == "input_json_delta" and index in self._calls:
            self._calls[index].fragments.append(str(delta.get("partial_json") or ""))
        text = delta.get("text") if delta.get("type") == "text_delta" else None
        return TextDelta(str(text)) if text else None

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
    if not text:
        given = block.given if isinstance(block.given, dict) else {}
        return ToolCall(call_id, block.name, given)
    try:
        parameters = json.loads(text)
    except (ValueError, RecursionError) as error:
        return ToolCall(call_id, block.name, {}, _unreadable(text, str(error)))
    if not isinstance(parameters, dict):
        return ToolCall(call_id, block.name, {}, _unreadable(text, "they are not a JSON object"))
    return ToolCall(call_id, block.name, parameters)


def _unreadable(text: str, reason: str) -> str:
    excerpt = text if len(text) <= _EXCERPT else f"{text[:_EXCERPT]}…"
    return f"The arguments cannot be read as JSON: {reason}. They were: {excerpt}"


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
