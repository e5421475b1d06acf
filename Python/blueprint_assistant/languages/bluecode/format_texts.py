"""F-strings: format texts with what stands in their braces as arguments. Part of parser and printer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    BooleanLiteral,
    Call,
    Identifier,
    NumberLiteral,
    StringLiteral,
)
from blueprint_assistant.languages.bluecode.lexer import BlueCodeError, read_lines
from blueprint_assistant.languages.bluecode.quotes import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.bluecode.lexer import Line, Token
    from blueprint_assistant.languages.bluecode.operator_reader import OperatorReader

__all__ = ["format_words", "read_format"]

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
        name = value.name if isinstance(value, Identifier) else ""
        if not name or arguments.get(name, Argument(value)).value != value:
            name = f"Value{len(arguments) + 1}"
        arguments[name] = Argument(value, name)
        said.append(f"{{{name}}}")
    text = Argument(StringLiteral("".join(said), place=token.place), "Format")
    return Call(Identifier("FormatText"), (text, *arguments.values()), place=token.place)


def format_words(call: Call, words_of: Callable[[Expression], str]) -> str | None:
    """The f-string that is read as just this call of FormatText; None when there is none."""
    first, *others = call.arguments or (Argument(Identifier("")),)
    if (
        call.callee != Identifier("FormatText")
        or first.pin != "Format"
        or not isinstance(first.value, StringLiteral)
    ):
        return None
    values = {item.pin: item.value for item in others}
    names = _PLACE.findall(first.value.text)
    if not names or list(dict.fromkeys(names)) != [item.pin for item in others]:
        return None
    if _NOT_AS_IT_IS & set(_PLACE.sub("", first.value.text)) or not _are_given_again(names, values):
        return None
    words = {name: words_of(value) for name, value in values.items()}
    if any(_READ_ALONE & set(said) for said in words.values()):
        return None
    return "f" + quoted(_PLACE.sub(lambda match: f"{{{words[match[1]]}}}", first.value.text))


_PLACE: Final = re.compile(r"\{([^{}]+)\}")
_NOT_AS_IT_IS: Final = frozenset('{}`"\\')
"""What means something else in an f-string."""
_READ_ALONE: Final = _NOT_AS_IT_IS | frozenset(":!'")
"""What means something else between its braces."""


def _are_given_again(names: list[str], values: dict[str, Expression]) -> bool:
    """Whether an f-string would give the values these names: those of what they are, or Value1, Value2."""
    known: dict[str, Expression] = {}
    for name in names:
        value = values[name]
        given = value.name if isinstance(value, Identifier) else ""
        if not given or known.get(given, value) != value:
            given = f"Value{len(known) + 1}"
        if given != name:
            return False
        known[name] = value
    return True


def format_call(text: StringLiteral, arguments: tuple[Argument, ...]) -> Expression:
    """`"HP {} of {}".format(a, b)`: the same as an f-string."""
    values = {item.pin or str(number): item.value for number, item in enumerate(arguments)}
    names: dict[str, str] = {}
    count = 0

    def named(match: re.Match[str]) -> str:
        nonlocal count
        if match[0] in _ESCAPED:
            return _ESCAPED[match[0]]
        key = match[1] or str(count)
        count += not match[1]
        value = values.get(key)
        name = (
            value.name
            if isinstance(value, Identifier)
            else key
            if not key.isdigit()
            else f"Value{int(key) + 1}"
        )
        names[key] = name
        return f"{{{name}}}"

    said = re.sub(r"\{\{|\}\}|\{(\w*)\}", named, text.text)
    given = [Argument(values[key], name) for key, name in names.items() if key in values]
    made = (Argument(StringLiteral(said, place=text.place), "Format"), *given)
    return Call(Identifier("FormatText"), made, place=text.place)


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
                    "A brace in the text was never opened", "Leave it out, or write }} for a brace.", token
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
            raise _error(
                "A brace in the text was never opened", "Leave it out, or write }} for a brace.", token
            )
        inside = None
    if inside is not None:
        raise _error("A brace in the text is not closed", "Close it with }, or write {{ for a brace.", token)


def _value(source: str, token: Token, open_line: Callable[[Line], OperatorReader]) -> Expression:
    try:
        lines = read_lines(source.strip())
        if not lines:
            raise _error("There is nothing in the braces", "Put a name into them, or leave them out.", token)
        cursor = open_line(_placed(lines[0], token))
        value = cursor.expression()
    except BlueCodeError as error:
        raise _error(error.reason, error.fix, token) from None
    if cursor.skip_sign("!"):
        cursor.name("r or s")
    if cursor.skip_sign(":"):
        return _formatted(value, source.rpartition(":")[2].strip(), token)
    if not cursor.is_at_end or len(lines) > 1:
        raise _error(f"{cursor.shown()} is too much in the braces", "Leave it out.", token)
    return value


def _placed(line: Line, token: Token) -> Line:
    """The line of a value with the places that it has in the program."""
    moved = (item._replace(line=token.line, column=token.column + item.column) for item in line.tokens)
    return replace(line, tokens=tuple(moved))


def _formatted(value: Expression, form: str, token: Token) -> Expression:
    """`{Health:.1f}`: the node that makes a text of a number can round; what else Python can, it cannot."""
    if form in _PLAIN:
        return value
    digits = _DIGITS.fullmatch(form)
    if digits is None:
        raise _error(
            f"Texts cannot be formatted with '{form[:20]}'",
            "Only the number of digits can be said, such as :.2f.",
            token,
        )
    count = NumberLiteral(digits[1])
    return Call(
        Identifier("Conv_DoubleToText"),
        (
            Argument(value, "Value"),
            Argument(BooleanLiteral(is_true=False), "bUseGrouping"),
            Argument(count, "MinimumFractionalDigits"),
            Argument(count, "MaximumFractionalDigits"),
        ),
        place=token.place,
    )


def _error(what: str, fix: str, token: Token) -> BlueCodeError:
    return BlueCodeError(what, fix, line=token.line, column=token.column)
