"""A catalogue of tool calls: for every tool the usual call, one with everything, one that changes
nothing, one that is refused, and the project that they are made in.

Outside uses `SCENARIOS`, `USUAL_SCENARIOS`, `Scenario`, `open_stage` and `Stage`. Needs no pytest: tests
go through it under failures, faults and states of the editor, benchmarks measure it.

    for scenario in SCENARIOS:
        with open_stage() as stage:
            result = stage.run(scenario)
"""

from __future__ import annotations

from tool_scenarios.members import MEMBER_SCENARIOS
from tool_scenarios.nodes import NODE_SCENARIOS
from tool_scenarios.project import LOOKING_SCENARIOS
from tool_scenarios.scenario import Outcome, Scenario
from tool_scenarios.stage import Stage, open_stage

__all__ = ["SCENARIOS", "USUAL_SCENARIOS", "Outcome", "Scenario", "Stage", "open_stage"]

SCENARIOS: tuple[Scenario, ...] = (*MEMBER_SCENARIOS, *NODE_SCENARIOS, *LOOKING_SCENARIOS)


def _usual(tool: str) -> Scenario:
    mine = [item for item in SCENARIOS if item.tool == tool]
    return next((item for item in mine if item.outcome == "changed"), mine[0])


USUAL_SCENARIOS: tuple[Scenario, ...] = tuple(
    _usual(tool) for tool in dict.fromkeys(item.tool for item in SCENARIOS)
)
"""One call of each tool: the first that changes something, where one does."""
