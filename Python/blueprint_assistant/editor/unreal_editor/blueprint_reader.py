"""Looks at Blueprints: the asset's T3D export, the component tree, the class defaults.

Only looks: what the text means is the affair of `snapshots`, which needs no game thread. The export
carries what the Python API hides (function references, hidden pins, variable flags); components and
defaults belong to the generated class and are read through the API (field notes on exports, 6).
Reading never changes the asset.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.snapshots import RawBlueprint, Snapshots, UnknownBlueprintError
from blueprint_assistant.editor.unreal_editor.property_values import property_text
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.model.blueprint import Component
from blueprint_assistant.graph.rules.container_values import EMPTY_CONTAINER
from blueprint_assistant.graph.t3d.graph_text import own_lines, read_exported_variables

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, BlueprintStatus, PinType, Variable

__all__ = [
    "ExportError",
    "does_exist",
    "handles_by_name",
    "load_blueprint",
    "look_at_blueprint",
    "read_blueprint",
    "read_status",
    "unseen_default",
]


_NULLABLE = frozenset({"object", "class", "interface", "softobject", "softclass"})
"""Kinds of values that may be None."""


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


def does_exist(path: str) -> bool:
    """Whether there is an asset at a package path, also where the registry cannot tell (field notes 15)."""
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        return True
    return unreal.load_object(None, f"{path}.{path.rsplit('/', 1)[-1]}") is not None


def look_at_blueprint(path: str, last: RawBlueprint | None = None) -> RawBlueprint:
    """What the editor says of a Blueprint. Raises UnknownBlueprintError, ExportError, T3DError.

    `last` is what it said the last time: what is the same need not be read again.
    """
    asset = load_blueprint(path)
    data = _export(asset)
    declared = _declared(data, last)
    unseen: list[str] = []
    status = read_status(asset)
    if status == "unknown" and hasattr(unreal, "BlueprintGraphEditor"):  # from 5.8 on scripts may read it
        unseen.append("whether it is compiled")
    return RawBlueprint(
        path,
        data,
        _parent_class(asset),
        declared,
        _with_defaults(asset, declared, unseen if status.startswith("up_to_date") else None),
        _read_components(asset, unseen),
        status,
        unseen=tuple(unseen),
    )


def _declared(data: bytes, last: RawBlueprint | None) -> tuple[Variable, ...]:
    """The variables of an export. Reading all of it for them would take the game thread too long."""
    if last is not None and (lines := own_lines(data)) and lines == own_lines(last.exported):
        return last.declared
    return read_exported_variables(data)


def read_blueprint(path: str) -> Blueprint:
    """The Blueprint as a value, read at once. Raises UnknownBlueprintError, ExportError, TextError."""
    return Snapshots().understand(look_at_blueprint(path))


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


def _export(asset: Any) -> bytes:
    target = _export_folder() / f"export{next(_exports)}.T3D"
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
    if task.get_editor_property("prompt") or not task.get_editor_property("automated"):
        raise ExportError("The editor would ask for an answer before it exports.", "Try again.")
    try:
        if not unreal.Exporter.run_asset_export_task(task) or not target.is_file():
            errors = "; ".join(str(error) for error in task.get_editor_property("errors") or [])
            raise ExportError(
                f"The editor did not export '{asset.get_path_name()}' as text. {errors}".strip(),
                "Compile and save it in the editor, then try again.",
            )
        return target.read_bytes()
    finally:
        target.unlink(missing_ok=True)


_exports = count(1)


def _export_folder() -> Path:
    """A folder for exports that only this user can read, there until the process ends."""
    folder = _own_folder()
    if not folder.is_dir():  # a long session outlives what cleans the system's temporary files
        _own_folder.cache_clear()
        folder = _own_folder()
    return folder


@cache
def _own_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="bpai_"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _with_defaults(
    asset: Any, variables: tuple[Variable, ...], unseen: list[str] | None
) -> tuple[Variable, ...]:
    """Fill in the class defaults, which live on the generated class's default object.

    What cannot be read is noted in `unseen`; None for a class that is older than its variables.
    """
    generated = unreal.BlueprintEditorLibrary.generated_class(asset)
    if generated is None and unseen is not None and variables:
        unseen.append("the defaults of its variables")
    if generated is None or not variables:
        return variables
    defaults = unreal.get_default_object(generated)
    return tuple(replace(item, default=_read_default(defaults, item, unseen)) for item in variables)


def _read_default(defaults: Any, variable: Variable, unseen: list[str] | None) -> str:
    try:
        text = _default_text(variable.type, defaults.get_editor_property(variable.name))
    except Exception:  # noqa: BLE001 - a member added since the last compile is not on the class yet
        if unseen is not None and variable.type.category != "mcdelegate":  # a dispatcher has no value
            unseen.append(unseen_default(variable.name))
        return variable.default
    return "" if text == EMPTY_CONTAINER else text


def unseen_default(variable: str) -> str:
    """What `unseen` says of a variable whose default could not be read."""
    return f"the default of {variable}"


def _default_text(kind: PinType, value: Any) -> str:
    """The text of a default. TypeError for None where that is no value: then the call has failed."""
    if value is None and (kind.container != "none" or kind.category not in _NULLABLE):
        raise TypeError(f"{kind} is never None")
    return property_text(kind, value)


def handles_by_name(asset: Any) -> dict[str, Any]:
    """Fresh component handles by variable name; the actor's own under an empty name.

    A row that the editor gives no name for is left out: under an empty or wrong name it would be
    taken for another one, and changed in its stead.
    """
    return _gathered(asset, [])


def _gathered(asset: Any, unseen: list[str]) -> dict[str, Any]:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    handles: dict[str, Any] = {}
    for index, handle in enumerate(subsystem.k2_gather_subobject_data_for_blueprint(asset)):
        data = subsystem.k2_find_subobject_data_from_handle(handle)
        name = "" if data is None or index == 0 else str(library.get_variable_name(data))
        if data is None or (index and name in ("", "None")) or name in handles:
            unseen.append("the actor itself" if index == 0 else f"component {index}, which has no name")
        else:
            handles[name] = handle
    if not handles and not unseen and _is_actor(asset):
        unseen.append("the components")  # an actor has at least the row of itself: the call has failed
    return handles


def _is_actor(asset: Any) -> bool:
    """Whether it is a Blueprint of an actor, so far as the editor tells."""
    generated = unreal.BlueprintEditorLibrary.generated_class(asset)
    return generated is not None and bool(
        unreal.MathLibrary.class_is_child_of(generated, unreal.Actor.static_class())
    )


def _read_components(asset: Any, unseen: list[str]) -> tuple[Component, ...]:
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    components: list[Component] = []
    for name, handle in _gathered(asset, unseen).items():
        if not name:
            continue
        data = subsystem.k2_find_subobject_data_from_handle(handle)
        template = None if data is None else library.get_object_for_blueprint(data, asset)
        if template is None:
            unseen.append(f"component {name}, which has no template")
            continue
        class_path = str(template.get_class().get_path_name())
        if not class_path:
            unseen.append(f"the class of {name}")
        above = library.get_parent_handle(data)
        parent = subsystem.k2_find_subobject_data_from_handle(above)
        if parent is None and library.is_handle_valid(above):
            unseen.append(f"what {name} hangs under")
        is_below_component = parent is not None and library.is_component(parent)
        components.append(
            Component(
                name,
                class_path,
                parent=str(library.get_variable_name(parent)) if is_below_component else "",
                is_inherited=bool(library.is_inherited_component(data) or library.is_native_component(data)),
            )
        )
    return tuple(components)
