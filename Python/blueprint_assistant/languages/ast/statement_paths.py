"""The parts of a program by their paths (BC-070, BC-076). Outside: `walk`, `statement_paths`, `is_map_of`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.paths import PathPart, walk, walk_statements
from blueprint_assistant.languages.ast.syntax_tree import Break, End, Goto, Let, Region, Return

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.languages.ast.syntax_tree import Program, Statement

__all__ = ["NODELESS", "PathPart", "is_map_of", "statement_paths", "walk"]

NODELESS: Final = (End, Goto, Break, Region, Return, Let)
"""The statements that need not stand for a node, so that a source map may be without them."""


def statement_paths(program: Program) -> dict[str, Statement]:
    """Each statement by its path, in written order."""
    return dict(walk_statements(program))


def is_map_of(paths: Iterable[str], program: Program) -> bool:
    """Whether a map with these paths is of a program of as many statements, in the same blocks (BC-075)."""
    there = statement_paths(program)
    told = {path for path in paths if "#" not in path and path.rpartition("/")[2].isdigit()}
    needed = {path for path, statement in there.items() if not isinstance(statement, NODELESS)}
    return bool(told) and needed <= told <= there.keys()
