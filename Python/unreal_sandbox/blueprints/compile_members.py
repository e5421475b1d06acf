"""What the compiler finds wrong with nodes that name members or classes: variables, events, casts, makers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.object_references import (
    member_reference,
    parse_object,
    split_fields,
    unquote,
)
from unreal_sandbox.blueprints.compile_calls import check_target, not_found
from unreal_sandbox.blueprints.compile_findings import title_of
from unreal_sandbox.glue.class_paths import known_class_path, native_parent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.graph.model.blueprint import Node, Pin, PinType
    from blueprint_assistant.graph.model.object_references import MemberReference
    from unreal_sandbox.blueprints.compile_findings import Compiling, Finding

__all__ = ["check_member"]


def check_member(compiling: Compiling, node: Node) -> Iterator[Finding]:
    """What a node refers to must be there, of the type that its pins show."""
    check = _CHECKS.get(node.class_name)
    if check is not None:
        yield from check(compiling, node)
    if node.class_name in _WITH_TARGET:
        target = node.find_pin("self", "input")
        ref = target.type.subcategory_object if target is not None else None
        if ref is not None:
            yield from check_target(compiling, node, ref.path)


# --- variables -----------------------------------------------------------------------------------


def _check_variable(compiling: Compiling, node: Node) -> Iterator[Finding]:
    reference = member_reference(node.find_property("VariableReference") or "")
    if reference.scope:
        return
    found = _variable_type(compiling, reference)
    if found is None:
        where = reference.parent_path.rsplit(".", 1)[-1] or compiling.asset.name
        yield "error", not_found("variable", reference.name, where, compiling, node)
        return
    for pin in node.pins:
        is_value = pin.name.lower() in {reference.name.lower(), "output_get"}
        if is_value and pin.type.category and _shape(pin.type) != _shape(found):
            yield "error", f"The property type of {reference.name} no longer fits the pin {pin.name}."
            return


def _variable_type(compiling: Compiling, reference: MemberReference) -> PinType | None:
    """The type of the variable in the class as it is compiled now."""
    editor, asset = compiling.editor, compiling.asset
    owner = asset if reference.is_self else editor.find_blueprint(reference.parent_path)
    compiled = owner.compiled if owner is not None else None
    own: Sequence[tuple[str, PinType]] = [
        (item.name, item.type) for item in (compiled.variables if compiled else ())
    ]
    class_path = asset.class_path if reference.is_self else reference.parent_path
    classes = [class_path, asset.parent_class] if reference.is_self else [class_path]
    inherited = [(item.name, item.type) for path in classes for item in editor.catalog.properties_of(path)]
    wanted = reference.name.lower()
    return next((kind for name, kind in (*own, *inherited) if name.lower() == wanted), None)


def _shape(kind: PinType) -> tuple[str, str, str]:
    """What makes a pin's type another one. Classes and structs are compared by name only."""
    ref = kind.subcategory_object if kind.category in {"struct", "byte"} else None
    return kind.category, kind.container, "" if ref is None else ref.name.lower()


# --- events --------------------------------------------------------------------------------------


def _check_event(compiling: Compiling, node: Node) -> Iterator[Finding]:
    reference = member_reference(node.find_property("EventReference") or "")
    editor, asset = compiling.editor, compiling.asset
    native = native_parent(editor, asset.parent_class)
    owners = [asset.parent_class, native]
    if _is_interface(compiling, reference.parent_path):
        owners.append(reference.parent_path)
    known = {item.name.lower() for path in owners if path for item in editor.catalog.events_of(path)}
    if reference.name.lower() not in known:
        title = title_of(compiling, node)
        yield "error", f"The event '{reference.name}' of{title}is no event of {native}."


def _check_bound_event(compiling: Compiling, node: Node) -> Iterator[Finding]:
    name = unquote(node.find_property("ComponentPropertyName") or "").lower()
    compiled = compiling.asset.compiled
    known = set()
    if compiled is not None:
        known = {item.name.lower() for item in compiled.components}
        known |= {item.name.lower() for item in compiled.variables}
    inherited = compiling.editor.catalog.properties_of(compiling.asset.parent_class)
    if name not in known and not any(item.name.lower() == name for item in inherited):
        yield "warning", f"{title_of(compiling, node)}does not have a valid matching component!"


def _check_create_event(compiling: Compiling, node: Node) -> Iterator[Finding]:
    if not unquote(node.find_property("SelectedFunctionName") or ""):
        yield "error", f"{title_of(compiling, node)}: no function or event name was chosen."


def _check_bind(compiling: Compiling, node: Node) -> Iterator[Finding]:
    pin = node.find_pin("Delegate", "input")
    if pin is not None and not compiling.links_of(node, pin):
        yield "error", f"The Event pin of{title_of(compiling, node)}is not connected."


# --- classes -------------------------------------------------------------------------------------


def _check_cast(compiling: Compiling, node: Node) -> Iterator[Finding]:
    """A class that is gone is an error; a cast that cannot fail, or only fail, is said so."""
    target = parse_object(node.find_property("TargetType") or "")
    if target is None or known_class_path(compiling.editor, target.path) is None:
        title = title_of(compiling, node)
        yield "error", f"Node{title}has an invalid target, please delete and replace it."
        return
    pin = node.find_pin("Object", "input") or node.find_pin("Class", "input")
    source = _source_class(compiling, node, pin)
    catalog = compiling.editor.catalog
    if not source:
        return
    names, title = (source.rsplit(".", 1)[-1], target.name), title_of(compiling, node)
    if catalog.is_child_of(source, target.path):
        yield "note", f"'{names[0]}' is already a '{names[1]}', you don't need{title}."
    elif not catalog.is_child_of(target.path, source) and not _is_interface(compiling, source, target.path):
        yield (
            "warning",
            f"'{names[0]}' does not inherit from '{names[1]}' ({title.strip()} would always fail).",
        )


def _source_class(compiling: Compiling, node: Node, pin: Pin | None) -> str:
    links = compiling.links_of(node, pin) if pin is not None else ()
    source = compiling.graph.pin(links[0]) if links else None
    if source is None:
        return ""
    if source.type.subcategory == "self":
        return compiling.asset.class_path
    return "" if source.type.subcategory_object is None else source.type.subcategory_object.path


def _is_interface(compiling: Compiling, *paths: str) -> bool:
    infos = (compiling.editor.catalog.class_info(path) for path in paths)
    return any(info is None or info.is_interface for info in infos)


def _check_maker(compiling: Compiling, node: Node) -> Iterator[Finding]:
    """Nodes that make an object need a class; an actor also somewhere to stand."""
    title = title_of(compiling, node)
    if compiling.is_open(node, "Class"):
        yield "error", f"Spawn node{title}must have a Class specified."
    if node.class_name == "K2Node_SpawnActorFromClass" and compiling.is_open(node, "SpawnTransform"):
        rule = 'must have an input wired into it ("by ref" params expect a valid input to operate on).'
        place = f"'SpawnTransform' in action '{title.strip()}'"
        yield "error", f"The current value of the ' SpawnTransform ' pin is invalid: {place} {rule}"


def _check_macro(compiling: Compiling, node: Node) -> Iterator[Finding]:
    fields = dict(split_fields(node.find_property("MacroGraphReference") or ""))
    graph = parse_object(fields.get("MacroGraph", ""))
    if graph is None or (
        graph.path.startswith("/Engine/") and compiling.editor.catalog.macro(graph.path) is None
    ):
        yield "error", f"Macro node{title_of(compiling, node)}is pointing at an invalid macro graph."


_CHECKS = {
    "K2Node_VariableGet": _check_variable,
    "K2Node_VariableSet": _check_variable,
    "K2Node_Event": _check_event,
    "K2Node_ComponentBoundEvent": _check_bound_event,
    "K2Node_CreateDelegate": _check_create_event,
    "K2Node_AddDelegate": _check_bind,
    "K2Node_AssignDelegate": _check_bind,
    "K2Node_RemoveDelegate": _check_bind,
    "K2Node_DynamicCast": _check_cast,
    "K2Node_ClassDynamicCast": _check_cast,
    "K2Node_SpawnActorFromClass": _check_maker,
    "K2Node_GenericCreateObject": _check_maker,
    "K2Node_CreateWidget": _check_maker,
    "K2Node_MacroInstance": _check_macro,
}

_WITH_TARGET = frozenset(
    [
        *("K2Node_VariableGet", "K2Node_VariableSet", "K2Node_CallDelegate", "K2Node_AddDelegate"),
        *("K2Node_AssignDelegate", "K2Node_RemoveDelegate", "K2Node_ClearDelegate"),
    ]
)
"""Nodes that use a member of what is on Target, of self when nothing is."""
