"""Builds calls: functions on whatever they are called on. Part of `feeding`.

Words that are no functions are those of `special_calls`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph import any_specs as kinds
from blueprint_assistant.graph.call_nodes import call_node_class
from blueprint_assistant.graph.specs import CallFunctionSpec
from blueprint_assistant.languages.pinning import shown_inputs
from blueprint_assistant.languages.scope import Output
from blueprint_assistant.languages.special_calls import SpecialCalls
from blueprint_assistant.languages.tree import Call, Collection, Member, Name

if TYPE_CHECKING:
    from blueprint_assistant.graph.any_specs import AnyNodeSpec
    from blueprint_assistant.graph.catalog import FunctionInfo
    from blueprint_assistant.languages.feeding import Feeder
    from blueprint_assistant.languages.tree import Argument, Expression

__all__ = ["Caller"]

_WIDE: Final = ("PromotableOperator", "CommutativeAssociativeBinaryOperator")
_USUAL: Final = 2
_SELF: Final = ("self", "this")
_TARGETS: Final = ("self", "target")
_LIBRARIES: Final = {
    "array": ("/Script/Engine.KismetArrayLibrary", "Array_"),
    "set": ("/Script/Engine.BlueprintSetLibrary", "Set_"),
    "map": ("/Script/Engine.BlueprintMapLibrary", "Map_"),
}
_CONTAINER_HABITS: Final = {
    "append": "Add",
    "extend": "Append",
    "pop": "Remove",
    "removeitem": "RemoveItem",
    "size": "Length",
    "count": "Length",
    "num": "Length",
    "index": "Find",
    "has": "Contains",
}


class Caller:
    """Builds calls with the inputs and outputs of a Feeder."""

    def __init__(self, feeder: Feeder) -> None:
        """Build on what the feeder builds on."""
        self._feeder = feeder
        self._special = SpecialCalls(feeder, self)

    def call(
        self, call: Call, *, is_statement: bool = False, is_step: bool = False, has_arms: bool = False
    ) -> str | Output:
        """Build a call; its node's key, or the output for a call that needs no node of its own.

        A statement may have exec pins, a step has them: nothing names its value.
        """
        made: str | Output | None = None
        if isinstance(call.callee, Name):
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

    # --- functions ---------------------------------------------------------------------------

    def _function(self, call: Call) -> str:
        callee = call.callee
        if isinstance(callee, Member) and not _is_self(callee.of):
            return self._member_call(call, callee)
        target = next((item for item in call.arguments if item.pin.lower() in _TARGETS), None)
        if target is not None and not _is_self(target.value):
            return self._on_targets(call, callee.name, target)
        spec = self._own_function(callee.name)
        if spec is None:
            spec = self.spec_of(self._find(callee.name, self._feeder.scope.owner.generated_class))
        return self.node(spec, call, callee.name)

    def _on_targets(self, call: Call, name: str, target: Argument) -> str:
        """`Activate(self=[Left, Right])`: one call on several objects, or on one named as an input."""
        feeder = self._feeder
        items = target.value.items if isinstance(target.value, Collection) else (target.value,)
        outputs = [feeder.output(item) for item in items]
        info = self._find(name, feeder.class_of(outputs[0]) if outputs else "")
        key = feeder.builder.add(self.spec_of(info))
        for output in outputs:
            feeder.connect(output, (key, self._target_pin(key)))
        rest = [item for item in call.arguments if item is not target]
        feeder.arguments(key, rest, of=name, skip=("self",))
        return key

    def _member_call(self, call: Call, callee: Member) -> str:
        feeder = self._feeder
        if self._names_a_class(callee.of):
            owner = _dotted(callee.of)
            return self.node(self._of_class(owner, callee.name), call, callee.name)
        target = feeder.output(callee.of)
        kind = feeder.type_of(target)
        if kind.container != "none":
            return self.on_container(target, call, callee.name)
        path = feeder.class_of(target)
        own = path == feeder.scope.owner.generated_class and self._own_function(callee.name)
        info = None if own else self._find(callee.name, path)
        spec = own or self._on_object(info, path)
        key = feeder.builder.add(spec)
        feeder.connect(target, (key, self._target_pin(key)))
        feeder.arguments(key, call.arguments, of=callee.name)
        return key

    def _on_object(self, info: FunctionInfo | None, path: str) -> AnyNodeSpec:
        """A call on an object: through an interface that its class does not have it is a message."""
        if info is None:
            raise GraphError("There is no such function.")
        catalog = self._feeder.catalog
        owner = catalog.class_info(info.class_path)
        if owner is not None and owner.is_interface and not catalog.is_child_of(path, info.class_path):
            known = [name for one in catalog.ancestors(path) for name in catalog.interfaces_of(one)]
            if info.class_path not in known:
                return kinds.MessageSpec(info.path)
        return self.spec_of(info)

    def _target_pin(self, key: str) -> str:
        node = self._feeder.builder.node(key)
        target = node.find_pin("self", "input")
        if target is not None and not target.is_hidden:
            return target.name
        return shown_inputs(node)[0].name

    def on_container(self, target: Output, call: Call, name: str, *, skip: int = 0) -> str:
        """`Names.Add(x)`: the function of the library for arrays, sets or maps."""
        feeder = self._feeder
        container = feeder.type_of(target).container
        library, prefix = _LIBRARIES[container]
        meant = _CONTAINER_HABITS.get(name.lower(), name)
        bare = meant if meant.lower().startswith(prefix.lower()) else f"{prefix}{meant}"
        found = [info for info in feeder.catalog.functions_of(library) if info.name.lower() == bare.lower()]
        spec = CallFunctionSpec(found[0].path if found else self._find(f"{library}:{bare}", "").path)
        key = feeder.builder.add(spec)
        inputs = shown_inputs(feeder.builder.node(key))
        first = next(pin.name for pin in inputs if pin.name != "self")
        feeder.connect(target, (key, first))
        feeder.arguments(key, call.arguments[skip:], of=name, skip=(first,))
        return key

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
        found = self._find(f"{path or owner}:{name}" if "/" in path else f"{owner}.{name}", path)
        if info is not None and info.is_interface and found.class_path == path:
            return kinds.MessageSpec(found.path)
        return self.spec_of(found)

    def _find(self, name: str, class_path: str) -> FunctionInfo:
        owner, catalog = self._feeder.scope.owner, self._feeder.catalog
        if class_path == owner.generated_class and catalog.class_info(class_path) is None:
            class_path = owner.parent_class  # its own functions are looked up before
        return catalog.find_function(name, class_path)

    @staticmethod
    def spec_of(info: FunctionInfo) -> AnyNodeSpec:
        """The node that calls a function."""
        return kinds.AsyncActionSpec(info.path) if info.is_async_factory else CallFunctionSpec(info.path)

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
        if info is None or call_node_class(info) not in _WIDE:
            return spec
        letters = [item.pin.upper() for item in call.arguments if len(item.pin) == 1 and item.pin.isalpha()]
        by_name = max((ord(letter) - ord("A") + 1 for letter in letters), default=0)
        count = max(by_name, sum(not item.pin for item in call.arguments))
        return CallFunctionSpec(spec.function, count) if count > _USUAL else spec

    # --- what names mean ---------------------------------------------------------------------

    def _own_function(self, name: str) -> AnyNodeSpec | None:
        """A call of a function, macro or custom event of the Blueprint itself, or None."""
        owner = self._feeder.scope.owner
        for graph in owner.graphs:
            if graph.name.lower() == name.lower() and graph.kind == "function":
                return CallFunctionSpec(f"{owner.generated_class}:{graph.name}")
            if graph.name.lower() == name.lower() and graph.kind == "macro":
                return kinds.MacroSpec(f"{owner.path}.{owner.name}:{graph.name}")
            for node in graph.nodes:
                given = (node.find_property("CustomFunctionName") or "").strip('"')
                if node.class_name == "K2Node_CustomEvent" and given.lower() == name.lower():
                    return CallFunctionSpec(f"{owner.generated_class}:{given}")
        found = self._feeder.scope.event(name)
        return CallFunctionSpec(f"{owner.generated_class}:{found}") if found else None

    def is_own(self, name: str) -> bool:
        """Whether the Blueprint itself has a function of that name."""
        return self._own_function(name) is not None

    def _names_a_class(self, of: Expression) -> bool:
        """Whether the part before the dot is a class. Raises UnknownNameError when it is nothing at all."""
        scope = self._feeder.scope
        if isinstance(of, Name):
            if scope.means_value(of.name):
                return False
            if scope.class_path(of.name):
                return True
            raise scope.unknown(of.name)
        owner = _dotted(of)
        return owner.startswith("/") and bool(scope.class_path(owner))


def _is_self(value: Expression) -> bool:
    return isinstance(value, Name) and value.name in _SELF


def _dotted(value: Expression) -> str:
    """A name with dots, as a class path is read: `/Script/Engine.Actor`."""
    parts: list[str] = []
    while isinstance(value, Member):
        parts.append(value.name)
        value = value.of
    if not isinstance(value, Name):
        return ""
    return ".".join([value.name, *reversed(parts)])
