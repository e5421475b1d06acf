"""Reads Blueprints: the asset's T3D export, the component tree, the class defaults.

The export carries what the Python API hides (function references, hidden pins, variable
flags); components and defaults belong to the generated class and are read through the API
(field notes on exports, 6). Reading never changes the asset.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.unreal_editor.values import property_text
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.model import Blueprint, Component
from blueprint_assistant.graph.project_catalog import with_blueprints
from blueprint_assistant.graph.t3d import decode_t3d, parse_blueprint_t3d

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.graph.catalog import Catalog, ClassInfo
    from blueprint_assistant.graph.model import BlueprintStatus, Variable
    from blueprint_assistant.graph.t3d import NodeMemo

_DEEPEST_CHAIN = 100

__all__ = [
    "ExportError",
    "UnknownBlueprintError",
    "handles_by_name",
    "load_blueprint",
    "read_blueprint",
    "read_status",
    "with_project_classes",
]


class UnknownBlueprintError(EditorError):
    """There is no Blueprint at that path."""

    code = "unknown_blueprint"


class ExportError(EditorError):
    """The editor did not export the asset as text, so nothing was read."""

    code = "export_failed"


def load_blueprint(path: str) -> Any:
    """The `unreal.Blueprint` at a package path. Raises UnknownBlueprintError."""
    asset = (
        unreal.EditorAssetLibrary.load_asset(path)
        if unreal.EditorAssetLibrary.does_asset_exist(path)
        else None
    )
    if asset is None:
        # The registry may be scanning still: the full object name finds it all the same (field notes 15).
        asset = unreal.load_object(None, f"{path}.{path.rsplit('/', 1)[-1]}")
    if not isinstance(asset, unreal.Blueprint):
        raise UnknownBlueprintError(
            f"There is no Blueprint '{path}'.", "List the Blueprints, or create it first."
        )
    return asset


def read_blueprint(path: str, memo: NodeMemo | None = None) -> Blueprint:
    """The Blueprint as a value. Raises UnknownBlueprintError, ExportError, TextError.

    `memo` is the asset's own, where it is read again and again.
    """
    asset = load_blueprint(path)
    exported = parse_blueprint_t3d(_export_text(asset), memo=memo)
    return replace(
        exported,
        path=path,
        parent_class=_parent_class(asset) or exported.parent_class,
        variables=_with_defaults(asset, exported.variables),
        components=_read_components(asset),
        status=read_status(asset),
        unseen=(),  # what the text does not hold was read beside it
    )


def _parent_class(asset: Any) -> str:
    """The path of the parent class; empty before UE 5.8, which has the first call that tells it."""
    if not hasattr(unreal.BlueprintEditorLibrary, "get_blueprint_parent_class"):
        return ""
    parent = unreal.BlueprintEditorLibrary.get_blueprint_parent_class(asset)
    return "" if parent is None else str(parent.get_path_name())


def read_status(asset: Any) -> BlueprintStatus:
    """The compile status of a Blueprint; `unknown` before UE 5.8, where scripts may not read it."""
    try:
        status = asset.get_editor_property("status")
    except Exception:  # noqa: BLE001 - the engine raises a bare Exception for a protected property
        return "unknown"
    known: dict[Any, BlueprintStatus] = {
        unreal.BlueprintStatus.BS_UP_TO_DATE: "up_to_date",
        unreal.BlueprintStatus.BS_UP_TO_DATE_WITH_WARNINGS: "up_to_date_with_warnings",
        unreal.BlueprintStatus.BS_ERROR: "error",
        unreal.BlueprintStatus.BS_DIRTY: "dirty",
    }
    return known.get(status, "unknown")


def with_project_classes(
    catalog: Catalog, class_paths: Iterable[str], read: Callable[[str], Blueprint]
) -> Catalog:
    """The catalogue with these Blueprint classes of the project and the ones that they derive from.

    The catalogue itself knows the engine's classes only. A path that is no Blueprint of the
    project adds nothing. `read` gives a Blueprint for its members.
    """
    added: dict[str, ClassInfo] = {}
    for class_path in class_paths:
        added |= {info.path: info for info in _ancestry(catalog, class_path)}
    if not added:
        return catalog
    blueprints = [read(path.partition(".")[0]) for path in added]
    return with_blueprints(catalog.extended(added.values()), blueprints)


def _ancestry(catalog: Catalog, class_path: str) -> list[ClassInfo]:
    chain: list[tuple[str, str]] = []
    current = class_path
    while catalog.class_info(current) is None:
        try:
            asset = load_blueprint(current.partition(".")[0])
        except UnknownBlueprintError:
            return []
        parent = _parent_class(asset)
        if not parent or len(chain) > _DEEPEST_CHAIN:
            return []
        chain.append((current, parent))
        current = chain[-1][1]
    native = catalog.class_info(current)
    if native is None:
        return []
    # A Blueprint class is what its native class is: an actor, a component, a library.
    return [replace(native, path=path, name=path.rsplit(".", 1)[-1], parent=parent) for path, parent in chain]


def _export_text(asset: Any) -> str:
    with tempfile.TemporaryDirectory(prefix="bpai_") as folder:
        target = Path(folder) / "export.T3D"
        task = unreal.AssetExportTask()
        for name, value in (
            ("object", asset),
            ("exporter", unreal.ObjectExporterT3D()),
            ("filename", str(target)),
            ("automated", True),  # a prompt would block the game thread
            ("prompt", False),
            ("replace_identical", True),
        ):
            task.set_editor_property(name, value)
        if not unreal.Exporter.run_asset_export_task(task) or not target.is_file():
            errors = "; ".join(str(error) for error in task.get_editor_property("errors") or [])
            raise ExportError(
                f"The editor did not export '{asset.get_path_name()}' as text. {errors}".strip(),
                "Compile and save it in the editor, then try again.",
            )
        return decode_t3d(target.read_bytes())


def _with_defaults(asset: Any, variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    """Fill in the class defaults, which live on the generated class's default object."""
    generated = unreal.BlueprintEditorLibrary.generated_class(asset)
    if generated is None or not variables:
        return variables
    defaults = unreal.get_default_object(generated)
    return tuple(replace(item, default=_read_default(defaults, item)) for item in variables)


def _read_default(defaults: Any, variable: Variable) -> str:
    try:
        return property_text(variable.type, defaults.get_editor_property(variable.name))
    except Exception:  # noqa: BLE001 - a member added since the last compile is not on the class yet
        return variable.default


def handles_by_name(asset: Any) -> dict[str, Any]:
    """Fresh component handles by variable name; the actor's own under an empty name."""
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    handles: dict[str, Any] = {}
    for index, handle in enumerate(subsystem.k2_gather_subobject_data_for_blueprint(asset)):
        data = subsystem.k2_find_subobject_data_from_handle(handle)
        if data is not None:
            handles["" if index == 0 else str(library.get_variable_name(data))] = handle
    return handles


def _read_components(asset: Any) -> tuple[Component, ...]:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    components: list[Component] = []
    for name, handle in handles_by_name(asset).items():
        data = subsystem.k2_find_subobject_data_from_handle(handle)
        template = library.get_object_for_blueprint(data, asset) if name else None
        if template is None:
            continue
        parent = subsystem.k2_find_subobject_data_from_handle(library.get_parent_handle(data))
        is_below_component = parent is not None and library.is_component(parent)
        components.append(
            Component(
                name,
                str(template.get_class().get_path_name()),
                parent=str(library.get_variable_name(parent)) if is_below_component else "",
                is_inherited=bool(library.is_inherited_component(data) or library.is_native_component(data)),
            )
        )
    return tuple(components)
