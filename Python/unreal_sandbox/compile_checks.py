"""What the compiler finds wrong with one node."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model import PinRef
from blueprint_assistant.graph.nodes import spec_of
from blueprint_assistant.graph.references import member_reference
from blueprint_assistant.graph.schema import Allowed
from blueprint_assistant.graph.specs import CallFunctionSpec
from unreal_sandbox.class_paths import is_child_of, native_parent
from unreal_sandbox.member_names import own_function_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model import Graph, Node, Pin
    from unreal_sandbox.blueprint_asset import BlueprintAsset, Severity
    from unreal_sandbox.state import EditorState

__all__ = ["check_node"]

Finding = tuple["Severity", str]

_CALLS = frozenset(
    [
        "K2Node_CallFunction",
        "K2Node_CallArrayFunction",
        "K2Node_CommutativeAssociativeBinaryOperator",
        "K2Node_PromotableOperator",
    ]
)


def check_node(editor: EditorState, asset: BlueprintAsset, graph: Graph, node: Node) -> Iterator[Finding]:
    """The errors and warnings of one node that runs."""
    if node.class_name in _CALLS:
        yield from _check_call(editor, asset, graph, node)
    elif node.class_name in {"K2Node_VariableGet", "K2Node_VariableSet"}:
        yield from _check_variable(editor, asset, node)
    elif node.class_name == "K2Node_Event":
        yield from _check_event(editor, asset, node)
    for pin in node.pins:
        yield from _check_pin(editor, graph, node, pin)


def _check_call(editor: EditorState, asset: BlueprintAsset, graph: Graph, node: Node) -> Iterator[Finding]:
    spec = spec_of(node)
    if not isinstance(spec, CallFunctionSpec):
        yield "error", f"Could not find a function named \"None\" in '{asset.name}'."
        return
    owner, _, name = spec.function.rpartition(":")
    info = editor.catalog.function(spec.function)
    is_own = info is None and _has_own_function(editor, asset, owner, name)
    if info is None and not is_own:
        where = owner.rsplit(".", 1)[-1] or asset.name
        yield "error", _not_found("function", name, where, node)
        return
    if info is not None and not info.is_static:
        yield from _check_target(editor, asset, graph, node, info.class_path)


def _not_found(kind: str, name: str, where: str, node: Node) -> str:
    return (
        f"Could not find a {kind} named \"{name}\" in '{where}'.\n"
        f"Make sure '{where}' has been compiled for {node.name}"
    )


def _has_own_function(editor: EditorState, asset: BlueprintAsset, owner: str, name: str) -> bool:
    holder = editor.find_blueprint(owner) if owner else asset
    return holder is not None and name.lower() in own_function_names(holder)


def _check_target(
    editor: EditorState, asset: BlueprintAsset, graph: Graph, node: Node, class_path: str
) -> Iterator[Finding]:
    target = node.find_pin("self", "input")
    if target is None or target.is_hidden or graph.linked_pins.get(PinRef(node.name, target.id)):
        return
    if target.default_object or is_child_of(editor, asset.class_path, class_path):
        return
    name = class_path.rsplit(".", 1)[-1]
    yield (
        "error",
        f"This blueprint (self) is not a {name}, therefore ' Target ' must have a connection.",
    )


def _check_variable(editor: EditorState, asset: BlueprintAsset, node: Node) -> Iterator[Finding]:
    reference = member_reference(node.find_property("VariableReference") or "")
    if not reference.is_self:
        return
    compiled = asset.compiled
    variable = next(
        (
            item
            for item in (compiled.variables if compiled else ())
            if item.name.lower() == reference.name.lower()
        ),
        None,
    )
    if variable is None:
        if not _is_other_member(editor, asset, reference.name):
            yield "error", _not_found("variable", reference.name, asset.name, node)
        return
    for pin in node.pins:
        is_value = pin.name.lower() in {reference.name.lower(), "output_get"}
        if (
            is_value
            and pin.type.category
            and _shape(pin) != (variable.type.category, variable.type.container)
        ):
            yield "error", f"The property type of {reference.name} no longer fits the pin {pin.name}."
            return


def _shape(pin: Pin) -> tuple[str, str]:
    return pin.type.category, pin.type.container


def _is_other_member(editor: EditorState, asset: BlueprintAsset, name: str) -> bool:
    compiled = asset.compiled
    if compiled is not None and any(item.name.lower() == name.lower() for item in compiled.components):
        return True
    native = native_parent(editor, asset.parent_class)
    return any(item.name.lower() == name.lower() for item in editor.catalog.properties_of(native))


def _check_event(editor: EditorState, asset: BlueprintAsset, node: Node) -> Iterator[Finding]:
    reference = member_reference(node.find_property("EventReference") or "")
    native = native_parent(editor, asset.parent_class)
    known = {item.name.lower() for item in editor.catalog.events_of(native)}
    if reference.name.lower() not in known:
        yield "error", f"The event '{reference.name}' of {node.name} is no event of {native}."


def _check_pin(editor: EditorState, graph: Graph, node: Node, pin: Pin) -> Iterator[Finding]:
    links = graph.linked_pins.get(PinRef(node.name, pin.id), ())
    if pin.is_orphaned and (links or pin.default):
        advice = "Please refresh node or break links to remove pin."
        yield "error", f"In use pin {pin.name} no longer exists on node {node.name}. {advice}"
        return
    if pin.direction == "input":
        for ref in links:
            yield from _check_link(editor, graph, ref, pin)
        if not links:
            yield from _check_unlinked(node, pin)


def _check_link(editor: EditorState, graph: Graph, source: PinRef, pin: Pin) -> Iterator[Finding]:
    output = graph.pin(source)
    if output is None or isinstance(editor.schema.can_connect(output, pin), Allowed):
        return
    yield "error", f"Can't connect pins {output.name} and {pin.name}: {output.type} is not {pin.type}."


def _check_unlinked(node: Node, pin: Pin) -> Iterator[Finding]:
    kind = pin.type
    if pin.is_hidden or kind.category in {"exec", "delegate"}:
        return
    if kind.category == "wildcard":
        advice = f"Connect something to {node.name} to imply a specific type."
        yield "error", f"The type of {pin.name} is undetermined.  {advice}"
    elif kind.is_reference and not kind.is_const and not pin.default_is_ignored and not pin.default:
        rule = 'must have an input wired into it ("by ref" params expect a valid input to operate on).'
        place = f"'{pin.name}' in action '{node.name}'"
        yield "error", f"The current value of the ' {pin.name} ' pin is invalid: {place} {rule}"
