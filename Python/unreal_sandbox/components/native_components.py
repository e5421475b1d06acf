"""The components that engine classes bring along, where an inherited tree matters.

Only the classes whose tree is known for sure are listed; others show no native component.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from unreal_sandbox.glue.class_paths import native_parent

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["NativeComponent", "has_native_root", "native_components"]


@dataclass(frozen=True, slots=True)
class NativeComponent:
    """A component that the C++ class creates. `parent` is empty for the root and for non-scene ones."""

    name: str
    class_path: str
    parent: str = ""


_ENGINE = "/Script/Engine."
_BY_CLASS: dict[str, tuple[NativeComponent, ...]] = {
    f"{_ENGINE}Character": (
        NativeComponent("CapsuleComponent", f"{_ENGINE}CapsuleComponent"),
        NativeComponent("ArrowComponent", f"{_ENGINE}ArrowComponent", "CapsuleComponent"),
        NativeComponent("Mesh", f"{_ENGINE}SkeletalMeshComponent", "CapsuleComponent"),
        NativeComponent("CharacterMovement", f"{_ENGINE}CharacterMovementComponent"),
    ),
    f"{_ENGINE}StaticMeshActor": (NativeComponent("StaticMeshComponent", f"{_ENGINE}StaticMeshComponent"),),
    f"{_ENGINE}PointLight": (NativeComponent("LightComponent", f"{_ENGINE}PointLightComponent"),),
}


def native_components(editor: EditorState, asset: BlueprintAsset) -> tuple[NativeComponent, ...]:
    """The components that the Blueprint inherits from its engine parent, the root first."""
    native = native_parent(editor, asset.parent_class)
    for path in editor.catalog.ancestors(native):
        if path in _BY_CLASS:
            return _BY_CLASS[path]
    return ()


def has_native_root(editor: EditorState, asset: BlueprintAsset) -> bool:
    """Whether the Blueprint inherits a scene root, from the engine or from a parent Blueprint."""
    return bool(native_components(editor, asset)) or editor.find_blueprint(asset.parent_class) is not None
