"""What a graph needs around it before it can be built: its Blueprint, with members, and other assets.

Everything is read off the graph itself: which class it must derive from, which variables, functions,
dispatchers and components it uses, which other Blueprints it names.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.model.pin_type_text import format_pin_type
from sandbox.replay_needs import Needs, declared, locals_of, parameters, user_pins, uses_own_member

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Graph, Node, PinType
    from unreal_sandbox import SandboxEditor

__all__ = ["Project", "prepared"]


def prepared(editor: SandboxEditor, sample: Graph) -> Project:
    """The project around a sample, declared and compiled.

    Input actions are assets that a script finds and cannot make: they are put into the editor.
    """
    project = Project(editor.install(), sample)
    for spec in project.needs.specs.values():
        if isinstance(spec, kinds.EnhancedInputActionSpec):
            editor.input_actions[spec.action] = spec.value
    project.declare()
    return project


class Project:
    """The assets of one replay. `blueprint` is the one whose graph is built, `nodes` its editor."""

    def __init__(self, unreal: Any, sample: Graph) -> None:
        self.unreal = unreal
        self.needs = Needs(sample)
        self.library = unreal.BlueprintEditorLibrary
        self.blueprint: Any = None
        self.graph: Any = None
        self.nodes: Any = None

    # --- declaring -------------------------------------------------------------------------------

    def declare(self) -> None:
        """Make the Blueprint with its members, compile it, and empty the graph."""
        self.blueprint = self._make(self.needs.own_class, self.needs.parent_class)
        self._make_others()
        self._declare_variables()
        self._declare_dispatchers()
        self._declare_components()
        self._declare_functions()
        self.library.compile_blueprint(self.blueprint)
        self._open_graph()

    def _make(self, class_path: str, parent: str) -> Any:
        path = class_path.partition(".")[0]
        made = self.library.create_blueprint_asset_with_parent(path, self.unreal.load_class(None, parent))
        assert made is not None, f"{path} of {parent}"
        return made

    def _make_others(self) -> None:
        """The other Blueprints that the sample names, with what it uses of them, compiled twice."""
        for path in sorted(self.needs.other_classes):
            self._make_other(path)

    def _make_other(self, path: str) -> None:
        if self.unreal.EditorAssetLibrary.does_asset_exist(path.partition(".")[0]):
            return
        base = self.needs.base_of(path)
        if base in self.needs.other_classes:
            self._make_other(base)
        self._add_members(self._make(path, base), path)

    def _add_members(self, made: Any, path: str) -> None:
        """What the sample uses of another Blueprint."""
        for name, kind in self.needs.foreign_variables(path).items():
            self._add_variable(made, name, kind)
        self._add_dispatchers(made, path)
        for name, node in self.needs.foreign_calls(path).items():
            self._declare_function(made, name, node)
        self.library.compile_blueprint(made)
        self.library.compile_blueprint(made)

    def _type(self, kind: PinType) -> Any:
        made = self.unreal.EdGraphPinType()
        made.import_text(format_pin_type(kind))
        return made

    def _add_variable(self, blueprint: Any, name: str, kind: PinType) -> None:
        self.library.add_member_variable(blueprint, name, self._type(kind))

    def _declare_variables(self) -> None:
        variables: dict[str, PinType] = {}
        wanted = (common_specs.VariableGetSpec, common_specs.VariableSetSpec, kinds.ValidatedGetSpec)
        for node, spec in self.needs.own_nodes(wanted):
            if getattr(spec, "class_path", ""):
                continue
            pin = node.find_pin(spec.name)
            if pin is not None and pin.type.category != "mcdelegate":
                variables.setdefault(spec.name, pin.type)
        for name, kind in variables.items():
            self._add_variable(self.blueprint, name, declared(kind))

    def _declare_dispatchers(self) -> None:
        """Own dispatchers, with the parameters that a call of them has."""
        self._add_dispatchers(self.blueprint, "")

    def _add_dispatchers(self, blueprint: Any, class_path: str) -> None:
        """The dispatchers of one class that the sample names, empty for its own."""
        for node, spec in self._dispatchers(class_path):
            self.library.add_event_dispatcher(blueprint, spec.delegate)
            for pin in parameters(node) if spec.action == "call" else ():
                kind = self._type(pin.type)
                self.library.add_event_dispatcher_parameter(blueprint, spec.delegate, pin.name, kind)

    def _dispatchers(self, class_path: str) -> list[tuple[Node, kinds.DelegateSpec]]:
        """One node for each dispatcher of a class, a call of it where there is one."""
        found = [(n, s) for n, s in self.needs.own_nodes(kinds.DelegateSpec) if s.class_path == class_path]
        first: dict[str, tuple[Node, kinds.DelegateSpec]] = {}
        for node, spec in sorted(found, key=lambda item: item[1].action != "call"):
            first.setdefault(spec.delegate, (node, spec))
        return list(first.values())

    def _declare_components(self) -> None:
        for node, spec in self.needs.own_nodes(kinds.ComponentEventSpec):
            owner = re.search(r"/Script/\w+\.\w+'\"?$", node.find_property("DelegateOwnerClass") or "")
            path = owner[0].rstrip("\"'") if owner else "/Script/Engine.BoxComponent"
            self._add_component(spec.component, path)

    def _add_component(self, name: str, class_path: str) -> None:
        if self.component(name) is not None:
            return
        concrete = {"/Script/Engine.PrimitiveComponent": "/Script/Engine.BoxComponent"}
        kind = self.unreal.load_class(None, concrete.get(class_path, class_path))
        params = self.unreal.AddNewSubobjectParams(
            parent_handle=self._handles()[0], new_class=kind, blueprint_context=self.blueprint
        )
        handle, _ = self._subsystem.add_new_subobject(params)
        self._subsystem.rename_subobject(handle, self.unreal.Text(name))

    @property
    def _subsystem(self) -> Any:
        return self.unreal.get_engine_subsystem(self.unreal.SubobjectDataSubsystem)

    def _handles(self) -> Any:
        return self._subsystem.k2_gather_subobject_data_for_blueprint(self.blueprint)

    def component(self, name: str) -> Any:
        """The template of a component, or None."""
        data_library = self.unreal.SubobjectDataBlueprintFunctionLibrary
        for handle in self._handles()[1:]:
            data = data_library.get_data(handle)
            if str(data_library.get_variable_name(data)) == name:
                return data_library.get_object_for_blueprint(data, self.blueprint)
        return None

    def _declare_functions(self) -> None:
        """Own functions that the sample calls; its own custom events are made with their nodes."""
        events = {spec.name for _, spec in self.needs.own_nodes(common_specs.CustomEventSpec)}
        done = {*events, self.needs.function_name}
        for node, spec in self.needs.own_nodes(common_specs.CallFunctionSpec):
            name = spec.function.rpartition(":")[2]
            if not uses_own_member(node) or name in done:
                continue
            done.add(name)
            self._declare_function(self.blueprint, name, node)

    def _declare_function(self, blueprint: Any, name: str, call: Node) -> None:
        """A function with the parameters that a call of it has."""
        graph = self.unreal.BlueprintGraphEditor.create_and_edit_function_graph(blueprint, name)
        for pin in parameters(call):
            if pin.direction == "input":
                graph.add_graph_input_parameter(pin.name, self._type(pin.type), pin.autogenerated_default)
            else:
                graph.add_graph_output_parameter(pin.name, self._type(pin.type))
        if call.find_pin("execute") is None:
            graph.set_is_pure_function(True)

    def _open_graph(self) -> None:
        editors = self.unreal.BlueprintGraphEditor
        if not self.needs.function_name:
            self.graph = self.library.find_event_graph(self.blueprint)
            self.nodes = editors.get_graph_editor(self.graph)
            ghosts = [node for node in self.nodes.list_all_nodes() if not self._is_wanted_ghost(node)]
            self.nodes.remove_nodes(ghosts)
            return
        self.graph = self.library.find_graph(self.blueprint, self.needs.function_name) or self._override()
        if self.graph is None:
            self.graph = editors.create_and_edit_function_graph(
                self.blueprint, self.needs.function_name
            ).get_graph()
        self.nodes = editors.get_graph_editor(self.graph)
        self._declare_parameters()

    def _override(self) -> Any:
        """The graph of a parent's function, without the call of the parent that it starts with."""
        entry = next(self.needs.own_nodes(kinds.FunctionEntrySpec))[1]
        if not entry.class_path:
            return None
        graph = self.library.add_function_override(self.blueprint, self.needs.function_name)
        if graph is not None:
            nodes = self.unreal.BlueprintGraphEditor.get_graph_editor(graph)
            nodes.remove_nodes(
                [item for item in nodes.list_all_nodes() if "CallParent" in str(item.get_class())]
            )
        return graph

    def _declare_parameters(self) -> None:
        for node, _ in self.needs.own_nodes(kinds.FunctionEntrySpec):
            for name, kind, value in user_pins(node):
                self.nodes.add_graph_input_parameter(name, self._type(kind), value)
            for name, kind, value in locals_of(node):
                self._add_local(name, kind, value)
        for node, _ in self.needs.own_nodes(kinds.FunctionResultSpec):
            for name, kind, _value in user_pins(node):
                self.nodes.add_graph_output_parameter(name, self._type(kind))
            break

    def _add_local(self, name: str, kind: PinType, value: str) -> None:
        self.nodes.add_local_variable(name, self._type(kind), value)

    def _is_wanted_ghost(self, node: Any) -> bool:
        found = [
            spec.name
            for name, spec in self.needs.specs.items()
            if isinstance(spec, common_specs.EventSpec)
            and self.needs.sample.node(name).find_property("EnabledState") == "Disabled"
        ]
        return any(self.nodes.find_event_node(name) == node for name in found)

    # --- for nodes -------------------------------------------------------------------------------

    def event(self, name: str, *, is_ghost: bool) -> Any:
        """The override of an event; a greyed-out one is the one that is there."""
        if is_ghost:
            return self.nodes.find_event_node(name)
        return self.library.add_event_override(self.blueprint, name, self.unreal.IntPoint(0, 0))

    def function(self, path: str) -> str:
        """What `add_call_function_node` takes: a bare name for the Blueprint's own functions."""
        owner, _, name = path.rpartition(":")
        return name if owner in ("", self.needs.own_class) else path

    def entry(self) -> Any:
        """The entry node of the function."""
        return self._first("K2Node_FunctionEntry")

    def result(self) -> Any:
        """The result node of the function; made when the function has no outputs."""
        return self._first("K2Node_FunctionResult") or self.nodes.add_return_node()

    def _first(self, class_name: str) -> Any:
        nodes = self.nodes.list_all_nodes()
        return next((item for item in nodes if str(item.get_class().get_name()) == class_name), None)

    def create(self, name: str, *, class_path: str = "", context: list[Any] | None = None) -> Any:
        """The node of a palette entry, of a declaring class where one is named, or None."""
        declaring = self.unreal.load_class(None, class_path) if class_path else None
        return self.nodes.create_node_from_name(name, self.unreal.Vector2D(0, 0), context or [], declaring)

    def available(self, context: list[Any]) -> list[str]:
        """The names on the palette."""
        return [str(name) for name in self.nodes.list_available_nodes(context)]
