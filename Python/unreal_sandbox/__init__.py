"""A strict stand-in for the `unreal` module of the Unreal Editor.

    from unreal_sandbox import SandboxEditor
    editor = SandboxEditor(project_dir)
    editor.install()          # now `import unreal` works, in this thread
    editor.tick()

It has the names, signatures, refusals and odd habits of the real module, never a kinder one.
What the editor has and the sandbox does not raises NotModelledError. May use
`blueprint_assistant.graph` and `.errors`, nothing else of the assistant.

The editor loads when it is first named: its errors and its project folder are wanted before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.desk.project_folder import ProjectFolder
from unreal_sandbox.errors import (
    FatalEditorError,
    NotModelledError,
    ProjectFolderError,
    ProjectLockedError,
    ScriptError,
    StaleObjectError,
)

if TYPE_CHECKING:
    from unreal_sandbox.desk.fault_injection import FaultInjection
    from unreal_sandbox.sandbox import LogLine, SandboxEditor, Switches

__all__ = [
    "FatalEditorError",
    "FaultInjection",
    "LogLine",
    "NotModelledError",
    "ProjectFolder",
    "ProjectFolderError",
    "ProjectLockedError",
    "SandboxEditor",
    "ScriptError",
    "StaleObjectError",
    "Switches",
]


_WITH_THE_EDITOR = frozenset({"LogLine", "SandboxEditor", "FaultInjection", "Switches"})


def __getattr__(name: str) -> Any:
    """What comes with the editor, which takes long to load."""
    if name not in _WITH_THE_EDITOR:
        raise AttributeError(f"module 'unreal_sandbox' has no attribute '{name}'")
    from unreal_sandbox.desk.fault_injection import FaultInjection  # noqa: PLC0415 - see above
    from unreal_sandbox.sandbox import LogLine, SandboxEditor, Switches  # noqa: PLC0415 - see above

    globals().update(
        LogLine=LogLine, SandboxEditor=SandboxEditor, Switches=Switches, FaultInjection=FaultInjection
    )
    return globals()[name]
