"""Chooses among functions that are called alike by the types of what they are given. Part of `call_lowering`.

`Clamp` is the C++ name of `Clamp (Integer)` alone, but the palette offers a family of that title: for a
value with decimals `Clamp (Float)` is meant, and the other would cut them off.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.name_lookup import fold, fold_bare
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    BooleanLiteral,
    Call,
    Identifier,
    NumberLiteral,
    StringLiteral,
    Tuple,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blueprint_assistant.graph.catalog.catalog_entries import FunctionInfo
    from blueprint_assistant.graph.model.blueprint import PinType
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["choose_overload"]

_WIDER: Final = {
    "byte": ("byte", "int", "int64", "real"),
    "int": ("int", "int64", "real"),
    "int64": ("int64", "real"),
    "real": ("real",),
}
"""What a number may become without losing anything, the nearest first."""

_SEVERAL: Final = 2
_LITERALS: Final = {StringLiteral: ("string", "name", "text"), BooleanLiteral: ("bool",), Tuple: ("struct",)}


def choose_overload(
    feeder: ExpressionLowering, call: Call, find: Callable[[str], FunctionInfo]
) -> tuple[FunctionInfo, Call]:
    """The function that a call means, and the call with what had to be built to know it.

    The one of that very name, unless it cannot take the values as they are and exactly one of its
    family can. Raises AssistantError.
    """
    try:
        info = find(call.callee.name)
    except AssistantError:
        family = _family(feeder, call.callee.name, None)
        if not family:
            raise
        call, types = _typed(feeder, call)
        nearest = _nearest(family, call, types)
        if nearest is None:
            raise
        return nearest, call
    family = _family(feeder, call.callee.name, info) if info.is_static else ()
    if len(family) < _SEVERAL:
        return info, call
    call, types = _typed(feeder, call)
    is_named = fold_bare(info.name) == fold_bare(call.callee.name)
    if is_named and _distance(info, call, types) is not None:
        return info, call
    return _nearest(family, call, types) or info, call


def _nearest(
    family: Sequence[FunctionInfo], call: Call, types: Sequence[PinType | None]
) -> FunctionInfo | None:
    """The one that takes the values as they are; None when there is none, or several are as near."""
    ranked = [(way, item) for item in family if (way := _distance(item, call, types)) is not None]
    least = min((way for way, _ in ranked), default=0)
    best = [item for way, item in ranked if way == least]
    return best[0] if len(best) == 1 else None


def _family(feeder: ExpressionLowering, word: str, info: FunctionInfo | None) -> Sequence[FunctionInfo]:
    family = feeder.catalog.function_family(word)
    if info is None or not family:
        return family
    # A function of another library that happens to be called so is no relative.
    return family if any(item.path == info.path for item in family) else ()


def _typed(feeder: ExpressionLowering, call: Call) -> tuple[Call, list[PinType | None]]:
    """The call with its values built and named, and their types; None for what is no link."""
    arguments: list[Argument] = []
    types: list[PinType | None] = []
    for item in call.arguments:
        if feeder.is_literal(item.value):
            arguments.append(item)
            types.append(None)
            continue
        output = feeder.output(item.value)
        arguments.append(Argument(Identifier(feeder.scope.keep(output)), item.pin))
        types.append(feeder.type_of(output))
    return Call(call.callee, tuple(arguments), origin=call.origin), types


def _distance(info: FunctionInfo, call: Call, types: Sequence[PinType | None]) -> int | None:
    """How far the values are from what a function takes; None when it does not take them as they are."""
    hidden = info.hidden_pins
    inputs = [item for item in info.parameters if item.direction == "in" and item.name not in hidden]
    by_name = {fold(item.name): item.type for item in inputs}
    way = 0
    for number, (argument, kind) in enumerate(zip(call.arguments, types, strict=True)):
        if argument.pin:
            wanted = by_name.get(fold(argument.pin))
        else:
            wanted = inputs[number].type if number < len(inputs) else None
        step = None if wanted is None else _step(argument.value, kind, wanted)
        if step is None:
            return None
        way += step
    return way


def _step(value: Expression, kind: PinType | None, wanted: PinType) -> int | None:
    if kind is None:
        return _literal_step(value, wanted)
    if kind.container != wanted.container:
        return None
    wider = _WIDER.get(kind.category)
    if wider is not None and kind.subcategory_object is None:
        return wider.index(wanted.category) if wanted.category in wider else None
    if kind.category != wanted.category:
        return None
    if kind.category != "struct":
        return 0
    return 0 if kind.subcategory_object == wanted.subcategory_object else None


def _literal_step(value: Expression, wanted: PinType) -> int | None:
    if isinstance(value, NumberLiteral):
        kinds = _WIDER["real" if set(value.text) & set(".eE") else "int"]
        return kinds.index(wanted.category) if wanted.category in kinds else None
    for kind, categories in _LITERALS.items():
        if isinstance(value, kind):
            return 0 if wanted.category in categories else None
    return 0
