"""Builds what expressions say and links it to inputs. Part of `languages`; `lowering` uses it."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, CustomEventSpec, VariableGetSpec
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.graph.rules.node_rules import drops_value
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    BooleanLiteral,
    Call,
    Choice,
    Collection,
    Handler,
    Identifier,
    Index,
    Member,
    NumberLiteral,
    Operation,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.ast.type_names import declared_type
from blueprint_assistant.languages.lower.asset_names import AssetNames
from blueprint_assistant.languages.lower.call_lowering import CallLowering
from blueprint_assistant.languages.lower.diagnostics import Blame
from blueprint_assistant.languages.lower.dialect_names import plain_constant
from blueprint_assistant.languages.lower.emitter import WouldReplaceLinkError
from blueprint_assistant.languages.lower.literal_texts import LiteralReader, is_nothing
from blueprint_assistant.languages.lower.member_reads import MemberValues
from blueprint_assistant.languages.lower.operator_lowering import OperatorLowering
from blueprint_assistant.languages.lower.pin_lookup import (
    ExecNodeAsValueError,
    PinTypeError,
    PinValueError,
    TooManyValuesError,
    fitting_output,
    is_no_target,
    main_output,
    named_pin,
    only_once,
    shown_inputs,
)
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.lower.split_values import with_whole_values
from blueprint_assistant.languages.lower.truthiness import Truthiness
from blueprint_assistant.languages.lower.turned_values import refuse_turned

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Pin
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.emitter import Emitter
    from blueprint_assistant.languages.lower.scope import Scope

__all__ = ["ExpressionLowering"]

_MATH: Final = "/Script/Engine.KismetMathLibrary"
_SYSTEM: Final = "/Script/Engine.KismetSystemLibrary"
_PARTS: Final = {
    "Vector": ("MakeVector", ("X", "Y", "Z")),
    "Rotator": ("MakeRotator", ("Pitch", "Yaw", "Roll")),
    "Vector2D": ("MakeVector2D", ("X", "Y")),
    "LinearColor": ("MakeColor", ("R", "G", "B", "A")),
}
_MADE: Final = {"real": "Double", "int": "Int", "int64": "Int64", "name": "Name", "text": "Text"}
_DEEPEST: Final = 120
_OF_VALUES: Final = ("plan_refused", "bad_default", "bad_value", "unknown_enumerator")
_LIFT_BY_HAND: Final = "Set a variable to it in a statement of its own, and write it here."


class ExpressionLowering:
    """Links values to inputs. `lift` runs a call with exec pins that stands inside an expression."""

    def __init__(self, scope: Scope, builder: Emitter, lift: Callable[[str], None]) -> None:
        """Build with `builder`; names mean what `scope` says."""
        self.scope = scope
        self.catalog = scope.catalog
        self.builder = builder
        self._run = lift
        self._not_here = ""
        self.blame = Blame()
        self.choices: dict[int, AnyNodeSpec] = {}
        """What calls are to be built as, whatever their names mean, by the `id` of the call."""
        self.about: Callable[[object], AbstractContextManager[object]] = nullcontext
        """Entered while a value is built."""
        self._literals = LiteralReader(scope)
        self._assets = AssetNames(scope, builder)
        self._caller = CallLowering(self)
        self._members = MemberValues(self, self._caller)
        self._operator = OperatorLowering(self)
        self.truth = Truthiness(self)
        self._depth = 0
        self._late: list[tuple[str, str, Expression]] = []

    # --- calls with exec pins as values ------------------------------------------------------

    @contextmanager
    def without_lift(self, why: str) -> Iterator[None]:
        """Calls with exec pins cannot run before the statement here: it would be another program."""
        before, self._not_here = self._not_here, why
        try:
            yield
        finally:
            self._not_here = before

    @property
    def is_fixed(self) -> bool:
        """Whether nothing can run before the statement here."""
        return bool(self._not_here)

    def lift(self, key: str) -> None:
        """Run a call with exec pins before the statement whose value it is. Raises ExecNodeAsValueError."""
        if self._not_here:
            title = node_title(self.builder.node(key)).title
            raise ExecNodeAsValueError(f"{title} is executed, {self._not_here}.", _LIFT_BY_HAND)
        self._run(key)

    # --- inputs ------------------------------------------------------------------------------

    def feed(self, key: str, pin_name: str, value: Expression) -> None:
        """Give an input a value. Raises AssistantError."""
        with self.blame.on(value.place):
            self._feed(key, pin_name, value)

    def _feed(self, key: str, pin_name: str, value: Expression) -> None:
        pin = self.pin(key, pin_name)
        literal = self._literals.text(value, pin)
        if literal is None and isinstance(value, Identifier):
            literal = self._assets.text(value.name, key, pin)
        if literal is not None or self._waits(value, pin):
            self._write(key, pin, value, literal or "")
        elif isinstance(value, Identifier) and value.name in ("None", "null", "nil"):
            return
        elif isinstance(value, Collection) and pin.name == "self":
            for item in value.items:
                self.connect(self.output(item), (key, pin.name))
        elif isinstance(value, Tuple):
            self.connect(self._made(value, pin.type), (key, pin.name))
        else:
            self.connect(self.output(value, wanted=pin.type), (key, pin.name))

    def connect(self, source: Output, target: tuple[str, str]) -> None:
        """Link an output to an input, and write the values that waited for the type this settles.

        Raises TurnedValueError for a direction where a rotation is wanted.
        """
        refuse_turned(self.type_of(source), self.pin(*target).type)
        try:
            self.builder.connect(source, target)
        except AssistantError as error:
            _, is_type, reason = error.what.partition(" cannot be linked to ")
            if not is_type:
                raise
            cast = self._caller.cast_for(source, target)
            if cast is None:
                node, why = self.builder.node(target[0]), reason.partition(": ")[2]
                raise PinTypeError(node, target[1], self.type_of(source), why) from error
            self.builder.connect(cast, target)
        waiting, self._late = self._late, []
        for key, name, value in waiting:
            self.feed(key, name, value)

    def finish(self) -> None:
        """Make the values that no link has given a type to. The first of a node gives it to the others."""
        while self._late:
            key, name, value = self._late.pop(0)
            pin = self.pin(key, name)
            if pin.type.category != "wildcard":
                self.feed(key, name, value)
                continue
            with self.blame.on(value.place):
                self.link_literal(key, pin, value)

    def _write(self, key: str, pin: Pin, value: Expression, literal: str) -> None:
        """Write a plain value into an input, or link a node that makes it where an input holds none."""
        if pin.type.category == "wildcard":
            self._late.append((key, pin.name, value))
        elif pin.default_is_ignored:
            self.link_literal(key, pin, value)
        elif drops_value(self.builder.node(key), pin):
            if not is_nothing(value):
                self.link_literal(key, pin, value)
        elif pin.type.category != "bool" or pin.default or pin.autogenerated_default or literal != "false":
            # A Boolean that holds nothing is false already, as an added operand is.
            try:
                self.builder.set_default(key, pin.name, literal)
            except WouldReplaceLinkError:
                raise
            except AssistantError as error:
                if error.code not in _OF_VALUES:
                    raise
                raise PinValueError(self.builder.node(key), pin, error) from error

    def _waits(self, value: Expression, pin: Pin) -> bool:
        """Whether a name is an enumerator or class of a type that the input does not have yet."""
        if pin.type.category != "wildcard" or not isinstance(value, Identifier):
            return False
        return value.name != "None" and not self.scope.means_value(value.name)

    def link_literal(self, key: str, pin: Pin, value: Expression) -> None:
        """A literal for an input that holds none: a node that makes the value."""
        if isinstance(value, Tuple):
            self.connect(self._made(value, pin.type), (key, pin.name))
            return
        self.connect(self._literal_node(value, pin.type), (key, pin.name))

    def _literal_node(self, value: Expression, wanted: PinType | None = None) -> Output:
        """A node that makes a plain value, of the type that is wanted where there is such a node."""
        named = self.scope.find(value.name) if isinstance(value, Identifier) else None
        if named is not None and not isinstance(named, Output):
            value = named  # `let n = 5` and `n > 3`
        match value:
            case NumberLiteral(text):
                kind = "Double" if set(text) & set(".eE") else "Int"
            case BooleanLiteral(is_true):
                kind, text = "Bool", str(is_true).lower()
            case StringLiteral(text):
                kind = "String"
            case Identifier(name):
                raise self.scope.unknown(name)
            case _:
                raise GraphError("A plain value cannot be linked here.", "Name the value with a variable.")
        kind = _MADE.get("" if wanted is None else wanted.category, kind)
        made = self.builder.add(CallFunctionSpec(f"{_SYSTEM}:MakeLiteral{kind}"))
        self.builder.set_default(made, "Value", text)
        return Output(made, "ReturnValue")

    def _made(self, value: Tuple, wanted: PinType) -> Output:
        """A vector, rotator or colour by its parts."""
        ref = wanted.subcategory_object
        name = "" if ref is None else ref.name
        if wanted.category == "wildcard":
            name = {2: "Vector2D", 4: "LinearColor"}.get(len(value.items), "Vector")
        parts = _PARTS.get(name)
        if parts is None:
            raise GraphError(
                f"A value in brackets is no value of type {wanted}.",
                "Call the function that makes such a value.",
            )
        function, names = parts
        key = self.builder.add(CallFunctionSpec(f"{_MATH}:{function}"))
        self.feed_all(key, list(zip(names, value.items, strict=False)))
        return Output(key, "ReturnValue")

    def arguments(
        self, key: str, arguments: Sequence[Argument], *, of: str = "The node", skip: Sequence[str] = ()
    ) -> None:
        """Give a node's inputs their values, by place (those of `skip` left out) or name."""
        node = self.builder.node(key)
        shown = [pin for pin in shown_inputs(node) if pin.name not in skip]
        by_place = sorted(shown, key=lambda pin: pin.name == "self")
        found: list[tuple[str, Expression]] = []
        for number, argument in enumerate(with_whole_values(node, arguments, self.catalog)):
            if argument.pin:
                with self.blame.on(argument.place):
                    name = only_once(named_pin(node, argument.pin, of=of), [name for name, _ in found], of)
                    found.append((name, argument.value))
            elif number < len(by_place) and not is_no_target(by_place[number], argument.value):
                found.append((by_place[number].name, argument.value))
            else:
                with self.blame.on(argument.value.place):
                    raise TooManyValuesError(of, [pin for pin in by_place if pin.name != "self"])
        self.feed_all(key, found, of=of)

    def feed_all(self, key: str, values: Sequence[tuple[str, Expression]], *, of: str = "The node") -> None:
        """Give several inputs their values. What shapes a node comes first, then links, then literals."""
        pins = [(named_pin(self.builder.node(key), name, of=of), value) for name, value in values]
        order = sorted(pins, key=lambda pair: self._turn(pair[0], pair[1]))
        for pin, value in order:
            self.feed(key, pin.name, value)

    def _turn(self, pin: Pin, value: Expression) -> int:
        if self._literals.text(value, pin) is None and not self._waits(value, pin):
            return 1
        return 2 if pin.type.category == "wildcard" else 0

    def pin(self, key: str, name: str, direction: str = "input") -> Pin:
        """The pin of a name. Raises an error that lists the pins."""
        return named_pin(self.builder.node(key), name, "input" if direction == "input" else "output")

    # --- outputs -----------------------------------------------------------------------------

    def type_of(self, output: Output) -> PinType:
        """The type of an output as it is now."""
        return self._output_pin(output).type

    def class_of(self, output: Output) -> str:
        """The class of the object that an output gives. Raises GraphError for other values."""
        kind = self.type_of(output)
        if kind.category == "object" and kind.subcategory == "self":
            return self.scope.owner.generated_class
        if kind.category not in ("object", "interface", "class") or kind.subcategory_object is None:
            raise GraphError(f"A value of type {kind} has no members.", "Take an object.")
        return kind.subcategory_object.path

    def _output_pin(self, output: Output) -> Pin:
        node = self.builder.node(output.node)
        return named_pin(node, output.pin, "output") if output.pin else main_output(node)

    def settled(self, output: Output) -> Output:
        """The output with the name of its pin."""
        return Output(output.node, self._output_pin(output).name)

    def is_literal(self, value: Expression) -> bool:
        """Whether a value is written into a pin, not linked to it."""
        if isinstance(value, Identifier):
            named = self.scope.find(value.name)
            return value.name == "None" or (named is not None and not isinstance(named, Output))
        return isinstance(value, NumberLiteral | StringLiteral | BooleanLiteral | Tuple)

    def output(self, value: Expression, *, wanted: PinType | None = None) -> Output:
        """Build what a value needs; the output that gives it. Raises AssistantError."""
        if self._depth > _DEEPEST:
            raise GraphError("The expression is nested too deeply.", "Name its parts with let.")
        self._depth += 1
        try:
            with self.blame.on(value.place), self.about(value):
                return self._output(value, wanted)
        finally:
            self._depth -= 1

    def _output(self, value: Expression, wanted: PinType | None) -> Output:  # noqa: C901 - one line for each
        match value:
            case Identifier(name):
                return self.named(name, wanted)
            case Member(of, name):
                return self._members.member(of, name)
            case Index(of, index):
                return self._caller.item(of, index)
            case Call():
                made = self._caller.call(value)
                if isinstance(made, Output):
                    return made
                return Output(made, fitting_output(self.builder.node(made), wanted).name)
            case Operation(operator, operands):
                return self._operator.operation(operator, operands, wanted)
            case Choice(condition, if_true, if_false):
                return self._choice(condition, if_true, if_false)
            case Collection(kind, items):
                return self._collection(kind, items)
            case Handler():
                return self._handler(value)
            case Tuple():
                if wanted is None:
                    raise GraphError(
                        "A value in brackets cannot stand here.", "Call the function that makes it."
                    )
                return self._made(value, wanted)
            case _:
                return self._literal_node(value)

    def named(self, name: str, wanted: PinType | None = None) -> Output:
        """What a name alone means. Raises AssistantError."""
        found = self.scope.find(name)
        if isinstance(found, Output):
            return self.settled(found)
        if found is not None:
            return self.output(found)
        if name == "self":
            return self.settled(Output(self.builder.add(kinds.SelfSpec())))
        local = self.scope.local_variable(name)
        if local:
            return Output(self.builder.add(kinds.LocalVariableGetSpec(self.scope.function, local)), local)
        own = self.scope.member(name)
        if not own:
            constant = plain_constant("", name)
            if constant is not None:
                return self.output(constant)
            raise self._assets.unknown(name, declared_type(wanted, self.catalog))
        return Output(self.builder.add(VariableGetSpec(own)), own)

    def break_spec(self, struct: str) -> AnyNodeSpec:
        """The node that takes a struct apart."""
        return self._members.break_spec(struct)

    def _choice(self, condition: Expression, if_true: Expression, if_false: Expression) -> Output:
        if self.is_literal(condition):
            key = self.builder.add(kinds.SelectSpec(index=PinType("bool")))
            self.feed(key, "Index", condition)
        else:
            # The editor gives Index its type by its link; a type from the start could only be pasted.
            index = self.truth.output(condition)
            key = self.builder.add(kinds.SelectSpec())
            self.connect(index, (key, "Index"))
        names = [pin.name for pin in shown_inputs(self.builder.node(key)) if pin.name != "Index"]
        with self.without_lift("whether the condition holds or not"):
            self.feed_all(key, [(names[0], if_false), (names[1], if_true)])
        return self.settled(Output(key))

    def _collection(self, kind: str, items: tuple[Expression, ...]) -> Output:
        if kind == "map":
            key = self.builder.add(kinds.MakeMapSpec(max(1, len(items) // 2)))
            names = [f"{word} {number}" for number in range(len(items) // 2) for word in ("Key", "Value")]
        else:
            spec = kinds.MakeArraySpec if kind == "array" else kinds.MakeSetSpec
            key = self.builder.add(spec(max(1, len(items))))
            names = [f"[{number}]" for number in range(len(items))]
        self.feed_all(key, list(zip(names, items, strict=True)))
        return self.settled(Output(key))

    def _handler(self, value: Handler) -> Output:
        if value.kind == "event":
            found = self.scope.find(f"event {value.name}")
            if isinstance(found, Output):
                return found
            key = self.builder.add(CustomEventSpec(value.name))
            self.scope.name(f"event {value.name}", Output(key, "OutputDelegate"))
            return Output(key, "OutputDelegate")
        return Output(self.builder.add(kinds.CreateDelegateSpec(value.name)), "OutputDelegate")

    def statement(self, call: Call, *, is_named: bool, has_arms: bool) -> str | Output:
        """Build a call that stands as a statement; its node's key, or the output that it only names."""
        with self.blame.on(call.place):
            return self._caller.call(call, is_statement=True, is_step=not is_named, has_arms=has_arms)
