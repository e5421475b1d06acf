"""Handles and data of components, and the library that reads them.

Deleting a component, replacing the root and undoing a change of the tree make all handles of a
Blueprint stale; adding, renaming and moving do not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from unreal_sandbox.assets.asset_creation import DEFAULT_ROOT
from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget, TemplateTarget
from unreal_sandbox.components.component_rows import ComponentRow, gather, scene_root
from unreal_sandbox.components.inherited_templates import InheritedTemplateTarget
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.classes import GeneratedClassTarget, default_object_of
from unreal_sandbox.glue.structs import StructBase

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = [
    "ComponentRow",
    "SubobjectDataBase",
    "SubobjectDataHandleBase",
    "data_of",
    "gather",
    "handle_of",
    "is_copyable",
    "object_of",
    "row_of",
    "scene_root",
]

library = UnrealClass("SubobjectDataBlueprintFunctionLibrary")

_SCENE = "/Script/Engine.SceneComponent"


class SubobjectDataHandleBase(StructBase):
    """The wrapper of a handle: opaque."""

    __slots__ = ("_row",)
    _row: ComponentRow | None

    def __init__(self) -> None:
        super().__init__()
        self._row = None

    def copy(self) -> Self:
        """A copy."""
        result = type(self)()
        result._row = self._row
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SubobjectDataHandleBase) and self._row == other._row

    __hash__ = StructBase.__hash__

    def __repr__(self) -> str:
        return f"<Struct '{type(self).__name__}' {{}}>"


class SubobjectDataBase(SubobjectDataHandleBase):
    """The wrapper of the data behind a handle: opaque."""

    __slots__ = ()


def handle_of(editor: EditorState, row: ComponentRow | None) -> Any:
    """A handle of a row; an empty one for no row."""
    result = editor.types.get("SubobjectDataHandle")()
    result._row = row
    return result


def data_of(editor: EditorState, row: ComponentRow | None) -> Any:
    """The data of a row; empty for no row and for a stale one."""
    result = editor.types.get("SubobjectData")()
    result._row = row if row is not None and row.is_fresh(editor) else None
    return result


def row_of(editor: EditorState, value: SubobjectDataHandleBase) -> ComponentRow | None:
    """The row of a handle or data, None when it is empty or stale."""
    return value._row if value._row is not None and value._row.is_fresh(editor) else None


# --- the library -------------------------------------------------------------------------------


@library.method()
def get_data(editor: EditorState, data_handle: SubobjectDataHandleBase) -> Any:
    """The data of a handle."""
    return data_of(editor, data_handle._row)


@library.method()
def get_handle(editor: EditorState, data: SubobjectDataBase) -> Any:
    """The handle of data."""
    return handle_of(editor, row_of(editor, data))


@library.method()
def is_handle_valid(editor: EditorState, data_handle: SubobjectDataHandleBase) -> bool:
    """Whether the handle stands for something."""
    return row_of(editor, data_handle) is not None


@library.method()
def is_valid(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether the data stands for something."""
    return row_of(editor, data) is not None


@library.method()
def get_variable_name(editor: EditorState, data: SubobjectDataBase) -> str:
    """The variable name of a component, the name None for the actor."""
    row = row_of(editor, data)
    return "None" if row is None or row.kind == "actor" else row.name


@library.method()
def get_display_name(editor: EditorState, data: SubobjectDataBase) -> str:
    """The name that the tree shows."""
    row = row_of(editor, data)
    return "" if row is None else row.name


@library.method()
def get_blueprint(editor: EditorState, data: SubobjectDataBase) -> BlueprintTarget | None:
    """The Blueprint that declares the component."""
    row = row_of(editor, data)
    return None if row is None else BlueprintTarget(editor, row.owner)


@library.method()
def is_root_component(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it is the scene root."""
    row = row_of(editor, data)
    return row is not None and row.kind != "actor" and scene_root(editor, row) == row


@library.method()
def is_default_scene_root(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it is the root that an Actor Blueprint has by itself."""
    row = row_of(editor, data)
    return row is not None and row.kind == "own" and row.name == DEFAULT_ROOT


@library.method()
def is_scene_component(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it has a place in space."""
    row = row_of(editor, data)
    return row is not None and row.kind != "actor" and is_child_of(editor, row.class_path, _SCENE)


def _is_kind(editor: EditorState, data: SubobjectDataBase, *kinds: str) -> bool:
    row = row_of(editor, data)
    return row is not None and row.kind in kinds


@library.method()
def is_component(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it is a component."""
    return _is_kind(editor, data, "own", "inherited", "native")


@library.method()
def is_actor(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it is the actor row."""
    return _is_kind(editor, data, "actor")


@library.method()
def is_root_actor(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it is the actor row."""
    return _is_kind(editor, data, "actor")


@library.method()
def is_child_actor(editor: EditorState, data: SubobjectDataBase) -> bool:
    """False: there are no child actors."""
    return False


@library.method()
def is_instanced_actor(editor: EditorState, data: SubobjectDataBase) -> bool:
    """False: nothing is placed in a level."""
    return False


@library.method()
def is_instanced_component(editor: EditorState, data: SubobjectDataBase) -> bool:
    """False: nothing is placed in a level."""
    return False


@library.method()
def is_native_component(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether the C++ class brings it along."""
    return _is_kind(editor, data, "native")


@library.method()
def is_inherited_component(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether a parent declares it."""
    return _is_kind(editor, data, "inherited", "native")


@library.method()
def can_edit(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether its values can be changed."""
    return _is_kind(editor, data, "own", "inherited", "native", "actor")


@library.method()
def can_delete(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it can be deleted."""
    return _is_kind(editor, data, "own") and not is_default_scene_root(editor, data)


@library.method()
def can_rename(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it can be renamed."""
    return _is_kind(editor, data, "own")


@library.method()
def can_reparent(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it can hang under another component: own scene components, not the root."""
    return (
        _is_kind(editor, data, "own")
        and is_scene_component(editor, data)
        and not is_root_component(editor, data)
    )


def is_copyable(row: ComponentRow) -> bool:
    """Whether a row can be copied: every component, not the actor (assumed for native ones)."""
    return row.kind != "actor"


@library.method()
def can_copy(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it can be copied."""
    row = row_of(editor, data)
    return row is not None and is_copyable(row)


@library.method()
def can_duplicate(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it can be duplicated."""
    return can_copy(editor, data)


@library.method()
def get_parent_handle(editor: EditorState, data: SubobjectDataBase) -> Any:
    """The handle of the parent row: a component, or the actor for what hangs under nothing."""
    row = row_of(editor, data)
    if row is None or row.kind == "actor":
        return handle_of(editor, None)
    rows = gather(editor, row.asset)
    parent = next((item for item in rows[1:] if row.parent and item.name == row.parent), rows[0])
    return handle_of(editor, parent)


@library.method()
def is_attached_to(editor: EditorState, data: SubobjectDataBase, handle: SubobjectDataHandleBase) -> bool:
    """Whether it hangs, directly or not, under another row."""
    row, wanted = row_of(editor, data), row_of(editor, handle)
    if row is None or wanted is None:
        return False
    by_name = {item.name: item for item in gather(editor, row.asset)[1:]}
    while row is not None:
        if row == wanted:
            return True
        row = by_name.get(row.parent) if row.parent else None
    return False


@library.method()
def get_object_for_blueprint(
    editor: EditorState, data: SubobjectDataBase, blueprint: BlueprintTarget
) -> Target | None:
    """The template to edit for a Blueprint; for the actor row its class default object."""
    return get_object(editor, data, even_if_pending_kill=False)


@library.method()
def get_associated_object(editor: EditorState, data: SubobjectDataBase) -> Target | None:
    """The template of a component."""
    return get_object(editor, data, even_if_pending_kill=False)


@library.method()
def get_object(editor: EditorState, data: SubobjectDataBase, even_if_pending_kill: bool) -> Target | None:
    """The template of a component; the class default object for the actor row."""
    row = row_of(editor, data)
    return None if row is None else object_of(editor, row)


def object_of(editor: EditorState, row: ComponentRow) -> Target | None:
    """What stands behind a row that is fresh."""
    if row.kind == "own":
        return TemplateTarget(editor, row.asset, row.guid)
    if row.kind == "actor":
        return default_object_of(GeneratedClassTarget(editor, row.asset))
    return InheritedTemplateTarget(editor, row)
