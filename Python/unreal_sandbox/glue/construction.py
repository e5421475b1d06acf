"""Makes the transient objects that scripts construct: factories, export tasks, exporters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.implemented import CONSTRUCTIBLE
from unreal_sandbox.glue.objects import TransientTarget
from unreal_sandbox.glue.python_types import SCRIPTED_BASE
from unreal_sandbox.menus.menu_scripts import ScriptEntryTarget

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["construct_object"]


def construct_object(editor: EditorState, class_path: str, outer: Any, name: str) -> TransientTarget:
    """A fresh object of a class. Assets, graphs and nodes are never made this way."""
    class_name = class_path.rsplit(".", 1)[-1]
    is_script_entry = class_path.startswith("/Engine/PythonTypes.") or class_name == SCRIPTED_BASE
    if class_name not in CONSTRUCTIBLE and not is_script_entry:
        raise NotModelledError(f"Constructing unreal.{class_name} is not modelled in the sandbox.")
    del outer
    number = editor.next_uid()
    own_name = f"{class_name}_{number}" if name in {"", "None"} else name
    if is_script_entry:
        return ScriptEntryTarget(editor, class_path, own_name)
    return TransientTarget(editor, class_path, own_name)
