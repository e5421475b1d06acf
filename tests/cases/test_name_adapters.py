"""The adapters of names, types, values and paths, on projects of their own."""

from __future__ import annotations

from typing import Any

import pytest

from cases.run_cases import CaseResult, run_case

DOOR_STATES = [
    {"name": "NewEnumerator0", "display": "Closed"},
    {"name": "NewEnumerator1", "display": "Wide Open"},
]
ASSETS = {
    "/Game/E_Door": "UserDefinedEnum",
    "/Game/S_Item": "UserDefinedStruct",
    "/Game/BP_Gate": "Blueprint",
    "/Game/Maps/T_Gate": "Texture2D",
}


def put(kind: str, expect: dict[str, Any], **given: Any) -> CaseResult:
    return run_case({"id": "own", "area": "blueprint", "kind": kind, "input": given, "expect": expect})


def rows(kind: str, pairs: list[tuple[Any, dict[str, Any]]], **given: Any) -> CaseResult:
    return put(kind, {"table": [row for _, row in pairs]}, table=[asked for asked, _ in pairs], **given)


@pytest.mark.parametrize(
    ("kind", "given", "pairs"),
    [
        (
            "default_value",
            {},
            [
                ({"type": "enum", "entries": DOOR_STATES, "value": "wide open"}, {"value": "NewEnumerator1"}),
                (
                    {"type": "enum", "entries": DOOR_STATES, "value": "NewEnumerator0"},
                    {"value": "NewEnumerator0"},
                ),
                ({"type": "enum", "entries": DOOR_STATES, "value": "Ajar"}, {"error": True}),
                ({"type": "object:Texture2D", "value": "/Game/T.T"}, {"value": "/Game/T.T"}),
                ({"type": "vector", "value": {"x": 1, "y": 2, "z": 3}}, {"numbers": [1, 2, 3]}),
            ],
        ),
        (
            "default_value",
            {"enums": {"/Game/E_Door": DOOR_STATES}},
            [({"type": "E_Door", "value": "Closed"}, {"value": "NewEnumerator0"})],
        ),
        (
            "default_value",
            {"assets": ASSETS},
            [
                ({"type": "object:Texture2D", "value": "T_Gate"}, {"value": "/Game/Maps/T_Gate.T_Gate"}),
                (
                    {"type": "object:Texture2D", "value": "T_Gaet"},
                    {"error": True, "must_mention": ["T_Gate"]},
                ),
                ({"type": "class:Actor", "value": "BP_Gate"}, {"value": "/Game/BP_Gate.BP_Gate_C"}),
            ],
        ),
        (
            "type_spec",
            {"assets": ASSETS},
            [
                ("E_Door", {"category": "byte", "object": "/Game/E_Door.E_Door"}),
                ("map:name,S_Item", {"container": "map", "value_object": "/Game/S_Item.S_Item"}),
                ("object:BP_Gate", {"category": "object", "object": "/Game/BP_Gate.BP_Gate_C"}),
                ("E_Window", {"error": True}),
            ],
        ),
        (
            "class_path",
            {"assets": {"/Doors/BP_Gate": "WidgetBlueprint"}, "native": ["/Script/Doors.Hinge"]},
            [
                ("BP_Gate", {"class": "/Doors/BP_Gate.BP_Gate_C"}),
                ("AHinge", {"class": "/Script/Doors.Hinge"}),
                ("Knob", {"error": True}),
            ],
        ),
        (
            "asset_path",
            {"assets": ASSETS, "mounts": ["/Game/"]},
            [
                ("T_Gate", {"path": "/Game/Maps/T_Gate"}),
                ({"name": "BP_New", "folder": "/Game/Doors"}, {"path": "/Game/Doors/BP_New"}),
            ],
        ),
        (
            "event_match",
            {"parent_class": "BP_Base", "blueprints": {"/Game/BP_Base": "Pawn"}},
            [("Possessed", {"event": "ReceivePossessed"}), ("Landed", {"error": True})],
        ),
        (
            "variable_match",
            {
                "variables": [{"name": "bIsOpen", "type": "bool"}],
                "components": {"Mesh": "StaticMeshComponent"},
            },
            [("is open", {"variable": "bIsOpen"}), ("mesh", {"variable": "Mesh"})],
        ),
        (
            "type_describe",
            {},
            [
                (
                    {"category": "name", "container": "map", "value": {"category": "int"}},
                    {"contains": "name to int"},
                ),
                ({"type": "array:object:Actor"}, {"contains": "Actor"}),
            ],
        ),
        (
            "tool_args",
            {"tool": "set_pin_default", "schema_properties": ["node", "pin", "value"], "required": []},
            [
                ({"node": "N1", "pin": "A", "value": 5}, {"ok_if": {"node": "N1", "pin": "A"}}),
                ({"node": "N1", "value": 5}, {"error": True, "must_mention": ["pin"]}),
            ],
        ),
        (
            "pin_match",
            {
                "pins": [
                    {"name": "Loc", "direction": "input", "type": "vector", "display": "Location"},
                    {"name": "bOld", "direction": "in", "type": "bool", "hidden": True},
                ]
            },
            [({"direction": "in", "request": "location"}, {"pin": "Loc"})],
        ),
    ],
)
def test_names_are_looked_up_in_the_project_of_the_case(
    kind: str, given: dict[str, Any], pairs: list[tuple[Any, dict[str, Any]]]
) -> None:
    result = rows(kind, pairs, **given)
    assert result.passes, f"{result.problems} {result.got}"


def test_a_wrong_name_is_a_failure_and_told_with_its_row() -> None:
    wrong = rows("type_spec", [("E_Door", {"object": "/Game/E_Gate.E_Gate"})], assets=ASSETS)
    assert wrong.problems == ("row 1: object is /Game/E_Door.E_Door, expected /Game/E_Gate.E_Gate",)


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("type_spec", {"weather": "rain"}),
        ("pin_match", {"pins": [{"name": "A", "direction": "in", "type": "int", "colour": "red"}]}),
        ("tool_args", {"tool": "no_such_tool", "schema_properties": [], "required": []}),
    ],
)
def test_what_an_adapter_would_ignore_fails_the_case(kind: str, given: dict[str, Any]) -> None:
    assert not put(kind, {"table": []}, table=[], **given).passes
