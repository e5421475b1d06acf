"""The rules about lists of messages that a case may name, each as a claim about the list."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

__all__ = ["RULES"]

Messages = Sequence[Mapping[str, Any]]


def _call_ids(message: Mapping[str, Any]) -> list[str]:
    return [call.get("id", "") for call in message.get("tool_calls") or ()]


def _blocks(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    content = message.get("content")
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return list(content or ())


def _ids_of(message: Mapping[str, Any], kind: str, key: str) -> list[str]:
    return [block[key] for block in _blocks(message) if block.get("type") == kind]


def _unique_ids(messages: Messages) -> bool:
    ids = [call for message in messages for call in _call_ids(message)]
    ids += [call for message in messages for call in _ids_of(message, "tool_use", "id")]
    return all(ids) and len(ids) == len(set(ids))


def _chat_pairs(messages: Messages) -> bool:
    open_ids: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            if message.get("tool_call_id") not in open_ids:
                return False
            open_ids.remove(message["tool_call_id"])
        elif open_ids:
            return False
        else:
            open_ids = _call_ids(message)
    return not open_ids


def _claude_pairs(messages: Messages) -> bool:
    calls: list[str] = []
    for message in messages:
        if sorted(_ids_of(message, "tool_result", "tool_use_id")) != sorted(calls):
            return False
        if calls and message["role"] != "user":
            return False
        calls = _ids_of(message, "tool_use", "id")
    return not calls


def _results_first(messages: Messages) -> bool:
    for message in messages:
        kinds = [block.get("type") == "tool_result" for block in _blocks(message)]
        if kinds != sorted(kinds, reverse=True):
            return False
    return True


def _texts(content: Any) -> Iterable[str]:
    """Every text in a Claude content, also inside tool results."""
    if isinstance(content, str):
        yield content
        return
    for block in content or ():
        if block.get("type") == "text":
            yield block.get("text", "")
        elif block.get("type") == "tool_result" and "content" in block:
            yield from _texts(block["content"])


def _no_blank_text(messages: Messages) -> bool:
    return all(text.strip() for message in messages for text in _texts(message.get("content")))


def _responses_pairs(messages: Messages) -> bool:
    called: set[str] = set()
    answered: set[str] = set()
    for item in messages:
        if item.get("type") == "function_call":
            called.add(item["call_id"])
        elif item.get("type") == "function_call_output":
            if item["call_id"] not in called:
                return False
            answered.add(item["call_id"])
    return called == answered


def _reasoning_followed(messages: Messages) -> bool:
    return all(
        after.get("type") == "function_call" or after.get("role") == "assistant"
        for item, after in pairwise([*messages, {}])
        if item.get("type") == "reasoning"
    )


def _arguments_are_strings(messages: Messages) -> bool:
    for message in messages:
        for call in message.get("tool_calls") or ():
            arguments = call.get("function", {}).get("arguments")
            if not isinstance(arguments, str):
                return False
            json.loads(arguments)
    return True


def _systems(messages: Messages) -> list[int]:
    return [place for place, message in enumerate(messages) if message.get("role") in ("system", "developer")]


def _others(messages: Messages) -> list[Mapping[str, Any]]:
    return [message for message in messages if message.get("role") not in ("system", "developer")]


def _no_same_neighbours(messages: Messages) -> bool:
    return all(
        first["role"] != second["role"] or first["role"] not in ("user", "assistant")
        for first, second in pairwise(messages)
    )


RULES: dict[str, Callable[[Messages], bool]] = {
    "unique_ids": _unique_ids,
    "chat_pairs": _chat_pairs,
    "pairs_complete": lambda messages: _chat_pairs(messages) and _claude_pairs(messages),
    "window_not_opened_by_tool": lambda messages: (
        not _others(messages)[:1] or _others(messages)[0]["role"] != "tool"
    ),
    "system_first": lambda messages: _systems(messages) == list(range(len(_systems(messages)))),
    "single_leading_system": lambda messages: _systems(messages) == [0],
    "first_is_user": lambda messages: _others(messages)[0]["role"] == "user",
    "arguments_are_strings": _arguments_are_strings,
    "content_is_string": lambda messages: all(isinstance(m.get("content"), str) for m in messages),
    "no_same_role_neighbours": _no_same_neighbours,
    "claude_pairs": _claude_pairs,
    "claude_tool_results_first": _results_first,
    "claude_no_blank_text": _no_blank_text,
    "claude_last_is_user": lambda messages: messages[-1]["role"] == "user",
    "responses_pairs": _responses_pairs,
    "responses_no_tool_role": lambda messages: all(item.get("role") != "tool" for item in messages),
    "responses_reasoning_followed": _reasoning_followed,
}
