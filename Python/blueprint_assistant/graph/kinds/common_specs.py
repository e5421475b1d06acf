"""What to build, before it is built: one small value per kind of node.

`graph.kinds.node_factory.make_node` turns a spec into the node that the editor would build; the editor
adapter turns the same spec into calls of the editor. `graph.kinds.specs` has the other kinds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Parameter

__all__ = [
    "BranchSpec",
    "CallFunctionSpec",
    "CustomEventSpec",
    "EventSpec",
    "NodeSpec",
    "SequenceSpec",
    "VariableGetSpec",
    "VariableSetSpec",
]


@dataclass(frozen=True, slots=True)
class EventSpec:
    """An override of an engine event, by its C++ name (`ReceiveBeginPlay`)."""

    name: str


@dataclass(frozen=True, slots=True)
class CustomEventSpec:
    """A custom event. `flags` are those of its replication (`FunctionFlag`), 0 when it has none.

    Reading a node gives its name alone, which is what makes it the same event; what it declares
    is read by `declarations.custom_event_of`.
    """

    name: str
    inputs: tuple[Parameter, ...] = field(default=(), compare=False)
    flags: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class CallFunctionSpec:
    """A call of a function, by UFunction path (`/Script/Engine.Actor:K2_DestroyActor`).

    `operands` is how many inputs an operator has that takes more than two; 0 for its usual two.
    """

    function: str
    operands: int = 0


@dataclass(frozen=True, slots=True)
class BranchSpec:
    """If and else."""


@dataclass(frozen=True, slots=True)
class SequenceSpec:
    """`then_0`, `then_1`, … one after the other; at least two."""

    outputs: int = 2


@dataclass(frozen=True, slots=True)
class VariableGetSpec:
    """Reads a member variable or a component of the Blueprint itself."""

    name: str


@dataclass(frozen=True, slots=True)
class VariableSetSpec:
    """Writes a member variable of the Blueprint itself."""

    name: str


NodeSpec = (
    EventSpec
    | CustomEventSpec
    | CallFunctionSpec
    | BranchSpec
    | SequenceSpec
    | VariableGetSpec
    | VariableSetSpec
)
"""The nodes that a plan can add through the editor's Python API."""
