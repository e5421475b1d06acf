r"""Texts in quotes: backslashes as in Python. Part of the lexer and the printer."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["quoted", "unquoted"]

_ESCAPE: Final = re.compile(
    r"\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U(00(?:0[0-9a-fA-F]|10)[0-9a-fA-F]{4})|(.))", re.DOTALL
)
_MEANT: Final = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "\n": "",
    "\\": "\\",
    '"': '"',
    "'": "'",
}
_UNSEEN: Final = (*range(0x20), 0x7F, 0x85, 0x2028, 0x2029)
_SAID: Final = {chr(code): f"\\u{code:04x}" for code in _UNSEEN}
_SAID.update({"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"'})
_TABLE: Final = str.maketrans(_SAID)


def quoted(text: str, quote: str = '"') -> str:
    """A text as it is written: on one line, with nothing in it that cannot be seen."""
    return f"{quote}{text.translate(_TABLE)}{quote}"


def unquoted(text: str) -> str:
    """What stands between quotes, without its backslashes; an unknown one stays, as in Python."""
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        return chr(int(code, 16))
    return _MEANT.get(match[4], match[0])
