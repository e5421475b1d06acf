"""Laws over random sequences of asset operations: what a project holds is what it holds reopened."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tiers import examples
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Sequence

PATHS = ("/Game/A", "/Game/B", "/Game/Sub/A", "/Game/Sub/C")
OPERATIONS = st.lists(
    st.tuples(
        st.sampled_from(("create", "child", "rename", "duplicate", "delete", "save", "tag")),
        st.sampled_from(PATHS),
        st.sampled_from(PATHS),
    ),
    min_size=1,
    max_size=12,
)


def perform(unreal: Any, operation: str, first: str, second: str) -> None:
    library, blueprints = unreal.EditorAssetLibrary, unreal.BlueprintEditorLibrary
    if operation == "create":
        blueprints.create_blueprint_asset_with_parent(first, unreal.Actor)
    elif operation == "child":
        parent = library.load_blueprint_class(first)
        if parent is not None:
            blueprints.create_blueprint_asset_with_parent(second, parent)
    elif operation == "rename":
        library.rename_asset(first, second)
    elif operation == "duplicate":
        library.duplicate_asset(first, second)
    elif operation == "delete":
        library.delete_asset(first)
    elif operation == "save":
        library.save_asset(first, False)
    else:
        asset = library.load_asset(first)
        if asset is not None:
            library.set_metadata_tag(asset, "Note", second)


def state(editor: SandboxEditor, unreal: Any) -> dict[str, Any]:
    """Every asset with its parent and tags, and every redirector that is on disk with its target."""
    registry = unreal.AssetRegistryHelpers.get_asset_registry()
    found: dict[str, Any] = {}
    for data in registry.get_all_assets(include_only_on_disk_assets=True):
        path = str(data.package_name)
        if data.is_redirector():
            found[path] = editor.redirectors[path.lower()].target
            continue
        asset = data.get_asset()
        parent = unreal.BlueprintEditorLibrary.get_blueprint_parent_class(asset)
        tags = unreal.EditorAssetLibrary.get_metadata_tag_values(asset)
        found[path] = (parent.get_path_name(), {str(key): value for key, value in tags.items()})
    return found


def run(editor: SandboxEditor, operations: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
    unreal = editor.install()
    for operation in operations:
        perform(unreal, *operation)
        for asset in editor.blueprints.values():
            parent = unreal.load_class(None, asset.parent_class)
            assert parent is not None, f"{asset.path} lost its parent {asset.parent_class}"
    assert editor.save_all()
    return state(editor, unreal)


RENAMED_TWICE = [
    ("create", "/Game/A", ""),
    ("child", "/Game/A", "/Game/Sub/C"),
    ("save", "/Game/A", ""),
    ("save", "/Game/Sub/C", ""),
    ("rename", "/Game/A", "/Game/B"),
    ("rename", "/Game/B", "/Game/Sub/A"),
]


@settings(max_examples=examples(60), deadline=None)
@given(OPERATIONS)
@example(RENAMED_TWICE)
@example([*RENAMED_TWICE, ("delete", "/Game/B", ""), ("rename", "/Game/Sub/A", "/Game/B")])
def test_a_project_is_the_same_after_any_operations_once_reopened(
    operations: list[tuple[str, str, str]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with SandboxEditor(Path(folder)) as editor:
            before = run(editor, operations)
        with SandboxEditor(Path(folder)) as editor:
            after = state(editor, editor.install())
            assert editor.dirty_packages == []
            assert editor.log_text("LogLinker") == ""
    assert after == before


@settings(max_examples=examples(60), deadline=None)
@given(OPERATIONS)
def test_a_project_in_memory_and_one_in_a_folder_behave_alike(
    operations: list[tuple[str, str, str]],
) -> None:
    with SandboxEditor() as editor:
        in_memory = run(editor, operations)
    with tempfile.TemporaryDirectory() as folder, SandboxEditor(Path(folder)) as editor:
        assert run(editor, operations) == in_memory
