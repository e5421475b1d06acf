"""What the K2 rules answer when two pins are to be linked. Part of `graph.rules.schema`, which offers all."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import PinType

__all__ = ["Allowed", "Breaks", "ConnectResult", "Conversion", "RefusalKind", "Refused"]

Breaks = Literal["source", "target", "nothing"]

RefusalKind = Literal[
    "missing_pin",  # a reference to a pin that is not there
    "same_node",  # both pins belong to one node
    "reroute_loop",  # reroute nodes in a ring
    "direction",  # not from an output to an input
    "not_connectable",  # the pin takes no links
    "hidden",  # the pin is not shown
    "orphaned",  # the pin's parameter is gone
    "exec_with_data",  # execution and data
    "container",  # single value, array, set and map
    "map_value",  # maps of different values
    "category",  # types that have nothing to do with each other
    "struct",  # two different structs
    "enum",  # two different enums, or a plain byte for an enum
    "class",  # objects or classes that are not related
    "cast_needed",  # the other way round it would fit
    "interface",  # a class that does not implement it
    "reference_kind",  # objects, classes and soft references
    "signature",  # delegates of different parameters
    "index",  # what cannot be the index of a Select
    "item_container",  # a container inside a container
    "key_type",  # what cannot be in a set or the key of a map
    "operator",  # an operation that the type does not have
]


@dataclass(frozen=True, slots=True)
class Allowed:
    """The link can be made. The links that the `breaks` end already has are replaced by it.

    `settles` is the type that a wildcard end takes on. `unproven` names a class of the project that
    is not known here: whether it fits is then for the editor to say.
    """

    breaks: Breaks
    settles: PinType | None = None
    unproven: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Conversion:
    """The link needs a call of `function` between the pins; the target's old links are replaced."""

    function: str
    breaks: Literal["target"] = "target"


@dataclass(frozen=True, slots=True)
class Refused:
    """The link cannot be made; `reason` is a sentence for people, `kind` what is wrong."""

    reason: str
    kind: RefusalKind


ConnectResult = Allowed | Conversion | Refused
