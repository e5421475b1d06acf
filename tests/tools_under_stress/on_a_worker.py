"""Makes a tool call as a turn does: on a thread of its own, while the editor ticks on this one."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from blueprint_assistant.editor import game_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from blueprint_assistant.actions.base import ActionResult
    from sandbox_project import SandboxProject

__all__ = ["call_on_a_worker", "wait_at_most"]

_FRAME_S = 0.0005


def call_on_a_worker(
    project: SandboxProject,
    call: Callable[[], ActionResult],
    meanwhile: Callable[[], object] = lambda: None,
    frames: int = 20_000,
) -> ActionResult:
    """The result of a call. `meanwhile` is what the user does in each frame. Fails after so many frames."""
    results: list[ActionResult] = []
    worker = threading.Thread(target=lambda: results.append(call()), name="tool call", daemon=True)
    worker.start()
    for _ in range(frames):
        if not worker.is_alive():
            return results[0]
        meanwhile()
        project.sandbox.tick()
        worker.join(_FRAME_S)
    raise AssertionError(f"The call was not over after {frames} frames.")


def wait_at_most(patch: pytest.MonkeyPatch, seconds: float) -> None:
    """Let the tools wait no longer than this for an editor that does not answer."""
    for kind in game_thread.TIMEOUT_S:
        patch.setitem(game_thread.TIMEOUT_S, kind, seconds)
