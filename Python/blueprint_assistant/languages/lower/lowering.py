"""Builds the nodes and links of a program, step by step, on whatever takes such steps.

Outside uses `lower_program` and implements `Emitter`. The meaning of statements is that of `syntax_tree`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.languages.ast.blocks import inner_blocks
from blueprint_assistant.languages.ast.syntax_tree import (
    Assign,
    Bind,
    BooleanLiteral,
    Break,
    Broadcast,
    Do,
    End,
    ForEach,
    ForRange,
    Goto,
    If,
    Let,
    Loop,
    Member,
    NumberLiteral,
    Region,
    Return,
    Sequence,
    StringLiteral,
    Switch,
    Tuple,
    While,
)
from blueprint_assistant.languages.ast.used_names import custom_events, jump_targets, timeline_tracks
from blueprint_assistant.languages.lower.assignment_lowering import AssignmentLowering
from blueprint_assistant.languages.lower.dialect_names import is_parent
from blueprint_assistant.languages.lower.emitter import Emitter, ProgramError
from blueprint_assistant.languages.lower.mark_check import refuse_new_marks
from blueprint_assistant.languages.lower.parent_calls import is_idle_parent_call
from blueprint_assistant.languages.lower.pin_lookup import exec_names, named_exec, shown_outputs
from blueprint_assistant.languages.lower.plain_blocks import ways_of
from blueprint_assistant.languages.lower.return_lowering import ENTRY, RESULT
from blueprint_assistant.languages.lower.scope import Output, is_self
from blueprint_assistant.languages.lower.variable_calls import as_set

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint
    from blueprint_assistant.languages.ast.syntax_tree import Block, Program, Statement

__all__ = ["Emitter", "Lowering", "ProgramError", "lower_program"]


class UnusedValueError(GraphError):
    """A statement is a value that nothing takes."""

    code = "unused_value"


def lower_program(program: Program, owner: Blueprint, catalog: Catalog, builder: Emitter) -> None:
    """Build all entries of a program. Raises ProgramError; what was built until then is not taken back."""
    Lowering(owner, catalog, builder).program(program)


class Lowering(AssignmentLowering):
    """Builds statement by statement; `tails` are the outputs that the next one is linked to."""

    def __init__(self, owner: Blueprint, catalog: Catalog, builder: Emitter) -> None:
        """Nothing is built yet."""
        super().__init__(owner, catalog, builder)
        self._begun: set[int] = set()
        """Statements that were tried, by their `id`."""
        self._jumped_to: set[str] = set()
        self._is_jumped_to = False

    def program(self, program: Program) -> None:
        """Build all entries, then what no entry leads to, then the jumps."""
        self._look_ahead(program)
        keys = [self._try(entry, partial(self._entry_node, entry), "") for entry in program.entries]
        for entry, key in zip(program.entries, keys, strict=True):
            self._name_entry(entry, key)
        for entry, key in zip(program.entries, keys, strict=True):
            self._free(key)
            self._body(entry, key)
        for block in program.floating:
            self._tails, self._is_flowing = [], False
            self._block(block)
        self._finish_jumps()
        self._faults.check()

    def _free(self, key: str) -> None:
        """Break the link from entry to result that a new function has: the program says where it goes."""
        result = self._builder.entry(RESULT)
        if key and result and key == self._builder.entry(ENTRY):
            self._builder.disconnect(Output(key, "then"), (result, "execute"))

    def _look_ahead(self, program: Program) -> None:
        """Learn what the program declares, wherever it stands."""
        self._scope.events.update(custom_events(program))
        self._scope.timelines.update(timeline_tracks(program))
        self._jumped_to |= jump_targets(program)

    @property
    def _must_be_reached(self) -> bool:
        """Whether the flow has to lead to what is built now: a jump may lead to a named node."""
        return self._is_flowing and not self._is_jumped_to

    # --- statements --------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        for number, statement in enumerate(block):
            if self._faults.is_full:
                return
            loops = len(self._loops)
            self._behind = block[number + 1 :]
            try:
                self._at(statement, partial(self._statement, statement))
            except ProgramError as error:
                self._faults.add(statement, error)
                del self._loops[loops:]
                self._try_inner(statement)

    def _try_inner(self, statement: Statement) -> None:
        """Look for what else is wrong in the blocks of a statement that cannot be built itself."""
        self._open_labels = []
        is_loop = isinstance(statement, Loop)
        if is_loop:
            self._loops.append("")
        for block in inner_blocks(statement).values():
            self._tails = []
            if block and id(block[0]) not in self._begun:
                self._block(block)
        if is_loop:
            self._loops.pop()
        self._tails = []

    def _statement(self, statement: Statement) -> None:
        self._begun.add(id(statement))
        self._is_jumped_to = getattr(statement, "name", "").lower() in self._jumped_to
        if statement.label:
            self._open_labels.append(statement.label.lower())
        outer, self._current = self._current, id(statement)
        try:
            self._check_marks(statement)
            self._build(statement)
        finally:
            self._current = outer

    def _check_marks(self, statement: Statement) -> None:
        """Raise UnsupportedMarkError for what cannot be built with its marks."""
        refuse_new_marks(statement.marks)

    def _build(self, statement: Statement) -> None:  # noqa: C901, PLR0912 - one line for each kind
        """Build one statement behind what is open."""
        match statement:
            case Do():
                self._build_do(statement)
            case Let():
                self._build_let(statement)
            case Assign():
                self._build_set(statement)
            case If():
                self._build_if(statement)
            case Switch():
                self._build_switch(statement)
            case Sequence():
                self._build_sequence(statement)
            case ForRange() | ForEach() | While():
                self._build_loop(statement)
            case Return():
                self._build_return(statement)
            case Bind() | Broadcast():
                self._build_dispatcher(statement)
            case Region():
                self._block(statement.block)
            case Break():
                self._build_break()
            case Goto():
                self._jumps.append((self._tails, statement))
                self._tails = []
            case End():
                self._tails = []

    def _build_let(self, statement: Let) -> None:
        name, value = statement.name, statement.value
        if isinstance(value, NumberLiteral | StringLiteral | BooleanLiteral | Tuple):
            self._scope.name(name, value)
        else:
            output = self._feeder.output(value)
            self._made[self._current] = output.node
            if not name:
                self._refuse_unused("This", output.node)
            self._scope.name(name, output)

    def _name_outputs(self, key: str, names: tuple[str, ...]) -> None:
        """Give names to the data outputs of a node, in order."""
        pins = [pin.name for pin in shown_outputs(self._builder.node(key))]
        if len(names) > len(pins):
            raise GraphError(
                f"There are {len(names)} names for {len(pins)} outputs.",
                f"The outputs are: {', '.join(pins)}." if pins else "Call it without names.",
            )
        for name, pin in zip(names, pins, strict=False):
            self._scope.name(name, Output(key, pin))

    def _build_do(self, statement: Do) -> None:
        if is_parent(statement.call, self._scope) and is_idle_parent_call(
            statement.call, self._owner, self._catalog
        ):
            return  # the event of an engine class runs by itself
        if self._build_exit(statement):
            return
        meant = as_set(statement, self._scope)
        if meant is not None:
            self._build_set(meant)
            return
        key = self._feeder.statement(
            statement.call, is_named=bool(statement.name or statement.names), has_arms=bool(statement.arms)
        )
        self._made[self._current] = key if isinstance(key, str) else key.node
        if not isinstance(key, str):
            if not statement.name and not statement.names:
                self._refuse_unused(statement.call.callee.name, key.node)
            self._scope.name(statement.name, key)
            self._name_outputs(key.node, statement.names)
            return
        node = self._builder.node(key)
        self._scope.name(statement.name, Output(key))
        self._name_outputs(key, statement.names)
        inputs = exec_names(node, "input")
        if not inputs:
            if not statement.name and not statement.names:
                self._refuse_unused(statement.call.callee.name, key)
            return
        self._enter(key, named_exec(node, statement.enter, "input") if statement.enter else inputs[0])
        self._ways(key, ways_of(node, statement, self._entry))

    def _refuse_unused(self, name: str, key: str) -> None:
        """Raise UnusedValueError for a value in a flow that nothing can take: it is never worked out."""
        if self._is_flowing and not any(pin.is_exec for pin in self._builder.node(key).pins):
            raise UnusedValueError(
                f"{name} only gives a value, and nothing takes it: the node would never be executed.",
                "Leave the line out, or give the value to what needs it: set a variable to it, or print it.",
            )

    def _build_dispatcher(self, statement: Bind | Broadcast) -> None:
        target = statement.dispatcher
        of, path = None, self._inherited_dispatcher(target.name)
        if isinstance(target, Member) and not is_self(target.of):
            of = self._feeder.output(target.of)
            path = self._declaring(self._feeder.class_of(of), target.name)
        if isinstance(statement, Broadcast):
            key = self._builder.add(kinds.DelegateSpec("call", target.name, path))
            self._feeder.arguments(key, statement.arguments, of=target.name, skip=("self",))
        else:
            action = _ACTIONS[statement.operator]
            key = self._builder.add(kinds.DelegateSpec(action, target.name, path))
            if statement.handler is not None:
                self._feeder.feed(key, "Delegate", statement.handler)
        if of is not None:
            self._feeder.connect(of, (key, "self"))
        self._enter(key, "execute")
        self._tails = [Output(key, "then")]

    def _inherited_dispatcher(self, name: str) -> str:
        """The class of the engine that declares a dispatcher of the Blueprint; empty for its own."""
        if any(item.name.lower() == name.lower() for item in self._owner.variables):
            return ""
        return self._declaring(self._owner.parent_class, name, "")

    def _declaring(self, path: str, name: str, otherwise: str | None = None) -> str:
        """The class that declares a dispatcher of a class: there the editor's menu has it."""
        known = self._catalog.delegate(path, name)
        if known is None:
            return path if otherwise is None else otherwise
        return known.class_path


_ACTIONS: dict[str, kinds.DelegateAction] = {"+=": "add", "-=": "remove", "=": "clear"}
