"""Compares what the product did with what a case expects. Outside uses problems_of.

The rules are those that the case file itself states under `format.common`: only members that
are written are compared, `…_any` lists accepted values, `…_min` / `…_max` are bounds, and so
on. An outcome that does not say anything about a written member is a mismatch, never a pass.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cases.rules import RULES

__all__ = ["Outcome", "problems_of"]

Outcome = Mapping[str, Any]
"""What an adapter saw. `error` is the text of a refusal; `text` what the model or user reads."""

_Check = Callable[[Any, Outcome, Mapping[str, Any]], str]

_MODIFIERS = {"or_error", "tolerance_s", "tolerance", "whitespace_insensitive"}


def problems_of(case: Mapping[str, Any], outcome: Outcome) -> list[str]:
    """What is wrong with an outcome, one sentence each; empty when it is as the case expects.

    With `expect_any` the problems of the nearest expectation are told.
    """
    expectations = case["expect_any"] if "expect_any" in case else [case["expect"]]
    found = [compare(expected, outcome) for expected in expectations]
    return min(found, key=len)


def compare(expected: Mapping[str, Any], outcome: Outcome) -> list[str]:
    """The problems of one outcome against one set of members."""
    if _is_accepted_error(expected, outcome):
        return []
    problems = [
        _compare_member(name, wanted, outcome, expected)
        for name, wanted in expected.items()
        if name not in _MODIFIERS
    ]
    if outcome.get("error") and expected.get("or_error") and not problems:
        problems = [f"error {_short(outcome['error'])} does not mention {expected['or_error']}"]
    return [problem for problem in problems if problem]


def same(wanted: Any, actual: Any) -> bool:
    """Equality of JSON values; 320 equals 320.0, but true is no number."""
    if isinstance(wanted, bool) or isinstance(actual, bool):
        return wanted is actual
    if isinstance(wanted, int | float) and isinstance(actual, int | float):
        return math.isclose(wanted, actual, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(wanted, Mapping) and isinstance(actual, Mapping):
        return wanted.keys() == actual.keys() and all(
            same(value, actual[key]) for key, value in wanted.items()
        )
    if isinstance(wanted, list | tuple) and isinstance(actual, list | tuple):
        return len(wanted) == len(actual) and all(map(same, wanted, actual))
    return bool(wanted == actual)


def squeeze(text: str) -> str:
    """Runs of whitespace become one space, the ends are trimmed."""
    return " ".join(text.split())


def mentions(text: str, word: str) -> bool:
    """Whether a text contains another, letter case ignored."""
    return word.lower() in text.lower()


def _is_accepted_error(expected: Mapping[str, Any], outcome: Outcome) -> bool:
    accepted = expected.get("or_error")
    if not accepted or not outcome.get("error"):
        return False
    return accepted is True or all(mentions(str(outcome["error"]), word) for word in accepted)


def _compare_member(name: str, wanted: Any, outcome: Outcome, expected: Mapping[str, Any]) -> str:
    check = _CHECKS.get(name)
    if check is not None:
        return check(wanted, outcome, expected)
    if name.endswith("_any") and name.removesuffix("_any") in _TEXT_CHECKS:
        return _any(name.removesuffix("_any"), wanted, outcome)
    for ending, general in _ENDINGS.items():
        if name.endswith(ending) and name.removesuffix(ending):
            return general(name.removesuffix(ending), wanted, outcome)
    if name not in outcome:
        if name.startswith("not_") and name.removeprefix("not_") in outcome:
            return _not(name.removeprefix("not_"), wanted, outcome)
        return f"nothing is known of {name} (expected {_short(wanted)}){_but_error(outcome)}"
    return "" if _fits(wanted, outcome[name]) else _differs(name, wanted, outcome[name])


def _fits(wanted: Any, actual: Any) -> bool:
    """Equality; a number is also how many things a list holds, and an object names only what counts."""
    if isinstance(actual, list | tuple) and isinstance(wanted, int) and not isinstance(wanted, bool):
        return len(actual) == wanted
    if isinstance(actual, Mapping) and isinstance(wanted, Mapping):
        return all(key in actual and _fits(value, actual[key]) for key, value in wanted.items())
    return same(wanted, actual)


# --- members that end alike --------------------------------------------------------------------


def _any(name: str, wanted: Sequence[Any], outcome: Outcome) -> str:
    if name in _TEXT_CHECKS:
        text = _TEXT_CHECKS[name](outcome)
        return "" if any(mentions(text, word) for word in wanted) else _differs(f"{name}_any", wanted, text)
    if name not in outcome:
        return f"nothing is known of {name} (expected one of {_short(wanted)}){_but_error(outcome)}"
    actual = outcome[name]
    return "" if any(same(value, actual) for value in wanted) else _differs(f"{name}_any", wanted, actual)


def _bound(is_within: Callable[[Any, Any], bool], word: str) -> Callable[[str, Any, Outcome], str]:
    def check(name: str, wanted: Any, outcome: Outcome) -> str:
        actual = outcome.get(name)
        actual = len(actual) if isinstance(actual, list | tuple) else actual
        if not isinstance(actual, int | float):
            return f"nothing is known of {name} (expected {word} {wanted}){_but_error(outcome)}"
        return "" if is_within(actual, wanted) else f"{name} is {actual}, expected {word} {wanted}"

    return check


def _listed(wanted: Any) -> list[Any]:
    return list(wanted) if isinstance(wanted, list | tuple) else [wanted]


def _includes(name: str, wanted: Any, outcome: Outcome) -> str:
    actual = outcome.get(name)
    missing = [item for item in _listed(wanted) if actual is None or item not in actual]
    return f"{name} lacks {_short(missing)}: {_short(actual)}" if missing else ""


def _includes_any(name: str, wanted: Any, outcome: Outcome) -> str:
    actual = outcome.get(name)
    is_there = actual is not None and any(item in actual for item in _listed(wanted))
    return "" if is_there else f"{name} has none of {_short(wanted)}: {_short(actual)}"


def _excludes(name: str, wanted: Any, outcome: Outcome) -> str:
    if outcome.get(name) is None:
        return f"nothing is known of {name}"
    actual = outcome[name]
    present = [item for item in _listed(wanted) if item in actual]
    return f"{name} contains {_short(present)}: {_short(actual)}" if present else ""


def _not(name: str, wanted: Any, outcome: Outcome) -> str:
    """None of the values: they are not in a list or text, and no single value is one of them."""
    if name not in outcome:
        return f"nothing is known of {name} (expected anything but {_short(wanted)}){_but_error(outcome)}"
    actual = outcome[name]
    if isinstance(actual, list | tuple | str) and isinstance(wanted, list):
        return _excludes(name, wanted, outcome)
    is_wrong = any(same(value, actual) for value in _listed(wanted))
    return f"{name} is {_short(actual)}, which it must not be" if is_wrong else ""


def _texts_in(
    is_in: Callable[[str, str], bool], is_right: Callable[[list[bool]], bool], word: str
) -> Callable[[str, Any, Outcome], str]:
    """A check of a text for other texts: which of them have to be in it, and how they are looked for."""

    def check(name: str, wanted: Any, outcome: Outcome) -> str:
        if outcome.get(name) is None:
            return (
                f"nothing is known of {name} (expected that it {word} {_short(wanted)}){_but_error(outcome)}"
            )
        actual = _as_text(outcome[name])
        found = [is_in(actual, text) for text in _listed(wanted)]
        return "" if is_right(found) else f"{name} is {_short(actual)}; it {word} {_short(wanted)}"

    return check


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def _holds(text: str, part: str) -> bool:
    return squeeze(part) in squeeze(text)


def _none(found: list[bool]) -> bool:
    return not any(found)


_ENDINGS: dict[str, Callable[[str, Any, Outcome], str]] = {
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
    "_any": _any,
    "_min": _bound(lambda actual, bound: actual >= bound, "at least"),
    "_max": _bound(lambda actual, bound: actual <= bound, "at most"),
    "_includes": _includes,
    "_include": _includes,
    "_excludes": _excludes,
    "_exclude": _excludes,
    "_must_not_be": _not,
    "_not": _not,
}
"""How members end that are compared alike, longer endings before those that they end in."""


# --- members with a meaning of their own -------------------------------------------------------


def _error(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = outcome.get("error")
    if isinstance(wanted, str):
        name = outcome.get("error_class")
        return "" if name == wanted else _differs("error class", wanted, name)
    if bool(wanted) == bool(actual):
        return ""
    return f"refused: {_short(actual)}" if actual else f"not refused: {_short(dict(outcome))}"


def _text(outcome: Outcome) -> str:
    return f"{outcome.get('error') or ''}\n{outcome.get('text') or ''}"


def _warning_text(outcome: Outcome) -> str:
    return str(outcome.get("text") or "")


_TEXT_CHECKS: dict[str, Callable[[Outcome], str]] = {
    "must_mention": _text,
    "must_list": _text,
    "warning_must_mention": _warning_text,
    "contains": _warning_text,
}


def _must_mention(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    words = [wanted] if isinstance(wanted, str) else wanted
    missing = [word for word in words if not mentions(_text(outcome), word)]
    return f"not mentioned: {_short(missing)} in {_short(_text(outcome).strip())}" if missing else ""


def _must_not_mention(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if "text" not in outcome and "error" not in outcome:
        return "nothing is known of the text"
    present = [word for word in _listed(wanted) if mentions(_text(outcome), word)]
    return f"mentioned: {_short(present)} in {_short(_text(outcome).strip())}" if present else ""


def _table(wanted: Sequence[Mapping[str, Any]], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    rows = outcome.get("table")
    if rows is None:
        return f"no table{_but_error(outcome)}"
    if len(rows) != len(wanted):
        return f"{len(rows)} rows, expected {len(wanted)}"
    bad = [
        f"row {number}: {'; '.join(problems)}"
        for number, (row, actual) in enumerate(zip(wanted, rows, strict=True), 1)
        if (problems := compare(row, actual))
    ]
    return " | ".join(bad)


def _whitespace_insensitive(name: str) -> _Check:
    def check(wanted: str, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
        actual = outcome.get(name)
        if actual is None:
            return f"nothing is known of {name}{_but_error(outcome)}"
        return "" if squeeze(wanted) == squeeze(actual) else _differs(name, wanted, actual)

    return check


def _calls(wanted: Sequence[Mapping[str, Any]], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = outcome.get("calls")
    if actual is None:
        return f"nothing is known of calls{_but_error(outcome)}"
    if len(wanted) != len(actual):
        return _differs("calls", wanted, actual)
    for call, made in zip(wanted, actual, strict=True):
        if not all(same(value, made.get(key)) for key, value in call.items()):
            return _differs("calls", wanted, actual)
    return ""


def _calls_in_order(wanted: Sequence[Sequence[Any]], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = [[call["name"], call["parameters"]] for call in outcome.get("calls", ())]
    return "" if same(wanted, actual) else _differs("calls", wanted, actual)


def _after_chunk(wanted: Mapping[str, Any], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    states = outcome.get("after_chunk", {})
    problems = [f"after chunk {key}: {'; '.join(bad)}" for key, members in wanted.items()
                if (bad := compare(members, states.get(key, {})))]  # fmt: skip
    return " | ".join(problems)


def _after_each_failure(wanted: Mapping[str, Any], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    states = outcome.get("after_each_failure")
    if not states:
        return "nothing is known of the state after each failure"
    return " | ".join(problem for state in states for problem in compare(wanted, state))


def _visible_never_contains(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    return _excludes("ever_visible", wanted, outcome)


def _never_visible(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if "visible" not in outcome:
        return f"nothing is known of visible{_but_error(outcome)}"
    shown = str(outcome["visible"])
    seen = [word for word in wanted if word in shown]
    return f"visible contains {_short(seen)}: {_short(shown)}" if seen else ""


def _not_stop(wanted: str, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if outcome.get("stop") is None:
        return f"nothing is known of stop{_but_error(outcome)}"
    return f"stop is {wanted}" if outcome["stop"] in _listed(wanted) else ""


def _wait(wanted: Any, outcome: Outcome, expected: Mapping[str, Any]) -> str:
    actual = outcome.get("wait_s")
    if not isinstance(actual, int | float):
        return f"nothing is known of wait_s (expected {wanted})"
    if wanted == "default_backoff":
        return "" if actual > 0 else f"wait_s is {actual}"
    most = wanted + expected["tolerance_s"] if "tolerance_s" in expected else math.inf
    return "" if wanted <= actual <= most else f"wait_s is {actual}, expected {wanted} or a little more"


def _context_tokens(wanted: int, outcome: Outcome, expected: Mapping[str, Any]) -> str:
    actual = outcome.get("context_tokens")
    is_near = isinstance(actual, int) and abs(actual - wanted) <= expected.get("tolerance", 0)
    return "" if is_near else _differs("context_tokens", wanted, actual)


def _ok_if(wanted: Mapping[str, Any], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if outcome.get("error"):
        return f"refused: {_short(outcome['error'])}"
    accepted = outcome.get("accepted", {})
    wrong = [key for key, value in wanted.items() if not same(value, accepted.get(key))]
    return f"accepted as {_short(accepted)}, expected {_short(dict(wanted))}" if wrong else ""


def _custom_event_or_error(_wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    is_right = outcome.get("event") is None or bool(outcome.get("error"))
    return "" if is_right else f"taken for the engine event {outcome['event']}"


def _event(wanted: str | None, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = outcome.get("event")
    return "" if actual == wanted else _differs("event", wanted, actual) + _but_error(outcome)


_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def _numbers_in(outcome: Outcome) -> list[float]:
    return [float(number) for number in _NUMBER.findall(str(outcome.get("value", "")))]


def _numbers(wanted: Sequence[float], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = _numbers_in(outcome)
    is_same = same(list(wanted), actual)
    return "" if is_same else _differs("numbers", wanted, outcome.get("value")) + _but_error(outcome)


def _angle(position: int) -> _Check:
    """Pitch, yaw and roll stand in this order in a rotator pin's text."""

    def check(wanted: float, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
        actual = _numbers_in(outcome)
        if len(actual) == 3 and same(wanted, actual[position]):
            return ""
        name = ("pitch", "yaw", "roll")[position]
        return _differs(name, wanted, outcome.get("value")) + _but_error(outcome)

    return check


_FORMS = {
    "positional": re.compile(r"\s*[^,=()]+(,[^,=()]+)*\s*"),
    "keyed_xyz": re.compile(r"\s*\(\s*X=[^,=]+,\s*Y=[^,=]+,\s*Z=[^,=]+\)\s*"),
}


def _pin_form(wanted: str, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    value = str(outcome.get("value", ""))
    return "" if _FORMS[wanted].fullmatch(value) else f"{value!r} is not of the form {wanted}"


def _value(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = outcome.get("value")
    is_same = actual == wanted or (
        isinstance(actual, str) and isinstance(wanted, str) and _plain(actual) == _plain(wanted)
    )
    return "" if is_same else _differs("value", wanted, actual) + _but_error(outcome)


def _plain(value: str) -> str:
    """Spaces after commas and trailing zeros do not matter."""
    value = re.sub(r",\s+", ",", value)
    return re.sub(r"(\d+\.\d*?)0+(?=\D|$)", lambda found: found[1].rstrip("."), value)


def _content_kept(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    texts = wanted if isinstance(wanted, list) else outcome.get("input_texts", [])
    sent = json.dumps(outcome.get("messages"), ensure_ascii=False)
    position = 0
    for text in texts:
        found = sent.find(json.dumps(text, ensure_ascii=False)[1:-1], position)
        if found < 0:
            return f"lost or out of order: {_short(text)}"
        position = found
    return ""


def _rules(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if "messages" not in outcome:
        return f"nothing is known of the messages{_but_error(outcome)}"
    broken = [name for name in wanted if not _rule_holds(name, outcome)]
    return f"rules broken: {', '.join(broken)} by {_short(outcome['messages'])}" if broken else ""


def _rule_holds(name: str, outcome: Outcome) -> bool:
    if name == "content_kept":
        return not _content_kept(True, outcome, {})  # noqa: FBT003 - the texts of the input
    return RULES[name](outcome["messages"])


def _no_such_error(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    names = [wanted] if isinstance(wanted, str) else wanted
    return f"error class is {outcome['error_class']}" if outcome.get("error_class") in names else ""


def _contains_text(wanted: str, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    is_there = mentions(str(outcome.get("text") or ""), wanted)
    return "" if is_there else f"{_short(outcome.get('text'))} does not contain {wanted!r}"


_CHECKS: dict[str, _Check] = {
    "error": _error,
    "must_mention": _must_mention,
    "must_list": _must_mention,
    **dict.fromkeys(("must_not_mention", "must_not_mention_any", "must_not_list"), _must_not_mention),
    "table": _table,
    "prose": _whitespace_insensitive("prose"),
    "visible": _whitespace_insensitive("visible"),
    "never_visible": _never_visible,
    "visible_never_contains": _visible_never_contains,
    "after_chunk": _after_chunk,
    "after_each_failure": _after_each_failure,
    "calls": _calls,
    "calls_in_order": _calls_in_order,
    "not_stop": _not_stop,
    "wait_s": _wait,
    "context_tokens": _context_tokens,
    "ok_if": _ok_if,
    "custom_event_or_error": _custom_event_or_error,
    "event": _event,
    "numbers": _numbers,
    "pitch": _angle(0),
    "yaw": _angle(1),
    "roll": _angle(2),
    "pin_form": _pin_form,
    "value": _value,
    "content_kept": _content_kept,
    "rules": _rules,
    "not": _no_such_error,
    "contains": _contains_text,
}


def _differs(name: str, wanted: Any, actual: Any) -> str:
    return f"{name} is {_short(actual)}, expected {_short(wanted)}"


def _but_error(outcome: Outcome) -> str:
    return f" (refused: {_short(outcome['error'])})" if outcome.get("error") else ""


def _short(value: Any, most: int = 300) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= most else f"{text[:most]}…"
