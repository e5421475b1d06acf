"""What kind of node a node is when its properties say something else. Outside uses with_properties.

A property counts before a node gets its pins (BC-142): it makes another spec, from which the pins come.
Pure. What no kind of node that can be made says in its properties is refused, and never dropped.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_classes import node_class
from blueprint_assistant.graph.kinds.node_factory import make_node
from blueprint_assistant.graph.kinds.node_kinds import any_spec_of
from blueprint_assistant.graph.kinds.node_parts import indexed
from blueprint_assistant.graph.model.blueprint import ObjectRef
from blueprint_assistant.graph.model.object_references import format_object, quote

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node, Properties

__all__ = ["NodePropertyError", "with_properties"]

_CLASS: Final = "/Script/CoreUObject.Class"
_OBJECT: Final = "/Script/CoreUObject.Object"
_DEFAULT: Final = {"bHasDefaultPin": "has_default"}
_SHAPES: Final[dict[type, dict[str, str]]] = {
    kinds.SwitchIntSpec: {"StartIndex": "start", **_DEFAULT},
    kinds.SwitchStringSpec: {"PinNames": "cases", "bIsCaseSensitive": "is_case_sensitive", **_DEFAULT},
    kinds.SwitchNameSpec: {"PinNames": "cases", **_DEFAULT},
    kinds.SwitchEnumSpec: _DEFAULT,
    kinds.CastSpec: {"bIsPureCast": "is_pure"},
    kinds.ClassCastSpec: {"bIsPureCast": "is_pure"},
    kinds.SelectSpec: {"NumOptionPins": "options"},
    kinds.MakeArraySpec: {"NumInputs": "inputs"},
    kinds.MakeSetSpec: {"NumInputs": "inputs"},
    kinds.MakeMapSpec: {"NumInputs": "inputs"},
}
"""Properties that decide which pins a node has, and the field of its spec that says the same."""
_TEXTS: Final = ("text", "string", "name", "enum", "value", "path")


class NodePropertyError(GraphError):
    """Properties that a node cannot be given. `failures` are their names with the reason."""

    code = "node_property_failed"

    def __init__(self, node: str, failures: Mapping[str, str]) -> None:
        """Say all of them."""
        said = "; ".join(f"{name}: {reason}" for name, reason in failures.items())
        super().__init__(f"{node} does not take these properties: {said}.", "Leave them out.")
        self.failures = dict(failures)


def with_properties(
    spec: AnyNodeSpec, properties: Mapping[str, object], owner: Blueprint, catalog: Catalog
) -> AnyNodeSpec:
    """The spec of a node with these properties. Values are plain or `{"literal": …}`, `{"class": …}`, ….

    Raises NodePropertyError with all that cannot be, and what building such a node raises.
    """
    failures: dict[str, str] = {}
    for name, value in properties.items():
        field = _shape_field(spec, name)
        if field:
            found = _shaped(spec, field, value)
        else:
            found = next(_read_with(_fresh(spec, owner, catalog), name, value), None)
        if found is None:
            failures[name] = "not a value of it" if field else "no such property decides what this node is"
        else:
            spec = found
    if failures:
        raise NodePropertyError(node_class(spec, catalog).rpartition(".")[2], failures)
    _fresh(spec, owner, catalog)
    return spec


def _shape_field(spec: AnyNodeSpec, name: str) -> str:
    """The field of a spec that says the same as a property; empty for properties that shape no pins."""
    known = _SHAPES.get(type(spec), {})
    return next((known[one] for one in known if one.lower() == name.lower()), "")


def _shaped(spec: AnyNodeSpec, item: str, value: object) -> AnyNodeSpec | None:
    """The spec with what a property says of its pins; None for a value of another form."""
    if isinstance(value, Mapping):
        value = next((value[key] for key in ("literal", *_TEXTS) if key in value), None)
    changed: Any = {item: _like(getattr(spec, item), value)}
    return None if changed[item] is None else replace(spec, **changed)


def _like(there: object, value: object) -> object:
    """The value in the form of the one that is there; None when it cannot be."""
    if isinstance(there, bool):
        return {"true": True, "false": False}.get(str(value).lower())
    if isinstance(there, int):
        return int(str(value)) if re.fullmatch(r"-?\d{1,9}", str(value)) else None
    return tuple(map(str, value)) if isinstance(value, list | tuple) else None


def _fresh(spec: AnyNodeSpec, owner: Blueprint, catalog: Catalog) -> Node:
    return make_node(spec, owner=owner, catalog=catalog, name="Fresh", new_guid=lambda: "0" * 32)


def _read_with(node: Node, name: str, value: object) -> Iterator[AnyNodeSpec]:
    """The kinds of node that a node is with a property; none when the property says nothing of it."""
    before = any_spec_of(node)
    for lines in _written(name, value):
        spec = any_spec_of(replace(node, properties=_replaced(node, name, lines)))
        if spec is not None and (spec != before or _counts(node, name, before)):
            yield spec


def _counts(node: Node, name: str, before: AnyNodeSpec | None) -> bool:
    """Whether another value of the property would make another node."""
    others: tuple[list[tuple[str, str]], ...] = ([(name, "True")], [(name, "False")], [(name, "77")], [])
    found = (any_spec_of(replace(node, properties=_replaced(node, name, lines))) for lines in others)
    return any(spec is not None and spec != before for spec in found)


def _replaced(node: Node, name: str, lines: list[tuple[str, str]]) -> Properties:
    of_name = re.compile(rf"{re.escape(name)}(\(\d+\))?", re.IGNORECASE)
    kept = [item for item in node.properties if not of_name.fullmatch(item[0])]
    return (*kept, *lines)


def _written(name: str, value: object) -> Iterator[list[tuple[str, str]]]:
    """The lines that a value may be in an export: a text has quotes or, as an enumerator, none."""
    if isinstance(value, bool | int | float):
        yield [(name, str(value))]
    elif isinstance(value, str):
        yield [(name, quote(value))]
        yield [(name, value)]
    elif isinstance(value, list | tuple):
        yield [*indexed(name, tuple(map(str, value)))]
    elif isinstance(value, Mapping):
        yield from _written_form(name, value)


def _written_form(name: str, value: Mapping[str, object]) -> Iterator[list[tuple[str, str]]]:
    for key, inner in value.items():
        if key == "literal":
            yield [(name, str(inner))]
        elif key == "class":
            yield [(name, format_object(ObjectRef(str(inner), _CLASS)))]
        elif key == "object":
            yield [(name, format_object(ObjectRef(str(inner), _OBJECT)))]
        elif key in _TEXTS:
            yield from _written(name, str(inner))
