"""Programs in the spelling of Python, as models write when they are in doubt. Outside uses in_python.

Heads become `def`, variables, components and own functions stand behind `self.`, values are `True` and
`False`, blocks are indented by four. What Python has no word for stays as it is.
"""

from __future__ import annotations

import re
from typing import Final

from blueprint_assistant.actions.program.declared_members import read_declarations

__all__ = ["in_python"]

_EVENT: Final = re.compile(r"(?:on|event) (\w+)\((.*)\):")
_FUNCTION: Final = re.compile(r"func (\w+)\((.*?)\)( -> \(.*\))?:")
_INDENT: Final = 2


def in_python(code: str) -> str:
    """The same program in Python's words."""
    declared, _ = read_declarations(code)
    names = [item.name for item in declared if item.kind in ("var", "component")]
    names += [rf"{made[1]}(?=\()" for made in re.finditer(r"^(?:event|func) (\w+)\(", code, re.MULTILINE)]
    members = {item.line for item in declared}
    lines = [
        line if number in members or line.startswith("#[") else _line(line, names)
        for number, line in enumerate(code.splitlines(), start=1)
    ]
    return "\n".join(lines) + "\n"


def _line(line: str, names: list[str]) -> str:
    said = line.lstrip(" ")
    depth = (len(line) - len(said)) // _INDENT
    if depth == 0:
        return _head(said)
    parts = re.split(r'("[^"]*")', said)
    return "    " * depth + "".join(
        part if part.startswith('"') else _outside_texts(part, names) for part in parts
    )


def _head(line: str) -> str:
    event, function = _EVENT.fullmatch(line), _FUNCTION.fullmatch(line)
    if event is not None:
        return f"def {event[1]}(self{_more(event[2])}):"
    # A `def` that takes and gives nothing is an event: what is a function then stays one.
    if function is not None and (function[2] or function[3]):
        return f"def {function[1]}(self{_more(function[2])}){function[3] or ''}:"
    return line


def _more(parameters: str) -> str:
    return f", {parameters}" if parameters else ""


def _outside_texts(part: str, names: list[str]) -> str:
    part = re.sub(r"\btrue\b", "True", re.sub(r"\bfalse\b", "False", part))
    for name in names:
        # Neither the name of a pin, nor a member of something else.
        part = re.sub(rf"(?<![\w.`])({name})\b(?!=[^=])(?!:)", r"self.\1", part)
    return part
