"""What a program would have to declare so that a name in it means something: a function, an event, a local.

Outside uses declared_calls and with_local. Only candidates: whoever asks reads the program again with each.
"""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING, Final

from blueprint_assistant.actions.program.repairs.call_texts import find_call
from blueprint_assistant.actions.program.repairs.code_lines import entry_span, indent_of
from blueprint_assistant.actions.program.repairs.line_repairs import literal_type
from blueprint_assistant.languages.ast.type_names import declared_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from blueprint_assistant.actions.program.repairs.call_texts import CallText
    from blueprint_assistant.graph.catalog.engine_catalog import Catalog
    from blueprint_assistant.graph.model.blueprint import Blueprint

__all__ = ["declared_calls", "with_local"]

_TYPED: Final = r"(?<!\w){}\s*:\s*([\w:]+)"
_NAMES: Final = {"Actor": "Target", "int": "Number", "float": "Amount", "bool": "bOn", "string": "Text"}
_TRIED: Final = ("float", "string", "bool", "Vector", "Actor")
_MOST: Final = 6
_ASSIGNED: Final = re.compile(r"\s*(?:let\s+)?(\w+)\s*=\s*")
_LOCAL: Final = re.compile(r"write var (\w+): (\S+) = (\w+) as the first line of (\w+)")
_MARGIN: Final = re.compile(r"write var (\w+): (\S+) at the left margin, \1 = (\w+) in the event")


def declared_calls(line: str, name: str, code: str, owner: Blueprint, catalog: Catalog) -> Iterator[str]:
    """Heads of functions or events that a call of a name may mean, the likeliest first."""
    call = find_call(line, name)
    if call is None or call.target:
        return
    is_event = not call.values and call.is_whole_line
    if is_event:
        yield f"event {name}():"
        return
    types = _Types(code, owner, catalog)
    choices = [(known,) if (known := types.of(value)) else _TRIED for value in call.values]
    for kinds in [*product(*choices)][:_MOST]:
        yield f"func {name}({', '.join(_parameters(call, kinds))}){_result(call, types)}:"


def with_local(fix: str, code: str, line: int) -> str:
    """The program with a variable in the place of an input that is set, as a remedy says it; else empty."""
    found = _LOCAL.search(fix) or _MARGIN.search(fix)
    lines = code.split("\n")
    if found is None or line > len(lines):
        return ""
    fresh, kind, name = found.group(1, 2, 3)
    head, end = entry_span(lines, line)
    body = lines[head + 1 : line]
    if head < 0 or not body:
        return ""
    first = next(text for text in body if text.strip())
    indent = first[: indent_of(first)]
    word = re.compile(rf"(?<![\w.]){re.escape(name)}(?!\w)")
    changed = [word.sub(fresh, text) for text in lines[head + 1 : end]]
    if found.re is _LOCAL:
        made = [f"{indent}var {fresh}: {kind} = {name}"]
        return "\n".join([*lines[: head + 1], *made, *changed, *lines[end:]])
    made = [f"{indent}{fresh} = {name}"]
    return "\n".join([*lines[: head + 1], *made, *changed, *lines[end:], f"var {fresh}: {kind}"])


class _Types:
    """What type the values of a program are, where their text says it."""

    def __init__(self, code: str, owner: Blueprint, catalog: Catalog) -> None:
        self._code = code
        self._members = {item.name.lower(): declared_type(item.type, catalog) for item in owner.variables}
        for component in owner.components:
            self._members[component.name.lower()] = component.class_path.rpartition(".")[2]

    def of(self, text: str) -> str:
        """The type of a value; empty when nothing says it."""
        text = re.sub(r"^\w+\s*=(?!=)\s*", "", text)
        said = re.search(_TYPED.format(re.escape(text)), self._code) if text.isidentifier() else None
        if said is not None:
            return said[1]
        if text == "None":
            return "Actor"
        return literal_type(text) or self._members.get(text.lower(), "")


def _parameters(call: CallText, kinds: Sequence[str]) -> Iterator[str]:
    """The inputs of a call as a head declares them, each under a name of its own."""
    used: set[str] = set()
    for value, kind in zip(call.values, kinds, strict=True):
        pin = re.match(r"(\w+)\s*=(?!=)", value)
        last = value.rpartition(".")[2]
        name = pin[1] if pin else f"In{last[:1].upper()}{last[1:]}" if last.isidentifier() else ""
        name = (
            name
            if name and value != "None" and not literal_type(value)
            else _NAMES.get(kind, f"The{kind.rpartition(':')[2]}")
        )
        while name.lower() in used:
            name += "2"
        used.add(name.lower())
        yield f"{name}: {kind}"


def _result(call: CallText, types: _Types) -> str:
    """What the function gives where its value is used; of the type of the variable that it is put into."""
    if call.is_whole_line:
        return ""
    target = _ASSIGNED.fullmatch(call.line[: call.start])
    kind = types.of(target[1]) if target is not None and not call.line[call.end :].strip() else ""
    return f" -> (Result: {kind or 'float'})"
