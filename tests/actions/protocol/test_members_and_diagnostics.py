"""Variables that are applied and read, events that are read, and compiling with diagnostics by statement."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools

DOOR = "/Game/BP_Door"
BROKEN = """
on BeginPlay():
  PrintString("before")
  if bOpen:
    StaticMeshComponent.SetStaticMesh()
"""


def asked(tools: Tools, tool: str, **parameters: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(tools.call(tool, target=DOOR, **parameters).text)
    return answer


def apply(tools: Tools, *variables: Any) -> dict[str, Any]:
    return asked(tools, "bluecode_apply_variables", variables=list(variables))


def row(tools: Tools, name: str) -> dict[str, Any]:
    rows = asked(tools, "bluecode_read_variables")["variables"]
    found: dict[str, Any] = next(item for item in rows if item["name"] == name)
    return found


# --- apply_variables -----------------------------------------------------------------------------


def test_each_variable_is_added_updated_or_there_already_and_none_goes(protocol: Tools) -> None:
    """BC-200."""
    apply(protocol, {"name": "Speed", "type": "float", "default": 5}, {"name": "Label", "type": "string"})
    answer = apply(
        protocol,
        {"name": "Speed", "default": 7},
        {"name": "Label", "type": "string"},
        {"name": "Marks", "type": "array:name", "default": ["a", "b"]},
    )
    assert [(item["name"], item["op"]) for item in answer["operations"]] == [
        ("Speed", "update"),
        ("Label", "noop"),
        ("Marks", "add"),
    ]
    assert float(answer["operations"][0]["default"]) == 7
    assert [item.name for item in protocol.door.variables] == ["Speed", "Label", "Marks"]


def test_applying_the_same_again_changes_nothing(protocol: Tools) -> None:
    """BC-200."""
    wanted = {
        "name": "Speed",
        "type": "float",
        "default": 5.0,
        "category": "Motion",
        "instance_editable": True,
    }
    apply(protocol, wanted)
    before = protocol.project.state()
    answer = apply(protocol, wanted)
    assert [item["op"] for item in answer["operations"]] == ["noop"]
    assert protocol.project.state() == before


def test_flags_category_and_an_unused_type_are_updated(protocol: Tools) -> None:
    """BC-200."""
    apply(protocol, {"name": "Speed", "type": "int"})
    answer = apply(
        protocol,
        {
            "name": "speed",
            "type": "float",
            "category": "Motion",
            "instance_editable": True,
            "expose_on_spawn": True,
            "replication": "replicated",
        },
    )
    assert answer["operations"][0]["op"] == "update"
    (speed,) = protocol.door.variables
    assert (speed.name, speed.category, speed.type.category) == ("Speed", "Motion", "real")
    assert speed.is_instance_editable
    assert speed.is_exposed_on_spawn


def test_local_variables_are_applied_and_read(protocol: Tools) -> None:
    """BC-048, BC-200."""
    protocol.do("write_graph", blueprint=DOOR, code="func Open():\n  PrintString('x')\n")
    assert apply(protocol, {"name": "Count", "type": "int", "default": 3, "function": "Open"})["ok"]
    protocol.do("write_graph", blueprint=DOOR, code="func Open():\n  Count = Count + 1\n  PrintString('x')\n")
    read = asked(protocol, "bluecode_read_variables")
    assert read["variables"] == []
    ((function, (count,)),) = read["local_variables"].items()
    assert (function, count["name"], count["default"]) == ("Open", "Count", "3")
    assert (count["references"]["reads"], count["references"]["writes"]) == (1, 1)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "no variables"),
        ([{"type": "int"}], "name"),
        ([{"name": "X"}], "no type"),
        ([{"name": "X", "type": "flaot"}], "flaot"),
        ([{"name": "X", "type": "int", "default": "many"}], "X"),
        ([{"name": "X", "type": "int", "colour": 1}], "colour"),
        ([{"name": "X", "type": "int"}, {"name": "x", "type": "int"}], "twice"),
        ([{"name": "X", "type": "int", "function": "Nothing"}], "Nothing"),
        ("Speed: float", "no variables"),
    ],
)
def test_what_cannot_be_read_is_refused_and_nothing_is_made(protocol: Tools, rows: Any, said: str) -> None:
    """BC-200: all of them or none."""
    good = [{"name": "Good", "type": "int"}]
    given = good + rows if isinstance(rows, list) and rows else rows
    text = protocol.refused("bluecode_apply_variables", target=DOOR, variables=given)
    answer = json.loads(text)
    assert said in answer["error"]
    assert answer["suggested_fix"]


def test_a_used_variable_keeps_its_type(protocol: Tools) -> None:
    """BC-200."""
    protocol.do("write_graph", blueprint=DOOR, code="var Speed: float\non BeginPlay():\n  Speed = 1.0\n")
    answer = json.loads(
        protocol.refused(
            "bluecode_apply_variables", target=DOOR, variables=[{"name": "Speed", "type": "string"}]
        )
    )
    assert "Speed" in answer["error"]


# --- readings ------------------------------------------------------------------------------------


def test_reads_and_writes_are_counted_by_graph(protocol: Tools) -> None:
    """BC-048."""
    code = (
        "var Speed: float = 5.0\nvar Idle: bool\n"
        "on BeginPlay():\n  Speed = 1.0\n  Speed = Speed + Speed\nfunc Stop():\n  Speed = 0.0\n"
    )
    protocol.do("write_graph", blueprint=DOOR, code=code)
    uses = row(protocol, "Speed")["references"]
    assert (uses["writes"], uses["graphs"]) == (3, ["EventGraph", "Stop"])
    assert uses["count"] == uses["reads"] + uses["writes"]
    assert row(protocol, "Idle")["references"] == {"count": 0, "reads": 0, "writes": 0, "graphs": []}


def test_bound_events_and_those_that_can_be_added_are_read(protocol: Tools) -> None:
    """BC-048."""
    code = "component Box: BoxComponent\non Box.OnComponentHit():\n  PrintString('x')\n"
    protocol.do("write_graph", blueprint=DOOR, code=code)
    answer = asked(protocol, "bluecode_read_events")
    bound = {item["name"]: item for item in answer["events"]}
    assert bound["Box.OnComponentHit"]["is_empty"] is False
    assert bound["Box.OnComponentHit"]["kind"] == "component_event"
    assert "ReceiveAnyDamage" in answer["available"]
    assert "Box.OnComponentBeginOverlap" in answer["available"]
    assert "Box.OnComponentHit" not in answer["available"]
    own = json.loads(protocol.call("bluecode_read_events", target=f"{DOOR}:Box").text)
    assert [item["name"] for item in own["events"]] == ["Box.OnComponentHit"]
    assert all(item.startswith("Box.") for item in own["available"])


def test_the_events_of_the_active_component_are_read(protocol: Tools) -> None:
    """BC-012, BC-048."""
    protocol.do("write_graph", blueprint=DOOR, code="component Box: BoxComponent\n")
    protocol.call("bluecode_set_function", target=f"{DOOR}:Box")
    answer = json.loads(protocol.call("bluecode_read_events").text)
    assert answer["target"] == f"{DOOR}:Box"
    assert "Box.OnComponentHit" in answer["available"]


# --- compile -------------------------------------------------------------------------------------


def dirty(tools: Tools) -> bool:
    return DOOR in tools.project.sandbox.dirty_packages


def test_compiling_saves_unless_it_is_not_wanted(protocol: Tools) -> None:
    """BC-201."""
    protocol.do("write_graph", blueprint=DOOR, code="on BeginPlay():\n  PrintString('x')\n")
    assert dirty(protocol)
    answer = asked(protocol, "bluecode_compile", save=False)
    assert (answer["ok"], answer["saved"], answer["diagnostics"]) == (True, False, [])
    assert dirty(protocol)
    assert asked(protocol, "bluecode_compile")["saved"] is True
    assert not dirty(protocol)


def test_diagnostics_have_the_path_and_the_line_of_their_statement(protocol: Tools) -> None:
    """BC-201: in the code as it is read."""
    protocol.do("add_variable", blueprint=DOOR, variable_name="bOpen", variable_type="bool")
    protocol.call("write_graph", blueprint=DOOR, code=BROKEN)
    answer = asked(protocol, "bluecode_compile")
    assert (answer["ok"], answer["saved"]) == (False, False)
    assert "errors" in answer["not_saved"]
    assert dirty(protocol)
    first = answer["diagnostics"][0]
    assert first["severity"] == "error"
    code = asked(protocol, "bluecode_read_function")["code"]
    assert code.splitlines()[first["line"] - 1].strip() == first["statement"]
    assert "SetStaticMesh" in first["statement"]
    assert first["path"].endswith("/body/1/then/0")
    source = json.loads(
        protocol.call("bluecode_read_function", target=first["target"], detail="roundtrip").text
    )["source_map"]
    assert "SetStaticMesh" in source[first["path"]]["statement"]


def test_what_was_written_and_does_not_compile_is_told_by_its_line(protocol: Tools) -> None:
    """BC-201: of the program that was sent, and of the code as it is read."""
    protocol.do("add_variable", blueprint=DOOR, variable_name="bOpen", variable_type="bool")
    answer = asked(protocol, "bluecode_apply", code=BROKEN)
    assert (answer["ok"], answer["error_code"]) == (False, "compile_errors")
    assert answer["suggested_fix"]
    first = answer["diagnostics"][0]
    assert BROKEN.splitlines()[first["sent_line"] - 1].strip() == first["statement"]
    made = {item["result"]["node_id"] for item in answer["operations"]}
    assert first["node_id"] in made
    (again, *_) = asked(protocol, "bluecode_compile")["diagnostics"]
    assert again == {key: value for key, value in first.items() if key != "sent_line"}
    # Another tool that compiles says it as well: its own work is done, and something is still wrong.
    other = apply(protocol, {"name": "Speed", "type": "float"})
    assert [item["op"] for item in other["operations"]] == ["add"]
    assert other["diagnostics"] == [again]


def test_what_cannot_be_saved_is_compiled_and_says_why(protocol: Tools) -> None:
    """BC-201."""
    protocol.do("write_graph", blueprint=DOOR, code="on BeginPlay():\n  PrintString('x')\n")
    switches = protocol.project.sandbox.switches
    protocol.project.sandbox.switches = replace(switches, saves_fail=True)
    answer = asked(protocol, "bluecode_compile")
    assert (answer["ok"], answer["status"], answer["saved"]) == (False, "up_to_date", False)
    assert DOOR in answer["save_error"]
