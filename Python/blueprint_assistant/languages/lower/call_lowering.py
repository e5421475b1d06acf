"""Builds calls: functions on whatever they are called on. Part of `expression_lowering`.

Words that are no functions are those of `intrinsics`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.callables import find_callable
from blueprint_assistant.graph.catalog.name_lookup import AmbiguousNameError, spaced, strip_prefix
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.call_nodes import COMPARISONS, call_node_class, operation_of
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec
from blueprint_assistant.graph.kinds.function_calls import call_spec, is_message
from blueprint_assistant.languages.ast.syntax_tree import Call, Collection, Identifier, Member, StringLiteral
from blueprint_assistant.languages.lower.dialect_names import is_parent, translated
from blueprint_assistant.languages.lower.intrinsics import BY_TITLE, Intrinsics
from blueprint_assistant.languages.lower.overloads import choose_overload
from blueprint_assistant.languages.lower.parent_calls import parent_call_spec, said_as_node
from blueprint_assistant.languages.lower.pin_lookup import LatentInFunctionError, cast_result, shown_inputs
from blueprint_assistant.languages.lower.root_calls import RootCalls
from blueprint_assistant.languages.lower.scope import Output, is_self
from blueprint_assistant.languages.lower.shown_objects import showing_call
from blueprint_assistant.languages.lower.unknown_calls import UnknownCallError, UnknownCalls
from blueprint_assistant.languages.lower.value_methods import ValueMethods

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.graph.catalog.engine_catalog import FunctionInfo
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.languages.ast.syntax_tree import Argument, Expression
    from blueprint_assistant.languages.lower.expression_lowering import ExpressionLowering

__all__ = ["CallLowering"]

_WIDE: Final = ("PromotableOperator", "CommutativeAssociativeBinaryOperator")
_USUAL: Final = 2
_TARGETS: Final = ("self", "target")


class AmbiguousCallError(AmbiguousNameError):
    """Several functions are called the same, and nothing says which is meant (BC-105)."""

    code = "ambiguous_action"

    def __init__(self, name: str, candidates: Sequence[str]) -> None:
        """Write the candidates as calls."""
        super().__init__(name, [path.rpartition(".")[2].replace(":", ".") for path in candidates])


class ForeignClassError(GraphError):
    """A path names a class of which nothing is known here: a plugin's, or another project's."""

    code = "unknown_class"

    def __init__(self, path: str) -> None:
        """Say that such a call can stay and cannot be made."""
        super().__init__(
            f"Of the class '{path}' nothing is known here: no call of its functions can be made.",
            "Keep the line where the graph has the call already, else take it out or copy the node itself.",
        )


class CallLowering:
    """Builds calls with the inputs and outputs of a Feeder."""

    def __init__(self, feeder: ExpressionLowering) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._special = Intrinsics(feeder, self)
        self._methods = ValueMethods(feeder, self)
        self._unknown = UnknownCalls(feeder.scope, feeder.class_of)
        self._roots = RootCalls(feeder)

    def call(
        self, call: Call, *, is_statement: bool = False, is_step: bool = False, has_arms: bool = False
    ) -> str | Output:
        """Build a call; its node's key, or the output for a call that needs no node of its own.

        A statement may have exec pins, a step has them: nothing names its value.
        """
        call = said_as_node(call, self._feeder.scope.function)
        other = translated(call, self._feeder.scope)
        if isinstance(other, Call):
            return self.call(other, is_statement=is_statement, is_step=is_step, has_arms=has_arms)
        if other is not None:
            return self._feeder.output(other)
        made: str | Output | None = self._as_chosen(call)
        if made is None and is_parent(call, self._feeder.scope):
            spec = parent_call_spec(call, self._feeder.scope.owner, self._feeder.catalog)
            made = self.node(spec, call, call.callee.name)
        if made is None and isinstance(call.callee, Identifier):
            made = self._special.built(call, is_step=is_step, has_arms=has_arms)
        if made is None:
            made = self._function(call)
        if isinstance(made, Output):
            return made
        if not is_statement:
            node = self._feeder.builder.node(made)
            if any(pin.is_exec and pin.direction == "input" for pin in node.pins):
                self._feeder.lift(made)
        return made

    def _as_chosen(self, call: Call) -> str | None:
        """The node that a hint says a call is (BC-103), or None."""
        feeder = self._feeder
        spec = feeder.choices.get(id(call))
        if spec is None:
            return None
        callee, first = call.callee, call.arguments[0].value if call.arguments else None
        if isinstance(first, StringLiteral) and callee.name.lower() in BY_TITLE:
            return self.node(spec, Call(callee, call.arguments[1:]), first.text)
        if not isinstance(callee, Member) or is_self(callee.of) or self._names_a_class(callee.of):
            return self.node(spec, call, callee.name)
        target = feeder.output(callee.of)
        key = feeder.builder.add(spec)
        feeder.connect(target, (key, self._target_pin(key)))
        feeder.arguments(key, call.arguments, of=callee.name)
        return key

    # --- functions ---------------------------------------------------------------------------

    def _function(self, call: Call) -> str | Output:
        callee = call.callee
        if isinstance(callee, Member) and not is_self(callee.of):
            return self._member_call(call, callee)
        target = next((item for item in call.arguments if item.pin.lower() in _TARGETS), None)
        if target is not None and not is_self(target.value):
            return self._on_targets(call, callee.name, target)
        spec = self._own_function(callee.name)
        if spec is None:
            own = self._feeder.scope.owner.generated_class
            try:
                info, call = choose_overload(self._feeder, call, lambda name: self.find(name, own))
            except UnknownCallError:
                made = (
                    self._on_narrowed(call, callee.name)
                    or self._on_root(call, callee.name)
                    or self._shown(call, callee.name)
                )
                if made is None:
                    raise
                return made
            spec = self.spec_of(info)
        return self.node(spec, call, callee.name)

    def _on_narrowed(self, call: Call, name: str) -> str | None:
        """`if x is Character: Jump()`: what the Blueprint itself cannot do, the object asked about does."""
        for output in reversed(self._feeder.scope.narrowed):
            path = self._feeder.class_of(output)
            try:
                info = self.find(name, path)
            except UnknownCallError:
                continue
            return self._called_on(output, self._on_object(info, path), call, name)
        return None

    def _shown(self, call: Call, name: str) -> str | None:
        """`Hide()` of the actor itself, `Hide(Bulb)` of what is given."""
        feeder, own = self._feeder, self._feeder.scope.owner.parent_class
        if not call.arguments:
            shown = showing_call(call, name, own, feeder.catalog)
            return (
                None
                if shown is None
                else self.node(self.spec_of(self.find(shown.callee.name, own)), shown, name)
            )
        first = call.arguments[0]
        if len(call.arguments) > 1 or first.pin or name.lower() not in ("hide", "show"):
            return None
        target = feeder.output(first.value)
        path = feeder.class_of(target)
        shown = showing_call(call, name, path, feeder.catalog)
        if shown is None:
            return None
        return self._called_on(target, self.spec_of(self.find(shown.callee.name, path)), shown, name)

    def _on_root(self, call: Call, name: str) -> str | None:
        """`AddForce(…)` in an actor: physics moves its root."""
        found = self._roots.own_root(name)
        return None if found is None else self._called_on(found[0], self.spec_of(found[1]), call, name)

    def _on_targets(self, call: Call, name: str, target: Argument) -> str:
        """`Activate(self=[Left, Right])`: one call on several objects, or on one named as an input."""
        feeder = self._feeder
        items = target.value.items if isinstance(target.value, Collection) else (target.value,)
        outputs = [feeder.output(item) for item in items]
        info = self.find(name, feeder.class_of(outputs[0]) if outputs else "")
        key = feeder.builder.add(self.spec_of(info))
        for output in outputs:
            feeder.connect(output, (key, self._target_pin(key)))
        rest = [item for item in call.arguments if item is not target]
        feeder.arguments(key, rest, of=name, skip=("self",))
        return key

    def _member_call(self, call: Call, callee: Member) -> str | Output:
        feeder = self._feeder
        if self._names_a_class(callee.of):
            owner = _dotted(callee.of)
            spec = self._of_class(owner, callee.name)
            call = self._with_target(spec, self._without_context(spec, call))
            return self._on_some_object(spec, call, callee) or self.node(spec, call, callee.name)
        target = feeder.output(callee.of)
        made = self._methods.on_value(target, call, callee.name)
        if made is not None:
            return made
        path = feeder.class_of(target)
        own = path == feeder.scope.owner.generated_class and self._own_function(callee.name)
        if own:
            return self._called_on(target, own, call, callee.name)
        try:
            info = self.find(callee.name, path)
        except UnknownCallError:
            found = self._roots.root_of(target, path, callee.name)
            shown = None if call.arguments else showing_call(call, callee.name, path, feeder.catalog)
            if shown is not None:
                return self._called_on(
                    target, self.spec_of(self.find(shown.callee.name, path)), shown, callee.name
                )
            if found is None:
                raise
            return self._called_on(found[0], self.spec_of(found[1]), call, callee.name)
        return self._called_on(target, self._on_object(info, path), call, callee.name)

    def _on_some_object(self, spec: AnyNodeSpec, call: Call, callee: Member) -> str | None:
        """`Character.Jump()` in the block of `if x is Character`: on x; None for what needs no object.

        Raises UnknownCallError when the name is but spelled like a class, `character.Jump()`, and nothing
        in the block is one.
        """
        catalog, owner = self._feeder.catalog, _dotted(callee.of)
        info = catalog.function(spec.function) if isinstance(spec, CallFunctionSpec) else None
        is_targeted = any(item.pin.lower() in _TARGETS for item in call.arguments)
        if info is None or info.is_static or is_targeted:
            return None
        if catalog.is_child_of(self._feeder.scope.owner.parent_class, info.class_path):
            return None
        made = self._on_narrowed(call, callee.name)
        is_but_spelled_so = owner != info.class_name and owner.lower() == info.class_name.lower()
        if made is None and is_but_spelled_so:
            raise self._unknown.on_class(info, callee.name)
        return made

    def _called_on(self, target: Output, spec: AnyNodeSpec, call: Call, name: str) -> str:
        """A call on an object, with its values."""
        feeder = self._feeder
        key = feeder.builder.add(spec)
        feeder.connect(target, (key, self._target_pin(key)))
        feeder.arguments(key, call.arguments, of=name)
        return key

    def _without_context(self, spec: AnyNodeSpec, call: Call) -> Call:
        """`UGameplayStatics::OpenLevel(this, "Main")`: nodes have no input for the world."""
        info = self._feeder.catalog.function(spec.function) if isinstance(spec, CallFunctionSpec) else None
        first = call.arguments[0] if call.arguments else None
        if info is None or not info.world_context or first is None or first.pin or not is_self(first.value):
            return call
        return Call(call.callee, call.arguments[1:], place=call.place)

    def _with_target(self, spec: AnyNodeSpec, call: Call) -> Call:
        """`BPI_Use.Use(Other, 3)`: one value more than the message has inputs, so the first is its object."""
        info = self._feeder.catalog.function(spec.function) if isinstance(spec, kinds.MessageSpec) else None
        if info is None or any(item.pin.lower() in _TARGETS for item in call.arguments):
            return call
        hidden = info.hidden_pins
        inputs = [item for item in info.parameters if item.direction == "in" and item.name not in hidden]
        first, *rest = call.arguments or (None,)
        if first is None or first.pin or len(call.arguments) != len(inputs) + 1:
            return call
        return replace(call, arguments=(*rest, replace(first, pin="self")))

    def _on_object(self, info: FunctionInfo, path: str) -> AnyNodeSpec:
        """A call on an object: through an interface that its class does not have it is a message."""
        if is_message(info, path, self._feeder.catalog, of_engine=True):
            return kinds.MessageSpec(info.path)
        return self.spec_of(info)

    def _target_pin(self, key: str) -> str:
        node = self._feeder.builder.node(key)
        target = node.find_pin("self", "input")
        if target is not None and not target.is_hidden:
            return target.name
        return shown_inputs(node)[0].name

    def item(self, of: Expression, index: Expression) -> Output:
        """`Items[index]`, `Ages[key]`."""
        return self._methods.item(of, index)

    def cast_for(self, source: Output, target: tuple[str, str]) -> Output | None:
        """An object as the class that an input wants, where that is derived from its own (BC-137).

        The cast is executed before; when it fails the flow goes on with no object. None for all else.
        """
        feeder = self._feeder
        kind, wanted = feeder.type_of(source), feeder.pin(*target).type
        given, asked = kind.subcategory_object, wanted.subcategory_object
        is_plain = kind.container == wanted.container == "none" and not feeder.is_fixed
        is_of_objects = kind.category == wanted.category == "object"
        if not (is_plain and is_of_objects) or given is None or asked is None:
            return None
        if asked.path == given.path or not feeder.catalog.is_child_of(asked.path, given.path):
            return None
        key = feeder.builder.add(kinds.CastSpec(asked.path))
        feeder.builder.connect(source, (key, "Object"))
        feeder.lift(key)
        return Output(key, cast_result(feeder.builder.node(key)))

    def on_object(self, target: Output, path: str, name: str) -> str:
        """A call without values of a function of a class, on an object of it."""
        return self._called_on(
            target, self._on_object(self.find(name, path), path), Call(Identifier(name)), name
        )

    def on_container(self, target: Output, call: Call, name: str, *, skip: int = 0) -> str:
        """`Names.Add(x)`: the function of the library for arrays, sets or maps."""
        return self._methods.on_container(target, call, name, skip=skip)

    def _of_class(self, owner: str, name: str) -> AnyNodeSpec:
        """A function of a class by its name: a library's, an async node, an interface's message."""
        feeder = self._feeder
        scope = feeder.scope
        path = scope.class_path(owner)
        info = feeder.catalog.class_info(path)
        if path == scope.owner.generated_class:
            own = self._own_function(name)
            if own is not None:
                return own
        found = self.find(f"{path or owner}:{name}" if "/" in path else f"{owner}.{name}", path)
        if info is not None and info.is_interface and found.class_path == path:
            return kinds.MessageSpec(found.path)
        return self.spec_of(found)

    def find(self, name: str, class_path: str) -> FunctionInfo:
        """The function of a name that can be called on a class. Raises UnknownCallError."""
        owner, catalog = self._feeder.scope.owner, self._feeder.catalog
        if class_path == owner.generated_class and catalog.class_info(class_path) is None:
            class_path = owner.parent_class  # its own functions are looked up before
        try:
            return self._unknown.find(name, class_path)
        except AmbiguousNameError as error:
            raise AmbiguousCallError(name, error.candidates) from error

    def spec_of(self, info: FunctionInfo) -> AnyNodeSpec:
        """The node that calls a function. Raises LatentInFunctionError."""
        if info.is_latent or info.is_async_factory:
            self.refuse_latent(spaced(strip_prefix(info.name)))
        return call_spec(info)

    def refuse_latent(self, title: str) -> None:
        """Raises LatentInFunctionError when a function is being built."""
        if self._feeder.scope.function:
            raise LatentInFunctionError(title, self._feeder.scope.function)

    def node(self, spec: AnyNodeSpec, call: Call, word: str, without: tuple[str, ...] = ()) -> str:
        """Add a node and give it the values of a call; those by place pass over the pins `without`."""
        if isinstance(spec, CallFunctionSpec):
            spec = self._widened(spec, call)
        key = self._feeder.builder.add(spec)
        self._feeder.arguments(key, call.arguments, of=word, skip=without)
        return key

    def _widened(self, spec: CallFunctionSpec, call: Call) -> CallFunctionSpec:
        """An operator called as a function, with as many inputs as it is given."""
        info = self._feeder.catalog.function(spec.function)
        if info is None or call_node_class(info) not in _WIDE or operation_of(info) in COMPARISONS:
            return spec
        letters = [item.pin.upper() for item in call.arguments if len(item.pin) == 1 and item.pin.isalpha()]
        by_name = max((ord(letter) - ord("A") + 1 for letter in letters), default=0)
        count = max(by_name, sum(not item.pin for item in call.arguments))
        return CallFunctionSpec(spec.function, count) if count > _USUAL else spec

    # --- what names mean ---------------------------------------------------------------------

    def _own_function(self, name: str) -> AnyNodeSpec | None:
        """A call of a function, macro or custom event of the Blueprint itself, or None."""
        owner = self._feeder.scope.owner
        own = find_callable(owner, name, with_macros=True)
        if own is not None and own.kind == "macro":
            return kinds.MacroSpec(f"{owner.path}.{owner.name}:{own.name}")
        found = self._feeder.scope.event(name) if own is None else own.name
        return CallFunctionSpec(f"{owner.generated_class}:{found}") if found else None

    def is_own(self, name: str) -> bool:
        """Whether the Blueprint itself has a function of that name."""
        return self._own_function(name) is not None

    def _names_a_class(self, of: Expression) -> bool:
        """Whether the part before the dot is a class. Raises UnknownNameError when it is nothing at all."""
        scope = self._feeder.scope
        if isinstance(of, Identifier):
            if scope.means_value(of.name):
                return False
            if scope.class_path(of.name):
                return True
            if of.name.startswith("/"):
                raise ForeignClassError(of.name)
            error = scope.unknown(of.name)
            meant = () if error.candidates else self._unknown.about(of.name)
            if meant:
                error.fix, error.candidates = f"Call a function instead: {', '.join(meant)}.", meant
            raise error
        owner = _dotted(of)
        return owner.startswith("/") and bool(scope.class_path(owner))


def _dotted(value: Expression) -> str:
    """A name with dots, as a class path is read: `/Script/Engine.Actor`."""
    parts: list[str] = []
    while isinstance(value, Member):
        parts.append(value.name)
        value = value.of
    if not isinstance(value, Identifier):
        return ""
    return ".".join([value.name, *reversed(parts)])
