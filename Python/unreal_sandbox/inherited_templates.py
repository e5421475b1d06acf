"""Templates of components that a Blueprint inherits: what they are can be seen, not changed.

In the editor a change makes an override template in the child; that is not modelled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.objects import PackageTarget, Target

if TYPE_CHECKING:
    from collections.abc import Hashable

    from unreal_sandbox.blueprint_asset import BlueprintAsset
    from unreal_sandbox.state import EditorState

__all__ = ["InheritedTemplateTarget"]


class InheritedTemplateTarget(Target):
    """The template of a component of a parent class, seen from a child Blueprint."""

    __slots__ = ("_asset", "_class_path", "_name")

    def __init__(self, editor: EditorState, asset: BlueprintAsset, name: str, class_path: str) -> None:
        super().__init__(editor)
        self._asset = asset
        self._name = name
        self._class_path = class_path

    def check(self) -> None:
        if not self.editor.is_alive(self._asset):
            raise self.stale()

    def class_path(self) -> str:
        return self._class_path

    def key(self) -> Hashable:
        return ("inherited template", self._asset.uid, self._name)

    def name(self) -> str:
        return self._name

    def path(self) -> str:
        return f"{self._asset.class_path}:{self._name}"

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self._asset.path)

    def modify(self) -> bool:
        self._refuse()

    def get_property(self, name: str) -> Any:
        self._refuse()

    def set_property(self, name: str, value: Any) -> None:
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise NotModelledError(
            f"Properties of the inherited component '{self._name}' are not modelled in the sandbox."
        )
