"""Works the statements of a program into a graph that has some of them already. Outside: `program_plan`.

Union (BC-080 to BC-089): what both say is left alone, what only the program says is put in, nothing
is taken out. A new statement stands before the next one that both have, or at the end of its block.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.languages.ast.alignment import align, names_of
from blueprint_assistant.languages.ast.blocks import (
    all_blocks,
    entry_blocks,
    inner_blocks,
    key_behind,
    walk_blocks,
)
from blueprint_assistant.languages.ast.plain_returns import is_plain_return
from blueprint_assistant.languages.ast.statement_paths import statement_paths
from blueprint_assistant.languages.ast.syntax_tree import (
    Do,
    End,
    Let,
    Loop,
    Region,
    Return,
    Sequence,
)
from blueprint_assistant.languages.lower.emitter import WouldReplaceLinkError
from blueprint_assistant.languages.lower.mark_check import refuse_changed_marks
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.merge.merge_report import (
    AmbiguousAppendPointError,
    MergeOperation,
    MergeReport,
)
from blueprint_assistant.languages.merge.statement_keys import (
    ENDS,
    before_end,
    gathered,
    is_open,
    is_same_pin,
    without_regions,
)
from blueprint_assistant.languages.merge.statement_update import UpdatingLowering

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Program, Statement
    from blueprint_assistant.languages.merge.merge_report import OperationKind

__all__ = ["UnionLowering"]


class UnionLowering(UpdatingLowering):
    """Works one program into a graph. What was done until an error is not taken back."""

    def merge(self, new: Program) -> MergeReport:
        """Work all of `new` into the graph. Raises ProgramError."""
        self._paths = {id(part): path for path, part in statement_paths(new).items()}
        self._heed(new)
        self._tell_as(new)
        self._look_ahead(self._existing)
        self._look_ahead(new)
        for there in self._existing.entries:
            self._name_entry(there, there.origin.nodes[0])
            if there.kind == "custom_event":
                handler = Output(there.origin.nodes[0], "OutputDelegate")
                self._scope.name(f"event {there.name}", handler)
        self._learn(all_blocks(self._existing))
        self._learn_identities(new)
        if not self._is_append:
            self._learn_labels(new)
        left = list(self._existing.entries)
        pairs: list[tuple[Entry | None, Entry, str]] = []
        for entry in new.entries:
            known = self._try(entry, partial(self._find, entry, left), None)
            if known is not None:
                left.remove(known)
                if entry.marks:
                    self._try(entry, partial(refuse_changed_marks, known.marks, entry.marks), None)
                pairs.append((known, entry, known.origin.nodes[0]))
            else:
                pairs.append((None, entry, self._try(entry, partial(self._entry_node, entry), "")))
        for _, entry, key in pairs:
            self._name_entry(entry, key)
            self._report.entries[entry.owner.lower(), entry.name.lower()] = key
        for known, entry, key in pairs:
            if known is not None:
                self._try(entry, partial(self._merge_entry, known, entry), None)
            else:
                self._build_entry(entry, key)
        self._merge_floating(new.floating)
        self._finish_jumps()
        self._faults.check()
        self._note_nodes()
        return self._report

    def _build_entry(self, entry: Entry, key: str) -> None:
        """Build an entry that was not there."""
        for block in entry_blocks(entry):
            self._note_all(block, "append", key)
        self._free(key)
        self._body(entry, key)

    def _merge_entry(self, known: Entry, entry: Entry) -> None:
        key = known.origin.nodes[0]
        is_new = len(known.body) == 1 and is_plain_return(known.body[0])
        if is_new and not is_open(entry.body) and not isinstance(entry.body[-1], Return):
            # A function that has just been made leads to its result; the program leads there by itself.
            self._build_entry(entry, key)
            return
        for one in (known, entry):
            self._know(one, entry_blocks(one))
        exits = self._enter_scope(entry, key)
        self._is_flowing = bool(exits)
        if known.arms or entry.arms:
            mine = {arm.pin.lower(): arm.block for arm in known.arms}
            for arm in entry.arms:
                self._tails = [
                    Output(key, next((pin for pin in exits if is_same_pin(pin, arm.pin)), arm.pin))
                ]
                self._merge(mine.get(arm.pin.lower(), ()), arm.block)
            return
        self._tails = [Output(key, name) for name in exits[:1]]
        self._merge(known.body, entry.body)

    def _merge_floating(self, blocks: tuple[Block, ...]) -> None:
        """What no entry leads to is the block that has most in common, or a new one."""
        left = list(self._existing.floating)
        self._is_flowing = False
        for block in blocks:
            self._know(None, (block,))
            best, most = None, 0
            for known in left:
                self._know(None, (known,))
                steps = align([self._keys[id(one)] for one in known], [self._keys[id(one)] for one in block])
                common = sum(step.kind == "both" for step in steps)
                if common > most:
                    best, most = known, common
            best = best or self._known_block(block, left)
            self._tails = []
            if best is None:
                self._note_all(block, "append", "")
                self._block(block)
            else:
                left.remove(best)
                self._merge(best, block, is_floating=True)

    # --- merging -----------------------------------------------------------------------------

    def _merge(self, existing: Block, new: Block, *, is_floating: bool = False) -> None:
        """Work a block into another; open ends go on leading where they lead."""
        dropped = self._identities.dropped
        new = tuple(one for one in new if self._paths.get(id(one), "") not in dropped) if dropped else new
        mine = [self._keys[id(statement)] for statement in existing]
        new = without_regions(new, set(mine), self._keys)
        theirs = [object() if self._is_append else self._keys[id(statement)] for statement in new]
        existing, new, mine, theirs = self._pass_values(existing, new, mine, theirs)
        steps = self._align(existing, new, mine, theirs)
        told = gathered(existing, new, steps)
        if told is not new:
            for one, other in zip(told, new, strict=False):
                self._keys[id(one)] = self._keys[id(other)]
                self._paths[id(one)] = self._paths.get(id(other), "")
                if id(other) in self._values:
                    self._values[id(one)] = self._values[id(other)]
            self._gathered.append(told)
            self._merge(existing, told, is_floating=is_floating)
            return
        waiting: list[Statement] = []
        for step in before_end(steps, existing):
            if step.kind == "new":
                waiting.append(new[step.new])
                continue
            statement = existing[step.existing]
            # A new statement stands before the next one that both have: not before one that only is there.
            is_last = step.existing == len(existing) - 1 and isinstance(statement, ENDS)
            if waiting and (step.kind == "both" or is_last):
                anchor = statement if step.kind == "both" and statement.origin.nodes else None
                self._insert(waiting, anchor, is_floating=is_floating)
                waiting = []
            self._pass(statement, new[step.new] if step.kind == "both" else None)
        if waiting:
            self._insert(waiting, None, is_floating=is_floating)

    def _pass_values(
        self, existing: Block, new: Block, mine: list[object], theirs: list[object]
    ) -> tuple[Block, Block, list[object], list[object]]:
        """Go past the values that both name, wherever these stand; what is left of either side."""
        there: dict[object, list[int]] = {}
        for at, statement in enumerate(existing):
            if self._is_value(statement):
                there.setdefault(mine[at], []).append(at)
        pairs: dict[int, int] = {}
        for at, statement in enumerate(new) if there else ():
            if there.get(theirs[at]):
                pairs[at] = there[theirs[at]].pop(0)
                self._pass(existing[pairs[at]], statement)
        if not pairs:
            return existing, new, mine, theirs
        old = [at for at in range(len(existing)) if at not in pairs.values()]
        fresh = [at for at in range(len(new)) if at not in pairs]
        return (
            tuple(existing[at] for at in old),
            tuple(new[at] for at in fresh),
            [mine[at] for at in old],
            [theirs[at] for at in fresh],
        )

    def _is_value(self, statement: Statement) -> bool:
        """Whether an existing statement names a value, and is no step of the flow."""
        if not isinstance(statement, Let | Do) or not statement.origin.nodes:
            return False
        return not self._is_executed(statement)

    def _update(self, statement: Statement, new: Statement) -> None:
        """Give the node of a statement what a new one says of it, and nothing else (BC-120)."""
        self._at(new, partial(refuse_changed_marks, statement.marks, new.marks))
        at = len(self._report.operations)
        self._note("update", new, statement.origin.nodes[0])
        if not self._change(statement, new):
            self._report.operations[at] = replace(self._report.operations[at], kind="noop")

    def _pass(self, statement: Statement, new: Statement | None) -> None:
        """Go past an existing statement, working what the new one has inside into it."""
        if new is not None:
            self._learn_names(statement, names_of(new))
            if isinstance(new, Do) and statement.origin.nodes:
                self._name_outputs(statement.origin.nodes[0], new.names)
            if new.label and self._is_executed(statement):
                self._learn_label(new.label, statement)
            is_same = self._keys[id(statement)] == self._keys[id(new)]
            is_same = is_same and id(new) not in self._reusing.properties
            if is_same or not statement.origin.nodes or self._paths.get(id(new)) in self._identities.settled:
                self._note("noop", new, statement.origin.nodes[0] if statement.origin.nodes else "")
            else:
                self._update(statement, new)
        if isinstance(statement, ENDS):
            self._tails = []
        elif isinstance(statement, Region):
            self._merge(statement.block, () if new is None else inner_blocks(new).get("", ()))
        elif self._is_executed(statement):
            self._past(statement, {} if new is None else dict(inner_blocks(new)))

    def _past(self, statement: Statement, theirs: dict[str, Block]) -> None:
        """Go through the ways of an existing statement; what is open behind it are its ends."""
        mine = inner_blocks(statement)
        key = statement.origin.nodes[0]
        is_loop = isinstance(statement, Loop)
        tails: list[Output] = []
        for number, name in enumerate(self._exec_pins(key, "output")):
            self._tails = [Output(key, name)]
            found = key_behind(statement, number, name)
            is_body = is_loop and found == "body"
            if is_body:
                self._loops.append(key)
            if found in mine or found in theirs:
                self._merge(mine.get(found, ()), theirs.pop(found, ()))
            if is_body:
                self._loops.pop()
            else:
                tails += self._tails
        lost = [way for way, block in theirs.items() if block]
        if lost:
            raise GraphError(
                f"The node that is there has no output for: {', '.join(lost)}.",
                "Add the pin first, or write another statement.",
            )
        self._tails = [] if isinstance(statement, Sequence) else tails

    def _insert(self, statements: list[Statement], anchor: Statement | None, *, is_floating: bool) -> None:
        """Put statements between what is open and the exec inputs that it leads to now."""
        behind = self._tails[0].node if self._tails else ""
        if not any(tail in self._leads for tail in self._tails):
            statements = self._without_end(statements, behind)
        for statement in statements:
            node = anchor.origin.nodes[0] if anchor is not None else behind
            self._note("append" if anchor is None else "insert_before", statement, node)
            self._note_inner(statement, behind)
        flowing = [one for one in statements if not isinstance(one, Let)]
        if flowing and not self._tails and not is_floating and not self._faults:
            self._at(flowing[0], _nothing_leads_here)
        before = self._led_to(anchor)
        self._block(tuple(statements))
        if before is None:
            return
        if flowing and not self._tails and not self._faults:
            self._at(flowing[-1], partial(self._would_cut, before))
        for tail in self._tails:
            self._builder.connect(tail, before)
            self._leads[tail] = before

    def _led_to(self, anchor: Statement | None) -> tuple[str, str] | None:
        """Where what is open leads, these links being broken now; before a root to the root itself."""
        if not self._tails and anchor is not None and self._is_executed(anchor):
            return self._entering(anchor)
        leading = [(tail, self._leads.pop(tail)) for tail in self._tails if tail in self._leads]
        for tail, target in leading:
            self._builder.disconnect(tail, target)
        return leading[0][1] if leading else None

    def _without_end(self, statements: list[Statement], behind: str) -> list[Statement]:
        """An end where the flow ends already is there already."""
        if not isinstance(statements[-1], End):
            return statements
        self._note("noop", statements[-1], behind)
        return statements[:-1]

    def _would_cut(self, target: tuple[str, str]) -> None:
        raise WouldReplaceLinkError(
            f"Nothing would lead to {target[0]} any more: a union takes no links out.",
            "Delete that link first, or let one way go on.",
        )

    # --- the report --------------------------------------------------------------------------

    def _note_nodes(self) -> None:
        report = self._report
        report.taken = frozenset(self._reusing.own)
        report.nodes |= {
            path: self._made[at] for at, path in self._paths.items() if path and at in self._made
        }
        known = (item for item in report.operations if item.kind in ("noop", "update"))
        report.nodes |= {item.path: item.node for item in known if item.path and item.node}

    def _note(self, kind: OperationKind, statement: Statement, node: str) -> None:
        path = self._paths.get(id(statement), "")
        self._report.operations.append(MergeOperation(kind, path, node, statement))

    def _note_all(self, block: Block, kind: OperationKind, node: str) -> None:
        for statement in block:
            self._note(kind, statement, node)
            self._note_inner(statement, node)

    def _note_inner(self, statement: Statement, node: str) -> None:
        for one in walk_blocks(inner_blocks(statement).values()):
            self._note("append", one, node)


def _nothing_leads_here() -> None:
    raise AmbiguousAppendPointError(
        "Nothing leads to the new statements: the one before them ends the flow.",
        "Write them in one of its blocks, or before it together with what stands there.",
    )
