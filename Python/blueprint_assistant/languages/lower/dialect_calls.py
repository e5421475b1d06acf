"""Calls in the words of other languages as the calls that they mean. Pure; part of `intrinsics`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.syntax_tree import Argument, Call, Identifier, Operation, StringLiteral

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression

__all__ = ["AmbiguousOrderError", "joined", "rotator", "with_transform"]


class AmbiguousOrderError(GraphError):
    """Values by place could be meant for other inputs."""

    code = "ambiguous_pin"


def joined(call: Call) -> Call:
    """`print(a, b)` prints both with a blank between, as in Python."""
    parts: list[Expression] = []
    for item in (item for item in call.arguments if not item.pin):
        value = (
            item.value
            if isinstance(item.value, StringLiteral)
            else Call(Identifier("str"), (Argument(item.value),))
        )
        blank = [StringLiteral(" ")] if parts else []
        for part in (*blank, value):
            if isinstance(part, StringLiteral) and parts and isinstance(parts[-1], StringLiteral):
                parts[-1] = StringLiteral(parts[-1].text + part.text, place=parts[-1].place)
            else:
                parts.append(part)
    said = parts[0] if len(parts) == 1 else Operation("+", tuple(parts), place=call.place)
    named = [item for item in call.arguments if item.pin]
    return Call(Identifier("PrintString"), (Argument(said), *named), place=call.place)


def with_transform(call: Call) -> Call:
    """`SpawnActor(Class, Location=…, Rotation=…)`: the node takes both as one transform."""
    parts = {"location": "Location", "rotation": "Rotation", "scale": "Scale"}
    own = [item for item in call.arguments if item.pin.lower() in parts]
    if not own:
        return call
    rest = [item for item in call.arguments if item not in own]
    given = tuple(Argument(item.value, parts[item.pin.lower()], place=item.place) for item in own)
    made = Call(Identifier("MakeTransform"), given, place=call.place)
    return Call(call.callee, (*rest, Argument(made, "SpawnTransform")), place=call.place)


def rotator(call: Call) -> Call:
    """`FRotator(…)` has the order of C++. Raises AmbiguousOrderError for one whose order nobody knows."""
    values = [item.value for item in call.arguments if not item.pin]
    if len(values) != len(call.arguments) or len(values) <= 1 or len(set(values)) == 1:
        return call
    if call.callee.name == "Rotator":
        raise AmbiguousOrderError(
            "The order of the values of Rotator is not certain: C++ and Python differ.",
            "Name them: MakeRotator(Roll=0, Pitch=0, Yaw=90).",
        )
    names = ("Pitch", "Yaw", "Roll")
    named = (Argument(value, name) for value, name in zip(values, names, strict=False))
    return Call(call.callee, tuple(named), place=call.place)
