"""Edits of the tuning set: a meter. Outside uses METER_EDITS."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from authoring.asked import AuthoringRequest
from authoring.happenings import (
    BEGIN,
    begin,
    call,
    wait,
)
from authoring.setups import Setup
from authoring.trial import Wanted, number, prints

if TYPE_CHECKING:
    from authoring.trial import Trial

__all__ = ["METER_EDITS"]

METER = Setup(
    "BP_Meter",
    """\
var Energy: float = 40
var bTired: bool
on BeginPlay():
  for i in 1..3:
    PrintString(str(i))
  SetTimerByFunctionName(FunctionName="Refill", Time=2.0, bLooping=true)
func Refill():
  Energy = FMin(Energy + 10.0, 100.0)
func Cost(Base: float) -> (Total: float):
  return Base * 2.0
func Spend(Amount: float):
  if Energy >= Amount:
    Energy = Energy - Amount
  else:
    PrintString("too tired")
""",
)
_SPENDINGS = (40.0, 10.0), (40.0, 40.0), (5.0, 40.0)


def _expect_start(trial: Trial, *counted: int, every_s: float = 2.0) -> None:
    count = [prints(number(value)) for value in counted]
    refills = [Wanted("runs", "Refill", every_s * (turn + 1)) for turn in range(int(6.2 / every_s))]
    trial.after(begin(), wait(6.2)).does(*count, Wanted("sets a looping timer", "Refill"), *refills).leaves(
        Energy=min(40.0 + 10.0 * len(refills), 100.0)
    )


def _to_five(trial: Trial) -> None:
    _expect_start(trial, 1, 2, 3, 4, 5)


def _often(trial: Trial) -> None:
    _expect_start(trial, 1, 2, 3, every_s=0.5)


def _no_count(trial: Trial) -> None:
    _expect_start(trial)


def _one_more(trial: Trial) -> None:
    for base in (0.0, 4.0, 2.5):
        trial.after(call("Cost", base)).does().gives(base * 2 + 1)


def _expect_spending(trial: Trial, text: str, **otherwise: object) -> None:
    for energy, amount in _SPENDINGS:
        outcome = trial.after(call("Spend", amount), wait(5), Energy=energy)
        is_enough = energy >= amount
        outcome.does(*([] if is_enough else [prints(text)]))
        outcome.leaves(Energy=energy - amount if is_enough else energy)
        outcome.leaves(**{name: not is_enough and value for name, value in otherwise.items()})


def _tired(trial: Trial) -> None:
    _expect_spending(trial, "too tired", bTired=True)


def _rest(trial: Trial) -> None:
    _expect_spending(trial, "rest first")


_EDITS = (
    AuthoringRequest(
        55,
        "value",
        "Count to 5 instead of 3.",
        """\
on BeginPlay():
  for i in 1..5:
    PrintString(str(i))
  SetTimerByFunctionName(FunctionName="Refill", Time=2.0, bLooping=true)
""",
        _to_five,
        (BEGIN,),
        METER,
    ),
    AuthoringRequest(
        56,
        "value",
        "Refill it every half second.",
        """\
on BeginPlay():
  for i in 1..3:
    PrintString(str(i))
  SetTimerByFunctionName(FunctionName="Refill", Time=0.5, bLooping=true)
""",
        _often,
        (BEGIN,),
        METER,
    ),
    AuthoringRequest(
        57,
        "function",
        "Cost should come out 1 higher than it does now.",
        """\
func Cost(Base: float) -> (Total: float):
  return Base * 2.0 + 1.0
""",
        _one_more,
        ("Cost",),
        METER,
    ),
    AuthoringRequest(
        58,
        "addition",
        "When it is too tired, set bTired as well.",
        """\
func Spend(Amount: float):
  if Energy >= Amount:
    Energy = Energy - Amount
  else:
    PrintString("too tired")
    bTired = true
""",
        _tired,
        ("Spend",),
        METER,
    ),
    AuthoringRequest(
        59,
        "removal",
        "No counting at the start any more, but keep the timer.",
        """\
on BeginPlay():
  SetTimerByFunctionName(FunctionName="Refill", Time=2.0, bLooping=true)
""",
        _no_count,
        (BEGIN,),
        METER,
    ),
    AuthoringRequest(
        60,
        "text",
        "Let it say rest first instead of too tired.",
        """\
func Spend(Amount: float):
  if Energy >= Amount:
    Energy = Energy - Amount
  else:
    PrintString("rest first")
""",
        _rest,
        ("Spend",),
        METER,
    ),
)
METER_EDITS = tuple(replace(item, kind="edit") for item in _EDITS)
