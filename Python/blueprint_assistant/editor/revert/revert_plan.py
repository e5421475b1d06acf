"""What a revert will do and what it has done, as values to be shown.

`RevertPlan` is looked at before anything runs, `RevertReport` says what is so afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from blueprint_assistant.editor.plan.edit_plan import EditOperation, EditPlan
    from blueprint_assistant.editor.revert.reversal import Reversal
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["BlueprintRevert", "RevertAction", "RevertError", "RevertPlan", "RevertReport"]

RevertAction = Literal["edit", "delete", "create", "leave", "nothing"]


class RevertError(EditorError):
    """A revert is not possible; everything is as it was."""

    code = "revert_refused"


@dataclass(frozen=True, slots=True)
class BlueprintRevert:
    """What becomes of one Blueprint. `leave` is for what cannot be, or is not to be, taken back.

    `steps` are the inverse steps in words, `kept` the artist's edits that stay, `conflicts` those that
    stand in the way, `missing` what no call of the editor brings back, `made_anew` what gets another name
    and GUID where the editor's own undo does not reach it, `notes` what is to be known beside.
    `wanted` is what `plan` leads to before its `last` steps, which give members their names back;
    with `has_overrides` further steps follow when they are there, see `PlanBetween`.
    """

    path: str
    action: RevertAction
    steps: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    made_anew: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    plan: EditPlan | None = None
    wanted: Blueprint | None = field(default=None, repr=False)
    last: tuple[EditOperation, ...] = ()
    has_overrides: bool = False

    @property
    def name(self) -> str:
        """The asset name."""
        return self.path.rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class RevertPlan:
    """What a revert will do. `is_by_history` is whether the editor's own undo is tried first."""

    title: str
    blueprints: tuple[BlueprintRevert, ...]
    is_by_history: bool = False

    @property
    def can_run(self) -> bool:
        """Whether there is anything to be done."""
        return any(item.action in ("edit", "delete", "create") for item in self.blueprints)

    @property
    def has_conflicts(self) -> bool:
        """Whether Blueprints are left because the artist changed the same things."""
        return any(item.conflicts for item in self.blueprints)


@dataclass(frozen=True, slots=True)
class RevertReport:
    """What a revert has done, as read back: the Blueprints after it, and the reversal that undoes it.

    `gone` are the assets that it deleted, `left` what was not taken back, as sentences.
    """

    title: str
    blueprints: tuple[Blueprint, ...]
    gone: tuple[str, ...]
    left: tuple[str, ...]
    made_anew: tuple[str, ...]
    was_by_history: bool
    again: Reversal
