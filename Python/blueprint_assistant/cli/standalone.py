"""Everything of a stand-alone run: the sandbox editor with the whole assistant around it.

The same objects as inside Unreal, put together in the same order; only the editor under
them is the stand-in. All methods belong to the thread that made it, which is the game thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.cli.stand_in_artist import do_step
from blueprint_assistant.conversation.events import RevertFinished, ToolFinished
from blueprint_assistant.errors import AssistantError, EditorError
from unreal_sandbox import ProjectFolder, SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import TracebackType
    from typing import Self

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.conversation.manager import ConversationManager, ConversationSettings
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.providers.base import Provider
    from blueprint_assistant.ui.commands import Conversation

__all__ = ["NotSavedError", "StandAlone"]


class NotSavedError(EditorError):
    """Blueprints could not be written to the project folder; the others were."""

    code = "not_saved"


class StandAlone:
    """A sandbox project with a conversation about it.

    `project` is the folder that the project is opened from and saved to; one that is held already
    passes to this. Without one it lives in memory. Raises the sandbox's errors when the folder cannot
    be used.
    """

    def __init__(
        self,
        project: Path | ProjectFolder | None,
        provider: Provider,
        settings: ConversationSettings,
        *,
        clipboard: Callable[[], str] | None = None,
        write_clipboard: Callable[[str], None] | None = None,
    ) -> None:
        """Open the project, install the stand-in as `unreal`, and put the assistant on it.

        `clipboard` reads the clipboard's text and `write_clipboard` replaces it, where there is one.
        """
        self._sandbox = SandboxEditor(project)
        unreal = self._sandbox.install()
        # Its modules import `unreal` at their top, which is there only now.
        from blueprint_assistant.host.assistant import Assistant, WindowCommands  # noqa: PLC0415

        folder = project.path if isinstance(project, ProjectFolder) else project
        saved = None if folder is None else folder / "Saved" / "BlueprintAIAssistant"
        memory_file = None if saved is None else saved / "memories.json"
        self._assistant = Assistant(
            provider,
            settings,
            clipboard=clipboard,
            write_clipboard=write_clipboard,
            memory_file=memory_file,
        )
        self.commands: Conversation = WindowCommands(self._assistant)
        self._tick_handle = unreal.register_slate_post_tick_callback(self._assistant.tick)
        self._changed: dict[str, Blueprint] = {}
        self._unsaved: dict[str, None] = {}
        self.subscribe(self._remember)

    @staticmethod
    def load() -> None:
        """Load what the first one would load when it is made. Any thread."""
        SandboxEditor.prepare()
        # Its modules import `unreal` at their top, which is there only now.
        from blueprint_assistant.host.assistant import Assistant, WindowCommands  # noqa: F401, PLC0415

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

    @property
    def unreadable(self) -> tuple[str, ...]:
        """A sentence on each file of the project that cannot be read; it is left as it is."""
        storage = self._sandbox.storage
        return () if storage is None else tuple(storage.unreadable.values())

    def list_blueprints(self) -> tuple[str, ...]:
        """The paths of all Blueprints of the project, sorted."""
        return self._assistant.editor.list_blueprints()

    def read(self, path: str) -> Blueprint:
        """One Blueprint as it is now. Raises what the editor raises."""
        return self._assistant.editor.read_blueprint(path)

    def read_all(self) -> tuple[Blueprint, ...]:
        """All Blueprints of the project as they are now."""
        return tuple(self.read(path) for path in self.list_blueprints())

    def stop_turn(self) -> None:
        """Stop the running turn: no further step is started. Returns at once."""
        self._assistant.stop_turn()

    def do_by_hand(self) -> None:
        """Do what a tool waits for, as a user in the editor would; what cannot be done here is skipped."""
        waiting = self.conversation.manual_steps
        step = waiting.step
        if step is None:
            return
        if not do_step(self._sandbox, step):
            waiting.skip()
        waiting.look_now()

    def subscribe(self, callback: Callable[[ConversationEvent], None]) -> None:
        """Get every event of the conversation, on the agent's thread."""
        self.conversation.subscribe(callback)

    def save(self) -> tuple[str, ...]:
        """Write what was changed since the last call to the project folder; the paths.

        Raises NotSavedError when one cannot be written, after it has tried the others.
        """
        waiting = tuple(self._unsaved)
        failures = [reason for path in waiting if (reason := self._save_one(path))]
        if failures:
            raise NotSavedError(" ".join(failures), "What could be written is in the folder.")
        return waiting

    def _save_one(self, path: str) -> str:
        """Write one Blueprint; why that failed, empty when it did not."""
        first = len(self._sandbox.log)
        self._unsaved.pop(path, None)  # before it is written: a turn that runs already may change it again
        try:
            self._assistant.editor.save(path)
        except AssistantError as error:
            self._unsaved[path] = None
            # The editor only says that it did not work, and there is no Output Log to look into here.
            told = [line.text for line in self._sandbox.log[first:] if line.severity == "Error"]
            return f"{path} was not saved: {' '.join(told) or error}"
        return ""

    def close(self) -> None:
        """Stop everything and let go of the project folder. May be called more than once."""
        self._assistant.stop()
        self._sandbox.shutdown()

    def _remember(self, event: ConversationEvent) -> None:
        if isinstance(event, ToolFinished) and event.has_changed and event.blueprint is not None:
            self._note_changed(event.blueprint)
        elif isinstance(event, RevertFinished):
            for blueprint in event.blueprints:
                self._note_changed(blueprint)
            for path in event.gone:
                self._changed.pop(path, None)
                self._unsaved.pop(path, None)

    def _note_changed(self, blueprint: Blueprint) -> None:
        self._changed.pop(blueprint.path, None)
        self._changed[blueprint.path] = blueprint
        self._unsaved[blueprint.path] = None
