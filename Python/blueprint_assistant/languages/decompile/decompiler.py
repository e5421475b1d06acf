"""Tells a graph as a program. Outside uses `decompile`.

The order is that of `structuring`, the words are those of `call_names`, the values
those of `expression_decompiler`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.node_kinds import is_unused_ghost
from blueprint_assistant.graph.model.blueprint import Link, PinRef
from blueprint_assistant.languages.ast.syntax_tree import (
    Argument,
    Arm,
    Assign,
    Bind,
    Break,
    Broadcast,
    Call,
    Case,
    Do,
    End,
    Entry,
    ForEach,
    ForRange,
    Goto,
    Identifier,
    If,
    Member,
    NumberLiteral,
    Program,
    Return,
    Sequence,
    StringLiteral,
    Switch,
    While,
)
from blueprint_assistant.languages.decompile.call_names import CallNames
from blueprint_assistant.languages.decompile.control_flow import ControlFlow
from blueprint_assistant.languages.decompile.control_roles import flow_role, needs_kind, standard_macro
from blueprint_assistant.languages.decompile.entry_heads import EntryHeads
from blueprint_assistant.languages.decompile.expression_decompiler import ExpressionDecompiler
from blueprint_assistant.languages.decompile.fresh_names import FreshNames
from blueprint_assistant.languages.decompile.literals import zero_of
from blueprint_assistant.languages.decompile.structuring import FlowStop, Jump, PlacedNode, structure
from blueprint_assistant.languages.decompile.tunnels import is_tunnel, loose_tunnels, with_blank_tunnels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint, Graph, Node, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Expression, Statement
    from blueprint_assistant.languages.decompile.structuring import Outline, Strand

__all__ = ["decompile"]


def decompile(
    graph: Graph,
    owner: Blueprint | None,
    catalog: Catalog,
    *,
    is_once: bool = False,
    has_ghosts: bool = False,
) -> Program:
    """The program of a graph. Raises GraphError for what no editor allows. Linear in the graph.

    With `is_once` each node stands in it once; else a getter that several inputs take is said at each.
    With `has_ghosts` it has the greyed out events that nothing is linked to: a program may go into them.
    """
    return _Telling(graph, owner, catalog, is_once=is_once, has_ghosts=has_ghosts).program()


class _Telling:
    def __init__(
        self, graph: Graph, owner: Blueprint | None, catalog: Catalog, *, is_once: bool, has_ghosts: bool
    ) -> None:
        self._has_ghosts = has_ghosts
        self._flow = ControlFlow(graph)
        self._outline: Outline = structure(self._flow)
        self._words = CallNames(owner, catalog, graph)
        self._heads = EntryHeads(graph, catalog, owner)
        self._names = FreshNames(_taken_names(graph, owner))
        self._sayer = ExpressionDecompiler(self._flow, self._words, self._heads, self._names, is_once=is_once)
        self._labels: dict[str, str] = {}

    def program(self) -> Program:
        heads = (head for head in self._outline.entries if not self._is_waiting(head[0]))
        entries = tuple(self._entry(name, strands) for name, strands in heads)
        self._sayer.entry = ""
        floating = [self._block(strand, ()) for strand in self._outline.floating]
        given, taken = loose_tunnels(self._flow)
        if given is not None:
            entries += (self._pure_macro(given, taken),)
        elif taken is not None:
            floating.append(self._given_back(taken))
        entries = with_blank_tunnels(entries, self._flow, self._heads)
        floating += self._loose_values()
        return Program(entries, tuple(floating))

    def _is_waiting(self, name: str) -> bool:
        """Whether an event is a ghost of the editor: greyed out until something is linked to it."""
        return not self._has_ghosts and is_unused_ghost(self._flow.graph, self._flow.nodes[name])

    def _pure_macro(self, given: Node, taken: Node | None) -> Entry:
        """A macro without flow: what it gives back, by what it is given."""
        kind, title, owner = self._heads.words(given)
        parameters, results = self._heads.parameters(given), self._heads.results(given)
        body = () if taken is None or taken is given else self._given_back(taken)
        return Entry(kind, title, owner, parameters, results, body, origin=self._sayer.origin(given.name))

    def _given_back(self, taken: Node) -> Block:
        self._sayer.prepare(taken.name)
        lets = self._sayer.take_lets()
        values = self._sayer.arguments(taken.name)
        return (*lets, Return(values, origin=self._sayer.origin(taken.name)))

    def _loose_values(self) -> Iterator[Block]:
        """Values that nothing takes, then those that only take each other, which no editor allows."""
        flow, sayer = self._flow, self._sayer
        values = sorted(
            (name for name in flow.nodes if not flow.is_executed(name) and not self._is_tunnel(name)),
            key=flow.order.__getitem__,
        )
        for name in values:
            if not sayer.is_used(name):
                yield (*sayer.loose(name),)
        for name in values:
            if not sayer.is_said(name):
                yield (*sayer.loose(name),)

    def _is_tunnel(self, name: str) -> bool:
        return is_tunnel(self._flow.nodes[name])

    # --- entries -----------------------------------------------------------------------------

    def _entry(self, name: str, strands: tuple[tuple[str, Strand], ...]) -> Entry:
        node = self._flow.nodes[name]
        self._sayer.entry = name
        links = self._exec_links(name)
        kind, title, owner = self._heads.words(node)
        parameters, results = self._heads.used_parameters(node, self._flow), self._heads.results(node)
        origin = self._sayer.origin(name, links)
        own = self._heads.local_variables(node, self._words.wording)
        marks = self._words.marks(node)
        if len(strands) == 1:
            body = self._block(strands[0][1], ())
            pure = self._heads.is_pure(node)
            return Entry(
                kind,
                title,
                owner,
                parameters,
                results,
                body,
                local_variables=own,
                is_pure=pure,
                origin=origin,
                marks=marks,
            )
        arms = tuple(
            Arm(self._pin_name(node, pin), self._block(strand, ())) for pin, strand in strands if strand
        )
        return Entry(kind, title, owner, parameters, results, arms=arms, origin=origin, marks=marks)

    # --- blocks ------------------------------------------------------------------------------

    def _block(self, strand: Strand, loops: tuple[str, ...]) -> Block:
        statements: list[Statement] = []
        for part in strand:
            match part:
                case FlowStop():
                    if not (statements and isinstance(statements[-1], Return)):
                        statements.append(End())
                case Jump():
                    statements.append(self._jump(part, loops))
                case PlacedNode():
                    statements += self._told(part, loops)
        return tuple(statements)

    def _jump(self, jump: Jump, loops: tuple[str, ...]) -> Statement:
        target = self._flow.nodes[jump.node]
        pin = target.pin_by_id(jump.enter)
        if loops and loops[-1] == jump.node and pin is not None and pin.name.lower() == "break":
            return Break()
        return Goto(self._label(jump.node), "" if pin is None or self._is_first(target, pin) else pin.name)

    def _label(self, name: str) -> str:
        if name not in self._labels:
            self._labels[name] = self._names.new(self._words.wish(self._flow.nodes[name]))
        return self._labels[name]

    @staticmethod
    def _is_first(node: Node, pin: Pin) -> bool:
        return next(item for item in node.pins if item.is_exec and item.direction == "input").id == pin.id

    def _exec_links(self, name: str) -> tuple[Link, ...]:
        return tuple(
            Link(PinRef(name, made.pin.id), PinRef(made.way.node, made.way.enter))
            for made in self._flow.exits(name)
            if made.way is not None
        )

    @staticmethod
    def _pin_name(node: Node, pin_id: str) -> str:
        pin = node.pin_by_id(pin_id)
        return "" if pin is None else pin.name

    # --- statements --------------------------------------------------------------------------

    def _told(self, told: PlacedNode, loops: tuple[str, ...]) -> Iterator[Statement]:
        node = self._flow.nodes[told.node]
        self._sayer.prepare(node.name)
        lets = self._sayer.take_lets()
        made = self._statement(node, told, loops)
        yield from [*lets, *self._sayer.take_lets()]
        marks = self._words.marks(node)
        yield replace(made, marks=marks) if marks else made

    def _statement(self, node: Node, told: PlacedNode, loops: tuple[str, ...]) -> Statement:
        name = node.name
        label = self._label(name) if name in self._outline.jumped_to else ""
        origin = self._sayer.origin(name, self._exec_links(name))
        role = flow_role(node)
        if role in {"cast", "switch"} and needs_kind(node, has_value=self._decides_by(node)):
            return self._step(node, told, loops, label)
        match role:
            case "branch":
                then, otherwise = (self._block(strand, loops) for _, strand in told.arms)
                return If(self._input(node, "Condition"), then, otherwise, label=label, origin=origin)
            case "cast":
                return self._cast(node, told, loops, label)
            case "sequence":
                blocks = tuple(self._block(strand, loops) for _, strand in told.arms)
                return Sequence(blocks, label=label, origin=origin)
            case "switch":
                return self._switch(node, told, loops, label)
            case "loop":
                return self._loop(node, told, loops, label)
            case "result":
                values = self._sayer.arguments(name, is_whole=True)
                return Return(values, label=label, origin=origin)
            case _:
                return self._step(node, told, loops, label)

    def _decides_by(self, node: Node) -> bool:
        """Whether a cast or switch has something linked to what it decides by."""
        pins = (node.find_pin(name, "input") for name in ("Object", "Class", "Selection"))
        return any(pin is not None and self._flow.sources(node.name, pin.id) for pin in pins)

    def _given(self, node: Node, variable: str) -> Expression | None:
        """What a variable is set to, told even where it is what a new node has; None for no object."""
        pin = node.find_pin(variable, "input")
        return None if pin is None else self._sayer.literal_or_value(node.name, pin) or zero_of(pin)

    def _input(self, node: Node, pin_name: str) -> Expression:
        pin = node.find_pin(pin_name, "input")
        value = None if pin is None else self._sayer.literal_or_value(node.name, pin) or zero_of(pin)
        return value if value is not None else Identifier("None")

    def _cast(self, node: Node, told: PlacedNode, loops: tuple[str, ...], label: str) -> Statement:
        spec = self._words.spec(node)
        path = spec.class_path if isinstance(spec, kinds.CastSpec) else ""
        result = self._sayer.name_of(node.name) if self._sayer.is_used(node.name) else ""
        then, otherwise = (self._block(strand, loops) for _, strand in told.arms)
        return If(
            self._input(node, "Object"),
            then,
            otherwise,
            Identifier(self._words.wording.class_name(path)),
            result,
            label=label,
            origin=self._sayer.origin(node.name, self._exec_links(node.name)),
        )

    def _switch(self, node: Node, told: PlacedNode, loops: tuple[str, ...], label: str) -> Statement:
        spec = self._words.spec(node)
        cases = []
        for pin_id, strand in told.arms:
            name = self._pin_name(node, pin_id)
            value: Expression | None
            if name == "Default":
                value = None
            elif isinstance(spec, kinds.SwitchIntSpec):
                value = NumberLiteral(name)
            elif isinstance(spec, kinds.SwitchEnumSpec):
                value = Identifier(name)
            else:
                value = StringLiteral(name)
            cases.append(Case(value, self._block(strand, loops)))
        origin = self._sayer.origin(node.name, self._exec_links(node.name))
        return Switch(self._input(node, "Selection"), tuple(cases), label=label, origin=origin)

    def _loop(self, node: Node, told: PlacedNode, loops: tuple[str, ...], label: str) -> Statement:
        macro = standard_macro(node)
        body = self._block(told.arms[0][1], (*loops, node.name))
        origin = self._sayer.origin(node.name, self._exec_links(node.name))
        breaks = node.find_pin("Break", "input") is not None
        match macro:
            case "WhileLoop":
                return While(self._input(node, "Condition"), body, label=label, origin=origin)
            case "ForLoop" | "ForLoopWithBreak":
                return ForRange(
                    self._output_name(node, "Index"),
                    self._input(node, "FirstIndex"),
                    self._input(node, "LastIndex"),
                    body,
                    breaks,
                    label=label,
                    origin=origin,
                )
            case _:
                return ForEach(
                    self._output_name(node, "Array Element", "ArrayElement"),
                    self._output_name(node, "Array Index", "ArrayIndex"),
                    self._input(node, "Array"),
                    body,
                    breaks,
                    macro == "ReverseForEachLoop",
                    label=label,
                    origin=origin,
                )

    def _output_name(self, node: Node, *pins: str) -> str:
        return self._sayer.output_name(node, pins)

    def _step(self, node: Node, told: PlacedNode, loops: tuple[str, ...], label: str) -> Statement:
        name, spec = node.name, self._words.spec(node)
        origin = self._sayer.origin(name, self._exec_links(name))
        called = self._sayer.name_of(name) if self._sayer.is_used(name) else ""
        arms = tuple(
            Arm(self._pin_name(node, pin), self._block(strand, loops)) for pin, strand in told.arms if strand
        )
        enter_pin = node.pin_by_id(told.enter)
        enter = "" if enter_pin is None or self._is_first(node, enter_pin) else enter_pin.name
        if self._is_tunnel(name):
            return self._left(node, enter, label)
        match spec:
            case VariableSetSpec(variable) | kinds.LocalVariableSetSpec(_, variable):
                value = self._given(node, variable)
                return Assign(Identifier(variable), value, called, label=label, origin=origin)
            case kinds.OtherVariableSetSpec(_, variable):
                value = self._given(node, variable)
                target = node.find_pin("self", "input")
                of = None if target is None else self._sayer.value(name, target)
                owner = of or Identifier(self._words.variable_owner(node))
                return Assign(Member(owner, variable), value, called, label=label, origin=origin)
            case kinds.DelegateSpec(action, dispatcher):
                return self._dispatcher(node, action, dispatcher, label)
            case CallFunctionSpec():
                call = Call(*self._sayer.callee(node, spec))
                late = self._words.is_latent(spec)
                return Do(call, called, enter, arms, label=label, origin=origin, is_awaited=late)
            case _:
                words = self._words.special(node)
                arguments = self._sayer.special_arguments(node, words)
                return Do(Call(words.callee, arguments), called, enter, arms, label=label, origin=origin)

    def _left(self, node: Node, enter: str, label: str) -> Statement:
        """A macro left: by its one exec output, or by one of several, which is then named."""
        origin = self._sayer.origin(node.name)
        exits = [pin.name for pin in node.pins if pin.is_exec and pin.direction == "input"]
        if len(exits) == 1:
            return Return(self._sayer.arguments(node.name), label=label, origin=origin)
        values = self._sayer.arguments(node.name, is_by_name=True)
        return Do(Call(Identifier("exit"), values), "", enter or exits[0], label=label, origin=origin)

    def _dispatcher(self, node: Node, action: str, dispatcher: str, label: str) -> Statement:
        origin = self._sayer.origin(node.name, self._exec_links(node.name))
        target = node.find_pin("self", "input")
        of = None if target is None else self._sayer.value(node.name, target)
        ref: Identifier | Member = Identifier(dispatcher) if of is None else Member(of, dispatcher)
        if of is None and self._words.is_foreign_dispatcher(node):
            # No words say a class without an object, so the node is told by its kind.
            words = self._words.special(node)
            call = Call(words.callee, (*words.first, *self._sayer.arguments(node.name, words.skip)))
            return Do(call, label=label, origin=origin)
        if action == "call":
            return Broadcast(ref, self._sayer.arguments(node.name, ("self",)), label=label, origin=origin)
        pin = node.find_pin("Delegate", "input")
        handler = None if pin is None else self._sayer.value(node.name, pin)
        match action:
            case "remove" if handler is not None:
                return Bind(ref, "-=", handler, label=label, origin=origin)
            case "clear":
                return Bind(ref, "=", None, label=label, origin=origin)
            case _ if handler is None:
                words = self._words.special(node)
                target_value = () if of is None else (Argument(of, "self"),)
                call = Call(words.callee, (*words.first, *target_value))
                return Do(call, label=label, origin=origin)
            case _:
                return Bind(ref, "+=", handler, label=label, origin=origin)


def _taken_names(graph: Graph, owner: Blueprint | None) -> set[str]:
    """Names that mean something already: members, parameters, classes, what a getter or setter names."""
    pins = [pin for node in graph.nodes for pin in node.pins if not pin.is_exec]
    taken = {pin.name for pin in pins}
    named = (
        *(pin.default_object for pin in pins),
        *(node.find_property("TargetType") for node in graph.nodes),
    )
    taken |= {path.strip("'\"").rpartition(".")[2].removesuffix("_C") for path in named if path}
    if owner is not None:
        taken |= {item.name for item in owner.variables} | {item.name for item in owner.components}
        taken |= {made.name for made in owner.graphs}
    return taken
