from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from sandbox_project import SandboxProject, open_project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext, ActionResult
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

DOOR = "/Game/BP_Door"


@dataclass
class Tools:
    """The tools on a small project, called as a model calls them."""

    project: SandboxProject
    context: ActionContext
    registry: ActionRegistry

    def call(self, tool: str, **parameters: Any) -> ActionResult:
        return self.registry.call(tool, parameters, self.context)

    def do(self, tool: str, **parameters: Any) -> str:
        """A call that must succeed; its text."""
        result = self.call(tool, **parameters)
        assert result.ok, result.text
        return result.text

    def done_before(self, tool: str, **parameters: Any) -> str:
        """A call that must succeed and change nothing, because it is so already; its text."""
        before = self.project.state()
        result = self.call(tool, **parameters)
        assert result.ok, result.text
        assert not result.has_changed
        assert self.project.state() == before
        return result.text

    def refused(self, tool: str, **parameters: Any) -> str:
        """A call that must be refused and change nothing; its text."""
        before = self.project.state()
        result = self.call(tool, **parameters)
        assert not result.ok, result.text
        assert not result.has_changed
        assert self.project.state() == before
        return result.text

    @property
    def door(self) -> Blueprint:
        return self.project.blueprint(DOOR)

    @property
    def event_graph(self) -> Graph:
        graph = self.door.find_graph("EventGraph")
        assert graph is not None
        return graph

    def node(self, node_id: str) -> Node:
        tracked = self.context.nodes.resolve(node_id)
        graph = self.project.blueprint(tracked.blueprint).find_graph(tracked.graph)
        assert graph is not None
        return graph.node(tracked.node)

    def links(self) -> set[str]:
        graph = self.event_graph
        names = {item.node: item.id for item in self.context.nodes.nodes}
        return {
            " -> ".join(f"{names[ref.node]}.{graph.pin(ref).name}" for ref in (link.source, link.target))  # type: ignore[union-attr]
            for link in graph.links
        }


@pytest.fixture
def tools() -> Iterator[Tools]:
    """A project with one empty Actor Blueprint, /Game/BP_Door."""
    with open_project() as project:
        project.create(DOOR)
        yield Tools(project, project.new_context(), ActionRegistry())


@pytest.fixture
def protocol(tools: Tools) -> Tools:
    """The same tools, with those of the BlueCode protocol."""
    tools.registry = ActionRegistry((*ALL_ACTIONS, *BLUECODE_ACTIONS))
    return tools
