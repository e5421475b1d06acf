"""Trap 16: the graph of an override comes wired to the call of its parent."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.fixture
def mode(unreal: Any) -> Any:
    return unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(
        "/Game/BP_Mode", unreal.GameModeBase
    )


def _script(unreal: Any, mode: Any) -> Any:
    graph = unreal.BlueprintEditorLibrary.add_function_override(mode, "MustSpectate")
    return unreal.BlueprintGraphEditor.get_graph_editor(graph)


def _by_class(script: Any) -> dict[str, Any]:
    return {str(node.get_class().get_name()): node for node in script.list_all_nodes()}


def test_entry_parent_call_and_result_are_linked(unreal: Any, mode: Any) -> None:
    nodes = _by_class(_script(unreal, mode))
    assert set(nodes) == {"K2Node_FunctionEntry", "K2Node_CallParentFunction", "K2Node_FunctionResult"}
    call = nodes["K2Node_CallParentFunction"]
    (source,) = call.find_execute_pin().list_connected_pins()
    assert source.get_owning_node() == nodes["K2Node_FunctionEntry"]
    (target,) = call.find_then_pin().list_connected_pins()
    assert target.get_owning_node() == nodes["K2Node_FunctionResult"]


def test_the_parameters_run_through_the_parent_too(unreal: Any, mode: Any) -> None:
    nodes = _by_class(_script(unreal, mode))
    call = nodes["K2Node_CallParentFunction"]
    (given,) = call.find_input_pin("NewPlayerController").list_connected_pins()
    assert given.get_owning_node() == nodes["K2Node_FunctionEntry"]
    (result,) = call.find_output_pin("ReturnValue").list_connected_pins()
    assert result.get_owning_node() == nodes["K2Node_FunctionResult"]


def test_a_body_put_behind_the_entry_cuts_the_parent_call_off(unreal: Any, mode: Any) -> None:
    script = _script(unreal, mode)
    call = _by_class(script)["K2Node_CallParentFunction"]
    branch = script.add_branch_node()
    assert script.find_graph_entry_pin().try_create_connection(branch.find_execute_pin())
    assert not call.find_execute_pin().list_connected_pins()


def test_a_second_override_is_the_same_graph(unreal: Any, mode: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    first = library.add_function_override(mode, "MustSpectate")
    assert library.add_function_override(mode, "mustspectate") == first
    assert library.add_function_override(mode, "NoSuchFunction") is None


def test_an_event_that_is_placed_cannot_become_a_function(unreal: Any, mode: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    assert library.add_function_override(mode, "ReceiveBeginPlay") is None  # its ghost is there
    library.add_event_override(mode, "ReceiveEndPlay", unreal.IntPoint(0, 0))
    assert library.add_function_override(mode, "ReceiveEndPlay") is None


def test_the_override_takes_no_parameters_of_its_own(unreal: Any, mode: Any) -> None:
    script = _script(unreal, mode)
    kind = unreal.BlueprintEditorLibrary.get_basic_type_by_name("int")
    assert not script.add_graph_input_parameter("More", kind).is_valid()
    assert script.add_graph_output_parameter("More", kind) is None


def test_it_compiles_and_is_listed_as_implemented(unreal: Any, mode: Any) -> None:
    library = unreal.BlueprintEditorLibrary
    rows = {str(row.name): row.is_implemented for row in library.list_functions(mode)}
    assert rows["MustSpectate"] is False
    _script(unreal, mode)
    assert library.compile_blueprint(mode) is True
    rows = {str(row.name): row.is_implemented for row in library.list_functions(mode)}
    assert rows["MustSpectate"] is True
