"""Builds operators: the typed function for the operands that there are. Part of `expression_lowering`."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.math_operators import operator_function
from blueprint_assistant.graph.model.blueprint import PinType
from blueprint_assistant.languages.ast.shortest_names import OPERATIONS
from blueprint_assistant.languages.ast.syntax_tree import (
    BooleanLiteral,
    Identifier,
    NumberLiteral,
    StringLiteral,
    Tuple,
)
from blueprint_assistant.languages.lower.operand_order import linked_first
from blueprint_assistant.languages.lower.pin_lookup import shown_inputs
from blueprint_assistant.languages.lower.scope import Output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["OperatorLowering", "UnknownOperatorError", "typed_operator"]

_MATH: Final = "/Script/Engine.KismetMathLibrary"
_LOGIC: Final = {"and": "BooleanAND", "or": "BooleanOR", "xor": "BooleanXOR", "not": "Not_PreBool"}
_BITS: Final = {"&": "And", "|": "Or", "^": "Xor", "~": "Not"}
_NAMES: Final[dict[str, str]] = {sign: name for name, sign in OPERATIONS.items()}
_LIBRARIES: Final = {
    "string": ("/Script/Engine.KismetStringLibrary", {"+": "Concat_StrStr"}),
    "text": ("/Script/Engine.KismetTextLibrary", {}),
}
_SAME: Final = {"string": "StrStr", "text": "TextText"}
_TURNS: Final = {"+": "ComposeRotators", "-": "NormalizedDeltaRotator"}
"""Rotators have no operators for these, but functions: turned by one, then by the other; the turn between."""
_ROTATOR: Final = "/Script/CoreUObject.Rotator"
_RANKS: Final = {
    "bool": 0,
    "byte": 1,
    "int": 2,
    "int64": 3,
    "real": 4,
    "name": 5,
    "string": 6,
    "text": 7,
    "struct": 8,
}
_OTHER_RANK: Final = 5
_WHOLE: Final = frozenset({"int", "int64", "byte"})
_SCALARS: Final = frozenset({"real", "int", "int64", "byte"})
_MANY: Final = frozenset({"+", "*", "and", "or", "&", "|"})
"""Operators whose node takes more than two operands."""


class UnknownOperatorError(GraphError):
    """There is no operator for values of these types."""

    code = "pin_type_mismatch"


def typed_operator(operator: str, operands: Sequence[PinType], catalog: Catalog) -> AnyNodeSpec | None:
    """The node that an operator between values of these types is; None when there is none.

    Writing and reading both ask this, so that an operator is written only where it leads back.
    """
    if operator in _LOGIC:
        return CallFunctionSpec(f"{_MATH}:{_LOGIC[operator]}")
    if not operands:
        return None
    kind = max(operands, key=_rank)
    if operator in _BITS:
        suffix = {"int": "Int", "int64": "Int64"}.get(kind.category, "Int")
        function = f"{_BITS[operator]}_{suffix}" + ("" if operator == "~" else suffix)
        return CallFunctionSpec(f"{_MATH}:{function}")
    if kind.category in _LIBRARIES and kind.container == "none":
        library, own = _LIBRARIES[kind.category]
        name = own.get(operator) or f"{_NAMES[operator]}_{_SAME[kind.category]}"
        return CallFunctionSpec(f"{library}:{name}") if catalog.function(f"{library}:{name}") else None
    if kind.category == "byte" and kind.subcategory_object is not None and operator in ("==", "!="):
        return kinds.EnumEqualitySpec(kind.subcategory_object.path, operator == "!=")
    if operator in _TURNS and all(map(_is_rotator, operands)):
        return CallFunctionSpec(f"{_MATH}:{_TURNS[operator]}")
    info = operator_function(_NAMES.get(operator, ""), _plain(kind), catalog)
    return None if info is None else CallFunctionSpec(info.path)


def _plain(kind: PinType) -> PinType:
    if kind.category in ("interface", "softobject"):
        return PinType("object", subcategory_object=kind.subcategory_object)
    return kind


def _is_rotator(kind: PinType) -> bool:
    ref = kind.subcategory_object
    return kind.container == "none" and ref is not None and ref.path == _ROTATOR


def _rank(kind: PinType) -> int:
    return _RANKS.get(kind.category, _OTHER_RANK)


_OPEN: Final = ("and", "or")


def _is_turn(spec: CallFunctionSpec) -> bool:
    return spec.function.rpartition(":")[2] in _TURNS.values()


class OperatorLowering:
    """Builds operators with the inputs and outputs of a Feeder."""

    def __init__(self, feeder: ExpressionLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder

    def operation(self, operator: str, operands: tuple[Expression, ...], wanted: PinType | None) -> Output:
        """Build an operator; its output. Raises AssistantError."""
        if operator == "neg":
            operator, operands = "*", (operands[0], NumberLiteral("-1.0"))
        feeder = self._feeder
        built = feeder.truth.output if operator in _LOGIC else feeder.output
        outputs: list[Output | None] = []
        for item in operands:
            # What other languages ask only where the left side leaves it open cannot be done in any case.
            is_open = operator in _OPEN and item is not operands[0]
            with feeder.without_lift(f"whatever is left of '{operator}'") if is_open else nullcontext():
                outputs.append(None if self._is_written(operator, item) else built(item))
        scaled = self._scaled(operator, list(zip(operands, outputs, strict=True)))
        if scaled is not None:
            return scaled
        types = [feeder.type_of(item) for item in outputs if item is not None]
        if operator not in _LOGIC:
            types = self._with_literals(operator, operands, types, wanted)
            operator, operands, outputs = self._turned(operator, operands, outputs, types)
        spec = typed_operator(operator, types, feeder.catalog)
        if spec is None:
            shown = " and ".join(dict.fromkeys(map(str, types))) or "plain values"
            raise UnknownOperatorError(
                f"There is no operator {operator} for {shown}.", "Convert one of them, or call a function."
            )
        return self._built(operator, spec, list(zip(operands, outputs, strict=True)))

    def _is_written(self, operator: str, value: Expression) -> bool:
        """Whether an operand is written at the operator: a literal, or a name that can be an enumerator."""
        if self._feeder.is_literal(value):
            return True
        is_test = operator in ("==", "!=")
        return is_test and isinstance(value, Identifier) and not self._feeder.scope.means_value(value.name)

    def _scaled(self, operator: str, operands: list[tuple[Expression, Output | None]]) -> Output | None:
        """A vector or rotator times or through numbers of which one is plain; None for all else.

        A number that is linked is promoted by the operator for two structs, as the editor does it.
        """
        word = {"*": "Multiply", "/": "Divide"}.get(operator)
        structs, numbers = [], []
        for value, output in operands:
            kind = None if output is None else self._feeder.type_of(output)
            if kind is not None and kind.category == "struct" and kind.container == "none":
                structs.append((value, output, kind))
            elif isinstance(value, NumberLiteral) or (kind is not None and kind.category in _SCALARS):
                numbers.append((value, output))
        is_plain = any(output is None for _, output in numbers)
        if word is None or not is_plain or len(structs) != 1 or len(numbers) + 1 != len(operands):
            return None
        value, made, kind = structs[0]
        if operator == "/" and operands[0][0] is not value:
            return None
        name = kind.subcategory_object.name if kind.subcategory_object else ""
        path = f"{_MATH}:{word}_{name}Float"
        if self._feeder.catalog.function(path) is None:
            return None
        for number in numbers:
            made = self._joined(CallFunctionSpec(path), [(value, made), number])
        return made

    def _turned(
        self,
        operator: str,
        operands: tuple[Expression, ...],
        outputs: list[Output | None],
        types: list[PinType],
    ) -> tuple[str, tuple[Expression, ...], list[Output | None]]:
        """The operator with its operands in the order that costs no node."""
        typed = [
            ((value, output), None if output is None else self._feeder.type_of(output))
            for value, output in zip(operands, outputs, strict=True)
        ]
        operator, pairs = linked_first(operator, max(types, key=_rank), typed)
        return operator, tuple(value for value, _ in pairs), [output for _, output in pairs]

    @staticmethod
    def _with_literals(
        operator: str, operands: tuple[Expression, ...], types: list[PinType], wanted: PinType | None
    ) -> list[PinType]:
        """The types of the operands; texts make a string of `+`, plain values count where nothing else is."""
        texts = any(isinstance(item, StringLiteral) for item in operands)
        if operator == "+" and any(kind.category == "text" for kind in types):
            return [PinType("string")]  # nothing joins texts: the editor converts them
        if texts and operator == "+" and all(kind.category not in ("text", "string") for kind in types):
            return [PinType("string")]
        if types:
            is_real = any(
                isinstance(item, NumberLiteral) and set(item.text) & set(".eE") for item in operands
            )
            # `0.5 * Count` is no whole number: the editor converts the other side.
            is_whole = all(kind.category in _WHOLE and not kind.subcategory_object for kind in types)
            return [*types, PinType("real", "double")] if is_real and is_whole else types
        if texts:
            return [PinType("string")]
        if wanted is not None and wanted.category in ("int", "int64", "byte", "real"):
            return [wanted]
        if any(isinstance(item, BooleanLiteral) for item in operands):
            return [PinType("bool")]
        is_real = any(
            isinstance(item, Tuple) or set(getattr(item, "text", "")) & set(".eE") for item in operands
        )
        return [PinType("real", "double") if is_real else PinType("int")]

    def _built(
        self, operator: str, spec: AnyNodeSpec, operands: list[tuple[Expression, Output | None]]
    ) -> Output:
        """One node for all operands where it takes them, else one after the other."""
        has_more = len(operands) > 2 and operator in _MANY  # noqa: PLR2004 - what every operator takes
        if has_more and isinstance(spec, CallFunctionSpec) and not _is_turn(spec):
            return self._joined(CallFunctionSpec(spec.function, len(operands)), operands)
        made = self._joined(spec, operands[:2])
        for operand in operands[2:]:
            made = self._joined(spec, [(operand[0], made), operand])
        return made

    def _joined(self, spec: AnyNodeSpec, operands: list[tuple[Expression, Output | None]]) -> Output:
        feeder = self._feeder
        key = feeder.builder.add(spec)
        names = [pin.name for pin in shown_inputs(feeder.builder.node(key)) if pin.name != "self"]
        pairs = list(zip(names, operands, strict=False))
        for name, (_, output) in pairs:
            if output is not None:
                feeder.connect(output, (key, name))
        for name, (value, output) in pairs:
            if output is None:
                feeder.feed(key, name, value)
        return feeder.settled(Output(key))
