"""What each tool does on an engine without Python calls for graphs: what `since` says, or a refusal."""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any

import pytest

from blueprint_assistant.actions.base import ActionContext
from blueprint_assistant.actions.memory_store import MemoryStore
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.protocol.protocol_tools import BLUECODE_ACTIONS, protocol_registry
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.host.redaction import redact
from tiers import deep, thinned
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import Action

BRANCH = """\
Begin Object Class=/Script/BlueprintGraph.K2Node_IfThenElse Name="K2Node_IfThenElse_0"
   NodeGuid=0123456789ABCDEF0123456789ABCDEF
End Object
"""
PROTOCOL_ARGUMENTS: dict[str, dict[str, Any]] = {
    "bluecode_set_function": {"target": "BP_Door:BeginPlay"},
    "bluecode_read_function": {"target": "BP_Door:BeginPlay", "detail": "debug"},
    "bluecode_read_variables": {"target": "BP_Door"},
    "bluecode_read_events": {"target": "BP_Door"},
    "bluecode_search_nodes": {"target": "BP_Door", "query": "delay", "include_pins": True},
    "search_function_library": {"query": "delay"},
    "bluecode_apply": {"target": "BP_Door:BeginPlay", "code": 'main()\n  PrintString("Open")'},
    "bluecode_apply_variables": {"target": "BP_Door", "variables": [{"name": "Speed", "type": "float"}]},
    "bluecode_compile": {"target": "BP_Door"},
}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "create_blueprint": {"name": "BP_New"},
    "read_graph": {"blueprint": "BP_Door"},
    "write_graph": {"blueprint": "BP_Door", "code": 'on BeginPlay():\n  PrintString("Open")'},
    "add_component": {"blueprint": "BP_Door", "component_type": "Box", "component_name": "Zone"},
    "add_variable": {"blueprint": "BP_Door", "variable_name": "Speed", "variable_type": "float"},
    "add_node": {"blueprint": "BP_Door", "node_type": "Branch"},
    "connect_nodes": {
        "source_node": "N1",
        "source_pin": "then",
        "target_node": "N2",
        "target_pin": "execute",
    },
    "set_pin_value": {"node_id": "N3", "pin_name": "Condition", "value": "true"},
    "disconnect_nodes": {"source_node": "N1", "source_pin": "then"},
    "delete_node": {"node_id": "N1"},
    "set_node_comment": {"node_id": "N1", "comment": "Start"},
    "add_comment_box": {"blueprint": "BP_Door", "comment": "Start", "node_ids": ["N1"]},
    "build_graph": {"blueprint": "BP_Door", "nodes": [{"id": "a", "node_type": "Branch"}]},
    "set_component_property": {
        "blueprint": "BP_Door",
        "component_name": "DefaultSceneRoot",
        "property_name": "RelativeLocation",
        "value": "0,0,100",
    },
    "remove_component": {"blueprint": "BP_Door", "component_name": "DefaultSceneRoot"},
    "set_variable_defaults": {"blueprint": "BP_Door", "variable_name": "Speed", "default_value": 1},
    "rename_variable": {"blueprint": "BP_Door", "old_name": "Speed", "new_name": "Pace"},
    "change_component": {"blueprint": "BP_Door", "component_name": "DefaultSceneRoot", "is_root": True},
    "remove_member": {"blueprint": "BP_Door", "member_name": "Speed"},
    "change_function": {"blueprint": "BP_Door", "function_name": "Open", "is_const": True},
    "override_function": {"blueprint": "BP_Door", "function_name": "CanJumpInternal"},
    "add_dispatcher": {"blueprint": "BP_Door", "dispatcher_name": "OnOpened"},
    "arrange_graph": {"blueprint": "BP_Door"},
    "add_function": {"blueprint": "BP_Door", "function_name": "Open"},
    "compile_blueprint": {"blueprint": "BP_Door"},
    "get_blueprint_info": {"blueprint": "BP_Door", "include_nodes": True},
    "find_nodes": {"query": "print", "blueprint": "BP_Door"},
    "find_references": {"name": "Speed"},
    "get_class_functions": {"class_name": "BP_Door", "include_inherited": True},
    "get_selected_nodes": {},
    "get_open_blueprint": {},
    "open_blueprint": {"blueprint": "BP_Door"},
    "list_assets": {},
    "get_project_structure": {},
    "save_memory": {"content": "a fact"},
    "remove_memory": {"memory_id": "M1"},
}
NOTHING_TO_CHANGE = {
    *("connect_nodes", "disconnect_nodes", "set_pin_value", "set_node_comment"),
    *("set_variable_defaults", "rename_variable", "remove_component", "remove_member"),
    *("change_function", "override_function"),
}
"""A fresh Blueprint has nothing for these: they may be refused for that already."""


class CopiedBranch:
    """A clipboard with a node that is in no Blueprint."""

    def __init__(self) -> None:
        self.text = BRANCH

    def read_text(self) -> str:
        return self.text

    def write_text(self, text: str) -> None:
        self.text = text


@pytest.fixture(params=["5.6", pytest.param("5.7", marks=deep)])
def old_editor(request: pytest.FixtureRequest) -> Iterator[tuple[SandboxEditor, ActionContext]]:
    """An editor without graph calls, with one Blueprint that its user made."""
    with SandboxEditor(engine_version=request.param) as sandbox:
        import unreal  # noqa: PLC0415 - only an installed sandbox provides it

        # Modules that a test before imported hold that test's `unreal`.
        for name in [
            name for name in sys.modules if name.startswith("blueprint_assistant.editor.unreal_editor")
        ]:
            del sys.modules[name]
        from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor  # noqa: PLC0415 - likewise

        factory = unreal.BlueprintFactory()
        factory.set_editor_property("parent_class", unreal.Actor)
        tools = unreal.AssetToolsHelpers.get_asset_tools()
        asset = tools.create_asset("BP_Door", "/Game", unreal.Blueprint, factory)
        unreal.EditorAssetLibrary.save_loaded_asset(asset, only_if_is_dirty=False)
        memories = MemoryStore(None, redact=redact)
        memories.add("known")
        catalog = default_catalog()
        yield sandbox, ActionContext(UnrealEditor(catalog), catalog, NodeTracker(), CopiedBranch(), memories)
        assert sandbox.violations == []


@pytest.mark.parametrize(
    "action", thinned(ALL_ACTIONS, 11, is_one_value=True), ids=lambda item: item.tool_name
)
def test_a_tool_works_from_the_version_on_that_it_names_and_before_it_refuses(
    old_editor: tuple[SandboxEditor, ActionContext], action: type[Action]
) -> None:
    sandbox, context = old_editor
    registry = ActionRegistry()
    shown = registry.call("get_blueprint_info", {"blueprint": "BP_Door", "include_nodes": True}, context)
    assert re.search(r"^N1: ", shown.text, re.MULTILINE)
    result = registry.call(action.tool_name, ARGUMENTS[action.tool_name], context)
    if action.since == "5.6":
        assert result.ok, result.text
    else:
        assert not result.ok
        assert not result.text.startswith("internal_error"), result.text
        if action.tool_name not in NOTHING_TO_CHANGE:
            is_by_hand = result.text.startswith(("not_pasted_yet: ", "not_done_yet: "))
            assert is_by_hand == (action.by_hand_since == "5.6")
            assert is_by_hand or "5.8" in result.text
    assert sandbox.dirty_packages == []
    assert sandbox.transactions.done == []


@pytest.mark.parametrize("tool", PROTOCOL_ARGUMENTS)
def test_a_tool_of_the_protocol_works_from_the_version_on_that_it_names(
    old_editor: tuple[SandboxEditor, ActionContext], tool: str
) -> None:
    """BC-001: made for 5.8; what only looks works before, the rest refuses or asks the user's hands."""
    sandbox, context = old_editor
    action = next(item for item in BLUECODE_ACTIONS if item.tool_name == tool)
    result = protocol_registry().call(tool, PROTOCOL_ARGUMENTS[tool], context)
    answer = json.loads(result.text)
    assert result.ok == (action.since == "5.6"), result.text
    if not result.ok:
        is_by_hand = answer["error_code"] in ("not_pasted_yet", "not_done_yet")
        assert is_by_hand == (action.by_hand_since == "5.6")
        assert is_by_hand or "5.8" in result.text
    assert sandbox.dirty_packages == []
    assert sandbox.transactions.done == []
