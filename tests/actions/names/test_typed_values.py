"""Values of every type, in the spellings that models send: for variables, component properties and pins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tiers import deep, thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

MESH = "/Script/Engine.StaticMesh"


@pytest.fixture(params=["en", pytest.param("ko", marks=deep)])
def stage(tools: Tools, request: pytest.FixtureRequest) -> Tools:
    """BP_Door with a light and a mesh, beside assets of other kinds, in an editor of two languages."""
    tools.project.sandbox.language = request.param
    tools.project.sandbox.other_assets |= {
        "/Game/Meshes/SM_Door": MESH,
        "/Game/Old/SM_Wall": MESH,
        "/Game/New/SM_Wall": MESH,
        "/Game/S_Creak": "/Script/Engine.SoundWave",
        "/Game/M_Red": "/Script/Engine.Material",
        "/Game/Data/E_State": "/Script/Engine.UserDefinedEnum",
        "/Game/Data/S_Item": "/Script/Engine.UserDefinedStruct",
        "/Game/One/S_Twice": "/Script/Engine.UserDefinedStruct",
        "/Game/Two/S_Twice": "/Script/Engine.UserDefinedStruct",
        "/Doors/E_Kind": "/Script/Engine.UserDefinedEnum",
    }
    tools.do("add_component", blueprint="BP_Door", type="PointLight", name="Lamp")
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    return tools


def held(tools: Tools, name: str) -> str:
    found = tools.door.find_variable(name)
    assert found is not None
    return found.default


DOOR = "/Game/Meshes/SM_Door.SM_Door"
YAW = "(Rotation=(Pitch=0.000000,Yaw=90.000000,Roll=0.000000),Translation=(X=1.000000,Y=2.000000,Z=3.000000)"

VALUES = [
    ("byte", "255", "255"),
    ("int64", "9223372036854775807", "9223372036854775807"),
    ("string", 'say "hi", (you)', 'say "hi", (you)'),
    ("string", "None", "None"),
    ("text", 'NSLOCTEXT("", "K", "Words")', "Words"),
    ("name", "null", "null"),
    ("vector", '{"x": 1, "y": "2", "z": 3}', "1.000000,2.000000,3.000000"),
    ("rotator", "Yaw 90", "0.000000,90.000000,0.000000"),
    ("rotator", {"pitch": 1, "yaw": 2, "roll": 3}, "1.000000,2.000000,3.000000"),
    ("linearcolor", "Red", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
    ("linearcolor", [0, 0.5, 1], "(R=0.000000,G=0.500000,B=1.000000,A=1.000000)"),
    ("FColor", "#FF8000", "(B=0,G=128,R=255,A=255)"),
    (
        "transform",
        {"Location": [1, 2, 3], "Rotation": {"Yaw": 90}},
        "1.000000,2.000000,3.000000|0.000000,90.000000,0.000000|1.000000,1.000000,1.000000",
    ),
    ("ECollisionChannel", "ECollisionChannel::ECC_Pawn", "ECC_Pawn"),
    ("Key", "Space Bar", "SpaceBar"),
    ("GameplayTag", "Enemy.Boss", '(TagName="Enemy.Boss")'),
    ("Vector4", [1, 2, 3, 4], "(X=1.000000,Y=2.000000,Z=3.000000,W=4.000000)"),
    ("StaticMesh", "SM_Door", DOOR),
    ("StaticMesh", "StaticMesh'/Game/Meshes/SM_Door.SM_Door'", DOOR),
    ("StaticMesh", {"refPath": "/Game/Meshes/SM_Door"}, DOOR),
    ("StaticMesh", "null", "None"),
    ("soft:StaticMesh", "Meshes/SM_Door", DOOR),
    ("class:Actor", "BP_Door", "/Game/BP_Door.BP_Door_C"),
    ("class:Actor", "APawn", "/Script/Engine.Pawn"),
    ("softclass:Actor", "/Game/BP_Door", "/Game/BP_Door.BP_Door_C"),
    ("interface:Interface", "None", "None"),
    ("array:int", [1, "2", 3.0], "(1,2,3)"),
    ("array:int", 5, "(5)"),
    ("array:string", ["a, b", 'say "x"', ""], '("a, b","say \\"x\\"","")'),
    ("array:string", "one,two", '("one","two")'),
    (
        "array:vector",
        [[1, 2, 3], {"X": 4}],
        "((X=1.000000,Y=2.000000,Z=3.000000),(X=4.000000,Y=0.000000,Z=0.000000))",
    ),
    (
        "array:transform",
        [{"location": [1, 2, 3], "rotation": "yaw 90"}],
        f"({YAW},Scale3D=(X=1.000000,Y=1.000000,Z=1.000000)))",
    ),
    ("array:linearcolor", "red", "((R=1.000000,G=0.000000,B=0.000000,A=1.000000))"),
    ("array:ECollisionChannel", ["Pawn", "ECC_WorldStatic"], "(ECC_Pawn,ECC_WorldStatic)"),
    ("array:class:Actor", ["BP_Door", "Pawn", None], "(/Game/BP_Door.BP_Door_C,/Script/Engine.Pawn,None)"),
    ("array:soft:StaticMesh", ["SM_Door", "Old/SM_Wall"], f"({DOOR},/Game/Old/SM_Wall.SM_Wall)"),
    ("set:name", ["a", "b"], '("a","b")'),
    ("map:string,int", {"a, b": 1, "c": "2"}, '(("a, b",1),("c",2))'),
    ("map:string,int", [["a", 1]], '(("a",1))'),
    ("map:string,int", [{"key": "a", "value": 1}], '(("a",1))'),
    ("map:string,int", "a=1", '(("a",1))'),
    ("map:name,vector", {"a": [1, 2, 3]}, '(("a",(X=1.000000,Y=2.000000,Z=3.000000)))'),
    ("map:int,StaticMesh", {"7": "SM_Door"}, f"((7,{DOOR}))"),
    ("map:ECollisionChannel,bool", {"Pawn": True}, "((ECC_Pawn,true))"),
]


@pytest.mark.parametrize(("kind", "value", "kept"), thinned(VALUES, 12))
def test_a_variable_takes_a_value_and_reads_it_back(stage: Tools, kind: str, value: Any, kept: str) -> None:
    stage.do("add_variable", blueprint="BP_Door", name="Value", type=kind, default_value=value)
    assert held(stage, "Value") == kept
    # The same value again, sent or as it was read back, changes nothing.
    stage.done_before("set_variable_defaults", blueprint="BP_Door", name="Value", default=value)
    stage.done_before(
        "set_variable_defaults", blueprint="BP_Door", name="Value", default=held(stage, "Value")
    )
    assert "0 errors" in stage.do("compile_blueprint", blueprint="BP_Door")
    assert held(stage, "Value") == kept


@pytest.mark.parametrize(
    ("kind", "value", "said"),
    thinned(
        [
            ("byte", 256, "0 to 255"),
            ("int64", "9223372036854775808", "9223372036854775807"),
            ("string", ["a"], "Send it as text"),
            ("bool", "maybe", "true or false"),
            ("vector", [1, 2], "X,Y,Z"),
            ("linearcolor", "reddish", "R,G,B,A"),
            ("ECollisionChannel", 1, "ECC_WorldStatic"),
            ("StaticMesh", "SM_Wall", "/Game/New/SM_Wall, /Game/Old/SM_Wall"),
            ("StaticMesh", "SM_Dor", "/Game/Meshes/SM_Door"),
            ("StaticMesh", "S_Creak", "is a SoundWave, no StaticMesh"),
            ("StaticMesh", "/Game/Meshes/SM_No", "no asset"),
            ("StaticMesh", {"a": 1, "b": 2}, "names no asset"),
            ("class:Pawn", "BP_Door", "Pawn"),
            ("array:int", ["1", "x"], "Array of Integers"),
            ("array:StaticMesh", ["SM_Door", "SM_No"], "SM_No"),
            ("map:string,int", ["a"], "no key with its value"),
            ("map:string,int", 5, "no map"),
            ("map:vector,int", {"1,2,3": 4}, "cannot be set from Python"),
            ("set:int", [1, 1], "there twice"),
            ("HitResult", {"Tme": 1}, "Time"),
            ("E_State", "Open", "cannot be set from Python"),
            ("S_Item", {"A": 1}, "cannot be set from Python"),
            ("array:E_State", ["Open"], "cannot be set from Python"),
        ],
        8,
    ),
)
def test_what_is_no_value_is_refused_before_anything_is_touched(
    stage: Tools, kind: str, value: Any, said: str
) -> None:
    given = {"blueprint": "BP_Door", "name": "Value", "type": kind}
    assert said in stage.refused("add_variable", **given, default_value=value)
    stage.do("add_variable", **given)
    assert said in stage.refused("set_variable_defaults", blueprint="BP_Door", name="Value", default=value)


def test_members_that_a_struct_value_leaves_out_keep_theirs(stage: Tools) -> None:
    given = {"blueprint": "BP_Door", "name": "Hit"}
    stage.do("add_variable", **given, type="HitResult", default={"Time": 0.5, "Location": [1, 2, 3]})
    stage.do("set_variable_defaults", **given, default={"Distance": 7})
    for part in ("Time=0.500000", "Distance=7.000000", "Location=(X=1.000000,Y=2.000000,Z=3.000000)"):
        assert part in held(stage, "Hit")
    stage.done_before("set_variable_defaults", **given, default={"Time": 0.5})


def test_an_emptied_container_is_told_as_empty(stage: Tools) -> None:
    given = {"blueprint": "BP_Door", "name": "Keys"}
    stage.do("add_variable", **given, type="array:int", default=[1])
    for empty in ([], "[]", "()", "None"):
        stage.do("set_variable_defaults", **given, default=[1])
        assert stage.do("set_variable_defaults", **given, default=empty).startswith(
            "/Game/BP_Door: Keys (array of int, "
        )
        assert held(stage, "Keys") == ""


def test_a_renamed_variable_keeps_values_of_every_kind(stage: Tools) -> None:
    for number, (kind, value, _) in enumerate(VALUES[::3]):
        given = {"blueprint": "BP_Door", "name": f"Value{number}"}
        stage.do("add_variable", **given, type=kind, default_value=value)
        kept = held(stage, f"Value{number}")
        stage.do("rename_variable", blueprint="BP_Door", old=f"Value{number}", new=f"Kept{number}")
        assert held(stage, f"Kept{number}") == kept


# --- types ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "shown"),
    thinned(
        [
            ("E_State", "byte E_State"),
            ("enum:E_State", "byte E_State"),
            ("/Game/Data/S_Item", "struct S_Item"),
            ("/Game/Data/S_Item.S_Item", "struct S_Item"),
            ("array:S_Item", "array of struct S_Item"),
            ("E_State[]", "array of byte E_State"),
            ("map:name,S_Item", "map of name to S_Item"),
            ("array of S_Item", "array of struct S_Item"),
            ("array:/Doors/E_Kind", "array of byte E_Kind"),
            ("TArray<FHitResult>", "array of struct HitResult"),
            ("BP_Door[]", "array of object BP_Door_C"),
            ("soft:BP_Door", "softobject BP_Door_C"),
            ("class:/Game/BP_Door", "class BP_Door_C"),
        ],
        5,
    ),
)
def test_types_of_the_project_are_found_by_name_and_path(stage: Tools, text: str, shown: str) -> None:
    assert f"({shown}" in stage.do("add_variable", blueprint="BP_Door", name="Value", type=text)
    found = stage.door.find_variable("Value")
    assert found is not None
    assert str(found.type) == shown
    stage.done_before("add_variable", blueprint="BP_Door", name="Value", type=text)


def test_a_type_of_two_names_is_refused_with_both(stage: Tools) -> None:
    text = stage.refused("add_variable", blueprint="BP_Door", name="Value", type="S_Twice")
    assert "/Game/One/S_Twice, /Game/Two/S_Twice" in text
    stage.do("add_variable", blueprint="BP_Door", name="Value", type="/Game/Two/S_Twice")


# --- component properties ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("component", "name", "value", "kept"),
    thinned(
        [
            ("Lamp", "LightColor", "red", "(B=0,G=0,R=255,A=255)"),
            ("Lamp", "LightColor", "255, 128, 0", "(B=0,G=128,R=255,A=255)"),
            ("Lamp", "LightColor", "#00FF00", "(B=0,G=255,R=0,A=255)"),
            ("Lamp", "LightColor", {"R": 1.0, "G": 0.5, "B": 0.0}, "(B=0,G=128,R=255,A=255)"),
            ("Mesh", "StaticMesh", "SM_Door", DOOR),
            ("Mesh", "StaticMesh", "/Game/Meshes/SM_Door", DOOR),
            ("Mesh", "OverrideMaterials", ["M_Red"], "(/Game/M_Red.M_Red)"),
            ("Mesh", "ComponentTags", ["a", "b"], '("a","b")'),
            ("Mesh", "RelativeRotation", "yaw 90", "0.000000,90.000000,0.000000"),
            ("Mesh", "RelativeScale3D", [2, 2, 2], "2.000000,2.000000,2.000000"),
        ],
        4,
    ),
)
def test_a_component_property_takes_values_of_its_type(
    stage: Tools, component: str, name: str, value: Any, kept: str
) -> None:
    given = {"blueprint": "BP_Door", "component": component, "property": name, "value": value}
    assert f"{component}.{name} of /Game/BP_Door to {kept}" in stage.do("set_component_property", **given)
    stage.done_before("set_component_property", **given)


@pytest.mark.parametrize(
    ("component", "name", "value", "said"),
    [
        ("Mesh", "StaticMesh", "S_Creak", "no StaticMesh"),
        ("Mesh", "StaticMesh", "SM_Wall", "Old/SM_Wall"),
        ("Mesh", "OverrideMaterials", ["SM_Door"], "no MaterialInterface"),
        ("Lamp", "LightColor", "reddish", "R,G,B,A"),
    ],
)
def test_a_value_that_a_component_property_cannot_hold_is_refused(
    stage: Tools, component: str, name: str, value: Any, said: str
) -> None:
    given = {"blueprint": "BP_Door", "component": component, "property": name, "value": value}
    assert said in stage.refused("set_component_property", **given)


# --- pins ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "pin", "value", "kept"),
    [
        ("PrintString", "TextColor", "red", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
        (
            "PrintString",
            "TextColor",
            {"R": 0, "G": 1, "B": 0},
            "(R=0.000000,G=1.000000,B=0.000000,A=1.000000)",
        ),
        ("PrintString", "InString", 'say "hi", (you)', 'say "hi", (you)'),
        ("K2_SetActorRotation", "NewRotation", "yaw 90", "0.000000,90.000000,0.000000"),
        ("K2_SetActorLocation", "NewLocation", {"x": 1, "z": 2}, "1.000000,0.000000,2.000000"),
        ("GameplayStatics.PlaySound2D", "Sound", "S_Creak", "/Game/S_Creak.S_Creak"),
        ("GameplayStatics.GetAllActorsOfClass", "ActorClass", "BP_Door", "/Game/BP_Door.BP_Door_C"),
    ],
)
def test_a_pin_takes_values_of_its_type(stage: Tools, function: str, pin: str, value: Any, kept: str) -> None:
    stage.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name=function)
    stage.do("set_pin_value", node_id="N1", pin_name=pin, value=value)
    found = stage.node("N1").find_pin(pin, "input")
    assert found is not None
    assert found.default == kept
    stage.done_before("set_pin_value", node_id="N1", pin_name=pin, value=value)


@pytest.mark.parametrize(
    ("function", "pin", "value", "said"),
    [
        ("K2_SetActorTransform", "NewTransform", {"Location": [1, 2, 3]}, "takes a reference"),
        ("GameplayStatics.PlaySound2D", "Sound", "SM_Door", "no SoundBase"),
        ("PrintString", "InString", ["a"], "Send it as text"),
        ("GameplayStatics.GetAllActorsOfClass", "ActorClass", "SM_Door", "SM_Door"),
    ],
)
def test_what_a_pin_cannot_hold_is_refused(
    stage: Tools, function: str, pin: str, value: Any, said: str
) -> None:
    stage.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name=function)
    assert said in stage.refused("set_pin_value", node_id="N1", pin_name=pin, value=value)
