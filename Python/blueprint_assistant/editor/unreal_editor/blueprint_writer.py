"""Carries out the steps of a plan through the Python API of Unreal 5.8.

Each function does one kind of step on fresh engine objects: pins and handles go stale after
anything that rebuilds a node or a tree (field notes 4 and 10). A call's boolean is not
trusted where the notes say it lies; the caller verifies by reading back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import CompileMessage, CompileReport, PlanError
from blueprint_assistant.editor.unreal_editor.blueprint_reader import (
    handles_by_name,
    load_blueprint,
    read_status,
)
from blueprint_assistant.graph.catalog.blueprint_interfaces import INTERFACE
from blueprint_assistant.graph.model.pin_type_text import format_pin_type

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.plan.edit_plan import (
        AddComponentStep,
        AddVariableStep,
        CreateBlueprintStep,
    )

__all__ = [
    "add_component",
    "add_variable",
    "compile_blueprint",
    "create_blueprint",
]


def create_blueprint(path: str, operation: CreateBlueprintStep) -> None:
    """Create the asset. It cannot be undone, only deleted again."""
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        # The editor would show a dialog and wait for an answer (API notes 2).
        raise PlanError(f"There is an asset '{path}' already.", "Choose another name.")
    parent = unreal.load_class(None, operation.parent_class)
    if parent is None:
        raise PlanError(
            f"The editor has no class '{operation.parent_class}'.", "Name a class that is loaded."
        )
    if operation.parent_class == INTERFACE:
        made = _create_interface(path)
    else:
        made = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, parent)
    if made is None:
        raise PlanError(f"The editor did not create '{path}'.", "Look into the Output Log for its reason.")


def _create_interface(path: str) -> Any:
    # The call that takes a parent class refuses interfaces; their factory makes them (API notes 2).
    folder, _, name = path.rpartition("/")
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    return tools.create_asset(name, folder, unreal.Blueprint, unreal.BlueprintInterfaceFactory())


def add_variable(asset: Any, operation: AddVariableStep) -> None:
    """Add a member variable; its default comes later, through the class defaults."""
    pin_type = unreal.EdGraphPinType()
    pin_type.import_text(format_pin_type(operation.type))
    if not unreal.BlueprintEditorLibrary.add_member_variable(asset, operation.name, pin_type):
        raise PlanError(
            f"The editor did not add the variable '{operation.name}'.", "Is the name taken or not allowed?"
        )
    if operation.category:
        unreal.BlueprintEditorLibrary.set_blueprint_variable_category(
            asset, operation.name, unreal.Text(operation.category)
        )
    unreal.BlueprintEditorLibrary.set_blueprint_variable_instance_editable(
        asset, operation.name, instance_editable=True
    )


def add_component(asset: Any, operation: AddComponentStep) -> None:
    """Add a component, give it its name, and attach it."""
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    handles = handles_by_name(asset)
    parent = handles.get(operation.parent) if operation.parent else handles.get("")
    if parent is None:
        raise PlanError(f"There is no component '{operation.parent}' to attach to.")
    component_class = unreal.load_class(None, operation.class_path)
    if component_class is None:
        raise PlanError(f"The editor has no class '{operation.class_path}'.", "Is its plugin enabled?")
    params = unreal.AddNewSubobjectParams(
        parent_handle=parent, new_class=component_class, blueprint_context=asset
    )
    handle, failure = subsystem.add_new_subobject(params)
    if not failure.is_empty() or not library.is_handle_valid(handle):
        raise PlanError(f"The editor did not add component '{operation.name}': {failure}")
    subsystem.rename_subobject(handle, unreal.Text(operation.name))
    fresh = handles_by_name(asset)
    if operation.name not in fresh:
        # A clash is silent (field notes 10): the component would keep a generated name.
        raise PlanError(f"The editor did not name the component '{operation.name}'.", "Choose another name.")
    if operation.make_root:
        subsystem.make_new_scene_root(fresh[""], fresh[operation.name], asset)


def compile_blueprint(path: str) -> CompileReport:
    """Compile and collect status and messages of the nodes."""
    asset = load_blueprint(path)
    unreal.BlueprintEditorLibrary.compile_blueprint(asset)
    messages: list[CompileMessage] = []
    for graph in unreal.BlueprintEditorLibrary.list_graphs(asset):
        editor = unreal.BlueprintGraphEditor.get_graph_editor(graph)
        if editor is not None:
            messages += _messages(editor, str(graph.get_name()))
    status = read_status(asset)
    if status in ("unknown", "dirty"):
        # It may claim success all the same (field notes, trap 18).
        raise PlanError(f"The editor did not compile '{path}'.", "Try again when it is idle.")
    return CompileReport(status, tuple(messages))


def _messages(editor: Any, graph: str) -> list[CompileMessage]:
    found: list[CompileMessage] = []
    listings: tuple[tuple[Any, Callable[[], Any]], ...] = (
        ("error", editor.list_nodes_with_errors),
        ("warning", editor.list_nodes_with_warnings),
    )
    for severity, list_nodes in listings:
        for node in list_nodes():
            text = str(node.get_editor_property("error_msg"))
            found.append(CompileMessage(severity, text, graph, str(node.get_name())))
    return found
