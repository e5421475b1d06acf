"""What the pins of nodes give, for `machine`. Outside uses inputs_of, value_of, target_of and own_graph_of.

Pure nodes are asked anew by each node that is executed, once each; outputs of others keep their last value.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from authoring.running.pure_calls import called
from authoring.running.pure_functions import outputs_of
from authoring.running.values import (
    CannotFollowError,
    WithoutEndError,
    as_text,
    has_term,
    is_triple,
    parsed,
    part_of,
    term,
    triple,
)
from blueprint_assistant.graph.compare.semantics import is_reroute
from blueprint_assistant.graph.kinds import common_specs
from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from authoring.running.frames import Frame
    from authoring.running.machine import Machine
    from blueprint_assistant.graph.model.blueprint import Node, Pin

__all__ = ["inputs_of", "label_of", "output_of", "split_path", "target_of", "value_of"]

_DEEPEST = 400


def inputs_of(machine: Machine, frame: Frame, node: Node) -> dict[str, Any]:
    """The values of all data inputs of a node, in order, without its target and what is hidden."""
    with _asking(frame):
        return {
            pin.name: _value(machine, frame, node, pin)
            for pin in node.pins
            if pin.direction == "input" and not pin.is_exec and pin.name != "self"
            if (pin.sub_pins or not pin.is_hidden) and not pin.parent_pin and not pin.is_orphaned
        }


def value_of(machine: Machine, frame: Frame, node: Node, pin: Pin) -> Any:
    """What an input pin gets."""
    with _asking(frame):
        return _value(machine, frame, node, pin)


def output_of(machine: Machine, frame: Frame, node: Node, pin: Pin) -> Any:
    """What an output pin gives."""
    with _asking(frame):
        return _output(machine, frame, node, pin)


def target_of(machine: Machine, frame: Frame, node: Node) -> Any:
    """What a call is for: the actor itself where nothing is linked."""
    pin = node.find_pin("self", "input")
    if pin is None or not frame.graph.links_of(node.name, pin.id):
        return machine.me
    return value_of(machine, frame, node, pin)


def split_path(function: str) -> tuple[str, str]:
    """The class and the name in the path of a function."""
    owner, _, name = function.rpartition(":")
    return owner, name


def label_of(node: Node) -> str:
    """What a node of a kind that nobody knows is, without what only tells it from others of its kind."""
    spec = any_spec_of(node)
    return node.class_name if spec is None else repr(spec)


@contextmanager
def _asking(frame: Frame) -> Iterator[None]:
    """While the inputs of one executed node are worked out, each pure node is asked once."""
    if not frame.asking:
        frame.pure.clear()
    frame.asking += 1
    try:
        if frame.asking > _DEEPEST:
            raise WithoutEndError("values without end")
        yield
    finally:
        frame.asking -= 1


# --- inputs --------------------------------------------------------------------------------------


def _value(machine: Machine, frame: Frame, node: Node, pin: Pin) -> Any:
    parts = [
        item for item in node.pins if item.parent_pin in (pin.id, pin.name) and item.direction == "input"
    ]
    if pin.sub_pins and parts:
        fields = {
            item.name.removeprefix(f"{pin.name}_"): _value(machine, frame, node, item) for item in parts
        }
        return _made(machine, pin, fields)
    ends = frame.graph.links_of(node.name, pin.id)
    if not ends:
        return parsed(pin.type, pin.default)
    source, output = frame.graph.nodes_by_name.get(ends[0].node), frame.graph.pin(ends[0])
    if source is None or output is None:
        return machine.unknown("a link that leads nowhere").fresh("a link that leads nowhere")
    return _output(machine, frame, source, output)


def _made(machine: Machine, pin: Pin, fields: Mapping[str, Any]) -> Any:
    """A struct of its parts."""
    if is_triple(pin.type) and not has_term(dict(fields)):
        parts = {part_of(name): value for name, value in fields.items()}
        return triple(*(parts.get(at, 0.0) for at in range(3)))
    return _made_struct(machine, _struct_of(pin), fields)


def _made_struct(machine: Machine, struct: str, fields: Mapping[str, Any]) -> Any:
    machine.unknown(f"Make {struct}")
    return term(f"Make {struct}", dict(fields))


def _struct_of(pin: Pin) -> str:
    return pin.type.subcategory_object.name if pin.type.subcategory_object is not None else pin.type.category


# --- outputs -------------------------------------------------------------------------------------


def _output(machine: Machine, frame: Frame, node: Node, pin: Pin) -> Any:
    if pin.parent_pin:
        whole = node.pin_by_id(pin.parent_pin) or node.find_pin(pin.parent_pin, "output")
        if whole is None:
            raise CannotFollowError("a split pin without its whole")
        return _part(
            machine, _output(machine, frame, node, whole), pin.name.removeprefix(f"{whole.name}_"), whole
        )
    if pin.type.category == "delegate":
        return _delegate(machine, frame, node)
    known = (node.name, pin.name.lower())
    if known in frame.outputs:
        return frame.outputs[known]
    if any(item.is_exec for item in node.pins):
        return parsed(pin.type, "")  # it has not run yet
    if known not in frame.pure:
        frame.pure[known] = _pure(machine, frame, node, pin)
    return frame.pure[known]


def _part(machine: Machine, whole: Any, name: str, pin: Pin) -> Any:
    if isinstance(whole, tuple):
        return whole[part_of(name)]
    machine.unknown(f"the parts of {_struct_of(pin)}")
    return term(f"{name.lower()} of", whole)


def _delegate(machine: Machine, frame: Frame, node: Node) -> Any:
    """The name of what a delegate pin stands for."""
    match any_spec_of(node):
        case (
            common_specs.CustomEventSpec(name) | common_specs.EventSpec(name) | kinds.CreateDelegateSpec(name)
        ):
            return name
        case _ if is_reroute(node):
            return next(iter(inputs_of(machine, frame, node).values()))
        case _:
            what = f"a delegate of {label_of(node)}"
            machine.unknown(what)
            return term(what)


def _pure(machine: Machine, frame: Frame, node: Node, pin: Pin) -> Any:
    match any_spec_of(node):
        case common_specs.VariableGetSpec(name):
            return machine.variable(name, pin)
        case kinds.OtherVariableGetSpec(_, name):
            return machine.property_of(target_of(machine, frame, node), name)
        case kinds.LocalVariableGetSpec(_, name):
            return frame.state.get(name, parsed(pin.type, ""))
        case kinds.SelfSpec():
            return machine.me
        case common_specs.CallFunctionSpec(function) | kinds.OperatorSpec(_, function):
            return _call(machine, frame, node, function, pin)
        case _ if is_reroute(node):
            return next(iter(inputs_of(machine, frame, node).values()))
        case _:
            return _form(machine, frame, node, pin)


def _form(machine: Machine, frame: Frame, node: Node, pin: Pin) -> Any:
    """What a pure node gives that is no variable and no call."""
    given = inputs_of(machine, frame, node)
    match any_spec_of(node):
        case kinds.CastSpec(class_path):
            is_one = machine.is_a(given["Object"], class_path)
            return is_one if pin.name == "bSuccess" else given["Object"] if is_one else None
        case kinds.FormatTextSpec() if not has_term(given):
            return _formatted(given)
        case kinds.MakeStructSpec(struct):
            return _struct_made(machine, struct, given)
        case kinds.BreakStructSpec():
            return _part(machine, next(iter(given.values())), pin.name, pin)
        case kinds.SelectSpec():
            return _selected(machine, given)
        case kinds.MakeArraySpec():
            return list(given.values())
        case kinds.GetArrayItemSpec():
            return _item(machine, given)
        case kinds.EnumEqualitySpec(_, is_unequal) if not has_term(given):
            first, second = given.values()
            return (first == second) != is_unequal
        case kinds.EnumLiteralSpec():
            return given["Enum"]
        case _:
            machine.unknown(f"a node {label_of(node)}")
            return term(f"{label_of(node)}.{pin.name}", given)


def _struct_made(machine: Machine, struct: str, given: Mapping[str, Any]) -> Any:
    name = struct.rpartition(".")[2]
    if name in ("Vector", "Rotator") and not has_term(dict(given)):
        return outputs_of(f"Make{name}", given)["ReturnValue"]
    return _made_struct(machine, name, given)


def _selected(machine: Machine, given: dict[str, Any]) -> Any:
    index = given.pop("Index")
    options = list(given.values())
    if has_term(index):
        return options[machine.unknown("the index of a Select").choice(index, len(options))]
    if isinstance(index, str):
        return dict(given).get(index, options[0])
    return options[min(int(index), len(options) - 1)]


def _item(machine: Machine, given: Mapping[str, Any]) -> Any:
    items, index = given.values()
    if has_term(index) or not isinstance(items, list):
        machine.unknown("an item of an array")
        return term("item of", items, index)
    return items[index] if 0 <= index < len(items) else None


def _formatted(given: Mapping[str, Any]) -> str:
    text = str(given["Format"])
    for name, value in given.items():
        if name != "Format":
            text = text.replace(f"{{{name}}}", as_text(value))
    return text


# --- calls -----------------------------------------------------------------------------------------


def _call(machine: Machine, frame: Frame, node: Node, function: str, pin: Pin) -> Any:
    given = inputs_of(machine, frame, node)
    name = split_path(function)[1]
    if machine.is_own(function) and machine.has_own(name):
        return machine.run_own(name, given).get(pin.name)
    return called(machine, name, target_of(machine, frame, node), given, pin.name)
