"""The assistant's window: chat on the left, the Blueprint's graphs on the right."""

from __future__ import annotations

import base64
import binascii
import json
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QByteArray, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QWidget

from blueprint_assistant.conversation.events import ErrorRaised, RevertFinished, ToolFinished
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.ui.chat.panel import ChatPanel
from blueprint_assistant.ui.colors import SLATE
from blueprint_assistant.ui.glyphs import glyph_icon
from blueprint_assistant.ui.graph_panel import GraphPanel
from blueprint_assistant.ui.theme import apply_theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QCloseEvent

    from blueprint_assistant.conversation.events import ConversationEvent
    from blueprint_assistant.ui.commands import Conversation

__all__ = ["AssistantWindow", "CloseAction"]

CloseAction = Literal["close", "hide"]

_TITLE: Final = "Blueprint AI Assistant"
_SIZE: Final = (1360, 820)
_MIN_SIZE: Final = (720, 420)
_SHARES: Final = (470, 890)
_STATE_VERSION: Final = 1


class AssistantWindow(QWidget):
    """The top-level widget. Everything here happens on the GUI thread.

    The conversation is told what the user wants; what it does comes back through `post`.
    `on_close` is whether closing keeps the window for later (`hide`) or ends it (`close`).
    """

    closed = Signal()

    def __init__(
        self,
        conversation: Conversation,
        *,
        model_label: str = "",
        on_close: CloseAction = "close",
        do_by_hand: Callable[[], object] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Build the window, not yet shown. `model_label` is what the header says: `Claude · model`.

        `do_by_hand` does what the user is asked to do, where there is no editor to do it in.
        """
        super().__init__(parent, Qt.WindowType.Window)
        self._conversation = conversation
        self._on_close = on_close
        self.setObjectName("window")
        self.setWindowTitle(_TITLE)
        self.setWindowIcon(glyph_icon("event", SLATE["accent_text"]))
        self.setMinimumSize(*_MIN_SIZE)
        self.resize(*_SIZE)
        self.chat = ChatPanel(model_label, self, can_do_by_hand=do_by_hand is not None)
        self.graphs = GraphPanel(self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(3)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(self.chat)
        self._splitter.addWidget(self.graphs)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.setSizes(list(_SHARES))
        self.chat.setMinimumWidth(300)
        self.graphs.setMinimumWidth(280)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._splitter)
        self.chat.submitted.connect(self._send)
        self.chat.stop_requested.connect(conversation.stop)
        self.chat.clear_requested.connect(self._clear)
        card = self.chat.hand_card
        card.skip_requested.connect(conversation.skip_hand_step)
        card.copy_requested.connect(conversation.copy_hand_step)
        if do_by_hand is not None:
            card.do_requested.connect(do_by_hand)
        self.chat.revert_card.plan_requested.connect(self._plan_revert)
        self.chat.revert_card.revert_requested.connect(self._revert)
        apply_theme(self)
        self.chat.composer.box.setFocus()

    def post(self, event: ConversationEvent) -> None:
        """Show one event of the conversation. GUI thread only."""
        self.chat.post(event)
        if isinstance(event, ToolFinished) and event.blueprint is not None:
            self.graphs.show_blueprint(event.blueprint)
        elif isinstance(event, RevertFinished):
            self._show_reverted(event)

    def set_model(self, label: str) -> None:
        """Name another provider and model in the header."""
        self.chat.header.set_model(label)

    def _send(self, text: str) -> None:
        """Start a turn. A message that is refused comes back into the box: it may be long."""
        try:
            self._conversation.send(text)
        except AssistantError as error:
            self.chat.post(ErrorRaised(error.code, str(error)))
            if not self.chat.composer.box.text():
                self.chat.composer.set_text(text)

    def _plan_revert(self, direction: Literal["undo", "redo"]) -> None:
        try:
            self._conversation.plan_revert(direction)
        except AssistantError as error:
            self.chat.post(ErrorRaised(error.code, str(error)))

    def _revert(self, direction: Literal["undo", "redo"], despite_conflicts: bool) -> None:
        try:
            self._conversation.revert(direction, despite_conflicts=despite_conflicts)
        except AssistantError as error:
            self.chat.post(ErrorRaised(error.code, str(error)))
            self.chat.revert_card.show_offer()

    def _show_reverted(self, event: RevertFinished) -> None:
        for blueprint in event.blueprints:
            self.graphs.show_blueprint(blueprint)
        for path in event.gone:
            self.graphs.forget_blueprint(path)

    def _clear(self) -> None:
        try:
            self._conversation.clear()
        except AssistantError as error:  # a turn has begun that this window does not show yet
            self.chat.post(ErrorRaised(error.code, str(error)))
            return
        self.chat.clear()
        self.chat.composer.box.setFocus()

    # --- state between sessions ----------------------------------------------------------

    def save_state(self) -> bytes:
        """Place, size and division of the window, for `restore_state`."""
        state = {
            "version": _STATE_VERSION,
            "geometry": base64.b64encode(self.saveGeometry().data()).decode("ascii"),
            "splitter": base64.b64encode(self._splitter.saveState().data()).decode("ascii"),
        }
        return json.dumps(state).encode("ascii")

    def restore_state(self, state: bytes) -> bool:
        """Take up a saved state; whether it could be read. Anything else changes nothing."""
        try:
            values = json.loads(state)
            if values["version"] != _STATE_VERSION:
                return False
            geometry = base64.b64decode(values["geometry"], validate=True)
            splitter = base64.b64decode(values["splitter"], validate=True)
        except (ValueError, KeyError, TypeError, binascii.Error):
            return False
        return self.restoreGeometry(QByteArray(geometry)) and self._splitter.restoreState(
            QByteArray(splitter)
        )

    def closeEvent(self, event: QCloseEvent) -> None:  # noqa: N802 - Qt's name
        """Hide or close, as the constructor was told; a running turn goes on in a hidden window."""
        if self._on_close == "hide":
            event.ignore()
            self.hide()
            return
        super().closeEvent(event)
        self.closed.emit()
