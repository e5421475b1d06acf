"""Any edit of an entry of a real graph does what it says, also while the artist edits another place of it.

The edits take a statement out, put one in, put one under a condition, or turn two round; where, is drawn, the
same in every run. What is compared is the program that is read afterwards.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import (
    entry_ways,
    inner_blocks,
    parts_of,
    with_blocks,
    with_entry_blocks,
)
from blueprint_assistant.languages.ast.syntax_tree import Do, Goto, Identifier, Let, Program, Sequence
from blueprint_assistant.languages.bluecode.parser import parse_program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.lower.emitter import ProgramError, WouldReplaceLinkError
from blueprint_assistant.languages.merge.program_plan import PlanOptions
from blueprint_assistant.languages.merge.program_rebase import MergeConflictError
from blueprint_assistant.languages.merge.statement_keys import ENDS
from languages.test_corpus_laws import ALL, Real, real_graphs
from real_texts import needs_corpus

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement

_EDITS: Final = 12 if ALL else 6
_CONDITION: Final = (
    parse_program('on BeginPlay()\n  if RandomBool():\n    PrintString("q")\n').entries[0].body[0]
)


@dataclass(frozen=True)
class Edit:
    """One change at one statement of an entry."""

    kind: str
    at: Statement
    word: str = "new"

    def of(self, statement: Statement, kept: Statement) -> tuple[Statement, ...]:
        """What comes in the place of the statement, with its blocks as they are to be."""
        if statement is not self.at:
            return (kept,)
        match self.kind:
            case "remove":
                return ()
            case "insert":
                return _print(self.word), kept
            case _:
                return (replace(_CONDITION, then=(kept,)),)  # type: ignore[call-arg]


def _print(word: str) -> Statement:
    return parse_program(f'on BeginPlay()\n  PrintString("{word}")\n').entries[0].body[0]


def edited(entry: Entry, *edits: Edit) -> Entry:
    def block(statements: Block) -> Block:
        made: list[Statement] = []
        for one in statements:
            kept = with_blocks(one, {way: block(inner) for way, inner in inner_blocks(one).items()}, one)
            found: tuple[Statement, ...] = (kept,)
            for edit in edits:
                found = (*found[:-1], *edit.of(one, found[-1])) if found else ()
            made += found
        return tuple(made)

    return with_entry_blocks(entry, {way: block(inner) for way, inner in entry_ways(entry).items()}, entry)


def _statements(blocks: Mapping[str, Block]) -> Iterator[Statement]:
    for block in blocks.values():
        for statement in block:
            yield statement
            yield from _statements(inner_blocks(statement))


def _names(statement: Statement) -> bool:
    return any(names_of(statement)) or (isinstance(statement, Do) and any(statement.names))


def edits_of(entry: Entry, word: str) -> list[Edit]:
    """All edits that leave a program that means something, and in which all names that are left are used."""
    given = {name.lower() for one in _statements(entry_ways(entry)) for name in names_of(one) if name}
    found: list[Edit] = []
    for one in _statements(entry_ways(entry)):
        if not _names(one):  # a value is named wherever a reading has it
            found.append(Edit("insert", one, word))
        if not isinstance(one, (*ENDS, Let, Sequence)) and not _names(one) and not one.label:
            found.append(Edit("wrap", one, word))
            used = {part.name.lower() for part in parts_of(one) if isinstance(part, Identifier)}
            if not used & given:
                found.append(Edit("remove", one, word))
    return found


def code(program: Program, key: tuple[str, str]) -> str:
    entries = tuple(entry for entry in program.entries if (entry.owner, entry.name) == key)
    return print_program(Program(entries))


def said(text: str) -> tuple[list[str], list[str]]:
    """What runs, in its order, and the names of values, which stand wherever a reading has them."""
    lines = [line for line in text.splitlines()[1:] if line.strip() != "pass"]
    values = sorted(line.strip() for line in lines if line.strip().startswith("let "))
    return [line for line in lines if not line.strip().startswith("let ")], values


def entries() -> Iterator[tuple[Real, Entry, tuple[str, str]]]:
    for real in real_graphs():
        told = real.told.entries
        for entry in told:
            key = entry.owner, entry.name
            if any(isinstance(one, Goto) for one in _statements(entry_ways(entry))):
                continue  # an edit of one can be said without a jump, or with another
            if any(entry_ways(entry).values()) and sum((one.owner, one.name) == key for one in told) == 1:
                yield real, entry, key


def update(real: Real, entry: Entry, base: Real) -> tuple[int, Real]:
    program = parse_program(print_program(Program((entry,))))
    try:
        plan, after = real.applied(program, PlanOptions(mode="update", base=base.graph))
    except ProgramError as error:
        raise error.error from error
    return plan.step_count, after


@needs_corpus
def test_an_edit_of_a_real_entry_is_what_is_read_afterwards() -> None:
    draw, done, refused = random.Random(13), 0, 0
    for real, entry, key in entries():
        steps, after = update(real, entry, real)
        assert not steps or "250-demo120" in real.name  # there two links leave one exec output
        possible = edits_of(entry, "new")
        for edit in draw.sample(possible, min(_EDITS, len(possible))):
            wanted = edited(entry, edit)
            try:
                _, after = update(real, wanted, real)
            except WouldReplaceLinkError:
                refused += 1
                continue
            assert said(code(after.told, key)) == said(print_program(Program((wanted,)))), (
                real.name,
                edit.kind,
            )
            done += 1
    assert (done, refused) > ((400, 0) if ALL else (80, 0))
    assert refused < done / 50


@needs_corpus
def test_two_edits_of_a_real_entry_are_both_there_or_a_conflict() -> None:
    draw, done, conflicts = random.Random(14), 0, 0
    for real, entry, key in entries():
        for _ in range(_EDITS // 2):
            mine = draw.choice(edits_of(entry, "artist"))
            theirs = draw.choice(edits_of(entry, "writer"))
            if mine.at is theirs.at or _is_emptied(entry, mine) or _is_emptied(entry, theirs):
                continue
            try:
                _, now = update(real, edited(entry, mine), real)
                _, after = update(now, edited(entry, theirs), real)
            except (MergeConflictError, WouldReplaceLinkError):
                conflicts += 1
                continue
            both = print_program(Program((edited(entry, mine, theirs),)))
            assert said(code(after.told, key)) == said(both), (real.name, mine.kind, theirs.kind)
            done += 1
    assert done > (150 if ALL else 15)
    assert conflicts < done / 2


def _is_emptied(entry: Entry, edit: Edit) -> bool:
    return not any(entry_ways(edited(entry, edit)).values())
