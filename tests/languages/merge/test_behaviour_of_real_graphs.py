"""A real graph does what it did, whatever is written that says the same; an edit changes no other entry.

What a graph does is seen in the machine of the benchmark: all entries run in several cases, before and after.
"""

from __future__ import annotations

import random
import re
from dataclasses import is_dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from authoring.running.behaviour import Stimuli, Trace, behaviour_of, differences
from blueprint_assistant.graph.catalog.engine_catalog import default_catalog
from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import entry_ways, inner_blocks
from blueprint_assistant.languages.ast.syntax_tree import Call, Do, Identifier, Let, Program, said_fields
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.lower.emitter import ProgramError, WouldReplaceLinkError
from blueprint_assistant.languages.merge.program_plan import PlanOptions
from languages.merge.test_updates_of_real_graphs import edited, edits_of, entries, update
from languages.test_corpus_laws import ALL, DAMAGED, Real, real_graphs
from real_texts import needs_corpus
from tiers import deep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement

_MODES: Final = ("update", "union", "replace")
_STIMULI: Final = Stimuli(seeds=(1,), seconds=3.0, most_steps=300)


@cache
def _before(name: str) -> Trace | None:
    real = next(one for one in real_graphs() if one.name == name)
    return done_by(real)


def done_by(real: Real) -> Trace | None:
    """What it does; None where nothing can be said of it."""
    found = behaviour_of(real.owner, default_catalog(), _STIMULI)
    return found if isinstance(found, Trace) else None


def changed_by(real: Real, after: Real) -> list[str]:
    """What it does otherwise."""
    before, now = _before(real.name), done_by(after)
    if before is None or now is None:
        return [] if (before is None) == (now is None) else ["it cannot be followed any more, or only now"]
    return differences(before, now)


@deep
@needs_corpus
def test_a_real_graph_does_the_same_after_what_was_read_of_it_is_written_back() -> None:
    done = 0
    for real in real_graphs():
        if real.name in DAMAGED or _before(real.name) is None:
            continue
        for mode in _MODES:
            base = real.graph if mode == "update" else None
            _, after = real.applied(real.told, PlanOptions(mode=mode, base=base))
            assert changed_by(real, after) == [], (real.name, mode)
        done += 1
    assert done >= (100 if ALL else 15)


@deep
@needs_corpus
def test_an_edit_that_is_taken_back_or_only_names_a_value_otherwise_changes_nothing() -> None:
    draw, done, renamed = random.Random(21), 0, 0
    for real, entry, _ in entries():
        if real.name in DAMAGED or _before(real.name) is None:
            continue
        inserts = [one for one in edits_of(entry, "no matter") if one.kind == "insert"]
        for edit in draw.sample(inserts, min(2, len(inserts))):
            try:
                _, now = update(real, edited(entry, edit), real)
                _, after = update(now, entry, now)
            except WouldReplaceLinkError:
                continue
            assert changed_by(real, after) == [], (real.name, edit.kind)
            done += 1
        other = with_other_names(entry)
        if other != entry:
            _, after = update(real, other, real)
            assert changed_by(real, after) == [], (real.name, "other names")
            renamed += 1
    assert (done, renamed) > ((100, 20) if ALL else (15, 3))


@deep
@needs_corpus
def test_an_edit_of_one_entry_changes_what_no_other_does() -> None:
    draw, done = random.Random(22), 0
    for real, entry, key in entries():
        before = _before(real.name)
        if real.name in DAMAGED or before is None or len(before.by_entry) < 2:
            continue
        own = re.split("[/.]", key[1])[-1].lower()
        others = [name for name in before.by_entry if name != "a life" and own not in name.lower()]
        others = _not_led_to(real, others, key)
        possible = edits_of(entry, "other") if others else []
        for edit in draw.sample(possible, min(2, len(possible))):
            try:
                _, after = update(real, edited(entry, edit), real)
            except (WouldReplaceLinkError, ProgramError):
                continue
            now = done_by(after)
            assert now is not None, real.name
            assert differences(before, now, others) == [], (real.name, edit.kind)
            done += 1
    assert done >= (100 if ALL else 10)


def _not_led_to(real: Real, others: list[str], key: tuple[str, str]) -> list[str]:
    """Those of the entries that neither call what was edited nor lead into it."""
    callers = {
        one.name.lower()
        for one in real.told.entries
        if key[1].lower() in print_program(Program((one,))).lower().partition("\n")[2]
        or "goto" in print_program(Program((one,)))
    }
    return [name for name in others if not any(caller in name.lower() for caller in callers)]


def with_other_names(entry: Entry) -> Entry:
    """The entry with the names of its values called otherwise."""
    names = {
        name.lower()
        for one in statements(entry_ways(entry))
        if isinstance(one, Let) or (isinstance(one, Do) and not one.arms)
        for name in names_of(one)
        if name
    }
    return _renamed(entry, names)  # type: ignore[no-any-return]


def _renamed(part: Any, names: set[str]) -> Any:
    if isinstance(part, tuple):
        return tuple(_renamed(one, names) for one in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    inner = {one: _renamed(getattr(part, one), names) for one in said_fields(type(part))}
    if isinstance(part, Call) and isinstance(part.callee, Identifier):
        inner["callee"] = part.callee
    name = getattr(part, "name", None)
    if isinstance(part, Identifier | Let | Do) and isinstance(name, str) and name.lower() in names:
        inner["name"] = f"{name}Otherwise"
    if isinstance(part, Do):
        inner["names"] = tuple(f"{one}Otherwise" if one.lower() in names else one for one in part.names)
    return replace(part, **inner)


def statements(blocks: Mapping[str, Block]) -> Iterator[Statement]:
    for block in blocks.values():
        for statement in block:
            yield statement
            yield from statements(inner_blocks(statement))
