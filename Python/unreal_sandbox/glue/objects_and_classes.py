"""`SystemLibrary`, second part: what a script asks of objects, classes and the running process."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING, Any

from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.class_paths import native_parent

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.classes import ClassTarget
    from unreal_sandbox.glue.objects import Target

__all__: list[str] = []

system = UnrealClass("SystemLibrary")
math = UnrealClass("MathLibrary")


def _implements(editor: EditorState, class_path: str, interface: ClassTarget) -> bool:
    native = native_parent(editor, class_path)
    known = [path.lower() for path in editor.catalog.interfaces_of(native)]
    return interface.represented.lower() in known


@system.method()
def does_implement_interface(editor: EditorState, test_object: Target, interface: ClassTarget) -> bool:
    """Whether the class of an object implements an interface of the engine."""
    return _implements(editor, test_object.class_path(), interface)


@system.method()
def does_class_implement_interface(
    editor: EditorState, test_class: ClassTarget, interface: ClassTarget
) -> bool:
    """Whether a class implements an interface of the engine."""
    return _implements(editor, test_class.represented, interface)


@system.method()
def get_soft_object_path(editor: EditorState, object: Target) -> Any:
    """The soft path of an object."""
    return editor.types.get("SoftObjectPath")(object.path())


@system.method()
def load_asset_blocking(editor: EditorState, asset: Target) -> Target | None:
    """A soft reference, loaded: the object itself, as a script holds no others."""
    return asset


@system.method()
def load_class_asset_blocking(editor: EditorState, asset_class: Target) -> Target | None:
    """A soft class reference, loaded."""
    return asset_class


@system.method()
def get_system_path(editor: EditorState, object: Target) -> str:
    """The file of the object's package, empty when it has none."""
    asset = editor.find_blueprint(object.package().path())
    if asset is None or not asset.is_on_disk or editor.storage is None:
        return ""
    return editor.storage.path_of(asset.path).resolve().as_posix()


@system.method()
def snapshot_object(editor: EditorState, object: Target) -> None:
    """Record an object in the open transaction."""
    object.modify()


@system.method()
def get_build_configuration(editor: EditorState) -> str:
    """The editor is a development build."""
    return "Development"


@system.method()
def get_platform_user_name(editor: EditorState) -> str:
    """The name of the user."""
    return getpass.getuser()


@system.method(accepts_none=("world_context_object",))
def print_string(
    editor: EditorState,
    world_context_object: Target | None,
    string: str,
    print_to_screen: bool,
    print_to_log: bool,
    text_color: Any,
    duration: float,
    key: str,
) -> None:
    """A line in the Output Log."""
    if print_to_log:
        editor.write_log("LogBlueprintUserMessages", "Display", string)


@system.method()
def launch_url(editor: EditorState, url: str) -> None:
    """Open a page in the browser; the control side sees which."""
    editor.launched_urls.append(url)


@math.method(accepts_none=("a", "b"))
def select_class(
    editor: EditorState, a: ClassTarget | None, b: ClassTarget | None, select_a: bool
) -> ClassTarget | None:
    """One of two classes."""
    return a if select_a else b
