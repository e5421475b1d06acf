"""The events that a Blueprint can have in its graph: of its parent class and of its interfaces.

Outside uses `events_for` and `find_event_for`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.engine_catalog import UnknownEventError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, EventInfo
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["events_for", "find_event_for"]


def events_for(owner: Blueprint, catalog: Catalog) -> Iterator[EventInfo]:
    """The events of the parent class, then those of each interface that the Blueprint implements."""
    yield from catalog.events_of(owner.parent_class)
    for interface in owner.interfaces:
        yield from catalog.events_of(interface.class_path)


def find_event_for(text: str, owner: Blueprint, catalog: Catalog) -> EventInfo:
    """The event that a name means, as `Catalog.find_event`: of the parent class, else of an interface.

    Raises UnknownEventError with the events of the parent class.
    """
    try:
        return catalog.find_event(text, owner.parent_class)
    except UnknownEventError:
        for interface in owner.interfaces:
            try:
                return catalog.find_event(text, interface.class_path)
            except UnknownEventError:
                continue
        raise
