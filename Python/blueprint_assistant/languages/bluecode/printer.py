"""Prints a program as BlueCode, in one canonical form. Outside uses `print_program`, `print_expression`."""

from __future__ import annotations

import re
from collections.abc import Iterator  # singledispatch reads the annotations
from functools import singledispatch
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.blocks import has_break
from blueprint_assistant.languages.ast.marks import is_mark_word
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    Bind,
    BooleanLiteral,
    Break,
    Broadcast,
    Call,
    Choice,
    Collection,
    Do,
    End,
    ForEach,
    ForRange,
    Goto,
    Handler,
    Identifier,
    If,
    Index,
    Let,
    Member,
    NumberLiteral,
    Operation,
    Program,
    Region,
    Return,
    Sequence,
    StringLiteral,
    Switch,
    Tuple,
    While,
)
from blueprint_assistant.languages.bluecode.box_reader import CLOSING, boxed, opening
from blueprint_assistant.languages.bluecode.format_texts import format_words
from blueprint_assistant.languages.bluecode.local_declarations import local_words
from blueprint_assistant.languages.bluecode.lookalikes import imitated_name
from blueprint_assistant.languages.bluecode.quotes import quoted

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import (
        Argument,
        Block,
        Entry,
        EntryParameter,
        Expression,
        Statement,
    )

__all__ = ["print_expression", "print_program"]

_WORD: Final = re.compile(r"[^\W\d]\w*")
_INDENT: Final = "  "
_LEVELS: Final = {
    "or": 1,
    "xor": 2,
    "and": 3,
    "not": 4,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 5),
    "|": 6,
    "^": 7,
    "&": 8,
    **dict.fromkeys(("+", "-"), 9),
    **dict.fromkeys(("*", "/", "%"), 10),
    **dict.fromkeys(("neg", "~"), 11),
}
_HIGHEST: Final = 12
_WORDS: Final = frozenset(
    {
        *(
            "and",
            "await",
            "bind",
            "break",
            "broadcast",
            "case",
            "cast",
            "class",
            "continue",
            "def",
            "default",
        ),
        *("delegate", "elif", "else", "end", "event", "false", "floating", "for", "from", "func", "function"),
        *("goto", "if", "import", "in", "is", "isinstance", "lambda", "let", "macro", "main", "match", "nil"),
        *("none", "not", "null", "nullptr", "on", "or", "pass", "range", "reversed", "enumerate", "return"),
        *("self", "sequence", "switch", "this", "true", "try", "unbind", "var", "while", "xor", "_"),
        *("del", "global", "yield", "async", "with", "raise", "except", "finally", "timeline"),
    }
)
"""Words that mean something where a value or statement begins."""

_MARKS: Final = frozenset(
    {"alias", "as", "_alias", "else", "default", "sequence", "floating", "self", "none", "not", "_"}
)
"""Words that mean something where a pin, an output or a parameter is named."""


def print_program(program: Program) -> str:
    """The text of a program; each line ends with a line feed."""
    blocks = list(boxed(program.entries, lambda entry: "\n".join(_marked(entry.marks, _entry(entry)))))
    if program.floating:
        lines = ["floating:"]
        for block in program.floating:
            said = list(_block(block))
            if said[0].startswith("#["):
                said.insert(0, "pass")  # a region begins on a line of its own
            lines += [f"{_INDENT}- {said[0]}", *(f"{_INDENT}  {line}" for line in said[1:])]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n" if blocks else ""


def print_expression(expression: Expression) -> str:
    """The text of one value."""
    return _text(expression)


_ENTRY_WORDS: Final = {
    "main": "main",
    "event": "on ",
    "custom_event": "event ",
    "component_event": "on ",
    "input": "on input ",
    "function": "func ",
    "macro": "macro ",
    "node": "on node ",
    "routine": "def ",
}


def _entry(entry: Entry) -> Iterator[str]:
    name = _declared(entry.name) if entry.name else ""
    owner = f"{_declared(entry.owner)}." if entry.owner else ""
    results = f" -> ({_parameters(entry.results)})" if entry.results else ""
    pure = "pure " if entry.is_pure and entry.kind == "function" else ""
    yield f"{pure}{_ENTRY_WORDS[entry.kind]}{owner}{name}({_parameters(entry.parameters)}){results}"
    yield from (_INDENT + local_words(item, _declared, _text) for item in entry.local_variables)
    if entry.arms:
        for arm in entry.arms:
            # On lines of its own, also when it is empty: `if: pass` would be another statement.
            yield f"{_INDENT}{_declared(arm.pin)}:"
            yield from (_INDENT * 2 + line for line in _block(arm.block))
        return
    yield from (_INDENT + line for line in _block(entry.body))


def _parameters(parameters: tuple[EntryParameter, ...]) -> str:
    return ", ".join(
        f"{_declared(item.name)}: {item.type}" if item.type else _declared(item.name) for item in parameters
    )


def _block(block: Block) -> Iterator[str]:
    if not block:
        yield "pass"
    for statement in block:
        if statement.label and not isinstance(statement, Region):
            yield f"@{_declared(statement.label)}:"
        yield from _marked(statement.marks, _statement(statement))


def _marked(marks: tuple[str, ...], lines: Iterator[str]) -> Iterator[str]:
    """The lines with the marks of their node before the first."""
    said = "".join(f"@{mark if is_mark_word(mark) else quoted(mark)} " for mark in marks)
    yield said + next(lines)
    yield from lines


def _nested(head: str, block: Block) -> Iterator[str]:
    if not block:
        yield f"{head} pass"
        return
    yield head
    yield from (_INDENT + line for line in _block(block))


@singledispatch
def _statement(statement: Statement) -> Iterator[str]:
    """The lines of a statement without its label."""
    raise NotImplementedError(type(statement).__name__)


@_statement.register
def _(statement: Let) -> Iterator[str]:
    value = _text(statement.value)
    yield f"let {_declared(statement.name)} = {value}" if statement.name else value


@_statement.register
def _(statement: Assign) -> Iterator[str]:
    value = "<unset>" if statement.value is None else _text(statement.value)
    said = f"{_text(statement.target)} = {value}"
    yield f"let {_declared(statement.name)} = ({said})" if statement.name else said


@_statement.register
def _(statement: Bind) -> Iterator[str]:
    handler = "none" if statement.handler is None else _text(statement.handler)
    yield f"bind {_text(statement.dispatcher)} {statement.operator} {handler}"


@_statement.register
def _(statement: Broadcast) -> Iterator[str]:
    yield f"broadcast {_text(statement.dispatcher)}({_arguments(statement.arguments)})"


@_statement.register
def _(statement: If) -> Iterator[str]:
    yield from _if(statement, "if")


@_statement.register
def _(statement: Switch) -> Iterator[str]:
    yield f"switch {_text(statement.value)}:"
    for case in statement.cases:
        head = "default:" if case.value is None else f"case {_case_text(case.value)}:"
        yield from (_INDENT + line for line in _nested(head, case.block))


@_statement.register
def _(statement: Sequence) -> Iterator[str]:
    yield "sequence:"
    said, last = 0, len(statement.blocks) - 1
    for number, block in enumerate(statement.blocks):
        if not block and number < last:
            continue  # the number of the next one says that it is there
        head = "then:" if number == said else f"then {number}:"
        yield from (_INDENT + line for line in _nested(head, block))
        said += 1


@_statement.register
def _(statement: ForRange) -> Iterator[str]:
    items = f"{_text(statement.first)}..{_text(statement.last)}"
    yield from _loop(_loop_name(statement.name), items, statement.body, can_break=statement.can_break)


@_statement.register
def _(statement: ForEach) -> Iterator[str]:
    names = _loop_name(statement.name)
    if statement.index:
        names += f", {_declared(statement.index)}"
    items = _text(statement.items)
    if statement.is_reverse:
        items = f"reversed({items})"
    yield from _loop(names, items, statement.body, can_break=statement.can_break)


def _loop_name(name: str) -> str:
    return _declared(name) if name else "_"


def _loop(names: str, items: str, body: Block, *, can_break: bool) -> Iterator[str]:
    word = " breakable" if can_break and not has_break(body) else ""
    yield from _nested(f"for {names} in {items}{word}:", body)


@_statement.register
def _(statement: While) -> Iterator[str]:
    yield from _nested(f"while {_text(statement.condition)}:", statement.body)


@_statement.register
def _(statement: Return) -> Iterator[str]:
    yield f"return {_arguments(statement.values)}".rstrip()


@_statement.register
def _(statement: End) -> Iterator[str]:
    del statement
    yield "end"


@_statement.register
def _(statement: Break) -> Iterator[str]:
    del statement
    yield "break"


@_statement.register
def _(statement: Goto) -> Iterator[str]:
    pin = f".{_declared(statement.pin)}" if statement.pin else ""
    yield f"goto {_declared(statement.to)}{pin}"


@_statement.register
def _(statement: Region) -> Iterator[str]:
    yield opening(statement.text)
    yield from _block(statement.block)
    yield CLOSING


@_statement.register
def _do(statement: Do) -> Iterator[str]:
    said = f"{'await ' if statement.is_awaited else ''}{_text(statement.call)}"
    if statement.enter:
        said += f" from {_declared(statement.enter)}"
    if statement.name:
        said = f"let {_declared(statement.name)} = {said}"
    elif statement.names:
        said = f"let ({', '.join(map(_declared, statement.names))}) = {said}"
    arms = [arm for arm in statement.arms if arm.block]
    yield f"{said}:" if arms else said
    for arm in arms:
        yield from (_INDENT + line for line in _nested(f"{_declared(arm.pin)}:", arm.block))


def _if(statement: If, word: str) -> Iterator[str]:
    said = _text(statement.condition)
    if statement.cast_to is not None:
        kind = statement.cast_to.name
        said += f" is {_declared(kind)}" + (f" as {_declared(statement.name)}" if statement.name else "")
    yield from _nested(f"{word} {said}:", statement.then)
    rest = statement.otherwise
    if len(rest) == 1 and isinstance(rest[0], If) and not rest[0].label and not rest[0].marks:
        yield from _if(rest[0], "elif")
    elif rest:
        yield from _nested("else:", rest)


# --- expressions ---------------------------------------------------------------------------------


def _case_text(value: Expression) -> str:
    """What a case compares with; `a | b` alone would be two values of one case."""
    is_choice = isinstance(value, Operation) and value.operator == "|"
    return f"({_text(value)})" if is_choice else _text(value)


def _text(expression: Expression, level: int = 0) -> str:
    """An expression; in brackets when it binds less than `level` needs."""
    match expression:
        case NumberLiteral(text):
            return text
        case StringLiteral(text):
            return quoted(text)
        case BooleanLiteral(is_true):
            return "true" if is_true else "false"
        case Identifier(name):
            return _name(name)
        case Operation(operator, operands):
            return _operation(operator, operands, level)
        case Choice(condition, if_true, if_false):
            said = f"{_text(if_true, 1)} if {_text(condition, 1)} else {_text(if_false)}"
            return f"({said})" if level else said
        case _:
            return _closed(expression)


def _closed(expression: Tuple | Collection | Member | Index | Call | Handler) -> str:
    """What never needs brackets around it."""
    match expression:
        case Tuple(items):
            return f"({_text(items[0])},)" if len(items) == 1 else f"({', '.join(map(_text, items))})"
        case Collection(kind, items):
            return _collection(kind, items)
        case Member(of, name):
            return f"{_base(of)}.{_declared(name)}"
        case Index(of, index):
            return f"{_base(of)}[{_text(index)}]"
        case Call(callee, arguments):
            return format_words(expression, _text) or f"{_text(callee)}({_arguments(arguments)})"
        case Handler(kind, name):
            return f"{kind} {_declared(name)}"


def _base(expression: Expression) -> str:
    """What something is taken of."""
    said = _text(expression, _HIGHEST)
    return f"({said})" if isinstance(expression, NumberLiteral) else said


def _operation(operator: str, operands: tuple[Expression, ...], level: int) -> str:
    mine = _LEVELS[operator]
    if len(operands) == 1:
        sign = {"neg": "-", "not": "not "}.get(operator, operator)
        inner = _base(operands[0]) if operator == "neg" else _text(operands[0], mine)
        said = f"{sign}{inner}"
    else:
        said = f" {operator} ".join(_text(operand, mine + 1) for operand in operands)
    return f"({said})" if level > mine else said


def _collection(kind: str, items: tuple[Expression, ...]) -> str:
    if kind == "map":
        pairs = zip(items[::2], items[1::2], strict=False)
        return "{" + ", ".join(f"{_text(key)}: {_text(value)}" for key, value in pairs) + "}"
    inner = ", ".join(map(_text, items))
    return f"[{inner}]" if kind == "array" else f"{{{inner}}}"


def _arguments(arguments: tuple[Argument, ...]) -> str:
    return ", ".join(
        f"{_input(item.pin)}={_text(item.value)}" if item.pin else _text(item.value) for item in arguments
    )


def _input(pin: str) -> str:
    """The name of an input; of the object that something is done with it is the word."""
    return pin if pin == "self" else _declared(pin)


def _name(name: str) -> str:
    """A name where a value stands: words of the language stand in back quotes."""
    if name in ("None", "self"):
        return name
    return _in_back_quotes(name) if name.lower() in _WORDS else _declared(name)


def _declared(name: str) -> str:
    """A name where only a name can stand: a pin, a member, what is declared."""
    is_plain = _WORD.fullmatch(name) and name.lower() not in _MARKS and not imitated_name(name)
    return name if is_plain else _in_back_quotes(name)


def _in_back_quotes(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
