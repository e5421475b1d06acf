"""Kinds about one tool call to a Blueprint: tool_guard and node_lookup, on a sandbox project.

Node ids of the case stand for the ids (N1, N2, …) that the product gives.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.project_lookup import find_nodes
from blueprint_assistant.editor.plan.edit_plan import EditPlan
from blueprint_assistant.editor.plan.member_steps import SetComponentPropertyStep
from blueprint_assistant.errors import AssistantError
from cases.adapters.case_nodes import add_node
from cases.adapters.desk import EVENT_GRAPH, Desk, open_desk
from cases.adapters.faked_engine import fake_engine
from cases.adapters.members import require_known
from cases.adapters.touched import blueprint_of, touched_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.actions.base import ActionResult
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["ADAPTERS"]

_PROFILE = "BodyInstance.CollisionProfileName"


def tool_guard(case: Mapping[str, Any]) -> dict[str, Any]:
    require_known(case, ("tool", "args", "state", "fake"), "tool_guard")
    state = case.get("state", {})
    call = {"tool": case["tool"], "args": case["args"]}
    with open_desk() as desk:
        desk.bring_to(state)
        fake_engine(desk, case.get("fake") or state.get("fake") or {}, blueprint_of(desk, call))
        before = desk.project.blueprints()
        result = desk.call(case["tool"], case["args"])
        return _seen(desk, result, before, call)


def _seen(
    desk: Desk, result: ActionResult, before: dict[str, Blueprint], call: Mapping[str, Any]
) -> dict[str, Any]:
    text = desk.in_words_of_case(result.text)
    after = desk.project.blueprints()
    path = call["args"].get("blueprint", "")
    added = re.match(r"\w+", text)
    return {
        "ok": result.ok,
        "text": text,
        "error": "" if result.ok else text,
        "node_id": added[0] if added else None,
        "saved": path not in desk.project.sandbox.dirty_packages,
        "asset_unchanged": after == before and not desk.project.sandbox.dirty_packages,
        "used": _setter_used(desk, call),
        **touched_by(desk, call, before),
        **_result_nodes(after.get(path), call["args"].get("function", "")),
    }


def _setter_used(desk: Desk, call: Mapping[str, Any]) -> str:
    """The setter that a property must have gone through, as nothing else changes it in the sandbox."""
    args = call["args"]
    if call["tool"] != "set_component_property":
        return ""
    asked = EditPlan(
        args["blueprint"], "look", (SetComponentPropertyStep(args["component"], _PROFILE, args["value"]),)
    )
    is_set = not desk.editor.apply(asked).has_changed
    return "set_collision_profile_name" if is_set else ""


def _result_nodes(blueprint: Blueprint | None, function: str) -> dict[str, Any]:
    """The result nodes of a function and their pins."""
    graph = blueprint.find_graph(function) if blueprint is not None and function else None
    nodes = [node for node in graph.nodes if node.class_name == "K2Node_FunctionResult"] if graph else []
    pins = [pin for node in nodes for pin in node.pins]
    return {
        "result_nodes": len(nodes),
        "result_exec_pins": sum(pin.is_exec for pin in pins),
        "result_pins": [pin.name for pin in pins],
    }


def node_lookup(case: Mapping[str, Any]) -> dict[str, Any]:
    require_known(case, ("nodes", "deleted", "table"), "node_lookup")
    path = "/Game/BP_Door"
    with open_desk() as desk:
        desk.bring_to({"blueprints": {path: {"graphs": {EVENT_GRAPH: case["nodes"]}}}})
        for case_id in case.get("deleted", ()):
            described = {"id": case_id, "title": "Print String", "class": "K2Node_CallFunction"}
            name = add_node(desk, path, described)
            desk.project.delete_node(path, EVENT_GRAPH, name)
        return {"table": [_looked_up(desk, text) for text in case["table"]]}


def _looked_up(desk: Desk, text: str) -> dict[str, Any]:
    try:
        (found,) = find_nodes(desk.context, desk.our_id(text))
    except AssistantError as error:
        return {"error": desk.in_words_of_case(str(error))}
    return {"node": desk.in_words_of_case(found.id)}


ADAPTERS = {"tool_guard": tool_guard, "node_lookup": node_lookup}
