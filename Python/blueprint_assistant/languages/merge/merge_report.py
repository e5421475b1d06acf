"""What becomes of the statements of a program that is worked into a graph, and why it may be refused.

Part of `languages`; `program_plan` hands it out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.errors import GraphError

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Statement

__all__ = [
    "AmbiguousAppendPointError",
    "MergeOperation",
    "MergeReport",
    "OperationKind",
]

OperationKind = Literal["noop", "update", "insert_before", "append", "remove"]


class AmbiguousAppendPointError(GraphError):
    """It cannot be said where a statement goes."""

    code = "ambiguous_append_point"


@dataclass(frozen=True, slots=True)
class MergeOperation:
    """What becomes of one statement (BC-151). `path` and `line` say which of the program.

    `node` is the node that it is already (noop), that is changed (update), before which it goes
    (insert_before), behind which it goes (append; empty: behind nothing), or that goes (remove).
    """

    kind: OperationKind
    path: str
    node: str
    statement: Statement | Entry | None = field(compare=False, default=None)

    @property
    def line(self) -> int:
        """The line of the statement; 0 when it came from no text."""
        return 0 if self.statement is None else self.statement.place.line


@dataclass
class MergeReport:
    """What becomes of each statement, in the order of the program."""

    operations: list[MergeOperation] = field(default_factory=list)
    nodes: dict[str, str] = field(default_factory=dict)
    """The node that each statement stands for, by path: one that was there, or the key of a new one."""
    taken: frozenset[str] = frozenset()
    """All nodes that were there and are of the program: those of its values, too."""
    entries: dict[tuple[str, str], str] = field(default_factory=dict)
    """The node of each entry, by its owner and name in small letters, likewise."""

    def count(self, *kinds: OperationKind) -> int:
        """How many operations are of these kinds."""
        return sum(operation.kind in kinds for operation in self.operations)

    @property
    def kept(self) -> int:
        """How many statements were there already."""
        return self.count("noop")

    @property
    def added(self) -> int:
        """How many statements are put in."""
        return self.count("insert_before", "append")
