"""Class objects and class default objects, native ones and those of Blueprints.

A Blueprint's class is replaced by every compile: a handle of the old one is stale from then on,
and so is the handle of its default object.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.inherited_defaults import inherited_default, inherited_property
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.class_paths import known_class_path, native_parent
from unreal_sandbox.glue.objects import PackageTarget, Target, cpp_property_name
from unreal_sandbox.glue.property_text import engine_property, property_from_text, property_to_text

if TYPE_CHECKING:
    from collections.abc import Hashable

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, MemberVariable
    from unreal_sandbox.desk.editor_state import EditorState

_WIDGET_CLASS = "/Script/UMG.WidgetBlueprintGeneratedClass"

__all__ = [
    "ClassTarget",
    "DefaultObjectTarget",
    "GeneratedClassTarget",
    "NativeClassTarget",
    "default_object_of",
    "find_class_target",
]


class ClassTarget(Target):
    """A class of the engine or of a Blueprint. `represented` is the path of the class itself."""

    __slots__ = ()

    @property
    def represented(self) -> str:
        """The class path that this object stands for."""
        raise NotImplementedError


class NativeClassTarget(ClassTarget):
    """A class of the engine."""

    __slots__ = ("_path",)

    def __init__(self, editor: EditorState, path: str) -> None:
        super().__init__(editor)
        self._path = path

    @property
    def represented(self) -> str:
        return self._path

    def class_path(self) -> str:
        return "/Script/CoreUObject.Class"

    def key(self) -> Hashable:
        return ("class", self._path.lower())

    def name(self) -> str:
        return self._path.rsplit(".", 1)[-1]

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self._path.rsplit(".", 1)[0])


class GeneratedClassTarget(ClassTarget):
    """The class that a compile made; stale after the next compile."""

    __slots__ = ("asset", "generation")

    def __init__(self, editor: EditorState, asset: BlueprintAsset) -> None:
        super().__init__(editor)
        self.asset = asset
        self.generation = asset.generation

    @property
    def represented(self) -> str:
        return self.asset.class_path

    def check(self) -> None:
        if not self.editor.is_alive(self.asset) or self.asset.generation != self.generation:
            raise self.stale()

    def class_path(self) -> str:
        is_widget = self.asset.asset_class.endswith(".WidgetBlueprint")
        return _WIDGET_CLASS if is_widget else "/Script/Engine.BlueprintGeneratedClass"

    def key(self) -> Hashable:
        return ("generated class", self.asset.uid, self.generation)

    def name(self) -> str:
        return f"{self.asset.name}_C"

    def outer(self) -> Target | None:
        return PackageTarget(self.editor, self.asset.path)


class DefaultObjectTarget(Target):
    """The class default object. Only a Blueprint's can be changed."""

    __slots__ = ("of_class",)

    def __init__(self, of_class: ClassTarget) -> None:
        super().__init__(of_class.editor)
        self.of_class = of_class

    @property
    def is_default_object(self) -> bool:
        return True

    def check(self) -> None:
        self.of_class.check()

    def class_path(self) -> str:
        return self.of_class.represented

    def key(self) -> Hashable:
        return ("default object", self.of_class.key())

    def name(self) -> str:
        return f"Default__{self.of_class.name()}"

    def outer(self) -> Target | None:
        return self.of_class.outer()

    def modify(self) -> bool:
        if isinstance(self.of_class, GeneratedClassTarget):
            self.editor.mark_package_dirty(self.of_class.asset)
            return True
        return False

    def get_property(self, name: str) -> Any:
        found = self._variable(name)
        if found is None:
            return self._inherited_value(name)
        asset, variable = found
        return property_from_text(self.editor, variable.type, asset.defaults.get(variable.name, ""), name)

    def set_property(self, name: str, value: Any) -> None:
        found = self._variable(name)
        if found is None:
            self._set_inherited(name, value)
            return
        asset, variable = found
        text = property_to_text(self.editor, variable.type, value, name)
        self.editor.mark_package_dirty(asset)
        asset.defaults[variable.name] = text

    def _set_inherited(self, name: str, value: Any) -> None:
        declared = inherited_property(self.editor, self._parent_path(), name)
        if declared is None:
            raise self.missing_property(name)
        if not isinstance(self.of_class, GeneratedClassTarget):
            raise NotModelledError(f"Class defaults of the engine's own classes ('{name}') are not modelled.")
        asset = self.of_class.asset
        text = property_to_text(self.editor, declared.type, value, name)
        self.editor.mark_package_dirty(asset)
        asset.defaults[declared.name] = text

    def _inherited_value(self, name: str) -> Any:
        """What this class says of a property of its parents; else what the nearest parent says."""
        declared = inherited_property(self.editor, self._parent_path(), name)
        if declared is None or not isinstance(self.of_class, GeneratedClassTarget):
            return self._engine_default(name)
        own = self.of_class.asset.defaults.get(declared.name)
        text = inherited_default(self.editor, self._parent_path(), declared) if own is None else own
        return property_from_text(self.editor, declared.type, text, name)

    def _parent_path(self) -> str:
        return self.of_class.asset.parent_class if isinstance(self.of_class, GeneratedClassTarget) else ""

    def _variable(self, name: str) -> tuple[BlueprintAsset, MemberVariable] | None:
        """The compiled variable of that name; a declared one is no property before the compile."""
        if not isinstance(self.of_class, GeneratedClassTarget):
            return None
        asset = self.of_class.asset
        for item in asset.compiled.variables if asset.compiled else ():
            if item.name.lower() == name.lower():
                return asset, item
        return None

    def _native_path(self) -> str:
        if isinstance(self.of_class, GeneratedClassTarget):
            return native_parent(self.editor, self.of_class.asset.parent_class)
        return self.of_class.represented

    def _engine_default(self, name: str) -> Any:
        found = engine_property(self.editor, self._native_path(), name)
        if found is None:
            raise self.missing_property(name)
        return property_from_text(self.editor, found.type, found.default, cpp_property_name(name))


def find_class_target(editor: EditorState, path: str) -> ClassTarget | None:
    """The class object at a path, or None."""
    known = known_class_path(editor, path)
    if known is None:
        return None
    asset = editor.find_blueprint(known) if known.startswith("/Game/") else None
    if asset is None:
        return NativeClassTarget(editor, known)
    asset.was_asked_for = True
    return GeneratedClassTarget(editor, asset)


def default_object_of(target: ClassTarget) -> DefaultObjectTarget:
    """The class default object of a class."""
    return DefaultObjectTarget(target)
