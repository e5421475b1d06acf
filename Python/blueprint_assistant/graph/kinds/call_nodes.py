"""The parts of call nodes: which node class calls a function, and with which pins.

Part of `graph.kinds.node_factory`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.engine_catalog import UnknownFunctionError, subcategory_object
from blueprint_assistant.graph.kinds.fresh_pins import generated_class, target_pin
from blueprint_assistant.graph.model.blueprint import EXEC, PinType
from blueprint_assistant.graph.model.object_references import MemberReference, format_reference, quote

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog, FunctionInfo, ParameterInfo
    from blueprint_assistant.graph.kinds.fresh_pins import PinMaker
    from blueprint_assistant.graph.model.blueprint import Blueprint, Direction, Node, Pin, Properties

__all__ = [
    "COMPARISONS",
    "PROMOTABLE",
    "TOLERANCE",
    "call_node_class",
    "call_node_parts",
    "operation_of",
    "own_entry",
    "tolerance_of",
]

_MATH = "/Script/Engine.KismetMathLibrary"
_ARRAY = "/Script/Engine.KismetArrayLibrary"

COMPARISONS = frozenset({"EqualEqual", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"})
PROMOTABLE = frozenset({"Add", "Subtract", "Multiply", "Divide"}) | COMPARISONS

_COMMUTATIVE = frozenset(
    {
        *("BooleanAND", "BooleanOR", "BooleanNAND", "And_IntInt", "Or_IntInt", "And_Int64Int64"),
        *("Or_Int64Int64", "Min", "Max", "FMin", "FMax", "BMin", "BMax", "MinInt64", "MaxInt64"),
        "Concat_StrStr",
    }
)
"""Operators that take more than two inputs (UE 5 clipboard texts)."""

_DEVELOPMENT_ONLY = frozenset({"PrintString", "PrintText", "PrintWarning"})
"""Calls that the editor leaves out of shipping builds (UE 5 clipboard texts)."""

TOLERANCE = "ErrorTolerance"
"""The pin of a comparison for its tolerance, whatever its function calls it; hidden where it has none."""
_OPERANDS = 2

Parts = tuple["Properties", "list[Pin]"]


def operation_of(info: FunctionInfo) -> str:
    """The operation of a typed math operator (`Add` of Add_DoubleDouble), empty for other functions."""
    operation, separator, _ = info.name.partition("_")
    names = [item.name for item in info.parameters if item.direction == "in"]
    is_operator = info.class_path == _MATH and bool(separator) and operation in PROMOTABLE
    return operation if is_operator and names[:2] == ["A", "B"] else ""


def call_node_class(info: FunctionInfo | None) -> str:
    """The node class, without its prefix, that calls a function; own functions have no info."""
    if info is None:
        return "CallFunction"
    if info.class_path == _ARRAY:
        return "CallArrayFunction"
    if operation_of(info):
        return "PromotableOperator"
    return "CommutativeAssociativeBinaryOperator" if info.name in _COMMUTATIVE else "CallFunction"


def call_node_parts(path: str, owner: Blueprint, catalog: Catalog, pin: PinMaker) -> Parts:
    """Properties and pins of the call of a function, by its path."""
    info = catalog.function(path)
    if info is None:
        return _own_call(path, owner, catalog, pin)
    properties = _call_properties(info, owner, catalog)
    operation = operation_of(info)
    pins = _operator_pins(info, operation, pin) if operation else _call_pins(info, owner, catalog, pin)
    return properties, pins


def _call_properties(info: FunctionInfo, owner: Blueprint, catalog: Catalog) -> Properties:
    found: list[tuple[str, str]] = []
    operation = operation_of(info)
    if operation:
        found.append(("OperationName", quote(operation)))
    if info.is_pure:
        found.append(("bDefaultsToPureFunc", "True"))
    if any(item.expands_to_exec for item in info.parameters):
        found.append(("bWantsEnumToExecExpansion", "True"))
    found.append(("FunctionReference", format_reference(_reference(info, owner, catalog))))
    if any(item.is_advanced for item in info.parameters):
        found.append(("AdvancedPinDisplay", "Hidden"))
    if info.name in _DEVELOPMENT_ONLY and info.is_static:
        found.append(("EnabledState", "DevelopmentOnly"))
    return tuple(found)


def _reference(info: FunctionInfo, owner: Blueprint, catalog: Catalog) -> MemberReference:
    if not info.is_static and catalog.is_child_of(owner.parent_class, info.class_path):
        return MemberReference(info.name, is_self=True)
    return MemberReference(info.name, subcategory_object("class", info.class_path))


def _call_pins(info: FunctionInfo, owner: Blueprint, catalog: Catalog, pin: PinMaker) -> list[Pin]:
    pins = [] if info.is_pure else _exec_pins(info, catalog, pin)
    class_ref = subcategory_object("class", info.class_path) or generated_class(owner, catalog)
    default_object = ""
    if info.is_static:
        package, _, name = info.class_path.rpartition(".")
        default_object = f"{package}.Default__{name}"
    is_hidden = info.is_static or "self" in info.hidden_pins
    target = target_pin(pin, class_ref, is_hidden=is_hidden, default_object=default_object)
    if _is_interface_call(info, catalog):
        target = replace(target, type=replace(target.type, category="interface"))
    pins.append(target)
    for item in info.parameters:
        direction: Direction = "input" if item.direction == "in" else "output"
        hidden = item.name in info.hidden_pins
        pins.append(pin.of_parameter(_call_parameter(item, info), direction, is_hidden=hidden))
    return pins


def _is_interface_call(info: FunctionInfo, catalog: Catalog) -> bool:
    owner = catalog.class_info(info.class_path)
    return owner is not None and owner.is_interface and not info.is_static


def _call_parameter(item: ParameterInfo, info: FunctionInfo) -> ParameterInfo:
    # The world context is a pointer to a constant object in every engine library.
    if item.name == info.world_context:
        return replace(item, type=replace(item.type, is_const=True))
    return item


def _exec_pins(info: FunctionInfo, catalog: Catalog, pin: PinMaker) -> list[Pin]:
    """Exec pins; an enum or bool that expands to exec gives one per value in their place."""
    pins: list[Pin] = []
    expanded: set[Direction] = set()
    for item in info.parameters:
        if item.expands_to_exec:
            direction: Direction = "input" if item.direction == "in" else "output"
            pins += [pin(name, direction, EXEC) for name in _exec_names(item, catalog)]
            expanded.add(direction)
    if "input" not in expanded:
        pins.append(pin("execute", "input", EXEC))
    if "output" not in expanded:
        pins.append(pin("then", "output", EXEC, friendly_name='"Completed"' if info.is_latent else ""))
    return pins


def _exec_names(item: ParameterInfo, catalog: Catalog) -> list[str]:
    ref = item.type.subcategory_object
    enum = catalog.enum(ref.path) if ref is not None else None
    return ["True", "False"] if enum is None else [entry.name for entry in enum.items]


def _operator_pins(info: FunctionInfo, operation: str, pin: PinMaker) -> list[Pin]:
    """Pins of a typed operator: no Target, and no defaults until a link or the author gives one."""
    tolerance = tolerance_of(info)
    pins = [
        pin(item.name, "input" if item.direction == "in" else "output", item.type)
        for item in info.parameters
        if item is not tolerance
    ]
    if tolerance is not None:
        pins.append(replace(pin.of_parameter(tolerance, "input"), name=TOLERANCE))
    elif operation in COMPARISONS:
        pins.append(pin(TOLERANCE, "input", PinType(""), is_hidden=True))
    return pins


def tolerance_of(info: FunctionInfo) -> ParameterInfo | None:
    """What a comparison calls equal: the third parameter of those of vectors, rotators and the like."""
    if operation_of(info) not in COMPARISONS:
        return None
    inputs = [item for item in info.parameters if item.direction == "in"]
    return inputs[_OPERANDS] if len(inputs) > _OPERANDS else None


def _own_call(path: str, owner: Blueprint, catalog: Catalog, pin: PinMaker) -> Parts:
    """The call of a custom event or function of the Blueprint itself, from its node in a graph."""
    class_path, _, name = path.rpartition(":")
    own = find_callable(owner, name) if class_path in ("", owner.generated_class) else None
    if own is None or own.entry is None:
        # Looked up once more for its list of near names.
        found = catalog.find_function(path.rsplit(":", 1)[-1], owner.parent_class)
        raise UnknownFunctionError(path, (found.path,))
    node, results = own.entry, own.result
    reference = MemberReference(name, guid=_guid_of(node), is_self=True)
    declared = own.declared
    is_pure = declared is not None and declared.is_pure
    pins = [] if is_pure else [pin("execute", "input", EXEC), pin("then", "output", EXEC)]
    # The Target of an own function has the subcategory `self` instead of a class.
    pins.append(replace(target_pin(pin, generated_class(owner, catalog)), type=PinType("object", "self")))
    pins += [
        pin(item.name, _opposite(item.direction), item.type, default=item.autogenerated_default)
        for item in (*_parameters(node, "output"), *_parameters(results, "input"))
    ]
    pure = (("bDefaultsToPureFunc", "True"),) if is_pure else ()
    return (*pure, ("FunctionReference", format_reference(reference))), pins


def _opposite(direction: Direction) -> Direction:
    return "output" if direction == "input" else "input"


def _guid_of(node: Node) -> str:
    return node.guid if node.class_name == "K2Node_CustomEvent" else ""


def own_entry(owner: Blueprint, name: str) -> tuple[Node, Node | None] | None:
    """The entry node of an own event or function, and the function's result node."""
    found = find_callable(owner, name)
    return None if found is None or found.entry is None else (found.entry, found.result)


def _parameters(node: Node | None, direction: Direction) -> list[Pin]:
    if node is None:
        return []
    return [
        pin
        for pin in node.pins
        if pin.direction == direction and pin.type.category not in ("exec", "delegate")
    ]
