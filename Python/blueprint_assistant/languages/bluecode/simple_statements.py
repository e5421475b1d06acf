"""Reads calls, sets, binds and jumps of BlueCode. Part of the parser."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Arm,
    Assign,
    Bind,
    Broadcast,
    Call,
    Do,
    Goto,
    Handler,
    Identifier,
    Index,
    Let,
    Member,
    Operation,
    Return,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.bluecode.assignment_reader import read_counted, set_to
from blueprint_assistant.languages.bluecode.block_reader import PASS, BlockReader
from blueprint_assistant.languages.bluecode.counting_loops import is_declared
from blueprint_assistant.languages.bluecode.expression_reader import ALIAS
from blueprint_assistant.languages.bluecode.local_declarations import declares_local
from blueprint_assistant.languages.bluecode.source_lines import error_at

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Operator, Place, Statement
    from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
    from blueprint_assistant.languages.bluecode.lexer import Line, Token

__all__ = ["SimpleReader"]

_BINDINGS: Final[dict[str, Literal["+=", "-=", "="]]] = {"+=": "+=", "-=": "-=", "=": "="}
_ENTRY_WORDS: Final = ("on", "event", "function")
_UNTYPED: Final = ("var", "local", "let", "const", "auto", "final", "static")
_AUGMENTED: Final[dict[str, Operator]] = {"+=": "+", "-=": "-", "*=": "*", "/=": "/", "%=": "%"}


class SimpleReader(BlockReader):
    """Reads statements that have no blocks of their own, apart from the arms of a call."""

    @staticmethod
    def _word(line: Line, cursor: ExpressionReader, made: Statement) -> Statement:
        del line
        cursor.take()
        cursor.expect_end()
        return made

    @staticmethod
    def _nested_entry(line: Line, cursor: ExpressionReader) -> Statement:
        raise error_at(
            line, f"'{cursor.token.text}' stands inside of another entry", "Begin it at the left margin."
        )

    @staticmethod
    def _stray(line: Line, cursor: ExpressionReader) -> Statement:
        word = cursor.token.text
        raise error_at(line, f"'{word}' stands without its if", f"Indent {word} like the if it belongs to.")

    @staticmethod
    def _unknown(line: Line, cursor: ExpressionReader) -> Statement:
        raise error_at(line, f"'{cursor.token.text}' is no statement of the language", "Leave it out.")

    def _variable(self, line: Line, cursor: ExpressionReader) -> Statement:
        """`var old: float = Health` where no variable is declared; without a type it names a value."""
        if not declares_local(line):
            return self._let(line, cursor) if cursor.is_word("var") else self._simple(line, cursor)
        place = cursor.take().place
        cursor.skip_word("var")
        target = Identifier(cursor.name("the name of a variable").text, place=place)
        cursor.skip_sign(":")
        kind = self._type(cursor)
        if not cursor.skip_sign("=", ":="):
            raise cursor.error(
                "A variable without a value can only stand first in a function",
                f"Give it a value, or write var {target.name}: {kind} at the left margin.",
            )
        cursor.skip_word("await")
        value = _value_or_unset(cursor)
        if isinstance(value, Call) and not cursor.is_at_end:
            return self._do(line, cursor, value, target.name, place)
        cursor.expect_end()
        return Assign(target, value, declares=kind, is_variable=True, place=place)

    def _let(self, line: Line, cursor: ExpressionReader) -> Statement:
        place = cursor.take().place
        if cursor.skip_sign("("):
            names = self._names(cursor)
            cursor.expect_sign(")", "the names")
            return self._several(line, cursor, names, place)
        name = cursor.name("a name").text
        if cursor.is_sign(","):
            cursor.take()
            return self._several(line, cursor, (name, *self._names(cursor)), place)
        if cursor.skip_sign(":"):
            self._type(cursor)
        if not cursor.skip_sign("=", ":="):
            raise cursor.error(
                f"Expected '=', found {cursor.shown()}", "Behind let stand a name, = and a value."
            )
        if cursor.is_sign("("):
            inner = self._bracketed_set(cursor, name, place)
            if inner is not None:
                cursor.expect_end()
                return inner
        cursor.skip_word("await")
        value = cursor.cast_behind(cursor.expression())
        if isinstance(value, Call):
            return self._do(line, cursor, value, name, place)
        cursor.expect_end()
        return Let(name, value, place=place)

    @staticmethod
    def _names(cursor: ExpressionReader) -> tuple[str, ...]:
        names = [cursor.name("a name").text]
        while cursor.skip_sign(",") and not cursor.is_sign(")", "="):
            names.append(cursor.name("a name").text)
        return tuple(names)

    def _several(
        self, line: Line, cursor: ExpressionReader, names: tuple[str, ...], place: Place
    ) -> Statement:
        """`let (a, b) = Call()`: names for the outputs of a call, in order."""
        if not cursor.skip_sign("=", ":="):
            raise cursor.error(
                f"Expected '=', found {cursor.shown()}", "Behind the names stand = and one call."
            )
        cursor.skip_word("await")
        start = cursor.token
        value = cursor.expression()
        if not isinstance(value, Call):
            raise cursor.error("Only a call has several outputs", "Write one line for each name.", start)
        made = self._do(line, cursor, value, "", place)
        if made.name:
            raise cursor.error("The call has an alias and names", "Leave the alias out.", start)
        return replace(made, name="", names=names)

    @staticmethod
    def _bracketed_set(cursor: ExpressionReader, name: str, place: Place) -> Statement | None:
        """`let s = (Score = 10)`: a set whose output is named."""
        opening = cursor.take()
        if cursor.is_name() or cursor.is_sign("(", "[", "{"):
            target = cursor.value()
            if isinstance(target, Identifier | Member) and cursor.skip_sign("="):
                value = _value_or_unset(cursor)
                cursor.expect_sign(")", "the value")
                return Assign(target, value, name, place=place)
        cursor.go_back(opening)
        return None

    def _do(
        self, line: Line, cursor: ExpressionReader, call: Call, name: str = "", place: Place | None = None
    ) -> Do:
        enter = ""
        if cursor.skip_word("from"):
            enter = cursor.name("an exec input").text
        name, call = _alias(call, name)
        place = place or call.place
        late = any(token.is_word("await") for token in line.tokens)
        if cursor.skip_sign(":"):
            cursor.expect_end()
            inner = self._lines.line
            if inner is None or inner.indent <= line.indent:
                raise error_at(
                    line, "The call has no outputs under it", "Indent them: Output: with a block each."
                )
            arms = self._arms(inner.indent) if self._is_arm(inner) else (Arm("", self._block(inner.indent)),)
            return Do(call, name, enter, arms, place=place, is_awaited=late)
        cursor.expect_end()
        return Do(call, name, enter, place=place, is_awaited=late)

    def _return(self, line: Line, cursor: ExpressionReader) -> Statement:
        del line
        place = cursor.take().place
        found: list[Argument] = []
        while not cursor.is_at_end and not cursor.is_sign(";"):
            pin = ""
            if cursor.is_name() and cursor.peek().is_sign("="):
                pin = cursor.take().text
                cursor.take()
            found.append(Argument(cursor.expression(), pin))
            if not cursor.skip_sign(","):
                break
        cursor.expect_end()
        return Return(tuple(found), place=place)

    @staticmethod
    def _goto(line: Line, cursor: ExpressionReader) -> Statement:
        del line
        place = cursor.take().place
        cursor.skip_sign("@")
        label = cursor.name("a label").text
        pin = cursor.name("an exec input").text if cursor.skip_sign(".") else ""
        cursor.expect_end()
        return Goto(label, pin, place=place)

    @staticmethod
    def _bind(line: Line, cursor: ExpressionReader) -> Statement:
        del line
        word = cursor.take()
        target = _assignable(cursor, cursor.value(), word)
        operator = "-=" if word.is_word("unbind") else "+="
        handler: Expression | None = None
        if cursor.is_sign("+=", "-=", "="):
            operator = cursor.take().text
            handler = cursor.expression()
        elif cursor.skip_word("to") or cursor.skip_sign(","):
            handler = cursor.expression()
        cursor.expect_end()
        if handler is None and not word.is_word("unbind"):
            raise cursor.error(
                "What is bound is missing", "Write += event and the name of the event behind it."
            )
        if handler is None or (isinstance(handler, Identifier) and handler.name == "None"):
            operator, handler = "=", None
        return Bind(target, _BINDINGS[operator], handler, place=word.place)

    @staticmethod
    def _broadcast(line: Line, cursor: ExpressionReader) -> Statement:
        del line
        place = cursor.take().place
        value = cursor.expression()
        cursor.expect_end()
        if isinstance(value, Call):
            return Broadcast(value.callee, value.arguments, place=place)
        if isinstance(value, Identifier | Member):
            return Broadcast(value, place=place)
        raise cursor.error(
            "Only an event dispatcher can be broadcast", "Name the dispatcher behind broadcast."
        )

    def _simple(self, line: Line, cursor: ExpressionReader) -> Statement:
        """A call, a set, or a value that stands alone."""
        word = cursor.token
        told = self._worded_set(line, cursor)
        if told is not None:
            return told
        start = self._undeclared(cursor)
        declares = "" if start is word else "auto" if word.is_word(*_UNTYPED) else word.text
        counted = read_counted(cursor)
        if counted is not None:
            return counted
        value = cursor.expression()
        names = self._unpacked(cursor, value)
        if names:
            return self._several(line, cursor, names, start.place)
        if isinstance(value, StringLiteral) and cursor.is_at_end:
            # A text alone does nothing: what Python calls a docstring.
            return PASS
        if isinstance(value, Identifier) and cursor.is_sign(":"):
            declares = self._declared(cursor) or declares
        if cursor.skip_sign("=", ":="):
            made = self._set(line, cursor, value, start)
            return replace(made, declares=declares) if isinstance(made, Assign) else made
        if cursor.token.kind == "sign" and cursor.token.text in _AUGMENTED:
            return self._augmented(cursor, value, start)
        if isinstance(value, Identifier | Member):
            value = self._called(line, cursor, value)
        if isinstance(value, Call):
            return self._do(line, cursor, value)
        cursor.expect_end()
        return Let("", value, place=start.place)

    def _called(self, line: Line, cursor: ExpressionReader, value: Identifier | Member) -> Expression:
        """The call without brackets that a name stands for, where what follows can be nothing else."""
        if cursor.token.kind in ("number", "text", "format"):
            # `wait 2`, `print "hello"`
            return Call(value, (Argument(cursor.expression()),), place=value.place)
        return Call(value, (), place=value.place) if self._heads_block(line, cursor) else value

    def _heads_block(self, line: Line, cursor: ExpressionReader) -> bool:
        """Whether `DoOnce:` with a block under it is a call without brackets."""
        inner = self._lines.line
        is_head = cursor.is_sign(":") and cursor.peek().kind == "end"
        is_head = is_head and not line.tokens[0].is_word(*_ENTRY_WORDS)
        return is_head and inner is not None and inner.indent > line.indent

    def _worded_set(self, line: Line, cursor: ExpressionReader) -> Statement | None:
        """`set bOpen to true`, `set Score = 3`; None where the line does not begin with `set` and a name."""
        word = cursor.token
        if not word.is_word("set") or cursor.peek().kind not in ("name", "quoted"):
            return None
        cursor.take()
        start = cursor.token
        value = cursor.value()
        is_plain = cursor.token.kind in ("number", "text") or cursor.is_word("true", "false")
        if cursor.skip_word("to") or cursor.skip_sign("=", ":=") or is_plain:
            return self._set(line, cursor, value, start)
        if cursor.token.kind == "sign" and cursor.token.text in _AUGMENTED:
            return self._augmented(cursor, value, start)
        cursor.go_back(word)
        return None

    @staticmethod
    def _undeclared(cursor: ExpressionReader) -> Token:
        """Pass over a type before a name: its value says it too. The token that is next."""
        while is_declared(cursor):
            cursor.take()
            if cursor.peek().kind == "end":
                raise cursor.error(
                    "A graph declares no variable", "Add it to the Blueprint, or give it a value."
                )
        return cursor.token

    def _unpacked(self, cursor: ExpressionReader, value: Expression) -> tuple[str, ...]:
        """The names of Python's `a, b = Call()`: outputs, for variables are set one by one."""
        if isinstance(value, Identifier) and cursor.skip_sign(","):
            return value.name, *self._names(cursor)
        if isinstance(value, Tuple) and cursor.is_sign("=") and _are_names(value):
            return tuple(item.name for item in value.items if isinstance(item, Identifier))
        return ()

    @staticmethod
    def _augmented(cursor: ExpressionReader, value: Expression, start: Token) -> Statement:
        """`x += 1`, of a variable or an item."""
        operator = _AUGMENTED[cursor.take().text]
        target = value if isinstance(value, Index) else _assignable(cursor, value, start)
        right = cursor.expression()
        cursor.expect_end()
        if isinstance(right, Handler) and operator in ("+", "-") and isinstance(target, Identifier | Member):
            # C# binds so.
            return Bind(target, "+=" if operator == "+" else "-=", right, place=start.place)
        made = Operation(operator, (value, right), place=start.place)
        return set_to(target, made, start.place)

    def _declared(self, cursor: ExpressionReader) -> str:
        """The type of `Score: int = 0`; empty when the colon means something else."""
        if cursor.peek().kind == "end":
            return ""
        colon = cursor.take()
        if not cursor.is_name() and cursor.token.kind != "text":
            cursor.go_back(colon)
            return ""
        kind = self._type(cursor)
        if not cursor.is_sign("=", ":="):
            raise cursor.error("A graph declares no variable", "Add it to the Blueprint, or give it a value.")
        return kind

    def _set(self, line: Line, cursor: ExpressionReader, value: Expression, start: Token) -> Statement:
        if isinstance(value, Index):
            item = cursor.expression()
            cursor.expect_end()
            return set_to(value, item, start.place)
        target = _assignable(cursor, value, start)
        cursor.skip_word("await")
        right = _value_or_unset(cursor)
        if isinstance(right, Call) and isinstance(target, Identifier) and not cursor.is_at_end:
            # A call with several ways whose result is named without let.
            return self._do(line, cursor, right, target.name, start.place)
        cursor.expect_end()
        return Assign(target, right, place=start.place)

    @staticmethod
    def _type(cursor: ExpressionReader) -> str:
        """A type in words: everything up to a comma, bracket or colon that does not belong to it."""
        parts: list[str] = []
        depth = 0
        while not cursor.is_at_end:
            token = cursor.token
            if token.kind == "sign":
                if token.text in "([{<":
                    depth += 1
                elif token.text in ")]}>" and depth:
                    depth -= 1
                elif token.text == "," and parts[:2] == ["map", ":"] and "," not in parts:
                    pass  # between key and value: map:name,int
                elif depth == 0 and (token.text in (",", ")", "=", "->") or _ends_type(cursor, parts)):
                    break
            is_behind_comma = bool(parts) and parts[-1] == "," and parts[:2] != ["map", ":"]
            is_apart = parts and (is_behind_comma or parts[-1][-1:].isalnum()) and token.kind != "sign"
            glue = " " if is_apart else ""
            parts.append(glue + cursor.take().text)
        if not parts:
            raise cursor.error(
                "A type is missing", "Write it behind the colon, such as float, int, bool or string."
            )
        return "".join(parts).strip()


def _ends_type(cursor: ExpressionReader, parts: list[str]) -> bool:
    """Whether a colon ends a type: the last on its line does, `object:Actor` goes on."""
    return cursor.token.text == ":" and (cursor.peek().kind == "end" or not parts)


def _are_names(value: Tuple) -> bool:
    return bool(value.items) and all(isinstance(item, Identifier) for item in value.items)


def _value_or_unset(cursor: ExpressionReader) -> Expression | None:
    """A value, or `<unset>` for a set that leaves its value pin as it is."""
    if cursor.is_sign("<") and cursor.peek().text == "unset" and cursor.peek(2).text == ">":
        for _ in range(3):
            cursor.take()
        return None
    return cursor.cast_behind(cursor.expression())


def _assignable(cursor: ExpressionReader, value: Expression, token: Token) -> Identifier | Member:
    if isinstance(value, Identifier | Member):
        return value
    raise cursor.error(
        "Only a variable can be set", "Put the variable on the left of = and its value on the right.", token
    )


def _alias(call: Call, name: str) -> tuple[str, Call]:
    """`alias=Name` in a call names the node and is no pin."""
    kept = []
    for argument in call.arguments:
        if argument.pin == ALIAS:
            value = argument.value
            said = (
                value.name
                if isinstance(value, Identifier)
                else value.text
                if isinstance(value, StringLiteral)
                else ""
            )
            name = name or said
        else:
            kept.append(argument)
    return name, call if len(kept) == len(call.arguments) else replace(call, arguments=tuple(kept))
