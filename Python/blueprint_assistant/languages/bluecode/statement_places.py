"""Where in a graph's code its nodes are said: path, line and text. Outside uses StatementPlaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.paths import walk, walk_statements
from blueprint_assistant.languages.ast.syntax_tree import Entry
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile

if TYPE_CHECKING:
    from collections.abc import Container

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Program

__all__ = ["StatementPlace", "StatementPlaces", "nodes_on_lines"]


@dataclass(frozen=True, slots=True)
class StatementPlace:
    """A statement, value or entry of code: its path, and the line (from 1) and text of its statement."""

    path: str
    line: int
    text: str


def nodes_on_lines(program: Program, lines: Container[int]) -> frozenset[str]:
    """The nodes that statements of a told program stand for which begin on these lines of its code."""
    read = parse_program(print_program(program))
    shown = {path for path, part in walk_statements(read) if part.place.line in lines}
    told = walk_statements(program)
    return frozenset(node for path, part in told if path in shown for node in part.origin.nodes[:1])


class StatementPlaces:
    """The places of the nodes of one graph in its code as it is read (`semantic`)."""

    def __init__(self, graph: Graph, owner: Blueprint | None, catalog: Catalog) -> None:
        """Read the graph. Raises GraphError for what no editor allows. Linear."""
        program = decompile(graph, owner, catalog)
        self.code = print_program(program)
        lines = self.code.splitlines()
        read = parse_program(self.code)
        numbers = {path: part.place.line for path, part in walk_statements(read)}
        numbers |= {path: part.place.line for path, part in walk(read) if isinstance(part, Entry)}
        self._places: dict[str, StatementPlace] = {}
        for path, part in walk(program):
            line = numbers.get(path.partition("#")[0], 0)
            text = lines[line - 1].strip().removeprefix("- ") if line else ""
            for name in part.origin.nodes:
                self._places.setdefault(name, StatementPlace(path, line, text))

    def of(self, node: str) -> StatementPlace | None:
        """Where a node is said, by its name in the graph; None for one that is said nowhere."""
        return self._places.get(node)
