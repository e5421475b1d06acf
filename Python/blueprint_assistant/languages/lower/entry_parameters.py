"""Which outputs of an event the names in its head mean. Part of `entry_lowering`; outside uses entry_outputs.

`on Hit(OtherActor)` names the second output of Hit, not the first: a name that says one of the outputs is
that one, and only a name that says none is the one at its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from blueprint_assistant.errors import GraphError
from blueprint_assistant.graph.catalog.name_lookup import fold_bare

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from blueprint_assistant.graph.model.blueprint import Pin

__all__ = ["UnclearParameterError", "entry_outputs"]

_SHORTEST: Final = 4


class UnclearParameterError(GraphError):
    """A name in the head of an event may mean several of its outputs."""

    code = "unclear_parameter"


def entry_outputs(declared: Iterable[str], pins: Sequence[Pin]) -> dict[str, str]:
    """The names of data outputs, by the names that a head gives them. Raises UnclearParameterError.

    `pins` are the data outputs that show, in their order. An exact name wins, then one that says an output
    (`OtherActor` says Other, `Actor` what has an actor), then the place.
    """
    names = list(declared)
    by_name = {fold_bare(pin.name): pin.name for pin in pins}
    exact = {name: by_name[fold_bare(name)] for name in names if fold_bare(name) in by_name}
    free = [pin for pin in pins if pin.name not in exact.values()]
    said: dict[str, str] = {}
    for place, name in enumerate(names):
        if name in exact:
            continue
        at_place = pins[place].name if place < len(pins) else ""
        meant = _said(name, free)
        if not meant or at_place in meant:
            if at_place:
                said[name] = at_place
        elif len(meant) == 1:
            said[name] = meant[0]
        else:
            raise UnclearParameterError(
                f"'{name}' may be {' or '.join(meant)}.",
                f"Call it as it is: {', '.join(pin.name for pin in pins)}.",
            )
    return {**exact, **said}


def _said(name: str, pins: Sequence[Pin]) -> list[str]:
    """The outputs that a name says: by a part of their own name, else by the name of their class."""
    wanted = fold_bare(name)
    if len(wanted) < _SHORTEST:
        return []
    by_name = [pin.name for pin in pins if _holds(wanted, fold_bare(pin.name))]
    return by_name or [pin.name for pin in pins if _holds(wanted, fold_bare(_class_name(pin)))]


def _holds(one: str, other: str) -> bool:
    shorter, longer = sorted((one, other), key=len)
    return len(shorter) >= _SHORTEST and shorter in longer


def _class_name(pin: Pin) -> str:
    ref = pin.type.subcategory_object
    return "" if ref is None else ref.path.rpartition(".")[2]
