"""What a program may say and the editor takes, but which does not do what it says. Part of `lower`.

Outside uses `suspects` and `Suspect`. Trees and names only, nothing is built: whoever asks leaves alone what
the graph says already.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.blocks import entry_blocks, walk_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.errors import GraphError
    from blueprint_assistant.languages.ast.syntax_tree import Entry, Place, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["Suspect", "suspects"]


@dataclass(frozen=True, slots=True)
class Suspect:
    """A statement that is refused when it is new, why, and the place of what is wrong with it."""

    statement: Statement
    error: GraphError
    place: Place


def suspects(
    entry: Entry, scope: Scope, checks: Iterable[Callable[[Statement, Scope], Iterator[Suspect]]]
) -> Iterator[Suspect]:
    """What the checks find in the statements of an entry, outer before inner."""
    for statement in walk_blocks(entry_blocks(entry)):
        for check in checks:
            yield from check(statement, scope)
