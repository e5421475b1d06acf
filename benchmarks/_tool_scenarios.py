"""One call of each tool, again and again, on a Blueprint of a given size. For `tool_calls.py`."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from blueprint_assistant.editor.plan.edit_plan import (
    AddComponentStep,
    AddNodeStep,
    AddVariableStep,
    CompileBlueprintStep,
    ConnectPinsStep,
    CreateBlueprintStep,
    EditOperation,
    EditPlan,
    PinAt,
)
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, EventSpec
from blueprint_assistant.graph.model.blueprint import PinType

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.actions.base import ActionContext, ActionResult
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["BLUEPRINT", "GRAPH", "Ids", "big_graph", "filled_blueprint", "scenarios"]

BLUEPRINT = "/Game/BP_Bench"
GRAPH = "EventGraph"
_PRINT = CallFunctionSpec("/Script/Engine.KismetSystemLibrary:PrintString")
_NODE_ID = re.compile(r"\bN\d+")
_MEMBERS = 10

Scenario = "Callable[[int], dict[str, Any]]"


def filled_blueprint(nodes: int) -> EditPlan:
    """A Blueprint with ten variables and components, and a chain of nodes behind BeginPlay."""
    steps: list[EditOperation] = [
        CreateBlueprintStep("/Script/Engine.Actor"),
        *(AddVariableStep(f"Value{number}", PinType("real", "double"), "1.0") for number in range(_MEMBERS)),
        *(
            AddComponentStep(f"Lamp{number}", "/Script/Engine.PointLightComponent")
            for number in range(_MEMBERS)
        ),
        AddNodeStep(GRAPH, "n0", EventSpec("ReceiveBeginPlay")),
    ]
    for number in range(1, nodes):
        steps.append(AddNodeStep(GRAPH, f"n{number}", _PRINT, 300 * number))
        steps.append(ConnectPinsStep(GRAPH, PinAt(f"n{number - 1}", "then"), PinAt(f"n{number}", "execute")))
    return EditPlan(BLUEPRINT, "fill", (*steps, CompileBlueprintStep()))


class Ids:
    """The node ids that calls may name: those of the chain, and those that results gave."""

    def __init__(self, context: ActionContext, blueprint: Blueprint) -> None:
        """Give every node an id."""
        graph = blueprint.find_graph(GRAPH)
        nodes = () if graph is None else graph.nodes
        self.chain = [
            context.nodes.id_of(blueprint.path, GRAPH, node)
            for node in nodes
            if node.class_name == "K2Node_CallFunction"
        ]
        self.added: list[str] = []

    def learn(self, result: ActionResult) -> None:
        """Remember the node that a result begins with."""
        found = _NODE_ID.match(result.text)
        if found and result.has_changed:
            self.added.append(found[0])


def big_graph(nodes: int) -> dict[str, Any]:
    """The parameters of build_graph for an event with so many calls."""
    items = [{"id": "start", "node_type": "CustomEvent", "event_name": "Bench"}]
    items += [{"id": f"p{number}", "node_type": "PrintString"} for number in range(1, nodes)]
    names = [str(item["id"]) for item in items]
    links = [f"{one}.then -> {other}.execute" for one, other in pairwise(names)]
    return {"nodes": items, "links": links, "values": {f"{name}.InString": name for name in names[1:]}}


def _built(number: int) -> dict[str, Any]:
    graph = big_graph(30)
    graph["nodes"][0]["event_name"] = f"Bench{number}"
    return {"blueprint": BLUEPRINT, **graph}


def _link(ids: Ids, number: int) -> dict[str, Any]:
    return {"source_node": ids.added[2 * number], "target_node": ids.added[2 * number + 1]}


def scenarios(ids: Ids) -> dict[str, Callable[[int], dict[str, Any]]]:
    """For each tool, what the call of a number is given, in an order in which all can be done."""
    own = {"blueprint": BLUEPRINT}
    return {
        "create_blueprint": lambda n: {"name": f"BP_New{n}"},
        "add_component": lambda n: {
            **own,
            "component_type": "StaticMesh",
            "component_name": f"Mesh{n}",
        },
        "set_component_property": lambda n: {
            **own,
            "component_name": "Lamp1",
            "property_name": "Intensity",
            "value": 100 + n,
        },
        "remove_component": lambda n: {**own, "component_name": f"Mesh{n}"},
        "add_variable": lambda n: {**own, "variable_name": f"Var{n}", "variable_type": "float"},
        "set_variable_defaults": lambda n: {**own, "variable_name": f"Var{n}", "default_value": n + 1},
        "rename_variable": lambda n: {**own, "old_name": f"Var{n}", "new_name": f"Renamed{n}"},
        "add_function": lambda n: {**own, "function_name": f"Do{n}", "inputs": "Amount:float"},
        # One more for each call of the next tool, which links two.
        "add_node": lambda _: {**own, "node_type": "PrintString"},
        "add_node (again)": lambda _: {**own, "node_type": "PrintString"},
        "add_node (by menu)": lambda _: {**own, "node_type": "DoN"},
        "connect_nodes": lambda n: {**_link(ids, n), "source_pin": "then", "target_pin": "execute"},
        "set_pin_value": lambda n: {"node_id": ids.added[n], "pin_name": "InString", "value": f"Say {n}"},
        "disconnect_nodes": lambda n: {**_link(ids, n), "source_pin": "then", "target_pin": "execute"},
        "delete_node": lambda n: {"node_id": ids.added[n]},
        "add_comment_box": lambda n: {**own, "comment": f"Part {n}", "node_ids": ids.chain[n : n + 3]},
        "set_node_comment": lambda n: {"node_id": ids.added[-1], "comment": f"Part {n} again"},
        "build_graph": _built,
        "compile_blueprint": lambda _: own,
        "get_blueprint_info": lambda n: {**own, "include_nodes": n % 2 == 0},
        "find_nodes": lambda _: {"query": "print text", **own},
        "find_references": lambda _: {"name": "PrintString"},
        "get_class_functions": lambda _: {"class_name": "Character"},
        "get_selected_nodes": lambda _: {},
        "get_open_blueprint": lambda _: {},
        "open_blueprint": lambda _: own,
        "list_assets": lambda _: {},
        "get_project_structure": lambda _: {},
        "save_memory": lambda n: {"content": f"The user likes the number {n}."},
        "remove_memory": lambda n: {"memory_id": f"M{n + 1}"},
    }
