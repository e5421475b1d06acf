"""What the file of an asset says about saving it. Game thread only.

An asset whose file is read-only can be changed in the editor like any other, and not saved: with source
control that is what a file that nobody here has checked out looks like, and one that somebody else has
(HOSTING 10; no call tells who). Saving is the user's affair, so it is said and not refused.
"""

from __future__ import annotations

import logging
from pathlib import Path

import unreal

from blueprint_assistant.editor.unreal_editor.blueprint_reader import load_blueprint

__all__ = ["saving_note"]

_log = logging.getLogger(__name__)

_WRITE_BITS = 0o222


def saving_note(path: str) -> str:
    """A sentence about an asset that cannot be saved as things are; empty for any other."""
    try:
        asset = load_blueprint(path)
        name = str(asset.get_name())
        file = str(unreal.SystemLibrary.get_system_path(asset))
        # By the mode and not by `os.access`, which says yes to whoever may do everything.
        is_read_only = bool(file) and not Path(file).stat().st_mode & _WRITE_BITS
    except Exception as error:  # noqa: BLE001 - what was changed is changed, whatever can be told of its file
        _log.info("The file of %s could not be looked at: %s", path, error)
        return ""
    if not is_read_only:
        return ""
    return (
        f"The file of {name} is read-only: the change is in the editor, but cannot be saved until"
        " the user checks the file out or makes it writable."
    )
