"""Which calls of Unreal 5.8 make the node of a spec: typed calls, then the menu. Game thread only.

Outside uses `NodeMaker`. Kinds that no call makes are refused before, by `buildable_nodes`. What
comes of a call is not trusted: the caller reads the graph back and compares.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.editor.plan.menu_entries import entry_of
from blueprint_assistant.editor.unreal_editor.blueprint_reader import handles_by_name
from blueprint_assistant.editor.unreal_editor.node_menu import MenuRequest, create_by_name, create_from_menu
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    VariableGetSpec,
    VariableSetSpec,
)
from blueprint_assistant.graph.kinds.node_factory import make_node, node_title

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import AddNodeStep
    from blueprint_assistant.editor.plan.menu_entries import NodeMenuEntry
    from blueprint_assistant.editor.unreal_editor.graph_handles import GraphHandles
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["NodeMaker"]

_MOST_PINS = 256


class NodeMaker:
    """Makes nodes in graphs of one Blueprint, as a plan expects it to be."""

    def __init__(self, owner: Blueprint, catalog: Catalog) -> None:
        """`owner` has all members that the plan's nodes refer to; `catalog` its parents and classes."""
        self._owner = owner
        self._catalog = catalog

    def add(self, hands: GraphHandles, operation: AddNodeStep) -> str:
        """Add (or for an event: find) a node, place it, and return its name. Raises PlanError."""
        spec = operation.spec
        node = self._make(hands, operation)
        if not node:
            raise PlanError(f"The editor did not add {self._described(spec)}.", self._advice(spec))
        if isinstance(spec, kinds.CommentSpec):
            return hands.learn(node, is_comment=True)
        if not node.list_all_pins():
            # A wrong or uncallable function gives a node without pins, left in the graph (field notes 3).
            hands.editor.remove_nodes([node])
            raise PlanError(
                f"The editor has nothing to build for {self._described(spec)}.", "Check the name."
            )
        return hands.learn(node)

    def _advice(self, spec: AnyNodeSpec) -> str:
        """What may help: what the user added a moment ago is no member before a compile (field notes 2)."""
        is_own = isinstance(spec, VariableGetSpec | VariableSetSpec) and (
            self._owner.find_variable(spec.name) or self._owner.find_component(spec.name)
        )
        if is_own:
            return "Compile the Blueprint first: graphs know new members only then."
        return "Check the name."

    def _described(self, spec: AnyNodeSpec) -> str:
        try:
            return f"'{node_title(self._expected(spec), self._catalog).title}'"
        except Exception:  # noqa: BLE001 - only words for a message that has a reason of its own
            return f"a node of {type(spec).__name__.removesuffix('Spec')}"

    def _expected(self, spec: AnyNodeSpec) -> Node:
        numbers = itertools.count(1)
        return make_node(
            spec,
            owner=self._owner,
            catalog=self._catalog,
            name="",
            new_guid=lambda: f"{next(numbers):032X}",
        )

    def _make(self, hands: GraphHandles, operation: AddNodeStep) -> Any:
        spot = unreal.IntPoint(operation.x, operation.y)
        spec = operation.spec
        if isinstance(spec, EventSpec):
            return _add_event(hands, spec, spot)
        if isinstance(spec, kinds.CommentSpec):
            size = unreal.Vector2D(spec.width, spec.height)
            return hands.editor.add_comment_node(spec.text, unreal.Vector2D(operation.x, operation.y), size)
        if isinstance(spec, kinds.MenuNodeSpec):
            node = create_by_name(hands.editor, spec.entry)
        else:
            node = self._add_typed(hands, spec)
        if node and isinstance(spec, CallFunctionSpec) and spec.operands:
            self._with_pins(hands, node, spec)
        node = node or self._add_from_menu(hands, spec)
        if node:
            node.set_node_pos(spot)
        return node

    # --- typed calls -----------------------------------------------------------------------------

    def _add_typed(self, hands: GraphHandles, spec: AnyNodeSpec) -> Any:
        """The node of a spec with a call of its own; None for other kinds and for what is not there."""
        editor = hands.editor
        match spec:
            case CallFunctionSpec(function):
                return editor.add_call_function_node(self._callable(function))
            case CustomEventSpec(name):
                return editor.add_custom_event_node(name)
            case BranchSpec():
                return editor.add_branch_node()
            case kinds.MacroSpec(macro):
                return editor.add_macro_node(self._macro_path(macro))
            case kinds.FunctionResultSpec():
                return editor.add_return_node()
            case kinds.ComponentEventSpec(component, delegate):
                return editor.add_component_bound_event_node(_template(hands.asset, component), delegate)
            case _:
                return self._add_variable_node(editor, spec)

    def _callable(self, function: str) -> str:
        """The path of a function as the call wants it: own ones by bare name (field notes 3)."""
        owner, _, name = function.rpartition(":")
        return name if owner in ("", self._owner.generated_class) else function

    def _macro_path(self, macro: str) -> str:
        known = self._catalog.macro(macro)
        if known is not None:
            return known.path
        return macro if ":" in macro else f"{self._owner.path}.{self._owner.name}:{macro}"

    def _add_variable_node(self, editor: Any, spec: AnyNodeSpec) -> Any:
        match spec:
            case VariableGetSpec(name):
                return editor.add_get_member_variable_node(name)
            case VariableSetSpec(name):
                return editor.add_set_member_variable_node(name)
            case kinds.OtherVariableGetSpec(class_path, name):
                return editor.add_get_member_variable_node(name, class_path)
            case kinds.OtherVariableSetSpec(class_path, name):
                return editor.add_set_member_variable_node(name, class_path)
            case kinds.LocalVariableGetSpec(_, name):
                return editor.add_get_local_variable_node(name)
            case kinds.LocalVariableSetSpec(_, name):
                return editor.add_set_local_variable_node(name)
            case _:
                return None

    # --- the menu --------------------------------------------------------------------------------

    def _add_from_menu(self, hands: GraphHandles, spec: AnyNodeSpec) -> Any:
        entry = entry_of(spec, self._owner, self._catalog)
        if entry is None:
            return None
        try:
            node = create_from_menu(hands.editor, self._request(hands, entry))
        except PlanError:
            node = self._retargeted_cast(hands, spec)
            if node is None:
                raise
        return self._finished(hands, node, spec)

    def _request(self, hands: GraphHandles, entry: NodeMenuEntry) -> MenuRequest:
        return MenuRequest(entry, self._expected(entry.makes), self._owner, self._catalog, hands.names)

    def _finished(self, hands: GraphHandles, node: Any, spec: AnyNodeSpec) -> Any:
        """The node with what the spec says beyond its kind: pins, class, function."""
        match spec:
            case (
                kinds.SpawnActorSpec(class_path)
                | kinds.ConstructObjectSpec(class_path)
                | kinds.CreateWidgetSpec(class_path)
            ) if class_path:
                # Choosing the class rebuilds the node's pins (field notes 4).
                node.find_input_pin("Class").set_pin_value(class_path)
            case kinds.CreateDelegateSpec(function) if function:
                unreal.BlueprintEditorLibrary.set_create_delegate_function(node, function)
            case _:
                self._with_pins(hands, node, spec)
        return node

    def _with_pins(self, hands: GraphHandles, node: Any, spec: AnyNodeSpec) -> None:
        """Add pins until the node has as many as the spec says."""
        wanted = len(self._expected(spec).visible_pins)
        have = len(node.list_all_pins())
        for _ in range(_MOST_PINS):
            if have >= wanted or not hands.editor.add_node_pin(node):
                return
            have = len(node.list_all_pins())

    def _retargeted_cast(self, hands: GraphHandles, spec: AnyNodeSpec) -> Any:
        """A cast that the menu does not offer: a class that was only just made (field notes 2).

        A cast to the engine's class that it derives from, turned to it.
        """
        if not isinstance(spec, kinds.CastSpec | kinds.ClassCastSpec):
            return None
        path = next(
            (item for item in self._catalog.ancestors(spec.class_path) if item.startswith("/Script/")), None
        )
        if path is None or path == spec.class_path:
            return None
        native = type(spec)(path)
        entry = entry_of(native, self._owner, self._catalog)
        old, new = unreal.load_class(None, path), unreal.load_class(None, spec.class_path)
        if entry is None or old is None or new is None:
            return None
        node = create_from_menu(hands.editor, self._request(hands, entry))
        if hands.editor.retarget_node_class(node, old, new):
            return node
        hands.editor.remove_nodes([node])
        return None


def _add_event(hands: GraphHandles, spec: EventSpec, spot: Any) -> Any:
    """Events exist once: one that is in the graph keeps its place, greyed-out ones are enabled."""
    existing = hands.editor.find_event_node(spec.name)
    position = existing.get_node_pos() if existing else spot
    return unreal.BlueprintEditorLibrary.add_event_override(hands.asset, spec.name, position)


def _template(asset: Any, component: str) -> Any:
    """The object that holds a component's settings. Raises PlanError."""
    library = unreal.SubobjectDataBlueprintFunctionLibrary
    subsystem = unreal.get_engine_subsystem(unreal.SubobjectDataSubsystem)
    handle = handles_by_name(asset).get(component)
    data = None if handle is None else subsystem.k2_find_subobject_data_from_handle(handle)
    found = None if data is None else library.get_object_for_blueprint(data, asset)
    if found is None:
        raise PlanError(f"The editor shows no component '{component}'.", "Read the Blueprint again.")
    return found
