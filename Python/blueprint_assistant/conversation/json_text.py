r"""Reads the JSON that models write. Outside uses read_json and JsonScanner.

Only slips with one possible meaning are mended: trailing commas, single quotes, Python's
True/False/None, bare keys, raw line breaks in strings, a written-out `\n` between tokens,
closers missing at the very end. Everything else is refused: a repair library that always
returns something (json-repair 0.64 was tried) turns the cut text `{"path": "/Game/Ol` into
a call on another asset.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from blueprint_assistant.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["JsonScanner", "JsonTextError", "read_json"]

_MAX_DEPTH = 100
_BARE_KEY = re.compile(r"[A-Za-z_][\w-]*")
_NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])")
_WORD = re.compile(r"[A-Za-z]+(?!\w)")
_WORDS = {"true": True, "false": False, "null": None, "True": True, "False": False, "None": None}
_GAP = re.compile(r"(?:[ \t\r\n]|\\[nrt])*")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "/": "/", "\\": "\\", '"': '"', "'": "'"}
_STRING_STOP = {quote: re.compile(rf"[{quote}\\]") for quote in ('"', "'")}
_HIGH_HALVES = range(0xD800, 0xDC00)
_LOW_HALVES = range(0xDC00, 0xE000)
_SURROGATES = re.compile("[\ud800-\udfff]")


class JsonTextError(TextError):
    """A text is no JSON, not even after mending the slips that have one meaning."""

    code = "bad_json"


def read_json(text: str, *, may_close: bool = False) -> Any:
    """The value that a text holds, with nothing but white space around it.

    `may_close` allows to add the braces and brackets that are missing at the end; a string
    that does not end is always refused. Raises JsonTextError with line and column.
    """
    try:
        return _without_surrogates(
            json.loads(text, strict=False, object_pairs_hook=_unique, parse_constant=_no_constant)
        )
    except (ValueError, RecursionError):
        return _without_surrogates(_Reader(text, may_close=may_close).read())


def _unique(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise ValueError(key)
        found[key] = value
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _without_surrogates(value: Any) -> Any:
    r"""Refuse half characters (`\ud83d` alone): no file or request can hold them."""
    match value:
        case str() if _SURROGATES.search(value):
            raise JsonTextError("A string holds half of a character", "Write the character itself.")
        case list():
            for item in value:
                _without_surrogates(item)
        case dict():
            for key, item in value.items():
                _without_surrogates(key)
                _without_surrogates(item)
        case _:
            pass
    return value


class _Reader:
    """One reading of one text, by recursive descent. Linear in its size."""

    def __init__(self, text: str, *, may_close: bool) -> None:
        self._text = text
        self._at = 0
        self._may_close = may_close
        self._depth = 0

    def read(self) -> Any:
        value = self._value()
        self._skip()
        if self._at < len(self._text):
            raise self._error("There is more text after the JSON value")
        return value

    def _error(self, what: str, at: int | None = None) -> JsonTextError:
        place = self._at if at is None else at
        before = self._text[:place]
        line = before.count("\n") + 1
        start = before.rfind("\n") + 1
        excerpt = self._text[start : start + 200].split("\n", 1)[0]
        return JsonTextError(what, "Write valid JSON.", line=line, column=place - start + 1, excerpt=excerpt)

    def _skip(self) -> None:
        match = _GAP.match(self._text, self._at)
        if match is not None:
            self._at = match.end()

    def _peek(self) -> str:
        self._skip()
        return self._text[self._at : self._at + 1]

    def _value(self) -> Any:
        character = self._peek()
        if character in {"{", "["}:
            self._depth += 1
            if self._depth > _MAX_DEPTH:
                raise self._error("The JSON is nested too deeply")
            self._at += 1
            value = self._object() if character == "{" else self._array()
            self._depth -= 1
            return value
        if character in _STRING_STOP:
            return self._string(character)
        return self._scalar()

    def _scalar(self) -> Any:
        number = _NUMBER.match(self._text, self._at)
        if number is not None:
            self._at = number.end()
            text = number.group()
            if text.lstrip("-").isdigit():
                return self._integer(text)
            return float(text)
        word = _WORD.match(self._text, self._at)
        if word is not None and word.group() in _WORDS:
            self._at = word.end()
            return _WORDS[word.group()]
        raise self._error(
            "A value is missing" if self._peek() in {"", ",", "}", "]"} else "This is no JSON value"
        )

    def _integer(self, text: str) -> int:
        try:
            return int(text)
        except ValueError:  # Python's limit on digits
            raise self._error("The number has too many digits") from None

    def _object(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        while not self._at_end_of("}"):
            key_at = self._at
            key = self._key()
            if self._peek() != ":":
                raise self._error(f"A colon is missing after the key '{key[:40]}'")
            self._at += 1
            value = self._value()
            if key in found and found[key] != value:
                raise self._error(f"The key '{key[:40]}' is given twice", key_at)
            found[key] = value
            self._separator("}")
        return found

    def _array(self) -> list[Any]:
        items: list[Any] = []
        while not self._at_end_of("]"):
            items.append(self._value())
            self._separator("]")
        return items

    def _at_end_of(self, closer: str) -> bool:
        character = self._peek()
        if character == closer:
            self._at += 1
            return True
        return character == "" and self._may_close

    def _separator(self, closer: str) -> None:
        """Step over the comma between two items; before a closer there may be one too many."""
        character = self._peek()
        if character == ",":
            self._at += 1
        elif character != closer and not (character == "" and self._may_close):
            raise self._error(f"A comma or '{closer}' is missing")

    def _key(self) -> str:
        character = self._peek()
        if character in _STRING_STOP:
            return self._string(character)
        bare = _BARE_KEY.match(self._text, self._at)
        if bare is None:
            raise self._error("A key is missing")
        self._at = bare.end()
        return bare.group()

    def _string(self, quote: str) -> str:
        start = self._at
        self._at += 1
        parts: list[str] = []
        while True:
            stop = _STRING_STOP[quote].search(self._text, self._at)
            if stop is None:
                raise self._error("A string does not end", start)
            parts.append(self._text[self._at : stop.start()])
            self._at = stop.end()
            if stop.group() == quote:
                return "".join(parts)
            parts.append(self._escape(start))

    def _escape(self, start: int) -> str:
        character = self._text[self._at : self._at + 1]
        self._at += 1
        if character == "u":
            return self._unicode_escape()
        if character == "":
            raise self._error("A string does not end", start)
        # `\_` and the like are no JSON; the two characters can only mean themselves.
        return _ESCAPES.get(character, "\\" + character)

    def _unicode_escape(self) -> str:
        first = self._code_unit()
        if first in _HIGH_HALVES and self._text.startswith("\\u", self._at):
            self._at += 2
            second = self._code_unit()
            if second in _LOW_HALVES:
                return chr(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
            return chr(first) + chr(second)
        return chr(first)

    def _code_unit(self) -> int:
        digits = self._text[self._at : self._at + 4]
        if re.fullmatch("[0-9a-fA-F]{4}", digits) is None:
            raise self._error("An escape \\u needs four hexadecimal digits")
        self._at += 4
        return int(digits, 16)


class JsonScanner:
    """Finds where a JSON value ends in a text that still grows. Looks at each character once.

    Strings are respected, so that tags and braces inside them are data. `end` is the index
    behind the value once it is complete; `stopped_at` the index of a character that no JSON
    can hold outside strings (`<` or a backtick), when that came first.
    """

    _INTEREST = re.compile(r"""["'{}\[\]<`:,]|\\[nrt]?|[^\s"'{}\[\]<`:,\\]+""")

    def __init__(self, start: int) -> None:
        """`start` is the index of the opening brace or bracket."""
        self._at = start
        self._depth = 0
        self._quote = ""
        self._before = ":"
        self.end: int | None = None
        self.stopped_at: int | None = None

    @property
    def is_done(self) -> bool:
        """Whether the end of the value, or of the hope for it, was found."""
        return self.end is not None or self.stopped_at is not None

    def scan(self, text: str) -> bool:
        """Go on with the text, which may only have grown at its end; whether it is done."""
        while not self.is_done and self._at < len(text):
            advanced = self._in_string(text) if self._quote else self._outside(text)
            if not advanced:
                break
        return self.is_done

    def _in_string(self, text: str) -> bool:
        stop = _STRING_STOP[self._quote].search(text, self._at)
        if stop is None:
            self._at = len(text)
            return False
        if stop.group() != "\\":
            self._quote = ""
            self._before = '"'
            self._at = stop.end()
            return True
        if stop.end() >= len(text):
            self._at = stop.start()
            return False
        self._at = stop.end() + 1
        return True

    def _outside(self, text: str) -> bool:
        found = self._INTEREST.search(text, self._at)
        if found is None:
            self._at = len(text)
            return False
        sign = found.group()
        if sign in {"<", "`"}:
            self.stopped_at = found.start()
            return False
        if sign == "\\" and found.end() == len(text):
            return False
        self._at = found.end()
        # An apostrophe opens a string only where a key or a value may stand.
        if sign == '"' or (sign == "'" and self._before in {":", ",", "{", "["}):
            self._quote = sign
        elif sign in {"{", "["}:
            self._depth += 1
        elif sign in {"}", "]"}:
            self._depth -= 1
            if self._depth == 0:
                self.end = found.end()
        if not sign.startswith("\\"):
            self._before = sign
        return True
