"""The steps of a plan on what a Blueprint has: variables, components, functions, dispatchers.

Adding a variable or a component stands in `editor.plan.edit_plan`. Names in steps are exact; what a model
wrote is resolved before. Knows nothing of engines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Parameter, PinType

__all__ = [
    "Access",
    "AddDispatcher",
    "AddFunction",
    "AddLocalVariable",
    "AttachComponent",
    "ChangeFunction",
    "ChangeLocalVariable",
    "ChangeVariable",
    "ComponentOperation",
    "FunctionOperation",
    "MakeRoot",
    "MemberOperation",
    "OverrideFunction",
    "RemoveComponent",
    "RemoveDispatcher",
    "RemoveFunction",
    "RemoveLocalVariable",
    "RemoveParameters",
    "RemoveVariable",
    "RenameComponent",
    "RenameFunction",
    "RenameVariable",
    "Replication",
    "SetComponentProperty",
    "VariableOperation",
]

Access = Literal["public", "protected", "private"]
Replication = Literal["none", "replicated", "rep_notify"]


# --- variables -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RemoveVariable:
    """Remove a member variable that no node uses."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameVariable:
    """Rename a member variable and the nodes that use it. There is no call for it: it is made anew."""

    name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class ChangeVariable:
    """Change what is not None. `default` is Unreal's text form. A new type needs an unused variable."""

    name: str
    type: PinType | None = None
    default: str | None = None
    category: str | None = None
    is_instance_editable: bool | None = None
    is_exposed_on_spawn: bool | None = None
    replication: Replication | None = None


# --- components ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RemoveComponent:
    """Remove a component that no node uses. Its children move up to its parent."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameComponent:
    """Rename a component and the nodes that use it."""

    name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class AttachComponent:
    """Hang a scene component under another."""

    name: str
    parent: str


@dataclass(frozen=True, slots=True)
class MakeRoot:
    """Make a scene component the root; the default root goes, another root hangs under it."""

    name: str


@dataclass(frozen=True, slots=True)
class SetComponentProperty:
    """Set a property of a component's template: its C++ name and a value in Unreal's text form.

    Collision stands in `BodyInstance` and has calls of its own: `BodyInstance.CollisionEnabled`.
    """

    component: str
    property: str
    value: str


# --- functions, dispatchers, local variables -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddFunction:
    """Add a function graph with its signature. Outputs make its result node."""

    name: str
    inputs: tuple[Parameter, ...] = ()
    outputs: tuple[Parameter, ...] = ()
    is_pure: bool = False
    is_const: bool = False
    access: Access = "public"


@dataclass(frozen=True, slots=True)
class ChangeFunction:
    """Add parameters to a function and change what is not None."""

    name: str
    new_inputs: tuple[Parameter, ...] = ()
    new_outputs: tuple[Parameter, ...] = ()
    is_pure: bool | None = None
    is_const: bool | None = None
    access: Access | None = None


@dataclass(frozen=True, slots=True)
class RemoveParameters:
    """Take parameters away from a function that is not called, with what is linked to them."""

    function: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemoveFunction:
    """Remove a function that is not called."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameFunction:
    """Rename a function and its calls in this Blueprint."""

    name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class OverrideFunction:
    """Override a function of the parent class that has a graph of its own; it calls its parent first."""

    name: str


@dataclass(frozen=True, slots=True)
class AddDispatcher:
    """Add an event dispatcher."""

    name: str
    inputs: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveDispatcher:
    """Remove an event dispatcher that no node uses."""

    name: str


@dataclass(frozen=True, slots=True)
class AddLocalVariable:
    """Declare a local variable of a function."""

    function: str
    name: str
    type: PinType
    default: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeLocalVariable:
    """Give a local variable another default."""

    function: str
    name: str
    default: str


@dataclass(frozen=True, slots=True)
class RemoveLocalVariable:
    """Remove a local variable that no node uses."""

    function: str
    name: str


VariableOperation = RemoveVariable | RenameVariable | ChangeVariable
ComponentOperation = RemoveComponent | RenameComponent | AttachComponent | MakeRoot | SetComponentProperty
FunctionOperation = (
    AddFunction
    | ChangeFunction
    | RemoveParameters
    | RemoveFunction
    | RenameFunction
    | OverrideFunction
    | AddDispatcher
    | RemoveDispatcher
    | AddLocalVariable
    | ChangeLocalVariable
    | RemoveLocalVariable
)
MemberOperation = VariableOperation | ComponentOperation | FunctionOperation
"""The steps on members, apart from adding variables and components."""
