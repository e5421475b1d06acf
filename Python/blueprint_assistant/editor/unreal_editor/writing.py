"""Carries out the steps of a plan through the Python API of Unreal 5.8.

Each function does one kind of step on fresh engine objects: pins and handles go stale after
anything that rebuilds a node or a tree (field notes 4 and 10). A call's boolean is not
trusted where the notes say it lies; the caller verifies by reading back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

import unreal

from blueprint_assistant.editor.plan import CompileMessage, CompileReport, PlanError
from blueprint_assistant.editor.unreal_editor.node_menu import create_sequence
from blueprint_assistant.editor.unreal_editor.reading import handles_by_name, load_blueprint, read_status
from blueprint_assistant.editor.unreal_editor.values import value_of
from blueprint_assistant.graph.pin_type_text import format_pin_type
from blueprint_assistant.graph.specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.editor.plan import AddComponent, AddNode, AddVariable, CreateBlueprint
    from blueprint_assistant.graph.model import Direction, Variable
    from blueprint_assistant.graph.specs import NodeSpec

__all__ = [
    "GraphHands",
    "add_component",
    "add_node",
    "add_variable",
    "compile_blueprint",
    "connect_pins",
    "create_blueprint",
    "set_pin_default",
    "set_variable_defaults",
]


class GraphHands:
    """The engine's objects of one graph while a plan works on it.

    Nodes stay valid while they are in the graph, so they are listed once; pins do not (field
    notes 4), so they are looked up anew each time. Not to be kept over a compile.
    """

    def __init__(self, asset: Any, graph: str) -> None:
        """Raises PlanError when the editor has no such graph."""
        self.asset = asset
        self.editor = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, graph)
        if self.editor is None or self.editor.get_graph() is None:
            raise PlanError(f"The editor has no graph '{graph}' in '{asset.get_path_name()}'.")
        self._nodes = {str(node.get_name()): node for node in self.editor.list_all_nodes()}

    def node(self, name: str) -> Any:
        """The node of that name. Raises PlanError when it is gone."""
        if name not in self._nodes:
            raise PlanError(f"The editor shows no node '{name}' any more.", "Read the graph again.")
        return self._nodes[name]

    def pin(self, node: str, name: str, direction: Direction) -> Any:
        """A pin by node and internal name. Raises PlanError when the editor does not show it."""
        owner = self.node(node)
        found = owner.find_output_pin(name) if direction == "output" else owner.find_input_pin(name)
        if not found.is_valid():
            raise PlanError(
                f"The editor shows no pin '{name}' on node '{node}'.", "Read the node's pins again."
            )
        return found

    def learn(self, node: Any) -> str:
        """Remember a node that was just added; its name."""
        name = str(node.get_name())
        self._nodes[name] = node
        return name


def create_blueprint(path: str, operation: CreateBlueprint) -> None:
    """Create the asset. It cannot be undone, only deleted again."""
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        # The editor would show a dialog and wait for an answer (API notes 2).
        raise PlanError(f"There is an asset '{path}' already.", "Choose another name.")
    parent = unreal.load_class(None, operation.parent_class)
    if parent is None:
        raise PlanError(
            f"The editor has no class '{operation.parent_class}'.", "Name a class that is loaded."
        )
    if unreal.BlueprintEditorLibrary.create_blueprint_asset_with_parent(path, parent) is None:
        raise PlanError(f"The editor did not create '{path}'.", "Look into the Output Log for its reason.")


def add_variable(asset: Any, operation: AddVariable) -> None:
    """Add a member variable; its default comes later, through the class defaults."""
    pin_type = unreal.EdGraphPinType()
    pin_type.import_text(format_pin_type(operation.type))
    if not unreal.BlueprintEditorLibrary.add_member_variable(asset, operation.name, pin_type):
        raise PlanError(
            f"The editor did not add the variable '{operation.name}'.", "Is the name taken or not allowed?"
        )
    if operation.category:
        unreal.BlueprintEditorLibrary.set_blueprint_variable_category(
            asset, operation.name, unreal.Text(operation.category)
        )
    unreal.BlueprintEditorLibrary.set_blueprint_variable_instance_editable(
        asset, operation.name, instance_editable=True
    )


def set_variable_defaults(asset: Any, variables: list[Variable]) -> None:
    """Set class defaults. The Blueprint must be compiled before, and compiled again after."""
    generated = unreal.BlueprintEditorLibrary.generated_class(asset)
    defaults = unreal.get_default_object(generated)
    defaults.modify()
    for variable in variables:
        defaults.set_editor_property(variable.name, value_of(variable.type, variable.default))


def add_component(asset: Any, operation: AddComponent) -> None:
    """Add a component, give it its name, and attach it."""
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    handles = handles_by_name(asset)
    parent = handles.get(operation.parent) if operation.parent else handles.get("")
    if parent is None:
        raise PlanError(f"There is no component '{operation.parent}' to attach to.")
    component_class = unreal.load_class(None, operation.class_path)
    if component_class is None:
        raise PlanError(f"The editor has no class '{operation.class_path}'.", "Is its plugin enabled?")
    params = unreal.AddNewSubobjectParams(
        parent_handle=parent, new_class=component_class, blueprint_context=asset
    )
    handle, failure = subsystem.add_new_subobject(params)
    if not failure.is_empty() or not library.is_handle_valid(handle):
        raise PlanError(f"The editor did not add component '{operation.name}': {failure}")
    subsystem.rename_subobject(handle, unreal.Text(operation.name))
    fresh = handles_by_name(asset)
    if operation.name not in fresh:
        # A clash is silent (field notes 10): the component would keep a generated name.
        raise PlanError(f"The editor did not name the component '{operation.name}'.", "Choose another name.")
    if operation.make_root:
        subsystem.make_new_scene_root(fresh[""], fresh[operation.name], asset)


def add_node(hands: GraphHands, operation: AddNode) -> str:
    """Add (or for an event: find) a node, place it, and return its name."""
    node = _make(hands, operation)
    if not node:
        raise PlanError(f"The editor did not add {_described(operation.spec)}.", "Check the name.")
    if not node.list_all_pins():
        # A wrong or uncallable function gives a node without pins, left in the graph (field notes 3).
        hands.editor.remove_nodes([node])
        raise PlanError(
            f"The editor has nothing to build for {_described(operation.spec)}.", "Check the name."
        )
    return hands.learn(node)


def _make(hands: GraphHands, operation: AddNode) -> Any:
    spot = unreal.IntPoint(operation.x, operation.y)
    spec = operation.spec
    if isinstance(spec, EventSpec):
        return _add_event(hands, spec, spot)
    node = _add_plain(hands.editor, spec, operation)
    if node:
        node.set_node_pos(spot)
    return node


def _add_event(hands: GraphHands, spec: EventSpec, spot: Any) -> Any:
    """Events exist once: one that is in the graph keeps its place, greyed-out ones are enabled."""
    existing = hands.editor.find_event_node(spec.name)
    position = existing.get_node_pos() if existing else spot
    return unreal.BlueprintEditorLibrary.add_event_override(hands.asset, spec.name, position)


def _add_plain(editor: Any, spec: NodeSpec, operation: AddNode) -> Any:
    match spec:
        case CallFunctionSpec(function):
            return editor.add_call_function_node(function)
        case CustomEventSpec(name):
            return editor.add_custom_event_node(name)
        case BranchSpec():
            return editor.add_branch_node()
        case SequenceSpec(outputs):
            return _add_sequence(editor, outputs, operation)
        case VariableGetSpec(name):
            return editor.add_get_member_variable_node(name)
        case VariableSetSpec(name):
            return editor.add_set_member_variable_node(name)
        case EventSpec():
            raise AssertionError  # _make has handled it
        case _:
            assert_never(spec)


def _add_sequence(editor: Any, outputs: int, operation: AddNode) -> Any:
    node = create_sequence(editor, operation.x, operation.y)
    for _ in range(outputs - 2):
        editor.add_node_pin(node)
    return node


def connect_pins(hands: GraphHands, source: tuple[str, str], target: tuple[str, str]) -> None:
    """Link two pins, each given as (node name, pin name)."""
    output, target_pin = hands.pin(*source, "output"), hands.pin(*target, "input")
    if not output.try_create_connection(target_pin):
        raise PlanError(f"The editor refused the link {source[0]}.{source[1]} -> {target[0]}.{target[1]}.")


def set_pin_default(hands: GraphHands, node: str, pin: str, value: str) -> None:
    """Set a pin's default. The boolean that comes back lies both ways, so it is not looked at."""
    hands.pin(node, pin, "input").set_pin_value(value)


def compile_blueprint(path: str) -> CompileReport:
    """Compile and collect status and messages of the nodes."""
    asset = load_blueprint(path)
    unreal.BlueprintEditorLibrary.compile_blueprint(asset)
    messages: list[CompileMessage] = []
    for graph in unreal.BlueprintEditorLibrary.list_graphs(asset):
        editor = unreal.BlueprintGraphEditor.get_graph_editor(graph)
        if editor is not None:
            messages += _messages(editor, str(graph.get_name()))
    return CompileReport(read_status(asset), tuple(messages))


def _messages(editor: Any, graph: str) -> list[CompileMessage]:
    found: list[CompileMessage] = []
    listings: tuple[tuple[Any, Callable[[], Any]], ...] = (
        ("error", editor.list_nodes_with_errors),
        ("warning", editor.list_nodes_with_warnings),
    )
    for severity, list_nodes in listings:
        for node in list_nodes():
            text = str(node.get_editor_property("error_msg"))
            found.append(CompileMessage(severity, text, graph, str(node.get_name())))
    return found


def _described(spec: NodeSpec) -> str:
    match spec:
        case CallFunctionSpec(function):
            return f"a call of '{function}'"
        case EventSpec(name):
            return f"the event '{name}'"
        case CustomEventSpec(name):
            return f"the custom event '{name}'"
        case VariableGetSpec(name) | VariableSetSpec(name):
            return f"access to the variable '{name}'"
        case BranchSpec():
            return "a Branch"
        case SequenceSpec():
            return "a Sequence"
        case _:
            assert_never(spec)
