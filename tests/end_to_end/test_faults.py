"""One whole turn under every fault: done and read back right, or said to have failed and nothing half done.

The sentence of the command line's test, the real provider, agent, queue and adapter, on an
editor to which things happen. The game thread is this one, as in the program.
"""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import product
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin, get_type_hints

import pytest

from blueprint_assistant.conversation.events import TurnFinished
from blueprint_assistant.editor.plan.edit_plan import AddNodeStep, CreateBlueprintStep, EditPlan
from blueprint_assistant.errors import EditorError
from blueprint_assistant.graph.kinds.common_specs import SequenceSpec
from end_to_end.faults_desk import (
    CALM,
    ENEMY,
    Desk,
    assert_done,
    assert_project_is_whole,
    assert_said_clearly,
    assert_truth,
    content,
)
from end_to_end.test_command_line import SENTENCE
from matrices import diagonal
from tiers import deep, thinned
from unreal_sandbox import FatalEditorError, FaultInjection, SandboxEditor, Switches
from unreal_sandbox.desk.fault_injection import BACKGROUND_FRAME_S

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from _pytest.mark.structures import ParameterSet

LANGUAGES = ("en", "it", "zh", "ko")

PASSING: dict[str, FaultInjection] = {
    "calm": CALM,
    "nested ticks": FaultInjection(nested_ticks=3),
    "no nested ticks": FaultInjection(nested_ticks=0),
    "many nested ticks": FaultInjection(nested_ticks=20),
    "garbage every second frame": FaultInjection(garbage=range(0, 1000, 2)),
    "a long save of others": FaultInjection(garbage=range(3, 60)),
    "in the background": FaultInjection(frame_s=BACKGROUND_FRAME_S),
    "paused for a while": FaultInjection(paused=range(4, 60)),
    "a dialog for a while": FaultInjection(modal=range(4, 60)),
    "slow compile": FaultInjection(compile_s=0.05),
    "all at once": FaultInjection(
        nested_ticks=3,
        garbage=range(0, 1000, 3),
        paused=range(5, 20),
        modal=range(25, 40),
        compile_s=0.02,
        frame_s=1 / 20,
    ),
}
"""What only takes time: the turn must be done in the end."""

HINDERING: dict[str, FaultInjection] = {
    "play from the start": FaultInjection(playing=range(100_000)),
    "play in the middle": FaultInjection(playing=range(6, 100_000)),
    "play for a while": FaultInjection(playing=range(5, 30)),
    "scanning from the start": FaultInjection(scanning=range(100_000)),
}
"""What may make the turn fail: then it must say so."""

OLD_ENGINE = {name: {**PASSING, **HINDERING}[name] for name in ("calm", "all at once", "play in the middle")}


@pytest.fixture
def desks() -> Iterator[list[Desk]]:
    """The desks that a test opens; at the end they are closed, crashed ones too."""
    opened: list[Desk] = []
    yield opened
    for desk in opened:
        desk.close()


def open_desk(desks: list[Desk], project: Path | None = None, **how: Any) -> Desk:
    language, hold = how.pop("language", "en"), how.pop("hold", None)
    sandbox = SandboxEditor(project, **how)
    sandbox.language = language
    desks.append(Desk(sandbox, hold))
    return desks[-1]


# --- the matrix --------------------------------------------------------------------------------


def each_with_one(firsts: Mapping[str, object], seconds: Mapping[str, object]) -> list[ParameterSet]:
    """Each of the first with each of the second; the first tier has each once, in the pairs of a diagonal."""
    rows = list(firsts.values())
    cells = zip(diagonal(rows, list(seconds.values()), rows), product(firsts, seconds), strict=True)
    return [cell._replace(id=f"{name}-{of}") for cell, (name, of) in cells]


IN_LANGUAGES = {language: language for language in LANGUAGES}


@pytest.mark.parametrize(("faults", "language"), each_with_one(PASSING, IN_LANGUAGES))
def test_faults_that_pass_only_take_time(faults: FaultInjection, language: str, desks: list[Desk]) -> None:
    desk = open_desk(desks, faults=faults, language=language)
    desk.run(SENTENCE)
    assert (desk.assistant.game_thread.health.nested_ticks > 0) is (faults.nested_ticks > 0)
    assert_done(desk)
    assert_truth(desk)


def test_a_change_that_waits_for_the_registry_is_done_when_the_scan_ends(desks: list[Desk]) -> None:
    sandbox: list[SandboxEditor] = []
    desk = open_desk(
        desks,
        faults=FaultInjection(scanning=range(60)),
        hold=lambda: "looking for assets" if sandbox[0].is_loading_assets else "",
    )
    sandbox.append(desk.sandbox)
    desk.run(SENTENCE)
    assert desk.sandbox.conditions.frames > 60
    assert_done(desk)
    assert_truth(desk)


def test_nothing_is_changed_in_the_middle_of_what_the_user_does(desks: list[Desk], tmp_path: Path) -> None:
    desk = open_desk(desks, tmp_path, faults=FaultInjection(nested_ticks=3))
    unreal: Any = desk.sandbox.install()
    library, assets = unreal.BlueprintEditorLibrary, unreal.EditorAssetLibrary
    other = library.create_blueprint_asset_with_parent("/Game/BP_Users", unreal.Actor)
    desk.user_acts += [
        lambda: library.compile_blueprint(other),
        lambda: assets.save_loaded_asset(other, only_if_is_dirty=False),
    ]
    desk.run(SENTENCE)
    desk.user_acts.clear()
    assert assets.delete_asset("/Game/BP_Users")
    assert_done(desk)
    assert_truth(desk)


@pytest.mark.parametrize("after", thinned([0, 1, 2, 3, 6, 9, 12, 14], 2))
@pytest.mark.parametrize("flag", ["is_in_pie", "is_loading_assets"])
def test_what_begins_between_two_steps_stops_the_turn_there(
    flag: str, after: int, desks: list[Desk], tmp_path: Path
) -> None:
    desk = open_desk(desks, tmp_path)
    desk.run(SENTENCE, after=after, happens=lambda: setattr(desk.sandbox, flag, True))
    setattr(desk.sandbox, flag, False)
    finished = desk.events[-1]
    assert isinstance(finished, TurnFinished)
    assert finished.reason == "refusal"
    # The next call may have been on its way already; what comes after it is refused, all of it.
    succeeded = [result.ok for result in desk.results]
    assert succeeded == sorted(succeeded, reverse=True)
    assert after <= sum(succeeded) <= after + 1
    assert not succeeded[-1]
    assert_truth(desk)


@pytest.mark.parametrize(("faults", "language"), each_with_one(HINDERING, IN_LANGUAGES))
def test_faults_that_hinder_are_said_and_leave_nothing_half_done(
    faults: FaultInjection, language: str, desks: list[Desk]
) -> None:
    desk = open_desk(desks, faults=faults, language=language)
    desk.run(SENTENCE)
    assert_truth(desk)


@pytest.mark.parametrize(("faults", "version"), each_with_one(OLD_ENGINE, {"5.6": "5.6", "5.7": "5.7"}))
@pytest.mark.parametrize("language", thinned(LANGUAGES, 1))
def test_an_engine_without_a_graph_api_is_refused_before_anything_is_touched(
    version: str, language: str, faults: FaultInjection, desks: list[Desk], tmp_path: Path
) -> None:
    desk = open_desk(desks, tmp_path, engine_version=version, faults=faults, language=language)
    desk.run(SENTENCE)
    assert desk.sandbox.blueprints == {}
    assert list(tmp_path.rglob("*.blueprint.txt")) == []
    assert desk.sandbox.transactions.done == []
    assert not any(result.ok for result in desk.results if result.has_changed)
    assert_said_clearly(desk)
    assert desk.sandbox.violations == []
    if not faults.playing:
        assert any("Unreal 5.8" in result.text for result in desk.results if not result.ok)


@pytest.mark.parametrize("language", thinned(LANGUAGES, 2))
def test_a_node_that_only_the_menu_makes_is_made_in_every_language(language: str, desks: list[Desk]) -> None:
    desk = open_desk(desks, language=language)
    editor = desk.assistant.editor
    editor.apply(EditPlan(ENEMY, "create", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    before = desk.read_all()[ENEMY]
    editor.apply(EditPlan(ENEMY, "sequence", (AddNodeStep("EventGraph", "s", SequenceSpec(3)),)))
    there = desk.read_all()[ENEMY].graphs[0]
    (added,) = (node for node in there.nodes if node.name not in before.graphs[0].nodes_by_name)
    assert added.class_name == "K2Node_ExecutionSequence"
    assert [pin.name for pin in added.pins if pin.direction == "output"] == ["then_0", "then_1", "then_2"]
    assert desk.sandbox.violations == []


@pytest.mark.parametrize("name", thinned(["calm", "all at once"], 1))
def test_the_user_can_undo_all_of_a_turn_and_do_it_again(name: str, desks: list[Desk]) -> None:
    desk = open_desk(desks, faults=PASSING[name])
    desk.run(SENTENCE)
    done = desk.read_all()[ENEMY]
    plan = EditPlan("/Game/BP_Fresh", "create", (CreateBlueprintStep("/Script/Engine.Actor"),))
    desk.assistant.editor.apply(plan)
    unreal = desk.sandbox.install()
    steps = len(desk.sandbox.transactions.done)
    assert steps > 0
    for _ in range(steps):
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    there = desk.read_all()
    assert content(there[ENEMY]) == content(there["/Game/BP_Fresh"])
    for _ in range(steps):
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION REDO")
    assert content(desk.read_all()[ENEMY]) == content(done)


SWITCHES: dict[str, Switches] = {
    "bad calls give None": Switches(bad_function_gives_ghost_node=False),
    "members known at once": Switches(members_are_known_before_compile=True),
    "no vector literals": Switches(vector_pins_take_literals=False),
    "exports in UTF-8": Switches(export_encoding="utf-8-sig"),
    "graphs are not undone": Switches(records_graph_edits=False),
    "undo with open editors is fatal": Switches(undo_with_open_editor_crashes=True),
    "dialogs tick": Switches(modal_dialogs_tick=True),
}


@pytest.mark.parametrize(
    ("name", "switches"),
    each_with_one({name: name for name in ("calm", "a dialog for a while", "all at once")}, SWITCHES),
)
def test_what_reports_disagree_on_changes_nothing(name: str, switches: Switches, desks: list[Desk]) -> None:
    desk = open_desk(desks, faults=PASSING[name], switches=replace(switches))
    desk.run(SENTENCE)
    assert_done(desk)
    assert_truth(desk)


def other_habits() -> Iterator[tuple[str, object]]:
    """Every switch with each of its other values. A full set or a failing save is no habit, but trouble."""
    kinds = get_type_hints(Switches)
    for item in fields(Switches):
        if kinds[item.name] is bool:
            yield item.name, not item.default
        elif get_origin(kinds[item.name]) is Literal:
            yield from ((item.name, value) for value in get_args(kinds[item.name]) if value != item.default)


HABITS = [habit for habit in other_habits() if habit[0] not in {"saves_fail", "slate_is_initialised"}]


@pytest.mark.parametrize(
    ("name", "value"), thinned(HABITS, 4), ids=[f"{name}={value}" for name, value in HABITS]
)
@deep
def test_each_disputed_habit_may_be_the_other_way(name: str, value: object, desks: list[Desk]) -> None:
    desk = open_desk(desks, switches=replace(Switches(), **{name: value}))  # type: ignore[arg-type]  # its own
    desk.run(SENTENCE)
    assert_done(desk)
    assert_truth(desk)


@pytest.mark.parametrize("seed", thinned(range(24), 2))
@deep
def test_random_faults_end_in_truth(seed: int, desks: list[Desk], tmp_path: Path) -> None:
    faults = FaultInjection.random(seed)
    language = LANGUAGES[seed % 4]
    desk = open_desk(desks, tmp_path, faults=faults, language=language)
    try:
        desk.run(SENTENCE)
    except FatalEditorError:
        assert_project_is_whole(desk, tmp_path)
    else:
        assert_truth(desk)


# --- the process ends --------------------------------------------------------------------------


@pytest.mark.parametrize("number", thinned(range(1, 8), 2))
def test_a_crash_at_any_node_leaves_the_saved_project_whole(
    number: int, desks: list[Desk], tmp_path: Path
) -> None:
    desk = open_desk(desks, tmp_path)
    desk.run("Create an Actor Blueprint called BP_Kept.")
    assert desk.sandbox.save_all()
    kept = (tmp_path / "Content/BP_Kept.blueprint.txt").read_bytes()
    desk.sandbox.faults = FaultInjection(crash_at_node=number)
    try:
        desk.run(SENTENCE)
    except FatalEditorError:
        assert_project_is_whole(desk, tmp_path)
    else:
        assert number > desk.sandbox.conditions.nodes
    assert (tmp_path / "Content/BP_Kept.blueprint.txt").read_bytes() == kept


@pytest.mark.parametrize("number", thinned([1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144], 3))
def test_a_crash_in_any_call_is_never_taken_for_success(
    number: int, desks: list[Desk], tmp_path: Path
) -> None:
    desk = open_desk(desks, tmp_path)
    desk.sandbox.faults = FaultInjection(crash_at_call=number)
    with pytest.raises(FatalEditorError):
        desk.run(SENTENCE)
    assert_project_is_whole(desk, tmp_path)


# --- saves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["faults", "switch", "play"])
def test_a_save_that_fails_is_said_and_works_afterwards(how: str, desks: list[Desk], tmp_path: Path) -> None:
    desk = open_desk(desks, tmp_path)
    desk.run(SENTENCE)
    if how == "faults":
        desk.sandbox.faults = FaultInjection(failing_saves=range(1))
    desk.sandbox.switches.saves_fail = how == "switch"
    desk.sandbox.is_in_pie = how == "play"
    desk.sandbox.switches.saves_in_pie_claim_success = True
    with pytest.raises(EditorError):
        desk.assistant.editor.save(ENEMY)
    assert list(tmp_path.rglob("*.blueprint.txt")) == []
    desk.sandbox.switches.saves_fail = desk.sandbox.is_in_pie = False
    desk.assistant.editor.save(ENEMY)
    assert len(list(tmp_path.rglob("*.blueprint.txt"))) == 1
    assert_done(desk)
