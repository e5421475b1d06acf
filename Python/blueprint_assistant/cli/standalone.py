"""Everything of a stand-alone run: the sandbox editor with the whole assistant around it.

The same objects as inside Unreal, put together in the same order; only the editor under
them is the stand-in. All methods belong to the thread that made it, which is the game thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.conversation.events import ToolFinished
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.manager import ConversationManager, ConversationSettings
    from blueprint_assistant.graph.model import Blueprint
    from blueprint_assistant.providers.base import Provider
    from blueprint_assistant.ui.commands import Conversation

__all__ = ["StandAlone"]


class StandAlone:
    """A sandbox project with a conversation about it.

    `project` is the folder that the project is opened from and saved to; without one it
    lives in memory. Raises the sandbox's errors when the folder cannot be used.
    """

    def __init__(self, project: Path | None, provider: Provider, settings: ConversationSettings) -> None:
        """Open the project, install the stand-in as `unreal`, and put the assistant on it."""
        self._sandbox = SandboxEditor(project)
        unreal = self._sandbox.install()
        # Its modules import `unreal` at their top, which is there only now.
        from blueprint_assistant.host.assistant import Assistant, WindowCommands  # noqa: PLC0415

        self._assistant = Assistant(provider, settings)
        self.commands: Conversation = WindowCommands(self._assistant)
        self._tick_handle = unreal.register_slate_post_tick_callback(self._assistant.tick)
        self._changed: dict[str, Blueprint] = {}
        self.subscribe(self._remember)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def conversation(self) -> ConversationManager:
        """The conversation."""
        return self._assistant.conversation

    @property
    def changed(self) -> tuple[Blueprint, ...]:
        """The Blueprints that this run changed, as they were last read, newest last."""
        return tuple(self._changed.values())

    def tick(self, delta_s: float) -> None:
        """One editor tick: runs what the conversation asked of the game thread."""
        self._sandbox.tick(delta_s)

    def read_all(self) -> tuple[Blueprint, ...]:
        """All Blueprints of the project as they are now."""
        editor = self._assistant.editor
        return tuple(editor.read_blueprint(path) for path in editor.list_blueprints())

    def stop_turn(self) -> None:
        """Stop the running turn: no further step is started. Returns at once."""
        self._assistant.stop_turn()

    def subscribe(self, callback: Callable[[ConversationEvent], None]) -> None:
        """Get every event of the conversation, on the agent's thread."""
        self.conversation.subscribe(callback)

    def save(self) -> tuple[str, ...]:
        """Write every Blueprint that this run changed to the project folder; their paths.

        Raises EditorError when one cannot be written.
        """
        saved = tuple(self._changed)
        for path in saved:
            self._assistant.editor.save(path)
        return saved

    def close(self) -> None:
        """Stop everything and let go of the project folder. May be called more than once."""
        self._assistant.stop()
        self._sandbox.shutdown()

    def _remember(self, event: ConversationEvent) -> None:
        if isinstance(event, ToolFinished) and event.has_changed and event.blueprint is not None:
            self._changed.pop(event.blueprint.path, None)
            self._changed[event.blueprint.path] = event.blueprint
