"""`Paths`: folders, files, parts of paths. Folders come relative to the engine's binary, as they do."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from unreal_sandbox.glue.binding import UnrealClass

if TYPE_CHECKING:
    from collections.abc import Callable

    from unreal_sandbox.desk.editor_state import EditorState

__all__ = ["full_path", "relative_to_binary"]

paths = UnrealClass("Paths")

# Where the engine's binary is said to be; results are relative to this folder.
_BINARY_DIR = "/opt/UnrealEngine/Engine/Binaries/Linux"
_ENGINE_DIR = "../../../Engine/"
_INVALID_NAME = re.compile(r'[<>:"/\\|?*\x00-\x1f]')


def relative_to_binary(editor: EditorState, folder: str) -> str:
    """A folder of the project as the engine gives it: relative to its binary, with a slash at the end."""
    project = editor.project_dir if editor.project_dir is not None else Path("/SandboxProject")
    wanted = project.resolve() / folder
    try:
        relative = Path(os.path.relpath(wanted, _BINARY_DIR))
    except ValueError:  # another drive: the engine then gives the whole path too
        relative = wanted
    return f"{relative.as_posix()}/"


def _folder(name: str, folder: str) -> None:
    def function(editor: EditorState) -> str:
        return relative_to_binary(editor, folder)

    paths.method(name)(function)


def _text(name: str, function: Callable[..., object]) -> None:
    paths.method(name)(function)


_folder("project_dir", "")
_folder("project_content_dir", "Content")
_folder("project_config_dir", "Config")
_folder("project_saved_dir", "Saved")
_folder("project_log_dir", "Saved/Logs")
_folder("project_intermediate_dir", "Intermediate")
_folder("project_plugins_dir", "Plugins")
_folder("project_user_dir", "")
_text("engine_dir", lambda _: _ENGINE_DIR)
_text("engine_content_dir", lambda _: f"{_ENGINE_DIR}Content/")
_text("engine_plugins_dir", lambda _: f"{_ENGINE_DIR}Plugins/")
_text("engine_saved_dir", lambda _: f"{_ENGINE_DIR}Saved/")
_text("root_dir", lambda _: f"{posixpath.normpath(posixpath.join(_BINARY_DIR, '../../..'))}/")


@paths.method()
def convert_relative_path_to_full(editor: EditorState, path: str, base_path: str) -> str:
    """An absolute path with forward slashes."""
    full = posixpath.normpath(posixpath.join(base_path or _BINARY_DIR, path.replace("\\", "/")))
    return f"{full}/" if path.endswith("/") and not full.endswith("/") else full


@paths.method()
def get_project_file_path(editor: EditorState) -> str:
    """The project file, relative to the binary."""
    name = editor.project_dir.name if editor.project_dir is not None else "SandboxProject"
    return f"{relative_to_binary(editor, '')}{name}.uproject"


def full_path(path: str) -> Path:
    """An absolute path of one that may be relative to the binary."""
    return Path(posixpath.normpath(posixpath.join(_BINARY_DIR, path.replace("\\", "/"))))


def _is_there(path: str, test: Callable[[Path], bool]) -> bool:
    """A test of a path; False for one that the system cannot even ask for, such as an overlong one."""
    try:
        return test(full_path(path))
    except (OSError, ValueError):
        return False


@paths.method()
def file_exists(editor: EditorState, path: str) -> bool:
    """Whether a file is there."""
    return _is_there(path, Path.is_file)


@paths.method()
def directory_exists(editor: EditorState, path: str) -> bool:
    """Whether a folder is there."""
    return _is_there(path, Path.is_dir)


@paths.method()
def is_relative(editor: EditorState, path: str) -> bool:
    """Whether a path is relative."""
    return not posixpath.isabs(path.replace("\\", "/"))


@paths.method()
def combine(editor: EditorState, paths: list[str]) -> str:
    """Path parts joined."""
    return posixpath.join(*paths) if paths else ""


@paths.method()
def get_path(editor: EditorState, path: str) -> str:
    """The folder of a path."""
    return posixpath.dirname(path)


@paths.method()
def get_clean_filename(editor: EditorState, path: str) -> str:
    """The file name of a path."""
    return posixpath.basename(path)


@paths.method()
def get_base_filename(editor: EditorState, path: str, remove_path: bool) -> str:
    """The file name without its extension."""
    name = posixpath.basename(path) if remove_path else path
    return posixpath.splitext(name)[0]


@paths.method()
def get_extension(editor: EditorState, path: str, include_dot: bool) -> str:
    """The extension."""
    extension = posixpath.splitext(path)[1]
    return extension if include_dot else extension.removeprefix(".")


@paths.method()
def normalize_filename(editor: EditorState, path: str) -> str:
    """The path with forward slashes."""
    return path.replace("\\", "/")


@paths.method()
def normalize_directory_name(editor: EditorState, path: str) -> str:
    """The folder with forward slashes and without one at the end."""
    return path.replace("\\", "/").rstrip("/")


@paths.method()
def make_valid_file_name(editor: EditorState, string: str, replacement_char: str) -> str:
    """A file name without characters that files cannot have."""
    return _INVALID_NAME.sub(lambda _: replacement_char[:1], string)
