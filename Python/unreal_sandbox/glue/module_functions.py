"""The functions of the `unreal` module itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from unreal_sandbox.assets.plain_assets import plain_asset
from unreal_sandbox.assets.redirectors import follow
from unreal_sandbox.desk.play_events import subsystem_fields
from unreal_sandbox.errors import NotModelledError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import is_child_of
from unreal_sandbox.glue.classes import ClassTarget, default_object_of, find_class_target
from unreal_sandbox.glue.construction import construct_object
from unreal_sandbox.glue.names_and_texts import Text
from unreal_sandbox.glue.object_lookup import find_asset_target, find_object_target
from unreal_sandbox.glue.objects import (
    EnumTypeTarget,
    PackageTarget,
    StructTypeTarget,
    Target,
    TransientTarget,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.desk.ticks import CallbackHandle, Phase

__all__: list[str] = []

module = UnrealClass("unreal")

_ENGINE_SUBSYSTEM = "EngineSubsystem"
_EDITOR_SUBSYSTEM = "EditorSubsystem"


# --- log ---------------------------------------------------------------------------------------


@module.method()
def log(editor: EditorState, arg: object) -> None:
    """A line in the Output Log."""
    editor.write_log("LogPython", "Display", str(arg))


@module.method()
def log_warning(editor: EditorState, arg: object) -> None:
    """A warning in the Output Log."""
    editor.write_log("LogPython", "Warning", str(arg))


@module.method()
def log_error(editor: EditorState, arg: object) -> None:
    """An error in the Output Log."""
    editor.write_log("LogPython", "Error", str(arg))


@module.method()
def log_flush(editor: EditorState) -> None:
    """Nothing to flush: the log is in memory."""


# --- objects -----------------------------------------------------------------------------------


def _of_type(editor: EditorState, target: Target | None, of_type: ClassTarget | None) -> Target | None:
    if target is None or of_type is None or is_child_of(editor, target.class_path(), of_type.represented):
        return target
    return None


def _inside(outer: Target | None, name: str) -> str:
    if outer is None:
        return name
    separator = "." if outer.outer() is None or ":" in outer.path() else ":"
    return f"{outer.path()}{separator}{name}"


def _by_path(editor: EditorState, path: str, follow_redirectors: bool) -> Target | None:
    """The object at a path; an asset also over a redirector, whatever the registry does."""
    found = find_object_target(editor, path)
    if found is None and follow_redirectors and ":" not in path:
        asset = follow(editor, path.partition(".")[0])
        found = None if asset is None else find_object_target(editor, asset.object_path)
    return found


@module.method(accepts_none=("outer", "type"))
def find_object(
    editor: EditorState,
    outer: Target | None,
    name: str,
    type: ClassTarget | None,
    follow_redirectors: bool,
) -> Target | None:
    """A loaded object by path, or None."""
    path = _inside(outer, name)
    if "." not in path:
        return _of_type(editor, find_package(editor, path), type)
    return _of_type(editor, _by_path(editor, path, follow_redirectors), type)


@module.method(accepts_none=("outer", "type"))
def load_object(
    editor: EditorState,
    outer: Target | None,
    name: str,
    type: ClassTarget | None,
    follow_redirectors: bool,
) -> Target | None:
    """An object by path; None and a log line when there is none."""
    found = _of_type(editor, _by_path(editor, _inside(outer, name), follow_redirectors), type)
    if found is None:
        editor.write_log("LogUObjectGlobals", "Warning", f"Failed to find object '{name}'")
    return found


@module.method(accepts_none=("outer", "type"))
def load_class(
    editor: EditorState,
    outer: Target | None,
    name: str,
    type: ClassTarget | None,
) -> Target | None:
    """A class by path (`/Script/Engine.Actor`, `/Game/X/BP.BP_C`), or None."""
    found = find_class_target(editor, name)
    if (
        found is not None
        and type is not None
        and not is_child_of(editor, found.represented, type.represented)
    ):
        found = None
    if found is None:
        editor.write_log("LogUObjectGlobals", "Warning", f"Failed to find object 'Class {name}'")
    return found


def _asset_at(editor: EditorState, name: str, *, follow_redirectors: bool) -> Target | None:
    found = find_asset_target(editor, name, follow_redirectors=follow_redirectors)
    if found is not None or editor.is_loading_assets or ":" in name:
        return found
    return plain_asset(editor, name)


@module.method(accepts_none=("type",))
def load_asset(
    editor: EditorState,
    name: str,
    type: ClassTarget | None,
    follow_redirectors: bool,
) -> Target | None:
    """An asset by path; None when there is none, and while the registry scans."""
    found = _asset_at(editor, name, follow_redirectors=follow_redirectors)
    return _of_type(editor, found, type)


@module.method(accepts_none=("type",))
def find_asset(
    editor: EditorState,
    name: str,
    type: ClassTarget | None,
    follow_redirectors: bool,
) -> Target | None:
    """A loaded asset by path, or None."""
    found = _asset_at(editor, name, follow_redirectors=follow_redirectors)
    return _of_type(editor, found, type)


@module.method()
def find_package(editor: EditorState, name: str) -> Target | None:
    """The package of a path, or None."""
    if name.startswith("/Script/"):
        return PackageTarget(editor, name)
    asset = editor.find_blueprint(name)
    return None if asset is None else PackageTarget(editor, asset.path)


@module.method()
def load_package(editor: EditorState, name: str) -> Target | None:
    """The package of a path, or None."""
    return find_package(editor, name)


@module.method(accepts_none=("outer", "base_type"))
def new_object(
    editor: EditorState,
    type: ClassTarget | None,
    outer: Target | None,
    name: str,
    base_type: Target | None,
) -> Target:
    """A transient object of a class that scripts may make."""
    if type is None:
        raise TypeError("new_object: 'type' cannot be None")
    return construct_object(editor, type.represented, outer, name)


@module.method()
def get_default_object(editor: EditorState, type: ClassTarget | None) -> Target | None:
    """The class default object; None for no class."""
    return None if type is None else default_object_of(type)


@module.method()
def get_type_from_class(editor: EditorState, class_: ClassTarget) -> Any:
    """The Python type of a class."""
    return editor.types.type_for_class(class_.represented)


@module.method()
def get_type_from_struct(editor: EditorState, struct: Target) -> Any:
    """The Python type of a struct object, or of a class object."""
    if isinstance(struct, ClassTarget):
        return editor.types.type_for_class(struct.represented)
    kind = editor.types.find(struct.name()) if isinstance(struct, StructTypeTarget) else None
    if kind is None:
        raise NotModelledError(f"The Python type of '{struct.path()}' is not modelled in the sandbox.")
    return kind


@module.method()
def get_type_from_enum(editor: EditorState, enum: Target) -> Any:
    """The Python type of an enum object."""
    info = editor.catalog.enum(enum.path())
    kind = None if info is None else editor.types.enum_type(info)
    if kind is None and isinstance(enum, EnumTypeTarget):
        kind = editor.types.find(enum.name())
    if kind is None:
        raise NotModelledError(f"The Python type of '{enum.path()}' is not modelled in the sandbox.")
    return kind


@module.method()
def load_module(editor: EditorState, module: str) -> None:
    """Load an engine module; those of the catalogue are loaded, another one only gets a log line."""
    prefix = f"/Script/{module}.".lower()
    if not any(info.path.lower().startswith(prefix) for info in editor.catalog.classes):
        editor.write_log("LogPython", "Warning", f"Failed to load module '{module}'")


@module.method()
def reload(editor: EditorState, module: str) -> None:
    """Load the Python part `unreal_<module>` again; there is none, which is only logged."""
    editor.write_log("LogPython", "Display", f"No Python module 'unreal_{module}' to reload")


@module.method()
def collect_garbage(editor: EditorState) -> None:
    """Nothing to collect: stale handles are stale at once."""


# --- subsystems --------------------------------------------------------------------------------


def _subsystem(editor: EditorState, kind: ClassTarget | None, base: str) -> Target | None:
    if kind is None:
        return None
    chain = editor.types.manifest.chain(kind.name())
    if not chain or chain[-1].base != base:
        return None
    target = TransientTarget(editor, kind.represented, f"{kind.name()}_0")
    target.fields = subsystem_fields(editor, kind.name())
    return target


@module.method()
def get_engine_subsystem(editor: EditorState, subsystem: ClassTarget | None) -> Target | None:
    """An engine subsystem; None for a class that is none."""
    return _subsystem(editor, subsystem, _ENGINE_SUBSYSTEM)


@module.method()
def get_editor_subsystem(editor: EditorState, subsystem: ClassTarget | None) -> Target | None:
    """An editor subsystem; None for a class that is none."""
    return _subsystem(editor, subsystem, _EDITOR_SUBSYSTEM)


# --- ticks -------------------------------------------------------------------------------------


def _register(editor: EditorState, phase: Phase, callback: Callable[..., Any]) -> CallbackHandle:
    if phase in {"pre", "post"} and not editor.switches.slate_is_initialised:
        raise editor.crash("Slate is not initialised: registering a tick callback asserts.")
    return editor.ticks.register(phase, callback)


@module.method()
def register_slate_pre_tick_callback(editor: EditorState, callable: Callable[[float], Any]) -> object:
    """Call a callable before each Slate tick."""
    return _register(editor, "pre", callable)


@module.method()
def register_slate_post_tick_callback(editor: EditorState, callable: Callable[[float], Any]) -> object:
    """Call a callable after each Slate tick."""
    return _register(editor, "post", callable)


@module.method()
def register_ticker_callback(editor: EditorState, callable: Callable[[float], Any]) -> object:
    """Call a callable from the core ticker as long as it returns True."""
    return _register(editor, "ticker", callable)


@module.method()
def register_python_shutdown_callback(editor: EditorState, callable: Callable[[], Any]) -> object:
    """Call a callable before Python goes away."""
    return _register(editor, "shutdown", callable)


@module.method()
def unregister_slate_pre_tick_callback(editor: EditorState, handle: object) -> None:
    """Stop a pre-tick callback."""
    editor.ticks.unregister("pre", handle)


@module.method()
def unregister_slate_post_tick_callback(editor: EditorState, handle: object) -> None:
    """Stop a post-tick callback."""
    editor.ticks.unregister("post", handle)


@module.method()
def unregister_ticker_callback(editor: EditorState, handle: object) -> None:
    """Stop a ticker callback."""
    editor.ticks.unregister("ticker", handle)


@module.method()
def unregister_python_shutdown_callback(editor: EditorState, handle: object) -> None:
    """Forget a shutdown callback."""
    editor.ticks.unregister("shutdown", handle)


# --- the process -------------------------------------------------------------------------------


@module.method()
def is_editor(editor: EditorState) -> bool:
    """True, also in many commandlets."""
    return True


@module.method()
def get_interpreter_executable_path(editor: EditorState) -> str:
    """The interpreter to start child processes with."""
    return editor.interpreter_path


@module.method()
def parent_external_window_to_slate(
    editor: EditorState, external_window_handle: object, parent_search_method: Any
) -> None:
    """Make an editor window the owner of a native window, named by an int."""
    if isinstance(external_window_handle, bool) or not isinstance(external_window_handle, int):
        raise TypeError(
            f"NativizeProperty: Cannot nativize '{type(external_window_handle).__name__}' as 'void*' "
            "(external_window_handle)"
        )
    editor.parented_windows.append((external_window_handle, parent_search_method.name))


@module.method("NSLOCTEXT")
def nsloctext(editor: EditorState, ns: str, key: str, source: str) -> Text:
    """A localised text literal."""
    return Text(source)
