"""An entry of a program in the words in which it will be read. Outside uses canonical_entry.

So that a program is found again in a graph however it spells its statements: defaults that it writes
out, pins by place or by name, Python's words.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.rehearsed_builder import RehearsedBuilder
from blueprint_assistant.editor.rehearsal import Rehearsal
from blueprint_assistant.languages.building import build_program
from blueprint_assistant.languages.telling import tell
from blueprint_assistant.languages.tree import Let, Program, Statement

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.graph.model import Graph, Pin
    from blueprint_assistant.languages.standing import Ground
    from blueprint_assistant.languages.tree import Entry, Place

__all__ = ["canonical_entry"]

_KEPT = ("K2Node_CustomEvent", "K2Node_FunctionEntry", "K2Node_FunctionResult")


def canonical_entry(entry: Entry, ground: Ground, text_of: Callable[[Pin, str], str]) -> Entry:
    """The entry as it would be told, with the places of its own statements. Raises ProgramError.

    Builds it on a rehearsal without the graph's other nodes; custom events stay, since it may call them.
    """
    empty = _emptied(ground.graph)
    graphs = tuple(empty if graph.name == empty.name else graph for graph in ground.owner.graphs)
    owner = replace(ground.owner, graphs=graphs)
    rehearsal = Rehearsal(owner, ground.catalog)
    builder = RehearsedBuilder(rehearsal, owner, empty, text_of=text_of)
    build_program(Program((entry,)), ground.owner, ground.catalog, builder)
    told = tell(rehearsal.graph(empty.name), ground.owner, ground.catalog)
    made = [item for item in told.entries if item.body or item.arms]
    if len(made) != 1:
        return entry
    kept = replace(entry, parameters=made[0].parameters, body=made[0].body, arms=made[0].arms)
    places = [statement.place for statement in _statements(entry)]
    if len(places) != sum(1 for _ in _statements(kept)):
        return kept
    by_node = {id(statement): place for statement, place in zip(_statements(kept), places, strict=True)}
    placed: Entry = _placed(kept, by_node)
    return placed


def _emptied(graph: Graph) -> Graph:
    return replace(graph, nodes=tuple(node for node in graph.nodes if node.class_name in _KEPT), links=())


def _statements(part: object) -> Iterator[Statement]:
    """The statements of a part in the order in which they are written, values left out."""
    if isinstance(part, tuple):
        for item in part:
            yield from _statements(item)
    elif is_dataclass(part):
        if isinstance(part, Statement) and not isinstance(part, Let):
            yield part
        for item in fields(part):
            yield from _statements(getattr(part, item.name))


def _placed(part: Any, places: dict[int, Place]) -> Any:
    """The part with the places of its statements."""
    if isinstance(part, tuple):
        return tuple(_placed(item, places) for item in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    changed = {
        item.name: _placed(value, places)
        for item in fields(part)
        if isinstance(value := getattr(part, item.name), tuple)
    }
    if id(part) in places:
        changed["place"] = places[id(part)]
    return replace(part, **changed) if changed else part
