"""What models write out of habit of other languages builds the nodes that are meant, where it is certain."""

from __future__ import annotations

import pytest

from blueprint_assistant.languages.lower.emitter import ProgramError
from languages.stepwise import written
from languages.test_known_weaknesses import BEGIN
from tiers import thinned

MEMBERS = {
    "Health": "float",
    "Score": "int",
    "IsOpen": "bool",
    "bLocked": "bool",
    "Items": "array of string",
    "Numbers": "array of int",
    "Ages": "map of string to int",
    "Where": "struct Vector",
    "Turn": "struct Rotator",
    "Other": "Actor",
    "Label": "string",
    "Mesh": "StaticMeshComponent",
}

_SAME = {
    # what stands for a Boolean
    "an object as a condition": ("if Other:\n    Jump()", "if IsValid(Other):"),
    "no object": ("if not Other:\n    Jump()", "if not IsValid(Other):"),
    "a real number as a condition": ("if Health and IsOpen:\n    Jump()", "if Health != 0.0 and IsOpen:"),
    "a text as a condition": ("IsOpen = not Label", "IsOpen = not NotEqual_StrStr(Label)"),
    "a choice by an object": ("Score = 1 if Other else 2", "Score = 1 if IsValid(Other) else 2"),
    # members of the Blueprint and of others
    "self": ("self.IsOpen = not self.IsOpen", "IsOpen = not IsOpen"),
    "snake case": ("self.is_open = True", "IsOpen = true"),
    "a Boolean without its b": ("locked = True", "bLocked = true"),
    "a property in snake case": (
        "Mesh.relative_location = (0, 0, 1)",
        "Mesh.RelativeLocation = (0, 0, 1)",
    ),
    "a property without its b": ("Mesh.visible = False", "Mesh.bVisible = false"),
    "more of another's": (
        "Other.CustomTimeDilation += 0.5",
        "CustomTimeDilation = Other.CustomTimeDilation + 0.5",
    ),
    "a member of a struct": ("Where.Z += 5", "Where = MakeVector("),
    "a member of a call": ("Health = GetActorLocation().z", ".Z"),
    # arrays, sets, maps, texts, vectors
    "an item set": ('Items[2] = "x"', 'Array_Set(Items, 2, "x")'),
    "an item changed": ("Numbers[1] += 1", "Array_Set(Numbers, 1, Numbers[1] + 1)"),
    "a value by key": ('Ages["a"] = 1', 'Map_Add(Ages, "a", 1)'),
    "a value of a key": ('Score = Ages["a"]', 'Score = Map_Find(Ages, "a").Value'),
    "the last item": ("Label = Items[-1]", "Label = Items[Array_LastIndex(Items)]"),
    "Python's append": ('Items.append("x")', 'Array_Add(Items, "x")'),
    "Python's remove": ("Numbers.remove(3)", "Array_RemoveItem(Numbers, 3)"),
    "Python's insert": ('Items.insert(1, "x")', 'Array_Insert(Items, "x", 1)'),
    "Python's clear": ("Items = []", "Array_Clear(Items)"),
    "a length": ("Score = len(Items)", "Score = Array_Length(Items)"),
    "JavaScript's length": ("Score = Items.length", "Score = Array_Length(Items)"),
    "C++'s Num": ("Score = Items.Num()", "Score = Array_Length(Items)"),
    "in an array": ('IsOpen = "x" in Items', 'Array_Contains(Items, "x")'),
    "in a map": ('IsOpen = "x" in Ages', 'Map_Contains(Ages, "x")'),
    "in a text": ('IsOpen = "x" in Label', 'Contains(Label, "x")'),
    "a text's upper": ("Label = Label.upper()", "Label = ToUpper(Label)"),
    "a vector's length": ("Health = Where.Size()", "Health = VSize(Where)"),
    "a number as a text": ("Label = Score.ToString()", "Label = "),
    # calls
    "a print of several": ('print("Score:", Score)', 'Concat_StrStr("Score: "'),
    "a text and a number": ('print("Score: " + Score)', 'Concat_StrStr("Score: "'),
    "a vector in a text": ('print(f"at {Where}")', "Conv_VectorToText(Where)"),
    "Python's mathematics": ("Health = math.sin(Health)", "Health = Sin(Health)"),
    "C++'s mathematics": ("Health = FMath::Max(0, Health - 10)", "FMax("),
    "pi": ("Health = math.pi * 2", "GetPI() * 2.0"),
    "C++'s pi": ("Health = PI * 2", "GetPI() * 2.0"),
    "C++'s constant interpolation": (
        "Health = FInterpConstantTo(Health, 1, 0.1, 2)",
        "FInterpTo_Constant(Health, 1.0, 0.1, 2.0)",
    ),
    "C++'s range of real numbers": ("Health = FMath::RandRange(0.5, 2)", "RandomFloatInRange(0.5, 2.0)"),
    "a number by its name": ("let n = 5\n  if n > Score:\n    Score = n", "if Score < 5:"),
    "numbers alone": ("let n = 5\n  if n > 3:\n    Score = n", "if MakeLiteralInt(5) > 3:"),
    "a power": ("Health = Health ** 2", "Health"),
    "Python's random": ("Score = random.randint(1, 6)", "Score = RandomIntegerInRange(1, 6)"),
    "Python's choice": ("Label = random.choice(Items)", "Array_Random(Items).OutItem"),
    "Python's sleep": ("time.sleep(2)", "Delay(2.0)"),
    "Unreal's Python": (
        "self.set_actor_location(unreal.Vector(0, 0, 1))",
        "SetActorLocation(MakeVector(Z=1.0))",
    ),
    "C++'s library": ('UGameplayStatics::OpenLevel(this, "Main");', 'OpenLevel("Main")'),
    "C++'s world": ("GetWorld()->SpawnActor<ACharacter>(Location=Where);", "SpawnActor(Character"),
    "a rotation in C++": ("SetActorRotation(FRotator(0, 90, 0))", "MakeRotator(Yaw=90.0)"),
    "a rotation in Python": ("SetActorRotation(unreal.Rotator(0, 0, 90))", "MakeRotator(Yaw=90.0)"),
    "a timer by name": ('SetTimer("Blink", 1.0, True)', 'FunctionName="Blink", Time=1.0, bLooping=true'),
    "a timer of an event": ("SetTimer(FunctionName=event Blink, Time=1.0)", "event Blink, 1.0"),
    "a class test as a value": (
        "IsOpen = isinstance(Other, Pawn)",
        "ClassIsChildOf(GetObjectClass(Other), Pawn)",
    ),
    "the event of the engine's class": ("super().BeginPlay()\n  Label = Label", "Label = Label"),
    # numbers
    "a real times a whole number": ("Health = 0.5 * Score", "0.5"),
    "a vector times a number": ("Where = 2 * Where", "Where = Where * 2.0"),
    # names without let
    "an object named": ("pawn = GetPlayerPawn(0)\n  pawn.AddMovementInput(Where)", "AddMovementInput(Where)"),
    "what an executed node gives": (
        "made = SpawnActor(Character, GetActorTransform())\n  made.StopJumping()",
        "SpawnActor(Character",
    ),
    "a value used at once": (
        "near = GetDistanceTo(Other)\n  if near < 100:\n    IsOpen = true",
        "if GetDistanceTo(Other) < 100.0:",
    ),
    "a number named": ("int most = 5;\n  Score = most", "Score = 5"),
}


@pytest.mark.parametrize(("line", "told"), thinned(_SAME.values(), 10), ids=_SAME.keys())
def test_a_habit_is_read_as_it_is_meant(line: str, told: str) -> None:
    """Read back in the words of this language; said again it is there already."""
    body = line.replace("Jump()", "IsOpen = true")
    made = written(f"{BEGIN}  {body}\n", **MEMBERS)
    assert told.replace("Jump()", "IsOpen = true") in made.text.replace("`", "")
    assert "floating:" not in made.text
    again = made.text
    made.apply(again)
    assert made.text == again


def test_a_real_number_makes_a_whole_one_real() -> None:
    """0.5 * Score is not 0: the operator is that of real numbers, whichever side it stands on."""
    for text in ("0.5 * Score", "Score * 0.5", "Score + 0.5 + Score"):
        graph = written(f"{BEGIN}  Health = {text}\n", **MEMBERS).graph
        names = [node.find_property("FunctionReference") or "" for node in graph.nodes]
        assert any("DoubleDouble" in name or "Double" in name for name in names), text
        assert not any("Multiply_IntInt" in name or "Add_IntInt" in name for name in names), text


_REFUSED = {
    "the order of Rotator": ("SetActorRotation(Rotator(0, 90, 0))", "MakeRotator(Roll=0"),
    "an array as a condition": ("if Items:\n    IsOpen = true", "len() around it"),
    "a slip of a variable": ("Helth = 5", "Nearest: Health"),
    "a name that would have to keep its value": (
        "start = GetActorLocation()\n  SetActorLocation((0, 0, 0))\n  SetActorLocation(start)",
        "var start: Vector at",
    ),
    "a number that is to change": ("let n = 5\n  while n > 0:\n    n = n - 1", "var n:"),
    "a name set twice": ("pawn = GetPlayerPawn(0)\n  pawn = GetPlayerPawn(1)", "var pawn: Pawn"),
    "which of two removes": ("Numbers.Remove(3)", "RemoveItem, RemoveIndex"),
    "an item given away": ("Items.pop()", "RemoveIndex"),
    "an item of a text": ("Label = Label[0]", "behind an array"),
    "a return out of a loop": ("for i in 0..3:\n    return", "break"),
}


@pytest.mark.parametrize(("line", "remedy"), thinned(_REFUSED.values(), 3), ids=_REFUSED.keys())
def test_what_languages_do_not_agree_on_is_refused_with_the_remedy(line: str, remedy: str) -> None:
    with pytest.raises(ProgramError) as refused:
        written(f"{BEGIN}  {line}\n", **MEMBERS)
    assert remedy in f"{refused.value.what} {refused.value.fix}"
