"""The rules of K2 graphs: which pins may be linked, and which values a pin may hold.

Outside uses `Schema`, `validate_default` and `parse_type`. The rules are those of the Blueprint
editor (field notes 5 and 6, UE 5 clipboard texts); a refusal says why in the editor's words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.pin_types import BadTypeError, parse_type, type_display
from blueprint_assistant.graph.model.blueprint import EXEC
from blueprint_assistant.graph.rules.class_rules import ClassRules
from blueprint_assistant.graph.rules.container_values import validate_value
from blueprint_assistant.graph.rules.conversions import conversion
from blueprint_assistant.graph.rules.delegate_signatures import signature_problem
from blueprint_assistant.graph.rules.inference import element_type
from blueprint_assistant.graph.rules.node_rules import (
    is_promoted,
    is_reroute,
    node_refusal,
    takes_containers,
    takes_many_targets,
)
from blueprint_assistant.graph.rules.pin_defaults import BadDefaultError, pin_with_default, validate_default
from blueprint_assistant.graph.rules.verdicts import (
    Allowed,
    Breaks,
    ConnectResult,
    Conversion,
    RefusalKind,
    Refused,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin, PinRef, PinType, TerminalType

__all__ = [
    "Allowed",
    "BadDefaultError",
    "BadTypeError",
    "Breaks",
    "ConnectResult",
    "Conversion",
    "RefusalKind",
    "Refused",
    "Schema",
    "parse_type",
    "pin_with_default",
    "type_display",
    "validate_default",
]

_REFERENCES = frozenset({"object", "class", "softobject", "softclass", "interface"})
_INDEXES = frozenset({"bool", "byte", "int", "int64"})

_DERIVED_STRUCTS = {
    f"/script/engine.vector_netquantize{kind}": "/script/coreuobject.vector"
    for kind in ("", "10", "100", "normal")
}
"""Structs of the engine that are another struct with a narrower form on the network."""


class Schema:
    """The connection rules over one catalogue. `self_class` is what a `self` pin refers to."""

    def __init__(self, catalog: Catalog, self_class: str = "") -> None:
        """Without `self_class`, a reference to self fits every object pin."""
        self._catalog = catalog
        self._classes = ClassRules(catalog, self_class)

    def can_connect(
        self,
        source: Pin,
        target: Pin,
        *,
        source_node: Node | None = None,
        target_node: Node | None = None,
    ) -> ConnectResult:
        """Whether an output pin may be linked to an input pin, and what the link replaces.

        With the pins' nodes, what these nodes refuse or allow of their own is known too: operators,
        containers of containers, the signature of an event, several targets.
        """
        problem = _pin_problem(source, target)
        if problem is not None:
            return problem
        if source_node is not None and target_node is not None and source_node.name == target_node.name:
            return Refused("Both pins are on the same node.", "same_node")
        for node, pin, other in ((source_node, source, target), (target_node, target, source)):
            refusal = node_refusal(node, pin, _plain(other.type), self._catalog)
            if refusal is not None:
                return refusal
        if is_promoted(target_node, target, source.type, self._catalog):
            return Allowed("target", element_type(source.type))
        verdict = self._verdict(source, target, source_node, target_node)
        if isinstance(verdict, Allowed) and takes_many_targets(target_node, target):
            return replace(verdict, breaks="nothing")
        return verdict

    def can_link(self, graph: Graph, source: PinRef, target: PinRef) -> ConnectResult:
        """`can_connect` for two pins of a graph. A ring of reroute nodes is refused as well."""
        source_node, target_node = graph.nodes_by_name.get(source.node), graph.nodes_by_name.get(target.node)
        output, entry = graph.pin(source), graph.pin(target)
        if source_node is None or target_node is None or output is None or entry is None:
            missing = source if output is None else target
            return Refused(f"There is no pin '{missing.pin}' on '{missing.node}'.", "missing_pin")
        if _closes_ring(graph, source_node, target_node):
            return Refused("The reroute nodes would lead in a circle.", "reroute_loop")
        return self.can_connect(output, entry, source_node=source_node, target_node=target_node)

    def validate_default(self, pin_type: PinType, text: str) -> str:
        """The value as the editor stores it. Raises BadDefaultError."""
        return validate_default(pin_type, text, self._catalog)

    def validate_value(self, pin_type: PinType, text: str) -> str:
        """The value of a variable or property as one text, containers too. Raises BadDefaultError."""
        return validate_value(pin_type, text, self._catalog)

    def _verdict(
        self, source: Pin, target: Pin, source_node: Node | None, target_node: Node | None
    ) -> ConnectResult:
        given, wanted = _plain(source.type), _plain(target.type)
        if "wildcard" in (given.category, wanted.category):
            return _wildcard(source, target, source_node, target_node)
        if given.is_exec or wanted.is_exec:
            if given.is_exec and wanted.is_exec:
                return Allowed("source")
            return _refused(given, wanted, "exec_with_data")
        if given.container == "array" and takes_many_targets(target_node, target):
            # The call is made on each object of the array.
            given = replace(given, container="none")
        if given.container != wanted.container:
            return _refused(given, wanted, "container")
        if given.category == wanted.category == "delegate":
            wrong = signature_problem(source, target, source_node, self._catalog)
            return Refused(wrong, "signature") if wrong else Allowed("target")
        return self._data(given, wanted)

    def _data(self, given: PinType, wanted: PinType) -> ConnectResult:
        verdict = self._same_kind(given, wanted)
        if isinstance(verdict, Refused):
            function = conversion(given, wanted)
            return Conversion(function) if function else verdict
        if given.container == "map" and not _is_same_value(given.value, wanted.value):
            return _refused(given, wanted, "map_value")
        return verdict or Allowed("target")

    def _same_kind(self, given: PinType, wanted: PinType) -> Allowed | Refused | None:
        """Why a value is none of the wanted type, or on what trust it is; None when it simply is."""
        if given.category in _REFERENCES and wanted.category in _REFERENCES:
            return self._reference(given, wanted)
        if given.category != wanted.category:
            return _refused(given, wanted, "category")
        if given.category in ("struct", "byte") and not _is_same_object(given, wanted):
            return _refused(given, wanted, "struct" if given.category == "struct" else "enum")
        # Floats and doubles are one type to authors.
        return None

    def _reference(self, given: PinType, wanted: PinType) -> Allowed | Refused | None:
        is_implementing = wanted.category == "interface" and given.category == "object"
        if given.category != wanted.category and not is_implementing:
            is_narrower = given.category == "interface" and wanted.category == "object"
            return _refused(given, wanted, "reference_kind", _cast_advice(wanted) if is_narrower else "")
        fit = self._classes.fit(given, wanted)
        if fit == "yes":
            return None
        if fit == "unproven":
            return Allowed("target", unproven=self._classes.path_of(given))
        if is_implementing:
            return _refused(given, wanted, "interface")
        if fit == "cast_needed":
            return _refused(given, wanted, "cast_needed", _cast_advice(wanted))
        return _refused(given, wanted, "class")


# --- pins ----------------------------------------------------------------------------------------


def _pin_problem(source: Pin, target: Pin) -> Refused | None:
    """What is wrong with the pins whatever their types."""
    if source.direction != "output":
        return Refused(f"'{source.name}' is an input: links start at an output.", "direction")
    if target.direction != "input":
        return Refused(f"'{target.name}' is an output: links end at an input.", "direction")
    for pin in (source, target):
        if pin.is_not_connectable:
            return Refused(f"'{pin.name}' takes no links.", "not_connectable")
        if pin.is_hidden:
            return Refused(f"'{pin.name}' is hidden on its node and takes no links.", "hidden")
        if pin.is_orphaned:
            return Refused(f"'{pin.name}' no longer exists on its node: refresh the node.", "orphaned")
    return None


def _plain(kind: PinType) -> PinType:
    """The type with its category in lower case: names have no letter case, and texts write both."""
    category = kind.category.lower()
    return kind if category == kind.category else replace(kind, category=category)


def _refused(given: PinType, wanted: PinType, kind: RefusalKind, advice: str = "") -> Refused:
    sentence = f"{type_display(given)} is not compatible with {type_display(wanted)}."
    return Refused(f"{sentence} {advice}".rstrip(), kind)


def _cast_advice(wanted: PinType) -> str:
    ref = wanted.subcategory_object
    return "" if ref is None else f"Cast it with Cast To {ref.name.removesuffix('_C')} first."


def _closes_ring(graph: Graph, source: Node, target: Node) -> bool:
    """Whether following reroutes from the target leads back to the source, itself a reroute."""
    at, seen = target, {source.name}
    while at.class_name == "K2Node_Knot":
        if at.name in seen:
            return at.name == source.name
        seen.add(at.name)
        output = at.find_pin("OutputPin", "output")
        following = graph.links_of(at.name, output.id) if output is not None else ()
        node = next((graph.nodes_by_name.get(ref.node) for ref in following), None)
        if node is None:
            return False
        at = node
    return False


# --- wildcards -----------------------------------------------------------------------------------


def _wildcard(source: Pin, target: Pin, source_node: Node | None, target_node: Node | None) -> ConnectResult:
    """A wildcard takes on the type at the other end, if its node has room for that."""
    is_open_source = source.type.category == "wildcard"
    taker, other = (source, target) if is_open_source else (target, source)
    node = source_node if is_open_source else target_node
    given = _plain(other.type)
    if given.category == "wildcard":
        return Allowed("target")
    if given.is_exec:
        takes = is_reroute(taker) if node is None else node.class_name == "K2Node_Knot"
        return Allowed("source", EXEC) if takes else _refused(source.type, target.type, "exec_with_data")
    if taker.type.subcategory == "index":
        is_index = given.category in _INDEXES and given.container == "none"
        return Allowed("target", element_type(given)) if is_index else _no_index(given)
    if given.container == taker.type.container:
        if not _values_meet(given, taker.type):
            return _refused(source.type, target.type, "map_value")
        return Allowed("target", replace(element_type(given), container=given.container, value=given.value))
    if taker.type.container == "none" and takes_containers(node, taker):
        return Allowed("target", replace(element_type(given), container=given.container, value=given.value))
    return _refused(source.type, target.type, "container")


def _values_meet(given: PinType, taker: PinType) -> bool:
    return given.container != "map" or taker.value is None or _is_same_value(given.value, taker.value)


def _no_index(given: PinType) -> Refused:
    return Refused(
        f"{type_display(given)} cannot be an index: use a Boolean, Byte, Integer or enum.", "index"
    )


# --- types ---------------------------------------------------------------------------------------


def _is_same_object(source: PinType, target: PinType) -> bool:
    """Whether two struct or byte types are one; an enum is a byte, but a byte no enum."""
    if target.subcategory_object is None:
        return source.category == "byte" or source.subcategory_object is None
    if source.subcategory_object is None:
        return False
    # Paths have no letter case in the engine.
    path = source.subcategory_object.path.lower()
    return target.subcategory_object.path.lower() in (path, _DERIVED_STRUCTS.get(path))


def _is_same_value(source: TerminalType | None, target: TerminalType | None) -> bool:
    if source is None or target is None:
        return source is target
    if "wildcard" in (source.category, target.category):
        return True
    return _terminal_key(source) == _terminal_key(target)


def _terminal_key(kind: TerminalType) -> tuple[str, str]:
    ref = kind.subcategory_object
    return kind.category.lower(), "" if ref is None else ref.path.lower()
