"""What a call that cannot be made may have been meant as, with the values that the writer gave it.

Outside uses the names in `__all__`. Only candidates: whoever asks plans the program with each of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.repairs.call_texts import find_call
from blueprint_assistant.actions.program.repairs.name_repairs import listed_names, wrong_name
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.name_lookup import strip_prefix, words_of
from blueprint_assistant.languages.lower.tool_words import CALLING
from blueprint_assistant.languages.lower.unknown_calls import LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.actions.program.repairs.call_texts import CallText
    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.graph.catalog.catalog_entries import FunctionInfo, ParameterInfo
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog

__all__ = ["call_repairs", "called_by_name", "calls_with_room", "drops_values", "other_calls"]

_CAST: Final = re.compile(r"(if \w+ is \w+ as \w+): ((\w+)\.(\w+))\(")
_TAKES: Final = re.compile(r"(\w+) takes (?:(\d+) values?|no values)")
_NUMBERED: Final = re.compile(r"^(\s*for\s+\w+\s+in\s+)([\w.]+)\s*:")
_CONTAINER: Final = re.compile(r"An? (?:array|set|map) of .* is no condition")
_WAYS: Final = {
    "forward": (0, False),
    "back": (0, True),
    "backward": (0, True),
    "backwards": (0, True),
    "right": (1, False),
    "left": (1, True),
    "up": (2, False),
    "down": (2, True),
}
"""Directions by the axis of an actor, and whether it is the other way."""
_PLACE: Final = "GetActorLocation()"
_SETTING: Final = ("set", "add")


def call_repairs(fault: CodeFault, line: str) -> Iterator[str]:
    """Other forms of a line with a wrong call; one of them may be two lines."""
    yield from _with_fewer_values(fault, line)
    if fault.what.startswith("For Each Loop takes no int"):
        yield _NUMBERED.sub(r"\1range(\2):", line)
    if _CONTAINER.match(fault.what):
        yield from _asked_for_items(fault, line)
    if fault.code == "unknown_pin":
        yield from _with_first_pin(fault, line)
    name = wrong_name(fault)
    call = find_call(line, name) if name and fault.code == "unknown_function" else None
    if call is None:
        return
    called = called_by_name(call, name)
    if called:
        yield called
    yield from _moved(call, name)
    yield from _through_casts(fault, call)


def other_calls(fault: CodeFault, line: str, catalog: Catalog, parent_class: str) -> Iterator[str]:
    """The line with each call that the fault lists, where the writer's values are all that it needs."""
    name = wrong_name(fault)
    call = find_call(line, name) if name and fault.code == "unknown_function" else None
    if call is None:
        return
    for candidate in listed_names(fault):
        callee = candidate.partition("(")[0]
        is_meant = call.values or call.target or _begins_so(callee, name) or callee.startswith(f"{name}.")
        is_other = "toggle" in words_of(callee) and "toggle" not in words_of(name)
        if candidate.startswith("if ") or is_other or not is_meant:
            continue
        missing = _missing(callee, call, catalog, parent_class)
        if missing is not None:
            target = "" if "." in callee else call.target
            yield call.with_call(f"{target}{callee}", [*_scaled(callee, call.values), *missing])


def _scaled(callee: str, values: Sequence[str]) -> Sequence[str]:
    """`ScaleActor(2)`: one number for all three directions."""
    is_one = "Scale" in callee and len(values) == 1 and re.fullmatch(r"[\d.]+", values[0])
    return [f"({values[0]}, {values[0]}, {values[0]})"] if is_one else values


def _moved(call: CallText, name: str) -> Iterator[str]:
    """`MoveForward(10)` of an actor: the offset that it means."""
    words = set(words_of(name))
    ways = [way for word, way in _WAYS.items() if word in words]
    if "move" not in words or len(ways) != 1 or len(call.values) != 1 or call.target:
        return
    axis, sign = ways[0]
    value = call.values[0]
    is_plain = re.fullmatch(r"[\d.]+", value)
    value = value if not sign else f"-{value}" if is_plain else f"-1 * ({value})"
    parts = [value if number == axis else "0" for number in range(3)]
    vector = f"({', '.join(parts)})" if is_plain else f"MakeVector({', '.join(parts)})"
    yield call.with_call("AddActorLocalOffset", [vector])


def calls_with_room(fault: CodeFault, line: str, catalog: Catalog, parent_class: str) -> Iterator[str]:
    """The line with a function that begins with the same words and takes as many values as are given.

    `RandomInteger(1, 6)` is RandomIntegerInRange(1, 6).
    """
    found = _TAKES.match(fault.what)
    call = find_call(line, found[1], fault.column) if found is not None else None
    if found is None or call is None or call.target:
        return
    infos = [
        info for path in (*catalog.ancestors(parent_class), *LIBRARIES) for info in catalog.functions_of(path)
    ]
    fitting = {
        strip_prefix(info.name)
        for info in infos
        if _begins_so(info.name, found[1]) and len(_inputs(info)) == len(call.values)
    }
    for name in sorted(fitting - {found[1]}, key=lambda name: (len(name), name)):
        yield call.with_call(name, call.values)


def drops_values(fault: CodeFault, line: str, repaired: str) -> bool:
    """Whether a repair only leaves values away: what they were to say nobody knows."""
    return any(repaired == other for other in _with_fewer_values(fault, line))


def _begins_so(callee: str, name: str) -> bool:
    return callee.rpartition(".")[2].lower().startswith(name.lower())


def called_by_name(call: CallText, name: str) -> str:
    """`Event("Die")` and `CallFunction("Heal", 5)` as the calls that they mean; empty for any other."""
    if name.replace("_", "").lower() not in CALLING or not call.values:
        return ""
    own = call.values[0].strip("\"'")
    return call.with_call(own, call.values[1:]) if own.isidentifier() else ""


def _with_fewer_values(fault: CodeFault, line: str) -> Iterator[str]:
    """The call with as many values as it takes."""
    found = _TAKES.match(fault.what)
    call = find_call(line, found[1], fault.column) if found is not None else None
    if found is not None and call is not None:
        count = int(found[2] or 0)
        named = [value for value in call.values[count:] if re.match(r"\w+\s*=(?!=)", value)]
        yield call.with_call(f"{call.target}{found[1]}", [*call.values[:count], *named])


def _asked_for_items(fault: CodeFault, line: str) -> Iterator[str]:
    """A container as a condition: whether it has items."""
    found = re.compile(r"(not\s+)?([A-Za-z_][\w.]*)(?!\w|\s*\()").match(line, max(0, fault.column - 1))
    if found is not None:
        yield f"{line[: found.start()]}len({found[2]}) {'==' if found[1] else '>'} 0{line[found.end() :]}"


def _with_first_pin(fault: CodeFault, line: str) -> Iterator[str]:
    """The first input in the place of a wrong one that the call begins with, if no other is of its type."""
    pins = [re.fullmatch(r"(\w+) \((.+)\)", pin) for pin in fault.pins]
    inputs = [(pin[1], pin[2]) for pin in pins if pin is not None and pin[1] != "self"]
    if inputs and [kind for _, kind in inputs].count(inputs[0][1]) == 1:
        wrong = re.escape(wrong_name(fault))
        yield re.sub(rf"(\(\s*){wrong}(?=\s*=)", rf"\g<1>{inputs[0][0]}", line, count=1)


def _through_casts(fault: CodeFault, call: CallText) -> Iterator[str]:
    """The call on a value of the program, after asking for its class: a line more."""
    if not call.is_whole_line:
        return
    indent = call.line[: call.start]
    for candidate in fault.candidates:
        found = _CAST.match(candidate)
        if found is not None:
            yield f"{indent}{found[1]}:\n{indent}  {found[2]}({', '.join(call.values)})"


def _missing(callee: str, call: CallText, catalog: Catalog, parent_class: str) -> list[str] | None:
    """The values that a function needs behind those of a call; None when nobody can know them."""
    owner, _, bare = callee.rpartition(".")
    if not call.values and bare.lower().startswith(_SETTING):
        return None
    try:
        info = catalog.find_function(bare, "" if owner or call.target else parent_class)
    except AssistantError:
        return []  # a function of the Blueprint, or of one of several classes: planning tells
    rest = _inputs(info)[len(call.values) :]
    needed = [item for item in rest if not _can_be_left_out(item)]
    if all(_is_place(item) for item in needed) and needed == rest[: len(needed)]:
        return [_PLACE] * len(needed)
    return None


def _inputs(info: FunctionInfo) -> list[ParameterInfo]:
    """The inputs that a node of a function shows, but its target."""
    hidden = (*info.hidden_pins, info.world_context, "self")
    return [item for item in info.parameters if item.direction == "in" and item.name not in hidden]


def _can_be_left_out(item: ParameterInfo) -> bool:
    return not _is_place(item) and (item.is_advanced or bool(item.default))


def _is_place(item: ParameterInfo) -> bool:
    """Whether an input says where: the engine's own value for it, the middle of the world, is never meant."""
    ref = item.type.subcategory_object
    return ref is not None and ref.name == "Vector" and "Location" in item.name
