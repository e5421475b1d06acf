"""What to build, before it is built: one small value per kind of node.

`graph.nodes.make_node` turns a spec into the node that the editor would build; the editor
adapter turns the same spec into calls of the editor. `graph.any_specs` has the other kinds.
"""

from __future__ import annotations

from dataclasses import dataclass

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
    """A custom event."""

    name: str


@dataclass(frozen=True, slots=True)
class CallFunctionSpec:
    """A call of a function, by UFunction path (`/Script/Engine.Actor:K2_DestroyActor`)."""

    function: str


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
