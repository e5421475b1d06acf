"""Refuses marks that a node would get: the editor has no call for them. Part of `lowering` and `merge`.

A mark that repeats what the node of the graph has is fine, and so is none at an entry that has some.
"""

from __future__ import annotations

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.marks import hard_marks, is_mark_word, remedy_of

__all__ = ["UnsupportedMarkError", "refuse_changed_marks", "refuse_new_marks"]


class UnsupportedMarkError(GraphError):
    """A node would have to be marked, which nothing does but the artist's hand."""

    code = "unsupported_statement"

    def __init__(self, what: str, mark: str, fix: str) -> None:
        """Say what the artist does instead."""
        super().__init__(what, f"{fix} {remedy_of(mark)} in the editor.")
        self.mark = mark


def refuse_new_marks(marks: tuple[str, ...]) -> None:
    """Raise UnsupportedMarkError for the marks of a node that is to be made."""
    for mark in marks:
        said = _written(mark)
        raise UnsupportedMarkError(
            f"A new node cannot be made {said} from here.", mark, f"Leave {said} out, and afterwards"
        )


def refuse_changed_marks(there: tuple[str, ...], said: tuple[str, ...]) -> None:
    """Raise UnsupportedMarkError where a program wants other marks than a node has."""
    missing = sorted(hard_marks(said) - hard_marks(there))
    for mark in missing:
        word = _written(mark)
        what = f"The node that is there is not {word}, and cannot be made so from here."
        raise UnsupportedMarkError(what, mark, f"Leave {word} out, and afterwards")
    for mark in sorted(hard_marks(there) - hard_marks(said)):
        word = _written(mark)
        what = f"The node that is there is {word}, which cannot be taken from it here."
        raise UnsupportedMarkError(what, mark, f"Write {word} before it as well, or")


def _written(mark: str) -> str:
    return f"@{mark}" if is_mark_word(mark) else f'@"{mark}"'
