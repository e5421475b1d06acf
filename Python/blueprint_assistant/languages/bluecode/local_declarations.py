"""Local variables that a function declares: `var Name: type = value`. Part of parser and printer.

They stand at the beginning of its body. A value that is no literal is set by a statement of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    BooleanLiteral,
    Identifier,
    Local,
    NumberLiteral,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.languages.ast.syntax_tree import Expression, Statement
    from blueprint_assistant.languages.bluecode.lexer import Line

__all__ = ["declares_local", "local_words", "read_local"]

_WORDS: Final = ("var", "local")
_LITERALS: Final = NumberLiteral | StringLiteral | BooleanLiteral


def declares_local(line: Line) -> bool:
    """Whether a line is `var Name: type`, with or without a value."""
    cursor = ExpressionReader(line)
    if not cursor.is_word(*_WORDS) or line.region is not None:
        return False
    cursor.take()
    cursor.skip_word("var")
    return cursor.is_name() and cursor.peek().is_sign(":")


def read_local(line: Line, type_of: Callable[[ExpressionReader], str]) -> tuple[Local, Statement | None]:
    """The variable of a line, and the statement that sets it to what is no literal. Raises BlueCodeError."""
    cursor = ExpressionReader(line)
    cursor.take()
    cursor.skip_word("var")
    name = cursor.name("the name of a variable")
    cursor.skip_sign(":")
    kind = type_of(cursor)
    value = cursor.expression() if cursor.skip_sign("=", ":=") else None
    cursor.expect_end()
    if value is None or _is_literal(value):
        return Local(name.text, kind, value, place=name.place), None
    target = Identifier(name.text, place=name.place)
    return Local(name.text, kind, place=name.place), Assign(target, value, place=name.place)


def local_words(item: Local, name_of: Callable[[str], str], words_of: Callable[[Expression], str]) -> str:
    """The line that declares a variable."""
    value = "" if item.value is None else f" = {words_of(item.value)}"
    return f"var {name_of(item.name)}: {item.type}{value}"


def _is_literal(value: Expression) -> bool:
    if isinstance(value, Tuple):
        return all(map(_is_literal, value.items))
    return isinstance(value, _LITERALS) or value == Identifier("None")
