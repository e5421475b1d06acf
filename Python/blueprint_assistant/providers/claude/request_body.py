"""Our history as the body of an Anthropic Messages request. Outside uses `message_body`.

Pure: dictionaries out, no SDK type. Keeps the service's rules: roles alternate and both
ends are the user's, no blank text, every tool_use answered in the next message, results
before text. Thinking blocks are never sent back: the service refuses one whose system
prompt changed since, ours changes with every request, and leaving them out is allowed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.providers.base import (
        CompletionRequest,
        Message,
        ToolCall,
        ToolResult,
        ToolSchema,
    )

__all__ = ["message_body"]

_Block = dict[str, Any]
_Turn = dict[str, Any]

_CONTINUE = "Continue."
_NOT_RUN = "This call was not run."
_ID_CHARACTERS = re.compile(r"[^a-zA-Z0-9_-]")
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")


def message_body(request: CompletionRequest) -> dict[str, Any]:
    """The keyword arguments of `messages.create`. No sampling parameters: new models refuse them."""
    body: dict[str, Any] = {
        "model": request.model,
        "max_tokens": request.max_tokens,
        "messages": _turns(request.messages),
    }
    if system := _text(request.system):
        body["system"] = system
    if request.tools:
        body["tools"] = [_tool(tool) for tool in request.tools]
    return body


def _turns(messages: Iterable[Message]) -> list[_Turn]:
    merged: list[_Turn] = []
    for message in messages:
        blocks = _blocks(message)
        if not blocks:
            continue
        if merged and merged[-1]["role"] == message.role:
            merged[-1]["content"] += blocks
        else:
            merged.append({"role": message.role, "content": blocks})
    turns = _paired(merged)
    if not turns or turns[0]["role"] == "assistant":
        turns.insert(0, _continue_turn())
    if turns[-1]["role"] == "assistant":
        turns.append(_continue_turn())
    return turns


def _continue_turn() -> _Turn:
    return {"role": "user", "content": [_text_block(_CONTINUE)]}


def _blocks(message: Message) -> list[_Block]:
    text = _text(message.text)
    blocks: list[_Block] = [_result_block(result) for result in message.results]
    blocks += [_text_block(text)] if text else []
    return blocks + [_call_block(call) for call in message.calls]


def _paired(turns: list[_Turn]) -> list[_Turn]:
    """Every tool_use gets a result in the message after it; a result without its call becomes text."""
    paired: list[_Turn] = []
    for turn in turns:
        wanted = _open_calls(paired)
        if turn["role"] == "user":
            paired.append({"role": "user", "content": _answered(wanted, turn["content"])})
            continue
        if wanted:
            paired.append({"role": "user", "content": _answered(wanted, [])})
        paired.append(turn)
    if wanted := _open_calls(paired):
        paired.append({"role": "user", "content": _answered(wanted, [])})
    return paired


def _open_calls(turns: list[_Turn]) -> list[str]:
    if not turns or turns[-1]["role"] == "user":
        return []
    return [block["id"] for block in turns[-1]["content"] if block["type"] == "tool_use"]


def _answered(wanted: list[str], blocks: list[_Block]) -> list[_Block]:
    """The blocks of a user message: a result for each wanted call first, then text."""
    given = {block["tool_use_id"]: block for block in blocks if block["type"] == "tool_result"}
    results = [given.pop(call_id, _missing_result(call_id)) for call_id in wanted]
    strays = [_text_block(block["content"]) for block in given.values()]
    return results + strays + [block for block in blocks if block["type"] == "text"]


def _missing_result(call_id: str) -> _Block:
    return {"type": "tool_result", "tool_use_id": call_id, "content": _NOT_RUN, "is_error": True}


def _call_block(call: ToolCall) -> _Block:
    parameters = {name: _clean(value) for name, value in call.parameters.items()}
    return {"type": "tool_use", "id": _call_id(call.id), "name": call.name, "input": parameters}


def _result_block(result: ToolResult) -> _Block:
    block: _Block = {
        "type": "tool_result",
        "tool_use_id": _call_id(result.call_id),
        "content": _text(result.text) or "Done.",
    }
    return block if result.ok else {**block, "is_error": True}


def _text_block(text: str) -> _Block:
    return {"type": "text", "text": text}


def _tool(tool: ToolSchema) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}


def _call_id(call_id: str) -> str:
    """An id of another provider in the characters that this service takes."""
    return _ID_CHARACTERS.sub("_", call_id) or "call"


def _text(text: str) -> str:
    """The text without its trailing white space, which the service refuses; empty when blank."""
    return str(_clean(text)).rstrip() if text.strip() else ""


def _clean(value: Any) -> Any:
    """The value with lone surrogates replaced, which JSON in UTF-8 cannot carry."""
    if isinstance(value, str):
        return _LONE_SURROGATES.sub("\ufffd", value)
    if isinstance(value, dict):
        return {_clean(key): _clean(item) for key, item in value.items()}
    return [_clean(item) for item in value] if isinstance(value, (list, tuple)) else value
