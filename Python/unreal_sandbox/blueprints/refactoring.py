"""`BlueprintEditorLibrary`: another parent, variables renamed in graphs, unused variables removed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.blueprint import Pin, set_property
from blueprint_assistant.graph.model.object_references import format_reference, member_reference
from unreal_sandbox.assets.asset_creation import DEFAULT_ROOT, default_root, parent_refusal
from unreal_sandbox.assets.asset_kinds import FACTORIES
from unreal_sandbox.blueprints.compiler import compile_asset
from unreal_sandbox.components.native_components import has_native_root
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, MemberVariable
    from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget

__all__: list[str] = []

library = UnrealClass("BlueprintEditorLibrary")

_LOG = "LogBlueprintEditorLib"
_ACTOR = "/Script/Engine.Actor"
_VARIABLE_NODES = ("K2Node_VariableGet", "K2Node_VariableSet")


@library.method()
def reparent_blueprint(
    editor: EditorState, blueprint: BlueprintTarget, new_parent_class: ClassTarget
) -> None:
    """Give the Blueprint another parent and compile it, so that its old class is stale.

    That it compiles by itself is general engine knowledge (assumed); no undo covers the parent.
    """
    asset = blueprint.asset
    parent = new_parent_class.represented
    reason = _refusal(editor, asset, parent)
    if reason or parent == asset.parent_class or editor.is_in_pie:
        editor.write_log(_LOG, "Error", f"'{asset.path}' keeps its parent: {reason or 'nothing to do.'}")
        return
    editor.mark_package_dirty(asset)
    asset.parent_class = parent
    editor.classes_changed()
    _fit_root(editor, asset)
    compile_asset(editor, asset)


def _refusal(editor: EditorState, asset: BlueprintAsset, parent: str) -> str:
    if is_child_of(editor, parent, asset.class_path):
        return f"'{parent}' derives from it."
    kinds = FACTORIES.values()
    own = (asset.asset_class, asset.blueprint_type)
    kind = next(item for item in kinds if (item.asset_class, item.blueprint_type) == own)
    return parent_refusal(editor, parent, kind)


def _fit_root(editor: EditorState, asset: BlueprintAsset) -> None:
    """The default root goes when the parent brings one, and comes when an actor has none."""
    needs_root = is_child_of(editor, asset.parent_class, _ACTOR) and not has_native_root(editor, asset)
    if needs_root and not asset.components:
        asset.components = (default_root(),)
    elif not needs_root:
        asset.components = tuple(item for item in asset.components if item.name != DEFAULT_ROOT)
    asset.tree_generation += 1


# --- variables -------------------------------------------------------------------------------------


def _uses(asset: BlueprintAsset, name: str) -> Iterator[tuple[str, Node]]:
    """The nodes, with their graphs, that refer to a member variable of the Blueprint itself."""
    for graph, draft in asset.graphs.items():
        for node in draft:
            for key in ("VariableReference", "DelegateReference"):
                reference = member_reference(node.find_property(key) or "")
                if reference.is_self and reference.name.lower() == name.lower():
                    yield graph, node


@library.method()
def replace_variable_references(
    editor: EditorState, blueprint: BlueprintTarget, old_var_name: str, new_var_name: str
) -> None:
    """Make the getters and setters of one variable those of another. Their types stay as they were."""
    asset = blueprint.asset
    wanted = asset.find_variable(new_var_name)
    uses = [(graph, node) for graph, node in _uses(asset, old_var_name) if node.class_name in _VARIABLE_NODES]
    if wanted is None or not uses or editor.is_in_pie or wanted.name.lower() == old_var_name.lower():
        return
    editor.mark_package_dirty(asset)
    for graph, node in uses:
        asset.graphs[graph].replace(_renamed(node, old_var_name, wanted))


def _renamed(node: Node, old: str, wanted: MemberVariable) -> Node:
    reference = member_reference(node.find_property("VariableReference") or "")
    changed = format_reference(replace(reference, name=wanted.name, guid=wanted.guid))
    return replace(
        node,
        pins=tuple(_renamed_pin(pin, old, wanted.name) for pin in node.pins),
        properties=set_property(node.properties, "VariableReference", changed),
    )


def _renamed_pin(pin: Pin, old: str, new: str) -> Pin:
    return replace(pin, name=new) if pin.name.lower() == old.lower() else pin


@library.method()
def remove_unused_variables(editor: EditorState, blueprint: BlueprintTarget) -> int:
    """Remove the variables that no graph refers to; how many. Dispatchers stay."""
    asset = blueprint.asset
    unused = {
        item.guid
        for item in asset.variables
        if item.type.category != "mcdelegate" and next(_uses(asset, item.name), None) is None
    }
    if not unused or editor.is_in_pie:
        return 0
    editor.mark_package_dirty(asset)
    for item in asset.variables:
        if item.guid in unused:
            asset.defaults.pop(item.name, None)
    asset.variables = tuple(item for item in asset.variables if item.guid not in unused)
    return len(unused)
