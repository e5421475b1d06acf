from __future__ import annotations

import contextlib
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.engine_catalog import Catalog, ClassInfo, default_catalog
from blueprint_assistant.graph.model.blueprint import EXEC, Direction, ObjectRef, Pin, PinType, TerminalType
from blueprint_assistant.graph.rules.conversions import CONVERSIONS
from blueprint_assistant.graph.rules.schema import (
    Allowed,
    BadDefaultError,
    BadTypeError,
    Conversion,
    Refused,
    Schema,
    parse_type,
    pin_with_default,
    type_display,
    validate_default,
)
from graph.graphs import pins
from tiers import examples, thinned

CATALOG = default_catalog()


def pin(kind: str | PinType, direction: Direction = "output") -> Pin:
    pin_type = parse_type(kind, CATALOG) if isinstance(kind, str) else kind
    return Pin("1", "P", direction, pin_type)


def connect(source: str | PinType, target: str | PinType) -> Allowed | Conversion | Refused:
    return Schema(CATALOG).can_connect(pin(source), pin(target, "input"))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("float", "float"),
        ("StaticMeshComponent", "SceneComponent"),
        ("Pawn", "Actor"),
        ("Pawn", "object"),
        ("class:Pawn", "class:Actor"),
        ("array:int", "array:int"),
        ("map:name,int", "map:name,int"),
        ("EMovementMode", "byte"),
        ("vector", "vector"),
        ("Vector_NetQuantize", "vector"),
    ],
)
def test_a_value_goes_where_its_type_fits_and_replaces_what_was_there(source: str, target: str) -> None:
    assert connect(source, target) == Allowed("target")


def test_a_float_and_a_double_are_one_type() -> None:
    assert connect(PinType("real", "float"), PinType("real", "double")) == Allowed("target")


def test_an_exec_link_replaces_the_link_of_its_output() -> None:
    assert connect(EXEC, EXEC) == Allowed("source")


@pytest.mark.parametrize(
    ("source", "target", "function"),
    [
        ("int", "float", "KismetMathLibrary:Conv_IntToDouble"),
        ("float", "int", "KismetMathLibrary:FTrunc"),
        ("bool", "string", "KismetStringLibrary:Conv_BoolToString"),
        ("vector", "string", "KismetStringLibrary:Conv_VectorToString"),
        ("Pawn", "string", "KismetStringLibrary:Conv_ObjectToString"),
        ("float", "text", "KismetTextLibrary:Conv_DoubleToText"),
        ("float", "vector", "KismetMathLibrary:Conv_DoubleToVector"),
    ],
)
def test_another_type_goes_through_the_editors_conversion(source: str, target: str, function: str) -> None:
    assert connect(source, target) == Conversion(f"/Script/Engine.{function}")


@pytest.mark.parametrize(("ends", "function"), CONVERSIONS.items(), ids=str)
def test_every_conversion_takes_its_source_and_gives_its_target(
    catalog: Catalog, ends: tuple[str, str], function: str
) -> None:
    info = catalog.function(function)
    assert info is not None
    assert info.is_pure
    assert not info.is_name_guessed
    given = next(item for item in info.parameters if item.direction == "in").type
    (returned,) = (item.type for item in info.parameters if item.direction != "in")
    assert connect(given, returned) == Conversion(function)
    assert ends[1] in (returned.category, returned.subcategory_object and returned.subcategory_object.name)


def test_no_container_and_no_enum_is_converted() -> None:
    assert isinstance(connect("array:int", "array:float"), Refused)
    assert isinstance(connect("EMovementMode", "string"), Refused)
    assert isinstance(connect("string", "int"), Refused)


@pytest.mark.parametrize(
    ("source", "target", "reason"),
    [
        (EXEC, "bool", "Exec is not compatible with Boolean."),
        ("vector", "Actor", "Vector is not compatible with Actor Object Reference."),
        ("Actor", "Pawn", "Cast To Pawn"),
        ("array:int", "int", "Array of Integers is not compatible with Integer."),
        ("byte", "EMovementMode", "Byte is not compatible with EMovementMode Enum."),
        ("HitResult", "string", "Hit Result is not compatible with String."),
        (
            "map:name,int",
            "map:name,float",
            "Map of Name to Integer is not compatible with Map of Name to Float.",
        ),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused_in_the_editors_words(
    source: str | PinType, target: str | PinType, reason: str
) -> None:
    result = connect(source, target)
    assert isinstance(result, Refused)
    assert reason in result.reason


def test_two_pins_of_one_direction_are_refused() -> None:
    schema = Schema(CATALOG)
    assert isinstance(schema.can_connect(pin(EXEC), pin(EXEC)), Refused)
    assert isinstance(schema.can_connect(pin(EXEC, "input"), pin(EXEC, "input")), Refused)


@pytest.mark.parametrize("change", ["is_hidden", "is_not_connectable", "is_orphaned"])
def test_a_pin_that_takes_no_links_is_refused(change: str) -> None:
    target = replace(pin("int", "input"), **{change: True})
    assert isinstance(Schema(CATALOG).can_connect(pin("int"), target), Refused)


def test_self_fits_what_its_class_fits() -> None:
    me = PinType("object", "self")
    pawn = Schema(CATALOG, "/Script/Engine.Pawn")
    assert pawn.can_connect(pin(me), pin("Actor", "input")) == Allowed("target")
    assert isinstance(pawn.can_connect(pin(me), pin("StaticMeshComponent", "input")), Refused)
    assert Schema(CATALOG).can_connect(pin(me), pin("Actor", "input")) == Allowed("target")


def test_a_wildcard_takes_data_but_no_exec_except_on_a_reroute() -> None:
    wildcard = PinType("wildcard")
    assert connect("vector", wildcard) == Allowed("target", parse_type("vector", CATALOG))
    assert connect(wildcard, "vector") == Allowed("target", parse_type("vector", CATALOG))
    assert connect(wildcard, wildcard) == Allowed("target")
    assert isinstance(connect(EXEC, wildcard), Refused)
    reroute = replace(pin(wildcard, "input"), name="InputPin")
    assert Schema(CATALOG).can_connect(pin(EXEC), reroute) == Allowed("source", EXEC)


def test_what_a_wildcard_takes_on_is_the_type_alone() -> None:
    given = replace(parse_type("vector", CATALOG), is_reference=True, is_const=True)
    assert connect(given, PinType("wildcard")) == Allowed("target", parse_type("vector", CATALOG))


def test_the_letter_case_of_a_category_means_nothing() -> None:
    assert connect(PinType("Delegate"), PinType("delegate")) == Allowed("target")
    assert connect(PinType("Int"), PinType("real", "double")) == connect("int", "float")


def blueprint(path: str, kind: str = "/Script/Engine.BlueprintGeneratedClass") -> PinType:
    return PinType("object", subcategory_object=ObjectRef(path, kind))


def test_a_class_of_the_project_that_is_not_known_is_left_to_the_editor() -> None:
    door = blueprint("/Game/BP_Door.BP_Door_C")
    result = connect(door, "Actor")
    assert result == Allowed("target")
    assert isinstance(result, Allowed)
    assert result.unproven == "/Game/BP_Door.BP_Door_C"
    assert connect(door, "object") == Allowed("target")
    refused = connect("Actor", door)
    assert isinstance(refused, Refused)
    assert refused.kind == "cast_needed"


def test_a_widget_blueprint_is_a_widget_whoever_knows_it() -> None:
    menu = blueprint("/Game/WBP_Menu.WBP_Menu_C", "/Script/UMG.WidgetBlueprintGeneratedClass")
    proven = connect(menu, "object:UserWidget")
    assert isinstance(proven, Allowed)
    assert not proven.unproven
    assert isinstance(connect(menu, "Actor"), Refused)


def test_a_class_of_the_project_that_is_known_is_judged_like_any_other() -> None:
    door = ClassInfo("/Game/BP_Door.BP_Door_C", "BP_Door_C", "/Script/Engine.Actor", is_actor=True)
    schema = Schema(CATALOG.extended([door]))
    source = pin(blueprint(door.path))
    proven = schema.can_connect(source, pin("Actor", "input"))
    assert isinstance(proven, Allowed)
    assert not proven.unproven
    assert isinstance(schema.can_connect(source, pin("StaticMeshComponent", "input")), Refused)


def test_an_object_fits_an_interface_that_its_class_implements() -> None:
    moving = PinType("interface", subcategory_object=ObjectRef("/Script/Engine.NavMovementInterface"))
    assert connect("CharacterMovementComponent", moving) == Allowed("target")
    refused = connect("StaticMeshComponent", moving)
    assert isinstance(refused, Refused)
    assert refused.kind == "interface"
    assert connect(moving, "object") == Conversion(
        "/Script/Engine.KismetSystemLibrary:Conv_InterfaceToObject"
    )
    assert isinstance(connect(moving, "CharacterMovementComponent"), Refused)


@given(pins(), pins())
@settings(max_examples=examples(200, 40), deadline=None)
def test_any_two_pins_get_an_answer(source: Pin, target: Pin) -> None:
    result = Schema(CATALOG).can_connect(source, target)
    if isinstance(result, Refused):
        assert result.reason
    else:
        assert (source.direction, target.direction) == ("output", "input")


@pytest.mark.parametrize(
    ("kind", "written", "stored"),
    [
        ("bool", "True", "true"),
        ("bool", "0", "false"),
        ("int", " +5 ", "5"),
        ("int", "-3.0", "-3"),
        ("int64", "9223372036854775807", "9223372036854775807"),
        ("byte", "255", "255"),
        ("float", "2", "2.000000"),
        ("float", "1.5f", "1.500000"),
        ("float", "-1e3", "-1000.000000"),
        ("float", "1e-9", "0.000000001"),
        ("float", "-0", "0.000000"),
        ("name", "", "None"),
        ("string", " kept as it is ", " kept as it is "),
        ("vector", "1,2,3", "1.000000,2.000000,3.000000"),
        ("vector", "(X=1,Z=3)", "1.000000,0.000000,3.000000"),
        ("vector", "[1, 2, 3]", "1.000000,2.000000,3.000000"),
        ("rotator", "(Pitch=0,Yaw=90,Roll=0)", "0.000000,90.000000,0.000000"),
        ("rotator", "(P=1,Y=2,R=3)", "1.000000,2.000000,3.000000"),
        ("Vector2D", "1,2", "(X=1.000000,Y=2.000000)"),
        ("color", "1,0,0", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
        ("color", "(R=1,G=0.5,B=0)", "(R=1.000000,G=0.500000,B=0.000000,A=1.000000)"),
        ("color", "#FF0000", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
        ("EMovementMode", "MOVE_Flying", "MOVE_Flying"),
        ("EMovementMode", "EMovementMode::MOVE_Flying", "MOVE_Flying"),
        ("EMovementMode", "Flying", "MOVE_Flying"),
        ("Key", "space bar", "SpaceBar"),
        ("Key", '(KeyName="SpaceBar")', "SpaceBar"),
        ("StaticMesh", "/Game/Meshes/SM_Cube", "/Game/Meshes/SM_Cube.SM_Cube"),
        ("StaticMesh", "StaticMesh'/Game/SM_Cube.SM_Cube'", "/Game/SM_Cube.SM_Cube"),
        ("StaticMesh", "None", ""),
        ("class:Actor", "Pawn", "/Script/Engine.Pawn"),
        ("class:Actor", "/Game/BP_Door", "/Game/BP_Door.BP_Door_C"),
        ("transform", "(Translation=(X=1.0,Y=2.0,Z=3.0))", "(Translation=(X=1.0,Y=2.0,Z=3.0))"),
        ("text", "Hello", "Hello"),
        ("text", 'NSLOCTEXT("", "8F0E", "Say \\"hi\\"")', 'Say "hi"'),
        ("text", 'LOCTEXT("Key", "Hello")', "Hello"),
        ("text", 'INVTEXT("Hello")', "Hello"),
        ("vector", "0,-5,55", "0.000000,-5.000000,55.000000"),
        ("vector", "X=1.0 Y=2.0 Z=3.0", "1.000000,2.000000,3.000000"),
        ("vector", '{"x": 1, "y": 2, "z": 3}', "1.000000,2.000000,3.000000"),
        ("vector", "FVector(1, 2, 3)", "1.000000,2.000000,3.000000"),
        ("vector", "unreal.Vector(1, 2, 3)", "1.000000,2.000000,3.000000"),
        ("rotator", "P=1 Y=2 R=3", "1.000000,2.000000,3.000000"),
        ("rotator", "unreal.Rotator(roll=3, pitch=1, yaw=2)", "1.000000,2.000000,3.000000"),
        ("Quat", "0,0,0,1", "(X=0.000000,Y=0.000000,Z=0.000000,W=1.000000)"),
        ("IntPoint", "1,2", "(X=1,Y=2)"),
        ("IntVector", "(X=1,Z=3)", "(X=1,Y=0,Z=3)"),
        ("struct:Color", "255,0,10", "(B=10,G=0,R=255,A=255)"),
        ("struct:Color", "(B=10,G=0,R=255,A=0)", "(B=10,G=0,R=255,A=0)"),
        ("GameplayTag", "Enemy.Boss", '(TagName="Enemy.Boss")'),
        ("soft:Texture2D", "/Game/T_Door", "/Game/T_Door.T_Door"),
        ("softclass:Actor", "/Game/BP_Door", "/Game/BP_Door.BP_Door_C"),
        ("class:Actor", "BlueprintGeneratedClass'/Game/BP_Door.BP_Door_C'", "/Game/BP_Door.BP_Door_C"),
        ("class:Actor", "/Script/Engine.Blueprint'/Game/BP_Door.BP_Door'", "/Game/BP_Door.BP_Door_C"),
        ("name", "none", "None"),
        ("EMovementMode", "Move Flying", "MOVE_Flying"),
        ("struct:Vector_NetQuantize", "1,2,3", "(X=1.000000,Y=2.000000,Z=3.000000)"),
        ("struct:Color", "#0A00FF", "(B=255,G=0,R=10,A=255)"),
        ("struct:Guid", "(A=4294967295,B=1,C=2,D=3)", "(A=4294967295,B=1,C=2,D=3)"),
        ("HitResult", "(bBlockingHit=True,Location=(X=1.0))", "(bBlockingHit=True,Location=(X=1.0))"),
        ("GameplayTag", "Weapon.Semi-Auto", '(TagName="Weapon.Semi-Auto")'),
        ("text", ' LOCTABLE("/Game/ST.ST", "Key")', 'LOCTABLE("/Game/ST.ST", "Key")'),
        ("text", 'LOCGEN_NUMBER(INVTEXT(")"), 1)', 'LOCGEN_NUMBER(INVTEXT(")"), 1)'),
        ("soft:Texture2D", "/Script/Engine.Texture2D'/Game/T.T'", "/Game/T.T"),
        ("StaticMesh", "/Script/MyGame.MyMesh'/Game/M.M'", "/Game/M.M"),
        ("object", "/Script/Engine.Pawn", "/Script/Engine.Pawn"),
    ],
)
def test_a_value_is_stored_in_the_editors_form(kind: str, written: str, stored: str) -> None:
    pin_type = parse_type(kind, CATALOG)
    assert validate_default(pin_type, written) == stored
    assert validate_default(pin_type, stored) == stored


@pytest.mark.parametrize(
    ("kind", "written", "hint"),
    [
        ("bool", "maybe", "true or false"),
        ("int", "5.5", "whole number"),
        ("int", "2147483648", "2147483647"),
        ("int", "٣", "whole number"),
        ("byte", "-1", "255"),
        ("float", "fast", "number"),
        ("float", "nan", "number"),
        ("float", "1e999", "number"),
        ("name", "two\nlines", "one line"),
        ("string", "a\0b", "null"),
        ("vector", "1,2", "X,Y,Z"),
        ("vector", "(X=1,W=2)", "X,Y,Z"),
        ("vector", "inf,0,0", "X,Y,Z"),
        ("EMovementMode", "Flyin", "MOVE_Flying"),
        ("Key", "Spacebarr", "SpaceBar"),
        ("StaticMesh", "a cube please", "path of an asset"),
        ("class:Pawn", "Actor", "not a kind of Pawn"),
        ("class:Pawn", "/Script/Engine.Actor", "Pawn"),
        ("transform", "1,2,3", "(Field=value"),
        ("transform", "(Translation=(X=1)", "(Field=value"),
        ("bool", "non_un_bool", "true or false"),
        ("rotator", "unreal.Rotator(1, 2, 3)", "by name"),
        ("IntPoint", "1.5,2", "whole numbers"),
        ("struct:Color", "300,0,0", "255"),
        ("array:int", "1", "Connect"),
        ("name", "a\rb", "one line"),
        ("name", "a\0b", "null"),
        ("string", "half \ud83d", "surrogate"),
        ("transform", "(Location=(X=1))", "Rotation, Translation, Scale3D"),
        ("transform", "(Translation=(X=far))", "Float for 'X'"),
        ("HitResult", "(Time=soon)", "Float for 'Time'"),
        ("vector", "(X=1,X=2,Z=3)", "X,Y,Z"),
        ("StaticMesh", "Texture2D'/Game/T.T'", "class StaticMesh, not Texture2D"),
        ("soft:Texture2D", "/Script/Engine.StaticMesh'/Game/M.M'", "class Texture2D, not StaticMesh"),
        ("Actor", "/Script/Engine.Pawn", "this is a class"),
        ("class:Actor", "StaticMesh'/Game/M.M'", "not StaticMesh"),
        ("text", 'NSLOCTEXT("Key", "Words")', "the words alone"),
        ("text", 'LOCTABLE("/Game/ST.ST", "Key"', "the words alone"),
    ],
)
def test_nonsense_is_refused_with_the_form_that_is_right(kind: str, written: str, hint: str) -> None:
    with pytest.raises(BadDefaultError) as caught:
        validate_default(parse_type(kind, CATALOG), written)
    assert hint in str(caught.value)


def test_a_float_pin_holds_no_number_that_only_a_double_can() -> None:
    assert validate_default(PinType("real", "double"), "1e39").startswith("9999999999")
    with pytest.raises(BadDefaultError, match="single precision"):
        validate_default(PinType("real", "float"), "1e39")


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "kind",
    thinned(
        ["transform", "Key", "vector", "text", "GameplayTag", "Actor", "EMovementMode"], 3, is_one_value=True
    ),
)
@pytest.mark.parametrize("piece", ['"\\', "(", '"', "A=(B=1),", "/a.", "'", "INVTEXT("])
def test_a_value_of_the_greatest_length_is_judged_at_once(kind: str, piece: str) -> None:
    text = f"({piece * (99_000 // len(piece))})"
    for value in (text, text[1:-1]):
        with contextlib.suppress(BadDefaultError):
            validate_default(parse_type(kind, CATALOG), value)


def test_a_pin_that_takes_a_reference_holds_no_value() -> None:
    with pytest.raises(BadDefaultError, match="reference"):
        validate_default(PinType("int", is_reference=True), "1")
    assert validate_default(PinType("int", is_reference=True, is_const=True), "1") == "1"


def test_exec_delegate_and_wildcard_pins_hold_no_value() -> None:
    for category in ("exec", "delegate", "wildcard", ""):
        with pytest.raises(BadDefaultError):
            validate_default(PinType(category), "1")


@given(
    st.sampled_from(["bool", "int", "float", "vector", "color", "EMovementMode", "Actor", "Key"]), st.text()
)
@settings(max_examples=examples(300, 40), deadline=None)
def test_a_value_that_is_accepted_is_accepted_again_unchanged(kind: str, text: str) -> None:
    pin_type = parse_type(kind, CATALOG)
    try:
        stored = validate_default(pin_type, text)
    except BadDefaultError:
        return
    assert validate_default(pin_type, stored) == stored


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_loses_at_most_the_editors_precision(value: float) -> None:
    stored = float(validate_default(PinType("real", "double"), repr(value)))
    assert stored == pytest.approx(value, abs=5e-7)


def test_a_value_lands_in_the_field_of_its_type() -> None:
    assert pin_with_default(pin("float", "input"), "2").default_value == "2.000000"
    assert pin_with_default(pin("class:Actor", "input"), "Pawn").default_object == "/Script/Engine.Pawn"
    text = pin_with_default(pin("text", "input"), 'Say "hi"')
    assert text.default_text.endswith(', "Say \\"hi\\"")')
    assert text.default_text.startswith('NSLOCTEXT("", "')
    table = 'LOCTABLE("/Game/ST.ST", "Key")'
    assert pin_with_default(pin("text", "input"), table).default_text == table


def test_an_output_or_a_reference_takes_no_value() -> None:
    with pytest.raises(BadDefaultError):
        pin_with_default(pin("float"), "2")
    with pytest.raises(BadDefaultError):
        pin_with_default(replace(pin("vector", "input"), default_is_ignored=True), "1,2,3")


@pytest.mark.parametrize(
    ("written", "display"),
    [
        ("bool", "Boolean"),
        ("Float", "Float"),
        ("double", "Float"),
        ("int", "Integer"),
        ("int64", "Integer64"),
        ("byte", "Byte"),
        ("string", "String"),
        ("text", "Text"),
        ("name", "Name"),
        ("vector", "Vector"),
        ("FVector", "Vector"),
        ("rotator", "Rotator"),
        ("transform", "Transform"),
        ("color", "Linear Color"),
        ("EMovementMode", "EMovementMode Enum"),
        ("HitResult", "Hit Result"),
        ("Actor", "Actor Object Reference"),
        ("object", "Object Reference"),
        ("object:Pawn", "Pawn Object Reference"),
        ("AActor*", "Actor Object Reference"),
        ("class:Actor", "Actor Class Reference"),
        ("TSubclassOf<AActor>", "Actor Class Reference"),
        ("soft:Texture2D", "Texture 2D Soft Object Reference"),
        ("array:int", "Array of Integers"),
        ("TArray<FVector>", "Array of Vectors"),
        ("set:name", "Set of Names"),
        ("map:name,Actor", "Map of Name to Actor Object Reference"),
        ("TEnumAsByte<EMovementMode>", "EMovementMode Enum"),
        ("TWeakObjectPtr<AActor>", "Actor Object Reference"),
        ("const FString&", "String"),
    ],
)
def test_a_type_is_read_from_the_words_of_authors(written: str, display: str) -> None:
    assert type_display(parse_type(written, CATALOG)) == display


@pytest.mark.parametrize(
    "written", ["", "floot", "array:", "array:array:int", "map:int", "exec", "object:Nothing"]
)
def test_a_type_that_no_variable_has_is_refused(written: str) -> None:
    with pytest.raises(GraphError) as caught:
        parse_type(written, CATALOG)
    assert caught.value.code in ("bad_type", "unknown_class")
    assert caught.value.fix


def test_a_misspelled_type_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadTypeError, match="float"):
        parse_type("floot", CATALOG)


@pytest.mark.parametrize("written", ["set:text", "map:text,int", "TSet<FText>"])
def test_texts_are_in_no_set_and_look_up_nothing(written: str) -> None:
    with pytest.raises(BadTypeError, match="Use string or name"):
        parse_type(written, CATALOG)


def test_a_type_that_is_a_whole_text_is_not_repeated() -> None:
    with pytest.raises(BadTypeError) as caught:
        parse_type("a" * 50_000, CATALOG)
    assert len(str(caught.value)) < 600


def test_the_letter_case_of_a_path_means_nothing() -> None:
    for kind, path in (("struct", "/script/coreuobject.VECTOR"), ("byte", "/script/engine.emovementmode")):
        same = PinType(kind, subcategory_object=ObjectRef(path))
        assert connect(same, "vector" if kind == "struct" else "EMovementMode") == Allowed("target")
    value = TerminalType("struct", subcategory_object=ObjectRef("/script/coreuobject.vector"))
    assert connect(PinType("name", container="map", value=value), "map:name,vector") == Allowed("target")


def test_an_interface_is_cast_to_the_object_that_is_wanted() -> None:
    moving = PinType("interface", subcategory_object=ObjectRef("/Script/Engine.NavMovementInterface"))
    refused = connect(moving, "CharacterMovementComponent")
    assert isinstance(refused, Refused)
    assert "Cast To CharacterMovementComponent" in refused.reason
