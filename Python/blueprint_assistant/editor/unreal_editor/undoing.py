"""Takes a failed plan back: the editor's own undo first, inverse steps for what that leaves.

Nobody has published whether Ctrl+Z covers graph edits made from Python (field notes 8), so
the state is read again after the undo and what still differs is removed step by step.
Plans only ever add and change, so the inverse steps never have to rebuild a node.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.unreal_editor.reading import handles_by_name, load_blueprint, read_blueprint
from blueprint_assistant.graph.facts import graph_facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model import Blueprint, Graph, Pin

__all__ = ["take_back"]


def take_back(before: Blueprint) -> bool:
    """Bring a Blueprint back to what it was; whether it is so now, as read back.

    Call it after the plan's transaction has ended, and only then. The editor's undo takes the
    newest transaction, whosever it is: it is not used when nothing changed, and redone when it
    did not bring the old state back, for then it was not (only) ours.
    """
    failed = read_blueprint(before.path)
    if _content(failed) == _content(before):
        return True
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION UNDO")
    if _content(read_blueprint(before.path)) == _content(before):
        return True
    unreal.SystemLibrary.execute_console_command(None, "TRANSACTION REDO")
    _remove_what_was_added(before, read_blueprint(before.path))
    return _says_the_same(read_blueprint(before.path), before)


def _content(blueprint: Blueprint) -> Blueprint:
    """Everything but the compile state, which an undo does not have to bring back."""
    return replace(blueprint, status="unknown")


def _says_the_same(one: Blueprint, other: Blueprint) -> bool:
    """Whether graphs and members agree; ids of pins may differ after inverse steps."""
    if [graph.name for graph in one.graphs] != [graph.name for graph in other.graphs]:
        return False
    pairs = zip(one.graphs, other.graphs, strict=True)
    return (
        all(graph_facts(mine) == graph_facts(theirs) for mine, theirs in pairs)
        and one.variables == other.variables
        and one.components == other.components
    )


def _remove_what_was_added(before: Blueprint, now: Blueprint) -> None:
    asset = load_blueprint(before.path)
    for graph in now.graphs:
        old = before.find_graph(graph.name)
        editor = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, graph.name)
        if old is not None and editor is not None:
            _restore_graph(editor, old, graph)
    kept = {variable.name for variable in before.variables}
    added = [variable.name for variable in now.variables if variable.name not in kept]
    _remove_variables(asset, added)
    known = {component.name for component in before.components}
    for component in reversed([item.name for item in now.components if item.name not in known]):
        _remove_component(asset, component)
    unreal.BlueprintEditorLibrary.compile_blueprint(asset)


def _restore_graph(editor: Any, old: Graph, now: Graph) -> None:
    nodes = {str(node.get_name()): node for node in editor.list_all_nodes()}
    added = [node for name, node in nodes.items() if name not in old.nodes_by_name]
    if added:
        editor.remove_nodes(added)
    for name, pin in _changed_pins(old, now):
        found = _engine_pin(nodes, name, pin)
        if found is None:
            continue
        wanted = old.links_of(name, pin.id)
        if set(wanted) != set(now.links_of(name, pin.id)):
            found.break_pin_links()
            for ref in wanted:
                other = old.pin(ref)
                target = None if other is None else _engine_pin(nodes, ref.node, other)
                if target is not None:
                    found.try_create_connection(target)
        if pin.direction == "input" and not pin.is_exec:
            found.set_pin_value(pin.default)


def _changed_pins(old: Graph, now: Graph) -> Iterator[tuple[str, Pin]]:
    """The pins of the old graph whose links or default are not what they were."""
    for node in old.nodes:
        present = now.nodes_by_name.get(node.name)
        for pin in node.pins:
            current = None if present is None else present.pin_by_id(pin.id)
            has_same_links = set(old.links_of(node.name, pin.id)) == set(now.links_of(node.name, pin.id))
            if current is not None and (current != pin or not has_same_links):
                yield node.name, pin


def _engine_pin(nodes: dict[str, Any], name: str, pin: Pin) -> Any | None:
    node = nodes.get(name)
    if node is None:
        return None
    found = node.find_output_pin(pin.name) if pin.direction == "output" else node.find_input_pin(pin.name)
    return found if found.is_valid() else None


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
