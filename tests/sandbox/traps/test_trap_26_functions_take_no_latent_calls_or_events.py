"""Trap 26: a function graph refuses latent calls and custom events."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.functions import DELAY, PRINT


@pytest.fixture
def script(door: Any) -> Any:
    return door.unreal.BlueprintGraphEditor.create_and_edit_function_graph(door.asset, "Turn")


def test_a_latent_call_is_refused_in_a_function_graph(door: Any, script: Any) -> None:
    before = len(script.list_all_nodes())
    assert script.add_call_function_node(DELAY) is None
    assert len(script.list_all_nodes()) == before
    assert script.add_call_function_node(PRINT) is not None
    assert door.call(DELAY) is not None


def test_a_custom_event_is_none_in_a_function_graph(script: Any) -> None:
    assert script.add_custom_event_node("Open") is None


def test_events_of_dispatchers_and_components_are_none_too(door: Any, script: Any) -> None:
    unreal = door.unreal
    door.library.add_event_dispatcher(door.asset, "OnOpened")
    handle, _ = door.add_component(unreal.BoxComponent)
    door.compile()
    data = unreal.SubobjectDataBlueprintFunctionLibrary
    box = data.get_object_for_blueprint(data.get_data(handle), door.asset)
    assert script.add_dispatcher_event_node("OnOpened") is None
    assert script.add_component_bound_event_node(box, "OnComponentBeginOverlap") is None
    assert door.nodes.add_dispatcher_event_node("OnOpened") is not None
    assert door.nodes.add_component_bound_event_node(box, "OnComponentBeginOverlap") is not None
