"""`AssetTools`: creates assets with factories, names, renames and copies them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_changes import duplicate
from unreal_sandbox.assets.asset_creation import create_blueprint
from unreal_sandbox.assets.asset_kinds import FACTORIES
from unreal_sandbox.assets.source_control import is_read_only
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.classes import ClassTarget
from unreal_sandbox.glue.objects import Target, TransientTarget

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__: list[str] = []

tools = UnrealClass("AssetTools")
helpers = UnrealClass("AssetToolsHelpers")


@helpers.method()
def get_asset_tools(editor: EditorState) -> Target:
    """The asset tools."""
    return TransientTarget(editor, "/Script/AssetTools.AssetTools", "AssetTools_0")


@tools.method(accepts_none=("asset_class",))
def create_asset(
    editor: EditorState,
    subject: Target,
    asset_name: str,
    package_path: str,
    asset_class: ClassTarget | None,
    factory: TransientTarget,
    calling_context: str,
) -> Target | None:
    """Create an asset with a factory; None when it cannot be, as for a taken name."""
    kind = FACTORIES.get(factory.class_name())
    if kind is None:
        raise NotModelledError(f"unreal.{factory.class_name()} is not modelled in the sandbox.")
    if asset_class is not None and not is_child_of(editor, kind.asset_class, asset_class.represented):
        editor.write_log("LogAssetTools", "Warning", f"The factory makes no {asset_class.name()}.")
        return None
    parent = factory.fields.get("parent_class")
    parent_path = parent.represented if isinstance(parent, ClassTarget) else kind.parent
    if kind.is_plain:
        kind = None  # the parent class decides, as in the class dialog
    asset = create_blueprint(editor, f"{package_path.rstrip('/')}/{asset_name}", parent_path, kind)
    return None if asset is None else BlueprintTarget(editor, asset)


@tools.method()
def duplicate_asset(
    editor: EditorState, subject: Target, asset_name: str, package_path: str, original_object: Target
) -> Target | None:
    """Copy an asset; None when it cannot be."""
    if not isinstance(original_object, BlueprintTarget):
        return None
    copy = duplicate(editor, original_object.asset, f"{package_path.rstrip('/')}/{asset_name}")
    return None if copy is None else BlueprintTarget(editor, copy)


@tools.method()
def open_editor_for_assets(editor: EditorState, subject: Target, assets: list[Target]) -> None:
    """Open asset editors (deprecated in the engine)."""
    opened = [item.asset.path for item in assets if isinstance(item, BlueprintTarget)]
    editor.open_editors += [path for path in opened if path not in editor.open_editors]


@tools.method()
def create_unique_asset_name(
    editor: EditorState, subject: Target, base_package_name: str, suffix: str
) -> tuple[str, str]:
    """A free package path and its asset name, numbered when needed."""
    base = f"{base_package_name}{suffix}"
    path, number = base, 1
    while editor.find_blueprint(path) is not None or path.lower() in editor.redirectors:
        path = f"{base}{number}"
        number += 1
    return path, path.rsplit("/", 1)[-1]


@tools.method()
def is_asset_read_only(editor: EditorState, subject: Target, asset_data: Any) -> bool:
    """Whether the file of the asset must not be written."""
    asset = editor.find_blueprint(str(asset_data.package_name))
    return asset is not None and is_read_only(editor, asset)
