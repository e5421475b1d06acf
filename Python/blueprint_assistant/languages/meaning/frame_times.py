"""The time of one frame taken for the time that has gone by. A check of statements.

`if DeltaSeconds >= 3` in Tick never holds: a frame takes hundredths of a second. Who writes it wants to wait.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.blocks import parts_of
from blueprint_assistant.languages.ast.syntax_tree import Identifier, If, NumberLiteral, Operation, While
from blueprint_assistant.languages.lower.scope import is_parameter
from blueprint_assistant.languages.meaning.statement_checks import Suspect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["check_frame_times"]

_TIMES: Final = ("deltaseconds", "deltatime", "indeltatime")
_COMPARING: Final = (">", ">=", "==")
_LONGEST_S: Final = 1.0
"""No frame takes as long while anybody plays."""


class FrameTimeError(GraphError):
    """The time of a frame is compared with seconds."""

    code = "frame_time"

    def __init__(self, name: str, seconds: float) -> None:
        """Name what is compared."""
        said = f"{seconds:g}"
        super().__init__(
            f"'{name}' is the time of one frame, which never is {said} s.",
            f"To wait write Delay({said}) and below it what comes then, in the event that it begins with.",
        )


def check_frame_times(statement: Statement, scope: Scope) -> Iterator[Suspect]:
    """Conditions that hold only in a frame of a second or more."""
    if not isinstance(statement, If | While):
        return
    for part in parts_of(statement.condition):
        if isinstance(part, Operation) and part.operator in (*_COMPARING, "<", "<="):
            ends = part.operands if part.operator in _COMPARING else part.operands[::-1]
            name, seconds = _frame_time(ends[0], scope), _seconds(ends[-1])
            if name and seconds >= _LONGEST_S:
                yield Suspect(statement, FrameTimeError(name, seconds), statement.place)


def _frame_time(value: Expression, scope: Scope) -> str:
    """The name of a frame's time; empty for any other value."""
    if not isinstance(value, Identifier) or value.name.lower() not in _TIMES:
        return ""
    return value.name if is_parameter(value.name, scope) else ""


def _seconds(value: Expression) -> float:
    try:
        return float(value.text) if isinstance(value, NumberLiteral) else 0.0
    except ValueError:
        return 0.0
