"""Reads loops of C and JavaScript: `for (int i = 0; i < 9; i++)`, `for (auto x : Items)`. Of the parser.

A loop that counts by a written number is a range (`stepped_loops`); what else such a head says has no node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import Identifier, Operation
from blueprint_assistant.languages.bluecode.stepped_loops import Count, one_more

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
    from blueprint_assistant.languages.bluecode.lexer import Token

__all__ = ["DECLARING", "is_declared", "read_counting", "read_each"]

DECLARING: Final = (
    *("int", "int32", "uint8", "int64", "float", "double", "bool", "auto", "const", "let", "var", "string"),
    *("fstring", "fname", "ftext", "fvector", "frotator", "ftransform", "local", "final", "number", "char"),
)
"""Words before a name that is declared in C, C++, C#, JavaScript or Lua."""


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


def read_counting(cursor: ExpressionReader) -> Count | None:
    """What `(int i = 0; i < n; i++)` counts; None when the bracket says something else.

    Raises BlueCodeError for a loop that does not count from one number to another.
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
    limit = _limit(name, cursor.expression())
    if limit is None:
        what = f"The loop must ask whether {name} is less or more than something"
        raise cursor.error(what, f"Write for {name} in range(first, end, step):", start)
    cursor.expect_sign(";", "the condition")
    start = cursor.token
    step = _step(cursor, name)
    if step is None:
        raise cursor.error(
            f"The loop must count {name} by a whole number", f"Write {name}++ or {name} += 2.", start
        )
    last, is_upwards = limit
    if (step > 0) != is_upwards:
        way, sign = ("up", "+") if is_upwards else ("down", "-")
        what = f"The loop counts away from its end, so that it runs never or for ever: it must count {way}"
        raise cursor.error(what, f"Write {name}{sign}{sign} here.", start)
    cursor.expect_sign(")", "the step")
    return Count(name, first, last, step)


def _limit(name: str, condition: Expression) -> tuple[Expression, bool] | None:
    """The last number of a condition, and whether the loop counts up to it."""
    match condition:
        case Operation("<" | "<=" | ">" | ">=", (Identifier(counted), limit)) if counted == name:
            is_upwards = condition.operator in ("<", "<=")
            is_outside = condition.operator in ("<", ">")
            return one_more(limit, (-1 if is_upwards else 1) if is_outside else 0), is_upwards
        case _:
            return None


def _step(cursor: ExpressionReader, name: str) -> int | None:
    """What `i++`, `--i`, `i += 2` or `i = i - 2` adds; it is read. None for all else, and for nothing."""
    taken: list[Token] = []
    while not cursor.is_sign(")") and not cursor.is_at_end:
        taken.append(cursor.take())
    said = "".join(token.text for token in taken)
    if said in (f"{name}++", f"++{name}"):
        return 1
    if said in (f"{name}--", f"--{name}"):
        return -1
    for sign in ("+", "-"):
        for head in (f"{name}{sign}=", f"{name}={name}{sign}"):
            size = said.removeprefix(head)
            if said.startswith(head) and size.isdecimal() and int(size[:9]) > 0:
                return int(f"{sign}{size[:9]}")
    return None
