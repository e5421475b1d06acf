"""Kinds about Claude's protocol, against the real provider and a loopback server."""

from __future__ import annotations

import datetime as dt
import json
import math
import time
from typing import TYPE_CHECKING, Any

from pydantic import SecretStr

from blueprint_assistant.conversation.events import AssistantText, ErrorRaised, Notice, TurnFinished
from blueprint_assistant.errors import ProviderError
from blueprint_assistant.providers.base import (
    CancelToken,
    CompletionRequest,
    Message,
    Stop,
    TextDelta,
    ToolCall,
    ToolResult,
    Usage,
)
from blueprint_assistant.providers.claude.claude_provider import ClaudeProvider
from blueprint_assistant.providers.claude.request_body import message_body
from blueprint_assistant.providers.claude.service_errors import retry_after_s
from cases.adapters.members import require_known
from cases.adapters.missing import NoProductPartError
from cases.adapters.turns import run_turn
from providers.wire import STREAM_HEAD, answer, running_wire

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["ADAPTERS", "messages_of"]

_ERROR_CLASSES = {
    # Our codes, where the case file has another word.
    "authentication": "auth",
    "context_overflow": "context_overflow",
    "incomplete": "network",
}
_MESSAGE = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "model": "claude-x",
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 1, "output_tokens": 1},
}
_RETRYABLE = {"rate_limit", "overloaded", "server", "network", "incomplete"}


def messages_of(neutral: Sequence[Mapping[str, Any]]) -> tuple[Message, ...]:
    """The neutral messages of a case as ours; system texts are left out."""
    names: dict[str, str] = {}
    ours: list[Message] = []
    for message in neutral:
        text = message.get("content") or ""
        if message["role"] == "tool":
            call_id = message["tool_call_id"]
            result = ToolResult(call_id, names.get(call_id, ""), text, ok=True)
            if ours and ours[-1].results:
                ours[-1] = Message("user", results=(*ours[-1].results, result))
            else:
                ours.append(Message("user", results=(result,)))
        elif message["role"] in ("user", "assistant"):
            calls = tuple(
                ToolCall(call["id"], call["name"], call["parameters"])
                for call in message.get("tool_calls") or ()
            )
            names |= {call.id: call.name for call in calls}
            ours.append(Message(message["role"], text, calls=calls))
    return tuple(ours)


def _request(messages: tuple[Message, ...], model: str = "claude-x") -> CompletionRequest:
    return CompletionRequest(model, "You edit Blueprints.", messages)


def build_request(case: Mapping[str, Any]) -> dict[str, Any]:
    body = message_body(_request(messages_of(case["messages"]), case["model"]))
    last = body["messages"][-1]
    texts = [block.get("text", "") for block in last["content"]]
    return {
        "messages": body["messages"],
        "last_message": {"role": last["role"], "content": "".join(texts)},
        "input_texts": [message["content"] for message in case["messages"] if message["content"]],
    }


def sanitize(case: Mapping[str, Any]) -> dict[str, Any]:
    """The messages are in Claude's own shape; ours hold calls or results or text."""
    ours: list[Message] = []
    for message in case["messages"]:
        content = message["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        text = "".join(block["text"] for block in blocks if block["type"] == "text")
        calls = tuple(
            ToolCall(block["id"], block["name"], block["input"])
            for block in blocks
            if block["type"] == "tool_use"
        )
        results = tuple(
            ToolResult(block["tool_use_id"], "", block["content"], ok=True)
            for block in blocks
            if block["type"] == "tool_result"
        )
        if text or calls:
            ours.append(Message(message["role"], text, calls=calls))
        if results:
            ours.append(Message("user", results=results))
    return {"messages": message_body(_request(tuple(ours)))["messages"]}


def _exchange(*answers: list[bytes | float], max_retries: int = 0) -> dict[str, Any]:
    """What the provider makes of answers of the service, and how often it asked."""
    seen: dict[str, Any] = {"text": "", "calls": [], "stop": None, "error": None}
    with running_wire() as wire:
        wire.answers[:] = answers
        provider = ClaudeProvider(
            SecretStr("sk-ant-test-cases"), "claude-x", wire.url, timeout_s=10, max_retries=max_retries
        )
        try:
            for event in provider.stream(_request((Message("user", "go on"),)), CancelToken()):
                _note(seen, event)
        except ProviderError as error:
            _note_error(seen, error)
        seen["requests"] = len(wire.requests)
    return seen


def _note(seen: dict[str, Any], event: object) -> None:
    if isinstance(event, TextDelta):
        seen["text"] += event.text
        seen["partial_text"] = seen["text"]
    elif isinstance(event, ToolCall):
        seen["calls"].append({"id": event.id, "name": event.name, "parameters": dict(event.parameters)})
    elif isinstance(event, Usage):
        seen["usage"] = {"input": event.input_tokens, "output": event.output_tokens}
        seen["context_tokens"] = event.input_tokens + event.output_tokens
    elif isinstance(event, Stop):
        seen["stop"] = event.reason


def _note_error(seen: dict[str, Any], error: ProviderError) -> None:
    seen |= {
        "error": str(error),
        "error_class": _ERROR_CLASSES.get(error.code, error.code),
        "retryable": error.code in _RETRYABLE,
        "message": str(error),
        "user_message": bool(str(error)),
        "stop": "incomplete" if error.code == "incomplete" else "error",
    }
    if error.retry_after_s is not None:
        seen["wait_s"] = error.retry_after_s


def http_error(case: Mapping[str, Any]) -> dict[str, Any]:
    headers = {
        name.replace("-", "_"): value for name, value in case["headers"].items() if name != "content-type"
    }
    reply = answer(f"{case['status']} Status", case["body"].encode(), **headers)
    return _exchange(reply)


def _stream_of(lines: Sequence[str]) -> list[bytes | float]:
    return [STREAM_HEAD + "\n".join(lines).encode() + b"\n"]


def sse(case: Mapping[str, Any]) -> dict[str, Any]:
    """The answer with the status and the headers of the case; the connection ends with it."""
    require_known(case, ("api", "status", "headers", "lines", "closed"), "sse")
    headers = {"content-type": "text/event-stream", **case.get("headers", {}), "connection": "close"}
    head = [
        f"HTTP/1.1 {case.get('status', 200)} Status",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    body = "\n".join(case["lines"]).encode() + b"\n"
    return _exchange(["\r\n".join(head).encode() + b"\r\n\r\n" + body])


def body(case: Mapping[str, Any]) -> dict[str, Any]:
    """The provider only streams, so a whole message arrives as the stream that the service makes of it."""
    answered = _stream_of(_lines_of(json.loads(case["body"])))
    return {**_exchange(answered), **_turn_after(answered)}


def _lines_of(message: Mapping[str, Any]) -> list[str]:
    events = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
    for index, block in enumerate(message["content"]):
        events += _block_events(index, block)
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    events += [{"type": "message_delta", "delta": delta, "usage": message["usage"]}, {"type": "message_stop"}]
    return [
        line for event in events for line in (f"event: {event['type']}", f"data: {json.dumps(event)}", "")
    ]


def _turn_after(answered: list[bytes | float]) -> dict[str, Any]:
    """What the conversation does after such an answer, when the next one ends the turn."""
    last = _lines_of({**_MESSAGE, "content": [{"type": "text", "text": "Done."}]})
    with running_wire() as wire:
        wire.answers[:] = [answered, _stream_of(last)]
        events = run_turn(ClaudeProvider(SecretStr("sk-ant-test-cases"), "claude-x", wire.url, max_retries=0))
        sent = [request for _, request in wire.requests]
    told = [event for event in events if isinstance(event, AssistantText | Notice | ErrorRaised)]
    # Window and command line both say in words that a turn ended in another way than by an answer.
    told += [event for event in events if isinstance(event, TurnFinished) and event.reason != "end"]
    is_asked_again = len(sent) > 1
    final = sent[-1]["messages"][-1]
    return {
        "user_message": bool(told),
        "retryable": is_asked_again,
        "continue": is_asked_again,
        "model_requests": len(sent),
        "next_request_last_message": {
            "role": final["role"],
            "content_unchanged": final["role"] == "assistant",
        },
    }


def replay(case: Mapping[str, Any]) -> dict[str, Any]:
    """What the next request says of an answer that called tools. The real tools run on an empty project."""
    require_known(case, ("api", "lines", "settings", "tool_results"), "replay")
    if case.get("settings") or case.get("tool_results"):
        raise NoProductPartError("settings of the model, or results of tools that it has not")
    last = _lines_of({**_MESSAGE, "content": [{"type": "text", "text": "Done."}]})
    with running_wire() as wire:
        wire.answers[:] = [_stream_of(case["lines"]), _stream_of(last)]
        run_turn(ClaudeProvider(SecretStr("sk-ant-test-cases"), "claude-x", wire.url, max_retries=0))
        sent = [request["messages"] for _, request in wire.requests]
    if len(sent) < 2:
        return {"model_requests": len(sent)}
    said = [message["content"] for message in sent[-1] if message["role"] == "assistant"]
    blocks = said[-1] if said else []
    uses = [block for block in blocks if block["type"] == "tool_use"]
    seen = {"model_requests": len(sent), "messages": sent[-1], "next_request_assistant_content": blocks}
    if uses:
        seen |= {f"next_request_tool_use_{name}": uses[0][name] for name in ("id", "name", "input")}
    return seen


def _block_events(index: int, block: Mapping[str, Any]) -> list[dict[str, Any]]:
    if block["type"] == "text":
        start: dict[str, Any] = {"type": "text", "text": ""}
        delta = {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    return [
        {"type": "content_block_start", "index": index, "content_block": start},
        {"type": "content_block_delta", "index": index, "delta": delta},
        {"type": "content_block_stop", "index": index},
    ]


def usage(case: Mapping[str, Any]) -> dict[str, Any]:
    content = [{"type": "text", "text": "ok"}]
    return _exchange(_stream_of(_lines_of({**_MESSAGE, "content": content, "usage": case["usage"]})))


def retry_after(case: Mapping[str, Any]) -> dict[str, Any]:
    """The case has a clock of its own, the product the system's: dates are moved by the difference."""
    rows = []
    for row in case["table"]:
        moved = time.time() - dt.datetime.fromisoformat(case["now"]).timestamp()
        headers = {name: _moved(value, moved) for name, value in row["headers"].items()}
        waits = retry_after_s(headers)
        fields = {name.replace("-", "_"): value for name, value in headers.items()}
        seen = _exchange(answer(f"{row['status']} Status", b"{}", **fields))
        # Without a time in the answer the SDK's own growing pause applies, which begins at half a second.
        rows.append({"retryable": seen["retryable"], "wait_s": 0.5 if waits is None else waits})
    return {"table": rows}


def _moved(value: str, seconds: float) -> str:
    """A date of the case's clock on the system's, which has fractions: up to the next whole second."""
    form = "%a, %d %b %Y %H:%M:%S GMT"
    try:
        at = dt.datetime.strptime(value, form).replace(tzinfo=dt.UTC)
    except ValueError:
        return value
    return (at + dt.timedelta(seconds=math.ceil(seconds))).strftime(form)


ADAPTERS = {
    "build_request": build_request,
    "sanitize": sanitize,
    "http_error": http_error,
    "sse": sse,
    "body": body,
    "replay": replay,
    "usage": usage,
    "retry_after": retry_after,
}
