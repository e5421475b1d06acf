"""Types in the words of people, models, C++ and the editor; what is shown of a type is read again."""

from __future__ import annotations

import pytest

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import BadTypeError, parse_type, type_display
from tiers import thinned

CATALOG = default_catalog()


@pytest.mark.parametrize(
    ("text", "form"),
    thinned(
        [
            ("FVector", "vector"),
            ("/Script/CoreUObject.Vector", "vector"),
            ("Vector[]", "array:vector"),
            ("int[]", "array:int"),
            ("object:Actor[]", "array:object:Actor"),
            ("array<int>", "array:int"),
            ("TArray<FVector>", "array:vector"),
            ("const TArray<AActor*>&", "array:object:Actor"),
            ("Map<string, int>", "map:string,int"),
            ("TMap<FName, TSubclassOf<AActor>>", "map:name,class:Actor"),
            ("array of int", "array:int"),
            ("Array of Vectors", "array:vector"),
            ("list of strings", "array:string"),
            ("set of names", "set:name"),
            ("map of string to int", "map:string,int"),
            ("Map of Names to Vectors", "map:name,vector"),
            ("vector array", "array:vector"),
            ("Actor reference", "object:Actor"),
            ("Actor Object Reference", "object:Actor"),
            ("Static Mesh Soft Object Reference", "soft:StaticMesh"),
            ("Actor Class Reference", "class:Actor"),
            ("class of Pawn", "class:Pawn"),
            ("soft class of Actor", "softclass:Actor"),
            ("TSoftObjectPtr<UStaticMesh>", "soft:StaticMesh"),
            ("Float (double-precision)", "float"),
            ("float64", "double"),
            ("Hit Result Structure", "HitResult"),
            ("Collision Channel", "ECollisionChannel"),
            ("Collision Channel enum", "ECollisionChannel"),
            ("struct Vector", "vector"),
            ("byte ECollisionChannel", "ECollisionChannel"),
            ("softobject StaticMesh", "soft:StaticMesh"),
        ],
        11,
    ),
)
def test_other_words_for_a_type_mean_the_same(text: str, form: str) -> None:
    assert parse_type(text, CATALOG) == parse_type(form, CATALOG)


FORMS = (
    *("bool", "byte", "int", "int64", "float", "name", "string", "text", "vector", "rotator", "transform"),
    *("linearcolor", "HitResult", "ECollisionChannel", "object:Actor", "class:Pawn", "soft:StaticMesh"),
    *("softclass:Actor", "array:int", "array:vector", "array:object:Actor", "array:ECollisionChannel"),
    *("set:name", "set:int", "map:string,int", "map:name,vector", "map:int,object:Actor"),
)


@pytest.mark.parametrize("form", thinned(thinned(FORMS, 9, is_one_value=True), 3, is_one_value=True))
def test_what_results_and_the_editor_show_of_a_type_is_read_again(form: str) -> None:
    kind = parse_type(form, CATALOG)
    assert parse_type(str(kind), CATALOG) == kind
    assert parse_type(type_display(kind), CATALOG) == kind


@pytest.mark.parametrize(
    "text", ["int[][]", "array of array of int", "TMap<FName, TArray<int>>", "set:int[]"]
)
def test_a_container_in_a_container_is_refused(text: str) -> None:
    with pytest.raises(BadTypeError):
        parse_type(text, CATALOG)


@pytest.mark.parametrize(
    "text", ["array of nothing", "[]", "array:", "map of int", "Nothing reference", "set of"]
)
def test_words_that_mean_no_type_are_refused(text: str) -> None:
    with pytest.raises(GraphError):
        parse_type(text, CATALOG)
