"""Builds members of values: variables, fields, outputs of named nodes. Part of `expression_lowering`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold, fold_bare, without_b
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.languages.ast.syntax_tree import Call, Identifier
from blueprint_assistant.languages.lower.dialect_names import plain_constant
from blueprint_assistant.languages.lower.pin_lookup import shown_inputs
from blueprint_assistant.languages.lower.scope import Output
from blueprint_assistant.languages.lower.split_values import split_part
from blueprint_assistant.languages.lower.value_methods import LENGTHS

if TYPE_CHECKING:
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.ast.syntax_tree import Expression
    from blueprint_assistant.languages.lower.call_lowering import CallLowering
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["MemberValues"]

_MAIN: Final = "ReturnValue"
_ASKING: Final = ("", "get", "is")


class MemberValues:
    """Builds members with the inputs and outputs of a Feeder."""

    def __init__(self, feeder: ExpressionLowering, caller: CallLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._caller = caller

    def member(self, of: Expression, name: str) -> Output:
        """Build what gives a member; its output. Raises AssistantError."""
        if isinstance(of, Identifier):
            if of.name == "self":
                return self._feeder.named(name)
            known = self._member_of_named(of.name, name)
            if known is not None:
                return known
        value = self._called(of, name) if isinstance(of, Call) else self._feeder.output(of)
        if isinstance(of, Call) and (value.pin == name or self._is_part(value)):
            return value
        part = split_part(self._feeder.builder.node(value.node), value.pin, name)
        if part:
            return Output(value.node, part)
        kind = self._feeder.type_of(value)
        is_one = kind.category == "struct" and kind.container == "none"
        if is_one and kind.subcategory_object is not None:
            return self._field(value, kind.subcategory_object.path, name)
        if kind.container != "none" and name.lower() in LENGTHS:
            return self._feeder.settled(
                Output(self._caller.on_container(value, Call(Identifier(name)), name))
            )
        path = self._feeder.class_of(value)
        name = self._feeder.scope.member_of(path, name)
        asked = self._getter(path, name)
        if asked:
            return self._feeder.settled(Output(self._caller.on_object(value, path, asked)))
        key = self._feeder.builder.add(kinds.OtherVariableGetSpec(path, name))
        self._feeder.connect(value, (key, "self"))
        return Output(key, self._feeder.pin(key, name, "output").name)

    def _getter(self, path: str, name: str) -> str:
        """The function for what a class has no property for, `pawn.bIsPlayerControlled`; else empty."""
        catalog = self._feeder.catalog
        if any(item.name == name for item in catalog.properties_of(path)):
            return ""
        wanted = {f"{word}{fold(without_b(name))}" for word in _ASKING}
        for of in catalog.ancestors(path):
            for info in catalog.functions_of(of):
                takes = [item for item in info.parameters if item.direction == "in"]
                if info.is_pure and not (takes or info.is_static) and fold_bare(info.name) in wanted:
                    return info.name
        return ""

    def _called(self, call: Call, name: str) -> Output:
        """What a call gives: the output of that name where it has several, else its main one."""
        made = self._caller.call(call)
        if isinstance(made, Output):
            return made
        node = self._feeder.builder.node(made)
        outputs = [pin for pin in node.pins if pin.direction == "output" and not pin.is_exec]
        found = next((pin for pin in outputs if pin.name.lower() == name.lower()), None)
        if found is not None:
            return Output(made, name)
        part = split_part(node, "", name)
        if part:
            return Output(made, part)
        return self._feeder.settled(Output(made)) if self._has_main(Output(made)) else Output(made, name)

    def _member_of_named(self, owner: str, name: str) -> Output | None:
        """An output pin of a named node or other entry, or a variable of a class; None for other values."""
        constant = None if self._feeder.scope.means_value(owner) else plain_constant(owner, name)
        if constant is not None:
            return self._feeder.output(constant)
        found = self._feeder.scope.find(owner)
        if isinstance(found, Output) and not found.pin:
            node = self._feeder.builder.node(found.node)
            shown = [pin for pin in node.pins if pin.direction == "output" and not pin.is_exec]
            part = split_part(node, "", name)
            if part:
                return Output(found.node, part)
            if any(pin.name.lower() == name.lower() for pin in shown) or not self._has_main(found):
                return Output(found.node, self._feeder.pin(found.node, name, "output").name)
        if found is not None or self._feeder.scope.member(owner) or self._feeder.scope.local_variable(owner):
            return None
        entry = self._feeder.scope.output_of_entry(owner, name)
        if entry is not None:
            return entry
        path = self._feeder.scope.class_path(owner)
        if path:
            key = self._feeder.builder.add(kinds.OtherVariableGetSpec(path, name))
            return Output(key, self._feeder.pin(key, name, "output").name)
        return None

    def _is_part(self, value: Output) -> bool:
        """Whether an output is that of a part of one that is split."""
        pins = self._feeder.builder.node(value.node).pins
        return any(pin.parent_pin and pin.name == value.pin for pin in pins if pin.direction == "output")

    def _has_main(self, output: Output) -> bool:
        try:
            self._feeder.settled(output)
        except GraphError:
            return False
        return True

    def _field(self, value: Output, struct: str, name: str) -> Output:
        key = self._feeder.builder.add(self.break_spec(struct))
        pin = shown_inputs(self._feeder.builder.node(key))[0]
        self._feeder.connect(value, (key, pin.name))
        name = self._of_split_pin(key, value.pin or _MAIN, name)
        return Output(key, self._feeder.pin(key, name, "output").name)

    def _of_split_pin(self, key: str, parent: str, name: str) -> str:
        """The field of a part of a split pin, as a reading tells it: `Size_X` of Size is X."""
        start, rest = f"{parent}_".lower(), name[len(parent) + 1 :]
        fields = [
            pin.name.lower() for pin in self._feeder.builder.node(key).pins if pin.direction == "output"
        ]
        is_part = name.lower().startswith(start) and name.lower() not in fields
        return rest if is_part and rest.lower() in fields else name

    def break_spec(self, struct: str) -> AnyNodeSpec:
        """The node that takes a struct apart: a function of the engine where there is one."""
        info = self._feeder.catalog.struct(struct)
        if info is None or not info.native_break:
            return kinds.BreakStructSpec(struct)
        return CallFunctionSpec(self._feeder.catalog.find_function(info.native_break).path)
