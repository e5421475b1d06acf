"""Finds the pin that a model names. Pure; outside uses match_pin and pin_label.

Each way of matching is used only when it gives one pin; what fits several or none is refused
with the pins that there are.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING, Literal

from blueprint_assistant.actions.receipts.node_text import describe_pin, pin_label
from blueprint_assistant.errors import ToolError, nearest
from blueprint_assistant.graph.catalog.name_lookup import fold_pin
from blueprint_assistant.graph.rules.pin_spelling import SPELLINGS, spelled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from blueprint_assistant.graph.model.blueprint import Direction, Pin

__all__ = ["AmbiguousPinError", "PinKind", "UnknownPinError", "has_exact_name", "match_pin"]

PinKind = Literal["exec", "data"]

_MAX_LISTED = 16
_FORMAT = "Format"
"""The text of Format Text: any other name means an argument, for which it has no pin yet."""
_SLIP = 0.75
"""How alike two names are, of 1, for one to be a slip of the other."""


class UnknownPinError(ToolError):
    """A node has no such pin; the message lists those that it has."""

    code = "unknown_pin"

    def __init__(self, what: str, fix: str = "", candidates: Sequence[str] = ()) -> None:
        """Keep the names of the pins that may be meant."""
        super().__init__(what, fix)
        self.candidates = tuple(candidates)


class AmbiguousPinError(ToolError):
    """A pin name fits several pins."""

    code = "ambiguous_pin"

    def __init__(self, what: str, fix: str = "", candidates: Sequence[str] = ()) -> None:
        """Keep the names of the pins that may be meant."""
        super().__init__(what, fix)
        self.candidates = tuple(candidates)


def match_pin(  # noqa: PLR0913 - the pins, what is asked for, and what is known besides
    pins: Sequence[Pin],
    request: str,
    direction: Direction,
    *,
    node: str = "The node",
    kind: PinKind | None = None,
    is_strict: bool = False,
) -> Pin:
    """The pin that a name or label means, among the visible pins of one direction.

    In this order: exact, usual other names (true, exec, Target, …), without the `b` of a bool,
    letter case ignored, separators ignored, and last the only pin of the direction and `kind`, unless
    `is_strict`. `node` names the node in errors. Raises UnknownPinError or AmbiguousPinError.
    """
    candidates = [pin for pin in pins if pin.direction == direction and not pin.is_hidden]
    for text in dict.fromkeys((request, _cleaned(request))):
        for matches in _STEPS:
            found = matches(candidates, text)
            if len(found) == 1:
                return found[0]
            if found:
                shown = ", ".join(describe_pin(pin) for pin in found)
                raise AmbiguousPinError(
                    f"'{request}' fits several pins of {node}: {shown}.",
                    "Use one of these names.",
                    [pin.name for pin in found],
                )
    only = None if is_strict else _only_pin(candidates, request, kind)
    if only is not None:
        return only
    raise UnknownPinError(
        f"{node} has no {direction} pin '{request}'.{_remark(pins, request)}",
        _listing(candidates, request, direction),
        [pin.name for pin in candidates],
    )


def has_exact_name(pins: Sequence[Pin], request: str, direction: Direction) -> bool:
    """Whether a visible pin of that direction has just that name, letter case ignored."""
    return any(
        pin.direction == direction and not pin.is_hidden and pin.name.lower() == request.strip().lower()
        for pin in pins
    )


def _cleaned(request: str) -> str:
    """The name without what models copy along: `N3.`, quotes, `(type)`, `=default`."""
    text = request.strip().strip("\"'`")
    text = re.sub(r"^[Nn]\d+\.", "", text)
    return re.split(r"\s*(?:[(\[=]|:\s)", text, maxsplit=1)[0].strip() or text


_EXEC_WORDS = {
    "input": frozenset({"exec", "execute", "execin", "in", "input", "enter", "start", "run"}),
    "output": frozenset(
        {"exec", "then", "execout", "out", "output", "completed", "finished", "done", "next"}
    ),
}
_OTHER_NAMES: dict[str, tuple[str, ...]] = {
    "target": ("self",),
    "self": ("target",),
    "yes": ("then",),
    "true": ("then",),
    "no": ("else",),
    "false": ("else",),
    "result": ("returnvalue",),
    "return": ("returnvalue",),
    "returned": ("returnvalue",),
    "output": ("returnvalue",),
    "outvalue": ("returnvalue",),
    "deltatime": ("deltaseconds",),
    "delta": ("deltaseconds",),
    "text": ("instring", "intext"),
    "string": ("instring",),
    "message": ("instring", "intext"),
    "bool": ("condition",),
    "boolean": ("condition",),
    "body": ("loopbody",),
    "loop": ("loopbody",),
    "element": ("arrayelement",),
    "item": ("arrayelement",),
    "time": ("duration",),
    "seconds": ("duration",),
}
_NUMBERED = re.compile(r"(?:then|out|output|exec|pin)?(\d+)")


def _by_other_name(pins: Sequence[Pin], request: str) -> list[Pin]:
    """The pins that a usual other name means; exec words only ever mean the only exec pin."""
    folded = fold_pin(request)
    if folded in {"true", "false", "yes", "no"} and not any(fold_pin(pin.name) == "else" for pin in pins):
        return []
    names = _OTHER_NAMES.get(folded, ())
    numbered = _NUMBERED.fullmatch(folded)
    if numbered is not None:
        names = (f"then{int(numbered[1])}",)
    named = [pin for pin in pins if fold_pin(pin.name) in names]
    if named or not _is_exec_word(pins, request):
        return named
    execs = [pin for pin in pins if pin.is_exec]
    is_taken = any(fold_pin(text) == folded for pin in pins for text in (pin.name, pin_label(pin)))
    return execs if len(execs) == 1 and not is_taken else []


def _is_exec_word(pins: Sequence[Pin], request: str) -> bool:
    return bool(pins) and fold_pin(request) in _EXEC_WORDS[pins[0].direction]


_EXACT, *_LOOSER = (partial(spelled, spelling=spelling, label=pin_label) for spelling in SPELLINGS)
_STEPS: tuple[Callable[[Sequence[Pin], str], list[Pin]], ...] = (_EXACT, _by_other_name, *_LOOSER)


def _only_pin(candidates: Sequence[Pin], request: str, kind: PinKind | None) -> Pin | None:
    """The only pin that can be meant. A word for execution never falls back to data."""
    wanted = kind or ("exec" if fold_pin(request) in _EXEC_WORDS["input"] | _EXEC_WORDS["output"] else "data")
    fitting = [
        pin for pin in candidates if pin.is_exec == (wanted == "exec") and pin.type.category != "delegate"
    ]
    # `self` is there on every call and seldom meant by another name.
    named = [pin for pin in fitting if pin.name != "self"]
    found = named or fitting
    if len(found) != 1 or re.search(r"\d", request) or _is_like_another(candidates, found[0], request):
        return None
    if found[0].name == _FORMAT and found[0].type.category == "text":
        return None
    return found[0]


def _is_like_another(candidates: Sequence[Pin], pin: Pin, request: str) -> bool:
    """Whether a name is a slip for some other pin: `InStrng` on a link of exec pins."""
    others = [
        fold_pin(text) for other in candidates if other is not pin for text in (other.name, pin_label(other))
    ]
    return bool(get_close_matches(fold_pin(request), others, n=1, cutoff=_SLIP))


def _remark(pins: Sequence[Pin], request: str) -> str:
    visible = [pin for pin in pins if not pin.is_hidden]
    is_exec_word = fold_pin(request) in _EXEC_WORDS["input"] | _EXEC_WORDS["output"]
    if is_exec_word and visible and not any(pin.is_exec for pin in visible):
        return " It is a pure node without exec pins: link only its data."
    member = re.fullmatch(r"(.+?)[._ ]([XYZ]|Roll|Pitch|Yaw|[RGBA])", request.strip(), re.IGNORECASE)
    if member is not None:
        whole = next((pin for pin in visible if fold_pin(pin.name) == fold_pin(member[1])), None)
        if whole is not None and whole.type.category == "struct":
            return f" {whole.name} is one whole {whole.type}: use a Make or Break function for its parts."
    return ""


def _listing(candidates: Sequence[Pin], request: str, direction: Direction) -> str:
    if not candidates:
        return f"It has no {direction} pins."
    by_name = {pin.name: pin for pin in candidates}
    first = [by_name[name] for name in nearest(request, by_name)]
    ordered = [*first, *(pin for pin in candidates if pin not in first)]
    more = f" and {len(ordered) - _MAX_LISTED} more" if len(ordered) > _MAX_LISTED else ""
    shown = ", ".join(describe_pin(pin) for pin in ordered[:_MAX_LISTED])
    return f"Its {direction} pins: {shown}{more}."
