"""The folder of a project, held by one editor. Outside uses ProjectFolder.

MyProject/MyProject.uproject
MyProject/Content/               what `project_storage` reads and writes
MyProject/.sandbox.lock          held while an editor is open

It loads without the sandbox: whether a folder can be used is known before an editor is started.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from unreal_sandbox.desk.project_lock import ProjectLock
from unreal_sandbox.errors import ProjectFolderError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["TEMPORARY", "ProjectFolder", "folder_error", "write_atomically"]

TEMPORARY = ".writing"
"""How the name of a file ends while it is being written."""


class ProjectFolder:
    """A project folder that is locked until `close`. Every OSError becomes a ProjectFolderError."""

    def __init__(self, path: Path) -> None:
        """Make the folder when needed and lock it."""
        self.path = path
        try:
            self.content.mkdir(parents=True, exist_ok=True)
            self._lock = ProjectLock(path / ".sandbox.lock")
            self._write_project_file()
        except OSError as error:
            self.close()
            raise folder_error(path, error) from error

    @property
    def content(self) -> Path:
        """The folder of its assets."""
        return self.path / "Content"

    def _write_project_file(self) -> None:
        if not any(self.path.glob("*.uproject")):
            content = {"FileVersion": 3, "EngineAssociation": "5.8", "Category": "", "Description": ""}
            write_atomically(
                self.path / f"{self.path.resolve().name}.uproject", json.dumps(content, indent=2)
            )

    def close(self) -> None:
        """Give the folder free. A second time does nothing."""
        lock = getattr(self, "_lock", None)
        if lock is not None:
            lock.release()


def write_atomically(file: Path, text: str) -> None:
    """Write a file whole: it holds either the old text or the new one. Raises OSError."""
    content = text.encode()
    temporary = file.with_name(f"{file.name}{TEMPORARY}")
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


def folder_error(path: Path, error: OSError | ValueError) -> ProjectFolderError:
    """What the user is told when the folder, or a file in it, cannot be used."""
    reason = getattr(error, "strerror", None) or str(error)
    return ProjectFolderError(
        f"The project folder cannot be used: {reason} ({path}).",
        "Choose a folder that you may write to, or free the disk, and start again.",
    )
