"""Reads blocks of BlueCode: indentation, labels, regions, and the arms of a node. Part of the parser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.syntax_tree import (
    Arm,
    Break,
    End,
    Goto,
    Region,
)
from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
from blueprint_assistant.languages.bluecode.input_heads import INPUT_WAYS
from blueprint_assistant.languages.bluecode.lexer import MOST_ERRORS
from blueprint_assistant.languages.bluecode.mark_reader import is_mark, read_marks
from blueprint_assistant.languages.bluecode.source_lines import Lines, error_at

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Statement
    from blueprint_assistant.languages.bluecode.lexer import Line

__all__ = ["PASS", "BlockReader"]

_DEEPEST: Final = 40
_HEADED: Final = 2

PASS: Final = End(label="pass")
"""What `pass` reads as: nothing."""


class BlockReader:
    """Reads blocks of statements; how one statement is read, a subclass says."""

    def __init__(self, lines: Lines, errors: list[BlueCodeError] | None = None) -> None:
        """Read from the next of these lines on. With `errors` lines that cannot be read are put there."""
        self._lines = lines
        self._errors = errors
        self._depth = 0

    def _statements_of_line(self) -> Block:
        """The statements that begin on the next line."""
        raise NotImplementedError

    def _is_entry(self, cursor: ExpressionReader) -> bool:
        """Whether a line begins an entry of the program."""
        raise NotImplementedError

    def _block(self, indent: int, label: str = "") -> Block:
        """The statements with one indentation; `label` is that of the first."""
        statements: list[Statement] = []
        marks: tuple[str, ...] = ()
        self._deeper(self._lines.line)
        while (line := self._lines.line) is not None and line.indent >= indent:
            if line.is_unread or self._is_too_deep(line, indent):
                self._skip(line)
                continue
            if line.closes_region or self._opens_entries(line):
                break
            if line.region is not None:
                statements.append(self._region(self._lines.take(), indent, label))
                label = ""
                continue
            cursor = ExpressionReader(line)
            if self._is_entry_like(cursor, indent):
                break
            if cursor.is_sign("@"):
                label, marks = self._before(cursor, label, marks)
                continue
            found = _without_pass(self._read(line))
            if (label or marks) and found:
                found = (replace(found[0], label=label, marks=self._taken(marks, found[0], line)), *found[1:])
                label, marks = "", ()
            statements += found
        self._depth -= 1
        if marks:
            self._missed(BlueCodeError("A mark stands before nothing", "Write it before a statement."))
        if label:
            statements.append(End(label=label))
        return tuple(statements)

    def _is_too_deep(self, line: Line, indent: int) -> bool:
        """Whether a line stands further in than its block; noted as an error."""
        if line.indent > indent:
            what = "This line is indented too far"
            self._missed(error_at(line, what, "Give all lines of a block the same indentation."))
        return line.indent > indent

    def _read(self, line: Line) -> Block:
        """The statements that begin on a line; nothing where they cannot be read."""
        depth, at = self._depth, self._lines.at
        try:
            return self._statements_of_line()
        except BlueCodeError as error:
            self._missed(error)
            self._depth = depth
            if self._lines.at == at:
                self._lines.take()
            self._skip_inner(line)
            return ()

    def _missed(self, error: BlueCodeError) -> None:
        """Note an error; raises it when nobody wants to go on, or there are too many."""
        if self._errors is None or len(self._errors) >= MOST_ERRORS:
            raise error
        self._errors.append(error)

    def _skip(self, line: Line) -> None:
        """Pass over a line and what is in its block."""
        self._lines.take()
        self._skip_inner(line)

    def _skip_inner(self, line: Line) -> None:
        while (inner := self._lines.line) is not None and inner.indent > line.indent:
            self._lines.take()

    def _deeper(self, line: Line | None) -> None:
        self._depth += 1
        if self._depth > _DEEPEST and line is not None:
            raise error_at(line, "Blocks are nested too deeply", "Move inner ones into a function.")

    def _is_entry_like(self, cursor: ExpressionReader, indent: int) -> bool:
        if cursor.is_word("floating") and cursor.peek().is_sign(":"):
            return True
        return indent == 0 and self._is_entry(cursor)

    def _opens_entries(self, line: Line) -> bool:
        """Whether a line opens a comment box around the entry below it."""
        below = self._lines.following
        if line.region is None or line.closes_region or below is None or below.region is not None:
            return False
        return self._is_entry_like(ExpressionReader(below), below.indent)

    def _label(self, cursor: ExpressionReader) -> str:
        line = self._lines.take()
        cursor.take()
        name = cursor.name("a label").text
        cursor.skip_sign(":")
        if not cursor.is_at_end:
            # The statement stands on the same line as its label.
            self._lines.put_back(line, cursor.token, line.indent)
        return name

    def _before(
        self, cursor: ExpressionReader, label: str, marks: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...]]:
        """Label and marks with those at the beginning of the next line: they belong to what is read then."""
        if not is_mark(cursor):
            if label:
                raise error_at(cursor.line, "Two labels stand before one statement", "Leave one out.")
            return self._label(cursor), marks
        line = self._lines.take()
        more = read_marks(cursor)
        if not cursor.is_at_end:
            self._lines.put_back(line, cursor.token, line.indent)
        return label, (*marks, *more)

    def _taken(self, marks: tuple[str, ...], statement: Statement, line: Line) -> tuple[str, ...]:
        """The marks of a statement. One that is no node of its own has none: that is noted."""
        if marks and isinstance(statement, End | Break | Goto | Region):
            what = "A mark stands before a statement that is no node"
            self._missed(error_at(line, what, "Write it before the statement whose node is meant."))
            return ()
        return marks

    def _region(self, line: Line, indent: int, label: str) -> Statement:
        block = self._block(indent, label)
        closing = self._lines.line
        if closing is not None and closing.closes_region:
            self._lines.take()
        return Region(line.region or "", block, place=line.tokens[0].place)

    def _inner(self, line: Line, cursor: ExpressionReader, what: str) -> Block:
        """The block under a line that ends with a colon, or the statement behind the colon."""
        cursor.expect_sign(":", what)
        if not cursor.is_at_end:
            self._deeper(line)
            self._lines.put_back(line, cursor.token, line.indent)
            found = _without_pass(self._statements_of_line())
            self._depth -= 1
            return found
        following = self._lines.line
        if following is None or following.indent <= line.indent:
            raise error_at(line, f"The block of {what} is empty", "Indent its statements, or write pass.")
        return self._block(following.indent)

    @staticmethod
    def _is_arm(line: Line) -> bool:
        """Whether a line is the name of an exec output with a colon, and not a statement."""
        first, *others = line.tokens
        if line.region is not None or first.kind not in ("name", "quoted") or not others[0].is_sign(":"):
            return False
        if first.is_word("else", "default", "sequence", "floating"):
            return False
        is_alone = len(others) == _HEADED
        return is_alone or first.kind == "quoted" or first.is_word(*INPUT_WAYS)

    def _arms(self, indent: int) -> tuple[Arm, ...]:
        arms: list[Arm] = []
        while (line := self._lines.line) is not None and line.indent >= indent:
            cursor = ExpressionReader(line)
            if line.indent > indent or not cursor.is_name() or not cursor.peek().is_sign(":"):
                raise error_at(
                    line, "Expected the name of an exec output with a colon", "Write for example Completed:"
                )
            self._lines.take()
            name = cursor.take().text
            arms.append(Arm(name, self._inner(line, cursor, f"the output {name}")))
        return tuple(arms)


def _without_pass(block: Block) -> Block:
    return tuple(item for item in block if item is not PASS)
