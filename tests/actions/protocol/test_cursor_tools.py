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
    hidden = (*OLDER, *DELETING, "add_node", "connect_nodes", "set_pin_value", "build_graph")
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
