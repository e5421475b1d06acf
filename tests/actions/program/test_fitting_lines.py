"""Lines of BlueCode by the words of a request: all of them compile, and those that fit are found."""

from __future__ import annotations

import re

import pytest

from blueprint_assistant.actions.program.everyday_lines import EVERYDAY, EverydayLine
from blueprint_assistant.actions.program.fitting_lines import fitting_lines
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from sandbox_project import open_project

PATH = "/Game/BP_Thing"
PARTS = {
    "AudioComponent": "Audio",
    "CameraComponent": "Camera",
    "FXSystemComponent": "ParticleSystem",
    "LightComponent": "PointLight",
    "LocalLightComponent": "PointLight",
    "MeshComponent": "StaticMesh",
    "PrimitiveComponent": "StaticMesh",
    "SceneComponent": "StaticMesh",
    "ShapeComponent": "BoxCollision",
    "SpringArmComponent": "SpringArm",
    "StaticMeshComponent": "StaticMesh",
    "TextRenderComponent": "TextRender",
}
MEMBERS = """\
var Total: int
var bReady: bool
var Items: array:string
func Ring():
  pass
"""
SLOTS = {
    "{value}": "Total",
    "{number}": "Total",
    "{flag}": "bReady",
    "{array}": "Items",
    "{key}": "E",
    "{text}": "Hello",
}
ASSETS = {
    "/Game/Sounds/S_Ding": "SoundWave",
    "/Game/FX/P_Burst": "ParticleSystem",
    "/Engine/BasicShapes/Cube": "StaticMesh",
    "/Engine/BasicShapes/BasicShapeMaterial": "Material",
}
VALUES = ("Get", "Random", "len(", "Items[", "Round(", "Abs(", "VectorLength(")
HEADS = ("on ", "event ", "func ")


OVERLAP = "on ActorBeginOverlap(OtherActor):"


def _filled(item: EverydayLine) -> str:
    """A line with members of the Blueprint, as a statement or an entry that does something."""
    line = item.line.replace("{part}", f"My{PARTS.get(item.part)}").replace("event Ring", "event Rang")
    line = re.sub(r"\{\w+:([\w, ]+)\}", r"\1", line)
    for slot, name in SLOTS.items():
        line = line.replace(slot, name)
    if line.startswith(VALUES):
        return f"PrintString(str({line}))"
    return f'{line}\n  PrintString("x")' if line.endswith(":") else line


def _programs(owner: str) -> list[str]:
    """What is written into a Blueprint of this parent: its members, then all lines, each entry once."""
    items = [item for item in EVERYDAY if (item.owner or "Actor") == owner]
    kinds = dict.fromkeys(PARTS[item.part] for item in items if item.part)
    # Nothing that is to be done each time stands behind a DoOnce.
    lines = sorted(map(_filled, items), key=lambda line: line.startswith("DoOnce"))
    entries = [line for line in lines if line.startswith(HEADS) and not line.startswith(OVERLAP)]
    in_tick = [line for line in lines if "DeltaSeconds" in line and not line.startswith(HEADS)]
    statements = [line for line in lines if not line.startswith(HEADS) and line not in in_tick]
    body = "\n".join(statements).replace("\n", "\n  ")
    # The key E, BeginPlay and EndPlay have two ways to be written.
    late = [entry for entry in entries if any(word in entry for word in ("Pressed:", "SetTimer", "Sweep"))]
    early = [entry for entry in entries if entry not in late]
    early.sort(key=lambda entry: entry.startswith("on Tick"))
    members = MEMBERS + "".join(f"component My{kind}: {kind}\n" for kind in kinds)
    return [members, "\n".join([f"{OVERLAP}\n  {body}", *early, *(f"  {line}" for line in in_tick)]), *late]


@pytest.mark.parametrize("owner", ["Actor", "Character", "Pawn"])
def test_every_line_of_the_table_is_written_and_compiles(owner: str) -> None:
    with open_project() as project:
        for path, kind in ASSETS.items():
            project.sandbox.other_assets[path] = f"/Script/Engine.{kind}"
        project.create(PATH, f"/Script/Engine.{owner}")
        context = project.new_context()
        for program in _programs(owner):
            result = ActionRegistry().call("write_graph", {"blueprint": PATH, "code": program}, context)
            assert result.ok, result.text
        report = project.editor.apply(EditPlan(PATH, "compile", (CompileBlueprintStep(),))).compile
    assert report is not None
    assert report.is_clean, [message.text for message in report.messages]


def _lines(request: str, code: str = "") -> list[str]:
    """What fits a request to a Blueprint with two lights, a zone and an array; without what it is for."""
    with open_project() as project:
        project.create(PATH)
        members = "component Bulb: PointLight\ncomponent Spot: SpotLight\ncomponent Zone: BoxCollision\n"
        call = {"blueprint": PATH, "code": f"{members}var Score: int\nvar Names: array:string\n"}
        assert ActionRegistry().call("write_graph", call, project.new_context()).ok
        found = fitting_lines(project.new_context(), [project.blueprint(PATH)], request, code)
    return [line.partition("  #")[0].strip() for line in found]


def test_members_that_a_request_names_stand_in_its_lines() -> None:
    assert "Bulb.SetIntensity(500)" in _lines("At the start make Bulb brighter.")
    assert "on Zone.OnComponentEndOverlap(OtherActor):" in _lines("Print Bye when they leave the Zone.")
    assert "on input K():" in _lines("K flips it.")
    assert "Score = Max(Score - 3, 0)" in _lines("Take 3 off Score, but never below 0.")
    # It is the only array, so that it is meant; which light is meant nobody can tell.
    assert 'Names.Add("Apple")' in _lines("Append Bob to the list.")
    assert not [line for line in _lines("Make it brighter.") if "SetIntensity" in line]


def test_numbers_of_a_request_stand_in_its_lines_where_it_has_one_of_a_kind() -> None:
    """Small models copy what stands in an example, a number before all."""
    lines = _lines("Wait half a second, then move it up 20 units.")
    assert "Delay(0.5)" in lines
    assert "AddActorWorldOffset((0, 0, 20))" in lines
    assert "AddActorLocalRotation(MakeRotator(Yaw=30 * DeltaSeconds))" in _lines(
        "Turn it 30 degrees per second."
    )
    assert "AddActorWorldOffset((0, 0, 50))" in _lines("Move it by 3 along X and 4 along Y.")


def test_texts_colours_and_names_are_those_of_the_request() -> None:
    """A small model printed "Tired" where tired was asked for, and made green what was to be red."""
    printed = [
        line for line in _lines("Print tired if Score is 3, then say 'Go on!'.") if "PrintString(" in line
    ]
    assert printed == ['PrintString("tired")', 'PrintString("Go on!")']
    assert "PrintString(str(Score))" in _lines("Print the Score.")
    assert "Bulb.SetLightColor(MakeColor(1, 0, 0))" in _lines("Make Bulb red.")
    timer = 'SetTimer(FunctionName="Tock", Time=1, bLooping=true)'
    assert timer in _lines("Call the event Tock every second.", "on BeginPlay()\n  pass\n")


def test_words_that_only_happen_to_be_in_a_request_are_no_way_to_ask() -> None:
    """A small model used the line for `put it to` where a word was to be put into a variable."""
    assert not [
        line for line in _lines("Put the word Hi into Label and print it to me.") if "Location" in line
    ]
    assert _lines("Mach das bitte schneller.") == []


def test_a_blueprint_of_a_blueprint_gets_the_lines_of_its_class() -> None:
    with open_project() as project:
        project.create(PATH, "/Script/Engine.Character")
        project.create("/Game/BP_Child", f"{PATH}.BP_Thing_C")
        child = project.blueprint("/Game/BP_Child")
        lines = fitting_lines(project.new_context(), [child], "Let it walk at 250.", "")
    assert any("CharacterMovement.MaxWalkSpeed = 250" in line for line in lines)


def test_what_the_code_has_already_is_not_said_again() -> None:
    code = "on Tick(DeltaSeconds)\n  AddActorLocalRotation(MakeRotator(Yaw=9))\n"
    assert "on Tick(DeltaSeconds):" in _lines("Rotate it constantly.")
    assert _lines("Rotate it constantly.", code) == []
