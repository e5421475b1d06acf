"""Plays scenarios of the tools again and again on one stage, and judges what came of each.

Outside uses `Trials`, `Verdict`. A trial begins with the project exactly as it was built; what it is
judged by is the stand-in's own state, not what the product reads.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.base import ActionResult
from blueprint_assistant.editor.snapshots import Snapshots
from unreal_sandbox.desk.fault_injection import FaultInjection
from unreal_sandbox.desk.kept_state import KeptState
from unreal_sandbox.errors import FatalEditorError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tool_scenarios import Scenario, Stage
    from unreal_sandbox import SandboxEditor
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset

__all__ = ["Facts", "Trials", "Verdict", "differences", "facts_of", "normal"]

Facts = dict[str, object]
_GUID = re.compile(r"\b[0-9A-F]{32}\b")
_TOLD = {
    "stands at": re.compile(r"\b[xy]=-?\d+"),
    "moves its nodes along": re.compile(r"(?:, )?\('MoveMode', '[^']*'\)"),
}
"""What a result says that came out otherwise, and where the facts have it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a trial. `problems` is empty when the result was true and nothing half done."""

    scenario: Scenario
    result: ActionResult
    problems: tuple[str, ...]
    before: Facts
    after: Facts

    @property
    def is_not_undone(self) -> bool:
        """Whether the tool says itself that something of it has stayed."""
        return self.result.text.startswith("not_undone:")


@dataclass(frozen=True, slots=True)
class Calm:
    """What a scenario does on a calm day, and the names of the calls of the API that it makes."""

    result: ActionResult
    before: Facts
    facts: Facts
    calls: tuple[str, ...]


class Trials:
    """One stage, on which the scenarios are played in any order."""

    def __init__(self, stage: Stage) -> None:
        """Keep the stage as it is now: that is what every trial begins with."""
        self.stage = stage
        self.sandbox: SandboxEditor = stage.project.sandbox
        self._kept = KeptState(self.sandbox)
        self._tracker = copy.deepcopy(stage.context.nodes)
        self._memories = copy.deepcopy(stage.context.memories.__dict__ | {"_lock": None})
        self._clipboard = stage.clipboard.text
        self._switches = copy.deepcopy(self.sandbox.switches)
        self._calm: dict[int, Calm] = {}
        self._opened = stage.project.editor._editor._opened  # what the adapter knows to have opened

    def reset(self) -> None:
        """Everything as it was in the beginning."""
        self.sandbox.faults = FaultInjection()
        self._kept.put_back()
        vars(self.sandbox.switches).update(copy.deepcopy(vars(self._switches)))
        self.sandbox.violations.clear()
        self._opened.clear()
        self.stage.project.editor._editor.snapshots = Snapshots()
        self.stage.clipboard.text = self._clipboard
        vars(self.stage.context.nodes).update(copy.deepcopy(vars(self._tracker)))
        self.stage.context.known.clear()
        self.stage.context.pastes.clear()
        self.stage.context.scope.clear()
        memories = self.stage.context.memories
        assert memories is not None
        vars(memories).update({k: v for k, v in self._memories.items() if k != "_lock"})

    def calm(self, scenario: Scenario) -> Calm:
        """What the scenario does on a calm day; its result must be what the catalogue says."""
        key = id(scenario)
        if key not in self._calm:
            self.reset()
            before = facts_of(self.sandbox)
            names: list[str] = []
            with listening(self.sandbox, names):
                result = self.stage.run(scenario)
            outcome = ("unchanged", "changed")[result.has_changed] if result.ok else "refused"
            wanted = {"read": "unchanged", "not yet": "refused"}.get(scenario.outcome, scenario.outcome)
            assert outcome == wanted, f"{scenario}: {result.text}"
            self._calm[key] = Calm(result, before, facts_of(self.sandbox), tuple(names))
        return self._calm[key]

    def play(
        self,
        scenario: Scenario,
        faults: FaultInjection | None = None,
        prepare: Callable[[SandboxEditor], object] = lambda _: None,
        how: Callable[[Callable[[], ActionResult]], ActionResult] = lambda call: call(),
    ) -> Verdict:
        """Play a scenario under these faults, after `prepare` has done something to the editor.

        `how` makes the call: at once, or on a thread of its own.
        """
        calm = self.calm(scenario)
        self.reset()
        prepare(self.sandbox)
        before = facts_of(self.sandbox)
        self.sandbox.faults = faults or FaultInjection()
        try:
            result = how(lambda: self.stage.run(scenario))
        except FatalEditorError as error:
            result = ActionResult(ok=False, text=f"CRASH {error}")
            self.sandbox.has_crashed = False
        self.sandbox.faults = FaultInjection()
        after = facts_of(self.sandbox)
        problems = tuple(self.problems(calm, result, before, after))
        return Verdict(scenario, result, problems, before, after)

    def problems(self, calm: Calm, result: ActionResult, before: Facts, after: Facts) -> list[str]:
        """What is wrong with a result, given the facts before and after the call."""
        found = [f"violation: {text}" for text in self.sandbox.violations]
        if "Traceback" in result.text or "internal_error" in result.text:
            found.append(f"no answer for a model: {result.text}")
        if not result.ok:
            left = [item for item in differences(before, after) if not _is_only_compiled(item, before, after)]
            if result.text.startswith("not_pasted_yet"):
                left = [item for item in left if item != "open editors"]  # the user is to paste there
            return [*found, f"HALF left: {left}"] if left else found
        # What the state of the editor has changed is no matter of the call.
        given = differences(calm.before, before)
        told = [text for words, text in _TOLD.items() if words in result.text]
        wanted, present = (normal(facts, told) for facts in (calm.facts, after))
        lies = [item for item in differences(wanted, present) if item not in given]
        if "Set again in the Details panel" in result.text:  # what is lost is told
            lies = [item for item in lies if not item.endswith(" defaults")]
        if lies:
            found.append(f"LIE, it is not so: {lies}")
        is_known_to_be_partial = "not visible" in result.text or (
            result.blueprint is not None and result.blueprint.unseen
        )
        is_as_ever = result.text == calm.result.text or result.text.startswith(f"{calm.result.text}\nNote: ")
        if not (result.has_changed or is_as_ever or is_known_to_be_partial):
            found.append(f"FALSE answer: {result.text!r} instead of {calm.result.text!r}")
        return found


def _is_only_compiled(name: str, before: Facts, after: Facts) -> bool:
    """Whether a difference is no more than that an asset that was not compiled is so now."""
    path, _, fact = name.rpartition(" is ")
    mine, theirs = before.get(path), after.get(path)
    if fact != "compiled" or not isinstance(mine, dict) or not isinstance(theirs, dict):
        return False
    return str(theirs["is compiled"]).startswith("up_to_date")


class listening:  # noqa: N801 - used like a function
    """Writes down the names of the calls of the API."""

    def __init__(self, sandbox: SandboxEditor, names: list[str]) -> None:
        self._sandbox, self._names = sandbox, names

    def __enter__(self) -> None:
        enter = self._sandbox.enter_call

        def entered(name: str) -> None:
            self._names.append(name)
            enter(name)

        self._sandbox.enter_call = entered  # type: ignore[method-assign]

    def __exit__(self, *error: object) -> None:
        del self._sandbox.enter_call


def facts_of(sandbox: SandboxEditor) -> Facts:
    """All that a change of anything would show in: contents, what is saved, history, windows, selection."""
    facts: Facts = {f"{path}": _asset_facts(asset) for path, asset in sandbox.blueprints.items()}
    facts["undo history"] = tuple(step.title for step in sandbox.transactions.done)
    facts["open transaction"] = sandbox.transactions.depth
    facts["folders"] = tuple(sorted(sandbox.content_folders))
    facts["other assets"] = dict(sandbox.other_assets)
    facts["open editors"] = tuple(sandbox.open_editors)
    facts["selection"] = tuple(sandbox.selected_assets)
    return facts


def _asset_facts(asset: BlueprintAsset) -> dict[str, object]:
    content = asset.content()
    compiled = asset.compiled
    facts: dict[str, object] = {f"graph {graph.name}": graph for graph in content.graphs}
    return facts | {
        "graphs": tuple(asset.graphs),
        "variables": content.variables,
        "components": content.components,
        "overrides": content.overrides,
        "defaults": dict(content.defaults),
        "parent": asset.parent_class,
        "dirty": asset.is_dirty,
        "saved": asset.saved_state,
        "class": None if compiled is None else replace(compiled, generation=0),
        "is compiled": asset.status,
    }


def normal(facts: Facts, told: Sequence[re.Pattern[str]] = ()) -> dict[str, object]:
    """The facts with GUIDs numbered: those of what was made are others each time.

    `told` is what of them a result may leave otherwise, because it says so.
    """
    numbers: dict[str, str] = {}

    def numbered(value: object) -> object:
        if isinstance(value, dict):
            return {key: numbered(item) for key, item in value.items()}
        text = repr(value)
        for pattern in told:
            text = pattern.sub("", text)
        return _GUID.sub(lambda match: numbers.setdefault(match[0], f"#{len(numbers)}"), text)

    return {key: numbered(value) for key, value in facts.items()}


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """The names of the facts that differ, those of an asset behind its path."""
    found = []
    for key in {**one, **other}:
        mine, theirs = one.get(key), other.get(key)
        if mine == theirs:
            continue
        if isinstance(mine, dict) and isinstance(theirs, dict) and key.startswith("/"):
            found += [f"{key} {item}" for item in differences(mine, theirs)]
        else:
            found.append(key)
    return found
