"""Takes keys out of text. Outside uses redact and remember_secret.

A value that was once remembered is hidden wherever it turns up in this process; what looks
like a key or stands where keys stand is hidden as well. Standard library only, any thread.
"""

from __future__ import annotations

import re
import threading
from urllib.parse import quote

__all__ = ["HIDDEN", "redact", "remember_secret"]

HIDDEN = "[hidden]"

_SHORTEST_SECRET = 6
"""Shorter values are no real keys, and hiding `test` everywhere would make a log unreadable."""

# `Name: value`, `name=value`, `'name': b'value'`, `("name", "value")`: how programs print such pairs.
_BETWEEN = r"""(?: ['"]? \s* [:=] | ['"] \s* , ) \s* (?:b?['"])?"""

_PATTERNS = (
    re.compile(r"(?P<value>\bsk-[A-Za-z0-9_-]{8,})"),
    re.compile(r"(?P<value>\b(?:gh[pousr]_|github_pat_|xox[abprs]-|AIza)[A-Za-z0-9_-]{16,})"),
    re.compile(r"(?i)\bbearer\s+(?P<value>[A-Za-z0-9._~+/=-]{6,})"),
    re.compile(
        rf"""(?ix) (?<![A-Za-z0-9_]) (?:proxy-)?authorization {_BETWEEN}
        (?:(?:bearer|basic|token)\s+)? (?P<value>[^\s'",;)}}\]]+)"""
    ),
    re.compile(
        rf"""(?ix) (?<![A-Za-z0-9]) (?:x-api-key|(?:\w+_)?api[-_]?key|access[-_]?token|auth[-_]?token
        |secret[-_]?key|client[-_]?secret|password|set-cookie|cookie) {_BETWEEN}
        (?P<value>[^\s'",;)}}\]&]{{4,}})"""
    ),
    re.compile(r"(?i)\b[a-z][a-z0-9+.-]*://[^\s/:@]*:(?P<value>[^\s/@]+)@"),  # a password inside a URL
)

_NO_SECRET = re.compile(r"(?i)none|null|true|false|missing|\*+")

_lock = threading.Lock()
_remembered: tuple[str, ...] = ()


def remember_secret(value: str) -> None:
    """Hide this value from now on, also in the form that URLs give it."""
    global _remembered  # noqa: PLW0603 - a key that this process saw must not leave it by any way
    if len(value) < _SHORTEST_SECRET:
        return
    with _lock:
        values = {*_remembered, value, quote(value, safe="")}
        _remembered = tuple(sorted(values, key=len, reverse=True))


def redact(text: str) -> str:
    """The text with every key in it replaced by `[hidden]`."""
    for value in _remembered:
        text = text.replace(value, HIDDEN)
    for pattern in _PATTERNS:
        text = pattern.sub(_hide, text)
    return text


def _hide(match: re.Match[str]) -> str:
    """The match with its group `value` hidden, unless that is hidden already or says that there is none."""
    value = match["value"]
    if HIDDEN.strip("[]") in value or _NO_SECRET.fullmatch(value):
        return match[0]
    start = match.start("value") - match.start()
    return match[0][:start] + HIDDEN + match[0][start + len(value) :]
