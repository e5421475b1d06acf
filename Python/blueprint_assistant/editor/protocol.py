"""`BlueprintEditor`: what the assistant needs from an editor, in our values only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan import ApplyReport, EditPlan
    from blueprint_assistant.graph.model import Blueprint

__all__ = ["BlueprintEditor", "EditorStatus"]


@dataclass(frozen=True, slots=True)
class EditorStatus:
    """The editor's state. `busy` is empty, or the reason why it takes no changes now."""

    engine_version: str
    can_edit_graphs: bool
    busy: str = ""


class BlueprintEditor(Protocol):
    """An editor with Blueprints in it.

    Paths are package paths (`/Game/BP_Door`). Every method raises EditorError with a reason
    and a next step; after an error nothing is changed.
    """

    def status(self) -> EditorStatus:
        """Engine version, abilities, and whether it is busy."""
        ...

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints of the project, sorted."""
        ...

    def read_blueprint(self, path: str) -> Blueprint:
        """The Blueprint as it is now. Never dirties the asset."""
        ...

    def apply(self, plan: EditPlan) -> ApplyReport:
        """Validate, apply in one transaction, verify by reading back; undo on failure."""
        ...

    def save(self, path: str) -> None:
        """Save one Blueprint that the user asked to save."""
        ...
