from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from blueprint_assistant.graph.catalog.engine_catalog import (
    AmbiguousNameError,
    Catalog,
    ClassInfo,
    UnknownClassError,
    UnknownEventError,
    UnknownFunctionError,
)

ACTOR = "/Script/Engine.Actor"
COMPONENT = "/Script/Engine.ActorComponent"
MACROS = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros"
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("written", "function"),
    [
        ("K2_SetActorLocation", "Actor:K2_SetActorLocation"),
        ("SetActorLocation", "Actor:K2_SetActorLocation"),
        ("Set Actor Location", "Actor:K2_SetActorLocation"),
        ("set_actor_location", "Actor:K2_SetActorLocation"),
        ("destroy_actor", "Actor:K2_DestroyActor"),
        ("self.DestroyActor", "Actor:K2_DestroyActor"),
        ("AActor::K2_DestroyActor", "Actor:K2_DestroyActor"),
        ("Print String", "KismetSystemLibrary:PrintString"),
        ("SystemLibrary.print_string", "KismetSystemLibrary:PrintString"),
        ("UKismetSystemLibrary::PrintString", "KismetSystemLibrary:PrintString"),
        ("Delay", "KismetSystemLibrary:Delay"),
        ("IsValid", "KismetSystemLibrary:IsValid"),
        ("SetTimerByFunctionName", "KismetSystemLibrary:K2_SetTimer"),
        ("Set Timer by Event", "KismetSystemLibrary:K2_SetTimerDelegate"),
        ("LineTraceByChannel", "KismetSystemLibrary:LineTraceSingle"),
        ("K2_ClearTimerHandle", "KismetSystemLibrary:K2_ClearAndInvalidateTimerHandle"),
        ("Add_FloatFloat", "KismetMathLibrary:Add_DoubleDouble"),
        ("Greater_FloatFloat", "KismetMathLibrary:Greater_DoubleDouble"),
        ("MakeLiteralFloat", "KismetSystemLibrary:MakeLiteralDouble"),
        ("Conv_FloatToString", "KismetStringLibrary:Conv_DoubleToString"),
        ("Max_IntInt", "KismetMathLibrary:Max"),
        ("GetMappedRangeValueClamped", "KismetMathLibrary:MapRangeClamped"),
        ("float + float", "KismetMathLibrary:Add_DoubleDouble"),
        ("vector * float", "KismetMathLibrary:Multiply_VectorFloat"),
        ("MakeVector", "KismetMathLibrary:MakeVector"),
        ("Not", "KismetMathLibrary:Not_PreBool"),
        ("Equal_IntInt", "KismetMathLibrary:EqualEqual_IntInt"),
        ("Equal_FloatFloat", "KismetMathLibrary:EqualEqual_DoubleDouble"),
        ("Clear Timer by Handle", "KismetSystemLibrary:K2_ClearAndInvalidateTimerHandle"),
        ("LineTraceSingleByChannel", "KismetSystemLibrary:LineTraceSingle"),
        ("Vector Length", "KismetMathLibrary:VSize"),
        ("/Script/Engine.Actor:SetActorLocation", "Actor:K2_SetActorLocation"),
        ("/Script/Engine.Character.K2_DestroyActor", "Actor:K2_DestroyActor"),
        ("/Script/Engine.KismetSystemLibrary:SetTimerByFunctionName", "KismetSystemLibrary:K2_SetTimer"),
    ],
)
def test_a_function_is_found_under_the_names_that_people_and_models_write(
    catalog: Catalog, written: str, function: str
) -> None:
    assert catalog.find_function(written, ACTOR).path == f"/Script/Engine.{function}"


def test_the_given_class_and_its_ancestors_come_before_libraries(catalog: Catalog) -> None:
    assert catalog.find_function("GetForwardVector", ACTOR).class_name == "KismetMathLibrary"
    found = catalog.find_function("GetForwardVector", "/Script/Engine.StaticMeshComponent")
    assert found.class_name == "SceneComponent"


def test_a_function_of_another_class_is_unknown_there_and_named_as_near(catalog: Catalog) -> None:
    with pytest.raises(UnknownFunctionError) as caught:
        catalog.find_function("SetStaticMesh", ACTOR)
    assert caught.value.candidates[0] == "StaticMeshComponent.SetStaticMesh"
    assert catalog.find_function(caught.value.candidates[0]).name == "SetStaticMesh"


@pytest.mark.parametrize("name", ["Add", "Clear", "Insert", "IsValidIndex"])
def test_a_core_library_comes_before_a_class_that_nobody_named(catalog: Catalog, name: str) -> None:
    assert catalog.find_function(name).name == f"Array_{name}"


def test_a_misspelled_function_is_refused_with_the_right_one_first(catalog: Catalog) -> None:
    with pytest.raises(UnknownFunctionError, match="PrintStrng") as caught:
        catalog.find_function("PrintStrng", ACTOR)
    assert caught.value.candidates[0] == "KismetSystemLibrary.PrintString"
    assert caught.value.code == "unknown_function"


def test_a_name_that_fits_several_functions_is_refused_with_all_of_them(catalog: Catalog) -> None:
    with pytest.raises(AmbiguousNameError) as caught:
        catalog.find_function("SetVisibility")
    assert {"/Script/Engine.SceneComponent:SetVisibility", "/Script/UMG.Widget:SetVisibility"} <= set(
        caught.value.candidates
    )


@pytest.mark.parametrize("text", ["", "   ", ".", "::", "/", "/Script/Engine.Actor:", "a.b.c.d", "💥"])
def test_nonsense_is_an_unknown_function(catalog: Catalog, text: str) -> None:
    with pytest.raises(UnknownFunctionError):
        catalog.find_function(text, ACTOR)


@pytest.mark.parametrize(
    "path",
    [
        "/Script/Engine.Actor:K2_DestroyActor",
        "/Script/Engine.Actor.K2_DestroyActor",
        "/script/engine.actor:k2_destroyactor",
    ],
)
def test_a_function_path_takes_colon_or_dot_and_any_letter_case(catalog: Catalog, path: str) -> None:
    found = catalog.function(path)
    assert found is not None
    assert found.path == "/Script/Engine.Actor:K2_DestroyActor"


def test_an_old_function_path_leads_to_its_new_name(catalog: Catalog) -> None:
    found = catalog.function("/Script/Engine.KismetMathLibrary:Multiply_FloatFloat")
    assert found is not None
    assert found.name == "Multiply_DoubleDouble"


def test_every_function_can_be_read_and_is_found_by_its_own_path(catalog: Catalog) -> None:
    classes = {info.path for info in catalog.classes}
    functions = [function for path in classes for function in catalog.functions_of(path)]
    assert len(functions) > 10_000
    assert all(catalog.function(function.path) is function for function in functions)


@pytest.mark.parametrize(
    ("written", "base", "path"),
    [
        ("Actor", "", ACTOR),
        ("AActor", "", ACTOR),
        (ACTOR, "", ACTOR),
        ("/Script/CoreUObject.Class'/Script/Engine.Actor'", "", ACTOR),
        ("StaticMesh", "", "/Script/Engine.StaticMesh"),
        ("StaticMesh", COMPONENT, "/Script/Engine.StaticMeshComponent"),
        ("Static Mesh Component", "", "/Script/Engine.StaticMeshComponent"),
        ("UStaticMeshComponent", COMPONENT, "/Script/Engine.StaticMeshComponent"),
        ("Box Collision", COMPONENT, "/Script/Engine.BoxComponent"),
        ("PointLight", ACTOR, "/Script/Engine.PointLight"),
        ("PointLight", COMPONENT, "/Script/Engine.PointLightComponent"),
        ("SystemLibrary", "", "/Script/Engine.KismetSystemLibrary"),
    ],
)
def test_a_class_is_found_by_the_names_of_people(
    catalog: Catalog, written: str, base: str, path: str
) -> None:
    assert catalog.find_class(written, base).path == path


def test_a_class_of_the_wrong_kind_is_refused_as_such(catalog: Catalog) -> None:
    with pytest.raises(UnknownClassError, match="Pawn is not a kind of ActorComponent"):
        catalog.find_class("Pawn", COMPONENT)


def test_a_misspelled_class_is_refused_with_the_nearest(catalog: Catalog) -> None:
    with pytest.raises(UnknownClassError) as caught:
        catalog.find_class("Charcter", ACTOR)
    assert caught.value.candidates[0] == "Character"


def test_a_class_descends_from_its_ancestors_and_is_always_an_object(catalog: Catalog) -> None:
    assert catalog.ancestors("/Script/Engine.Character") == (
        "/Script/Engine.Character",
        "/Script/Engine.Pawn",
        ACTOR,
        "/Script/CoreUObject.Object",
    )
    assert catalog.is_child_of("/Script/Engine.Character", "/Script/Engine.Pawn")
    assert not catalog.is_child_of("/Script/Engine.Pawn", "/Script/Engine.Character")
    assert catalog.is_child_of("/Game/BP_Unknown.BP_Unknown_C", "/Script/CoreUObject.Object")


def test_a_blueprint_class_of_the_project_is_found_by_name_and_path(catalog: Catalog) -> None:
    door = ClassInfo("/Game/BP_Door.BP_Door_C", "BP_Door_C", ACTOR, is_actor=True)
    project = catalog.extended([door])
    for written in ("BP_Door", "BP_Door_C", "/Game/BP_Door", "/Game/BP_Door.BP_Door", door.path):
        assert project.find_class(written, ACTOR) is door
    assert project.is_child_of("/Game/BP_Door", ACTOR)
    assert project.find_function("DestroyActor", door.path).class_path == ACTOR
    with pytest.raises(UnknownClassError):
        catalog.find_class("BP_Door")


@pytest.mark.parametrize(
    "written", ["Tick", "Event Tick", "EventTick", "ReceiveTick", "event_tick", "OnTick"]
)
def test_an_event_is_found_by_the_names_of_people(catalog: Catalog, written: str) -> None:
    assert catalog.find_event(written, "/Script/Engine.Character").name == "ReceiveTick"


@pytest.mark.parametrize("written", ["Damage", "OnDamage", "TakeDamage", "TakeAnyDamage", "Any Damage"])
def test_damage_without_a_kind_is_any_damage(catalog: Catalog, written: str) -> None:
    assert catalog.find_event(written, ACTOR).name == "ReceiveAnyDamage"


def test_the_begin_of_a_game_is_that_of_play(catalog: Catalog) -> None:
    assert {catalog.find_event(name, ACTOR).name for name in ("Begin", "Start", "GameStart")} == {
        "ReceiveBeginPlay"
    }


def test_an_unknown_function_is_answered_with_those_of_the_class_that_mean_the_same(catalog: Catalog) -> None:
    with pytest.raises(UnknownFunctionError) as caught:
        catalog.find_function("RotateActor", ACTOR)
    assert "Actor.K2_AddActorLocalRotation" in caught.value.candidates[:3]


def test_an_event_is_found_without_its_on(catalog: Catalog) -> None:
    assert catalog.find_event("Landed", "/Script/Engine.Character").name == "OnLanded"
    assert catalog.find_event("Destroyed", ACTOR).name == "ReceiveDestroyed"


def test_an_event_that_is_not_there_is_refused_with_what_to_do(catalog: Catalog) -> None:
    with pytest.raises(UnknownEventError, match="dispatcher"):
        catalog.find_event("OnClicked", "/Script/UMG.Button")
    with pytest.raises(UnknownEventError, match="class is not known"):
        catalog.find_event("Tick", "/Game/BP_Gone.BP_Gone_C")


def test_a_blueprint_class_of_a_plugin_is_found_by_its_asset_name(catalog: Catalog) -> None:
    path = "/MyPlugin/BP_Lamp.BP_Lamp_C"
    bigger = catalog.extended([ClassInfo(path, "BP_Lamp_C", ACTOR, is_actor=True)])
    assert bigger.find_class("BP_Lamp").path == bigger.find_class("BP_Lamp_C").path == path


def test_an_unknown_event_is_refused_with_the_events_of_the_class(catalog: Catalog) -> None:
    with pytest.raises(UnknownEventError) as caught:
        catalog.find_event("Tock", ACTOR)
    assert caught.value.candidates[0] == "Tick"
    assert "BeginPlay" in caught.value.candidates


def test_types_are_found_by_name_and_path(catalog: Catalog) -> None:
    vector, mode = catalog.struct("FVector"), catalog.enum("EMovementMode")
    assert vector is not None
    assert vector.path == "/Script/CoreUObject.Vector"
    assert [item.name for item in vector.members] == ["X", "Y", "Z"]
    assert mode is not None
    assert mode.items[0].name == "MOVE_None"
    assert catalog.enum("ENothing") is None


def test_members_that_scripts_cannot_see_are_marked(catalog: Catalog) -> None:
    hit = catalog.struct("HitResult")
    assert hit is not None
    hidden = {item.name for item in hit.members if item.is_hidden}
    assert "MyItem" in hidden
    assert "BoneName" not in hidden


@pytest.mark.parametrize("written", ["ForEachLoop", "for each loop", f"{MACROS}:ForEachLoop"])
def test_a_standard_macro_is_found_by_name_and_path(catalog: Catalog, written: str) -> None:
    macro = catalog.macro(written)
    assert macro is not None
    assert (macro.name, macro.guid) == ("ForEachLoop", "99DBFD5540A796041F72A5A9DA655026")
    assert catalog.macro("ForEveryLoop") is None


def test_a_delegate_is_found_with_its_signature_and_parameters(catalog: Catalog) -> None:
    hit = catalog.delegate("/Script/Engine.StaticMeshComponent", "oncomponenthit")
    assert hit is not None
    assert hit.class_path == "/Script/Engine.PrimitiveComponent"
    assert hit.signature == "/Script/Engine.ComponentHitSignature__DelegateSignature"
    assert catalog.signature(hit.signature.upper()) == hit.parameters
    assert catalog.signature("/Script/Engine.Nothing") is None
    assert catalog.delegate(ACTOR, "OnNothing") is None


def test_a_delegate_is_found_by_the_name_that_the_editor_shows(catalog: Catalog) -> None:
    found = catalog.delegate("/Script/Engine.BoxComponent", "On Component Begin Overlap")
    assert found is not None
    assert found.name == "OnComponentBeginOverlap"


def test_an_own_property_is_that_of_the_class_itself(catalog: Catalog) -> None:
    assert "Mesh" in {item.name for item in catalog.own_properties("/Script/Engine.Character")}
    assert "Mesh" not in {item.name for item in catalog.own_properties("/Script/Engine.Pawn")}


def test_a_second_unknown_class_is_refused_from_the_same_index(catalog: Catalog) -> None:
    project = catalog.extended([ClassInfo("/Game/BP_Dor.BP_Dor_C", "BP_Dor_C", ACTOR)])
    for wanted, near in (("Pwan", "Pawn"), ("Charactr", "Character"), ("BP_Door", "BP_Dor_C")):
        with pytest.raises(UnknownClassError) as caught:
            project.find_class(wanted, ACTOR)
        assert caught.value.candidates[0] == near
    known = project._engine_words(ACTOR)
    assert project._engine_words(ACTOR) is known
    assert catalog._engine_words(ACTOR) is known


READ_ALL = """
def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
catalog = default_catalog()
first = catalog.find_function("Print String").path
functions = sum(len(catalog.functions_of(info.path)) for info in catalog.classes)
print(first, functions, resident())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_fresh_process_that_has_read_all_of_it_stays_small() -> None:
    done = subprocess.run(
        [sys.executable, "-c", READ_ALL],
        cwd=ROOT / "Python",
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    first, functions, resident_mb = done.stdout.split()
    assert first == "/Script/Engine.KismetSystemLibrary:PrintString"
    assert int(functions) > 10_000
    assert float(resident_mb) < 60


FUNCTIONS = {
    "functions": [
        {
            "class": "Lib",
            "class_path": "/Script/M.Lib",
            "name": "K2_Do",
            "display": "Do",
            "python": "Lib.do",
            "static": True,
            "pure": False,
            "const": None,
            "latent": False,
            "category": "C",
            "params": [{"name": "Kind", "type": "byte", "subtype": "/Script/M.EKind", "direction": "in"}],
            "world_context": None,
            "hidden_pins": ["self"],
            "doc": "Does.",
        }
    ]
}
TYPES: dict[str, object] = {
    "classes": [{"name": "Lib", "path": "/Script/M.Lib", "parent": None}],
    "enums": {"/Script/M.EKind": {"items": [{"name": "First", "display": "First"}]}},
    "structs": {},
    "events": {},
    "delegates": {},
    "delegate_types": {},
    "macros": {},
    "properties": {},
    "renamed_functions": {},
    "keys": [],
}


def test_the_same_facts_are_packed_into_the_same_bytes(tmp_path: Path) -> None:
    (tmp_path / "functions.json").write_text(json.dumps(FUNCTIONS))
    (tmp_path / "types.json").write_text(json.dumps(TYPES))
    outputs = [tmp_path / "first", tmp_path / "second"]
    for output in outputs:
        subprocess.run(
            [
                *(sys.executable, ROOT / "tools/build_catalog.py"),
                *(tmp_path / "functions.json", tmp_path / "types.json", "--output", output),
            ],
            capture_output=True,
            check=True,
            timeout=60,
        )
    for name in ("functions.json.gz", "types.json.gz"):
        assert (outputs[0] / name).read_bytes() == (outputs[1] / name).read_bytes()
    index, _, rows = gzip.decompress((outputs[0] / "functions.json.gz").read_bytes()).splitlines()
    assert json.loads(index) == [["/Script/M.Lib", "K2_Do", "Do", "do"]]
    assert json.loads(rows)[0][3][0][3] == "First"
