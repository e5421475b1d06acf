"""Where each system keeps a user's own files. Outside uses config_folder and log_folder.

Three systems, one table: not worth a package that would have to be installed into Unreal.
Nothing is created here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["config_folder", "log_folder"]

_NAME = "BlueprintAIAssistant"


def config_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder of the user's settings; it may not exist yet."""
    known = os.environ if environment is None else environment
    if platform == "win32":
        return _folder(known, "APPDATA", "AppData/Roaming") / _NAME
    if platform == "darwin":
        return _home(known) / "Library" / "Application Support" / _NAME
    return _folder(known, "XDG_CONFIG_HOME", ".config") / _NAME


def log_folder(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> Path:
    """The folder of the log when no Unreal project has one; it may not exist yet."""
    known = os.environ if environment is None else environment
    if platform == "win32":
        return _folder(known, "LOCALAPPDATA", "AppData/Local") / _NAME / "Logs"
    if platform == "darwin":
        return _home(known) / "Library" / "Logs" / _NAME
    return _folder(known, "XDG_STATE_HOME", ".local/state") / _NAME


def _folder(environment: Mapping[str, str], variable: str, otherwise: str) -> Path:
    """The folder that a variable names; a relative one does not count, as the XDG rules say."""
    named = environment.get(variable, "")
    return Path(named) if named and Path(named).is_absolute() else _home(environment) / otherwise


def _home(environment: Mapping[str, str]) -> Path:
    named = environment.get("HOME") or environment.get("USERPROFILE")
    return Path(named) if named else Path.home()
