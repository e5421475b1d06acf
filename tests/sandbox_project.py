"""The editor's whole stack for tests: a sandbox project in memory, its adapter, its game thread.

The thread that opens the project is the game thread. There the editor answers at once; what
another thread asks of it waits for a tick, so a test ticks while a turn runs.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from blueprint_assistant.actions.base import ActionContext
from blueprint_assistant.actions.node_tracker import NodeTracker
from blueprint_assistant.editor.game_thread import GameThread
from blueprint_assistant.editor.on_game_thread import GameThreadEditor
from blueprint_assistant.editor.plan.edit_plan import CreateBlueprintStep, EditPlan
from blueprint_assistant.editor.revert.reverter import GameThreadReverter
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from unreal_sandbox import SandboxEditor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["SandboxProject", "open_project"]

_FRAME_S = 0.001
_DEADLINE_S = 60.0


class SandboxProject:
    """A project in a running editor. `editor` may be used from any thread, the rest from this one."""

    def __init__(self, sandbox: SandboxEditor) -> None:
        """`sandbox` is installed, on this thread."""
        import unreal  # noqa: PLC0415 - only an installed sandbox provides it

        from blueprint_assistant.editor.unreal_editor.editor import UnrealEditor  # noqa: PLC0415 - likewise
        from blueprint_assistant.editor.unreal_editor.unreal_reverter import UnrealReverter  # noqa: PLC0415 - likewise
        from blueprint_assistant.host.frames import FrameWatch  # noqa: PLC0415 - likewise

        self.sandbox = sandbox
        self.game_thread = GameThread()
        editor = self.unreal_editor = UnrealEditor(default_catalog())
        self.editor = GameThreadEditor(editor, self.game_thread)
        self.reverter = GameThreadReverter(UnrealReverter(editor), self.game_thread)
        # As in the plugin: a tick inside an operation of the editor runs no job.
        watch = FrameWatch()
        unreal.register_slate_post_tick_callback(
            lambda delta_s: self.game_thread.tick(delta_s, is_nested=watch.is_nested())
        )

    def new_context(self) -> ActionContext:
        """What the tools work with; no node has an id yet."""
        return ActionContext(self.editor, default_catalog(), NodeTracker())

    def create(self, path: str, parent_class: str = "/Script/Engine.Actor") -> None:
        """Create a Blueprint and save it."""
        self.editor.apply(EditPlan(path, "set up", (CreateBlueprintStep(parent_class),)))
        self.editor.save(path)

    def blueprint(self, path: str) -> Blueprint:
        """A Blueprint as it is now."""
        return self.editor.read_blueprint(path)

    def blueprints(self) -> dict[str, Blueprint]:
        """All Blueprints as they are now, by path."""
        return {path: self.blueprint(path) for path in self.editor.list_blueprints()}

    def compile(self, path: str) -> None:
        """Compile a Blueprint, as the user does after an undo."""
        import unreal  # noqa: PLC0415 - only an installed sandbox provides it

        unreal.BlueprintEditorLibrary.compile_blueprint(unreal.EditorAssetLibrary.load_asset(path))

    def undo_history(self) -> list[str]:
        """The titles in the editor's undo history, oldest first. Creating an asset leaves none."""
        return [step.title for step in self.sandbox.transactions.done]

    def state(self) -> object:
        """All that a change of anything would show in, for comparison."""
        return self.blueprints(), self.undo_history(), self.sandbox.dirty_packages

    def delete_node(self, path: str, graph: str, node: str) -> None:
        """Delete a node as the user does, behind the assistant's back."""
        import unreal  # noqa: PLC0415 - only an installed sandbox provides it

        asset = unreal.EditorAssetLibrary.load_asset(path)
        hands = unreal.BlueprintGraphEditor.get_graph_editor_by_name(asset, graph)
        hands.remove_nodes([item for item in hands.list_all_nodes() if str(item.get_name()) == node])

    def tick_until(self, wait: Callable[[float], bool]) -> None:
        """Tick until `wait(seconds)` is true. It waits itself, as `Event.wait` and a manager's `wait` do."""
        deadline = time.monotonic() + _DEADLINE_S
        while not wait(_FRAME_S):
            assert time.monotonic() < deadline, f"It did not happen within {_DEADLINE_S:.0f} s."
            self.sandbox.tick()


@contextmanager
def open_project() -> Iterator[SandboxProject]:
    """An empty project. At the end nothing may have been done that the real editor answers with a crash."""
    with SandboxEditor() as sandbox:
        project = SandboxProject(sandbox)
        try:
            yield project
        finally:
            project.game_thread.stop()
        assert sandbox.violations == []
