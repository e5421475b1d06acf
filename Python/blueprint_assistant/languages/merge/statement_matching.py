"""Says which statement of a program is which node that is there already (BC-073, BC-075, BC-100).

Part of `languages`; `union_merge` builds on it. In this order: the node that a hint names, or a label; the
same name, target and values; the same name and all values that both write; the node that a statement
was when it was read; a node of its kind between the same neighbours, where that one is gone. What is
not certain is another statement: nothing is overwritten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.alignment import align, names_of
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import Return
from blueprint_assistant.languages.decompile.node_identity import semantic_key
from blueprint_assistant.languages.merge.graph_context import ContextLowering
from blueprint_assistant.languages.merge.statement_keys import head_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from blueprint_assistant.languages.ast.alignment import Step
    from blueprint_assistant.languages.ast.syntax_tree import Block, Program, Statement

    _Gap = tuple[list[int], list[int]]

__all__ = ["MatchingLowering"]


class MatchingLowering(ContextLowering):
    """Aligns blocks of a program with those that are there."""

    def _align(self, existing: Block, new: Block, mine: list[object], theirs: list[object]) -> list[Step]:
        """Which statements are one. `mine` and `theirs` are what they say, and then who they are."""
        self._identify(existing, new, mine, theirs)
        steps = align(mine, theirs)
        if not self._is_append:
            steps = self._pair_gaps(steps, mine, theirs, lambda at, to: self._is_alike(existing[at], new[to]))
            if self._learn_pairs(existing, new, steps):
                mine[:] = (self._keys[id(one)] for one in existing)
                theirs[:] = (self._keys[id(one)] for one in new)
                return self._align(existing, new, mine, theirs)
            for step in steps:
                if step.kind == "both":
                    self._take_as_said(existing[step.existing], new[step.new])
        if self._identities.hinted:
            steps = self._hinted(existing, new, mine, theirs, steps)
        if self._identities.gone:
            steps = self._pair_gaps(
                steps, mine, theirs, lambda at, to: self._stands_for(existing[at], new[to])
            )
        return steps

    def _learn_identities(self, program: Program) -> None:
        """Let what statements name that hints say to be nodes mean the same as what these nodes name."""
        said = {**self._identities.hinted, **self._identities.named}
        there = {
            one.origin.nodes[0]: one
            for one in statement_paths(self._existing).values()
            if said and one.origin.nodes
        }
        for path, statement in statement_paths(program).items() if there else ():
            known = there.get(said.get(path, ""))
            if known is not None and (path in self._identities.named or head_of(known) == head_of(statement)):
                self._who[id(known)] = self._who[id(statement)] = said[path]

    def _learn_labels(self, program: Program) -> None:
        """Let a statement be the node at which its label stands in the graph, where it is of its kind."""
        labels = {one.label.lower(): one for one in statement_paths(self._existing).values() if one.label}
        for statement in statement_paths(program).values() if labels else ():
            known = labels.get(statement.label.lower())
            if known is not None and known.origin.nodes and head_of(known) == head_of(statement):
                node = known.origin.nodes[0]
                if id(statement) not in self._who:
                    self._who[id(known)] = self._who[id(statement)] = node
                    self._forced[id(statement)] = node

    def _learn_pairs(self, existing: Block, new: Block, steps: list[Step]) -> bool:
        """Let what alike statements name mean the same; whether that may change what others say."""
        found = False
        for step in steps:
            if step.kind != "both":
                continue
            statement, other = existing[step.existing], new[step.new]
            is_new = any(names_of(statement)) and self._keys[id(statement)] != self._keys[id(other)]
            if is_new and statement.origin.nodes and id(other) not in self._who:
                self._who[id(statement)] = self._who[id(other)] = statement.origin.nodes[0]
                self._forced[id(other)] = statement.origin.nodes[0]
                found = True
        if found:
            self._know_again()
        return found

    def _identify(self, existing: Block, new: Block, mine: list[object], theirs: list[object]) -> None:
        """Let statements that are said to be one be one, and the ends of a function."""
        places = {
            statement.origin.nodes[0]: at for at, statement in enumerate(existing) if statement.origin.nodes
        }
        for number, statement in enumerate(new):
            path = self._paths.get(id(statement), "")
            node = self._identities.settled.get(path) or self._identities.named.get(path, "")
            node = node or self._forced.get(id(statement), "")
            if node in places:
                mine[places[node]] = theirs[number] = "node", node
        if existing and new and isinstance(existing[-1], Return) and isinstance(new[-1], Return):
            mine[-1] = theirs[-1] = "result"

    def _hinted(
        self, existing: Block, new: Block, mine: list[object], theirs: list[object], steps: list[Step]
    ) -> list[Step]:
        """What is left on both sides is one where a source map says so (BC-075)."""
        left = {step.existing for step in steps if step.kind == "existing"}
        places = {existing[at].origin.nodes[0]: at for at in left if existing[at].origin.nodes}
        for step in steps:
            if step.kind != "new":
                continue
            node = self._identities.hinted.get(self._paths.get(id(new[step.new]), ""), "")
            at = places.get(node)
            if at is not None and head_of(existing[at]) == head_of(new[step.new]):
                mine[at] = theirs[step.new] = "node", node
        return align(mine, theirs)

    # --- what is certain enough ----------------------------------------------------------------

    @staticmethod
    def _pair_gaps(
        steps: list[Step], mine: list[object], theirs: list[object], fits: Callable[[int, int], bool]
    ) -> list[Step]:
        """Let what fits between the same neighbours be one, where nothing else fits."""
        found = False
        for old, new in _gaps(steps):
            pairs = [(at, to) for at in old for to in new if fits(at, to)]
            for at, to in pairs:
                if sum(at == one or to == other for one, other in pairs) == 1:
                    mine[at] = theirs[to] = "one", at, to
                    found = True
        return align(mine, theirs) if found else steps

    def _is_alike(self, statement: Statement, new: Statement) -> bool:
        """Whether two calls on one target agree in all values that both write, and in one at least."""
        mine, theirs = self._values.get(id(statement)), self._values.get(id(new))
        if mine is None or theirs is None or mine.what != theirs.what:
            return False
        both = mine.said.keys() & theirs.said.keys()
        return bool(both) and all(mine.said[pin] == theirs.said[pin] for pin in both)

    def _take_as_said(self, statement: Statement, new: Statement) -> None:
        """What writes nothing that is not there says the same: nothing is to be done."""
        mine, theirs = self._values.get(id(statement)), self._values.get(id(new))
        if mine is None or theirs is None or mine.what != theirs.what:
            return
        said = (pin not in mine.said and pin in theirs.defaults for pin in theirs.said)
        same = (mine.said.get(pin) == value for pin, value in theirs.said.items())
        if all(is_said or is_same for is_said, is_same in zip(said, same, strict=True)):
            self._keys[id(new)] = self._keys[id(statement)]

    def _stands_for(self, statement: Statement, new: Statement) -> bool:
        """Whether a statement is of the kind of the node that a hint names and that is gone."""
        known = self._identities.gone.get(self._paths.get(id(new), ""))
        if known is None or not statement.origin.nodes or head_of(statement) != head_of(new):
            return False
        return not known or known == semantic_key(self._builder.node(statement.origin.nodes[0]))


def _gaps(steps: list[Step]) -> Iterator[_Gap]:
    """What is on one side alone, between what both have."""
    old: list[int] = []
    new: list[int] = []
    for step in steps:
        if step.kind == "both":
            yield old, new
            old, new = [], []
        elif step.kind == "existing":
            old.append(step.existing)
        else:
            new.append(step.new)
    yield old, new
