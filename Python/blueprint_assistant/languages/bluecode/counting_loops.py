"""Reads loops of C and JavaScript: `for (int i = 0; i < 9; i++)`, `for (auto x : Items)`. Of the parser.

A loop that counts up by one is a range; what else such a head can say has no node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import Identifier, NumberLiteral, Operation

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
    from blueprint_assistant.languages.bluecode.lexer import Token

__all__ = ["DECLARING", "is_declared", "one_less", "read_counting", "read_each"]

DECLARING: Final = (
    *("int", "int32", "uint8", "int64", "float", "double", "bool", "auto", "const", "let", "var", "string"),
    *("fstring", "fname", "ftext", "fvector", "frotator", "ftransform", "local", "final", "number", "char"),
)
"""Words before a name that is declared in C, C++, C#, JavaScript or Lua."""
_MOST_DIGITS: Final = 20
_FIX: Final = "Write for i in first..last: with both ends included."


def is_declared(cursor: ExpressionReader) -> bool:
    """Whether a type or word of declaring stands before a name and `=`: `int x =`, `const auto x =`."""
    token, following = cursor.token, cursor.peek()
    if token.kind != "name" or following.kind != "name":
        return False
    if token.is_word("const", "static") and cursor.peek(2).kind == "name":
        return cursor.peek(3).is_sign("=")
    return token.is_word(*DECLARING) and (cursor.peek(2).is_sign("=") or cursor.peek(2).kind == "end")


def read_each(cursor: ExpressionReader) -> tuple[str, Expression] | None:
    """`(auto x : Items)`, `(const x of Items)`, `(x in Items)`; None when the bracket says something else."""
    opening = cursor.take()
    while cursor.is_word(*DECLARING) and (cursor.peek().kind == "name" or cursor.peek().is_sign("&", "*")):
        cursor.take()
        cursor.skip_sign("&", "*")
    if cursor.is_name():
        name = cursor.take().text
        if cursor.skip_sign(":") or cursor.skip_word("of", "in"):
            items = cursor.expression()
            if not cursor.is_sign("..", ","):
                cursor.expect_sign(")", "the items")
                return name, items
    cursor.go_back(opening)
    return None


def read_counting(cursor: ExpressionReader) -> tuple[str, Expression, Expression] | None:
    """Name, first and last number of `(int i = 0; i < n; i++)`; None when the bracket says something else.

    Raises BlueCodeError for a loop that does not count up by one.
    """
    tokens = cursor.line.tokens
    if not any(token.is_sign(";") for token in tokens):
        return None
    cursor.expect_sign("(", "for")
    while cursor.is_word(*DECLARING) and cursor.peek().kind == "name":
        cursor.take()
    name = cursor.name("a name").text
    cursor.expect_sign("=", "the name")
    first = cursor.expression()
    cursor.expect_sign(";", "the first number")
    start = cursor.token
    last = _last(name, cursor.expression())
    if last is None:
        raise cursor.error(f"The loop must ask whether {name} is less than something", _FIX, start)
    cursor.expect_sign(";", "the condition")
    if not _counts_up(cursor, name):
        raise cursor.error("The loop must count up by one", _FIX)
    cursor.expect_sign(")", "the step")
    return name, first, last


def _last(name: str, condition: Expression) -> Expression | None:
    match condition:
        case Operation("<", (Identifier(counted), limit)) if counted == name:
            return one_less(limit)
        case Operation("<=", (Identifier(counted), limit)) if counted == name:
            return limit
        case _:
            return None


def _counts_up(cursor: ExpressionReader, name: str) -> bool:
    """Whether `i++`, `++i` or `i += 1` follows; it is read."""
    taken: list[Token] = []
    while not cursor.is_sign(")") and not cursor.is_at_end:
        taken.append(cursor.take())
    said = "".join(token.text for token in taken)
    return said in {f"{name}++", f"++{name}", f"{name}+=1", f"{name}={name}+1"}


def one_less(value: Expression) -> Expression:
    """The last number of a range that leaves its end out."""
    if (
        isinstance(value, NumberLiteral)
        and value.text.lstrip("-").isdigit()
        and len(value.text) < _MOST_DIGITS
    ):
        return NumberLiteral(str(int(value.text) - 1), place=value.place)
    return Operation("-", (value, NumberLiteral("1")), place=value.place)
