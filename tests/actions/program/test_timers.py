"""Timers are told by what is given: a handle, an event, or the name of a function, whatever the word says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

AROUND = 'var T: TimerHandle\nvar Called: string\nevent Tock():\n  PrintString("tock")\non BeginPlay():\n'

LINES = {
    "T = SetTimer(Tock, 1.0, true)\n  ClearTimer(T)": "ClearAndInvalidateTimerHandle(T)",
    "ClearTimerHandle(T)": "ClearTimerHandle(T)",
    'ClearTimer("Tock")': 'ClearTimer(FunctionName="Tock")',
    'ClearTimerByHandle("Tock")': 'ClearTimer(FunctionName="Tock")',
    "ClearTimer(Tock)": "ClearTimerDelegate(event Tock)",
    "GetWorld()->GetTimerManager().ClearTimer(T);": "ClearAndInvalidateTimerHandle(T)",
    "ClearTimer(Called)": "ClearTimer(FunctionName=Called)",
    'ClearTimer(self, "Tock")': 'ClearTimer(self, "Tock")',
    "PauseTimer(T)": "PauseTimerHandle(T)",
    "UnPauseTimerByEvent(Tock)": "UnPauseTimerDelegate(event Tock)",
    'if IsTimerActive("Tock"):\n    pass': 'if IsTimerActive(FunctionName="Tock")',
    "PrintString(str(GetTimerRemainingTime(T)))": "GetTimerRemainingTimeHandle(T)",
    "SetTimerByEvent(Event=Tock, Time=1.0, Looping=true)": "SetTimerDelegate(event Tock, 1.0, true)",
    "K2_SetTimerDelegate(Event=event Tock, Time=1.0)": "SetTimerDelegate(event Tock, 1.0)",
    'SetTimer(function_name="Tock", time=1.0)': 'SetTimer(FunctionName="Tock", Time=1.0)',
    "SetTimerForNextTick(Tock)": "SetTimerForNextTickDelegate(event Tock)",
}


@pytest.mark.parametrize(("line", "told"), thinned(LINES.items(), 2))
def test_a_timer_is_the_one_that_is_given(tools: Tools, line: str, told: str) -> None:
    code = f"{AROUND}  {line}\n"
    tools.do("write_graph", blueprint="BP_Door", code=code)
    assert told in tools.do("read_graph", blueprint="BP_Door")
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


@pytest.mark.parametrize("line", thinned(["ClearTimer(GetOwner())", "ClearTimer(Tok)"], 1))
def test_what_is_no_timer_is_refused(tools: Tools, line: str) -> None:
    assert "Line 6" in tools.refused("write_graph", blueprint="BP_Door", code=f"{AROUND}  {line}\n")
