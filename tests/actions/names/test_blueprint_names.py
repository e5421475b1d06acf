"""What a model may call a Blueprint: the same for every tool that takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.registry import ALL_ACTIONS
from tiers import thinned

if TYPE_CHECKING:
    from actions.conftest import Tools

CALLS: dict[str, dict[str, Any]] = {
    "add_component": {"component_type": "Box", "component_name": "Part"},
    "set_component_property": {"component_name": "Wall", "property_name": "Mobility", "value": "Movable"},
    "remove_component": {"component_name": "Wall"},
    "change_component": {"component_name": "Wall", "is_root": True},
    "add_variable": {"variable_name": "Speed", "variable_type": "float"},
    "set_variable_defaults": {"variable_name": "Health", "default_value": 1},
    "rename_variable": {"old_name": "Health", "new_name": "Life"},
    "remove_member": {"member_name": "Health"},
    "add_function": {"function_name": "Open"},
    "change_function": {"function_name": "Idle", "is_const": True},
    "override_function": {"function_name": "BeginPlay"},
    "add_dispatcher": {"dispatcher_name": "OnOpened"},
    "add_node": {"node_type": "PrintString"},
    "add_comment_box": {"comment": "Says"},
    "arrange_graph": {},
    "build_graph": {"nodes": [{"id": "a", "node_type": "PrintString"}]},
    "read_graph": {},
    "write_graph": {"code": "on BeginPlay():\n    PrintString()"},
    "compile_blueprint": {},
    "get_blueprint_info": {},
    "find_nodes": {"query": "print"},
    "open_blueprint": {},
}


@pytest.fixture
def twins(tools: Tools) -> Tools:
    """BP_Door, and two Blueprints named BP_Twin, each with a variable, a component and a function."""
    tools.do("create_blueprint", name="BP_Twin", path="/Game/One")
    tools.do("create_blueprint", name="BP_Twin", path="/Game/Two")
    for path in ("/Game/BP_Door", "/Game/One/BP_Twin", "/Game/Two/BP_Twin"):
        tools.do("add_variable", blueprint=path, name="Health", type="float")
        tools.do("add_component", blueprint=path, type="Scene", name="Base")
        tools.do("add_component", blueprint=path, type="Box", name="Wall")
        tools.do("add_function", blueprint=path, name="Idle")
    return tools


def test_every_tool_that_takes_a_blueprint_is_tried_here() -> None:
    assert set(CALLS) == {action.tool_name for action in ALL_ACTIONS if "blueprint" in action.model_fields}


@pytest.mark.parametrize("tool", thinned(CALLS, 3))
def test_a_name_of_two_blueprints_is_refused_with_both(twins: Tools, tool: str) -> None:
    for name in ("BP_Twin", "bp_twin", "BP_Twin_C"):
        text = twins.refused(tool, blueprint=name, **CALLS[tool])
        assert text.startswith("ambiguous_name")
        assert "/Game/One/BP_Twin, /Game/Two/BP_Twin" in text


@pytest.mark.parametrize("tool", thinned(CALLS, 3))
def test_an_unknown_name_is_refused_with_the_nearest(twins: Tools, tool: str) -> None:
    text = twins.refused(tool, blueprint="BP_Dor", **CALLS[tool])
    assert text.startswith("unknown_blueprint")
    assert "/Game/BP_Door" in text


@pytest.mark.parametrize(
    "spelled",
    thinned(
        thinned(
            [
                "/Game/Two/BP_Twin",
                "Two/BP_Twin",
                "/Game/Two/BP_Twin.BP_Twin",
                "/Game/Two/BP_Twin.BP_Twin_C",
                "Blueprint'/Game/Two/BP_Twin.BP_Twin'",
                "/Script/Engine.Blueprint'/Game/Two/BP_Twin.BP_Twin'",
                "BlueprintGeneratedClass'/Game/Two/BP_Twin.BP_Twin_C'",
                "game/two/bp_twin",
                " /Game/Two/BP_Twin ",
            ],
            4,
            is_one_value=True,
        ),
        3,
        is_one_value=True,
    ),
)
def test_a_path_in_any_spelling_means_one(twins: Tools, spelled: str) -> None:
    assert twins.do("get_blueprint_info", blueprint=spelled).startswith("/Game/Two/BP_Twin:")
    assert "to /Game/Two/BP_Twin" in twins.do("add_variable", blueprint=spelled, name="New", type="int")
    assert twins.project.blueprint("/Game/One/BP_Twin").find_variable("New") is None


@pytest.mark.parametrize(
    "spelled",
    thinned(["BP_Door", "bp_door", "BP_Door_C", "/Game/BP_Door", "Game/BP_Door"], 2, is_one_value=True),
)
def test_a_name_alone_is_enough_where_it_is_the_only_one(twins: Tools, spelled: str) -> None:
    assert twins.do("get_blueprint_info", blueprint=spelled).startswith("/Game/BP_Door:")


def test_a_class_of_two_blueprints_is_refused_where_a_class_is_named(twins: Tools) -> None:
    for tool, given in (
        ("add_variable", {"variable_name": "Twin", "variable_type": "object:BP_Twin"}),
        ("add_node", {"node_type": "Cast", "target_class": "BP_Twin"}),
        ("add_node", {"node_type": "SpawnActor", "target_class": "BP_Twin"}),
        ("set_variable_defaults", {"variable_name": "Kind", "default_value": "BP_Twin"}),
    ):
        if tool == "set_variable_defaults":
            twins.do("add_variable", blueprint="BP_Door", name="Kind", type="class:Actor")
        text = twins.refused(tool, blueprint="BP_Door", **given)
        assert "/Game/One/BP_Twin" in text
        assert "/Game/Two/BP_Twin" in text
