"""The assistant on an editor: adapter, game-thread queue, tools and conversation put together.

The panel inside Unreal and a stand-alone run build the same object. It imports the editor
adapter and with it `unreal`: without Unreal the stand-in must be installed first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.actions.base import ActionContext
from blueprint_assistant.actions.memory_store import MemoryStore
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.actions.registry import ActionRegistry
from blueprint_assistant.conversation.manager import ConversationManager
from blueprint_assistant.editor.game_thread import GameThread
from blueprint_assistant.editor.on_game_thread import GameThreadEditor
from blueprint_assistant.editor.revert.reverter import GameThreadReverter
from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor
from blueprint_assistant.editor.unreal_editor.unreal_reverter import UnrealReverter
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.host.clipboard import GameThreadClipboard
from blueprint_assistant.host.collector import GarbageCollector
from blueprint_assistant.host.frames import FrameWatch
from blueprint_assistant.host.redaction import redact
from blueprint_assistant.host.turn_taking import TurnTaking

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from blueprint_assistant.conversation.settings import ConversationSettings
    from blueprint_assistant.conversation.turn_history import RevertDirection
    from blueprint_assistant.providers.base import Provider

__all__ = ["Assistant", "WindowCommands"]

_STOP_WAIT_S = 2.0


class Assistant:
    """One conversation about one editor. Made, ticked and stopped on the game thread."""

    def __init__(  # noqa: PLR0913 - what a host brings, each by its name
        self,
        provider: Provider,
        settings: ConversationSettings,
        *,
        hold: Callable[[], str] | None = None,
        clipboard: Callable[[], str] | None = None,
        write_clipboard: Callable[[str], None] | None = None,
        memory_file: Path | None = None,
    ) -> None:
        """`hold` names a passing reason to keep changes waiting, see GameThread.

        `clipboard` reads the clipboard's text and `write_clipboard` replaces it, on the game thread.
        Without a `memory_file` memories last as long as this object.
        """
        self._write_clipboard = write_clipboard
        self._garbage = GarbageCollector()
        self._turns = TurnTaking()
        self._frames = FrameWatch()
        catalog = default_catalog()
        self.editor = UnrealEditor(catalog)
        self.game_thread = GameThread(hold=hold)
        context = ActionContext(
            GameThreadEditor(self.editor, self.game_thread),
            catalog,
            NodeTracker(),
            None
            if clipboard is None
            else GameThreadClipboard(clipboard, self.game_thread, write=write_clipboard),
            MemoryStore(memory_file, redact=redact),
        )
        self.conversation = ConversationManager(
            provider,
            _registry(settings),
            context,
            settings=settings,
            reverter=GameThreadReverter(UnrealReverter(self.editor), self.game_thread),
        )

    def tick(self, delta_s: float) -> None:
        """Run what the conversation asked of the game thread. Never raises."""
        self.game_thread.tick(delta_s, is_nested=self._frames.is_nested())
        self._garbage.tick(is_in_turn=self.conversation.is_busy)

    def stop_turn(self) -> None:
        """Stop the running turn: no further step is started. Returns at once."""
        self.conversation.stop()
        self.game_thread.withdraw()

    def copy_hand_step(self) -> None:
        """Put the text of the step that waits for the user on the clipboard again. Game thread."""
        step = self.conversation.manual_steps.step
        if step is not None and step.clipboard and self._write_clipboard is not None:
            self._write_clipboard(step.clipboard)

    def stop_working(self) -> None:
        """Refuse new work, give up what waits, and tell the turn to end. Returns at once."""
        self.game_thread.stop()
        self.conversation.stop()

    def stop(self) -> None:
        """Stop for good and wait a bounded time for the turn's thread. May be called again."""
        self.stop_working()
        self.conversation.wait(_STOP_WAIT_S)
        self._garbage.stop()
        self._turns.stop()
        self._frames.stop()


def _registry(settings: ConversationSettings) -> ActionRegistry:
    if not settings.bluecode_tools:
        return ActionRegistry()
    from blueprint_assistant.actions.protocol.protocol_tools import protocol_registry  # noqa: PLC0415 - only one is used

    return protocol_registry()


class WindowCommands:
    """What the window asks for, carried out (the `Conversation` of `ui.commands`). GUI thread."""

    def __init__(self, assistant: Assistant) -> None:
        """Speak for the window of this assistant."""
        self._assistant = assistant

    def send(self, text: str) -> None:
        """Start a turn with the user's message."""
        self._assistant.conversation.send(text)

    def stop(self) -> None:
        """Stop the running turn, and give up the editor's jobs that wait for their tick."""
        self._assistant.stop_turn()

    def clear(self) -> None:
        """Forget the history."""
        self._assistant.conversation.clear()

    def plan_revert(self, direction: RevertDirection) -> None:
        """Find out what taking the newest turn back, or doing it again, would do."""
        self._assistant.conversation.plan_revert(direction)

    def revert(self, direction: RevertDirection, *, despite_conflicts: bool = False) -> None:
        """Take the newest turn back, or do it again."""
        self._assistant.conversation.revert(direction, despite_conflicts=despite_conflicts)

    def skip_hand_step(self) -> None:
        """Go on without what the user was asked to do."""
        self._assistant.conversation.manual_steps.skip()

    def copy_hand_step(self) -> None:
        """Put what the user is to paste on the clipboard again."""
        self._assistant.copy_hand_step()
