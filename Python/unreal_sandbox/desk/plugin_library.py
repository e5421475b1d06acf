"""`PluginBlueprintLibrary`: the enabled plugins and what their descriptors say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unreal_sandbox.glue.binding import UnrealClass

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__: list[str] = []

plugins = UnrealClass("PluginBlueprintLibrary")


def _own_name(editor: EditorState, name: str) -> str | None:
    """The plugin's own spelling of a name, letter case ignored."""
    return next((known for known in editor.enabled_plugins if known.lower() == name.lower()), None)


@plugins.method()
def get_enabled_plugin_names(editor: EditorState) -> list[str]:
    """The enabled plugins."""
    return sorted(editor.enabled_plugins)


@plugins.method()
def is_plugin_mounted(editor: EditorState, plugin_name: str) -> bool:
    """Whether the content of a plugin is there: that of every enabled one."""
    return _own_name(editor, plugin_name) is not None


@plugins.method()
def get_plugin_base_dir(editor: EditorState, plugin_name: str) -> str | None:
    """The folder of an enabled plugin, None for another name."""
    name = _own_name(editor, plugin_name)
    return None if name is None else editor.enabled_plugins[name]


@plugins.method()
def get_plugin_content_dir(editor: EditorState, plugin_name: str) -> str | None:
    """The Content folder of an enabled plugin."""
    folder = get_plugin_base_dir(editor, plugin_name)
    return None if folder is None else f"{folder.rstrip('/')}/Content/"


@plugins.method()
def get_plugin_descriptor_file_path(editor: EditorState, plugin_name: str) -> str | None:
    """The `.uplugin` file of an enabled plugin."""
    name = _own_name(editor, plugin_name)
    return None if name is None else f"{editor.enabled_plugins[name].rstrip('/')}/{name}.uplugin"


@plugins.method()
def get_plugin_mounted_asset_path(editor: EditorState, plugin_name: str) -> str | None:
    """The root of a plugin's asset paths."""
    name = _own_name(editor, plugin_name)
    return None if name is None else f"/{name}/"


@plugins.method()
def get_plugin_name_for_object_path(editor: EditorState, object_path: Any) -> str | None:
    """The plugin whose content an object path is in, None for the project's and the engine's."""
    root, _, rest = str(object_path._values["path_string"]).removeprefix("/").partition("/")
    return _own_name(editor, root) if rest else None


def _descriptor(editor: EditorState, plugin_name: str) -> dict[str, Any] | None:
    """What the descriptor says; None for no such plugin and for no file that can be read."""
    path = get_plugin_descriptor_file_path(editor, plugin_name)
    if path is None:
        return None
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return None
    return content if isinstance(content, dict) else None


@plugins.method()
def get_plugin_description(editor: EditorState, plugin_name: str) -> str | None:
    """The description."""
    found = _descriptor(editor, plugin_name)
    return None if found is None else str(found.get("Description", ""))


@plugins.method()
def get_plugin_version(editor: EditorState, plugin_name: str) -> int | None:
    """The version number."""
    found = _descriptor(editor, plugin_name)
    return None if found is None else int(found.get("Version", 0))


@plugins.method()
def get_plugin_version_name(editor: EditorState, plugin_name: str) -> str | None:
    """The version for people."""
    found = _descriptor(editor, plugin_name)
    return None if found is None else str(found.get("VersionName", ""))


@plugins.method()
def get_plugin_editor_custom_virtual_path(editor: EditorState, plugin_name: str) -> str | None:
    """The folder under which the Content Browser shows the plugin, mostly empty."""
    found = _descriptor(editor, plugin_name)
    return None if found is None else str(found.get("EditorCustomVirtualPath", ""))


@plugins.method()
def get_additional_plugin_search_paths(editor: EditorState) -> list[str]:
    """None."""
    return []


@plugins.method()
def get_additional_project_plugin_search_paths(editor: EditorState) -> list[str]:
    """None."""
    return []
