"""Reads expressions of BlueCode: values, calls, containers. Part of the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    BooleanLiteral,
    Call,
    Collection,
    Handler,
    Identifier,
    Index,
    Member,
    NumberLiteral,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.bluecode.format_texts import format_call, read_format
from blueprint_assistant.languages.bluecode.operator_reader import NOTHING, OperatorReader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.bluecode.lexer import Token

__all__ = ["ALIAS", "ExpressionReader"]

ALIAS: Final = "alias\n"
"""What the word alias reads as in a call: no pin is called so, for no name has a line feed."""

_ALIASES: Final = ("alias", "as", "_alias")
_CASTS: Final = ("cast", "static_cast", "dynamic_cast", "exactcast", "castchecked")
_CONSTANTS: Final = {"true": True, "false": False}


class ExpressionReader(OperatorReader):
    """The tokens of one line, read as expressions."""

    def _operand(self) -> Expression:
        return self.value()

    def value(self) -> Expression:
        """A value with what is called, indexed or taken of it. Raises BlueCodeError."""
        value = self._atom()
        while True:
            if self._is_template():
                value = self._template(value)
            elif self.is_sign("("):
                if (
                    isinstance(value, Member)
                    and isinstance(value.of, StringLiteral)
                    and value.name == "format"
                ):
                    value = format_call(value.of, self.arguments())
                    continue
                if not isinstance(value, Identifier | Member):
                    raise self.error("Only a name can be called", "Write its name before the bracket.")
                value = Call(value, self.arguments(), place=value.place)
            elif self.is_sign(".", "->", "::"):
                token = self.take()
                is_number = self.token.kind == "number" and self.token.text.isdigit()
                name = self.take() if is_number else self.name("a name after the dot")
                value = Member(value, name.text, place=token.place)
            elif self.is_sign("["):
                value = self._index(value, self.take())
            else:
                return value

    def _is_template(self) -> bool:
        """Whether `<Class>(` stands directly behind a name, as C++ calls what is made for a class."""
        opening, before = self.token, self.peek(-1)
        if not opening.is_sign("<") or before.kind != "name" or _end(before) != opening.column:
            return False
        name, pointer = self.peek(), self.peek(2).is_sign("*")
        closing, bracket = self.peek(2 + pointer), self.peek(3 + pointer)
        is_closed = closing.is_sign(">") and bracket.is_sign("(") and _end(closing) == bracket.column
        return name.kind == "name" and name.column == _end(opening) and is_closed

    def _template(self, value: Expression) -> Expression:
        """`Cast<Class>(x)` is `Cast(x, Class)`, others take the class first."""
        if not isinstance(value, Identifier | Member):
            raise self.error("Only a name can be called", "Write its name before the bracket.")
        self.take()
        kind = self.take()
        self.skip_sign("*")
        self.take()
        given = Argument(Identifier(kind.text, place=kind.place))
        arguments = self.arguments()
        is_cast = value.name.lower() in _CASTS
        callee = Identifier("Cast", place=value.place) if is_cast else value
        return Call(callee, (*arguments, given) if is_cast else (given, *arguments), place=value.place)

    def cast_behind(self, value: Expression) -> Expression:
        """`value as Class`, where nothing else begins with `as`. Raises BlueCodeError."""
        while self.is_word("as"):
            place = self.take().place
            kind = self.name("a class")
            named = Argument(Identifier(kind.text, place=kind.place))
            value = Call(Identifier("Cast", place=place), (Argument(value), named), place=place)
        return value

    def _index(self, of: Expression, token: Token) -> Expression:
        if self.is_sign(":", "::"):
            raise self.error("There are no slices", "Take one item by its number.")
        index = self.expression()
        if self.is_sign(":", "::"):
            raise self.error("There are no slices", "Take one item by its number.")
        self.expect_sign("]", "the index")
        return Index(of, index, place=token.place)

    def arguments(self) -> tuple[Argument, ...]:
        """Values in round brackets, by place or as `Pin=value`. Raises BlueCodeError."""
        self.expect_sign("(", "the name")
        found: list[Argument] = []
        while not self.skip_sign(")"):
            found.append(self._argument(found))
            if not self.skip_sign(",") and not self.is_sign(")"):
                raise self.error(
                    f"Expected ',' or ')' between values, found {self.shown()}", "Close the bracket."
                )
        return tuple(found)

    def _argument(self, before: Sequence[Argument]) -> Argument:
        if self.token.kind in ("name", "quoted", "number") and self.peek().is_sign("=", ":="):
            token = self.take()
            self.take()
            pin = ALIAS if token.is_word(*_ALIASES) else token.text
            return Argument(self.expression(), pin, place=token.place)
        if self.is_sign("["):
            place = self.token.place
            pin = self._bracket_pin()
            if pin:
                return Argument(self.expression(), pin, place=place)
        if self.is_sign("*", "**"):
            raise self.error("Values cannot be unpacked", "Write every value of the call.")
        if before and before[-1].pin and before[-1].pin != ALIAS:
            raise self.error(
                "A value without a pin name stands behind one with it", "Name the pin of this value too."
            )
        return Argument(self.expression())

    def _bracket_pin(self) -> str:
        """`[0]=value`: the pins of containers are called so."""
        if self.peek().kind == "number" and self.peek(2).is_sign("]") and self.peek(3).is_sign("="):
            self.take()
            number = self.take().text
            self.take()
            self.take()
            return f"[{number}]"
        return ""

    def _atom(self) -> Expression:
        token = self.token
        if token.kind == "number":
            return NumberLiteral(self.take().text, place=token.place)
        if token.kind == "text":
            return StringLiteral(self._texts(), place=token.place)
        if token.kind == "format":
            return self._format(self.take())
        if token.kind == "quoted":
            return Identifier(self.take().text, place=token.place)
        if token.kind == "name":
            return self._word(self.take())
        if self.is_sign("("):
            return self._round()
        if self.is_sign("["):
            return Collection("array", tuple(self._items("]")), place=token.place)
        if self.is_sign("{"):
            return self._curly()
        raise self.error(
            f"Expected a value, found {self.shown()}", "Write a name, a number, a text or a call."
        )

    def _texts(self) -> str:
        """A text; several behind one another are one, as in Python."""
        parts: list[str] = []
        while self.token.kind == "text":
            parts.append(self.take().text)
        return "".join(parts)

    def _format(self, token: Token) -> Expression:
        return read_format(token, lambda line: ExpressionReader(line, self._depth))

    def _word(self, token: Token) -> Expression:
        word = token.text.lower()
        if word in _CONSTANTS:
            return BooleanLiteral(_CONSTANTS[word], place=token.place)
        if word in NOTHING:
            return Identifier("None", place=token.place)
        if word in ("event", "delegate") and self.is_name():
            kind = self.take().text
            if word == "event":
                return Handler("event", kind, place=token.place)
            return Handler("delegate", kind, place=token.place)
        if word == "lambda":
            raise self.error(
                "There are no functions without a name",
                "Write its statements in a custom event or function of its own.",
                token,
            )
        if word == "await":
            while self.skip_word("await"):
                pass
            return self.value()
        if word == "new" and self.token.kind == "name":
            return self._word(self.take())
        if word in ("self", "this"):
            return Identifier("self", place=token.place)
        return Identifier(token.text, place=token.place)

    def _round(self) -> Expression:
        token = self.take()
        if self.skip_sign(")"):
            return Tuple((), place=token.place)
        items = [self.cast_behind(self.expression())]
        is_tuple = False
        while self.skip_sign(","):
            is_tuple = True
            if self.is_sign(")"):
                break
            items.append(self.expression())
        self.expect_sign(")", "the value")
        return Tuple(tuple(items), place=token.place) if is_tuple else items[0]

    def _items(self, closing: str) -> list[Expression]:
        self.take()
        items: list[Expression] = []
        while not self.skip_sign(closing):
            items.append(self.expression())
            if self.is_word("for"):
                raise self.error("There are no comprehensions", "Fill the array in a for loop.")
            if not self.skip_sign(",") and not self.is_sign(closing):
                raise self.error(f"Expected ',' or '{closing}', found {self.shown()}", "Close the bracket.")
        return items

    def _curly(self) -> Expression:
        token = self.take()
        items: list[Expression] = []
        is_map: bool | None = None
        while not self.skip_sign("}"):
            items.append(self.expression())
            has_value = self.skip_sign(":")
            if is_map is not None and is_map != has_value:
                raise self.error("Some items have a key and some have none", "Give each a key with a colon.")
            is_map = has_value
            if has_value:
                items.append(self.expression())
            if not self.skip_sign(",") and not self.is_sign("}"):
                raise self.error(f"Expected ',' or '}}', found {self.shown()}", "Close the bracket.")
        return Collection("map" if is_map or not items else "set", tuple(items), place=token.place)


def _end(token: Token) -> int:
    """The column behind a token that stands in the text as it is."""
    return token.column + len(token.text)
