"""The adapter of command lines, and the little texts that it makes out of descriptions."""

from __future__ import annotations

from typing import Any

import pytest

from blueprint_assistant.graph.t3d.graph_text import parse_t3d
from cases.adapters.cli_texts import texts_of
from cases.adapters.conflicts import with_conflict
from cases.adapters.members import UnknownMemberError
from cases.adapters.property_changes import PropertyChange, read_changes
from cases.run_cases import CaseResult, run_case
from tiers import deep, thinned

READ = ["code", "read", "FILE"]


def put(given: dict[str, Any], expect: dict[str, Any]) -> CaseResult:
    return run_case({"id": "own", "area": "text", "kind": "t3d_cli", "input": given, "expect": expect})


# --- descriptions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "changes"),
    [
        ("EnabledState=Disabled", [PropertyChange("EnabledState", None, "Disabled")]),
        (
            "bControl=True and bShift=True",
            [PropertyChange("bControl", None, "True"), PropertyChange("bShift", None, "True")],
        ),
        (
            'Table="/Game/T_B.T_B" in place of T_A',
            [PropertyChange("Table", '"/Game/T_A.T_A"', '"/Game/T_B.T_B"')],
        ),
        ("Color=(R=1,G=0.9) in place of G=0.5", [PropertyChange("Color", "(R=1,G=0.5)", "(R=1,G=0.9)")]),
        ('Key="A" instead of SpaceBar', [PropertyChange("Key", '"SpaceBar"', '"A"')]),
        ("Flags=3 in place of Flags=1", [PropertyChange("Flags", "1", "3")]),
        ('DefaultValue="x" of the pin InString', [PropertyChange("DefaultValue", None, '"x"', "InString")]),
    ],
)
def test_a_change_is_read_with_what_was_there_before(text: str, changes: list[PropertyChange]) -> None:
    assert read_changes(text) == changes


def test_a_change_without_a_value_or_a_likeness_is_refused() -> None:
    for text in ("make it red", 'Table="/Game/T_B.T_B" in place of Zebra'):
        with pytest.raises(UnknownMemberError):
            read_changes(text)


@pytest.mark.parametrize(
    ("node", "classes"),
    thinned(
        [
            ("Print String behind BeginPlay", ["K2Node_Event", "K2Node_CallFunction"]),
            ("custom event Fire", ["K2Node_CustomEvent", "K2Node_CallFunction"]),
            ("the key SpaceBar", ["K2Node_InputKey", "K2Node_CallFunction"]),
            ("a Branch behind Tick", ["K2Node_Event", "K2Node_IfThenElse"]),
            ("Set Health behind custom event Fire", ["K2Node_CustomEvent", "K2Node_VariableSet"]),
            ("a node of /Script/Doors.K2Node_Hinge", ["K2Node_Hinge", "K2Node_Event"]),
            ("MaterialGraphNode with a Constant inside", ["MaterialGraphNode"]),
        ],
        3,
    ),
)
def test_a_described_node_becomes_a_text_with_it_before_and_after(node: str, classes: list[str]) -> None:
    described = {"node": node, "property": "Note=2 in place of 1"}
    before, after = (texts["FILE"] for texts in texts_of({"command": READ, "compare_with": described}))
    assert sorted(item.class_name for item in parse_t3d(after).nodes) == sorted(classes)
    differing = [
        pair for pair in zip(before.splitlines(), after.splitlines(), strict=True) if pair[0] != pair[1]
    ]
    assert [(old.strip(), new.strip()) for old, new in differing] == [("Note=1", "Note=2")]


def test_an_unknown_node_or_a_change_of_nothing_is_refused() -> None:
    for described in (
        {"node": "a flying carpet", "property": "A=1"},
        {"node": "custom event Fire", "property": "A=1 in place of A=1"},
    ):
        with pytest.raises(UnknownMemberError):
            texts_of({"command": READ, "compare_with": described})


@pytest.mark.parametrize(
    ("conflict", "sides"),
    [
        (
            {"around": "the pin InString of a Print String", "ours": "a", "theirs": "b"},
            ['DefaultValue="a"', 'DefaultValue="b"'],
        ),
        ({"around": "NodePosY of a node", "style": "diff3"}, ["NodePosY=32", "NodePosY=16", "NodePosY=48"]),
        (
            {"around": "NodeComment of a node", "ours": '"a"', "theirs": '"b"'},
            ['NodeComment="a"', 'NodeComment="b"'],
        ),
        ({"around": "a whole node"}, ["Begin Object", "Begin Object"]),
    ],
)
def test_a_conflict_stands_around_what_is_named(conflict: dict[str, Any], sides: list[str]) -> None:
    (texts,) = texts_of({"command": READ, "conflict": conflict})
    lines = texts["FILE"].splitlines()
    start, end = lines.index("<<<<<<< HEAD"), lines.index(">>>>>>> feature")
    parts = (
        "\n".join(lines[start + 1 : end])
        .replace("||||||| merged common ancestors", "=======")
        .split("=======")
    )
    assert len(parts) == len(sides)
    assert all(side in part for side, part in zip(sides, parts, strict=True))


def test_a_place_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownMemberError):
        with_conflict('Begin Object Class=A Name="B"\nEnd Object\n', {"around": "the pin Nowhere"})


# --- the process -------------------------------------------------------------------------------------


def test_the_real_program_reads_a_text_and_its_end_is_seen() -> None:
    graph = {"event": "Tick", "call": "Print String", "In String": "hello there", "Duration": 3}
    given = {"command": ["code", "read", "--json", "FILE"], "graph": graph, "stdout_encoding": "utf-8"}
    result = put(given, {"exit": 0, "json_contains": "hello there", "file_written": False, "exit_not": 1})
    assert result.passes, f"{result.problems} {result.got}"


@deep
@pytest.mark.parametrize(
    ("given", "right", "wrong"),
    [
        (
            {
                "command": ["code", "apply", "ADD", "--onto", "FILE", "-o", "OUT"],
                "ADD": "on Tick():\n  PrintString('x')\n",
            },
            {"exit": 0, "file_written": True, "file_contains": "ReceiveTick"},
            {"file_written": False},
        ),
        (
            {"command": ["t3d", "diff", "FILE", "FILE2"], "FILE2": {"InString": "other"}},
            {"exit": 1, "must_mention": ["other"]},
            {"exit": 0},
        ),
        (
            {"command": READ, "compare_with": {"node": "a Branch behind Tick", "property": "NodePosX=1"}},
            {"outputs_differ": False, "exit": 0},
            {"outputs_differ": True},
        ),
        (
            {"command": ["t3d", "check", "FILE"], "FILE": "no graph at all"},
            {"exit": 1, "must_mention_any": ["FAILED"]},
            {"exit_not": 1},
        ),
    ],
)
def test_files_runs_and_outputs_are_told_apart(
    given: dict[str, Any], right: dict[str, Any], wrong: dict[str, Any]
) -> None:
    result = put(given, right)
    assert result.passes, f"{result.problems} {result.got}"
    assert not put(given, wrong).passes


def test_what_the_adapter_would_ignore_fails_the_case() -> None:
    assert not put({"command": READ, "weather": "rain"}, {"exit": 0}).passes
    assert not put(
        {"command": READ, "conflict": {"around": "a whole node", "style": "wild"}}, {"exit": 1}
    ).passes
