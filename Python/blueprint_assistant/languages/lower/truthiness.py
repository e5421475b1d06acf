"""Values that are no Booleans where one is asked: `if Target:`, `not Label`. Part of `expression_lowering`.

What all languages that models write agree on is read: an object that is there, a number that is not zero,
a text that is not empty. For arrays they do not agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.languages.lower.scope import Output

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["NotATruthError", "Truthiness"]

_SYSTEM: Final = "/Script/Engine.KismetSystemLibrary"
_VALID: Final = {
    "object": f"{_SYSTEM}:IsValid",
    "class": f"{_SYSTEM}:IsValidClass",
    "softobject": f"{_SYSTEM}:IsValidSoftObjectReference",
    "softclass": f"{_SYSTEM}:IsValidSoftClassReference",
}
_NOT: Final = {
    "real": ("/Script/Engine.KismetMathLibrary:NotEqual_DoubleDouble", "B", "0.0"),
    "string": ("/Script/Engine.KismetStringLibrary:NotEqual_StrStr", "B", ""),
}


class NotATruthError(GraphError):
    """A value stands where a Boolean is asked, and what it would mean is not certain."""

    code = "pin_type_mismatch"


class Truthiness:
    """Makes Booleans of other values."""

    def __init__(self, feeder: ExpressionLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder

    def feed(self, key: str, pin_name: str, value: Expression) -> None:
        """Give an input that asks whether something is so a value that may be no Boolean."""
        feeder = self._feeder
        if feeder.is_literal(value):
            feeder.feed(key, pin_name, value)
        else:
            with feeder.blame.on(value.place):
                feeder.connect(self.output(value), (key, pin_name))

    def output(self, value: Expression) -> Output:
        """Build a value as a Boolean: an object is valid, a number is not zero, a text is not empty."""
        with self._feeder.blame.on(value.place):
            return self.of(self._feeder.output(value, wanted=PinType("bool")))

    def of(self, value: Output) -> Output:
        """The value as a Boolean; one that is linked to a Boolean anyhow as it is. Raises NotATruthError."""
        feeder = self._feeder
        kind = feeder.type_of(value)
        if kind.container != "none":
            raise NotATruthError(
                f"An {kind} is no condition.", "Ask for the number of its items: len() around it, > 0 behind."
            )
        if kind.category in _VALID:
            return self._called(_VALID[kind.category], value)
        if kind.category in _NOT:
            function, pin, nothing = _NOT[kind.category]
            made = self._called(function, value)
            if nothing:
                feeder.builder.set_default(made.node, pin, nothing)
            return made
        if kind.category in ("struct", "text", "name") or (
            kind.category == "byte" and kind.subcategory_object
        ):
            raise NotATruthError(
                f"A value of type {kind} is no condition.", "Compare it with another value by ==."
            )
        return value

    def _called(self, function: str, value: Output) -> Output:
        feeder = self._feeder
        key = feeder.builder.add(CallFunctionSpec(function))
        node = feeder.builder.node(key)
        first = next(pin.name for pin in node.visible_pins if pin.direction == "input" and not pin.is_exec)
        feeder.connect(value, (key, first))
        return feeder.settled(Output(key))
