from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.graph.model import PropertyFlag

if TYPE_CHECKING:
    from blueprint_assistant.graph.model import Variable

    from .conftest import Tools


def variable(tools: Tools, name: str) -> Variable:
    found = tools.door.find_variable(name)
    assert found is not None
    return found


@pytest.fixture
def health(tools: Tools) -> Tools:
    """BP_Door with a variable Health that an event sets."""
    tools.do("add_variable", blueprint="BP_Door", name="Health", type="float", default_value=100)
    tools.do("add_node", blueprint="BP_Door", node_type="SetVariable", variable_name="Health")
    return tools


# --- rename_variable -----------------------------------------------------------------------------


def test_a_variable_is_renamed_with_its_nodes(health: Tools) -> None:
    text = health.do("rename_variable", blueprint="BP_Door", old_name="health", new_name="Life")
    assert text == "Renamed variable of /Game/BP_Door: Health is Life now, in 1 node."
    assert float(variable(health, "Life").default) == 100
    assert health.door.find_variable("Health") is None
    assert health.project.undo_history()[-1] == "AI: rename Health to Life"


def test_a_component_is_renamed_by_the_same_tool(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    assert "component" in tools.do("rename_variable", bp="BP_Door", old="Mesh", new="Panel")
    assert tools.door.find_component("Panel") is not None


def test_renaming_to_the_present_name_changes_nothing(health: Tools) -> None:
    health.done_before("rename_variable", blueprint="BP_Door", old_name="Health", new_name="Health")


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"old_name": "Healt", "new_name": "Life"}, "Health"),
        ({"old_name": "Health", "new_name": "Speed"}, "already has a variable"),
        ({"old_name": "Health", "new_name": "a.b"}, "cannot be in the name"),
        ({"old_name": "Seen", "new_name": "Known"}, "OnRep_Seen"),
        ({"old_name": "Health"}, "new_name"),
    ],
)
def test_a_rename_that_cannot_be_is_refused_and_nothing_changes(
    health: Tools, given: dict[str, Any], mentioned: str
) -> None:
    health.do("add_variable", blueprint="BP_Door", name="Speed", type="float")
    health.do("add_variable", blueprint="BP_Door", name="Seen", type="bool")
    health.do("set_variable_defaults", blueprint="BP_Door", name="Seen", replication="rep_notify")
    assert mentioned in health.refused("rename_variable", blueprint="BP_Door", **given)


# --- set_variable_defaults -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type_text", "value", "held"),
    [
        ("float", "2.5", "2.500000"),
        ("int", 7, "7"),
        ("bool", True, "true"),
        ("string", "Hi", "Hi"),
        ("name", "Socket", "Socket"),
        ("vector", [1, 2, 3], "1.000000,2.000000,3.000000"),
        ("rotator", {"Pitch": 0, "Yaw": 90, "Roll": 0}, "0.000000,90.000000,0.000000"),
        ("linearcolor", "1,0,0,1", "(R=1.000000,G=0.000000,B=0.000000,A=1.000000)"),
        ("ECollisionChannel", "ECC_Pawn", "ECC_Pawn"),
        ("EMovementMode", "Walking", "MOVE_Walking"),
        ("class:Actor", "Pawn", "/Script/Engine.Pawn"),
    ],
)
def test_a_default_is_set_and_read_back(tools: Tools, type_text: str, value: Any, held: str) -> None:
    tools.do("add_variable", blueprint="BP_Door", name="Value", type=type_text)
    tools.do("set_variable_defaults", blueprint="BP_Door", variable_name="Value", default_value=value)
    assert variable(tools, "Value").default == held
    tools.done_before("set_variable_defaults", blueprint="BP_Door", name="Value", default=value)


def test_flags_are_set_in_the_same_step(health: Tools) -> None:
    text = health.do(
        "set_variable_defaults",
        blueprint="BP_Door",
        variable_name="Health",
        default_value=50,
        expose_on_spawn="true",
        replication="replicated",
        category="Stats",
    )
    assert "Health (double = 50.000000" in text
    found = variable(health, "Health")
    assert found.is_exposed_on_spawn
    assert found.is_instance_editable
    assert found.category == "Stats"
    assert PropertyFlag.NET in found.flags
    assert health.project.undo_history()[-1] == "AI: set defaults of Health"


def test_read_only_is_told_to_be_out_of_reach(health: Tools) -> None:
    assert "Details panel" in health.refused(
        "set_variable_defaults", blueprint="BP_Door", variable_name="Health", read_only=True
    )
    text = health.do(
        "set_variable_defaults", blueprint="BP_Door", variable_name="Health", default=7, read_only=True
    )
    assert "read_only was not set" in text
    assert float(variable(health, "Health").default) == 7
    health.done_before("set_variable_defaults", blueprint="BP_Door", variable_name="Health", read_only=False)


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"variable_name": "Healt", "default_value": 1}, "Health"),
        ({"variable_name": "Health", "default_value": "much"}, "much"),
        ({"variable_name": "Health"}, "nothing to set"),
        ({"variable_name": "Health", "replication": "often"}, "rep_notify"),
        ({"variable_name": "Keys", "default_value": "(1,2)"}, "array"),
    ],
)
def test_defaults_that_cannot_be_set_are_refused_and_nothing_changes(
    health: Tools, given: dict[str, Any], mentioned: str
) -> None:
    health.do("add_variable", blueprint="BP_Door", name="Keys", type="array:int")
    assert mentioned in health.refused("set_variable_defaults", blueprint="BP_Door", **given)


def test_blueprints_that_use_the_renamed_variable_from_outside_are_named(health: Tools) -> None:
    health.do("create_blueprint", name="BP_Key")
    health.do("add_variable", blueprint="BP_Key", name="Door", type="object:BP_Door")
    for path in ("/Game/BP_Door", "/Game/BP_Key"):
        health.do("compile_blueprint", blueprint=path)
        health.project.editor.save(path)
    text = health.do("rename_variable", blueprint="BP_Door", old_name="Health", new_name="Life")
    assert "/Game/BP_Key may use Health" in text
