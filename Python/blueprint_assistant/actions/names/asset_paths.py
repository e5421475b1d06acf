"""Finds the Blueprint or class that a model names. Pure; outside uses all functions here.

A name that fits several assets is refused with all of them, a path that the engine would not
take is refused before it gets there (the engine asserts on bad package names).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.engine_catalog import (
    AmbiguousNameError,
    UnknownClassError,
    object_path,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = [
    "BadAssetPathError",
    "UnknownBlueprintNameError",
    "find_blueprint",
    "find_class_path",
    "generated_class_path",
    "new_asset_path",
    "package_path",
    "roots_of",
]

_FORBIDDEN = re.compile(
    r"""[\\:*?"<>|' ,.&!~@#(){}\[\]=;^%$`\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"""
)
"""What no package or object name may hold: the engine's own two lists of invalid characters, and what
cannot be seen or stored."""

_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d|none", re.IGNORECASE)
"""What Windows keeps for devices, in any folder, and Unreal for no name at all."""

_MAX_PATH_CHARS = 200
_SHOWN = 20


class BadAssetPathError(ToolError):
    """A text that is no asset path."""

    code = "bad_asset_path"


class UnknownBlueprintNameError(ToolError):
    """No Blueprint of the project has that name."""

    code = "unknown_blueprint"


def package_path(text: str, roots: Iterable[str] = ("/Game",)) -> str:
    """The package path that a text means: `/Game/Doors/BP_Door`.

    Takes object paths (`/Game/BP_Door.BP_Door`), class paths (`…_C`), quoted references,
    doubled and missing slashes. `roots` are the mounted content roots. Raises
    BadAssetPathError.
    """
    path = object_path(text.strip()).strip()
    name = path.rsplit("/", 1)[-1]
    if "." in name:
        asset, _, member = name.partition(".")
        if member.removesuffix("_C") != asset:
            raise BadAssetPathError(f"'{text}' is no asset path.", "Write it like /Game/Folder/BP_Name.")
        path = path[: len(path) - len(name)] + asset
    parts = [part for part in path.split("/") if part]
    _refuse_bad_parts(text, parts)
    root = next((known for known in roots if known.strip("/").lower() == parts[0].lower()), None)
    if root is None:
        known = ", ".join(roots)
        raise BadAssetPathError(
            f"'{text}' is in no content folder: there is no root /{parts[0]}.", f"Use {known}."
        )
    if len(parts) == 1:
        raise BadAssetPathError(f"'{text}' is a folder, not an asset.", f"Write it like {root}/BP_Name.")
    path = "/".join((root.rstrip("/"), *parts[1:]))
    if len(path) > _MAX_PATH_CHARS:
        raise BadAssetPathError(
            f"The path '{path[:60]}…' is too long.", f"Keep it under {_MAX_PATH_CHARS} characters."
        )
    return path


def _refuse_bad_parts(text: str, parts: list[str]) -> None:
    if not parts:
        raise BadAssetPathError(f"'{text}' is no asset path.", "Write it like /Game/Folder/BP_Name.")
    for part in parts:
        found = _FORBIDDEN.search(part)
        if found is not None:
            raise BadAssetPathError(
                f"'{text}' is no asset path: {_sign(found.group())} is not allowed in it.",
                "Use letters, digits and underscores, as in /Game/Doors/BP_Door.",
            )
        if _RESERVED.fullmatch(part) or not any(character.isalnum() for character in part):
            raise BadAssetPathError(f"'{part}' cannot be a name in an asset path.", "Choose another name.")


def _sign(character: str) -> str:
    return f"'{character}'" if character.isprintable() else ascii(character)


def new_asset_path(name: str, folder: str, roots: Iterable[str]) -> str:
    """Where a new asset goes. `name` may be a whole path; `folder` may already end with the name."""
    roots = tuple(roots)
    if "/" in name:
        path = package_path(name, roots)
        own_folder = path.rsplit("/", 1)[0]
        if folder and _folder_path(folder).lower() not in {own_folder.lower(), path.lower()}:
            raise BadAssetPathError(
                f"The name '{name}' and the path '{folder}' contradict each other.",
                "Give the name alone, and the folder as path.",
            )
        return path
    bare = name.strip().removesuffix("/")
    base = _folder_path(folder or roots[0])
    if base.rsplit("/", 1)[-1].lower() == bare.lower():
        return package_path(base, roots)
    return package_path(f"{base}/{bare}", roots)


def _folder_path(text: str) -> str:
    return "/" + "/".join(part for part in object_path(text).split("/") if part)


def generated_class_path(blueprint: str) -> str:
    """The generated class of a Blueprint: `/Game/BP_Door.BP_Door_C`."""
    return f"{blueprint}.{blueprint.rsplit('/', 1)[-1]}_C"


def roots_of(blueprints: Iterable[str]) -> tuple[str, ...]:
    """The content roots that are known to be mounted: /Game and those with Blueprints."""
    return tuple(dict.fromkeys(["/Game", *("/" + path.split("/")[1] for path in blueprints)]))


def find_blueprint(text: str, blueprints: Sequence[str]) -> str:
    """The path of the Blueprint that a name, partial path or any spelling of its path means.

    Raises UnknownBlueprintNameError with the nearest, or AmbiguousNameError with all.
    """
    wanted = object_path(text.strip()).strip().strip("/")
    folder, _, name = wanted.rpartition("/")
    asset = name.partition(".")[0]
    for last in dict.fromkeys((asset, asset.removesuffix("_C"))):
        tail = f"{folder}/{last}".lstrip("/").lower()
        exact = [path for path in blueprints if path.strip("/").lower() == tail]
        found = exact or [path for path in blueprints if path.lower().endswith(f"/{tail}")]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousNameError(text, found)
    raise UnknownBlueprintNameError(f"There is no Blueprint '{text}'.", _known(asset, blueprints))


def _known(name: str, blueprints: Sequence[str]) -> str:
    if not blueprints:
        return "The project has none yet: use create_blueprint."
    by_name = {path.rsplit("/", 1)[-1]: path for path in blueprints}
    near = [by_name[item] for item in nearest(name, by_name)]
    shown = near or list(blueprints[:_SHOWN])
    label = "Nearest" if near else "The project has"
    return f"{label}: {', '.join(shown)}. To make a new one use create_blueprint."


def find_class_path(text: str, blueprints: Sequence[str], catalog: Catalog, base: str = "") -> str:
    """The class path that a text means, among the engine's classes and the project's Blueprints.

    Takes what `Catalog.find_class` takes, and Blueprints by name or path. Raises
    UnknownClassError or AmbiguousNameError.
    """
    cleaned = object_path(text.strip()).strip()
    own = _blueprints_named(cleaned, blueprints)
    if "/" in cleaned and not cleaned.lower().startswith("/script/") and len(own) == 1:
        return generated_class_path(own[0])
    try:
        native = [catalog.find_class(cleaned, base).path]
    except UnknownClassError as error:
        if not own:
            near = nearest(cleaned, [path.rsplit("/", 1)[-1] for path in blueprints], limit=3)
            raise UnknownClassError(text, [*near, *error.candidates], what=error.what) from error
        native = []
    candidates = dict.fromkeys([*native, *(generated_class_path(path) for path in own)])
    if len(candidates) > 1:
        raise AmbiguousNameError(text, list(candidates))
    return next(iter(candidates))


def _blueprints_named(text: str, blueprints: Sequence[str]) -> list[str]:
    try:
        return [find_blueprint(text, blueprints)]
    except AmbiguousNameError as error:
        return list(error.candidates)
    except UnknownBlueprintNameError:
        return []
