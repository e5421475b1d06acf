"""Assets of which nothing but their being there is modelled: meshes, sounds, materials, levels.

They are listed, loaded, and held by properties; what is in them raises NotModelledError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.objects import PackageTarget, Target

if TYPE_CHECKING:
    from collections.abc import Hashable

    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["INPUT_ACTION", "PlainAssetTarget", "other_assets", "plain_asset"]

INPUT_ACTION = "/Script/EnhancedInput.InputAction"


def other_assets(editor: EditorState) -> dict[str, str]:
    """Package and class paths of the assets of which nothing but their being there is modelled."""
    actions = {path.partition(".")[0]: INPUT_ACTION for path in editor.input_actions}
    return {**editor.other_assets, **actions}


class PlainAssetTarget(Target):
    """One such asset, by its package path."""

    __slots__ = ("_package",)

    def __init__(self, editor: EditorState, package: str) -> None:
        super().__init__(editor)
        self._package = package

    def class_path(self) -> str:
        return other_assets(self.editor).get(self._package, "/Script/CoreUObject.Object")

    def key(self) -> Hashable:
        return ("plain asset", self._package.lower())

    def name(self) -> str:
        return self._package.rsplit("/", 1)[-1]

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self._package)

    def check(self) -> None:
        if self._package not in other_assets(self.editor):
            raise self.stale()

    def get_property(self, name: str) -> Any:
        raise NotModelledError(f"The property '{name}' of the {self.class_name()} '{self._package}'")

    def set_property(self, name: str, value: Any) -> None:
        raise NotModelledError(f"The property '{name}' of the {self.class_name()} '{self._package}'")


def plain_asset(editor: EditorState, path: str) -> PlainAssetTarget | None:
    """The asset at a package or object path, letter case ignored; None when there is none of that name."""
    folder, _, last = path.rpartition("/")
    name, _, object_name = last.partition(".")
    if object_name and object_name.lower() != name.lower():
        return None
    package = f"{folder}/{name}".lower()
    found = next((item for item in other_assets(editor) if item.lower() == package), None)
    return None if found is None else PlainAssetTarget(editor, found)
