from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.registry import ActionRegistry, UnknownToolError

if TYPE_CHECKING:
    from .conftest import Tools


class Fail(Action):
    """Fail in a way that nobody expected."""

    tool_name: ClassVar[str] = "fail"
    effect: ClassVar[Effect] = "read"

    def run(self, context: ActionContext) -> ActionResult:
        raise RuntimeError(f"secret detail of {type(context).__name__}")


def test_each_tool_is_documented_in_one_line_with_its_parameters() -> None:
    registry = ActionRegistry()
    lines = registry.documentation().splitlines()
    assert len(lines) == len(registry.names)
    for name, line in zip(registry.names, lines, strict=True):
        assert line.startswith(f"- {name}(")
        assert ") - " in line


def test_schemas_are_plain_objects_that_services_take() -> None:
    for tool in ActionRegistry().schemas():
        text = json.dumps(tool.parameters)
        assert tool.parameters["type"] == "object"
        assert "title" not in text
        assert "anyOf" not in text
        assert set(tool.parameters["required"]) <= set(tool.parameters["properties"])
        assert all(
            "type" in item and "description" in item for item in tool.parameters["properties"].values()
        )


@pytest.mark.parametrize(
    "name", ["add_node", "Add-Node", "addNode", "ADD NODE", "add_node(blueprint; optional x)"]
)
def test_a_tool_is_found_however_its_name_is_written(name: str) -> None:
    assert ActionRegistry().resolve(name).tool_name == "add_node"


def test_an_unknown_tool_is_refused_with_the_nearest_and_all() -> None:
    with pytest.raises(UnknownToolError, match=r"Nearest: add_node.*compile_blueprint"):
        ActionRegistry().resolve("add_nodes")


def test_an_unexpected_failure_is_a_result_for_the_model_and_a_traceback_for_the_log(
    tools: Tools, caplog: pytest.LogCaptureFixture
) -> None:
    registry = ActionRegistry([Fail])
    with caplog.at_level(logging.ERROR):
        result = registry.call("fail", {}, tools.context)
    assert not result.ok
    assert result.text.startswith("internal_error:")
    assert "secret detail" not in result.text
    assert "secret detail" in caplog.text


@pytest.mark.parametrize("parameters", [{"blueprint": 5}, {"blueprint": ["x"]}, {"blueprint": {}}, {"x": 1}])
def test_wrong_arguments_become_a_result_that_names_the_parameter(
    tools: Tools, parameters: dict[str, Any]
) -> None:
    result = tools.registry.call("compile_blueprint", parameters, tools.context)
    assert not result.ok
    assert "blueprint" in result.text


def test_two_tools_of_one_name_are_a_mistake_of_ours() -> None:
    with pytest.raises(ValueError, match="fail"):
        ActionRegistry([Fail, Fail])
