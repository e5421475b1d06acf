"""The walk of docs/ARCHITECTURE.md from the sentence in the composer to the call of `unreal`, traced."""

from __future__ import annotations

import importlib
import re
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

    from pytestqt.qtbot import QtBot

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "Python" / "blueprint_assistant"
STAND_IN = str(ROOT / "Python" / "unreal_sandbox")
SENTENCE = "Create a Blueprint called BP_Enemy that is an Actor and moves forward every tick."
MOST_STATIONS = 12

Station = tuple[str, str]
"""The file below `blueprint_assistant` and the qualified name of a function."""


def written_walk() -> list[Station]:
    """The stations of the walk, as the page numbers them."""
    page = (ROOT / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = page.partition("## From the sentence to the call of `unreal`")[2].partition("\n## ")[0]
    return re.findall(r"^\d+\. `([\w/]+\.py)` `([\w.]+)`", section, re.MULTILINE)


class Tracer:
    """Notes, on all threads, which stations are on the stack when the next room is entered."""

    def __init__(self, walk: list[Station]) -> None:
        self.walk = walk
        self.files = {str(PACKAGE / file): file for file, _ in walk}
        self.stacks: set[tuple[Station, ...]] = set()
        """The stations on a thread's stack, outermost first, each time that one of them was entered."""
        self.unreal: set[tuple[Station, ...]] = set()
        """The same at each call of `unreal` that adds a node."""

    def __call__(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call":
            return
        code = frame.f_code
        if code.co_filename.startswith(STAND_IN):
            if code.co_name.startswith("add_") and "unreal_editor" in _file_before(frame):
                self.unreal.add(self.stack(frame))
        elif self.station(frame) is not None:
            self.stacks.add(self.stack(frame))

    def station(self, frame: FrameType) -> Station | None:
        file = self.files.get(frame.f_code.co_filename)
        found = None if file is None else (file, frame.f_code.co_qualname)
        return found if found in self.walk else None

    def stack(self, frame: FrameType | None) -> tuple[Station, ...]:
        found: list[Station] = []
        while frame is not None:
            station = self.station(frame)
            if station is not None and station not in found:
                found.append(station)
            frame = frame.f_back
        return tuple(reversed(found))


def _file_before(frame: FrameType | None) -> str:
    """The file that called into the stand-in."""
    while frame is not None and frame.f_code.co_filename.startswith(STAND_IN):
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_filename


@pytest.fixture
def traced(tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tracer]:
    """One turn of the real panel over the stand-in, from the sentence on, under a tracer."""
    assert qtbot is not None
    monkeypatch.setenv("BLUEPRINT_AI_PROVIDER", "offline")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with SandboxEditor(tmp_path / "Project") as editor:
        panel: Any = importlib.import_module("blueprint_assistant.host.panel").Panel(ROOT)
        tracer = Tracer(written_walk())
        try:
            panel.show()
            composer = panel._window.chat.composer
            composer.set_text(SENTENCE)
            threading.setprofile(tracer)
            sys.setprofile(tracer)
            composer.submit()
            deadline = time.monotonic() + 100  # bounds a hang, measures nothing
            while panel._window.chat.is_busy or not tracer.unreal:
                assert time.monotonic() < deadline, "The turn has not ended."
                editor.tick()
                panel.tick(1 / 60)
                threading.Event().wait(0.001)
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
            panel.stop()
        yield tracer


def test_the_walk_of_the_page_is_the_way_that_a_sentence_goes(traced: Tracer) -> None:
    walk = traced.walk
    assert 0 < len(walk) <= MOST_STATIONS
    begins = [walk.index(stack[0]) for stack in traced.stacks if len(stack) == 1 and stack[0] in walk]
    assert len(set(begins)) == len({"the window's thread", "the turn's", "the editor's"})
    for index in range(len(walk)):
        first = max(begin for begin in begins if begin <= index)
        assert tuple(walk[first : index + 1]) in traced.stacks
    assert tuple(walk[max(begins) :]) in traced.unreal
