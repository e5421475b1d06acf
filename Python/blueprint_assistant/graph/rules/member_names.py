"""What can be the name of a new member, local variable or parameter. Pure.

Outside uses name_problem and parameter_problem.

The engine's Python calls check little: what an FName cannot hold ends the editor, a name with
other characters than these is taken and breaks later, or is replaced without a word.
"""

from __future__ import annotations

import re
from typing import Final, Literal

__all__ = ["MemberKind", "name_problem", "parameter_problem"]

MemberKind = Literal["variable", "component", "event", "function"]

_MAX_CHARS: Final = 100
# Control characters, what turns the direction of the text around it, and halves of characters.
_INVISIBLE: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_REFUSED: Final[dict[MemberKind, re.Pattern[str]]] = {
    "variable": re.compile(r"\."),  # other signs and blanks are usual there: `Is Dead?`
    "component": re.compile(r"""[\s"',.:/\\|&!~@#(){}\[\]=;^%$`]"""),  # an object of that name is made
    "event": re.compile(r"[^\w ]"),
    "function": re.compile(r"[^\w ]"),
}
_PINS: Final[dict[MemberKind, tuple[str, ...]]] = {
    "variable": ("execute", "then", "self", "Output_Get", "ReturnValue"),
    "component": ("execute", "then", "self", "Output_Get"),
}
_PINS_OF_INPUTS: Final = ("execute", "then", "self", "OutputDelegate", "ReturnValue")
_PINS_OF_OUTPUTS: Final = ("execute", "then", "self")
"""Pins that the nodes of such a thing have beside the one with its name."""


def name_problem(name: str, kind: MemberKind) -> str:
    """Why a new member cannot have that name, as a sentence; empty when it can."""
    return _problem(name, kind) or _taken_by_pin(name, kind, _PINS.get(kind, ()))


def parameter_problem(name: str, *, is_output: bool) -> str:
    """Why a parameter of a function, event or dispatcher cannot have that name; empty when it can."""
    pins = _PINS_OF_OUTPUTS if is_output else _PINS_OF_INPUTS
    return _problem(name, "variable") or _taken_by_pin(name, "parameter", pins)


def _taken_by_pin(name: str, kind: str, pins: tuple[str, ...]) -> str:
    fixed = next((pin for pin in pins if pin.lower() == name.lower()), "")
    if not fixed:
        return ""
    return f"'{name}' cannot be the name of a {kind}: its nodes have a pin {fixed}. Use another name."


def _problem(name: str, kind: MemberKind) -> str:
    if len(name) > _MAX_CHARS:
        return f"The name '{name[:30]}…' has {len(name)} characters. Use up to {_MAX_CHARS}."
    if not any(character.isalnum() for character in name) or name.lower() == "none":
        return f"{name!a} is no usable name. Use letters, digits and underscores."
    found = _INVISIBLE.search(name) or _REFUSED[kind].search(name)
    if found is not None:
        return f"{found[0]!a} cannot be in the name of a {kind}. Use letters, digits and underscores."
    if name != name.strip():
        return f"'{name}' is no usable name. Give it without spaces at its ends."
    if kind in ("event", "function") and name[0].isdigit():
        return f"The name of a {kind} cannot begin with a digit as '{name}' does."
    return ""
