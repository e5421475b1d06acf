"""Where flows begin and what is open: entry nodes, tails, labels and jumps. Part of `lowering`."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from blueprint_assistant.errors import AssistantError, GraphError
from blueprint_assistant.graph.catalog.declarations import functions_of
from blueprint_assistant.graph.catalog.name_lookup import UnknownEventError
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.graph.catalog.pin_types import parse_type
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CustomEventSpec, EventSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import Parameter
from blueprint_assistant.languages.ast.marks import event_flags
from blueprint_assistant.languages.ast.node_texts import spec_from_text
from blueprint_assistant.languages.ast.syntax_tree import NO_PLACE
from blueprint_assistant.languages.lower.diagnostics import Diagnostics
from blueprint_assistant.languages.lower.emitter import ProgramError
from blueprint_assistant.languages.lower.entry_parameters import entry_outputs
from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering
from blueprint_assistant.languages.lower.mark_check import refuse_new_marks
from blueprint_assistant.languages.lower.pin_lookup import exec_names, first_exec, named_exec
from blueprint_assistant.languages.lower.scope import Output, Scope

if TYPE_CHECKING:
    from collections.abc import Callable

    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import Blueprint, Pin
    from blueprint_assistant.languages.ast.syntax_tree import Block, Entry, Goto, Statement
    from blueprint_assistant.languages.lower.emitter import Emitter

__all__ = ["EntryLowering", "UnknownLabelError"]

_T = TypeVar("_T")
_OF_COMPONENTS = {
    "ActorBeginOverlap": "OnComponentBeginOverlap",
    "ActorEndOverlap": "OnComponentEndOverlap",
    "Hit": "OnComponentHit",
}
"""The events of components that are like those of actors."""
_CAST = "K2Node_DynamicCast"
_USUAL = "Triggered"
"""The way of an Input Action that a body without ways is, wherever the editor puts it."""
_ENHANCED = frozenset({"started", "triggered", "ongoing", "completed", "canceled"})


class UnknownLabelError(GraphError):
    """A goto names no label of the program."""

    code = "unknown_label"


class ComponentParameterError(GraphError):
    """The head of an event names a component where it would name an output."""

    code = "component_parameter"

    def __init__(self, component: str, event: str) -> None:
        """Say which event of the component is like it."""
        own = _OF_COMPONENTS.get(event.removeprefix("Receive"), "")
        fix = (
            f"For what comes near it alone: on {component}.{own}(OtherActor):"
            if own
            else "Name it otherwise."
        )
        super().__init__(f"'{component}' is a component, and no output of {event}.", fix)


class UnreachableStatementError(GraphError):
    """A statement stands where no flow goes."""

    code = "unreachable_statement"

    def __init__(self) -> None:
        """Say it of the statement that is being built."""
        super().__init__(
            "Nothing leads to this statement: what stands before it ends every way.",
            "Write it before that, or inside one of its blocks.",
        )


class EntryLowering:
    """Builds entries; `_tails` are the outputs that the next statement is linked to."""

    def __init__(self, owner: Blueprint, catalog: Catalog, builder: Emitter) -> None:
        """Nothing is built yet."""
        self._owner = owner
        self._catalog = catalog
        self._builder = builder
        self._scope = Scope(owner, catalog)
        self._feeder = ExpressionLowering(self._scope, builder, self._lift)
        self._tails: list[Output] = []
        self._labels: dict[str, tuple[str, str]] = {}
        self._open_labels: list[str] = []
        self._jumps: list[tuple[list[Output], Goto]] = []
        self._loops: list[str] = []
        self._faults = Diagnostics()
        self._is_flowing = False
        """Whether an entry leads to what is built; not so for what floats."""
        self._entry: Entry | None = None
        self._behind: Block = ()
        """What stands behind the statement that is being built, in its block."""
        self._current = 0
        self._made: dict[int, str] = {}
        """The keys of the nodes that statements stand for, by the `id` of the statement."""

    def _at(self, part: Entry | Statement, work: Callable[[], _T]) -> _T:
        """Do something for a part of the program, so that an error says where it stands."""
        try:
            return work()
        except ProgramError:
            raise
        except AssistantError as error:
            place = self._feeder.blame.place(error, part.place)
            raise ProgramError(error, place.line, place.column) from error

    def _try(self, part: Entry | Statement, work: Callable[[], _T], otherwise: _T) -> _T:
        """The same; what is wrong is told at the end, and `otherwise` is taken until then."""
        try:
            return self._at(part, work)
        except ProgramError as error:
            self._faults.add(part, error)
            return otherwise

    @property
    def _must_be_reached(self) -> bool:
        """Whether the flow has to lead to what is built now."""
        return self._is_flowing

    def _block(self, block: Block) -> None:
        """Build the statements of a block behind what is open."""
        raise NotImplementedError

    # --- entries -----------------------------------------------------------------------------

    def _entry_node(self, entry: Entry) -> str:
        """The key of an entry's node; empty when the caller has none for it."""
        if entry.kind not in ("custom_event", "routine"):
            refuse_new_marks(entry.marks)
        match entry.kind:
            case "custom_event":
                return self._custom_event(entry)
            case "component_event":
                return self._builder.add(kinds.ComponentEventSpec(entry.owner, entry.name))
            case "function":
                return self._builder.entry("K2Node_FunctionEntry")
            case "macro":
                return self._builder.entry("K2Node_Tunnel")
            case "input":
                return self._builder.add(self._input(entry))
            case "routine":
                return self._routine(entry)
            case "main":
                return self._builder.entry("main") or self._builder.entry("K2Node_FunctionEntry")
            case "node":
                return self._builder.add(spec_from_text(entry.name, self._catalog))
            case _:
                key = self._builder.add(EventSpec(self._event(entry.name)))
                self._scope.name(f"event {entry.name}", Output(key, "OutputDelegate"))
                return key

    def _event(self, name: str) -> str:
        try:
            return find_event_for(name, self._owner, self._catalog).name
        except UnknownEventError as error:
            if error.has_remedy or not name.isidentifier():
                raise
            # A list of other events is no help: what is called so has to be made.
            made = f"A custom event, which runs where it is called, is event {name}():"
            raise UnknownEventError(name, error.class_name, fix=made) from error

    def _custom_event(self, entry: Entry) -> str:
        inputs = tuple(
            Parameter(item.name, parse_type(item.type, self._catalog))
            for item in entry.parameters
            if item.type
        )
        flags, others = event_flags(entry.marks)
        refuse_new_marks(others)
        key = self._builder.add(CustomEventSpec(entry.name, inputs, flags))
        self._scope.name(f"event {entry.name}", Output(key, "OutputDelegate"))
        return key

    def _routine(self, entry: Entry) -> str:
        """A `def`: the event, component event or function of that name, or a new custom event."""
        if entry.marks:
            return self._custom_event(entry)
        try:
            return self._builder.add(EventSpec(self._event(entry.name)))
        except AssistantError:
            pass
        component, mark, event = entry.name.partition("_On")
        if mark and self._owner.find_component(component):
            return self._builder.add(kinds.ComponentEventSpec(component, f"On{event}"))
        key = self._builder.entry("K2Node_FunctionEntry")
        if key and any(item.name.lower() == entry.name.lower() for item in functions_of(self._owner)):
            return key
        return self._custom_event(entry)

    def _input(self, entry: Entry) -> AnyNodeSpec:
        name = entry.name
        if name in self._catalog.keys:
            return kinds.InputKeySpec(name)
        arms = {arm.pin.lower() for arm in entry.arms}
        if "/" in name or name.startswith("IA_") or arms & _ENHANCED:
            parameters = {item.name: item.type for item in entry.parameters}
            return kinds.EnhancedInputActionSpec(_asset(name), _value_kind(parameters.get("ActionValue", "")))
        if any(item.name == "AxisValue" for item in entry.parameters):
            return kinds.InputAxisSpec(name)
        return kinds.InputActionSpec(name)

    def _enter_scope(self, entry: Entry, key: str) -> list[str]:
        """Let the names of parameters mean an entry's outputs; its exec outputs."""
        self._entry = entry
        node = self._builder.node(key) if key else None
        pins = [] if node is None else [pin for pin in node.pins if pin.direction == "output"]
        parameters = {pin.name: Output(key, pin.name) for pin in pins if not pin.is_exec}
        data = [pin for pin in pins if not (pin.is_exec or pin.is_hidden or pin.name == "OutputDelegate")]
        declared = [item.name for item in entry.parameters]
        self._try(entry, partial(self._refuse_components, entry, data), None)
        unread: dict[str, str] = {}
        meant = self._try(entry, partial(entry_outputs, declared, data), unread)
        parameters |= {name: Output(key, pin) for name, pin in meant.items() if name not in parameters}
        self._scope.enter(parameters, self._local_variables(key))
        for local in entry.local_variables:
            # Where nobody can declare it, a name with a literal stands for that.
            if local.value is not None and not self._scope.local_variable(local.name):
                self._scope.name(local.name, local.value)
        return [pin.name for pin in pins if pin.is_exec]

    def _refuse_components(self, entry: Entry, pins: list[Pin]) -> None:
        """Raises ComponentParameterError for `on ActorBeginOverlap(Zone)` where Zone is a component."""
        shown = {pin.name.lower() for pin in pins}
        for item in entry.parameters:
            component = self._owner.find_component(item.name)
            if component is not None and item.name.lower() not in shown and entry.kind == "event":
                raise ComponentParameterError(component.name, entry.name)

    def _name_entry(self, entry: Entry, key: str) -> None:
        """Let `Entry.Pin` mean its outputs in the flows of other entries."""
        if key:
            pins = self._builder.node(key).pins
            shown = frozenset(pin.name for pin in pins if pin.direction == "output" and not pin.is_exec)
            name = f"{entry.owner}_{entry.name}" if entry.owner else entry.name
            spec = any_spec_of(self._builder.node(key))
            for known in {name, spec.name if isinstance(spec, EventSpec) else name}:
                self._scope.name_outputs(known, key, shown)

    def _local_variables(self, key: str) -> tuple[str, dict[str, str]]:
        """The function that the graph is of, and its local variables by lower-case name."""
        spec = any_spec_of(self._builder.node(key)) if key else None
        if not isinstance(spec, kinds.FunctionEntrySpec):
            return "", {}
        found = [item for item in functions_of(self._owner) if item.name == spec.name]
        names = [item.name for function in found for item in function.local_variables]
        return spec.name, {name.lower(): name for name in names}

    def _body(self, entry: Entry, key: str) -> None:
        exits = self._enter_scope(entry, key)
        self._is_flowing = bool(exits)
        if entry.arms:
            for arm in entry.arms:
                way = partial(self._way_out, key, arm.pin)
                self._tails = self._try(entry, way, [])
                self._block(arm.block)
            return
        usual = next((name for name in exits if name == _USUAL), exits[0] if exits else "")
        self._tails = [Output(key, usual)] if usual else []
        self._block(entry.body)

    def _way_out(self, key: str, name: str) -> list[Output]:
        """An exec output of an entry by its name; nothing without an entry."""
        return [Output(key, named_exec(self._builder.node(key), name, "output"))] if key else []

    # --- what is open ------------------------------------------------------------------------

    def _enter(self, key: str, pin: str) -> None:
        """Link all that is open to a node's exec input; jumps to it land here.

        Raises UnreachableStatementError when neither an open end nor a jump can lead here.
        """
        if not self._tails and self._must_be_reached and not (self._open_labels or self._faults):
            raise UnreachableStatementError
        self._made[self._current] = key
        for tail in self._tails:
            self._builder.connect(tail, (key, pin))
        self._tails = []
        for label in self._open_labels:
            # Told so: a jump names the exec input unless it is the first, whatever leads here else.
            self._labels[label] = key, first_exec(self._builder.node(key), "input")
        self._open_labels = []

    def _lift(self, key: str) -> None:
        """A call with exec pins inside an expression: it runs right before the statement (M7)."""
        node = self._builder.node(key)
        self._enter(key, first_exec(node, "input"))
        exits = exec_names(node, "output")
        # A cast whose result is asked for goes on in any case: the result is nothing when it fails.
        exits = exits if node.class_name == _CAST else exits[:1]
        self._tails = [Output(key, name) for name in exits]

    def _finish_jumps(self) -> None:
        """Link the jumps, now that all labels are known, and write what waited for a type."""
        try:
            self._feeder.finish()
        except ProgramError:
            raise
        except AssistantError as error:
            place = self._feeder.blame.place(error, NO_PLACE)
            self._faults.add_late(ProgramError(error, place.line, place.column))
        for tails, goto in self._jumps:
            self._try(goto, partial(self._land, tails, goto), None)
        self._jumps = []

    def _land(self, tails: list[Output], goto: Goto) -> None:
        known = self._labels.get(goto.to.lower())
        if known is None:
            found = self._scope.find(goto.to)
            if not isinstance(found, Output):
                names = ", ".join(self._labels) or "none"
                raise UnknownLabelError(
                    f"There is no label '{goto.to}'.",
                    f"Write @{goto.to}: before the statement to go to. Labels: {names}.",
                )
            known = found.node, first_exec(self._builder.node(found.node), "input")
        key, pin = known
        if goto.pin:
            pin = named_exec(self._builder.node(key), goto.pin, "input")
        for tail in tails:
            self._builder.connect(tail, (key, pin))


def _asset(name: str) -> str:
    """The object path of an Input Action; a bare name means the usual folder of such assets."""
    if "/" not in name:
        return f"/Game/Input/{name}.{name}"
    return name if "." in name.rsplit("/", 1)[-1] else f"{name}.{name.rsplit('/', 1)[-1]}"


def _value_kind(words: str) -> kinds.InputValue:
    """What an action's value is, by the type that the entry declares."""
    folded = re.sub(r"\W", "", words.lower())
    if folded in ("float", "double", "real"):
        return "axis1d"
    return {"vector2d": "axis2d", "vector": "axis3d"}.get(folded, "bool")  # type: ignore[return-value]
