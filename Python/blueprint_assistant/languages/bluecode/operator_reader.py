"""Reads operators of BlueCode by how strongly they bind. Part of the parser.

One loop for all levels instead of a function for each: a bracket costs few frames of the stack, so
that deep nesting ends in our error and not in Python's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Call,
    Choice,
    Identifier,
    NumberLiteral,
    Operation,
)
from blueprint_assistant.languages.bluecode.nesting_depth import is_deeper
from blueprint_assistant.languages.bluecode.token_cursor import TokenCursor

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Operator
    from blueprint_assistant.languages.bluecode.lexer import Line, Token

__all__ = ["NOTHING", "OperatorReader"]

NOTHING: Final = frozenset({"none", "null", "nullptr", "nil"})
_DEEPEST: Final = 40
_DEEPEST_TREE: Final = 100
_NOT: Final = 4
_COMPARISON: Final = 5
_LEVELS: Final[dict[Operator, int]] = {
    "or": 1,
    "xor": 2,
    "and": 3,
    "==": _COMPARISON,
    "!=": _COMPARISON,
    "<": _COMPARISON,
    "<=": _COMPARISON,
    ">": _COMPARISON,
    ">=": _COMPARISON,
    "|": 6,
    "^": 7,
    "&": 8,
    "+": 9,
    "-": 9,
    "*": 10,
    "/": 10,
    "%": 10,
}
_SIGNS: Final[dict[str, Operator]] = {
    **{sign: sign for sign in _LEVELS if not sign.isalpha()},
    "||": "or",
    "&&": "and",
    "===": "==",
    "!==": "!=",
}
_WORDS: Final[dict[str, Operator]] = {"or": "or", "xor": "xor", "and": "and"}
_MISSING: Final = {
    "<<": "Multiply by a power of two.",
    ">>": "Divide by a power of two.",
}


class OperatorReader(TokenCursor):
    """Reads expressions; what stands between the operators, a subclass reads."""

    def __init__(self, line: Line, depth: int = 0) -> None:
        """Start at the first token; `depth` is how deep the line stands in other expressions."""
        super().__init__(line)
        self._depth = depth

    def _operand(self) -> Expression:
        """A value with what is called, indexed or taken of it."""
        raise NotImplementedError

    def expression(self) -> Expression:
        """An expression. Raises BlueCodeError."""
        start = self.token
        self._deeper()
        first = self._binary(1)
        if self.is_word("if"):
            token = self.take()
            condition = self._binary(1)
            if not self.skip_word("else"):
                raise self.error("A choice needs both values", "Write else and the other value behind it.")
            first = Choice(condition, first, self.expression(), place=token.place)
        elif self.is_sign("?"):
            token = self.take()
            if_true = self.expression()
            self.expect_sign(":", "the first value")
            first = Choice(first, if_true, self.expression(), place=token.place)
        self._depth -= 1
        if self._depth == 0 and is_deeper(first, _DEEPEST_TREE):
            # Long chains are read in a loop, but whoever walks the tree goes down with it.
            raise self._too_deep(start)
        return first

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self._too_deep(self.token)

    def _too_deep(self, token: Token) -> Exception:
        return self.error("The expression is nested too deeply", "Name parts of it with let.", token)

    def _operator(self) -> Operator | None:
        token = self.token
        if token.kind == "sign":
            if token.text in _MISSING:
                raise self.error(f"There is no operator {token.text}", _MISSING[token.text])
            return _SIGNS.get(token.text)
        return _WORDS.get(token.text.lower()) if token.kind == "name" else None

    def _binary(self, level: int) -> Expression:
        """Operators that bind at least as strongly as `level`, from the left."""
        first = self._unary(level)
        while True:
            operator = self._operator()
            if operator is None or _LEVELS[operator] < level:
                tested = self._tested(first) if level <= _COMPARISON else None
                if tested is None:
                    return first
                first = tested
            elif _LEVELS[operator] == _COMPARISON:
                first = self._comparisons(first)
            else:
                first = self._chain(operator, first)

    def _chain(self, operator: Operator, first: Expression) -> Expression:
        """A chain of the same operator is one operation."""
        place = self.token.place
        operands = [first]
        self._deeper()
        while self._operator() == operator:
            self.take()
            operands.append(self._binary(_LEVELS[operator] + 1))
        self._depth -= 1
        return Operation(operator, tuple(operands), place=place)

    def _comparisons(self, first: Expression) -> Expression:
        """`a < b < c` is two comparisons, as in Python."""
        found: list[Expression] = []
        while (operator := self._operator()) is not None and _LEVELS[operator] == _COMPARISON:
            place = self.take().place
            second = self._binary(_COMPARISON + 1)
            found.append(Operation(operator, (first, second), place=place))
            first = second
        return found[0] if len(found) == 1 else Operation("and", tuple(found), place=found[0].place)

    def _unary(self, level: int) -> Expression:
        if self.is_word("not") or self.is_sign("!"):
            token = self.take()
            self._deeper()
            # Python's `not` reaches over comparisons; behind a stronger operator over one value only.
            inner = (
                self._binary(_NOT) if level <= _NOT and token.text != "!" else self._unary(_COMPARISON + 1)
            )
            self._depth -= 1
            return Operation("not", (inner,), place=token.place)
        if self.is_sign("-", "+", "~"):
            return self._signed(self.take())
        return self._power(self._operand())

    def _power(self, base: Expression) -> Expression:
        """`base ** exponent`, which binds more strongly than a sign before it and to the right."""
        if not self.is_sign("**"):
            return base
        token = self.take()
        self._deeper()
        exponent = self._unary(_COMPARISON + 1)
        self._depth -= 1
        return Call(
            Identifier("pow", place=token.place), (Argument(base), Argument(exponent)), place=token.place
        )

    def _signed(self, token: Token) -> Expression:
        if self.is_at_end and self.peek(-2).is_sign("+", "-"):
            raise self.error("There is no ++ and no --", "Write += 1 or -= 1.", token)
        if token.text == "-" and self.token.kind == "number" and not self.peek().is_sign(".", "[", "**"):
            number = self.take()
            return NumberLiteral(f"-{number.text}", place=token.place)
        self._deeper()
        inner = self._unary(_COMPARISON + 1)
        self._depth -= 1
        if token.text == "+":
            return inner
        return Operation("neg" if token.text == "-" else "~", (inner,), place=token.place)

    def _tested(self, first: Expression) -> Expression | None:
        """`x is None`, `x in Items` and both with `not`; another `is` is a cast, which only an if asks."""
        token = self.token
        if self.is_word("is"):
            is_not = self.peek().is_word("not")
            word = self.peek(2 if is_not else 1)
            if not word.is_word(*NOTHING):
                return None
            for _ in range(3 if is_not else 2):
                self.take()
            valid = Call(Identifier("IsValid"), (Argument(first),), place=token.place)
            return valid if is_not else Operation("not", (valid,), place=token.place)
        is_not = self.is_word("not") and self.peek().is_word("in")
        if not is_not and not self.is_word("in"):
            return None
        if is_not:
            self.take()
        self.take()
        items = Argument(self._binary(_COMPARISON + 1))
        contains = Call(Identifier("Array_Contains"), (items, Argument(first)), place=token.place)
        return Operation("not", (contains,), place=token.place) if is_not else contains
