"""What a request says of values: numbers with their units, names of functions, keys.

Outside uses key_in, texts_in and with_values. English only, as the words of `everyday_lines`.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["key_in", "texts_in", "with_values"]

_KEYS: Final = {
    r"\bspace": "SpaceBar",
    r"\bshift\b": "LeftShift",
    r"\bctrl\b|\bcontrol key": "LeftControl",
    r"\balt\b": "LeftAlt",
    r"\btab\b": "Tab",
    r"\besc(?:ape)?\b": "Escape",
    r"\benter key|\bpress\w* enter\b": "Enter",
    r"\bleft (?:mouse|click)": "LeftMouseButton",
    r"\bright (?:mouse|click)": "RightMouseButton",
    r"(?-i:\b[A-HJ-Z]\b)": "",
}
"""Keys by what artists call them; a letter is its own name."""
_SLOT: Final = re.compile(r"\{(seconds|degrees|units|name|colour|said):([\w, ]+)\}")
_COLOURS: Final = {
    "red": "1, 0, 0",
    "green": "0, 1, 0",
    "blue": "0, 0, 1",
    "yellow": "1, 1, 0",
    "orange": "1, 0.5, 0",
    "purple": "0.5, 0, 1",
    "pink": "1, 0.4, 0.7",
    "cyan": "0, 1, 1",
    "white": "1, 1, 1",
    "black": "0, 0, 0",
}
_PRINTED: Final = re.compile(
    r"\b(?:print|say|write|display|show)s?:? (?:the (?:text|word|words|message) )?"
    r"(?:\"([^\"]+)\"|'([^']+)'|([\w' !?-]+?)"
    r"(?= (?:when|if|on|at|in|instead|every|each|once|as|and|until|to|for|only|after|before|while|twice"
    r"|\w+ times)\b|[.,;:]|$))",
    re.IGNORECASE,
)
_TOLD: Final = frozenset(
    {
        *("a", "all", "an", "any", "each", "every", "her", "his", "how", "it", "its", "my", "number"),
        *("numbers", "that", "the", "their", "this", "value", "what", "whether", "which", "who", "your"),
    }
)
"""How something begins that is to be told, and is not the text itself."""
_CALLED: Final = re.compile(r"\b(?:[Ee]vent|[Ff]unction|[Cc]alls?)(?: called| named)? ([A-Z]\w+)")
_NUMBER_WORDS: Final = dict(
    zip(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
        range(1, 11),
        strict=True,
    )
)
_NUMBER: Final = re.compile(
    rf"(?<![\w.])(half a|\d+(?:\.\d+)?|{'|'.join(_NUMBER_WORDS)})(?!\w|\.\d)(?:\s*(\w+))?",
    re.IGNORECASE,
)
_EVERY: Final = {"second": "1", "half second": "0.5", "minute": "60"}
_ANY_KEY: Final = "E"


def with_values(line: str, request: str) -> str:
    """A line with the number or name of a request, where that has one of its kind: small models copy them."""
    said: dict[str, set[str]] = {"seconds": set(), "degrees": set(), "units": set()}
    for number, unit in _NUMBER.findall(request):
        kind = f"{unit.lower().removesuffix('s')}s"
        value = "0.5" if number.lower() == "half a" else str(_NUMBER_WORDS.get(number.lower(), number))
        if value.strip("0."):
            said[kind if kind in said else "units"].add(value)
    for word, seconds in _EVERY.items():
        said["seconds"] |= (
            {seconds} if re.search(rf"\b(?:every|each) {word}\b", request, re.IGNORECASE) else set()
        )
    said["name"] = set(_CALLED.findall(request))
    said["said"] = set(texts_in(request))
    words = {word.lower() for word in re.findall(r"\w+", request)}
    said["colour"] = {_COLOURS[word] for word in words & _COLOURS.keys()}

    def put(slot: re.Match[str]) -> str:
        values = said[slot[1]]
        return next(iter(values)) if len(values) == 1 else slot[2]

    return _SLOT.sub(put, line)


def texts_in(request: str) -> tuple[str, ...]:
    """The texts that a request wants to be printed, letter by letter: small models write them otherwise."""
    found = [one or other or bare.strip() for one, other, bare in _PRINTED.findall(request)]
    return tuple(dict.fromkeys(text for text in found if text and text.split()[0] not in _TOLD))


def key_in(request: str) -> str:
    """The key that a request names; any one where it names none."""
    found = ((re.search(way, request, re.IGNORECASE), name) for way, name in _KEYS.items())
    return next((name or match[0] for match, name in found if match is not None), _ANY_KEY)
