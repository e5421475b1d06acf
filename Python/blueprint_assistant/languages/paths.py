"""The parts of a program by their paths (BC-070, BC-076). Outside uses `walk` and `statement_paths`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.languages.spots import Spot, walk, walk_statements

if TYPE_CHECKING:
    from blueprint_assistant.languages.tree import Program, Statement

__all__ = ["Spot", "statement_paths", "walk"]


def statement_paths(program: Program) -> dict[str, Statement]:
    """Each statement by its path, in written order."""
    return dict(walk_statements(program))
