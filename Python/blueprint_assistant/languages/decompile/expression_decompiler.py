"""Says values: what an input takes, as expressions over the nodes that have no exec pins.

Part of `languages`. An output that one input takes is said right there; what several take gets a
name (`Let`) before the first use. Plain getters are said at each use, except where each node has to
be said once: there they get a name too.

What stands for a node is the innermost part that says it whole: a value with a name is the `Let`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableGetSpec
from blueprint_assistant.graph.model.blueprint import Link, PinRef
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Call,
    Choice,
    Collection,
    Handler,
    Identifier,
    Index,
    Member,
    Operation,
    Origin,
)
from blueprint_assistant.languages.decompile.call_names import CallNames, is_main_output, output_word
from blueprint_assistant.languages.decompile.control_roles import standard_macro
from blueprint_assistant.languages.decompile.entry_heads import TUNNEL
from blueprint_assistant.languages.decompile.expression_edits import named, nothing, with_origin
from blueprint_assistant.languages.decompile.implicit_conversions import silent_source
from blueprint_assistant.languages.decompile.literals import emptied_of, literal_of, zero_of

if TYPE_CHECKING:
    from collections.abc import Collection as AnyCollection
    from collections.abc import Iterator

    from blueprint_assistant.graph.model.blueprint import Node, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Expression, Operator, Statement
    from blueprint_assistant.languages.decompile.call_names import Special
    from blueprint_assistant.languages.decompile.control_flow import ControlFlow
    from blueprint_assistant.languages.decompile.entry_heads import EntryHeads
    from blueprint_assistant.languages.decompile.fresh_names import FreshNames

__all__ = ["ExpressionDecompiler"]

_DEEPEST: Final = 24
"""How deep expressions stand in one another before a part gets a name of its own."""
_MOST_BY_PLACE: Final = 4
_LOOP_OUTPUTS: Final = frozenset({"Index", "Array Element", "ArrayElement", "Array Index", "ArrayIndex"})


class ExpressionDecompiler:
    """Expressions of one graph. `lets` collects what has to stand before the statement in the making."""

    def __init__(
        self,
        flow: ControlFlow,
        words: CallNames,
        heads: EntryHeads,
        names: FreshNames,
        *,
        is_once: bool = False,
    ) -> None:
        """Nothing is said yet. `is_once`: a plain getter that several inputs take is said once."""
        self._heads = heads
        self._is_once = is_once
        self._flow = flow
        self._words = words
        self._names = names
        self._said: dict[str, Expression] = {}
        self._depth: dict[str, int] = {}
        self._called: dict[str, str] = {}
        self._outputs: dict[PinRef, str] = {}
        self.lets: list[Statement] = []
        self.entry = ""
        """The entry whose flow is being told: its parameters are said by their bare names."""

    def take_lets(self) -> list[Statement]:
        """What has to stand before the statement that was just said."""
        lets, self.lets = self.lets, []
        return lets

    def name_of(self, node: str) -> str:
        """The name by which the outputs of a node with exec pins are known."""
        if node not in self._called:
            self._called[node] = self._names.new(self._words.wish(self._flow.nodes[node]))
        return self._called[node]

    def is_used(self, node: str) -> bool:
        """Whether any data output of a node is taken."""
        return any(
            PinRef(node, pin.id) in self._flow.uses
            for pin in self._flow.nodes[node].pins
            if pin.direction == "output"
        )

    # --- inputs ------------------------------------------------------------------------------

    def prepare(self, node: str) -> None:
        """Say all that a node's inputs need, innermost first, without recursion."""
        for name in self._needed(node):
            self._say(name)

    def value(self, node: str, pin: Pin) -> Expression | None:
        """What an input takes: an expression, its literal, or None when it holds what a fresh node holds."""
        sources = self._flow.sources(node, pin.id)
        if len(sources) > 1:
            return Collection("array", tuple(self._output(source) for source in sources))
        if sources:
            return self._output(sources[0])
        if not self._words.is_set(self._flow.nodes[node], pin):
            return None
        return literal_of(pin, self._words.wording) or emptied_of(pin)

    def arguments(
        self, node: str, skip: AnyCollection[str] = (), *, is_by_name: bool = False, is_whole: bool = False
    ) -> tuple[Argument, ...]:
        """The values of a node's inputs: by place as long as none is left out, then by pin name.

        The object that something is done with and hidden pins have no place: they come last. With `is_whole`
        a value is told even where a fresh node holds the same.
        """
        found: list[Argument] = []
        behind: list[Argument] = []
        by_place = not is_by_name
        for pin in self._data_inputs(node):
            if pin.name in skip:
                continue
            value = self.value(node, pin)
            if value is None and is_whole:
                value = literal_of(pin, self._words.wording) or zero_of(pin)
            if pin.is_hidden or pin.name == "self":
                behind += [] if value is None else [Argument(value, pin.name)]
                continue
            if value is None:
                by_place = False
                continue
            by_place = by_place and len(found) < _MOST_BY_PLACE
            found.append(Argument(value, "" if by_place else pin.name))
        return (*found, *behind)

    def special_arguments(self, node: Node, words: Special) -> tuple[Argument, ...]:
        """The values of a node that calls no plain function, with those that say what it is."""
        said = self.arguments(node.name, words.skip, is_by_name=words.is_by_name)
        return (*words.first, *said)

    def literal_or_value(self, node: str, pin: Pin) -> Expression | None:
        """What an input takes, told even where a fresh node holds the same."""
        return self.value(node, pin) or literal_of(pin, self._words.wording)

    def output_name(self, node: Node, pins: tuple[str, ...]) -> str:
        """The name for one output of a loop, empty when nothing takes it."""
        pin = next((found for name in pins if (found := node.find_pin(name, "output"))), None)
        if pin is None or PinRef(node.name, pin.id) not in self._flow.uses:
            return ""
        ref = PinRef(node.name, pin.id)
        if ref not in self._outputs:
            self._outputs[ref] = self._names.new(
                {"Index": "i", "Array Index": "i", "ArrayIndex": "i"}.get(pin.name, "item")
            )
        return self._outputs[ref]

    def loose(self, name: str) -> Iterator[Statement]:
        """A value that nothing takes, with what it needs."""
        self.prepare(name)
        self._say(name)
        said = self._said[name]
        if isinstance(said, Identifier) and self._is_let(name):
            yield from self.take_lets()
            return
        yield from self.take_lets()
        yield named("", said, self.origin(name))

    def is_said(self, name: str) -> bool:
        """Whether a node without exec pins stands in the program already."""
        return name in self._said

    def origin(self, node: str, links: tuple[Link, ...] = ()) -> Origin:
        """What stands for a node: itself, the links into its inputs, and those given."""
        taken = tuple(
            Link(source, PinRef(node, pin.id))
            for pin in self._flow.nodes[node].pins
            for source in self._flow.sources(node, pin.id)
        )
        return Origin((node,), taken + links)

    def _data_inputs(self, node: str) -> Iterator[Pin]:
        for pin in self._flow.nodes[node].pins:
            if pin.direction != "input" or pin.is_exec:
                continue
            if not pin.is_hidden or self._flow.sources(node, pin.id):
                yield pin

    # --- outputs -----------------------------------------------------------------------------

    def _output(self, ref: PinRef) -> Expression:
        node = self._flow.nodes[ref.node]
        pin = node.pin_by_id(ref.pin)
        name = "" if pin is None else pin.name
        if self._flow.is_entry(ref.node) or node.class_name == TUNNEL:
            return self._parameter(node, name)
        if name in _LOOP_OUTPUTS and standard_macro(node) is not None:
            return Identifier(self.output_name(node, (name,)))
        if self._flow.is_executed(ref.node):
            known: Expression = Identifier(self.name_of(ref.node))
        else:
            known = self._said[ref.node]
            if isinstance(known, Member | Handler) and not self._is_let(ref.node):
                return known
        return known if pin is None or is_main_output(node, pin) else Member(known, output_word(node, pin))

    def _parameter(self, node: Node, pin: str) -> Expression:
        if pin == "OutputDelegate":
            return Handler("event", self._heads.name(node))
        if node.name == self.entry or node.class_name == TUNNEL:
            return Identifier(pin)
        return Member(Identifier(self._heads.name(node)), pin)

    def _is_value(self, name: str) -> bool:
        """Whether what the node gives is said where it is taken: it has no exec pins and is no entry."""
        return not self._flow.is_executed(name) and self._flow.nodes[name].class_name != TUNNEL

    def _is_let(self, node: str) -> bool:
        return node in self._called

    def _needed(self, node: str) -> list[str]:
        """The nodes without exec pins behind a node's inputs that nothing has said yet, innermost first."""
        order: list[str] = []
        open_ones: set[str] = set()
        waiting = [(node, False)]
        while waiting:
            name, is_done = waiting.pop()
            if is_done:
                order.append(name)
                continue
            waiting.append((name, True)) if name != node else None
            open_ones.add(name)
            for pin in reversed(self._flow.nodes[name].pins):
                for source in reversed(self._flow.sources(name, pin.id)):
                    other = source.node
                    if not self._is_value(other) or other in self._said:
                        continue
                    if other in open_ones:
                        continue
                    waiting.append((other, False))
        return list(dict.fromkeys(order))

    def _say(self, name: str) -> None:
        node = self._flow.nodes[name]
        for pin in node.pins:
            for source in self._flow.sources(name, pin.id):
                if source.node not in self._said and self._is_value(source.node):
                    # A ring of values, which no editor allows: said by a name that nothing explains.
                    self._said[source.node] = Identifier(self.name_of(source.node))
        marks = self._words.marks(node)
        passed = silent_source(node, self._flow, self._words)
        if passed is not None and not marks:
            self._said[name] = with_origin(self._output(passed), self.origin(name))
            self._depth[name] = self._depth.get(passed.node, 0)
            return
        said = self._expression(node)
        depth = 1 + max((self._depth.get(other, 0) for other in self._behind(name)), default=0)
        uses = sum(len(self._flow.uses.get(PinRef(name, pin.id), ())) for pin in node.pins)
        is_plain = isinstance(self._words.spec(node), _PLAIN)
        is_shared = uses > 1 and (self._is_once or not is_plain)
        if is_shared or depth > _DEEPEST or self._is_let(name) or marks:
            if isinstance(said, Member) and isinstance(self._words.spec(node), _BROKEN):
                said = self._words.break_call(node, self.arguments(name))
            self.lets.append(replace(named(self.name_of(name), said, self.origin(name)), marks=marks))
            said, depth = Identifier(self.name_of(name)), 0
        self._said[name] = said
        self._depth[name] = depth

    def _behind(self, name: str) -> Iterator[str]:
        for pin in self._flow.nodes[name].pins:
            for source in self._flow.sources(name, pin.id):
                yield source.node

    # --- one node ----------------------------------------------------------------------------

    def _expression(self, node: Node) -> Expression:
        name, origin = node.name, self.origin(node.name)
        spec = self._words.spec(node)
        match spec:
            case VariableGetSpec(variable) | kinds.LocalVariableGetSpec(_, variable):
                return self._words.variable(variable, origin)
            case kinds.OtherVariableGetSpec(_, variable):
                target = node.find_pin("self", "input")
                of = None if target is None else self.value(name, target)
                return Member(of or Identifier(self._words.variable_owner(node)), variable, origin=origin)
            case kinds.SelfSpec():
                return Identifier("self", origin=origin)
            case kinds.MakeArraySpec() | kinds.MakeSetSpec() | kinds.MakeMapSpec():
                return self._collection(node, origin)
            case kinds.GetArrayItemSpec(False):
                return Index(*self._all(node, 2), origin=origin)
            case kinds.SelectSpec(2, kind) if kind is not None and kind.category == "bool":
                no, yes, index = self._all(node, 3)
                return Choice(index, yes, no, origin=origin)
            case kinds.CreateDelegateSpec(function) if function and not self._has_target(node):
                return Handler("delegate", function, origin=origin)
            case kinds.BreakStructSpec() if self._single_use(node) is not None:
                (of,) = self._all(node, 1)
                pin = self._single_use(node)
                return Member(of, "" if pin is None else pin.name, origin=origin)
            case CallFunctionSpec():
                return self._call(node, spec)
            case _:
                return self._other(node, origin)

    def _other(self, node: Node, origin: Origin) -> Expression:
        """A value that calls no function."""
        match self._words.spec(node):
            case kinds.EnumEqualitySpec(path, is_unequal) if self._takes_enum(node, path):
                operator: Operator = "!=" if is_unequal else "=="
                return Operation(operator, tuple(self._all(node, 2)), origin=origin)
            case _:
                words = self._words.special(node)
                return Call(words.callee, self.special_arguments(node, words), origin=origin)

    def _call(self, node: Node, spec: CallFunctionSpec) -> Expression:
        origin = self.origin(node.name)
        operator = self._words.operator(node, spec)
        if operator is not None and self._is_plain_operator(node, operator):
            count = sum(_is_operand(pin) for pin in self._data_inputs(node.name))
            return Operation(operator, tuple(self._all(node, count)), origin=origin)
        callee, arguments = self.callee(node, spec)
        return Call(callee, arguments, origin=origin)

    def _is_plain_operator(self, node: Node, operator: Operator) -> bool:
        """Whether the operands say all: a type, and nothing is set beside them (ErrorTolerance)."""
        pins = list(self._data_inputs(node.name))
        if any(self.value(node.name, pin) is not None for pin in pins if not _is_operand(pin)):
            return False
        is_typed = any(self._flow.sources(node.name, pin.id) for pin in pins)
        return is_typed or operator in {"and", "or", "xor", "not"}

    def _takes_enum(self, node: Node, path: str) -> bool:
        """Whether a link says of which enum the operands are: then the operator is that of the enum."""
        flow = self._flow
        sources = (flow.graph.pin(ref) for pin in node.pins for ref in flow.sources(node.name, pin.id))
        refs = (pin.type.subcategory_object for pin in sources if pin is not None)
        return any(ref is not None and ref.path == path for ref in refs)

    def _has_target(self, node: Node) -> bool:
        target = node.find_pin("self", "input")
        return target is not None and bool(self._flow.sources(node.name, target.id))

    def callee(self, node: Node, spec: CallFunctionSpec) -> tuple[Identifier | Member, tuple[Argument, ...]]:
        """How a function is called: on a value when its `self` is linked."""
        target = node.find_pin("self", "input")
        sources = [] if target is None else self._flow.sources(node.name, target.id)
        lacks_operand = spec.operands and any(
            self.value(node.name, pin) is None for pin in self._operands(node)
        )
        if lacks_operand or self._words.wording.means_a_library(spec.function):
            words = self._words.whole(spec)
            return words.callee, (*words.first, *self.arguments(node.name))
        if target is None or not sources:
            return self._words.function(node, spec), self.arguments(node.name, ("self",))
        value = self.value(node.name, target)
        arguments = self.arguments(node.name, ("self",))
        given = self._flow.nodes[sources[0].node].pin_by_id(sources[0].pin)
        word = self._words.method(node, spec, None if given is None else given.type)
        if isinstance(word, Member) and len(sources) == 1 and given is not None and given.type != target.type:
            words = self._words.whole(spec)
            return words.callee, (*words.first, *arguments, Argument(value or Identifier("self"), "self"))
        if isinstance(word, Identifier) and value is not None and not _is_self(value) and len(sources) == 1:
            return Member(value, word.name), arguments
        return word, (*arguments, Argument(value or Identifier("self"), "self"))

    def _operands(self, node: Node) -> list[Pin]:
        return [pin for pin in self._data_inputs(node.name) if _is_operand(pin)]

    def _all(self, node: Node, count: int) -> list[Expression]:
        """The inputs of a node one by one; one that holds nothing is `None`, a number 0."""
        return [
            self.literal_or_value(node.name, pin) or nothing(pin)
            for pin in list(self._data_inputs(node.name))[:count]
        ]

    def _collection(self, node: Node, origin: Origin) -> Expression:
        kind = {"K2Node_MakeArray": "array", "K2Node_MakeSet": "set"}.get(node.class_name, "map")
        count = len([*self._data_inputs(node.name)])
        items = tuple(self._all(node, count))
        return Collection(kind, items, origin=origin)  # type: ignore[arg-type]

    def _single_use(self, node: Node) -> Pin | None:
        """The one output that is taken, once; None otherwise."""
        used = [(pin, self._flow.uses.get(PinRef(node.name, pin.id), ())) for pin in node.pins]
        taken = [(pin, uses) for pin, uses in used if uses]
        return taken[0][0] if len(taken) == 1 and len(taken[0][1]) == 1 else None


def _is_operand(pin: Pin) -> bool:
    return len(pin.name) == 1 and pin.name.isalpha()


def _is_self(value: Expression) -> bool:
    return isinstance(value, Identifier) and value.name == "self"


_PLAIN = VariableGetSpec | kinds.LocalVariableGetSpec | kinds.SelfSpec
_BROKEN = kinds.BreakStructSpec
