"""Behaviours of the editor that are unknown, disputed, or wanted worse by a test."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

__all__ = ["Switches"]


@dataclass
class Switches:
    """Behaviours on which reports about the real editor disagree, or which a test wants worse.

    The defaults are what the better-founded reports say. The kinder ones among them, which an
    adapter must not rely on: vectors take literals, undo covers graphs, undo with an open editor
    is safe.
    """

    bad_function_gives_ghost_node: bool = True
    """`add_call_function_node` with a bad path leaves a node without pins; else it gives None."""
    members_are_known_before_compile: bool = False
    """Get and set nodes and the palette know a new member at once."""
    vector_pins_take_literals: bool = True
    """`set_pin_value` writes vectors and rotators; else it returns False and nothing changes."""
    export_encoding: Literal["utf-16", "utf-8-sig"] = "utf-16"
    """What an export task writes; both start with a byte order mark."""
    records_graph_edits: bool = True
    """Transactions record graphs; else only variables, components and defaults are undone, and a
    transaction that changed nothing but graphs leaves no step."""
    undo_with_open_editor_crashes: bool = False
    """Undo while the asset's own editor is open ends the process."""
    compile_in_pie_crashes: bool = True
    """Compiling during play in editor ends the process; else it is refused with a log line."""
    saves_fail: bool = False
    """Every save returns False, as with a file that is read-only or checked out elsewhere."""
    slate_is_initialised: bool = True
    """False as in a commandlet: registering a Slate callback ends the process."""
