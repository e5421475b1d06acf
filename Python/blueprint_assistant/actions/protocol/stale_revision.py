"""A stale `base_revision` in the tools of the BlueCode protocol: refused, or merged three ways (1.20).

Outside uses stale_options and merge_fields.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, Literal

from blueprint_assistant.actions.program.conflict_notes import conflict_fields, statement_line
from blueprint_assistant.errors import ToolError
from blueprint_assistant.graph.compare.revision import revision
from blueprint_assistant.languages.merge.program_plan import RevisionConflictError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.protocol.target_resolution import ProtocolTarget
    from blueprint_assistant.languages.merge.program_plan import PlanOptions, ProgramPlan

__all__ = ["UnknownChoiceError", "merge_fields", "stale_options"]

_CHOICES: Final[dict[str, Literal["fail", "report"]]] = {
    "fail": "fail",
    "report": "report",
    "report_and_apply_rest": "report",
}


class UnknownChoiceError(ToolError):
    """An `on_conflict` that there is not."""

    code = "unknown_choice"


def stale_options(
    context: ActionContext, target: ProtocolTarget, options: PlanOptions, base_revision: str, on_conflict: str
) -> PlanOptions:
    """The options for code that was written for another revision than the graph is at now.

    Raises RevisionConflictError when nobody asks to merge, or when that revision was never read here.
    """
    choice = on_conflict.strip().lower()
    if choice and choice not in _CHOICES:
        raise UnknownChoiceError(
            f"There is no on_conflict '{on_conflict}'.", "Use fail or report_and_apply_rest."
        )
    known = context.known.at(target.owner, target.graph.name, base_revision) if choice else None
    if known is None:
        raise RevisionConflictError(base_revision, str(revision(target.graph)))
    return replace(options, base=known, base_revision=base_revision, on_conflict=_CHOICES[choice])


def merge_fields(plans: Iterable[ProgramPlan]) -> dict[str, Any]:
    """What was not done because the graph had changed; nothing when it had not."""
    merged = [plan for plan in plans if plan.is_merged]
    if not merged:
        return {}
    return {
        "conflicts": [conflict_fields(one) for plan in merged for one in plan.conflicts],
        "left_out": [statement_line(one) for plan in merged for one in plan.left_out],
    }
