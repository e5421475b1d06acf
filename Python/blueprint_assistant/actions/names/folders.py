"""Finds the content folder that a model names. Pure; outside uses find_folder and UnknownFolderError."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import AmbiguousNameError, object_path

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["GAME", "UnknownFolderError", "find_folder", "root_of"]

GAME = "/Game"
_SHOWN = 15


class UnknownFolderError(ToolError):
    """The project has no such content folder."""

    code = "unknown_folder"


def root_of(text: str) -> str:
    """The content root that a folder's text means: `/Game` unless it starts with another one.

    `Doors`, `Game/Doors`, `Content/Doors` and `/game/doors` are all below `/Game`.
    """
    cleaned = object_path(text).strip()
    first = _parts(cleaned)[:1]
    if not cleaned.startswith("/") or not first or first[0].lower() in {"game", "content", "all"}:
        return GAME
    return f"/{first[0]}"


def find_folder(text: str, folders: Sequence[str]) -> str:
    """The folder that a path, or the last part of a path, means; letter case ignored.

    `folders` are those below `root_of(text)`. Raises UnknownFolderError or AmbiguousNameError.
    """
    root = root_of(text)
    parts = _parts(object_path(text).strip())
    if parts and parts[0].lower() in {root[1:].lower(), "game", "content", "all"}:
        parts = parts[1:]
        if parts and text.strip().lower().startswith("/all/") and parts[0].lower() == "game":
            parts = parts[1:]  # the Content Browser copies paths as /All/Game/…
    if not parts:
        return root
    tail = f"/{'/'.join(parts)}".lower()
    exact = [path for path in folders if path.lower() == f"{root.lower()}{tail}"]
    found = exact or [path for path in folders if path.lower().endswith(tail)]
    if len(found) == 1:
        return found[0]
    if found:
        raise AmbiguousNameError(text, found)
    by_name = {path.rsplit("/", 1)[-1]: path for path in folders}
    near = [by_name[name] for name in nearest(parts[-1], by_name, limit=3)]
    shown = near or [path for path in folders if path.count("/") == root.count("/") + 1][:_SHOWN]
    listed = f"{'Nearest' if near else f'Folders of {root}'}: {', '.join(shown)}." if shown else ""
    raise UnknownFolderError(f"There is no content folder '{text}'.", listed or f"Use {root}.")


def _parts(text: str) -> list[str]:
    return [part for part in text.replace("\\", "/").split("/") if part]
