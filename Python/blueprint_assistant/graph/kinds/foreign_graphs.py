"""Tells what a text of nodes is that is no Blueprint graph: a widget tree, a material, Niagara and the like.

Outside uses the names in `__all__`. Such a graph is read and kept as it is; nobody here knows what its nodes
mean, so it is not told as a program and not written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node

__all__ = ["ForeignGraphError", "foreign_class", "foreign_graph"]

_MODULES: Final = {
    "/Script/UMG.": "a widget tree",
    "/Script/UMGEditor.": "a widget tree",
    "/Script/NiagaraEditor.": "a Niagara graph",
    "/Script/PCGEditor.": "a PCG graph",
    "/Script/PCG.": "a PCG graph",
    "/Script/BehaviorTreeEditor.": "a behaviour tree",
    "/Script/AIGraph.": "a behaviour tree",
    "/Script/MetasoundEditor.": "a MetaSound",
    "/Script/EnvironmentQueryEditor.": "an environment query",
    "/Script/ControlRigDeveloper.": "a control rig",
    "/Script/RigVMDeveloper.": "a control rig",
    "/Script/SoundCueEditor.": "a sound cue",
    "/Script/AudioEditor.": "a sound cue",
    "/Script/AnimGraph.": "an animation graph",
    "/Script/AnimGraphRuntime.": "an animation graph",
}
_CLASSES: Final = {
    "MaterialGraphNode": "a material",
    "AnimGraphNode": "an animation graph",
    "AnimStateNode": "an animation graph",
    "SoundCueGraphNode": "a sound cue",
    "MetasoundEditorGraph": "a MetaSound",
    "BehaviorTreeGraphNode": "a behaviour tree",
    "BehaviorTreeDecoratorGraphNode": "a behaviour tree",
    "NiagaraNode": "a Niagara graph",
    "PCGEditorGraphNode": "a PCG graph",
}
_K2: Final = "K2"
"""What the class of every node of a Blueprint graph has in its name, a plugin's too."""


class ForeignGraphError(GraphError):
    """A graph that is no Blueprint graph was to be written."""

    code = "unsupported_graph"

    def __init__(self, what: str) -> None:
        """Say what it is."""
        super().__init__(
            f"This is {what}, no Blueprint graph: it can be kept, not written.",
            "Change it in its own editor.",
        )


def foreign_graph(graph: Graph) -> str:
    """What a graph is that is no Blueprint graph, with its article; empty for a Blueprint graph.

    Animation graphs have Blueprint nodes beside their own.
    """
    found = [what for node in graph.nodes if (what := foreign_class(node.class_path))]
    if not found:
        return ""
    is_of_blueprint = any(map(_is_of_blueprint, graph.nodes))
    return "" if is_of_blueprint and found[0] != "an animation graph" else found[0]


def foreign_class(class_path: str) -> str:
    """What graph the nodes of a class are of, where it is known to be no Blueprint's; else empty."""
    name = class_path.rpartition(".")[2]
    if _K2 in name:
        return ""
    by_name = next((what for start, what in _CLASSES.items() if name.startswith(start)), "")
    return by_name or next((what for start, what in _MODULES.items() if class_path.startswith(start)), "")


def _is_of_blueprint(node: Node) -> bool:
    return _K2 in node.class_name
