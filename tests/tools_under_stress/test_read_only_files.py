"""A Blueprint whose file is read-only is changed in the editor, and never saved; that is said once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.editor.plan.edit_plan import CreateBlueprintStep, EditPlan
from sandbox_project import SandboxProject
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOOR = "/Game/BP_Door"


@pytest.fixture
def project(tmp_path: Path) -> Iterator[SandboxProject]:
    with SandboxEditor(tmp_path) as sandbox:
        project = SandboxProject(sandbox)
        project.create(DOOR)
        yield project
        project.game_thread.stop()
        assert sandbox.violations == []


def test_the_first_change_says_that_it_cannot_be_saved(project: SandboxProject, tmp_path: Path) -> None:
    file = tmp_path / "Content/BP_Door.blueprint.txt"
    file.chmod(0o444)
    kept = file.read_bytes()
    registry, context = ActionRegistry(), project.new_context()

    def add(name: str) -> str:
        parameters = {"blueprint": "BP_Door", "variable_name": name, "variable_type": "bool"}
        result = registry.call("add_variable", parameters, context)
        assert result.ok
        assert result.has_changed
        return result.text

    assert "The file of BP_Door is read-only" in add("IsOpen")
    assert "read-only" not in add("IsShut")
    assert file.read_bytes() == kept
    assert project.sandbox.dirty_packages == [DOOR]


@pytest.mark.parametrize("has_file", [True, False])
def test_of_a_file_that_can_be_written_nothing_is_said(project: SandboxProject, has_file: bool) -> None:
    path = DOOR if has_file else "/Game/BP_New"
    if not has_file:
        project.editor.apply(EditPlan(path, "set up", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    parameters = {"blueprint": path, "variable_name": "IsOpen", "variable_type": "bool"}
    result = ActionRegistry().call("add_variable", parameters, project.new_context())
    assert result.ok
    assert "read-only" not in result.text
