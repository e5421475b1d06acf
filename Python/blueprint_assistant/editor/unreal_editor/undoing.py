"""Takes a failed plan back: the editor's own undo first, inverse steps for what that leaves.

Nobody has published whether Ctrl+Z covers graph edits made from Python (field notes 8), so
the state is read again after the undo and what still differs is removed step by step.
Removed nodes are made anew then, under the names that the editor gives them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.unreal_editor.properties import with_same_properties
from blueprint_assistant.editor.unreal_editor.reading import handles_by_name, load_blueprint, read_blueprint
from blueprint_assistant.editor.unreal_editor.undoing_members import (
    remove_added_functions,
    restore_defaults,
    restore_variables,
)
from blueprint_assistant.editor.unreal_editor.undoing_nodes import restore_graph
from blueprint_assistant.graph.facts import graph_facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint

__all__ = ["clear_dirty_flag", "is_dirty", "take_back"]


def take_back(before: Blueprint, catalog: Catalog) -> bool:
    """Bring a Blueprint back to what it was; whether it is so now, as read back.

    Call it after the plan's transaction has ended, and only then. The editor's undo takes the
    newest transaction, whosever it is: it is not used when nothing changed, and redone when it
    brought back neither the old state nor the old members, for then it was not ours.
    """
    failed = _read_like(before)
    if _content(failed) == _content(before):
        return True
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    # The class is still that of the failed plan: it holds the names of what is gone, and not the
    # defaults of what came back.
    unreal.BlueprintEditorLibrary.compile_blueprint(load_blueprint(before.path))
    if _content(_read_like(before)) == _content(before):
        return True
    restore_defaults(before, _read_like(before))
    if _content(_read_like(before)) == _content(before):
        return True
    was_ours = _members(failed) != _members(before) and _members(_read_like(before)) == _members(before)
    if not was_ours:
        unreal.SystemLibrary.execute_console_command(None, "TRANSACTION REDO")
    renamed = _undo_by_steps(before, _read_like(before), catalog)
    return _says_the_same(_read_like(before), before, renamed)


def is_dirty(path: str) -> bool:
    """Whether the package has changes that no file holds."""
    packages = unreal.EditorLoadingAndSavingUtils.get_dirty_content_packages() or []
    return any(str(package.get_path_name()) == path for package in packages)


def clear_dirty_flag(before: Blueprint) -> None:
    """Say that a Blueprint needs no saving, when it is in all again what its file holds.

    An undo leaves the package dirty. Call it only for a Blueprint that was not.
    """
    if _content(_read_like(before)) == _content(before):
        assets = unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)
        assets.set_dirty_flag(load_blueprint(before.path), dirty_state=False)


def _read_like(before: Blueprint) -> Blueprint:
    """The Blueprint as it is now, with the component properties that `before` has."""
    found = read_blueprint(before.path)
    return with_same_properties(found, load_blueprint(before.path), before)


def _content(blueprint: Blueprint) -> Blueprint:
    """Everything but the compile state, which an undo does not have to bring back."""
    return replace(blueprint, status="unknown")


def _members(blueprint: Blueprint) -> tuple[object, ...]:
    """What every transaction records, even where the editor leaves graph edits out."""
    return blueprint.variables, blueprint.components


def _says_the_same(one: Blueprint, other: Blueprint, renamed: Mapping[str, Mapping[str, str]]) -> bool:
    """Whether graphs and members agree; ids of pins and names of nodes may differ after inverse steps.

    `renamed` has, by graph, the names in `one` of nodes that are called otherwise in `other`.
    """
    if [graph.name for graph in one.graphs] != [graph.name for graph in other.graphs]:
        return False
    pairs = zip(one.graphs, other.graphs, strict=True)
    return (
        all(
            graph_facts(mine) == graph_facts(theirs, names=renamed.get(theirs.name)) for mine, theirs in pairs
        )
        and one.variables == other.variables
        and one.components == other.components
    )


def _undo_by_steps(before: Blueprint, now: Blueprint, catalog: Catalog) -> dict[str, dict[str, str]]:
    """Take back what differs, member by member; the new names of nodes that were made anew, by graph."""
    asset = load_blueprint(before.path)
    renamed: dict[str, dict[str, str]] = {}
    for graph in now.graphs:
        old = before.find_graph(graph.name)
        if old is not None and old != graph:
            renamed[graph.name] = restore_graph(asset, before, old, graph, catalog)
    kept = {variable.name for variable in before.variables}
    added = [variable.name for variable in now.variables if variable.name not in kept]
    restore_variables(before, now)
    _remove_variables(asset, added)
    remove_added_functions(before, now)
    known = {component.name for component in before.components}
    for component in reversed([item.name for item in now.components if item.name not in known]):
        _remove_component(asset, component)
    unreal.BlueprintEditorLibrary.compile_blueprint(asset)
    return renamed


def _remove_variables(asset: Any, names: list[str]) -> None:
    graph = unreal.BlueprintEditorLibrary.find_event_graph(asset)
    editor = None if graph is None else unreal.BlueprintGraphEditor.get_graph_editor(graph)
    if editor is None:
        return
    for name in names:
        editor.remove_member_variable(name)


def _remove_component(asset: Any, name: str) -> None:
    handles = handles_by_name(asset)  # fresh ones: all go stale with every removal (field notes 10)
    if name in handles:
        subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
        subsystem.delete_subobject(handles[""], handles[name], asset)
