"""Which packages the panel needs and whether they are there. Outside uses missing_packages and advice.

Looks for packages without importing them. Standard library only: nothing else may be there yet.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import os
import re
import site
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FOLDER_VARIABLE", "MissingPackage", "add_packages_folder", "advice", "missing_packages"]

FOLDER_VARIABLE = "BLUEPRINT_AI_SITE"

_IMPORT_NAMES = {"PySide6-Essentials": "PySide6"}
_RUNTIME_HEADING = "# --- runtime"


@dataclass(frozen=True, slots=True)
class MissingPackage:
    """A package that is not there, or (`found`) only in a version that is too old."""

    requirement: str
    found: str = ""


def runtime_requirements(root: Path) -> list[str]:
    """The runtime lines of requirements.txt, without their comments."""
    text = (root / "requirements.txt").read_text(encoding="utf-8")
    section = text.partition(_RUNTIME_HEADING)[2].partition("# ---")[0]
    lines = (line.partition("#")[0].strip() for line in section.splitlines()[1:])
    return [line for line in lines if line]


def missing_packages(root: Path) -> list[MissingPackage]:
    """What of the runtime requirements cannot be imported here. `root` is the plugin's folder."""
    importlib.invalidate_caches()  # it may have been installed since the last look
    missing = []
    for requirement in runtime_requirements(root):
        name = re.match(r"[A-Za-z0-9._-]+", requirement)
        if name is None:
            continue
        if importlib.util.find_spec(_IMPORT_NAMES.get(name[0], name[0])) is None:
            missing.append(MissingPackage(requirement))
        elif found := _too_old(name[0], requirement):
            missing.append(MissingPackage(requirement, found))
    return missing


def packages_folder(environment: Mapping[str, str] | None = None) -> Path:
    """Where packages for this interpreter are installed, shared by all projects of the user.

    Never inside a Content folder, whose files the editor would try to import. Short on
    Windows, where paths end at 260 characters.
    """
    known = os.environ if environment is None else environment
    if known.get(FOLDER_VARIABLE):
        return Path(known[FOLDER_VARIABLE])
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    if sys.platform == "win32":
        return Path(known.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "BPAI" / tag
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "BlueprintAIAssistant" / tag
    data = known.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "BlueprintAIAssistant" / tag


def add_packages_folder(folder: Path) -> None:
    """Let packages be imported from a folder, behind what the editor has already."""
    if folder.is_dir() and str(folder) not in sys.path:
        site.addsitedir(str(folder))


def advice(missing: list[MissingPackage], interpreter: str, folder: Path) -> str:
    """What is missing and the exact command that installs it with the engine's own interpreter."""
    names = [
        item.requirement + (f" (version {item.found} is too old)" if item.found else "") for item in missing
    ]
    requirements = " ".join(f'"{item.requirement}"' for item in missing)
    return (
        f"Blueprint AI Assistant needs Python packages that are not installed: {', '.join(names)}.\n"
        "Run this in a terminal, then open the panel again (the editor may stay open):\n"
        f'"{interpreter}" -m pip install --only-binary=:all: --target "{folder}" {requirements}'
    )


def _too_old(name: str, requirement: str) -> str:
    """The installed version when it is below the requirement's `>=`; empty when it is not."""
    floor = re.search(r">=\s*([0-9.]+)", requirement)
    try:
        found = importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""  # provided in a way that names no version, such as a full PySide6
    return found if floor and _numbers(found) < _numbers(floor[1]) else ""


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])
