"""`SubobjectDataSubsystem`: adds, names, moves and deletes the components of a Blueprint."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_creation import DEFAULT_ROOT, default_root
from unreal_sandbox.blueprints.blueprint_asset import ScsNode, new_guid
from unreal_sandbox.blueprints.taken_names import is_member_name_taken, unique_member_name
from unreal_sandbox.components.component_references import rename_in_graphs
from unreal_sandbox.components.subobject_data import (
    SubobjectDataHandleBase,
    data_of,
    gather,
    handle_of,
    row_of,
)
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.names_and_texts import Text
from unreal_sandbox.glue.objects import target_of

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
    from unreal_sandbox.components.subobject_data import ComponentRow
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["class_refusal", "move_row", "own_row"]

subsystem = UnrealClass("SubobjectDataSubsystem")

_COMPONENT = "/Script/Engine.ActorComponent"
_SCENE = "/Script/Engine.SceneComponent"
_VALID_NAME = re.compile(r"[^\s\"',.:/\\|&!~\n\r\t@#(){}\[\]=;^%$`]+")


@subsystem.method()
def k2_gather_subobject_data_for_blueprint(
    editor: EditorState, subject: Any, context: BlueprintTarget
) -> list[Any]:
    """The handles of a Blueprint's tree, the actor first. Earlier ones stay valid until a change."""
    if editor.is_in_pie:
        return []
    return [handle_of(editor, row) for row in gather(editor, context.asset)]


@subsystem.method()
def k2_find_subobject_data_from_handle(
    editor: EditorState, subject: Any, handle: SubobjectDataHandleBase
) -> Any:
    """The data of a handle; None for an empty or stale one."""
    row = row_of(editor, handle)
    return None if row is None else data_of(editor, row)


def _refused(editor: EditorState, reason: str) -> tuple[Any, Text]:
    return handle_of(editor, None), Text(reason)


@subsystem.method()
def add_new_subobject(editor: EditorState, subject: Any, params: Any) -> tuple[Any, Text]:
    """Add a component: its handle and an empty text, or an empty handle and the reason."""
    parent = row_of(editor, params.parent_handle)
    blueprint, kind = params.blueprint_context, params.new_class
    if parent is None or blueprint is None or kind is None:
        return _refused(editor, "A parent handle, a class and a Blueprint are needed.")
    asset: BlueprintAsset = target_of(blueprint).asset  # type: ignore[attr-defined]  # the field's type is Blueprint
    class_path: str = target_of(kind).represented  # type: ignore[attr-defined]  # the field's type is Class
    if parent.asset is not asset:
        return _refused(editor, "The parent handle belongs to another Blueprint.")
    reason = class_refusal(editor, class_path)
    if editor.is_in_pie:
        reason = "Components cannot be added during play in editor."
    if reason:
        return _refused(editor, reason)
    component = _new_component(editor, asset, class_path, parent)
    editor.mark_package_dirty(asset)
    asset.components = _with_new(editor, asset, component, parent)
    return _handle_by_guid(editor, asset, component.guid), Text("")


def class_refusal(editor: EditorState, class_path: str) -> str:
    """Why a class cannot be that of a new component, or an empty text."""
    info = editor.catalog.class_info(class_path)
    if not is_child_of(editor, class_path, _COMPONENT):
        return f"'{class_path.rsplit('.', 1)[-1]}' is not a component class."
    if info is not None and info.is_abstract:
        return f"'{info.name}' is abstract."
    return ""


def _new_component(
    editor: EditorState, asset: BlueprintAsset, class_path: str, parent: ComponentRow
) -> ScsNode:
    base = class_path.rsplit(".", 1)[-1].removesuffix("_C").removesuffix("Component")
    name = unique_member_name(editor, asset, base or "Component")
    is_scene = is_child_of(editor, class_path, _SCENE)
    hangs_on_scene = parent.kind != "actor" and is_child_of(editor, parent.class_path, _SCENE)
    under = parent.name if is_scene and hangs_on_scene else ""
    if is_scene and parent.kind == "actor":
        under = _root_name(editor, asset)
    return ScsNode(name, class_path, new_guid(), under)


def _root_name(editor: EditorState, asset: BlueprintAsset) -> str:
    """The present root, empty when the new component takes the default root's place."""
    for row in gather(editor, asset)[1:]:
        if not row.parent and is_child_of(editor, row.class_path, _SCENE):
            return "" if row.kind == "own" and row.name == DEFAULT_ROOT else row.name
    return ""


def _with_new(
    editor: EditorState, asset: BlueprintAsset, component: ScsNode, parent: ComponentRow
) -> tuple[ScsNode, ...]:
    """The components with a new one. Added to the actor, the first scene one replaces the default root."""
    components = asset.components
    takes_over = (
        parent.kind == "actor"
        and not component.parent
        and is_child_of(editor, component.class_path, _SCENE)
        and asset.find_component(DEFAULT_ROOT) is not None
    )
    if takes_over:
        asset.tree_generation += 1
        components = tuple(
            replace(item, parent=component.name) if item.parent == DEFAULT_ROOT else item
            for item in components
            if item.name != DEFAULT_ROOT
        )
    return (*components, component)


def _handle_by_guid(editor: EditorState, asset: BlueprintAsset, guid: str) -> Any:
    return handle_of(editor, next((row for row in gather(editor, asset) if row.guid == guid), None))


def own_row(editor: EditorState, handle: SubobjectDataHandleBase) -> ComponentRow | None:
    """The row of a component that the Blueprint declares itself; None in play mode too."""
    row = row_of(editor, handle)
    return row if row is not None and row.kind == "own" and not editor.is_in_pie else None


def _name_refusal(editor: EditorState, row: ComponentRow, name: str) -> str:
    if _VALID_NAME.fullmatch(name) is None:
        return "The name has characters that a name cannot have."
    if name.lower() != row.name.lower() and is_member_name_taken(editor, row.asset, name):
        return "The name is already used."
    return ""


@subsystem.method(text_only=("new_text",))
def is_valid_rename(
    editor: EditorState, subject: Any, handle: SubobjectDataHandleBase, new_text: Text
) -> Text | None:
    """None when the name is refused, else an empty text."""
    row = own_row(editor, handle)
    return None if row is None or _name_refusal(editor, row, str(new_text)) else Text("")


@subsystem.method(text_only=("new_name",))
def rename_subobject(
    editor: EditorState, subject: Any, handle: SubobjectDataHandleBase, new_name: Text
) -> bool:
    """Rename a component. A clash fails without a word: the name stays, read it back."""
    row = own_row(editor, handle)
    if row is None:
        return False
    if not _name_refusal(editor, row, str(new_name)):
        _rename(editor, row, str(new_name))
    return True


@subsystem.method()
def rename_subobject_member_variable(
    editor: EditorState, bp_context: BlueprintTarget, handle: SubobjectDataHandleBase, new_name: str
) -> None:
    """Rename the variable of a component; a clash changes nothing."""
    row = own_row(editor, handle)
    if row is not None and not _name_refusal(editor, row, new_name):
        _rename(editor, row, new_name)


def _rename(editor: EditorState, row: ComponentRow, name: str) -> None:
    asset = row.asset
    editor.mark_package_dirty(asset)
    old = row.name
    asset.components = tuple(
        replace(
            item,
            name=name if item.guid == row.guid else item.name,
            parent=name if item.parent == old else item.parent,
        )
        for item in asset.components
    )
    rename_in_graphs(asset, old, name)


@subsystem.method()
def attach_subobject(
    editor: EditorState,
    subject: Any,
    owner_handle: SubobjectDataHandleBase,
    child_to_add_handle: SubobjectDataHandleBase,
) -> bool:
    """Hang a scene component under another."""
    return move_row(editor, row_of(editor, owner_handle), own_row(editor, child_to_add_handle))


@subsystem.method()
def reparent_subobject(
    editor: EditorState, subject: Any, params: Any, to_reparent_handle: SubobjectDataHandleBase
) -> bool:
    """Move a scene component under another parent."""
    return move_row(editor, row_of(editor, params.new_parent_handle), own_row(editor, to_reparent_handle))


def move_row(editor: EditorState, parent: ComponentRow | None, child: ComponentRow | None) -> bool:
    """Hang a scene component under another; False for what cannot be, a circle for one."""
    if parent is None or child is None or parent.asset is not child.asset or parent.kind == "actor":
        return False
    if not all(is_child_of(editor, row.class_path, _SCENE) for row in (parent, child)):
        return False
    if parent.guid == child.guid or child.name in _line_of(child.asset, parent.name):
        return False
    editor.mark_package_dirty(child.asset)
    child.asset.replace_component(replace(child.component, parent=parent.name))
    return True


def _line_of(asset: BlueprintAsset, name: str) -> list[str]:
    """A component and its ancestors."""
    line: list[str] = []
    item = asset.find_component(name)
    while item is not None and item.name not in line:
        line.append(item.name)
        item = asset.find_component(item.parent) if item.parent else None
    return line


@subsystem.method()
def make_new_scene_root(
    editor: EditorState,
    subject: Any,
    context: SubobjectDataHandleBase,
    new_scene_root: SubobjectDataHandleBase,
    bp_context: BlueprintTarget,
) -> bool:
    """Make a scene component the root; the default root goes, another old root hangs under it."""
    row, actor = own_row(editor, new_scene_root), row_of(editor, context)
    if row is None or actor is None or actor.kind != "actor" or row.asset is not actor.asset:
        return False
    asset = row.asset
    if not is_child_of(editor, row.class_path, _SCENE) or any(
        item.kind in {"native", "inherited"} and not item.parent for item in gather(editor, asset)
    ):
        return False
    editor.mark_package_dirty(asset)
    asset.components = _with_root(editor, asset, row)
    asset.tree_generation += 1
    return True


def _with_root(editor: EditorState, asset: BlueprintAsset, root: ComponentRow) -> tuple[ScsNode, ...]:
    changed = []
    for item in asset.components:
        if item.name == DEFAULT_ROOT and item.guid != root.guid:
            continue
        is_old_root = not item.parent and is_child_of(editor, item.class_path, _SCENE)
        if item.guid == root.guid:
            changed.append(replace(item, parent=""))
        elif item.parent == DEFAULT_ROOT or is_old_root:
            changed.append(replace(item, parent=root.name))
        else:
            changed.append(item)
    # The root comes first, as the tree shows it.
    return tuple(sorted(changed, key=lambda item: item.guid != root.guid))


@subsystem.method(accepts_none=("bp_context",))
def delete_subobject(
    editor: EditorState,
    subject: Any,
    context_handle: SubobjectDataHandleBase,
    subobject_to_delete: SubobjectDataHandleBase,
    bp_context: BlueprintTarget | None,
) -> int:
    """Delete one component; its children move up. How many went: none for the default root."""
    row = own_row(editor, subobject_to_delete)
    actor = row_of(editor, context_handle)
    if row is None or actor is None or actor.kind != "actor" or row.name == DEFAULT_ROOT:
        return 0
    asset = row.asset
    editor.mark_package_dirty(asset)
    gone = row.component
    left = [item for item in asset.components if item.guid != gone.guid]
    asset.components = _promoted(editor, asset, gone, left)
    asset.tree_generation += 1
    return 1


def _promoted(
    editor: EditorState, asset: BlueprintAsset, gone: ScsNode, left: list[ScsNode]
) -> tuple[ScsNode, ...]:
    """The rest after a deletion: children move to the parent; without a root the default one is back."""
    children = [item for item in left if item.parent == gone.name]
    heir = gone.parent or (children[0].name if children else "")
    moved = [
        replace(item, parent="" if item.name == heir else heir) if item.parent == gone.name else item
        for item in left
    ]
    has_root = any(not item.parent and is_child_of(editor, item.class_path, _SCENE) for item in moved)
    if not has_root and is_child_of(editor, asset.parent_class, "/Script/Engine.Actor"):
        is_root_inherited = any(row.kind in {"native", "inherited"} for row in gather(editor, asset))
        if not is_root_inherited:
            moved.insert(0, default_root())
    return tuple(moved)


@subsystem.method(accepts_none=("bp_context",))
def delete_subobjects(
    editor: EditorState,
    subject: Any,
    context_handle: SubobjectDataHandleBase,
    subobjects_to_delete: list[SubobjectDataHandleBase],
    bp_context: BlueprintTarget | None,
) -> int:
    """Delete several; the first deletion makes the other handles stale, so only one goes."""
    return sum(
        delete_subobject(editor, subject, context_handle, handle, bp_context)
        for handle in subobjects_to_delete
    )
