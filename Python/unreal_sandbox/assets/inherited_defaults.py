"""What the class default object of a Blueprint has from its parents: the engine's properties and variables.

A Blueprint keeps what it says otherwise beside the defaults of its own variables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import PropertyInfo
from unreal_sandbox.glue.property_text import engine_property

if TYPE_CHECKING:
    from collections.abc import Iterator

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["inherited_default", "inherited_property"]


def _line(editor: EditorState, class_path: str) -> Iterator[BlueprintAsset]:
    """The Blueprints from a class up to the first class of the engine."""
    seen: set[str] = set()
    while (asset := _asset(editor, class_path)) is not None and asset.path not in seen:
        seen.add(asset.path)
        yield asset
        class_path = asset.parent_class


def _asset(editor: EditorState, class_path: str) -> BlueprintAsset | None:
    return editor.find_blueprint(class_path) if class_path.startswith("/Game/") else None


def inherited_property(editor: EditorState, parent_class: str, name: str) -> PropertyInfo | None:
    """A property that a parent class has, as it was last compiled; by its C++ or its Python name."""
    native = parent_class
    for asset in _line(editor, parent_class):
        for variable in asset.compiled.variables if asset.compiled else ():
            if variable.name.lower() == name.lower():
                return PropertyInfo(variable.name, variable.type)
        native = asset.parent_class
    return engine_property(editor, native, name)


def inherited_default(editor: EditorState, parent_class: str, declared: PropertyInfo) -> str:
    """What the nearest parent says of such a property."""
    for asset in _line(editor, parent_class):
        text = asset.defaults.get(declared.name)
        if text is not None:
            return text
    return declared.default
