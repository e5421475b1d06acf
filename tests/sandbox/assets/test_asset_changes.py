"""Renaming, copying, deleting, merging, metadata and checkouts, in memory and in the project folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import FatalEditorError, SandboxEditor, StaleObjectError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def create(unreal: Any, path: str, parent: Any = None) -> Any:
    return unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, parent or unreal.Actor)


def parent_of(unreal: Any, asset: Any) -> str:
    return str(unreal.BlueprintEditorLibrary.get_blueprint_parent_class(asset).get_path_name())


def cast_to(unreal: Any, user: Any, target: Any) -> Any:
    """A Blueprint `user` with a variable of the class of `target`."""
    library = unreal.BlueprintEditorLibrary
    kind = library.get_object_reference_type(target.generated_class())
    assert library.add_member_variable(user, "Target", kind)
    library.compile_blueprint(user)
    return user


def type_text(unreal: Any, asset: Any) -> str:
    return str(unreal.BlueprintEditorLibrary.get_member_variable_type(asset, "Target").export_text())


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[SandboxEditor]:
    with SandboxEditor(tmp_path / "Game") as editor:
        yield editor


def files(editor: SandboxEditor) -> list[str]:
    assert editor.project_dir is not None
    content = editor.project_dir / "Content"
    return sorted(item.relative_to(content).as_posix() for item in content.rglob("*") if item.is_file())


# --- rename ------------------------------------------------------------------------------------


def test_a_rename_keeps_the_object_and_leaves_a_redirector(unreal: Any, door: Any) -> None:
    library = unreal.EditorAssetLibrary
    assert library.rename_asset("/Game/BP_Door", "/Game/Doors/BP_Gate") is True
    assert door.asset.get_path_name() == "/Game/Doors/BP_Gate.BP_Gate"
    assert library.does_asset_exist("/Game/BP_Door")
    assert library.load_asset("/Game/BP_Door") == door.asset
    assert unreal.load_asset("/Game/BP_Door", follow_redirectors=False) is None
    data = library.find_asset_data("/Game/BP_Door")
    assert data.is_redirector()
    assert str(data.asset_class_path.asset_name) == "ObjectRedirector"
    assert list(library.list_assets("/Game")) == ["/Game/BP_Door.BP_Door", "/Game/Doors/BP_Gate.BP_Gate"]


def test_a_redirector_takes_its_path_until_it_is_deleted(unreal: Any, door: Any) -> None:
    library = unreal.EditorAssetLibrary
    library.rename_loaded_asset(door.asset, "/Game/BP_Gate")
    assert create(unreal, "/Game/BP_Door") is None
    assert library.delete_asset("/Game/BP_Door") is True
    assert library.does_asset_exist("/Game/BP_Door") is False
    assert create(unreal, "/Game/BP_Door") is not None


def test_an_asset_can_go_back_over_its_own_redirector(unreal: Any, door: Any) -> None:
    library = unreal.EditorAssetLibrary
    assert library.rename_asset("/Game/BP_Door", "/Game/BP_Gate")
    assert library.rename_asset("/Game/BP_Gate", "/Game/BP_Door")
    assert door.asset.get_path_name() == "/Game/BP_Door.BP_Door"
    assert not library.find_asset_data("/Game/BP_Door").is_redirector()


def test_redirectors_lead_over_one_another_until_one_is_gone(unreal: Any, door: Any) -> None:
    library = unreal.EditorAssetLibrary
    for old, new in (("/Game/BP_Door", "/Game/BP_B"), ("/Game/BP_B", "/Game/BP_C")):
        assert library.rename_asset(old, new)
    assert library.load_asset("/Game/BP_Door") == door.asset
    assert library.delete_asset("/Game/BP_B")
    assert library.load_asset("/Game/BP_Door") is None
    assert library.find_asset_data("/Game/BP_Door").is_redirector()


def test_an_asset_comes_before_a_redirector_at_its_path(tmp_path: Path) -> None:
    """What a kill between the two files of a rename leaves behind."""
    with SandboxEditor(tmp_path) as editor:
        create(editor.install(), "/Game/BP_Door")
        editor.save_all()
        assert editor.storage is not None
        editor.storage.write_redirector("/Game/BP_Door", "/Game/BP_Gate")
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        assert not unreal.EditorAssetLibrary.find_asset_data("/Game/BP_Door").is_redirector()
        assert unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/BP_Other")


@pytest.mark.parametrize("target", ["/Game/BP_Two", "/Game/BP_Door", "/Engine/BP_X", "BP_X", "", "/Game/A.B"])
def test_a_rename_to_a_taken_or_bad_path_changes_nothing(unreal: Any, door: Any, target: str) -> None:
    create(unreal, "/Game/BP_Two")
    assert unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", target) is False
    assert door.asset.get_path_name() == "/Game/BP_Door.BP_Door"


def test_a_rename_changes_the_references_of_others(unreal: Any, door: Any) -> None:
    child = create(unreal, "/Game/BP_Child", door.asset.generated_class())
    user = cast_to(unreal, create(unreal, "/Game/BP_User"), door.asset)
    other = create(unreal, "/Game/BP_Door2")
    cast_to(unreal, user_of_other := create(unreal, "/Game/BP_User2"), other)
    unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/BP_Gate")
    assert parent_of(unreal, child) == "/Game/BP_Gate.BP_Gate_C"
    assert "/Game/BP_Gate.BP_Gate_C" in type_text(unreal, user)
    assert "/Game/BP_Door2.BP_Door2_C" in type_text(unreal, user_of_other)
    nodes = unreal.BlueprintGraphEditor.get_graph_editor_by_name(user, "EventGraph")
    pin = nodes.add_get_member_variable_node("Target").find_output_pin("Target")
    assert "/Game/BP_Gate.BP_Gate_C" in pin.get_pin_type().export_text()
    assert unreal.BlueprintEditorLibrary.compile_blueprint(user) is True


def test_a_renamed_blueprint_still_compiles_and_keeps_its_nodes(unreal: Any, door: Any) -> None:
    door.add_variable("Speed")
    door.compile()
    node = door.nodes.add_get_member_variable_node("Speed")
    unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/BP_Gate")
    assert node.get_path_name().startswith("/Game/BP_Gate.BP_Gate:EventGraph.")
    assert door.compile() is True


def test_a_rename_cannot_be_undone_and_ends_the_history(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    with unreal.ScopedEditorTransaction("add"):
        door.add_variable("Speed")
    unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/BP_Gate")
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    assert [item.name for item in editor.blueprints["/game/bp_gate"].variables] == ["Speed"]


def test_a_saved_asset_moves_on_disk_with_its_referencers(on_disk: SandboxEditor) -> None:
    unreal = on_disk.install()
    door = create(unreal, "/Game/BP_Door")
    create(unreal, "/Game/BP_Child", door.generated_class())
    on_disk.save_all()
    assert unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/Doors/BP_Gate")
    assert files(on_disk) == [
        "BP_Child.blueprint.txt",
        "BP_Door.redirector.txt",
        "Doors/BP_Gate.blueprint.txt",
    ]
    assert on_disk.dirty_packages == []


def test_a_renamed_project_reopens_with_its_redirectors(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        door = create(unreal, "/Game/BP_Door")
        create(unreal, "/Game/BP_Child", door.generated_class())
        editor.save_all()
        unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/BP_Gate")
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        found = unreal.EditorAssetLibrary.load_asset("/Game/BP_Door")
        assert found.get_path_name() == "/Game/BP_Gate.BP_Gate"
        assert parent_of(unreal, unreal.load_asset("/Game/BP_Child")) == "/Game/BP_Gate.BP_Gate_C"
        assert unreal.EditorAssetLibrary.delete_asset("/Game/BP_Door")
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        assert not unreal.EditorAssetLibrary.does_asset_exist("/Game/BP_Door")


def test_a_rename_whose_save_fails_leaves_the_old_file(on_disk: SandboxEditor) -> None:
    unreal = on_disk.install()
    create(unreal, "/Game/BP_Door")
    on_disk.save_all()
    assert on_disk.project_dir is not None
    (on_disk.project_dir / "Content" / "Doors").write_text("no folder", encoding="utf-8")
    unreal.EditorAssetLibrary.rename_asset("/Game/BP_Door", "/Game/Doors/BP_Gate")
    assert "BP_Door.blueprint.txt" in files(on_disk)
    assert on_disk.dirty_packages == ["/Game/Doors/BP_Gate"]


# --- creation over what is there ---------------------------------------------------------------


def test_creating_over_an_asset_gives_none_with_or_without_a_dialog(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    assert create(unreal, "/Game/BP_Door") is None
    assert editor.shown_dialogs == []
    editor.switches.creating_over_asks = True
    with pytest.raises(FatalEditorError, match="waits for ever"):
        create(unreal, "/Game/BP_Door")
    assert door.asset is not None


def test_the_dialog_over_an_asset_is_answered_and_changes_nothing(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.switches.creating_over_asks = True
    editor.dialog_answers.append("NO")
    assert create(unreal, "/Game/BP_Door") is None
    assert len(editor.shown_dialogs) == 1
    assert create(unreal, "/Game/BP_Other") is not None
    assert door.asset.get_name() == "BP_Door"


# --- duplicate, delete, consolidate ------------------------------------------------------------


def test_a_copy_is_an_asset_of_its_own(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    door.add_variable("Speed")
    door.compile()
    door.nodes.add_get_member_variable_node("Speed")
    unreal.get_default_object(door.asset.generated_class()).set_editor_property("Speed", 4.0)
    door.compile()
    copy = unreal.EditorAssetLibrary.duplicate_asset("/Game/BP_Door", "/Game/BP_Copy")
    assert copy != door.asset
    default = unreal.get_default_object(copy.generated_class())
    assert default.get_editor_property("Speed") == 4.0
    default.set_editor_property("Speed", 5.0)
    assert unreal.get_default_object(door.asset.generated_class()).get_editor_property("Speed") == 4.0
    assert unreal.BlueprintEditorLibrary.compile_blueprint(copy) is True
    guids = [{node.guid for draft in asset.graphs.values() for node in draft} for asset in _assets(editor)]
    assert not guids[0] & guids[1]
    assert "/Game/BP_Copy" in editor.dirty_packages


def _assets(editor: SandboxEditor) -> list[Any]:
    return [asset for _, asset in sorted(editor.blueprints.items())]


def test_a_copy_onto_a_taken_path_is_none(unreal: Any, door: Any) -> None:
    create(unreal, "/Game/BP_Two")
    library = unreal.EditorAssetLibrary
    assert library.duplicate_loaded_asset(door.asset, "/Game/BP_Two") is None
    assert library.duplicate_asset("/Game/BP_None", "/Game/BP_Three") is None
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    assert tools.duplicate_asset("BP_Three", "/Game/Sub", door.asset).get_name() == "BP_Three"


def test_several_are_deleted_children_first(unreal: Any, door: Any) -> None:
    child = create(unreal, "/Game/BP_Child", door.asset.generated_class())
    assert unreal.EditorAssetLibrary.delete_loaded_assets([door.asset, child]) is True
    with pytest.raises(StaleObjectError):
        door.asset.get_name()


def test_merging_leads_references_to_the_kept_asset(unreal: Any, door: Any) -> None:
    other = create(unreal, "/Game/BP_Other")
    user = cast_to(unreal, create(unreal, "/Game/BP_User"), other)
    library = unreal.EditorAssetLibrary
    widget = create(unreal, "/Game/WBP_X", unreal.UserWidget)
    assert library.consolidate_assets(door.asset, [widget]) is False
    assert library.consolidate_assets(door.asset, [door.asset]) is False
    assert library.consolidate_assets(door.asset, [other]) is True
    assert not library.does_asset_exist("/Game/BP_Other")
    assert "/Game/BP_Door.BP_Door_C" in type_text(unreal, user)


# --- read-only files and source control ----------------------------------------------------------


def test_a_read_only_file_refuses_saves_renames_and_deletions(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.save_all()
    editor.switches.read_only_packages = {"/Game/BP_Door"}
    library = unreal.EditorAssetLibrary
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    assert tools.is_asset_read_only(library.find_asset_data("/Game/BP_Door")) is True
    assert library.save_loaded_asset(door.asset, False) is False
    assert library.rename_asset("/Game/BP_Door", "/Game/BP_Gate") is False
    assert library.delete_asset("/Game/BP_Door") is False
    assert library.does_asset_exist("/Game/BP_Door")


def test_a_file_without_write_permission_is_read_only(on_disk: SandboxEditor) -> None:
    unreal = on_disk.install()
    asset = create(unreal, "/Game/BP_Door")
    on_disk.save_all()
    assert on_disk.storage is not None
    on_disk.storage.path_of("/Game/BP_Door").chmod(0o444)
    assert unreal.EditorAssetLibrary.save_loaded_asset(asset, False) is False


def test_a_checkout_needs_source_control_and_nobody_else(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    library, switches = unreal.EditorAssetLibrary, editor.switches
    switches.read_only_packages = {"/Game/BP_Door"}
    assert library.checkout_asset("/Game/BP_Door") is False
    switches.has_source_control = True
    switches.checked_out_elsewhere = {"/Game/BP_Door"}
    assert library.checkout_loaded_asset(door.asset) is False
    assert library.save_loaded_asset(door.asset, False) is False
    switches.checked_out_elsewhere = set()
    assert library.checkout_directory("/Game") is True
    assert library.save_loaded_asset(door.asset, False) is True
    assert library.checkout_loaded_assets([]) is False


# --- metadata ------------------------------------------------------------------------------------


def test_metadata_tags_dirty_and_are_saved(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        library = unreal.EditorAssetLibrary
        asset = create(unreal, "/Game/BP_Door")
        editor.save_all()
        assert library.get_metadata_tag(asset, "Author") == ""
        assert editor.dirty_packages == []
        library.set_metadata_tag(asset, "Author", "Mia")
        library.set_metadata_tag(asset, "author", "Ada")
        library.set_metadata_tag(asset, "Old", "1")
        library.remove_metadata_tag(asset, "OLD")
        assert editor.dirty_packages == ["/Game/BP_Door"]
        editor.save_all()
    with SandboxEditor(tmp_path) as editor:
        unreal = editor.install()
        found = unreal.EditorAssetLibrary.get_metadata_tag_values(unreal.load_asset("/Game/BP_Door"))
        assert {str(key): value for key, value in found.items()} == {"Author": "Ada"}
        subsystem = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)
        assert len(subsystem.get_all_assets_by_meta_data_tags({"Author"}, set())) == 1
        assert len(subsystem.get_all_assets_by_meta_data_tags({"Owner"}, set())) == 0


def test_assets_are_found_by_registry_tag(unreal: Any, door: Any) -> None:
    library = unreal.EditorAssetLibrary
    tag = "/Script/CoreUObject.Class'/Script/Engine.Actor'"
    assert list(library.list_asset_by_tag_value("ParentClass", tag)) == ["/Game/BP_Door.BP_Door"]
    assert list(library.list_asset_by_tag_value("ParentClass", "Pawn")) == []
    assert door.asset.get_name() == "BP_Door"


def test_referencers_are_those_on_disk(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    create(unreal, "/Game/BP_Child", door.asset.generated_class())
    find = unreal.EditorAssetLibrary.find_package_referencers_for_asset
    assert list(find("/Game/BP_Door")) == []
    editor.save_all()
    assert list(find("/Game/BP_Door")) == ["/Game/BP_Child"]
    assert list(find("/Game/BP_None")) == []


def test_nothing_changes_while_the_game_runs(editor: SandboxEditor, unreal: Any, door: Any) -> None:
    editor.is_in_pie = True
    library = unreal.EditorAssetLibrary
    assert library.rename_loaded_asset(door.asset, "/Game/BP_Gate") is False
    assert library.duplicate_loaded_asset(door.asset, "/Game/BP_Gate") is None
    assert library.delete_loaded_asset(door.asset) is False
    assert library.make_directory("/Game/New") is False
    library.set_metadata_tag(door.asset, "Author", "Mia")
    editor.is_in_pie = False
    assert door.asset.get_path_name() == "/Game/BP_Door.BP_Door"
    assert len(library.get_metadata_tag_values(door.asset)) == 0
