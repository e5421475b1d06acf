"""Content folders: listing, making, moving, copying, deleting, saving and checking them out whole.

A folder exists while an asset or a redirector is in it, since it was made, or as a folder on disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.assets import asset_changes
from unreal_sandbox.assets.asset_library import both, complain, is_refused, library, subsystem
from unreal_sandbox.assets.package_saving import save_assets
from unreal_sandbox.assets.plain_assets import other_assets
from unreal_sandbox.assets.redirectors import remove_redirector
from unreal_sandbox.assets.source_control import check_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.objects import Target

__all__ = ["assets_under", "folders_under"]

_ROOT = "/Game"


def _clean(directory: str) -> str:
    return directory.rstrip("/")


def _is_content_path(directory: str) -> bool:
    return directory.lower() == _ROOT.lower() or directory.lower().startswith(f"{_ROOT.lower()}/")


def assets_under(editor: EditorState, directory: str, *, recursive: bool) -> list[BlueprintAsset]:
    """The assets of a content folder, by path."""
    prefix = _clean(directory).lower() + "/"
    return [
        asset
        for key, asset in sorted(editor.blueprints.items())
        if key.startswith(prefix) and (recursive or "/" not in key[len(prefix) :])
    ]


def folders_under(editor: EditorState, directory: str) -> list[str]:
    """The content folders below a folder, at every depth, by path."""
    prefix = _clean(directory) + "/"
    found: dict[str, str] = {}
    for path in _known_paths(editor):
        if not path.lower().startswith(prefix.lower()):
            continue
        parts = path[len(prefix) :].split("/")
        for number in range(len(parts)):
            folder = prefix + "/".join(parts[: number + 1])
            found.setdefault(folder.lower(), folder)
    return sorted(found.values())


def _known_paths(editor: EditorState) -> Iterable[str]:
    """The folder of every asset and redirector, and every folder that was made."""
    yield from (asset.path.rpartition("/")[0] for asset in editor.blueprints.values())
    yield from (item.path.rpartition("/")[0] for item in editor.redirectors.values())
    yield from (path.rpartition("/")[0] for path in other_assets(editor))
    yield from editor.content_folders.values()


def _exists(editor: EditorState, directory: str) -> bool:
    wanted = _clean(directory).lower()
    if wanted == _ROOT.lower():
        return True
    if any(folder.lower() == wanted for folder in folders_under(editor, _ROOT)):
        return True
    if editor.storage is None or not _is_content_path(wanted):
        return False
    return editor.storage.folder_of(_clean(directory)).is_dir()


def _make(editor: EditorState, directory: str) -> bool:
    editor.content_folders[directory.lower()] = directory
    if editor.storage is not None:
        try:
            editor.storage.folder_of(directory).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            return complain(editor, f"MakeDirectory failed: {error.strerror}")
    return True


def _remove(editor: EditorState, directory: str) -> None:
    """Forget a folder and what is below it; empty folders on disk go too."""
    wanted = directory.lower()
    for key in [key for key in editor.content_folders if key == wanted or key.startswith(f"{wanted}/")]:
        del editor.content_folders[key]
    if editor.storage is None:
        return
    folder = editor.storage.folder_of(directory)
    if not folder.is_dir():
        return
    for path in sorted((item for item in folder.rglob("*") if item.is_dir()), reverse=True):
        if not any(path.iterdir()):
            path.rmdir()
    if not any(folder.iterdir()):
        folder.rmdir()


@both
def list_assets(editor: EditorState, directory_path: str, recursive: bool, include_folder: bool) -> list[str]:
    """The object paths in a folder, redirectors too; with folders, which end in a slash (assumed)."""
    if is_refused(editor) or editor.is_loading_assets:
        return []
    prefix = _clean(directory_path).lower() + "/"
    found = [asset.object_path for asset in assets_under(editor, directory_path, recursive=recursive)]
    found += [
        item.object_path
        for key, item in editor.redirectors.items()
        if key.startswith(prefix) and (recursive or "/" not in key[len(prefix) :])
    ]
    if include_folder:
        depth = prefix.count("/")
        found += [
            f"{folder}/"
            for folder in folders_under(editor, directory_path)
            if recursive or folder.count("/") == depth
        ]
    return sorted(found)


@both
def does_directory_exist(editor: EditorState, directory_path: str) -> bool:
    """Whether a content folder is there."""
    return not is_refused(editor) and _exists(editor, directory_path)


@library.method()
def does_directory_have_assets(editor: EditorState, directory_path: str, recursive: bool) -> bool:
    """Whether a content folder holds assets."""
    return not is_refused(editor) and bool(assets_under(editor, directory_path, recursive=recursive))


@subsystem.method()
def does_directory_contain_assets(
    editor: EditorState, subject: Target, directory_path: str, recursive: bool
) -> bool:
    """Whether a content folder holds assets."""
    return does_directory_have_assets(editor, directory_path, recursive)


@both
def make_directory(editor: EditorState, directory_path: str) -> bool:
    """Make a content folder; True too for one that is there, False outside the content."""
    directory = _clean(directory_path)
    if is_refused(editor):
        return False
    if not _is_content_path(directory) or ".." in directory:
        return complain(editor, f"MakeDirectory failed: '{directory_path}' is no content folder.")
    return _make(editor, directory)


@both
def delete_directory(editor: EditorState, directory_path: str) -> bool:
    """Delete a folder with its assets; False, with some of them gone perhaps, when one cannot go."""
    directory = _clean(directory_path)
    if is_refused(editor) or directory.lower() == _ROOT.lower() or not _exists(editor, directory):
        return False
    waiting = assets_under(editor, directory, recursive=True)
    while waiting:
        left = [asset for asset in waiting if not _delete_leaf(editor, asset)]
        if len(left) == len(waiting):
            return complain(editor, f"DeleteDirectory failed: '{left[0].path}' is still in use.")
        waiting = left
    prefix = f"{directory.lower()}/"
    for key in [key for key in editor.redirectors if key.startswith(prefix)]:
        if not remove_redirector(editor, key):
            return False
    _remove(editor, directory)
    return True


def _delete_leaf(editor: EditorState, asset: BlueprintAsset) -> bool:
    return not asset_changes.children_of(editor, asset) and asset_changes.delete(editor, asset)


def _moved_path(asset: BlueprintAsset, source: str, destination: str) -> str:
    return f"{destination}{asset.path[len(source) :]}"


def _is_move_refused(editor: EditorState, source: str, destination: str) -> bool:
    if is_refused(editor):
        return True
    if not _exists(editor, source) or source.lower() == _ROOT.lower():
        complain(editor, f"The folder '{source}' was not found.")
        return True
    if not _is_content_path(destination) or _exists(editor, destination):
        complain(editor, f"The folder '{destination}' is there already, or is no content folder.")
        return True
    if destination.lower().startswith(f"{source.lower()}/"):
        complain(editor, f"The folder '{destination}' is inside '{source}'.")
        return True
    return False


@both
def rename_directory(
    editor: EditorState, source_directory_path: str, destination_directory_path: str
) -> bool:
    """Move a folder with its assets; refused when the destination exists. Redirectors stay behind."""
    source, destination = _clean(source_directory_path), _clean(destination_directory_path)
    if _is_move_refused(editor, source, destination):
        return False
    found = assets_under(editor, source, recursive=True)
    moved = [asset_changes.rename(editor, asset, _moved_path(asset, source, destination)) for asset in found]
    if all(moved):
        _remove(editor, source)
    return _make(editor, destination) and all(moved)


@both
def duplicate_directory(
    editor: EditorState, source_directory_path: str, destination_directory_path: str
) -> bool:
    """Copy a folder with its assets; the copies refer to the originals, not to one another (assumed)."""
    source, destination = _clean(source_directory_path), _clean(destination_directory_path)
    if _is_move_refused(editor, source, destination):
        return False
    found = assets_under(editor, source, recursive=True)
    copies = [
        asset_changes.duplicate(editor, asset, _moved_path(asset, source, destination)) for asset in found
    ]
    return _make(editor, destination) and all(copy is not None for copy in copies)


@both
def save_directory(editor: EditorState, directory_path: str, only_if_is_dirty: bool, recursive: bool) -> bool:
    """Save the assets of a folder."""
    if is_refused(editor):
        return False
    found = assets_under(editor, directory_path, recursive=recursive)
    return save_assets(editor, found, only_if_dirty=only_if_is_dirty)


@both
def checkout_directory(editor: EditorState, directory_path: str, recursive: bool) -> bool:
    """Check the assets of a folder out; whether all could be."""
    found = [] if is_refused(editor) else assets_under(editor, directory_path, recursive=recursive)
    results = [check_out(editor, asset) for asset in found]
    return bool(results) and all(results)
