"""The rows of a Blueprint's component tree: the actor, native, inherited and own components."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from unreal_sandbox.blueprints.designer_tree import is_widget_blueprint
from unreal_sandbox.components.native_components import NativeComponent, native_components
from unreal_sandbox.glue.class_paths import is_child_of, parent_blueprints

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, ScsNode
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["ComponentRow", "gather", "scene_root"]

_SCENE = "/Script/Engine.SceneComponent"


@dataclass(frozen=True, slots=True)
class ComponentRow:
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

    def is_there(self) -> bool:
        """Whether its component still exists; handles are stale sooner than that."""
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


def gather(editor: EditorState, asset: BlueprintAsset) -> list[ComponentRow]:
    """The rows of a Blueprint: the actor, native and inherited components, own ones, parents first."""
    now = asset.tree_generation
    rows = [ComponentRow(asset, asset, "actor", now)]
    if is_widget_blueprint(asset):
        return rows
    rows += [
        ComponentRow(asset, asset, "native", now, native=item) for item in native_components(editor, asset)
    ]
    chain = parent_blueprints(editor, asset)
    for owner in (*reversed(chain), asset):
        kind: Literal["own", "inherited"] = "own" if owner is asset else "inherited"
        rows += [
            ComponentRow(asset, owner, kind, now, item.guid) for item in _parents_first(owner.components)
        ]
    return rows


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


def scene_root(editor: EditorState, row: ComponentRow) -> ComponentRow | None:
    """The root of the tree: the first scene component without a parent."""
    for item in gather(editor, row.asset):
        if item.kind != "actor" and not item.parent and is_child_of(editor, item.class_path, _SCENE):
            return item
    return None
