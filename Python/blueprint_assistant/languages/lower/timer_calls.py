"""Calls about timers that run: `ClearTimer(x)`, `IsTimerActive(x)` and the like. Part of `intrinsics`.

The editor has three functions for each: by handle, by event and by the name of a function. What is given says
which is meant, whatever the word in the program says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold_underscores
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.languages.ast.syntax_tree import Argument, Call, Handler, Identifier, StringLiteral
from blueprint_assistant.languages.ast.timer_words import TIMER_BASES

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.call_lowering import CallLowering
    from blueprint_assistant.languages.lower.dialect_builtins import DialectBuiltins
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["TimerCalls"]

_SYSTEM: Final = "/Script/Engine.KismetSystemLibrary"
_CLEAR_HANDLE: Final = "K2_ClearAndInvalidateTimerHandle"
_PINS: Final = ("", "functionname", "delegate", "event", "handle", "timerhandle")
_TEXTS: Final = ("string", "name", "text")


class NoTimerError(GraphError):
    """What is given says no timer."""

    code = "pin_type_mismatch"

    def __init__(self, word: str, kind: PinType) -> None:
        """Say what does."""
        super().__init__(
            f"{word} is told no timer by a value of type {kind}.",
            "Give a TimerHandle, an event, or the name of a function in quotes; of another object, "
            "that object and behind it the name.",
        )


class TimerCalls:
    """Builds calls about timers with the inputs and outputs of a Feeder."""

    def __init__(self, feeder: ExpressionLowering, caller: CallLowering, builtins: DialectBuiltins) -> None:
        """Build on what the feeder builds on; `builtins` knows what a timer may call."""
        self._feeder = feeder
        self._caller = caller
        self._builtins = builtins

    def built(self, call: Call) -> str | None:
        """The node for what is given; None for a call with other values, which is one like all others."""
        if len(call.arguments) != 1 or fold_underscores(call.arguments[0].pin) not in _PINS:
            return None
        word = call.callee.name.lower().removeprefix("k2_")
        base = TIMER_BASES[word]
        value = self._builtins.callback(call.arguments[0].value)
        function, pin = f"K2_{base}", "FunctionName"
        if isinstance(value, Handler):
            function, pin = f"K2_{base}Delegate", "Delegate"
        elif not isinstance(value, StringLiteral):
            value, kind = self._kept(value)
            if _is_handle(kind):
                function, pin = f"K2_{base}Handle", "Handle"
            elif kind.category == "delegate":
                function, pin = f"K2_{base}Delegate", "Delegate"
            elif kind.category not in _TEXTS:
                raise NoTimerError(call.callee.name, kind)
        if function == "K2_ClearTimerHandle" and word != "cleartimerhandle":
            function = _CLEAR_HANDLE  # what the palette offers for it
        if self._feeder.catalog.function(f"{_SYSTEM}:{function}") is None:
            return None
        given = (Argument(value, pin, place=call.arguments[0].place),)
        spec = CallFunctionSpec(f"{_SYSTEM}:{function}")
        return self._caller.node(spec, Call(call.callee, given, place=call.place), call.callee.name)

    def _kept(self, value: Expression) -> tuple[Expression, PinType]:
        """A value that was built to know its type, and the type."""
        output = self._feeder.output(value)
        return Identifier(self._feeder.scope.keep(output), place=value.place), self._feeder.type_of(output)


def _is_handle(kind: PinType) -> bool:
    ref = kind.subcategory_object
    return kind.category == "struct" and ref is not None and ref.name == "TimerHandle"
