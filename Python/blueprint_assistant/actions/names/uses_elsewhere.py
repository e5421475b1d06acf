"""What other Blueprints use of a Blueprint, found before it is renamed, removed or changed there.

Outside uses all functions. Agent worker thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.surroundings import Surroundings
from blueprint_assistant.actions.receipts.counted import counted
from blueprint_assistant.errors import ToolError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.names.surroundings import MemberUse
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node

__all__ = [
    "UsedElsewhereError",
    "other_uses",
    "refuse_uses_elsewhere",
    "use_notes",
    "uses_text",
]

_MOST_SHOWN = 6
_ANYWAY = "send even_if_used: true, and mend them after it."


class UsedElsewhereError(ToolError):
    """Other Blueprints use what is to be changed, and would not compile."""

    code = "used_elsewhere"


def refuse_uses_elsewhere(  # noqa: PLR0913 - what is asked, and two exceptions to it
    context: ActionContext,
    owner: Blueprint,
    name: str,
    *,
    even_if_used: bool,
    instead: str = "",
    heirs_may: bool = False,
    effect: str = "would not compile",
    around: Surroundings | None = None,
    follows: Callable[[Graph, Node], bool] | None = None,
) -> list[str]:
    """Raise UsedElsewhereError when other Blueprints use a member; when that is meant, notes on what breaks.

    With `heirs_may`, those that derive from it may use it as before. `instead` is what else would do,
    `effect` what becomes of the nodes that use it; nodes that are brought along (`follows`) do not count.
    """
    around = around or Surroundings.of(context.editor, owner.path)
    uses = [use for use in around.uses_of(name, but=follows) if not (heirs_may and use.is_heir)]
    said = f"{uses_text(uses, name)}" if uses else ""
    if even_if_used or not (said or around.unread):
        notes = [f"{said} and {effect}: look after these nodes."] if said and follows is None else []
        unseen = ", ".join([*around.unread, *around.others][:_MOST_SHOWN])
        return [*notes, *([f"Not looked into: {unseen}, which use {owner.name}."] if unseen else [])]
    if not said:
        path, reason = next(iter(around.unread.items()))
        raise UsedElsewhereError(f"{path} uses {owner.path} and cannot be looked into: {reason}", _ANYWAY)
    raise UsedElsewhereError(
        f"{said} and {effect}. Nothing was changed.",
        f"{instead}Change these nodes first, or {_ANYWAY}",
    )


def uses_text(uses: Iterable[MemberUse], name: str) -> str:
    """`2 nodes in BP_Lamp (Open, Set Power) use Open`."""
    by_place: dict[str, list[str]] = {}
    for use in uses:
        by_place.setdefault(use.blueprint.rpartition("/")[2], []).append(use.title)
    parts = []
    for place, titles in by_place.items():
        shown = ", ".join(titles[:_MOST_SHOWN]) + ("…" if len(titles) > _MOST_SHOWN else "")
        parts.append(f"{counted(len(titles), 'node')} in {place} ({shown})")
    is_one = sum(map(len, by_place.values())) == 1
    return f"{' and '.join(parts)} {'uses' if is_one else 'use'} {name}"


def use_notes(context: ActionContext, owner: Blueprint, names: Iterable[str]) -> list[str]:
    """A sentence for each of some members that other Blueprints use."""
    wanted = list(names)
    around = Surroundings.of(context.editor, owner.path) if wanted else None
    found = [] if around is None else [(name, list(around.uses_of(name))) for name in wanted]
    return [f"{uses_text(uses, name)} and would not compile." for name, uses in found if uses]


def other_uses(context: ActionContext, owner: Blueprint, name: str) -> list[MemberUse]:
    """The nodes of other Blueprints that use a member of one, letter case ignored."""
    return list(Surroundings.of(context.editor, owner.path).uses_of(name))
