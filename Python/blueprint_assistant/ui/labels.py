"""Words on pins and nodes, spelled as the editor spells them. Plain text in and out, no Qt."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from blueprint_assistant.graph.model.blueprint import Pin

__all__ = ["display_name", "pin_label", "plain_text", "tooltip", "trimmed_number", "without_mnemonic"]

_MAX_NESTING: Final = 8
_TOKEN: Final = re.compile(r'"(?:\\.|[^"\\])*"|[A-Z_]+\(|[(),]|[^\s"(),]+', re.DOTALL)
_ESCAPES: Final = {"n": "\n", "r": "", "t": "\t"}
_LOWER_WORDS: Final = (
    *("In", "As", "To", "Or", "At", "On", "If", "Be", "By"),
    *("The", "For", "And", "With", "When", "From"),
)
_UNNAMED_EXEC: Final = frozenset({"execute", "then"})


def plain_text(raw: str) -> str:
    """The readable words of a text value: quoted, `NSLOCTEXT`, `INVTEXT` or `LOCGEN_FORMAT_*`.

    Never raises: what cannot be read comes back as it was, without outer quotes.
    """
    stripped = raw.strip()
    if not stripped.endswith((")", '"')):
        return stripped
    tokens = _TOKEN.findall(stripped)
    try:
        text, rest = _read_value(tokens, 0, 0)
    except (IndexError, ValueError):
        return stripped.strip('"')
    return text if rest == len(tokens) else stripped.strip('"')


def _read_value(tokens: list[str], start: int, depth: int) -> tuple[str, int]:
    word = tokens[start]
    if depth > _MAX_NESTING:
        raise ValueError(word)
    if not word.endswith("(") or len(word) == 1:
        return _unquoted(word), start + 1
    arguments: list[str] = []
    position = start + 1
    while tokens[position] != ")":
        if tokens[position] == ",":
            position += 1
            continue
        value, position = _read_value(tokens, position, depth + 1)
        arguments.append(value)
    return _evaluated(word[:-1], arguments), position + 1


def _unquoted(token: str) -> str:
    if not token.startswith('"'):
        return token
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), token[1:-1], flags=re.DOTALL)


def _evaluated(name: str, arguments: list[str]) -> str:
    if name == "LOCGEN_FORMAT_NAMED":
        named = dict(zip(arguments[1::2], arguments[2::2], strict=False))
        return _formatted(arguments[0], named)
    if name == "LOCGEN_FORMAT_ORDERED":
        return _formatted(arguments[0], {str(index): text for index, text in enumerate(arguments[1:])})
    return arguments[-1]


def _formatted(pattern: str, values: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), pattern)


def display_name(name: str, *, is_bool: bool = False) -> str:
    """A name as the editor shows it: `bFromSweep` is `From Sweep`, `InString` is `In String`.

    The rules are those of the engine's name-to-display conversion: runs of capitals and digits
    stay together, underscores are blanks, small joining words are lower case.
    """
    if is_bool and name[:1] == "b" and name[1:2].isupper():
        name = name[1:]
    result: list[str] = []
    in_run = was_number = was_minus = False
    for index, letter in enumerate(name):
        is_digit = letter.isdigit()
        previous = result[-1] if result else ""
        starts_word = (letter.isupper() or (is_digit and not was_minus)) and not in_run
        if starts_word and previous not in {"(", "["} and not was_number:
            if result and previous != " ":
                result.append(" ")
            in_run = True
        in_run = (in_run and not letter.islower()) or letter == "_"
        shown = _cased(" " if letter == "_" else letter, name[index:], result)
        was_minus = shown == "-"
        was_number = is_digit or (was_number and shown in "-.")
        result.append(shown)
    return "".join(result)


def _cased(letter: str, rest: str, before: list[str]) -> str:
    """The letter in the case that its place asks for; `rest` is the name from this letter on."""
    if not before:
        return letter.upper()
    if before[-1] not in {" ", "("} or letter.isdigit():
        return letter
    joins = any(
        rest.startswith(word) and len(rest) > len(word) and not rest[len(word)].islower()
        for word in _LOWER_WORDS
    )
    return letter.lower() if joins else letter.upper()


def pin_label(pin: Pin) -> str:
    """What stands beside a pin; empty for the plain `execute` and `then` pins."""
    friendly = plain_text(pin.friendly_name) if pin.friendly_name else ""
    name = friendly if friendly.strip() or pin.friendly_name else pin.name
    if pin.is_exec and name in _UNNAMED_EXEC:
        return ""
    if name == "self":
        return "Target" if pin.direction == "input" else "Self"
    return display_name(name, is_bool=pin.type.category == "bool").strip()


def trimmed_number(text: str) -> str:
    """A number as a value box shows it: `0.500000` is `0.5`, `10.000000` is `10.0`."""
    try:
        number = float(text)
    except ValueError:
        return text.strip()
    if not re.search(r"[.eE]", text):
        return text.strip()
    short = f"{number:.6f}".rstrip("0")
    return f"{short}0" if short.endswith(".") else short


def tooltip(text: str) -> str:
    """Words for a tool tip, shown as they are: Qt would obey HTML in names and messages."""
    return f"<qt>{html.escape(text).replace(chr(10), '<br>')}</qt>" if text else ""


def without_mnemonic(text: str) -> str:
    """Words for a menu or tab in which `&` stands for itself."""
    return text.replace("&", "&&")
