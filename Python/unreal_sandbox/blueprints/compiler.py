"""Compiles a Blueprint: runs the checks, keeps their messages, makes a new class.

Nodes that no event reaches are not looked at, as the engine prunes them; a clean compile proves
no reachability. The generated class and its default object are replaced every time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds.node_factory import is_ghost
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.model.object_references import member_reference, unquote
from unreal_sandbox.assets.inherited_defaults import inherited_property
from unreal_sandbox.blueprints.blueprint_asset import CompiledClass, CompilerMessage
from unreal_sandbox.blueprints.compile_findings import Compiling
from unreal_sandbox.blueprints.compile_hooks import GRAPH_CHECKS, NODE_CHECKS
from unreal_sandbox.blueprints.compile_variables import check_variables
from unreal_sandbox.blueprints.function_signatures import declaring_graphs
from unreal_sandbox.glue.property_defaults import initial_default

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import BlueprintStatus, Graph, Node
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset, MessageSeverity
    from unreal_sandbox.blueprints.compile_findings import Finding
    from unreal_sandbox.desk.editor_state import EditorState, LogSeverity

__all__ = ["compile_asset"]

_ENTRIES = frozenset(
    [
        "K2Node_Event",
        "K2Node_CustomEvent",
        "K2Node_ComponentBoundEvent",
        "K2Node_ActorBoundEvent",
        "K2Node_FunctionEntry",
        "K2Node_InputKey",
        "K2Node_InputAction",
        "K2Node_EnhancedInputAction",
        "K2Node_Timeline",
    ]
)

_LOG_SEVERITY: dict[MessageSeverity, LogSeverity] = {
    "error": "Error",
    "warning": "Warning",
    "note": "Display",
}


@dataclass
class _Results:
    messages: list[CompilerMessage] = field(default_factory=list)

    def add(self, graph: str, node: str, findings: Iterable[Finding]) -> None:
        self.messages += [CompilerMessage(severity, text, graph, node) for severity, text in findings]

    def has(self, severity: str) -> bool:
        return any(message.severity == severity for message in self.messages)


def compile_asset(editor: EditorState, asset: BlueprintAsset, *, is_first: bool = False) -> bool:
    """Compile; whether there were no errors. Pumps Slate, so tick callbacks are re-entered."""
    if editor.is_in_pie:
        if editor.switches.compile_in_pie_crashes:
            raise editor.crash("Compiling a Blueprint during play in editor leaked the world.")
        editor.write_log("LogBlueprint", "Error", f"Cannot compile {asset.name} during play in editor.")
        return False
    if not is_first:
        editor.note_nested_change(f"'{asset.path}' compiled")
        editor.pump_slate()
        editor.pass_time(editor.conditions.compile_time_s(editor, asset))
    results = _Results()
    _replace_class(editor, asset, results)
    for graph in [draft.freeze() for draft in asset.graphs.values()]:
        _check_graph(editor, asset, graph, results)
    _check_names(asset, results)
    results.messages += check_variables(editor, asset)
    asset.messages = tuple(results.messages)
    asset.status = _status(results)
    if not is_first:
        asset.is_dirty = True
        _log(editor, asset, results)
        editor.pump_slate()
    return editor.switches.compile_claims_success or not results.has("error")


def _status(results: _Results) -> BlueprintStatus:
    if results.has("error"):
        return "error"
    return "up_to_date_with_warnings" if results.has("warning") else "up_to_date"


def _log(editor: EditorState, asset: BlueprintAsset, results: _Results) -> None:
    for message in results.messages:
        text = f"[AssetLog] {asset.path}: [Compiler] {message.text}"
        editor.write_log("LogBlueprint", _LOG_SEVERITY[message.severity], text)


def _replace_class(editor: EditorState, asset: BlueprintAsset, results: _Results) -> None:
    """Make the new generated class and give new variables their first default."""
    old = asset.compiled
    known = {item.guid: item for item in old.variables} if old is not None else {}
    for variable in asset.variables:
        before = known.get(variable.guid)
        if before is not None and before.type == variable.type:
            continue
        asset.defaults.pop(variable.name, None)
        text, complaint = initial_default(editor, variable)
        if text:
            asset.defaults[variable.name] = text
        if complaint:
            editor.write_log("LogBlueprint", "Warning", f"[AssetLog] {asset.path}: [Compiler] {complaint}")
    names = {item.name for item in asset.variables}
    asset.defaults = {
        name: text
        for name, text in asset.defaults.items()
        if name in names or inherited_property(editor, asset.parent_class, name) is not None
    }
    asset.generation += 1
    asset.compiled = CompiledClass(
        asset.generation,
        asset.parent_class,
        asset.variables,
        asset.components,
        declaring_graphs(asset),
    )


def _check_graph(editor: EditorState, asset: BlueprintAsset, graph: Graph, results: _Results) -> None:
    compiling = Compiling(editor, asset, graph, tuple(_reached(graph)))
    for node in compiling.reached:
        for check in NODE_CHECKS:
            results.add(graph.name, node.name, check(compiling, node))
    for whole in GRAPH_CHECKS:
        for name, finding in whole(compiling):
            results.add(graph.name, name, [finding])


def _reached(graph: Graph) -> list[Node]:
    """The nodes that run: from the entries down the exec links, with the data nodes they read."""
    seen: dict[str, None] = {}
    waiting = [node.name for node in graph.nodes if node.class_name in _ENTRIES and not is_ghost(node)]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen[name] = None
        waiting += _neighbours(graph, graph.nodes_by_name[name])
    return [node for node in graph.nodes if node.name in seen]


def _neighbours(graph: Graph, node: Node) -> Iterator[str]:
    for pin in node.pins:
        follows = pin.is_exec if pin.direction == "output" else not pin.is_exec
        if follows:
            yield from (ref.node for ref in graph.linked_pins.get(PinRef(node.name, pin.id), ()))


def _check_names(asset: BlueprintAsset, results: _Results) -> None:
    """No two events, nor an event and a function, can become one function."""
    taken = {shape.name.lower() for shape in asset.shapes.values() if shape.kind == "function"}
    for graph_name, draft in asset.graphs.items():
        for node in draft.nodes_of_class("K2Node_CustomEvent", "K2Node_Event"):
            name = _event_name(node)
            if name and name in taken:
                text = f"The function name in node '{node.name}' is already used."
                results.messages.append(CompilerMessage("error", text, graph_name, node.name))
            if name:
                taken.add(name)


def _event_name(node: Node) -> str:
    """The function that an event becomes, in lower case; empty for other nodes and for ghosts."""
    if node.class_name == "K2Node_CustomEvent":
        return unquote(node.find_property("CustomFunctionName") or "").lower()
    if node.class_name == "K2Node_Event" and not is_ghost(node):
        return member_reference(node.find_property("EventReference") or "").name.lower()
    return ""
