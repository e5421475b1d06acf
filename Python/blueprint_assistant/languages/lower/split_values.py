"""Parts of split pins, as a reading tells them: `Scale_X=2.0` is the X of Scale, `at.X` one of ReturnValue.

Part of `expression_lowering`. A new node's pin is whole: the parts become one value that is made of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import Argument, Call, Identifier
from blueprint_assistant.languages.lower.pin_lookup import shown_inputs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Node, Pin

__all__ = ["split_part", "with_whole_values"]

_MAIN: Final = "returnvalue"


def split_part(node: Node, whole: str, field: str) -> str:
    """The output for a field of an output that is split at the node; empty where none is.

    `whole` is the name of that output; empty for the one that the node's name alone means.
    """
    outputs = [pin for pin in node.pins if pin.direction == "output" and not pin.is_exec]
    wholes = [pin for pin in outputs if not pin.parent_pin]
    if len(wholes) > 1:
        wholes = [pin for pin in wholes if pin.name.lower() == (whole.lower() or _MAIN)]
    for pin in outputs:
        names = (f"{one.name}_{field}".lower() for one in wholes if pin.parent_pin == one.id)
        if pin.parent_pin and (pin.name.lower() == field.lower() or pin.name.lower() in names):
            return pin.name
    return ""


def with_whole_values(node: Node, arguments: Sequence[Argument], catalog: Catalog) -> list[Argument]:
    """The arguments with the parts of each struct input as one value; the same ones where there is none."""
    shown = shown_inputs(node)
    names = {pin.name.lower() for pin in shown}
    structs = [pin for pin in shown if pin.type.category == "struct" and pin.type.container == "none"]
    parts: dict[str, list[Argument]] = {}
    others: list[Argument] = []
    for argument in arguments:
        pin = None if argument.pin.lower() in names else _parent(argument.pin, structs, catalog)
        if pin is None:
            others.append(argument)
        else:
            field = argument.pin[len(pin.name) + 1 :]
            parts.setdefault(pin.name, []).append(Argument(argument.value, field, place=argument.place))
    return [*others, *(_whole(pin, parts[pin.name]) for pin in structs if pin.name in parts)]


def _whole(pin: Pin, parts: list[Argument]) -> Argument:
    ref = pin.type.subcategory_object
    place = parts[0].place
    maker = Identifier("" if ref is None else ref.path, place=place)
    return Argument(Call(maker, tuple(parts), place=place), pin.name, place=place)


def _parent(name: str, structs: Sequence[Pin], catalog: Catalog) -> Pin | None:
    """The struct input of which a name is that of a part."""
    for pin in structs:
        ref = pin.type.subcategory_object
        info = None if ref is None else catalog.struct(ref.path)
        if info is None or not name.lower().startswith(f"{pin.name}_".lower()):
            continue
        if name[len(pin.name) + 1 :].lower() in {item.name.lower() for item in info.members}:
            return pin
    return None
