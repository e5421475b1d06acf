"""Reads BlueCode, in the spellings of people and models, as a program. Outside uses `parse_program`.

What is certain is read, whoever spells it so (Python's `def`, `self.`, `range`, `elif`, `+=`); what is
not is an error that says what to write. Names are not looked up here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.t3d.conflict_markers import CONFLICT_FIX, conflict_marker
from blueprint_assistant.languages.ast.syntax_tree import (
    Entry,
    EntryParameter,
    Program,
)
from blueprint_assistant.languages.bluecode.block_reader import PASS
from blueprint_assistant.languages.bluecode.box_reader import BoxReader
from blueprint_assistant.languages.bluecode.errors import BlueCodeError
from blueprint_assistant.languages.bluecode.expression_reader import ExpressionReader
from blueprint_assistant.languages.bluecode.function_heads import (
    is_typed_head,
    read_type_before,
    skip_modifiers,
)
from blueprint_assistant.languages.bluecode.input_heads import is_input_way, read_kind
from blueprint_assistant.languages.bluecode.lexer import read_lines
from blueprint_assistant.languages.bluecode.local_declarations import declares_local, read_local
from blueprint_assistant.languages.bluecode.mark_reader import is_mark, read_marks
from blueprint_assistant.languages.bluecode.source_lines import Lines, error_at
from blueprint_assistant.languages.bluecode.statement_reader import StatementReader

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, EntryKind, Local, Statement
    from blueprint_assistant.languages.bluecode.lexer import Line

__all__ = ["parse_program", "read_program"]

_HEADS: Final[dict[str, EntryKind]] = {
    "on": "event",
    "event": "custom_event",
    "func": "function",
    "function": "function",
    "macro": "macro",
    "def": "routine",
}
_FUNCTIONS: Final = ("func", "function", "def")


def parse_program(text: str) -> Program:
    """The program of a text. Raises BlueCodeError with line, column, excerpt and what to write instead."""
    program, errors = read_program(text)
    if errors:
        first, *others = errors
        first.others = tuple(others)
        raise first
    return program


def read_program(text: str) -> tuple[Program, list[BlueCodeError]]:
    """What can be read of a text, and what is wrong with the lines that cannot, in their order."""
    errors: list[BlueCodeError] = []
    program = Program()
    marker = conflict_marker(text)
    if marker is not None:
        return program, [_conflict(text, marker)]
    try:
        lines = Lines(read_lines(text, has_prose=True, errors=errors))
        program = _Parser(lines, errors).program()
    except BlueCodeError as error:
        errors.append(error)
    # What a reader of lines says of one that has no tokens is no news.
    seen: dict[int, BlueCodeError] = {}
    for found in errors:
        found.show_line(text.removeprefix("\ufeff"))
        seen.setdefault(found.line, found)
    if not (program.entries or program.floating or errors) and text.strip():
        empty = "There is no program in the text", "Write an event with its statements: on BeginPlay():"
        return program, [BlueCodeError(*empty)]
    return program, sorted(seen.values(), key=lambda error: (error.line, error.column))


def _conflict(text: str, marker: int) -> BlueCodeError:
    line = text.count("\n", 0, marker) + 1
    error = BlueCodeError("The program has a git conflict in it", CONFLICT_FIX, line=line, column=1)
    error.show_line(text)
    return error


class _Parser(StatementReader):
    def program(self) -> Program:
        entries: list[Entry] = []
        floating: list[Block] = []
        class_indent = entry_indent = -1
        boxes = BoxReader()
        while (line := self._lines.line) is not None:
            cursor = ExpressionReader(line)
            if line.is_unread:
                self._skip(line)
            elif boxes.has_read(line, len(entries), opens=self._opens_entries(line)):
                self._lines.take()
            elif cursor.is_word("class") and cursor.peek().kind == "name":
                # `class BP_Door(Actor):` around everything says nothing that the target does not say.
                class_indent = self._lines.take().indent
            elif self._is_import(cursor):
                self._lines.take()
            elif cursor.is_word("floating") and cursor.peek().is_sign(":"):
                floating += self._floating(self._lines.take())
            elif self._is_entry(cursor):
                entry_indent = line.indent
                entries += self._head(self._lines.take())
            elif 0 <= class_indent < line.indent:
                self._class_line()
            elif entries and 0 <= entry_indent < line.indent:
                what = "The indentation fits no line above"
                self._missed(error_at(line, what, "Indent it like the other lines of its block."))
                self._skip(line)
            else:
                entries += self._main(line)
        return Program(tuple(boxes.around(entries)), tuple(floating))

    def _head(self, line: Line) -> list[Entry]:
        """The entry of a line that was taken; none when its head cannot be read."""
        try:
            return [self._entry(line)]
        except BlueCodeError as error:
            self._missed(error)
            self._depth = 0
            self._skip_inner(line)
            return []

    def _main(self, line: Line) -> list[Entry]:
        """Statements without an entry: those of the one that the caller means."""
        block = self._block(line.indent)
        if self._lines.line is line:
            raise error_at(line, "This line is no statement", "Leave it out.")
        return [Entry("main", "", body=block, place=line.tokens[0].place)] if block else []

    def _class_line(self) -> None:
        """A line of a class that is no function: a text or `pass`, but no variable."""
        line = self._lines.line
        if line is not None and self._statements_of_line() not in ((), (PASS,)):
            raise error_at(
                line,
                "A class has functions only here",
                "Add the variable with its default to the Blueprint, not to the graph.",
            )

    def _begins_entry(self, line: Line) -> bool:
        cursor = ExpressionReader(line)
        is_other = cursor.is_word("floating", "class") or self._is_import(cursor)
        return is_other or self._is_entry(cursor)

    @staticmethod
    def _is_import(cursor: ExpressionReader) -> bool:
        """`import unreal` and `from unreal import *`: nothing is imported, all names are known."""
        is_from = cursor.is_word("from") and any(token.is_word("import") for token in cursor.line.tokens)
        return is_from or (cursor.is_word("import") and cursor.peek().kind == "name")

    def _is_entry(self, cursor: ExpressionReader) -> bool:
        if is_mark(cursor):
            return self._is_marked_entry(cursor)
        word, following = cursor.token, cursor.peek()
        if word.kind != "name":
            return False
        if is_typed_head(cursor):
            return True
        if word.is_word("pure"):
            return following.is_word(*_FUNCTIONS) and cursor.peek(2).kind in ("name", "quoted")
        if word.is_word("main"):
            return following.is_sign("(", ":")
        kind = word.text.lower()
        if kind not in _HEADS or following.kind not in ("name", "quoted"):
            return False
        # `on input X` has two words; `event X` alone is a value.
        return kind != "event" or cursor.peek(2).is_sign("(", ":", ".") or cursor.peek(2).kind == "end"

    def _is_marked_entry(self, cursor: ExpressionReader) -> bool:
        """Whether what stands behind marks, or under them, is the head of an entry."""
        line: Line | None = cursor.line
        while line is not None:
            behind = ExpressionReader(line)
            if not read_marks(behind) or not behind.is_at_end:
                return self._is_entry(behind)
            line = self._lines.after(line)
        return False

    def _entry(self, line: Line) -> Entry:
        cursor = ExpressionReader(line)
        marks = read_marks(cursor)
        if not marks:
            return self._unmarked_entry(line, cursor)
        if cursor.is_at_end and self._lines.line is not None:
            made = self._entry(self._lines.take())
            return replace(made, marks=(*marks, *made.marks))
        return replace(self._unmarked_entry(line, cursor), marks=marks)

    def _unmarked_entry(self, line: Line, cursor: ExpressionReader) -> Entry:
        if is_typed_head(cursor):
            return self._typed_entry(cursor, line)
        is_pure = cursor.skip_word("pure")
        word = cursor.take()
        kind: EntryKind = "main"
        owner = name = ""
        if not word.is_word("main"):
            kind = "function" if is_pure else _HEADS[word.text.lower()]
            if kind == "event" and cursor.peek().kind in ("name", "quoted"):
                kind = read_kind(cursor)
            name = cursor.name("a name").text
            if cursor.skip_sign("."):
                owner, name = name, cursor.name("the event's name").text
                kind = "component_event" if kind in ("event", "custom_event") else kind
        parameters = self._parameters(cursor) if cursor.is_sign("(") else ()
        results = self._results(cursor) if cursor.skip_sign("->") or _has_type_behind(cursor) else ()
        cursor.skip_sign(":")
        cursor.expect_end()
        entry = Entry(kind, name, owner, parameters, results, place=word.place, is_pure=is_pure)
        return self._with_body(entry, line)

    def _typed_entry(self, cursor: ExpressionReader, line: Line) -> Entry:
        """`void Open(float Angle)`, `async def Open(self)`: heads of other languages."""
        skip_modifiers(cursor)
        place = cursor.token.place
        cursor.skip_word("def", "function", "func")
        kind = "" if cursor.peek().is_sign("(") else cursor.take().text
        name = cursor.name("a name").text
        parameters = self._parameters(cursor)
        results = self._results(cursor) if cursor.skip_sign("->") or _has_type_behind(cursor) else ()
        if kind and kind.lower() != "void":
            results = (EntryParameter("ReturnValue", kind),)
        skip_modifiers(cursor)
        cursor.skip_sign(":")
        cursor.expect_end()
        return self._with_body(Entry("routine", name, "", parameters, results, place=place), line)

    def _with_body(self, entry: Entry, line: Line) -> Entry:
        inner = self._lines.line
        if inner is None or inner.indent < line.indent or inner.closes_region or self._opens_entries(inner):
            return entry
        if inner.indent == line.indent and self._begins_entry(inner):
            return entry
        # Without indentation the statements up to the next entry are the body (BC-020).
        # `on IA_Jump:` with the ways of an input under it: whether it is one, the project knows.
        has_arms = entry.kind in ("input", "node", "macro") or (entry.kind == "event" and is_input_way(inner))
        if has_arms and self._is_arm(inner):
            return replace(entry, arms=self._arms(inner.indent))
        made, set_first = self._local_variables(entry, inner)
        following = self._lines.line
        if made and (following is None or following.indent < inner.indent):
            return replace(entry, body=set_first, local_variables=made)
        body = (*set_first, *self._block(inner.indent))
        return replace(entry, body=body, local_variables=made)

    def _local_variables(self, entry: Entry, first: Line) -> tuple[tuple[Local, ...], Block]:
        """The variables that a function declares at the beginning of its body, and what sets them."""
        made: list[Local] = []
        set_first: list[Statement] = []
        while entry.kind == "function" and (line := self._lines.line) is not None:
            if line.indent != first.indent or not declares_local(line):
                break
            local, statement = read_local(self._lines.take(), self._type)
            made.append(local)
            set_first += [] if statement is None else [statement]
        return tuple(made), tuple(set_first)

    def _parameters(self, cursor: ExpressionReader) -> tuple[EntryParameter, ...]:
        cursor.expect_sign("(", "the name")
        found: list[EntryParameter] = []
        while not cursor.skip_sign(")"):
            typed = read_type_before(cursor)
            name = cursor.name("a parameter")
            kind = self._type(cursor) if cursor.skip_sign(":") else typed
            if cursor.skip_sign("="):
                cursor.expression()
            if not name.is_word("self") or kind:
                found.append(EntryParameter(name.text, kind))
            if not cursor.skip_sign(",") and not cursor.is_sign(")"):
                raise cursor.error(
                    f"Expected ',' or ')', found {cursor.shown()}",
                    "Put a comma between two inputs and ) behind the last.",
                )
        return tuple(found)

    def _results(self, cursor: ExpressionReader) -> tuple[EntryParameter, ...]:
        if cursor.is_word("none"):
            cursor.take()
            return ()
        if cursor.is_sign("("):
            return self._parameters(cursor)
        return (EntryParameter("ReturnValue", self._type(cursor)),)

    def _floating(self, line: Line) -> list[Block]:
        """Each statement under `floating:` that is not reached from the one before is a block of its own."""
        inner = self._lines.line
        if inner is None or inner.indent <= line.indent:
            return []
        blocks: list[Block] = []
        while (following := self._lines.line) is not None and following.indent >= inner.indent:
            if following.indent > inner.indent:
                raise error_at(following, "This line is indented too far", "Begin each part with a dash.")
            if ExpressionReader(following).is_sign("-"):
                blocks.append(self._dashed(following))
            else:
                blocks.append(self._statements_of_line())
        return blocks

    def _dashed(self, line: Line) -> Block:
        """`- statement` with the rest of its block indented by as much as the dash takes."""
        self._lines.take()
        indent = line.tokens[1].column - 1
        self._lines.put_back(line, line.tokens[1], indent)
        return self._block(indent)


def _has_type_behind(cursor: ExpressionReader) -> bool:
    """Whether `: type` follows, as TypeScript says what a function gives; it is passed over."""
    is_type = cursor.is_sign(":") and cursor.peek().kind == "name" and cursor.peek(2).kind != "name"
    if is_type:
        cursor.take()
    return is_type
