"""The registry's entries: `AssetData`, what it tells of an asset or a redirector, and its helpers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_kinds import REDIRECTOR_CLASS
from unreal_sandbox.assets.plain_assets import other_assets, plain_asset
from unreal_sandbox.assets.redirectors import RedirectorTarget, follow
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import native_parent
from unreal_sandbox.glue.classes import GeneratedClassTarget, NativeClassTarget

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = ["AssetEntry", "asset_data", "entries", "entry_at", "entry_data", "tags_of"]

helpers = UnrealClass("AssetRegistryHelpers")
data_methods = UnrealClass("AssetData")


@dataclass(frozen=True, slots=True)
class AssetEntry:
    """One asset as the registry lists it; `asset` is None for a redirector and for other kinds."""

    path: str
    class_path: str
    is_on_disk: bool
    asset: BlueprintAsset | None

    @property
    def name(self) -> str:
        """The asset name."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def object_path(self) -> str:
        """`/Game/BP_Door.BP_Door`."""
        return f"{self.path}.{self.name}"


def _of_asset(asset: BlueprintAsset) -> AssetEntry:
    return AssetEntry(asset.path, asset.asset_class, asset.is_on_disk, asset)


def entries(editor: EditorState) -> list[AssetEntry]:
    """Every asset and redirector, by path; none while the first scan runs."""
    if editor.is_loading_assets:
        return []
    found = {key: _of_asset(asset) for key, asset in editor.blueprints.items()}
    for key, item in editor.redirectors.items():
        found.setdefault(key, AssetEntry(item.path, REDIRECTOR_CLASS, item.is_on_disk, None))
    for path, class_path in other_assets(editor).items():
        found.setdefault(path.lower(), AssetEntry(path, class_path, is_on_disk=True, asset=None))
    return [found[key] for key in sorted(found)]


def entry_at(editor: EditorState, path: str) -> AssetEntry | None:
    """The entry at a package path, letter case ignored."""
    return next((item for item in entries(editor) if item.path.lower() == path.lower()), None)


def asset_data(editor: EditorState, asset: BlueprintAsset | None) -> Any:
    """The entry of an asset as a script gets it; an invalid one for None."""
    return entry_data(editor, None if asset is None else _of_asset(asset))


def entry_data(editor: EditorState, entry: AssetEntry | None) -> Any:
    """An entry as a script gets it; an invalid one for None."""
    types = editor.types
    kind = types.get("AssetData")
    if entry is None:
        return kind()
    module, _, class_name = entry.class_path.rpartition(".")
    class_path = types.get("TopLevelAssetPath")(module, class_name)
    data = kind(entry.path, entry.path.rsplit("/", 1)[0], entry.name, class_path)
    data._values["asset_class"] = types.to_python("Name", class_name)
    return data


def tags_of(editor: EditorState, asset: BlueprintAsset) -> dict[str, str]:
    """The registry tags of a Blueprint."""

    def quoted(path: str) -> str:
        kind = "/Script/CoreUObject.Class"
        if (owner := editor.find_blueprint(path)) is not None:
            kind = GeneratedClassTarget(editor, owner).class_path()
        return f"{kind}'{path}'"

    return {
        "ParentClass": quoted(asset.parent_class),
        "NativeParentClass": quoted(native_parent(editor, asset.parent_class)),
        "GeneratedClass": quoted(asset.class_path),
        "BlueprintType": asset.blueprint_type,
    }


# --- one entry ---------------------------------------------------------------------------------


def _tags(editor: EditorState, entry: AssetEntry | None) -> dict[str, str]:
    if entry is not None and entry.asset is not None:
        return tags_of(editor, entry.asset)
    values = {path.partition(".")[0]: value for path, value in editor.input_actions.items()}
    # The enumerators of EInputActionValueType, as a searchable property is exported into its tag.
    names = {"bool": "Boolean", "axis1d": "Axis1D", "axis2d": "Axis2D", "axis3d": "Axis3D"}
    is_action = entry is not None and entry.path in values
    return {"ValueType": names[values[entry.path]]} if entry is not None and is_action else {}


def _entry_of(editor: EditorState, data: Any) -> AssetEntry | None:
    return None if data.package_name.is_none() else entry_at(editor, str(data.package_name))


def _class_of(data: Any) -> str:
    return f"{data.asset_class_path.package_name}.{data.asset_class_path.asset_name}"


@data_methods.method()
def is_valid(editor: EditorState, subject: Any) -> bool:
    """Whether the entry names an asset."""
    return not subject.package_name.is_none()


@data_methods.method()
def is_u_asset(editor: EditorState, subject: Any) -> bool:
    """Whether the entry is the main asset of its package."""
    return is_valid(editor, subject)


@data_methods.method()
def is_redirector(editor: EditorState, subject: Any) -> bool:
    """Whether the entry is what a rename left behind."""
    return is_valid(editor, subject) and _class_of(subject) == REDIRECTOR_CLASS


@data_methods.method()
def is_cooked(editor: EditorState, subject: Any) -> bool:
    """False: an editor project is not cooked."""
    return False


@data_methods.method()
def has_editor_only_data(editor: EditorState, subject: Any) -> bool:
    """Whether the package has data that only the editor uses: Blueprints do."""
    return is_valid(editor, subject)


@data_methods.method()
def is_asset_loaded(editor: EditorState, subject: Any) -> bool:
    """Whether the asset is in memory. In a project that was opened, only after somebody loaded it."""
    entry = _entry_of(editor, subject)
    return entry is not None and (entry.asset is None or entry.asset.is_loaded)


@data_methods.method()
def get_asset(editor: EditorState, subject: Any) -> Target | None:
    """The asset, loaded; for a redirector the asset that it leads to (assumed)."""
    entry = _entry_of(editor, subject)
    if entry is None:
        return None
    asset = entry.asset or follow(editor, entry.path)
    if asset is None:
        item = editor.redirectors.get(entry.path.lower())
        return plain_asset(editor, entry.path) if item is None else RedirectorTarget(editor, item)
    asset.was_asked_for = True
    return BlueprintTarget(editor, asset)


@data_methods.method()
def get_class(editor: EditorState, subject: Any) -> Target | None:
    """The class of the asset."""
    return NativeClassTarget(editor, _class_of(subject)) if is_valid(editor, subject) else None


@data_methods.method()
def find_asset_native_class(editor: EditorState, subject: Any) -> Target | None:
    """The class of the asset, which is native for every asset that is modelled."""
    return get_class(editor, subject)


@data_methods.method()
def get_full_name(editor: EditorState, subject: Any) -> str:
    """Class and path."""
    entry = _entry_of(editor, subject)
    return "" if entry is None else f"{entry.class_path.rsplit('.', 1)[-1]} {entry.object_path}"


@data_methods.method()
def get_export_text_name(editor: EditorState, subject: Any) -> str:
    """`/Script/Engine.Blueprint'/Game/BP_Door.BP_Door'`."""
    entry = _entry_of(editor, subject)
    return "" if entry is None else f"{entry.class_path}'{entry.object_path}'"


@data_methods.method()
def to_soft_object_path(editor: EditorState, subject: Any) -> Any:
    """The soft path of the asset."""
    path = f"{subject.package_name}.{subject.asset_name}" if is_valid(editor, subject) else ""
    return editor.types.get("SoftObjectPath")(path)


@data_methods.method()
def get_tag_value(editor: EditorState, subject: Any, tag_name: str) -> str | None:
    """One registry tag, or None."""
    entry = _entry_of(editor, subject)
    tags = _tags(editor, entry)
    return next((value for key, value in tags.items() if key.lower() == tag_name.lower()), None)


# --- the same as statics -----------------------------------------------------------------------


def _static(name: str, method: str) -> None:
    """Offer a method of an entry as a static of the helpers, under its name there."""
    function = data_methods.methods[method].function

    def static(editor: EditorState, asset_data: Any) -> Any:
        return function(editor, asset_data)

    static.__doc__ = function.__doc__
    helpers.method(name)(static)


for _name, _method in (
    ("is_valid", "is_valid"),
    ("is_u_asset", "is_u_asset"),
    ("is_redirector", "is_redirector"),
    ("is_asset_loaded", "is_asset_loaded"),
    ("is_asset_cooked", "is_cooked"),
    ("asset_has_editor_only_data", "has_editor_only_data"),
    ("get_asset", "get_asset"),
    ("get_class", "get_class"),
    ("find_asset_native_class", "find_asset_native_class"),
    ("get_full_name", "get_full_name"),
    ("get_export_text_name", "get_export_text_name"),
    ("to_soft_object_path", "to_soft_object_path"),
):
    _static(_name, _method)


@helpers.method("get_tag_value")
def helpers_get_tag_value(editor: EditorState, asset_data: Any, tag_name: str) -> str | None:
    """One registry tag, or None."""
    return get_tag_value(editor, asset_data, tag_name)


@helpers.method()
def create_asset_data(editor: EditorState, asset: Target, allow_blueprint_class: bool) -> Any:
    """The entry of a loaded asset."""
    return asset_data(editor, asset.asset if isinstance(asset, BlueprintTarget) else None)
