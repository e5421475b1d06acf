"""Reads, out of what get_blueprint_info says, where events that run something can be continued."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["chain_end", "event_in_use", "event_node", "is_cut_short", "places"]

_LINK = re.compile(r"\b(N\d+)\.([^,>\n]+?) -> (N\d+)\.([^,\n]+)")
_NODE = re.compile(r"^(N\d+): (.*?) \(K2Node_\w+(, not in use yet)?\)", re.MULTILINE)
_OUT = re.compile(r"^ +out: (.*)$", re.MULTILINE)
_EXEC_OUT = re.compile(r"(\w+)(?: \[[^\]]*\])?")
_PLACE = re.compile(r"^(N\d+): .*\) at (-?\d+),(-?\d+)$", re.MULTILINE)
_CUT = re.compile(r"^\u2026 and \d+ more nodes\b", re.MULTILINE)

_TITLES: Mapping[str, str] = {
    "ReceiveBeginPlay": "Event BeginPlay",
    "ReceiveTick": "Event Tick",
    "ReceiveActorBeginOverlap": "Event ActorBeginOverlap",
    "ReceiveActorEndOverlap": "Event ActorEndOverlap",
}


def event_node(info: str, event: str) -> str:
    """The id of an event's node, greyed out or not; empty when it is not listed."""
    return next((node for node, title, _ in _NODE.findall(info) if title == _TITLES[event]), "")


def event_in_use(info: str, event: str) -> str:
    """The id of an event's node when it is listed and not greyed out; empty otherwise."""
    found = (node for node, title, ghost in _NODE.findall(info) if title == _TITLES[event] and not ghost)
    return next(found, "")


def chain_end(info: str, event: str) -> tuple[str, str] | None:
    """The node and exec pin at the end of an event's chain; the event's own when nothing hangs on it.

    None when there is no one end that can be seen: the chain branches, loops, or leads to a
    node that is not listed.
    """
    outputs = _exec_outputs(info)
    links = {(source, pin): target for source, pin, target, _ in _LINK.findall(info)}
    node, seen = event, set[str]()
    while node not in seen and len(outputs.get(node, ())) == 1:
        seen.add(node)
        end = (node, outputs[node][0])
        if end not in links:
            return end
        node = links[end]
    return None


def places(info: str) -> dict[str, tuple[int, int]]:
    """Where the nodes that are listed stand."""
    return {node: (int(x), int(y)) for node, x, y in _PLACE.findall(info)}


def is_cut_short(info: str) -> bool:
    """Whether there are more nodes than those that are listed."""
    return _CUT.search(info) is not None


def _exec_outputs(info: str) -> dict[str, list[str]]:
    """The exec outputs of each node that is listed; a data pin is written with its type."""
    starts = [(match[1], match.start()) for match in _NODE.finditer(info)]
    found: dict[str, list[str]] = {}
    for (node, start), (_, end) in zip(starts, [*starts[1:], ("", len(info))], strict=True):
        line = _OUT.search(info, start, end)
        pins = line[1].split(", ") if line else []
        found[node] = [match[1] for pin in pins if (match := _EXEC_OUT.fullmatch(pin.strip())) is not None]
    return found
