"""`SubobjectDataSubsystem`, second part: detaching, moving several, copies, another class, finding.

Copies leave children behind and hang beside their original. What is said to be assumed is to be
asked of a real editor.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.asset_creation import DEFAULT_ROOT, create_blueprint
from unreal_sandbox.blueprints.blueprint_asset import ScsNode, new_guid
from unreal_sandbox.blueprints.taken_names import unique_member_name
from unreal_sandbox.components.subobject_data import (
    SubobjectDataHandleBase,
    gather,
    handle_of,
    is_copyable,
    object_of,
    row_of,
    scene_root,
)
from unreal_sandbox.components.subobjects import class_refusal, move_row, own_row
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.classes import ClassTarget, GeneratedClassTarget
from unreal_sandbox.glue.property_text import engine_property

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
    from unreal_sandbox.components.subobject_data import ComponentRow
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []

subsystem = UnrealClass("SubobjectDataSubsystem")

_SCENE = "/Script/Engine.SceneComponent"


@subsystem.method()
def reparent_subobjects(
    editor: EditorState, subject: Any, params: Any, handles_to_move: list[SubobjectDataHandleBase]
) -> bool:
    """Move several scene components under one parent; whether all could be."""
    results = [
        move_row(editor, row_of(editor, params.new_parent_handle), own_row(editor, handle))
        for handle in handles_to_move
    ]
    return bool(results) and all(results)


@subsystem.method()
def detach_subobject(
    editor: EditorState,
    subject: Any,
    owner_handle: SubobjectDataHandleBase,
    child_to_remove: SubobjectDataHandleBase,
) -> bool:
    """Take a component from its parent: it hangs under the scene root then (assumed).

    False for what is no direct child, and for a child of the root itself.
    """
    owner, child = row_of(editor, owner_handle), own_row(editor, child_to_remove)
    if owner is None or child is None or owner.asset is not child.asset:
        return False
    root = scene_root(editor, child)
    if not child.parent or owner.name != child.parent or root is None or root.name == child.parent:
        return False
    return move_row(editor, root, child)


@subsystem.method()
def change_subobject_class(
    editor: EditorState, subject: Any, handle: SubobjectDataHandleBase, new_class: ClassTarget
) -> bool:
    """Give a component another class. Values that both classes know stay; every handle is stale after it."""
    row = own_row(editor, handle)
    if row is None or row.name == DEFAULT_ROOT or class_refusal(editor, new_class.represented):
        return False
    path, asset = new_class.represented, row.asset
    was_scene, is_scene = (is_child_of(editor, item, _SCENE) for item in (row.class_path, path))
    if was_scene != is_scene:
        return False
    editor.mark_package_dirty(asset)
    old = row.component
    kept = tuple(item for item in old.properties if engine_property(editor, path, item[0]) is not None)
    asset.replace_component(replace(old, class_path=path, properties=kept))
    asset.tree_generation += 1
    return True


@subsystem.method(accepts_none=("bp_context", "object_to_find"), stale_as_none=("object_to_find",))
def find_handle_for_object(
    editor: EditorState,
    subject: Any,
    context: SubobjectDataHandleBase,
    object_to_find: Target | None,
    bp_context: BlueprintTarget | None,
) -> Any:
    """The handle of a template or of the class default object; an empty one when it is not in the tree."""
    row = row_of(editor, context)
    if row is None or object_to_find is None:
        return handle_of(editor, None)
    wanted = object_to_find.key()
    return handle_of(
        editor, next((item for item in gather(editor, row.asset) if _key(editor, item) == wanted), None)
    )


def _key(editor: EditorState, row: ComponentRow) -> Any:
    target = object_of(editor, row)
    return None if target is None else target.key()


# --- copies ------------------------------------------------------------------------------------


def _copyable_rows(editor: EditorState, handles: list[SubobjectDataHandleBase]) -> list[ComponentRow]:
    """The rows of handles when every one can be copied, else none."""
    rows = [row_of(editor, handle) for handle in handles]
    found = [row for row in rows if row is not None and is_copyable(row)]
    return found if len(found) == len(rows) else []


def _as_component(row: ComponentRow) -> ScsNode:
    if row.native is not None:
        return ScsNode(row.name, row.class_path, "", row.parent)
    return row.component


def _add_copies(
    editor: EditorState, asset: BlueprintAsset, originals: list[tuple[ScsNode, str]]
) -> list[Any]:
    """Components like others, each under the parent that stands beside it; their handles."""
    editor.mark_package_dirty(asset)
    guids = []
    for original, parent in originals:
        copy = replace(
            original,
            name=unique_member_name(editor, asset, original.name),
            guid=new_guid(),
            parent=parent if is_child_of(editor, original.class_path, _SCENE) else "",
        )
        asset.components = (*asset.components, copy)
        guids.append(copy.guid)
    rows = {row.guid: row for row in gather(editor, asset)}
    return [handle_of(editor, rows[guid]) for guid in guids]


def _root_name(editor: EditorState, actor: ComponentRow) -> str:
    root = scene_root(editor, actor)
    return "" if root is None else root.name


@subsystem.method()
def duplicate_subobjects(
    editor: EditorState,
    subject: Any,
    context: SubobjectDataHandleBase,
    subobjects_to_dup: list[SubobjectDataHandleBase],
    bp_context: BlueprintTarget,
) -> list[Any]:
    """Copies beside the originals, a root's copy under it; none when one of them cannot be copied."""
    actor, rows = row_of(editor, context), _copyable_rows(editor, subobjects_to_dup)
    if actor is None or not rows or editor.is_in_pie or any(row.asset is not actor.asset for row in rows):
        return []
    root = _root_name(editor, actor)
    return _add_copies(editor, actor.asset, [(_as_component(row), row.parent or root) for row in rows])


@subsystem.method()
def can_copy_subobjects(editor: EditorState, subject: Any, handles: list[SubobjectDataHandleBase]) -> bool:
    """Whether all can be copied: components can, the actor cannot."""
    return bool(_copyable_rows(editor, handles))


@subsystem.method()
def copy_subobjects(
    editor: EditorState, subject: Any, handles: list[SubobjectDataHandleBase], bp_context: BlueprintTarget
) -> None:
    """Remember components for a paste; nothing when one of them cannot be copied."""
    rows = _copyable_rows(editor, handles)
    if rows:
        editor.copied_components = tuple(_as_component(row) for row in rows)


@subsystem.method(accepts_none=("bp_context",))
def can_paste_subobjects(
    editor: EditorState,
    subject: Any,
    root_handle: SubobjectDataHandleBase,
    bp_context: BlueprintTarget | None,
) -> bool:
    """Whether components were copied and the handle stands for a tree."""
    return bool(editor.copied_components) and row_of(editor, root_handle) is not None and not editor.is_in_pie


@subsystem.method()
def paste_subobjects(
    editor: EditorState,
    subject: Any,
    paste_to_context: SubobjectDataHandleBase,
    new_parent_handles: list[SubobjectDataHandleBase],
    bp_context: BlueprintTarget,
) -> list[Any]:
    """Copies of what was copied under the first parent that is a scene component, else under the root."""
    actor = row_of(editor, paste_to_context)
    if actor is None or editor.is_in_pie or actor.asset is not bp_context.asset:
        return []
    parents = [row_of(editor, handle) for handle in new_parent_handles]
    under = next(
        (row.name for row in parents if row is not None and is_child_of(editor, row.class_path, _SCENE)),
        _root_name(editor, actor),
    )
    return _add_copies(editor, actor.asset, [(item, under) for item in editor.copied_components])


@subsystem.method()
def create_new_bp_component(
    editor: EditorState, component_class: ClassTarget, new_class_path: str, new_class_name: str
) -> Target | None:
    """A Blueprint of a component class at a folder; its class, None when it cannot be made."""
    if class_refusal(editor, component_class.represented) and not is_child_of(
        editor, component_class.represented, "/Script/Engine.ActorComponent"
    ):
        return None
    path = f"{new_class_path.rstrip('/')}/{new_class_name}"
    asset = create_blueprint(editor, path, component_class.represented)
    return None if asset is None else GeneratedClassTarget(editor, asset)
