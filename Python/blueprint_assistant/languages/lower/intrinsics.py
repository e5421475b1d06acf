"""Builds calls of what is no function: makers, macros, casts, words of Python. Part of `call_lowering`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold_spaces
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.graph.rules.conversions import conversion
from blueprint_assistant.languages.ast.node_texts import UnmakeableNodeError, is_spec_text, spec_from_text
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Call,
    Choice,
    Identifier,
    StringLiteral,
)
from blueprint_assistant.languages.ast.timer_words import TIMER_CALLS
from blueprint_assistant.languages.lower.dialect_builtins import CONVERSIONS, NUMERIC, RANDOM, DialectBuiltins
from blueprint_assistant.languages.lower.dialect_calls import joined, rotator, with_transform
from blueprint_assistant.languages.lower.pin_lookup import ExecNodeAsValueError, cast_result
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.lower.timer_calls import TimerCalls

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.call_lowering import CallLowering
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["BY_TITLE", "Intrinsics"]

_HABITS: Final = {"print": "PrintString", "sleep": "Delay", "wait": "Delay"}
BY_TITLE: Final = frozenset({"node", "value", "action", "exec", "pure"})
_OF_CLASS: Final[dict[str, Callable[[str], AnyNodeSpec]]] = {
    "spawnactor": kinds.SpawnActorSpec,
    "spawnactorfromclass": kinds.SpawnActorSpec,
    "createwidget": kinds.CreateWidgetSpec,
    "constructobject": kinds.ConstructObjectSpec,
    "constructobjectfromclass": kinds.ConstructObjectSpec,
    "getsubsystem": kinds.GetSubsystemSpec,
}
_TIMERS: Final = ("settimer", "k2_settimer", "settimerbyfunctionname", "settimerbyevent")
_PYTHON: Final = frozenset({*CONVERSIONS, *NUMERIC, "len", "isinstance"})
_CHOICE: Final = 3


class Intrinsics:
    """Builds what is called by a word that is no function."""

    def __init__(self, feeder: ExpressionLowering, caller: CallLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._caller = caller
        others = DialectBuiltins(feeder, caller)
        self._words: dict[str, Callable[[Call], str | Output | None]] = {
            "formattext": self._format_text,
            "timeline": self._timeline,
            "multigate": self._multi_gate,
            "select": self._select,
            "break": self._break,
            "cast": self._cast,
            "isinstance": self._is_instance,
            "len": others.length,
            "array_contains": others.contains,
            **dict.fromkeys(_TIMERS, others.timer),
            **dict.fromkeys(TIMER_CALLS, TimerCalls(feeder, caller, others).built),
            "makearray": self._make_container,
            "makeset": self._make_container,
            "makemap": self._make_container,
            **dict.fromkeys(BY_TITLE, self._by_title),
            **dict.fromkeys(_OF_CLASS, self._of_class),
            **dict.fromkeys(CONVERSIONS, others.converted),
            **dict.fromkeys((*NUMERIC, *RANDOM), others.numeric),
        }

    def built(self, call: Call, *, is_step: bool, has_arms: bool) -> str | Output | None:
        """The node of a call, or None when its word means a function. Raises AssistantError."""
        name = call.callee.name
        word = fold_spaces(name)
        if self._caller.is_own(name):
            return None
        # `Max` is a function of the engine, `max` what Python calls so.
        known = self._words.get(word) if word not in _PYTHON or word == name else None
        made = None if known is None else known(call)
        if made is not None:
            return made
        if word == "print" == name and sum(not item.pin for item in call.arguments) > 1:
            return self._caller.call(joined(call), is_statement=is_step)
        if word in _HABITS:
            return self._caller.call(Call(Identifier(_HABITS[word]), call.arguments), is_statement=is_step)
        spec = self._named(name, is_step=is_step, has_arms=has_arms)
        if spec is not None and name in ("Rotator", "FRotator"):
            call = rotator(call)
        return None if spec is None else self._caller.node(spec, call, name)

    def _named(self, name: str, *, is_step: bool, has_arms: bool) -> AnyNodeSpec | None:
        """What a macro, struct, enum or async task is called."""
        catalog = self._feeder.catalog
        macro = catalog.macro(name)
        # `IsValid(x)` is a function as a value, and the macro where it stands as a step.
        if macro is not None and (is_step or has_arms or not self._is_function(name)):
            return kinds.MacroSpec(macro.path)
        if name in ("AIMoveTo", "PlayMontage"):
            self._caller.refuse_latent(name)
            return kinds.AsyncTaskSpec(name)  # type: ignore[arg-type]
        struct = catalog.struct(name)
        if struct is not None and not self._is_function(name):
            native = struct.native_make
            if native:
                return CallFunctionSpec(catalog.find_function(native).path)
            return kinds.MakeStructSpec(struct.path)
        enum = catalog.enum(name)
        if enum is not None and not self._is_function(name):
            return kinds.EnumLiteralSpec(enum.path)
        return None

    def _is_function(self, name: str) -> bool:
        try:
            self._feeder.catalog.find_function(name, self._feeder.scope.owner.generated_class)
        except AssistantError:
            return False
        return True

    # --- by title or kind --------------------------------------------------------------------

    def _by_title(self, call: Call) -> str | Output | None:
        """`node("Set Timer by Event", …)`: a node by the name that the palette shows, or by its kind."""
        first = call.arguments[0].value if call.arguments else None
        if not isinstance(first, StringLiteral):
            return None
        rest = call.arguments[1:]
        title = first.text.strip()
        word, _, name = title.partition(" ")
        if word.lower() == "get" and self._feeder.scope.means_value(name.strip()) and not rest:
            return self._feeder.output(Identifier(name.strip()))
        if word.lower() == "set" and self._feeder.scope.member(name.strip()):
            spec: AnyNodeSpec = VariableSetSpec(self._feeder.scope.member(name.strip()))
            return self._caller.node(spec, Call(Identifier(title), rest), title)
        folded = title.replace(" ", "")
        if title.startswith("/"):
            raise UnmakeableNodeError(title.partition("|")[0])
        if "|" in title or (is_spec_text(title) and folded.lower() not in self._words):
            return self._caller.node(
                spec_from_text(title, self._feeder.catalog),
                Call(Identifier(title), rest),
                title.partition("|")[0],
            )
        made = self._caller.call(Call(Identifier(folded), rest), is_statement=True)
        return self._pure(made) if call.callee.name.lower() in ("value", "pure") else made

    def _pure(self, made: str | Output) -> str | Output:
        """What `value(…)` made. Raises ExecNodeAsValueError for a node that is executed."""
        key = made if isinstance(made, str) else made.node
        node = self._feeder.builder.node(key)
        if any(pin.is_exec for pin in node.pins):
            title = node_title(node).title
            raise ExecNodeAsValueError(
                f"{title} is executed: it is no value.", f'Begin a statement of its own with node("{title}").'
            )
        return made

    def _of_class(self, call: Call) -> str | None:
        """A node that is of a class, which is its first argument; without one it is left open."""
        word = call.callee.name
        call = with_transform(call) if word.lower().startswith("spawnactor") else call
        given = call.arguments[0] if call.arguments else None
        first = given.value if given is not None and given.pin.lower() in ("", "class") else None
        path = self._class_of(first)
        if path:
            rest = Call(call.callee, call.arguments[1:])
            return self._caller.node(_OF_CLASS[word.lower()](path), rest, word, without=("Class",))
        if word.lower() == "getsubsystem":
            return None
        return self._caller.node(_OF_CLASS[word.lower()](""), call, word)

    def _class_of(self, value: Expression | None) -> str:
        """The class that a value names; empty when it is a value of the program."""
        if isinstance(value, StringLiteral):
            return self._feeder.catalog.find_class(value.text).path
        if isinstance(value, Identifier) and not self._feeder.scope.means_value(value.name):
            return self._feeder.catalog.find_class(value.name).path
        return ""

    # --- makers ------------------------------------------------------------------------------

    def _format_text(self, call: Call) -> str:
        names = [item.pin for item in call.arguments if item.pin and item.pin.lower() != "format"]
        given = tuple(self._formattable(item) if item.pin in names else item for item in call.arguments)
        made = Call(call.callee, given, place=call.place)
        return self._caller.node(kinds.FormatTextSpec(tuple(names)), made, call.callee.name)

    def _formattable(self, argument: Argument) -> Argument:
        """An argument of Format Text; a struct, which it does not take, as a text."""
        if self._feeder.is_literal(argument.value):
            return argument
        output = self._feeder.output(argument.value)
        kind = self._feeder.type_of(output)
        path = conversion(kind, PinType("text")) if kind.category == "struct" else ""
        if path:
            key = self._feeder.builder.add(CallFunctionSpec(path))
            pins = self._feeder.builder.node(key).visible_pins
            first = next(pin.name for pin in pins if pin.direction == "input" and pin.name != "self")
            self._feeder.connect(output, (key, first))
            output = Output(key, "ReturnValue")
        held = f"{argument.pin}\n"  # no program can name it so
        self._feeder.scope.name(held, output)
        return Argument(Identifier(held, place=argument.value.place), argument.pin, place=argument.place)

    def _timeline(self, call: Call) -> str | None:
        first = call.arguments[0].value if call.arguments else None
        if not isinstance(first, Identifier | StringLiteral):
            return None
        name = first.name if isinstance(first, Identifier) else first.text
        self._caller.refuse_latent(f"The timeline {name}")
        spec = kinds.TimelineSpec(name, self._feeder.scope.tracks(name))
        key = self._caller.node(spec, Call(call.callee, call.arguments[1:]), name)
        if not self._feeder.scope.means_value(name):
            self._feeder.scope.name(name, Output(key))  # Swing.Angle is a track of timeline(Swing)
        return key

    def _multi_gate(self, call: Call) -> str:
        return self._caller.node(kinds.MultiGateSpec(), call, call.callee.name)

    def _select(self, call: Call) -> Output | str:
        values = [item.value for item in call.arguments]
        if len(values) == _CHOICE and not any(item.pin for item in call.arguments):
            return self._feeder.output(Choice(*values))
        given = {item.pin.lower(): item.value for item in call.arguments}
        if "a" in given and "b" in given and len(given) == _CHOICE:
            index = next(value for name, value in given.items() if name not in ("a", "b"))
            return self._feeder.output(Choice(index, given["a"], given["b"]))
        options = sum(name.startswith("option") for name in given)
        return self._caller.node(kinds.SelectSpec(max(2, options)), call, call.callee.name)

    def _break(self, call: Call) -> str | None:
        """`Break(HitResult, value)`, or of a value whose struct is known by itself."""
        if not call.arguments:
            return None
        first = call.arguments[0].value
        name = (
            first.name
            if isinstance(first, Identifier)
            else first.text
            if isinstance(first, StringLiteral)
            else ""
        )
        struct = self._feeder.catalog.struct(name) if name else None
        if struct is not None and not self._feeder.scope.means_value(name):
            rest = Call(call.callee, call.arguments[1:])
            return self._caller.node(self._feeder.break_spec(struct.path), rest, "Break")
        value = self._feeder.output(first)
        ref = self._feeder.type_of(value).subcategory_object
        if ref is None:
            raise GraphError(
                "Only structs can be taken apart.", "Of an object, take what is wanted with a dot."
            )
        key = self._feeder.builder.add(self._feeder.break_spec(ref.path))
        node = self._feeder.builder.node(key)
        pin = next(item.name for item in node.pins if item.direction == "input" and not item.is_hidden)
        self._feeder.connect(value, (key, pin))
        return key

    def _make_container(self, call: Call) -> Output | str:
        kind = call.callee.name.lower()
        arguments = tuple(
            Argument(item.value, f"[{item.pin}]" if item.pin.isdigit() else item.pin)
            for item in call.arguments
        )
        count = max(1, len(arguments) // 2 if kind == "makemap" else len(arguments))
        made = Call(call.callee, arguments)
        spec: AnyNodeSpec = kinds.MakeArraySpec(count)
        if kind != "makearray":
            spec = kinds.MakeMapSpec(count) if kind == "makemap" else kinds.MakeSetSpec(count)
        return self._caller.node(spec, made, call.callee.name)

    def _cast(self, call: Call) -> str | Output | None:
        """`Cast(Class, x)` is a pure cast; as other languages order it, one that is executed before.

        A pure one can only be made by hand, so it is made where it is said in the words for it.
        """
        if not 1 <= len(call.arguments) <= 2:  # noqa: PLR2004 - class and value
            return None
        *_, last = given = call.arguments
        path, rest, is_pure = self._class_of(given[0].value), given[1:], True
        if not path:
            path, rest, is_pure = self._class_of(last.value), given[:-1], False
        if not path:
            return None
        made = Call(call.callee, rest, place=call.place)
        try:
            key = self._caller.node(kinds.CastSpec(path, is_pure=is_pure), made, "Cast")
        except AssistantError as error:
            if error.code != "plan_refused" or not is_pure:
                raise
            return self._caller.node(kinds.CastSpec(path), made, "Cast")
        return Output(key, cast_result(self._feeder.builder.node(key))) if is_pure else key

    def _is_instance(self, call: Call) -> Output | None:
        if len(call.arguments) != 2:  # noqa: PLR2004 - value and class
            return None
        value, wanted = (item.value for item in call.arguments)
        if not self._class_of(wanted):
            return None
        # Pure casts can only be made by hand; asking for the class is the same.
        of = Call(Identifier("GetObjectClass"), (Argument(value),), place=call.place)
        made = Call(Identifier("ClassIsChildOf"), (Argument(of), Argument(wanted)), place=call.place)
        return self._feeder.output(made)
