"""The kinds of node beside those of plans: what texts can bring and the catalogue can build.

`AnyNodeSpec` is the union of all; `graph.kinds.node_factory` builds and reads every one of them.
`certainty_of` says how sure the pins of a kind are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.graph.kinds.common_specs import (
    BranchSpec,
    CallFunctionSpec,
    CustomEventSpec,
    EventSpec,
    SequenceSpec,
    VariableGetSpec,
    VariableSetSpec,
)

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = [
    "AnyCallSpec",
    "AnyEventSpec",
    "AnyFlowSpec",
    "AnyMemberSpec",
    "AnyNodeSpec",
    "AnyValueSpec",
    "AsyncActionSpec",
    "AsyncTask",
    "AsyncTaskSpec",
    "BreakStructSpec",
    "CastSpec",
    "Certainty",
    "ClassCastSpec",
    "CommentSpec",
    "ComponentEventSpec",
    "ConstructObjectSpec",
    "CreateDelegateSpec",
    "CreateWidgetSpec",
    "DelegateAction",
    "DelegateSpec",
    "DoOnceMultiInputSpec",
    "EnhancedInputActionSpec",
    "EnumEqualitySpec",
    "EnumLiteralSpec",
    "ForEachEnumSpec",
    "FormatTextSpec",
    "FunctionEntrySpec",
    "FunctionResultSpec",
    "GetArrayItemSpec",
    "GetSubsystemSpec",
    "InputActionSpec",
    "InputAxisSpec",
    "InputKeyAxisSpec",
    "InputKeySpec",
    "InputKeyValueSpec",
    "InputValue",
    "KnotSpec",
    "LocalVariableGetSpec",
    "LocalVariableSetSpec",
    "MacroSpec",
    "MakeArraySpec",
    "MakeMapSpec",
    "MakeSetSpec",
    "MakeStructSpec",
    "MenuNodeSpec",
    "MessageSpec",
    "MultiGateSpec",
    "OperatorSpec",
    "OtherVariableGetSpec",
    "OtherVariableSetSpec",
    "ParentCallSpec",
    "SelectSpec",
    "SelfSpec",
    "SetFieldsInStructSpec",
    "SpawnActorSpec",
    "SwitchEnumSpec",
    "SwitchIntSpec",
    "SwitchNameSpec",
    "SwitchStringSpec",
    "TimelineSpec",
    "TrackKind",
    "ValidatedGetSpec",
    "certainty_of",
]

InputValue = Literal["bool", "axis1d", "axis2d", "axis3d"]
TrackKind = Literal["float", "vector", "color", "event"]
DelegateAction = Literal["add", "assign", "remove", "clear", "call"]
AsyncTask = Literal["AIMoveTo", "PlayMontage"]
Certainty = Literal["seen", "described", "assumed"]


# --- events --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ComponentEventSpec:
    """An event of a component of the Blueprint: `OnComponentBeginOverlap` of `Box`."""

    component: str
    delegate: str


@dataclass(frozen=True, slots=True)
class InputKeySpec:
    """A key of keyboard, mouse or gamepad, by its name (`SpaceBar`). `is_debug` for Debug Key nodes."""

    key: str
    is_debug: bool = False


@dataclass(frozen=True, slots=True)
class InputKeyAxisSpec:
    """The event of an axis key: `MouseX`, or `Mouse2D` with its vector."""

    key: str


@dataclass(frozen=True, slots=True)
class InputActionSpec:
    """An action mapping of the project settings (the input of UE 4)."""

    name: str


@dataclass(frozen=True, slots=True)
class InputAxisSpec:
    """An axis mapping of the project settings (the input of UE 4)."""

    name: str


@dataclass(frozen=True, slots=True)
class EnhancedInputActionSpec:
    """An Input Action asset, by its object path; `value` is what the asset's value type is."""

    action: str
    value: InputValue = "bool"


@dataclass(frozen=True, slots=True)
class FunctionEntrySpec:
    """The entry of a function graph. With `class_path` it overrides that class's function or event."""

    name: str
    class_path: str = ""


@dataclass(frozen=True, slots=True)
class FunctionResultSpec:
    """The result node of a function graph. With `class_path` it overrides that class's."""

    name: str
    class_path: str = ""


# --- flow ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MacroSpec:
    """An instance of a macro, by the path of its graph (`…StandardMacros:ForEachLoop`)."""

    macro: str


@dataclass(frozen=True, slots=True)
class SwitchIntSpec:
    """One exec output per number, counting up from `start`."""

    cases: int = 1
    start: int = 0
    has_default: bool = True


@dataclass(frozen=True, slots=True)
class SwitchStringSpec:
    """One exec output per string."""

    cases: tuple[str, ...] = ("Case_0",)
    has_default: bool = True
    is_case_sensitive: bool = False


@dataclass(frozen=True, slots=True)
class SwitchNameSpec:
    """One exec output per name."""

    cases: tuple[str, ...] = ("Case_0",)
    has_default: bool = True


@dataclass(frozen=True, slots=True)
class SwitchEnumSpec:
    """One exec output per enumerator of an enum, by its path."""

    enum: str
    has_default: bool = False


@dataclass(frozen=True, slots=True)
class SelectSpec:
    """One of several values, by index. `index` is the type of the index: nothing, a type, or an enum."""

    options: int = 2
    index: PinType | None = None


@dataclass(frozen=True, slots=True)
class MultiGateSpec:
    """One output after the other, one per call."""

    outputs: int = 2


@dataclass(frozen=True, slots=True)
class DoOnceMultiInputSpec:
    """Several independent inputs, of which the first to come closes all."""

    inputs: int = 1


@dataclass(frozen=True, slots=True)
class ForEachEnumSpec:
    """A loop over the enumerators of an enum, by its path."""

    enum: str


@dataclass(frozen=True, slots=True)
class CastSpec:
    """A cast of an object to a class, by its path. A pure cast has no exec pins."""

    class_path: str
    is_pure: bool = False


@dataclass(frozen=True, slots=True)
class ClassCastSpec:
    """A cast of a class reference to a class, by its path."""

    class_path: str
    is_pure: bool = False


@dataclass(frozen=True, slots=True)
class TimelineSpec:
    """A timeline with its tracks, as names and kinds. Curves are not part of the node."""

    name: str
    tracks: tuple[tuple[str, TrackKind], ...] = ()


@dataclass(frozen=True, slots=True)
class KnotSpec:
    """A reroute node."""


@dataclass(frozen=True, slots=True)
class SelfSpec:
    """A reference to the Blueprint's own object."""


@dataclass(frozen=True, slots=True)
class CommentSpec:
    """A comment box."""

    text: str
    width: int = 400
    height: int = 100


@dataclass(frozen=True, slots=True)
class MenuNodeSpec:
    """An entry of the editor's node menu, by its whole name, of a kind that is not known here.

    What it makes is seen when it is there: until then its node stands in a graph without pins.
    """

    entry: str


# --- calls ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MessageSpec:
    """A call through an interface, on any object: the path of the interface's function."""

    function: str


@dataclass(frozen=True, slots=True)
class ParentCallSpec:
    """A call of what the parent class does under a name that the Blueprint overrides (`super().Heat()`).

    `class_path` is the class that has it; without one it is looked for in the parents.
    """

    name: str
    class_path: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class OperatorSpec:
    """An operator that takes the types of what it is linked to: `Add`, `Less`, `EqualEqual`, ….

    `function` is the typed function that the node names until then, `operands` how many inputs it
    has when these are more than two.
    """

    operation: str
    function: str = ""
    operands: int = 0


@dataclass(frozen=True, slots=True)
class AsyncActionSpec:
    """An async node, by the path of the function that starts it."""

    function: str


@dataclass(frozen=True, slots=True)
class AsyncTaskSpec:
    """An async node of the engine with a class of its own (see `async_tasks`)."""

    task: AsyncTask


@dataclass(frozen=True, slots=True)
class FormatTextSpec:
    """A text with arguments in braces."""

    arguments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InputKeyValueSpec:
    """The value of an axis key: Get MouseX."""

    key: str


# --- objects -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SpawnActorSpec:
    """Spawn Actor from Class, with the class chosen or left open."""

    class_path: str = ""


@dataclass(frozen=True, slots=True)
class ConstructObjectSpec:
    """Construct Object from Class, with the class chosen or left open."""

    class_path: str = ""


@dataclass(frozen=True, slots=True)
class CreateWidgetSpec:
    """Create Widget, with the class chosen or left open."""

    class_path: str = ""


@dataclass(frozen=True, slots=True)
class GetSubsystemSpec:
    """A subsystem, by its class; from a player controller where it belongs to a local player."""

    class_path: str
    from_player_controller: bool = False


# --- containers, structs and enums ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MakeArraySpec:
    """An array of values."""

    inputs: int = 1


@dataclass(frozen=True, slots=True)
class MakeSetSpec:
    """A set of values."""

    inputs: int = 1


@dataclass(frozen=True, slots=True)
class MakeMapSpec:
    """A map of keys and values."""

    inputs: int = 1


@dataclass(frozen=True, slots=True)
class GetArrayItemSpec:
    """An item of an array, as a reference or as a copy."""

    by_reference: bool = False


@dataclass(frozen=True, slots=True)
class MakeStructSpec:
    """A struct from its members, by its path."""

    struct: str


@dataclass(frozen=True, slots=True)
class BreakStructSpec:
    """The members of a struct, by its path."""

    struct: str


@dataclass(frozen=True, slots=True)
class SetFieldsInStructSpec:
    """Some members of a struct set, the others kept."""

    struct: str
    fields: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EnumLiteralSpec:
    """A constant of an enum, by its path."""

    enum: str


@dataclass(frozen=True, slots=True)
class EnumEqualitySpec:
    """Whether two values of an enum are equal, or not equal. The enum may be left open."""

    enum: str = ""
    is_unequal: bool = False


# --- variables -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OtherVariableGetSpec:
    """Reads a variable of another object. `type` says what it is where no catalogue knows."""

    class_path: str
    name: str
    type: PinType | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class OtherVariableSetSpec:
    """Writes a variable of another object. `type` says what it is where no catalogue knows."""

    class_path: str
    name: str
    type: PinType | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class ValidatedGetSpec:
    """Reads a variable and branches on whether it is valid. Of the Blueprint itself without a class."""

    name: str
    class_path: str = ""
    type: PinType | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LocalVariableGetSpec:
    """Reads a local variable of a function graph."""

    function: str
    name: str
    type: PinType | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class LocalVariableSetSpec:
    """Writes a local variable of a function graph."""

    function: str
    name: str
    type: PinType | None = field(default=None, compare=False)


# --- event dispatchers ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DelegateSpec:
    """What is done with an event dispatcher: bind, unbind, unbind all, call.

    Without `class_path` the dispatcher is the Blueprint's own.
    """

    action: DelegateAction
    delegate: str
    class_path: str = ""


@dataclass(frozen=True, slots=True)
class CreateDelegateSpec:
    """Create Event: a function or custom event of the Blueprint as a delegate."""

    function: str = ""


AnyEventSpec = (
    EventSpec
    | CustomEventSpec
    | ComponentEventSpec
    | InputKeySpec
    | InputKeyAxisSpec
    | InputActionSpec
    | InputAxisSpec
    | EnhancedInputActionSpec
    | FunctionEntrySpec
    | FunctionResultSpec
)
AnyFlowSpec = (
    BranchSpec
    | SequenceSpec
    | MacroSpec
    | SwitchIntSpec
    | SwitchStringSpec
    | SwitchNameSpec
    | SwitchEnumSpec
    | SelectSpec
    | MultiGateSpec
    | DoOnceMultiInputSpec
    | ForEachEnumSpec
    | CastSpec
    | ClassCastSpec
    | TimelineSpec
    | KnotSpec
    | SelfSpec
    | CommentSpec
    | MenuNodeSpec
)
AnyCallSpec = (
    CallFunctionSpec
    | MessageSpec
    | ParentCallSpec
    | OperatorSpec
    | AsyncActionSpec
    | AsyncTaskSpec
    | FormatTextSpec
    | InputKeyValueSpec
    | SpawnActorSpec
    | ConstructObjectSpec
    | CreateWidgetSpec
    | GetSubsystemSpec
)
AnyValueSpec = (
    MakeArraySpec
    | MakeSetSpec
    | MakeMapSpec
    | GetArrayItemSpec
    | MakeStructSpec
    | BreakStructSpec
    | SetFieldsInStructSpec
    | EnumLiteralSpec
    | EnumEqualitySpec
)
AnyMemberSpec = (
    VariableGetSpec
    | VariableSetSpec
    | OtherVariableGetSpec
    | OtherVariableSetSpec
    | ValidatedGetSpec
    | LocalVariableGetSpec
    | LocalVariableSetSpec
    | DelegateSpec
    | CreateDelegateSpec
)
AnyNodeSpec = AnyEventSpec | AnyFlowSpec | AnyCallSpec | AnyValueSpec | AnyMemberSpec
"""Every kind of node that `make_node` builds: those of plans, and those that only texts can bring."""

_DESCRIBED = frozenset({ClassCastSpec})
_ASSUMED = frozenset(
    {MenuNodeSpec, DoOnceMultiInputSpec, SetFieldsInStructSpec, InputActionSpec, FormatTextSpec}
)


def certainty_of(spec: AnyNodeSpec) -> Certainty:
    """How sure the pins of such a node are.

    Seen in texts that a UE 5 editor wrote, described by people who saw the node (field
    notes), or assumed from general knowledge of the engine: verify those in a live editor.
    """
    kind = type(spec)
    if kind in _ASSUMED or (isinstance(spec, DelegateSpec) and spec.action == "remove"):
        return "assumed"
    if isinstance(spec, AsyncTaskSpec):
        return "seen" if spec.task == "PlayMontage" else "assumed"
    return "described" if kind in _DESCRIBED else "seen"
