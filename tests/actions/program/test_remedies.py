"""What write_graph says of a wrong line: the writer's own line put right, tried before it is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest

from actions.program.wrong_programs import BLUEPRINT, WRONG, Wrong, misspelt
from blueprint_assistant.actions.program.code_plan import plan_code
from blueprint_assistant.actions.program.plan_values import CodeRequest
from blueprint_assistant.actions.program.repairs.mended_lines import plan_or_mend
from blueprint_assistant.actions.program.statement_faults import faults_of
from blueprint_assistant.errors import AssistantError
from tiers import deep

if TYPE_CHECKING:
    from collections.abc import Iterable

    from actions.conftest import Tools
    from blueprint_assistant.actions.program.statement_faults import CodeFault

PLACEHOLDERS: Final = re.compile(
    r"…|\b(?:Items|Variable|Dispatcher|Struct|Member|Property|Parent|Class|Name)\b(?=\s*[(=:\[.])"
    r"|\bname(?=[:(])|\bX\b(?! \(|[=,.])|\bvalue\.(?=\w)|= value\b|: type\b|\bvalue if\b|\bcase value\b"
)
"""Words that stand for something of the writer's: small models copy them as code."""


@pytest.fixture
def enemy(tools: Tools) -> Tools:
    """BP_Door with the members that the wrong programs are about."""
    tools.do("write_graph", blueprint="BP_Door", code=BLUEPRINT)
    return tools


def refused(tools: Tools, code: str) -> tuple[CodeFault, ...]:
    """What is wrong with a program, with its remedies; empty when it is right."""
    try:
        plan_or_mend(tools.context, tools.door, CodeRequest(code))
    except AssistantError as error:
        return faults_of(error)
    return ()


def still_wrong(tools: Tools, code: str) -> tuple[CodeFault, ...]:
    try:
        plan_code(tools.context, tools.door, CodeRequest(code))
    except AssistantError as error:
        return faults_of(error)
    return ()


def _followed(case: Wrong, written: Iterable[str]) -> str:
    """The program as a model makes it that puts the remedy in the place of its line."""
    lines = case.code.split("\n")
    old = lines[case.line - 1]
    indent = old[: len(old) - len(old.lstrip())]
    inner = [line if line.startswith(" ") else f"{indent}{line}" for line in written]
    return "\n".join([*lines[: case.line - 1], *inner, *lines[case.line :]])


def _complaints(tools: Tools, case: Wrong) -> list[str]:
    """What is bad about the remedies of a case."""
    found = refused(tools, case.code)
    bad = [
        f"placeholder {said[0]!r} in: {fault.fix}"
        for fault in found
        for said in PLACEHOLDERS.finditer("" if fault.mended or fault.others else fault.fix)
    ]
    if found and case.meant and not any(_says(fault, case.meant) for fault in found):
        bad.append(f"{case.meant} is not said: {found[0].fix}")
    first = next((fault for fault in found if fault.line == case.line), None)
    for written in () if first is None else (first.mended, *((line,) for line in first.others)):
        own = [line for line in written if not line.startswith("Line ")]
        left = still_wrong(tools, _followed(case, own)) if own else ()
        bad += [f"{own} is wrong: {fault.what}" for fault in left if first and fault.code == first.code]
    return bad


def _says(fault: CodeFault, meant: str) -> bool:
    """Whether a remedy says what was meant, at the latest as the third of several."""
    said = [*fault.mended, *fault.others[:3]] or [*fault.candidates[:3], fault.fix]
    return any(meant in line for line in (*said, fault.what))


def test_remedies_hold_no_placeholder_and_are_right_when_followed(enemy: Tools) -> None:
    """A case of each kind that is quick to try; the deep tier tries all of them."""
    cases = [case for case in WRONG if case.kind not in _SLOW][::9]
    bad = {case.wrong: found for case in cases if (found := _complaints(enemy, case))}
    assert not bad


_SLOW: Final = ("misspelt function", "function by other words", "function of nobody")
"""Names of functions are looked for in the whole engine."""


@deep
def test_all_remedies_hold_no_placeholder_are_right_and_say_what_was_meant(enemy: Tools) -> None:
    """What was meant: the name or the whole line, at the latest as the third of several."""
    bad = {case.wrong: found for case in WRONG if (found := _complaints(enemy, case))}
    assert not bad


@deep
def test_a_slip_of_the_pen_is_answered_with_the_line_as_it_was(enemy: Tools) -> None:
    """Of all names of all right lines: variables, components, functions, pins, events, classes, types."""
    right = {case.right_code: case for case in WRONG if not still_wrong(enemy, case.right_code)}
    cases = [slip for case in right.values() for slip in misspelt(case)][::6]
    wrong = [(case, found) for case in cases if (found := refused(enemy, case.code))]
    missed = [(case.wrong, *found) for case, found in wrong if case.right not in _lines(found)]
    assert len(wrong) > 40
    assert len(missed) <= len(wrong) * 0.05, missed


def _lines(faults: Iterable[CodeFault]) -> list[str]:
    return [line.strip() for fault in faults for line in (*fault.mended, *fault.others)]


# --- through the tool ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (
            "on BeginPlay():\n  Helth = 5\n  PrintString(str(Helth))\n",
            "  Write: Health = 5\n  Line 3: PrintString(str(Health))",
        ),
        ("on BeginPlay():\n  PlaySound(S_Open)\n", "    PlaySound2D(S_Open)\n    PlaySoundAtLocation(S_Open"),
        ("on BeginPlay():\n  SetIntensity(5)\n", "  Write: Glow.SetIntensity(5)"),
        (
            "on ActorBeginOverlap(OtherActor):\n  OpenDoor()\n  AddMovementInput(Home)\n",
            "  Write: Hero.AddMovementInput(Home)",
        ),
        ("on BeginPlay():\n  Countdown(5)\n", "with its statements: func Countdown(Number: int):"),
        ('on BeginPlay():\n  RemoveNode("PrintString")\n', "write its event without it"),
        ('on BeginPlay():\n  Event("Die")\n', "  Write: Die()"),
        (
            'on BeginPlay():\n  Event("WinGame")\n',
            "  Write WinGame(), and at the left margin, with its statements: event WinGame():",
        ),
        (
            "func Spend(Amount: float):\n  if Amount > MaxHealth:\n    Amount = MaxHealth\n",
            "      var NewAmount: float = Amount\n      if NewAmount > MaxHealth:\n        NewAmount = Max",
        ),
        ("if Health < 20:\n  Die()\n", "Write event Die(): above them and indent them."),
        ("Speed = 300\n", "A variable is made so: var Speed: int = 300."),
    ],
)
def test_the_writers_own_line_is_told(enemy: Tools, code: str, told: str) -> None:
    assert told in enemy.refused("write_graph", blueprint="BP_Door", code=code)


def test_a_class_is_named_only_with_a_value_that_can_be_of_it(tools: Tools) -> None:
    """The event gives an actor that may be a character; on BeginPlay nothing may."""
    code = "on ActorBeginOverlap(OtherActor):\n  Jump()\n"
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert "  Write:\n      if OtherActor is Character as character:\n        character.Jump()\n" in text
    text = tools.refused("write_graph", blueprint="BP_Door", code="on BeginPlay():\n  Jump()\n")
    assert " as " not in text
    assert "event Jump():" in text
