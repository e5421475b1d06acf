"""Reads ifs, switches and sequences of BlueCode, and tells statements apart. Part of the parser."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from blueprint_assistant.graph.catalog.name_lookup import fold_spaces
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Break,
    Call,
    Case,
    End,
    Identifier,
    If,
    Operation,
    Sequence,
    Switch,
    Tuple,
)
from blueprint_assistant.languages.bluecode.block_reader import PASS
from blueprint_assistant.languages.bluecode.class_tests import read_test
from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
from blueprint_assistant.languages.bluecode.loop_reader import LoopReader
from blueprint_assistant.languages.bluecode.source_lines import error_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.languages.ast.syntax_tree import Block, Statement
    from blueprint_assistant.languages.bluecode.class_tests import IfHead
    from blueprint_assistant.languages.bluecode.lexer import Line

__all__ = ["StatementReader"]


_BEFORE_BRACKETS = (
    "if",
    "elif",
    "while",
    "return",
    "switch",
    "match",
    "let",
    "for",
    "foreach",
    "await",
    "cast",
)
_LONGEST_CHAIN = 120
_MOST_OUTPUTS = 500
_FAILED = frozenset({"castfailed", "failed", "else"})
_SUCCEEDED = frozenset({"then", "success", "succeeded"})


class StatementReader(LoopReader):
    """Reads all statements."""

    def _statements_of_line(self) -> Block:
        line = self._lines.take()
        cursor = ExpressionReader(line)
        word = cursor.token.text.lower() if cursor.token.kind == "name" else ""
        reader = self._readers.get(word)
        if reader is not None and not self._is_plain_name(cursor):
            made = reader(line, cursor)
            return made if isinstance(made, tuple) else (made,)
        return (self._simple(line, cursor),)

    @staticmethod
    def _is_plain_name(cursor: ExpressionReader) -> bool:
        """Whether a word of the language is used as the name of a variable or function."""
        following = cursor.peek()
        if following.is_sign("<") and cursor.is_word("cast"):
            return True
        return following.is_sign("=", ".", "->", "::", "+=", "-=", "*=", "/=") or (
            following.is_sign("(", "[") and not cursor.is_word(*_BEFORE_BRACKETS)
        )

    @cached_property
    def _readers(self) -> dict[str, Callable[[Line, ExpressionReader], Statement | Block]]:
        return {
            "if": self._if,
            "elif": self._stray,
            "elseif": self._stray,
            "else": self._stray,
            "for": self._for,
            "foreach": self._for,
            "while": self._while,
            "switch": self._switch,
            "match": self._switch,
            "sequence": self._sequence,
            "cast": self._cast,
            "timeline": self._timeline,
            "await": self._await,
            "let": self._let,
            "var": self._variable,
            "local": self._variable,
            "return": self._return,
            "end": lambda line, cursor: self._word(line, cursor, End(place=line.tokens[0].place)),
            "pass": lambda line, cursor: self._word(line, cursor, PASS),
            "break": lambda line, cursor: self._word(line, cursor, Break(place=line.tokens[0].place)),
            "continue": lambda line, cursor: self._word(line, cursor, End(place=line.tokens[0].place)),
            "goto": self._goto,
            "bind": self._bind,
            "unbind": self._bind,
            "broadcast": self._broadcast,
            **dict.fromkeys(("call", "execute", "invoke", "run", "trigger"), self._call),
            **dict.fromkeys(("def", "func", "macro", "class"), self._nested_entry),
            **dict.fromkeys(("case", "default"), self._stray),
            **dict.fromkeys(
                ("try", "except", "finally", "import", "with", "raise", "del", "global", "yield", "async"),
                self._unknown,
            ),
        }

    def _call(self, line: Line, cursor: ExpressionReader) -> Statement:
        """`call Open()` says no more than `Open()`."""
        if cursor.peek().kind in ("name", "quoted"):
            cursor.take()
        return self._simple(line, cursor)

    def _if(self, line: Line, cursor: ExpressionReader) -> Statement:
        heads = [self._if_head(line, cursor)]
        otherwise: Block = ()
        # In a loop, not by recursion: models write long chains of elif.
        while (following := self._following(line)) is not None:
            at = ExpressionReader(following)
            if at.is_word("else") and at.peek().is_word("if"):
                at.take()
            elif at.is_word("else"):
                self._lines.take()
                at.take()
                otherwise = self._inner(following, at, "else")
                break
            elif not at.is_word("elif", "elseif"):
                break
            self._lines.take()
            heads.append(self._if_head(following, at))
            if len(heads) > _LONGEST_CHAIN:
                raise error_at(
                    following, "The chain of elif is too long", "Write switch with a case for each."
                )
        for head in reversed(heads):
            if head.rest is not None and otherwise:
                raise error_at(
                    line,
                    "An if that asks for a class and for something else has no single else",
                    "Ask for the class alone, and for the rest in the lines below it.",
                )
            otherwise = (head.with_else(otherwise),)
        return otherwise[0]

    def _following(self, line: Line) -> Line | None:
        """The next line when it stands as far in as `line`."""
        following = self._lines.line
        if following is None or following.indent != line.indent or following.region is not None:
            return None
        return following

    def _if_head(self, line: Line, cursor: ExpressionReader) -> IfHead:
        """`if condition:` and its block."""
        word = cursor.take()
        start = cursor.token
        condition = cursor.expression()
        head = read_test(cursor, condition, start)
        if cursor.is_sign("="):
            raise cursor.error("A condition compares with ==, found '='", "Write == here.")
        return replace(head, block=self._inner(line, cursor, "if"), place=word.place)

    def _switch(self, line: Line, cursor: ExpressionReader) -> Statement:
        place = cursor.take().place
        value = cursor.expression()
        cursor.expect_sign(":", "the value")
        cursor.expect_end()
        cases: list[Case] = []
        indent = self._lines.line.indent if self._lines.line is not None else 0
        while (inner := self._lines.line) is not None and inner.indent == indent and indent > line.indent:
            self._lines.take()
            cases.append(self._case(inner, ExpressionReader(inner)))
        if not cases:
            raise error_at(line, "The switch has no cases", "Indent them: case value: and default:")
        return Switch(value, tuple(cases), place=place)

    def _case(self, line: Line, cursor: ExpressionReader) -> Case:
        if cursor.skip_word("default", "else"):
            return Case(None, self._inner(line, cursor, "default"))
        if not cursor.skip_word("case"):
            raise cursor.error(
                f"Expected case or default, found {cursor.shown()}",
                "Begin each way with case and its value, or with default.",
            )
        if cursor.skip_word("_"):
            return Case(None, self._inner(line, cursor, "default"))
        start = cursor.token
        value = cursor.expression()
        is_bare = not start.is_sign("(")
        if is_bare and isinstance(value, Operation | Tuple) and getattr(value, "operator", "|") == "|":
            raise cursor.error("A case has one value", "Write a case for each value.", start)
        if cursor.is_sign(","):
            raise cursor.error("A case has one value", "Write a case for each value.")
        return Case(value, self._inner(line, cursor, "the case"))

    def _sequence(self, line: Line, cursor: ExpressionReader) -> Statement:
        place = cursor.take().place
        cursor.expect_sign(":", "sequence")
        cursor.expect_end()
        blocks: dict[int, Block] = {}
        indent = self._lines.line.indent if self._lines.line is not None else 0
        while (inner := self._lines.line) is not None and inner.indent == indent and indent > line.indent:
            self._lines.take()
            at = ExpressionReader(inner)
            if at.token.kind != "name" or not at.token.text.lower().startswith("then"):
                raise at.error(f"Expected then:, found {at.shown()}", "Write each output as then:")
            written = at.take().text.lower().removeprefix("then").removeprefix("_")
            following = at.token
            if following.kind == "number":
                written = at.take().text
            number = _output_number(written) if written else len(blocks)
            if number >= _MOST_OUTPUTS or number in blocks:
                raise error_at(inner, "The number of the output is wrong", "Count them from then 0: on.")
            blocks[number] = self._inner(inner, at, "then")
        if not blocks:
            raise error_at(line, "The sequence has no outputs", "Indent them: then: with a block each.")
        return Sequence(tuple(blocks.get(number, ()) for number in range(max(blocks) + 1)), place=place)

    def _cast(self, line: Line, cursor: ExpressionReader) -> Statement:
        """`cast X as name: Class:` with the arms then and CastFailed, or with a block and else."""
        word = cursor.take()
        place = word.place
        value = cursor.expression()
        name = ""
        if not cursor.is_word("to", "as") and cursor.line.tokens[1].is_sign("("):
            # `Cast(Class, x).Jump()` is a call like any other.
            cursor.go_back(word)
            return self._simple(line, cursor)
        if cursor.skip_word("to"):
            kind = self._class_name(cursor)
            name = cursor.name("a name for the result").text if cursor.skip_word("as") else ""
        else:
            if not cursor.skip_word("as"):
                raise cursor.error(
                    f"Expected 'as', found {cursor.shown()}", "Write as and the class behind the value."
                )
            kind = self._class_name(cursor)
            if cursor.is_sign(":") and cursor.peek().kind != "end":
                cursor.take()
                name, kind = kind.name, self._class_name(cursor)
        if not name and isinstance(value, Identifier):
            name = value.name
        cursor.expect_sign(":", "the class")
        cursor.expect_end()
        then, failed = self._cast_blocks(line)
        return If(value, then, failed, kind, name, place=place)

    @staticmethod
    def _class_name(cursor: ExpressionReader) -> Identifier:
        token = cursor.take() if cursor.token.kind == "text" else cursor.name("a class")
        return Identifier(token.text, place=token.place)

    def _cast_blocks(self, line: Line) -> tuple[Block, Block]:
        """What follows a cast that succeeds and one that fails."""
        then: Block = ()
        failed: Block = ()
        inner = self._lines.line
        if inner is not None and inner.indent > line.indent:
            first = ExpressionReader(inner)
            if self._is_arm(inner) or first.is_word("then", "else"):
                for arm in self._arms(inner.indent):
                    if fold_spaces(arm.pin) in _FAILED:
                        failed = arm.block
                    elif arm.pin.lower() in _SUCCEEDED:
                        then = arm.block
                    else:
                        raise error_at(
                            inner, f"A cast has no output '{arm.pin}'", "Write then: and CastFailed:"
                        )
            else:
                then = self._block(inner.indent)
        following = self._following(line)
        if following is not None and not failed and ExpressionReader(following).is_word("else"):
            self._lines.take()
            at = ExpressionReader(following)
            at.take()
            failed = self._inner(following, at, "else")
        return then, failed

    def _await(self, line: Line, cursor: ExpressionReader) -> Statement:
        cursor.take()
        if cursor.is_word("timeline") and cursor.peek().kind in ("name", "quoted"):
            return self._timeline(line, cursor)
        return self._simple(line, cursor)

    def _timeline(self, line: Line, cursor: ExpressionReader) -> Statement:
        """`timeline Name as alias from Play:` with arms."""
        token = cursor.take()
        name = cursor.name("the timeline's name")
        if cursor.is_sign("("):
            raise cursor.error(
                f"The length and the tracks of the timeline {name.text} cannot be written",
                f"Add the timeline {name.text} in the editor, or use SetTimer. Where it is there, "
                f"write in an event timeline {name.text}: with Update: and Finished: below it.",
            )
        alias = cursor.name("a name").text if cursor.skip_word("as") else ""
        call = Call(Identifier("timeline"), (Argument(Identifier(name.text)),), place=token.place)
        return self._do(line, cursor, call, alias)


def _output_number(written: str) -> int:
    is_number = written.isascii() and written.isdigit() and len(written) <= len(str(_MOST_OUTPUTS))
    return int(written) if is_number else _MOST_OUTPUTS
