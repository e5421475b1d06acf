"""Which member a name means that is to be renamed or removed, and whose it is when not the Blueprint's.

Outside uses find_own_member. Agent worker thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.names.member_choice import UnknownMemberError, find_member, members_of
from blueprint_assistant.errors import AssistantError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.names.member_choice import BlueprintMember
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["find_own_member"]


def find_own_member(
    context: ActionContext, owner: Blueprint, text: str, function: str = ""
) -> BlueprintMember:
    """See `find_member`. Raises UnknownMemberError; what a parent Blueprint declares is said to be there."""
    try:
        return find_member(owner, text, function)
    except UnknownMemberError:
        for parent in _parents(context, owner) if not function else ():
            for member in members_of(parent):
                if member.name.casefold() == text.strip().casefold():
                    raise UnknownMemberError(
                        f"The {member} is not of {owner.path}, which inherits it from {parent.path}.",
                        f"Send it for {parent.name}.",
                    ) from None
        raise


def _parents(context: ActionContext, owner: Blueprint) -> Iterator[Blueprint]:
    """The Blueprints that one derives from, the nearest first."""
    while owner.parent_class.startswith("/Game/"):
        try:
            owner = context.editor.read_blueprint(owner.parent_class.partition(".")[0])
        except AssistantError:
            return
        yield owner
