"""What the exec outputs of a node mean for the flow: go on, one of several ways, or a body.

Part of `languages`; `structuring` makes statements by it and the writer links by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, get_args

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import BranchSpec, SequenceSpec
from blueprint_assistant.graph.kinds.node_factory import any_spec_of

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Node

__all__ = ["Role", "StandardMacro", "flow_role", "needs_kind", "standard_macro"]

Role = Literal["step", "branch", "cast", "switch", "sequence", "loop", "arms", "result"]
"""`step`: at most one way on. `sequence` and the body of a `loop` are closed; other ways are open."""

_TWO_WAYS: Final = 2
_MACROS: Final = "/Engine/EditorBlueprintResources/StandardMacros.StandardMacros:"

# fmt: off
StandardMacro = Literal[
    "ForLoop", "ForLoopWithBreak", "ForEachLoop", "ForEachLoopWithBreak", "ReverseForEachLoop", "WhileLoop",
]
# fmt: on
_MACRO_NODE: Final = "K2Node_MacroInstance"
_LOOPS: Final[dict[str, StandardMacro]] = {name.lower(): name for name in get_args(StandardMacro)}


def standard_macro(node: Node) -> StandardMacro | None:
    """Which loop of the standard macros a node is, or None."""
    spec = any_spec_of(node) if node.class_name == _MACRO_NODE else None
    if not isinstance(spec, kinds.MacroSpec) or not spec.macro.lower().startswith(_MACROS.lower()):
        return None
    return _LOOPS.get(spec.macro[len(_MACROS) :].lower())


def flow_role(node: Node) -> Role:
    """What the exec outputs of a node mean."""
    outputs = sum(pin.is_exec and pin.direction == "output" for pin in node.pins)
    match any_spec_of(node):
        case kinds.FunctionResultSpec():
            return "result"
        case BranchSpec() if outputs == _TWO_WAYS:
            return "branch"
        case kinds.CastSpec() | kinds.ClassCastSpec() if outputs == _TWO_WAYS:
            return "cast"
        case SequenceSpec():
            return "sequence"
        case (
            kinds.SwitchIntSpec() | kinds.SwitchStringSpec() | kinds.SwitchNameSpec() | kinds.SwitchEnumSpec()
        ):
            return "switch"
        case _:
            pass
    if standard_macro(node) is not None and node.find_pin("LoopBody", "output") is not None:
        return "loop"
    return "step" if outputs <= 1 else "arms"


def needs_kind(node: Node, *, has_value: bool) -> bool:
    """Whether the words of a cast or switch would not say all that it is: then its kind has to be told.

    `has_value` is whether something is linked to what it decides by, which says the type.
    """
    match any_spec_of(node):
        case kinds.ClassCastSpec():
            return True
        case kinds.CastSpec() | kinds.SwitchEnumSpec() | kinds.SwitchNameSpec():
            return not has_value
        case kinds.SwitchStringSpec(is_case_sensitive=True):
            return True
        case _:
            return False
