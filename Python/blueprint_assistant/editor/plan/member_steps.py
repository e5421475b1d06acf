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
    "AddDispatcherStep",
    "AddFunctionStep",
    "AddLocalVariableStep",
    "AttachComponentStep",
    "ChangeFunctionStep",
    "ChangeLocalVariableStep",
    "ChangeVariableStep",
    "ComponentOperation",
    "FunctionOperation",
    "MakeRootStep",
    "MemberOperation",
    "OverrideFunctionStep",
    "RemoveComponentStep",
    "RemoveDispatcherStep",
    "RemoveFunctionStep",
    "RemoveLocalVariableStep",
    "RemoveParametersStep",
    "RemoveVariableStep",
    "RenameComponentStep",
    "RenameFunctionStep",
    "RenameVariableStep",
    "Replication",
    "SetComponentPropertyStep",
    "VariableOperation",
]

Access = Literal["public", "protected", "private"]
Replication = Literal["none", "replicated", "rep_notify"]


# --- variables -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RemoveVariableStep:
    """Remove a member variable that no node uses."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameVariableStep:
    """Rename a member variable and the nodes that use it. There is no call for it: it is made anew."""

    name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class ChangeVariableStep:
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
class RemoveComponentStep:
    """Remove a component that no node uses. Its children move up to its parent."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameComponentStep:
    """Rename a component and the nodes that use it."""

    name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class AttachComponentStep:
    """Hang a scene component under another."""

    name: str
    parent: str


@dataclass(frozen=True, slots=True)
class MakeRootStep:
    """Make a scene component the root; the default root goes, another root hangs under it."""

    name: str


@dataclass(frozen=True, slots=True)
class SetComponentPropertyStep:
    """Set a property of a component's template: its C++ name and a value in Unreal's text form.

    Collision stands in `BodyInstance` and has calls of its own: `BodyInstance.CollisionEnabled`.
    """

    component: str
    property: str
    value: str


# --- functions, dispatchers, local variables -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class AddFunctionStep:
    """Add a function graph with its signature. Outputs make its result node."""

    name: str
    inputs: tuple[Parameter, ...] = ()
    outputs: tuple[Parameter, ...] = ()
    is_pure: bool = False
    is_const: bool = False
    access: Access = "public"


@dataclass(frozen=True, slots=True)
class ChangeFunctionStep:
    """Add parameters to a function and change what is not None."""

    name: str
    new_inputs: tuple[Parameter, ...] = ()
    new_outputs: tuple[Parameter, ...] = ()
    is_pure: bool | None = None
    is_const: bool | None = None
    access: Access | None = None


@dataclass(frozen=True, slots=True)
class RemoveParametersStep:
    """Take parameters away from a function that is not called, with what is linked to them."""

    function: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RemoveFunctionStep:
    """Remove a function that is not called."""

    name: str


@dataclass(frozen=True, slots=True)
class RenameFunctionStep:
    """Rename a function and its calls in this Blueprint."""

    name: str
    new_name: str


@dataclass(frozen=True, slots=True)
class OverrideFunctionStep:
    """Override a function of the parent class that has a graph of its own; it calls its parent first."""

    name: str


@dataclass(frozen=True, slots=True)
class AddDispatcherStep:
    """Add an event dispatcher."""

    name: str
    inputs: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveDispatcherStep:
    """Remove an event dispatcher that no node uses."""

    name: str


@dataclass(frozen=True, slots=True)
class AddLocalVariableStep:
    """Declare a local variable of a function."""

    function: str
    name: str
    type: PinType
    default: str | None = None


@dataclass(frozen=True, slots=True)
class ChangeLocalVariableStep:
    """Give a local variable another default."""

    function: str
    name: str
    default: str


@dataclass(frozen=True, slots=True)
class RemoveLocalVariableStep:
    """Remove a local variable that no node uses."""

    function: str
    name: str


VariableOperation = RemoveVariableStep | RenameVariableStep | ChangeVariableStep
ComponentOperation = (
    RemoveComponentStep | RenameComponentStep | AttachComponentStep | MakeRootStep | SetComponentPropertyStep
)
FunctionOperation = (
    AddFunctionStep
    | ChangeFunctionStep
    | RemoveParametersStep
    | RemoveFunctionStep
    | RenameFunctionStep
    | OverrideFunctionStep
    | AddDispatcherStep
    | RemoveDispatcherStep
    | AddLocalVariableStep
    | ChangeLocalVariableStep
    | RemoveLocalVariableStep
)
MemberOperation = VariableOperation | ComponentOperation | FunctionOperation
"""The steps on members, apart from adding variables and components."""
