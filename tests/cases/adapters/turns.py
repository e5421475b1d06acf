"""One turn of the real conversation, on a project of plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.base import ActionContext
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.manager import ConversationManager
from blueprint_assistant.editor.plan import CreateBlueprint, EditPlan
from blueprint_assistant.graph.catalog import default_catalog
from value_editor import ValueEditor

if TYPE_CHECKING:
    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.providers.base import Provider

__all__ = ["run_turn"]

_TURN_S = 30.0


def run_turn(provider: Provider, *blueprints: str) -> list[ConversationEvent]:
    """One turn on a project with these Blueprints; all its events."""
    catalog = default_catalog()
    editor = ValueEditor(catalog)
    for path in blueprints:
        editor.apply(EditPlan(path, "set up", (CreateBlueprint("/Script/Engine.Actor"),)))
    context = ActionContext(editor, catalog, NodeTracker())
    manager = ConversationManager(provider, ActionRegistry(), context)
    events: list[ConversationEvent] = []
    manager.subscribe(events.append)
    manager.send("go on")
    if not manager.wait(_TURN_S):
        raise TimeoutError(f"The turn did not end within {_TURN_S:.0f} s.")
    return events
