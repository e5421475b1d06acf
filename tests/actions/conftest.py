from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from blueprint_assistant.actions.base import ActionContext, ActionResult
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.graph.catalog import default_catalog
from blueprint_assistant.graph.model import Blueprint, Graph, Node
from value_editor import ValueEditor

DOOR = "/Game/BP_Door"


@dataclass
class Tools:
    """The tools on a small project, called as a model calls them."""

    editor: ValueEditor
    context: ActionContext
    registry: ActionRegistry

    def call(self, tool: str, **parameters: Any) -> ActionResult:
        return self.registry.call(tool, parameters, self.context)

    def do(self, tool: str, **parameters: Any) -> str:
        """A call that must succeed; its text."""
        result = self.call(tool, **parameters)
        assert result.ok, result.text
        return result.text

    def refused(self, tool: str, **parameters: Any) -> str:
        """A call that must be refused and change nothing; its text."""
        before = dict(self.editor.blueprints)
        result = self.call(tool, **parameters)
        assert not result.ok, result.text
        assert not result.has_changed
        assert self.editor.blueprints == before
        return result.text

    @property
    def door(self) -> Blueprint:
        return self.editor.blueprints[DOOR]

    def node(self, node_id: str) -> Node:
        tracked = self.context.nodes.resolve(node_id)
        graph = self.editor.blueprints[tracked.blueprint].find_graph(tracked.graph)
        assert graph is not None
        return graph.node(tracked.node)

    def links(self) -> set[str]:
        graph = self.door.graphs[0]
        names = {item.node: item.id for item in self.context.nodes.nodes}
        return {
            " -> ".join(f"{names[ref.node]}.{graph.pin(ref).name}" for ref in (link.source, link.target))  # type: ignore[union-attr]
            for link in graph.links
        }


@pytest.fixture
def tools() -> Tools:
    """A project with one empty Actor Blueprint, /Game/BP_Door."""
    catalog = default_catalog()
    door = Blueprint(DOOR, "/Script/Engine.Actor", graphs=(Graph("EventGraph"),))
    editor = ValueEditor(catalog, door)
    return Tools(editor, ActionContext(editor, catalog, NodeTracker()), ActionRegistry())
