"""What Blueprints of the project declare is there for programs: pure functions, component classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from reverts.turns import exact_state, record

if TYPE_CHECKING:
    from actions.conftest import Tools

INVENTORY, STATS = "BP_InventoryComponent", "BP_StatsComponent"
HEAD = "func Check() -> (Dead: bool):\n"


@pytest.fixture
def hero(tools: Tools) -> Tools:
    """The door, beside two component Blueprints; `BP_InventoryComponent` has a variable and a function."""
    tools.do("create_blueprint", name=INVENTORY, parent_class="ActorComponent")
    tools.do("create_blueprint", name=STATS, parent_class="SceneComponent")
    code = "var Count: int = 3\nfunc AddItem(More: int):\n  Count = Count + More\n"
    tools.do("write_graph", blueprint=INVENTORY, code=code)
    return tools


@pytest.mark.parametrize(
    ("code", "graph"),
    [
        ('on BeginPlay():\n  if IsDead():\n    PrintString("dead")\n', "EventGraph"),
        (f"{HEAD}  let d = IsDead()\n  return d\n", "Check"),
        (
            f"func IsDead() -> (Dead: bool):\n  return not CanBeDamaged\n{HEAD}  return not IsDead()\n",
            "Check",
        ),
    ],
)
def test_an_own_pure_function_is_called_by_a_pure_node(tools: Tools, code: str, graph: str) -> None:
    result = {"name": "Dead", "type": "bool"}
    tools.do("add_function", blueprint="BP_Door", function_name="IsDead", is_pure=True, outputs=[result])
    assert "0 errors" in tools.do("write_graph", blueprint="BP_Door", code=code)
    written = tools.door.find_graph(graph)
    assert written is not None
    calls = [node for node in written.nodes if node.class_name == "K2Node_CallFunction"]
    call = next(node for node in calls if "IsDead" in (node.find_property("FunctionReference") or ""))
    assert not any(pin.is_exec for pin in call.pins)
    tools.done_before("write_graph", blueprint="BP_Door", code=code)


def test_component_blueprints_are_added_by_a_program_with_values_of_their_variables(hero: Tools) -> None:
    code = (
        f"component Inventory: {INVENTORY}(Count=7)\ncomponent Stats: {STATS} as root\n"
        f"component Sub: {STATS} under Stats\non BeginPlay():\n  Inventory.AddItem(3)\n"
    )
    assert "0 errors" in hero.do("write_graph", blueprint="BP_Door", code=code)
    found = {item.name: (item.class_path.rpartition(".")[2], item.parent) for item in hero.door.components}
    assert found == {
        "Inventory": (f"{INVENTORY}_C", ""),
        "Stats": (f"{STATS}_C", ""),
        "Sub": (f"{STATS}_C", "Stats"),
    }
    hero.done_before("write_graph", blueprint="BP_Door", code=code)
    hero.done_before(
        "set_component_property",
        blueprint="BP_Door",
        component_name="Inventory",
        property_name="Count",
        value=7,
    )


def test_component_blueprints_are_added_by_the_tool_and_taken_back(hero: Tools) -> None:
    hero.do("add_component", blueprint="BP_Door", component_type=STATS, component_name="Stats")
    place = {"parent_component": "Stats", "component_name": "Under"}
    hero.do("add_component", blueprint="BP_Door", component_type=STATS, **place)
    hero.do("add_component", blueprint="BP_Door", component_type=INVENTORY, component_name="Items")
    value = {"component_name": "Items", "property_name": "Count", "value": 9}
    hero.do("set_component_property", blueprint="BP_Door", **value)
    before = exact_state(hero.project)
    turn = record(hero.project, hero.context)
    hero.context = turn.context
    for name in ("Items", "Stats"):
        hero.do("remove_component", blueprint="BP_Door", component_name=name)
    turn.revert()
    assert exact_state(hero.project) == before
    hero.done_before("set_component_property", blueprint="BP_Door", **value)


def test_a_blueprint_that_is_no_component_is_none(tools: Tools) -> None:
    text = tools.refused(
        "add_component", blueprint="BP_Door", component_type="BP_Door", component_name="Inner"
    )
    assert "no component class" in text
