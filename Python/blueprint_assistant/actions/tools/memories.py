"""The tools save_memory and remove_memory: facts that stay when the conversation ends."""

from __future__ import annotations

from collections.abc import Mapping  # pydantic reads the annotations
from typing import TYPE_CHECKING, ClassVar

from pydantic import Field

from blueprint_assistant.actions.base import Action, ActionContext, ActionResult, Effect
from blueprint_assistant.actions.memory_store import MemoryStoreError

if TYPE_CHECKING:
    from blueprint_assistant.actions.memory_store import MemoryStore

__all__ = ["RemoveMemory", "SaveMemory"]


class SaveMemory(Action):
    """Remember a fact or preference of the user for later conversations, in one sentence. No secrets."""

    tool_name: ClassVar[str] = "save_memory"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {
        "memory": "content",
        "fact": "content",
        "text": "content",
        "note": "content",
        "value": "content",
    }
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "a writable Saved folder of the project (no editor call)"

    content: str = Field(min_length=1, description="the fact, up to 500 characters")

    def run(self, context: ActionContext) -> ActionResult:
        """Keep it; a fact that is kept already gives its id."""
        memory, is_new = _store(context).add(self.content)
        if not is_new:
            return ActionResult(ok=True, text=f"{memory.id} holds that already; nothing was changed.")
        is_redacted = memory.content != " ".join(self.content.split())
        note = " What looked like a key or password was left out." if is_redacted else ""
        return ActionResult(ok=True, text=f"Saved as {memory.id}: {memory.content}{note}")


class RemoveMemory(Action):
    """Forget a remembered fact by its id, e.g. M3."""

    tool_name: ClassVar[str] = "remove_memory"
    effect: ClassVar[Effect] = "mutate"
    aliases: ClassVar[Mapping[str, str]] = {"id": "memory_id", "memory": "memory_id"}
    since: ClassVar[str] = "5.6"
    needs: ClassVar[str] = "a writable Saved folder of the project (no editor call)"

    memory_id: str = Field(min_length=1, description="id, e.g. M3")

    def run(self, context: ActionContext) -> ActionResult:
        """Forget it. Raises MemoryStoreError with the ids that there are."""
        memory = _store(context).remove(self.memory_id)
        return ActionResult(ok=True, text=f"Removed {memory.id}: {memory.content}")


def _store(context: ActionContext) -> MemoryStore:
    if context.memories is None:
        raise MemoryStoreError("There is no place for memories here.", "Go on without them.")
    return context.memories
