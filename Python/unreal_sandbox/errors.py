"""What the sandbox raises beyond what the editor itself would raise."""

from __future__ import annotations

from blueprint_assistant.errors import ConfigurationError

__all__ = [
    "FatalEditorError",
    "NotModelledError",
    "ProjectFolderError",
    "ProjectLockedError",
    "ScriptError",
    "StaleObjectError",
]


class NotModelledError(RuntimeError):
    """The editor has this, the sandbox does not: no test may pretend otherwise."""


class FatalEditorError(BaseException):
    """The real editor would have crashed here. Not an `Exception`, so that no code can go on."""


class ScriptError(Exception):
    """What the editor's Python glue raises as a plain `Exception`, with its text."""


class StaleObjectError(ScriptError):
    """The object behind a handle is gone: removed, deleted, or replaced by a compile."""


class ProjectFolderError(ConfigurationError):
    """The project folder cannot be read or written: the user acts."""

    code = "project_folder"


class ProjectLockedError(ProjectFolderError):
    """Another sandbox editor has the project folder open."""

    code = "project_locked"
