"""The entries of a program in the words in which a graph is read. Outside uses told_entries.

So that what a program repeats is found again however it spells it, and what it changes is seen as that.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.actions.program.joined_entries import joined_entries
from blueprint_assistant.actions.program.partial_canonical import Repeated
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.languages.decompile.decompiler import decompile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Entry
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["told_entries"]


def told_entries(
    entries: Iterable[Entry],
    ground: GraphContext,
    text_of: Callable[[Pin, str], str],
    *,
    base: Graph | None = None,
    stays_as_written: Callable[[Entry], bool] = lambda _: False,
) -> Iterator[Entry | GraphError]:
    """Each entry, in canonical words where the graph has statements of the same one already.

    `base` is the graph that the program was written for, where that is another one. In the place of an
    entry that cannot be built stands what is wrong with it.
    """
    graphs = [ground.graph, *([] if base is None or base is ground.graph else [base])]
    existing = [entry for one in graphs for entry in decompile(one, ground.owner, ground.catalog).entries]
    there = {_plain(entry, ground) for entry in existing if entry.body or entry.arms}
    entries = tuple(entries)
    repeated = Repeated(entries, replace(ground, graph=graphs[-1]))
    joined: dict[int, Entry] = {}
    with suppress(GraphError):  # whoever builds them in the graph says what is wrong
        joined = joined_entries(entries, ground, text_of)
    for entry in entries:
        if id(entry) in joined:
            yield joined[id(entry)]
        elif _plain(entry, ground) not in there or stays_as_written(entry):
            yield entry
        else:
            try:
                yield repeated.as_read(entry, text_of)
            except GraphError as error:
                yield error


def _plain(entry: Entry, ground: GraphContext) -> tuple[str, str]:
    """What tells an entry from others, whatever its event is called: `Start` is BeginPlay."""
    name = entry.name
    if entry.kind == "event":
        with suppress(GraphError):  # who builds it says what is wrong
            name = find_event_for(name, ground.owner, ground.catalog).name
    if entry.kind == "input":
        # An asset: by its path in one text, by its name in another.
        name = name.rpartition("/")[2].partition(".")[0]
    return entry.owner.lower(), name.lower().removeprefix("receive")
