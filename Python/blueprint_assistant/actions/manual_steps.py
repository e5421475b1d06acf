"""What the artist does by hand in the middle of a call: a sentence, perhaps a text to paste, and a check.

Outside uses ManualStep and its relatives. The conversation implements `Artist`; without one a tool
answers at once that it is not done yet. Pure values; the waiting is done elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from blueprint_assistant.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = [
    "Artist",
    "ManualStep",
    "ManualStepAnswer",
    "ManualStepCheck",
    "ManualStepKind",
    "NotDoneYetError",
    "PasteMemory",
    "UnfinishedError",
    "WaitingPaste",
]

ManualStepKind = Literal["paste", "comment", "other"]
ManualStepAnswer = Literal["done", "skipped", "stopped", "timed_out"]


@dataclass(frozen=True, slots=True)
class ManualStep:
    """One thing to do by hand, in a sentence. `clipboard` is what was put on the clipboard for it.

    `paste` means Ctrl+V in the graph, `comment` the comment of `node`, `other` what the sentence says.
    """

    kind: ManualStepKind
    blueprint: str
    graph: str
    sentence: str
    clipboard: str = ""
    node: str = ""


@dataclass(frozen=True, slots=True)
class ManualStepCheck:
    """What a look into the editor shows: whether it is done, or else what to say now."""

    is_done: bool
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class WaitingPaste:
    """Nodes that were put on the clipboard for a graph (`/Game/BP_Door:EventGraph`) by a call."""

    call: str
    place: str
    nodes: Mapping[str, Node]


class Artist(Protocol):
    """The person at the editor, who may do a step, skip it, stop everything, or not be there."""

    def wait(self, step: ManualStep, look: Callable[[], ManualStepCheck]) -> ManualStepAnswer:
        """Ask for a step and wait, for a bounded time, until `look` finds it done. Agent's thread."""
        ...


class PasteMemory:
    """What was to be pasted in a conversation, and how often each call of it was finished.

    The ids of pasted pins are made from the call that asks for them, so that the same call finds
    its nodes when they were pasted later. Once it was finished, the same call means new nodes.
    What waits is kept as well: a model may ask for the same in other words. Agent worker thread only.
    """

    def __init__(self) -> None:
        """Nothing was pasted yet."""
        self._finished: dict[str, int] = {}
        self._waiting: list[WaitingPaste] = []

    def wait_for(self, paste: WaitingPaste) -> None:
        """Somebody was asked for a paste, and has not done it yet."""
        if paste not in self._waiting:
            self._waiting.append(paste)

    def waiting(self, place: str) -> tuple[WaitingPaste, ...]:
        """What may have been pasted into a graph since."""
        return tuple(item for item in self._waiting if item.place == place)

    def settle(self, paste: WaitingPaste) -> None:
        """Its nodes are there, and the model was told: another call like it means new nodes."""
        self._waiting = [item for item in self._waiting if item != paste]

    def seed(self, call: str) -> str:
        """What the ids of this call are made from."""
        return f"{call}#{self._finished.get(call, 0)}"

    def finish(self, call: str) -> None:
        """The nodes of this call are there, and the model was told."""
        self._finished[call] = self._finished.get(call, 0) + 1

    def clear(self) -> None:
        """Forget all."""
        self._finished.clear()
        self._waiting.clear()


class NotDoneYetError(ToolError):
    """The artist has not done it: nothing was changed, and the same call goes on from there."""

    code = "not_done_yet"


class UnfinishedError(ToolError):
    """Some of it is done and stays; the message says what is open. `blueprint` is how it is now."""

    code = "unfinished"

    def __init__(self, what: str, fix: str, blueprint: Blueprint) -> None:
        """Keep the Blueprint beside the two sentences."""
        super().__init__(what, fix)
        self.blueprint = blueprint
