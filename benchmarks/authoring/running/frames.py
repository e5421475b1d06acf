"""What a run leaves behind as it goes: effects, and the values in a running graph.

Outside uses Effect, Frame and Returned; `machine` fills them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["Effect", "Frame", "Returned"]


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that a graph did: when, what (`prints`, `sets Bulb.Intensity`, `calls …`), and to what.

    `given` are all values that it was done with.
    """

    at_s: float
    what: str
    detail: Any = ""
    given: tuple[tuple[str, Any], ...] = field(default=(), repr=False)


@dataclass
class Frame:
    """A running function, or an event graph: the values that its nodes gave last.

    `pure` holds what pure nodes gave to the node that is asking, `asking` how deep it asks.
    """

    graph: Graph
    outputs: dict[tuple[str, str], Any] = field(default_factory=dict)
    results: dict[str, Any] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    state: dict[str, Any] = field(default_factory=dict)
    pure: dict[tuple[str, str], Any] = field(default_factory=dict)
    asking: int = 0


class Returned(Exception):  # noqa: N818 - an outcome
    """A function met its Return node."""
