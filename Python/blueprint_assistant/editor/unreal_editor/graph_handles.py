"""The engine's objects of one graph while a plan works on it. Game thread only.

Used by the modules that carry out steps on nodes; nothing of it outlives a compile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError

if TYPE_CHECKING:
    from collections.abc import KeysView

    from blueprint_assistant.graph.model.blueprint import Direction

__all__ = ["GraphHandles"]


class GraphHandles:
    """The nodes and the graph editor of one graph.

    Nodes stay valid while they are in the graph, so they are listed once; pins do not (field
    notes 4), so they are looked up anew each time. Not to be kept over a compile.
    """

    def __init__(self, asset: Any, graph: str) -> None:
        """Raises PlanError when the editor has no such graph."""
        self.asset = asset
        self.editor = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, graph)
        if self.editor is None or self.editor.get_graph() is None:
            raise PlanError(f"The editor has no graph '{graph}' in '{asset.get_path_name()}'.")
        self._nodes = {str(node.get_name()): node for node in self.editor.list_all_nodes()}
        # Comment boxes are in a list of their own (field notes 12).
        self._comments = {str(node.get_name()): node for node in self.editor.list_comment_nodes()}

    @property
    def names(self) -> KeysView[str]:
        """The names of the nodes, without the comment boxes."""
        return self._nodes.keys()

    def node(self, name: str) -> Any:
        """The node or comment box of that name. Raises PlanError when it is gone."""
        found = self._nodes.get(name) or self._comments.get(name)
        if found is None:
            raise PlanError(f"The editor shows no node '{name}' any more.", "Read the graph again.")
        return found

    def is_comment(self, name: str) -> bool:
        """Whether that name is a comment box's."""
        return name in self._comments

    def pin(self, node: str, name: str, direction: Direction) -> Any:
        """A pin by node and internal name. Raises PlanError when the editor does not show it."""
        owner = self.node(node)
        found = None
        if not self.is_comment(node):  # which has no pins to ask for, whatever its text says
            found = owner.find_output_pin(name) if direction == "output" else owner.find_input_pin(name)
        if found is None or not found.is_valid():
            raise PlanError(
                f"The editor shows no pin '{name}' on node '{node}'.", "Read the node's pins again."
            )
        return found

    def learn(self, node: Any, *, is_comment: bool = False) -> str:
        """Remember a node that was just added; its name."""
        name = str(node.get_name())
        (self._comments if is_comment else self._nodes)[name] = node
        return name

    def forget(self, name: str) -> None:
        """Drop a node that was just removed."""
        self._nodes.pop(name, None)
        self._comments.pop(name, None)
