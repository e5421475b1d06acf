"""Reads f-strings: format texts with what stands in their braces as arguments. Part of the parser."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.bluecode.lexer import BlueCodeError, read_lines
from blueprint_assistant.languages.tree import Argument, Call, Name, Number, Text, Truth

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.languages.bluecode.lexer import Line, Token
    from blueprint_assistant.languages.bluecode.operators import OperatorReader
    from blueprint_assistant.languages.tree import Expression

__all__ = ["read_format"]

_PART: Final = re.compile(r"\{\{|\}\}|[{}]|[^{}]+")
_ESCAPED: Final = {"{{": "`{", "}}": "`}"}
"""Format texts of the engine take a brace behind a back quote as it is."""
_DIGITS: Final = re.compile(r"[0-9]*\.([0-9])f")
_PLAIN: Final = frozenset({"", "s", "d"})


def read_format(token: Token, open_line: Callable[[Line], OperatorReader]) -> Expression:
    """The call of FormatText for an f-string. Raises BlueCodeError."""
    said: list[str] = []
    arguments: dict[str, Argument] = {}
    for is_value, part in _parts(token):
        if not is_value:
            said.append(part)
            continue
        value = _value(part, token, open_line)
        name = value.name if isinstance(value, Name) else ""
        if not name or arguments.get(name, Argument(value)).value != value:
            name = f"Value{len(arguments) + 1}"
        arguments[name] = Argument(value, name)
        said.append(f"{{{name}}}")
    text = Argument(Text("".join(said), place=token.place), "Format")
    return Call(Name("FormatText"), (text, *arguments.values()), place=token.place)


def _parts(token: Token) -> Iterator[tuple[bool, str]]:
    """What stands outside of braces as (False, text) and in them as (True, text)."""
    inside: list[str] | None = None
    depth = 0
    for match in _PART.finditer(token.text):
        part = match[0]
        if inside is None:
            if part == "{":
                inside, depth = [], 1
            elif part == "}":
                raise _error(
                    "A brace in the text was never opened", "Write {value}, or }} for a brace.", token
                )
            else:
                yield False, _ESCAPED.get(part, part)
            continue
        depth += part.count("{") - part.count("}")
        if depth > 0:
            inside.append(part)
            continue
        yield True, "".join(inside)
        # `}}` behind a value closes it and is a brace too many.
        if depth < 0:
            raise _error("A brace in the text was never opened", "Write {value}, or }} for a brace.", token)
        inside = None
    if inside is not None:
        raise _error("A brace in the text is not closed", "Write {value}, or {{ for a brace.", token)


def _value(source: str, token: Token, open_line: Callable[[Line], OperatorReader]) -> Expression:
    try:
        lines = read_lines(source.strip())
        if not lines:
            raise _error("There is nothing in the braces", "Write {value}.", token)
        cursor = open_line(lines[0])
        value = cursor.expression()
    except BlueCodeError as error:
        raise _error(error.reason, error.fix, token) from None
    if cursor.skip_sign("!"):
        cursor.name("r or s")
    if cursor.skip_sign(":"):
        return _formatted(value, source.rpartition(":")[2].strip(), token)
    if not cursor.is_at_end or len(lines) > 1:
        raise _error(f"{cursor.shown()} is too much in the braces", "Write {value}.", token)
    return value


def _formatted(value: Expression, form: str, token: Token) -> Expression:
    """`{Health:.1f}`: the node that makes a text of a number can round; what else Python can, it cannot."""
    if form in _PLAIN:
        return value
    digits = _DIGITS.fullmatch(form)
    if digits is None:
        raise _error(f"Texts cannot be formatted with '{form[:20]}'", "Write {value} or {value:.2f}.", token)
    count = Number(digits[1])
    return Call(
        Name("Conv_DoubleToText"),
        (
            Argument(value, "Value"),
            Argument(Truth(is_true=False), "bUseGrouping"),
            Argument(count, "MinimumFractionalDigits"),
            Argument(count, "MaximumFractionalDigits"),
        ),
        place=token.place,
    )


def _error(what: str, fix: str, token: Token) -> BlueCodeError:
    return BlueCodeError(what, fix, line=token.line, column=token.column)
