"""What is said of wrong programs: code, line and column, candidates, pins, what to write; all at once."""

from __future__ import annotations

import pytest

from blueprint_assistant.editor.plan.member_steps import AddFunctionStep
from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.bluecode.parser import parse_program, read_program
from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.program_building import blueprint_with, build
from languages.stepwise import written
from languages.test_known_weaknesses import BEGIN
from tiers import thinned

MEMBERS = {
    "Health": "float",
    "Score": "int",
    "bOpen": "bool",
    "Items": "array of string",
    "Where": "struct Vector",
    "Other": "Actor",
    "Label": "string",
}


def refused(body: str, **more: str) -> ProgramError:
    """The error of an event with these lines; the first of them is line 2."""
    with pytest.raises(ProgramError) as caught:
        written(BEGIN + body, **MEMBERS, **more)
    return caught.value


@pytest.mark.parametrize(
    ("line", "code", "column", "said"),
    thinned(
        [
            ('PrintString("a", Loudness=3)', "unknown_pin", 20, "Use one of: InString"),
            ('PrintString("a", true, true, (1, 1, 1), 2.0, "k", 7)', "unknown_pin", 53, "takes 6 values"),
            ('PrintString("a", InString="b")', "ambiguous_pin", 20, "InString twice"),
            ("PrintString(Where.W)", "unknown_pin", 20, "X (double)"),
            ("PrintString(BreakVector(Where))", "ambiguous_pin", 15, "such as .X"),
            ("PrintString(BreakRotator(GetActorRotation()))", "ambiguous_pin", 15, "Roll"),
            ("Health = Where", "pin_type_mismatch", 12, "is not compatible with Float"),
            ("if Items:\n    pass", "pin_type_mismatch", 6, "len() around it"),
            ('Label = "a" - "b"', "pin_type_mismatch", 15, "no operator -"),
            ("Label = PrintString(Label)", "exec_node_as_value", 11, "a statement of its own"),
            ("while SetActorLocation(Where):\n    pass", "exec_node_as_value", 9, "Set a variable"),
            ("Score = 1 if SetActorLocation(Where) else 2", "", 0, ""),
            (
                "bOpen = SetActorLocation(Where) if bOpen else false",
                "exec_node_as_value",
                11,
                "Set a variable",
            ),
            ('value("Print String", InString="a")', "exec_node_as_value", 3, 'node("Print String"'),
            ("end\n  PrintString(Label)", "unreachable_statement", 3, "before that"),
            ("sequence:\n    then:\n      pass\n  PrintString(Label)", "unreachable_statement", 3, "blocks"),
            ("goto nowhere", "unknown_label", 3, "@nowhere:"),
            ("Helth = 3", "unknown_name", 3, "Nearest: Health"),
            ("PrintStrin(Label)", "unknown_function", 3, "PrintString(InString, bPrintToScreen"),
            ("if Other is Pown as p:\n    pass", "unknown_class", 3, "spelling"),
            ("Rotator(0, 90, 0)", "ambiguous_pin", 3, "MakeRotator(Roll=0"),
            ("return 5", "graph_error", 3, "Write end"),
            ("d = GetDistanceTo(Other)\n  Jump()\n  Score = d", "unknown_name", 3, "var d: float"),
            ("Health = Where.Foo()", "graph_error", 17, "no function 'Foo'"),
        ],
        9,
    ),
)
def test_an_error_has_its_code_place_and_remedy(line: str, code: str, column: int, said: str) -> None:
    """1.18, BC-135, BC-136: each error of a statement as values and as text."""
    if not code:
        written(f"{BEGIN}  {line}\n", **MEMBERS)  # the neighbour that is right
        return
    error = refused(f"  {line}\n").errors[0]
    assert (error.error.code, error.column) == (code, column)
    assert error.line == 2 + line.rpartition("  PrintString")[0].count("\n")
    assert said in f"{error.what} {error.fix}"
    assert error.fix


def test_an_unknown_pin_comes_with_the_pins_of_the_call() -> None:
    """1.18: candidates and pins as values."""
    error = refused('  PrintString("a", Duratoin=3)\n').error
    assert error.candidates[0] == "Duration"
    assert "Duration (float)" in error.pins
    assert "InString (string)" in error.pins


def test_an_unknown_function_comes_with_the_nearest_that_can_be_called_there() -> None:
    """1.18: those of other classes only on members that have them, with their pins."""
    plain = refused("  SetActorLoc(Where)\n").error
    assert plain.candidates[0] == "SetActorLocation(NewLocation, bSweep, bTeleport)"
    member = refused("  SetVisibility(false)\n", Mesh="StaticMeshComponent").error
    assert member.candidates == ("Mesh.SetVisibility(bNewVisibility, bPropagateToChildren)",)
    assert "a function of Character" in refused("  Jump()\n").error.fix


def test_the_fitting_one_of_several_outputs_is_linked() -> None:
    """BC-132, BC-135: by its type, where only one has it."""
    made = written(f"{BEGIN}  Label = Array_Random(Items)\n", **MEMBERS).text
    assert "Array_Random(Items).OutItem" in made
    made = written(f"{BEGIN}  Score = Array_Random(Items)\n", **MEMBERS).text
    assert "Array_Random(Items).OutIndex" in made


def test_what_takes_time_is_refused_in_a_function() -> None:
    """1.18: latent_in_function, with where it may stand."""
    owner = blueprint_with("/Game/BP_Made", "/Script/Engine.Actor", [AddFunctionStep("Open")])
    for line in ("Delay(1.0)", "timeline Rise:\n    Update:\n      pass"):
        with pytest.raises(ProgramError) as caught:
            build(parse_program(f"func Open()\n  {line}\n"), owner, "Open")
        assert caught.value.error.code == "latent_in_function"
        assert "event OpenLater()" in caught.value.fix
        assert caught.value.line == 2


def test_all_wrong_statements_are_told_at_once() -> None:
    """1.18: in arms, in loops, behind one another, in several entries; the right ones are not."""
    text = f"""{BEGIN}  PrintString("a", Loudness=3)
  PrintString("right")
  if Helth > 3:
    Bar()
  else:
    for i in 0..3:
      Foo(i)
      PrintString(i)
  Health = Where

event Shut()
  goto nowhere
"""
    with pytest.raises(ProgramError) as caught:
        written(text, **MEMBERS)
    found = [(error.line, error.error.code) for error in caught.value.errors]
    assert found == [
        (2, "unknown_pin"),
        (4, "unknown_name"),
        (5, "unknown_function"),
        (8, "unknown_function"),
        (10, "pin_type_mismatch"),
        (13, "unknown_label"),
    ]


def test_what_is_wrong_because_of_an_earlier_error_is_not_told() -> None:
    """Names that a wrong statement would have given, and a variable that is mentioned again."""
    text = f"""{BEGIN}  let thing = Foo(3)
  PrintString(thing)
  thing.Bar()
  PrintString(Nothing)
  PrintString(Nothing)
  if thing is Pawn as pawn:
    pawn.Fly()
"""
    with pytest.raises(ProgramError) as caught:
        written(text, **MEMBERS)
    assert [(error.line, error.error.code) for error in caught.value.errors] == [
        (2, "unknown_function"),
        (5, "unknown_name"),
    ]


def test_statements_that_are_there_already_do_not_hide_what_is_wrong_in_new_ones() -> None:
    """In a graph that says something, too; nothing of it changes."""
    made = written(f'{BEGIN}  PrintString("a")\n  PrintString("z")\n', **MEMBERS)
    before = made.graph
    with pytest.raises(ProgramError) as caught:
        made.apply(f'{BEGIN}  PrintString("a")\n  Foo()\n  Helth = 3\n  PrintString("z")\n')
    assert [error.line for error in caught.value.errors] == [3, 4]
    assert made.graph == before


def test_a_jump_may_lead_to_what_stands_behind_an_end() -> None:
    """1.20 M5: a label or a name that is gone to is reached."""
    text = f"{BEGIN}  if bOpen:\n    goto late\n  end\n  @late:\n  PrintString(Label)\n"
    assert "PrintString(Label)" in written(text, **MEMBERS).text


# --- lines that cannot be read ---------------------------------------------------------------------

UNREADABLE = """on BeginPlay():
  PrintString("a
  Foo(1, 2
  if x = 3:
    Bar()
  let 3 = x
  Right()
  for x Items:
    Foo()
on :
  print("x")
func Good():
  try:
    A()
  A(b=1, 2)
"""


def test_all_lines_that_cannot_be_read_are_told_at_once() -> None:
    """`parse_error` of 1.18: each with its place; what stands in their blocks is not guessed about."""
    with pytest.raises(BlueCodeError) as caught:
        parse_program(UNREADABLE)
    assert [error.line for error in caught.value.errors] == [2, 3, 4, 6, 8, 10, 13, 15]
    assert all(error.fix and error.excerpt for error in caught.value.errors)


def test_what_can_be_read_beside_is_read() -> None:
    program, errors = read_program(UNREADABLE)
    assert len(errors) == 8
    assert [entry.name for entry in program.entries] == ["BeginPlay", "Good"]
    assert len(program.entries[0].body) == 1


def test_no_more_than_a_handful_of_errors_is_looked_for() -> None:
    """A text that is no program at all ends soon."""
    _, errors = read_program("on A():\n" + "  b c\n" * 2000)
    assert len(errors) <= 25


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("RotateActor", "AddActorLocalRotation(DeltaRotation, bSweep, bTeleport)"),
        ("MoveActor", "AddActorLocalOffset(DeltaLocation, bSweep, bTeleport)"),
        ("HideActor", "SetActorHiddenInGame(bNewHidden)"),
    ],
)
def test_an_unknown_function_is_answered_with_those_that_mean_the_same(name: str, meant: str) -> None:
    """BC-133: words that stand for one another count, and what the object itself can do comes first."""
    assert meant in refused(f"  {name}(10)\n").fix
