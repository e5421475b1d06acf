"""What a request is: its words, the project it is put to, a right answer, its judge.

Outside uses AuthoringRequest.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from authoring.setups import CRATE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from authoring.setups import Setup
    from authoring.trial import Trial

__all__ = ["AuthoringRequest", "Call", "Kind", "Set"]

Kind = Literal["create", "edit"]
Set = Literal["tuning", "validation"]
Call = tuple[str, dict[str, Any]]
"""A tool call without its Blueprint: the tool, and its other parameters."""


@dataclass(frozen=True, slots=True)
class AuthoringRequest:
    """What a user asks for, and calls that do it.

    `entries` may be made or changed, all others behave as before; `makes` are entries that nothing calls,
    `renames` old names with their new ones, `changes` members whose value may be another. `sort` says what
    kind of work it is. Requests of the validation set are not looked at while prompts are tuned.
    """

    number: int
    sort: str
    text: str
    answer: str | tuple[Call, ...]
    judge: Callable[[Trial], None]
    entries: tuple[str, ...]
    on: Setup = CRATE
    kind: Kind = "create"
    set: Set = "tuning"
    makes: tuple[str, ...] = ()
    renames: Mapping[str, str] = field(default_factory=dict)
    changes: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The user's message: the request, and where it is meant for."""
        return f"In {self.on.name}: {self.text}"

    @property
    def calls(self) -> tuple[Call, ...]:
        """The tool calls that do it; who edits reads first: the events, and the functions that change."""
        reading: tuple[Call, ...] = (("read_graph", {}),) if self.kind == "edit" else ()
        if self.kind == "edit" and isinstance(self.answer, str):
            heads = re.findall(r"^func (\w+)", self.answer, re.MULTILINE)
            there = [name for name in heads if re.search(rf"^func {name}\b", self.on.code, re.MULTILINE)]
            reading = (*reading, *(("read_graph", {"graph_name": name}) for name in there))
        if isinstance(self.answer, tuple):
            return (*reading, *self.answer)
        return (*reading, ("write_graph", {"code": self.answer}))
