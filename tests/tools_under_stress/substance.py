"""Whether a project says the same as before, where nodes and members had to be made anew.

Inverse steps give nodes other names, pins and members other GUIDs. Everything else must be as it was.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.compare.isomorphism import isomorphic

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph
    from tools_under_stress.trials import Facts

__all__ = ["differences_in_substance"]

_GUID = re.compile(r"\b[0-9A-F]{32}\b")
_NAMES_OF_NODES = ("variables", "components", "overrides")


def differences_in_substance(before: Facts, after: Facts) -> list[str]:
    """What is other than names of nodes and GUIDs, and steps of our own in the undo history."""
    found: list[str] = []
    for key in {**before, **after}:
        mine, theirs = before.get(key), after.get(key)
        if isinstance(mine, dict) and isinstance(theirs, dict) and key.startswith("/"):
            found += [f"{key} {item}" for item in _of_asset(mine, theirs)]
        elif key == "undo history" and isinstance(mine, tuple) and isinstance(theirs, tuple):
            # What the editor did not undo has stayed a step of its history.
            are_ours = all(title.startswith("AI: ") for title in theirs[len(mine) :])
            found += [] if theirs[: len(mine)] == mine and are_ours else [key]
        elif mine != theirs:
            found.append(key)
    return found


def _of_asset(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    found: list[str] = []
    for key in {**before, **after}:
        mine, theirs = before.get(key), after.get(key)
        if key.startswith("graph "):
            if mine is None or theirs is None or not _is_same_graph(mine, theirs):
                found.append(key)
        elif key == "is compiled":
            found += [] if mine == theirs or str(theirs).startswith("up_to_date") else [key]
        elif key in _NAMES_OF_NODES:
            found += [] if sorted(_plain(mine)) == sorted(_plain(theirs)) else [key]
        elif key in ("class", "graphs"):
            continue  # it is compiled from the rest; the order of graphs says nothing
        elif mine != theirs:
            found.append(key)
    return found


def _plain(items: Any) -> list[str]:
    return [_GUID.sub("", repr(item)) for item in items]


def _comments(graph: Graph) -> list[str]:
    """The comment boxes, which say nothing of what a graph does."""
    boxes = [node for node in graph.nodes if node.class_name == "EdGraphNode_Comment"]
    return sorted(_GUID.sub("", repr(replace(box, name=""))) for box in boxes)


def _is_same_graph(one: Graph, other: Graph) -> bool:
    if one == other:
        return True
    names = isomorphic(replace(one, guid=""), replace(other, guid=""))
    if names is None or _comments(one) != _comments(other):
        return False
    places = {node.name: (node.x, node.y) for node in other.nodes}
    return all(
        names.get(node.name) is None or places[names[node.name]] == (node.x, node.y) for node in one.nodes
    )
