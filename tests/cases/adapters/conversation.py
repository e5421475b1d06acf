"""Kinds about the agent loop: equal calls, unreadable calls, repetitions, promises without a call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.events import ConversationEvent, ToolFinished
from blueprint_assistant.conversation.guards import RepetitionGuard, call_key
from blueprint_assistant.errors import ToolError
from blueprint_assistant.providers.base import Stop, ToolCall
from blueprint_assistant.providers.claude.claude_provider import ClaudeProvider
from cases.adapters.tool_words import our_tool
from cases.adapters.turns import run_turn
from providers.wire import STREAM_HEAD, message_end, message_start, running_wire, sse, tool_block
from scripted_provider import ScriptedProvider

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ADAPTERS"]


def _calls_run(events: list[ConversationEvent]) -> int:
    """The calls that reached a tool."""
    finished = [event for event in events if isinstance(event, ToolFinished)]
    return sum(not event.text.startswith("malformed_tool_call") for event in finished)


def batch_dedupe(case: Mapping[str, Any]) -> dict[str, Any]:
    calls = [ToolCall(call["id"], call["name"], call["parameters"]) for call in case["calls"]]
    provider = ScriptedProvider([[*calls, Stop("tool_calls")], "Done."], takes_tools=True)
    events = run_turn(provider, *{call["parameters"]["blueprint"] for call in case["calls"]})
    answered = provider.requests[-1].messages[-1].results
    return {
        "executed": _calls_run(events),
        "results_for": [result.call_id for result in answered],
        "text": "\n".join(result.text for result in answered),
    }


def tool_sequence(case: Mapping[str, Any]) -> dict[str, Any]:
    """The call arrives from the service cut off, as the real provider reads it."""
    call = case["call"]
    reason = {"length": "max_tokens", "stop": "end_turn"}.get(case["finish_reason"], "tool_use")
    cut = tool_block(call["id"], our_tool(call["name"]), call["arguments_raw"], index=0)
    with running_wire() as wire:
        wire.answers[:] = [
            [STREAM_HEAD + sse(message_start(), *cut, *message_end(reason))],
            [STREAM_HEAD + sse(message_start(), *message_end("end_turn"))],
        ]
        provider = ClaudeProvider(SecretStr("sk-ant-test-cases"), "claude-x", wire.url, max_retries=0)
        events = run_turn(provider)
        sent = [body for _, body in wire.requests]
    results = [
        block
        for message in sent[-1]["messages"]
        for block in message["content"]
        if block["type"] == "tool_result"
    ]
    return {
        "executed": _calls_run(events),
        "result_for": results[-1]["tool_use_id"] if results else None,
        "result_is_error": bool(results and results[-1].get("is_error")),
        "text": json.dumps(results),
    }


def loop_guard(case: Mapping[str, Any]) -> dict[str, Any]:
    guard = RepetitionGuard()
    for number, step in enumerate(case["steps"], 1):
        has_changed = step["ok"] and _changes(step["name"])
        if guard.judge([call_key(step["name"], step["parameters"])], has_changed=has_changed) != "fine":
            return {"flagged": True, "flagged_at_step": number}
    return {"flagged": False}


def _changes(name: str) -> bool:
    try:
        return ActionRegistry().resolve(our_tool(name)).effect == "mutate"
    except ToolError:
        return False


def nudge(case: Mapping[str, Any]) -> dict[str, Any]:
    if "model_always_replies" in case:
        most = case["max_model_requests"]
        requests = _requests_after([case["model_always_replies"]] * most)
        return {"model_requests": requests, "ends": requests < most}
    return {"table": [{"nudge": _requests_after([row["text"], "Done."]) > 1} for row in case["table"]]}


def _requests_after(texts: list[str]) -> int:
    """How often the model is asked in a turn in which it says these texts."""
    provider = ScriptedProvider(texts)
    run_turn(provider)
    return len(provider.requests)


ADAPTERS = {
    "batch_dedupe": batch_dedupe,
    "tool_sequence": tool_sequence,
    "loop_guard": loop_guard,
    "nudge": nudge,
}
