"""Heads of inputs: `on input IA_Jump()`, `on InputKey E:`, and the ways of an input. Part of the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import EntryKind
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
    from blueprint_assistant.languages.bluecode.lexer import Line

__all__ = ["INPUT_WAYS", "is_input_way", "read_kind"]

INPUT_WAYS: Final = frozenset(
    {"triggered", "started", "ongoing", "canceled", "completed", "pressed", "released"}
)
_INPUTS: Final = (
    "input",
    "inputkey",
    "inputaction",
    "inputaxis",
    "enhancedinput",
    "enhancedinputaction",
    "key",
)
_SECOND: Final = ("key", "action", "axis")


def read_kind(cursor: ExpressionReader) -> EntryKind:
    """What stands between `on` and a name: nothing, `node`, or a word for inputs; it is read."""
    if cursor.skip_word("node"):
        return "node"
    if not cursor.skip_word(*_INPUTS):
        return "event"
    if cursor.is_word(*_SECOND) and cursor.peek().kind in ("name", "quoted"):
        cursor.take()
    return "input"


def is_input_way(line: Line) -> bool:
    """Whether a line begins with the name of an exec output that only inputs have, and a colon."""
    first, *others = line.tokens
    return first.is_word(*INPUT_WAYS) and others[0].is_sign(":")
