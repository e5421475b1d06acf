"""Variables in a clause: name, type and default in the ways in which people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from blueprint_assistant.providers.recipes.intents import VariableType, WantedVariable
from blueprint_assistant.providers.recipes.words import NUMBER, PLACE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from blueprint_assistant.providers.recipes.words import ClauseWords, Quotes

__all__ = ["NoValueError", "take_default", "take_variable", "value_text"]

_TYPES: Mapping[str, VariableType] = {
    "bool": "bool",
    "boolean": "bool",
    "flag": "bool",
    "int": "int",
    "integer": "int",
    "int32": "int",
    "whole number": "int",
    "int64": "int64",
    "integer64": "int64",
    "byte": "byte",
    "float": "float",
    "double": "float",
    "real": "float",
    "decimal": "float",
    "number": "float",
    "string": "string",
    "str": "string",
    "text": "text",
    "name": "name",
    "vector": "vector",
    "vector3": "vector",
    "fvector": "vector",
    "rotator": "rotator",
    "frotator": "rotator",
    "transform": "transform",
    "color": "color",
    "colour": "color",
    "linear color": "color",
    "linearcolor": "color",
}

_TYPE = "|".join(sorted((re.escape(word).replace(r"\ ", r" ") for word in _TYPES), key=len, reverse=True))
_NOT_NAMES = (
    r"(?!(?:an?|the|with|and|or|of|to|that|which|called|named|is|as|in|on|for|by|at|new|default|variable|"
    r"variables|var|property|value|component|components|its|it|my|this|type|set|equal|equals|blueprint|actor)\b)"
)
_NAME = rf"{_NOT_NAMES}(?:[a-z_]\w*|{PLACE})"
_KIND = r"(?:variable|var|property|attribute|member)\b"
# Right behind `int variable` even a word such as Value is the name, if a value or nothing follows.
_NAME_SAID = rf"(?:{_NAME}|(?:value|type|property|actor)(?= ?(?:=|:|$|\||,|with|set|of|default|starting)))"
_SIMPLE_VALUE = (
    rf"(?:{PLACE}|{NUMBER}|true|false|yes|no|on|off|red|green|blue|white|black|yellow|orange|purple)"
)
_DEFAULT = (
    rf"(?:(?:with|and|has|having|whose) )?(?:an? |the |its )?"
    rf"(?:(?:default|initial|starting|start|standard)(?:s|ing)?(?: value)?|value) ?"
    rf"(?:(?:of|to|is|as|at|being|=|:) ?)*({_SIMPLE_VALUE})"
    rf"|set (?:it|its (?:default )?(?:value)?|the default) to ({_SIMPLE_VALUE})"
    rf"|(?:(?:that|which) )?(?:is )?(?:set|initiali[sz]ed|equal|defaulting|starting|starts?|defaults?|equals)"
    rf"(?: (?:to|at|with|as))? ({_SIMPLE_VALUE})"
    rf"|(?:=|:|of|is|at|being|with|to) ?({_SIMPLE_VALUE})"
    rf"|\( ?(?:default ?)?=? ?({_SIMPLE_VALUE}) ?\)"
)

_WHOLE_WORDS = (
    r"(?:lives|ammo|coins?|scores?|points|counts?|counter|index|level|kills|amount|keys|rounds|bullets|num)"
)
_AMOUNT_WORDS = (
    r"(?:health|hp|hit ?points|armou?r|mana|stamina|energy|fuel|shield|lives|ammo|coins|gold|points|bullets)"
)

# Without the word variable a plain noun could be meant (`text messages`), so a sign is asked for.
_BARE = rf"(?P<type>{_TYPE}) (?P<name>{_NAME})(?= ?(?:=|:|\(|$|\||,|with|of|set|starting|that|which|at))"

_TYPE_LATER = (
    rf"{_KIND} (?:called |named |name )?(?P<name>{_NAME}) ?,? ?"
    rf"(?:of (?:the )?type|as|as an?|:|\(|which is|that is|is) ?(?:an? )?(?P<type>{_TYPE})\)?"
)

# Tried in order. Groups: `type`, `name`, and for amounts `value`.
_PATTERNS = (
    rf"(?P<type>{_TYPE}) (?:{_KIND} )?(?:called|named|name) (?P<name>{_NAME_SAID})",
    rf"(?P<type>{_TYPE}) {_KIND} ?,? ?(?P<name>{_NAME_SAID})",
    _TYPE_LATER,
    rf"(?P<name>{_NAME}) ?(?::|\(|of type|as an?) ?(?P<type>{_TYPE})(?: {_KIND})?",
    rf"(?P<name>{_NAME}(?: {_NAME})?) (?P<type>{_TYPE}) {_KIND}",
    rf"{_KIND} (?:called |named |name )?(?P<name>{_NAME})",
    rf"(?P<name>{_NAME}(?: {_NAME})?) {_KIND}",
    _BARE,
    rf"(?P<name>{_NAME}) ?(?==)",
    rf"(?P<value>{NUMBER}) (?P<name>{_AMOUNT_WORDS})",
)

_COLORS = {
    "red": (1, 0, 0),
    "green": (0, 1, 0),
    "blue": (0, 0, 1),
    "white": (1, 1, 1),
    "black": (0, 0, 0),
    "yellow": (1, 1, 0),
    "orange": (1, 0.5, 0),
    "purple": (0.5, 0, 1),
}
_TRUE, _FALSE = frozenset({"true", "yes", "on", "1"}), frozenset({"false", "no", "off", "0"})


class NoValueError(ValueError):
    """A text that is no value of a type."""


@dataclass(frozen=True, slots=True)
class FoundVariable:
    """A variable and what was assumed about it, or why its default is left out."""

    variable: WantedVariable
    assumed: str = ""
    problem: str = ""


def take_variable(words: ClauseWords, quotes: Quotes, *, in_list: bool) -> FoundVariable | None:
    """The variable of a clause, taken out of it with its default; None when it names none."""
    for pattern in _PATTERNS:
        match = words.find(pattern)
        if match is None or (pattern is _BARE and not in_list and not _is_declared(words, match)):
            continue
        words.take(pattern)
        groups = match.groupdict()
        name = _name(words.original(match, "name"), quotes)
        value = groups.get("value") or take_default(words, quotes)
        words.take(rf"{_KIND}s?")
        words.take(
            r"(?:add(?:s|ing)?|has|have|having|with|give[sn]?|create|declare|define|include[sd]?|needs?|make)"
        )
        return _found(name, groups.get("type"), value)
    return None


def _is_declared(words: ClauseWords, match: re.Match[str]) -> bool:
    """Whether a name after a type word looks like a name: a capital in it, or an equals sign after it."""
    name = words.original(match, "name")
    return name != name.lower() or "=" in words.low[match.end() :]


def take_default(words: ClauseWords, quotes: Quotes) -> str:
    """The default value in a clause, taken out of it; empty when it names none."""
    match = words.take(_DEFAULT)
    if match is None:
        return ""
    number = next(index for index in range(1, 6) if match.group(index) is not None)
    return quotes.text_of(words.original(match, number))


def value_text(kind: VariableType, value: str) -> str:
    """A value as people write it, in the form that a tool takes. Raises BadValueError."""
    text = value.strip()
    if not text or kind in ("string", "text", "name"):
        return text
    low = text.lower()
    if kind == "bool":
        return _one_of(low)
    if kind == "color" and low in _COLORS:
        return "(R={},G={},B={},A=1)".format(*_COLORS[low])
    if kind in _MEMBERS:
        return _struct_text(kind, text)
    if kind == "transform" or not re.fullmatch(NUMBER, text):
        raise NoValueError(text)
    if kind in ("int", "int64", "byte"):
        if float(text) != int(float(text)):
            raise NoValueError(text)
        return str(int(float(text)))
    return text


def _one_of(low: str) -> str:
    if low in _TRUE:
        return "true"
    if low in _FALSE:
        return "false"
    raise NoValueError(low)


_MEMBERS: Mapping[str, tuple[str, ...]] = {
    "vector": ("X", "Y", "Z"),
    "rotator": ("Pitch", "Yaw", "Roll"),
    "color": ("R", "G", "B", "A"),
}


def _struct_text(kind: str, text: str) -> str:
    """`1, 2, 3` or `X=1 Y=2 Z=3` as `(X=1,Y=2,Z=3)`; what is not named is 0, alpha 1."""
    members = _MEMBERS[kind]
    named = {key.lower(): number for key, number in re.findall(rf"([A-Za-z]+) ?= ?({NUMBER})", text)}
    if named:
        values = [named.get(member.lower(), named.get(member[0].lower(), "0")) for member in members]
    else:
        values = re.findall(NUMBER, text)
        if len(values) == 3 and kind == "color":  # noqa: PLR2004 - red, green, blue
            values.append("1")
        if len(values) != len(members):
            raise NoValueError(text)
    return "({})".format(",".join(f"{member}={value}" for member, value in zip(members, values, strict=True)))


def _found(name: str, type_words: str | None, value: str) -> FoundVariable:
    assumed = ""
    if type_words is not None:
        kind = _TYPES[type_words]
    else:
        kind, is_sure = _guessed_type(name, value)
        assumed = "" if is_sure else f"{name} is {'an' if kind == 'int' else 'a'} {kind} variable"
    try:
        return FoundVariable(WantedVariable(name, kind, value_text(kind, value)), assumed)
    except NoValueError:
        return FoundVariable(WantedVariable(name, kind), assumed, f"'{value}' is no {kind} value")


def _guessed_type(name: str, value: str) -> tuple[VariableType, bool]:
    """The type that a value or else a name suggests, and whether the value leaves no doubt."""
    low = value.strip().lower()
    if low in ("true", "false"):
        return "bool", True
    numbers = re.findall(NUMBER, low)
    if len(numbers) == 3 and not re.search(r"[a-df-z]{2}", low):  # noqa: PLR2004 - X, Y, Z
        return "vector", True
    if low and not re.fullmatch(NUMBER, low):
        return "string", low not in _COLORS
    if not low:
        return _type_by_name(name), False
    is_whole = float(low) == int(float(low))
    return ("int" if is_whole and re.search(_WHOLE_WORDS, _spaced(name)) else "float"), False


def _type_by_name(name: str) -> VariableType:
    low = _spaced(name)
    if re.match(r"b [A-Za-z]", _spaced(name)) or re.match(r"(?:is|has|can|should|was)\b", low):
        return "bool"
    for pattern, kind in _TYPE_BY_NAME:
        if re.search(pattern, low):
            return kind
    return "float"


_TYPE_BY_NAME: tuple[tuple[str, VariableType], ...] = (
    (rf"\b{_WHOLE_WORDS}\b", "int"),
    (r"\b(?:location|position|direction|velocity|offset)\b", "vector"),
    (r"\brotation\b", "rotator"),
    (r"\bcolou?r\b", "color"),
    (r"\b(?:name|title|message|label|text|description|greeting)\b", "string"),
)


def _spaced(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_", " ", name).lower()


def _name(text: str, quotes: Quotes) -> str:
    """A variable name: `max health` is MaxHealth; a name that is written as one stays."""
    words = re.findall(r"\w+", quotes.text_of(text))
    return "".join(
        word if word[0] in "b_" and word != word.lower() else word[0].upper() + word[1:] for word in words
    )
