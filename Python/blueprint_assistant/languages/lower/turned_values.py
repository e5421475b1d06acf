"""Values that the editor would turn into something else without a word: directions and rotations.

Outside uses refuse_turned. `(0, 0, 90)` as a Vector and as a Rotator are two things, and the
conversion between them reads a direction: who writes a text and sees no node of it means neither.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.rules.conversions import conversion, is_turned

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["TurnedValueError", "refuse_turned"]


class TurnedValueError(GraphError):
    """A direction stands where a rotation is wanted, or a rotation for a direction."""

    code = "turned_value"

    def __init__(self, given: str, wanted: str, function: str) -> None:
        """Name the function that says it."""
        angles = "" if wanted == "Vector" else "Angles are the Roll, Pitch and Yaw of MakeRotator. "
        super().__init__(f"A {given} is no {wanted}.", f"{angles}A direction is told by {function}(…).")


def refuse_turned(given: PinType, wanted: PinType) -> None:
    """Raises TurnedValueError for a value that would be turned."""
    function = conversion(given, wanted)
    if is_turned(function):
        ends = [kind.subcategory_object for kind in (given, wanted)]
        names = ["value" if ref is None else ref.name for ref in ends]
        raise TurnedValueError(names[0], names[1], function.rpartition(":")[2])
