"""Drawn programs as trees, and how they are written. What they mean says `meant`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMBERS = {
    "A": "int",
    "B": "int",
    "C": "int",
    "F": "float",
    "G": "float",
    "bOn": "bool",
    "S": "string",
    "Ints": "array of int",
    "Names": "array of string",
}
STARTS: dict[str, object] = {
    "A": 3,
    "B": 0,
    "C": 0,
    "F": 1.5,
    "G": 0.0,
    "bOn": True,
    "S": "key",
    "Ints": [],
    "Names": [],
}


class Expression:
    """A value."""


class Statement:
    """Something that is done."""


Block = tuple[Statement, ...]


@dataclass(frozen=True)
class Const(Expression):
    value: object


@dataclass(frozen=True)
class Name(Expression):
    name: str


@dataclass(frozen=True)
class Op(Expression):
    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class Not(Expression):
    of: Expression


@dataclass(frozen=True)
class Choice(Expression):
    value: Expression
    condition: Expression
    other: Expression


@dataclass(frozen=True)
class Call(Expression):
    """A call of a function: an own one, or `len`, `str`, `abs`, `min`, `max` and the like."""

    name: str
    given: tuple[Expression, ...] = ()
    part: str = ""


@dataclass(frozen=True)
class Listed(Expression):
    items: tuple[Expression, ...]


@dataclass(frozen=True)
class Item(Expression):
    of: Expression
    index: Expression


@dataclass(frozen=True)
class Formatted(Expression):
    before: str
    value: Expression


@dataclass(frozen=True)
class IsA(Expression):
    """Whether the player, who is a Character, is of a class."""

    class_name: str


@dataclass(frozen=True)
class Print(Statement):
    value: Expression


@dataclass(frozen=True)
class Assign(Statement):
    """`name = value`, with `let`, `var … : type` or a sign before the `=`."""

    name: str
    value: Expression
    form: str = ""
    sign: str = ""


@dataclass(frozen=True)
class If(Statement):
    arms: tuple[tuple[Expression, Block], ...]
    other: Block | None = None


@dataclass(frozen=True)
class ForNumbers(Statement):
    name: str
    first: Expression
    last: Expression
    step: int
    form: str
    block: Block


@dataclass(frozen=True)
class ForItems(Statement):
    name: str
    index: str
    items: Expression
    block: Block


@dataclass(frozen=True)
class While(Statement):
    condition: Expression
    block: Block


@dataclass(frozen=True)
class Switch(Statement):
    value: Expression
    cases: tuple[tuple[object, Block], ...]
    other: Block


@dataclass(frozen=True)
class Sequence(Statement):
    ways: tuple[Block, ...]


@dataclass(frozen=True)
class Again(Statement):
    """A label, what is done, and a jump back to it while a condition holds."""

    label: str
    block: Block
    condition: Expression


@dataclass(frozen=True)
class Do(Statement):
    """`call(…)`, a timer, a wait: a line with the words for it."""

    what: str
    given: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class Leave(Statement):
    """`break`, `continue`, or `return` with what it gives."""

    word: str
    given: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class Entry:
    """An event or function: `kind` is `on`, `event`, `func` or `pure func`."""

    kind: str
    name: str
    body: Block
    inputs: tuple[tuple[str, str], ...] = ()
    outputs: tuple[tuple[str, str], ...] = ()
    variables: tuple[str, ...] = field(default=())

    @property
    def is_function(self) -> bool:
        return self.kind.endswith("func")


@dataclass(frozen=True)
class Program:
    entries: tuple[Entry, ...]

    def entry(self, name: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.name == name), None)


# --- text ------------------------------------------------------------------------------------------


def declared() -> str:
    """The members that all programs have."""
    lines = []
    for name, kind in MEMBERS.items():
        value = STARTS[name]
        start = "" if value in ([], 0, 0.0) else f" = {text_of(Const(value))}"
        lines.append(f"var {name}: {kind}{start}")
    return "\n".join((*lines, "dispatcher OnRang()")) + "\n"


def code_of(*entries: Entry) -> str:
    return "\n".join("\n".join(_entry(entry)) for entry in entries) + "\n"


def _entry(entry: Entry) -> Iterator[str]:
    inputs = ", ".join(f"{name}: {kind}" if entry.is_function else name for name, kind in entry.inputs)
    outputs = ", ".join(f"{name}: {kind}" for name, kind in entry.outputs)
    yield f"{entry.kind} {entry.name}({inputs})" + (f" -> ({outputs})" if outputs else "") + ":"
    yield from (f"  var {name}: int = 0" for name in entry.variables)
    yield from _block(entry.body, 1)


def _block(block: Block, depth: int) -> Iterator[str]:
    for statement in block:
        yield from ("  " * depth + line for line in _statement(statement))
    if not block:
        yield "  " * depth + "pass"


def _statement(statement: Statement) -> Iterator[str]:  # noqa: C901, PLR0912 - one case for each kind
    match statement:
        case Print(value):
            yield f"PrintString({text_of(value)})"
        case Assign(name, value, form, sign):
            words = {"let": f"let {name}", "": name}.get(form, f"var {name}: {form}")
            yield f"{words} {sign}= {text_of(value)}"
        case If(arms, other):
            for number, (condition, block) in enumerate(arms):
                yield f"{'elif' if number else 'if'} {text_of(condition)}:"
                yield from _block(block, 1)
            if other is not None:
                yield "else:"
                yield from _block(other, 1)
        case ForNumbers(name, _, _, _, _, block):
            yield f"for {name} in {_range(statement)}:"
            yield from _block(block, 1)
        case ForItems(name, index, items, block):
            yield f"for {name}{f', {index}' if index else ''} in {text_of(items)}:"
            yield from _block(block, 1)
        case While(condition, block):
            yield f"while {text_of(condition)}:"
            yield from _block(block, 1)
        case Switch(value, cases, other):
            yield f"switch {text_of(value)}:"
            for case, block in cases:
                yield f"  case {text_of(Const(case))}:"
                yield from _block(block, 2)
            yield "  default:"
            yield from _block(other, 2)
        case Sequence(ways):
            yield "sequence:"
            for block in ways:
                yield "  then:"
                yield from _block(block, 2)
        case Again(label, block, condition):
            yield f"@{label}:"
            yield from _block(block, 0)
            yield f"if {text_of(condition)}:"
            yield f"  goto {label}"
        case Do(what, given):
            yield (
                what
                if what.startswith("bind")
                else what.replace("…", ", ".join(text_of(value) for value in given))
            )
        case Leave(word, given):
            yield f"{word} {', '.join(text_of(value) for value in given)}".strip()
        case _:
            raise AssertionError(statement)


def _range(loop: ForNumbers) -> str:
    """`last` is the last number, which the loop does, too."""
    first, last = text_of(loop.first), text_of(loop.last)
    if loop.form == "..":
        return f"{first}..{last}"
    if loop.form == "reversed":
        return f"reversed(range({last}, {first} + 1))"
    end = f"{last} {'+' if loop.step > 0 else '-'} 1"
    return f"range({first}, {end}, {loop.step})" if loop.step != 1 else f"range({first}, {end})"


def text_of(value: Expression) -> str:  # noqa: C901, PLR0912 - likewise
    match value:
        case Const(bool() as known):
            return "true" if known else "false"
        case Const(str() as known):
            return f'"{known}"'
        case Const(known):
            return str(known)
        case Name(name):
            return name
        case Op(sign, left, right):
            return f"({text_of(left)} {sign} {text_of(right)})"
        case Not(of):
            return f"(not {text_of(of)})"
        case Choice(one, condition, other):
            return f"({text_of(one)} if {text_of(condition)} else {text_of(other)})"
        case Call(name, given, part):
            return f"{name}({', '.join(map(text_of, given))})" + (f".{part}" if part else "")
        case Listed(items):
            return f"[{', '.join(map(text_of, items))}]"
        case Item(of, index):
            return f"{text_of(of)}[{text_of(index)}]"
        case Formatted(before, inner):
            return f'f"{before}{{{text_of(inner)}}}"'
        case IsA(class_name):
            return f"GetPlayerPawn(0) is {class_name}"
        case _:
            raise AssertionError(value)
