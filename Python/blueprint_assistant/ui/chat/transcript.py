"""The transcript as a list model: one row per message, tool call, notice or error.

Changed only through its methods, on the GUI thread. Views and exports read it; nothing here
measures or paints.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtCore import QObject

__all__ = ["ROW_ROLE", "RowKind", "ToolState", "Transcript", "TranscriptRow", "short_parameters"]

RowKind = Literal["user", "assistant", "tool", "notice", "error"]
ToolState = Literal["running", "ok", "failed", "stopped"]
ModelIndex = QModelIndex | QPersistentModelIndex

ROW_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 1
_MAX_SHORT: Final = 160
_MAX_SHORT_VALUE: Final = 60
_NO_INDEX: Final = QModelIndex()
_SENDERS: Final[dict[RowKind, str]] = {
    "user": "You",
    "assistant": "Assistant",
    "tool": "Tool",
    "notice": "Notice",
    "error": "Error",
}


@dataclass(frozen=True, slots=True)
class TranscriptRow:
    """One row. `text` is the message, or the tool's result; the other fields belong to tool rows.

    `parameters` is the short text beside the tool's name, `code` what the call says in several lines,
    `call_id` the provider's id.
    """

    kind: RowKind
    text: str
    is_streaming: bool = False
    call_id: str = ""
    tool: str = ""
    parameters: str = ""
    code: str = ""
    state: ToolState = "ok"
    elapsed_s: float = 0.0
    is_expanded: bool = False

    @property
    def plain(self) -> str:
        """The whole row as plain text, for copying and screen readers."""
        if self.kind != "tool":
            return f"{_SENDERS[self.kind]}: {self.text}"
        head = "\n".join(filter(None, (f"[{self.tool}] {self.parameters}".strip(), self.code)))
        return f"{head}\n{self.state}: {self.text}" if self.state != "running" else f"{head}\nrunning"


def short_parameters(parameters: Mapping[str, Any]) -> str:
    """The parameters of a tool call on one line, long values and long lists cut."""
    parts = [f"{name}={_short_value(value)}" for name, value in parameters.items()]
    text = " ".join(parts)
    return text if len(text) <= _MAX_SHORT else text[: _MAX_SHORT - 1] + "…"


def _short_value(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    text = " ".join(text.split())
    return text if len(text) <= _MAX_SHORT_VALUE else text[: _MAX_SHORT_VALUE - 1] + "…"


def _is_code(value: Any) -> bool:
    """Whether a parameter has lines of its own to be read."""
    return isinstance(value, str) and "\n" in value.strip()


class Transcript(QAbstractListModel):
    """The rows of a conversation, oldest first. `DisplayRole` is plain text, `ROW_ROLE` the row."""

    def __init__(self, parent: QObject | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._rows: list[TranscriptRow] = []
        self._running: dict[str, int] = {}
        self._stream: int | None = None

    # --- reading -------------------------------------------------------------------------

    def rowCount(self, parent: ModelIndex = _NO_INDEX) -> int:  # noqa: N802 - Qt's name
        """The number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A row as plain text, for screen readers, or whole."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return row.plain
        return None

    def row(self, number: int) -> TranscriptRow:
        """The row at a number from 0."""
        return self._rows[number]

    def plain_text(self) -> str:
        """The whole conversation as text, to copy or save."""
        return "\n\n".join(row.plain for row in self._rows)

    # --- messages ------------------------------------------------------------------------

    def add_user(self, text: str) -> None:
        """The user's message."""
        self._end_stream()
        self._append(TranscriptRow("user", text))

    def append_text(self, delta: str) -> None:
        """More of the assistant's message; the first delta opens its row."""
        if self._stream is None:
            self._stream = len(self._rows)
            self._append(TranscriptRow("assistant", delta, is_streaming=True))
            return
        row = self._rows[self._stream]
        self._change(self._stream, replace(row, text=row.text + delta))

    def finish_text(self, text: str) -> None:
        """The assistant's message as a whole: it replaces the streamed deltas."""
        if self._stream is None:
            if text.strip():
                self._append(TranscriptRow("assistant", text))
            return
        number, self._stream = self._stream, None
        self._change(number, TranscriptRow("assistant", text))

    def add_notice(self, text: str) -> None:
        """Something the user should know."""
        self._end_stream()
        self._append(TranscriptRow("notice", text))

    def add_error(self, text: str) -> None:
        """What failed and what to do."""
        self._end_stream()
        self._append(TranscriptRow("error", text))

    # --- tool calls ----------------------------------------------------------------------

    def start_tool(self, call_id: str, name: str, parameters: Mapping[str, Any]) -> None:
        """A tool call begins."""
        self._end_stream()
        self._running[call_id] = len(self._rows)
        code = {key: value for key, value in parameters.items() if _is_code(value)}
        short = {key: value for key, value in parameters.items() if key not in code}
        self._append(
            TranscriptRow(
                "tool",
                "",
                call_id=call_id,
                tool=name,
                parameters=short_parameters(short),
                code="\n\n".join(value.strip("\n") for value in code.values()),
                state="running",
            )
        )

    def finish_tool(self, call_id: str, name: str, *, state: ToolState, text: str, elapsed_s: float) -> None:
        """A tool call ended; one whose start was never told gets its row now."""
        if call_id not in self._running:
            self.start_tool(call_id, name, {})
        number = self._running.pop(call_id)
        row = self._rows[number]
        self._change(number, replace(row, text=text, state=state, elapsed_s=elapsed_s))

    def end_turn(self) -> None:
        """Nothing runs any more: what was still open is marked so."""
        self._end_stream()
        for number in self._running.values():
            self._change(number, replace(self._rows[number], state="stopped", text="Stopped."))
        self._running.clear()

    def toggle_expanded(self, number: int) -> None:
        """Show or hide the whole result of a tool row."""
        row = self._rows[number]
        if row.kind == "tool" and row.state != "running":
            self._change(number, replace(row, is_expanded=not row.is_expanded))

    def clear(self) -> None:
        """Forget all rows."""
        self.beginResetModel()
        self._rows.clear()
        self._running.clear()
        self._stream = None
        self.endResetModel()

    # --- changes -------------------------------------------------------------------------

    def _append(self, row: TranscriptRow) -> None:
        number = len(self._rows)
        self.beginInsertRows(QModelIndex(), number, number)
        self._rows.append(row)
        self.endInsertRows()

    def _change(self, number: int, row: TranscriptRow) -> None:
        self._rows[number] = row
        index = self.index(number)
        self.dataChanged.emit(index, index)

    def _end_stream(self) -> None:
        if self._stream is not None:
            number, self._stream = self._stream, None
            self._change(number, replace(self._rows[number], is_streaming=False))
