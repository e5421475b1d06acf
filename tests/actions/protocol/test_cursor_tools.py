"""The older tools of the protocol: shown to nobody, and still there for who calls them by name."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS, protocol_registry
from blueprint_assistant.actions.registry import ActionRegistry
from protocol_tools import asked

if TYPE_CHECKING:
    from actions.conftest import Tools

ENTRY = "/Game/BP_Door:BeginPlay"
PROTOCOL = (
    *("bluecode_set_function", "bluecode_read_function", "bluecode_read_variables", "bluecode_read_events"),
    *("bluecode_search_nodes", "bluecode_apply", "bluecode_apply_variables", "bluecode_connect"),
    *("bluecode_delete", "bluecode_compile", "search_function_library"),
)
OLDER = (
    *("set_edit_function", "add_step", "prepare_value", "connect_data_to_pin", "add_variable"),
    *("get_variables", "get_function_nodes", "set_cursor_node", "compile_blueprint"),
)
TARGETS = ("set_target_umg_asset", "set_target_widget")
DELETING = ("delete_node", "delete_variable")


@pytest.fixture
def protocol(tools: Tools) -> Tools:
    tools.registry = protocol_registry()
    return tools


def code(tools: Tools, target: str = ENTRY) -> list[str]:
    read = asked(tools, "bluecode_read_function", target=target)
    return [line.strip() for line in read["code"].splitlines()]


def test_the_eleven_tools_are_those_of_the_protocol() -> None:
    """BC-004."""
    assert tuple(action.tool_name for action in BLUECODE_ACTIONS) == PROTOCOL
    assert not set(PROTOCOL) & set(ActionRegistry().names)


def test_the_older_tools_can_be_called_and_are_shown_nowhere() -> None:
    """BC-001, BC-004: neither in the list of a prompt, nor in schemas, nor in the text of an error."""
    registry = protocol_registry()
    assert set(PROTOCOL) <= set(registry.names)
    shown = {tool.name for tool in registry.schemas()} | {
        line.partition("(")[0].removeprefix("- ") for line in registry.documentation().splitlines()
    }
    assert set(PROTOCOL) <= shown
    hidden = (*OLDER, *TARGETS, *DELETING, "add_node", "connect_nodes", "set_pin_value", "build_graph")
    for name in hidden:
        assert registry.resolve(name)
        assert name not in shown | set(registry.names)
    mentioned = {name for name in hidden if name in registry.documentation()}
    assert mentioned == set()


def test_every_schema_names_its_target_and_what_is_required(protocol: Tools) -> None:
    """BC-004, BC-010: a target is never required: the active one counts."""
    schemas = {tool.name: tool for tool in protocol.registry.schemas()}
    for name in PROTOCOL:
        assert schemas[name].description
        assert "target" in schemas[name].parameters["properties"]
        assert "target" not in schemas[name].parameters["required"]


def test_steps_are_put_behind_the_cursor(protocol: Tools) -> None:
    """BC-004."""
    asked(protocol, "set_edit_function", target=ENTRY)
    first = asked(protocol, "add_step", name="Print String", inputs={"InString": "one"})
    assert first["ok"], first
    asked(protocol, "add_step", name="Print String", inputs={"InString": "three"})
    chosen = asked(protocol, "set_cursor_node", node=first["cursor"])
    assert chosen["cursor"] == first["cursor"]
    asked(protocol, "add_step", name="Print String", inputs={"InString": "two", "Duration": 5.0})
    assert code(protocol)[1:] == [
        'PrintString("one")',
        'PrintString("two", Duration=5.0)',
        'PrintString("three")',
    ]


def test_a_step_behind_a_branch_stands_in_its_first_way(protocol: Tools) -> None:
    """BC-004."""
    asked(protocol, "bluecode_set_function", target=ENTRY)
    program = 'main()\n  if true:\n    PrintString("yes")\n  PrintString("end")\n'
    made = asked(protocol, "bluecode_apply", code=program)
    branch = made["operations"][0]["result"]["node_id"]
    asked(protocol, "set_cursor_node", node=branch)
    asked(protocol, "add_step", name="Print String", inputs={"InString": "first"})
    lines = code(protocol)
    assert lines[1].startswith("if ")
    assert lines[2:] == ['PrintString("first")', 'PrintString("yes")', 'PrintString("end")']


def test_a_prepared_value_is_run_by_no_flow_until_it_is_connected(protocol: Tools) -> None:
    """BC-004."""
    asked(protocol, "set_edit_function", target=ENTRY)
    step = asked(protocol, "add_step", name="Print String", inputs={})
    value = asked(protocol, "prepare_value", name="Get Game Time in Seconds")
    assert value["ok"], value
    node = value["operations"][0]["result"]["node_id"]
    assert "floating:" in code(protocol, "/Game/BP_Door:EventGraph")
    done = asked(
        protocol, "connect_data_to_pin", source=f"{node}:ReturnValue", pin=f"{step['cursor']}:Duration"
    )
    assert done["ok"], done
    assert "floating:" not in code(protocol, "/Game/BP_Door:EventGraph")


def test_a_refused_step_changes_nothing_and_the_cursor_stays(protocol: Tools) -> None:
    """BC-004."""
    asked(protocol, "set_edit_function", target=ENTRY)
    there = asked(protocol, "add_step", name="Print String", inputs={"InString": "one"})["cursor"]
    text = protocol.refused("add_step", name="Prnt Strng", inputs={})
    assert json.loads(text)["error_code"]
    protocol.refused("add_step", name="Print String", inputs={"Nothing": 1})
    assert protocol.context.scope.cursor == there


def test_texts_in_inputs_are_no_code(protocol: Tools) -> None:
    """BC-004: what stands in a value stays in it."""
    asked(protocol, "set_edit_function", target=ENTRY)
    text = 'x")\nPrintString("y'
    asked(protocol, "add_step", name="Print String", inputs={"InString": text})
    read = asked(protocol, "bluecode_read_function", target=ENTRY)
    assert read["statement_count"] == 1


def test_the_older_readings_are_those_of_the_protocol(protocol: Tools) -> None:
    """BC-004."""
    asked(protocol, "bluecode_apply_variables", target="BP_Door", variables={"Speed": "float"})
    assert asked(protocol, "get_variables", target="BP_Door")["variables"][0]["name"] == "Speed"
    assert "code" in asked(protocol, "get_function_nodes", target=ENTRY)


FORMS = [
    ("PrintString", "InString", {"text": "hi"}, "hi"),
    ("PrintString", "InString", {"literal": True}, "true"),
    ("PrintString", "InString", {"path": "/Game/X"}, "/Game/X"),
    ("PrintString", "Duration", {"literal": 3.5}, "3.500000"),
    ("PrintString", "Duration", {"text": "7"}, "7.000000"),
    ("PrintString", "bPrintToScreen", {"literal": "false"}, "false"),
    ("PrintString", "Key", {"text": "K"}, "K"),
    ("GetActorOfClass", "ActorClass", {"class": "Pawn"}, "/Script/Engine.Pawn"),
    ("GetActorOfClass", "ActorClass", {"path": "/Script/Engine.Pawn"}, "/Script/Engine.Pawn"),
    ("PlaySound2D", "Sound", {"object": "S_Creak"}, "/Game/S_Creak.S_Creak"),
    ("PlaySound2D", "Sound", {"path": "/Game/S_Creak"}, "/Game/S_Creak.S_Creak"),
    ("SetActorLocation", "NewLocation", {"literal": "1,2,3"}, "1.000000,2.000000,3.000000"),
    ("SetActorLocation", "NewLocation", {"X": 1, "Y": 2, "Z": 3}, "1.000000,2.000000,3.000000"),
]
"""A value in the forms of the protocol, and what the pin holds then."""


@pytest.fixture
def stage(protocol: Tools) -> Tools:
    """The door with an event, in a project with a sound."""
    protocol.project.sandbox.other_assets["/Game/S_Creak"] = "/Script/Engine.SoundWave"
    asked(protocol, "bluecode_apply", target="/Game/BP_Door:EventGraph", code="on BeginPlay()\n  pass\n")
    return protocol


def _held(tools: Tools, function: str, pin_name: str) -> str:
    """What the pin of the only call of a function holds."""
    (node,) = (
        node
        for node in tools.event_graph.nodes
        if function in (node.find_property("FunctionReference") or "")
    )
    pin = node.find_pin(pin_name, "input")
    assert pin is not None
    return pin.default_object or pin.default_value


@pytest.mark.parametrize(("function", "pin", "value", "held"), FORMS)
def test_a_step_takes_the_forms_of_a_value(
    stage: Tools, function: str, pin: str, value: object, held: str
) -> None:
    """BC-131."""
    asked(stage, "add_step", target=ENTRY, name=function, inputs={pin: value})
    assert _held(stage, function, pin) == held


@pytest.mark.parametrize(("function", "pin", "value", "held"), FORMS)
def test_a_pin_takes_the_forms_of_a_value(
    stage: Tools, function: str, pin: str, value: object, held: str
) -> None:
    """BC-131."""
    stage.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name=function)
    stage.do("set_pin_value", node_id="N1", pin_name=pin, value=value)
    assert _held(stage, function, pin) == held


@pytest.mark.parametrize(
    ("function", "pin", "value"),
    [
        ("PrintString", "Duration", {"text": "soon"}),
        ("GetActorOfClass", "ActorClass", {"class": "Nope"}),
        ("PlaySound2D", "Sound", {"object": "Nope"}),
    ],
)
def test_a_form_that_the_pin_does_not_take_is_refused(
    stage: Tools, function: str, pin: str, value: object
) -> None:
    """BC-131: it goes through the same rules as any other value."""
    stage.refused("add_step", target=ENTRY, name=function, inputs={pin: value})
    stage.do("add_node", blueprint="BP_Door", node_type="CallFunction", function_name=function)
    stage.refused("set_pin_value", node_id="N1", pin_name=pin, value=value)


def test_a_variable_takes_the_forms_of_a_value(stage: Tools) -> None:
    """BC-131: a map with such a key is the map that it is."""
    for name, kind, value in (
        ("Who", "class:Actor", {"class": "Pawn"}),
        ("Ding", "object:SoundBase", {"path": "/Game/S_Creak"}),
        ("Age", "int", {"literal": 4}),
        ("Words", "map:string,string", {"text": "x"}),
    ):
        given = {"variable_name": name, "variable_type": kind, "default_value": value}
        stage.do("add_variable", blueprint="BP_Door", **given)
    held = {item.name: item.default for item in stage.door.variables}
    assert held["Who"].endswith("/Script/Engine.Pawn'\"") or held["Who"].endswith("Pawn")
    assert "S_Creak" in held["Ding"]
    assert held["Age"] == "4"
    assert "text" in held["Words"]
