"""What both the model and the user have changed, for models and for tools (1.20 of the protocol).

Outside uses conflict_faults, conflict_fields, merge_notes and statement_line.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from blueprint_assistant.actions.program.statement_faults import CodeFault
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.languages.ast.blocks import bare
from blueprint_assistant.languages.ast.syntax_tree import Entry, Program
from blueprint_assistant.languages.bluecode.printer import print_program

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Statement
    from blueprint_assistant.languages.merge.program_plan import ProgramPlan
    from blueprint_assistant.languages.merge.program_rebase import Conflict, MergeConflictError

__all__ = ["conflict_faults", "conflict_fields", "merge_notes", "statement_line"]

_MOST_SAID: Final = 3
_FIX: Final = "read_graph shows it as it is now; write for that."


def conflict_faults(error: MergeConflictError) -> tuple[CodeFault, ...]:
    """One fault for each conflict; the last one says what to do."""
    found = [CodeFault(error.code, _told(one), "", one.line) for one in error.conflicts]
    return (*found[:-1], replace(found[-1], fix=_FIX))


def conflict_fields(conflict: Conflict) -> dict[str, Any]:
    """A conflict as values: where, and what it was, is and would be; empty texts for nothing."""
    return {
        "path": conflict.path,
        "line": conflict.line,
        "kind": conflict.kind,
        "node": conflict.node,
        "base": statement_line(conflict.base),
        "ours": statement_line(conflict.ours),
        "theirs": statement_line(conflict.theirs),
    }


def merge_notes(plans: Iterable[tuple[str, ProgramPlan]]) -> Iterator[str]:
    """What the model has to know when a graph had been changed by the user: of each graph by name."""
    for name, plan in plans:
        if plan.is_merged and not plan.again:
            yield f"The user changed {name} since you read it; all of that is kept."
        if plan.again:
            names = ", ".join(plan.again)
            yield f"The user had deleted what {names} repeats; it is written again."
        if plan.left_out:
            said = listed([*map(statement_line, plan.left_out)], _MOST_SAID)
            yield f"Left out, the user has deleted it: {said}. read_graph first to write it again."


def _told(conflict: Conflict) -> str:
    base, ours = statement_line(conflict.base), statement_line(conflict.ours)
    if conflict.kind == "added":
        return f"The user has added {ours}, which this would take out."
    if conflict.kind == "moved":
        return "The user has moved what it stands between."
    if conflict.kind == "changed":
        return f"The user has changed {base} to {ours}."
    return f"The user has deleted {base or 'what this stands in or uses'}."


def statement_line(statement: Statement | None) -> str:
    """A statement as one line, its blocks left out."""
    if statement is None:
        return ""
    code = print_program(Program((Entry("main", "", body=(replace(bare(statement), label=""),)),)))
    lines = [line.strip() for line in code.splitlines()[1:]]
    return lines[0].removesuffix(":") if lines else ""
