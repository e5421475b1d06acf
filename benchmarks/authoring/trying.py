"""Puts requests to a model, one after the other, and keeps what came of each. Outside uses try_request.

Every request gets a project and a conversation of its own, with the product's own prompt and tools.
"""

from __future__ import annotations

import gc
from dataclasses import dataclass
from typing import TYPE_CHECKING

from authoring.judging import faults_of
from authoring.setups import set_up
from authoring.talking import talk
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from sandbox_project import open_project

if TYPE_CHECKING:
    from authoring.asked import AuthoringRequest
    from authoring.talking import Limits, Talk
    from blueprint_assistant.editor.plan.edit_plan import CompileReport
    from blueprint_assistant.providers.base import Provider
    from sandbox_project import SandboxProject

__all__ = ["Tried", "try_request"]


@dataclass(frozen=True, slots=True)
class Tried:
    """A request, the turn that it got, and what is wrong with what the model left."""

    request: AuthoringRequest
    talk: Talk
    faults: tuple[str, ...]

    @property
    def is_right(self) -> bool:
        """Whether a person would accept it."""
        return not self.faults


def try_request(request: AuthoringRequest, provider: Provider, limits: Limits) -> Tried:
    """One whole turn on a new project. The model's words count for nothing, only what it left."""
    path = request.on.path
    with open_project() as project:
        set_up(project, request.on)
        before = project.blueprint(path)
        turn = talk(project, provider, request.message, limits)
        faults = [f"it made {other}" for other in project.blueprints() if other != path]
        faults += faults_of(request, before, project.blueprint(path), _compiled(project, path))
    gc.collect()
    return Tried(request, turn, tuple(faults))


def _compiled(project: SandboxProject, path: str) -> CompileReport:
    report = project.editor.apply(EditPlan(path, "compile", (CompileBlueprintStep(),))).compile
    if report is None:
        raise RuntimeError("The compiler said nothing.")
    return report
