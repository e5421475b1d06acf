"""Whether an event or function fits a delegate: their parameters, in order. Part of `graph.rules.schema`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.graph.model.object_references import member_reference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Node, Pin, PinType

__all__ = ["signature_problem"]

_EVENTS = frozenset({"K2Node_Event", "K2Node_CustomEvent", "K2Node_ComponentBoundEvent"})


def signature_problem(source: Pin, target: Pin, source_node: Node | None, catalog: Catalog) -> str:
    """What is wrong with the parameters, in a sentence; empty when they fit or are not known.

    The parameters of an event are the outputs of its node; those of a delegate the catalogue
    knows for the engine's. Create Event has none of its own: it takes those that are wanted.
    """
    given = _given(source, source_node, catalog)
    wanted = _declared(target.type, catalog)
    if given is None or wanted is None:
        return ""
    if [_key(kind) for kind in given] == [_key(kind) for kind in wanted]:
        return ""
    return (
        f"The event has {_listed(given)}, but the delegate needs {_listed(wanted)}: "
        "the signatures do not match."
    )


def _given(source: Pin, node: Node | None, catalog: Catalog) -> list[PinType] | None:
    if node is not None and node.class_name in _EVENTS and source.name == "OutputDelegate":
        return [
            pin.type
            for pin in node.pins
            if pin.direction == "output"
            and pin.type.category.lower() not in ("exec", "delegate")
            and not pin.parent_pin
            and not pin.is_orphaned
        ]
    return _declared(source.type, catalog)


def _declared(kind: PinType, catalog: Catalog) -> list[PinType] | None:
    """The parameter types of a signature function of the engine."""
    reference = member_reference(kind.member_reference)
    if not reference.name.endswith("__DelegateSignature") or not reference.parent_path:
        return None
    found = catalog.signature(f"{reference.parent_path}.{reference.name}")
    return None if found is None else [item.type for item in found]


def _key(kind: PinType) -> tuple[str, str, str]:
    """What must agree. Floats and doubles are one type to authors."""
    ref = kind.subcategory_object
    return kind.category.lower(), "" if ref is None else ref.path.lower(), kind.container


def _listed(kinds: Sequence[PinType]) -> str:
    return f"parameters ({', '.join(map(str, kinds))})" if kinds else "no parameters"
