"""A project in a folder: one readable text file per Blueprint, written atomically, one writer.

MyProject/Content/Enemies/BP_Enemy.blueprint.txt     the asset /Game/Enemies/BP_Enemy
MyProject/Content/BP_Old.redirector.txt              what a rename left behind: the new path
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError, TextError
from unreal_sandbox.assets.asset_text import format_asset, parse_asset
from unreal_sandbox.desk.project_folder import TEMPORARY, folder_error, write_atomically

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.project_folder import ProjectFolder

__all__ = ["Storage"]

_SUFFIX = ".blueprint.txt"
_REDIRECTOR_SUFFIX = ".redirector.txt"


class Storage:
    """The open project folder of one editor. Every OSError becomes a ProjectFolderError."""

    def __init__(self, project: ProjectFolder) -> None:
        """Read and write in a folder that is held already."""
        self._project = project
        self.folder = project.path
        self.unreadable: dict[str, str] = {}
        """Package paths, in lower case, of files that could not be read, with the reason."""

    @property
    def _content(self) -> Path:
        return self._project.content

    def close(self) -> None:
        """Give the folder free. A second time does nothing."""
        self._project.close()

    def path_of(self, package: str) -> Path:
        """The file of a package path."""
        return self._content / f"{package.removeprefix('/Game/')}{_SUFFIX}"

    def _package_of(self, file: Path) -> str:
        relative = file.relative_to(self._content).as_posix()
        return f"/Game/{relative.removesuffix(_SUFFIX)}"

    def read_all(self, next_uid: Callable[[], int]) -> list[BlueprintAsset]:
        """The assets of the folder. A file that cannot be read is left as it is and remembered."""
        assets: list[BlueprintAsset] = []
        known: set[str] = set()
        try:
            self._remove_leftovers()
            for file in sorted(self._content.rglob(f"*{_SUFFIX}")):
                package = self._package_of(file)
                try:
                    if package.lower() in known:
                        raise TextError("Another file has this name but for its letter case.")
                    # Notepad and its like put a mark before the text.
                    asset = parse_asset(file.read_text(encoding="utf-8-sig"), next_uid())
                except (AssistantError, UnicodeDecodeError, OSError) as error:
                    reason = getattr(error, "strerror", None) or error
                    self.unreadable[package.lower()] = f"'{file}' cannot be read and stays as it is: {reason}"
                    continue
                known.add(package.lower())
                asset.path = package  # the file may have been moved
                assets.append(asset)
        except OSError as error:
            raise folder_error(self.folder, error) from error
        return assets

    def _remove_leftovers(self) -> None:
        """What a killed process left half written."""
        for file in self._content.rglob(f"*.txt{TEMPORARY}"):
            if file.is_file():
                file.unlink(missing_ok=True)

    def write(self, asset: BlueprintAsset) -> None:
        """Write one asset: the file holds either the old state or the new one, never half of it."""
        file = self.path_of(asset.path)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, format_asset(asset))
        except (OSError, ValueError) as error:  # ValueError: a name or text that no file can hold
            raise folder_error(file, error) from error

    def delete(self, asset: BlueprintAsset) -> None:
        """Remove the file of an asset, if it has one."""
        self.delete_file(asset.path)

    def delete_file(self, package: str) -> None:
        """Remove the asset file of a package path, if there is one."""
        file = self.path_of(package)
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise folder_error(file, error) from error

    # --- redirectors and folders ---------------------------------------------------------------

    def _redirector_file(self, package: str) -> Path:
        return self._content / f"{package.removeprefix('/Game/')}{_REDIRECTOR_SUFFIX}"

    def write_redirector(self, package: str, target: str) -> None:
        """Write the file of a redirector: one line, the package path that it leads to."""
        file = self._redirector_file(package)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(file, f"{target}\n")
        except (OSError, ValueError) as error:
            raise folder_error(file, error) from error

    def read_redirectors(self) -> dict[str, str]:
        """Package path and target of every redirector; a file that cannot be read counts as none."""
        found: dict[str, str] = {}
        for file in sorted(self._content.rglob(f"*{_REDIRECTOR_SUFFIX}")):
            try:
                target = file.read_text(encoding="utf-8-sig").strip()
            except (OSError, UnicodeDecodeError):
                continue
            relative = file.relative_to(self._content).as_posix()
            found[f"/Game/{relative.removesuffix(_REDIRECTOR_SUFFIX)}"] = target
        return found

    def delete_redirector(self, package: str) -> None:
        """Remove the file of a redirector, if it has one."""
        file = self._redirector_file(package)
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise folder_error(file, error) from error

    def folder_of(self, directory: str) -> Path:
        """The folder on disk of a content folder such as `/Game/Enemies`."""
        return self._content / directory.removeprefix("/Game").strip("/")
