"""The scenarios of the tools that look around, and of memories."""

from __future__ import annotations

from typing import Any

from tool_scenarios.scenario import Outcome, Scenario

__all__ = ["LOOKING_SCENARIOS"]


def _of(tool: str, name: str, outcome: Outcome, /, **parameters: Any) -> Scenario:
    return Scenario(tool, name, outcome, parameters)


LOOKING_SCENARIOS: tuple[Scenario, ...] = (
    _of("get_blueprint_info", "usual", "read", blueprint="BP_Door"),
    _of("get_blueprint_info", "with everything", "read", blueprint="BP_Door", include_nodes=True),
    _of(
        "get_blueprint_info", "one graph", "read", blueprint="BP_Door", include_nodes=True, graph_name="Open"
    ),
    _of(
        *("get_blueprint_info", "one page", "read"),
        blueprint="BP_Door",
        graph_name="EventGraph",
        node_filter="e",
        first_node=2,
    ),
    _of("get_blueprint_info", "child", "read", blueprint="BP_Gate_C", include_nodes=True),
    _of("get_blueprint_info", "unknown", "refused", blueprint="BP_Nowhere"),
    _of("find_nodes", "usual", "read", query="print string"),
    _of(
        "find_nodes",
        "with everything",
        "read",
        query="open",
        blueprint="BP_Door",
        kind="function",
        max_results=3,
    ),
    _of("find_nodes", "bad kind", "refused", query="open", kind="colour"),
    _of("find_references", "usual", "read", name="Open"),
    _of("find_references", "with everything", "read", name="BP_Door.Open", path="/Game"),
    _of("find_references", "unknown folder", "refused", name="Open", path="/Game/Nowhere"),
    _of(
        "get_class_functions",
        "engine class",
        "read",
        class_name="CharacterMovementComponent",
        name_filter="jump",
    ),
    _of(
        "get_class_functions",
        "Blueprint",
        "read",
        class_name="BP_Door",
        name_filter="open",
        include_inherited=True,
        max_results=5,
    ),
    _of("get_class_functions", "unknown", "refused", class_name="BP_Nowhere"),
    _of("get_selected_nodes", "usual", "read"),
    _of("get_open_blueprint", "usual", "read"),
    _of("open_blueprint", "usual", "read", blueprint="BP_Switch"),
    _of("open_blueprint", "unknown", "refused", blueprint="BP_Nowhere"),
    _of("list_assets", "usual", "read"),
    _of("list_assets", "with everything", "read", path="/Game/Doors", type="Blueprint", name_filter="gate"),
    _of("list_assets", "no such folder", "refused", path="/Game/Nowhere"),
    _of("get_project_structure", "usual", "read"),
    _of("get_project_structure", "with everything", "read", path="/Game/Doors"),
    _of("save_memory", "usual", "read", content="Doors open outwards."),
    _of("save_memory", "there already", "read", content="The user likes short names."),
    _of("save_memory", "too long", "refused", content="word " * 200),
    _of("remove_memory", "usual", "read", memory_id="M1"),
    _of("remove_memory", "unknown", "refused", memory_id="M99"),
)
