"""Which statements of an entry that is written anew are left as the nodes that they are.

Part of `entry_replacement`. What is left alone need not be buildable: nodes of plugins, assets that are not
here, and pins that no program can name stay what they are while the entry around them changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import bare, entry_blocks, parts_of, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import Break, Call, End, Goto, Identifier, Region

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from blueprint_assistant.languages.ast.syntax_tree import Entry, Statement

__all__ = ["kept_statements"]

_NEVER: Final = (End, Goto, Break, Region)
"""What stands for no node of its own."""


def kept_statements(
    known: Entry,
    entry: Entry,
    pairs: Mapping[int, Statement],
    keys: Mapping[int, object],
    settled: Collection[int],
) -> dict[int, Statement]:
    """The statements of the graph that those of `entry` are and say, by the `id` of the latter.

    `pairs` are which statement is which, `keys` what each says. A statement that says the same is another
    one all the same when a name in it means what is built anew; `settled` are kept whatever they say.
    """
    there = _givers(known)
    here = _givers(entry)
    kept: dict[int, Statement] = {}
    for statement in walk_blocks(entry_blocks(entry)):
        old = pairs.get(id(statement))
        if old is None or not old.origin.nodes or isinstance(statement, _NEVER) or isinstance(old, _NEVER):
            continue
        is_same = keys.get(id(old)) == keys.get(id(statement)) and type(old) is type(statement)
        if id(statement) in settled or (is_same and _means_the_same(old, statement, there, here, kept)):
            kept[id(statement)] = old
    return kept


def _givers(entry: Entry) -> dict[str, Statement | None]:
    """The statement that gives each name; None for a name that several give."""
    found: dict[str, Statement | None] = {}
    for statement in walk_blocks(entry_blocks(entry)):
        for name in filter(None, names_of(statement)):
            found[name.lower()] = None if name.lower() in found else statement
    return found


def _means_the_same(
    old: Statement,
    new: Statement,
    there: Mapping[str, Statement | None],
    here: Mapping[str, Statement | None],
    kept: Mapping[int, Statement],
) -> bool:
    """Whether each name in one statement is what it is in the other, its node left alone, too."""
    before, now = _used(old), _used(new)
    if len(before) != len(now):
        return False
    for one, other in zip(before, now, strict=True):
        if one not in there and other not in here:
            continue
        giver, mine = there.get(one), here.get(other)
        if giver is None or mine is None or kept.get(id(mine)) is not giver:
            return False
    return True


def _used(statement: Statement) -> list[str]:
    """The names of values in a statement, in order; what is called is none."""
    parts = [*parts_of(bare(statement))]
    called = {id(part.callee) for part in parts if isinstance(part, Call)}
    return [part.name.lower() for part in parts if isinstance(part, Identifier) and id(part) not in called]
