"""How the entries of a graph are headed: kind, name, parameters and results. Part of `languages`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph import any_specs as kinds
from blueprint_assistant.graph.declarations import function_of
from blueprint_assistant.graph.nodes import any_spec_of
from blueprint_assistant.graph.specs import CustomEventSpec, EventSpec
from blueprint_assistant.languages.node_words import spec_text
from blueprint_assistant.languages.tree import Parameter
from blueprint_assistant.languages.type_names import TypeNames

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Graph, Node, Pin
    from blueprint_assistant.languages.tree import EntryKind

__all__ = ["TUNNEL", "EntryHeads"]

TUNNEL: Final = "K2Node_Tunnel"
"""The class of the two nodes through which a macro or collapsed graph is entered and left."""
_DECLARING: Final = frozenset({"K2Node_CustomEvent", "K2Node_FunctionEntry", TUNNEL})
_DELEGATE: Final = "OutputDelegate"


class EntryHeads:
    """The heads of one graph's entries."""

    def __init__(self, graph: Graph, catalog: Catalog) -> None:
        """`catalog` knows which words mean which types and keys."""
        self._graph = graph
        self._catalog = catalog
        self._types = TypeNames(catalog)

    def words(self, node: Node) -> tuple[EntryKind, str, str]:
        """Kind, name, and the component whose event it is."""
        if node.class_name == TUNNEL:
            return "macro", self._graph.name, ""
        spec = any_spec_of(node)
        match spec:
            case CustomEventSpec(name):
                return "custom_event", name, ""
            case EventSpec(name):
                return "event", name, ""
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

    def name(self, node: Node) -> str:
        """What the entry is called where another entry's flow uses what it gives."""
        _, name, owner = self.words(node)
        return f"{owner}_{name}" if owner else name

    def parameters(self, node: Node) -> tuple[Parameter, ...]:
        """What the entry gives; with types where the entry declares them itself."""
        return tuple(
            Parameter(pin.name, self._declared(node, pin)) for pin in node.pins if _is_parameter(pin)
        )

    def results(self, node: Node) -> tuple[Parameter, ...]:
        """What a function or macro gives back. Of several entries in one text nobody knows whose it is."""
        if node.class_name not in ("K2Node_FunctionEntry", TUNNEL):
            return ()
        if sum(other.class_name == "K2Node_FunctionEntry" for other in self._graph.nodes) > 1:
            return ()
        declared = function_of(self._graph)
        outputs = () if declared is None else declared.outputs
        ways = sum(item.type.is_exec for item in outputs)
        return tuple(
            Parameter(item.name, self._types.of(item.type))
            for item in outputs
            if not item.type.is_exec or ways > 1
        )

    def _declared(self, node: Node, pin: Pin) -> str:
        if node.class_name in _DECLARING:
            return self._types.of(pin.type)
        is_value = node.class_name == "K2Node_EnhancedInputAction" and pin.name == "ActionValue"
        return self._types.of(pin.type) if is_value and pin.type.category != "bool" else ""


def _is_parameter(pin: Pin) -> bool:
    is_data = pin.direction == "output" and not pin.is_exec
    return is_data and not pin.is_hidden and pin.name != _DELEGATE


def _package(path: str) -> str:
    """The path of an asset without its name said twice: `/Game/IA_Jump` of `/Game/IA_Jump.IA_Jump`."""
    package, _, name = path.rpartition(".")
    return package if package.rpartition("/")[2] == name else path
