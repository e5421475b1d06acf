"""The tools of the BlueCode protocol (BC-004). Outside uses protocol_registry and BLUECODE_ACTIONS.

A conversation shows them only when a setting says so: read_graph and write_graph do the same in fewer
words. Each tool stands in a module of its own; what they work on is said in `target_resolution`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.protocol.apply_tool import BluecodeApply
from blueprint_assistant.actions.protocol.compile_tool import BluecodeCompile
from blueprint_assistant.actions.protocol.connect_tool import BluecodeConnect
from blueprint_assistant.actions.protocol.cursor_tools import STEP_ACTIONS
from blueprint_assistant.actions.protocol.delete_tool import BluecodeDelete
from blueprint_assistant.actions.protocol.read_tools import (
    BluecodeReadEvents,
    BluecodeReadFunction,
    BluecodeReadVariables,
)
from blueprint_assistant.actions.protocol.scope_tool import BluecodeSetFunction
from blueprint_assistant.actions.protocol.search_tools import BluecodeSearchNodes, SearchFunctionLibrary
from blueprint_assistant.actions.protocol.target_tools import TARGET_ACTIONS
from blueprint_assistant.actions.protocol.variables_tool import BluecodeApplyVariables
from blueprint_assistant.actions.registry import ALL_ACTIONS, ActionRegistry
from blueprint_assistant.actions.tools.add_members import AddVariable
from blueprint_assistant.actions.tools.add_node import AddNode
from blueprint_assistant.actions.tools.blueprints import CompileBlueprint
from blueprint_assistant.actions.tools.build_graph import BuildGraph
from blueprint_assistant.actions.tools.find_nodes import FindNodes
from blueprint_assistant.actions.tools.links_and_values import ConnectNodes, SetPinValue
from blueprint_assistant.actions.tools.removal import DeleteNode, DisconnectNodes
from blueprint_assistant.actions.tools.remove_member import RemoveMember
from blueprint_assistant.actions.tools.variable_changes import SetVariableDefaults

if TYPE_CHECKING:
    from blueprint_assistant.actions.base import Action

__all__ = ["BLUECODE_ACTIONS", "protocol_registry"]

BLUECODE_ACTIONS: tuple[type[Action], ...] = (
    BluecodeSetFunction,
    BluecodeReadFunction,
    BluecodeReadVariables,
    BluecodeReadEvents,
    BluecodeSearchNodes,
    BluecodeApply,
    BluecodeApplyVariables,
    BluecodeConnect,
    BluecodeDelete,
    BluecodeCompile,
    SearchFunctionLibrary,
)
"""The eleven tools of the protocol, in its order."""

_BELOW: Final = (
    AddNode,
    ConnectNodes,
    SetPinValue,
    DisconnectNodes,
    DeleteNode,
    BuildGraph,
    FindNodes,
    AddVariable,
    SetVariableDefaults,
    RemoveMember,
    CompileBlueprint,
)
"""What the protocol does in its own way: node by node, or without `confirm_delete` (BC-001, BC-004)."""


def protocol_registry() -> ActionRegistry:
    """The assistant's tools with those of the protocol; those below it can be called, and are not shown."""
    own = (action for action in ALL_ACTIONS if action not in _BELOW)
    return ActionRegistry((*own, *BLUECODE_ACTIONS), hidden=(*_BELOW, *STEP_ACTIONS, *TARGET_ACTIONS))
