"""What the compiler finds wrong with single pins: open wildcards, mismatches, lost and unlinked pins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.rules.schema import Allowed, Schema
from unreal_sandbox.blueprints.compile_findings import title_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Node, Pin, PinRef
    from unreal_sandbox.blueprints.compile_findings import Compiling, Finding

__all__ = ["check_pins"]


def check_pins(compiling: Compiling, node: Node) -> Iterator[Finding]:
    """The findings of all pins of a node."""
    for pin in node.pins:
        yield from _check_pin(compiling, node, pin)


def _check_pin(compiling: Compiling, node: Node, pin: Pin) -> Iterator[Finding]:
    links = compiling.links_of(node, pin)
    if pin.is_orphaned and (links or pin.default):
        advice = "Please refresh node or break links to remove pin."
        yield "error", f"In use pin {pin.name} no longer exists on node {title_of(compiling, node)}. {advice}"
        return
    if pin.direction == "input":
        for ref in links:
            yield from _check_link(compiling, ref, node, pin)
        if not links:
            yield from _check_unlinked(compiling, node, pin)


def _check_link(compiling: Compiling, source: PinRef, node: Node, pin: Pin) -> Iterator[Finding]:
    output = compiling.graph.pin(source)
    if output is None or output.is_orphaned:
        return
    schema = Schema(compiling.editor.catalog, compiling.asset.class_path)
    verdict = schema.can_connect(
        output, pin, source_node=compiling.graph.nodes_by_name.get(source.node), target_node=node
    )
    if not isinstance(verdict, Allowed):
        yield "error", f"Can't connect pins {output.name} and {pin.name}: {output.type} is not {pin.type}."


def _check_unlinked(compiling: Compiling, node: Node, pin: Pin) -> Iterator[Finding]:
    kind = pin.type
    if pin.is_hidden or kind.category in {"exec", "delegate"}:
        return
    if kind.category == "wildcard":
        advice = f"Connect something to{title_of(compiling, node)}to imply a specific type."
        yield "error", f"The type of {pin.name} is undetermined.  {advice}"
    elif kind.is_reference and not kind.is_const and not pin.default_is_ignored and not pin.default:
        rule = 'must have an input wired into it ("by ref" params expect a valid input to operate on).'
        place = f"'{pin.name}' in action '{title_of(compiling, node).strip()}'"
        yield "error", f"The current value of the ' {pin.name} ' pin is invalid: {place} {rule}"
    elif _is_no_key(compiling, pin):
        yield (
            "error",
            f"The current value of the ' {pin.name} ' pin is invalid: {pin.default_value} is no key.",
        )


def _is_no_key(compiling: Compiling, pin: Pin) -> bool:
    """A key in struct text: flagged, or compiled into what never matches [FIELD_NOTES 5]."""
    ref = pin.type.subcategory_object
    is_key = ref is not None and ref.path == "/Script/InputCore.Key"
    return (
        is_key
        and pin.default_value.startswith("(")
        and compiling.editor.switches.struct_text_keys_are_flagged
    )
