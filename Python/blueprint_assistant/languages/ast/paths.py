"""Every part of a program with its path (BC-070, BC-076). Outside uses `walk…` and `PathPart`.

`/body/0` is the first statement of the only entry, `/entries/event:Open/body/0` where there are
several; `/body/3/then/0` stands in a block; `/body/3#Condition/A` is a value in a statement. Paths
do not depend on texts of statements, so that equal statements never share one.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from blueprint_assistant.languages.ast.blocks import blocks_of
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    Bind,
    Broadcast,
    Call,
    Choice,
    Collection,
    Do,
    Entry,
    ForEach,
    ForRange,
    Identifier,
    If,
    Index,
    Let,
    Member,
    Operation,
    Return,
    Switch,
    Tuple,
    While,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.languages.ast.blocks import Way
    from blueprint_assistant.languages.ast.syntax_tree import Argument, Block, Expression, Program, Statement

    _Inner = Iterator[tuple[str, Expression]]

__all__ = ["PathPart", "entry_keys", "roots", "walk", "walk_statements", "walk_values"]

_OPERANDS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class PathPart(NamedTuple):
    """A part of a program and its path."""

    path: str
    part: Entry | Statement | Expression


def walk(program: Program) -> Iterator[PathPart]:
    """Every entry, statement and expression of a program, outer before inner, in written order."""
    for root, entry in roots(program):
        yield PathPart(root or "/", entry)
    for path, statement in walk_statements(program):
        yield PathPart(path, statement)
        for value_path, value in walk_values(statement):
            yield PathPart(f"{path}{value_path}", value)


def walk_values(statement: Statement) -> Iterator[PathPart]:
    """Every value of a statement without its blocks, by the path from the statement on."""
    for name, value in _values(statement):
        yield from _expression(f"#{_step(name)}", value)


def walk_statements(program: Program) -> Iterator[tuple[str, Statement]]:
    """Every statement of a program with its path, outer before inner, in written order."""
    for root, entry in roots(program):
        yield from _block(f"{root}/body", entry.body)
        for arm in entry.arms:
            yield from _block(f"{root}/{_step(arm.pin)}", arm.block)
    for number, block in enumerate(program.floating):
        yield from _block(f"/floating/{number}", block)


def roots(program: Program) -> Iterator[tuple[str, Entry]]:
    """The entries of a program with the beginnings of their paths."""
    keys = entry_keys(program)
    for key, entry in zip(keys, program.entries, strict=True):
        yield "" if len(keys) == 1 else f"/entries/{key}", entry


def entry_keys(program: Program) -> list[str]:
    """A key for each entry: what it is, and its number where several are called the same."""
    seen: Counter[str] = Counter()
    keys = []
    for entry in program.entries:
        owner = f"{entry.owner}." if entry.owner else ""
        key = _step(f"{entry.kind}:{owner}{entry.name}")
        seen[key] += 1
        keys.append(key if seen[key] == 1 else f"{key}:{seen[key]}")
    return keys


def _step(name: str) -> str:
    """A name as one step of a path: the signs of paths are written as JSON pointers write them."""
    return name.replace("~", "~0").replace("/", "~1").replace("#", "~2")


def _block(path: str, block: Block) -> Iterator[tuple[str, Statement]]:
    for number, statement in enumerate(block):
        here = f"{path}/{number}"
        yield here, statement
        for way, inner in blocks_of(statement):
            yield from _block(f"{here}/{_step(_way_name(way))}", inner)


def _way_name(way: Way) -> str:
    """What paths call a way into a block (BC-076)."""
    match way.kind:
        case "then" | "else" | "output" | "default":
            return way.name
        case "body":
            return "loop"
        case "box":
            return "region"
        case "number":
            return f"then_{way.name}"
        case "case":
            return f"case:{way.name}"
        case "value":
            return "case"
        case _:
            assert_never(way.kind)


def _values(statement: Statement) -> _Inner:
    """The values in a statement, by the names of the pins that take them where these are known."""
    match statement:
        case If() | While():
            yield "Condition", statement.condition
        case Switch():
            yield "Selection", statement.value
        case ForRange():
            yield "FirstIndex", statement.first
            yield "LastIndex", statement.last
        case ForEach():
            yield "Array", statement.items
        case Let():
            yield "Value", statement.value
        case Return():
            yield from _arguments(statement.values)
        case Assign() | Do() | Bind() | Broadcast():
            yield from _member_values(statement)
        case _:
            return


def _member_values(statement: Assign | Do | Bind | Broadcast) -> _Inner:
    """The values of a statement that names a member, of another object perhaps."""
    match statement:
        case Assign():
            yield from _owner(statement.target)
            if statement.value is not None:
                yield "Value", statement.value
        case Do():
            yield from _owner(statement.call.callee, statement.call.arguments)
            yield from _arguments(statement.call.arguments)
        case Bind():
            yield from _owner(statement.dispatcher)
            if statement.handler is not None:
                yield "Delegate", statement.handler
        case Broadcast():
            yield from _owner(statement.dispatcher)
            yield from _arguments(statement.arguments)


def _owner(member: Identifier | Member, arguments: tuple[Argument, ...] = ()) -> _Inner:
    """What a member is of: the object, or the class where a value for `self` stands in the call."""
    if isinstance(member, Member):
        yield "class" if any(item.pin == "self" for item in arguments) else "self", member.of


def _arguments(arguments: tuple[Argument, ...]) -> _Inner:
    for number, argument in enumerate(arguments):
        yield argument.pin or str(number), argument.value


def _expression(path: str, value: Expression) -> Iterator[PathPart]:
    yield PathPart(path, value)
    for name, inner in _inner(value):
        yield from _expression(f"{path}/{_step(name)}", inner)


def _inner(value: Expression) -> _Inner:
    match value:
        case Operation():
            for number, operand in enumerate(value.operands):
                yield _OPERANDS[number] if number < len(_OPERANDS) else str(number), operand
        case Call():
            yield from _owner(value.callee, value.arguments)
            yield from _arguments(value.arguments)
        case Member():
            yield "self", value.of
        case Index():
            yield "Array", value.of
            yield "Index", value.index
        case Choice():
            yield "Condition", value.condition
            yield "True", value.if_true
            yield "False", value.if_false
        case Tuple() | Collection():
            yield from ((str(number), item) for number, item in enumerate(value.items))
        case _:
            return
