"""Which checks the compiler makes, in order. A module with checks of its own adds them here.

A node check looks at one node that runs; what no entry reaches is not looked at, as the engine
prunes it [FIELD_NOTES 7, trap 18]. A graph check looks at the whole graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unreal_sandbox.blueprints.compile_calls import check_call
from unreal_sandbox.blueprints.compile_graphs import check_data_cycles, check_results
from unreal_sandbox.blueprints.compile_members import check_member
from unreal_sandbox.blueprints.compile_pins import check_pins
from unreal_sandbox.blueprints.function_checks import check_functions

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.blueprints.compile_findings import Compiling, Finding

__all__ = ["GRAPH_CHECKS", "NODE_CHECKS"]

NODE_CHECKS: tuple[Callable[[Compiling, Node], Iterator[Finding]], ...] = (
    check_call,
    check_member,
    check_pins,
    check_functions,
)
"""Called for every node that runs; each yields severity and text."""

GRAPH_CHECKS: tuple[Callable[[Compiling], Iterator[tuple[str, Finding]]], ...] = (
    check_results,
    check_data_cycles,
)
"""Called for every graph; each yields the name of a node of it, empty for none, and its finding."""
