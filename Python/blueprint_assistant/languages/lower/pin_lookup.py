"""Finds the pins that a program names, in the ways in which names are written. Part of `languages`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError, nearest
from blueprint_assistant.graph.kinds.node_titles import node_title
from blueprint_assistant.graph.rules.conversions import conversion
from blueprint_assistant.graph.rules.pin_spelling import SPELLINGS, spelled
from blueprint_assistant.languages.ast.syntax_tree import BooleanLiteral, NumberLiteral, StringLiteral

if TYPE_CHECKING:
    from collections.abc import Sequence

    from blueprint_assistant.errors import AssistantError
    from blueprint_assistant.graph.model.blueprint import Direction, Node, Pin, PinType
    from blueprint_assistant.languages.ast.syntax_tree import Expression

__all__ = [
    "AmbiguousOutputError",
    "AmbiguousPinNameError",
    "ExecNodeAsValueError",
    "GivenTwiceError",
    "LatentInFunctionError",
    "PinTypeError",
    "PinValueError",
    "TooManyValuesError",
    "UnknownPinNameError",
    "cast_result",
    "exec_names",
    "first_exec",
    "fitting_output",
    "is_no_target",
    "main_output",
    "named_exec",
    "named_pin",
    "only_once",
    "said_pin",
    "shown_inputs",
    "shown_outputs",
]

_OTHER_NAMES: Final = {"target": "self", "result": "ReturnValue", "return": "ReturnValue"}
_FORWARD: Final = {
    "true": "then",
    "false": "else",
    "valid": "Is Valid",
    "invalid": "Is Not Valid",
    "success": "then",
}
_CASTS: Final = ("K2Node_DynamicCast", "K2Node_ClassDynamicCast")
_MOST_LISTED: Final = 16
_MADE_OF: Final = {
    "Vector": "MakeVector(X={0}, Y={0}, Z={0})",
    "Vector2D": "MakeVector2D(X={0}, Y={0})",
    "Rotator": "MakeRotator(Roll=0, Pitch=0, Yaw={0})",
    "LinearColor": "MakeColor(R={0}, G={0}, B={0})",
}


class UnknownPinNameError(GraphError):
    """A node has no pin of that name; the message lists those that it has."""

    code = "unknown_pin"

    def __init__(self, what: str, name: str, pins: Sequence[Pin]) -> None:
        """`pins` are those that could be meant."""
        shown = {pin.name: said_pin(pin) for pin in pins if not pin.is_hidden}
        near = nearest(name, list(shown))
        ordered = [*(shown[item] for item in near), *(shown[item] for item in shown if item not in near)]
        super().__init__(
            what, f"Use one of: {', '.join(ordered[:_MOST_LISTED])}." if ordered else "It has none."
        )
        self.candidates = near
        self.pins = tuple(shown.values())


class AmbiguousPinNameError(GraphError):
    """A name fits several pins of a node."""

    code = "ambiguous_pin"

    def __init__(self, name: str, pins: Sequence[Pin]) -> None:
        """`pins` are those that it fits."""
        self.candidates = tuple(pin.name for pin in pins)
        super().__init__(f"'{name}' fits several pins: {', '.join(self.candidates)}.", "Write one of them.")
        self.pins = tuple(map(said_pin, pins))


class PinTypeError(GraphError):
    """A value is of a type that an input does not take; the message lists the inputs."""

    code = "pin_type_mismatch"

    def __init__(self, node: Node, pin: str, kind: PinType, reason: str) -> None:
        """Say which input of which node refuses what, and why."""
        self.pins = tuple(map(said_pin, shown_inputs(node)))
        listed = f"Its inputs: {', '.join(self.pins[:_MOST_LISTED])}. Name the one that is meant."
        fix = listed if len(self.pins) > 1 else f"Give {', '.join(self.pins)} a value of its type."
        super().__init__(f"{node_title(node).title} takes no {kind} for {pin}: {reason}", fix)


class PinValueError(GraphError):
    """A plain value is none that an input takes."""

    code = "pin_type_mismatch"

    def __init__(self, node: Node, pin: Pin, error: AssistantError) -> None:
        """Say for which input of which node it is; what a value looks like the error says."""
        what = f"{error.what.rstrip('.')}, which {pin.name} of {node_title(node).title} takes."
        super().__init__(what, _by_parts(pin, error.what) or error.fix)
        self.pins = tuple(map(said_pin, shown_inputs(node)))
        self.candidates = error.candidates


def _by_parts(pin: Pin, what: str) -> str:
    """How a number is given to a struct: in its parts, by the function that makes it; empty for all else."""
    ref = pin.type.subcategory_object
    said = re.match(r"'(-?[\d.]+)' is no value", what)
    form = _MADE_OF.get(ref.name, "") if ref is not None else ""
    return f"It has parts: {form.format(said[1])}." if said is not None and form else ""


class ExecNodeAsValueError(GraphError):
    """A node that is executed stands where a value is needed, and cannot be executed before it."""

    code = "exec_node_as_value"


class LatentInFunctionError(GraphError):
    """A call that takes time stands in a function, which must be done at once."""

    code = "latent_in_function"

    def __init__(self, title: str, function: str) -> None:
        """Say which call, and where it may stand."""
        super().__init__(
            f"{title} takes time, and the function {function} must be done at once.",
            f"Write these statements in an event, event {function}Later():, and call {function}Later().",
        )


class AmbiguousOutputError(GraphError):
    """A node has several outputs, and none of them is the one that is meant."""

    code = "ambiguous_pin"

    def __init__(self, node: Node, outputs: Sequence[Pin], wanted: PinType | None = None) -> None:
        """`outputs` are those that could be meant, of the type that is wanted where one is."""
        title = node_title(node).title
        self.candidates = tuple(pin.name for pin in outputs)
        self.pins = tuple(map(said_pin, outputs))
        fit = "" if wanted is None else f" that fit {wanted}"
        super().__init__(
            f"{title} has {len(outputs)} outputs{fit}: {', '.join(self.pins)}.",
            f"Name the one that is meant behind the call's brackets, such as .{_spelled(outputs[0].name)}.",
        )


class GivenTwiceError(GraphError):
    """A call gives one input two values."""

    code = "ambiguous_pin"


def only_once(pin: Pin, given: Sequence[str], of: str) -> str:
    """The name of an input that has no value yet. Raises GivenTwiceError."""
    if pin.name in given and pin.name != "self":
        raise GivenTwiceError(f"{of} is given {pin.name} twice.", "Leave one of them out.")
    return pin.name


class TooManyValuesError(GraphError):
    """A call has more values by place than inputs."""

    code = "unknown_pin"

    def __init__(self, of: str, inputs: Sequence[Pin]) -> None:
        """`inputs` are what the call takes, in order."""
        names = ", ".join(pin.name for pin in inputs)
        count = f"{len(inputs)} value{'' if len(inputs) == 1 else 's'}: {names}" if inputs else "no values"
        super().__init__(f"{of} takes {count}.", "Leave out the rest.")
        self.pins = tuple(map(said_pin, inputs))


def is_no_target(pin: Pin, value: Expression) -> bool:
    """Whether an input is the target of a call and a value is a number, a text or a Boolean: never one."""
    return pin.name == "self" and isinstance(value, NumberLiteral | StringLiteral | BooleanLiteral)


def said_pin(pin: Pin) -> str:
    """A pin with its type; of an exec pin the name alone."""
    return pin.name if pin.is_exec else f"{pin.name} ({pin.type})"


def named_pin(node: Node, name: str, direction: Direction = "input", *, of: str = "The node") -> Pin:
    """The data pin of a name. Raises UnknownPinNameError or AmbiguousPinNameError with the pins."""
    pins = [pin for pin in node.pins if pin.direction == direction and not pin.is_exec]
    found = _find(pins, name)
    if found is None and name.lower() in _OTHER_NAMES:
        found = _find(pins, _OTHER_NAMES[name.lower()])
    if found is None and name.lower() == "event":
        # The editor shows the delegate of a call as Event; the catalogue has no labels of parameters.
        delegates = [pin for pin in pins if pin.type.category == "delegate" and not pin.is_hidden]
        found = delegates[0] if len(delegates) == 1 else None
    if found is not None:
        return found
    raise UnknownPinNameError(f"{of} has no {direction} '{name}'.", name, pins)


def _find(pins: Sequence[Pin], name: str) -> Pin | None:
    """The one pin of a name; shown ones before hidden ones."""
    shown = [pin for pin in pins if not pin.is_hidden]
    for spelling in SPELLINGS:
        for candidates in (shown, pins):
            found = spelled(candidates, name, spelling)
            if len(found) == 1:
                return found[0]
            if found and candidates is shown:
                raise AmbiguousPinNameError(name, found)
    return None


def named_exec(node: Node, name: str, direction: Direction) -> str:
    """The exec pin of a name. Raises UnknownPinNameError with the exec pins that there are."""
    pins = [pin for pin in node.pins if pin.is_exec and pin.direction == direction]
    other = _FORWARD.get(name.lower(), "")
    found = _find(pins, name) or (_find(pins, other) if other else None)
    if found is None:
        raise UnknownPinNameError(f"There is no exec {direction} '{name}'.", name, pins)
    return found.name


def exec_names(node: Node, direction: Direction) -> list[str]:
    """The exec pins of one direction, in order."""
    return [pin.name for pin in node.pins if pin.is_exec and pin.direction == direction]


def first_exec(node: Node, direction: Direction) -> str:
    """The first exec pin of one direction. Raises GraphError for a node without."""
    names = exec_names(node, direction)
    if not names:
        raise GraphError("The node has no exec pins.", "Use its value where it is needed.")
    return names[0]


def main_output(node: Node) -> Pin:
    """What a node's name alone means: its only output, or ReturnValue.

    Raises ExecNodeAsValueError, AmbiguousOutputError and GraphError.
    """
    data = shown_outputs(node)
    named = [pin for pin in data if pin.name.lower() == "returnvalue"]
    if len(data) == 1 or named:
        return (named or data)[0]
    if data:
        raise AmbiguousOutputError(node, data)
    title = node_title(node).title
    if any(pin.is_exec for pin in node.pins):
        raise ExecNodeAsValueError(f"{title} gives no value.", "Write it as a statement of its own.")
    raise GraphError(f"{title} has no outputs.", "Use another node.")


def cast_result(node: Node) -> str:
    """The output of a cast that gives the object or class."""
    return next(
        pin.name
        for pin in node.pins
        if pin.direction == "output" and pin.type.category in ("object", "interface", "class")
    )


def fitting_output(node: Node, wanted: PinType | None) -> Pin:
    """The output that a call gives where a type is wanted: its main one, else the only one of that type.

    Raises AmbiguousOutputError with those that fit.
    """
    if wanted is None or wanted.category in ("wildcard", ""):
        return main_output(node)
    fitting = [pin for pin in shown_outputs(node) if _is_of(pin.type, wanted)]
    if node.class_name in _CASTS and wanted.category != "bool":
        return named_pin(node, cast_result(node), "output")
    try:
        main = main_output(node)
    except AmbiguousOutputError:
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousOutputError(node, fitting, wanted) from None
        raise
    is_other = main.type.category != wanted.category and not conversion(main.type, wanted)
    return fitting[0] if is_other and len(fitting) == 1 else main


def _is_of(kind: PinType, wanted: PinType) -> bool:
    given, asked = kind.subcategory_object, wanted.subcategory_object
    is_same = kind.category == wanted.category and kind.container == wanted.container
    return is_same and (kind.category == "object" or (given and given.path) == (asked and asked.path))


def shown_inputs(node: Node) -> list[Pin]:
    """The data inputs that are shown, in order."""
    return [pin for pin in node.pins if pin.direction == "input" and not pin.is_exec and not pin.is_hidden]


def shown_outputs(node: Node) -> list[Pin]:
    """The data outputs that are shown, in order."""
    return [pin for pin in node.pins if pin.direction == "output" and not pin.is_exec and not pin.is_hidden]


def _spelled(name: str) -> str:
    return name if name.isidentifier() else f"`{name}`"
