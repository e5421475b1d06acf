"""What a person would not leave behind, or did not want touched. Outside uses leftovers_of.

Nodes that do nothing, entries that nobody asked for or calls, members that nothing uses, changed values of
members that were there, and entries that behave otherwise though they are no part of the request.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from artist_requests.flow import Flow, Place
from authoring.running.behaviour import STANDARD, Unknown, behaviour_of, differences
from authoring.running.entries import entries_of
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from authoring.asked import AuthoringRequest
    from authoring.running.behaviour import Run, Trace
    from authoring.running.entries import Entry
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["leftovers_of"]

_SCRIPT = "UserConstructionScript"


def leftovers_of(request: AuthoringRequest, before: Blueprint, after: Blueprint) -> list[str]:
    """What is wrong beside what the request asks for."""
    flow = Flow([after])
    faults = [f"{place.node} in {place.graph} does nothing" for place in flow.loose(after.path)]
    faults += [
        f"nobody asked for {entry.name}, or nothing calls it"
        for entry in entries_of(after)
        if not _is_wanted(request, entry, before, after, flow)
    ]
    return [*faults, *_changed_entries(request, before, after), *_changed_members(request, before, after)]


# --- entries ---------------------------------------------------------------------------------------


def _is_wanted(
    request: AuthoringRequest, entry: Entry, before: Blueprint, after: Blueprint, flow: Flow
) -> bool:
    place = Place(after.path, entry.graph.name, entry.node.name)
    new_names = {request.renames.get(item.name, item.name) for item in entries_of(before)}
    if entry.name in {_SCRIPT, *request.entries, *request.makes, *new_names}:
        return True
    if entry.is_of_the_engine:
        return not flow.ways.get(place)
    return place in {target for ways in flow.ways.values() for _, target in ways}


def _changed_entries(request: AuthoringRequest, before: Blueprint, after: Blueprint) -> list[str]:
    """Entries that were there, are no part of the request, and do something else now."""
    kept = [item.name for item in entries_of(before) if item.name not in request.entries]
    if not kept:
        return []
    stimuli = replace(STANDARD, has_any_values=not request.renames)
    names = {*kept, *(request.renames.get(name, name) for name in kept)}
    old, new = (behaviour_of(item, default_catalog(), stimuli, names) for item in (before, after))
    if isinstance(old, Unknown):
        return [f"nobody can say what was there before: {old.reason}"]
    if isinstance(new, Unknown):
        return [f"nobody asked for {new.reason}"]
    if request.renames:
        return _changed_apart_from_names(request.renames, kept, old, new)
    return [f"nobody asked for a change of {line}" for line in differences(old, new, kept)]


def _changed_apart_from_names(
    renames: Mapping[str, str], kept: Iterable[str], old: Trace, new: Trace
) -> list[str]:
    return [
        f"nobody asked for a change of {name}"
        for name in kept
        if [_told(run, renames) for run in old.by_entry.get(name, ())]
        != [_told(run, renames) for run in new.by_entry.get(renames.get(name, name), ())]
    ]


def _told(run: Run, renames: Mapping[str, str]) -> list[str]:
    """A run as texts, in which old names are the new ones."""
    texts = [run.case, run.end, *(f"{effect} {effect.given}" for effect in run.effects)]
    texts += sorted(f"{_renamed(name, renames)} {value}" for name, value in run.values)
    return [_renamed(text, renames) for text in texts]


def _renamed(text: str, renames: Mapping[str, str]) -> str:
    for old, new in renames.items():
        text = re.sub(rf"\b{re.escape(old)}\b", new, text)
    return text


# --- members ---------------------------------------------------------------------------------------


def _changed_members(request: AuthoringRequest, before: Blueprint, after: Blueprint) -> Iterable[str]:
    for variable in before.variables:
        now = after.find_variable(request.renames.get(variable.name, variable.name))
        is_as_it_was = now is not None and (now.type, now.default) == (variable.type, variable.default)
        if not is_as_it_was and variable.name not in request.changes:
            yield f"nobody asked for another {variable.name}"
    for component in before.components:
        if after.find_component(request.renames.get(component.name, component.name)) is None:
            yield f"nobody asked to take out {component.name}"
    known = {item.name for item in (*before.variables, *before.components)}
    known |= {request.renames.get(name, name) for name in known}
    new = [item.name for item in (*after.variables, *after.components) if item.name not in known]
    for name in new:
        if not any(_uses(node, name) for graph in after.graphs for node in graph.nodes):
            yield f"nothing uses the new {name}"


def _uses(node: Node, name: str) -> bool:
    match any_spec_of(node):
        case (
            common_specs.VariableGetSpec(used)
            | common_specs.VariableSetSpec(used)
            | kinds.DelegateSpec(_, used)
        ):
            return used == name
        case _:
            return False
