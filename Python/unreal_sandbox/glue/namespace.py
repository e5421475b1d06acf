"""The Python types of `unreal`, built on demand from the manifest and the engine's class list.

One set of types per engine version lives as long as the process, so that modules which imported
`unreal` once keep working when another editor is installed; `Types.bind` says which editor the
statics speak to. A name that neither the manifest nor the engine knows is an AttributeError.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.catalog.engine_catalog import (
    AmbiguousNameError,
    UnknownClassError,
    default_catalog,
)
from unreal_sandbox.components.body_instance import body_instance_type
from unreal_sandbox.desk.scoped_transaction import scoped_transaction_type
from unreal_sandbox.desk.slow_task import slow_task_type
from unreal_sandbox.glue import containers, names_and_texts, value_conversion
from unreal_sandbox.glue.binding import UnrealClass, bind_function, bind_method
from unreal_sandbox.glue.built_types import enum_type, named_parameters, object_property, unmodelled_type
from unreal_sandbox.glue.catalog_structs import catalog_struct
from unreal_sandbox.glue.classes import NativeClassTarget
from unreal_sandbox.glue.construction import construct_object
from unreal_sandbox.glue.delegates import MULTICAST_TYPES, delegate_type
from unreal_sandbox.glue.implemented import (
    CUSTOM_BASES,
    IMPLEMENTED_IN,
    SCRIPT_METHODS_FROM,
    UNGUARDED_FUNCTIONS,
)
from unreal_sandbox.glue.iterators import iterator_type
from unreal_sandbox.glue.manifest import (
    ClassEntry,
    Manifest,
    ManifestParameter,
    MethodEntry,
    PropertyEntry,
    load_manifest,
)
from unreal_sandbox.glue.objects import (
    EnumTypeTarget,
    ObjectHandle,
    StructTypeTarget,
    Target,
    cpp_property_name,
    python_property_name,
)
from unreal_sandbox.glue.structs import EnumBase, StructBase, field_property
from unreal_sandbox.menus.menu_scripts import ScriptEntryTarget

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, EnumInfo, FunctionInfo
    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["Types", "types_of"]

_VALUE_TYPES: dict[str, type] = {
    "Name": names_and_texts.Name,
    "Text": names_and_texts.Text,
    "Array": containers.Array,
    "Set": containers.Set,
    "Map": containers.Map,
    "StructBase": StructBase,
    "EnumBase": EnumBase,
}
_ROOTS = {"_WrapperBase", "object"}
_DEFAULT_BASE = "Object"
_UNLISTED_BASES = {"BaseWidgetBlueprint": "Blueprint"}
"""Bases of classes that the manifest names only as the base of others."""

_UNLISTED = {
    "CommentBoxMode": ClassEntry(
        "CommentBoxMode",
        "EnumBase",
        "enum",
        "/Script/UnrealEd.ECommentBoxMode",
        values=("GROUP_MOVEMENT", "NO_GROUP_MOVEMENT"),
    )
}
"""Types of properties that the reference lists, without those types; their entries are assumed from C++."""
_NARROW_VECTORS = "Vector_NetQuantize"
"""Vectors with a narrower form on the network: structs derived from Vector, without members of their own."""
_CATALOG_STRUCTS = frozenset({"Key"})
"""Structs that the manifest names without their members, which the catalogue has."""


class Types:
    """The types of one engine version, and the editor that statics speak to."""

    def __init__(self, engine_version: str) -> None:
        self.manifest: Manifest = load_manifest(engine_version)
        self._built: dict[str, Any] = dict(_VALUE_TYPES)
        self._functions: dict[str, Any] = {}
        self._by_class: dict[str, type[ObjectHandle]] = {}
        self._generated: dict[type, str] = {}
        self._editor: EditorState | None = None

    # --- which editor ----------------------------------------------------------------------

    def bind(self, editor: EditorState | None) -> None:
        """Make statics and module functions speak to an editor, or to none."""
        self._editor = editor

    def is_bound_to(self, editor: EditorState) -> bool:
        """Whether statics speak to that editor."""
        return self._editor is editor

    def editor(self) -> EditorState:
        """The editor that is installed. RuntimeError when there is none."""
        if self._editor is None:
            raise RuntimeError("unreal: no sandbox editor is installed.")
        return self._editor

    @property
    def catalog(self) -> Catalog:
        """The engine's classes; the same for every editor."""
        return default_catalog()

    # --- look-ups --------------------------------------------------------------------------

    def attribute(self, name: str) -> Any:
        """What `unreal.<name>` is. AttributeError when the engine has no such name."""
        if name in self.manifest.functions:
            return self._function(name)
        return self.get(name)

    def names(self) -> list[str]:
        """The names that the manifest knows."""
        return sorted({*self.manifest.classes, *self.manifest.functions, *_VALUE_TYPES})

    def get(self, name: str) -> Any:
        """A type by Python name. AttributeError when there is none."""
        found = self.find(name)
        if found is None:
            raise AttributeError(f"module 'unreal' has no attribute '{name}'")
        return found

    def find(self, name: str) -> Any | None:
        """A type by Python name, or None."""
        if name not in self._built:
            built = self._build(name)
            if built is None:
                return None
            self._built[name] = built
        return self._built[name]

    def property_entry(self, class_name: str, name: str) -> PropertyEntry | None:
        """A documented property of a class, by Python or C++ name."""
        for entry in self.manifest.chain(class_name):
            for known, item in entry.properties.items():
                if name == known or cpp_property_name(known) == name:
                    return item
        return None

    # --- handles and classes ---------------------------------------------------------------

    def handle(self, target: Target | None) -> Any:
        """A handle of the most derived Python type that the target's class has."""
        if target is None:
            return None
        known = target.wrapper()
        if known is not None:
            return known
        kind = self.type_for_class(target.class_path())
        handle = kind.__new__(kind)
        handle._target = target
        return handle

    def type_for_class(self, class_path: str) -> type[ObjectHandle]:
        """The Python type of a class, or of its nearest base that has one."""
        found = self._by_class.get(class_path)
        if found is None:
            found = self._find_type(class_path)
            if class_path.startswith("/Script/"):
                self._by_class[class_path] = found
        return found

    def _find_type(self, class_path: str) -> type[ObjectHandle]:
        for path in (class_path, *self.catalog.ancestors(class_path)):
            info = self.catalog.class_info(path)
            name = (info.python_name or info.name) if info else path.rsplit(".", 1)[-1]
            found = self.find(name) if not path.startswith("/Game/") else None
            if found is not None and isinstance(found, type) and issubclass(found, ObjectHandle):
                return found
        if class_path.rsplit(".", 1)[-1].startswith("K2Node"):
            return self.get("K2Node")  # type: ignore[no-any-return]  # a handle type by construction
        return self.get(_DEFAULT_BASE)  # type: ignore[no-any-return]  # likewise

    def is_a(self, target: Target, name: str) -> bool:
        """Whether a target's Python type is, or derives from, the type of that name."""
        wanted = self.find(name)
        return wanted is not None and issubclass(self.type_for_class(target.class_path()), wanted)

    def is_object_type(self, text: str) -> bool:
        """Whether a type text names an object class (so that None can be passed for it)."""
        head, arguments = value_conversion.split_type(text)
        if arguments or head in {"Any", "object", "", "type"}:
            return False
        if head == "Class":
            return True
        kind = self.find(head)
        return isinstance(kind, type) and issubclass(kind, ObjectHandle)

    def class_target(self, kind: type[ObjectHandle]) -> Target:
        """The Class object of a Python type."""
        return NativeClassTarget(self.editor(), self._path_of_type(kind))

    def add_generated(self, kind: type[ObjectHandle]) -> None:
        """Make a class that is written in Python known as an Unreal class."""
        path = f"/Engine/PythonTypes.{kind.__name__}"
        self._generated[kind] = path
        self._by_class[path] = kind

    def is_generated(self, kind: type) -> bool:
        """Whether a class is written in Python and known as an Unreal class."""
        return kind in self._generated

    def _path_of_type(self, kind: type) -> str:
        """The class path of a type; a subclass that Unreal does not know is its base to it."""
        for base in kind.__mro__:
            if base in self._generated:
                return self._generated[base]
            if base.__module__ == "unreal":
                return self.class_path(base.__name__)
        return self.class_path(kind.__name__)

    def construct(self, handle: ObjectHandle, outer: Any, name: str) -> None:
        """Give a handle made by calling its type a fresh transient object."""
        editor = self.editor()
        editor.check_game_thread(type(handle).__name__)
        handle._target = construct_object(editor, self._path_of_type(type(handle)), outer, name)
        if isinstance(handle._target, ScriptEntryTarget):
            handle._target.keep(handle)
        if self.is_generated(type(handle)) and hasattr(handle, "_post_init"):
            handle._post_init()

    def class_path(self, name: str) -> str:
        """The C++ class path of a Python class name."""
        entry = self.manifest.classes.get(name)
        if entry is not None:
            return entry.path
        info = self._engine_class(name)
        return info.path if info is not None else f"/Script/Engine.{name}"

    def enum_target(self, editor: EditorState, name: str) -> Target:
        """The Enum object of a Python enum name."""
        info = self.catalog.enum(f"E{name}") or self.catalog.enum(name)
        if info is not None and info.name in {name, f"E{name}"}:
            return EnumTypeTarget(editor, info.path)
        return EnumTypeTarget(editor, self.manifest.classes[name].path)

    def struct_type_handle(self, kind: type[StructBase]) -> Any:
        """The ScriptStruct object of a struct type."""
        entry = self.manifest.classes.get(kind.__name__)
        path = entry.path if entry is not None else kind._path  # type: ignore[attr-defined]  # of the catalogue
        return self.handle(StructTypeTarget(self.editor(), path))

    # --- values ----------------------------------------------------------------------------

    def nativize(self, text: str, value: Any, what: str) -> Any:
        """See `value_conversion.nativize`."""
        return value_conversion.nativize(self, text, value, what)

    def to_python(self, text: str, value: Any) -> Any:
        """See `value_conversion.to_python`."""
        return value_conversion.to_python(self, text, value)

    def field_value(self, text: str, value: Any, what: str) -> Any:
        """A struct field's new value, checked, as a script gets it back."""
        return value_conversion.to_python(self, text, value_conversion.nativize(self, text, value, what))

    def default_of(self, text: str) -> Any:
        """See `value_conversion.default_of`."""
        return value_conversion.default_of(self, text)

    def default_value(self, text: str, default: Any) -> Any:
        """See `value_conversion.default_value`."""
        return value_conversion.default_value(self, text, default)

    # --- building --------------------------------------------------------------------------

    def _function(self, name: str) -> Any:
        if name not in self._functions:
            self._functions[name] = bind_function(
                self,
                self.manifest.functions[name],
                _implementations("unreal"),
                is_guarded=name not in UNGUARDED_FUNCTIONS,
            )
        return self._functions[name]

    def _build(self, name: str) -> Any | None:
        if name == "ScopedEditorTransaction":
            return scoped_transaction_type(self)
        if name == "ScopedSlowTask":
            return slow_task_type(self)
        if name in MULTICAST_TYPES or name in {"DelegateBase", "MulticastDelegateBase"}:
            return delegate_type(self, name)
        if name == "BodyInstance":
            return body_instance_type(self)
        if name in {"ObjectIterator", "ClassIterator", "TypeIterator"}:
            return iterator_type(self, name)
        entry = self.manifest.classes.get(name) or _UNLISTED.get(name)
        if entry is None:
            return self._build_engine_class(name)
        if entry.kind == "enum":
            return enum_type(self, entry)
        if entry.kind == "struct":
            return self._build_struct(entry)
        if entry.base == "object":
            return unmodelled_type(name)
        return self._build_object(entry)

    def _engine_class(self, name: str) -> Any | None:
        try:
            info = self.catalog.find_class(name)
        except (AmbiguousNameError, UnknownClassError):
            return None
        return info if name == (info.python_name or info.name) else None

    def _build_engine_class(self, name: str) -> Any | None:
        """A class of the engine that the manifest does not describe: only an Object's members."""
        if name in {"_ObjectBase", *_ROOTS} or name.startswith("_"):
            return None
        info = self._engine_class(name)
        struct = self.catalog.struct(name)
        if struct is not None and (info is None or info.path == struct.path):  # the data has some as both
            found = self._build_engine_struct(name)
            if found is not None:
                return found
        if info is None:
            return self._build_base(name) or self._build_engine_enum(name)
        parents = self.catalog.ancestors(info.path)[1:]
        base = self.type_for_class(parents[0]) if parents else self.get(_DEFAULT_BASE)
        body = {"__slots__": (), "__module__": "unreal", **self._engine_methods(name, info.path)}
        return type(name, (base,), body)

    def _build_base(self, name: str) -> Any | None:
        """A class that is only known as the base of others, such as Factory."""
        if not any(entry.base == name for entry in self.manifest.classes.values()):
            return None
        usual = "K2Node" if name.startswith("K2Node") else _DEFAULT_BASE
        base = self.get(_UNLISTED_BASES.get(name, usual))
        return type(name, (base,), {"__slots__": (), "__module__": "unreal"})

    def _engine_methods(self, name: str, class_path: str) -> dict[str, Any]:
        """The methods of an engine class that only the function catalogue knows; few are modelled."""
        own = _implementations(name)
        methods: dict[str, Any] = {}
        for info in self.catalog.functions_of(class_path):
            if info.python_name:
                is_modelled = own is not None and info.python_name in own.methods
                given = self._parameters_of(info) if is_modelled else ()
                entry = MethodEntry(info.python_name, given, "Any", info.is_static)
                methods[info.python_name] = bind_method(self, name, entry, own, is_hoisted=False)
        return methods

    def _parameters_of(self, info: FunctionInfo) -> tuple[ManifestParameter, ...]:
        """The inputs of a catalogue function as the glue takes them.

        The catalogue gives types their own default too, so only a bool that is true has one for sure.
        """
        scalars = {"bool": "bool", "name": "Name", "real": "float", "int": "int", "string": "str"}
        found = []
        for item in info.parameters:
            if item.direction == "in":
                reference = item.type.subcategory_object
                enum = self.catalog.enum(reference.path) if reference is not None else None
                kind = None if enum is None else self.enum_type(enum)
                text = kind.__name__ if kind is not None else scalars.get(item.type.category, "Any")
                name = python_property_name(item.name)
                is_optional = item.type.category == "bool" and item.default == "true"
                found.append(
                    ManifestParameter(name, text, default=True)
                    if is_optional
                    else ManifestParameter(name, text)
                )
        return tuple(found)

    def enum_type(self, info: EnumInfo) -> Any | None:
        """The Python type of one of the engine's enums: `EMovementMode` is `unreal.MovementMode`."""
        return self.find(info.name[1:] if re.match("E[A-Z]", info.name) else info.name)

    def _build_engine_enum(self, name: str) -> Any | None:
        if re.match("E[A-Z]", name):
            return None  # the Python name has no leading E [FIELD_NOTES trap 23]
        info = self.catalog.enum(f"E{name}") or self.catalog.enum(name)
        if info is None or info.name not in {name, f"E{name}"}:
            return None
        members = tuple(python_property_name(item.name).upper() for item in info.items)
        return enum_type(self, ClassEntry(name, "EnumBase", "enum", info.path, values=members))

    def _build_engine_struct(self, name: str) -> Any | None:
        info = self.catalog.struct(name)
        if info is None or info.name != name:
            return None
        if name.startswith(_NARROW_VECTORS):
            return type(name, (self.get("Vector"),), {"__slots__": (), "__module__": "unreal"})
        return catalog_struct(self, info, name)

    def _build_object(self, entry: ClassEntry) -> Any:
        body = {"__slots__": (), "__module__": "unreal", **self._members(entry)}
        if entry.base in _ROOTS:
            return type(entry.name, (ObjectHandle,), {**body, "_types": self})
        base = self.find(entry.base) or self.get(_DEFAULT_BASE)
        return type(entry.name, (base,), body)

    def _members(self, entry: ClassEntry) -> dict[str, Any]:
        members = self._engine_methods(entry.name, entry.path)
        for name, method in entry.methods.items():
            if name == "__init__":
                continue  # construction is the same for all: ObjectHandle does it
            source = method.hoisted_from or entry.name
            members[name] = bind_method(
                self,
                entry.name,
                named_parameters(method),
                _implementations(source),
                is_hoisted=bool(method.hoisted_from),
            )
        for name, item in entry.properties.items():
            if item.is_attribute:
                members[name] = object_property(entry.name, item)
        return members

    def _build_struct(self, entry: ClassEntry) -> Any:
        if entry.name in _CATALOG_STRUCTS:
            return self._build_engine_struct(entry.name)
        base: type[StructBase] = _custom_base(entry.name) or self.find(entry.base) or StructBase
        constructor = entry.methods.get("__init__")
        fields = {item.name: item.type for item in constructor.parameters} if constructor else {}
        defaults = (
            {item.name: item.default for item in constructor.parameters if not item.is_required}
            if constructor
            else {}
        )
        body: dict[str, Any] = {
            "__slots__": (),
            "__module__": "unreal",
            "_types": self,
            "_fields": {key: value for key, value in fields.items() if not key.startswith("*")},
            "_defaults": defaults,
            "_extra_fields": {
                key: item.type
                for key, item in entry.properties.items()
                if key not in fields and key not in base._own_attributes
            },
        }
        for name, item in entry.properties.items():
            if item.is_attribute and name not in base._own_attributes:
                body[name] = field_property(name, is_writable=item.is_writable)
        for name, method in entry.methods.items():
            if name != "__init__":
                body[name] = self._struct_method(entry, method)
        return type(entry.name, (base,), body)

    def _struct_method(self, entry: ClassEntry, method: Any) -> Any:
        source = method.hoisted_from or SCRIPT_METHODS_FROM.get(entry.name, entry.name)
        own = _implementations(source)
        return bind_method(self, entry.name, method, own, is_hoisted=bool(method.hoisted_from))


def _custom_base(name: str) -> type[StructBase] | None:
    where = CUSTOM_BASES.get(name)
    if where is None:
        return None
    module, _, attribute = where.partition(":")
    return getattr(import_module(module), attribute)  # type: ignore[no-any-return]  # a struct type by the table


def _implementations(name: str) -> UnrealClass | None:
    """The implementations of a class, from the modules that hold them."""
    modules = IMPLEMENTED_IN.get(name)
    if modules is None:
        return None
    merged = UnrealClass(name)
    for module in modules:
        for value in vars(import_module(f"unreal_sandbox.{module}")).values():
            if isinstance(value, UnrealClass) and value.name == name:
                merged.methods |= value.methods
    return merged


@cache
def types_of(engine_version: str) -> Types:
    """The types of an engine version, one set per process."""
    return Types(".".join(engine_version.split("-", 1)[0].split(".")[:2]))
