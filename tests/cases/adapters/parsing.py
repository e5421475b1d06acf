"""Kinds about the text of a model: parse_text, parse_stream_text, tool_name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.parsing import ParsedReply, StreamFilter, parse_reply
from blueprint_assistant.errors import ToolError
from cases.adapters.members import require_known

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["ADAPTERS"]


def _seen(reply: ParsedReply, *, is_cut: bool) -> dict[str, Any]:
    calls = [{"name": call.name, "parameters": dict(call.parameters)} for call in reply.calls]
    problems = [problem.reason for problem in reply.problems]
    return {
        "calls": calls,
        "prose": reply.prose,
        "error": "\n".join(problems),
        "unparsed_markup": bool(problems),
        "truncated": is_cut and any("cut" in problem for problem in problems),
    }


def parse_text(case: Mapping[str, Any]) -> dict[str, Any]:
    require_known(case, ("text", "known_tools", "finish_reason"), "parse_text")
    is_cut = case.get("finish_reason") == "length"
    return _seen(parse_reply(case["text"], case["known_tools"], is_cut=is_cut), is_cut=is_cut)


def parse_stream_text(case: Mapping[str, Any]) -> dict[str, Any]:
    require_known(case, ("chunks", "known_tools", "finish_reason"), "parse_stream_text")
    is_cut = case.get("finish_reason") == "length"
    stream = StreamFilter(case["known_tools"])
    shown = [stream.feed(chunk) for chunk in case["chunks"]]
    reply = stream.finish(is_cut=is_cut)
    return {**_seen(reply, is_cut=is_cut), "visible": "".join([*shown, reply.tail])}


def tool_name(case: Mapping[str, Any]) -> dict[str, Any]:
    """Our tools bear the names of the case, so the product's own list answers."""
    try:
        return {"tool": ActionRegistry().resolve(case["requested"]).tool_name}
    except ToolError as error:
        return {"error": str(error), "error_class": error.code}


ADAPTERS = {"parse_text": parse_text, "parse_stream_text": parse_stream_text, "tool_name": tool_name}
