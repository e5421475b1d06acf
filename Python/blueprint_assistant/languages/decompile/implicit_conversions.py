"""Conversions that go without saying: those that the editor puts in when the same link is made again.

`expression_decompiler` leaves them out and `reusing_emitter` finds them there (spec 5.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, VariableSetSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of
from blueprint_assistant.graph.model.blueprint import PinRef
from blueprint_assistant.graph.rules.conversions import conversion, is_turned

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node
    from blueprint_assistant.languages.decompile.call_names import CallNames
    from blueprint_assistant.languages.decompile.control_flow import ControlFlow

__all__ = ["is_conversion", "silent_source"]

_CONVERTING: Final = "Conv_"
_RESULT: Final = "ReturnValue"
_FIXED: Final = (CallFunctionSpec, VariableSetSpec, kinds.LocalVariableSetSpec)
"""Nodes whose inputs have their types before anything is linked, unless they are operators."""


def is_conversion(node: Node) -> bool:
    """Whether the node converts a value, by the name of its function."""
    spec = any_spec_of(node)
    return isinstance(spec, CallFunctionSpec) and spec.function.rpartition(":")[2].startswith(_CONVERTING)


def silent_source(node: Node, flow: ControlFlow, words: CallNames) -> PinRef | None:
    """What a conversion converts, when linking that to where its result goes makes the same conversion.

    It has one use, at an input whose type no link decides, and nothing else is set at it.
    """
    spec = words.spec(node)
    if not isinstance(spec, CallFunctionSpec) or _CONVERTING not in spec.function or not is_conversion(node):
        return None
    source, target = _source(node, flow, words), _target(node, flow, words)
    if source is None or target is None:
        return None
    given, wanted = flow.graph.pin(source), flow.graph.pin(target)
    if given is None or wanted is None or conversion(given.type, wanted.type) != spec.function:
        return None
    return None if is_turned(spec.function) else source


def _source(node: Node, flow: ControlFlow, words: CallNames) -> PinRef | None:
    """The one output that is linked to the conversion, if nothing else is given to it."""
    found: list[PinRef] = []
    for pin in node.pins:
        if pin.direction != "input" or pin.is_hidden:
            continue
        found += flow.sources(node.name, pin.id)
        if not flow.sources(node.name, pin.id) and words.is_set(node, pin):
            return None
    return found[0] if len(found) == 1 else None


def _target(node: Node, flow: ControlFlow, words: CallNames) -> PinRef | None:
    """The one input that takes the result, if it is of a type of its own."""
    result = node.find_pin(_RESULT, "output")
    uses = () if result is None else flow.uses.get(PinRef(node.name, result.id), ())
    if len(uses) != 1:
        return None
    target = uses[0]
    user = flow.nodes[target.node]
    spec, pin = words.spec(user), user.pin_by_id(target.pin)
    if pin is None or pin.name == "self" or not isinstance(spec, _FIXED):
        return None
    if isinstance(spec, CallFunctionSpec) and (words.operator(user, spec) or is_conversion(user)):
        return None
    fresh = words.fresh_pin(user, pin)
    return target if fresh is not None and fresh.type.category == pin.type.category else None
