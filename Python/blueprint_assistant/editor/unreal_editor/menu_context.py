"""A pin of a struct or enum, for the entries of the menu that only such a pin brings (field notes 2).

Outside uses `scratch_pins`. Game thread.
"""

from __future__ import annotations

import itertools
from functools import partial
from typing import TYPE_CHECKING, Any

import unreal

from blueprint_assistant.editor.plan.edit_plan import PlanError
from blueprint_assistant.graph.catalog.name_lookup import squeeze

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, PinType

__all__ = ["scratch_pins"]

_MOST_TRIALS = 8


def scratch_pins(editor: Any, path: str, owner: Blueprint, catalog: Catalog) -> tuple[Any, list[Any]]:
    """A node that was added for the purpose, to be removed again, and its pin of that type.

    Raises PlanError when no variable of `owner` and no function or property of the engine has such a pin.
    """
    for makes, pin_name in itertools.islice(_nodes_with(editor, path, owner, catalog), _MOST_TRIALS):
        node = makes()
        if node is None:
            continue
        for pin in (node.find_input_pin(pin_name), node.find_output_pin(pin_name)):
            if pin.is_valid():
                return node, [pin]
        editor.remove_nodes([node])
    raise PlanError(
        f"The editor offers nodes of {path.rsplit('.', 1)[-1]} only at a pin of that type,"
        " and nothing else has one.",
        "Add the node by hand, from such a pin.",
    )


def _nodes_with(
    editor: Any, path: str, owner: Blueprint, catalog: Catalog
) -> Iterator[tuple[Callable[[], Any], str]]:
    """Calls that make a node with a pin of that type, and the pin's name: what is sure to have one first."""
    if catalog.enum(path) is not None:
        yield from _nodes_of_enum(editor, path)
    for variable in owner.variables:
        if _is_of(variable.type, path):
            yield partial(editor.add_get_member_variable_node, variable.name), variable.name
    for function, name in _calls_with(path, catalog, of_libraries=True):
        yield partial(editor.add_call_function_node, function), name
    for info in catalog.classes:
        for item in catalog.own_properties(info.path):
            if _is_of(item.type, path):
                yield partial(editor.add_get_member_variable_node, item.name, info.path), item.name
    for function, name in _calls_with(path, catalog, of_libraries=False):
        yield partial(editor.add_call_function_node, function), name


def _nodes_of_enum(editor: Any, path: str) -> Iterator[tuple[Callable[[], Any], str]]:
    """The menu has a constant of each enum and a switch on it, whatever its language calls them."""
    token = squeeze(path.rsplit(".", 1)[-1])
    english = f"Utilities|Enum|Literalenum{token}"
    yield partial(_entry, editor, english), "Enum"
    listed = (str(name) for name in editor.list_available_nodes([]))
    for name in sorted((name for name in listed if name.endswith(token)), key=len):
        yield partial(_entry, editor, name), "Enum"
        yield partial(_entry, editor, name), "Selection"


def _entry(editor: Any, name: str) -> Any:
    return editor.create_node_from_name(name, unreal.Vector2D(0, 0), [], None)


def _is_of(kind: PinType, path: str) -> bool:
    ref = kind.subcategory_object
    return ref is not None and ref.path == path and kind.container == "none"


def _calls_with(path: str, catalog: Catalog, *, of_libraries: bool) -> Iterator[tuple[str, str]]:
    """Functions that graphs of every kind can hold, with the name of a pin of the type."""
    for info in catalog.classes:
        if info.is_library != of_libraries:
            continue
        for function in catalog.functions_of(info.path):
            if function.is_latent or function.is_internal or function.is_async_factory:
                continue
            for item in function.parameters:
                is_shown = item.name not in function.hidden_pins and item.name not in function.exec_inputs
                if _is_of(item.type, path) and is_shown:
                    yield function.path, "ReturnValue" if item.direction == "return" else item.name
