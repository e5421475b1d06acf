from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blueprint_assistant.actions.arguments import ArgumentError, read_arguments
from blueprint_assistant.actions.registry import ALL_ACTIONS
from blueprint_assistant.actions.tools.add_members import AddVariable
from blueprint_assistant.actions.tools.add_node import AddNode
from blueprint_assistant.actions.tools.blueprints import GetBlueprintInfo
from blueprint_assistant.actions.tools.links_and_values import SetPinValue
from blueprint_assistant.actions.tools.project_assets import GetOpenBlueprint

BRANCH = {"blueprint": "BP_Door", "node_type": "Branch"}


def test_the_names_that_models_use_reach_the_right_parameters() -> None:
    action = read_arguments(AddVariable, {"bp": "BP_Door", "name": "Speed", "Type": "float", "default": 5})
    assert (action.blueprint, action.variable_name, action.variable_type) == ("BP_Door", "Speed", "float")
    assert action.default_value == 5
    camel = read_arguments(AddNode, {"blueprintName": "BP_Door", "nodeType": "Branch"})
    assert camel.node_type == "Branch"


@pytest.mark.parametrize(
    ("value", "number"), [(320, 320), ("320", 320), (320.4, 320), ("64.0", 64), (-5, -5)]
)
def test_a_position_may_be_any_kind_of_number(value: Any, number: int) -> None:
    assert read_arguments(AddNode, {**BRANCH, "x": value}).x == number


@pytest.mark.parametrize(
    "position", [[320, "64"], "320, 64", "(320, 64)", {"x": 320, "y": 64}, {"X": 320, "Y": 64}]
)
def test_a_position_may_come_as_one_value(position: Any) -> None:
    action = read_arguments(AddNode, {**BRANCH, "position": position})
    assert (action.x, action.y) == (320, 64)


@pytest.mark.parametrize("value", ["left", True, 1e300, "inf", [1, 2]])
def test_a_position_that_is_no_number_is_refused_by_name(value: Any) -> None:
    with pytest.raises(ArgumentError, match="'x'"):
        read_arguments(AddNode, {**BRANCH, "x": value})


@pytest.mark.parametrize("value", [True, "True", "true", "yes", 1, "1"])
def test_a_flag_may_be_written_in_any_usual_way(value: Any) -> None:
    assert read_arguments(GetBlueprintInfo, {"blueprint": "X", "include_nodes": value}).include_nodes


def test_null_means_left_out() -> None:
    action = read_arguments(AddNode, {**BRANCH, "x": None, "comment": None})
    assert action.x is None


def test_parameters_wrapped_twice_are_unwrapped() -> None:
    assert read_arguments(AddNode, {"parameters": BRANCH}).node_type == "Branch"


def test_a_missing_parameter_is_named_with_its_meaning() -> None:
    with pytest.raises(ArgumentError) as caught:
        read_arguments(AddVariable, {"blueprint": "BP_Door", "name": "Speed"})
    assert "'variable_type'" in caught.value.what
    assert "variable_name, variable_type, category (optional)" in caught.value.fix


def test_an_unknown_parameter_is_named_with_the_nearest() -> None:
    with pytest.raises(ArgumentError, match=r"no parameter 'variable_nam'.*'variable_name'"):
        read_arguments(AddVariable, {"blueprint": "B", "variable_nam": "S", "variable_type": "int"})


def test_one_parameter_under_two_names_must_have_one_value() -> None:
    both = {"blueprint": "B", "variable_type": "int", "name": "A", "variable_name": "A"}
    assert read_arguments(AddVariable, both).variable_name == "A"
    with pytest.raises(ArgumentError, match="twice"):
        read_arguments(AddVariable, {**both, "name": "Other"})


def test_a_value_keeps_its_blanks_and_its_type() -> None:
    action = read_arguments(SetPinValue, {"node_id": 3, "pin_name": "InString", "value": "  Hi "})
    assert (action.node_id, action.value) == ("3", "  Hi ")


def test_a_tool_without_parameters_says_that_it_takes_none() -> None:
    with pytest.raises(ArgumentError, match="get_open_blueprint takes no parameters"):
        read_arguments(GetOpenBlueprint, {"name": "BP_Door"})
    assert read_arguments(GetOpenBlueprint, {"parameters": {}})


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(ALL_ACTIONS), st.data())
def test_any_json_is_read_or_refused_in_words(action: Any, data: st.DataObject) -> None:
    known = [*action.model_fields, *action.aliases]
    names = st.sampled_from(known) | st.text(max_size=8) if known else st.text(max_size=8)
    parameters = data.draw(st.dictionaries(names, _JSON, max_size=5))
    with contextlib.suppress(ArgumentError):
        read_arguments(action, parameters)
