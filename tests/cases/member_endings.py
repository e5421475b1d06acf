"""Members of an expectation that end alike are compared alike: `…_any`, `…_min`, `…_not`, `…_contains`.

Outside uses ENDINGS, is_any, is_not and excludes. A member of which nothing is known never passes.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from cases.json_values import Outcome, but_error, differs, fits, listed, mentions, same, short, squeeze

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["ENDINGS", "excludes", "is_any", "is_not"]


def is_any(name: str, wanted: Sequence[Any], outcome: Outcome) -> str:
    """One of the values."""
    if name not in outcome:
        return f"nothing is known of {name} (expected one of {short(wanted)}){but_error(outcome)}"
    actual = outcome[name]
    return "" if any(fits(value, actual) for value in wanted) else differs(f"{name}_any", wanted, actual)


def _bound(is_within: Callable[[Any, Any], bool], word: str) -> Callable[[str, Any, Outcome], str]:
    def check(name: str, wanted: Any, outcome: Outcome) -> str:
        actual = outcome.get(name)
        actual = len(actual) if isinstance(actual, list | tuple) else actual
        if not isinstance(actual, int | float):
            return f"nothing is known of {name} (expected {word} {wanted}){but_error(outcome)}"
        return "" if is_within(actual, wanted) else f"{name} is {actual}, expected {word} {wanted}"

    return check


def _pattern(name: str, wanted: str, outcome: Outcome) -> str:
    actual = outcome.get(name)
    if not isinstance(actual, str):
        return f"nothing is known of {name} (expected {wanted}){but_error(outcome)}"
    return "" if re.search(wanted, actual) else f"{name} is {short(actual)}, expected {wanted}"


def _includes(name: str, wanted: Any, outcome: Outcome) -> str:
    actual = outcome.get(name)
    missing = [item for item in listed(wanted) if actual is None or item not in actual]
    return f"{name} lacks {short(missing)}: {short(actual)}" if missing else ""


def _includes_any(name: str, wanted: Any, outcome: Outcome) -> str:
    actual = outcome.get(name)
    is_there = actual is not None and any(item in actual for item in listed(wanted))
    return "" if is_there else f"{name} has none of {short(wanted)}: {short(actual)}"


def excludes(name: str, wanted: Any, outcome: Outcome) -> str:
    if outcome.get(name) is None:
        return f"nothing is known of {name}"
    actual = outcome[name]
    present = [item for item in listed(wanted) if item in actual]
    return f"{name} contains {short(present)}: {short(actual)}" if present else ""


def is_not(name: str, wanted: Any, outcome: Outcome) -> str:
    """None of the values: they are not in a list or text, and no single value is one of them."""
    if name not in outcome:
        return f"nothing is known of {name} (expected anything but {short(wanted)}){but_error(outcome)}"
    actual = outcome[name]
    if isinstance(actual, list | tuple | str) and isinstance(wanted, list):
        return excludes(name, wanted, outcome)
    is_wrong = any(same(value, actual) for value in listed(wanted))
    return f"{name} is {short(actual)}, which it must not be" if is_wrong else ""


def _texts_in(
    is_in: Callable[[str, str], bool], is_right: Callable[[list[bool]], bool], word: str
) -> Callable[[str, Any, Outcome], str]:
    """A check of a text for other texts: which of them have to be in it, and how they are looked for."""

    def check(name: str, wanted: Any, outcome: Outcome) -> str:
        if outcome.get(name) is None:
            return f"nothing is known of {name} (expected that it {word} {short(wanted)}){but_error(outcome)}"
        actual = _as_text(outcome[name])
        found = [is_in(actual, text) for text in listed(wanted)]
        return "" if is_right(found) else f"{name} is {short(actual)}; it {word} {short(wanted)}"

    return check


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _holds(text: str, part: str) -> bool:
    return squeeze(part) in squeeze(text)


def _none(found: list[bool]) -> bool:
    return not any(found)


ENDINGS: dict[str, Callable[[str, Any, Outcome], str]] = {
    **dict.fromkeys(("_contains_any", "_contain_any"), _texts_in(_holds, any, "must hold one of")),
    **dict.fromkeys(
        ("_not_contains", "_not_contain", "_contains_not", "_contains_none", "_never_contains"),
        _texts_in(_holds, _none, "must not hold"),
    ),
    **dict.fromkeys(("_contains", "_contain"), _texts_in(_holds, all, "must hold")),
    **dict.fromkeys(("_mentions_any", "_mention_any"), _texts_in(mentions, any, "must mention one of")),
    **dict.fromkeys(
        ("_must_not_mention", "_not_mentions", "_not_mention", "_mentions_not"),
        _texts_in(mentions, _none, "must not mention"),
    ),
    **dict.fromkeys(("_must_mention", "_mentions", "_mention"), _texts_in(mentions, all, "must mention")),
    **dict.fromkeys(("_includes_any", "_include_any"), _includes_any),
    "_pattern": _pattern,
    "_any": is_any,
    "_min": _bound(lambda actual, bound: actual >= bound, "at least"),
    "_max": _bound(lambda actual, bound: actual <= bound, "at most"),
    "_includes": _includes,
    "_include": _includes,
    "_excludes": excludes,
    "_exclude": excludes,
    "_must_not_be": is_not,
    "_not": is_not,
}
"""How members end that are compared alike, longer endings before those that they end in."""
