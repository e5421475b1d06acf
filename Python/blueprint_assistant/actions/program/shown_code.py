"""The code of Blueprints that a request is about, so that who writes knows what is there without asking.

Outside uses entry_texts, other_entries and shown_code. What the last gives counts as shown: a program that
leaves a line of it out takes it out.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.program_catalog import catalog_for_code
from blueprint_assistant.actions.receipts.counted import listed
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.languages.ast.blocks import entry_blocks, walk_blocks
from blueprint_assistant.languages.ast.syntax_tree import Program
from blueprint_assistant.languages.bluecode.printer import print_program
from blueprint_assistant.languages.decompile.decompiler import decompile
from blueprint_assistant.languages.merge.block_rebase import node_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from blueprint_assistant.actions.base import ActionContext
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph
    from blueprint_assistant.languages.ast.syntax_tree import Entry

__all__ = ["entry_texts", "other_entries", "shown_code"]

_MOST_CHARS: Final = 1800
"""About 600 tokens: code has three to four characters a token."""
_MOST_NAMED: Final = 8
_SHORTEST_WORD: Final = 3
_WORTH: Final = 0.33
"""How well an entry has to fit to be shown to a small model, as a part of the best one's fit."""
_CERTAIN: Final = 1.0
"""How well one has to fit to leave out others: a word that no other has."""
_NAMED: Final = 1.5
_MEANT: Final = {
    **dict.fromkeys(("start", "launch"), "begin"),
    **dict.fromkeys(("turn", "spin", "rotate", "rotating"), "rotation"),
    **dict.fromkeys(("touch", "enter", "walk", "leave", "collide"), "overlap"),
    **dict.fromkeys(("hurt", "harm"), "damage"),
    **dict.fromkeys(("frame", "every", "constantly"), "tick"),
    **dict.fromkeys(("say", "show", "write", "message", "text"), "print"),
    **dict.fromkeys(("wait", "later", "after"), "delay"),
    **dict.fromkeys(("hear", "noise", "music"), "sound"),
    **dict.fromkeys(("remov", "delet", "kill", "vanish", "disappear"), "destroy"),
    **dict.fromkeys(("mov", "move"), "location"),
    **dict.fromkeys(("repeat", "twice", "times"), "for"),
}
"""What requests call events and functions; both without endings."""
_TIME: Final = re.compile(r"\bDeltaSeconds\b")
"""Who speaks of seconds does not mean the time of a frame."""
_KINDS: Final = ("event", "function", "macro")


@dataclass(frozen=True, slots=True)
class _Piece:
    """One entry with statements: where it stands and what it says."""

    owner: Blueprint
    graph: Graph
    entry: Entry
    code: str

    @property
    def nodes(self) -> frozenset[str]:
        """The nodes of its statements."""
        return frozenset(map(node_of, walk_blocks(entry_blocks(self.entry)))) - {""}


def shown_code(
    context: ActionContext,
    blueprints: Iterable[Blueprint],
    request: str,
    fence: str = "",
    *,
    is_for_change: bool = True,
) -> str:
    """The code of Blueprints, a bounded part of it, and the names of what is left out; empty for none.

    The entries that share most words with the request are shown, the best first: small models change what
    stands first. What cannot be read is left out. With the language of a `fence` each entry stands in one,
    as it would be sent, and where something is to be changed only what fits about as well as the best: models
    then send one entry, not all of them.
    """
    pieces = [piece for owner in blueprints for piece in _pieces(context, owner)]
    for name in {piece.owner.name for piece in pieces}:
        request = request.replace(name, " ")
    fits = _fits(pieces, request)
    ranked = sorted(pieces, key=lambda piece: -fits[id(piece)])
    best = max(fits.values(), default=0.0)
    least = best * _WORTH if fence and is_for_change and best >= _CERTAIN else 0.0
    left, chosen = _MOST_CHARS, dict[int, int]()
    for piece in ranked:
        if fits[id(piece)] < least:
            break
        if len(piece.code) <= left:
            left -= len(piece.code)
            chosen[id(piece)] = len(chosen)
    parts = [
        _told(context, owner, [*of], chosen, fence)
        for owner, of in groupby(pieces, key=lambda piece: piece.owner)
    ]
    return "\n".join(parts)


def _fits(pieces: Sequence[_Piece], request: str) -> dict[int, float]:
    """How well each piece fits a request: a word that many pieces have says little, one in a name much."""
    asked = _words(request)
    found = {id(piece): asked & _words(f"{piece.entry.name} {_TIME.sub('', piece.code)}") for piece in pieces}
    often = Counter(word for words in found.values() for word in words)
    named = {id(piece): asked & _words(piece.entry.name) for piece in pieces}
    return {
        key: sum((_NAMED if word in named[key] else 1.0) / often[word] for word in words)
        for key, words in found.items()
    }


def other_entries(context: ActionContext, owner: Blueprint, entries: Iterable[Entry]) -> tuple[str, ...]:
    """The entries of a Blueprint that do something and are none of a program's, as BlueCode begins them."""
    written = {(entry.owner.lower(), entry.name.lower()) for entry in entries}
    others = (
        piece
        for piece in _pieces(context, owner)
        if (piece.entry.owner.lower(), piece.entry.name.lower()) not in written
    )
    return tuple(piece.code.partition("\n")[0] for piece in others)


def entry_texts(context: ActionContext, owner: Blueprint) -> tuple[str, ...]:
    """The code of each entry of a Blueprint that does something."""
    return tuple(piece.code for piece in _pieces(context, owner))


def _told(
    context: ActionContext, owner: Blueprint, pieces: list[_Piece], chosen: Mapping[int, int], fence: str
) -> str:
    """The code of one Blueprint; the model knows it from now on. `chosen` are the places of its pieces."""
    shown = [piece for piece in pieces if id(piece) in chosen]
    shown.sort(key=lambda piece: chosen[id(piece)])
    for graph in {piece.graph.name: piece.graph for piece in shown}.values():
        here = [piece.nodes for piece in shown if piece.graph is graph]
        context.known.see_nodes(owner, graph, frozenset[str]().union(*here))
    others = [piece.entry.name for piece in pieces if id(piece) not in chosen]
    rest = f"read_graph shows {listed(others, _MOST_NAMED)}.\n" if others else ""
    code = "\n".join(piece.code for piece in shown)
    if fence:
        code = "".join(f"```{fence} {owner.name}\n{piece.code}```\n" for piece in shown)
    head = f"Code in {owner.path}:\n" if shown else f"{owner.path} has code: "
    return f"{head}{code}{rest}".rstrip("\n")


def _pieces(context: ActionContext, owner: Blueprint) -> Iterator[_Piece]:
    try:
        catalog = catalog_for_code(context, owner)
        for graph in owner.graphs:
            if graph.kind not in _KINDS:
                continue
            for entry in decompile(graph, owner, catalog).entries:
                if entry.body or entry.arms:
                    yield _Piece(owner, graph, entry, print_program(Program((entry,))))
    except AssistantError:
        return  # read_graph says why


def _words(text: str) -> set[str]:
    """The words of a text, those inside of names too, without endings that only grammar gives."""
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+|[^\W\d_]+", text)
    found = {_stem(part) for part in parts if len(part) >= _SHORTEST_WORD or part.strip("0").isdigit()}
    return found | {_MEANT[word] for word in found if word in _MEANT}


def _stem(word: str) -> str:
    return word.lower().removesuffix("s").removesuffix("ing").removesuffix("ed")
