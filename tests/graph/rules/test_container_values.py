"""Values of arrays, sets, maps and transforms as one text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.model.object_references import unquote
from blueprint_assistant.graph.rules.container_values import element_texts, pair_texts, validate_value
from blueprint_assistant.graph.rules.pin_defaults import BadDefaultError

CATALOG = default_catalog()


def stored(kind: str, text: str) -> str:
    """The value as it is kept; kept as it is when it is given again."""
    pin_type = parse_type(kind, CATALOG)
    value = validate_value(pin_type, text, CATALOG)
    assert validate_value(pin_type, value, CATALOG) == value
    return value


@pytest.mark.parametrize(
    ("kind", "written", "kept"),
    [
        ("array:int", "1,2,3", "(1,2,3)"),
        ("array:int", "[1, 2, 3]", "(1,2,3)"),
        ("array:int", "(1,2,3,)", "(1,2,3)"),
        ("array:int", "5", "(5)"),
        ("array:int", "", "()"),
        ("array:int", "[]", "()"),
        ("array:bool", "True, false", "(true,false)"),
        ("array:string", 'a,"b, c"', '("a","b, c")'),
        ("array:string", '["say \\"hi\\"", "x\\ny"]', '("say \\"hi\\"","x\\ny")'),
        (
            "array:vector",
            "(1,2,3),(4,5,6)",
            "((X=1.000000,Y=2.000000,Z=3.000000),(X=4.000000,Y=5.000000,Z=6.000000))",
        ),
        (
            "array:vector",
            '[[1,2,3],{"X":1}]',
            "((X=1.000000,Y=2.000000,Z=3.000000),(X=1.000000,Y=0.000000,Z=0.000000))",
        ),
        ("array:rotator", '["yaw 90"]', "((Pitch=0.000000,Yaw=90.000000,Roll=0.000000))"),
        ("array:linearcolor", "red", "((R=1.000000,G=0.000000,B=0.000000,A=1.000000))"),
        ("array:ECollisionChannel", "Pawn", "(ECC_Pawn)"),
        ("array:class:Actor", "Pawn,None", "(/Script/Engine.Pawn,None)"),
        ("set:name", "a,b", '("a","b")'),
        ("map:string,int", "a=1, b=2", '(("a",1),("b",2))'),
        ("map:string,int", '{"a": 1}', '(("a",1))'),
        ("map:string,int", '(("a",1),("b",2))', '(("a",1),("b",2))'),
        ("map:ECollisionChannel,bool", '{"Pawn": true}', "((ECC_Pawn,true))"),
        (
            "transform",
            "(Location=(X=1,Y=2,Z=3))",
            "1.000000,2.000000,3.000000|0.000000,0.000000,0.000000|1.000000,1.000000,1.000000",
        ),
        (
            "transform",
            "(Rotation=(X=0,Y=0,Z=0.70710678,W=0.70710678),Translation=(X=1,Y=0,Z=0),Scale3D=(X=2,Y=2,Z=2))",
            "1.000000,0.000000,0.000000|0.000000,90.000000,0.000000|2.000000,2.000000,2.000000",
        ),
        (
            "transform",
            "0,0,0|0,90,0|1,1,1",
            "0.000000,0.000000,0.000000|0.000000,90.000000,0.000000|1.000000,1.000000,1.000000",
        ),
    ],
)
def test_a_value_is_kept_in_one_form(kind: str, written: str, kept: str) -> None:
    assert stored(kind, written) == kept


@pytest.mark.parametrize(
    ("kind", "written", "said"),
    [
        ("array:int", "1,x", "Array of Integers: 'x'"),
        ("array:vector", "1,2,3", "X,Y,Z"),
        ("map:string,int", '{"a": "x"}', "Map of String to Integer"),
        ("map:string,int", "a", "no key with its value"),
        ("map:string,int", '{"a": 1', "no JSON"),
        ("map:name,int", "a=1,A=2", "there twice"),
        ("set:name", "a,A", "there twice"),
        ("array:ECollisionChannel", "Pwn", "ECC_Pawn"),
        ("transform", "(Location=(X=1),Size=2)", "Location, Rotation and Scale"),
        ("transform", "up", "Location, Rotation and Scale"),
        ("transform", "1,2|3,4|5,6", "Location, Rotation and Scale"),
    ],
)
def test_what_is_no_value_is_refused_with_the_form(kind: str, written: str, said: str) -> None:
    with pytest.raises(BadDefaultError, match=said.replace("(", r"\(")):
        validate_value(parse_type(kind, CATALOG), written, CATALOG)


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)


@given(st.lists(TEXTS))
def test_any_texts_come_back_from_an_array(texts: list[str]) -> None:
    value = stored("array:string", json.dumps(texts))
    assert [unquote(item) for item in element_texts(value)] == texts


@given(st.dictionaries(TEXTS, st.integers(-(2**31), 2**31 - 1)))
def test_any_keys_come_back_from_a_map(pairs: dict[str, int]) -> None:
    if len({key.lower() for key in pairs}) < len(pairs):
        return
    value = stored("map:string,int", json.dumps(pairs))
    found: dict[str, Any] = {unquote(key): int(item) for key, item in pair_texts(value)}
    assert found == pairs


COLORS = [
    ("red", "(B=0,G=0,R=255,A=255)"),
    ("#FF8000", "(B=0,G=128,R=255,A=255)"),
    ("FF8000", "(B=0,G=128,R=255,A=255)"),
    ("255,128,0", "(B=0,G=128,R=255,A=255)"),
    ("1,0.5,0", "(B=0,G=128,R=255,A=255)"),
    ("1,0,0,1", "(B=0,G=0,R=255,A=255)"),
    ("(B=1,G=0,R=0,A=1)", "(B=1,G=0,R=0,A=1)"),
    ("(R=255,G=0,B=0)", "(B=0,G=0,R=255,A=255)"),
]


@pytest.mark.parametrize(("written", "kept"), COLORS)
def test_a_colour_of_bytes_is_read_in_every_spelling(written: str, kept: str) -> None:
    assert stored("FColor", written) == kept


@pytest.mark.parametrize("bad", ["reddish", "256,0,0", "-1,0,0", "1.5,0,0", "12345"])
def test_what_is_no_colour_is_refused(bad: str) -> None:
    with pytest.raises(BadDefaultError):
        validate_value(parse_type("FColor", CATALOG), bad, CATALOG)
