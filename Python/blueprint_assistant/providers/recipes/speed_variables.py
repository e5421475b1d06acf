"""Makes motions use the speed variables that the same request declares."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.providers.recipes.intents import Move, Request, Rotate, WantedVariable
from blueprint_assistant.providers.recipes.words import number_text

if TYPE_CHECKING:
    from blueprint_assistant.providers.recipes.intents import Behaviour

__all__ = ["use_speed_variables"]

_TURNS = re.compile(r"rotat|spin|turn|yaw|degrees", re.IGNORECASE)
_PACE = re.compile(r"speed|velocity|rate", re.IGNORECASE)


def use_speed_variables(request: Request) -> Request:
    """The request with each motion of unnamed pace bound to the float variable that is its pace.

    A variable that got no default takes the pace that was assumed, else nothing would move.
    """
    for number, motion in enumerate(request.behaviours):
        if (isinstance(motion, Move) and motion.is_speed_assumed) or (
            isinstance(motion, Rotate) and motion.is_rate_assumed
        ):
            request = _bind(request, number, motion)
    return request


def _bind(request: Request, number: int, motion: Move | Rotate) -> Request:
    variable = next((item for item in request.variables if _is_pace(item, motion, request)), None)
    if variable is None:
        return request
    pace = motion.speed if isinstance(motion, Move) else motion.degrees_per_s
    bound: Behaviour
    if isinstance(motion, Move):
        bound = replace(motion, speed_variable=variable.name)
    else:
        bound = replace(motion, rate_variable=variable.name)
    behaviours = (*request.behaviours[:number], bound, *request.behaviours[number + 1 :])
    assumed = tuple(note for note in request.assumed if not _is_about(note, motion))
    if variable.default:
        return replace(request, behaviours=behaviours, assumed=assumed)
    filled = replace(variable, default=number_text(pace))
    variables = tuple(filled if item is variable else item for item in request.variables)
    note = f"{variable.name} starts at {filled.default}, as no value was named"
    return replace(request, behaviours=behaviours, variables=variables, assumed=(*assumed, note))


def _is_pace(variable: WantedVariable, motion: Move | Rotate, request: Request) -> bool:
    if variable.type != "float" or not _PACE.search(variable.name):
        return False
    is_for_turning = _TURNS.search(variable.name) is not None
    if isinstance(motion, Move):
        return not is_for_turning
    return is_for_turning or not any(isinstance(item, Move) for item in request.behaviours)


def _is_about(note: str, motion: Move | Rotate) -> bool:
    return note.startswith("the speed is" if isinstance(motion, Move) else "it rotates by")
