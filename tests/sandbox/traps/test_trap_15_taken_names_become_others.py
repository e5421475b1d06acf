"""Trap 15: a taken name of an event or function is replaced without an error."""

from __future__ import annotations

from typing import Any


def _graph_names(door: Any) -> list[str]:
    return [str(name) for name in door.library.list_graph_names(door.asset)]


def test_a_taken_event_name_gives_a_generated_one_and_success(door: Any) -> None:
    assert door.nodes.add_custom_event_node("Open").get_node_title().splitlines()[0] == "Open"
    twin = door.nodes.add_custom_event_node("Open")
    assert twin is not None
    assert twin.get_node_title().splitlines()[0] == "CustomEvent"


def test_a_taken_function_name_is_numbered(door: Any) -> None:
    script = door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")
    twin = door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "turn")
    assert script.get_graph().get_name() == "Turn"
    assert twin.get_graph().get_name() == "turn_0"


def test_a_function_removed_and_made_again_before_the_compile_is_fn_0(door: Any) -> None:
    door.library.add_function_graph(door.asset, "Turn")
    door.compile()
    door.library.remove_function_graph(door.asset, "Turn")
    assert "Turn" not in _graph_names(door)
    assert door.library.add_function_graph(door.asset, "Turn").get_name() == "Turn_0"


def test_after_a_compile_the_name_is_free_again(door: Any) -> None:
    door.library.add_function_graph(door.asset, "Turn")
    door.compile()
    door.library.remove_function_graph(door.asset, "Turn")
    door.compile()
    assert door.library.add_function_graph(door.asset, "Turn").get_name() == "Turn"


def test_a_function_that_no_compile_saw_leaves_its_name_free(door: Any) -> None:
    door.library.add_function_graph(door.asset, "Turn")
    door.library.remove_function_graph(door.asset, "Turn")
    assert door.library.add_function_graph(door.asset, "Turn").get_name() == "Turn"
