"""A catalogue of tool calls: for every tool the usual call, one with everything, one that changes
nothing, one that is refused, and the project that they are made in.

Outside uses `SCENARIOS`, `Scenario`, `open_stage` and `Stage`. Needs no pytest: tests go through it
under failures, weather and states of the editor, benchmarks measure it.

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

__all__ = ["SCENARIOS", "Outcome", "Scenario", "Stage", "open_stage"]

SCENARIOS: tuple[Scenario, ...] = (*MEMBER_SCENARIOS, *NODE_SCENARIOS, *LOOKING_SCENARIOS)
