"""Says whether a Blueprint does what a request asks for, and nothing else.

Outside uses faults_of and is_right. It is compiled and run: different graphs that do the same are all right,
and one that does it in most cases is wrong. What a person would not leave behind is a fault (`leftovers`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from authoring.leftovers import leftovers_of
from authoring.running.values import CannotFollowError
from authoring.trial import Trial

if TYPE_CHECKING:
    from authoring.asked import AuthoringRequest
    from blueprint_assistant.editor.plan.edit_plan import CompileReport
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["faults_of", "is_right"]


def faults_of(
    request: AuthoringRequest, before: Blueprint, after: Blueprint, compiled: CompileReport
) -> list[str]:
    """What is wrong with the answer to a request; empty when a person would accept it."""
    if not compiled.is_clean:
        said = [f"{item.severity}: {item.text}" for item in compiled.messages] or [compiled.status]
        return [f"it does not compile cleanly: {'; '.join(said)}"]
    return [*_missing_in(request, after), *leftovers_of(request, before, after)]


def is_right(request: AuthoringRequest, before: Blueprint, after: Blueprint, compiled: CompileReport) -> bool:
    """Whether a person would accept it; quicker than all that is wrong."""
    return compiled.is_clean and not _missing_in(request, after) and not leftovers_of(request, before, after)


def _missing_in(request: AuthoringRequest, after: Blueprint) -> list[str]:
    """What of the request is not done."""
    trial = Trial(after)
    try:
        request.judge(trial)
    except CannotFollowError as error:
        trial.faults.append(f"nobody asked for {error}")
    return trial.faults
