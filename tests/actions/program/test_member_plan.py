"""The members that a program declares: variables, components with properties, event dispatchers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.program.declared_members import Declaration, read_declarations
from blueprint_assistant.graph.catalog.declarations import dispatchers_of

if TYPE_CHECKING:
    from actions.conftest import Tools

DOOR = """\
component Frame: StaticMesh(Mobility="Movable") as root
component Trigger: BoxCollision(BoxExtent=(150, 120, 110), CollisionProfileName="Trigger") under Frame
var OpenAngle: float = 90 in "Door, swing"
private var bIsOpen: bool = false
exposed var Speed: float = 2
dispatcher OnOpened(Angle: float, Who: Actor)
"""


def write(tools: Tools, code: str) -> str:
    return tools.do("write_graph", blueprint="BP_Door", code=code)


def with_properties(tools: Tools, component: str, *names: str) -> dict[str, str]:
    import unreal  # noqa: PLC0415 - only an installed sandbox provides it

    from blueprint_assistant.editor.unreal_editor.template_properties import with_properties as read  # noqa: PLC0415

    asset = unreal.EditorAssetLibrary.load_asset(tools.door.path)
    blueprint = read(tools.door, asset, {component.lower(): frozenset(names)})
    found = blueprint.find_component(component)
    assert found is not None
    return dict(found.properties)


def test_members_are_made_with_all_that_is_said_of_them(tools: Tools) -> None:
    text = write(tools, DOOR)
    assert "made component Frame (StaticMeshComponent), component Trigger (BoxComponent)" in text
    assert "event dispatcher OnOpened; set Frame.Mobility, Trigger.BoxExtent" in text
    assert "up to date, 0 errors" in text
    door = tools.door
    parents = {item.name: item.parent for item in door.components}
    assert parents["Trigger"] == "Frame"
    assert not parents["Frame"]
    extent = with_properties(tools, "Trigger", "BoxExtent", "BodyInstance.CollisionProfileName")
    assert extent["BoxExtent"] == "150.000000,120.000000,110.000000"
    assert extent["BodyInstance.CollisionProfileName"] == "Trigger"
    variables = {item.name: item for item in door.variables}
    assert variables["OpenAngle"].category == "Door, swing"
    assert variables["OpenAngle"].is_instance_editable
    assert not variables["bIsOpen"].is_instance_editable
    assert variables["Speed"].is_instance_editable
    assert variables["Speed"].is_exposed_on_spawn
    (dispatcher,) = dispatchers_of(door)
    assert [item.name for item in dispatcher.inputs] == ["Angle", "Who"]


def test_the_same_members_again_are_there_already(tools: Tools) -> None:
    write(tools, DOOR)
    assert tools.done_before("write_graph", blueprint="BP_Door", code=DOOR).startswith("All of it is in")


def test_a_component_that_is_there_gets_properties_and_another_parent(tools: Tools) -> None:
    write(tools, "component Base: Scene\ncomponent Arm: Scene\ncomponent Panel: StaticMesh\n")
    text = write(tools, "component Panel(RelativeLocation=(0, 0, 50)) under Arm\n")
    assert "set Panel under Arm, Panel.RelativeLocation" in text
    assert with_properties(tools, "Panel", "RelativeLocation") == {
        "RelativeLocation": "0.000000,0.000000,50.000000"
    }
    assert {item.name: item.parent for item in tools.door.components}["Panel"] == "Arm"


def test_a_component_may_be_named_by_a_base_class_of_it(tools: Tools) -> None:
    write(tools, "component Panel: StaticMesh\n")
    assert "set Panel.BoundsScale." in write(tools, "component Panel: MeshComponent(BoundsScale=2)\n")


def test_a_program_may_use_what_it_declares(tools: Tools) -> None:
    event = "on Trigger.OnComponentBeginOverlap(OtherActor):\n  broadcast OnOpened(OpenAngle, OtherActor)\n"
    code = f"{DOOR}{event}"
    assert "up to date, 0 errors" in write(tools, code)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("component Box: BoxCollision(Extent=(1, 2, 3))\n", ("Line 1", "Extent", "BoxExtent")),
        ("component Box: BoxCollision(BoxExtent)\n", ("Line 1", "BoxExtent", "Write = and its value")),
        ("component Box: Actor\n", ("Line 1", "abstract")),
        ("component A: Scene\ncomponent Box: BoxCollision under Nowhere\n", ("Line 2: ", "Nowhere")),
        ("component A: Scene\nvar A: float\n", ("Line 2: ", "'A'")),
        ("component Box(BoxExtent=(1, 2, 3))\n", ("Line 1",)),
        ("\nprivate component Box: BoxCollision\n", ("Line 2", "only variables")),
        ("dispatcher OnOpened(Angle)\n", ("Line 1", "Angle")),
        ("dispatcher OnOpened(Angle: flot)\n", ("Line 1", "flot")),
    ],
)
def test_a_wrong_declaration_is_refused_with_its_line_and_changes_nothing(
    tools: Tools, code: str, said: tuple[str, ...]
) -> None:
    text = tools.refused("write_graph", blueprint="BP_Door", code=code)
    assert all(part in text for part in said), text


@pytest.mark.parametrize(
    ("line", "declared"),
    [
        ("var Health: float = 100", Declaration("var", "Health", "float", "100", line=1)),
        (
            "variable Names: array:string = ['a, b', \"c\"];",
            Declaration("var", "Names", "array:string", "['a, b', \"c\"]", line=1),
        ),
        (
            "var `Two Words`: int in Combat  # so",
            Declaration("var", "Two Words", "int", category="Combat", line=1),
        ),
        (
            "exposed private var A: int",
            Declaration("var", "A", "int", words=frozenset({"exposed", "private"}), line=1),
        ),
        (
            "component Mesh: StaticMesh under `My Root`",
            Declaration("component", "Mesh", "StaticMesh", parent="My Root", line=1),
        ),
        (
            "component Box: BoxCollision (BoxExtent=(1, 2, 3), Tag='a, (b') as root",
            Declaration(
                "component",
                "Box",
                "BoxCollision",
                is_root=True,
                given=(("BoxExtent", "(1, 2, 3)"), ("Tag", "'a, (b'")),
                line=1,
            ),
        ),
        (
            "event dispatcher OnDied(Killer: Actor):",
            Declaration("dispatcher", "OnDied", inputs="Killer: Actor", line=1),
        ),
        ("dispatcher OnDied", Declaration("dispatcher", "OnDied", line=1)),
    ],
)
def test_a_declaration_is_read(line: str, declared: Declaration) -> None:
    assert read_declarations(line) == ((declared,), "")


@pytest.mark.parametrize(
    "line", ["var = 3", "variable.Jump()", "component(1)", "  var Health: float", "dispatcher = 1"]
)
def test_what_only_looks_like_a_declaration_is_left_in_the_program(line: str) -> None:
    assert read_declarations(line) == ((), line)
