"""`BlueprintEditorLibrary`: Blueprints, their graphs, variables, functions and events."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_creation import create_blueprint
from unreal_sandbox.blueprints.blueprint_asset import MemberVariable, new_guid
from unreal_sandbox.blueprints.blueprint_objects import (
    BlueprintTarget,
    GraphTarget,
    NodeTarget,
    TemplateTarget,
)
from unreal_sandbox.blueprints.compiler import compile_asset
from unreal_sandbox.blueprints.function_graphs import add_function
from unreal_sandbox.blueprints.taken_names import is_member_name_taken, is_no_name, unique_member_name
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import native_parent
from unreal_sandbox.glue.classes import ClassTarget, GeneratedClassTarget, find_class_target
from unreal_sandbox.graphs.pin_type_structs import EdGraphPinTypeBase, pin_type_struct

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []

library = UnrealClass("BlueprintEditorLibrary")
graph_editor = UnrealClass("BlueprintGraphEditor")

_LOG = "LogBlueprintEditorLib"


# --- Blueprints --------------------------------------------------------------------------------


@library.method()
def create_blueprint_asset_with_parent(
    editor: EditorState, asset_path: str, parent_class: ClassTarget
) -> BlueprintTarget | None:
    """Create a Blueprint at a path; None, and a log line, when that cannot be."""
    asset = create_blueprint(editor, asset_path, parent_class.represented)
    return None if asset is None else BlueprintTarget(editor, asset)


@library.method()
def compile_blueprint(editor: EditorState, blueprint: BlueprintTarget) -> bool | None:
    """Compile; before 5.8 the result is None."""
    is_good = compile_asset(editor, blueprint.asset)
    return is_good if editor.has_graph_api else None


@library.method()
def generated_class(editor: EditorState, blueprint_obj: BlueprintTarget) -> ClassTarget | None:
    """The class of the last compile."""
    asset = blueprint_obj.asset
    return GeneratedClassTarget(editor, asset) if asset.compiled is not None else None


@library.method()
def get_blueprint_parent_class(editor: EditorState, blueprint: BlueprintTarget) -> ClassTarget | None:
    """The parent class."""
    return find_class_target(editor, blueprint.asset.parent_class)


@library.method(accepts_none=("object",))
def get_blueprint_asset(editor: EditorState, object: Target | None) -> Target | None:
    """The Blueprint that owns an object."""
    if isinstance(object, BlueprintTarget):
        return object
    if isinstance(object, GraphTarget | TemplateTarget):
        return BlueprintTarget(editor, object.asset)
    if isinstance(object, NodeTarget):
        return BlueprintTarget(editor, object.graph.asset)
    return None


@library.method()
def get_blueprint_for_class(editor: EditorState, class_: ClassTarget) -> tuple[BlueprintTarget | None, bool]:
    """The Blueprint that generated a class."""
    if isinstance(class_, GeneratedClassTarget):
        return BlueprintTarget(editor, class_.asset), True
    return None, False


@library.method()
def refresh_open_editors_for_blueprint(editor: EditorState, bp: BlueprintTarget) -> None:
    """Refresh the open editor tabs; counted by the control side."""
    editor.refreshed_blueprints.append(bp.asset.path)


@library.method()
def refresh_all_open_blueprint_editors(editor: EditorState) -> None:
    """Refresh every open Blueprint editor; counted by the control side."""
    editor.refreshed_blueprints += editor.open_editors


@library.method()
def get_current_engine_version(editor: EditorState) -> str:
    """The full version text."""
    return editor.full_version


@library.method()
def get_saved_by_engine_version(editor: EditorState, asset: Target) -> str:
    """The version that saved the asset, INVALID for one never saved."""
    owner = asset.asset if isinstance(asset, BlueprintTarget) else None
    return editor.full_version if owner is not None and owner.is_on_disk else "INVALID"


# --- graphs ------------------------------------------------------------------------------------


def _graphs(editor: EditorState, asset: BlueprintAsset) -> list[GraphTarget]:
    if editor.is_in_pie:
        return []
    order = ("function", "macro", "event", "delegate", "fragment")
    shapes = sorted(asset.shapes.values(), key=lambda shape: order.index(shape.kind))
    return [GraphTarget(editor, asset, shape.guid) for shape in shapes]


@library.method()
def find_event_graph(editor: EditorState, blueprint: BlueprintTarget) -> GraphTarget | None:
    """The graph named EventGraph."""
    return GraphTarget.by_name(editor, blueprint.asset, "EventGraph")


@library.method()
def find_graph(editor: EditorState, blueprint: BlueprintTarget, graph_name: str) -> GraphTarget | None:
    """A graph by name."""
    return GraphTarget.by_name(editor, blueprint.asset, graph_name)


@library.method()
def list_graphs(editor: EditorState, blueprint: BlueprintTarget) -> list[GraphTarget]:
    """All graphs; none while the game runs in the editor."""
    return _graphs(editor, blueprint.asset)


@library.method()
def list_graph_names(editor: EditorState, blueprint: BlueprintTarget) -> list[str]:
    """The names of the editable graphs."""
    return [graph.name() for graph in _graphs(editor, blueprint.asset)]


# --- variables ---------------------------------------------------------------------------------


@library.method()
def list_member_variable_names(
    editor: EditorState, blueprint: BlueprintTarget, include_inherited_members: bool
) -> list[str]:
    """Own names; inherited ones come with the path of their class in front."""
    asset = blueprint.asset
    names = [item.name for item in asset.variables]
    if include_inherited_members:
        names += _inherited_names(editor, asset)
    return names


def _inherited_names(editor: EditorState, asset: BlueprintAsset) -> list[str]:
    names: list[str] = []
    path, seen = asset.parent_class, set[str]()
    while (parent := editor.find_blueprint(path)) is not None and path not in seen:
        seen.add(path)
        names += [f"{parent.class_path}:{item.name}" for item in parent.variables]
        path = parent.parent_class
    for ancestor in editor.catalog.ancestors(native_parent(editor, path)):
        info = editor.catalog.class_info(ancestor)
        if info is not None:
            own = {item.name for item in editor.catalog.properties_of(ancestor)}
            inherited = (
                {item.name for item in editor.catalog.properties_of(info.parent)} if info.parent else set()
            )
            names += [f"{ancestor}:{name}" for name in sorted(own - inherited)]
    return names


@library.method()
def get_member_variable_type(
    editor: EditorState, blueprint: BlueprintTarget, member_variable_name: str
) -> Any:
    """The type of a variable, None when there is none; takes a qualified inherited name too."""
    asset = blueprint.asset
    class_path, _, name = member_variable_name.rpartition(":")
    owner = editor.find_blueprint(class_path) if class_path.startswith("/Game/") else asset
    if owner is not None and not class_path.startswith("/Script/"):
        found = owner.find_variable(name)
        return None if found is None else pin_type_struct(editor, found.type)
    native = class_path or native_parent(editor, asset.parent_class)
    for item in editor.catalog.properties_of(native):
        if item.name.lower() == name.lower():
            return pin_type_struct(editor, item.type)
    return None


def _declare(
    editor: EditorState, asset: BlueprintAsset, name: str, kind: EdGraphPinTypeBase, value: str
) -> bool:
    pin_type = kind._pin_type
    if not pin_type.category or pin_type.category in {"exec", "wildcard"}:
        editor.write_log(_LOG, "Error", f"'{name}': a variable cannot have the type '{pin_type.category}'.")
        return False
    editor.mark_package_dirty(asset)
    asset.variables = (*asset.variables, MemberVariable(name, pin_type, new_guid(), default_text=value))
    return True


@library.method()
def add_member_variable(
    editor: EditorState, blueprint: BlueprintTarget, member_name: str, variable_type: EdGraphPinTypeBase
) -> bool:
    """Add a member variable; False when the name is taken."""
    asset = blueprint.asset
    if editor.is_in_pie or is_no_name(member_name) or is_member_name_taken(editor, asset, member_name):
        editor.write_log(_LOG, "Warning", f"Failed to add member variable '{member_name}'.")
        return False
    return _declare(editor, asset, member_name, variable_type, "")


@graph_editor.method("add_member_variable")
def add_member_variable_to_graph(
    editor: EditorState, subject: Any, member_name: str, pin_type: EdGraphPinTypeBase, value: str
) -> bool:
    """Add a member variable with a default text; a taken name is made unique without a word."""
    asset = subject.graph.asset
    if editor.is_in_pie or is_no_name(member_name):
        return False
    return _declare(editor, asset, unique_member_name(editor, asset, member_name), pin_type, value)


def _change(editor: EditorState, blueprint: BlueprintTarget, name: str, **fields: Any) -> None:
    asset = blueprint.asset
    variable = asset.find_variable(name)
    if variable is None or editor.is_in_pie:
        editor.write_log(_LOG, "Warning", f"'{asset.name}' has no variable '{name}'.")
        return
    editor.mark_package_dirty(asset)
    asset.replace_variable(replace(variable, **fields))


@library.method()
def change_member_variable_type(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str, new_type: EdGraphPinTypeBase
) -> None:
    """Retype a variable; nodes that use it are wrong until they are made anew."""
    if new_type._pin_type.category:
        _change(editor, blueprint, variable_name, type=new_type._pin_type, default_text="")
        blueprint.asset.defaults.pop(variable_name, None)


@library.method()
def set_blueprint_variable_instance_editable(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str, instance_editable: bool
) -> None:
    """Set Instance Editable."""
    _change(editor, blueprint, variable_name, is_instance_editable=instance_editable)


@library.method()
def set_blueprint_variable_expose_on_spawn(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str, expose_on_spawn: bool
) -> None:
    """Set Expose on Spawn."""
    _change(editor, blueprint, variable_name, is_exposed_on_spawn=expose_on_spawn)


@library.method()
def set_blueprint_variable_expose_to_cinematics(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str, expose_to_cinematics: bool
) -> None:
    """Set Expose to Cinematics."""
    _change(editor, blueprint, variable_name, is_exposed_to_cinematics=expose_to_cinematics)


@library.method()
def get_blueprint_variable_category(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str
) -> str:
    """The category, empty for the default one."""
    found = blueprint.asset.find_variable(variable_name)
    return "" if found is None else found.category


@library.method()
def set_blueprint_variable_category(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str, new_category: Any
) -> None:
    """Set the category."""
    _change(editor, blueprint, variable_name, category=str(new_category))


@library.method()
def get_blueprint_variable_replication(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str
) -> Any:
    """The replication mode."""
    found = blueprint.asset.find_variable(variable_name)
    kind = editor.types.get("BlueprintVariableReplication")
    return kind.NONE if found is None else getattr(kind, found.replication)


@library.method()
def set_blueprint_variable_replication(
    editor: EditorState, blueprint: BlueprintTarget, variable_name: str, replication: Any
) -> None:
    """Set the replication mode. REP_NOTIFY also makes the function OnRep_<Name> when there is none."""
    _change(editor, blueprint, variable_name, replication=replication.name)
    asset = blueprint.asset
    variable = asset.find_variable(variable_name)
    if variable is None or variable.replication != "REP_NOTIFY" or editor.is_in_pie:
        return
    function = f"OnRep_{variable.name}"
    if asset.find_graph_name(function) is None:
        add_function(editor, asset, function)
