"""Templates of components that a Blueprint inherits: a change is kept in the child [api.json].

A component of a parent Blueprint reads as the parent has it, with the changes of the Blueprints on
the way. What a C++ class sets on its own components is not known: reading that is not modelled.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.blueprint import set_property
from unreal_sandbox.assets.inherited_defaults import inherited_default, inherited_property
from unreal_sandbox.blueprints.blueprint_asset import ScsNode
from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.class_paths import parent_blueprints
from unreal_sandbox.glue.objects import PackageTarget, Target
from unreal_sandbox.glue.property_text import property_from_text, property_to_text

if TYPE_CHECKING:
    from collections.abc import Hashable

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.components.component_rows import ComponentRow
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["InheritedTemplateTarget"]


class InheritedTemplateTarget(Target):
    """The template of a component of a parent class, seen from a child Blueprint."""

    __slots__ = ("_row",)

    def __init__(self, editor: EditorState, row: ComponentRow) -> None:
        super().__init__(editor)
        self._row = row

    @property
    def asset(self) -> BlueprintAsset:
        """The Blueprint that inherits the component, alive."""
        self.check()
        return self._row.asset

    def check(self) -> None:
        row = self._row
        if not self.editor.is_alive(row.asset) or not row.is_there():
            raise self.stale()

    def class_path(self) -> str:
        return self._row.class_path if self._row.is_there() else "/Script/Engine.ActorComponent"

    def key(self) -> Hashable:
        return ("inherited template", self._row.asset.uid, self._row.guid or self.name())

    def name(self) -> str:
        if not self._row.is_there():
            return "None"
        return self._row.name if self._row.native is not None else f"{self._row.name}_GEN_VARIABLE"

    def path(self) -> str:
        return f"{self._row.asset.class_path}:{self.name()}"

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self._row.asset.path)

    def modify(self) -> bool:
        self.editor.mark_package_dirty(self.asset)
        return True

    def get_property(self, name: str) -> Any:
        found = inherited_property(self.editor, self.class_path(), name)
        if found is None:
            raise self.missing_property(name)
        text = self._text_of(found.name)
        if text is None and self._row.native is not None:
            raise NotModelledError(
                f"What the C++ class sets on its '{self._row.name}' is not modelled in the sandbox."
            )
        if text is None:
            text = inherited_default(self.editor, self.class_path(), found)
        return property_from_text(self.editor, found.type, text, name)

    def set_property(self, name: str, value: Any) -> None:
        found = inherited_property(self.editor, self.class_path(), name)
        if found is None:
            raise self.missing_property(name)
        text = property_to_text(self.editor, found.type, value, name)
        if self.editor.is_in_pie:
            raise ScriptError(f"{self.class_name()}: templates cannot be changed during play in editor")
        self.modify()
        asset = self._row.asset
        old = self._override_in(asset) or ScsNode(self._row.name, self.class_path(), self._row.guid)
        changed = replace(old, properties=set_property(old.properties, found.name, text))
        asset.overrides = (*(item for item in asset.overrides if item is not old), changed)

    def _override_in(self, asset: BlueprintAsset) -> ScsNode | None:
        row = self._row
        for item in asset.overrides:
            if item.guid == row.guid and (row.guid or item.name == row.name):
                return item
        return None

    def _text_of(self, name: str) -> str | None:
        """What was set, by the nearest Blueprint first; None when nobody set it."""
        row = self._row
        for asset in (row.asset, *parent_blueprints(self.editor, row.asset)):
            if row.native is None and asset is row.owner:
                return dict(row.component.properties).get(name)
            own = self._override_in(asset)
            if own is not None and name in dict(own.properties):
                return dict(own.properties)[name]
        return None
