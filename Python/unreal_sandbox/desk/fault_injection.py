"""Fault injection: what happens to scripts while they run, besides what they do.

    SandboxEditor(faults=FaultInjection(nested_ticks=3, playing=range(10, 40)))
    editor.faults = FaultInjection.random(7)      # from now on, counted from here

A spell is a range of frames, counted from the moment that the faults were set; a frame is one
call of `SandboxEditor.tick`. A spell only turns the editor's own flags on and off
(`is_in_pie`, `is_loading_assets`, `modal_dialog`), which may be set by hand as well.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.glue.faulty_calls import Fault

__all__ = ["NEVER", "FaultInjection", "FaultProgress", "run_frame"]

NEVER = range(0)

BACKGROUND_FRAME_S = 1 / 3
"""A frame of an editor in the background: 3 a second were measured [FIELD_NOTES 11, HOSTING 4.1]."""

# Calls that may end the process; the first is where it was seen [FIELD_NOTES 16].
_DANGEROUS_CALLS = (
    "add_call_function_node",
    "compile_blueprint",
    "save_loaded_asset",
    "try_create_connection",
)


@dataclass(frozen=True, slots=True)
class FaultInjection:
    """What happens to the editor. The default is a calm day; `range`s count frames from 0."""

    nested_ticks: int = 1
    """Slate ticks inside a compile, a save or a step of a progress dialog, each time that one pumps.
    Three were seen in 0.13 s [FIELD_NOTES 11]."""
    frame_s: float = 0.0
    """Least time between two frames: shorter ones add up. `BACKGROUND_FRAME_S` is a third of a second."""
    garbage: range = NEVER
    """Frames in which no callback is called: garbage collection, PostLoad, somebody's save
    [HOSTING 4.1]. `range(0, 1000, 3)` is every third."""
    paused: range = NEVER
    """Frames that never come: a breakpoint, a locked screen, another program in full screen."""
    modal: range = NEVER
    """Frames in which a modal dialog waits for the user: no ticks, or nested ones
    (`Switches.modal_dialogs_tick`)."""
    playing: range = NEVER
    """Frames in which the game plays in the editor [FIELD_NOTES 9]."""
    scanning: range = NEVER
    """Frames in which the asset registry still loads [FIELD_NOTES 15]."""
    failing_saves: range = NEVER
    """Which saves of one asset fail, counted from 0 [FIELD_NOTES 15]."""
    crash_at_call: int = 0
    """The call of the API, counted from 1, that ends the process; 0 for none."""
    crash_in: str = ""
    """Count only calls of this name for `crash_at_call`: `add_branch_node`, with or without its class."""
    fault: Fault | None = None
    """How calls of the API go wrong (`faulty_calls`); None for not at all."""
    faulty_calls: range = NEVER
    """Which calls go wrong, counted from 0. Only those of the name `fault_in` are counted."""
    fault_in: str = ""
    """Only calls of this name go wrong: `EditorAssetLibrary.load_asset`, with or without its class."""
    crash_at_node: int = 0
    """The node built, counted from 1, that ends the process; 0 for none [FIELD_NOTES 16]."""
    compile_s: float = 0.0
    """Seconds that a compile takes."""
    compile_with_open_editor_s: float = 0.0
    """Seconds that it takes more while the asset's own editor is open [FIELD_NOTES 14]."""

    @classmethod
    def random(cls, seed: int) -> FaultInjection:
        """Some faults, the same for the same seed. Every spell ends; about one in four has a crash."""
        dice = random.Random(seed)
        crash_in = dice.choice(_DANGEROUS_CALLS) if _happens(dice, 0.15) else ""
        calm = cls(
            nested_ticks=dice.choice((0, 1, 1, 3, 5)),
            frame_s=dice.choice((0.0, 0.0, BACKGROUND_FRAME_S)),
            garbage=range(0, 200, dice.randint(2, 6)) if _happens(dice, 0.4) else NEVER,
            paused=_spell(dice),
            modal=_spell(dice),
            playing=_spell(dice),
            scanning=_spell(dice),
            failing_saves=range(dice.randint(0, 2)),
            crash_in=crash_in,
            crash_at_call=dice.randint(1, 5) if crash_in else 0,
            crash_at_node=dice.randint(1, 8) if _happens(dice, 0.1) else 0,
            compile_s=dice.choice((0.0, 0.0, 0.01)),
            compile_with_open_editor_s=dice.choice((0.0, 0.01)),
        )
        return _with_fault(calm, dice) if _happens(dice, 0.15) else calm


def _happens(dice: random.Random, chance: float) -> bool:
    return dice.random() < chance


def _with_fault(faults: FaultInjection, dice: random.Random) -> FaultInjection:
    """The faults with one call that goes wrong."""
    number = dice.randint(0, 60)
    return replace(
        faults,
        fault=dice.choice(("raises", "raises_afterwards", "gives_nothing", "does_nothing")),
        faulty_calls=range(number, number + 1),
        fault_in=dice.choice(("", "", *_DANGEROUS_CALLS)),
    )


def _spell(dice: random.Random) -> range:
    if not _happens(dice, 0.4):
        return NEVER
    begin = dice.randint(0, 15)
    return range(begin, begin + dice.randint(1, 40))


@dataclass
class FaultProgress:
    """How far the faults of one editor have come."""

    faults: FaultInjection = field(default_factory=FaultInjection)
    frames: int = 0
    saves: int = 0
    calls: int = 0
    fault_calls: int = 0
    """Calls so far of those that may go wrong."""
    nodes: int = 0
    waiting_s: float = 0.0
    """Time since the last frame that callbacks saw."""

    def is_struck_by_call(self, name: str) -> bool:
        """Count a call; whether it is the one that ends the process."""
        faults = self.faults
        if not faults.crash_at_call or faults.crash_in not in {"", name, name.rpartition(".")[2]}:
            return False
        self.calls += 1
        return self.calls == faults.crash_at_call

    def fault_of(self, name: str) -> Fault | None:
        """Count a call of the API; how it goes wrong, None for not at all."""
        if self.faults.fault_in not in {"", name, name.rpartition(".")[2]}:
            return None
        self.fault_calls += 1
        return self.faults.fault if self.fault_calls - 1 in self.faults.faulty_calls else None

    def is_struck_by_node(self) -> bool:
        """Count a node that is built; whether it is the one that ends the process."""
        self.nodes += 1
        return self.nodes == self.faults.crash_at_node

    def save_fails(self) -> bool:
        """Count a save of one asset; whether it fails."""
        self.saves += 1
        return self.saves - 1 in self.faults.failing_saves

    def compile_time_s(self, editor: EditorState, asset: BlueprintAsset) -> float:
        """How long a compile of an asset takes."""
        is_open = asset.path in editor.open_editors
        return self.faults.compile_s + (self.faults.compile_with_open_editor_s if is_open else 0.0)

    def end_spells(self, editor: EditorState) -> None:
        """Turn off what spells have turned on, as when other faults come."""
        if self.frames:
            _turn(editor, self.faults, self.frames - 1, None)


def run_frame(editor: EditorState, delta_s: float) -> None:
    """One frame of an editor, if the faults let one through."""
    conditions = editor.conditions
    faults, frame = conditions.faults, conditions.frames
    conditions.frames += 1
    _turn(editor, faults, frame - 1, frame)
    if frame in faults.paused:
        return
    if editor.modal_dialog:
        if editor.switches.modal_dialogs_tick:
            editor.ticks.run_nested(delta_s)
        return
    conditions.waiting_s += delta_s
    if conditions.waiting_s < faults.frame_s:
        return
    delta_s, conditions.waiting_s = conditions.waiting_s, 0.0
    if frame not in faults.garbage:
        editor.ticks.run(delta_s)


def _turn(editor: EditorState, faults: FaultInjection, before: int, now: int | None) -> None:
    """Begin and end the spells between two frames; None as the second is after all of them."""
    for spell, name, on, off in (
        (faults.playing, "is_in_pie", True, False),
        (faults.scanning, "is_loading_assets", True, False),
        (faults.modal, "modal_dialog", "Message", ""),
    ):
        was, is_now = before in spell, now is not None and now in spell
        if was != is_now:
            setattr(editor, name, on if is_now else off)
