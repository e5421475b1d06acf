"""A strict stand-in for the `unreal` module of the Unreal Editor.

    from unreal_sandbox import SandboxEditor
    editor = SandboxEditor(project_dir)
    editor.install()          # now `import unreal` works, in this thread
    editor.tick()

It has the names, signatures, refusals and odd habits of the real module, never a kinder one.
What the editor has and the sandbox does not raises NotModelledError. May use
`blueprint_assistant.graph` and `.errors`, nothing else of the assistant.
"""

from unreal_sandbox.desk.fault_injection import FaultInjection
from unreal_sandbox.errors import (
    FatalEditorError,
    NotModelledError,
    ProjectFolderError,
    ProjectLockedError,
    ScriptError,
    StaleObjectError,
)
from unreal_sandbox.sandbox import LogLine, SandboxEditor, Switches

__all__ = [
    "FatalEditorError",
    "FaultInjection",
    "LogLine",
    "NotModelledError",
    "ProjectFolderError",
    "ProjectLockedError",
    "SandboxEditor",
    "ScriptError",
    "StaleObjectError",
    "Switches",
]
