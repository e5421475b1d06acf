"""Builds calls in words of Python and the like: `len`, `str`, `min`, timers. Part of `intrinsics`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.name_lookup import fold_spaces, fold_underscores
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.graph.rules.conversions import conversion
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Call,
    Handler,
    Identifier,
    Member,
    NumberLiteral,
    StringLiteral,
)

if TYPE_CHECKING:
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.call_lowering import CallLowering
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering
    from blueprint_assistant.languages.lower.scope import Output

__all__ = ["CONVERSIONS", "NUMERIC", "RANDOM", "DialectBuiltins"]

_SYSTEM: Final = "/Script/Engine.KismetSystemLibrary"
_MATH: Final = "/Script/Engine.KismetMathLibrary"
_CALLBACKS: Final = ("", "functionname", "delegate", "event")
CONVERSIONS: Final = {
    "str": PinType("string"),
    "int": PinType("int"),
    "float": PinType("real", "double"),
    "bool": PinType("bool"),
    "text": PinType("text"),
    "name": PinType("name"),
}
NUMERIC: Final = {
    "abs": {"int": "Abs_Int", "real": "Abs"},
    "min": {"int": "Min", "real": "FMin"},
    "max": {"int": "Max", "real": "FMax"},
    "round": {"real": "Round"},
    "pow": {"real": "MultiplyMultiply_FloatFloat"},
    "clamp": {"int": "Clamp", "real": "FClamp"},
}
_RANGE: Final = {"int": "RandomIntegerInRange", "real": "RandomFloatInRange"}
RANDOM: Final = {
    "random": _RANGE,
    "randomrange": _RANGE,
    "randrange": _RANGE,
    "randomnumber": _RANGE,
    "randint": _RANGE,
}
"""What everybody calls a number between two others; nothing in Blueprints is called so."""


class DialectBuiltins:
    """Builds what is called by a word of another language."""

    def __init__(self, feeder: ExpressionLowering, caller: CallLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._caller = caller

    def length(self, call: Call) -> str | None:
        """`len(Items)`: of an array, set, map or text."""
        if len(call.arguments) != 1:
            return None
        value = call.arguments[0].value
        output = self._feeder.output(value)
        if self._feeder.type_of(output).container != "none":
            return self._caller.on_container(output, call, "Length", skip=1)
        key = self._feeder.builder.add(CallFunctionSpec("/Script/Engine.KismetStringLibrary:Len"))
        self._feeder.connect(output, (key, "S"))
        return key

    def contains(self, call: Call) -> str | Output | None:
        """`x in Items`: of an array, set, map or text."""
        if len(call.arguments) != 2 or self._feeder.is_literal(call.arguments[0].value):  # noqa: PLR2004
            return None
        output = self._feeder.output(call.arguments[0].value)
        held = "container\n"  # no program can name it so
        self._feeder.scope.name(held, output)
        kind = self._feeder.type_of(output)
        if kind.container == "none" and kind.category != "string":
            raise GraphError(f"A {kind} has no items.", "Ask for x in an array, set, map or text.")
        callee = Member(Identifier(held), "Contains", place=call.place)
        return self._caller.call(Call(callee, call.arguments[1:], place=call.place))

    def timer(self, call: Call) -> str | None:
        """`SetTimer("Name", 2.0)` and `SetTimer(event Name, 2.0)`, as other languages order them.

        A function or event of the Blueprint may be named without quotes: `SetTimer(Name, 2.0)`.
        """
        arguments = call.arguments
        at = next((at for at, item in enumerate(arguments) if fold_underscores(item.pin) in _CALLBACKS), -1)
        if at > 0 and not arguments[at].pin:
            return None
        first = replace(arguments[at], value=self.callback(arguments[at].value)) if arguments else None
        if first is None or not isinstance(first.value, StringLiteral | Handler):
            return None
        names = ("FunctionName" if isinstance(first.value, StringLiteral) else "Delegate", "Time", "bLooping")
        # `FunctionName=Blink` of an event is the node that takes the event itself.
        first = replace(first, pin=names[0]) if first.pin else first
        arguments = (*arguments[:at], first, *arguments[at + 1 :])
        given = tuple(
            item if item.pin else Argument(item.value, name, place=item.place)
            for item, name in zip(arguments, (*names, *("" for _ in arguments)), strict=False)
        )
        function = "K2_SetTimer" if isinstance(first.value, StringLiteral) else "K2_SetTimerDelegate"
        return self._caller.node(
            CallFunctionSpec(f"{_SYSTEM}:{function}"), Call(call.callee, given), function
        )

    def callback(self, value: Expression) -> Expression:
        """What a timer is to call, where a name alone says it. Raises UnknownNameError."""
        scope = self._feeder.scope
        if isinstance(value, Member) and value.of == Identifier("self"):
            value = Identifier(value.name, place=value.place)
        if not isinstance(value, Identifier) or value.name in ("None", "self"):
            return value
        name = value.name
        if scope.find(name) is not None or scope.member(name) or scope.local_variable(name):
            return value
        if scope.find(f"event {name}") is not None or scope.event(name):
            return Handler("event", scope.event(name) or name, place=value.place)
        own = find_callable(scope.owner, name)
        if own is None:
            raise scope.unknown(name)
        if own.kind == "event":
            return Handler("event", own.name, place=value.place)
        return StringLiteral(own.name, place=value.place)

    def converted(self, call: Call) -> Output | str | None:
        """`str(x)`: the conversion that the editor would put in; the value itself when it is one already."""
        if len(call.arguments) != 1 or call.arguments[0].pin:
            return None
        wanted = CONVERSIONS[call.callee.name.lower()]
        value = self._feeder.output(call.arguments[0].value)
        kind = self._feeder.type_of(value)
        if kind.category == wanted.category and kind.container == "none":
            return value
        path = conversion(kind, wanted)
        if not path:
            raise GraphError(f"There is no conversion of {kind} to {wanted}.", "Call a function for it.")
        key = self._feeder.builder.add(CallFunctionSpec(path))
        pin = next(p.name for p in self._feeder.builder.node(key).visible_pins if p.direction == "input")
        self._feeder.connect(value, (key, pin))
        return key

    def numeric(self, call: Call) -> str | None:
        """`min(a, b)`: the function for the type of its first value that is linked."""
        table = (NUMERIC | RANDOM)[fold_spaces(call.callee.name)]
        if not call.arguments or any(item.pin for item in call.arguments):
            return None
        linked = [item for item in call.arguments if not self._feeder.is_literal(item.value)]
        is_whole = all(
            isinstance(item.value, NumberLiteral) and not set(item.value.text) & set(".eE")
            for item in call.arguments
            if item not in linked
        )
        made = {id(item): self._feeder.output(item.value) for item in linked}
        types = {self._feeder.type_of(output).category for output in made.values()}
        kind = "int" if is_whole and types <= {"int", "byte"} and "int" in table else "real"
        if kind not in table:
            return None
        key = self._feeder.builder.add(CallFunctionSpec(f"{_MATH}:{table[kind]}"))
        pins = [pin.name for pin in self._feeder.builder.node(key).visible_pins if pin.direction == "input"]
        for pin, item in zip(pins, call.arguments, strict=False):
            if id(item) in made:
                self._feeder.connect(made[id(item)], (key, pin))
            else:
                self._feeder.feed(key, pin, item.value)
        return key
