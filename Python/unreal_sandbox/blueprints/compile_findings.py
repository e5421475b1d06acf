"""What a check of the compiler gets and gives.

A check of a node is a function of a `Compiling` and a `Node` that yields findings about it; a
check of a graph is one of a `Compiling` that yields findings with their nodes' names. The tables
of checks are in `compile_hooks`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import PinRef
from unreal_sandbox.graphs.localised_titles import title_text

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, MessageSeverity
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["Compiling", "Finding", "title_of"]

Finding = tuple["MessageSeverity", str]


@dataclass(frozen=True, slots=True)
class Compiling:
    """One graph under compilation. `reached` are the nodes that run, in graph order."""

    editor: EditorState
    asset: BlueprintAsset
    graph: Graph
    reached: tuple[Node, ...]

    def links_of(self, node: Node, pin: Pin) -> tuple[PinRef, ...]:
        """The other ends of a pin's links."""
        return self.graph.linked_pins.get(PinRef(node.name, pin.id), ())

    def is_open(self, node: Node, name: str) -> bool:
        """Whether the node has an input of that name with neither link nor value."""
        pin = node.find_pin(name, "input")
        return pin is not None and not self.links_of(node, pin) and not pin.default


def title_of(compiling: Compiling, node: Node) -> str:
    """The node in messages: its title in one line, between spaces, as the engine writes `@@`."""
    return f" {title_text(compiling.editor, node).replace(chr(10), ' ').strip()} "
