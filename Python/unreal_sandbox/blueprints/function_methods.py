"""Functions through the API: made, removed and renamed by the library, edited by the graph editor.

Calls do not follow a changed signature; they break at the next compile [FIELD_NOTES 4, trap 17].
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.model.blueprint import FunctionFlag, set_property
from blueprint_assistant.graph.model.object_references import quote, split_fields
from blueprint_assistant.graph.t3d.variable_text import number_of
from unreal_sandbox.blueprints.blueprint_objects import GraphTarget, NodeTarget
from unreal_sandbox.blueprints.function_graphs import (
    add_function,
    add_result_node,
    can_be_deleted,
    entry_of,
    is_graph_name,
    remove_graph_named,
    rename_function,
    results_of,
)
from unreal_sandbox.blueprints.overrides import override_function
from unreal_sandbox.blueprints.user_pins import (
    added_pin,
    free_pin_name,
    has_user_pin,
    is_editable,
    parameter_type,
    without_pin,
)
from unreal_sandbox.glue.binding import UnrealClass
from unreal_sandbox.graphs.graph_editor import GraphEditorTarget
from unreal_sandbox.graphs.graph_pins import invalid_pin, pin_struct
from unreal_sandbox.graphs.linking import node_target

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from unreal_sandbox.blueprints.blueprint_objects import BlueprintTarget
    from unreal_sandbox.desk.editor_state import EditorState
    from unreal_sandbox.graphs.pin_type_structs import EdGraphPinTypeBase

__all__: list[str] = []

library = UnrealClass("BlueprintEditorLibrary")
graph_editor = UnrealClass("BlueprintGraphEditor")

_LOG = "LogBlueprintEditorLib"
_ACCESS = FunctionFlag.PUBLIC | FunctionFlag.PROTECTED | FunctionFlag.PRIVATE


# --- BlueprintEditorLibrary ------------------------------------------------------------------------


@library.method()
def add_function_graph(editor: EditorState, blueprint: BlueprintTarget, func_name: str) -> GraphTarget | None:
    """A new function graph; a taken name is numbered without a word."""
    return add_function(editor, blueprint.asset, func_name)


@library.method()
def remove_function_graph(editor: EditorState, blueprint: BlueprintTarget, func_name: str) -> None:
    """Remove a function by name. Its calls stay and break."""
    graph = GraphTarget.by_name(editor, blueprint.asset, func_name)
    if graph is None or graph.kind != "function" or not can_be_deleted(graph) or editor.is_in_pie:
        editor.write_log(_LOG, "Warning", f"'{blueprint.name()}' has no function '{func_name}' to remove.")
        return
    remove_graph_named(editor, blueprint.asset, graph.name())


@library.method()
def remove_graph(editor: EditorState, blueprint: BlueprintTarget, graph: GraphTarget) -> None:
    """Remove a graph where the Blueprint allows it. The graph of a dispatcher goes with the dispatcher."""
    is_own = graph.asset is blueprint.asset
    if not is_own or graph.kind == "delegate" or not can_be_deleted(graph) or editor.is_in_pie:
        editor.write_log(_LOG, "Warning", f"The graph '{graph.name()}' cannot be removed.")
        return
    remove_graph_named(editor, blueprint.asset, graph.name())


@library.method()
def rename_graph(editor: EditorState, graph: GraphTarget, new_name_str: str) -> None:
    """Rename a function or event page, and the references to it in this Blueprint."""
    name = new_name_str.strip()
    if editor.is_in_pie or not is_graph_name(name) or name == graph.name():
        return
    taken = graph.asset.find_graph_name(name)
    if taken is not None and taken != graph.name():
        if editor.switches.rename_onto_taken_name_crashes:
            reason = (
                f"Renaming an object ({graph.path()}) on top of an existing object ({name}) is not allowed"
            )
            raise editor.crash(reason)
        editor.write_log(_LOG, "Error", f"'{graph.asset.name}' already has a graph '{name}'.")
        return
    entry = entry_of(graph)
    is_fixed = entry is not None and not is_editable(entry)
    if is_fixed or graph.kind == "delegate":
        editor.write_log(_LOG, "Warning", f"The graph '{graph.name()}' cannot be renamed.")
        return
    rename_function(editor, graph, name)


@library.method()
def add_function_override(
    editor: EditorState, blueprint: BlueprintTarget, function_name: str
) -> GraphTarget | None:
    """An override as a graph that calls its parent; the existing one; None when it cannot be."""
    return override_function(editor, blueprint.asset, function_name)


# --- BlueprintGraphEditor: making ------------------------------------------------------------------


@graph_editor.method()
def create_and_edit_function_graph(
    editor: EditorState, blueprint: BlueprintTarget, func_name: str
) -> GraphEditorTarget | None:
    """A new function graph and its editor; the name may differ, so read it from the graph."""
    graph = add_function(editor, blueprint.asset, func_name)
    return None if graph is None else GraphEditorTarget(editor, graph)


@graph_editor.method()
def add_return_node(editor: EditorState, subject: GraphEditorTarget) -> NodeTarget | None:
    """Another result node, with the outputs of the function; None outside function graphs."""
    if editor.is_in_pie:
        return None
    node = add_result_node(subject.graph)
    return None if node is None else node_target(subject.graph, node)


# --- parameters ------------------------------------------------------------------------------------


def _editable_entry(subject: GraphEditorTarget, what: str) -> Node | None:
    """The entry of a signature that the user may change; None, with a log line, for any other."""
    entry = entry_of(subject.graph)
    if entry is None or not is_editable(entry) or subject.editor.is_in_pie:
        subject.editor.write_log(_LOG, "Error", f"'{subject.graph.name()}' takes no {what}.")
        return None
    return entry


@graph_editor.method()
def add_graph_input_parameter(
    editor: EditorState,
    subject: GraphEditorTarget,
    input_name: str,
    pin_type: EdGraphPinTypeBase,
    value: str,
) -> Any:
    """Add an input; its pin on the entry node, an invalid one when there is no such entry."""
    entry = _editable_entry(subject, "inputs")
    kind = parameter_type(pin_type._pin_type)
    if entry is None or kind is None or not input_name.strip():
        return invalid_pin(editor)
    graph = subject.graph
    graph.modify()
    name = free_pin_name(entry, input_name)
    changed = added_pin(editor, entry, name, kind, "output", value)
    graph.draft.replace(changed)
    return pin_struct(node_target(graph, changed), changed.pins[-1])


@graph_editor.method()
def remove_graph_input_parameter(editor: EditorState, subject: GraphEditorTarget, input_name: str) -> bool:
    """Remove an input with its links."""
    entry = _editable_entry(subject, "inputs")
    if entry is None or not has_user_pin(entry, input_name):
        return False
    subject.graph.modify()
    subject.graph.draft.replace(without_pin(entry, input_name))
    return True


@graph_editor.method()
def add_graph_output_parameter(
    editor: EditorState, subject: GraphEditorTarget, output_name: str, pin_type: EdGraphPinTypeBase
) -> NodeTarget | None:
    """Add an output to every result node; the first of them, which is made when there is none."""
    entry = _editable_entry(subject, "outputs")
    kind = parameter_type(pin_type._pin_type)
    graph = subject.graph
    if entry is None or kind is None or not output_name.strip() or graph.kind != "function":
        return None
    graph.modify()
    if not results_of(graph):
        add_result_node(graph)
    results = results_of(graph)
    name = free_pin_name(results[0], output_name)
    for node in results:
        graph.draft.replace(added_pin(editor, node, name, kind, "input"))
    return node_target(graph, results[0])


@graph_editor.method()
def remove_graph_output_parameter(editor: EditorState, subject: GraphEditorTarget, output_name: str) -> bool:
    """Remove an output from every result node."""
    graph = subject.graph
    found = [node for node in results_of(graph) if has_user_pin(node, output_name)]
    if not found or _editable_entry(subject, "outputs") is None:
        return False
    graph.modify()
    for node in found:
        graph.draft.replace(without_pin(node, output_name))
    return True


# --- flags -----------------------------------------------------------------------------------------


def _set_flags(subject: GraphEditorTarget, flags: FunctionFlag, *, is_set: bool, of: FunctionFlag) -> None:
    entry = _flagged_entry(subject)
    if entry is None:
        return
    present = FunctionFlag(number_of(entry.find_property("ExtraFlags") or "")) & ~of
    changed = str(int(present | flags if is_set else present))
    _store(subject, replace(entry, properties=set_property(entry.properties, "ExtraFlags", changed)))


def _flagged_entry(subject: GraphEditorTarget) -> Node | None:
    entry = entry_of(subject.graph)
    if entry is None or subject.graph.kind != "function" or subject.editor.is_in_pie:
        subject.editor.write_log(_LOG, "Error", f"'{subject.graph.name()}' is not a function.")
        return None
    return entry


def _set_metadata(subject: GraphEditorTarget, name: str, value: str) -> None:
    """Set a field of the entry's metadata; an empty text takes it away."""
    entry = _flagged_entry(subject)
    if entry is None:
        return
    fields = {key: text for key, text in split_fields(entry.find_property("MetaData") or "") if key != name}
    if value:
        fields[name] = value
    text = f"({','.join(f'{key}={value}' for key, value in fields.items())})"
    _store(subject, replace(entry, properties=set_property(entry.properties, "MetaData", text)))


def _store(subject: GraphEditorTarget, changed: Node) -> None:
    if changed != subject.graph.draft.node(changed.name):
        subject.graph.modify()
        subject.graph.draft.replace(changed)


@graph_editor.method()
def set_is_pure_function(editor: EditorState, subject: GraphEditorTarget, is_pure: bool) -> None:
    """Set or clear Pure. Calls that are there keep their exec pins."""
    _set_flags(subject, FunctionFlag.BLUEPRINT_PURE, is_set=is_pure, of=FunctionFlag.BLUEPRINT_PURE)


@graph_editor.method()
def set_is_const_function(editor: EditorState, subject: GraphEditorTarget, is_const: bool) -> None:
    """Set or clear Const."""
    _set_flags(subject, FunctionFlag.CONST, is_set=is_const, of=FunctionFlag.CONST)


@graph_editor.method()
def set_is_exec_function(editor: EditorState, subject: GraphEditorTarget, is_exec: bool) -> None:
    """Set or clear Exec, which makes the function a console command."""
    _set_flags(subject, FunctionFlag.EXEC, is_set=is_exec, of=FunctionFlag.EXEC)


@graph_editor.method()
def set_function_is_public(editor: EditorState, subject: GraphEditorTarget) -> None:
    """Let everybody call it."""
    _set_flags(subject, FunctionFlag.PUBLIC, is_set=True, of=_ACCESS)


@graph_editor.method()
def set_function_is_protected(editor: EditorState, subject: GraphEditorTarget) -> None:
    """Let the class and its children call it."""
    _set_flags(subject, FunctionFlag.PROTECTED, is_set=True, of=_ACCESS)


@graph_editor.method()
def set_function_is_private(editor: EditorState, subject: GraphEditorTarget) -> None:
    """Let only the class call it."""
    _set_flags(subject, FunctionFlag.PRIVATE, is_set=True, of=_ACCESS)


def _flag_text(is_set: bool) -> str:
    return "True" if is_set else ""


@graph_editor.method()
def set_is_call_in_editor_function(
    editor: EditorState, subject: GraphEditorTarget, call_in_editor: bool
) -> None:
    """Set or clear Call In Editor."""
    _set_metadata(subject, "bCallInEditor", _flag_text(call_in_editor))


@graph_editor.method()
def set_is_thread_safe_function(
    editor: EditorState, subject: GraphEditorTarget, is_thread_safe: bool
) -> None:
    """Set or clear Thread Safe."""
    _set_metadata(subject, "bThreadSafe", _flag_text(is_thread_safe))


@graph_editor.method()
def set_is_unsafe_during_actor_construction_function(
    editor: EditorState, subject: GraphEditorTarget, is_unsafe_during_actor_construction: bool
) -> None:
    """Set or clear Unsafe During Actor Construction."""
    _set_metadata(
        subject, "bIsUnsafeDuringActorConstruction", _flag_text(is_unsafe_during_actor_construction)
    )


@graph_editor.method()
def set_is_deprecated_function(editor: EditorState, subject: GraphEditorTarget, is_deprecated: bool) -> None:
    """Set or clear Deprecated."""
    _set_metadata(subject, "bIsDeprecated", _flag_text(is_deprecated))


@graph_editor.method()
def set_deprecation_message_on_function(
    editor: EditorState, subject: GraphEditorTarget, message: Any
) -> None:
    """Say what to use instead."""
    text = str(message)
    _set_metadata(subject, "DeprecationMessage", quote(text) if text else "")
