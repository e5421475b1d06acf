"""The kinds of Blueprint asset: which class an asset object has, and what the factories make.

A kind is the class of the asset (`Blueprint`, `WidgetBlueprint`) and Unreal's `BlueprintType`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import ClassInfo
from unreal_sandbox.glue.class_paths import is_child_of

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = [
    "ASSET_CLASSES",
    "BLUEPRINT_TYPES",
    "FACTORIES",
    "REDIRECTOR_CLASS",
    "WIDGET_BLUEPRINT",
    "AssetKind",
    "kind_for_parent",
]

_BLUEPRINT = "/Script/Engine.Blueprint"
WIDGET_BLUEPRINT = "/Script/UMGEditor.WidgetBlueprint"
_BASE_WIDGET_BLUEPRINT = "/Script/UMGEditor.BaseWidgetBlueprint"
REDIRECTOR_CLASS = "/Script/CoreUObject.ObjectRedirector"
_USER_WIDGET = "/Script/UMG.UserWidget"

BLUEPRINT_TYPES = (
    "BPTYPE_Normal",
    "BPTYPE_MacroLibrary",
    "BPTYPE_Interface",
    "BPTYPE_FunctionLibrary",
)

ASSET_CLASSES = (
    ClassInfo(_BASE_WIDGET_BLUEPRINT, "BaseWidgetBlueprint", _BLUEPRINT, is_abstract=True),
    ClassInfo(WIDGET_BLUEPRINT, "WidgetBlueprint", _BASE_WIDGET_BLUEPRINT),
    ClassInfo(REDIRECTOR_CLASS, "ObjectRedirector", "/Script/CoreUObject.Object"),
)
"""Classes of assets that the engine's catalogue of Blueprint members does not list."""


@dataclass(frozen=True, slots=True)
class AssetKind:
    """What a new asset is. `parent` is the class that a factory without one takes."""

    asset_class: str = _BLUEPRINT
    blueprint_type: str = "BPTYPE_Normal"
    parent: str = "/Script/Engine.Actor"

    @property
    def has_event_graph(self) -> bool:
        """Whether a fresh asset of the kind has an event graph: libraries and interfaces are empty."""
        return self.blueprint_type == "BPTYPE_Normal"

    @property
    def is_plain(self) -> bool:
        """Whether this is the usual kind, which gives way to what a parent class asks for."""
        return self == AssetKind()

    @property
    def must_derive_from(self) -> str:
        """The class that every parent has to be or derive from, empty for any."""
        if self.asset_class == WIDGET_BLUEPRINT:
            return _USER_WIDGET
        return self.parent if self.blueprint_type in {"BPTYPE_Interface", "BPTYPE_FunctionLibrary"} else ""


FACTORIES: dict[str, AssetKind] = {
    "BlueprintFactory": AssetKind(),
    "WidgetBlueprintFactory": AssetKind(WIDGET_BLUEPRINT, parent=_USER_WIDGET),
    "BlueprintFunctionLibraryFactory": AssetKind(
        blueprint_type="BPTYPE_FunctionLibrary", parent="/Script/Engine.BlueprintFunctionLibrary"
    ),
    "BlueprintInterfaceFactory": AssetKind(
        blueprint_type="BPTYPE_Interface", parent="/Script/CoreUObject.Interface"
    ),
    "BlueprintMacroFactory": AssetKind(blueprint_type="BPTYPE_MacroLibrary"),
}
"""What each factory makes. Function library, interface and macro library come empty ([API.md 14])."""


def kind_for_parent(editor: EditorState, parent_class: str) -> AssetKind:
    """The kind that a parent class asks for: a child of UserWidget is a widget Blueprint ([API.md 2])."""
    if is_child_of(editor, parent_class, _USER_WIDGET):
        return FACTORIES["WidgetBlueprintFactory"]
    return AssetKind()
