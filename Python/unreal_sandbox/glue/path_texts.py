"""`Paths`, second part: texts of paths taken apart and put together, and the rarer folders."""

from __future__ import annotations

import posixpath
import re
import uuid
from typing import TYPE_CHECKING

from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.glue.names_and_texts import Text
from unreal_sandbox.glue.path_library import full_path, relative_to_binary

if TYPE_CHECKING:
    from unreal_sandbox.desk.editor_state import EditorState

__all__: list[str] = []

paths = UnrealClass("Paths")

_TO_ROOT = "../../../"
_INVALID = '<>:"|?*'
_PROJECT_FOLDERS = {
    "automation_dir": "Saved/Automation",
    "automation_log_dir": "Saved/Automation/Logs",
    "automation_transient_dir": "Saved/Automation/Transient",
    "bug_it_dir": "Saved/BugIt",
    "cloud_dir": "Saved/Cloud",
    "diff_dir": "Saved/Diff",
    "game_developers_dir": "Content/Developers",
    "game_source_dir": "Source",
    "generated_config_dir": "Saved/Config",
    "profiling_dir": "Saved/Profiling",
    "project_mods_dir": "Mods",
    "sandboxes_dir": "Saved/Sandboxes",
    "screen_shot_dir": "Saved/Screenshots",
    "source_config_dir": "Config",
    "video_capture_dir": "Saved/VideoCaptures",
}
_ENGINE_FOLDERS = {
    "engine_config_dir": "Engine/Config",
    "engine_intermediate_dir": "Engine/Intermediate",
    "engine_source_dir": "Engine/Source",
    "enterprise_dir": "Enterprise",
    "enterprise_feature_pack_dir": "Enterprise/FeaturePacks",
    "enterprise_plugins_dir": "Enterprise/Plugins",
    "feature_pack_dir": "FeaturePacks",
}


def _project_folder(name: str, folder: str) -> None:
    def function(editor: EditorState) -> str:
        return relative_to_binary(editor, folder)

    function.__doc__ = f"The folder {folder} of the project."
    paths.method(name)(function)


def _engine_folder(name: str, folder: str) -> None:
    def function(editor: EditorState) -> str:
        return f"{_TO_ROOT}{folder}/"

    function.__doc__ = f"The folder {folder} of the engine."
    paths.method(name)(function)


for _name, _folder in _PROJECT_FOLDERS.items():
    _project_folder(_name, _folder)
for _name, _folder in _ENGINE_FOLDERS.items():
    _engine_folder(_name, _folder)


def _slashes(path: str) -> str:
    return path.replace("\\", "/")


@paths.method()
def get_relative_path_to_root(editor: EditorState) -> str:
    """From the engine's binary to the root folder."""
    return _TO_ROOT


@paths.method()
def launch_dir(editor: EditorState) -> str:
    """The folder that the editor was started in: the one of its binary."""
    return ""


@paths.method()
def split(editor: EditorState, path: str) -> tuple[str, str, str]:
    """Folder, file name without extension, extension without its dot."""
    folder, name = posixpath.split(_slashes(path))
    stem, extension = posixpath.splitext(name)
    return folder, stem, extension.removeprefix(".")


@paths.method()
def set_extension(editor: EditorState, path: str, new_extension: str) -> str:
    """The path with another extension, or with one when it has none."""
    return f"{posixpath.splitext(path)[0]}.{new_extension.removeprefix('.')}"


@paths.method()
def change_extension(editor: EditorState, path: str, new_extension: str) -> str:
    """The path with another extension; a path without one stays."""
    return set_extension(editor, path, new_extension) if posixpath.splitext(path)[1] else path


@paths.method()
def remove_duplicate_slashes(editor: EditorState, path: str) -> str:
    """The path with single slashes."""
    return re.sub(r"/{2,}", "/", path)


@paths.method()
def collapse_relative_directories(editor: EditorState, path: str) -> str | None:
    """The path without `..` inside; None when it goes above its beginning."""
    parts: list[str] = []
    for part in _slashes(path).split("/"):
        if part == "..":
            if not parts or parts[-1] in {"", ".."}:
                return None
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


@paths.method()
def make_path_relative_to(editor: EditorState, path: str, relative_to: str) -> str | None:
    """A path as seen from the folder of another one; what follows the last slash of that does not count."""
    base = posixpath.dirname(str(full_path(relative_to)) + ("/x" if relative_to.endswith("/") else ""))
    return posixpath.relpath(str(full_path(path)), base)


@paths.method()
def make_standard_filename(editor: EditorState, path: str) -> str:
    """The path relative to the binary when it is below the root, else as it is, with forward slashes."""
    full, root = str(full_path(path)), str(full_path(_TO_ROOT))
    return f"{_TO_ROOT}{full[len(root) + 1 :]}" if full.startswith(f"{root}/") else _slashes(path)


@paths.method()
def make_platform_filename(editor: EditorState, path: str) -> str:
    """The path with the separators of the platform: forward slashes."""
    return _slashes(path)


@paths.method()
def is_same_path(editor: EditorState, path_a: str, path_b: str) -> bool:
    """Whether two paths are the same, letter case ignored."""
    return str(full_path(path_a)).lower() == str(full_path(path_b)).lower()


@paths.method()
def is_drive(editor: EditorState, path: str) -> bool:
    """Whether a path is the root of a drive."""
    return path in {"", "/"} or re.fullmatch(r"[A-Za-z]:[/\\]?", path) is not None


@paths.method()
def is_restricted_path(editor: EditorState, path: str) -> bool:
    """Whether a folder of the path is a restricted one."""
    wanted = {name.lower() for name in get_restricted_folder_names(editor)}
    return bool(wanted & {part.lower() for part in _slashes(path).split("/")})


@paths.method()
def get_restricted_folder_names(editor: EditorState) -> list[str]:
    """The names of folders that may not be given away."""
    return ["NotForLicensees", "NoRedist", "CarefullyRedist", "LimitedAccess"]


@paths.method()
def get_invalid_file_system_chars(editor: EditorState) -> str:
    """The characters that no file name may have."""
    return f"/\\{_INVALID}"


@paths.method()
def validate_path(editor: EditorState, path: str) -> tuple[bool, Text]:
    """Whether a path can be one, and the reason when it cannot."""
    rest = re.sub(r"^[A-Za-z]:", "", path)
    wrong = "".join(character for character in _INVALID if character in rest)
    return (
        (False, Text(f"The path has characters that it cannot have: {wrong}")) if wrong else (True, Text(""))
    )


@paths.method()
def create_temp_filename(editor: EditorState, path: str, prefix: str, extension: str) -> str:
    """A file name in a folder that is not there yet."""
    return posixpath.join(_slashes(path), f"{prefix}{uuid.uuid4().hex.upper()}{extension}")


@paths.method()
def is_project_file_path_set(editor: EditorState) -> bool:
    """Whether the editor has a project."""
    return True


@paths.method()
def should_save_to_user_dir(editor: EditorState) -> bool:
    """False: the project folder is written to."""
    return False


@paths.method()
def has_project_persistent_download_dir(editor: EditorState) -> bool:
    """False on desktops."""
    return False
