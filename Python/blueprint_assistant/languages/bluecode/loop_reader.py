"""Reads loops of BlueCode, in the spellings of Python, C and JavaScript. Part of the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.blocks import has_break
from blueprint_assistant.languages.ast.syntax_tree import Call, ForEach, Identifier, While
from blueprint_assistant.languages.bluecode.counting_loops import read_counting, read_each
from blueprint_assistant.languages.bluecode.simple_statements import SimpleReader
from blueprint_assistant.languages.bluecode.source_lines import error_at
from blueprint_assistant.languages.bluecode.stepped_loops import Count, StepError, range_of, whole_number

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Expression, Statement
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
    from blueprint_assistant.languages.bluecode.lexer import Line

__all__ = ["LoopReader"]

_MOST_OF_RANGE: Final = 3


class LoopReader(SimpleReader):
    """Reads `for` and `while`, beside what has no block."""

    def _for(self, line: Line, cursor: ExpressionReader) -> Statement:
        cursor.take()
        following = cursor.peek()
        if cursor.is_word("each") and following.kind in ("name", "quoted") and not following.is_word("in"):
            cursor.take()
        if cursor.is_sign("("):
            counting = read_counting(cursor)
            if counting is not None:
                body = self._inner(line, cursor, "for")
                return self._counted(line, counting, body, is_checked=True)
            each = read_each(cursor)
            if each is not None:
                return self._for_each(line, cursor, [each[0]], each[1], "")
        bracketed = cursor.skip_sign("(")
        names = [self._loop_name(cursor)]
        while cursor.skip_sign(","):
            names.append(self._loop_name(cursor))
        if bracketed:
            cursor.expect_sign(")", "the names")
        if not cursor.skip_word("in"):
            raise cursor.error(
                f"Expected 'in', found {cursor.shown()}",
                "Write in and what the loop goes through behind the name.",
            )
        start = cursor.token
        if cursor.is_word("reversed") and any(token.is_sign("..") for token in line.tokens):
            return self._reversed_span(line, cursor, names[0])
        items = cursor.expression()
        if cursor.skip_sign(".."):
            count = Count(names[0], items, cursor.expression(), self._written_step(cursor))
            can_break = cursor.skip_word("breakable")
            body = self._inner(line, cursor, "for")
            return self._counted(line, count, body, can_break=can_break)
        # A function that is called like Python's stands in back quotes.
        word = (
            items.callee.name.lower()
            if isinstance(items, Call) and isinstance(items.callee, Identifier)
            else ""
        )
        return self._for_each(line, cursor, names, items, word if start.kind == "name" else "")

    @staticmethod
    def _counting(line: Line, name: str, word: str, values: tuple[Expression, ...]) -> Count | None:
        """What `range(…)` and `reversed(range(…))` count; None for the items of anything else."""
        inner = values[0] if word == "reversed" and len(values) == 1 else None
        if isinstance(inner, Call) and inner.callee == Identifier("range"):
            values = tuple(item.value for item in inner.arguments)
        elif word != "range":
            return None
        if not 1 <= len(values) <= _MOST_OF_RANGE:
            raise error_at(
                line, "A range has a first number, an end and a step", f"Write for {name} in 0..9:"
            )
        try:
            count = range_of(name, values)
            count = count if word == "range" else count.backwards
        except StepError as error:
            raise error_at(line, error.what, error.fix) from error
        return count

    @staticmethod
    def _counted(
        line: Line, count: Count, body: Block, *, can_break: bool = False, is_checked: bool = False
    ) -> Statement:
        """The loop of a count; `is_checked`: one that counts nothing is refused, as none is ever printed."""
        try:
            if is_checked:
                count.refuse_empty()
            return count.loop(body, line.tokens[0].place, can_break=can_break)
        except StepError as error:
            raise error_at(line, error.what, error.fix) from error

    @staticmethod
    def _written_step(cursor: ExpressionReader) -> int:
        """The step of `0..10 step 2`; 1 where none is written."""
        if not cursor.is_word("step", "by"):
            return 1
        cursor.take()
        start = cursor.token
        step = whole_number(cursor.expression())
        if not step:
            raise cursor.error("A step is a whole number", "Write for example step 2, or step -1.", start)
        return step

    def _reversed_span(self, line: Line, cursor: ExpressionReader, name: str) -> Statement:
        """`for i in reversed(1..5):`."""
        cursor.take()
        cursor.expect_sign("(", "reversed")
        first = cursor.expression()
        cursor.expect_sign("..", "the first number")
        last = cursor.expression()
        cursor.expect_sign(")", "the last number")
        body = self._inner(line, cursor, "for")
        return self._counted(line, Count(name, first, last).backwards, body)

    @staticmethod
    def _loop_name(cursor: ExpressionReader) -> str:
        return "" if cursor.skip_word("_") else cursor.name("a name").text

    def _for_each(
        self, line: Line, cursor: ExpressionReader, names: list[str], items: Expression, word: str
    ) -> Statement:
        place = line.tokens[0].place
        values = [item.value for item in items.arguments] if isinstance(items, Call) else []
        can_break = cursor.skip_word("breakable")
        body = self._inner(line, cursor, "for")
        breaks = can_break or has_break(body)
        counting = self._counting(line, names[0], word, tuple(values))
        if counting is not None:
            return self._counted(line, counting, body, can_break=can_break, is_checked=True)
        if word == "enumerate" and len(values) == 1 and len(names) > 1:
            return ForEach(names[1], names[0], values[0], body, breaks, place=place)
        is_reverse = word == "reversed" and len(values) == 1
        index = names[1] if len(names) > 1 else ""
        return ForEach(
            names[0], index, values[0] if is_reverse else items, body, breaks, is_reverse, place=place
        )

    def _while(self, line: Line, cursor: ExpressionReader) -> Statement:
        place = cursor.take().place
        condition = cursor.expression()
        return While(condition, self._inner(line, cursor, "while"), place=place)
