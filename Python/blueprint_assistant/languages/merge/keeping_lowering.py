"""Leaves the nodes of statements as they are, and builds only what leads there and what follows.

Part of `languages`; `entry_replacement` builds on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.languages.ast.alignment import names_of
from blueprint_assistant.languages.ast.blocks import inner_blocks, key_behind, nodes_of
from blueprint_assistant.languages.ast.syntax_tree import Do, If, Loop, Return, Sequence
from blueprint_assistant.languages.lower.pin_lookup import cast_result
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.merge.union_merge import UnionLowering

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Statement
    from blueprint_assistant.languages.lower.emitter import Emitter
    from blueprint_assistant.languages.merge.graph_context import Identities
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["KeepingLowering"]


class KeepingLowering(UnionLowering):
    """Builds the statements that are not kept. `_keeps` says what those are that are."""

    def __init__(
        self, ground: GraphContext, builder: Emitter, *, identities: Identities | None = None
    ) -> None:
        """Nothing is kept yet."""
        super().__init__(ground, builder, identities=identities)
        self._keeps: dict[int, Statement] = {}
        """What statements are that are left as they are, by the `id` of the program's."""

    def _build(self, statement: Statement) -> None:
        known = self._keeps.get(id(statement))
        if known is None:
            super()._build(statement)
        else:
            self._leave(known, statement)

    def _leave(self, known: Statement, statement: Statement) -> None:
        """Leave the nodes of a statement as they are: only what leads there and what follows is built."""
        nodes, key = nodes_of(known), known.origin.nodes[0]
        self._reusing.keep(key, nodes)
        self._made[self._current] = key
        self._learn_names(known, names_of(statement))
        if isinstance(statement, Do):
            self._name_outputs(key, statement.names)
        if not self._is_executed(known):
            return
        flowing = [node for node in nodes if self._is_flow(node)]
        led_to = {to for node in flowing if node != key for to in self._leads_to(node)}
        first = next((node for node in flowing if node not in led_to), key)
        at, pin = self._entering(known)
        self._enter(first, pin if first == at else self._exec_pins(first, "input")[0])
        if isinstance(statement, Return):
            self._tails = []
        else:
            self._leave_ways(known, statement, key)

    def _leave_ways(self, known: Statement, statement: Statement, key: str) -> None:
        """Build what stands in the blocks of a statement whose node is left as it is."""
        blocks = inner_blocks(statement)
        tails: list[Output] = []
        outer, narrowed = self._scope.narrowed, self._cast_to(statement, key)
        for number, pin in enumerate(self._exec_pins(key, "output")):
            way = key_behind(known, number, pin)
            is_body = isinstance(statement, Loop) and way == "body"
            self._tails = [Output(key, pin)]
            self._scope.narrowed = [*outer, *narrowed] if way == "then" else outer
            if is_body:
                self._loops.append(key)
            self._block(blocks.get(way, ()))
            if is_body:
                self._loops.pop()
            else:
                tails += self._tails
        self._scope.narrowed = outer
        self._tails = [] if isinstance(statement, Sequence) else tails

    def _cast_to(self, statement: Statement, key: str) -> tuple[Output, ...]:
        """What a cast has found out of an object."""
        if not isinstance(statement, If) or statement.cast_to is None:
            return ()
        return self._found(Output(key, cast_result(self._builder.node(key))))

    def _is_flow(self, node: str) -> bool:
        return any(pin.is_exec for pin in self._builder.node(node).pins)

    def _leads_to(self, node: str) -> set[str]:
        """The nodes to which the exec outputs of one lead."""
        outputs = (Output(node, pin) for pin in self._exec_pins(node, "output"))
        return {target[0] for output in outputs for _, target in self._reusing.wires.out_of(output)}
