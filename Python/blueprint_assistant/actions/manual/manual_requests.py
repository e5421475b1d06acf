"""Asks the artist for a step by hand and looks whether it was done. Part of `apply_plan`.

The text goes onto the clipboard and the Blueprint's editor is opened first. Looking is reading: it
changes nothing and marks nothing as changed. Agent worker thread.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.manual.open_steps import shown_graph
from blueprint_assistant.actions.manual.pasted_nodes import find_pasted
from blueprint_assistant.actions.manual_steps import (
    ManualStep,
    ManualStepCheck,
    NotDoneYetError,
    UnfinishedError,
)
from blueprint_assistant.editor.editor_wrapper import note_change
from blueprint_assistant.errors import AssistantError, EditorError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.actions.manual_steps import ManualStepAnswer
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node

__all__ = ["ClipboardWriteError", "ManualStepRequests", "NotPastedYetError"]

_WHY: Final[dict[ManualStepAnswer, str]] = {
    "skipped": ": the user skipped it",
    "stopped": ": the user pressed Stop",
    "timed_out": ": nobody did it while the tool waited",
    "done": "",
}
_MOST_SEARCHED = 8


class NotPastedYetError(NotDoneYetError):
    """Nodes wait on the clipboard; nothing was changed."""

    code = "not_pasted_yet"


class ClipboardWriteError(EditorError):
    """The clipboard did not take the text."""

    code = "clipboard_not_written"


class ManualStepRequests:
    """What one call asks of the artist, in one Blueprint."""

    def __init__(self, context: ActionContext, before: Blueprint) -> None:
        """`before` is the Blueprint as the call found it."""
        self._context = context
        self._before = before
        self.now = before
        """The Blueprint as the last look found it."""
        self._previous = before
        """As the look before found it: what came since then is what was asked for."""
        self.was_stopped = False
        """Whether Stop was pressed while somebody was asked: then nothing further is done."""

    def to_paste(self, graph: str, text: str, wanted: Mapping[str, Node], what: str) -> None:
        """Have nodes pasted into a graph; `now` has them then. Raises NotPastedYetError, UnfinishedError."""
        older = self._put_on_clipboard(text)
        where = f"{shown_graph(graph)} of {self._before.name}"
        sentence = f"{self._opened()}lick in {where} and press Ctrl+V (Cmd+V on a Mac)."

        def look() -> ManualStepCheck:
            here = [item.name for item in self.now.graphs if find_pasted(item, wanted)]
            if not here:
                return ManualStepCheck(is_done=False, sentence=sentence)
            if graph in here:
                return ManualStepCheck(is_done=True)
            return ManualStepCheck(
                is_done=False,
                sentence=f"That was {shown_graph(here[0])}: press Ctrl+Z there. Then c{sentence[1:]}",
            )

        answer = self._wait(ManualStep("paste", self._before.path, graph, sentence, text), look)
        if look().is_done:
            note_change(self._context.editor, self._previous, self.now)
            self._restore_clipboard(text, older)
            if answer == "stopped":
                raise UnfinishedError(
                    f"Stopped by the user. Pasted: {what}; nothing else was done.",
                    "Send the same call again to go on.",
                    self.now,
                )
            return
        why = "" if answer is None else _WHY[answer]
        raise NotPastedYetError(
            f"Not pasted yet{why}. {what} can only be pasted. {self._astray(wanted)}",
            f"On the clipboard now; for the user: {sentence} After that send the same call again.",
        )

    def to_do(
        self, step: ManualStep, is_done: Callable[[Blueprint], bool], say: Callable[[Blueprint], str]
    ) -> str:
        """Have something done by hand; empty when `is_done`, else why not. `say` words what is still open."""
        if step.clipboard:
            self._put_on_clipboard(step.clipboard)
        self._opened()

        def look() -> ManualStepCheck:
            done = is_done(self.now)
            return ManualStepCheck(done, "" if done else say(self.now))

        start = self.now
        answer = self._wait(step, look)
        if look().is_done:
            note_change(self._context.editor, start if step.kind == "other" else self._previous, self.now)
            return ""
        return "Not done yet" + ("" if answer is None else _WHY[answer])

    # --- clipboard and window ------------------------------------------------------------------

    def _put_on_clipboard(self, text: str) -> str:
        """Write it and read it back; what was there before. Raises ClipboardWriteError."""
        clipboard = self._context.clipboard
        if clipboard is None:
            return ""
        try:
            older = clipboard.read_text()
            clipboard.write_text(text)
            found = clipboard.read_text()
        except EditorError as error:
            raise ClipboardWriteError(
                f"The nodes could not be put on the clipboard: {error.what} Nothing was changed.",
                "Try again.",
            ) from error
        if found.splitlines() != text.splitlines():
            raise ClipboardWriteError(
                "The clipboard did not take the text. Nothing was changed.",
                "Another program may hold it: try again.",
            )
        return older

    def _restore_clipboard(self, text: str, older: str) -> None:
        """Give the artist back what he had copied, unless something else is there by now."""
        clipboard = self._context.clipboard
        if clipboard is None or not older:
            return
        try:
            if clipboard.read_text().splitlines() == text.splitlines():
                clipboard.write_text(older)
        except EditorError:
            return

    def _opened(self) -> str:
        """Open the Blueprint's editor; the beginning of the sentence, up to its `lick` or `hen`."""
        try:
            self._context.editor.open_blueprint(self._before.path)
        except AssistantError:
            return f"Open {self._before.path}, then c"
        return "C"

    # --- waiting -------------------------------------------------------------------------------

    def _wait(self, step: ManualStep, look: Callable[[], ManualStepCheck]) -> ManualStepAnswer | None:
        """Wait for the artist; None where there is nobody to wait for. Ends with a last look."""

        def fresh_look() -> ManualStepCheck:
            self.read_again()
            return look()

        artist = self._context.artist
        answer = None if artist is None else artist.wait(step, fresh_look)
        self.was_stopped = answer == "stopped"
        if answer != "done":
            self.read_again()
        return answer

    def read_again(self) -> None:
        """Read the Blueprint; where that is not possible now, the last state stands."""
        try:
            found = self._context.editor.read_blueprint(self._before.path)
        except EditorError:
            return
        self._previous, self.now = self.now, found

    def _astray(self, wanted: Mapping[str, Node]) -> str:
        """Where the nodes went instead, as far as a look at what is unsaved shows."""
        other = next((item.name for item in self.now.graphs if find_pasted(item, wanted)), "")
        if other:
            return f"They went into {other} instead: they are to be undone there (Ctrl+Z)."
        try:
            unsaved = self._context.editor.blueprints_at_hand().unsaved[:_MOST_SEARCHED]
            known = self._context.editor.list_blueprints()
            for path in (item for item in unsaved if item in known and item != self._before.path):
                for graph in self._context.editor.read_blueprint(path).graphs:
                    if find_pasted(graph, wanted):
                        return f"They went into {graph.name} of {path} instead: undo that there (Ctrl+Z)."
        except EditorError:
            pass
        return "Nothing was changed."
