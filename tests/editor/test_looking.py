"""Assets, folders and what is at hand, as the adapter reads them from the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import CreateBlueprintStep, EditPlan
from blueprint_assistant.editor.protocol import Asset, BlueprintsAtHand
from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from blueprint_assistant.editor.protocol import BlueprintEditor
    from unreal_sandbox import SandboxEditor

BLUEPRINT, ACTOR = "/Script/Engine.Blueprint", "/Script/Engine.Actor"


def create(editor: BlueprintEditor, path: str) -> None:
    editor.apply(EditPlan(path, "set up", (CreateBlueprintStep(ACTOR),)))


def test_an_asset_is_listed_under_its_own_folder_and_all_above(editor: BlueprintEditor, door: str) -> None:
    create(editor, "/Game/A/B/BP_Deep")
    deep = Asset("/Game/A/B/BP_Deep", BLUEPRINT, ACTOR)
    assert editor.list_assets("/Game") == (deep, Asset(door, BLUEPRINT, ACTOR))
    assert editor.list_assets("/Game/A") == editor.list_assets("/Game/A/B") == (deep,)
    assert editor.list_assets("/Game/Nowhere") == ()
    assert editor.list_folders("/Game") == ("/Game/A", "/Game/A/B")
    assert editor.list_folders("/Game/A") == ("/Game/A/B",)


def test_what_a_rename_leaves_behind_is_no_asset(editor: BlueprintEditor, door: str) -> None:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    assert unreal.EditorAssetLibrary.rename_asset(door, "/Game/BP_Gate")
    assert [item.path for item in editor.list_assets("/Game")] == ["/Game/BP_Gate"]


def test_the_single_actors_of_a_level_are_not_listed(editor: BlueprintEditor, door: str) -> None:
    create(editor, "/Game/__ExternalActors__/Map/0/AB/BP_X")
    assert [item.path for item in editor.list_assets("/Game")] == [door]
    assert editor.list_folders("/Game") == ()


def test_what_is_at_hand_is_told_by_kind_the_last_opened_last(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str
) -> None:
    create(editor, "/Game/BP_Gate")
    editor.save("/Game/BP_Gate")
    for path in ("/Game/BP_Gate", door, "/Game/BP_Gate"):
        editor.open_blueprint(path)
    sandbox.selected_assets = ["/Game/BP_Gate"]
    assert editor.blueprints_at_hand() == BlueprintsAtHand(
        opened=(door, "/Game/BP_Gate"), selected=("/Game/BP_Gate",), unsaved=(door,)
    )


def test_a_blueprint_that_is_not_there_is_not_opened(editor: BlueprintEditor, door: str) -> None:
    with pytest.raises(EditorError, match="no Blueprint '/Game/BP_None'"):
        editor.open_blueprint("/Game/BP_None")
    assert editor.blueprints_at_hand().opened == ()
    assert door


def test_nothing_is_loaded_or_changed_by_listing(
    editor: BlueprintEditor, sandbox: SandboxEditor, door: str
) -> None:
    editor.save(door)
    editor.list_assets("/Game")
    editor.list_folders("/Game")
    editor.blueprints_at_hand()
    assert sandbox.dirty_packages == []
    assert sandbox.open_editors == []
