"""Letters and signs that look like those of the language and are others. Part of the lexer."""

from __future__ import annotations

from typing import Final

__all__ = ["imitated_name", "imitated_sign"]

# Cyrillic, Greek and full-width letters, each with the Latin one that it looks like.
_LETTERS: Final = {
    **dict(
        zip(
            "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425",
            "ABESIJKMHOPCTYX",
            strict=True,
        )
    ),
    **dict(
        zip(
            "\u0430\u0435\u0456\u0458\u043e\u0440\u0441\u0443\u0445\u0455\u04bb\u0501",
            "aeijopcyxshd",
            strict=True,
        )
    ),
    **dict(
        zip(
            "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
            "ABEZHIKMNOPTYX",
            strict=True,
        )
    ),
    **dict(zip("\u03bf\u03bd\u03c1\u03c5\u03b9", "ovpui", strict=True)),
    **{chr(0xFF21 + index): chr(ord("A") + index) for index in range(26)},
    **{chr(0xFF41 + index): chr(ord("a") + index) for index in range(26)},
    **{chr(0xFF10 + index): chr(ord("0") + index) for index in range(10)},
}
_SIGNS: Final = {
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\uff02", '"'),
    **dict.fromkeys("\u2018\u2019\u201a\uff07", "'"),
    "\uff08": "(",
    "\uff09": ")",
    "\uff0c": ",",
    "\u3001": ",",
    "\uff1a": ":",
    "\uff1b": ";",
    "\uff1d": "=",
    "\uff0e": ".",
    "\u2026": "..",
    "\uff0b": "+",
    "\u2212": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u00d7": "*",
    "\u00f7": "/",
    "\uff1c": "<",
    "\uff1e": ">",
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "!=",
    "\u2192": "->",
}


def imitated_name(name: str) -> str:
    """The Latin name that one with foreign letters looks like; empty when it has foreign letters of its own.

    A name of another alphabet alone is a name like any other.
    """
    meant = "".join(_LETTERS.get(letter, letter) for letter in name)
    has_latin = any(letter.isascii() and letter.isalpha() for letter in name)
    return meant if meant != name and meant.isascii() and has_latin else ""


def imitated_sign(sign: str) -> str:
    """The sign of the language that another looks like; empty when there is none."""
    return _SIGNS.get(sign, "")
