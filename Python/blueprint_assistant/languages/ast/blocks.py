"""What stands in what: the blocks of every statement form, known here once for all who walk or change a tree.

A new form is a line of `_taken_apart`, and of `key_behind` when it is a node of its own. Everything else
asks: `blocks_of` for each block as it is written, `inner_blocks` for one block a way (of equal ways the
last, as building has it), `map_blocks` and `with_blocks` for the statement with others. A way has one name
here; what paths call it is `paths`' business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeVar, assert_never

from blueprint_assistant.languages.ast.alignment import value_key
from blueprint_assistant.languages.ast.syntax_tree import (
    Arm,
    Assign,
    Bind,
    Block,
    Break,
    Broadcast,
    Case,
    Do,
    End,
    ForEach,
    ForRange,
    Goto,
    Identifier,
    If,
    Let,
    Loop,
    Member,
    NumberLiteral,
    Region,
    Return,
    Sequence,
    Statement,
    StringLiteral,
    Switch,
    While,
    said_fields,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from blueprint_assistant.languages.ast.syntax_tree import Entry, Program

__all__ = [
    "Inner",
    "Way",
    "WayKind",
    "all_blocks",
    "bare",
    "blocks_of",
    "entry_blocks",
    "entry_ways",
    "has_break",
    "inner_blocks",
    "key_behind",
    "map_blocks",
    "map_entry",
    "nodes_in",
    "nodes_of",
    "parts_of",
    "replaced",
    "walk_blocks",
    "with_blocks",
    "with_entry_blocks",
]

WayKind = Literal["then", "else", "body", "box", "number", "output", "case", "value", "default"]
"""`value` is a case that compares with no plain value, `box` the inside of a comment box."""


class Way(NamedTuple):
    """How the flow comes into a block. `name` is an output, what a case compares with, or a number."""

    kind: WayKind
    name: str

    @property
    def key(self) -> str:
        """What is the same for the same way of two statements, however either spells it."""
        return self.name if self.kind == "value" else self.name.lower()


class Inner(NamedTuple):
    """A block of a statement and the way into it."""

    way: Way
    block: Block


_Headed = TypeVar("_Headed", Arm, Case)
_Rebuild = Callable[[tuple[Block, ...]], Statement]

_THEN: Final = Way("then", "then")
_ELSE: Final = Way("else", "else")
_BODY: Final = Way("body", "body")
_BOX: Final = Way("box", "")
_BRANCH: Final = (_THEN.key, _ELSE.key)
_LOOP_BODY: Final = "loopbody"


def _taken_apart(statement: Statement) -> tuple[tuple[Inner, ...], _Rebuild]:
    """The blocks of a statement in written order, and what makes it again with as many others."""
    match statement:
        case Do():
            return (
                tuple(Inner(Way("output", arm.pin), arm.block) for arm in statement.arms),
                lambda new: replace(statement, arms=_refilled(statement.arms, new)),
            )
        case If():
            return (
                (Inner(_THEN, statement.then), Inner(_ELSE, statement.otherwise)),
                lambda new: replace(statement, then=new[0], otherwise=new[1]),
            )
        case Switch():
            return (
                tuple(Inner(_case_way(case), case.block) for case in statement.cases),
                lambda new: replace(statement, cases=_refilled(statement.cases, new)),
            )
        case Sequence():
            return (
                tuple(Inner(Way("number", str(at)), block) for at, block in enumerate(statement.blocks)),
                lambda new: replace(statement, blocks=new),
            )
        case ForRange() | ForEach() | While():
            return (Inner(_BODY, statement.body),), lambda new: replace(statement, body=new[0])
        case Region():
            return (Inner(_BOX, statement.block),), lambda new: replace(statement, block=new[0])
        case Let() | Assign() | Bind() | Broadcast() | Return() | End() | Break() | Goto():
            return (), lambda _: statement
        case _:
            assert_never(statement)


def _refilled(parts: tuple[_Headed, ...], blocks: tuple[Block, ...]) -> tuple[_Headed, ...]:
    return tuple(replace(part, block=block) for part, block in zip(parts, blocks, strict=True))


def _case_way(case: Case) -> Way:
    """What a case compares with, as the output of the node is called."""
    match case.value:
        case None:
            return Way("default", "default")
        case NumberLiteral(text) | StringLiteral(text):
            return Way("case", text)
        case Identifier(name) | Member(_, name):
            return Way("case", name)
        case _:
            return Way("value", repr(value_key(case.value, {})))


def key_behind(statement: Statement, number: int, pin: str) -> str:
    """The key of the way that begins at an exec output of a statement's node, the `number`th of these."""
    match statement:
        case Do() | Switch():
            return pin.lower()
        case If():
            return _BRANCH[number] if number < len(_BRANCH) else ""
        case Sequence():
            return str(number)
        case ForRange() | ForEach() | While():
            folded = pin.lower()
            return _BODY.key if folded.replace(" ", "") == _LOOP_BODY else folded
        case Region() | Let() | Assign() | Bind() | Broadcast() | Return() | End() | Break() | Goto():
            return ""
        case _:
            assert_never(statement)


# --- blocks --------------------------------------------------------------------------------------


def blocks_of(statement: Statement) -> tuple[Inner, ...]:
    """Every block of a statement, in written order."""
    return _taken_apart(statement)[0]


def inner_blocks(statement: Statement) -> dict[str, Block]:
    """The blocks of a statement by the keys of the ways into them."""
    return {way.key: block for way, block in blocks_of(statement)}


def map_blocks(statement: Statement, change: Callable[[Block], Block]) -> Statement:
    """The statement with each of its blocks changed."""
    inner, rebuild = _taken_apart(statement)
    return rebuild(tuple(change(block) for _, block in inner))


def with_blocks(statement: Statement, blocks: Mapping[str, Block], there: Statement) -> Statement:
    """The statement with other blocks by the keys of their ways; a way that is not among them is empty.

    Ways that a node may have more of are taken from the same node `there`, too; an output without a
    block is not written.
    """
    inner, rebuild = _taken_apart(_widened(statement, blocks, there))
    return rebuild(tuple(blocks.get(way.key, ()) for way, _ in inner))


def _widened(statement: Statement, blocks: Mapping[str, Block], there: Statement) -> Statement:
    """A statement of which the number of ways is open, with as many as `blocks` need, each once."""
    match statement:
        case Do():
            others = there.arms if isinstance(there, Do) else ()
            return replace(statement, arms=_arms((*statement.arms, *others), blocks))
        case Switch():
            cases: dict[str, Case] = {}
            for case in (*statement.cases, *(there.cases if isinstance(there, Switch) else ())):
                cases.setdefault(_case_way(case).key, case)
            return replace(statement, cases=tuple(cases.values()))
        case Sequence():
            return replace(statement, blocks=((),) * max((int(way) + 1 for way in blocks), default=0))
        case _:
            return statement


def _arms(arms: tuple[Arm, ...], blocks: Mapping[str, Block]) -> tuple[Arm, ...]:
    """The arms with other blocks, each once and as it is written first; none without a block."""
    known: dict[str, Arm] = {}
    for arm in arms:
        known.setdefault(arm.pin.lower(), arm)
    return tuple(replace(arm, block=blocks[pin]) for pin, arm in known.items() if blocks.get(pin))


def bare(statement: Statement) -> Statement:
    """A statement with nothing in its blocks. A comment box keeps what it holds: it is nothing else."""
    return statement if isinstance(statement, Region) else map_blocks(statement, lambda _: ())


def has_break(block: Block) -> bool:
    """Whether a break in the block, not in a loop inside it, leaves the loop that it is the body of."""
    return any(map(_breaks, block))


def _breaks(statement: Statement) -> bool:
    if isinstance(statement, Break):
        return True
    return not isinstance(statement, Loop) and any(has_break(block) for _, block in blocks_of(statement))


# --- entries -------------------------------------------------------------------------------------


def entry_blocks(entry: Entry) -> tuple[Block, ...]:
    """The outermost blocks of an entry."""
    return entry.body, *(arm.block for arm in entry.arms)


def entry_ways(entry: Entry) -> dict[str, Block]:
    """The outermost blocks of an entry by the keys of the ways into them; the body has the empty one."""
    return {"": entry.body} | {arm.pin.lower(): arm.block for arm in entry.arms}


def map_entry(entry: Entry, change: Callable[[Block], Block]) -> Entry:
    """The entry with each of its outermost blocks changed."""
    arms = tuple(replace(arm, block=change(arm.block)) for arm in entry.arms)
    return replace(entry, body=change(entry.body), arms=arms)


def with_entry_blocks(entry: Entry, blocks: Mapping[str, Block], there: Entry) -> Entry:
    """The entry with other blocks by the keys of their ways, as `with_blocks` has a statement."""
    return replace(entry, body=blocks.get("", ()), arms=_arms((*entry.arms, *there.arms), blocks))


def all_blocks(program: Program) -> list[Block]:
    """The outermost blocks of a program."""
    return [*(block for entry in program.entries for block in entry_blocks(entry)), *program.floating]


# --- all that stands in something ----------------------------------------------------------------


def walk_blocks(blocks: Iterable[Block]) -> Iterator[Statement]:
    """The statements of blocks and of those in them, outer before inner."""
    for block in blocks:
        for statement in block:
            yield statement
            yield from walk_blocks(inner_blocks(statement).values())


def nodes_of(statement: Statement) -> tuple[str, ...]:
    """The nodes that a statement stands for without its blocks: its own, then those of its values."""
    origins = (getattr(part, "origin", None) for part in parts_of(bare(statement)))
    return tuple(dict.fromkeys(node for origin in origins if origin is not None for node in origin.nodes))


def nodes_in(blocks: Iterable[Block]) -> Iterator[str]:
    """The nodes that the statements of blocks stand for, with those of their inner blocks."""
    for statement in walk_blocks(blocks):
        yield from nodes_of(statement)


def parts_of(root: object) -> Iterator[object]:
    """A part of a tree and all parts in it, values too, without recursion."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(reversed(part))
        elif is_dataclass(part) and not isinstance(part, type):
            yield part
            waiting.extend(getattr(part, name) for name in reversed(said_fields(type(part))))


def replaced(root: Any, instead: Callable[[object], tuple[object, ...] | None]) -> Any:
    """A part of a tree, values too, with others in it: `instead` is asked of each that stands in a row.

    It says what comes in its place, an empty tuple for nothing; None for what only has to be looked into.
    """
    if isinstance(root, tuple):
        found = ((item, instead(item)) for item in root)
        return tuple(
            part
            for item, others in found
            for part in ((replaced(item, instead),) if others is None else others)
        )
    if not is_dataclass(root) or isinstance(root, type):
        return root
    inner = {name: getattr(root, name) for name in said_fields(type(root))}
    changed = {
        name: replaced(part, instead)
        for name, part in inner.items()
        if isinstance(part, tuple) or is_dataclass(part)
    }
    return replace(root, **changed) if changed else root
