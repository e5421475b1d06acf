"""What the recipes say next in a conversation. Outside uses next_reply and pieces_of.

Where they stand in a request is read from the history: their own earlier replies and the results that
came back.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from blueprint_assistant.providers.recipes import speech
from blueprint_assistant.providers.recipes.script import CallOutcome, Reply, perform
from blueprint_assistant.providers.recipes.understanding import understand

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.providers.base import Message
    from blueprint_assistant.providers.recipes.script import CallStep

__all__ = ["next_reply", "pieces_of"]

_CALL_TAG = "<tool_call>"
_LONGEST_REQUEST = 4000
_RESULT = re.compile(r'<tool_result name="([^"]*)" status="([^"]*)">\n?(.*?)\n?</tool_result>', re.DOTALL)
_ASSET_PATH = re.compile(r"(?<![\w/])/(?!Script\b|Engine\b)\w+(?:/\w+)+")
_HELP = re.compile(
    r"\W*(?:help(?:\s+me)?|/help|\?+|(?:so\s+|and\s+)?what\s+(?:all\s+|else\s+)?(?:can|could|do)\s+you\s+(?:do|build|make|know|offer)"
    r"(?:\s+for\s+me)?|what\s+are\s+you(?:\s+able\s+to\s+do)?|who\s+are\s+you|how\s+(?:do|can)\s+i\s+use\s+(?:you|this)|"
    r"how\s+does\s+this\s+work|what\s+(?:are\s+)?(?:your|the)\s+(?:abilities|capabilities|commands|recipes|features)|"
    r"(?:show|list|tell)\s+me\s+(?:what\s+you\s+can\s+do|your\s+\w+|some\s+examples|examples))\W*",
    re.IGNORECASE,
)


def next_reply(messages: Sequence[Message]) -> Reply:
    """What comes next in a conversation. The same history always gives the same reply."""
    start = _request_index(messages)
    text = messages[start].text if messages else ""
    if _HELP.fullmatch(text.strip()):
        return Reply(speech.HELP)
    if len(text) > _LONGEST_REQUEST:
        return Reply(speech.TOO_LONG, reason="refusal")
    script = perform(understand(text, _last_blueprint(messages[:start])))
    reply = next(script)
    for outcomes in _exchanges(messages[start + 1 :]):
        try:
            reply = script.send(outcomes)
        except StopIteration:
            break
    return reply


def _request_index(messages: Sequence[Message]) -> int:
    """Where the user's last request stands: results that answer calls of ours are no request."""
    index = len(messages) - 1
    while index > 0 and (messages[index].role == "assistant" or _has_calls(messages[index - 1])):
        index -= 1
    return max(index, 0)


def _has_calls(message: Message) -> bool:
    return bool(message.calls) or (message.role == "assistant" and _CALL_TAG in message.text)


def _exchanges(messages: Sequence[Message]) -> Iterator[list[CallOutcome]]:
    """The outcomes after each of our replies since the request."""
    for number, message in enumerate(messages):
        if message.role == "assistant":
            after = messages[number + 1] if number + 1 < len(messages) else None
            yield _outcomes(after) if after is not None else []


def _outcomes(message: Message) -> list[CallOutcome]:
    if message.results:
        return [CallOutcome(result.name, result.ok, result.text) for result in message.results]
    return [CallOutcome(name, status == "ok", text) for name, status, text in _RESULT.findall(message.text)]


def _last_blueprint(messages: Sequence[Message]) -> str:
    """The path of the Blueprint that results spoke of last; empty when there was none."""
    for message in reversed(messages):
        texts = [outcome.text for outcome in _outcomes(message)] if message.role == "user" else []
        paths = [path for text in texts for path in _ASSET_PATH.findall(text)]
        if paths:
            return str(paths[-1])
    return ""


def pieces_of(reply: Reply) -> Iterator[str]:
    """The text in groups of a few words, then each call whole: its markup is not shown anyway."""
    yield from re.findall(r"\S+\s*(?:\S+\s*){0,2}", reply.text)
    for call in reply.calls:
        yield f"\n{_call_text(call)}"


def _call_text(call: CallStep) -> str:
    body = json.dumps({"name": call.name, "parameters": dict(call.parameters)}, ensure_ascii=False)
    # An end tag in a user's text must not end the call; `\/` is the same character in JSON.
    return f"{_CALL_TAG}{body.replace('</', '<' + chr(92) + '/')}</tool_call>"
