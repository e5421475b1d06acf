"""Whatever is sent to the protocol's tools: an answer that says what is wrong, and nothing changes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.protocol.cursor_tools import STEP_ACTIONS
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS, protocol_registry
from tiers import is_deep

if TYPE_CHECKING:
    from actions.conftest import Tools
    from blueprint_assistant.actions.base import Action

_USUAL: dict[str, dict[str, Any]] = {
    "bluecode_apply": {"code": "main()\n  PrintString('x')\n"},
    "bluecode_apply_variables": {"variables": [{"name": "X", "type": "int"}]},
    "bluecode_connect": {"connects": ["A:then -> B:execute"]},
    "bluecode_delete": {"targets": ["A"], "confirm_delete": True},
    "bluecode_search_nodes": {"query": "delay"},
    "search_function_library": {"query": "delay"},
    "add_step": {"name": "Print String"},
    "prepare_value": {"name": "Make Vector"},
    "connect_data_to_pin": {"source": "A:X", "pin": "B:Y"},
    "set_cursor_node": {"node": "A"},
}
_TARGETS = (
    "BP_Door:" + "x" * 100_000,
    "x" * 100_000,
    ":" * 1000,
    "BP_Door:." * 500,
    "BP_Door:\x00\u202e",
    "/Game/../../etc/passwd:EventGraph",
    "BP_Door:func",
    "BP_Door:((((",
    "//:/",
)
_VALUES: tuple[Any, ...] = (
    None,
    7,
    [],
    {},
    [[]],
    [None],
    {"a": {"b": {}}},
    "\ud800",
    "x" * 100_000,
    -1,
    1e400,
)


@pytest.fixture
def protocol(tools: Tools) -> Tools:
    tools.registry = protocol_registry()
    return tools


@pytest.mark.parametrize("action", [*BLUECODE_ACTIONS, *STEP_ACTIONS], ids=lambda item: item.tool_name)
def test_a_target_that_means_nothing_is_refused_as_json(protocol: Tools, action: type[Action]) -> None:
    """BC-013: every refusal has its code, what is wrong and what to do, and stays short."""
    for target in _TARGETS:
        text = protocol.refused(action.tool_name, target=target, **_USUAL.get(action.tool_name, {}))
        assert len(text) < 6000, target[:40]
        if text.startswith("bad_arguments: "):
            continue  # no tool gets to see that
        answer = json.loads(text)
        assert answer["ok"] is False
        assert answer["error_code"]
        assert answer["error"]
        assert answer["suggested_fix"]


@pytest.mark.parametrize("action", [*BLUECODE_ACTIONS, *STEP_ACTIONS], ids=lambda item: item.tool_name)
def test_no_value_of_a_parameter_breaks_a_tool(protocol: Tools, action: type[Action]) -> None:
    """I14: odd values are refused or read as meant; nothing fails inside."""
    for field in action.model_fields.keys() - {"target"}:
        for value in _VALUES if is_deep() else _VALUES[::4]:
            usual = {"target": "BP_Door:BeginPlay", **_USUAL.get(action.tool_name, {})}
            result = protocol.call(action.tool_name, **{**usual, field: value})
            assert not result.text.startswith("internal_error"), (field, repr(value)[:40])
            assert "Traceback" not in result.text


def test_the_protocols_own_example_is_written_and_found_again(protocol: Tools) -> None:
    """BC-014, BC-021: `main()` and `end` are words of structure."""
    code = 'main()\n  PrintString("Welcome")\n  end'
    first = json.loads(protocol.call("bluecode_apply", target="BP_Door:BeginPlay", code=code).text)
    assert first["ok"], first
    again = json.loads(protocol.call("bluecode_apply", target="BP_Door:BeginPlay", code=code).text)
    assert {item["op"] for item in again["operations"]} == {"noop"}
    read = json.loads(protocol.call("bluecode_read_function", target="BP_Door:BeginPlay").text)
    assert read["code"].splitlines()[:2] == ["main()", '  PrintString("Welcome")']
    assert (read["protocol_version"], read["statement_count"]) == ("2", 1)
