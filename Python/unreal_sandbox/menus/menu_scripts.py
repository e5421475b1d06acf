"""`ToolMenuEntryScript`: entries that are objects, and the context that a click gives them.

An entry lives as long as a script keeps its Python object: afterwards it is not in its menu any
more [HOSTING 5]. Only methods that are marked as overrides are called by the menus.
"""

from __future__ import annotations

import traceback
import weakref
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from unreal_sandbox.errors import FatalEditorError
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.objects import ObjectHandle, Target, TransientTarget
from unreal_sandbox.glue.python_types import SCRIPTED_BASE, is_override
from unreal_sandbox.glue.structs import StructBase
from unreal_sandbox.menus.menu_registry import MenuEntry

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.names_and_texts import Text
    from unreal_sandbox.menus.tool_menus import MenuTarget

__all__ = ["ScriptEntryTarget", "ToolMenuContextBase", "context_with", "run_script", "shown_script"]

scripts = UnrealClass(SCRIPTED_BASE)
contexts = UnrealClass("ToolMenuContext")
menus = UnrealClass("ToolMenus")
menu_methods = UnrealClass("ToolMenu")


class ScriptEntryTarget(TransientTarget):
    """A script entry. It goes with the Python object that made it."""

    __slots__ = ("_wrapper",)

    def __init__(self, editor: EditorState, class_path: str, name: str) -> None:
        super().__init__(editor, class_path, name)
        self._wrapper: weakref.ref[ObjectHandle] | None = None

    def keep(self, wrapper: ObjectHandle) -> None:
        """Remember the Python object that the entry lives with."""
        self._wrapper = weakref.ref(wrapper)

    def wrapper(self) -> ObjectHandle | None:
        """The Python object, or None when it is gone."""
        return None if self._wrapper is None else self._wrapper()

    def check(self) -> None:
        """Raise StaleObjectError when the Python object is gone."""
        if self._wrapper is not None and self._wrapper() is None:
            raise self.stale()

    def class_name(self) -> str:
        """The engine's class: its properties are those of every script entry."""
        return SCRIPTED_BASE


class ToolMenuContextBase(StructBase):
    """The wrapper of a context: the objects that a menu tells about."""

    __slots__ = ("_objects",)

    def __init__(self) -> None:
        super().__init__()
        self._objects: tuple[Target, ...] = ()

    def copy(self) -> Self:
        """A copy."""
        result = type(self)()
        result._objects = self._objects
        return result


# --- the context -------------------------------------------------------------------------------


def context_with(editor: EditorState, objects: tuple[Target, ...]) -> Any:
    """A context with some objects."""
    context = editor.types.get("ToolMenuContext")()
    context._objects = objects
    return context


@contexts.method()
def find_by_class(editor: EditorState, subject: ToolMenuContextBase, class_: Target) -> Target | None:
    """The object of a class, None when the menu has none."""
    return next((item for item in subject._objects if editor.types.is_a(item, class_.name())), None)


@contexts.method()
def debug_log_context_object_classes(editor: EditorState, subject: ToolMenuContextBase) -> None:
    """Write the classes of the objects to the log."""
    for item in subject._objects:
        editor.write_log("LogToolMenus", "Display", item.class_name())


@menus.method()
def find_context(editor: EditorState, context: ToolMenuContextBase, class_: Target) -> Target | None:
    """The object of a class in a context, None when it has none."""
    return find_by_class(editor, context, class_)


# --- the entry: what it does when a script overrides nothing -------------------------------------


def _data(subject: Target) -> Any:
    return subject.get_property("data")


@scripts.method()
def init_entry(
    editor: EditorState,
    subject: ScriptEntryTarget,
    owner_name: str,
    menu: str,
    section: str,
    name: str,
    label: Text,
    tool_tip: Text,
) -> None:
    """Set owner, place, name and texts."""
    data = _data(subject)
    given = {"owner_name": owner_name, "menu": menu, "section": section, "name": name}
    for field, value in {**given, "label": label, "tool_tip": tool_tip}.items():
        setattr(data, field, value)
    subject.set_property("data", data)


@scripts.method()
def get_label(editor: EditorState, subject: Target, context: Any) -> Text:
    """The label of the data."""
    return _data(subject).label  # type: ignore[no-any-return]  # a Text field


@scripts.method()
def get_tool_tip(editor: EditorState, subject: Target, context: Any) -> Text:
    """The tooltip of the data."""
    return _data(subject).tool_tip  # type: ignore[no-any-return]  # a Text field


@scripts.method()
def get_icon(editor: EditorState, subject: Target, context: Any) -> Any:
    """The icon of the data."""
    return _data(subject).icon


@scripts.method()
def can_execute(editor: EditorState, subject: Target, context: Any) -> bool:
    """True."""
    return True


@scripts.method()
def is_visible(editor: EditorState, subject: Target, context: Any) -> bool:
    """True."""
    return True


@scripts.method()
def get_check_state(editor: EditorState, subject: Target, context: Any) -> Any:
    """Undetermined: the entry has no check box."""
    return editor.types.get("CheckBoxState").UNDETERMINED


@scripts.method()
def show_in_toolbar_top_level(editor: EditorState, subject: Target, context: Any) -> bool:
    """False."""
    return False


@scripts.method()
def execute(editor: EditorState, subject: Target, context: Any) -> None:
    """Nothing."""


@scripts.method()
def register_menu_entry(editor: EditorState, subject: ScriptEntryTarget) -> None:
    """Add the entry to the menu of its data."""
    add_menu_entry_object(editor, subject)


@scripts.method()
def unregister_menu_entry(editor: EditorState, subject: ScriptEntryTarget) -> None:
    """Take the entry from the menu of its data."""
    remove_menu_entry_object(editor, subject)


# --- in menus ------------------------------------------------------------------------------------


@menus.method()
def add_menu_entry_object(editor: EditorState, menu_entry_object: ScriptEntryTarget) -> bool:
    """Add an entry to the menu of its data; False without a menu or a name."""
    data = _data(menu_entry_object)
    if data.menu.is_none() or data.name.is_none():
        return False
    entry = MenuEntry(
        str(data.name),
        "MENU_ENTRY",
        "" if data.owner_name.is_none() else str(data.owner_name),
        str(data.label),
        str(data.tool_tip),
        icon=(str(data.icon.style_set_name), str(data.icon.style_name)),
        script=menu_entry_object,
    )
    section = editor.menus.extend(str(data.menu)).section(str(data.section))
    section.entries[entry.name.lower()] = entry
    return True


@menus.method()
def remove_menu_entry_object(editor: EditorState, menu_entry_object: ScriptEntryTarget) -> bool:
    """Take an entry from the menu of its data; whether it was there."""
    data = _data(menu_entry_object)
    found = editor.menus.find(str(data.menu))
    if found is None or str(data.section).lower() not in found.sections:
        return False
    entries = found.section(str(data.section)).entries
    is_own = str(data.name).lower() in entries and entries[str(data.name).lower()].script is menu_entry_object
    if is_own:
        del entries[str(data.name).lower()]
    return is_own


@menu_methods.method("add_menu_entry_object")
def menu_add_menu_entry_object(editor: EditorState, subject: MenuTarget, object: ScriptEntryTarget) -> None:
    """Add an entry to this menu, whatever its data say."""
    data = _data(object)
    data.menu = subject.record.name
    object.set_property("data", data)
    add_menu_entry_object(editor, object)


@menu_methods.method("remove_menu_entry_object")
def menu_remove_menu_entry_object(
    editor: EditorState, subject: MenuTarget, object: ScriptEntryTarget
) -> None:
    """Take an entry from this menu."""
    if str(_data(object).menu).lower() == subject.record.name.lower():
        remove_menu_entry_object(editor, object)


# --- on screen -----------------------------------------------------------------------------------


def _call(editor: EditorState, handle: ObjectHandle, name: str, context: Any, *, usual: Any) -> Any:
    """What an override answers; the usual thing when there is none or it raises, which is logged."""
    if not is_override(handle, name):
        return usual
    try:
        return getattr(handle, name)(context)
    except FatalEditorError:
        raise
    except Exception:  # noqa: BLE001 - the editor logs whatever an override raises
        editor.write_log("LogPython", "Error", traceback.format_exc())
        return usual


def shown_script(editor: EditorState, entry: MenuEntry) -> MenuEntry | None:
    """A script entry as the menu shows it now; None when it is gone or hides itself."""
    handle = None if entry.script is None else entry.script.wrapper()
    if handle is None:
        return None
    context = context_with(editor, ())
    if not _call(editor, handle, "is_visible", context, usual=True):
        return None
    label = _call(editor, handle, "get_label", context, usual=entry.label)
    tool_tip = _call(editor, handle, "get_tool_tip", context, usual=entry.tool_tip)
    return replace(entry, label=str(label), tool_tip=str(tool_tip))


def run_script(editor: EditorState, entry: MenuEntry, objects: tuple[Target, ...]) -> bool:
    """Click a script entry; whether it ran, which it does not while it cannot execute."""
    handle = None if entry.script is None else entry.script.wrapper()
    context = context_with(editor, objects)
    if handle is None or not _call(editor, handle, "can_execute", context, usual=True):
        return False
    _call(editor, handle, "execute", context, usual=None)
    return True
