"""Reads what an if asks: a condition, or whether a value is of a class. Part of the parser.

Python's `isinstance(x, Class)` is `x is Class as x`: in the block, `x` means the result of the cast.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    NO_PLACE,
    Call,
    Identifier,
    If,
    Member,
    Operation,
    StringLiteral,
)

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Expression, Place
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
    from blueprint_assistant.languages.bluecode.lexer import Token

__all__ = ["IfHead", "read_test"]

_ASKING: Final = ("isa", "isaclass", "isclass", "isinstance", "isofclass", "isoftype", "istype")
"""What other languages ask an object; Unreal has no Blueprint function of these names."""
_CLASS_WORDS: Final = ("class", "getclass", "classname", "getclassname", "type", "gettype")


@dataclass(frozen=True, slots=True)
class IfHead:
    """An if without its else: `rest` is asked only when the cast succeeds, `is_not` swaps the ways."""

    condition: Expression
    cast_to: Identifier | None = None
    name: str = ""
    is_not: bool = False
    rest: Expression | None = None
    block: Block = ()
    place: Place = NO_PLACE

    def with_else(self, otherwise: Block) -> If:
        """The statement."""
        then = self.block
        if self.rest is not None:
            then = (If(self.rest, self.block, otherwise, place=self.place),)
        if self.is_not:
            then, otherwise = otherwise, then
        return If(self.condition, then, otherwise, self.cast_to, self.name, place=self.place)


def read_test(cursor: ExpressionReader, condition: Expression, start: Token) -> IfHead:
    """What follows a condition that began at `start`, up to the colon. Raises BlueCodeError."""
    if cursor.is_word("is"):
        return _with_rest(cursor, _is_class(cursor, condition))
    if start.kind != "name":
        return IfHead(condition)
    match condition:
        case Operation("and", (first, *others)) if (tested := _instance(first)) is not None:
            left = others[0] if len(others) == 1 else Operation("and", tuple(others), place=condition.place)
            return IfHead(tested.condition, tested.cast_to, tested.name, rest=left)
        case Operation("not", (inner,)) if (tested := _instance(inner)) is not None:
            return IfHead(tested.condition, tested.cast_to, tested.name, is_not=True)
        case _:
            return _instance(condition) or IfHead(condition)


def _is_class(cursor: ExpressionReader, condition: Expression) -> IfHead:
    """`is Class as name`, `is not Class`."""
    cursor.take()
    is_not = cursor.skip_word("not")
    if (
        cursor.is_word("a", "an")
        and cursor.peek().kind in ("name", "quoted")
        and not cursor.peek().is_word("as")
    ):
        cursor.take()
    token = cursor.take() if cursor.token.kind == "text" else cursor.name("a class")
    name = cursor.name("a name for the result").text if cursor.skip_word("as") else ""
    return IfHead(condition, Identifier(token.text, place=token.place), name, is_not=is_not)


def _with_rest(cursor: ExpressionReader, head: IfHead) -> IfHead:
    """`… is Class as name and condition`."""
    if not cursor.is_word("and") and not cursor.is_sign("&&"):
        return head
    if head.is_not:
        raise cursor.error("Nothing can be asked beside 'is not'", "Write an if inside of the if.")
    cursor.take()
    return IfHead(head.condition, head.cast_to, head.name, rest=cursor.expression())


def _instance(condition: Expression) -> IfHead | None:
    """`isinstance(x, Class)`, `x.IsA(Class)`, `x.GetClass() == "Class"`.

    No class is ever equal to a text, so that the second asks for the kind. With a class instead of a text
    it is a comparison of two classes, which there is.
    """
    match condition:
        case Operation("==" | "!=", (asked, StringLiteral(text))) if (
            of := _asked_for_class(asked)
        ) is not None:
            named = of.name if isinstance(of, Identifier) else ""
            kind = Identifier(text.strip(), place=condition.place)
            return IfHead(of, kind, named, is_not=condition.operator == "!=")
        case Call(Identifier("isinstance"), (value, kind)) if not value.pin and isinstance(
            kind.value, Identifier | Member
        ):
            named = value.value.name if isinstance(value.value, Identifier) else ""
            return IfHead(value.value, Identifier(kind.value.name, place=kind.value.place), named)
        case Call(Member() as asked, (kind,)) if asked.name.lower() in _ASKING and isinstance(
            kind.value, Identifier | Member | StringLiteral
        ):
            named = asked.of.name if isinstance(asked.of, Identifier) else ""
            text = kind.value.text if isinstance(kind.value, StringLiteral) else kind.value.name
            return IfHead(asked.of, Identifier(text.strip(), place=kind.value.place), named)
        case _:
            return None


def _asked_for_class(value: Expression) -> Expression | None:
    """`x` of `x.GetClass()` and `x.ClassName`."""
    if isinstance(value, Call) and not value.arguments:
        value = value.callee
    is_asked = isinstance(value, Member) and value.name.lower() in _CLASS_WORDS
    return value.of if is_asked and isinstance(value, Member) else None
