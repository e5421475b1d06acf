"""Which nodes the Python API of Unreal 5.8 cannot build, and what to do instead. Pure data and rules.

Outside uses `refusal…`, `paste_only` and `can_be_pasted`. Sources: the API reference (typed calls, the
node menu), field notes 2, 3 and 6, and the notes on pasting.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.kinds import specs as kinds
from blueprint_assistant.graph.kinds.common_specs import CallFunctionSpec, CustomEventSpec, EventSpec

if TYPE_CHECKING:
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.kinds.specs import AnyNodeSpec
    from blueprint_assistant.graph.model.blueprint import GraphKind

__all__ = ["can_be_pasted", "paste_only", "refusal_in_construction", "refusal_of"]

Refusal = tuple[str, str]
"""What is refused and why, and what to do instead."""

_EVENT_GRAPHS_ONLY = (
    EventSpec
    | CustomEventSpec
    | kinds.ComponentEventSpec
    | kinds.InputKeySpec
    | kinds.InputKeyAxisSpec
    | kinds.InputActionSpec
    | kinds.InputAxisSpec
    | kinds.EnhancedInputActionSpec
    | kinds.AsyncActionSpec
    | kinds.AsyncTaskSpec
    | kinds.TimelineSpec
)
_NEVER: dict[type, Refusal] = {
    kinds.FunctionEntrySpec: (
        "A function has its one entry node from the start.",
        "Add the function, and use its entry.",
    ),
}
_NOT_PASTED = EventSpec | kinds.FunctionEntrySpec | kinds.FunctionResultSpec
"""What comes back from a paste as something else, or needs what is in the graph already [PASTE 37]."""
_PARENT_BY_HAND = (
    "Use override_function, whose graph has it. Of an event write the rest first; the user then right-clicks "
    "its node: Add Call to Parent Function."
)
_NO_CALL: dict[type, Refusal] = {
    kinds.TimelineSpec: (
        "Tracks and curves of a timeline cannot be made from Python.",
        "Add the timeline by hand, or use Delay, a timer, or a Lerp on Tick.",
    ),
    kinds.MessageSpec: (
        "No call of the editor makes an interface message.",
        "Cast to a class that implements the interface, and call the function on it.",
    ),
    kinds.ParentCallSpec: (
        "No call of the editor makes a call of the parent's function alone.",
        _PARENT_BY_HAND,
    ),
    kinds.ValidatedGetSpec: (
        "No call of the editor makes a validated getter.",
        "Use a plain getter and the macro IsValid.",
    ),
}


_CONSTRUCTION: Final = "UserConstructionScript"
# Seen in 5.x logs: "SpawnActor failed because we are running a ConstructionScript". The editor does not offer
# the node in that graph; of the functions it only warns.
_SPAWNING: Final = frozenset(
    (
        "BeginDeferredActorSpawnFromClass",
        "BeginSpawningActorFromClass",
        "FinishSpawningActor",
        "SpawnAIFromClass",
    )
)


def refusal_of(spec: AnyNodeSpec, graph: GraphKind, catalog: Catalog) -> Refusal | None:
    """Why such a node cannot be added to a graph of that kind in any way, or None when it can."""
    if graph != "event" and (isinstance(spec, _EVENT_GRAPHS_ONLY) or _is_latent(spec, catalog)):
        return "Functions hold no events and nothing that waits.", "Add it to the event graph."
    if graph != "function" and isinstance(
        spec, kinds.FunctionResultSpec | kinds.LocalVariableGetSpec | kinds.LocalVariableSetSpec
    ):
        return "Only a function has a result and local variables.", "Add it to a function graph."
    if isinstance(spec, kinds.DelegateSpec) and spec.action == "assign":
        return "Assign makes two nodes at once.", "Add the event, and bind it with action add."
    return _NEVER.get(type(spec))


def refusal_in_construction(spec: AnyNodeSpec, graph: str) -> Refusal | None:
    """Why such a node is no good in the graph of that name: while an actor is constructed none is spawned."""
    function = spec.function.rpartition(":")[2] if isinstance(spec, CallFunctionSpec) else ""
    if graph != _CONSTRUCTION or not (isinstance(spec, kinds.SpawnActorSpec) or function in _SPAWNING):
        return None
    return "A construction script cannot spawn actors: the engine gives none.", "Write it in on BeginPlay():"


def paste_only(spec: AnyNodeSpec) -> Refusal | None:
    """Why no call of the editor makes the node, which can be pasted; None when a call does."""
    fixed = _NO_CALL.get(type(spec))
    return fixed if fixed is not None else _by_details(spec)


def can_be_pasted(spec: AnyNodeSpec) -> bool:
    """Whether a text on the clipboard brings such a node as itself."""
    return not isinstance(spec, _NOT_PASTED)


def _is_latent(spec: AnyNodeSpec, catalog: Catalog) -> bool:
    info = catalog.function(spec.function) if isinstance(spec, CallFunctionSpec) else None
    return info is not None and info.is_latent


def _by_details(spec: AnyNodeSpec) -> Refusal | None:
    match spec:
        case kinds.CastSpec(_, True) | kinds.ClassCastSpec(_, True):
            return (
                "A pure cast can only be made by hand.",
                "Use the cast with exec pins; in code: if x is Class as name:",
            )
        case kinds.SwitchIntSpec(_, start, has_default) if start != 0 or not has_default:
            return (
                "Start and default of a Switch can only be set in its Details panel.",
                "Use a Switch that starts at 0 and has a default.",
            )
        case kinds.SwitchStringSpec(cases, has_default, is_case_sensitive):
            return _case_refusal(cases, has_default=has_default) or (
                ("Letter case of a Switch can only be set in its Details panel.", "Leave it.")
                if is_case_sensitive
                else None
            )
        case kinds.SwitchNameSpec(cases, has_default):
            return _case_refusal(cases, has_default=has_default)
        case kinds.SwitchEnumSpec(_, True):
            return (
                "The default of a Switch on an enum can only be added in its Details panel.",
                "Use it without a default.",
            )
        case kinds.SelectSpec(options, index) if index is not None and options:
            return (
                "The index of a Select takes its type from what it is linked to.",
                "Leave the type out, and link Index.",
            )
        case kinds.FormatTextSpec(arguments) if arguments:
            return (
                "The arguments of Format Text come from its text.",
                "Leave them out, and set Format to a text with {names} in braces.",
            )
        case kinds.SetFieldsInStructSpec(_, fields) if fields:
            return (
                "The members that Set members in a struct shows can only be chosen in its Details panel.",
                "Break the struct, and make it anew.",
            )
        case CustomEventSpec():
            return _event_refusal(spec)
        case _:
            return None


def _event_refusal(spec: CustomEventSpec) -> Refusal | None:
    if spec.inputs:
        return (
            "No call of the editor makes inputs of a custom event.",
            "Add the event without inputs, or a function with them.",
        )
    if spec.flags:
        return "No call of the editor makes an event run on other machines.", "Leave replication out."
    return None


def _case_refusal(cases: tuple[str, ...], *, has_default: bool) -> Refusal | None:
    """New cases are called Case_0, Case_1, …: only the Details panel can rename them."""
    if has_default and cases == tuple(f"Case_{number}" for number in range(len(cases))):
        return None
    return (
        "Names of cases, and a missing default, can only be set in the Switch's Details panel.",
        "Compare with Equal and Branch instead, or name the cases by hand.",
    )
