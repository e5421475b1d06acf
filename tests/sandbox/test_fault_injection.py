"""The faults over an editor: spells, frames that do not come, and chance that repeats."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import FaultInjection, SandboxEditor, Switches
from unreal_sandbox.desk.fault_injection import BACKGROUND_FRAME_S

if TYPE_CHECKING:
    from pathlib import Path


def frames_seen(editor: SandboxEditor, count: int, delta_s: float = 1 / 60) -> list[int]:
    """The frames, counted from 0, in which a callback was called."""
    unreal = editor.install()
    seen: list[int] = []
    frame = 0
    handle = unreal.register_slate_post_tick_callback(lambda _: seen.append(frame))
    for frame in range(count):  # noqa: B007 - the callback reads it
        editor.tick(delta_s)
    unreal.unregister_slate_post_tick_callback(handle)
    return seen


def test_a_calm_day_lets_every_frame_through(editor: SandboxEditor) -> None:
    assert editor.faults == FaultInjection()
    assert frames_seen(editor, 5) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("field", ["garbage", "paused", "modal"])
def test_frames_of_a_spell_call_nobody_and_those_after_it_do(editor: SandboxEditor, field: str) -> None:
    spell: dict[str, Any] = {field: range(1, 4)}
    editor.faults = FaultInjection(**spell)
    assert frames_seen(editor, 6) == [0, 4, 5]


def test_every_third_frame_can_go_to_the_garbage(editor: SandboxEditor) -> None:
    editor.faults = FaultInjection(garbage=range(0, 100, 3))
    assert frames_seen(editor, 7) == [1, 2, 4, 5]


def test_in_the_background_short_frames_add_up_to_three_a_second(editor: SandboxEditor, unreal: Any) -> None:
    editor.faults = FaultInjection(frame_s=BACKGROUND_FRAME_S)
    deltas: list[float] = []
    unreal.register_slate_post_tick_callback(deltas.append)
    for _ in range(60):
        editor.tick(1 / 60)
    assert len(deltas) in {2, 3}
    assert all(delta >= BACKGROUND_FRAME_S for delta in deltas)


def test_while_a_dialog_waits_nothing_ticks_until_it_is_answered(editor: SandboxEditor) -> None:
    editor.modal_dialog = "Save changes?"
    assert frames_seen(editor, 3) == []
    editor.modal_dialog = ""
    assert frames_seen(editor, 3) == [0, 1, 2]


def test_a_dialog_may_run_nested_ticks_of_its_own() -> None:
    with SandboxEditor(
        switches=Switches(modal_dialogs_tick=True), faults=FaultInjection(modal=range(2))
    ) as editor:
        depths: list[int] = []
        editor.install().register_slate_post_tick_callback(lambda _: depths.append(editor.ticks.depth))
        for _ in range(3):
            editor.tick()
        assert depths == [2, 2, 1]


@pytest.mark.parametrize(
    ("field", "flag"),
    [("playing", "is_in_pie"), ("scanning", "is_loading_assets"), ("modal", "modal_dialog")],
)
def test_a_spell_turns_a_flag_on_and_off_and_leaves_it_alone_otherwise(
    editor: SandboxEditor, field: str, flag: str
) -> None:
    spell: dict[str, Any] = {field: range(1, 3)}
    editor.faults = FaultInjection(**spell)
    values = []
    for _ in range(4):
        editor.tick()
        values.append(bool(getattr(editor, flag)))
    assert values == [False, True, True, False]
    setattr(editor, flag, "by hand")
    editor.tick()
    assert getattr(editor, flag) == "by hand"


def test_other_faults_end_the_spells_and_count_anew(editor: SandboxEditor) -> None:
    editor.faults = FaultInjection(playing=range(100), scanning=range(100))
    editor.tick()
    assert editor.is_in_pie
    assert editor.is_loading_assets
    editor.faults = FaultInjection(playing=range(1, 2))
    assert not editor.is_in_pie
    assert not editor.is_loading_assets
    editor.tick()
    assert not editor.is_in_pie
    editor.tick()
    assert editor.is_in_pie


def test_while_the_registry_scans_an_asset_is_falsely_missing(
    editor: SandboxEditor, unreal: Any, door: Any
) -> None:
    editor.faults = FaultInjection(scanning=range(1))
    editor.tick()
    library = unreal.EditorAssetLibrary
    assert library.does_asset_exist("/Game/BP_Door") is False
    assert library.load_asset("/Game/BP_Door") is None
    assert unreal.load_object(None, "/Game/BP_Door.BP_Door") == door.asset
    editor.tick()
    assert library.does_asset_exist("/Game/BP_Door") is True


def test_the_chosen_saves_fail_and_leave_the_package_dirty(tmp_path: Path) -> None:
    with SandboxEditor(tmp_path, faults=FaultInjection(failing_saves=range(1, 2))) as editor:
        unreal = editor.install()
        asset = unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
            "/Game/BP_Door", unreal.Actor
        )
        results = []
        for _ in range(3):
            asset.modify()
            results.append(unreal.EditorAssetLibrary.save_loaded_asset(asset))
            assert bool(editor.dirty_packages) is not results[-1]
        assert results == [True, False, True]


def test_faults_are_a_value_and_chance_repeats() -> None:
    assert FaultInjection.random(11) == FaultInjection.random(11)
    assert len({FaultInjection.random(seed) for seed in range(50)}) > 25
    with pytest.raises(FrozenInstanceError):
        FaultInjection().nested_ticks = 2  # type: ignore[misc]


def test_chance_brings_everything_and_every_spell_ends() -> None:
    drawn = [FaultInjection.random(seed) for seed in range(300)]
    for item in fields(FaultInjection):
        assert len({getattr(faults, item.name) for faults in drawn}) > 1, item.name
    for faults in drawn:
        for item in fields(FaultInjection):
            value = getattr(faults, item.name)
            assert not isinstance(value, range) or value.stop <= 200
