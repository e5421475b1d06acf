"""Builds what leaves a function or macro: `return`, and `exit() from Pin`. Part of `lowering`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.languages.ast.syntax_tree import Identifier
from blueprint_assistant.languages.lower.branch_lowering import ControlFlowLowering
from blueprint_assistant.languages.lower.emitter import EXIT
from blueprint_assistant.languages.lower.pin_lookup import exec_names, named_exec

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Argument, Do, Expression, Return

__all__ = ["ENTRY", "RESULT", "ReturnLowering"]

RESULT: Final = "K2Node_FunctionResult"
ENTRY: Final = "K2Node_FunctionEntry"


class ReturnLowering(ControlFlowLowering):
    """Builds the ends of functions and macros. A macro has one node for all of them, a function several."""

    _results = 0

    def _build_return(self, statement: Return) -> None:
        if not statement.values and not self._loops and not self._is_function():
            if not self._is_flowing and not self._tails:
                raise GraphError(
                    "A return that nothing leads to is a function's result node: this graph is of none.",
                    "Leave it out, or write it into the function.",
                )
            self._tails = []  # an event just stops
            return
        key = self._result_node()
        self._feed_results(key, statement.values)
        ways = exec_names(self._builder.node(key), "input")
        if ways:
            self._enter(key, ways[0])
        self._tails = []

    def _build_exit(self, statement: Do) -> bool:
        """`exit(…) from Pin`: a macro is left by one of several ways. False for anything else."""
        callee = statement.call.callee
        if not isinstance(callee, Identifier) or callee.name.lower() != "exit":
            return False
        key = self._builder.entry(EXIT)
        if not key:
            return False
        self._feed_results(key, statement.call.arguments)
        node = self._builder.node(key)
        ways = exec_names(node, "input")
        if ways:
            self._enter(key, named_exec(node, statement.enter, "input") if statement.enter else ways[0])
        self._tails = []
        return True

    def _feed_results(self, key: str, arguments: tuple[Argument, ...]) -> None:
        pins = self._builder.node(key).pins
        data = [pin.name for pin in pins if not pin.is_exec and pin.direction == "input"]
        values: list[tuple[str, Expression]] = []
        for number, argument in enumerate(arguments):
            if not argument.pin and number >= len(data):
                raise GraphError(
                    f"The function has {len(data)} outputs: {', '.join(data) or 'none'}.",
                    "Return as many values, or declare an output for each.",
                )
            values.append((argument.pin or data[number], argument.value))
        self._feeder.feed_all(key, values)

    def _result_node(self) -> str:
        """The function's result node, for each further return one more; the macro's one exit."""
        self._results += 1
        key = self._builder.entry(RESULT)
        if key and self._results == 1:
            return key
        leaving = self._builder.entry(EXIT)
        if leaving:
            return leaving
        entry = self._builder.entry(ENTRY)
        spec = any_spec_of(self._builder.node(entry)) if entry else None
        if not isinstance(spec, kinds.FunctionEntrySpec):
            raise GraphError(
                "Only a function returns a value, or out of a loop.",
                "Write end to stop an event, and break to leave a loop.",
            )
        return self._builder.add(kinds.FunctionResultSpec(spec.name, spec.class_path))

    def _is_function(self) -> bool:
        return any(map(self._builder.entry, (ENTRY, RESULT, EXIT)))
