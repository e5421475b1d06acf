"""Broken, cut, mutated and enormous texts: a value or a T3DError with its place.

BLUEPRINT_HOSTILE=full runs 10,000 mutations and texts of 64 MB as well (some minutes).
How long such texts take is measured by benchmarks/graph_growth.py.
"""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.graph.t3d.graph_text import T3DError, decode_t3d, parse_blueprint_t3d, parse_t3d
from graph.hostile_texts import HOSTILE, NESTED
from tiers import is_deep, thinned

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph

SAMPLES = Path(__file__).resolve().parents[2] / "data/t3d"
IS_FULL = os.environ.get("BLUEPRINT_HOSTILE") == "full"

COPIED = """\
Begin Object Class=/Script/BlueprintGraph.K2Node_CustomEvent Name="K2Node_CustomEvent_0" ExportPath="/Script/BlueprintGraph.K2Node_CustomEvent'/Game/BP_Tür.BP_Tür:EventGraph.K2Node_CustomEvent_0'"
   CustomFunctionName="Öffnen, \\"jetzt\\""
   NodePosX=-32
   NodeGuid=00000000000000000000000000000001
   CustomProperties Pin (PinId=A1,PinName="then",Direction="EGPD_Output",PinType.PinCategory="exec",PinType.PinSubCategory="",LinkedTo=(K2Node_IfThenElse_0 B1,),PersistentGuid=00000000000000000000000000000000,bHidden=False,)
   CustomProperties UserDefinedPin (PinName="Größe",PinType=(PinCategory="real",PinSubCategory="double"),DesiredPinDirection=EGPD_Output)
End Object
Begin Object Class=/Script/BlueprintGraph.K2Node_IfThenElse Name="K2Node_IfThenElse_0"
   NodeGuid=00000000000000000000000000000002
   CustomProperties Pin (PinId=B1,PinName="execute",PinFriendlyName=NSLOCTEXT("K2Node", "a(b)", "日本"),PinType.PinCategory="exec",LinkedTo=(K2Node_CustomEvent_0 A1,),)
End Object
"""  # noqa: E501 - lines of a text are as long as they are
LEGACY = """\
Begin Object Class=K2Node_IfThenElse Name="K2Node_IfThenElse_1"
   Begin Object Class=EdGraphPin Name="EdGraphPin_3"
   End Object
   Begin Object Name="EdGraphPin_3"
      PinName="execute"
      PinType=(PinCategory="object",PinSubCategoryObject=Class'/Script/Engine.Actor')
      LinkedTo(0)=EdGraphPin'K2Node_Event_7.EdGraphPin_9'
   End Object
   Pins(0)=EdGraphPin'EdGraphPin_3'
   NodePosX=64
End Object
"""
CUT = {
    "copied": COPIED.encode(),
    "copied, UTF-16": COPIED.encode("utf-16"),
    "legacy": LEGACY.replace("\n", "\r\n").encode(),
    "exported": (SAMPLES / "door_blueprint.t3d").read_bytes(),
}


READERS = (parse_t3d, parse_blueprint_t3d)


def read(text: str) -> list[Graph | Blueprint | T3DError]:
    """What both readers make of a text; any other exception is the test's failure."""
    found: list[Graph | Blueprint | T3DError] = []
    for parse in READERS:
        try:
            found.append(parse(text))
        except T3DError as error:
            check(error)
            found.append(error)
    return found


def check(error: T3DError) -> None:
    assert error.line > 0
    assert error.column > 0
    assert 0 < len(error.excerpt) <= 200
    assert error.what
    assert error.fix


def decoded(data: bytes) -> str | None:
    try:
        return decode_t3d(data)
    except T3DError as error:
        check(error)
        return None


@pytest.mark.parametrize("data", thinned(CUT.values(), 3, is_one_value=True), ids=list(CUT))
def test_a_text_cut_at_any_byte_is_refused_unless_it_is_cut_between_nodes(data: bytes) -> None:
    whole = read(data_text := decode_t3d(data))
    assert not isinstance(whole[0], T3DError)
    for length in range(len(data)):
        text = decoded(data[:length])
        if text is None:
            continue
        first = read(text)[0]
        is_between = text.rstrip().endswith("End Object") and text.count("Begin Object") == text.count(
            "End Object"
        )
        assert isinstance(first, T3DError) != is_between, (length, text[-80:])
    assert data_text.rstrip().endswith("End Object")


PIECES = ["", '"', "(", ")", "'", "\n", "\\", ",", "=", "\0", "\ufeff", "\r", "Begin Object ", "End Object\n"]
SOURCES = [
    COPIED,
    LEGACY,
    (SAMPLES / "door_blueprint.t3d").read_text(encoding="utf-8"),
    (SAMPLES / "moving_actor.t3d").read_text(encoding="utf-8")[:6000],
]


def mutated(text: str, numbers: random.Random) -> str:
    """The text with one to four places cut out, doubled, swapped or replaced."""
    for _ in range(numbers.randint(1, 4)):
        start = numbers.randrange(len(text) + 1)
        end = min(len(text), start + numbers.choice([0, 1, 1, 2, 8, 40, 400]))
        other = numbers.randrange(len(text) + 1)
        piece = numbers.choice([*PIECES, text[other : other + 60], chr(numbers.randrange(0xD800))])
        text = text[:start] + piece + text[end:]
    return text


@pytest.mark.parametrize("seed", thinned(range(10), 3, is_one_value=True))
def test_a_mutated_text_gives_a_value_or_an_error_with_its_place(seed: int) -> None:
    numbers = random.Random(seed)
    refused = 0
    rounds = 1000 if IS_FULL else 100
    for _ in range(rounds):
        found = read(mutated(numbers.choice(SOURCES), numbers))
        refused += isinstance(found[0], T3DError)
    assert 0 < refused < rounds


KEPT_AS_TEXT = {"brackets of a property": parse_t3d, "brackets of a variable": parse_blueprint_t3d}


@pytest.mark.parametrize("name", NESTED)
def test_a_text_that_nests_5000_deep_is_refused_unless_it_is_kept_as_text(name: str) -> None:
    text = NESTED[name](5000)
    if name in KEPT_AS_TEXT:
        assert KEPT_AS_TEXT[name](text)
    else:
        assert all(isinstance(found, T3DError) for found in read(text))


def test_a_nul_is_refused_where_it_stands() -> None:
    with pytest.raises(T3DError) as caught:
        parse_t3d(COPIED.replace("Öffnen", "Öff\0nen"))
    assert (caught.value.line, caught.value.column) == (2, 27)


@pytest.mark.parametrize(
    "text",
    ["\n" * 2_000_001, "a" * 2**25, f"Begin Object Name=A\nX=(\n{('a' * 2**20 + chr(10)) * 20}End Object\n"],
    ids=["many lines", "a long line", "a line over lines"],
)
def test_a_text_of_too_many_or_too_long_lines_is_refused_before_it_fills_the_memory(text: str) -> None:
    with pytest.raises(T3DError) as caught:
        parse_t3d(text)
    check(caught.value)


@pytest.mark.parametrize("name", thinned(thinned(HOSTILE, 18, is_one_value=True), 6, is_one_value=True))
def test_a_hostile_text_gives_a_value_or_an_error_with_its_place(name: str) -> None:
    assert len(read(HOSTILE[name](500_000 if is_deep() else 100_000))) == len(READERS)


@pytest.mark.timeout(900)
@pytest.mark.skipif(not IS_FULL, reason="BLUEPRINT_HOSTILE=full reads texts of 64 MB")
@pytest.mark.parametrize("name", HOSTILE)
def test_64_megabytes_are_read_or_refused(name: str) -> None:
    assert len(read(HOSTILE[name](64_000_000))) == len(READERS)
