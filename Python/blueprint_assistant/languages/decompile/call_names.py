"""What the nodes of a graph are called in a program. Part of `decompiler` and `expression_decompiler`."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.call_nodes import own_entry
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableGetSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of, make_node
from blueprint_assistant.graph.model.blueprint import Blueprint
from blueprint_assistant.graph.model.object_references import member_reference
from blueprint_assistant.languages.ast.node_texts import spec_text
from blueprint_assistant.languages.ast.shortest_names import OPERATIONS, ShortestNames
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Call,
    Identifier,
    Member,
    Origin,
    StringLiteral,
)
from blueprint_assistant.languages.decompile.fresh_names import short_member_name
from blueprint_assistant.languages.decompile.node_marks import marks_of, said_properties

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Graph, Node, Pin, PinType, Properties
    from blueprint_assistant.languages.ast.syntax_tree import Operator

__all__ = ["CallNames", "Special", "is_main_output", "output_word"]

_RESULT: Final = "returnvalue"
_NUMBERS: Final = frozenset({"real", "float", "double", "int", "int64", "byte"})
_MATH: Final = "/Script/Engine.KismetMathLibrary:"
_LOGIC: Final[dict[str, Operator]] = {
    "BooleanAND": "and",
    "BooleanOR": "or",
    "BooleanXOR": "xor",
    "Not_PreBool": "not",
}
_WISHES: Final = {
    "K2Node_VariableSet": "changed",
    **dict.fromkeys(("K2Node_FunctionResult", "K2Node_Tunnel"), "finish"),
    "K2Node_IfThenElse": "check",
    "K2Node_ExecutionSequence": "steps",
    "K2Node_GetArrayItem": "item",
    "K2Node_BreakStruct": "parts",
}
"""What nodes are called that have no better name of their own."""


def is_main_output(node: Node, pin: Pin) -> bool:
    """Whether a node's name alone means this output: the only one that is shown, or ReturnValue."""
    outputs = [
        item for item in node.pins if item.direction == "output" and not item.is_exec and not item.is_hidden
    ]
    return len(outputs) == 1 or pin.name.lower() == _RESULT


def output_word(node: Node, pin: Pin) -> str:
    """What an output is called behind its node's name: a part of a split main output by its field.

    `X` of `ReturnValue_X`. What another output is called so is said whole.
    """
    whole = node.pin_by_id(pin.parent_pin) if pin.parent_pin else None
    if whole is None or whole.parent_pin or not pin.name.lower().startswith(f"{whole.name}_".lower()):
        return pin.name
    others = [item for item in node.pins if item.direction == "output" and not item.is_exec]
    word = pin.name[len(whole.name) + 1 :]
    is_main = whole.name.lower() == _RESULT or all(item in (whole, *_parts(node, whole)) for item in others)
    is_free = word.lower() not in {item.name.lower() for item in others}
    return word if is_main and is_free else pin.name


def _parts(node: Node, whole: Pin) -> list[Pin]:
    return [item for item in node.pins if item.parent_pin == whole.id]


@dataclass(frozen=True, slots=True)
class Special:
    """The words of a node that calls no function: callee, first arguments, and pins that these stand for.

    With `is_by_name` every value says its pin.
    """

    callee: Identifier | Member
    first: tuple[Argument, ...] = ()
    skip: frozenset[str] = frozenset()
    is_by_name: bool = False


class CallNames:
    """Words for the nodes of one graph."""

    def __init__(self, owner: Blueprint | None, catalog: Catalog, graph: Graph | None = None) -> None:
        """`owner` is the Blueprint that the graph is of; None for a fragment."""
        self._owner = owner or Blueprint("/Game/Fragment", "/Script/Engine.Actor")
        self._catalog = catalog
        self.wording = ShortestNames(owner, catalog, graph)
        self._fresh: dict[AnyNodeSpec, tuple[dict[str, Pin], dict[str, str] | None]] = {}
        self._fresh_of: dict[str, dict[str, Pin]] = {}
        self._specs: dict[str, AnyNodeSpec | None] = {}

    def spec(self, node: Node) -> AnyNodeSpec | None:
        """What makes such a node. Asked many times of each node of the graph."""
        if node.name not in self._specs:
            self._specs[node.name] = any_spec_of(node)
        return self._specs[node.name]

    # --- defaults ----------------------------------------------------------------------------

    def is_set(self, node: Node, pin: Pin) -> bool:
        """Whether an unlinked input holds something else than a node that was just made."""
        if pin.default_is_ignored:
            return False
        fresh = self._fresh_pins(node).get(pin.name.lower())
        if fresh is None:
            return pin.default != pin.autogenerated_default and bool(pin.default)
        if pin.type.category in _NUMBERS and _is_same_number(pin.default_value, fresh.default_value):
            return False  # an empty number is zero; a call of a function that is not compiled yet has it
        return (pin.default_value, pin.default_object, _said(pin.default_text)) != (
            fresh.default_value,
            fresh.default_object,
            _said(fresh.default_text),
        )

    def fresh_pin(self, node: Node, pin: Pin) -> Pin | None:
        """The same input of a node of that kind that was just made; None when it has none, or no kind."""
        return self._fresh_pins(node).get(pin.name.lower())

    def _fresh_pins(self, node: Node) -> dict[str, Pin]:
        """The inputs of a node of that kind that was just made, by lower-case name. Asked for every pin."""
        if node.name not in self._fresh_of:
            spec = self.spec(node)
            if spec is not None and spec not in self._fresh:
                self._fresh[spec] = self._made_pins(spec)
            self._fresh_of[node.name] = {} if spec is None else self._fresh[spec][0]
        return self._fresh_of[node.name]

    def _made_pins(self, spec: AnyNodeSpec) -> tuple[dict[str, Pin], dict[str, str] | None]:
        """The inputs and the properties of a new node of a kind; no properties for one that is not known."""
        if isinstance(spec, CallFunctionSpec) and not self._is_known(spec.function):
            return {}, None
        try:
            made = make_node(
                spec, owner=self._owner, catalog=self._catalog, name="Fresh", new_guid=lambda: "0" * 32
            )
        except AssistantError:
            return {}, None
        pins = {pin.name.lower(): pin for pin in made.pins if pin.direction == "input"}
        return pins, dict(made.properties)

    def _is_known(self, function: str) -> bool:
        """Whether a function is of the engine, the project or the Blueprint itself."""
        if self._catalog.function(function) is not None:
            return True
        return own_entry(self._owner, function.rpartition(":")[2]) is not None

    def marks(self, node: Node) -> tuple[str, ...]:
        """What is particular about a node that its words do not say."""
        spec = self.spec(node)
        if spec is None and node.graph is None:
            # The words of an unknown kind have all its properties, only its state is a mark.
            return marks_of(replace(node, properties=_state_of(node)), None)
        self._fresh_pins(node)
        return marks_of(node, None if spec is None else self._fresh[spec][1])

    # --- names -------------------------------------------------------------------------------

    def variable(self, name: str, origin: Origin) -> Identifier:
        """A variable of the Blueprint or function."""
        return Identifier(name, origin=origin)

    def variable_owner(self, node: Node) -> str:
        """The class of a variable whose object is not linked."""
        reference = member_reference(node.find_property("VariableReference") or "")
        return self.wording.class_name(reference.parent_path)

    def wish(self, node: Node) -> str:
        """What the outputs of a node could be called."""
        match self.spec(node):
            case kinds.ParentCallSpec(name):
                return short_member_name(name)
            case CallFunctionSpec(function) | kinds.MessageSpec(function) | kinds.AsyncActionSpec(function):
                return short_member_name(function.rpartition(":")[2])
            case kinds.CastSpec(path) | kinds.ClassCastSpec(path):
                return short_member_name(_bare_class(path))
            case kinds.SpawnActorSpec(path) | kinds.CreateWidgetSpec(path) | kinds.ConstructObjectSpec(path):
                return short_member_name(_bare_class(path)) or "spawned"
            case kinds.MacroSpec(path):
                return path.rpartition(":")[2]
            case kinds.TimelineSpec(name):
                return name
            case VariableGetSpec(name) | kinds.OtherVariableGetSpec(_, name) | kinds.ValidatedGetSpec(name):
                return short_member_name(name)
            case _:
                return _WISHES.get(node.class_name) or node.class_name.removeprefix("K2Node_")

    # --- calls -------------------------------------------------------------------------------

    def function(self, node: Node, spec: CallFunctionSpec) -> Identifier | Member:
        """The callee of a call on the Blueprint itself or of a library."""
        del node
        return self.wording.function(spec.function)

    def is_latent(self, spec: CallFunctionSpec) -> bool:
        """Whether the flow goes on behind the call at a later time."""
        info = self._catalog.function(spec.function)
        return info is not None and info.is_latent

    def method(self, node: Node, spec: CallFunctionSpec, given: PinType | None = None) -> Identifier | Member:
        """The callee of a call on another object, of the type that is linked where that is known."""
        target = node.find_pin("self", "input")
        own = None if target is None else target.type
        kind = given if given is not None and given.subcategory_object else own
        ref = None if kind is None else kind.subcategory_object
        return self.wording.function(spec.function, target_class="" if ref is None else ref.path)

    @staticmethod
    def whole(spec: AnyNodeSpec) -> Special:
        """The words of a node by its kind, when no shorter ones lead back to it."""
        return _whole(spec_text(spec))

    def is_foreign_dispatcher(self, node: Node) -> bool:
        """Whether a dispatcher's node names a class that the Blueprint is not of."""
        spec = self.spec(node)
        path = spec.class_path if isinstance(spec, kinds.DelegateSpec) else ""
        return bool(path) and not self._catalog.is_child_of(self._owner.parent_class, path)

    def operator(self, node: Node, spec: CallFunctionSpec) -> Operator | None:
        """The operator that a function is, when it is written as one."""
        name = spec.function.rpartition(":")[2]
        if not spec.function.startswith(_MATH):
            return None
        if name in _LOGIC:
            return _LOGIC[name]
        operation = name.partition("_")[0]
        if node.class_name not in ("K2Node_PromotableOperator", "K2Node_CallFunction"):
            return None
        return OPERATIONS.get(operation) if "_" in name else None

    def break_call(self, node: Node, arguments: tuple[Argument, ...]) -> Call:
        """Break of a struct, of which several members are taken."""
        words = self.special(node)
        return Call(words.callee, (*words.first, *arguments))

    def special(self, node: Node) -> Special:
        """The words of a node that calls no plain function."""
        spec = self.spec(node)
        if spec is not None:
            return self._of_class(spec) or self._of_other(node, spec) or _whole(spec_text(spec))
        if node.graph is not None:
            return Special(Identifier(node.graph.name))
        said = (f"{name}={value}" for name, value in said_properties(node))
        return _whole("|".join((node.class_path, *said)))

    def _of_class(self, spec: AnyNodeSpec) -> Special | None:
        """Nodes that name a class, struct or enum."""
        words = self.wording
        match spec:
            case kinds.MakeStructSpec(path) if path:
                return Special(Identifier(words.struct_name(path)))
            case kinds.BreakStructSpec(path):
                return Special(Identifier("Break"), (Argument(Identifier(words.struct_name(path))),))
            case kinds.SpawnActorSpec(path):
                return self._with_class("SpawnActor", path)
            case kinds.CreateWidgetSpec(path):
                return self._with_class("CreateWidget", path)
            case kinds.ConstructObjectSpec(path):
                return self._with_class("ConstructObject", path)
            case kinds.GetSubsystemSpec(path, False):
                return Special(Identifier("GetSubsystem"), (Argument(Identifier(words.class_name(path))),))
            case kinds.CastSpec(path, True):
                return Special(Identifier("Cast"), (Argument(Identifier(words.class_name(path))),))
            case kinds.EnumLiteralSpec(path) if path:
                return Special(Identifier(words.enum_name(path)))
            case _:
                return None

    def _of_other(self, node: Node, spec: AnyNodeSpec) -> Special | None:
        """Nodes that name a macro or a function, or take what their pins say."""
        words = self.wording
        match spec:
            case kinds.MacroSpec(path) if path:
                return Special(Identifier(words.macro_name(path)))
            case kinds.MessageSpec(function):
                owner, _, name = function.rpartition(":")
                return Special(Member(Identifier(words.class_name(owner)), name))
            case kinds.ParentCallSpec(name):
                return Special(Member(Call(Identifier("super")), name))
            case kinds.AsyncActionSpec(function):
                return Special(words.function(function))
            case kinds.TimelineSpec(name, ()):
                return Special(Identifier("timeline"), (Argument(Identifier(name)),))
            case kinds.FormatTextSpec(names) if set(names) == _placeholders(node):
                return Special(Identifier("FormatText"), is_by_name=True)
            case kinds.MultiGateSpec(2):
                return Special(Identifier("MultiGate"))
            case _:
                return None

    def _with_class(self, word: str, path: str) -> Special:
        """A node that makes something of a class; of one that is linked or left open by its pins alone."""
        if not path:
            return Special(Identifier(word), is_by_name=True)
        return Special(
            Identifier(word), (Argument(Identifier(self.wording.class_name(path))),), frozenset({"Class"})
        )


def _state_of(node: Node) -> Properties:
    return tuple(item for item in node.properties if item[0] == "EnabledState")


def _bare_class(path: str) -> str:
    """The name of a class without what asset names begin with: `EndScreen` of `WBP_EndScreen_C`."""
    return re.sub(r"^[A-Z]{0,3}BP[A-Z]?_", "", path.rpartition(".")[2].removesuffix("_C"))


def _whole(text: str) -> Special:
    """A node by a text that says all that it is made from."""
    return Special(Identifier("node"), (Argument(StringLiteral(text)),), is_by_name=True)


def _placeholders(node: Node) -> set[str]:
    """What stands in braces in a format text that is written at the node."""
    pin = node.find_pin("Format", "input")
    return set() if pin is None else set(re.findall(r"{([^{}]+)}", pin.default_text or pin.default_value))


def _said(text: str) -> str:
    """A localised text without its key, which is made anew with every change."""
    return text.rpartition(", ")[2] if text.startswith("NSLOCTEXT") else text


def _is_same_number(one: str, other: str) -> bool:
    """Whether two texts are one number: `1.e-4` and `0.000100`; an empty one is zero."""
    try:
        return float(one or 0) == float(other or 0)
    except ValueError:
        return False
