"""One entry of a program as a program of its own, called `main` (BC-014). Outside uses only_entry.

An entry whose flow leads into another one's, or that uses what another one gives, says nothing alone:
there is no such program of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.compare.semantics import contracted_links
from blueprint_assistant.languages.ast.paths import walk
from blueprint_assistant.languages.ast.syntax_tree import Program

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph

__all__ = ["only_entry"]


def only_entry(program: Program, graph: Graph, node: str) -> Program | None:
    """The program of the entry that a node is; None when it is no entry, or needs others of the program.

    `program` is what was told of `graph`. Linear.
    """
    found = next((item for item in program.entries if node in item.origin.nodes[:1]), None)
    if found is None:
        return None
    alone = Program((found,))
    if _needs_others(alone, graph):
        return None
    # Arms belong to a kind of event, which `main` would not say; only functions declare variables.
    main = replace(found, kind="main", name="", owner="", local_variables=())
    return alone if found.arms else Program((main,))


def _needs_others(alone: Program, graph: Graph) -> bool:
    """Whether a flow leads out of the entry, or a value into it."""
    own = {name for _, part in walk(alone) for name in part.origin.nodes}
    for link in contracted_links(graph):
        source_is_own, target_is_own = link.source.node in own, link.target.node in own
        if source_is_own == target_is_own:
            continue
        pin = graph.pin(link.source)
        if pin is not None and pin.is_exec == source_is_own:
            return True
    return False
