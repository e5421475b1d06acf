"""Names of a program whose value may be another at a use than where it is named. Part of `lower`.

`let old = Health` gives a name to a Get node, which is asked at each use: behind `Health = 0` it says 0.
Outside uses `ValueProbe`, which builds a program on a builder that is thrown away, and asks for `changing`.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.ast.blocks import blocks_of, entry_blocks, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    Break,
    Do,
    End,
    ForRange,
    Goto,
    Identifier,
    Let,
    Loop,
    Member,
    Region,
    Return,
    Sequence,
)
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.lower.lowering import Lowering
from blueprint_assistant.languages.lower.pin_lookup import shown_outputs
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.meaning.noting_emitter import NotingEmitter
from blueprint_assistant.languages.meaning.value_sources import (
    ANY,
    CHANCE,
    WORLD,
    Tokens,
    effects_of,
    may_change,
    reads_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Node, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Program, Statement
    from blueprint_assistant.languages.lower.emitter import Emitter

__all__ = ["Changing", "ValueProbe", "names_value"]


@dataclass(frozen=True, slots=True)
class Changing:
    """A statement that names a value, and a line where it may be another. No type: it is no one value.

    `parts` are then the outputs by what the program calls them, with a name for each and its type. A loop
    names no value, but asks for its last number in each round.
    """

    entry: Entry
    statement: Let | Do | Assign | ForRange
    type: PinType | None
    line: int
    parts: tuple[tuple[Identifier | Member, str, PinType], ...] = ()


def names_value(statement: Statement) -> str:
    """The name that a statement gives to a value, if that is all it does; else empty."""
    match statement:
        case Let(name) | Do(_, name):
            return name
        case Assign(Identifier(name)):
            return name
        case _:
            return ""


class ValueProbe:
    """Builds a program to see what its names read and its statements change."""

    def __init__(self, owner: Blueprint, catalog: Catalog, builder: Emitter) -> None:
        """`builder` stands on graphs without what the program says."""
        self._owner, self._catalog = owner, catalog
        self._noted = NotingEmitter(builder)
        self._building = _Probing(owner, catalog, self._noted)
        self._program: Program | None = None

    def build(self, program: Program) -> None:
        """Build the program; statements that cannot be built are left out."""
        self._program = program
        with suppress(ProgramError):  # who builds it in earnest says why
            self._building.program(program)

    def unused(self) -> Iterator[Let | Do]:
        """The statements that name a value which nothing takes."""
        for entry in self._program.entries if self._program else ():
            for statement in walk_blocks(entry_blocks(entry)):
                found = self._building.named.get(id(statement))
                is_value = isinstance(statement, Let | Do) and found is not None and self._is_pure(found.node)
                if is_value and not self._noted.takers(found.node):  # type: ignore[union-attr]
                    yield statement  # type: ignore[misc]

    def changing(self) -> Iterator[Changing]:
        """The named values that may be others at a use, in written order."""
        for entry in self._program.entries if self._program else ():
            for statement in walk_blocks(entry_blocks(entry)):
                key = self._asked_again(statement)
                reads = self._reads(key) if key else frozenset()
                line = _Flow(self, entry, statement, reads).line if reads else 0
                if line:
                    kind = self._building.types.get(id(statement))
                    yield Changing(entry, statement, kind, line, self._parts(statement))  # type: ignore[arg-type]

    def _asked_again(self, statement: Statement) -> str:
        """The node of a value that a statement names, or of the last number of a loop; empty for none."""
        found = self._building.named.get(id(statement))
        key = "" if found is None else found.node
        if isinstance(statement, ForRange):
            loop = next(self._executed(statement), "")
            key = self._noted.source(loop, "LastIndex") if loop else ""
            key = key if self._noted.by.get(key) == id(statement) else ""
        return key if key and self._is_pure(key) else ""

    def _parts(self, statement: Statement) -> tuple[tuple[Identifier | Member, str, PinType], ...]:
        found = self._building.named.get(id(statement))
        if found is None or not isinstance(statement, Do):
            return ()
        pins = shown_outputs(self._node(found.node))
        if statement.names:
            named = zip(statement.names, pins, strict=False)
            return tuple((Identifier(name), name, pin.type) for name, pin in named if name)
        name = statement.name
        return tuple((Member(Identifier(name), pin.name), f"{name}{pin.name}", pin.type) for pin in pins)

    def type_of(self, statement: Statement) -> PinType | None:
        """The type of the value that a statement names, where it could be built."""
        return self._building.types.get(id(statement))

    # --- facts -------------------------------------------------------------------------------

    def uses(self, statement: Statement, named: Statement) -> bool:
        """Whether a statement without its blocks takes the value that another names."""
        return any(
            id(named) == self._noted.by.get(pure)
            for key in self._executed(statement)
            for pure in self._upstream(key)
        )

    def effects(self, statement: Statement) -> Tokens:
        """What a statement without its blocks may change."""
        keys = list(self._executed(statement))
        if not keys and isinstance(statement, Do) and id(statement) not in self._building.named:
            return frozenset({ANY})
        return frozenset(
            token
            for key in keys
            for token in effects_of(self._node(key), map(self._node, self._noted.given(key)), self._catalog)
        )

    def used_elsewhere(self, entry: Entry, named: Statement) -> int:
        """The line of a use in another entry; 0 for none."""
        for other in self._program.entries if self._program else ():
            for one in walk_blocks(entry_blocks(other)) if other is not entry else ():
                if self.uses(one, named):
                    return one.place.line or 1
        return 0

    def _node(self, key: str) -> Node:
        return self._noted.node(key)

    def _is_pure(self, key: str) -> bool:
        return not any(pin.is_exec for pin in self._node(key).pins)

    def _executed(self, statement: Statement) -> Iterator[str]:
        return (key for key in self._noted.of.get(id(statement), ()) if not self._is_pure(key))

    def _upstream(self, key: str) -> list[str]:
        """The nodes without exec pins that a node takes values from, near and far."""
        found: list[str] = []
        waiting = [*self._noted.given(key)]
        for one in waiting:  # grows while it is walked
            if one not in found and self._is_pure(one):
                found.append(one)
                waiting += self._noted.given(one)
        return found

    def _reads(self, key: str) -> Tokens:
        pure = [key, *self._upstream(key)]
        return frozenset(
            token for one in pure for token in reads_of(self._node(one), self._owner, self._catalog)
        )


class _Flow:
    """The way from a name on: the first line at which its value may be another. 0 for none."""

    def __init__(self, probe: ValueProbe, entry: Entry, named: Statement, reads: Tokens) -> None:
        self._probe, self._named, self._reads = probe, named, reads
        self.line = 0
        if isinstance(named, ForRange):
            # Nobody named it: what only some call of the engine could change is not taken to change.
            self._reads = reads - {WORLD}
            self._round(named)
            return
        for block in entry_blocks(entry):
            rests = _rests(block, named)
            if rests is None:
                continue
            dirty = False
            for rest in rests:
                dirty = self._walk(rest, is_dirty=dirty)
                if _jumps_back(rest):
                    self._walk(rest, is_dirty=dirty)
        self.line = self.line or probe.used_elsewhere(entry, named)

    def _round(self, loop: ForRange) -> None:
        """Whether the last number of a loop may be another behind its body."""
        if CHANCE in self._reads or self._walk(loop.body, is_dirty=False):
            self.line = loop.place.line or 1

    def _walk(self, block: Block, *, is_dirty: bool) -> bool:
        """Whether the value may be another behind a block, or behind a way that ends in it."""
        for statement in block:
            if statement is self._named:
                return is_dirty  # it is named anew
            is_dirty = self._step(statement, is_dirty=is_dirty)
        return is_dirty

    def _step(self, statement: Statement, *, is_dirty: bool) -> bool:
        is_used = self._probe.uses(statement, self._named)
        if is_used:
            self._use(statement, is_dirty=is_dirty)
            is_dirty = is_dirty or CHANCE in self._reads
        is_dirty = is_dirty or may_change(self._reads, self._probe.effects(statement))
        blocks = [block for _, block in blocks_of(statement)]
        if isinstance(statement, Loop) or (isinstance(statement, Do) and blocks):
            # Its body is done again, and what its head reads is asked for again.
            for _ in range(2):
                ways = [self._walk(block, is_dirty=is_dirty) for block in blocks]
                is_dirty = is_dirty or any(ways)
                if is_used:
                    self._use(statement, is_dirty=is_dirty)
            return is_dirty
        if isinstance(statement, Sequence | Region):
            for block in blocks:
                is_dirty = self._walk(block, is_dirty=is_dirty)
            return is_dirty
        behind = [(self._walk(block, is_dirty=is_dirty), block) for block in blocks]
        return is_dirty or any(is_other for is_other, block in behind if not _ends(block))

    def _use(self, statement: Statement, *, is_dirty: bool) -> None:
        if is_dirty and not self.line:
            self.line = statement.place.line or 1


def _rests(block: Block, named: Statement) -> list[Block] | None:
    """What stands behind a statement in its block, then behind that block, and so on; None: not here."""
    for number, statement in enumerate(block):
        if statement is named:
            return [block[number + 1 :]]
        for _, inner in blocks_of(statement):
            found = _rests(inner, named)
            if found is not None:
                return [*found, block[number + 1 :]]
    return None


def _ends(block: Block) -> bool:
    return bool(block) and isinstance(block[-1], End | Return | Goto | Break)


def _jumps_back(block: Block) -> bool:
    """Whether a jump in a block leads to a statement in it."""
    inside = list(walk_blocks((block,)))
    labels = {one.label.lower() for one in inside if one.label}
    return any(isinstance(one, Goto) and one.to.lower() in labels for one in inside)


class _Probing(Lowering):
    """Notes what each statement names, and which statement each node is of."""

    def __init__(self, owner: Blueprint, catalog: Catalog, builder: NotingEmitter) -> None:
        super().__init__(owner, catalog, builder)
        builder.current = lambda: self._current
        self.named: dict[int, Output] = {}
        self.types: dict[int, PinType] = {}

    def _build(self, statement: Statement) -> None:
        super()._build(statement)
        name = names_value(statement)
        found = self._scope.find(name) if name else None
        if isinstance(statement, Do) and statement.names and id(statement) in self._made:
            self.named[id(statement)] = Output(self._made[id(statement)])
        if isinstance(found, Output):
            self.named[id(statement)] = found
            with suppress(AssistantError):  # a node with several outputs has no one value
                self.types[id(statement)] = self._feeder.type_of(found)
