"""What a Blueprint that was read back has other than a plan expected, apart from its graphs. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.editor.plan.simulate.simulated_components import SCENE_ROOT
from blueprint_assistant.editor.plan.simulate.simulated_members import replication_of
from blueprint_assistant.editor.plan.simulate.value_equality import holds_value, same_default
from blueprint_assistant.graph.catalog.declarations import function_of
from blueprint_assistant.graph.model.blueprint import PinType

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint, Component, Function, Parameter, Variable
    from blueprint_assistant.graph.rules.schema import Schema

__all__ = ["member_differences"]


def member_differences(
    schema: Schema, before: Blueprint | None, expected: Blueprint, found: Blueprint
) -> list[str]:
    """Short sentences about variables, components and functions; empty when all is as planned.

    What a new Blueprint (`before` is None) brings from its parent class is not looked at.
    """
    return [
        *_variables(schema, expected, found),
        *_components(schema, expected, found, is_new=before is None),
        *_functions(schema, expected, found),
        *_left(before, expected, found),
    ]


def _left(before: Blueprint | None, expected: Blueprint, found: Blueprint) -> Iterator[str]:
    for graph in () if before is None else before.graphs:
        if expected.find_graph(graph.name) is None and found.find_graph(graph.name) is not None:
            yield f"graph {graph.name} is still there"


def _variables(schema: Schema, expected: Blueprint, found: Blueprint) -> Iterator[str]:
    for variable in expected.variables:
        real = found.find_variable(variable.name)
        if real is None:
            yield f"variable {variable.name} is missing"
        elif real.name != variable.name:
            yield f"variable {variable.name} is called {real.name}"
        else:
            yield from _variable(schema, variable, real)
    yield from _extra("variable", expected.variables, found.variables)


def _variable(schema: Schema, wanted: Variable, real: Variable) -> Iterator[str]:
    if wanted.type.category == "mcdelegate":
        if real.type.category != "mcdelegate":
            yield f"{wanted.name} is no event dispatcher"
        return
    if real.type != wanted.type:
        yield f"variable {wanted.name} has type {real.type}"
        return
    if wanted.default and not holds_value(schema, wanted.type, real.default, wanted.default):
        yield f"variable {wanted.name} has default '{real.default}'"
    if wanted.category and wanted.category != real.category:
        yield f"variable {wanted.name} has category '{real.category}'"
    flags = (
        ("instance editable", wanted.is_instance_editable, real.is_instance_editable),
        ("exposed on spawn", wanted.is_exposed_on_spawn, real.is_exposed_on_spawn),
    )
    yield from (
        f"variable {wanted.name} is {'' if is_so else 'not '}{what}"
        for what, asked, is_so in flags
        if asked != is_so
    )
    if replication_of(wanted) != replication_of(real):
        yield f"variable {wanted.name} is replicated as {replication_of(real)}"


def _components(schema: Schema, expected: Blueprint, found: Blueprint, *, is_new: bool) -> Iterator[str]:
    for component in expected.components:
        there = found.find_component(component.name)
        if there is None:
            yield f"component {component.name} is missing"
        elif there.name != component.name:
            yield f"component {component.name} is called {there.name}"
        elif there.class_path != component.class_path:
            yield f"component {component.name} has class {there.class_path}"
        elif there.parent != component.parent and not is_new:
            yield f"component {component.name} hangs under '{there.parent or 'nothing'}'"
        else:
            yield from _properties(schema, component, there)
    if not is_new:
        yield from _extra("component", expected.components, found.components)


def _properties(schema: Schema, wanted: Component, real: Component) -> Iterator[str]:
    values = dict(real.properties)
    for name, value in wanted.properties:
        # Of what type it is does not matter: both texts were normalised by it.
        kind = PinType("struct" if value.startswith("(") else "string")
        if name not in values:
            yield f"{wanted.name}.{name} cannot be read back"
        elif not holds_value(schema, kind, values[name], value):
            yield f"{wanted.name}.{name} is '{values[name]}'"


def _extra(
    what: str, expected: Iterable[Variable | Component], found: Iterable[Variable | Component]
) -> Iterator[str]:
    known = {item.name.lower() for item in expected}
    # A new actor Blueprint comes with its default root.
    names = (item.name for item in found if item.name != SCENE_ROOT)
    yield from (f"there is a {what} {name} unasked" for name in names if name.lower() not in known)


def _functions(schema: Schema, expected: Blueprint, found: Blueprint) -> Iterator[str]:
    for graph in expected.graphs:
        real_graph = found.find_graph(graph.name)
        wanted = function_of(graph, expected.path) if graph.kind in ("function", "delegate") else None
        if wanted is None or real_graph is None:
            continue  # a missing graph is told of with the graphs
        real = function_of(real_graph, found.path)
        if real is None:
            yield f"{graph.name} is no function"
        elif wanted.declared_in:  # the signature is the parent's
            if real.declared_in != wanted.declared_in:
                yield f"{graph.name} overrides nothing of {wanted.declared_in}"
        else:
            yield from _function(schema, wanted, real)


def _function(schema: Schema, wanted: Function, real: Function) -> Iterator[str]:
    for what, asked, present in (
        ("inputs", wanted.inputs, real.inputs),
        ("outputs", wanted.outputs, real.outputs),
        ("local variables", wanted.local_variables, real.local_variables),
    ):
        if _listed(asked) != _listed(present):
            yield f"{wanted.name} has the {what} {', '.join(_listed(present)) or 'none'}"
    if (wanted.is_pure, wanted.is_const, wanted.access) != (real.is_pure, real.is_const, real.access):
        yield f"{wanted.name} is {'pure' if real.is_pure else 'not pure'} and {real.access}"

    yield from _defaults(schema, wanted, wanted.inputs, real.inputs)
    yield from _defaults(schema, wanted, wanted.local_variables, real.local_variables)


def _defaults(
    schema: Schema,
    function: Function,
    wanted: Iterable[Parameter | Variable],
    real: Iterable[Parameter | Variable],
) -> Iterator[str]:
    present = {item.name: item.default for item in real}
    for item in wanted:
        found = present.get(item.name, "")
        if item.default and not same_default(schema, item.type, found, item.default):
            yield f"{function.name}.{item.name} has default '{found}'"


def _listed(items: Iterable[Parameter | Variable]) -> list[str]:
    return sorted(f"{item.name}: {item.type}" for item in items)
