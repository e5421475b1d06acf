"""`ObjectIterator`, `ClassIterator`, `TypeIterator`: what is loaded, by class.

Objects are those that the sandbox has: functions, classes, structs and enums of the engine, loaded
Blueprints with their graphs and nodes. Iterating over other objects is not modelled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget, GraphTarget
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.classes import ClassTarget, NativeClassTarget, find_class_target
from unreal_sandbox.glue.objects import (
    EnumTypeTarget,
    FunctionTarget,
    PackageTarget,
    StructTypeTarget,
    Target,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.namespace import Types

__all__ = ["iterator_type"]

_CORE = "/Script/CoreUObject."
_ENGINE = "/Script/Engine."


def _functions(editor: EditorState) -> Iterator[Target]:
    seen: set[str] = set()
    for info in editor.catalog.classes:
        for function in editor.catalog.functions_of(info.path):
            if function.path not in seen:
                seen.add(function.path)
                yield FunctionTarget(editor, function.path)


def _classes(editor: EditorState) -> Iterator[ClassTarget]:
    for info in editor.catalog.classes:
        if info.path.startswith("/Script/"):
            yield NativeClassTarget(editor, info.path)
        elif (found := find_class_target(editor, info.path)) is not None:
            yield found


def _value_types(editor: EditorState, kind: str) -> Iterator[Target]:
    target = StructTypeTarget if kind == "struct" else EnumTypeTarget
    for name, entry in editor.types.manifest.classes.items():
        if entry.kind != kind:
            continue
        if kind == "enum":
            yield editor.types.enum_target(editor, name)
        else:
            yield target(editor, entry.path)


def _blueprints(editor: EditorState) -> Iterator[BlueprintTarget]:
    for _, asset in sorted(editor.blueprints.items()):
        if asset.is_loaded:
            yield BlueprintTarget(editor, asset)


def _graphs(editor: EditorState) -> Iterator[GraphTarget]:
    for blueprint in _blueprints(editor):
        for name in list(blueprint.asset.graphs):
            graph = GraphTarget.by_name(editor, blueprint.asset, name)
            if graph is not None:
                yield graph


def _nodes(editor: EditorState) -> Iterator[Target]:
    for graph in _graphs(editor):
        yield from graph.nodes()


def _packages(editor: EditorState) -> Iterator[Target]:
    for blueprint in _blueprints(editor):
        yield PackageTarget(editor, blueprint.asset.path)


_SOURCES: dict[str, Callable[[EditorState], Iterator[Target]]] = {
    f"{_CORE}Function": _functions,
    f"{_CORE}Class": _classes,
    f"{_CORE}ScriptStruct": lambda editor: _value_types(editor, "struct"),
    f"{_CORE}Enum": lambda editor: _value_types(editor, "enum"),
    f"{_CORE}Package": _packages,
    f"{_ENGINE}Blueprint": _blueprints,
    f"{_ENGINE}EdGraph": _graphs,
    f"{_ENGINE}EdGraphNode": _nodes,
}


def _objects(editor: EditorState, wanted: str) -> Iterator[Target]:
    """The objects of a class. NotModelledError for a class whose objects are not all known."""
    type_of = editor.types.type_for_class
    for base, source in _SOURCES.items():
        if issubclass(type_of(wanted), type_of(base)):
            for target in source(editor):
                if issubclass(type_of(target.class_path()), type_of(wanted)):
                    yield target
            return
    raise NotModelledError(f"Iterating over objects of '{wanted}' is not modelled in the sandbox.")


class _Iterator:
    """Iterates once over what was there at the first step."""

    __slots__ = ("_found", "_wanted")
    __module__ = "unreal"
    _types: Types

    def __init__(self, type: Any = None) -> None:
        editor = self._types.editor()
        editor.check_game_thread(self.__class__.__name__)
        target = self._types.nativize("Class", type, "type")
        self._wanted: str = f"{_CORE}Object" if target is None else target.represented
        self._found: Iterator[Any] | None = None

    def _start(self, editor: EditorState) -> Iterator[Any]:
        raise NotImplementedError

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        editor = self._types.editor()
        editor.check_game_thread(type(self).__name__)
        if self._found is None:
            self._found = self._start(editor)
        return next(self._found)


class ObjectIterator(_Iterator):
    """Loaded objects of a class. Everything (`Object`) is not modelled."""

    __slots__ = ()

    def _start(self, editor: EditorState) -> Iterator[Any]:
        return (self._types.handle(target) for target in _objects(editor, self._wanted))


class ClassIterator(_Iterator):
    """The Class objects of the classes that derive from one, and its own."""

    __slots__ = ()

    def _start(self, editor: EditorState) -> Iterator[Any]:
        return (
            self._types.handle(target)
            for target in _classes(editor)
            if is_child_of(editor, target.represented, self._wanted)
        )


class TypeIterator(_Iterator):
    """The Python types of the engine's classes that derive from one, and its own."""

    __slots__ = ()

    def _start(self, editor: EditorState) -> Iterator[Any]:
        for info in editor.catalog.classes:
            if info.path.startswith("/Script/") and is_child_of(editor, info.path, self._wanted):
                kind = self._types.find(info.python_name or info.name)
                if kind is not None:
                    yield kind


_BASES: dict[str, type[_Iterator]] = {
    "ObjectIterator": ObjectIterator,
    "ClassIterator": ClassIterator,
    "TypeIterator": TypeIterator,
}


def iterator_type(types: Types, name: str) -> Any:
    """The type of that name for one engine version's namespace."""
    return type(name, (_BASES[name],), {"__slots__": (), "__module__": "unreal", "_types": types})
