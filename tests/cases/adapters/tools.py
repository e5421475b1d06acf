"""Kinds about one tool call to a Blueprint: tool_guard and node_lookup, on a sandbox project.

Node ids of the case stand for the ids (N1, N2, …) that the product gives.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.project_lookup import find_nodes
from blueprint_assistant.errors import AssistantError
from cases.adapters.case_nodes import add_node
from cases.adapters.desk import EVENT_GRAPH, Desk, open_desk
from cases.adapters.editor_state import looked_at
from cases.adapters.faked_engine import fake_engine
from cases.adapters.members import require_known
from cases.adapters.tables import for_each_row
from cases.adapters.tool_words import our_tool
from cases.adapters.touched import blueprint_of, touched_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.actions.base import ActionResult
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["ADAPTERS"]


_COMPILING = ("compile_blueprint", "write_graph", "bluecode_compile", "bluecode_apply")
"""Tools that compile what they have done."""


def tool_guard(case: Mapping[str, Any]) -> dict[str, Any]:
    require_known(case, ("tool", "args", "state", "fake"), "tool_guard")
    state = case.get("state", {})
    call = {"tool": case["tool"], "args": case["args"]}
    with open_desk() as desk:
        desk.bring_to(state)
        fake = {**state.get("fake", {}), **case.get("fake", {})}
        fake_engine(desk, {**state, "fake": fake}, blueprint_of(desk, call))
        before, dirty = desk.blueprints(), set(desk.project.sandbox.dirty_packages)
        compiles = _compiles(desk)
        result = desk.call(case["tool"], case["args"])
        seen = _seen(desk, result, before, call)
        is_clean = set(desk.project.sandbox.dirty_packages) == dirty
        if our_tool(case["tool"]) not in _COMPILING:
            seen["compiled_first"] = _compiles(desk) > compiles
        seen["asset_unchanged"] = seen["nothing_changed"] and is_clean
        return seen | _component_property(desk, call, fake)


def _compiles(desk: Desk) -> int:
    """How often Blueprints were compiled so far."""
    return sum(asset.generation for asset in desk.project.sandbox.blueprints.values())


def _seen(
    desk: Desk, result: ActionResult, before: dict[str, Blueprint], call: Mapping[str, Any]
) -> dict[str, Any]:
    text = desk.in_words_of_case(result.text)
    after = desk.blueprints()
    path = blueprint_of(desk, call)
    named = re.search(r"\bN\d+\b", result.text)
    added = re.match(r"\w+", text)
    sandbox = desk.project.sandbox
    return {
        "ok": result.ok,
        "text": text,
        "error": "" if result.ok else text,
        "node_id": desk.in_words_of_case(named[0]) if named and result.ok else added[0] if added else None,
        "reused": result.ok and not _is_new(desk, named[0] if named else "", before, result),
        "saved": path not in sandbox.dirty_packages,
        "nothing_changed": after == before,
        **touched_by(desk, call, before),
        **_result_nodes(after.get(path), call["args"].get("function", "")),
    }


def _is_new(desk: Desk, node_id: str, before: Mapping[str, Blueprint], result: ActionResult) -> bool:
    """Whether the answer is about something that was not there: its node, or else what was changed."""
    tracked = next((item for item in desk.context.nodes.nodes if item.id == node_id), None)
    if tracked is None:
        return result.has_changed
    graph = before[tracked.blueprint].find_graph(tracked.graph) if tracked.blueprint in before else None
    return graph is None or tracked.node not in graph.nodes_by_name


def _component_property(desk: Desk, call: Mapping[str, Any], fake: Mapping[str, Any]) -> dict[str, Any]:
    """Whether a property has the value that the call asked for, and the setter that it went through.

    Asked again, the tool changes nothing where it has. Where the engine has a setter for a property,
    nothing else changes that in the sandbox.
    """
    args = call["args"]
    if our_tool(call["tool"]) != "set_component_property":
        return {}
    with looked_at(desk.project.sandbox):
        again = desk.call(call["tool"], args)
    is_set = again.ok and not again.has_changed
    wanted = args.get("property") or args.get("property_name") or ""
    setter = f"set_{re.sub(r'(?<=[a-z0-9])(?=[A-Z])', '_', wanted.rpartition('.')[2]).lower()}"
    has_setter = fake.get(f"has_{setter}", False)
    return {
        "property_set": is_set,
        "used": setter if is_set and has_setter else "set_editor_property" if is_set else "",
    }


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


ADAPTERS = {
    "tool_guard": for_each_row(tool_guard, "args", ("tool", "args", "state", "fake")),
    "node_lookup": node_lookup,
}
