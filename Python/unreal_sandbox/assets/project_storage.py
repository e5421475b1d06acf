"""A project in a folder: one readable text file per Blueprint, written atomically, one writer.

MyProject/MyProject.uproject
MyProject/Content/Enemies/BP_Enemy.blueprint.txt     the asset /Game/Enemies/BP_Enemy
MyProject/Content/BP_Old.redirector.txt              what a rename left behind: the new path
MyProject/.sandbox.lock                              held while an editor is open
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError, TextError
from unreal_sandbox.assets.asset_text import format_asset, parse_asset
from unreal_sandbox.desk.project_lock import ProjectLock
from unreal_sandbox.errors import ProjectFolderError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset

__all__ = ["Storage"]

_SUFFIX = ".blueprint.txt"
_REDIRECTOR_SUFFIX = ".redirector.txt"
_TEMPORARY = ".writing"


class Storage:
    """The open project folder of one editor. Every OSError becomes a ProjectFolderError."""

    def __init__(self, folder: Path) -> None:
        """Make the folder when needed and lock it."""
        self.folder = folder
        self.unreadable: dict[str, str] = {}
        """Package paths, in lower case, of files that could not be read, with the reason."""
        try:
            self._content.mkdir(parents=True, exist_ok=True)
            self._lock = ProjectLock(folder / ".sandbox.lock")
            self._write_project_file()
        except OSError as error:
            self.close()
            raise _folder_error(folder, error) from error

    @property
    def _content(self) -> Path:
        return self.folder / "Content"

    def _write_project_file(self) -> None:
        if not any(self.folder.glob("*.uproject")):
            content = {"FileVersion": 3, "EngineAssociation": "5.8", "Category": "", "Description": ""}
            _write_atomically(
                self.folder / f"{self.folder.resolve().name}.uproject", json.dumps(content, indent=2)
            )

    def close(self) -> None:
        """Give the folder free. A second time does nothing."""
        lock = getattr(self, "_lock", None)
        if lock is not None:
            lock.release()

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
            raise _folder_error(self.folder, error) from error
        return assets

    def _remove_leftovers(self) -> None:
        """What a killed process left half written."""
        for file in self._content.rglob(f"*.txt{_TEMPORARY}"):
            if file.is_file():
                file.unlink(missing_ok=True)

    def write(self, asset: BlueprintAsset) -> None:
        """Write one asset: the file holds either the old state or the new one, never half of it."""
        file = self.path_of(asset.path)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            _write_atomically(file, format_asset(asset))
        except (OSError, ValueError) as error:  # ValueError: a name or text that no file can hold
            raise _folder_error(file, error) from error

    def delete(self, asset: BlueprintAsset) -> None:
        """Remove the file of an asset, if it has one."""
        self.delete_file(asset.path)

    def delete_file(self, package: str) -> None:
        """Remove the asset file of a package path, if there is one."""
        file = self.path_of(package)
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            raise _folder_error(file, error) from error

    # --- redirectors and folders ---------------------------------------------------------------

    def _redirector_file(self, package: str) -> Path:
        return self._content / f"{package.removeprefix('/Game/')}{_REDIRECTOR_SUFFIX}"

    def write_redirector(self, package: str, target: str) -> None:
        """Write the file of a redirector: one line, the package path that it leads to."""
        file = self._redirector_file(package)
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            _write_atomically(file, f"{target}\n")
        except (OSError, ValueError) as error:
            raise _folder_error(file, error) from error

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
            raise _folder_error(file, error) from error

    def folder_of(self, directory: str) -> Path:
        """The folder on disk of a content folder such as `/Game/Enemies`."""
        return self._content / directory.removeprefix("/Game").strip("/")


def _write_atomically(file: Path, text: str) -> None:
    content = text.encode()
    temporary = file.with_name(f"{file.name}{_TEMPORARY}")
    try:
        with temporary.open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(file)
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    if os.name == "posix":
        # The new name itself is only safe once the folder is on disk too.
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _folder_error(path: Path, error: OSError | ValueError) -> ProjectFolderError:
    reason = getattr(error, "strerror", None) or str(error)
    return ProjectFolderError(
        f"The project folder cannot be used: {reason} ({path}).",
        "Choose a folder that you may write to, or free the disk, and start again.",
    )
