"""Operands in the order that costs no node. Part of `operator_lowering`.

A of an operator may hold no value of its own in the editor (field notes 6), while B does. `90 * DeltaSeconds`
is `DeltaSeconds * 90` and `5 < Score` is `Score > 5`; `5 - Score` has no other order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["linked_first"]

_Operand = TypeVar("_Operand")

_TURNED: Final = {
    "+": "+",
    "*": "*",
    "==": "==",
    "!=": "!=",
    "<": ">",
    "<=": ">=",
    ">": "<",
    ">=": "<=",
}
_NUMBERS: Final = ("real", "int", "int64", "byte")
_VECTORS: Final = ("Vector", "Vector2D", "LinearColor", "IntVector")
"""Structs whose sums and products are those of their parts; turns are none of them."""


def linked_first(
    operator: str, kind: PinType, operands: list[tuple[_Operand, PinType | None]]
) -> tuple[str, list[_Operand]]:
    """Operator and operands with one that is linked in the first place, where the meaning stays.

    `kind` is the type of the operator; each operand comes with its type, None where it is written.
    """
    values = [value for value, _ in operands]
    at, linked = next(((at, own) for at, (_, own) in enumerate(operands) if own is not None), (0, None))
    if at == 0 or linked is None or not _can_turn(operator, kind):
        return operator, values
    if linked.category != kind.category:
        # `0.5 * Score`: a whole number in the first place would make whole numbers of all.
        return operator, values
    values[0], values[at] = values[at], values[0]
    return _TURNED[operator], values


def _can_turn(operator: str, kind: PinType) -> bool:
    if operator in ("==", "!="):
        return True
    name = "" if kind.subcategory_object is None else kind.subcategory_object.name
    is_plain = kind.category in _NUMBERS and not name
    return operator in _TURNED and kind.container == "none" and (is_plain or name in _VECTORS)
