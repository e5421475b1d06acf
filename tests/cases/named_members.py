"""Members of an expectation with a meaning of their own. Outside uses CHECKS."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cases.json_values import Outcome, but_error, differs, listed, mentions, same, short, squeeze
from cases.member_endings import excludes
from cases.rules import RULES

__all__ = ["CHECKS"]

_Check = Callable[[Any, Outcome, Mapping[str, Any]], str]


def _error(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = outcome.get("error")
    if isinstance(wanted, str):
        name = outcome.get("error_class")
        return "" if name == wanted else differs("error class", wanted, name)
    if bool(wanted) == bool(actual):
        return ""
    return f"refused: {short(actual)}" if actual else f"not refused: {short(dict(outcome))}"


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


def _text_any(name: str) -> _Check:
    """One of several words in one of the texts."""

    def check(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
        text = _TEXT_CHECKS[name](outcome)
        return (
            ""
            if any(mentions(text, word) for word in listed(wanted))
            else differs(f"{name}_any", wanted, text)
        )

    return check


def _must_mention(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    words = [wanted] if isinstance(wanted, str) else wanted
    missing = [word for word in words if not mentions(_text(outcome), word)]
    return f"not mentioned: {short(missing)} in {short(_text(outcome).strip())}" if missing else ""


def _must_not_mention(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if "text" not in outcome and "error" not in outcome:
        return "nothing is known of the text"
    present = [word for word in listed(wanted) if mentions(_text(outcome), word)]
    return f"mentioned: {short(present)} in {short(_text(outcome).strip())}" if present else ""


def _whitespace_insensitive(name: str) -> _Check:
    def check(wanted: str, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
        actual = outcome.get(name)
        if actual is None:
            return f"nothing is known of {name}{but_error(outcome)}"
        return "" if squeeze(wanted) == squeeze(actual) else differs(name, wanted, actual)

    return check


def _calls(wanted: Sequence[Mapping[str, Any]], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = outcome.get("calls")
    if actual is None:
        return f"nothing is known of calls{but_error(outcome)}"
    if len(wanted) != len(actual):
        return differs("calls", wanted, actual)
    for call, made in zip(wanted, actual, strict=True):
        if not all(same(value, made.get(key)) for key, value in call.items()):
            return differs("calls", wanted, actual)
    return ""


def _calls_in_order(wanted: Sequence[Sequence[Any]], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = [[call["name"], call["parameters"]] for call in outcome.get("calls", ())]
    return "" if same(wanted, actual) else differs("calls", wanted, actual)


def _visible_never_contains(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    return excludes("ever_visible", wanted, outcome)


def _never_visible(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if "visible" not in outcome:
        return f"nothing is known of visible{but_error(outcome)}"
    shown = str(outcome["visible"])
    seen = [word for word in wanted if word in shown]
    return f"visible contains {short(seen)}: {short(shown)}" if seen else ""


def _not_stop(wanted: str, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if outcome.get("stop") is None:
        return f"nothing is known of stop{but_error(outcome)}"
    return f"stop is {wanted}" if outcome["stop"] in listed(wanted) else ""


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
    return "" if is_near else differs("context_tokens", wanted, actual)


def _ok_if(wanted: Mapping[str, Any], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if outcome.get("error"):
        return f"refused: {short(outcome['error'])}"
    accepted = outcome.get("accepted", {})
    wrong = [key for key, value in wanted.items() if not same(value, accepted.get(key))]
    return f"accepted as {short(accepted)}, expected {short(dict(wanted))}" if wrong else ""


def _custom_event_or_error(_wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    is_right = outcome.get("event") is None or bool(outcome.get("error"))
    return "" if is_right else f"taken for the engine event {outcome['event']}"


def _event(wanted: str | None, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = outcome.get("event")
    return "" if actual == wanted else differs("event", wanted, actual) + but_error(outcome)


_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def _numbers_in(outcome: Outcome) -> list[float]:
    return [float(number) for number in _NUMBER.findall(str(outcome.get("value", "")))]


def _numbers(wanted: Sequence[float], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    actual = _numbers_in(outcome)
    is_same = same(list(wanted), actual)
    return "" if is_same else differs("numbers", wanted, outcome.get("value")) + but_error(outcome)


def _angle(position: int) -> _Check:
    """Pitch, yaw and roll stand in this order in a rotator pin's text."""

    def check(wanted: float, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
        actual = _numbers_in(outcome)
        if len(actual) == 3 and same(wanted, actual[position]):
            return ""
        name = ("pitch", "yaw", "roll")[position]
        return differs(name, wanted, outcome.get("value")) + but_error(outcome)

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
    return "" if is_same else differs("value", wanted, actual) + but_error(outcome)


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
            return f"lost or out of order: {short(text)}"
        position = found
    return ""


def _rules(wanted: Sequence[str], outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if "messages" not in outcome:
        return f"nothing is known of the messages{but_error(outcome)}"
    broken = [name for name in wanted if not _rule_holds(name, outcome)]
    return f"rules broken: {', '.join(broken)} by {short(outcome['messages'])}" if broken else ""


def _rule_holds(name: str, outcome: Outcome) -> bool:
    if name == "content_kept":
        return not _content_kept(True, outcome, {})  # noqa: FBT003 - the texts of the input
    return RULES[name](outcome["messages"])


def _no_such_error(wanted: Any, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    if "error_class" not in outcome:
        return "nothing is known of the error class"
    actual = outcome["error_class"]
    return f"error class is {actual}" if actual in listed(wanted) else ""


def _contains_text(wanted: str, outcome: Outcome, _expected: Mapping[str, Any]) -> str:
    is_there = mentions(str(outcome.get("text") or ""), wanted)
    return "" if is_there else f"{short(outcome.get('text'))} does not contain {wanted!r}"


CHECKS: dict[str, _Check] = {
    "error": _error,
    **{f"{name}_any": _text_any(name) for name in _TEXT_CHECKS},
    "must_mention": _must_mention,
    "must_list": _must_mention,
    **dict.fromkeys(("must_not_mention", "must_not_mention_any", "must_not_list"), _must_not_mention),
    "prose": _whitespace_insensitive("prose"),
    "visible": _whitespace_insensitive("visible"),
    "never_visible": _never_visible,
    "visible_never_contains": _visible_never_contains,
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
