"""Changes the component tree through the subobject subsystem. Handles are stale after every change.

A clash of names is silent and a boolean is no proof (field notes 10): the caller reads back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.member_steps import (
    AttachComponentStep,
    MakeRootStep,
    RemoveComponentStep,
    RenameComponentStep,
    SetComponentPropertyStep,
)
from blueprint_assistant.editor.unreal_editor.blueprint_reader import handles_by_name
from blueprint_assistant.editor.unreal_editor.template_properties import set_property

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.member_steps import ComponentOperation

__all__ = ["attach", "change_component", "make_root", "remove", "rename"]


def change_component(asset: Any, operation: ComponentOperation, value: str) -> None:
    """Do one step. `value` is the validated value of a property."""
    match operation:
        case RemoveComponentStep(name):
            remove(asset, name)
        case RenameComponentStep(name, new_name):
            rename(asset, name, new_name)
        case AttachComponentStep(name, parent):
            attach(asset, name, parent)
        case MakeRootStep(name):
            make_root(asset, name)
        case SetComponentPropertyStep(component, name):
            set_property(asset, component, name, value)
        case _:
            assert_never(operation)


def _subsystem() -> Any:
    return unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)


def _handle(handles: dict[str, Any], name: str) -> Any:
    found = next((handle for known, handle in handles.items() if known.lower() == name.lower()), None)
    if found is None:
        raise PlanError(f"The editor shows no component '{name}'.", "Read the Blueprint again.")
    return found


def remove(asset: Any, name: str) -> None:
    """Remove a component; its children move up."""
    handles = handles_by_name(asset)
    if not _subsystem().delete_subobject(handles[""], _handle(handles, name), asset):
        raise PlanError(f"The editor did not remove the component '{name}'.")


def rename(asset: Any, name: str, new_name: str) -> None:
    """Give a component another name."""
    _subsystem().rename_subobject(_handle(handles_by_name(asset), name), unreal.Text(new_name))


def attach(asset: Any, name: str, parent: str) -> None:
    """Hang a component under another."""
    handles = handles_by_name(asset)
    if not _subsystem().attach_subobject(_handle(handles, parent), _handle(handles, name)):
        raise PlanError(f"The editor did not attach '{name}' to '{parent}'.")


def make_root(asset: Any, name: str) -> None:
    """Make a component the root."""
    handles = handles_by_name(asset)
    if not _subsystem().make_new_scene_root(handles[""], _handle(handles, name), asset):
        raise PlanError(f"The editor did not make '{name}' the root.")
