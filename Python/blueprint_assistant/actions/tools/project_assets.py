"""The tools that look around: list_assets, get_project_structure, get_open_blueprint, open_blueprint."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.names.folders import find_folder, root_of
from blueprint_assistant.actions.names.project_lookup import blueprint_path
from blueprint_assistant.actions.receipts.node_text import class_name
from blueprint_assistant.actions.tools.blueprints import BLUEPRINT_ALIASES
from blueprint_assistant.actions.tools.get_selected_nodes import blueprint_on_clipboard
from blueprint_assistant.graph.catalog.name_lookup import fold

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.editor.protocol import Asset
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = ["GetOpenBlueprint", "GetProjectStructure", "ListAssets", "OpenBlueprint"]

_MAX_ASSETS = 50
_MAX_FOLDERS = 40
_MAX_TYPES = 6
_MAX_AT_HAND = 20


class ListAssets(Action):
    """List assets of the project with path and type; Blueprints with their parent class."""

    tool_name: ClassVar[str] = "list_assets"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {
        "folder": "path",
        "directory": "path",
        "asset_type": "type",
        "class": "type",
        "asset_class": "type",
        "class_name": "type",
        "filter": "name_filter",
        "name": "name_filter",
        "search": "name_filter",
        "query": "name_filter",
    }
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "the editor has discovered its assets"

    path: str = Field(default="", description="content folder, /Game when left out")
    type: str = Field(default="", description="asset type, e.g. Blueprint or StaticMesh")
    name_filter: str = Field(default="", description="part of the name")

    def run(self, context: ActionContext) -> ActionResult:
        """List the first 50, and say how many more there are."""
        folder = _folder(context, self.path)
        there = context.editor.list_assets(folder)
        named = [item for item in there if self.name_filter.lower() in item.name.lower()]
        found = _of_type(named, self.type, context.catalog) if self.type else named
        wanted = f" of type {self.type}" if self.type else ""
        filtered = f" with '{self.name_filter}' in the name" if self.name_filter else ""
        if not found:
            return ActionResult(
                ok=True, text=f"No assets{wanted}{filtered} under {folder}.{_what_is_there(there)}"
            )
        more = len(found) - _MAX_ASSETS
        lines = [f"{_number(found)}{wanted}{filtered} under {folder}:"]
        lines += [_asset_line(item) for item in found[:_MAX_ASSETS]]
        lines += [f"… and {more} more: narrow it with path, type or name_filter"] if more > 0 else []
        return ActionResult(ok=True, text="\n".join(lines))


def _folder(context: ActionContext, text: str) -> str:
    if not text.strip("/ "):
        return root_of("")
    return find_folder(text, context.editor.list_folders(root_of(text)))


def _of_type(assets: Sequence[Asset], text: str, catalog: Catalog) -> list[Asset]:
    """The assets whose class has that name or derives from it, else those whose class's name holds it."""
    wanted = fold(text.rsplit(".", 1)[-1])
    for name in (
        wanted,
        wanted.removesuffix("s"),
        wanted.removesuffix("class"),
        wanted.removesuffix("asset"),
    ):
        if name:
            found = [item for item in assets if name in _class_names(item.class_path, catalog)]
            if found:
                return found
    return [item for item in assets if wanted in fold(class_name(item.class_path))]


def _class_names(class_path: str, catalog: Catalog) -> set[str]:
    names = {fold(class_name(path)) for path in catalog.ancestors(class_path)}
    # Classes of the editor's modules are not in the catalogue; these are named after what they are.
    return {*names, "blueprint"} if class_path.endswith("Blueprint") else names


def _asset_line(asset: Asset) -> str:
    parent = f", parent {class_name(asset.parent_class)}" if asset.parent_class else ""
    return f"{asset.path} ({class_name(asset.class_path)}{parent})"


def _number(assets: Sequence[Asset]) -> str:
    return "1 asset" if len(assets) == 1 else f"{len(assets)} assets"


def _counts(assets: Iterable[Asset]) -> str:
    counted = Counter(class_name(item.class_path) for item in assets).most_common()
    shown = ", ".join(f"{name} {count}" for name, count in counted[:_MAX_TYPES])
    left_out = len(counted) - _MAX_TYPES
    return f"{shown} and {left_out} more types" if left_out > 0 else shown


def _what_is_there(assets: Sequence[Asset]) -> str:
    return f" There: {_counts(assets)}." if assets else " It is empty."


class GetProjectStructure(Action):
    """Show the folders of the project with the number of assets of each type."""

    tool_name: ClassVar[str] = "get_project_structure"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {"folder": "path", "directory": "path", "root": "path"}
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "the editor has discovered its assets"

    path: str = Field(default="", description="root folder, /Game when left out")

    def run(self, context: ActionContext) -> ActionResult:
        """Count what each folder holds; a large tree is shown as deep as it fits."""
        root = _folder(context, self.path)
        assets = context.editor.list_assets(root)
        folders = context.editor.list_folders(root)
        lines = [f"{root}: {_number(assets)}{f' ({_counts(assets)})' if assets else ''}"]
        return ActionResult(ok=True, text="\n".join([*lines, *_tree(root, folders, assets)]))


def _tree(root: str, folders: Sequence[str], assets: Sequence[Asset]) -> list[str]:
    """One line for each folder, down to the depth at which they fit."""
    depths = {path: path.count("/") - root.count("/") for path in folders}
    deepest = max(depths.values(), default=0)
    while deepest > 1 and sum(depth <= deepest for depth in depths.values()) > _MAX_FOLDERS:
        deepest -= 1
    shown = [path for path in folders if depths[path] <= deepest]
    held: dict[str, list[Asset]] = {}
    for item in assets:
        folder = item.path.rsplit("/", 1)[0]
        # What lies deeper than is shown counts for the folder that is shown.
        held.setdefault("/".join(folder.split("/")[: root.count("/") + 1 + deepest]), []).append(item)
    lines = []
    for path in shown[:_MAX_FOLDERS]:
        name = "  " * depths[path] + path.rsplit("/", 1)[-1]
        inside = held.get(path, [])
        lines.append(f"{name}/ {_counts(inside)}" if inside else f"{name}/")
    left_out = len(shown) - _MAX_FOLDERS
    lines += [f"  … and {left_out} more folders"] if left_out > 0 else []
    hidden = len(folders) - len(shown)
    note = f"{hidden} deeper folders are counted where they are: give one as path to see them"
    return [*lines, note] if hidden > 0 else lines


class OpenBlueprint(Action):
    """Open a Blueprint in the Blueprint editor, so that the user sees it."""

    tool_name: ClassVar[str] = "open_blueprint"
    effect: ClassVar[Effect] = "read"
    aliases: ClassVar[Mapping[str, str]] = {**BLUEPRINT_ALIASES, "name": "blueprint", "path": "blueprint"}
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "the editor has discovered its assets"

    blueprint: str = Field(min_length=1, description="Blueprint name or path")

    def run(self, context: ActionContext) -> ActionResult:
        """Open it; nothing in it is changed."""
        path = blueprint_path(context, self.blueprint)
        context.editor.open_blueprint(path)
        return ActionResult(ok=True, text=f"Opened {path} in the Blueprint editor.")


class GetOpenBlueprint(Action):
    """Show which Blueprints the user works on: opened, selected, unsaved, or with copied nodes."""

    tool_name: ClassVar[str] = "get_open_blueprint"
    effect: ClassVar[Effect] = "read"
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "the editor has discovered its assets"
    limits: ClassVar[str] = (
        "No engine version tells scripts which editors are open: shown are the Blueprints that "
        "open_blueprint opened, that are selected in the Content Browser, that have unsaved changes, or "
        "whose nodes were copied."
    )

    def run(self, context: ActionContext) -> ActionResult:
        """List them with parent class and the reason why each is shown."""
        hints = context.editor.blueprints_at_hand()
        # Asked for with their parents. Raises EditorError while the editor discovers assets.
        known = {item.path: item for item in context.editor.list_assets(root_of("")) if item.parent_class}
        reasons: dict[str, list[str]] = {}
        for path, reason in (
            *((path, "opened by open_blueprint") for path in reversed(hints.opened)),
            *((path, "nodes copied") for path in blueprint_on_clipboard(context, tuple(known))),
            *((path, "selected in the Content Browser") for path in hints.selected),
            *((path, "unsaved changes") for path in hints.unsaved),
        ):
            if path in known:
                reasons.setdefault(path, []).append(reason)
        head = "Unreal does not tell which editors are open. "
        if not reasons:
            text = f"{head}Nothing hints at one: ask the user, or let them select it in the Content Browser."
            return ActionResult(ok=True, text=text)
        lines = [f"{head}Known of these Blueprints:"]
        for path, why in list(reasons.items())[:_MAX_AT_HAND]:
            lines.append(f"{path} (parent {class_name(known[path].parent_class)}): {', '.join(why)}")
        left_out = len(reasons) - _MAX_AT_HAND
        lines += [f"… and {left_out} more"] if left_out > 0 else []
        return ActionResult(ok=True, text="\n".join(lines))
