"""Calls of the BlueCode protocol for trials: every kind of step of a plan is in one of them.

Outside uses BLUECODE_SCENARIOS and changing_calls. A call changes something when its name says so.
"""

from __future__ import annotations

import re
from typing import Any

from tool_scenarios import Scenario

__all__ = ["BEFORE_THE_PLAN", "BLUECODE_SCENARIOS", "changing_calls"]

_CHANGING = re.compile(r"\.(add|create|set|try_create|break|remove|delete|rename|modify|attach|compile)_?")

BEFORE_THE_PLAN = "EditorLoadingAndSavingUtils.get_dirty_content_packages"
"""The last that the adapter asks before it begins to change."""

_EVENTS = "/Game/Doors/BP_Door:EventGraph"
_MEMBERS_AND_NODES = """
var Force: float = 2.0
component Lamp: PointLight
func Half(X: float) -> (Y: float)
  return X * 0.5
event Slam()
  Health = Half(Health) - Force
  for i in 0..2:
    PrintString(i)
on BeginPlay()
  Delay(0.5)
  if IsOpen:
    PrintString("before")
    PrintString("Welcome")
"""
_ANEW = """
on BeginPlay()
  sequence:
    then:
      PrintString("one")
    then:
      Delay(2.0)
"""


def _of(tool: str, name: str, **parameters: Any) -> Scenario:
    return Scenario(tool, name, "changed", {"target": _EVENTS, **parameters})


BLUECODE_SCENARIOS: tuple[Scenario, ...] = (
    _of("bluecode_apply", "members and nodes", code=_MEMBERS_AND_NODES),
    _of("bluecode_apply", "replace", code=_ANEW, mode="replace"),
    _of(
        "bluecode_apply_variables",
        "added and updated",
        variables=[
            {"name": "Speed", "type": "float", "default": 5, "category": "Motion", "instance_editable": True},
            {"name": "Health", "default": 7},
            {"name": "Marks", "type": "array:name", "default": ["a"]},
        ],
    ),
    _of(
        "bluecode_connect",
        "with a conversion",
        connects=["@print:then -> @set_health:execute", "@is_open:IsOpen -> @idle:InString"],
    ),
    _of(
        "bluecode_delete",
        "a node, a link and a variable",
        targets=["@spawn", "@begin:then -> @branch:execute", {"kind": "variable", "name": "Unused"}],
        confirm_delete=True,
    ),
)


def changing_calls(names: tuple[str, ...]) -> list[int]:
    """The numbers of the calls that change something: each step of a plan makes at least one."""
    # Whoever looks which other Blueprints use something asks for it, too: the last one begins the plan.
    begin = len(names) - 1 - names[::-1].index(BEFORE_THE_PLAN)
    return [number for number, name in enumerate(names) if number > begin and _CHANGING.search(f".{name}")]
