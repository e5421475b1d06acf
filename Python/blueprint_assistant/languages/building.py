"""Builds the nodes and links of a program, step by step, on whatever takes such steps.

Outside uses `build_program` and implements `Builder`. The meaning of statements is that of `tree`.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph import any_specs as kinds
from blueprint_assistant.graph.nodes import any_spec_of
from blueprint_assistant.graph.specs import VariableSetSpec
from blueprint_assistant.languages.branching import Branching
from blueprint_assistant.languages.builder import Builder, ProgramError
from blueprint_assistant.languages.pinning import exec_names, named_exec, shown_outputs
from blueprint_assistant.languages.scope import Output
from blueprint_assistant.languages.tree import (
    Bind,
    Break,
    Broadcast,
    Do,
    End,
    ForEach,
    ForRange,
    Goto,
    If,
    Let,
    Member,
    Name,
    Number,
    Region,
    Return,
    Sequence,
    Set,
    Switch,
    Text,
    Truth,
    Tuple,
    While,
)
from blueprint_assistant.languages.used_names import custom_events, timeline_tracks

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog import Catalog
    from blueprint_assistant.graph.model import Blueprint
    from blueprint_assistant.languages.tree import Block, Program, Statement

__all__ = ["Builder", "Building", "ProgramError", "build_program"]

_RESULT = "K2Node_FunctionResult"
_ENTRY = "K2Node_FunctionEntry"


def build_program(program: Program, owner: Blueprint, catalog: Catalog, builder: Builder) -> None:
    """Build all entries of a program. Raises ProgramError; what was built until then is not taken back."""
    Building(owner, catalog, builder).program(program)


class Building(Branching):
    """Builds statement by statement; `tails` are the outputs that the next one is linked to."""

    _results = 0

    def program(self, program: Program) -> None:
        """Build all entries, then what no entry leads to, then the jumps."""
        self._look_ahead(program)
        keys = [self._at(entry, partial(self._entry_node, entry)) for entry in program.entries]
        for entry, key in zip(program.entries, keys, strict=True):
            self._name_entry(entry, key)
        for entry, key in zip(program.entries, keys, strict=True):
            self._free(key)
            self._body(entry, key)
        for block in program.floating:
            self._tails = []
            self._block(block)
        self._finish_jumps()

    def _free(self, key: str) -> None:
        """Break the link from entry to result that a new function has: the program says where it goes."""
        result = self._builder.entry(_RESULT)
        if key and result and key == self._builder.entry(_ENTRY):
            self._builder.disconnect(Output(key, "then"), (result, "execute"))

    def _look_ahead(self, program: Program) -> None:
        """Learn what the program declares, wherever it stands."""
        self._scope.events.update(custom_events(program))
        self._scope.timelines.update(timeline_tracks(program))

    # --- statements --------------------------------------------------------------------------

    def _block(self, block: Block) -> None:
        for statement in block:
            self._at(statement, partial(self._statement, statement))

    def _statement(self, statement: Statement) -> None:
        if statement.label:
            self._open_labels.append(statement.label.lower())
        self._build(statement)

    def _build(self, statement: Statement) -> None:  # noqa: C901, PLR0912 - one line for each kind
        """Build one statement behind what is open."""
        match statement:
            case Do():
                self._build_do(statement)
            case Let():
                self._build_let(statement)
            case Set():
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
        if isinstance(value, Number | Text | Truth | Tuple):
            self._scope.name(name, value)
        else:
            self._scope.name(name, self._feeder.output(value))

    def _build_set(self, statement: Set) -> None:
        key, pin = self._setter(statement)
        if statement.value is not None:
            self._feeder.feed(key, pin, statement.value)
        self._enter(key, "execute")
        self._tails = [Output(key, "then")]
        self._scope.name(statement.name, Output(key, "Output_Get"))

    def _setter(self, statement: Set) -> tuple[str, str]:
        target = statement.target
        if isinstance(target, Member) and not _is_self(target.of):
            return self._other_setter(target)
        name = target.name
        local = self._scope.local_variable(name)
        if local and isinstance(target, Name):
            return self._builder.add(kinds.LocalVariableSetSpec(self._scope.function, local)), local
        own = self._scope.member(name)
        if not own:
            raise self._scope.unknown(name)
        return self._builder.add(VariableSetSpec(own)), own

    def _other_setter(self, target: Member) -> tuple[str, str]:
        """A variable of another object; of none, the class stands in its place."""
        of = target.of
        if isinstance(of, Name) and not self._scope.means_value(of.name) and self._scope.class_path(of.name):
            key = self._builder.add(kinds.OtherVariableSetSpec(self._scope.class_path(of.name), target.name))
        else:
            output = self._feeder.output(of)
            key = self._builder.add(kinds.OtherVariableSetSpec(self._feeder.class_of(output), target.name))
            self._feeder.connect(output, (key, "self"))
        return key, self._feeder.pin(key, target.name).name

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
        key = self._feeder.statement(
            statement.call, is_named=bool(statement.name or statement.names), has_arms=bool(statement.arms)
        )
        if not isinstance(key, str):
            self._scope.name(statement.name, key)
            self._name_outputs(key.node, statement.names)
            return
        node = self._builder.node(key)
        self._scope.name(statement.name, Output(key))
        self._name_outputs(key, statement.names)
        inputs = exec_names(node, "input")
        if not inputs:
            return
        self._enter(key, named_exec(node, statement.enter, "input") if statement.enter else inputs[0])
        self._ways(key, {named_exec(node, arm.pin, "output"): arm.block for arm in statement.arms})

    def _build_return(self, statement: Return) -> None:
        key = self._result_node()
        node = self._builder.node(key)
        data = [pin.name for pin in node.pins if not pin.is_exec and pin.direction == "input"]
        values = []
        for number, argument in enumerate(statement.values):
            if not argument.pin and number >= len(data):
                raise GraphError(
                    f"The function has {len(data)} outputs: {', '.join(data) or 'none'}.",
                    "Return as many values, or declare an output for each.",
                )
            values.append((argument.pin or data[number], argument.value))
        self._feeder.feed_all(key, values)
        if exec_names(node, "input"):
            self._enter(key, exec_names(node, "input")[0])
        self._tails = []

    def _result_node(self) -> str:
        """The function's result node; for each further return one more."""
        self._results += 1
        key = self._builder.entry(_RESULT)
        if key and self._results == 1:
            return key
        entry = self._builder.entry(_ENTRY)
        spec = any_spec_of(self._builder.node(entry)) if entry else None
        if not isinstance(spec, kinds.FunctionEntrySpec):
            raise GraphError("Only a function returns.", "Write end to stop an event.")
        return self._builder.add(kinds.FunctionResultSpec(spec.name, spec.class_path))

    def _build_dispatcher(self, statement: Bind | Broadcast) -> None:
        target = statement.dispatcher
        of, path = None, self._inherited_dispatcher(target.name)
        if isinstance(target, Member) and not _is_self(target.of):
            of = self._feeder.output(target.of)
            path = self._feeder.class_of(of)
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
        known = self._catalog.delegate(self._owner.parent_class, name)
        return "" if known is None else self._owner.parent_class


_ACTIONS: dict[str, kinds.DelegateAction] = {"+=": "add", "-=": "remove", "=": "clear"}


def _is_self(value: object) -> bool:
    return isinstance(value, Name) and value.name in ("self", "this")
