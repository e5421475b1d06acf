"""Replaces the whole of an entry by what a program says of it (mode `replace`). Outside: `program_plan`.

What stays is kept as the nodes that it is, the same calls with other values are changed in place, the
rest is taken out: nothing else of the graph. A link from elsewhere to what would go is an error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.compare.semantics import is_reroute
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, make_node
from blueprint_assistant.languages.ast.alignment import align
from blueprint_assistant.languages.ast.blocks import (
    entry_blocks,
    inner_blocks,
    nodes_in,
    nodes_of,
    walk_blocks,
)
from blueprint_assistant.languages.lower.emitter import WouldReplaceLinkError
from blueprint_assistant.languages.lower.mark_check import refuse_changed_marks
from blueprint_assistant.languages.lower.return_lowering import RESULT
from blueprint_assistant.languages.merge.keeping_lowering import KeepingLowering
from blueprint_assistant.languages.merge.kept_statements import kept_statements
from blueprint_assistant.languages.merge.merge_report import MergeOperation
from blueprint_assistant.languages.merge.statement_keys import head_of

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Statement
    from blueprint_assistant.languages.lower.emitter import RemovingEmitter
    from blueprint_assistant.languages.merge.graph_context import Identities
    from blueprint_assistant.languages.merge.statement_keys import GraphContext

__all__ = ["ReplacementLowering"]


class ReplacementLowering(KeepingLowering):
    """Puts the entries of one program in the place of those that are there."""

    def __init__(
        self, ground: GraphContext, builder: RemovingEmitter, identities: Identities | None = None
    ) -> None:
        """Nothing is replaced yet."""
        super().__init__(ground, builder, identities=identities)
        self._ground = ground
        self._remover = builder
        self._kept_as: dict[int, Statement] = {}
        self._alike: set[int] = set()
        """Statements that are kept as others of their kind, by their `id`."""
        self._rewritten: list[tuple[Entry, str]] = []

    def _merge_entry(self, known: Entry, entry: Entry) -> None:
        for one in (known, entry):
            self._know(one, entry_blocks(one))
        self._pair_entry(known, entry)
        self._keeps |= kept_statements(known, entry, self._kept_as, self._keys, self._settled(entry))
        key = known.origin.nodes[0]
        own = self._own(known)
        self._labels = {name: at for name, at in self._labels.items() if at[0] not in own}
        self._reusing.replaces = True
        self._results = 0
        self._body(entry, key)
        self._lead_to_result(known)
        self._rewritten.append((known, key))

    def _add_to(self, known: Entry, entry: Entry) -> None:
        """Put what is new into an entry, and take nothing out."""
        super()._merge_entry(known, entry)

    def _lead_to_result(self, known: Entry) -> None:
        """Let a function that ends without a return end at its result, which holds its outputs."""
        result = self._builder.entry(RESULT) if known.kind == "function" else ""
        if not result or result in self._reusing.taken:
            return
        tails, self._tails = self._tails, []
        self._reusing.taken.add(result)
        for tail in tails:
            self._reusing.connect(tail, (result, self._exec_pins(result, "input")[0]))

    def _finish_jumps(self) -> None:
        """Link the jumps of all entries; then clear away what none of them says any more."""
        super()._finish_jumps()
        self._faults.check()
        for known, key in self._rewritten:
            self._clear(known, key)

    # --- which statement is which ------------------------------------------------------------

    def _pair_entry(self, known: Entry, entry: Entry) -> None:
        self._pair_in_place(known, entry)
        self._pair_wherever(known, entry)

    def _pair_in_place(self, known: Entry, entry: Entry) -> None:
        mine = {arm.pin.lower(): arm.block for arm in known.arms}
        for arm in entry.arms:
            self._pair(mine.get(arm.pin.lower(), ()), arm.block)
        self._pair(known.body, entry.body)

    def _pair_wherever(self, known: Entry, entry: Entry) -> None:
        """Let statements be the nodes that they are said to be or that say the same, wherever these stood."""
        old = [one for one in walk_blocks(entry_blocks(known)) if one.origin.nodes]
        new = list(walk_blocks(entry_blocks(entry)))
        there = {one.origin.nodes[0]: one for one in old}
        hinted, named = self._identities.hinted, self._identities.named
        paths = [(one, self._paths.get(id(one), "")) for one in new]
        settled = self._identities.settled
        for statement, path in paths:
            self._keep_as(statement, there.get(named.get(path, settled.get(path, ""))))
        for statement, path in paths:
            found = there.get(hinted.get(path, ""))
            if found is not None and self._is_free(statement, found) and head_of(found) == head_of(statement):
                self._keep_as(statement, found)
        for statement in new:
            key = self._keys.get(id(statement))
            fits = (one for one in old if self._is_free(statement, one) and self._keys.get(id(one)) == key)
            self._keep_as(statement, next(fits, None))
        for statement in new:
            if id(statement) not in self._kept_as:
                kept = {id(one) for one in self._kept_as.values()}
                head = head_of(statement)
                fits = (one for one in old if id(one) not in kept and head_of(one) == head)
                self._keep_as(statement, next(fits, None))

    def _is_free(self, statement: Statement, found: Statement) -> bool:
        """Whether nothing says more of both than that they are of one kind."""
        taken = [at for at, one in self._kept_as.items() if one is found]
        return not {id(statement), *taken} & (self._kept_as.keys() - self._alike)

    def _keep_as(self, statement: Statement, found: Statement | None) -> None:
        if found is not None:
            self._kept_as = {at: one for at, one in self._kept_as.items() if one is not found}
            self._kept_as[id(statement)] = found
            self._alike.discard(id(statement))

    def _pair(self, existing: Block, new: Block) -> None:
        """Pair what is the same, then between these what is the same but for its values."""
        old_gap: list[Statement] = []
        new_gap: list[Statement] = []
        for step in align([self._keys[id(one)] for one in existing], [self._keys[id(one)] for one in new]):
            if step.kind == "existing":
                old_gap.append(existing[step.existing])
            elif step.kind == "new":
                new_gap.append(new[step.new])
            else:
                self._pair_alike(old_gap, new_gap)
                self._match(existing[step.existing], new[step.new])
                old_gap, new_gap = [], []
        self._pair_alike(old_gap, new_gap)

    def _pair_alike(self, existing: list[Statement], new: list[Statement]) -> None:
        for step in align([head_of(one) for one in existing], [head_of(one) for one in new]):
            if step.kind == "both" and not self._is_around(existing[step.existing], new[step.new]):
                self._match(existing[step.existing], new[step.new])
                self._alike.add(id(new[step.new]))

    def _is_around(self, statement: Statement, new: Statement) -> bool:
        """Whether one of two statements has the other in its blocks: what is put around is another one."""
        return any(
            self._keys[id(inner)] == self._keys[id(of)]
            for of, outer in ((statement, new), (new, statement))
            for inner in walk_blocks(inner_blocks(outer).values())
        )

    def _match(self, statement: Statement, new: Statement) -> None:
        self._kept_as[id(new)] = statement
        mine = inner_blocks(statement)
        for way, block in inner_blocks(new).items():
            self._pair(mine.get(way, ()), block)

    def _settled(self, entry: Entry) -> frozenset[int]:
        """The statements of an entry that change nothing of what they are, by their `id`."""
        settled = self._identities.settled
        blocks = walk_blocks(entry_blocks(entry)) if settled else ()
        return frozenset(id(one) for one in blocks if self._paths.get(id(one), "") in settled)

    # --- building ----------------------------------------------------------------------------

    def _statement(self, statement: Statement) -> None:
        known = self._kept_as.get(id(statement))
        reusing, outer = self._reusing, self._reusing.pool
        if known is None:
            reusing.pool = ()
            self._note("append", statement, self._tails[0].node if self._tails else "")
        else:
            reusing.change(nodes_of(known), known, statement)
            is_same = self._keys.get(id(known)) == self._keys.get(id(statement))
            node = known.origin.nodes[0] if known.origin.nodes else ""
            self._note("noop" if is_same else "update", statement, node)
        super()._statement(statement)
        reusing.pool = outer

    def _result_node(self) -> str:
        """That of the statement that is kept, one that no other is kept as, or a new one."""
        key = self._builder.entry(RESULT)
        kept = {node for one in self._kept_as.values() for node in one.origin.nodes}
        if not key or (key not in kept | self._reusing.taken) or key in self._reusing.pool:
            self._results = 0  # whichever it is: the first may be another one's
        else:
            self._results = 1
        return super()._result_node()

    def _check_marks(self, statement: Statement) -> None:
        known = self._keeps.get(id(statement)) or self._kept_as.get(id(statement))
        if known is None or not known.origin.nodes:
            super()._check_marks(statement)
        else:
            refuse_changed_marks(known.marks, statement.marks)

    # --- what goes ---------------------------------------------------------------------------

    def _own(self, entry: Entry) -> dict[str, None]:
        """The nodes that stand for the statements of one entry and of no other, in order."""
        own = dict.fromkeys(nodes_in(entry_blocks(entry)))
        others = [one for one in self._existing.entries if one is not entry]
        blocks = [block for one in others for block in entry_blocks(one)]
        for name in (*nodes_in((*blocks, *self._existing.floating)), *entry.origin.nodes):
            own.pop(name, None)
        return own

    def _clear(self, known: Entry, key: str) -> None:
        """Break the links and take out the nodes that the program does not say any more."""
        reusing = self._reusing
        own = self._own(known)
        gone = [name for name in own if name not in reusing.taken or reusing.is_idle(name)]
        kept = [key, *(name for name in own if name not in gone)]
        self._refuse_links_from_elsewhere(set(gone), {*own, key})
        for wire in list(reusing.wires):
            source, target = wire
            leads = source.node in kept and reusing.is_exec(source)
            feeds = target[0] in kept and not reusing.is_exec(source)
            if wire not in reusing.wanted and (leads or feeds) and not {source.node, target[0]} & set(gone):
                reusing.break_wire(wire)
        for name in kept[1:]:
            self._forget_values(name)
        reusing.forget(gone)
        going = (*gone, *self._loose_reroutes())
        if going:
            self._take_out(going)
        self._report.operations += [MergeOperation("remove", "", name) for name in gone]

    def _take_out(self, names: tuple[str, ...]) -> None:
        self._remover.remove(names)
        self._reusing.forget(names)

    def _refuse_links_from_elsewhere(self, gone: set[str], own: set[str]) -> None:
        for source, target in self._reusing.wires:
            is_exec = self._reusing.is_exec(source)
            leads_here = is_exec and target[0] in gone and source.node not in own
            feeds_others = not is_exec and source.node in gone and target[0] not in own
            if leads_here or (feeds_others and self._is_there(target[0])):
                other = source.node if leads_here else target[0]
                raise WouldReplaceLinkError(
                    f"{other}, which is not of this entry, is linked to a node that would go.",
                    "Keep that statement, or delete the link first.",
                )

    def _is_there(self, name: str) -> bool:
        return any(node.name == name for node in self._ground.graph.nodes)

    def _loose_reroutes(self) -> list[str]:
        """Reroutes that were between nodes and of which one end leads nowhere now."""
        links = self._ground.graph.links
        sources, targets = {link.source.node for link in links}, {link.target.node for link in links}
        reroutes = {node.name for node in self._ground.graph.nodes if is_reroute(node)} & sources & targets
        return self._reusing.loose(reroutes)

    def _forget_values(self, name: str) -> None:
        """Give the inputs that the program does not mention the values of a new node."""
        node = next(node for node in self._ground.graph.nodes if node.name == name)
        linked = {target for _, target in self._reusing.wires}
        for pin in self._fresh_inputs(node):
            there, place = node.find_pin(pin.name, "input"), (name, pin.name)
            if there is None or there.default == pin.default or place in linked | self._reusing.given:
                continue
            self._reusing.set_default(name, pin.name, pin.default)

    def _fresh_inputs(self, node: Node) -> list[Pin]:
        """The inputs with values of a new node of the same kind; none when it cannot be made."""
        spec, ground = any_spec_of(node), self._ground
        if spec is None:
            return []
        try:
            fresh = make_node(
                spec, owner=ground.owner, catalog=ground.catalog, name="Fresh", new_guid=lambda: "0" * 32
            )
        except AssistantError:
            return []
        inputs = [pin for pin in fresh.pins if pin.direction == "input" and not pin.is_exec]
        return [pin for pin in inputs if not pin.is_hidden and not pin.default_is_ignored]
