"""Name and Text, as the editor's glue behaves. They know nothing of an editor."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_EVEN, Context, Decimal

from unreal_sandbox.errors import NotModelledError

__all__ = ["Name", "Text", "description", "native_text"]

_ARGUMENT = re.compile(r"\{(\w+)\}")
_LONG_NUMBERS = Context(prec=400, rounding=ROUND_HALF_EVEN)
_MOST_DIGITS = 3
"""Decimals that a number has as text."""


def description(desc: object) -> str:
    """The `desc` that the glue's context managers take. Raises TypeError for what is no text."""
    if not isinstance(desc, Text | str):
        raise TypeError(f"NativizeProperty: Cannot nativize '{type(desc).__name__}' as 'Text' (desc)")
    return str(desc)


def native_text(value: object) -> str:
    """Text as it crosses into the engine: a NUL ends it (assumed, as for every C string).

    Raises TypeError for half a surrogate pair, which UTF-8 cannot hold.
    """
    text = str(value).partition("\0")[0]
    try:
        text.encode()
    except UnicodeEncodeError:
        raise TypeError(f"NativizeStr: Cannot nativize {text!r} as 'str': it is no valid Unicode") from None
    return text


class Name:
    """An FName: compared without letter case, also with plain text. Not a `str`."""

    __slots__ = ("_text",)
    __module__ = "unreal"

    def __init__(self, value: Name | str = "None") -> None:
        if not isinstance(value, Name | str):
            raise TypeError(f"Name: Cannot nativize '{type(value).__name__}' as 'Name'")
        self._text = native_text(value) or "None"

    @classmethod
    def cast(cls, object: object) -> Name:
        """Convert text or a Name."""
        if isinstance(object, Name | str):
            return cls(object)
        raise TypeError(f"Name: Cannot cast type '{type(object).__name__}' to 'Name'")

    def is_valid(self) -> bool:
        """Always true here: every entry exists."""
        return True

    def is_none(self) -> bool:
        """Whether this is the name None."""
        return self._text.lower() == "none"

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f'Name("{self._text}")'

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Name | str):
            return self._text.lower() == str(other).lower()
        return NotImplemented

    def __lt__(self, other: Name | str) -> bool:
        return self._text.lower() < str(other).lower()

    def __hash__(self) -> int:
        # Differs from the hash of the same text, as in the editor: a Name is no dictionary key for str.
        return hash(("Name", self._text.lower()))


class Text:
    """An FText: not a `str`, although it compares with one. Number texts are English."""

    __slots__ = ("_text",)
    __module__ = "unreal"

    def __init__(self, value: Text | str = "") -> None:
        if not isinstance(value, Text | str):
            raise TypeError(f"Text: Cannot nativize '{type(value).__name__}' as 'Text'")
        self._text = native_text(value)

    @classmethod
    def cast(cls, object: object) -> Text:
        """Convert text or a Text."""
        if isinstance(object, Text | str):
            return cls(object)
        raise TypeError(f"Text: Cannot cast type '{type(object).__name__}' to 'Text'")

    def is_empty(self) -> bool:
        """Whether there is no character."""
        return not self._text

    def is_empty_or_whitespace(self) -> bool:
        """Whether there is nothing to see."""
        return not self._text.strip()

    def is_transient(self) -> bool:
        """False: texts made here are literals."""
        return False

    def is_culture_invariant(self) -> bool:
        """False, as for literals."""
        return False

    def is_from_string_table(self) -> bool:
        """False: there are no string tables."""
        return False

    def to_lower(self) -> Text:
        """The text in lower case."""
        return Text(self._text.lower())

    def to_upper(self) -> Text:
        """The text in upper case."""
        return Text(self._text.upper())

    @classmethod
    def as_number(cls, num: float) -> Text:
        """A number with separators and at most three decimals: `1,234.5`."""
        return cls(_number_text(num, _MOST_DIGITS))

    @classmethod
    def as_percent(cls, num: float) -> Text:
        """A share in whole percent: `0.25` is `25%`."""
        return cls(f"{_number_text(num * 100, 0)}%")

    @classmethod
    def as_currency(cls, val: int, code: str) -> Text:
        """An amount of money; what it looks like depends on the culture."""
        raise NotModelledError("unreal.Text.as_currency is not modelled in the sandbox.")

    def format(self, *args: object, **named_args: object) -> Text:
        """The text with `{0}` and `{name}` filled in; what is not given stays as it stands."""
        given = {str(index): value for index, value in enumerate(args)} | named_args
        for value in given.values():
            if not isinstance(value, Text | str | int | float):
                raise TypeError(f"Text: Cannot nativize '{type(value).__name__}' as a format argument")

        def filled(match: re.Match[str]) -> str:
            value = given.get(match[1], match[0])
            if isinstance(value, bool) or not isinstance(value, int | float):
                return str(value)
            return str(Text.as_number(value))

        return Text(_ARGUMENT.sub(filled, self._text))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f'Text("{self._text}")'

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Text | str):
            return self._text == str(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(("Text", self._text))


def _number_text(number: float, digits: int) -> str:
    """A number as people read it; NaN and the sign of infinity where there are no digits (assumed)."""
    if math.isnan(number):
        return "NaN"
    if math.isinf(number):
        return "-∞" if number < 0 else "∞"
    return f"{_rounded(number, digits):,}"


def _rounded(number: float, digits: int) -> Decimal | int:
    value = Decimal(str(number)).quantize(Decimal(1).scaleb(-digits), context=_LONG_NUMBERS)
    return int(value) if value == int(value) else value.normalize()
