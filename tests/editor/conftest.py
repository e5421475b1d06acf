from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from blueprint_assistant.editor.plan.edit_plan import CreateBlueprintStep, EditPlan
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.editor.protocol import BlueprintEditor

DOOR = "/Game/BP_Door"


@pytest.fixture
def sandbox() -> Iterator[SandboxEditor]:
    with SandboxEditor() as editor:
        yield editor
        assert not editor.violations


@pytest.fixture
def editor(sandbox: SandboxEditor) -> BlueprintEditor:
    assert sandbox is not None
    from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor  # noqa: PLC0415 - needs `unreal`

    return UnrealEditor(default_catalog())


@pytest.fixture
def door(editor: BlueprintEditor) -> str:
    """The path of an empty Actor Blueprint."""
    editor.apply(EditPlan(DOOR, "AI: create BP_Door", (CreateBlueprintStep("/Script/Engine.Actor"),)))
    return DOOR
