from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from actions.conftest import Tools


def test_a_component_is_found_by_its_short_name(tools: Tools) -> None:
    text = tools.do("add_component", blueprint="BP_Door", component_type="StaticMesh", component_name="Mesh")
    assert text.startswith("Added component Mesh (StaticMeshComponent)")
    added = tools.door.find_component("Mesh")
    assert added is not None
    assert added.class_path == "/Script/Engine.StaticMeshComponent"
    assert tools.project.undo_history() == ["AI: add component Mesh"]


def test_a_component_can_be_attached_to_another(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", type="Scene", name="Hinge")
    text = tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh", parent="hinge")
    assert "under Hinge" in text


def test_an_equal_component_is_success_without_a_change(tools: Tools) -> None:
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    tools.done_before("add_component", blueprint="BP_Door", type="StaticMeshComponent", name="mesh")


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"type": "PointLight", "name": "Mesh"}, "StaticMeshComponent"),
        ({"type": "PointLite", "name": "Lamp"}, "PointLightComponent"),
        ({"type": "Pawn", "name": "Lamp"}, "ActorComponent"),
        ({"type": "PointLight", "name": "Lamp", "parent": "Mash"}, "Mesh"),
        ({"type": "PointLight", "name": "Lamp", "parent": "Mesh", "is_root": True}, "root"),
        ({"type": "PointLight"}, "component_name"),
    ],
)
def test_a_component_that_cannot_be_added_is_refused_and_nothing_changes(
    tools: Tools, given: dict[str, Any], mentioned: str
) -> None:
    tools.do("add_component", blueprint="BP_Door", type="StaticMesh", name="Mesh")
    assert mentioned in tools.refused("add_component", blueprint="BP_Door", **given)


@pytest.mark.parametrize(
    ("type_text", "default", "held"),
    [
        ("float", 300, "300"),
        ("float", "2.5", "2.5"),
        ("bool", True, "true"),
        ("bool", "True", "true"),
        ("int", "5", "5"),
        ("string", "Hi, there", "Hi, there"),
        ("vector", [1, 2, 3], "1"),
        ("vector", {"X": 1, "Y": 2, "Z": 3}, "1"),
        ("object:Actor", None, ""),
        ("array:float", None, ""),
    ],
)
def test_a_variable_takes_its_default_in_the_forms_that_models_send(
    tools: Tools, type_text: str, default: Any, held: str
) -> None:
    tools.do("add_variable", blueprint="BP_Door", name="Value", type=type_text, default_value=default)
    variable = tools.door.find_variable("Value")
    assert variable is not None
    assert variable.default.startswith(held)


def test_a_variable_may_refer_to_a_blueprint_of_the_project(tools: Tools) -> None:
    tools.do("create_blueprint", name="BP_Key", path="/Game/Items")
    text = tools.do("add_variable", blueprint="BP_Door", name="Keys", type="TArray<BP_Key>")
    assert "array of object BP_Key_C" in text


def test_an_equal_variable_is_success_without_a_change(tools: Tools) -> None:
    tools.do("add_variable", blueprint="BP_Door", name="Speed", type="float", default=2)
    for given in ({"type": "double"}, {"type": "float", "default": "2.0"}):
        again = tools.done_before("add_variable", blueprint="BP_Door", name="speed", **given)
        assert "exists already" in again


@pytest.mark.parametrize(
    ("given", "mentioned"),
    [
        ({"name": "Speed", "type": "int"}, "double"),
        ({"name": "Speed", "type": "float", "default": 3}, "2"),
        ({"name": "Open", "type": "flaot"}, "float"),
        ({"name": "Open", "type": "bool", "default": "maybe"}, "maybe"),
        ({"name": "Open"}, "variable_type"),
        ({"name": "Open", "type": "bool", "colour": "red"}, "colour"),
    ],
)
def test_a_variable_that_cannot_be_added_is_refused_and_nothing_changes(
    tools: Tools, given: dict[str, Any], mentioned: str
) -> None:
    tools.do("add_variable", blueprint="BP_Door", name="Speed", type="float", default=2)
    assert mentioned in tools.refused("add_variable", blueprint="BP_Door", **given)
