"""`unreal.ScopedEditorTransaction`: a context manager around changes that form one undo step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from unreal_sandbox.desk.undo_commands import cancel_transaction
from unreal_sandbox.glue.names_and_texts import Text, description

if TYPE_CHECKING:
    from types import TracebackType

    from unreal_sandbox.glue.namespace import Types

__all__ = ["scoped_transaction_type"]


class ScopedEditorTransaction:
    """Joins the open transaction when there is one. An exception inside rolls nothing back."""

    __slots__ = ("_desc", "_is_open")
    __module__ = "unreal"
    _types: Types

    def __init__(self, desc: Text | str) -> None:
        self._desc = description(desc)
        self._is_open = False

    def __enter__(self) -> Self:
        editor = self._types.editor()
        editor.check_game_thread("ScopedEditorTransaction")
        editor.transactions.begin(self._desc)
        self._is_open = True
        return self

    def __exit__(
        self,
        type: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> Literal[False]:
        if self._is_open:
            self._is_open = False
            self._types.editor().transactions.end()
        return False

    def cancel(self) -> None:
        """Drop the record. What was changed stays changed."""
        if self._is_open:
            cancel_transaction(self._types.editor())


def scoped_transaction_type(types: Types) -> Any:
    """The type for one engine version's namespace."""
    body = {"__slots__": (), "__module__": "unreal", "_types": types}
    return type("ScopedEditorTransaction", (ScopedEditorTransaction,), body)
