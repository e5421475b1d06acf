"""Builds the statements that have blocks: if, switch, sequence, loops. Part of `lowering`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, SequenceSpec
from blueprint_assistant.languages.ast.syntax_tree import (
    Break,
    ForEach,
    ForRange,
    Identifier,
    Member,
    NumberLiteral,
    StringLiteral,
    While,
)
from blueprint_assistant.languages.lower.entry_lowering import EntryLowering
from blueprint_assistant.languages.lower.hopeless_casts import refuse_hopeless
from blueprint_assistant.languages.lower.pin_lookup import cast_result, exec_names, first_exec, named_exec
from blueprint_assistant.languages.lower.scope import Output

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.ast.syntax_tree import Block, Case, Expression, If, Sequence, Switch

    _Feeds = tuple[tuple[str, Expression], ...]
    _Names = tuple[tuple[str, str], ...]

__all__ = ["ControlFlowLowering"]


class ControlFlowLowering(EntryLowering):
    """Builds what the flow branches at. Each way that stays open continues after the statement."""

    def _ways(self, key: str, blocks: Mapping[str, Block], narrowed: tuple[Output, ...] = ()) -> None:
        """Build the block behind each exec output of a node; in `then` some values are of a class."""
        tails: list[Output] = []
        outer = self._scope.narrowed
        for name in exec_names(self._builder.node(key), "output"):
            self._tails = [Output(key, name)]
            self._scope.narrowed = [*outer, *narrowed] if name == "then" else outer
            self._block(blocks.get(name, ()))
            tails += self._tails
        self._scope.narrowed = outer
        self._tails = tails

    def _build_if(self, statement: If) -> None:
        if statement.cast_to is None:
            key = self._builder.add(BranchSpec())
            self._feeder.truth.feed(key, "Condition", statement.condition)
            exits = "then", "else"
        else:
            key = self._cast(statement, statement.cast_to.name)
            exits = "then", "CastFailed"
        self._enter(key, "execute")
        is_cast = statement.cast_to is not None
        found = self._found(Output(key, cast_result(self._builder.node(key)))) if is_cast else ()
        self._ways(key, dict(zip(exits, (statement.then, statement.otherwise), strict=True)), found)

    def _found(self, cast: Output) -> tuple[Output, ...]:
        """What a cast has found out of an object; of a class nothing can be called on it."""
        return (cast,) if self._feeder.type_of(cast).category == "object" else ()

    def _cast(self, statement: If, to: str) -> str:
        """The cast node of `if x is Class as name`, its object linked and its result named."""
        path = self._catalog.find_class(to).path
        value = self._feeder.output(statement.condition)
        is_class = self._feeder.type_of(value).category in ("class", "softclass")
        spec = kinds.ClassCastSpec(path) if is_class else kinds.CastSpec(path)
        refuse_hopeless(self._feeder, value, path)
        key = self._builder.add(spec)
        self._feeder.connect(value, (key, "Class" if is_class else "Object"))
        self._scope.name(statement.name, Output(key, cast_result(self._builder.node(key))))
        return key

    # --- switch ------------------------------------------------------------------------------

    def _build_switch(self, statement: Switch) -> None:
        values = [case.value for case in statement.cases if case.value is not None]
        selection = None if self._feeder.is_literal(statement.value) else self._feeder.output(statement.value)
        key = self._builder.add(self._switch_spec(statement, values, selection))
        if selection is not None:
            self._feeder.connect(selection, (key, "Selection"))
        else:
            self._feeder.feed(key, "Selection", statement.value)
        self._enter(key, "execute")
        node = self._builder.node(key)
        exits = exec_names(node, "output")
        blocks: dict[str, Block] = {}
        for case in statement.cases:
            name = self._case_name(case)
            way = name if name in exits else named_exec(node, name, "output")
            blocks[way] = self._without_break(case.block)
        self._ways(key, blocks)

    def _without_break(self, block: Block) -> Block:
        """The block of a case without the break that other languages end it with; a loop is left by one."""
        return block[:-1] if block and isinstance(block[-1], Break) and not self._loops else block

    def _switch_spec(
        self, statement: Switch, values: list[Expression], selection: Output | None
    ) -> AnyNodeSpec:
        """The switch for the type of what is compared; the values say it where nothing else does."""
        has_default = len(values) < len(statement.cases)
        kind = None if selection is None else self._feeder.type_of(selection)
        if kind is not None and kind.category in ("byte", "enum") and kind.subcategory_object is not None:
            return kinds.SwitchEnumSpec(kind.subcategory_object.path, has_default)
        texts = tuple(self._case_text(value) for value in values)
        if values and all(isinstance(value, NumberLiteral) for value in values):
            numbers = sorted(int(float(text)) for text in texts)
            return kinds.SwitchIntSpec(numbers[-1] - numbers[0] + 1, numbers[0], has_default)
        if kind is not None and kind.category == "name":
            return kinds.SwitchNameSpec(texts, has_default)
        if kind is not None and kind.category in ("int", "int64", "byte") and not values:
            return kinds.SwitchIntSpec(0, 0, has_default)
        return kinds.SwitchStringSpec(texts, has_default)

    def _case_name(self, case: Case) -> str:
        return "Default" if case.value is None else self._case_text(case.value)

    @staticmethod
    def _case_text(value: Expression) -> str:
        match value:
            case NumberLiteral(text) | StringLiteral(text):
                return text
            case Identifier(name) | Member(_, name):
                return name
            case _:
                raise GraphError("A case is a plain value.", "Write a number, a text or an enumerator.")

    # --- sequence and loops ------------------------------------------------------------------

    def _build_sequence(self, statement: Sequence) -> None:
        key = self._builder.add(SequenceSpec(max(2, len(statement.blocks))))
        self._enter(key, "execute")
        for number, block in enumerate(statement.blocks):
            self._tails = [Output(key, f"then_{number}")]
            self._block(block)
        self._tails = []

    def _build_loop(self, statement: ForRange | ForEach | While) -> None:
        word, feeds, names = _loop_words(statement)
        macro = self._catalog.macro(word)
        if macro is None:
            raise GraphError(f"There is no macro '{word}'.")
        key = self._builder.add(kinds.MacroSpec(macro.path))
        if isinstance(statement, While):
            with self._feeder.without_lift("which a loop would do only once, before it begins"):
                self._feeder.truth.feed(key, "Condition", statement.condition)
        else:
            self._feeder.feed_all(key, feeds)
        self._enter(key, first_exec(self._builder.node(key), "input"))
        for name, pin in names:
            self._scope.name(name, Output(key, pin))
        self._loops.append(key)
        self._tails = [Output(key, "LoopBody")]
        self._block(statement.body)
        self._loops.pop()
        self._tails = [Output(key, "Completed")]

    def _build_break(self) -> None:
        if not self._loops:
            raise GraphError("There is no loop to leave here.", "Write break inside a for loop.")
        if any(tail.node == self._loops[-1] for tail in self._tails):
            raise GraphError(
                "A break as the only statement of a loop cannot be linked.",
                "Leave out the loop, or ask with if.",
            )
        for tail in self._tails:
            self._builder.connect(tail, (self._loops[-1], "Break"))
        self._tails = []


def _loop_words(statement: ForRange | ForEach | While) -> tuple[str, _Feeds, _Names]:
    """The macro of a loop, what it is fed, and the outputs that have names."""
    match statement:
        case ForRange():
            word = "ForLoopWithBreak" if statement.can_break else "ForLoop"
            feeds: _Feeds = (("FirstIndex", statement.first), ("LastIndex", statement.last))
            return word, feeds, ((statement.name, "Index"),)
        case ForEach():
            word = "ForEachLoopWithBreak" if statement.can_break else "ForEachLoop"
            blank = " "
            if statement.is_reverse:
                word, blank = "ReverseForEachLoop", ""
            names = ((statement.name, f"Array{blank}Element"), (statement.index, f"Array{blank}Index"))
            return word, (("Array", statement.items),), names
        case While():
            return "WhileLoop", (), ()
