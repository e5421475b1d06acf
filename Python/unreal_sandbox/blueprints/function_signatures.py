"""What the functions, custom events and dispatchers of a Blueprint look like from outside.

Their declarations are the entry, result and custom event nodes of its graphs. The compiled class
keeps those nodes as they were: calls, delegates and the palette go by them until the next compile.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.graph.catalog.declarations import custom_event_of, function_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Function, Graph
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = [
    "Signature",
    "compiled_signatures",
    "declaring_graphs",
    "find_known_function",
    "is_function_library",
    "known_graphs",
    "known_signatures",
]

_DECLARING = ("K2Node_FunctionEntry", "K2Node_FunctionResult", "K2Node_CustomEvent")
_FUNCTION_LIBRARY = "/Script/Engine.BlueprintFunctionLibrary"


@dataclass(frozen=True, slots=True)
class Signature:
    """One declared member. `guid` is what references to it carry: that of its graph, or its event's."""

    function: Function
    kind: Literal["function", "event", "dispatcher"]
    guid: str

    @property
    def name(self) -> str:
        """The name as declared."""
        return self.function.name


def is_function_library(asset: BlueprintAsset) -> bool:
    """Whether its functions are static, as those of a Blueprint function library."""
    return asset.blueprint_type == "BPTYPE_FunctionLibrary" or asset.parent_class == _FUNCTION_LIBRARY


def declaring_graphs(asset: BlueprintAsset) -> tuple[Graph, ...]:
    """The graphs of an asset reduced to the nodes that declare something, without links and places."""
    found = []
    for name, draft in asset.graphs.items():
        nodes = tuple(replace(node, x=0, y=0) for node in draft.nodes_of_class(*_DECLARING))
        if nodes:
            found.append(replace(asset.shapes[name], nodes=nodes))
    return tuple(found)


def known_graphs(editor: EditorState, asset: BlueprintAsset) -> tuple[Graph, ...]:
    """The declarations that graphs may refer to: those of the last compile that are still there."""
    compiled = asset.compiled
    if editor.switches.members_are_known_before_compile or compiled is None:
        return declaring_graphs(asset)
    names = {shape.guid: name for name, shape in asset.shapes.items()}
    return tuple(
        _still_declared(asset, names[graph.guid], graph) for graph in compiled.graphs if graph.guid in names
    )


def _still_declared(asset: BlueprintAsset, name: str, graph: Graph) -> Graph:
    """The graph without the custom events that were removed since."""
    if graph.kind != "event":
        return graph
    draft = asset.graphs[name]
    nodes = [node for node in graph.nodes if node.name in draft and draft.node(node.name).guid == node.guid]
    return replace(graph, nodes=tuple(nodes))


def known_signatures(editor: EditorState, asset: BlueprintAsset) -> Iterator[Signature]:
    """The functions, custom events and dispatchers that graphs may refer to."""
    return _signatures(known_graphs(editor, asset), asset.path)


def compiled_signatures(asset: BlueprintAsset) -> Iterator[Signature]:
    """The members of the generated class, also those whose declaration is gone since."""
    return _signatures(() if asset.compiled is None else asset.compiled.graphs, asset.path)


def find_known_function(editor: EditorState, asset: BlueprintAsset, name: str) -> Signature | None:
    """The function or custom event of that name that graphs of the Blueprint may call."""
    found = _signatures(known_graphs(editor, asset), asset.path, name.lower())
    return next((item for item in found if item.kind != "dispatcher"), None)


def _signatures(graphs: Iterable[Graph], package: str, name: str = "") -> Iterator[Signature]:
    """The members that the graphs declare; with a name, in lower case, only those that have it."""
    for graph in graphs:
        if graph.kind in ("function", "delegate"):
            if name not in ("", graph.name.lower()):
                continue
            function = function_of(graph, package)
            if function is not None:
                yield Signature(
                    function, "function" if graph.kind == "function" else "dispatcher", graph.guid
                )
        elif graph.kind == "event":
            for node in graph.nodes:
                event = custom_event_of(node)
                if event is not None and name in ("", event.name.lower()):
                    yield Signature(event, "event", node.guid)
