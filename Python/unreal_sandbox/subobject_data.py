"""Handles and data of components, and the library that reads them.

Deleting a component, replacing the root and undoing a change of the tree make all handles of a
Blueprint stale; adding, renaming and moving do not.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Self

from unreal_sandbox.asset_creation import DEFAULT_ROOT
from unreal_sandbox.binding import UnrealClass
from unreal_sandbox.blueprint_objects import BlueprintTarget, TemplateTarget
from unreal_sandbox.class_paths import is_child_of
from unreal_sandbox.classes import GeneratedClassTarget, default_object_of
from unreal_sandbox.inherited_templates import InheritedTemplateTarget
from unreal_sandbox.native_components import NativeComponent, native_components
from unreal_sandbox.structs import StructBase

if TYPE_CHECKING:
    from unreal_sandbox.blueprint_asset import BlueprintAsset, ScsNode
    from unreal_sandbox.objects import Target
    from unreal_sandbox.state import EditorState

__all__ = ["Row", "SubobjectDataBase", "SubobjectDataHandleBase", "data_of", "gather", "handle_of", "row_of"]

library = UnrealClass("SubobjectDataBlueprintFunctionLibrary")

_SCENE = "/Script/Engine.SceneComponent"


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the component tree. Own and inherited components are found by guid."""

    asset: BlueprintAsset = field(compare=False)
    owner: BlueprintAsset = field(compare=False)
    kind: Literal["actor", "own", "inherited", "native"]
    generation: int
    guid: str = ""
    native: NativeComponent | None = None

    def is_fresh(self, editor: EditorState) -> bool:
        """Whether the row is still part of the tree, and nothing was deleted since."""
        if not editor.is_alive(self.asset) or self.asset.tree_generation != self.generation:
            return False
        return not self.guid or self._component() is not None

    def _component(self) -> ScsNode | None:
        return next((item for item in self.owner.components if item.guid == self.guid), None)

    @property
    def component(self) -> ScsNode:
        """The own or inherited component as it is now; only for fresh rows."""
        found = self._component()
        if found is None:
            raise KeyError(self.guid)
        return found

    @property
    def name(self) -> str:
        """The variable name; the asset's name for the actor."""
        if self.kind == "actor":
            return self.asset.name
        return self.native.name if self.native is not None else self.component.name

    @property
    def class_path(self) -> str:
        """The class of the component or actor."""
        if self.kind == "actor":
            return self.asset.class_path
        return self.native.class_path if self.native is not None else self.component.class_path

    @property
    def parent(self) -> str:
        """The name of the component that it hangs under, or empty."""
        if self.kind == "actor":
            return ""
        return self.native.parent if self.native is not None else self.component.parent


def gather(editor: EditorState, asset: BlueprintAsset) -> list[Row]:
    """The rows of a Blueprint: the actor, native and inherited components, own ones, parents first."""
    now = asset.tree_generation
    rows = [Row(asset, asset, "actor", now)]
    rows += [Row(asset, asset, "native", now, native=item) for item in native_components(editor, asset)]
    chain = _parent_assets(editor, asset)
    for owner in (*reversed(chain), asset):
        kind: Literal["own", "inherited"] = "own" if owner is asset else "inherited"
        rows += [Row(asset, owner, kind, now, item.guid) for item in _parents_first(owner.components)]
    return rows


def _parent_assets(editor: EditorState, asset: BlueprintAsset) -> list[BlueprintAsset]:
    found: list[BlueprintAsset] = []
    parent = editor.find_blueprint(asset.parent_class)
    while parent is not None and parent not in found:
        found.append(parent)
        parent = editor.find_blueprint(parent.parent_class)
    return found


def _parents_first(components: tuple[ScsNode, ...]) -> list[ScsNode]:
    done: list[ScsNode] = []
    names: set[str] = set()
    waiting = list(components)
    known = {item.name for item in components}
    while waiting:
        ready = [item for item in waiting if item.parent not in known or item.parent in names]
        for item in ready or waiting[:]:
            done.append(item)
            names.add(item.name)
            waiting.remove(item)
    return done


class SubobjectDataHandleBase(StructBase):
    """The wrapper of a handle: opaque."""

    __slots__ = ("row",)
    row: Row | None

    def __init__(self) -> None:
        super().__init__()
        self.row = None

    def copy(self) -> Self:
        """A copy."""
        result = type(self)()
        result.row = self.row
        return result

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SubobjectDataHandleBase) and self.row == other.row

    __hash__ = StructBase.__hash__

    def __repr__(self) -> str:
        return f"<Struct '{type(self).__name__}' {{}}>"


class SubobjectDataBase(SubobjectDataHandleBase):
    """The wrapper of the data behind a handle: opaque."""

    __slots__ = ()


def handle_of(editor: EditorState, row: Row | None) -> Any:
    """A handle of a row; an empty one for no row."""
    result = editor.types.get("SubobjectDataHandle")()
    result.row = row
    return result


def data_of(editor: EditorState, row: Row | None) -> Any:
    """The data of a row; empty for no row and for a stale one."""
    result = editor.types.get("SubobjectData")()
    result.row = row if row is not None and row.is_fresh(editor) else None
    return result


def row_of(editor: EditorState, value: SubobjectDataHandleBase) -> Row | None:
    """The row of a handle or data, None when it is empty or stale."""
    return value.row if value.row is not None and value.row.is_fresh(editor) else None


# --- the library -------------------------------------------------------------------------------


@library.method()
def get_data(editor: EditorState, data_handle: SubobjectDataHandleBase) -> Any:
    """The data of a handle."""
    return data_of(editor, data_handle.row)


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


def _scene_root(editor: EditorState, row: Row) -> Row | None:
    """The root of the tree: the first scene component without a parent."""
    for item in gather(editor, row.asset):
        if item.kind != "actor" and not item.parent and is_child_of(editor, item.class_path, _SCENE):
            return item
    return None


@library.method()
def is_root_component(editor: EditorState, data: SubobjectDataBase) -> bool:
    """Whether it is the scene root."""
    row = row_of(editor, data)
    return row is not None and row.kind != "actor" and _scene_root(editor, row) == row


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
    if row is None:
        return None
    if row.kind == "own":
        return TemplateTarget(editor, row.asset, row.guid)
    if row.kind == "actor":
        return default_object_of(GeneratedClassTarget(editor, row.asset))
    return InheritedTemplateTarget(editor, row.asset, row.name, row.class_path)
