"""What a line that cannot be read may have been meant as: brackets closed, colons put in, signs set right.

Outside uses the names in `__all__`. Only candidates: whoever asks plans the program with each of them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from blueprint_assistant.graph.catalog.name_lookup import nearest_slips

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["keyword_repairs", "line_repairs", "literal_type"]

_WORDS: Final = (
    *("while", "else", "elif", "switch", "case", "default", "event", "func", "component", "dispatcher"),
    *(
        "return",
        "break",
        "broadcast",
        "bind",
        "unbind",
        "sequence",
        "true",
        "false",
        "None",
        "range",
        "breakable",
    ),
)
"""Words of the language that are long enough to be told from others in spite of a slip."""
_CLOSED_BY: Final = {"(": ")", "[": "]", "{": "}"}
_HEAD: Final = re.compile(r"\s*(if|elif|else|while|for|switch|case|on|func|event|sequence)\b")
_WITHOUT_IN: Final = re.compile(r"^(\s*for\s+\w+)\s+(?!in\b)(\w+)(?=\s*:?\s*$)")
_TAIL: Final = re.compile(r"\s*(?:\b(?:then|do)|\{|:)?\s*$", re.IGNORECASE)
_SIGNS: Final = (
    ("=>", ">="),
    ("=<", "<="),
    ("=!", "!="),
    ("<>", "!="),
)
_PHRASES: Final = (
    (re.compile(r"\bis (?:less|smaller|lower) than\b", re.IGNORECASE), "<"),
    (re.compile(r"\bis (?:greater|more|bigger|higher|larger) than\b", re.IGNORECASE), ">"),
    (re.compile(r"\bis not equal to\b", re.IGNORECASE), "!="),
    (re.compile(r"\b(?:is equal to|equals)\b", re.IGNORECASE), "=="),
    (re.compile(r"\band then\b", re.IGNORECASE), "and"),
)
_UNLESS: Final = re.compile(r"^(\s*)unless\s+(.+?)\s*:?\s*$", re.IGNORECASE)
_SWAPPED: Final = re.compile(r"^(\s*)(-?[\d.]+|\"[^\"]*\"|true|false)\s*=\s*([A-Za-z_]\w*)\s*$")
_CALLED: Final = re.compile(r"^(\s*)(?:call|execute|run|do)\s+([\w.`]+\s*\(.*\))\s*:?\s*$", re.IGNORECASE)
_UNTYPED: Final = re.compile(r"^((?:(?:private|public|exposed)\s+)*var\s+\w+)\s*(?:=\s*(.+))?$")
_WITHOUT_COLON: Final = re.compile(
    r"^((?:(?:private|public|exposed)\s+)*(?:var|component)\s+\w+)\s+(?=\w)(\w+)"
)
_TEXT: Final = re.compile(r"\"[^\"]*\"|'[^']*'")


def line_repairs(line: str, column: int) -> Iterator[str]:
    """Other forms of a line, the likeliest first; `column` (from 1) is where reading ended."""
    line = line.rstrip()
    seen = {line}
    for repaired in _repairs(line, column):
        if repaired not in seen:
            seen.add(repaired)
            yield repaired


def _repairs(line: str, column: int) -> Iterator[str]:
    yield from keyword_repairs(line)
    yield from _closed_texts(line)
    yield from _closed_brackets(line)
    yield from _heads(line)
    if called := _CALLED.match(line):
        yield f"{called[1]}{called[2]}"
    yield from _other_signs(line, column)
    yield from _declarations(line)


def keyword_repairs(line: str, wrong: str = "") -> Iterator[str]:
    """The line with a word of the language in the place of one that is it with a slip of the pen."""
    for found in re.finditer(r"[A-Za-z]+", _TEXT.sub(lambda text: " " * len(text[0]), line)):
        meant = nearest_slips(found[0], _WORDS) if not wrong or found[0] == wrong else ()
        if found[0].lower() not in _WORDS:
            yield from (line[: found.start()] + word + line[found.end() :] for word in meant)


def _closed_texts(line: str) -> Iterator[str]:
    """A text that ends with the line or before the brackets at its end."""
    plain = _TEXT.sub("", line)
    for quote in "\"'":
        if plain.count(quote) % 2:
            end = re.search(r"[)\]:]*$", line)
            at = len(line) if end is None else end.start()
            for closed in (line + quote, line[:at] + quote + line[at:]):
                yield closed
                yield from _closed_brackets(closed)


def _closed_brackets(line: str) -> Iterator[str]:
    """Brackets that are closed at the end, before an operator, or never opened."""
    opened, extra = _brackets(line)
    for at in reversed(extra):
        yield line[:at] + line[at + 1 :]
    if not opened:
        return
    closing = "".join(_CLOSED_BY[line[at]] for at in reversed(opened))
    bare = line.removesuffix(":")
    yield bare + closing + (":" if bare != line or _HEAD.match(line) else "")
    for found in re.finditer(r"\s+(?:=|\+|-|\*|/|<|>)", line):
        if found.start() > opened[-1]:
            yield line[: found.start()] + closing + line[found.start() :]


def _brackets(line: str) -> tuple[list[int], list[int]]:
    """Where brackets are opened and never closed, and where one is closed that was never opened."""
    masked = _TEXT.sub(lambda found: " " * len(found[0]), line).partition("#")[0]
    opened: list[int] = []
    extra: list[int] = []
    for at, sign in enumerate(masked):
        if sign in _CLOSED_BY:
            opened.append(at)
        elif sign in _CLOSED_BY.values():
            if opened and _CLOSED_BY[masked[opened[-1]]] == sign:
                opened.pop()
            else:
                extra.append(at)
    return opened, extra


def _heads(line: str) -> Iterator[str]:
    """The head of a block with its colon, in the words of the language."""
    unless = _UNLESS.match(line)
    if unless is not None:
        yield f"{unless[1]}if not {unless[2]}:"
    if not _HEAD.match(line):
        return
    said = line
    for sign, meant in _SIGNS:
        said = said.replace(sign, meant)
    for phrase, meant in _PHRASES:
        said = phrase.sub(meant, said)
    said = _WITHOUT_IN.sub(r"\1 in \2", said)
    yield _TAIL.sub("", said) + ":"


def _other_signs(line: str, column: int) -> Iterator[str]:
    """An equals sign put in or doubled where reading ended; a value and a variable changed over."""
    at = column - 1
    if 0 < at < len(line):
        if line[at] == "=" and _HEAD.match(line):
            yield f"{line[:at]}=={line[at + 1 :].rstrip()}"
        if re.match(r"\s*let\s", line):
            yield f"{line[:at].rstrip()} = {line[at:].lstrip()}"
    swapped = _SWAPPED.match(line)
    if swapped is not None:
        yield f"{swapped[1]}{swapped[3]} = {swapped[2]}"


def _declarations(line: str) -> Iterator[str]:
    """A variable with the type of its value; a component without the words of variables."""
    untyped = _UNTYPED.match(line)
    if untyped is not None:
        value = untyped[2]
        kinds = ("float", "int", "bool", "string") if value is None else (literal_type(value),)
        yield from (f"{untyped[1]}: {kind}" + (f" = {value}" if value else "") for kind in kinds if kind)
    yield _WITHOUT_COLON.sub(r"\1: \2", line)
    yield re.sub(r"^(?:(?:private|public|exposed)\s+)+(?=component\b|dispatcher\b)", "", line)


def literal_type(value: str) -> str:
    """The type of a literal; empty for any other value."""
    value = value.strip()
    if value.lower() in ("true", "false"):
        return "bool"
    if re.fullmatch(r"-?\d+", value):
        return "int"
    if re.fullmatch(r"-?\d*\.\d+|-?\d+\.", value):
        return "float"
    return "string" if re.fullmatch(r"\"[^\"]*\"|'[^']*'", value) else ""
