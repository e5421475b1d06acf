"""What the head above a wrong line may have been meant as: the class that it asks for, the kind of entry.

Outside uses the names in `__all__`. Only candidates: whoever asks plans the program with each of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.repairs.call_texts import find_call
from blueprint_assistant.actions.program.repairs.code_lines import entry_span, indent_of, put
from blueprint_assistant.actions.program.repairs.name_repairs import replaced_word, wrong_name
from blueprint_assistant.errors import AssistantError
from blueprint_assistant.graph.catalog.own_events import find_event_for
from blueprint_assistant.languages.ast.type_names import TypeNames

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.actions.program.statement_faults import CodeFault
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["either_class", "given_inputs", "head_repairs", "widened_heads"]

_CAST: Final = re.compile(r"if (\w+) is (\w+) as (\w+): \w+\.(\w+)\(")
_ASKING: Final = re.compile(r"(\s*)if (\w+) is (\w+)(?: as (\w+))?\s*:?\s*$")
_EITHER: Final = re.compile(r"(\s*)if (\w+) is (?:an? )?(\w+) or \2 is (?:an? )?(\w+)\s*:?\s*$")
_EVENT: Final = re.compile(r"on \w+\s*\(([^()]*)\)\s*:?\s*$")
_GIVEN: Final = re.compile(r"It comes from an event: on (\w+\(\w+\)):")
_OWN_EVENT: Final = re.compile(r"on \w+\.\w+\(OtherActor\):")
_FUNCTION: Final = re.compile(r"(?:func|function|def) (\w+)\s*\(([^()]*)\)(.*)$")
_GIVING: Final = re.compile(r"\bon (\w+)\(")
_PLAIN_ENTRY: Final = re.compile(r"on (\w+)\s*(?:\(\s*\))?\s*:?\s*$")


def head_repairs(fault: CodeFault, code: str) -> Iterator[str]:
    """The program with another head above the wrong line: an event of another kind or name."""
    yield from _custom_events(fault, code)
    yield from _giving_heads(fault, code)
    yield from _component_heads(fault, code)


def _custom_events(fault: CodeFault, code: str) -> Iterator[str]:
    """The program with a custom event in the place of an event that there is not, if none is near."""
    lines = code.split("\n")
    if fault.code != "unknown_event" or fault.candidates or not 0 < fault.line <= len(lines):
        return
    found = _PLAIN_ENTRY.match(lines[fault.line - 1])
    if found is not None:
        yield put(lines, fault.line, f"event {found[1]}():")


def _component_heads(fault: CodeFault, code: str) -> Iterator[str]:
    """`on ActorBeginOverlap(Zone)` of a component Zone: the program with the event of the component."""
    own = _OWN_EVENT.search(fault.fix)
    lines = code.split("\n")
    name = wrong_name(fault)
    if fault.code != "component_parameter" or own is None or not 0 < fault.line <= len(lines):
        return
    at, end = entry_span(lines, fault.line)
    body = replaced_word("\n".join(lines[at + 1 : end]), name, "OtherActor")
    yield "\n".join([*lines[:at], own[0], *body.split("\n"), *lines[end:]])


def _giving_heads(fault: CodeFault, code: str) -> Iterator[str]:
    """`Damage` where nothing gives it: the program with the event that does, in place of one not used."""
    given = _GIVEN.search(fault.fix)
    lines = code.split("\n")
    if fault.code != "unknown_name" or given is None or not 0 < fault.line <= len(lines):
        return
    head, end = entry_span(lines, fault.line)
    entry = _EVENT.match(lines[head]) if head >= 0 else None
    own = [] if entry is None else re.findall(r"\w+", entry[1])
    # Who names no output, as on BeginPlay(), means just that event.
    is_used = any(re.search(rf"\b{name}\b", line) for name in own for line in lines[head + 1 : end])
    if is_used or not own:
        return
    yield put(lines, head + 1, f"on {given[1]}:")


def widened_heads(fault: CodeFault, code: str, catalog: Catalog) -> Iterator[str]:
    """`if x is Pawn: Jump()`, which no Pawn can: the program that asks whether x is a Character."""
    lines = code.split("\n")
    name = wrong_name(fault)
    for candidate in fault.candidates if 0 < fault.line <= len(lines) else ():
        cast = _CAST.match(candidate)
        call = find_call(lines[fault.line - 1], name) if cast is not None and name else None
        head = _head_above(lines, fault.line - 1)
        asking = _ASKING.match(lines[head]) if head >= 0 else None
        if cast is None or call is None or asking is None or asking[2] != cast[1]:
            continue
        if not _is_narrower(cast[2], asking[3], catalog):
            continue
        changed = put(lines, head + 1, f"{asking[1]}if {cast[1]} is {cast[2]} as {cast[3]}:")
        line = call.with_call(f"{cast[3]}.{cast[4]}", call.values)
        changed = put(changed.split("\n"), fault.line, line)
        yield replaced_word(changed, asking[4], cast[3]) if asking[4] else changed


def given_inputs(fault: CodeFault, code: str, owner: Blueprint, catalog: Catalog) -> Iterator[str]:
    """What only an event gives, in a function: the program with it as an input, and given by its calls.

    Who moves the statements of an event into a function leaves its outputs behind.
    """
    lines = code.split("\n")
    name = wrong_name(fault)
    if fault.code != "unknown_name" or not name or not 0 < fault.line <= len(lines):
        return
    head, _ = entry_span(lines, fault.line)
    own = _FUNCTION.match(lines[head]) if head >= 0 else None
    for event in _GIVING.findall(fault.fix) if own is not None else ():
        gives = find_event_for(event, owner, catalog).parameters
        kind = next((item.type for item in gives if item.name.lower() == name.lower()), None)
        if own is None or kind is None:
            continue
        inputs = ", ".join(
            part for part in (own[2].strip(), f"{name}: {TypeNames(catalog).of(kind)}") if part
        )
        changed = put(lines, head + 1, f"func {own[1]}({inputs}){own[3]}")
        yield re.sub(rf"(?<!func )\b{own[1]}\(\s*\)", f"{own[1]}({name})", changed)


def either_class(text: str, catalog: Catalog) -> Iterator[str]:
    """`if x is Character or x is Pawn:`, where one class is of the other: the line with the wider one."""
    found = _EITHER.match(text)
    if found is None:
        return
    first, second = found[3], found[4]
    if _is_narrower(first, second, catalog):
        yield f"{found[1]}if {found[2]} is {second}:"
    elif _is_narrower(second, first, catalog):
        yield f"{found[1]}if {found[2]} is {first}:"


def _head_above(lines: Sequence[str], at: int) -> int:
    """The line whose block a line stands in; -1 for none."""
    indent = indent_of(lines[at])
    above = (number for number in range(at - 1, -1, -1) if lines[number].strip())
    return next((number for number in above if indent_of(lines[number]) < indent), -1)


def _is_narrower(class_name: str, than: str, catalog: Catalog) -> bool:
    try:
        return catalog.is_child_of(catalog.find_class(class_name).path, catalog.find_class(than).path)
    except AssistantError:
        return False
