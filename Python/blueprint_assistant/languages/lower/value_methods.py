"""Builds calls on values that are no objects: `Items.Add(x)`, `Where.Size()`. Part of `call_lowering`.

Each is a function of the library for such values, with the value as its first input. Of what Python, C++ and
JavaScript call otherwise, what is certain is read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import AmbiguousNameError, fold, near_names
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.languages.ast.syntax_tree import Argument, Call, Identifier, Member, NumberLiteral
from blueprint_assistant.languages.lower.scope import Output

if TYPE_CHECKING:
    from collections.abc import Iterable

    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from blueprint_assistant.graph.model.blueprint import PinType
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.call_lowering import CallLowering
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["LENGTHS", "ValueMethods"]

_ENGINE: Final = "/Script/Engine"
_CONTAINERS: Final = {
    "array": (f"{_ENGINE}.KismetArrayLibrary", "Array_"),
    "set": (f"{_ENGINE}.BlueprintSetLibrary", "Set_"),
    "map": (f"{_ENGINE}.BlueprintMapLibrary", "Map_"),
}
LENGTHS: Final = frozenset({"length", "size", "count", "num", "len"})
_HABITS: Final = {
    "append": "Add",
    "push": "Add",
    "extend": "Append",
    "removeitem": "RemoveItem",
    "removeat": "Remove",
    "removeindex": "Remove",
    "index": "Find",
    "indexof": "Find",
    "has": "Contains",
    "includes": "Contains",
    "last": "Last",
    **dict.fromkeys(LENGTHS, "Length"),
}
_OF_MAPS: Final = {"set": "Add", "get": "Find"}
_OF_TEXTS: Final = {
    "upper": "ToUpper",
    "touppercase": "ToUpper",
    "lower": "ToLower",
    "tolowercase": "ToLower",
    "len": "Len",
    "length": "Len",
    "size": "Len",
    "strip": "Trim",
    "includes": "Contains",
    "startswith": "StartsWith",
    "endswith": "EndsWith",
}
_OF_STRUCTS: Final = {
    "size": "VSize",
    "length": "VSize",
    "magnitude": "VSize",
    "normalized": "Normal",
    "getsafenormal": "Normal",
    "normalize": "Normal",
    "rotation": "Conv_VectorToRotator",
    "torotator": "Conv_VectorToRotator",
    "tovector": "Conv_RotatorToVector",
    "vector": "Conv_RotatorToVector",
    "distance": "Vector_Distance",
    "dist": "Vector_Distance",
    "dot": "Dot_VectorVector",
    "cross": "Cross_VectorVector",
}
_LIBRARIES: Final = {
    "string": (f"{_ENGINE}.KismetStringLibrary",),
    "text": (f"{_ENGINE}.KismetTextLibrary",),
}
_MATH: Final = (f"{_ENGINE}.KismetMathLibrary", f"{_ENGINE}.KismetStringLibrary")
_ALSO: Final = ("RemoveItem", "RemoveIndex")
_MOST_LISTED: Final = 12
_TO_STRING: Final = frozenset({"tostring", "str"})


class UnknownMethodError(GraphError):
    """A value has no function of that name; the message lists those that are near."""

    def __init__(self, value: str, name: str, known: Iterable[str]) -> None:
        """`value` says what has none; `known` are the functions that it has."""
        names = dict.fromkeys(map(_bare, known))
        self.candidates = near_names(name, names)
        fix = "Give it to another function, or take its members with a dot."
        if self.candidates:
            fix = f"Nearest: {', '.join(self.candidates)}."
        elif len(names) <= _MOST_LISTED * 3:
            fix = f"It has: {', '.join(sorted(names)[: _MOST_LISTED * 2])}."
        super().__init__(f"{value} has no function '{name}'.", fix)


class UnknownContainerFunctionError(UnknownMethodError):
    """An array, set or map has no function of that name."""

    code = "unknown_function"


class ValueMethods:
    """Builds calls on values with the inputs and outputs of a Feeder."""

    def __init__(self, feeder: ExpressionLowering, caller: CallLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._caller = caller

    def on_value(self, target: Output, call: Call, name: str) -> str | Output | None:
        """A call on a value, or None on an object."""
        kind = self._feeder.type_of(target)
        if kind.container != "none":
            return self.on_container(target, call, name)
        if fold(name) in _TO_STRING and kind.category != "string" and not call.arguments:
            return self._as_string(target)
        if kind.category not in ("string", "text", "struct", "real", "int", "name", "bool"):
            return None
        info = self._function_of(kind, name)
        key = self._feeder.builder.add(CallFunctionSpec(info.path))
        first = self._first_input(key)
        self._feeder.connect(target, (key, first))
        self._feeder.arguments(key, call.arguments, of=name, skip=(first,))
        return key

    def _as_string(self, target: Output) -> str | Output:
        """`Health.ToString()`."""
        held = "value\n"  # no program can name it so
        self._feeder.scope.name(held, target)
        return self._caller.call(Call(Identifier("str"), (Argument(Identifier(held)),)))

    def _function_of(self, kind: PinType, name: str) -> FunctionInfo:
        """The function of a library whose first input is of that type. Raises GraphError."""
        habits = _OF_TEXTS if kind.category in ("string", "text") else _OF_STRUCTS
        wanted = fold(habits.get(fold(name), name))
        catalog = self._feeder.catalog
        libraries = _LIBRARIES.get(kind.category, _MATH)
        found = [
            info
            for library in libraries
            for info in catalog.functions_of(library)
            if wanted in (fold(info.name), fold(info.display)) and _takes(info, kind)
        ]
        if not found:
            takes = [
                info.name
                for library in libraries
                for info in catalog.functions_of(library)
                if _takes(info, kind)
            ]
            raise UnknownMethodError(f"A value of type {kind}", name, takes)
        return found[0]

    def _first_input(self, key: str) -> str:
        pins = self._feeder.builder.node(key).visible_pins
        return next(
            pin.name for pin in pins if pin.direction == "input" and not pin.is_exec and pin.name != "self"
        )

    # --- containers --------------------------------------------------------------------------

    def item(self, of: Expression, index: Expression) -> Output:
        """`Items[index]`: of an array, and of a map by its key. Raises GraphError for other values."""
        feeder = self._feeder
        if feeder.is_literal(of):
            key = feeder.builder.add(kinds.GetArrayItemSpec())
            feeder.feed_all(key, [("Array", of), ("Dimension 1", index)])
            return feeder.settled(Output(key))
        source = feeder.output(of)
        kind = feeder.type_of(source)
        if kind.container == "map":
            key = self.on_container(source, Call(Identifier("Find"), (Argument(index),)), "Find")
            return Output(key, "Value")
        if kind.container != "array" and kind.category != "wildcard":
            raise GraphError(f"A value of type {kind} has no items.", "Write [number] behind an array.")
        key = feeder.builder.add(kinds.GetArrayItemSpec())
        feeder.connect(source, (key, "Array"))
        if isinstance(index, NumberLiteral) and index.text == "-1":
            # Python's last item: the engine has no item of that number.
            last = self.on_container(source, Call(Identifier("LastIndex"), ()), "LastIndex")
            feeder.connect(feeder.settled(Output(last)), (key, "Dimension 1"))
        else:
            feeder.feed(key, "Dimension 1", index)
        return feeder.settled(Output(key))

    def on_container(self, target: Output, call: Call, name: str, *, skip: int = 0) -> str:
        """`Names.Add(x)`: the function of the library for arrays, sets or maps."""
        feeder = self._feeder
        container = feeder.type_of(target).container
        library, prefix = _CONTAINERS[container]
        meant, given = self._meant(target, call, name)
        bare = meant if meant.lower().startswith(prefix.lower()) else f"{prefix}{meant}"
        own = feeder.catalog.functions_of(library)
        found = [info for info in own if info.name.lower() == bare.lower()]
        if not found:
            is_array = container == "array"
            known = [*(info.name for info in own), *(_ALSO if is_array else ())]
            raise UnknownContainerFunctionError(f"{'An' if is_array else 'A'} {container}", name, known)
        path = found[0].path
        key = feeder.builder.add(CallFunctionSpec(path))
        first = self._first_input(key)
        feeder.connect(target, (key, first))
        feeder.arguments(key, given.arguments[skip:], of=name, skip=(first,))
        return key

    def _meant(self, target: Output, call: Call, name: str) -> tuple[str, Call]:
        """The function of the library that a word means, and the call with its values in order."""
        kind = self._feeder.type_of(target)
        folded = fold(name)
        if kind.container == "map" and folded in _OF_MAPS:
            return _OF_MAPS[folded], call
        if kind.container != "array":
            return _HABITS.get(folded, name), call
        if folded == "pop" and not call.arguments:
            held = _said(call.callee)
            raise GraphError(
                "An array gives no item away.",
                f"Take {held}[{held}.LastIndex()] first, then write {held}.RemoveIndex({held}.LastIndex()).",
            )
        if folded in ("pop", "splice"):
            return "Remove", call
        if folded == "remove":
            return self._remove(kind, call, name), call
        if name == "insert" and len(call.arguments) == 2 and not any(item.pin for item in call.arguments):  # noqa: PLR2004
            # Python says the place before the item, the function after it.
            return "Insert", Call(call.callee, call.arguments[::-1], place=call.place)
        return _HABITS.get(folded, name), call

    @staticmethod
    def _remove(kind: PinType, call: Call, name: str) -> str:
        """`Items.remove(x)` takes an item out, `Array_Remove` what stands at a number."""
        first = call.arguments[0].value if call.arguments else None
        if kind.category in ("int", "byte", "int64") and name != "remove":
            raise AmbiguousNameError(name, ("RemoveItem", "RemoveIndex"))
        is_number = isinstance(first, NumberLiteral) and kind.category not in ("int", "byte", "int64", "real")
        return "Remove" if is_number else "RemoveItem"


def _said(callee: Expression) -> str:
    """What a function is called on, as it was written; the word itself for what is no name."""
    of = callee.of if isinstance(callee, Member) else callee
    return of.name if isinstance(of, Identifier) else "it"


def _bare(name: str) -> str:
    """The name of a container's function without that of the container: `Array_Add` is Add."""
    return next(
        (name.removeprefix(prefix) for _, prefix in _CONTAINERS.values() if name.startswith(prefix)), name
    )


def _takes(info: FunctionInfo, kind: PinType) -> bool:
    """Whether the first input of a function is of a type."""
    first = next((item for item in info.parameters if item.direction == "in"), None)
    if first is None:
        return False
    wanted, ref = first.type.subcategory_object, kind.subcategory_object
    is_same_struct = (wanted is None) == (ref is None) and (
        wanted is None or ref is None or wanted.path == ref.path
    )
    return first.type.category == kind.category and first.type.container == "none" and is_same_struct
