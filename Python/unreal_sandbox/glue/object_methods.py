"""The methods that every wrapped object has (`_ObjectBase`), and those of Class and Struct objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.errors import NotModelledError, ScriptError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.classes import ClassTarget, NativeClassTarget, default_object_of, find_class_target
from unreal_sandbox.glue.objects import ObjectHandle, PackageTarget, Target, target_of

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__: list[str] = []

base = UnrealClass("_ObjectBase")
classes = UnrealClass("Class")
enums = UnrealClass("Enum")
script_structs = UnrealClass("ScriptStruct")


@base.method()
def cast(editor: EditorState, of_class: ClassTarget, object: object) -> Target:
    """The object itself when it is of this class, else TypeError."""
    if isinstance(object, ObjectHandle):
        target = target_of(object)
        if is_child_of(editor, target.class_path(), of_class.represented):
            return target
    raise TypeError(f"{of_class.name()}: Cannot cast type '{type(object).__name__}' to '{of_class.name()}'")


@base.method()
def get_default_object(editor: EditorState, of_class: ClassTarget) -> Target:
    """The class default object."""
    return default_object_of(of_class)


@base.method()
def static_class(editor: EditorState, of_class: ClassTarget) -> Target:
    """The Class object."""
    return of_class


@base.method()
def get_class(editor: EditorState, subject: Target) -> Target:
    """The Unreal class of the object."""
    path = subject.class_path()
    return find_class_target(editor, path) or NativeClassTarget(editor, path)


@base.method()
def get_outer(editor: EditorState, subject: Target) -> Target | None:
    """The owning object."""
    return subject.outer()


@base.method()
def get_typed_outer(editor: EditorState, subject: Target, type: ClassTarget | None) -> Target | None:
    """The first owner of a class; None for no class."""
    outer = None if type is None else subject.outer()
    while type is not None and outer is not None:
        if is_child_of(editor, outer.class_path(), type.represented):
            return outer
        outer = outer.outer()
    return None


@base.method()
def get_outermost(editor: EditorState, subject: Target) -> Target:
    """The package."""
    return subject.package()


@base.method()
def get_package(editor: EditorState, subject: Target) -> Target:
    """The package."""
    return subject.package()


@base.method()
def is_package_external(editor: EditorState, subject: Target) -> bool:
    """False: no object has a package of its own here."""
    return False


@base.method()
def get_name(editor: EditorState, subject: Target) -> str:
    """The object name."""
    return subject.name()


@base.method()
def get_fname(editor: EditorState, subject: Target) -> str:
    """The object name as a Name."""
    return subject.name()


@base.method()
def get_full_name(editor: EditorState, subject: Target) -> str:
    """Class and path."""
    return f"{subject.class_name()} {subject.path()}"


@base.method()
def get_path_name(editor: EditorState, subject: Target) -> str:
    """The full object path."""
    return subject.path()


@base.method()
def get_world(editor: EditorState, subject: Target) -> None:
    """None: nothing here lives in a level."""


@base.method()
def modify(editor: EditorState, subject: Target, always_mark_dirty: bool) -> bool:
    """Record the object in the open transaction and dirty its package."""
    if isinstance(subject, PackageTarget):
        return False
    return subject.modify()


@base.method()
def get_editor_property(editor: EditorState, subject: Target, name: str) -> Any:
    """A property by Python or C++ name; raises when it is missing or protected."""
    return subject.get_property(name)


@base.method()
def set_editor_property(
    editor: EditorState, subject: Target, name: str, value: object, notify_mode: object
) -> None:
    """Set a property by Python or C++ name; raises when it is missing, protected or of another type."""
    subject.set_property(name, value)


@base.method()
def set_editor_properties(editor: EditorState, subject: Target, properties: dict[str, object]) -> None:
    """Set several properties."""
    for name, value in properties.items():
        subject.set_property(name, value)


@base.method()
def call_method(editor: EditorState, subject: Target, name: str, args: Any, kwargs: Any) -> Any:
    """Call a UFunction by its C++ name, with a tuple of arguments and a mapping of named ones.

    NotModelledError for a function that the engine has and the sandbox does not.
    """
    kind = editor.types.type_for_class(subject.class_path())
    known = {_cpp_name(python_name): python_name for python_name in dir(kind)}
    python_name = known.get(name)
    if python_name is not None and callable(getattr(kind, python_name)):
        function = getattr(editor.types.handle(subject), python_name)
        return function(*(args or ()), **(kwargs or {}))
    if any(
        editor.catalog.function(f"{path}:{name}") is not None
        for path in editor.catalog.ancestors(subject.class_path())
    ):
        raise NotModelledError(f"{subject.class_name()}.{name} is not modelled in the sandbox.")
    raise ScriptError(f"{subject.class_name()}: Failed to find function '{name}' on '{subject.name()}'")


def _cpp_name(python_name: str) -> str:
    """`find_event_graph` -> `FindEventGraph`; other spellings stay out of reach."""
    return "".join(part[:1].upper() + part[1:] for part in python_name.split("_"))


@base.method()
def rename(editor: EditorState, subject: Target, name: str, outer: Target | None) -> bool:
    """A raw rename damages assets, graphs and variables in the real editor."""
    raise ScriptError(f"{subject.class_name()}: a raw rename of '{subject.name()}' would damage the asset")


@classes.method()
def get_class_path_name(editor: EditorState, subject: ClassTarget) -> Any:
    """The class path for registry filters."""
    return _top_level_path(editor, subject.represented)


@script_structs.method()
def get_struct_path_name(editor: EditorState, subject: Target) -> Any:
    """The struct path for registry filters."""
    return _top_level_path(editor, subject.path())


@enums.method()
def get_enum_path_name(editor: EditorState, subject: Target) -> Any:
    """The enum path for registry filters."""
    return _top_level_path(editor, subject.path())


def _top_level_path(editor: EditorState, path: str) -> Any:
    package, _, name = path.rpartition(".")
    return editor.types.get("TopLevelAssetPath")(package, name)
