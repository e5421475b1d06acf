"""Ticks in the middle of what the editor does are told from its frames."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import SandboxEditor, Switches

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def editor() -> Iterator[SandboxEditor]:
    with SandboxEditor(switches=Switches(modal_dialogs_tick=True)) as sandbox:
        yield sandbox


def watch_ticks(editor: SandboxEditor) -> tuple[Any, list[bool]]:
    """A watch, and for every Slate tick whether it says that the tick is nested."""
    from blueprint_assistant.host.frames import FrameWatch  # noqa: PLC0415 - needs `unreal`

    watch = FrameWatch()
    said: list[bool] = []
    editor.install().register_slate_post_tick_callback(lambda _: said.append(watch.is_nested()))
    return watch, said


def test_frames_are_frames(editor: SandboxEditor) -> None:
    _, said = watch_ticks(editor)
    for _ in range(3):
        editor.tick()
    assert said == [False, False, False]


def test_ticks_inside_a_compile_are_nested_and_the_frame_after_it_is_not(editor: SandboxEditor) -> None:
    unreal: Any = editor.install()
    library = unreal.BlueprintEditorLibrary
    door = library.create_blueprint_asset_with_parent("/Game/BP_Door", unreal.Actor)
    _, said = watch_ticks(editor)
    editor.tick()
    library.compile_blueprint(door)
    editor.tick()
    assert said == [False, True, True, False]


def test_ticks_of_a_modal_window_are_nested(editor: SandboxEditor) -> None:
    _, said = watch_ticks(editor)
    editor.tick()
    editor.modal_dialog = "Save changes?"
    editor.tick()
    editor.modal_dialog = ""
    editor.tick()
    assert said == [False, True, False]


def test_an_engine_without_the_ticker_takes_every_tick_for_a_frame() -> None:
    with SandboxEditor(engine_version="5.6") as editor:
        watch, said = watch_ticks(editor)
        for _ in range(3):
            editor.tick()
        watch.stop()
        assert said == [False, False, False]


def test_a_stopped_watch_leaves_no_callback(editor: SandboxEditor) -> None:
    watch, _ = watch_ticks(editor)
    assert len(editor.ticks.callbacks["ticker"]) == 1
    watch.stop()
    watch.stop()
    assert len(editor.ticks.callbacks["ticker"]) == 0
