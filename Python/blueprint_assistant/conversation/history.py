"""What was said so far, in the form that every model service accepts.

A reply and the answers to its calls enter together, so the history is valid at any moment:
each call is answered, roles alternate, nothing is blank. Worker thread of the turn only.

Where calls travel as text, the answers are one user message of blocks like these:

    <tool_result name="add_node" status="ok">
    N3: Print String (K2Node_CallFunction) in EventGraph of /Game/BP_Door
    </tool_result>
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.conversation.fenced_programs import fence_of
from blueprint_assistant.conversation.parsing import ParsedCall
from blueprint_assistant.providers.base import Message

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.conversation.parsing import ParsedReply
    from blueprint_assistant.providers.base import ToolCall, ToolResult

__all__ = ["History", "reply_text", "results_text"]

_EMPTY_REPLY = "(empty answer)"


def results_text(results: Sequence[ToolResult]) -> str:
    """The answers to calls as the text of one user message."""
    blocks = []
    for result in results:
        status = "ok" if result.ok else "error"
        body = result.text.replace("</tool_result", "<\\/tool_result")
        blocks.append(f'<tool_result name="{result.name}" status="{status}">\n{body}\n</tool_result>')
    return "\n".join(blocks)


def reply_text(reply: ParsedReply, *, as_fences: bool = False) -> str:
    """A reply with calls as the model should have written it: its own form is what it repeats.

    `as_fences` writes programs as the fences of `programs`, where these are calls.
    Attempts that could not be read stay as they were, so that the answer to them makes sense.
    """
    parts = [reply.prose] if reply.prose else []
    for item in reply.items:
        if as_fences and isinstance(item, ParsedCall) and (fence := fence_of(item)) is not None:
            parts.append(fence)
        elif isinstance(item, ParsedCall):
            call = json.dumps({"name": item.name, "parameters": dict(item.parameters)}, ensure_ascii=False)
            parts.append(f"<tool_call>{call}</tool_call>")
        elif item.excerpt not in reply.prose:
            parts.append(item.excerpt)
    return "\n".join(parts)


class History:
    """The messages of one conversation."""

    def __init__(self, *, max_result_chars: int = 12_000) -> None:
        """`max_result_chars` is where one tool result is cut, which the result then says."""
        self._messages: list[Message] = []
        self._max_result_chars = max_result_chars

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, oldest first."""
        return tuple(self._messages)

    def __len__(self) -> int:
        """The number of messages."""
        return len(self._messages)

    def add_user(self, text: str) -> None:
        """What the user says."""
        self._messages.append(Message("user", text))

    def add_reply(self, text: str) -> None:
        """A reply without calls that are to be answered."""
        last = self._messages[-1] if self._messages else None
        if last is not None and last.role == "assistant" and not last.calls:
            self._messages[-1] = replace(last, text=f"{last.text}\n{text}".strip())
            return
        self._messages.append(Message("assistant", text if text.strip() else _EMPTY_REPLY))

    def add_native_exchange(
        self, text: str, calls: Sequence[ToolCall], results: Sequence[ToolResult]
    ) -> None:
        """A reply with native calls, and one result per call. Raises ValueError when one is missing."""
        if [call.id for call in calls] != [result.call_id for result in results]:
            raise ValueError("Every call needs its result, in the same order.")
        self._messages.append(Message("assistant", text.strip(), calls=tuple(calls)))
        self._messages.append(Message("user", results=tuple(self._cut(result) for result in results)))

    def add_text_exchange(self, text: str, results: Sequence[ToolResult]) -> None:
        """A reply whose text holds the calls, and the results as one text."""
        self.add_reply(text)
        self.add_user(results_text([self._cut(result) for result in results]))

    def roll_back(self, length: int) -> None:
        """Forget all messages after the first `length`."""
        del self._messages[length:]

    def close(self, note: str) -> None:
        """End an interrupted turn: the next user message must follow a reply."""
        if self._messages and self._messages[-1].role == "user":
            self.add_reply(f"({note})")

    def clear(self) -> None:
        """Forget everything."""
        self._messages.clear()

    def _cut(self, result: ToolResult) -> ToolResult:
        left_out = len(result.text) - self._max_result_chars
        if left_out <= 0:
            return result
        text = f"{result.text[: self._max_result_chars]}\n… (cut: {left_out} more characters)"
        return replace(result, text=text)
