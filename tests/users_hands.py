"""A user at the stand-in editor for tests: does by hand what a tool asks for, or something else.

`UsersHands` is an `Artist` that acts at once on the thread of the test, which is the game thread.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from blueprint_assistant.cli.stand_in_artist import do_step
from blueprint_assistant.errors import EditorError

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.actions.manual_steps import ManualStep, ManualStepAnswer, ManualStepCheck
    from unreal_sandbox import SandboxEditor

__all__ = ["UsersClipboard", "UsersHands", "graph_path"]


@dataclass
class UsersClipboard:
    """The system's clipboard. `is_held` says that another program does not let go of it."""

    text: str = ""
    is_held: bool = False

    def read_text(self) -> str:
        return self.text

    def write_text(self, text: str) -> None:
        if self.is_held:
            raise EditorError("Another program holds the clipboard.")
        self.text = text


@dataclass
class UsersHands:
    """Does each step as asked, or what `does` says, and gives up with `answer` when it is not done then."""

    sandbox: SandboxEditor
    does: Callable[[ManualStep], object] | None = None
    answer: ManualStepAnswer = "timed_out"
    asked: list[ManualStep] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def wait(self, step: ManualStep, look: Callable[[], ManualStepCheck]) -> ManualStepAnswer:
        self.asked.append(step)
        assert not look().is_done
        if self.does is None:
            do_step(self.sandbox, step)
        else:
            self.does(step)
        seen = look()
        self.words.append(seen.sentence)
        return "done" if seen.is_done and self.answer != "stopped" else self.answer


def graph_path(step: ManualStep, graph: str = "") -> str:
    """The object path of the graph that a step is about, or of another one of its Blueprint."""
    return f"{step.blueprint}.{step.blueprint.rsplit('/', 1)[-1]}:{graph or step.graph}"
