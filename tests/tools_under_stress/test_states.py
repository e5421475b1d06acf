"""What each tool does in each state of the editor: it works, or says why not and what to do, untouched.

Issue part 6. In no state does a tool save anything, or change what it was not asked to change.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from matrices import spread
from tool_scenarios import SCENARIOS, open_stage
from tool_scenarios.stage import DOOR, GATE, SWITCH
from tools_under_stress.on_a_worker import call_on_a_worker, wait_at_most
from tools_under_stress.stress import is_everything_tried
from tools_under_stress.trials import Trials, differences, facts_of
from unreal_sandbox.desk.fault_injection import FaultInjection

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tool_scenarios import Scenario
    from tools_under_stress.trials import Facts
    from unreal_sandbox import SandboxEditor

_WAIT_S = 0.05


@dataclass(frozen=True, slots=True)
class State:
    """A state, how the editor gets into it, and what a refusal because of it must say."""

    name: str
    enter: Callable[[SandboxEditor], object]
    reason: str = ""
    works: tuple[str, ...] = ()
    """The tools that work in it; the others must refuse. Empty when all of them work."""


def _playing(sandbox: SandboxEditor) -> None:
    sandbox.is_in_pie = True


def _discovering(sandbox: SandboxEditor) -> None:
    sandbox.is_loading_assets = True


def _dialog(sandbox: SandboxEditor) -> None:
    sandbox.modal_dialog = "Message"


def _ticking_dialog(sandbox: SandboxEditor) -> None:
    sandbox.modal_dialog = "Message"
    sandbox.switches.modal_dialogs_tick = True


def _read_only(sandbox: SandboxEditor) -> None:
    sandbox.switches.read_only_packages |= {DOOR, GATE, SWITCH}


def _checked_out_elsewhere(sandbox: SandboxEditor) -> None:
    sandbox.switches.has_source_control = True
    sandbox.switches.read_only_packages |= {DOOR, GATE, SWITCH}
    sandbox.switches.checked_out_elsewhere |= {DOOR, GATE, SWITCH}


def _open_in_editor(sandbox: SandboxEditor) -> None:
    sandbox.open_editors += [DOOR, GATE, SWITCH]


def _chinese(sandbox: SandboxEditor) -> None:
    sandbox.language = "zh"


def _korean(sandbox: SandboxEditor) -> None:
    sandbox.language = "ko"


def _italian(sandbox: SandboxEditor) -> None:
    sandbox.language = "it"


WITHOUT_EDITOR = ("save_memory", "remove_memory")
"""Tools that ask nothing of the editor."""
FROM_PACKAGED_FACTS = ("find_nodes", "get_class_functions")
"""Tools that need the editor only for the Blueprints of the project."""
NO_TICKS = r"does not tick"
LISTING = ("get_open_blueprint", "open_blueprint", "list_assets", "get_project_structure")

STATES = (
    State("idle", lambda _: None),
    State("asset open in its editor", _open_in_editor),
    State("file read-only", _read_only),
    State("checked out by somebody else", _checked_out_elsewhere),
    State("in Chinese", _chinese),
    State("in Korean", _korean),
    State("in Italian", _italian),
    State("game playing", _playing, r"playing|play mode", (*WITHOUT_EDITOR, *FROM_PACKAGED_FACTS, *LISTING)),
    State(
        "discovering assets",
        _discovering,
        r"discovering|looking for assets",
        (*WITHOUT_EDITOR, *FROM_PACKAGED_FACTS),
    ),
    State("dialog open", _dialog, NO_TICKS, (*WITHOUT_EDITOR, *FROM_PACKAGED_FACTS)),
    State("dialog open that ticks", _ticking_dialog, NO_TICKS, (*WITHOUT_EDITOR, *FROM_PACKAGED_FACTS)),
)
CASES = [
    (state, scenario)
    for shift, state in enumerate(STATES)
    for number, scenario in enumerate(SCENARIOS)
    if is_everything_tried() or (number + shift) % 3 == 0
]


@pytest.fixture(scope="module")
def trials() -> Iterator[Trials]:
    with open_stage() as stage:
        trials = Trials(stage)
        yield trials
        trials.reset()
        stage.project.sandbox.language = "en"


@pytest.mark.parametrize(
    ("state", "scenario"),
    spread(CASES, lambda case: case[0].name, 4),
    ids=[f"{state.name}-{scenario}" for state, scenario in CASES],
)
def test_a_tool_works_or_refuses_with_the_reason(
    trials: Trials, monkeypatch: pytest.MonkeyPatch, state: State, scenario: Scenario
) -> None:
    calm = trials.calm(scenario)
    trials.reset()
    sandbox = trials.sandbox
    if state.reason == NO_TICKS:
        wait_at_most(monkeypatch, _WAIT_S)
    try:
        state.enter(sandbox)
        before = facts_of(sandbox)
        result = call_on_a_worker(trials.stage.project, lambda: trials.stage.run(scenario))
        after = facts_of(sandbox)
    finally:
        sandbox.language = "en"
        sandbox.is_in_pie = sandbox.is_loading_assets = False
    assert sandbox.violations == []
    assert "internal_error" not in result.text
    assert was_saved(before, after) == []
    if result.ok:
        assert trials.problems(calm, result, before, after) == []
    else:
        opened = ["open editors"] if scenario.outcome == "not yet" else []  # the user is to paste there
        assert [item for item in differences(before, after) if item not in opened] == []
    if not state.reason:
        assert result.ok == calm.result.ok, result.text
    elif scenario.tool not in state.works and not result.ok and calm.result.ok:
        assert re.search(state.reason, result.text), result.text
    elif scenario.tool not in state.works:
        assert not result.ok, result.text


def was_saved(before: Facts, after: Facts) -> list[str]:
    """The assets whose files are not what they were."""
    return [
        path
        for path, asset in after.items()
        if isinstance(asset, dict) and "saved" in asset and asset["saved"] != _saved(before.get(path))
    ]


def _saved(asset: object) -> object:
    return asset["saved"] if isinstance(asset, dict) else None


@pytest.mark.parametrize(
    ("tool", "parameters"),
    [
        (
            "add_component",
            {"blueprint": "BP_Door", "component_type": "NiagaraComponent", "component_name": "Dust"},
        ),
        (
            "add_node",
            {"blueprint": "BP_Door", "node_type": "InputAction", "event_name": "/Game/Input/IA_Jump"},
        ),
        ("create_blueprint", {"name": "BP_Dust", "parent_class": "NiagaraActor"}),
    ],
    ids=lambda item: item if isinstance(item, str) else "",
)
def test_what_needs_a_plugin_that_is_off_is_refused_untouched(
    trials: Trials, tool: str, parameters: dict[str, str]
) -> None:
    """Without the plugin the editor has no such class, and no entry for its node in the menu."""
    stage = trials.stage
    for names in (("load_class",), ("create_node_from_name",)):
        trials.reset()
        before = facts_of(trials.sandbox)
        trials.sandbox.faults = FaultInjection(
            fault="gives_nothing", faulty_calls=range(100_000), fault_in=names[0]
        )
        result = stage.registry.call(tool, parameters, stage.context)
        trials.sandbox.faults = FaultInjection()
        if not result.ok:
            assert "internal_error" not in result.text
            assert re.search("plugin|menu|loaded", result.text), result.text
            assert differences(before, facts_of(trials.sandbox)) == []
            return
    pytest.fail(f"It was done without the plugin: {result.text}")
