"""Redirectors: what a rename leaves at the old path, in memory and in the project folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from unreal_sandbox.assets.asset_kinds import REDIRECTOR_CLASS
from unreal_sandbox.errors import ProjectFolderError
from unreal_sandbox.glue.objects import PackageTarget, Target

if TYPE_CHECKING:
    from collections.abc import Hashable

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = [
    "Redirector",
    "RedirectorTarget",
    "add_redirector",
    "follow",
    "load_redirectors",
    "remove_redirector",
    "write_redirector",
]


@dataclass(eq=False)
class Redirector:
    """Stands at a package path and points to another one. `path` keeps the letter case."""

    path: str
    target: str
    is_on_disk: bool = False

    @property
    def name(self) -> str:
        """`BP_Door` of `/Game/BP_Door`."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def object_path(self) -> str:
        """`/Game/BP_Door.BP_Door`."""
        return f"{self.path}.{self.name}"


class RedirectorTarget(Target):
    """An ObjectRedirector: only its identity can be seen."""

    __slots__ = ("redirector",)

    def __init__(self, editor: EditorState, redirector: Redirector) -> None:
        super().__init__(editor)
        self.redirector = redirector

    def check(self) -> None:
        if self.editor.redirectors.get(self.redirector.path.lower()) is not self.redirector:
            raise self.stale()

    def class_path(self) -> str:
        return REDIRECTOR_CLASS

    def key(self) -> Hashable:
        return ("redirector", id(self.redirector))

    def name(self) -> str:
        return self.redirector.name

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self.redirector.path)


def follow(editor: EditorState, package: str) -> BlueprintAsset | None:
    """The asset that a redirector leads to, over others when it has to; None when there is no way."""
    seen: set[str] = set()
    key = package.lower()
    while key in editor.redirectors and key not in seen:
        seen.add(key)
        key = editor.redirectors[key].target.lower()
    return editor.blueprints.get(key) if seen else None


def add_redirector(editor: EditorState, path: str, target: str) -> Redirector:
    """Leave a redirector at a path, in memory. Those that led to the path now lead over it."""
    redirector = Redirector(path, target)
    editor.redirectors[path.lower()] = redirector
    return redirector


def write_redirector(editor: EditorState, redirector: Redirector) -> bool:
    """Put a redirector into the project folder; whether it is there now."""
    if editor.storage is not None:
        try:
            editor.storage.write_redirector(redirector.path, redirector.target)
        except ProjectFolderError as error:
            editor.write_log("LogSavePackage", "Error", str(error))
            return False
    redirector.is_on_disk = True
    return True


def remove_redirector(editor: EditorState, path: str) -> bool:
    """Delete the redirector at a path, from the folder too; whether there was one."""
    found = editor.redirectors.get(path.lower())
    if found is None:
        return False
    if editor.storage is not None:
        try:
            editor.storage.delete_redirector(found.path)
        except ProjectFolderError as error:
            editor.write_log("LogEditorAssetSubsystem", "Error", str(error))
            return False
    del editor.redirectors[path.lower()]
    return True


def load_redirectors(editor: EditorState) -> None:
    """Take in the redirectors of the project folder; an asset at the same path comes first."""
    if editor.storage is None:
        return
    for path, target in editor.storage.read_redirectors().items():
        if path.lower() not in editor.blueprints:
            editor.redirectors[path.lower()] = Redirector(path, target, is_on_disk=True)
