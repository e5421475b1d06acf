"""What an asset refers to by path, and giving every reference another path.

References are the paths in its texts and types: `/Game/BP_Door` with what follows it. The registry
knows those of the last save, as it reads them from package headers; an unsaved asset has none there.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from unreal_sandbox.blueprints.blueprint_asset import SavedState

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = [
    "is_referring_to",
    "packages_of",
    "path_changer",
    "redirect_asset",
    "saved_dependencies",
    "saved_referencers",
]

_PACKAGE = re.compile(r"/(?:Game|Script|Engine)(?:/[\w-]+)+")
_Value = TypeVar("_Value")


def path_changer(old: str, new: str) -> Callable[[str], str]:
    """A function that gives every reference to a package, and to what is in it, the new path."""
    old_name, new_name = old.rsplit("/", 1)[-1], new.rsplit("/", 1)[-1]
    pattern = re.compile(
        rf"{re.escape(old)}(?:\.((?:Default__|SKEL_|REINST_)?){re.escape(old_name)}(?=_C(?!\w)|(?!\w))|(?![\w/-]))",
        re.IGNORECASE,
    )

    def changed(match: re.Match[str]) -> str:
        return new if match[1] is None else f"{new}.{match[1]}{new_name}"

    return lambda text: pattern.sub(changed, text) if "/" in text else text


def _mapped(value: _Value, change: Callable[[str], str]) -> _Value:
    """A copy of frozen values with every text changed; the value itself when nothing in it changes."""
    if isinstance(value, str):
        return change(value)  # type: ignore[return-value]  # a text for a text
    if isinstance(value, tuple):
        items = tuple(_mapped(item, change) for item in value)
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value  # type: ignore[return-value]  # likewise
    if is_dataclass(value) and not isinstance(value, type):
        changes = {}
        for item in fields(value):
            before = getattr(value, item.name)
            after = _mapped(before, change)
            if after is not before:
                changes[item.name] = after
        return replace(value, **changes) if changes else value
    return value


def redirect_asset(asset: BlueprintAsset, change: Callable[[str], str]) -> bool:
    """Change the paths in everything that an asset holds; whether there was one to change."""
    before = (asset.parent_class, asset.content(), asset.compiled)
    parent, content, compiled = _mapped(before, change)
    if (parent, content, compiled) == before:
        return False
    asset.parent_class = parent
    asset.variables, asset.components = content.variables, content.components
    asset.overrides, asset.interfaces = content.overrides, content.interfaces
    asset.defaults = dict(content.defaults)
    asset.compiled = compiled
    for graph, old in zip(content.graphs, before[1].graphs, strict=True):
        if graph is not old:
            asset.add_graph(graph)
    return True


def is_referring_to(asset: BlueprintAsset, package: str) -> bool:
    """Whether anything in an asset, as it is in memory, names another package."""
    now = SavedState(asset.parent_class, asset.content())
    return package.lower() in (name.lower() for name in packages_of(now))


def packages_of(state: SavedState) -> set[str]:
    """The packages that a state names, `/Script/…` ones too."""
    return {match[0] for text in _texts(state) for match in _PACKAGE.finditer(text)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        if "/" in value:
            yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from _texts(getattr(value, item.name))


def saved_dependencies(asset: BlueprintAsset) -> set[str]:
    """The packages that the asset's file names, without its own; none for one that was never saved."""
    found = set() if asset.saved_state is None else packages_of(asset.saved_state)
    return {name for name in found if name.lower() != asset.path.lower()}


def saved_referencers(editor: EditorState, package: str) -> list[str]:
    """The packages whose files name a package, in the order of their paths."""
    wanted = package.lower()
    return [
        asset.path
        for _, asset in sorted(editor.blueprints.items())
        if wanted in (name.lower() for name in saved_dependencies(asset))
    ]
