"""Calls of tools as a model makes them: by name, with parameters, told by a text what came of it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.registry import ActionRegistry
from rebuild.timeline_tracks import hands_of

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import ActionResult
    from sandbox_project import SandboxProject

__all__ = ["RefusedError", "ToolCalls"]

_NODE = re.compile(r"^(N\d+): (.*) \((\w+)(, not in use yet)?\)", re.MULTILINE)
_NAMED = re.compile(r"(\w+) = (N\d+) ")
_CHARS_PER_TOKEN = 4


class RefusedError(Exception):
    """A tool refused a call; the text is what a model reads."""

    def __init__(self, tool: str, parameters: dict[str, Any], text: str) -> None:
        super().__init__(f"{tool} {parameters}: {text}")
        self.text = text


class ToolCalls:
    """The tools of one conversation. `count` is how many calls there were."""

    def __init__(self, project: SandboxProject) -> None:
        self.project = project
        self.artist = hands_of(project.sandbox)
        self.context = replace(project.new_context(), artist=self.artist)
        self._registry = ActionRegistry()
        self.count = 0

    def call(self, tool: str, **parameters: Any) -> ActionResult:
        self.count += 1
        return self._registry.call(tool, parameters, self.context)

    def do(self, tool: str, **parameters: Any) -> str:
        """A call that must succeed; its text. Raises RefusedError."""
        result = self.call(tool, **parameters)
        if not result.ok:
            raise RefusedError(tool, parameters, result.text)
        return result.text


def tokens(text: str) -> int:
    """About how many tokens a text is."""
    return len(text) // _CHARS_PER_TOKEN


def node_id(text: str) -> str:
    """The id of the node that a result is about."""
    found = _NODE.search(text)
    assert found is not None, text
    return found[1]


def node_ids(text: str) -> list[tuple[str, str]]:
    """The nodes that a text lists: id and class, in its order."""
    return [(found[1], found[3]) for found in _NODE.finditer(text)]


def local_names(text: str) -> dict[str, str]:
    """The ids that build_graph gave, by local name."""
    line = next((line for line in text.splitlines() if line.startswith("Nodes: ")), "")
    return dict(_NAMED.findall(line))
