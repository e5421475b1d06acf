"""The structured tree: what a graph does as statements and expressions. Shared by all text forms.

Values only. Two trees are equal when they say the same: where a part came from in the graph
(`Origin`) or in a text (`Place`) does not count. Names are those of the graph; what they mean is
decided against a Blueprint, not here.

How statements stand for exec links (requirements M1 to M8 of the language):
- A statement continues with the next one of its block, and the last one with what follows the
  construct that the block is part of. That holds for every arm of `If`, `Switch` and `Do` whose
  end is open, and for arms that are not written.
- The bodies of loops and the arms of `Sequence` end without a link.
- `End`, `Return`, `Goto` and `Break` end a block: nothing is continued after them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Link

__all__ = [
    "NO_ORIGIN",
    "NO_PLACE",
    "Argument",
    "Arm",
    "Assign",
    "Bind",
    "Block",
    "BooleanLiteral",
    "Break",
    "Broadcast",
    "Call",
    "Case",
    "Choice",
    "Collection",
    "Do",
    "End",
    "Entry",
    "EntryKind",
    "EntryParameter",
    "Expression",
    "ForEach",
    "ForRange",
    "Goto",
    "Handler",
    "Identifier",
    "If",
    "Index",
    "Let",
    "Local",
    "Loop",
    "Member",
    "NumberLiteral",
    "Operation",
    "Operator",
    "Origin",
    "Place",
    "Program",
    "Region",
    "Return",
    "Sequence",
    "Statement",
    "StringLiteral",
    "Switch",
    "Tuple",
    "While",
    "fields_with_blocks",
    "said_fields",
]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a part stands in a text: line and column from 1; 0 for what came from a graph."""

    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """What of a graph a part stands for: names of nodes, the first of which is its own, and links."""

    nodes: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


NO_PLACE = Place()
NO_ORIGIN = Origin()
_OF_BLOCKS: Final = ("Block", "tuple[Block, ...]", "tuple[Arm, ...]", "tuple[Case, ...]")


@dataclass(frozen=True, slots=True)
class _Part:
    """What every part of a tree has beside what it says."""

    origin: Origin = field(default=NO_ORIGIN, compare=False, kw_only=True)
    place: Place = field(default=NO_PLACE, compare=False, kw_only=True, repr=False)


@cache
def said_fields(kind: type) -> tuple[str, ...]:
    """The names of what a kind of part says: all but where it is from. Asked for every part of a tree."""
    return tuple(item.name for item in fields(kind) if item.name not in ("origin", "place"))


@cache
def fields_with_blocks(kind: type) -> frozenset[str]:
    """The names of what holds the blocks of a kind of statement, as its class declares them."""
    return frozenset(item.name for item in fields(kind) if item.type in _OF_BLOCKS)


# --- expressions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberLiteral(_Part):
    """A number as it is written: `2`, `-0.5`, `1e6`."""

    text: str


@dataclass(frozen=True, slots=True)
class StringLiteral(_Part):
    """A quoted text: of strings, names and texts, and of every default that has no form of its own."""

    text: str


@dataclass(frozen=True, slots=True)
class BooleanLiteral(_Part):
    """`true` or `false`."""

    is_true: bool


@dataclass(frozen=True, slots=True)
class Tuple(_Part):
    """Several values as one: `(1, 2, 3)` for a vector, rotator or colour."""

    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Collection(_Part):
    """A container made here: `[a, b]`, a set, or a map of which keys and values alternate in `items`."""

    kind: Literal["array", "set", "map"]
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Identifier(_Part):
    """A name: variable, component, parameter, what `Let` or a call has named, class, enumerator, `self`."""

    name: str


@dataclass(frozen=True, slots=True)
class Member(_Part):
    """A member of a value: a variable of another object, an output pin of a named node, a struct's field."""

    of: Expression
    name: str


@dataclass(frozen=True, slots=True)
class Index(_Part):
    """An item of an array."""

    of: Expression
    index: Expression


@dataclass(frozen=True, slots=True)
class Argument:
    """A value for an input pin: by name, or (empty) by its place."""

    value: Expression
    pin: str = ""
    place: Place = field(default=NO_PLACE, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class Call(_Part):
    """A node by the name of what it does, with values for its inputs."""

    callee: Identifier | Member
    arguments: tuple[Argument, ...] = ()


# fmt: off
Operator = Literal[
    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=",
    "and", "or", "not", "xor", "neg", "&", "|", "^", "~",
]
# fmt: on


@dataclass(frozen=True, slots=True)
class Operation(_Part):
    """An operator with its operands: one for `not`, `neg` and `~`, two or more for the others."""

    operator: Operator
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Choice(_Part):
    """One of two values by a condition."""

    condition: Expression
    if_true: Expression
    if_false: Expression


@dataclass(frozen=True, slots=True)
class Handler(_Part):
    """A custom event (`event`) or a function (`delegate`) as what a dispatcher or timer calls."""

    kind: Literal["event", "delegate"]
    name: str


Expression = (
    NumberLiteral
    | StringLiteral
    | BooleanLiteral
    | Tuple
    | Collection
    | Identifier
    | Member
    | Index
    | Call
    | Operation
    | Choice
    | Handler
)


# --- statements ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Statement(_Part):
    """`label` is what a Goto may name; empty when none does.

    `marks` are what its node is beside its words: disabled, or a property that these do not say.
    """

    label: str = field(default="", kw_only=True)
    marks: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Let(_Statement):
    """A name for an output of a node without exec pins. It is evaluated anew for every use."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Assign(_Statement):
    """A variable set: of the Blueprint or function, or (`of`) of another object. `name` is for its output.

    `declares` is the type that a text gives a new name, `auto` when it gives none; with `is_variable` it
    calls the name a variable.
    """

    target: Identifier | Member
    value: Expression | None
    name: str = ""
    declares: str = field(default="", compare=False, kw_only=True)
    is_variable: bool = field(default=False, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Arm:
    """The block behind one exec output."""

    pin: str
    block: Block


@dataclass(frozen=True, slots=True)
class Do(_Statement):
    """A node with exec pins: a call, or with several exec outputs (`arms`) a choice of ways.

    `enter` is the exec input when it is not the first; `name` is what its outputs are known by,
    `names` instead of it those of its data outputs in order.
    With arms, each way continues after the statement; without, the one exec output does.
    `is_awaited` is for readers only: the flow goes on later (M8).
    """

    call: Call
    name: str = ""
    enter: str = ""
    arms: tuple[Arm, ...] = ()
    names: tuple[str, ...] = ()
    is_awaited: bool = field(default=False, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Bind(_Statement):
    """Binds a handler to an event dispatcher (`+=`), unbinds it (`-=`), or (no handler, `=`) unbinds all."""

    dispatcher: Identifier | Member
    operator: Literal["+=", "-=", "="]
    handler: Expression | None = None


@dataclass(frozen=True, slots=True)
class Broadcast(_Statement):
    """Calls all that is bound to an event dispatcher."""

    dispatcher: Identifier | Member
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class If(_Statement):
    """A Branch; with `cast_to` a cast that is asked about, whose result `name` names in `then`."""

    condition: Expression
    then: Block
    otherwise: Block = ()
    cast_to: Identifier | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """One way of a Switch: what is compared with, or None for the default."""

    value: Expression | None
    block: Block


@dataclass(frozen=True, slots=True)
class Switch(_Statement):
    """One way of several by a number, string, name or enum."""

    value: Expression
    cases: tuple[Case, ...]


@dataclass(frozen=True, slots=True)
class Sequence(_Statement):
    """One block after the other; nothing continues after it. An empty block is an unlinked output."""

    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ForRange(_Statement):
    """The body for every whole number from `first` to `last`, both included. `name` may be empty."""

    name: str
    first: Expression
    last: Expression
    body: Block
    can_break: bool = False


@dataclass(frozen=True, slots=True)
class ForEach(_Statement):
    """The body for every item of an array; `index` names its number. Both names may be empty."""

    name: str
    index: str
    items: Expression
    body: Block
    can_break: bool = False
    is_reverse: bool = False


@dataclass(frozen=True, slots=True)
class While(_Statement):
    """The body as long as a condition holds."""

    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Return(_Statement):
    """The function's result node, with values by output or place."""

    values: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class End(_Statement):
    """The flow stops here: no link."""


@dataclass(frozen=True, slots=True)
class Break(_Statement):
    """Leave the innermost loop: a link to its Break input."""


@dataclass(frozen=True, slots=True)
class Goto(_Statement):
    """Go on with a labelled statement, or at the exec input `pin` of a named node."""

    to: str
    pin: str = ""


@dataclass(frozen=True, slots=True)
class Region(_Statement):
    """A comment box around what stands in it. The flow runs through it as if it were not there."""

    text: str
    block: Block


Statement = (
    Let
    | Assign
    | Do
    | Bind
    | Broadcast
    | If
    | Switch
    | Sequence
    | ForRange
    | ForEach
    | While
    | Return
    | End
    | Break
    | Goto
    | Region
)
Loop = ForRange | ForEach | While
Block = tuple["Statement", ...]


# --- programs ------------------------------------------------------------------------------------

# fmt: off
EntryKind = Literal[
    "main", "event", "custom_event", "component_event", "input", "function", "macro", "node", "routine",
]
# fmt: on
"""`main` is the entry that the caller means; a `routine` (`def`) is whatever its name says."""


@dataclass(frozen=True, slots=True)
class EntryParameter:
    """An input or output that an entry declares. `type` is a type in words, empty when it is known."""

    name: str
    type: str = ""


@dataclass(frozen=True, slots=True)
class Local(_Part):
    """A local variable that a function declares. `value` is the literal that it begins with, if any."""

    name: str
    type: str
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class Entry(_Part):
    """Where the flow begins: an event, a function, an input with several ways (`arms`).

    `box` is the text of the comment box around all of it, which may be around its neighbours too.
    `marks` say where a custom event runs, with which keys an input, and the like.
    """

    kind: EntryKind
    name: str
    owner: str = ""
    parameters: tuple[EntryParameter, ...] = ()
    results: tuple[EntryParameter, ...] = ()
    body: Block = ()
    arms: tuple[Arm, ...] = ()
    box: str = ""
    local_variables: tuple[Local, ...] = ()
    is_pure: bool = field(default=False, compare=False)
    """Whether a function is declared to have no exec pins; no part of what it does."""
    marks: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Program:
    """All that a graph does. `floating` is what no entry leads to, one block for each root."""

    entries: tuple[Entry, ...] = ()
    floating: tuple[Block, ...] = ()
