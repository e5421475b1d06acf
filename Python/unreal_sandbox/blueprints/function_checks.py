"""What the compiler finds wrong with functions of the project: calls, delegates, local variables.

Calls and delegates are held against the signatures of the classes as they are compiled now. The
wording of the two parameter messages is the engine's, from general knowledge; others are assumed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.catalog.member_catalog import parameters_of
from blueprint_assistant.graph.model.object_references import member_reference, unquote
from unreal_sandbox.blueprints.bindable_functions import fits_delegate, wanted_types
from unreal_sandbox.blueprints.compile_findings import title_of
from unreal_sandbox.blueprints.function_signatures import find_known_function, known_signatures
from unreal_sandbox.glue.class_paths import parent_blueprints

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import ParameterInfo
    from blueprint_assistant.graph.model.blueprint import Function, Node, Pin
    from blueprint_assistant.graph.model.object_references import MemberReference
    from unreal_sandbox.blueprints.blueprint_asset import BlueprintAsset
    from unreal_sandbox.blueprints.compile_findings import Compiling, Finding

__all__ = ["check_functions"]

_NO_PARAMETERS = frozenset({"self", "__worldcontext"})


def check_functions(compiling: Compiling, node: Node) -> Iterator[Finding]:
    """The errors of a node that runs, as far as functions and delegates of the project go."""
    check = _CHECKS.get(node.class_name)
    if check is not None:
        yield from check(compiling, node)


def _title(compiling: Compiling, node: Node) -> str:
    return title_of(compiling, node).strip()


# --- calls -----------------------------------------------------------------------------------------


def _check_call(compiling: Compiling, node: Node) -> Iterator[Finding]:
    found = _declaration(compiling, member_reference(node.find_property("FunctionReference") or ""))
    if found is None:
        return
    owner, function = found
    wanted = parameters_of(function, compiling.editor.catalog)
    yield from _check_parameters(compiling, node, function.name, wanted)
    is_related = owner is compiling.asset or owner in parent_blueprints(compiling.editor, compiling.asset)
    is_hidden = function.access == "private" and owner is not compiling.asset
    if is_hidden or (function.access == "protected" and not is_related):
        yield "error", f"The function '{function.name}' of {owner.name} is {function.access}."


def _declaration(compiling: Compiling, reference: MemberReference) -> tuple[BlueprintAsset, Function] | None:
    """The Blueprint function that a call means, and whose it is; None for an engine one."""
    editor = compiling.editor
    is_own = reference.parent is None
    owner = compiling.asset if is_own else editor.find_blueprint(reference.parent_path)
    if owner is None:
        return None
    for holder in (owner, *parent_blueprints(editor, owner)):
        found = find_known_function(editor, holder, reference.name)
        if found is not None:
            return holder, found.function
    return None


def _check_parameters(
    compiling: Compiling, node: Node, function: str, wanted: Sequence[ParameterInfo]
) -> Iterator[Finding]:
    """Pins that a changed signature asks for or left behind [FIELD_NOTES 4, trap 17]."""
    title = _title(compiling, node)
    for item in wanted:
        pin = node.find_pin(item.name, "input" if item.direction == "in" else "output")
        if pin is None or pin.is_orphaned:
            yield "error", f"Could not find a pin for the parameter {item.name} of {function} on {title}"
        elif pin.type.category != "wildcard" and _kind(pin) != (item.type.category, item.type.container):
            yield "error", f"The type of {pin.name} on {title} is no longer that of {function}."
    known = {(item.name.lower(), item.direction == "in") for item in wanted}
    for pin in node.pins:
        is_known = pin.is_exec or (pin.name.lower(), pin.direction == "input") in known
        is_target = pin.name.lower() in _NO_PARAMETERS
        if not (is_known or is_target or pin.is_hidden or pin.is_orphaned):
            yield "error", f"Pin {title} named {pin.name} doesn't match any parameters of function {function}"


def _kind(pin: Pin) -> tuple[str, str]:
    return pin.type.category, pin.type.container


def _check_parent_call(compiling: Compiling, node: Node) -> Iterator[Finding]:
    name = member_reference(node.find_property("FunctionReference") or "").name
    asset = compiling.asset
    events = compiling.editor.catalog.events_of(asset.parent_class)
    info = next((item for item in events if item.name.lower() == name.lower()), None)
    if info is None:
        yield "error", f"The parent of {asset.name} has no function '{name}' for {_title(compiling, node)}."
    else:
        yield from _check_parameters(compiling, node, info.name, info.parameters)


# --- local variables -------------------------------------------------------------------------------


def _check_local_variable(compiling: Compiling, node: Node) -> Iterator[Finding]:
    reference = member_reference(node.find_property("VariableReference") or "")
    if not reference.scope:
        return
    graph = compiling.graph
    function = function_of(graph)
    known = [] if function is None else [(item.name, item.type) for item in function.local_variables]
    known += [] if function is None else [(item.name, item.type) for item in function.inputs]
    kind = next((kind for name, kind in known if name.lower() == reference.name.lower()), None)
    if kind is None or reference.scope.lower() != graph.name.lower():
        yield "error", f"Could not find a local variable named \"{reference.name}\" in '{reference.scope}'."
        return
    pin = node.find_pin(reference.name)
    if pin is not None and _kind(pin) != (kind.category, kind.container):
        title = _title(compiling, node)
        yield "error", f"The type of the local variable {reference.name} no longer fits {title}."


# --- delegates -------------------------------------------------------------------------------------


def _check_dispatcher(compiling: Compiling, node: Node) -> Iterator[Finding]:
    reference = member_reference(node.find_property("DelegateReference") or "")
    owner = reference.parent_path or compiling.asset.class_path
    info = compiling.editor.catalog.delegate(owner, reference.name)
    if info is None:
        title = _title(compiling, node)
        yield "error", f'Could not find an event dispatcher named "{reference.name}" for {title}.'
    elif node.class_name == "K2Node_CallDelegate":
        yield from _check_parameters(compiling, node, info.name, info.parameters)


def _check_create_delegate(compiling: Compiling, node: Node) -> Iterator[Finding]:
    """The chosen function has to be there and to fit. Of another object it is not looked up."""
    name = unquote(node.find_property("SelectedFunctionName") or "")
    output, target = node.find_pin("OutputDelegate", "output"), node.find_pin("self", "input")
    if not name or output is None or (target is not None and compiling.links_of(node, target)):
        return
    ends = [compiling.graph.pin(ref) for ref in compiling.links_of(node, output)]
    wanted = wanted_types(compiling.editor, [end.type for end in ends if end is not None])
    found = [
        item
        for holder in (compiling.asset, *parent_blueprints(compiling.editor, compiling.asset))
        for item in known_signatures(compiling.editor, holder)
        if item.name.lower() == name.lower()
    ]
    if not found:
        yield "error", f"{_title(compiling, node)}: there is no function or event '{name}'."
    elif wanted is not None and not any(fits_delegate(item, wanted) for item in found):
        yield "error", f"{_title(compiling, node)}: the signature of '{name}' does not match the delegate."


_CHECKS: dict[str, Callable[[Compiling, Node], Iterator[Finding]]] = {
    "K2Node_CallFunction": _check_call,
    "K2Node_CallParentFunction": _check_parent_call,
    "K2Node_VariableGet": _check_local_variable,
    "K2Node_VariableSet": _check_local_variable,
    "K2Node_AddDelegate": _check_dispatcher,
    "K2Node_AssignDelegate": _check_dispatcher,
    "K2Node_RemoveDelegate": _check_dispatcher,
    "K2Node_ClearDelegate": _check_dispatcher,
    "K2Node_CallDelegate": _check_dispatcher,
    "K2Node_CreateDelegate": _check_create_delegate,
}
