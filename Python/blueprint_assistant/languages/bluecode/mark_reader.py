"""Reads marks before a statement or head: `@disabled`, `@server`, `@"bLoop=True"`. Part of the parser.

A word behind `@` that is no mark is a label. Marks may stand on a line of their own, above.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.marks import is_mark_word

if TYPE_CHECKING:
    from blueprint_assistant.languages.bluecode.token_cursor import TokenCursor

__all__ = ["is_mark", "read_marks"]

_SIZE: Final = 2


def is_mark(cursor: TokenCursor, ahead: int = 0) -> bool:
    """Whether a mark stands `ahead` tokens further on."""
    word, following = cursor.peek(ahead + 1), cursor.peek(ahead + _SIZE)
    if not cursor.peek(ahead).is_sign("@") or following.is_sign(":"):
        return False
    return word.kind == "text" or (word.kind == "name" and is_mark_word(word.text))


def read_marks(cursor: TokenCursor) -> tuple[str, ...]:
    """The marks that stand next, in their order."""
    found: list[str] = []
    while is_mark(cursor):
        cursor.take()
        token = cursor.take()
        found.append(token.text if token.kind == "text" else token.text.lower())
    return tuple(found)
