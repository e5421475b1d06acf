"""Colours by name, by hexadecimal digits and by numbers, for values and comment boxes. Pure."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["COLORS", "hex_bytes", "hex_color", "is_of_one", "named_bytes", "named_color"]

COLORS: Final[dict[str, tuple[float, float, float]]] = {
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 1.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "yellow": (1.0, 1.0, 0.0),
    "orange": (1.0, 0.5, 0.0),
    "purple": (0.5, 0.0, 1.0),
    "magenta": (1.0, 0.0, 1.0),
    "pink": (1.0, 0.4, 0.7),
    "cyan": (0.0, 1.0, 1.0),
    "teal": (0.0, 0.5, 0.5),
    "brown": (0.4, 0.2, 0.05),
    "white": (1.0, 1.0, 1.0),
    "gray": (0.5, 0.5, 0.5),
    "grey": (0.5, 0.5, 0.5),
    "black": (0.0, 0.0, 0.0),
}
"""Red, green and blue from 0 to 1."""


def named_color(text: str) -> tuple[float, float, float, float] | None:
    """Red, green, blue and alpha of a colour's name; None for any other text."""
    found = COLORS.get(text.strip().strip("\"'").lower())
    return None if found is None else (*found, 1.0)


def named_bytes(text: str) -> list[float] | None:
    """A colour's name as four bytes; None for any other text."""
    color = named_color(text)
    return None if color is None else [float(round(part * 255)) for part in color]


_BARE_NUMBERS = re.compile(r"[-+\d.eE,;\s()\[\]]+")


def is_of_one(text: str) -> bool:
    """Whether a colour of bytes was given from 0 to 1, as everything else about colours is.

    `1,0,0` is red: nobody means a 255th of it. The engine's own text, blue first, is taken as it is.
    """
    plain = text.strip().strip("(){}[]").strip().strip("\"'").lower()
    if plain.startswith("b") and not _BARE_NUMBERS.fullmatch(plain):
        return False
    numbers = [float(found) for found in re.findall(r"[-+]?\d+\.?\d*", plain)]
    return bool(numbers) and all(0 <= number <= 1 for number in numbers)


def hex_bytes(text: str) -> list[float] | None:
    """`#RRGGBB` or `RRGGBBAA` as four bytes; None for any other text."""
    match = re.fullmatch(r"(?:#|0x)?([0-9a-fA-F]{6})([0-9a-fA-F]{2})?", text.strip())
    if match is None:
        return None
    digits = match[1] + (match[2] or "FF")
    return [float(int(digits[at : at + 2], 16)) for at in (0, 2, 4, 6)]


def hex_color(text: str) -> list[float] | None:
    """`#RRGGBB` as linear light from 0 to 1; None for any other text."""
    steps = hex_bytes(text)
    if steps is None:
        return None
    red, green, blue, alpha = (step / 255 for step in steps)
    return [_linear(red), _linear(green), _linear(blue), alpha]


def _linear(value: float) -> float:
    """A colour step of the screen as linear light, as the editor's colour picker converts it."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - sRGB
