"""The project around a graph that is to be rebuilt, made with tools where there are tools for it.

What a replay declares through the editor's own calls is declared here as a model does it:
create_blueprint, add_variable, add_component, add_function, add_dispatcher, override_function. The
replay is left with types that only old or foreign Blueprints have, and with the pins of entry nodes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from blueprint_assistant.actions.names.type_choice import find_type
from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from rebuild.tool_calls import node_ids
from rebuild.type_words import short, type_words
from sandbox.replay_needs import declared, parameters
from sandbox.replay_project import Project

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin, PinType
    from rebuild.tool_calls import ToolCalls

__all__ = ["ToolProject", "prepared_with_tools"]


def prepared_with_tools(calls: ToolCalls, sample: Graph) -> ToolProject:
    """The project around a sample. Input actions, meshes and other assets are put into the editor."""
    sandbox = calls.project.sandbox
    project = ToolProject(sandbox.install(), sample, calls)
    for spec in project.needs.specs.values():
        if isinstance(spec, kinds.EnhancedInputActionSpec):
            sandbox.input_actions[spec.action] = spec.value
    for path, class_path in project.assets():
        sandbox.other_assets.setdefault(path, class_path)
    project.declare()
    return project


class ToolProject(Project):
    """The assets of one rebuild."""

    def __init__(self, unreal: Any, sample: Graph, calls: ToolCalls) -> None:
        super().__init__(unreal, sample)
        self._calls = calls
        self._made: dict[str, Any] = {}

    @property
    def path(self) -> str:
        """The Blueprint whose graph is rebuilt."""
        return self.needs.own_class.partition(".")[0]

    @property
    def graph_name(self) -> str:
        return self.needs.function_name or "EventGraph"

    def assets(self) -> Iterator[tuple[str, str]]:
        """The assets of other kinds that values of the sample name, with their classes."""
        for node in self.needs.sample.nodes:
            for pin in node.pins:
                path, kind = pin.default_object, pin.type.subcategory_object
                is_asset = pin.type.category == "object" and not path.startswith(("/Script/", "/Engine/"))
                if path and is_asset and kind is not None:
                    yield path.partition(".")[0], kind.path

    def _make(self, class_path: str, parent: str) -> Any:
        path = class_path.partition(".")[0]
        folder, _, name = path.rpartition("/")
        known = parent.partition(".")[0] if parent.startswith("/Game/") else short(parent)
        self._calls.do("create_blueprint", name=name, path=folder, parent_class=known)
        return self.unreal.load_asset(path)

    def _make_others(self) -> None:
        """All of them before their members, which may be of one another's classes."""
        for path in sorted(self.needs.other_classes):
            self._make_bare(path)
        super()._make_others()

    def _make_bare(self, path: str) -> None:
        if self.unreal.EditorAssetLibrary.does_asset_exist(path.partition(".")[0]):
            return
        base = self.needs.base_of(path)
        if base in self.needs.other_classes:
            self._make_bare(base)
        self._made[path] = self._make(path, base)

    def _make_other(self, path: str) -> None:
        self._add_members(self._made[path], path)

    def _add_variable(self, blueprint: Any, name: str, kind: PinType) -> None:
        if not self._has_words(kind):
            super()._add_variable(blueprint, name, kind)
            return
        self._calls.do(
            "add_variable",
            blueprint=_path(blueprint),
            variable_name=name,
            variable_type=type_words(kind),
        )

    def _add_component(self, name: str, class_path: str) -> None:
        concrete = {"/Script/Engine.PrimitiveComponent": "/Script/Engine.BoxComponent"}
        kind = short(concrete.get(class_path, class_path))
        self._calls.do("add_component", blueprint=self.path, component_type=kind, component_name=name)

    def _has_words(self, kind: PinType) -> bool:
        """Whether a tool can be told a type: single floats of UE 4 and classes of plugins it cannot."""
        try:
            return find_type(self._calls.context, type_words(kind)) == replace(kind, is_uobject_wrapper=False)
        except GraphError:
            return False

    def _declare_function(self, blueprint: Any, name: str, call: Node) -> None:
        pins = list(parameters(call))
        if not all(self._has_words(declared(pin.type)) for pin in pins):
            super()._declare_function(blueprint, name, call)
            return
        self._calls.do(
            "add_function",
            blueprint=_path(blueprint),
            function_name=name,
            inputs=[_parameter(pin) for pin in pins if pin.direction == "input"],
            outputs=[_parameter(pin) for pin in pins if pin.direction == "output"],
            is_pure=call.find_pin("execute") is None,
        )

    def _add_dispatchers(self, blueprint: Any, class_path: str) -> None:
        for node, spec in self._dispatchers(class_path):
            pins = parameters(node) if spec.action == "call" else ()
            self._calls.do(
                "add_dispatcher",
                blueprint=_path(blueprint),
                dispatcher_name=spec.delegate,
                inputs=[_parameter(pin) for pin in pins],
            )

    def _override(self) -> Any:
        entry = next(self.needs.own_nodes(kinds.FunctionEntrySpec))[1]
        if not entry.class_path:
            return None
        text = self._calls.do("override_function", blueprint=self.path, function_name=entry.name)
        parent_call = next(found for found, name in node_ids(text) if name == "K2Node_CallParentFunction")
        self._calls.do("delete_node", node_id=parent_call)
        return self.library.find_graph(self.blueprint, entry.name)

    def _declare_parameters(self) -> None:
        """The function's own local variables; inputs and outputs of a function that is no override."""
        super()._declare_parameters()
        self._calls.do("compile_blueprint", blueprint=self.path)

    def _add_local(self, name: str, kind: PinType, value: str) -> None:
        if not self._has_words(kind):
            super()._add_local(name, kind, value)
            return
        self._calls.do(
            "add_variable",
            blueprint=self.path,
            variable_name=name,
            variable_type=type_words(kind),
            default_value=value or None,
            function_name=self.graph_name,
        )


def _path(blueprint: Any) -> str:
    return str(blueprint.get_path_name()).partition(".")[0]


def _parameter(pin: Pin) -> dict[str, str]:
    words = {"name": pin.name, "type": type_words(pin.type)}
    return words | ({"default": pin.autogenerated_default} if pin.direction == "input" else {})
