"""Which names the members of a Blueprint have: variables, components, functions and events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.object_references import unquote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["is_member_name_taken", "is_no_name", "own_function_names", "unique_member_name"]


def is_member_name_taken(editor: EditorState, asset: BlueprintAsset, name: str) -> bool:
    """Whether a variable, component, function or event of that name is declared or inherited."""
    wanted = name.lower()
    if any(own.lower() == wanted for own in _own_names(asset)):
        return True
    parent = asset.parent_class
    if any(item.name.lower() == wanted for item in editor.catalog.properties_of(parent)):
        return True
    if any(item.name.lower() == wanted for item in editor.catalog.events_of(parent)):
        return True
    return any(
        editor.catalog.function(f"{path}:{name}") is not None for path in editor.catalog.ancestors(parent)
    )


def is_no_name(name: str) -> bool:
    """Whether a text is no name at all: empty, blank, or the name None, which an empty FName is."""
    return name.strip().lower() in {"", "none"}


def own_function_names(asset: BlueprintAsset) -> set[str]:
    """The functions and custom events that the Blueprint declares, in lower case."""
    functions = {shape.name.lower() for shape in asset.shapes.values() if shape.kind == "function"}
    return functions | {name.lower() for name in _custom_event_names(asset)}


def _own_names(asset: BlueprintAsset) -> Iterator[str]:
    yield from (item.name for item in asset.variables)
    yield from (item.name for item in asset.components)
    yield from asset.graphs
    yield from _custom_event_names(asset)


def _custom_event_names(asset: BlueprintAsset) -> Iterator[str]:
    for draft in asset.graphs.values():
        for node in draft.nodes_of_class("K2Node_CustomEvent"):
            yield unquote(node.find_property("CustomFunctionName") or "")


def unique_member_name(editor: EditorState, asset: BlueprintAsset, base: str) -> str:
    """The first free one of `Base`, `Base_0`, `Base_1`, …."""
    if not is_member_name_taken(editor, asset, base):
        return base
    number = 0
    while is_member_name_taken(editor, asset, f"{base}_{number}"):
        number += 1
    return f"{base}_{number}"
