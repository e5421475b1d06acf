"""Builds calls of what is no function: makers, macros, casts, and words of Python. Part of `calling`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph import any_specs as kinds
from blueprint_assistant.graph.conversions import conversion
from blueprint_assistant.graph.model import PinType
from blueprint_assistant.graph.specs import CallFunctionSpec, VariableSetSpec
from blueprint_assistant.languages.node_words import is_spec_text, spec_from_text
from blueprint_assistant.languages.scope import Output
from blueprint_assistant.languages.tree import Argument, Call, Choice, Name, Number, Text

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.any_specs import AnyNodeSpec
    from blueprint_assistant.languages.calling import Caller
    from blueprint_assistant.languages.feeding import Feeder
    from blueprint_assistant.languages.tree import Expression

__all__ = ["SpecialCalls"]

_MATH: Final = "/Script/Engine.KismetMathLibrary"
_HABITS: Final = {"print": "PrintString", "sleep": "Delay", "wait": "Delay"}
_BY_TITLE: Final = frozenset({"node", "value", "action", "exec", "pure"})
_CONVERSIONS: Final = {
    "str": PinType("string"),
    "int": PinType("int"),
    "float": PinType("real", "double"),
    "bool": PinType("bool"),
    "text": PinType("text"),
    "name": PinType("name"),
}
_NUMERIC: Final = {
    "abs": {"int": "Abs_Int", "real": "Abs"},
    "min": {"int": "Min", "real": "FMin"},
    "max": {"int": "Max", "real": "FMax"},
    "round": {"real": "Round"},
    "pow": {"real": "MultiplyMultiply_FloatFloat"},
    "clamp": {"int": "Clamp", "real": "FClamp"},
}
_OF_CLASS: Final[dict[str, Callable[[str], AnyNodeSpec]]] = {
    "spawnactor": kinds.SpawnActorSpec,
    "spawnactorfromclass": kinds.SpawnActorSpec,
    "createwidget": kinds.CreateWidgetSpec,
    "constructobject": kinds.ConstructObjectSpec,
    "constructobjectfromclass": kinds.ConstructObjectSpec,
    "getsubsystem": kinds.GetSubsystemSpec,
}
_PYTHON: Final = frozenset({*_CONVERSIONS, *_NUMERIC, "len", "isinstance"})
_CHOICE: Final = 3


class SpecialCalls:
    """Builds what is called by a word that is no function."""

    def __init__(self, feeder: Feeder, caller: Caller) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._caller = caller
        self._words: dict[str, Callable[[Call], str | Output | None]] = {
            "formattext": self._format_text,
            "timeline": self._timeline,
            "multigate": self._multi_gate,
            "select": self._select,
            "break": self._break,
            "cast": self._cast,
            "isinstance": self._is_instance,
            "len": self._length,
            "makearray": self._make_container,
            "makeset": self._make_container,
            "makemap": self._make_container,
            **dict.fromkeys(_BY_TITLE, self._by_title),
            **dict.fromkeys(_OF_CLASS, self._of_class),
            **dict.fromkeys(_CONVERSIONS, self._converted),
            **dict.fromkeys(_NUMERIC, self._numeric),
        }

    def built(self, call: Call, *, is_step: bool, has_arms: bool) -> str | Output | None:
        """The node of a call, or None when its word means a function. Raises AssistantError."""
        name = call.callee.name
        word = name.lower().replace(" ", "")
        if self._caller.is_own(name):
            return None
        # `Max` is a function of the engine, `max` what Python calls so.
        known = self._words.get(word) if word not in _PYTHON or word == name else None
        made = None if known is None else known(call)
        if made is not None:
            return made
        if word in _HABITS:
            return self._caller.call(Call(Name(_HABITS[word]), call.arguments), is_statement=is_step)
        spec = self._named(name, is_step=is_step, has_arms=has_arms)
        return None if spec is None else self._caller.node(spec, call, name)

    def _named(self, name: str, *, is_step: bool, has_arms: bool) -> AnyNodeSpec | None:
        """What a macro, struct, enum or async task is called."""
        catalog = self._feeder.catalog
        macro = catalog.macro(name)
        # `IsValid(x)` is a function as a value, and the macro where it stands as a step.
        if macro is not None and (is_step or has_arms or not self._is_function(name)):
            return kinds.MacroSpec(macro.path)
        if name in ("AIMoveTo", "PlayMontage"):
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
        if not isinstance(first, Text):
            return None
        rest = call.arguments[1:]
        title = first.text.strip()
        word, _, name = title.partition(" ")
        if word.lower() == "get" and self._feeder.scope.means_value(name.strip()) and not rest:
            return self._feeder.output(Name(name.strip()))
        if word.lower() == "set" and self._feeder.scope.member(name.strip()):
            spec: AnyNodeSpec = VariableSetSpec(self._feeder.scope.member(name.strip()))
            return self._caller.node(spec, Call(Name(title), rest), title)
        folded = title.replace(" ", "")
        if "|" in title or (is_spec_text(title) and folded.lower() not in self._words):
            return self._caller.node(
                spec_from_text(title, self._feeder.catalog), Call(Name(title), rest), title.partition("|")[0]
            )
        return self._caller.call(Call(Name(folded), rest), is_statement=True)

    def _of_class(self, call: Call) -> str | None:
        """A node that is of a class, which is its first argument; without one it is left open."""
        word = call.callee.name
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
        if isinstance(value, Text):
            return self._feeder.catalog.find_class(value.text).path
        if isinstance(value, Name) and not self._feeder.scope.means_value(value.name):
            return self._feeder.catalog.find_class(value.name).path
        return ""

    # --- makers ------------------------------------------------------------------------------

    def _format_text(self, call: Call) -> str:
        names = [item.pin for item in call.arguments if item.pin and item.pin.lower() != "format"]
        return self._caller.node(kinds.FormatTextSpec(tuple(names)), call, call.callee.name)

    def _timeline(self, call: Call) -> str | None:
        first = call.arguments[0].value if call.arguments else None
        if not isinstance(first, Name | Text):
            return None
        name = first.name if isinstance(first, Name) else first.text
        spec = kinds.TimelineSpec(name, self._feeder.scope.tracks(name))
        return self._caller.node(spec, Call(call.callee, call.arguments[1:]), name)

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
        name = first.name if isinstance(first, Name) else first.text if isinstance(first, Text) else ""
        struct = self._feeder.catalog.struct(name) if name else None
        if struct is not None and not self._feeder.scope.means_value(name):
            rest = Call(call.callee, call.arguments[1:])
            return self._caller.node(self._feeder.break_spec(struct.path), rest, "Break")
        value = self._feeder.output(first)
        ref = self._feeder.type_of(value).subcategory_object
        if ref is None:
            raise GraphError("Only structs can be taken apart.", "Write value.Member for an object.")
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

    def _cast(self, call: Call) -> str | None:
        path = self._class_of(call.arguments[0].value) if call.arguments else ""
        if path:
            rest = Call(call.callee, call.arguments[1:])
            return self._caller.node(kinds.CastSpec(path, is_pure=True), rest, "Cast")
        return None

    def _is_instance(self, call: Call) -> Output | None:
        if len(call.arguments) != 2:  # noqa: PLR2004 - value and class
            return None
        value, wanted = (item.value for item in call.arguments)
        path = self._class_of(wanted)
        key = self._feeder.builder.add(kinds.CastSpec(path, is_pure=True))
        self._feeder.feed(key, "Object", value)
        return Output(key, "bSuccess")

    # --- words of Python ---------------------------------------------------------------------

    def _length(self, call: Call) -> str | None:
        if len(call.arguments) != 1:
            return None
        value = call.arguments[0].value
        output = self._feeder.output(value)
        if self._feeder.type_of(output).container != "none":
            return self._caller.on_container(output, call, "Length", skip=1)
        key = self._feeder.builder.add(CallFunctionSpec("/Script/Engine.KismetStringLibrary:Len"))
        self._feeder.connect(output, (key, "S"))
        return key

    def _converted(self, call: Call) -> Output | str | None:
        """`str(x)`: the conversion that the editor would put in; the value itself when it is one already."""
        if len(call.arguments) != 1 or call.arguments[0].pin:
            return None
        wanted = _CONVERSIONS[call.callee.name.lower()]
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

    def _numeric(self, call: Call) -> str | None:
        """`min(a, b)`: the function for the type of its first value that is linked."""
        table = _NUMERIC[call.callee.name.lower()]
        if not call.arguments or any(item.pin for item in call.arguments):
            return None
        linked = [item for item in call.arguments if not self._feeder.is_literal(item.value)]
        is_whole = all(
            isinstance(item.value, Number) and not set(item.value.text) & set(".eE")
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
