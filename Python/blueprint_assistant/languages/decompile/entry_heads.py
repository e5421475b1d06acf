"""How the entries of a graph are headed: kind, name, parameters and results. Part of `languages`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.catalog.engine_catalog import object_path
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec, EventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import Blueprint, Pin, PinRef
from blueprint_assistant.graph.model.object_references import member_reference
from blueprint_assistant.languages.ast.node_texts import spec_text
from blueprint_assistant.languages.ast.syntax_tree import EntryParameter, Local
from blueprint_assistant.languages.ast.type_names import TypeNames
from blueprint_assistant.languages.decompile.literals import literal_of, zero_of

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Variable
    from blueprint_assistant.languages.ast.shortest_names import ShortestNames
    from blueprint_assistant.languages.ast.syntax_tree import EntryKind, Expression
    from blueprint_assistant.languages.decompile.control_flow import ControlFlow

__all__ = ["NAMELESS_MACRO", "TUNNEL", "EntryHeads"]

TUNNEL: Final = "K2Node_Tunnel"
"""The class of the two nodes through which a macro or collapsed graph is entered and left."""
NAMELESS_MACRO: Final = "Macro"
"""What a macro is called of which only nodes were copied."""
_DECLARING: Final = frozenset({"K2Node_CustomEvent", "K2Node_FunctionEntry", TUNNEL})
_DELEGATE: Final = "OutputDelegate"
_AXIS: Final = "AxisValue"
"""It tells an axis from an action of the same name."""


class EntryHeads:
    """The heads of one graph's entries."""

    def __init__(self, graph: Graph, catalog: Catalog, owner: Blueprint | None = None) -> None:
        """`catalog` knows which words mean which types and keys, and of `owner` its events.

        Without one a graph is told as an actor's.
        """
        self._graph = graph
        self._owner = owner or Blueprint("/Game/Fragment", "/Script/Engine.Actor")
        self._catalog = catalog
        self._types = TypeNames(catalog)

    def words(self, node: Node) -> tuple[EntryKind, str, str]:
        """Kind, name, and the component whose event it is."""
        if node.class_name == TUNNEL:
            return "macro", self._graph.name or NAMELESS_MACRO, ""
        spec = any_spec_of(node)
        match spec:
            case CustomEventSpec(name):
                return "custom_event", name, ""
            case EventSpec(name):
                return "event", self._event_word(name), ""
            case kinds.ComponentEventSpec(component, delegate):
                return "component_event", delegate, component
            case kinds.EnhancedInputActionSpec(path):
                return "input", _package(path), ""
            case kinds.InputKeySpec(key, False) if key in self._catalog.keys:
                return "input", key, ""
            case kinds.InputActionSpec(name) | kinds.InputAxisSpec(name) if name not in self._catalog.keys:
                return "input", name, ""
            case kinds.FunctionEntrySpec(name):
                return "function", name, ""
            case None:
                return "node", node.class_path, ""
            case _:
                return "node", spec_text(spec), ""

    def _event_word(self, name: str) -> str:
        """The name that the editor shows, where it means the very event: `Tick` of `ReceiveTick`."""
        word = name.removeprefix("Receive")
        if word == name or not word:
            return name
        try:
            found = find_event_for(word, self._owner, self._catalog)
        except AssistantError:
            return name
        return word if found.name == name else name

    def name(self, node: Node) -> str:
        """What the entry is called where another entry's flow uses what it gives: by the engine's name.

        A variable may be called as the shorter one.
        """
        spec = any_spec_of(node)
        if isinstance(spec, EventSpec):
            return spec.name
        _, name, owner = self.words(node)
        return f"{owner}_{name}" if owner else name

    def parameters(self, node: Node) -> tuple[EntryParameter, ...]:
        """What the entry gives; with types where the entry declares them itself."""
        return tuple(
            EntryParameter(pin.name, self._declared(node, pin)) for pin in node.pins if _is_parameter(pin)
        )

    def used_parameters(self, node: Node, flow: ControlFlow) -> tuple[EntryParameter, ...]:
        """What the entry gives and something takes; all of it where nobody knows it from elsewhere.

        What events of the engine and inputs give is known, so it is left out where nothing takes it.
        """
        every = self.parameters(node)
        if node.class_name in _DECLARING or not _is_engines(node):
            return every
        used = {pin.name for pin in node.pins if PinRef(node.name, pin.id) in flow.uses}
        return tuple(item for item in every if item.type or item.name in used or item.name == _AXIS)

    def local_variables(self, node: Node, wording: ShortestNames) -> tuple[Local, ...]:
        """The variables that a function declares for itself, with what they begin with."""
        function = function_of(self._graph) if node.class_name == "K2Node_FunctionEntry" else None
        return tuple(
            Local(item.name, self._types.of(item.type), _begins_with(item, wording))
            for item in (() if function is None else function.local_variables)
        )

    def is_pure(self, node: Node) -> bool:
        """Whether the entry is that of a function whose calls have no exec pins."""
        function = function_of(self._graph) if node.class_name == "K2Node_FunctionEntry" else None
        return function is not None and function.is_pure

    def results(self, node: Node) -> tuple[EntryParameter, ...]:
        """What a function or macro gives back. Of several entries in one text nobody knows whose it is."""
        if node.class_name not in ("K2Node_FunctionEntry", TUNNEL):
            return ()
        if sum(other.class_name == "K2Node_FunctionEntry" for other in self._graph.nodes) > 1:
            return ()
        declared = function_of(self._graph)
        outputs = () if declared is None else declared.outputs
        ways = sum(item.type.is_exec for item in outputs)
        return tuple(
            EntryParameter(item.name, self._types.of(item.type))
            for item in outputs
            if not item.type.is_exec or ways > 1
        )

    def _declared(self, node: Node, pin: Pin) -> str:
        if node.class_name in _DECLARING:
            return self._types.of(pin.type)
        is_value = node.class_name == "K2Node_EnhancedInputAction" and pin.name == "ActionValue"
        return self._types.of(pin.type) if is_value and pin.type.category != "bool" else ""


def _begins_with(variable: Variable, wording: ShortestNames) -> Expression | None:
    """The default of a variable as a literal; None for the zero of its type."""
    pin = Pin("", variable.name, "input", variable.type, default_value=variable.default or "")
    value = literal_of(pin, wording)
    return None if value is None or value == zero_of(pin) else value


def _is_engines(node: Node) -> bool:
    """Whether the entry is an input, or an event that a class of the engine declares."""
    texts = (node.find_property(key) for key in ("EventReference", "DelegateOwnerClass"))
    path = next((found for text in texts if text and (found := _class_in(text))), "")
    return not path or path.startswith("/Script/")


def _class_in(text: str) -> str:
    return member_reference(text).parent_path if text.startswith("(") else object_path(text)


def _is_parameter(pin: Pin) -> bool:
    is_data = pin.direction == "output" and not pin.is_exec
    return is_data and not pin.is_hidden and pin.name != _DELEGATE


def _package(path: str) -> str:
    """The path of an asset without its name said twice: `/Game/IA_Jump` of `/Game/IA_Jump.IA_Jump`."""
    package, _, name = path.rpartition(".")
    return package if package.rpartition("/")[2] == name else path
