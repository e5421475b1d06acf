"""Blueprints of the benchmark before and after a program, for the tests of its judges.

Outside uses REQUEST, built, made_by and judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from authoring.judging import faults_of
from authoring.requests import REQUESTS
from authoring.setups import set_up
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import CompileBlueprintStep, EditPlan
from sandbox_project import open_project

if TYPE_CHECKING:
    from collections.abc import Iterable

    from authoring.asked import AuthoringRequest, Call
    from authoring.setups import Setup
    from blueprint_assistant.editor.plan.edit_plan import CompileReport
    from blueprint_assistant.graph.model.blueprint import Blueprint

    Made = tuple[Blueprint, Blueprint, CompileReport]

__all__ = ["REQUEST", "built", "judged", "made_by"]

REQUEST = {item.number: item for item in REQUESTS}


def built(setup: Setup, code: str, mode: str = "union", *, must_be_written: bool = True) -> Made:
    """A project's Blueprint before and after a program."""
    calls: list[Call] = [("write_graph", {"code": code, "mode": mode})] if code else []
    return _changed(setup, calls, must_work=must_be_written)


def made_by(request: AuthoringRequest) -> Made:
    """A project's Blueprint before and after the right answer to a request."""
    return _changed(request.on, request.calls)


def judged(number: int, code: str | Call) -> list[str]:
    """What the judge says of a program or a call. Edits write anew what the program names."""
    request = REQUEST[number]
    mode = "replace" if request.kind == "edit" else "union"
    made = built(request.on, code, mode) if isinstance(code, str) else _changed(request.on, [code])
    return faults_of(request, *made)


def _changed(setup: Setup, calls: Iterable[Call], *, must_work: bool = True) -> Made:
    with open_project() as project:
        set_up(project, setup)
        before, context, registry = project.blueprint(setup.path), project.new_context(), ActionRegistry()
        for tool, parameters in calls:
            given: dict[str, Any] = {"blueprint": setup.path, **parameters}
            result = registry.call(tool, given, context)
            assert result.ok or not must_work, result.text
        plan = EditPlan(setup.path, "compile", (CompileBlueprintStep(),))
        compiled = project.editor.apply(plan).compile
        assert compiled is not None
        return before, project.blueprint(setup.path), compiled
